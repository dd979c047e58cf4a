package yut

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"arcade/games/yut"
	"arcade/sessions/play"
	"arcade/sessions/screentest"
	"arcade/sessions/ui"
	"arcade/sessions/words"
	"arcade/sessions/yut/board"
)

// withPictures adds golden frames on ui.LevelRich to the pages that show their own state.
func withPictures(pages []screentest.Page) []screentest.Page {
	for i := range pages {
		switch pages[i].Name {
		case "yut-fork", "yut-relic-second", "yut-stick-special":
			pages[i].Rich = screentest.RichSizes
		case "yut-roll", "yut-relics", "yut-watching-stick", "yut-over", "yut-kit", "yut-setup-done", "yut-stats":
			pages[i].Rich = screentest.RichSizes[:1]
		}
	}
	return pages
}

// Every relic has its own picture, of six by six pixels, and each throw its word in both languages.
func TestPicturesAreComplete(t *testing.T) {
	for _, r := range yut.Relics() {
		s := board.Sprites[r.ID]
		if len(s) != 6 || slices.ContainsFunc(s, func(row []ui.Token) bool { return len(row) != 6 }) {
			t.Errorf("%s is no picture of six by six pixels: %v", r.ID, s)
		}
	}
	for _, side := range []string{"stick-round", "stick-flat"} {
		if s := board.Sprites[side]; len(s) != 15 || len(s[0]) != 5 {
			t.Errorf("%s is no picture of a stick", side)
		}
	}
	for _, lang := range []words.Lang{words.KO, words.EN} {
		screentest.In(t, lang, func(t *testing.T, h *screentest.Hall) {
			a := h.Me().App
			names := []string{a.T("yt.end.word")}
			for token := yut.Do; token <= yut.Mo; token++ {
				names = append(names, shout(a, token))
			}
			for _, name := range names {
				rows := board.BigWords[name]
				if len(rows) == 0 || slices.ContainsFunc(rows, func(row []int) bool { return len(row) != len(rows[0]) }) {
					t.Errorf("%v: no word %q", lang, name)
				}
			}
		})
	}
}

// The nodes of a picture are apart, lie on the board, and have its order.
func TestPictureIsTheBoard(t *testing.T) {
	for _, b := range board.Boards {
		p, area := b.Picture, 0
		name := fmt.Sprint(p.W, "x", p.H)
		for n := yut.O1; n <= yut.Nodes; n++ {
			at := p.At[n]
			if at.X < 2 || at.X >= p.W-2 || at.Y < 1 || at.Y >= p.H-1 {
				t.Errorf("%s: %v is at %v", name, n, at)
			}
			for m := n + 1; m <= yut.Nodes; m++ {
				if to := p.At[m]; max(to.X-at.X, at.X-to.X) < 5 && max(to.Y-at.Y, at.Y-to.Y) < 2 {
					t.Errorf("%s: %v and %v are one over the other", name, n, m)
				}
			}
			if n <= yut.O20 {
				to := p.At[n%yut.O20+1]
				area += at.X*to.Y - to.X*at.Y
			}
		}
		if area >= 0 {
			t.Errorf("%s: O1 to O20 do not go counter-clockwise", name)
		}
	}
}

// A click on a picture works like its key, in both sizes.
func TestPicturesCanBeClicked(t *testing.T) {
	for _, size := range screentest.RichSizes {
		for name, tc := range map[string]struct {
			state string
			hits  func(v *gameView, view yut.View) []any
		}{
			"throw": {"again", func(*gameView, yut.View) []any { return []any{board.ThrowHit{}} }},
			"move": {"tokens", func(v *gameView, view yut.View) (list []any) {
				for _, token := range kinds(view.Hand) {
					list = append(list, board.TokenHit(token))
				}
				m, _ := v.focused(view)
				return append(list, board.NodeHit(m.From), board.NodeHit(m.To), board.NodeHit(yut.Home), board.NodeHit(yut.Finished))
			}},
			"fork": {"fork", func(v *gameView, view yut.View) (list []any) {
				for _, m := range v.ways(view) {
					list = append(list, wayHit(m.Action), board.NodeHit(m.To))
				}
				return list
			}},
			"stick": {"stick", func(*gameView, yut.View) []any {
				return []any{board.SlotHit(1), board.SlotHit(2), board.SlotHit(3), board.SlotHit(4), board.SlotHit(5)}
			}},
			"relic": {"relic", func(*gameView, yut.View) []any { return []any{board.SlotHit(1), board.SlotHit(2), board.SlotHit(3)} }},
		} {
			inYut(t, tc.state, func(t *testing.T, h *screentest.Hall, p *screentest.Person, tb *play.Table) {
				p.LookAs(size.Width, size.Height, ui.LevelRich)
				for _, want := range tc.hits(tb.Game.(*gameView), tb.Scene.View.(yut.View)) {
					if !seen(p, want) {
						t.Errorf("%s, %dx%d: nothing is drawn for %#v", name, size.Width, size.Height, want)
					}
				}
			})
		}
	}
}

// seen reports whether a click somewhere returns hit.
func seen(p *screentest.Person, hit any) bool {
	for y := range p.H {
		for x := range p.W {
			if got, ok := p.Canvas().HitAt(x, y); ok && got == hit {
				return true
			}
		}
	}
	return false
}

// The word of a throw stands over the board for a moment, and any key of the game ends it.
func TestWordOfAThrow(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		p.LookAs(80, 24, ui.LevelRich)
		id := yutBefore(h, p, "again")
		yutLast(h, p, id, "again")
		again := "steps, throw again!"
		shows := func(want bool, when string) {
			t.Helper()
			p.LookAs(80, 24, ui.LevelRich)
			p.Wants(again, want)
			if t.Failed() {
				t.Fatal(when)
			}
		}
		shows(false, "at once")
		h.Pass(200 * time.Millisecond)
		shows(true, "after they lie")
		p.Press("tab")
		shows(false, "after a key")
	})
}
