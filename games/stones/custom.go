package stones

import (
	"fmt"
	"math/big"

	"arcade/games"
	"arcade/games/rng"
)

// Rules describe a game like Stepping Stones as data: board, choices, number of picks and rewards.
type Rules struct {
	// Picks is the greatest number of picks in a run.
	Picks int `json:"picks"`
	// Choices are the ways to move, choice 1 first.
	Choices []ChoiceRule `json:"choices"`
	// Modes has the rewards by cell, mode 1 first. All modes have the same number of cells; the last cell
	// ends the run.
	Modes [][]Reward `json:"modes"`
}

// ChoiceRule is a range of moves, both ends included, each number in it equally likely. It also limits how
// often a run may take the choice; 0 for no limit.
type ChoiceRule struct {
	Low   int `json:"low"`
	High  int `json:"high"`
	Limit int `json:"limit,omitempty"`
}

// Limits of rules, so that their best play is found in seconds.
const (
	maxCells     = 256
	maxPicks     = 32
	maxChoices   = 8
	maxSolutions = 200_000 // states by picks, cell and uses of the limited choices
)

// ReadRules reads rules from JSON and checks them. Its error gives the reason.
func ReadRules(data []byte) (r Rules, err error) {
	if err := games.DecodeStrict(data, &r); err != nil {
		return r, fmt.Errorf("rules: %w", err)
	}
	return r, r.check()
}

func (r Rules) check() error {
	bad := func(format string, args ...any) error { return fmt.Errorf("rules: "+format, args...) }
	switch {
	case r.Picks < 1 || r.Picks > maxPicks:
		return bad("%d picks: want 1 to %d", r.Picks, maxPicks)
	case len(r.Choices) < 1 || len(r.Choices) > maxChoices:
		return bad("%d choices: want 1 to %d", len(r.Choices), maxChoices)
	case len(r.Modes) == 0:
		return bad("no modes")
	}
	states, free := r.Picks*len(r.Modes[0]), false
	for i, c := range r.Choices {
		switch {
		case c.Low > c.High || c.Low < -maxCells || c.High > maxCells:
			return bad("choice %d: no range from %d to %d", i+1, c.Low, c.High)
		case c.Limit < 0 || c.Limit > r.Picks:
			return bad("choice %d: a limit of %d in %d picks", i+1, c.Limit, r.Picks)
		}
		states *= c.Limit + 1
		free = free || c.Limit == 0
		if states > maxSolutions {
			return bad("more than %d states", maxSolutions)
		}
	}
	if !free {
		return bad("no choice is without limit: a run could come to a stop")
	}
	for i, m := range r.Modes {
		if len(m) != len(r.Modes[0]) || len(m) < 2 || len(m) > maxCells {
			return bad("mode %d has %d cells: want 2 to %d, as many in each", i+1, len(m), maxCells)
		}
		for cell, reward := range m {
			if reward < None || reward > Legendary {
				return bad("mode %d, cell %d: there is no grade %d", i+1, cell, reward)
			}
		}
	}
	return nil
}

// Spot is the state of a run by rules.
type Spot struct {
	Cell int `json:"cell"`
	Left int `json:"left"`
	// Used counts the uses of each choice, choice 1 first; 0 for choices without limit.
	Used []int `json:"used"`
}

// Plan is the exact best play of a mode of rules: it maximises the expected reward, and among equals takes
// the choice with the lower number.
type Plan struct {
	rules   Rules
	rewards []Reward
	parts   *big.Int // a roll is one of this many equally likely parts
	known   map[string]plan
}

// plan is the value of a spot: the sum of the rewards of all its parts^left futures.
type plan struct {
	best int
	sum  *big.Int
}

// Plan solves a mode, counted from 1; ok reports whether the mode exists.
func (r Rules) Plan(mode int) (p *Plan, ok bool) {
	if mode < 1 || mode > len(r.Modes) {
		return nil, false
	}
	p = &Plan{rules: r, rewards: r.Modes[mode-1], parts: big.NewInt(1), known: map[string]plan{}}
	for _, c := range r.Choices { // the least common multiple of the ranges' sizes
		size := big.NewInt(int64(c.High - c.Low + 1))
		p.parts.Div(new(big.Int).Mul(p.parts, size), new(big.Int).GCD(nil, nil, p.parts, size))
	}
	return p, true
}

