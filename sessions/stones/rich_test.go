package stones

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"arcade/games/stones"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/play/replays"
	"arcade/sessions/screentest"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// A click on a choice's sheet works like its key: the first takes the focus, the second rolls.
func TestCardClicks(t *testing.T) {
	for _, size := range screentest.RichSizes {
		screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
			p := stonesAt(h, midRun)
			p.LookAs(size.Width, size.Height, ui.LevelRich)
			table := p.Top().(*play.Table)
			p.ClickHit(choiceHit(2))
			if at := table.Game.(*gameView).at; at != 2 {
				t.Fatalf("choice %d has the focus", at)
			}
			n := len(table.Snap.Plies)
			p.ClickHit(choiceHit(2))
			if len(table.Snap.Plies) != n+1 {
				t.Errorf("%dx%d: the second click rolls nothing", size.Width, size.Height)
			}
		})
	}
}

// A click on a place of the table of best play moves there; a click on a mode of the form chooses it.
func TestPictureClicks(t *testing.T) {
	inStones(t, func(h *screentest.Hall, p *screentest.Person) {
		p.Press("2", "enter", "t", "z")
		p.LookAs(80, 24, ui.LevelRich)
		p.ClickHit(stateHit{12, 3})
		if b := p.Top().(*bestPlay); b.cell != 12 || b.left != 3 {
			t.Errorf("at %d, %d", b.cell, b.left)
		}
	})
	inStones(t, func(h *screentest.Hall, p *screentest.Person) {
		p.Press("2", "enter")
		p.LookAs(80, 24, ui.LevelRich)
		p.Click(40, 11) // on the water of mode 2
		if s := p.Top().(*setup); s.mode() != 2 {
			t.Errorf("mode %d", s.mode())
		}
	})
}

// The answers at the end stand below the river, and clicks press them there.
func TestSheetAnswers(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := stonesAt(h, superRun)
		h.Pass(screentest.BeforeAnswer)
		p.LookAs(80, 24, ui.LevelRich)
		if _, ok := p.Top().(*play.Result); !ok {
			t.Fatalf("on top %T", p.Top())
		}
		p.ClickHit(ui.Press("1"))
		if _, ok := p.Top().(*replays.Replay); !ok {
			t.Errorf("on top %T", p.Top())
		}
	})
}

// Every big word is complete: rows of one width, within the height, and each language has its words.
func TestBigWords(t *testing.T) {
	for word, rows := range bigwords {
		if len(rows) == 0 || len(rows) > bigHigh {
			t.Errorf("%s has %d rows", word, len(rows))
		}
		for _, row := range rows {
			if len(row) != len(rows[0]) || strings.Trim(row, "#.") != "" {
				t.Errorf("%s has the row %q", word, row)
			}
		}
	}
	for _, lang := range []words.Lang{words.KO, words.EN} {
		named := gradeWords[lang]
		want := slices.Concat(named[stones.Rare:stones.Unique], []string{wonWords[lang][true], wonWords[lang][false]})
		for _, word := range want {
			if bigwords[word] == nil {
				t.Errorf("%v: no pixels for %q", lang, word)
			}
		}
	}
}

// Each size has a picture of each grade that a mode gives, with a ring and without, and no stone crosses
// the river's edge.
func TestStonePictures(t *testing.T) {
	for _, b := range []*bed{narrow, broad} {
		for _, grade := range used {
			for parity := range 2 {
				for hot := range 2 {
					if p := b.stone[parity][hot][grade]; p == nil || !slices.ContainsFunc(p.pixels, func(tok ui.Token) bool { return tok == grades[grade].tok }) {
						t.Errorf("%d wide: no stone of grade %v", b.w, grade)
					}
				}
			}
		}
		for cell := range stones.Cells {
			if x, _ := b.at(cell); float64(x) < b.rx || float64(x) >= float64(b.w)-b.rx {
				t.Errorf("%d wide: stone %d is at %d", b.w, cell, x)
			}
		}
	}
}

// In 48 columns each stone that a choice can reach shows its whole number and percent, and a walker on the
// first row of stones has a head.
func TestSlimOdds(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := stonesAt(h, [2]string{midRun[0], ""})
		p.LookAs(48, 40, ui.LevelRich)
		shown := p.Canvas().Plain(ui.LevelRich)
		text := strings.Join(strings.Fields(shown), " ")
		for _, want := range []string{"3 25% 4 25% 5 25%", "6 25%"} {
			if !strings.Contains(text, want) {
				t.Errorf("there is no %q in\n%s", want, shown)
			}
		}
	})
	if top := 2*slim.rows[0] - len(shortRows); top < 0 {
		t.Errorf("the head is cut by %d pixels", -top)
	}
}

// The table shows best play from the start: its worth there, no place that it never reaches, and a star
// where the choice depends on the uses.
func TestPlaces(t *testing.T) {
	list := bestTables()[0]
	begin := list[stones.Picks][0]
	if !begin.comes || fmt.Sprintf("%.4f", stones.BestPlay(1).Value(begin.state)) != "2.5114" {
		t.Errorf("the start is %+v", begin)
	}
	if list[stones.Picks][1].comes || list[7][0].comes {
		t.Error("best play comes to where it cannot")
	}
	if p := list[3][12]; !p.comes || !p.depends {
		t.Errorf("12 with three left is %+v", p)
	}
}

// The statistics have the way of each run in the list, from its start to its last cell.
func TestWays(t *testing.T) {
	inStones(t, func(h *screentest.Hall, p *screentest.Person) {
		id := run(h, p, superRun)
		p.Do(func(a *app.App) { a.Push(newStats(a.Visit.Me().ID)) })
		v := p.Top().(*statsView)
		if way := v.ways[id]; len(way) != 9 || way[0] != 0 || way[8] != 15 {
			t.Errorf("the way is %v", way)
		}
	})
}

// The marks of two cells that a roll can reach never touch.
func TestMarksApart(t *testing.T) {
	sample := ui.New(1, 2)
	sample.Pixel(0, 0, hotTok)
	sample.Pixel(0, 3, hotTok)
	upper, lower := sample.Cells().Row(0)[0].Surface, sample.Cells().Row(1)[0].Ink
	for _, b := range []*bed{narrow, slim} {
		marked := func(cell int) map[[2]int]bool {
			c := ui.New(b.w, b.h)
			b.drawWater(c.Region)
			x, y := b.at(cell)
			b.mark(c.Region, x, y)
			at := map[[2]int]bool{}
			for y := range b.h {
				for x, is := range c.Cells().Row(y) {
					if is.Surface == upper || is.Rune == '▄' && is.Ink == lower {
						at[[2]int{x, y}] = true
					}
				}
			}
			return at
		}
		for cell := range stones.Cells {
			own := marked(cell)
			if len(own) == 0 {
				t.Errorf("%dx%d: %d has no mark", b.w, b.h, cell)
			}
			for other := range cell {
				for at := range marked(other) {
					for dx := -1; dx <= 1; dx++ {
						if own[[2]int{at[0] + dx, at[1]}] {
							t.Errorf("%dx%d: the marks of %d and %d touch at %v", b.w, b.h, cell, other, at)
						}
					}
				}
			}
		}
	}
}
