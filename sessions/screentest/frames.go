package screentest

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arcade/internal/race"
	"arcade/lobby/text"
	"arcade/sessions/client"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

var update = flag.Bool("update", false, "write the golden frames anew")

var glyphNames = map[ui.Level]string{ui.LevelLines: "default", ui.LevelPlain: "safe", ui.LevelRich: "rich"}

// Hold checks pages by the rules for every screen. widen, nil for none, puts extreme values into what the
// screens on a person's stack have read.
func Hold(t *testing.T, pages []Page, widen func(*Person)) {
	t.Run("colours", testColours)
	t.Run("golden", func(t *testing.T) { testGolden(t, pages) })
	t.Run("colour-alone", func(t *testing.T) { testColourAlone(t, pages) })
	t.Run("anysize", func(t *testing.T) { testAnySize(t, pages, widen) })
	t.Run("bar", func(t *testing.T) { testKeyBar(t, pages) })
	t.Run("questions", func(t *testing.T) { testQuestions(t, pages) })
	t.Run("sheets", func(t *testing.T) { writeSheets(t, pages) })
	t.Run("cost", func(t *testing.T) { sayCosts(t, pages) })
	t.Run("walk", func(t *testing.T) { testWalk(t, pages) })
}

// testGolden: every screen equals its golden frames in both languages and its sizes, and keeps the rules
// for all screens in both sets of symbols. With plain symbols it is the same frame with each symbol
// replaced. A screen that names the set has golden frames for both.
func testGolden(t *testing.T, pages []Page) {
	for i, pg := range pages {
		file := openGolden(t, pg.Name, pg.frames())
		if *update {
			t.Cleanup(func() { file.write(t) }) // after the parallel subtests
		}
		for _, lang := range []words.Lang{words.KO, words.EN} {
			if race.On && i%2 != int(lang) {
				continue
			}
			sizes := pg.sizes()
			t.Run(fmt.Sprintf("%s/%v", pg.Name, lang), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					p := pg.Make(NewHall(t, lang))
					if race.On { // each layout once: what it shows is held without the race detector
						p.draws(sizes[0], ui.LevelLines)
						p.draws(RoomySizes[0], ui.LevelRich)
						p.draws(Narrow, ui.LevelRich)
						return
					}
					for _, s := range sizes {
						shown := map[ui.Level]string{}
						for _, g := range []ui.Level{ui.LevelLines, ui.LevelPlain} {
							p.LookAs(s.Width, s.Height, g)
							for _, problem := range slices.Concat(p.Problems(), p.unreadable(), p.covered()) {
								t.Errorf("%dx%d %s: %s", s.Width, s.Height, glyphNames[g], problem)
							}
							shown[g] = masked(p.Canvas().Plain(g)) + "\n"
						}
						file.hold(t, frameName(lang, ui.LevelLines, s), shown[ui.LevelLines])
						if pg.NamesGlyphs {
							file.hold(t, frameName(lang, ui.LevelPlain, s), shown[ui.LevelPlain])
						} else if want := strings.Map(text.Plain, shown[ui.LevelLines]); shown[ui.LevelPlain] != want {
							t.Errorf("%dx%d with plain symbols is another frame:\n%s", s.Width, s.Height, difference(want, shown[ui.LevelPlain]))
						}
					}
					p.holdRich(t, pg, lang, file)
					p.holdNarrow(t, pg, lang, file)
					if lang == words.EN {
						p.costs(t, pg)
						p.quiet(t)
					}
					if t.Failed() {
						p.LookAs(sizes[0].Width, sizes[0].Height, ui.LevelLines)
						t.Log("\n" + p.Canvas().Plain(ui.LevelLines))
					}
				})
			})
		}
	}
	holdNoOther(t, pages)
}

// draws draws and paints the frame in a size.
func (p *Person) draws(s client.Size, level ui.Level) {
	p.LookAs(s.Width, s.Height, level)
	if p.Look() == "" {
		p.Hall.T.Errorf("%dx%d %s: an empty frame", s.Width, s.Height, glyphNames[level])
	}
}

// sizes returns the sizes in which a page is checked with lines and with plain symbols.
func (pg Page) sizes() []client.Size {
	if pg.Sizes == nil {
		return []client.Size{{Width: 80, Height: 24}}
	}
	return pg.Sizes
}

