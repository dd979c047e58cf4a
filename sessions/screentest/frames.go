package screentest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arcade/internal/race"
	"arcade/lobby/text"
	"arcade/sessions/term"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

var update = flag.Bool("update", false, "write the golden frames anew")

var glyphNames = map[ui.Level]string{ui.LevelLines: "default", ui.LevelPlain: "safe", ui.LevelRich: "rich"}

// Hold holds pages to what holds for every screen. widen, nil for none, puts extreme
// values into what the screens on somebody's stack have read.
func Hold(t *testing.T, pages []Page, widen func(*Person)) {
	t.Run("colours", testColours)
	t.Run("golden", func(t *testing.T) { testGolden(t, pages) })
	t.Run("widest", func(t *testing.T) { testWidest(t, pages, widen) })
	t.Run("sizes", func(t *testing.T) { testSizes(t, pages) })
	t.Run("bar", func(t *testing.T) { testKeyBar(t, pages) })
	t.Run("walk", func(t *testing.T) { testWalk(t, pages) })
}

// testGolden: every screen looks as its golden frames say, in both languages and its
// sizes, and holds what holds on all screens, in both sets of symbols. With the plain
// ones it is the same frame, each symbol replaced by its own plain one: of a screen that
// names the set itself there are golden frames for both.
func testGolden(t *testing.T, pages []Page) {
	dir := filepath.Join("testdata", "golden")
	known := map[string]bool{}
	for i, pg := range pages {
		for _, lang := range []words.Lang{words.KO, words.EN} {
			sizes := pg.Sizes
			if sizes == nil {
				sizes = []term.Size{{Width: 80, Height: 24}}
			}
			file := func(set string, s term.Size) string {
				name := filepath.Join(dir, fmt.Sprintf("%s.%v%s.%dx%d.txt", pg.Name, lang, set, s.Width, s.Height))
				known[name] = true
				return name
			}
			frames, plain, rich := map[term.Size]string{}, map[term.Size]string{}, map[term.Size]string{}
			for _, s := range pg.Rich {
				rich[s] = file(".rich", s)
			}
			upright := map[ui.Level]string{}
			if pg.Rich != nil {
				upright[ui.LevelRich], upright[ui.LevelLines] = file(".rich", Narrow), file("", Narrow)
			}
			for _, s := range sizes {
				frames[s] = file("", s)
				if pg.NamesGlyphs {
					plain[s] = file(".plain", s)
				}
			}
			if race.On { // each page in one language and size; all without the race detector
				if i%2 != int(lang) {
					continue
				}
				sizes = sizes[:1]
			}
			t.Run(fmt.Sprintf("%s/%v", pg.Name, lang), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					p := pg.Make(NewHall(t, lang))
					for _, s := range sizes {
						shown := map[ui.Level]string{}
						for _, g := range []ui.Level{ui.LevelLines, ui.LevelPlain} {
							p.LookAs(s.Width, s.Height, g)
							for _, problem := range append(p.Problems(), p.unreadable()...) {
								t.Errorf("%dx%d %s: %s", s.Width, s.Height, glyphNames[g], problem)
							}
							shown[g] = masked(p.Canvas.Plain(g)) + "\n"
						}
						golden(t, frames[s], shown[ui.LevelLines])
						if pg.NamesGlyphs {
							golden(t, plain[s], shown[ui.LevelPlain])
						} else if want := strings.Map(text.Plain, shown[ui.LevelLines]); shown[ui.LevelPlain] != want {
							t.Errorf("%dx%d with plain symbols is another frame:\n%s", s.Width, s.Height, difference(want, shown[ui.LevelPlain]))
						}
					}
					p.holdRich(t, pg, lang, rich)
					p.holdNarrow(t, upright)
					if lang == words.EN && !race.On {
						p.quiet(t)
					}
					if t.Failed() {
						p.LookAs(sizes[0].Width, sizes[0].Height, ui.LevelLines)
						t.Log("\n" + p.Canvas.Plain(ui.LevelLines))
					}
				})
			})
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if known[f] {
			continue
		}
		if *update {
			_ = os.Remove(f)
		} else {
			t.Errorf("%s is of no screen: run with -update", f)
		}
	}
}

// holdRich holds a screen on ui.LevelRich: what holds for every screen, in the sizes that
// pictures are composed for, its golden frames, and that all its words can be read.
func (p *Person) holdRich(t *testing.T, pg Page, lang words.Lang, files map[term.Size]string) {
	t.Helper()
	for _, s := range RichSizes {
		p.LookAs(s.Width, s.Height, ui.LevelRich)
		for _, problem := range append(p.Problems(), p.unreadable()...) {
			t.Errorf("%dx%d rich: %s", s.Width, s.Height, problem)
		}
		if t.Failed() {
			t.Log("\n" + p.Canvas.Plain(ui.LevelRich))
		}
		p.film(t, fmt.Sprintf("%s.%v.%dx%d", pg.Name, lang, s.Width, s.Height))
	}
	for s, file := range files {
		p.LookAs(s.Width, s.Height, ui.LevelRich)
		golden(t, file, masked(p.Canvas.Plain(ui.LevelRich))+"\n")
	}
	p.LookAs(80, 24, ui.LevelLines)
}

// holdNarrow holds a screen on a phone upright: what holds for every screen, and its golden frames.
func (p *Person) holdNarrow(t *testing.T, files map[ui.Level]string) {
	t.Helper()
	for _, level := range []ui.Level{ui.LevelRich, ui.LevelLines} {
		p.LookAs(Narrow.Width, Narrow.Height, level)
		for _, problem := range p.Problems() {
			t.Errorf("%dx%d %s: %s", Narrow.Width, Narrow.Height, glyphNames[level], problem)
		}
		if file := files[level]; file != "" {
			golden(t, file, masked(p.Canvas.Plain(level))+"\n")
		}
	}
	p.LookAs(80, 24, ui.LevelLines)
}

// quiet lets time pass at a screen: it may move, but wants to be told of the time no more
// often than what moves fastest does. One that asks for a moment that has passed does so
// at every one of [app]'s shortest steps, for as long as it stands.
func (p *Person) quiet(t *testing.T) {
	const steps = 10 * time.Second / (50 * time.Millisecond)
	was := p.Ticks
	if p.Hall.Pass(10 * time.Second); p.Ticks-was > int(steps) {
		t.Errorf("it is told of the time %d times in ten seconds", p.Ticks-was)
	}
}

// golden compares a text with a file.
func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Errorf("%v: run with -update", err)
		return
	}
	if got != string(want) {
		t.Errorf("%s:\n%s", file, difference(string(want), got))
	}
}

// difference shows the lines that are not the same.
func difference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	var out strings.Builder
	for i := range max(len(a), len(b)) {
		x, y := "", ""
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		if x != y {
			fmt.Fprintf(&out, "%2d want %q\n    got %q\n", i, x, y)
		}
	}
	return out.String()
}

// bar are the keys that the key bar names and a click presses, with a cell of each.
func (p *Person) bar() map[ui.Key]int {
	p.LookAs(80, 24, ui.LevelLines)
	keys := map[ui.Key]int{}
	for x := range p.W {
		if hit, ok := p.Canvas.HitAt(x, p.H-1); ok {
			if key, ok := hit.(ui.Press); ok {
				keys[ui.Key(key)] = x
			}
		}
	}
	return keys
}
