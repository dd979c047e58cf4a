package games_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"testing"

	"arcade/games"
	"arcade/games/kibo"
	"arcade/games/othello"
	"arcade/games/stones"
)

func TestLook(t *testing.T) {
	look := games.Entry{Kind: games.Look, Seat: 0, At: 1}
	for _, late := range []bool{false, true} {
		m, err := games.NewMatch(stones.Game{}, games.Setup{Game: stones.Name, Seed: "s"}, games.Terms{}, 0)
		if err != nil {
			t.Fatal(err)
		}
		if m.Hinted() || m.HintedLate() || !m.CanLook(0) || m.CanLook(games.Spectator) {
			t.Error("before the look")
		}
		pick := games.Entry{Kind: games.Act, Action: "1", At: 1}
		if late {
			add(t, m, pick)
		}
		refused(t, m, games.Entry{Kind: games.Look, Seat: games.Nobody, At: 1}, games.ErrNotAllowed)
		refused(t, m, games.Entry{Kind: games.Look, Seat: 1, At: 1}, games.ErrNotAllowed)
		refused(t, m, games.Entry{Kind: games.Look, Seat: 0, Action: "1", At: 1}, games.ErrNotAllowed)
		legal := len(m.Legal())
		add(t, m, look)
		if !m.Hinted() || m.HintedLate() != late || m.CanLook(0) || len(m.Legal()) != legal || m.ToAct() != 0 {
			t.Errorf("after the look: %v, late %v", m.Hinted(), m.HintedLate())
		}
		refused(t, m, look, games.ErrNotAllowed)
		add(t, m, pick, games.Entry{Kind: games.Restart, Seat: games.Nobody, At: 2}, games.Entry{Kind: games.Resign, At: 3})
		refused(t, m, look, games.ErrOver)
		if !m.Hinted() || m.HintedLate() != late {
			t.Error("the look is forgotten")
		}
	}
}

// An export of a run with one look can be verified; one with two looks cannot.
func TestVerifyLook(t *testing.T) {
	reg, seed := games.NewRegistry(stones.Game{}), "s"
	f := kibo.File{
		Format: kibo.Format, ID: "run", Game: stones.Name, Rules: 1, Seed: &seed, SeedHash: kibo.SeedHash(seed),
		Control: "none", Seats: []kibo.Seat{{Name: "kim", Kind: kibo.Player}}, Ended: 3,
		Entries: []games.Entry{
			{Kind: games.Act, Action: "1", At: 1}, {Kind: games.Look, At: 2}, {Kind: games.Resign, At: 3},
		},
	}
	m, err := games.FoldMatch(stones.Game{}, games.Setup{Seed: seed}, games.Terms{}, 0, f.Entries, nil)
	if err != nil {
		t.Fatal(err)
	}
	if f.Result, err = json.Marshal(m.Result()); err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := kibo.Encode(&file, f); err != nil {
		t.Fatal(err)
	}
	if f, err = kibo.Decode(&file); err != nil {
		t.Fatal(err)
	}
	if m, err := kibo.Verify(reg, f, nil); err != nil || !m.HintedLate() {
		t.Errorf("verify: %v", err)
	}
	f.Entries[2] = f.Entries[1]
	var bad *kibo.EntryError
	if _, err := kibo.Verify(reg, f, nil); !errors.As(err, &bad) || bad.Number != 3 || !errors.Is(err, games.ErrNotAllowed) {
		t.Errorf("a second look: %v", err)
	}
}

