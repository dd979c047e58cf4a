package othello

import (
	"math"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arcade/games"
	"arcade/games/othello"
	"arcade/sessions/app"
	"arcade/sessions/client"
	"arcade/sessions/paint"
	"arcade/sessions/play"
	"arcade/sessions/play/replays"
	"arcade/sessions/screentest"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// A click on a square plays like the key, in every size.
func TestSquaresCanBeClicked(t *testing.T) {
	for _, size := range []client.Size{{Width: 48, Height: 23}, {Width: 48, Height: 40}, {Width: 80, Height: 24}, {Width: 120, Height: 40}, {Width: 200, Height: 60}} {
		synctest.Test(t, func(t *testing.T) {
			p := screentest.OnTurn(screentest.NewHall(t, words.EN))
			p.LookAs(size.Width, size.Height, ui.LevelRich)
			click := func(sq othello.Square) {
				for _, at := range p.Canvas().Areas() {
					if at.Msg == square(sq) {
						p.Click(at.X+at.W/2, at.Y+at.H/2)
						return
					}
				}
				t.Fatalf("%v: no square %v", size, sq)
			}
			click(13) // f2 has a disc
			if want := p.T("ot.occupied"); p.Note != want {
				t.Errorf("%v: %q, not %q", size, p.Note, want)
			}
			click(11) // d2
			if s := p.Top().(*play.Table).Snap; len(s.Plies) != 7 || s.Plies[6].Action != "d2" {
				t.Errorf("%v: %d plies", size, len(s.Plies))
			}
		})
	}
}

// A click on a move of a replay's list goes there.
func TestMovesCanBeClicked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := screentest.Ended(screentest.NewHall(t, words.EN), screentest.FullBlack, nil)
		p.Press("v")
		p.LookAs(80, 24, ui.LevelRich)
		r := p.Top().(*replays.Replay)
		p.ClickOn("h8")
		if r.Ply != 49 {
			t.Errorf("at %d", r.Ply)
		}
	})
}

func TestPicturesOfDiscs(t *testing.T) {
	for side := range 2 {
		for _, set := range []*pictures{large, huge} {
			for p, s := range append(slices.Clone(set.discs[side][:]), set.rings[side]) {
				if s == nil || s.W != set.w || s.H != set.h {
					t.Errorf("%dx%d, side %d, %d: %+v", set.w, set.h, side, p, s)
				}
			}
		}
		if s := tiles[side]; s == nil || s.W != 6 || s.H != 3 {
			t.Errorf("tile of side %d: %+v", side, s)
		}
	}
}

// Discs turn over their edges, farther ones a little later. Then all lie flat.
func TestTurning(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v, a := newView(), &app.App{Glyphs: ui.LevelRich}
		a.Set.Motion = "normal"
		view := othello.View{Board: strings.Repeat("-", 16) + "XXXX----" + strings.Repeat("-", 40)}
		s := &play.Scene{View: view, Before: view, Moved: time.Now(), Plies: []games.Ply{
			{Seat: 0, Action: "d3", Events: []games.Event{{Fact: othello.EventMove{Square: 19, Flipped: []othello.Square{16, 17, 18}}}}},
		}}
		for _, tt := range []struct {
			row   string
			poses [3]pose // from the farthest
		}{
			{"OOOX----", [3]pose{atRest, atRest, atRest}},
			{"OOOX----", [3]pose{atRest, atRest, halfTurned}},
			{"OOXX----", [3]pose{halfTurned, halfTurned, onEdge}},
			{"XXXX----", [3]pose{onEdge, onEdge, halfTurned}},
			{"XXXX----", [3]pose{halfTurned, halfTurned, atRest}},
			{"XXXX----", [3]pose{atRest, atRest, atRest}},
		} {
			board, posed := v.poses(a, s, view)
			if got := [3]pose(posed[16:19]); board[16:24] != tt.row || got != tt.poses {
				t.Errorf("after %v: %s %v, not %s %v", s.SinceMove(), board[16:24], got, tt.row, tt.poses)
			}
			time.Sleep(100 * time.Millisecond)
		}
	})
}

// The drawn lead ends with the board.
func TestLeads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := screentest.Ended(screentest.NewHall(t, words.EN), screentest.FullBlack, nil)
		s := p.Stack[len(p.Stack)-2].(*play.Table).Snap
		view := s.View.(othello.View)
		list := leads(s.Plies)
		if got, want := list[len(list)-1], view.Counts[0]-view.Counts[1]; len(list) != len(s.Plies) || got != want || list[0] != 3 {
			t.Errorf("%d leads to %d, not %d", len(list), got, want)
		}
	})
}

// The states of a square also differ in shades of grey, in every theme with pictures: by a character, or by
// a clearly different lightness of ink or ground.
func TestSquaresInGrey(t *testing.T) {
	squares := map[string]cell{
		"empty": {disc: '-'}, "legal": {disc: '-', legal: true}, "focus": {disc: '-', focus: true}, "focus, legal": {disc: '-', focus: true, legal: true},
		"black": {disc: 'X'}, "white": {disc: 'O'}, "black, last": {disc: 'X', last: true}, "white, last": {disc: 'O', last: true},
		"black, focus": {disc: 'X', focus: true}, "white, focus": {disc: 'O', focus: true},
	}
	lightness := func(c paint.Colour) float64 {
		if rgb, ok := c.RGB(); ok {
			return (0.299*float64(rgb>>16) + 0.587*float64(rgb>>8&0xFF) + 0.114*float64(rgb&0xFF)) / 255
		}
		switch n, _ := c.Index(); {
		case n >= 232:
			return float64(8+10*int(n-232)) / 255
		case n >= 16:
			level := [...]float64{0, 95, 135, 175, 215, 255}
			n -= 16
			return (0.299*level[n/36] + 0.587*level[n/6%6] + 0.114*level[n%6]) / 255
		}
		return 0
	}
	for _, theme := range []ui.Theme{ui.Night, ui.Day, ui.NightVision, ui.DayVision, ui.Dark256, ui.Light256} {
		for _, size := range sizes {
			if size.Signs {
				continue
			}
			pw, ph := size.W+size.GapX, size.H+size.GapY
			draw := func(k cell) *ui.Canvas {
				c := ui.New(40, 20)
				c.Rich = true
				g := c.Sub(ui.Rect{X: 4, Y: 4, W: 20, H: 12})
				g.Fill(g.Rect(), feltLight)
				k.draw(g, size, ui.Rect{X: 1, Y: 1, W: size.W, H: size.H})
				return c
			}
			differ := func(a, b *ui.Canvas) bool {
				for i := range (pw + 2) * (ph + 2) {
					x, y := 4+i%(pw+2), 4+i/(pw+2)
					p, q := a.Cells().At(x, y), b.Cells().At(x, y)
					s, u := theme.Palette().Look(p.Surface, p.Ink), theme.Palette().Look(q.Surface, q.Ink)
					if p.Rune != q.Rune || math.Abs(lightness(s.Bg)-lightness(u.Bg)) > 0.12 || p.Rune != ' ' && math.Abs(lightness(s.Fg)-lightness(u.Fg)) > 0.12 {
						return true
					}
				}
				return false
			}
			for a, k := range squares {
				for b, o := range squares {
					if a != b && !differ(draw(k), draw(o)) {
						t.Errorf("theme %d, squares of %dx%d: %s looks as %s", theme, pw, ph, a, b)
					}
				}
			}
		}
	}
}
