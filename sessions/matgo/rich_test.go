package matgo

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/matgo/hwatu"
	"arcade/sessions/matgo/tell"
	"arcade/sessions/paint"
	"arcade/sessions/play"
	"arcade/sessions/screentest"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// luminance returns a colour's luminance, as WCAG 2 defines it.
func luminance(c paint.Colour) float64 {
	rgb, ok := c.RGB()
	if !ok {
		n, _ := c.Index()
		r, g, b, _ := ansi.IndexedColor(n).RGBA()
		rgb = r>>8<<16 | g>>8<<8 | b>>8
	}
	sum := 0.0
	for i, weight := range []float64{0.0722, 0.7152, 0.2126} {
		v := float64(rgb>>(8*i)&0xFF) / 255
		if v <= 0.04045 {
			sum += weight * v / 12.92
		} else {
			sum += weight * math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return sum
}

// The month and the mark on every card can be read in every theme, size and language.
func TestCardHeads(t *testing.T) {
	c := ui.New(10, 8)
	c.Rich = true
	for _, lang := range []words.Lang{words.KO, words.EN} {
		for card := range matgo.Card(matgo.Cards) {
			for _, z := range []hwatu.Size{hwatu.Small, hwatu.Large, hwatu.Huge} {
				c.Reset(10, 8)
				c.Strict = true
				hwatu.Paint(&app.App{Lang: lang}, c.Region, 0, 0, card, z)
				if len(c.Errors) > 0 {
					t.Errorf("%v: %v", card, c.Errors)
				}
				for _, theme := range []ui.Theme{ui.Night, ui.Day, ui.Dark256, ui.Light256} {
					for x, at := range c.Cells().Row(0)[:z.W()] {
						s := theme.Palette().Look(at.Surface, at.Ink)
						fg, bg := luminance(s.Fg), luminance(s.Bg)
						if ratio := (max(fg, bg) + 0.05) / (min(fg, bg) + 0.05); at.Rune != ' ' && at.Rune != paint.Tail && ratio < 4.5 {
							t.Errorf("%v in size %d, theme %d: %q at %d has a contrast of %.1f", card, z, theme, at.Rune, x, ratio)
						}
					}
				}
			}
		}
	}
}

// All words in pixels have rows of one width, and every call has a look.
func TestBigWords(t *testing.T) {
	for name, rows := range hwatu.BigWords {
		for _, row := range rows {
			if len(row) != len(rows[0]) || strings.Trim(row, ".#") != "" {
				t.Errorf("%s has a row %q", name, row)
			}
		}
	}
	for set, call := range tell.SetCalls {
		if hwatu.BigWords[call.Ko] == nil || call.Look == nil {
			t.Errorf("%s: no word %q", set, call.Ko)
		}
	}
}

// headAt returns the text on a card's head at a cell.
func headAt(p *screentest.Person, x, y, w int) string {
	text := ""
	for _, at := range p.Canvas().Cells().Row(y)[x : x+w] {
		if at.Rune != paint.Tail {
			text += string(at.Rune)
		}
	}
	return text
}

// A click on the picture of a thing has the effect of its key, on both tables.
func TestRichHits(t *testing.T) {
	small, large := screentest.RichSizes[0], screentest.RichSizes[1]
	for name, tc := range map[string]struct {
		seat         games.Seat
		round, plies int
		large        bool
		x, y         int // of the click
		head         string
		headX, headY int
		clicks       int
		want         games.Action
	}{
		"hand, small":     {0, 0, 12, false, 17, 19, "6", 15, 17, 2, "play 06q"},
		"hand, large":     {0, 0, 12, true, 26, 31, "m6", 22, 28, 2, "play 06q"},
		"digit, small":    {0, 0, 12, false, 15, 21, "6", 15, 17, 2, "play 06q"},
		"floor, small":    {0, 0, 12, false, 5, 6, "1", 3, 4, 1, "play 01t"},
		"floor, large":    {0, 0, 12, true, 7, 6, "m1", 4, 3, 1, "play 01t"},
		"under, small":    {1, 0, 1, false, 39, 10, "Bl", 38, 9, 1, "take 10t"},
		"letter, small":   {1, 0, 1, false, 38, 13, "Bl", 38, 9, 1, "take 10t"},
		"under, large":    {1, 0, 1, true, 48, 20, "Bl", 47, 17, 1, "take 10t"},
		"letter, large":   {1, 0, 1, true, 47, 23, "Bl", 47, 17, 1, "take 10t"},
		"Go, small":       {1, 0, 18, false, 64, 9, " 1 ", 61, 4, 1, "go"},
		"Go, large":       {1, 0, 18, true, 40, 13, " 1 ", 35, 10, 1, "go"},
		"Stop, small":     {1, 0, 18, false, 75, 12, " 2 ", 70, 4, 1, "stop"},
		"Stop, large":     {1, 0, 18, true, 60, 13, " 2 ", 55, 10, 1, "stop"},
		"the table, none": {0, 0, 12, false, 15, 6, "2", 13, 4, 1, ""},
	} {
		inRound(t, tc.seat, tc.round, tc.plies, func(h *screentest.Hall, p, o *screentest.Person, tb *play.Table) {
			size := small
			if tc.large {
				size = large
			}
			p.Change(func(s *app.Settings) { s.Lang = "en" })
			p.LookAs(size.Width, size.Height, ui.LevelRich)
			h.Pass(screentest.BeforeAnswer)
			if got := headAt(p, tc.headX, tc.headY, len(tc.head)); got != tc.head {
				t.Fatalf("%s: %q stands there:\n%s", name, got, p.Canvas().Plain(p.Glyphs))
			}
			for range tc.clicks {
				p.Click(tc.x, tc.y)
			}
			got := games.Action("")
			if plies(p) > tc.plies {
				got = lastAction(p)
			}
			if got != tc.want {
				t.Errorf("%s: %q", name, got)
			}
		})
	}
}

// A ply's motion, including moving cards, takes at most the time allowed to any game, in at most ten frames
// a second.
func TestRichMotionEnds(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		game, err := h.House.Lobby.Game(matgo.Name)
		h.Must(err)
		p := h.Me()
		p.LookAs(80, 24, ui.LevelRich)
		flown, told := 0, 0
		for _, round := range []int{bakRound, ppukRound, factorRound, 17, 45} {
			r := screentest.MatgoRounds()[round]
			h.Dealt.Next = string(r.Options)
			pos, err := game.Start(games.Setup{Game: matgo.Name, Seed: fmt.Sprint("motion ", round)})
			h.Must(err)
			for _, text := range r.Actions {
				before, ply := pos.View(games.Everything), games.Ply{Seat: pos.ToAct(), Action: games.Action(text[2:])}
				ply.Events, err = pos.Apply(ply.Action)
				h.Must(err)
				s := &play.Scene{View: pos.View(games.Everything), Before: before, Plies: []games.Ply{ply}, Seats: make([]table.SeatInfo, 2)}
				tale := tell.Ply(p.App, s, "normal")
				if tale.Total > play.MaxMotion {
					t.Errorf("round %d, %s: %v", round, ply.Action, tale.Total)
				}
				for _, f := range tale.Frames {
					told++
					if f.Flies != nil {
						flown++
					}
					if f.Lasts < tell.LeastPace {
						t.Errorf("round %d, %s: a frame of %v", round, ply.Action, f.Lasts)
					}
				}
			}
		}
		if flown == 0 || flown == told {
			t.Errorf("%d of %d frames have cards under way", flown, told)
		}
	})
}
