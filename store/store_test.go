package store

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Work is repeated while other writers come first, and not for ever.
func TestAgain(t *testing.T) {
	n := 0
	if err := Again(func() error {
		if n++; n < 5 {
			return fmt.Errorf("put: %w", ErrConflict)
		}
		return nil
	}); err != nil || n != 5 {
		t.Errorf("%d tries, %v", n, err)
	}
	n = 0
	if err := Again(func() error { n++; return ErrConflict }); !errors.Is(err, ErrConflict) || n != maxTries {
		t.Errorf("%d tries, %v", n, err)
	}
	n = 0
	if err := Again(func() error { n++; return ErrAway }); !errors.Is(err, ErrAway) || n != 1 {
		t.Errorf("another error: %d tries, %v", n, err)
	}
}

// A text of 64 bytes without a NUL can be an id. Postgres could store no other, and a key of bolt ends at a NUL.
func TestIsText(t *testing.T) {
	for s, want := range map[string]bool{"": false, "a": true, "가": true, "a\x00b": false, "\xff": false, strings.Repeat("a", 64): true, strings.Repeat("a", 65): false} {
		if IsText("ok", s) != want {
			t.Errorf("%q", s)
		}
	}
}

// What JSON would change is refused, because a log or a seed that comes back otherwise is another match.
func TestChecks(t *testing.T) {
	live := Match{ID: "M", Game: "othello", Status: Live, Seed: "1", Seats: []Seat{{Player: "kim"}}}
	done := live
	done.Status = Done
	bad := func(change func(m *Match)) Match {
		m := live
		m.Seats = slices.Clone(m.Seats)
		change(&m)
		return m
	}
	for name, err := range map[string]error{
		"a done one":        CheckUnfinished(done),
		"a seed":            CheckUnfinished(bad(func(m *Match) { m.Seed = "\xff" })),
		"an owner":          CheckUnfinished(bad(func(m *Match) { m.Owner = "\xff" })),
		"a player":          CheckUnfinished(bad(func(m *Match) { m.Seats[0].Player = "a\x00" })),
		"an id":             CheckUnfinished(bad(func(m *Match) { m.ID = "" })),
		"an unfinished end": CheckFinish(Finish{Match: live}),
		"statistics":        CheckFinish(Finish{Match: done, Outcomes: []Outcome{{Player: "kim", Stats: []byte("{")}}}),
		"an opponent":       CheckFinish(Finish{Match: done, Outcomes: []Outcome{{Player: "kim", Opponent: "\x00"}}}),
		"a board":           CheckFinish(Finish{Match: done, Outcomes: []Outcome{{Player: "kim", Scores: []Score{{}}}}}),
		"a filed note":      CheckFinish(Finish{Match: done, Outcomes: []Outcome{{Player: "kim", Filed: []Filed{{Space: "s", Note: Note{Key: ""}}}}}}),
		"a note":            CheckNote("s", Note{Key: "k", Value: []byte("{")}),
	} {
		if err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
	for name, err := range map[string]error{
		"a live one": CheckUnfinished(live),
		"an end":     CheckFinish(Finish{Match: done, Outcomes: []Outcome{{Player: "kim", Opponent: "bot:greedy", Stats: []byte("{}")}}}),
		"a note":     CheckNote("s", Note{Key: "k", Value: []byte("{}")}),
		"no value":   CheckNote("s", Note{Key: "k"}),
	} {
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := EncodeEntries([]Entry{{Kind: "act", Action: "d3"}, {Kind: "act", Action: "\xff"}}); err == nil {
		t.Error("an action that is not UTF-8 is accepted")
	}
}

// Deleted players share one opponent, whose tally has all their matches and whose name is nobody's.
func TestAgainst(t *testing.T) {
	with := Versus{Game: "othello", Opponent: "lee", Name: "lee", Tally: Tally{Won: 2}, Encounters: Encounters{Met: true}, At: 5, Match: "B"}
	gone := Versus{Game: "othello", Opponent: Gone, Name: GoneName, Tally: Tally{Lost: 1}, At: 9, Match: "C"}
	if got, want := with.Against(gone), (Versus{Game: "othello", Opponent: Gone, Name: GoneName, Tally: Tally{Won: 2, Lost: 1}, At: 9, Match: "C"}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := with.Against(Versus{}); got.Match != "B" || got.Opponent != Gone {
		t.Errorf("the first: %+v", got)
	}
	o := Outcome{Player: "kim", Opponent: "lee", OpponentName: "moon", Tally: Tally{Drawn: 1}}
	if got, want := with.After(Match{ID: "D", Game: "othello", Ended: 11}, o), (Versus{Game: "othello", Opponent: "lee", Name: "moon", Tally: Tally{Won: 2, Drawn: 1}, Encounters: Encounters{Met: true}, At: 11, Match: "D"}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// A match without a deleted player keeps its other players, and the record that it came from.
func TestWithout(t *testing.T) {
	m := Match{ID: "M", Invited: "kim", Seats: []Seat{{Player: "kim", Name: "kim", Rating: 1500}, {Player: "lee", Name: "lee"}, {Bot: "greedy"}}}
	left, others := m.Without("kim")
	if !left.Seats[0].Gone || left.Seats[0].Player != "" || left.Seats[0].Name != GoneName || left.Invited != "" || !slices.Equal(others, []string{"lee"}) {
		t.Errorf("%+v, others %q", left, others)
	}
	if m.Seats[0].Player != "kim" || m.Invited != "kim" {
		t.Errorf("the record itself has changed: %+v", m)
	}
}
