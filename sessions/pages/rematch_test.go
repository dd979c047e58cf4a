package pages

import (
	"testing"
	"time"

	"arcade/games"
	"arcade/lobby/pairing"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/play/replays"
	"arcade/sessions/screentest"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// A request for another match during the analysis is in row 0, where it is answered. The asker is told of a
// refusal.
func TestRematchOverAnalysis(t *testing.T) {
	for _, key := range []string{"+", "-"} {
		screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
			p, o := screentest.MyTurn(h, pairing.Offer{})
			id := p.Top().(*play.Table).ID
			h.Must(o.Visit.Do(id, games.Resign))
			h.Pass(time.Second)
			p.Do(func(a *app.App) { a.Push(replays.NewReviewed(id)) })
			h.Pass(time.Second)
			h.Must(o.Visit.Rematch(id))
			h.Pass(time.Second)
			asked := p.T("res.wants", "p", o.Visit.Me().Name)
			p.Wants(asked, true)
			p.Wants("- "+p.T("key.decline"), true)
			p.Press(key)
			h.Pass(time.Second)
			p.Wants(asked, false)
			tb, ok := o.Top().(*play.Table)
			if key == "+" {
				if !ok || tb.ID == id {
					t.Errorf("no other match has begun: %T", o.Top())
				}
				return
			}
			o.Wants(o.T("res.declined", "p", p.Visit.Me().Name), true)
		})
	}
}

// A player asks an opponent who has left for another match from the result. The seat stays when the asker
// leaves, and is in the list at home.
func TestRematchAskedOfOneWhoLeft(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := screentest.Ended(h, screentest.SixMoves, func(_, o *screentest.Person, id string) {
			h.Must(o.Visit.Do(id, games.Resign))
			o.End()
		})
		p.Press("1")
		tb, ok := p.Top().(*play.Table)
		if !ok || !tb.Snap.Again || !tb.Snap.Rated {
			t.Fatalf("no open seat: %T", p.Top())
		}
		p.LookAs(80, 24, ui.LevelLines)
		p.Wants(p.T("wait.again"), true)
		p.Press("esc")
		p.Do(func(a *app.App) { a.Home() })
		p.Wants("You asked", true)
		p.Wants("Othello, "+h.Name(1), true)
		p.End()
		h.Pass(time.Hour)
		if o := h.Other(); len(o.Visit.Invites()) != 1 {
			t.Error("it went with its asker")
		}
	})
}

// The request for another match ends when the asker withdraws it, and after a week.
func TestRematchQuestionCloses(t *testing.T) {
	for _, ends := range []string{"taken back", "after a week"} {
		screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
			p := screentest.Ended(h, screentest.SixMoves, func(_, o *screentest.Person, id string) {
				h.Must(o.Visit.Do(id, games.Resign))
				o.End()
			})
			p.Press("1")
			asked := p.Top().(*play.Table).ID
			p.End()
			h.Pass(table.AgainTime - 10*time.Minute)
			o := h.Other()
			list := o.Visit.Invites()
			if len(list) != 1 || list[0].ID != asked {
				t.Fatalf("%+v waits", list)
			}
			o.Do(func(a *app.App) { a.Home(); a.Push(play.NewInvite(list[0])) })
			o.Wants(o.T("inv.again"), true)
			if ends == "taken back" {
				h.Must(h.Me().Visit.Cancel(asked))
				h.Pass(time.Second)
			} else {
				h.Pass(10 * time.Minute)
			}
			o.Wants(o.T("inv.again"), false)
			o.Wants(o.T("inv.ended"), true)
		})
	}
}

// After a move in a game over days the key bar has the key to the next game that waits.
func TestNextGameInTheBar(t *testing.T) {
	for _, glyphs := range []ui.Level{ui.LevelLines, ui.LevelRich} {
		screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
			p, o := h.Me(), h.Other()
			h.Duel(p, o, pairing.Offer{Control: "1d", Seat: 0}, "d3")
			p.LookAs(80, 24, glyphs)
			p.Wants(p.T("tb.key.next"), true)
			o.LookAs(80, 24, glyphs)
			o.Wants(o.T("tb.key.next"), false)
		})
	}
}
