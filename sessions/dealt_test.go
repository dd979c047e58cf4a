package sessions

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/lobby"
)

// dealt is Matgo with deals that the test knows: each match is dealt what the hall
// says when it begins, whatever its seed is.
type dealt struct {
	matgo.Game
	*dealing
}

type dealing struct {
	mu    sync.Mutex
	next  string // the options of the deals to come, with a deck
	known map[string]string
}

func newDealt() dealt {
	return dealt{Game: matgo.Game{}, dealing: &dealing{next: string(matgoRounds()[0].Options), known: map[string]string{}}}
}

// Start deals what was said when a match of this seed was first seen.
func (d dealt) Start(setup games.Setup) (games.Position, error) {
	d.mu.Lock()
	if d.known[setup.Seed] == "" {
		d.known[setup.Seed] = d.next
	}
	options := d.known[setup.Seed]
	d.mu.Unlock()
	all := map[string]json.RawMessage{}
	for _, text := range []string{string(setup.Options), options} {
		if text == "" {
			continue
		}
		if err := json.Unmarshal([]byte(text), &all); err != nil {
			return nil, err
		}
	}
	if _, ok := all["first"]; ok {
		delete(all, "hour")
	}
	raw, err := json.Marshal(all)
	if err != nil {
		return nil, err
	}
	setup.Options, setup.Seed = raw, "hall"
	return d.Game.Start(setup)
}

// dealtRound is a round of testdata/matgo-rounds.jsonl: some of the rounds that
// another implementation of the rules has played.
type dealtRound struct {
	N       int
	Options json.RawMessage
	Actions []string // "0 play 01k"
}

var matgoRounds = sync.OnceValue(func() map[int]dealtRound {
	text, err := os.ReadFile(filepath.Join("testdata", "matgo-rounds.jsonl"))
	if err != nil {
		panic(err)
	}
	list := map[int]dealtRound{}
	for sc := bufio.NewScanner(bytes.NewReader(text)); sc.Scan(); {
		var r dealtRound
		if err := json.Unmarshal(sc.Bytes(), &r); err != nil {
			panic(err)
		}
		list[r.N] = r
	}
	return list
})

// matgoTable seats two people at a table of Matgo where a known round is dealt,
// and plays the first of its actions. Both look at it; p has the seat given.
func (h *hall) matgoTable(p, o *person, seat games.Seat, round, plies int) string {
	h.t.Helper()
	r := matgoRounds()[round]
	h.dealt.next = string(r.Options)
	id := h.duel(p, o, lobby.Offer{Game: matgo.Name, Control: "30s", Seat: seat}, "")
	for _, action := range r.Actions[:plies] {
		h.act(id, action, seat, p, o)
	}
	for _, x := range []*person{p, o} { // what moves has come to rest
		if t, ok := x.top().(*table); ok {
			t.scene.skip()
		}
	}
	h.pass(1400 * time.Millisecond) // the table passes for nobody yet
	return id
}

// act plays "0 play 01k" for the seat that it names; passes are played by the table.
func (h *hall) act(id, action string, seat games.Seat, p, o *person) {
	h.t.Helper()
	who, act, _ := strings.Cut(action, " ")
	if act == "pass" {
		h.pass(1600 * time.Millisecond)
		return
	}
	v := o
	if who == string('0'+rune(seat)) {
		v = p
	}
	s, err := v.visit.Table(id)
	h.must(err)
	if wait := s.HeldUntil - s.Now; wait > 0 {
		h.pass(time.Duration(wait) * time.Millisecond)
	}
	if err := v.visit.Act(id, len(s.Plies), games.Action(act)); err != nil {
		h.t.Fatalf("%s: %v", action, err)
	}
	h.settle()
}

// matgoAt is the first player at such a table.
func matgoAt(h *hall, seat games.Seat, round, plies int) *person {
	p := h.me()
	h.matgoTable(p, h.other(), seat, round, plies)
	return p
}

// The known rounds can be played to their ends.
func TestDealtRounds(t *testing.T) {
	for n, r := range matgoRounds() {
		p, err := matgo.Game{}.Start(games.Setup{Game: matgo.Name, Options: r.Options})
		if err != nil {
			t.Fatal(err)
		}
		for i, a := range r.Actions {
			if _, err := p.Apply(games.Action(a[2:])); err != nil {
				t.Fatalf("round %d, action %d: %v", n, i, err)
			}
		}
		if p.Result() == nil {
			t.Errorf("round %d does not end", n)
		}
	}
}
