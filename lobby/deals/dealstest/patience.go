// Package dealstest has a small game of deals for tests.
package dealstest

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"arcade/games"
)

// Patience is a game with named deals, solved at a glance: its seed determines everything. The step
// "step" does nothing, "win" wins.
type Patience struct {
	// Says returns the solution of a seed. Work is the time for it, in pieces of a ms.
	Says   func(seed uint64) games.Solution
	Work   time.Duration
	Solves atomic.Int64
	Limits atomic.Int64 // nodes of the last search
	Last   func(actions []games.Action) (int, games.SolveStatus)
}

// options: mode is in the ID, lax is not. deal is the deal of a secret seed.
type options struct {
	Mode int    `json:"mode"`
	Lax  bool   `json:"lax"`
	Deal string `json:"deal,omitempty"`
}

type patient struct {
	deal games.Deal
	n    int
	won  bool
}

type View struct {
	Deal string
	N    int
}

func (*Patience) Info() games.Info {
	return games.Info{Name: "patience", Seats: 1, Hidden: true, Rules: 1, Options: []string{"mode", "lax", "deal"}}
}
func (*Patience) Bots() []games.Bot { return nil }

func (g *Patience) Start(s games.Setup) (games.Position, error) {
	d, err := g.Deal(s)
	return &patient{deal: d}, err
}

func (*Patience) Deal(s games.Setup) (games.Deal, error) {
	o := options{Mode: 1}
	if err := games.DecodeOptions(s.Options, &o); err != nil {
		return games.Deal{}, err
	}
	n, err := number(s.Seed, &o)
	if err != nil {
		return games.Deal{}, err
	}
	rules := fmt.Sprintf("mode%d", o.Mode)
	if o.Lax {
		rules += " lax"
	}
	raw, err := json.Marshal(o)
	return games.Deal{ID: fmt.Sprintf("P%d_%d", o.Mode, n), Rules: rules, Options: raw}, err
}

// number returns the number of a setup's deal: its seed, or the dealt one.
func number(seed string, o *options) (uint64, error) {
	if len(seed) == 32 {
		n, err := strconv.ParseUint(seed[:16], 16, 64)
		if deal := strconv.FormatUint(n, 10); o.Deal == "" {
			o.Deal = deal
		} else if o.Deal != deal {
			err = games.ErrDeal
		}
		return n, err
	}
	return strconv.ParseUint(cmp.Or(o.Deal, seed), 10, 64)
}

func (*Patience) RulesOf(raw json.RawMessage) (json.RawMessage, bool, error) {
	o := options{Mode: 1}
	err := games.DecodeOptions(raw, &o)
	dealt := o.Deal != ""
	o.Deal = ""
	rules, _ := json.Marshal(o)
	return rules, dealt, err
}

func (*Patience) IsDealID(s string) bool {
	return strings.HasPrefix(s, "P") && strings.Contains(s, "_")
}

// IsLayoutID returns false: its deals have no layout names.
func (*Patience) IsLayoutID(string) bool { return false }

func (*Patience) SeedOf(typed string) (string, error) {
	n, err := strconv.ParseUint(strings.TrimSpace(typed), 10, 64)
	return strconv.FormatUint(n, 10), err
}
func (*Patience) RandomSeed(r [16]byte) string {
	return strconv.FormatUint(binary.BigEndian.Uint64(r[:]), 10)
}
func (*Patience) OpenSeed(day string, mac func(string) []byte) string {
	return strconv.FormatUint(binary.BigEndian.Uint64(mac(day)), 10)
}

func (*Patience) Algorithm() (string, []string) { return "glance", []string{"seed"} }

func (g *Patience) Solve(s games.Setup, l games.Limit) (games.Solution, error) {
	g.Solves.Add(1)
	g.Limits.Store(l.Nodes)
	var o options
	err := games.DecodeOptions(s.Options, &o)
	if err != nil {
		return games.Solution{}, err
	}
	seed, err := number(s.Seed, &o)
	if err != nil {
		return games.Solution{}, err
	}
	for range g.Work / time.Millisecond {
		time.Sleep(time.Millisecond)
		if l.Stop() {
			return games.Solution{Status: games.Unsolved, Nodes: 1}, nil
		}
	}
	return g.Says(seed), nil
}

func (g *Patience) LastWinnable(_ games.Setup, actions []games.Action, l games.Limit) (int, games.SolveStatus, error) {
	g.Solves.Add(1)
	if l.Stop() {
		return -1, games.Unsolved, nil
	}
	n, status := g.Last(actions)
	return n, status, nil
}

func (*Patience) Grades() []string                        { return []string{"easy", "hard"} }
func (*Patience) Grade(_ string, s games.Solution) string { return []string{"easy", "hard"}[s.Moves%2] }
func (*Patience) Curated() []json.RawMessage {
	return []json.RawMessage{[]byte(`{"mode":1}`), []byte(`{"mode":3}`)}
}

func (*Patience) Boards() []string { return []string{"all"} }
func (*Patience) Record(stats json.RawMessage, run games.Run) (json.RawMessage, []games.Score, error) {
	if run.Result.Winner != 0 {
		return stats, nil, nil
	}
	d, err := (*Patience)(nil).Deal(run.Setup)
	v := -float64(len(run.Plies))
	return stats, []games.Score{{Board: "all", Value: v}, {Board: games.DealBoard, Of: d.ID, Value: v}}, err
}

func (*Patience) LineFormats() []string { return []string{"text"} }
func (*Patience) Line(_ string, run games.Run, client, platform string, secret bool) (string, error) {
	seed := run.Setup.Seed
	if secret {
		seed = ""
	}
	return fmt.Sprintf("%s %s %d %s %s", run.Match, seed, len(run.Plies), client, platform), nil
}

func (p *patient) ToAct() games.Seat {
	if p.won {
		return games.Nobody
	}
	return 0
}
func (p *patient) Legal() []games.Action { return []games.Action{"step", "win"} }
func (p *patient) Apply(a games.Action) ([]games.Event, error) {
	if a != "step" && a != "win" {
		return nil, &games.IllegalError{Action: a, Reason: games.ReasonNotation}
	}
	p.n++
	p.won = a == "win"
	return nil, nil
}
func (p *patient) View(games.Seat) any { return View{p.deal.ID, p.n} }
func (p *patient) Result() *games.Result {
	if p.won {
		return &games.Result{Reason: games.Finished, Winner: 0}
	}
	return nil
}
func (p *patient) Progress() (done, of int) { return p.n, 10 }

// Winnable returns a Patience with only winnable deals.
func Winnable() *Patience {
	return &Patience{
		Says: func(seed uint64) games.Solution {
			return games.Solution{Status: games.Solvable, Moves: 100 + int(seed%2), Nodes: 7}
		},
		Last: func(actions []games.Action) (int, games.SolveStatus) { return len(actions) - 1, games.Solvable },
	}
}