// A run is not shared, so that nothing in it can be undone: each undo would play the whole run again.
func TestRunsAreNotShared(t *testing.T) {
	seed, undo := "s", games.Entry{Kind: games.Undo, Seat: games.Nobody, At: 1}
	f := kibo.File{
		Format: kibo.Format, ID: "run", Game: stones.Name, Rules: 1, Seed: &seed, SeedHash: kibo.SeedHash(seed),
		Control: "none", Shared: games.Client, Seats: []kibo.Seat{{Name: "kim", Kind: kibo.Player}}, Ended: 1,
		Entries: []games.Entry{{Kind: games.Act, Action: "1", At: 1}, undo},
		Result:  json.RawMessage("{}"),
	}
	if err := kibo.Encode(io.Discard, f); !errors.Is(err, kibo.ErrFormat) {
		t.Errorf("a shared run: %v", err)
	}
	var bad *kibo.EntryError
	if _, err := kibo.Verify(games.NewRegistry(stones.Game{}), f, nil); !errors.As(err, &bad) || bad.Number != 2 {
		t.Errorf("an undo in a run: %v", err)
	}
}

// The rest time of a run is not part of its plies' times.
func TestRest(t *testing.T) {
	m, err := games.NewMatch(stones.Game{}, games.Setup{Game: stones.Name, Seed: "s"}, games.Terms{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	rest, back := games.Entry{Kind: games.Rest, At: 20}, games.Entry{Kind: games.Back, At: 100}
	refused(t, m, rest, games.ErrNotAllowed) // it has not begun
	add(t, m, games.Entry{Kind: games.Act, Action: "1", At: 10})
	refused(t, m, back, games.ErrNotAllowed)
	add(t, m, rest)
	refused(t, m, rest, games.ErrNotAllowed)
	if _, since := m.Rested(); since != 20 {
		t.Errorf("it rests since %d", since)
	}
	add(t, m, back, games.Entry{Kind: games.Act, Action: "1", At: 105}, games.Entry{Kind: games.Rest, At: 110}, games.Entry{Kind: games.Resign, At: 200})
	if ms, since := m.Rested(); ms != 170 || since != 0 || m.Plies()[1].At != 25 || m.LastAt() != 200 {
		t.Errorf("rested %d ms, since %d; the second ply at %d of %d", ms, since, m.Plies()[1].At, m.LastAt())
	}
}

// While a match against a bot rests its clocks stand still, even when the bot plays on.
func TestRestWithClocks(t *testing.T) {
	start := func(terms games.Terms) *games.Match {
		m, err := games.NewMatch(othello.Game{}, games.Setup{Game: othello.Name}, terms, 0)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	clock, err := games.ParseControl("5+3")
	if err != nil {
		t.Fatal(err)
	}
	act := func(seat games.Seat, a games.Action, at int64) games.Entry {
		return games.Entry{Kind: games.Act, Seat: seat, Action: a, At: at}
	}
	rest, back := games.Entry{Kind: games.Rest, Seat: 0, At: 10_000}, games.Entry{Kind: games.Back, Seat: 0, At: 900_000}
	refused(t, start(games.Terms{}), rest, games.ErrNotAllowed)
	refused(t, start(games.Terms{Control: clock, Rated: true}), rest, games.ErrNotAllowed)
	for name, bot := range map[string]int64{"on its own turn": 5_000, "on the bot's": 20_000} {
		m := start(games.Terms{Control: clock})
		add(t, m, act(0, "d3", 1000), act(1, "c3", 2000), act(0, "c4", 3000))
		if bot < rest.At {
			add(t, m, act(1, "e3", bot), rest)
		} else {
			add(t, m, rest, act(1, "e3", bot))
		}
		left, running := m.Left(0, 800_000)
		if want := int64(302_000 - max(rest.At-bot, 0)); left != want || running || m.Flagged(800_000) != games.Nobody {
			t.Errorf("%s: %d ms left, running %v; want %d", name, left, running, want)
		}
		refused(t, m, games.Entry{Kind: games.Back, Seat: 1, At: 700_000}, games.ErrNotAllowed)
		add(t, m, back)
		if now, running := m.Left(0, 901_000); now != left-1000 || !running {
			t.Errorf("%s: %d ms a second after it is back, of %d", name, now, left)
		}
		if at := m.Plies()[3].At; at != min(bot, rest.At) {
			t.Errorf("%s: the bot played at %d", name, at)
		}
	}
}
