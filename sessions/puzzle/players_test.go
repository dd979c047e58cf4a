package puzzle_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"arcade/lobby/pairing"
	"arcade/lobby/puzzles"
	"arcade/sessions/app"
	"arcade/sessions/puzzle"
	"arcade/sessions/screentest"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// named reports for each of two players whether puzzles may name them.
type named [2]bool

// fromMatch returns a visitor with a puzzle from a match of two others.
func fromMatch(h *screentest.Hall, consents named) *screentest.Person {
	h.T.Helper()
	one, two := h.Other(), h.Player(h.Name(2))
	id := h.Duel(one, two, pairing.Offer{}, "d3")
	for i, p := range []*screentest.Person{one, two} {
		p.Do(func(a *app.App) { a.Change(func(s *app.Settings) { s.Named = consents[i] }) })
	}
	p := h.Me() // before there is a puzzle: at each entry the house chooses the puzzle of the day
	data, err := os.ReadFile("testdata/othello.json")
	h.Must(err)
	var list []puzzles.Record
	h.Must(json.Unmarshal(data, &list))
	r := list[0]
	r.Match, r.Found = id, time.Now().UnixMilli()
	_, err = h.House.Lobby.Puzzles.Add("othello", puzzles.IDOf("othello", r.Puzzle), r)
	h.Must(err)
	p.Push(puzzle.Stream(p.App, "othello"))
	return p
}

// fromNamed is fromMatch with both players named.
func fromNamed(h *screentest.Hall) *screentest.Person { return fromMatch(h, named{true, true}) }

// A puzzle names a player only while the player lets it, before the answer and after it.
func TestPlayersConsent(t *testing.T) {
	for _, consents := range []named{{}, {true, false}, {false, true}, {true, true}} {
		screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
			p := fromMatch(h, consents)
			p.LookAs(80, 24, ui.LevelLines)
			check := func(consents named) {
				t.Helper()
				for i, yes := range consents {
					p.Wants(h.Name(i+1), yes)
				}
			}
			check(consents)
			p.Wants(p.T("puzzle.from.people", "n", 48), consents == named{})
			p.Press("x")
			h.Pass(time.Second)
			p.Press("2")
			check(consents)
		})
	}
}

// The line to paste is in view after its copy: few terminals say that they have copied it.
func TestPasteInView(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := solved(h)
		p.Press("y")
		p.LookAs(80, 24, ui.LevelLines)
		p.Wants("Arcade ", true)
		p.Wants(p.T("game.othello"), true)
		p.Press("esc")
		p.Wants("Solved", true)
	})
}

// A puzzle in words calls the opponent the other side, never an empty seat.
func TestOtherSideInWords(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := askedIn("matgo", 0)(h)
		sit, err := h.House.Lobby.Puzzles.Next(puzzles.Who{ID: p.Visit.Me().ID}, "matgo")
		h.Must(err)
		position, _, err := puzzle.Told(h.House.Lobby, words.EN, sit)
		h.Must(err)
		said := strings.Join(position, "\n")
		if strings.Contains(said, p.T("tb.empty")) || !strings.Contains(said, p.T("puzzle.other")) {
			t.Error(said)
		}
	})
}

// The sentence about why ratings stay, or change by half.
func TestWhy(t *testing.T) {
	tried := &puzzles.Attempt{}
	for want, sit := range map[string]puzzles.Sitting{
		"":                   {Way: puzzles.Stream, Attempt: tried},
		"puzzle.why.again":   {Way: puzzles.Again, Attempt: tried},
		"puzzle.why.network": {Way: puzzles.Daily, Attempt: &puzzles.Attempt{Why: puzzles.WhyNetwork, Hints: 1}},
		"puzzle.why.hint":    {Way: puzzles.Daily, Attempt: &puzzles.Attempt{Hints: 1}},
	} {
		if got := puzzle.Why(sit, false); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := puzzle.Why(puzzles.Sitting{}, true); got != "puzzle.why.guest" {
		t.Errorf("a guest: %q", got)
	}
}
