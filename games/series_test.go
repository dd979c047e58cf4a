package games_test

import (
	"encoding/json"
	"errors"
	"testing"

	"arcade/games"
)

// duel is a small series with hidden information: each seat plays "a" or "b" in turn, eight times in all;
// "show" is shown to all for 2 s and keeps the turn.
type duel struct{}

func (duel) Info() games.Info                                         { return games.Info{Name: "duel", Seats: 2, Hidden: true, Rules: 1} }
func (duel) Bots() []games.Bot                                        { return nil }
func (duel) Start(games.Setup) (games.Position, error)                { return &duelPosition{}, nil }
func (duel) NextRound(r games.Round) (out json.RawMessage, err error) { return r.Options, nil }

type duelPosition struct{ n int }

type shown struct{}

func (shown) Kind() string { return "show" }

func (p *duelPosition) ToAct() games.Seat {
	if p.n == 8 {
		return games.Nobody
	}
	return games.Seat(p.n % 2)
}
func (p *duelPosition) Legal() []games.Action       { return []games.Action{"a", "b", "show"} }
func (p *duelPosition) DefaultAction() games.Action { return "b" }
func (p *duelPosition) View(games.Seat) any         { return p.n }
func (p *duelPosition) Apply(a games.Action) ([]games.Event, error) {
	if a == "show" {
		return []games.Event{{Fact: shown{}, Hold: 2000}}, nil
	}
	p.n++
	return nil, nil
}
func (p *duelPosition) Result() *games.Result {
	if p.n < 8 {
		return nil
	}
	return &games.Result{Reason: games.Finished, Winner: 0}
}
func (p *duelPosition) Standing() any { return map[string]any{"standing": p.n} }
func (p *duelPosition) Forfeit(loser games.Seat) any {
	return map[string]any{"lost_by": int(loser)}
}

func newDuel(t *testing.T, terms games.Terms, control string) *games.Match {
	t.Helper()
	terms.Control = parse(t, control)
	m, err := games.NewMatch(duel{}, games.Setup{Game: "duel"}, terms, 0)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func acted(seat games.Seat, a games.Action, at int64) games.Entry {
	return games.Entry{Kind: games.Act, Seat: seat, Action: a, At: at}
}

func lapse(seat games.Seat, a games.Action, at int64) games.Entry {
	return games.Entry{Kind: games.Lapse, Seat: seat, Action: a, At: at}
}

func refuse(t *testing.T, m *games.Match, want error, e games.Entry) {
	t.Helper()
	before := m.Len()
	if _, err := m.Add(e); !errors.Is(err, want) {
		t.Fatalf("%+v: %v, want %v", e, err, want)
	}
	if m.Len() != before {
		t.Fatalf("%+v was refused and folded", e)
	}
}

func TestLapse(t *testing.T) {
	m := newDuel(t, games.Terms{}, "30s")
	refuse(t, m, games.ErrNotAllowed, lapse(0, "b", 29_999)) // there is time left
	add(t, m, acted(0, "a", 10_000))
	refuse(t, m, games.ErrNotAllowed, lapse(0, "b", 41_000)) // not on turn
	refuse(t, m, games.ErrNotAllowed, lapse(1, "a", 41_000)) // not the default move
	refuse(t, m, games.ErrNotAllowed, games.Entry{Kind: games.Timeout, Seat: 1, At: 41_000})
	refuse(t, m, games.ErrFlagFell, acted(1, "a", 41_000))
	if a, ok := m.Lapse(40_000); !ok || a != "b" {
		t.Fatalf("lapse %q, %v", a, ok)
	}
	add(t, m, lapse(1, "b", 40_000))
	if p := m.Plies(); len(p) != 2 || !p[1].Forced || p[1].Action != "b" || m.Lapses(1) != 1 || m.Lapses(0) != 0 {
		t.Fatalf("after a lapse: %+v, %d in a row", p, m.Lapses(1))
	}
	if left, running := m.Left(0, 45_000); left != 25_000 || !running {
		t.Errorf("the other has %d ms, running %v", left, running)
	}
	add(t, m, acted(0, "a", 50_000), lapse(1, "b", 80_000), acted(0, "a", 81_000))
	if left, _ := m.Left(1, 81_000); left != 30_000 {
		t.Errorf("a whole decision after a lapse is %d ms", left)
	}
	if _, ok := m.Lapse(200_000); ok {
		t.Error("a third lapse in a row")
	}
	refuse(t, m, games.ErrNotAllowed, lapse(1, "b", 200_000))
	add(t, m, games.Entry{Kind: games.Timeout, Seat: 1, At: 111_000})
	r := m.Result()
	if r == nil || r.Reason != games.TimedOut || r.Winner != 0 || r.Fields.(map[string]any)["lost_by"] != 1 {
		t.Errorf("result %+v", r)
	}
}

func TestOwnDecisionEndsTheRowOfLapses(t *testing.T) {
	m := newDuel(t, games.Terms{}, "30s")
	add(t, m, acted(0, "a", 0), lapse(1, "b", 30_000), acted(0, "a", 30_000), acted(1, "a", 59_000))
	if m.Lapses(1) != 0 {
		t.Errorf("%d lapses after an own decision", m.Lapses(1))
	}
}

// With a clock for the whole match, or in a game without default moves, a timeout loses.
func TestNoLapse(t *testing.T) {
	m := newDuel(t, games.Terms{Follows: true}, "1+0")
	if _, ok := m.Lapse(61_000); ok {
		t.Error("a lapse under a clock for the whole match")
	}
	add(t, m, games.Entry{Kind: games.Timeout, Seat: 0, At: 61_000})

	o := newMatch(t, games.Terms{Control: parse(t, "30s")})
	if _, ok := o.Lapse(31_000); ok {
		t.Error("a lapse in a game that has no mild action")
	}
}

func TestHeld(t *testing.T) {
	m := newDuel(t, games.Terms{}, "30s")
	add(t, m, acted(0, "show", 1000))
	if m.Held() != 3000 {
		t.Fatalf("held until %d", m.Held())
	}
	refuse(t, m, games.ErrHeld, acted(0, "a", 2999))
	if left, _ := m.Left(0, 3000); left != 30_000 {
		t.Errorf("the time of a decision ran while everybody looked: %d ms left", left)
	}
	add(t, m, acted(0, "a", 3000))
	if m.Held() != 0 {
		t.Errorf("held until %d by an action that shows nothing", m.Held())
	}
	add(t, m, acted(1, "show", 4000), games.Entry{Kind: games.Resign, Seat: 0, At: 4500}) // giving up need not wait for the event
}

func TestSeries(t *testing.T) {
	m := newDuel(t, games.Terms{}, "none")
	if !m.CanAbort() {
		t.Error("before the first decision a round cannot be called off")
	}
	add(t, m, acted(0, "a", 0))
	if m.CanAbort() {
		t.Error("a round can be called off by who has seen how it begins")
	}
	for _, k := range []games.Kind{games.OfferDraw, games.AskTakeback, games.ClaimDraw} {
		refuse(t, m, games.ErrNotAllowed, games.Entry{Kind: k, Seat: 0, At: 1})
	}
	if newDuel(t, games.Terms{Follows: true}, "none").CanAbort() {
		t.Error("a later round can be called off")
	}
	add(t, m, games.Entry{Kind: games.Resign, Seat: 0, At: 1})
	if f := m.Result().Fields.(map[string]any); f["lost_by"] != 0 || f["standing"] != nil {
		t.Errorf("fields %v", f)
	}
}
