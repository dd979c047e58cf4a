package stones

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"
)

// standardRules returns the rules of a mode of the tables.
func standardRules(m Mode) Rules {
	r := Rules{Picks: m.Picks, Modes: [][]Reward{m.Rewards[:]}}
	for _, c := range choices {
		r.Choices = append(r.Choices, ChoiceRule{c.low, c.high, c.limit})
	}
	return r
}

// By the tables' rules a plan equals their solution, state by state, and plays their runs.
func TestRulesAsData(t *testing.T) {
	for _, m := range Modes() {
		raw, err := json.Marshal(standardRules(m))
		if err != nil {
			t.Fatal(err)
		}
		rules, err := ReadRules(raw)
		if err != nil {
			t.Fatal(err)
		}
		p, ok := rules.Plan(1)
		if !ok {
			t.Fatal("no mode 1")
		}
		solution := BestPlay(m.Number)
		for _, s := range m.Reachable() {
			best, value := p.Best(Spot{s.Cell, s.Left, []int{0, s.Used[1], s.Used[2]}})
			if Choice(best) != solution.Best(s) || math.Abs(value-solution.Value(s)) > 1e-12 {
				t.Fatalf("mode %d, %+v: %d %v, want %d %v", m.Number, s, best, value, solution.Best(s), solution.Value(s))
			}
		}
		for _, policy := range Policies() {
			sim, err := NewSimulation(m.Number, policy, "data")
			if err != nil {
				t.Fatal(err)
			}
			for i := range 200 {
				tally := sim.Play(i, i+1)
				if cell, reward := p.Play(policy, "data/"+strconv.Itoa(i)); tally.Cells[cell] != 1 || tally.Rewards[reward] != 1 {
					t.Fatalf("mode %d, %s, run %d: cell %d, reward %d, want %+v", m.Number, policy, i, cell, reward, tally)
				}
			}
		}
		if len(p.Spots()) == 0 || p.Spots()[0].Left != m.Picks {
			t.Errorf("mode %d: no spots", m.Number)
		}
	}
}

// A small game with an obvious best play: stay on the good cell for as long as possible.
func TestRulesOfAnotherGame(t *testing.T) {
	rules, err := ReadRules([]byte(`{"picks":3,"choices":[{"low":1,"high":1},{"low":0,"high":0,"limit":2}],"modes":[[0,6,0,0]]}`))
	if err != nil {
		t.Fatal(err)
	}
	p, _ := rules.Plan(1)
	if best, value := p.Best(p.Begin()); best != 1 || value != 6 {
		t.Errorf("choice %d, worth %v", best, value)
	}
	if cell, reward := p.Play(Best, "any"); cell != 1 || reward != Legendary {
		t.Errorf("ends on %d with %d", cell, reward)
	}
	if _, ok := rules.Plan(2); ok {
		t.Error("there is a mode 2")
	}
}

func TestRulesRefused(t *testing.T) {
	for text, why := range map[string]string{
		`{`: "rules: ",
		`{"picks":0,"choices":[{"low":1,"high":1}],"modes":[[0,1]]}`:                                                             "0 picks",
		`{"picks":3,"choices":[],"modes":[[0,1]]}`:                                                                               "0 choices",
		`{"picks":3,"choices":[{"low":2,"high":1}],"modes":[[0,1]]}`:                                                             "no range",
		`{"picks":3,"choices":[{"low":1,"high":1,"limit":2}],"modes":[[0,1]]}`:                                                   "without limit",
		`{"picks":3,"choices":[{"low":1,"high":1,"limit":4}],"modes":[[0,1]]}`:                                                   "a limit of 4",
		`{"picks":3,"choices":[{"low":1,"high":1}],"modes":[]}`:                                                                  "no modes",
		`{"picks":3,"choices":[{"low":1,"high":1}],"modes":[[0,1],[0]]}`:                                                         "mode 2 has 1 cells",
		`{"picks":3,"choices":[{"low":1,"high":1}],"modes":[[0,7]]}`:                                                             "no grade 7",
		`{"picks":3,"choices":[{"low":1,"high":1}],"modes":[[0,1]],"board":3}`:                                                   "board",
		`{"picks":32,"choices":[{"low":1,"high":1}` + strings.Repeat(`,{"low":0,"high":1,"limit":32}`, 7) + `],"modes":[[0,1]]}`: "states",
	} {
		if _, err := ReadRules([]byte(text)); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v, want %q", text, err, why)
		}
	}
}
