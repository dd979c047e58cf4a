package screentest

import (
	"bufio"
	"bytes"
	"embed"
	"encoding/json"
	"strings"
	"sync"
	"time"

	"arcade/games"
	"arcade/games/matgo"
	matgobots "arcade/games/matgo/bots"
	"arcade/lobby/pairing"
	"arcade/sessions/play"
)

// dealt is Matgo with known deals: each match gets the hall's deal at its beginning, whatever its seed
// is.
type dealt struct {
	matgobots.Game
	*deals
	*analyst
}

type deals struct {
	mu    sync.Mutex
	Next  string // the options of the next deals, with a deck
	known map[string]string
}

func newDealt(analyst *analyst) dealt {
	return dealt{Game: matgobots.Game{}, analyst: analyst, deals: &deals{Next: string(MatgoRounds()[0].Options), known: map[string]string{}}}
}

// Start deals the cards that were set when a match of this seed was first seen.
func (d dealt) Start(setup games.Setup) (games.Position, error) {
	whole, err := d.whole(setup)
	if err != nil {
		return nil, err
	}
	return d.Game.Start(whole)
}

// whole returns a setup with its deal.
func (d dealt) whole(setup games.Setup) (games.Setup, error) {
	if strings.HasPrefix(setup.Seed, "puzzles/") { // a puzzle has its own deal
		return setup, nil
	}
	d.mu.Lock()
	if d.known[setup.Seed] == "" {
		d.known[setup.Seed] = d.Next
	}
	options := d.known[setup.Seed]
	d.mu.Unlock()
	all := map[string]json.RawMessage{}
	for _, text := range []string{string(setup.Options), options} {
		if text == "" {
			continue
		}
		if err := json.Unmarshal([]byte(text), &all); err != nil {
			return setup, err
		}
	}
	if _, ok := all["first"]; ok {
		delete(all, "hour")
	}
	raw, err := json.Marshal(all)
	if err != nil {
		return setup, err
	}
	setup.Options, setup.Seed = raw, "hall"
	return setup, nil
}

// matgoNodes bounds the analyses in halls: a rough look at each choice.
const matgoNodes = 1_000

// Analyse judges a round like the game, but in few worlds.
func (d dealt) Analyse(setup games.Setup, plies []games.Action, limit games.Limit, tell func(games.Judgement)) ([]games.Judgement, error) {
	whole, err := d.whole(setup)
	if err != nil {
		return nil, err
	}
	return d.judge(known(whole, plies, func() ([]games.Judgement, error) {
		return d.Game.Analyse(whole, plies, games.Limit{Nodes: matgoNodes}, nil)
	}), limit, tell)
}

// AnalyseLuck is the game's, in few worlds.
func (d dealt) AnalyseLuck(setup games.Setup, plies []games.Action, winner games.Seat, limit games.Limit) (games.Luck, error) {
	whole, err := d.whole(setup)
	if err != nil {
		return games.Luck{}, err
	}
	return known(whole, plies, func() (games.Luck, error) {
		return d.Game.AnalyseLuck(whole, plies, winner, games.Limit{Nodes: matgoNodes / 2})
	})()
}

// DealtRound is a round of testdata/matgo-rounds.jsonl, which another implementation of the rules has
// played. The rounds from 1000 on are under the standard rules.
type DealtRound struct {
	N       int
	Options json.RawMessage
	Actions []string // "0 play 01k"
}

//go:embed testdata/matgo-rounds.jsonl
var rounds embed.FS

var MatgoRounds = sync.OnceValue(func() map[int]DealtRound {
	text, err := rounds.ReadFile("testdata/matgo-rounds.jsonl")
	if err != nil {
		panic(err)
	}
	list := map[int]DealtRound{}
	for sc := bufio.NewScanner(bytes.NewReader(text)); sc.Scan(); {
		var r DealtRound
		if err := json.Unmarshal(sc.Bytes(), &r); err != nil {
			panic(err)
		}
		list[r.N] = r
	}
	return list
})

// MatgoTable seats two people at a table of Matgo with a known round, and plays its first actions. Both
// look at it; p has the given seat.
func (h *Hall) MatgoTable(p, o *Person, seat games.Seat, round, plies int) string {
	h.T.Helper()
	r := MatgoRounds()[round]
	h.Dealt.Next = string(r.Options)
	offer := pairing.Offer{Game: matgo.Name, Control: "30s", Seat: seat}
	if round >= 1000 {
		offer.Options = json.RawMessage(`{"rules":"standard"}`)
	}
	id := h.Duel(p, o, offer, "")
	for _, action := range r.Actions[:plies] {
		h.Act(id, action, seat, p, o)
	}
	for _, x := range []*Person{p, o} { // all motion has come to rest
		if t, ok := x.Top().(*play.Table); ok {
			t.Scene.Skip()
		}
	}
	h.Pass(1400 * time.Millisecond) // the table passes for nobody yet
	return id
}

// Act plays "0 play 01k" for the seat that it names, and shows it to everybody.
func (h *Hall) Act(id, action string, seat games.Seat, p, o *Person) {
	h.T.Helper()
	h.Unseen(id, action, seat, p, o)
	h.Settle()
}

// Unseen plays it without showing it yet; the table plays passes that are no choice.
func (h *Hall) Unseen(id, action string, seat games.Seat, p, o *Person) {
	h.T.Helper()
	who, act, _ := strings.Cut(action, " ")
	v := o
	if who == string('0'+rune(seat)) {
		v = p
	}
	s, err := v.Visit.Table(id)
	if err != nil {
		h.T.Fatal(err)
	}
	if act == "pass" && len(s.Legal) < 2 {
		h.Pass(1600 * time.Millisecond)
		return
	}
	if wait := s.HeldUntil - s.Now; wait > 0 {
		h.Pass(time.Duration(wait) * time.Millisecond)
	}
	if err := v.Visit.Act(id, len(s.Plies), games.Action(act)); err != nil {
		h.T.Fatalf("%s: %v", action, err)
	}
}

// MatgoAt returns the first player at such a table.
func MatgoAt(h *Hall, seat games.Seat, round, plies int) *Person {
	p := h.Me()
	h.MatgoTable(p, h.Other(), seat, round, plies)
	return p
}