// frames returns the names of a page's golden frames.
func (pg Page) frames() (names []string) {
	for _, lang := range []words.Lang{words.KO, words.EN} {
		for _, s := range pg.sizes() {
			names = append(names, frameName(lang, ui.LevelLines, s))
			if pg.NamesGlyphs {
				names = append(names, frameName(lang, ui.LevelPlain, s))
			}
		}
		for _, s := range pg.Rich {
			names = append(names, frameName(lang, ui.LevelRich, s))
		}
		if pg.Rich != nil {
			names = append(names, frameName(lang, ui.LevelRich, Narrow), frameName(lang, ui.LevelLines, Narrow))
		}
	}
	return names
}

// frameName returns the name of a golden frame: "en 80x24", "ko rich 120x40".
func frameName(lang words.Lang, level ui.Level, s client.Size) string {
	set := map[ui.Level]string{ui.LevelPlain: " plain", ui.LevelRich: " rich"}[level]
	return fmt.Sprintf("%v%s %dx%d", lang, set, s.Width, s.Height)
}

// holdRich checks a screen on ui.LevelRich: the rules for every screen in the composed sizes, its golden
// frames, and the contrast of its words.
func (p *Person) holdRich(t *testing.T, pg Page, lang words.Lang, file *goldenFile) {
	t.Helper()
	for _, s := range RoomySizes {
		p.LookAs(s.Width, s.Height, ui.LevelRich)
		for _, problem := range slices.Concat(p.Problems(), p.unreadable(), p.covered()) {
			t.Errorf("%dx%d rich: %s", s.Width, s.Height, problem)
		}
		if t.Failed() {
			t.Log("\n" + p.Canvas().Plain(ui.LevelRich))
		}
		p.film(t, fmt.Sprintf("%s.%v.%dx%d", pg.Name, lang, s.Width, s.Height))
		if s == RichSizes[0] {
			p.rule(t, pg.Name)
		}
	}
	for _, s := range pg.Rich {
		p.LookAs(s.Width, s.Height, ui.LevelRich)
		file.hold(t, frameName(lang, ui.LevelRich, s), masked(p.Canvas().Plain(ui.LevelRich))+"\n")
	}
	p.LookAs(80, 24, ui.LevelLines)
}

// holdNarrow checks a screen on a phone upright: the rules for every screen, and its golden frames.
func (p *Person) holdNarrow(t *testing.T, pg Page, lang words.Lang, file *goldenFile) {
	t.Helper()
	for _, level := range []ui.Level{ui.LevelRich, ui.LevelLines} {
		p.LookAs(Narrow.Width, Narrow.Height, level)
		for _, problem := range slices.Concat(p.Problems(), p.unreadable(), p.covered()) {
			t.Errorf("%dx%d %s: %s", Narrow.Width, Narrow.Height, glyphNames[level], problem)
		}
		if pg.Rich != nil {
			file.hold(t, frameName(lang, level, Narrow), masked(p.Canvas().Plain(level))+"\n")
		}
	}
	p.LookAs(80, 24, ui.LevelLines)
}

// quiet lets time pass at a screen. It may move, but must not ask for ticks more often than the fastest
// motion needs. A screen that asks for a moment in the past would get a tick at every one of [app]'s
// shortest steps.
func (p *Person) quiet(t *testing.T) {
	const steps = 10 * time.Second / (50 * time.Millisecond)
	was := p.Ticks
	if p.Hall.Pass(10 * time.Second); p.Ticks-was > int(steps) {
		t.Errorf("it is told of the time %d times in ten seconds", p.Ticks-was)
	}
}

// difference returns the lines that differ.
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

// bar returns the keys in the key bar that a click presses, with a cell of each.
func (p *Person) bar() map[ui.Key]int {
	p.LookAs(80, 24, ui.LevelLines)
	keys := map[ui.Key]int{}
	for x := range p.W {
		if hit, ok := p.Canvas().HitAt(x, p.H-1); ok {
			if key, ok := hit.(ui.Press); ok {
				keys[ui.Key(key)] = x
			}
		}
	}
	return keys
}
