package games_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"arcade/games"
	"arcade/games/othello"
)

var (
	game = othello.Game{}
	// opening is a legal line of alternating moves.
	opening = actions("d3 c5 f6 f3 f5 d2 g2 f4")
	// passing leads to a forced pass of seat 1; moves after it are h4, pass, a7, f8.
	passing = actions("e6 f4 d3 e7 f5 e3 f2 e2 f7 c4 b3 g7 g8 d6 c5 c6 g4 c3 b4 a2 d7 a3 b2 g6 f6 d2 f3 g3 e1 b1 h5 h6 h2 h3 c2 e8 a5 h1 b6 f1 b7 a6 a1 b5 h7 d1 c1 a8 g1 a4 g2 g5 d8 c7 c8 b8 h8")
)

func actions(line string) (list []games.Action) {
	for _, w := range strings.Fields(line) {
		list = append(list, games.Action(w))
	}
	return list
}

func parse(t testing.TB, control string) games.Control {
	t.Helper()
	c, err := games.ParseControl(control)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func newMatch(t testing.TB, terms games.Terms) *games.Match {
	t.Helper()
	m, err := games.NewMatch(game, games.Setup{Game: "othello"}, terms, 0)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func add(t testing.TB, m *games.Match, entries ...games.Entry) {
	t.Helper()
	for _, e := range entries {
		if err := m.Check(e); err != nil {
			t.Fatalf("check %+v: %v", e, err)
		}
		if _, err := m.Add(e); err != nil {
			t.Fatalf("%+v: %v", e, err)
		}
	}
}

// played returns a match after the actions, a second apart.
func played(t testing.TB, terms games.Terms, line ...games.Action) *games.Match {
	t.Helper()
	m := newMatch(t, terms)
	for _, a := range line {
		add(t, m, games.Entry{Kind: games.Act, Seat: m.ToAct(), Action: a, At: int64(m.Len()) * second})
	}
	return m
}

// now returns an entry of a kind, a second after the last one.
func now(m *games.Match, kind games.Kind, seat games.Seat) games.Entry {
	return games.Entry{Kind: kind, Seat: seat, At: m.LastAt() + second}
}

func act(m *games.Match, a games.Action) games.Entry {
	e := now(m, games.Act, m.ToAct())
	e.Action = a
	return e
}

// refused wants Check and Add to refuse e with want and to leave the match unchanged.
func refused(t testing.TB, m *games.Match, e games.Entry, want error) {
	t.Helper()
	before := state(m)
	if err := m.Check(e); !errors.Is(err, want) {
		t.Errorf("check %+v: %v, want %v", e, err, want)
	}
	if _, err := m.Add(e); !errors.Is(err, want) {
		t.Errorf("%+v: %v, want %v", e, err, want)
	}
	if after := state(m); after != before {
		t.Errorf("%+v was refused and changed the match\n%s\n%s", e, before, after)
	}
}

// state returns everything that a match shows, as text.
func state(m *games.Match) string {
	s := map[string]any{
		"view": m.View(games.Everything), "result": m.Result(), "act": m.ToAct(), "legal": m.Legal(),
		"plies": m.Plies(), "len": m.Len(), "last": m.LastAt(), "draw": m.DrawOffer(), "take": m.TakebackRequest(),
		"begun": m.Begun(), "abort": m.CanAbort(),
	}
	for seat := range games.Seat(2) {
		left, running := m.Left(seat, m.LastAt()+500)
		s[fmt.Sprint("seat", seat)] = []any{left, running, m.CanOfferDraw(seat), m.CanAskTakeback(seat)}
	}
	data, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(data)
}

func wantResult(t testing.TB, m *games.Match, reason string, winner games.Seat) {
	t.Helper()
	r := m.Result()
	if r == nil || r.Reason != reason || r.Winner != winner {
		t.Fatalf("result %+v, want %s, winner %d", r, reason, winner)
	}
	if !m.Over() || m.ToAct() != games.Nobody || len(m.Legal()) != 0 || m.CanAbort() || m.ForcedNow() ||
		m.DrawOffer() != games.Nobody || m.TakebackRequest() != games.Nobody {
		t.Error("something can still be done after the end")
	}
	var says struct{ Score []int }
	if err := r.Read(&says); err != nil || len(says.Score) != 2 {
		t.Errorf("score %v, %v", says.Score, err)
	}
	for _, kind := range kinds {
		refused(t, m, games.Entry{Kind: kind, Seat: 0, At: m.LastAt()}, games.ErrOver)
	}
}

var kinds = []games.Kind{
	games.Act, games.Resign, games.Timeout, games.OfferDraw, games.DeclineDraw, games.AcceptDraw, games.AskTakeback,
	games.DeclineTakeback, games.GrantTakeback, games.Abort, games.ClaimWin, games.ClaimDraw, games.Look, games.Restart, games.Void,
}

func TestEnds(t *testing.T) {
	for _, tt := range []struct {
		kind   games.Kind
		seat   games.Seat
		reason string
		winner games.Seat
	}{
		{games.Resign, 0, games.Resigned, 1},
		{games.Resign, 1, games.Resigned, 0},
		{games.ClaimWin, 1, games.Abandoned, 1},
		{games.ClaimDraw, 0, games.Abandoned, games.Nobody},
		{games.Void, games.Nobody, games.Aborted, games.Nobody},
	} {
		m := played(t, games.Terms{Rated: true}, opening...)
		add(t, m, now(m, tt.kind, tt.seat))
		wantResult(t, m, tt.reason, tt.winner)
	}
	m := played(t, games.Terms{}, slices.Concat(passing, actions("pass h4 pass a7 f8"))...)
	wantResult(t, m, "board_full", 0)
}

// The result's JSON has the game's fields beside the common ones.
func TestResultJSON(t *testing.T) {
	m := played(t, games.Terms{}, opening[:2]...)
	add(t, m, now(m, games.Resign, 1))
	got, err := json.Marshal(m.Result())
	if want := `{"reason":"resign","score":[3,3],"winner":0}`; err != nil || string(got) != want {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
	got, _ = json.Marshal(games.Result{Reason: "x", Winner: games.Nobody})
	if want := `{"reason":"x","winner":null}`; string(got) != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestWrongEntries(t *testing.T) {
	m := played(t, games.Terms{}, opening[:3]...)
	for _, e := range []games.Entry{
		{Kind: "", Seat: 0},
		{Kind: "undo", Seat: 0},
		{Kind: games.Resign, Seat: 2},
		{Kind: games.Resign, Seat: games.Nobody},
		{Kind: games.Resign, Seat: games.Everything},
		{Kind: games.Resign, Seat: 0, Action: "d3"},
		{Kind: games.AcceptDraw, Seat: 0},
		{Kind: games.DeclineDraw, Seat: 1},
		{Kind: games.GrantTakeback, Seat: 0},
		{Kind: games.DeclineTakeback, Seat: 1},
		{Kind: games.Abort, Seat: 0},
		{Kind: games.Abort, Seat: games.Nobody},
		{Kind: games.Timeout, Seat: 1},
		{Kind: games.Restart, Seat: 1},
		{Kind: games.Void, Seat: 1},
		{Kind: games.Look, Seat: 0},
	} {
		refused(t, m, e, games.ErrNotAllowed)
	}
	refused(t, m, games.Entry{Kind: games.Act, Seat: 0, Action: opening[3]}, games.ErrNotYourTurn)
	before := state(m)
	var illegal *games.IllegalError
	if _, err := m.Add(act(m, "a1")); !errors.As(err, &illegal) || state(m) != before {
		t.Errorf("a1: %v", err)
	}
	// Spectators cannot offer anything.
	if m.CanOfferDraw(games.Spectator) || m.CanAskTakeback(games.Spectator) {
		t.Error("a spectator can offer something")
	}
}

func TestAbortOnlyBeforeBothHaveMoved(t *testing.T) {
	for _, seat := range []games.Seat{0, 1, games.Nobody} {
		for n := range 2 {
			m := played(t, games.Terms{Rated: true}, opening[:n]...)
			add(t, m, now(m, games.Abort, seat))
			wantResult(t, m, games.Aborted, games.Nobody)
		}
		m := played(t, games.Terms{Rated: true}, opening[:2]...)
		refused(t, m, now(m, games.Abort, seat), games.ErrNotAllowed)
	}
	// A move taken back still counts as made: the players cannot abort freely again.
	m := played(t, games.Terms{}, opening[:2]...)
	add(t, m, now(m, games.AskTakeback, 0), now(m, games.GrantTakeback, 1))
	if len(m.Plies()) != 0 {
		t.Fatal("not at the start")
	}
	refused(t, m, now(m, games.Abort, 0), games.ErrNotAllowed)
}

func TestDrawOffers(t *testing.T) {
	begin := func(n int) *games.Match { return played(t, games.Terms{Rated: true}, opening[:n]...) }

	m := begin(1)
	refused(t, m, now(m, games.OfferDraw, 0), games.ErrNotAllowed)

	m = begin(2)
	add(t, m, now(m, games.OfferDraw, 0))
	if m.DrawOffer() != 0 {
		t.Fatal("no offer stands")
	}
	refused(t, m, now(m, games.AcceptDraw, 0), games.ErrNotAllowed)
	refused(t, m, now(m, games.DeclineDraw, 0), games.ErrNotAllowed)
	refused(t, m, now(m, games.OfferDraw, 0), games.ErrNotAllowed)
	refused(t, m, now(m, games.OfferDraw, 1), games.ErrNotAllowed)
	add(t, m, act(m, opening[2])) // the offer outlives its maker's own move
	add(t, m, now(m, games.AcceptDraw, 1))
	wantResult(t, m, games.Agreed, games.Nobody)

	// Declined: not again in the same position, but after the next action.
	m = begin(2)
	add(t, m, now(m, games.OfferDraw, 0), now(m, games.DeclineDraw, 1))
	if m.DrawOffer() != games.Nobody {
		t.Error("the declined offer stands")
	}
	refused(t, m, now(m, games.OfferDraw, 0), games.ErrNotAllowed)
	add(t, m, act(m, opening[2]), now(m, games.OfferDraw, 0))

	// Playing on declines.
	add(t, m, act(m, opening[3]))
	refused(t, m, now(m, games.AcceptDraw, 1), games.ErrNotAllowed)

	// A forced pass is not playing on.
	m = played(t, games.Terms{}, passing...)
	add(t, m, now(m, games.OfferDraw, 0), act(m, "pass"))
	if m.DrawOffer() != 0 {
		t.Error("the pass that the table played declined the draw")
	}
	add(t, m, now(m, games.AcceptDraw, 1))
	wantResult(t, m, games.Agreed, games.Nobody)

	// An offer does not outlive the match.
	m = played(t, games.Terms{}, slices.Concat(passing, actions("pass h4 pass a7"))...)
	add(t, m, now(m, games.OfferDraw, 1), act(m, "f8"))
	wantResult(t, m, "board_full", 0)
}

func TestTakeback(t *testing.T) {
	begin := func(n int) *games.Match { return played(t, games.Terms{}, opening[:n]...) }
	at := func(m *games.Match, n int) {
		t.Helper()
		if want := begin(n); !reflect.DeepEqual(m.View(0), want.View(0)) || len(m.Plies()) != n || m.ToAct() != want.ToAct() {
			t.Errorf("%d plies, seat %d to act, want the position after %d", len(m.Plies()), m.ToAct(), n)
		}
	}

	m := begin(0)
	refused(t, m, now(m, games.AskTakeback, 0), games.ErrNotAllowed)
	m = begin(1)
	refused(t, m, now(m, games.AskTakeback, 1), games.ErrNotAllowed)

	// The asker's own last action goes, with everything after it.
	m = begin(4)
	add(t, m, now(m, games.AskTakeback, 1), now(m, games.GrantTakeback, 0))
	at(m, 3)
	m = begin(4)
	add(t, m, now(m, games.AskTakeback, 0))
	if m.TakebackRequest() != 0 {
		t.Fatal("no request stands")
	}
	refused(t, m, now(m, games.GrantTakeback, 0), games.ErrNotAllowed)
	refused(t, m, now(m, games.AskTakeback, 1), games.ErrNotAllowed)
	add(t, m, now(m, games.GrantTakeback, 1))
	at(m, 2)
	if m.Len() != 6 {
		t.Errorf("%d entries, want 6: the log forgets nothing", m.Len())
	}
	// Further back, once more, and on with another move.
	add(t, m, now(m, games.AskTakeback, 1), now(m, games.GrantTakeback, 0))
	at(m, 1)
	add(t, m, act(m, "c3"))

	// Declined: not again in the same position.
	m = begin(4)
	add(t, m, now(m, games.AskTakeback, 0), now(m, games.DeclineTakeback, 1))
	refused(t, m, now(m, games.AskTakeback, 0), games.ErrNotAllowed)
	add(t, m, act(m, opening[4]), now(m, games.AskTakeback, 0))
	// Playing on declines too.
	add(t, m, act(m, opening[5]))
	refused(t, m, now(m, games.GrantTakeback, 1), games.ErrNotAllowed)
	at(m, 6)

	// A request declined further on does not block one in an earlier position.
	m = begin(4)
	add(t, m, now(m, games.AskTakeback, 0), now(m, games.DeclineTakeback, 1), now(m, games.OfferDraw, 0), now(m, games.DeclineDraw, 1))
	add(t, m, now(m, games.AskTakeback, 1), now(m, games.GrantTakeback, 0))
	if !m.CanAskTakeback(0) || !m.CanOfferDraw(0) {
		t.Error("what was declined in a position taken back still counts")
	}

	// Never in a rated match.
	m = played(t, games.Terms{Rated: true}, opening...)
	refused(t, m, now(m, games.AskTakeback, 0), games.ErrNotAllowed)

	// The plies that a caller holds stay as they were.
	m = begin(4)
	held := m.Plies()
	want := slices.Clone(held)
	add(t, m, now(m, games.AskTakeback, 1), now(m, games.GrantTakeback, 0))
	add(t, m, act(m, m.Legal()[0]))
	if !reflect.DeepEqual(held, want) {
		t.Error("the takeback wrote into plies that were handed out")
	}
}

func TestTakebackOverForcedPasses(t *testing.T) {
	n := len(passing) // seat 0 has just played, seat 1 must pass
	m := played(t, games.Terms{}, passing...)
	add(t, m, act(m, "pass"))
	// Seat 1 takes back its last decision, not the pass.
	add(t, m, now(m, games.AskTakeback, 1), now(m, games.GrantTakeback, 0))
	if len(m.Plies()) != n-2 || m.ToAct() != 1 {
		t.Errorf("%d plies, seat %d to act, want %d and seat 1", len(m.Plies()), m.ToAct(), n-2)
	}
	// Seat 0's request stays while the table plays the pass, which goes with the move.
	m = played(t, games.Terms{}, passing...)
	add(t, m, now(m, games.AskTakeback, 0), act(m, "pass"), now(m, games.GrantTakeback, 1))
	if len(m.Plies()) != n-1 || m.ToAct() != 0 {
		t.Errorf("%d plies, seat %d to act, want %d and seat 0", len(m.Plies()), m.ToAct(), n-1)
	}
}

func TestFoldMatchNamesTheEntry(t *testing.T) {
	entries := []games.Entry{
		{Kind: games.Act, Seat: 0, Action: "d3"},
		{Kind: games.Act, Seat: 1, Action: "d3"},
		{Kind: games.Resign, Seat: 0},
	}
	m, err := games.FoldMatch(game, games.Setup{}, games.Terms{}, 0, entries, nil)
	if err == nil || !strings.Contains(err.Error(), "entry 2: ") || m.Len() != 1 || m.Over() {
		t.Errorf("%v after %d entries", err, m.Len())
	}
	if _, err := games.FoldMatch(game, games.Setup{Rules: 99}, games.Terms{}, 0, nil, nil); err == nil {
		t.Error("a match under unknown rules began")
	}
}

// Random entries, sensible and not: a refused one changes nothing, and the log of the accepted ones folds
// to the same match.
func TestRandomLogs(t *testing.T) {
	controls := []string{"none", "1+0", "5+3", "0+10", "30s", "1d"}
	rapid.Check(t, func(t *rapid.T) {
		control, _ := games.ParseControl(rapid.SampledFrom(controls).Draw(t, "control"))
		terms := games.Terms{Control: control, Rated: rapid.Bool().Draw(t, "rated")}
		m, err := games.NewMatch(game, games.Setup{}, terms, 0)
		if err != nil {
			t.Fatal(err)
		}
		var log []games.Entry
		for range rapid.IntRange(0, 120).Draw(t, "tries") {
			e := games.Entry{
				Kind: games.Act, Seat: m.ToAct(),
				At: m.LastAt() + rapid.SampledFrom([]int64{0, 1, 900, 5000, 40000}).Draw(t, "wait"),
			}
			// Mostly play, or the end comes at once.
			if rapid.IntRange(0, 4).Draw(t, "other") == 0 {
				e.Kind = rapid.SampledFrom(append(kinds, "noise")).Draw(t, "kind")
				e.Seat = games.Seat(rapid.IntRange(-2, 2).Draw(t, "seat"))
			}
			if e.Kind == games.Act {
				e.Action = rapid.SampledFrom(append(m.Legal(), "a1", "pass", "x")).Draw(t, "action")
			}
			before := state(m)
			check := m.Check(e)
			_, err := m.Add(e)
			if err != nil {
				if after := state(m); after != before {
					t.Fatalf("%+v was refused (%v) and changed the match\n%s\n%s", e, err, before, after)
				}
				var illegal *games.IllegalError
				if check == nil && !errors.As(err, &illegal) {
					t.Fatalf("%+v: Check took it, Add did not: %v", e, err)
				}
				continue
			}
			if check != nil || state(m) == before {
				t.Fatalf("%+v was taken; Check: %v", e, check)
			}
			if m.LastAt() != e.At {
				t.Fatalf("last entry at %d, want %d", m.LastAt(), e.At)
			}
			log = append(log, e)
		}
		again, err := games.FoldMatch(game, games.Setup{}, terms, 0, log, nil)
		if err != nil || state(again) != state(m) || again.Len() != len(log) {
			t.Fatalf("the log folds to something else: %v\n%s\n%s", err, state(m), state(again))
		}
	})
}

func TestRegistry(t *testing.T) {
	reg := games.NewRegistry(game)
	if g, err := reg.Game("othello"); err != nil || g != games.Game(game) || len(reg.Games()) != 1 {
		t.Errorf("%v, %v", g, err)
	}
	if _, err := reg.Game(strings.Repeat("x", 1<<20)); !errors.Is(err, games.ErrUnknownGame) || len(err.Error()) > 200 {
		t.Errorf("error %.300v", err)
	}
	if games.FindBot(game, "greedy") == nil || games.FindBot(game, "nobody") != nil {
		t.Error("the bots are not found by name")
	}
}

// A shared match may be undone, even at the end, with the forced actions; other matches may not.
func TestUndo(t *testing.T) {
	undo := games.Entry{Kind: games.Undo, Seat: games.Nobody}
	g, setup := othello.Game{}, games.Setup{Game: othello.Name, Rules: othello.Game{}.Info().Rules}
	for _, shared := range []games.Shared{games.Apart, games.Screen, games.Client, games.ClientPasses} {
		m, err := games.NewMatch(g, setup, games.Terms{Shared: shared}, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Add(undo); !errors.Is(err, games.ErrNotAllowed) {
			t.Errorf("%q: nothing to undo: %v", shared, err)
		}
		// Black takes all white discs in nine moves.
		for _, a := range []games.Action{"e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"} {
			if _, err := m.Add(games.Entry{Kind: games.Act, Seat: m.ToAct(), Action: a}); err != nil {
				t.Fatal(err)
			}
		}
		if !m.Over() {
			t.Fatal("not over")
		}
		if shared == games.Apart {
			if _, err := m.Add(undo); !errors.Is(err, games.ErrOver) && !errors.Is(err, games.ErrNotAllowed) {
				t.Errorf("undone though nothing is shared: %v", err)
			}
			continue
		}
		for left := 8; left >= 0; left-- {
			if _, err := m.Add(undo); err != nil || len(m.Plies()) != left || m.Over() {
				t.Fatalf("%q: %d plies left, want %d: %v", shared, len(m.Plies()), left, err)
			}
		}
		if m.ToAct() != 0 || len(m.Legal()) != 4 {
			t.Errorf("%q: not the beginning", shared)
		}
	}
}
