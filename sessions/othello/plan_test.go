package othello

import (
	"slices"
	"strings"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/othello"
	"arcade/lobby/pairing"
	"arcade/lobby/room"
	"arcade/sessions/play"
	"arcade/sessions/screentest"
	"arcade/sessions/words"
)

// planning shows the board of replies, with the opponent on turn.
func planning(h *screentest.Hall) (p, o *screentest.Person, id string) {
	p, o = h.Me(), h.Other()
	id = h.Duel(p, o, pairing.Offer{Game: othello.Name, Control: room.OneDay, Seat: 0}, "d3")
	p.Press("w")
	if _, ok := p.Top().(*plan); !ok {
		h.T.Fatalf("%T is no board of replies", p.Top())
	}
	return p, o, id
}

// put places squares on the board of replies.
func put(p *screentest.Person, squares ...string) {
	for _, s := range squares {
		sq, _ := othello.ParseSquare(s)
		p.ClickHit(square(sq))
	}
}

// Replies are placed on the board, stored by s, and played when the opponent plays the moves before them. n
// goes to the next game that waits.
func TestPlan(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p, o, id := planning(h)
		put(p, "c3")
		p.Press("s") // it ends with the opponent's move
		if l, err := p.Visit.Replies(id); err != nil || len(l.Lines) > 0 {
			t.Fatalf("kept %v, %v", l, err)
		}
		put(p, "c4", "c5")
		p.Press("backspace")
		p.Wants("c3 c4", true)
		p.Press("s")
		put(p, "e3", "f4")
		p.Press("s")
		l, err := p.Visit.Replies(id)
		h.Must(err)
		if len(l.Lines) != 2 || !slices.Equal(l.Lines[1], []games.Action{"e3", "f4"}) {
			t.Fatalf("kept %v", l)
		}
		put(p, "c3", "b3") // another answer to the same move
		p.Press("s")
		if l, _ = p.Visit.Replies(id); len(l.Lines) != 2 || l.Lines[1][1] != "b3" {
			t.Fatalf("kept %v", l)
		}
		h.Must(o.Visit.Act(id, 1, "c3"))
		h.Pass(2 * time.Second)
		s, err := p.Visit.Table(id)
		h.Must(err)
		var played []string
		for _, ply := range s.Plies {
			played = append(played, string(ply.Action))
		}
		if got := strings.Join(played, " "); got != "d3 c3 b3" {
			t.Errorf("played %s", got)
		}
		if _, ok := p.Top().(*play.Table); !ok {
			t.Errorf("still before %T after the opponent's move", p.Top())
		}
		p.Press("n")
		p.Wants("No other game waits for you", true)
	})
}

// Several kept lines go after a question, one line at once. The question goes when the opponent moves.
func TestPlanClear(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p, o, id := planning(h)
		kept := func(want int) {
			t.Helper()
			if l, err := p.Visit.Replies(id); err != nil || len(l.Lines) != want {
				t.Fatalf("kept %v, want %d; %v", l.Lines, want, err)
			}
		}
		two := func() {
			put(p, "c3", "c4")
			p.Press("s")
			put(p, "e3", "f4")
			p.Press("s")
		}
		two()
		for i, answer := range []string{"esc", "2"} {
			p.Press("d")
			kept(2)
			h.Pass(screentest.BeforeAnswer)
			p.Press(answer)
			kept(2 - 2*i)
		}
		put(p, "c3", "c4")
		p.Press("s", "d")
		kept(0)
		two()
		p.Press("d")
		h.Must(o.Visit.Act(id, 1, "c5"))
		h.Pass(2 * time.Second)
		if _, ok := p.Top().(*play.Table); !ok {
			t.Errorf("before %T after the opponent's move", p.Top())
		}
	})
}