// Cells returns the number of cells on the board.
func (p *Plan) Cells() int { return len(p.rewards) }

// Begin returns the start of a run.
func (p *Plan) Begin() Spot {
	return Spot{Left: p.rules.Picks, Used: make([]int, len(p.rules.Choices))}
}

func (p *Plan) over(s Spot) bool { return s.Left == 0 || s.Cell == len(p.rewards)-1 }

func (p *Plan) open(s Spot, choice int) bool {
	c := p.rules.Choices[choice]
	return !p.over(s) && (c.Limit == 0 || s.Used[choice] < c.Limit)
}

// step returns the spot after a choice with a known roll.
func (p *Plan) step(s Spot, choice, roll int) Spot {
	next := Spot{min(max(s.Cell+roll, 0), len(p.rewards)-1), s.Left - 1, append([]int(nil), s.Used...)}
	if p.rules.Choices[choice].Limit > 0 {
		next.Used[choice]++
	}
	return next
}

func (p *Plan) think(s Spot) plan {
	key := fmt.Sprint(s.Cell, s.Left, s.Used)
	if known, ok := p.known[key]; ok {
		return known
	}
	var found plan
	if p.over(s) {
		found.sum = new(big.Int).Exp(p.parts, big.NewInt(int64(s.Left)), nil)
		found.sum.Mul(found.sum, big.NewInt(int64(p.rewards[s.Cell])))
	}
	for i, c := range p.rules.Choices {
		if !p.open(s, i) {
			continue
		}
		sum := new(big.Int)
		for roll := c.Low; roll <= c.High; roll++ {
			sum.Add(sum, p.think(p.step(s, i, roll)).sum)
		}
		sum.Mul(sum, new(big.Int).Div(p.parts, big.NewInt(int64(c.High-c.Low+1))))
		if found.sum == nil || sum.Cmp(found.sum) > 0 {
			found = plan{i + 1, sum}
		}
	}
	p.known[key] = found
	return found
}

// Best returns the best choice, 0 if the run is over, and the expected reward with it.
func (p *Plan) Best(s Spot) (choice int, value float64) {
	found := p.think(s)
	futures := new(big.Int).Exp(p.parts, big.NewInt(int64(s.Left)), nil)
	value, _ = new(big.Rat).SetFrac(found.sum, futures).Float64()
	return found.best, value
}

// Spots lists the spots that some play can reach and that allow a choice: by picks left, most first, then
// in the order of the rolls that lead to them.
func (p *Plan) Spots() (list []Spot) {
	seen := map[string]bool{}
	list = []Spot{p.Begin()}
	for at := 0; at < len(list); at++ {
		for i, c := range p.rules.Choices {
			for roll := c.Low; roll <= c.High && p.open(list[at], i); roll++ {
				next := p.step(list[at], i, roll)
				if key := fmt.Sprint(next); !seen[key] && !p.over(next) {
					seen[key] = true
					list = append(list, next)
				}
			}
		}
	}
	return list
}

// Play plays the run of a seed by one of [Policies] and returns its last cell and reward. By the tables'
// rules it equals the run of a [Simulation].
func (p *Plan) Play(policy, seed string) (cell int, reward Reward) {
	src, chance := rng.New(seed), rng.Derive(seed, "policy")
	for s := p.Begin(); ; {
		if p.over(s) {
			return s.Cell, p.rewards[s.Cell]
		}
		choice := 0
		switch policy {
		case Best:
			best, _ := p.Best(s)
			choice = best - 1
		case Random:
			var open []int
			for i := range p.rules.Choices {
				if p.open(s, i) {
					open = append(open, i)
				}
			}
			choice = open[chance.Intn(len(open))]
		default: // One: the first choice that is left
			for !p.open(s, choice) {
				choice++
			}
		}
		c := p.rules.Choices[choice]
		s = p.step(s, choice, c.Low+src.Intn(c.High-c.Low+1))
	}
}
