package stones

// parts is divisible by the size of each choice's range, so that a roll is one of this many equally likely
// parts. parts^Picks times the highest grade stays below 2^53: counts are exact as int64 and as float64.
const parts = 60

// powers has parts^0 to parts^Picks.
var powers = func() (p [Picks + 1]int64) {
	p[0] = 1
	for i := 1; i < len(p); i++ {
		p[i] = parts * p[i-1]
	}
	return p
}()

// Chances has the chances of the grades, None first; they add up to 1.
type Chances [Rewards]float64

// AtLeast returns the chance of grade r or better: "among the top x".
func (c Chances) AtLeast(r Reward) float64 {
	var sum float64
	for i := Rewards - 1; i >= max(int(r), 0); i-- {
		sum += c[i]
	}
	return min(sum, 1) // rounding may leave it slightly above
}

// Outlook describes the effects of a choice.
type Outlook struct {
	Choice Choice
	// Landing has the chances of the cells after this one roll, including clamps.
	Landing [Cells]float64
	// Grades has the chances of those cells' grades.
	Grades Chances
	// Value is the expected reward if every later choice is the best one.
	Value float64
	// Final has the chances of the final rewards under the same play.
	Final Chances
}

// future counts the equally likely futures of a state, parts^left in all, by their final reward.
type future [Rewards]int64

// sum returns the sum of the rewards of all futures.
func (f *future) sum() int64 {
	var sum int64
	for r, n := range f {
		sum += int64(r) * n
	}
	return sum
}

func (f *future) chances(left int) (c Chances) {
	for r, n := range f {
		c[r] = float64(n) / float64(powers[left])
	}
	return c
}

func (f *future) value(left int) float64 { return float64(f.sum()) / float64(powers[left]) }

// aim is what a [Solution] makes greatest.
type aim struct {
	// worth returns the number to make greatest, of the futures of a state.
	worth func(m Mode, f *future) int64
	// before reports whether a choice comes before another one of equal worth.
	before func(s State, c, other Choice) bool
}

// atMean maximises the expected reward. Among equals the lower choice comes first.
var atMean = aim{
	worth:  func(_ Mode, f *future) int64 { return f.sum() },
	before: func(_ State, c, other Choice) bool { return c < other },
}

// atTop maximises the chance of the mode's highest grade. Among equals, as in the owner's program, a choice with a
// limit comes first, of two such the one with more uses left.
var atTop = aim{
	worth: func(m Mode, f *future) int64 { return f[m.Top()] },
	before: func(s State, c, other Choice) bool {
		left, others := c.Limit()-s.Used[c-1], other.Limit()-s.Used[other-1]
		switch {
		case (c.Limit() > 0) != (other.Limit() > 0):
			return c.Limit() > 0
		case c.Limit() > 0 && left != others:
			return left > others
		}
		return c < other
	},
}

// Solution is the best play of a mode in every state, by an aim. Dynamic programming over cell, picks left and uses
// of choices 2 and 3 finds it exactly, in whole numbers; also for uses that no run can have by then. It never changes,
// and is safe for concurrent use.
type Solution struct {
	mode  Mode
	aim   aim
	nodes [Picks + 1][Cells][maxUses + 1][maxUses + 1]node
}

type node struct {
	best Choice // 0 if the run is over
	future
}

// bestPlays and topPlays are computed once, when the program starts, by mode.
var bestPlays, topPlays = solveAll(atMean), solveAll(atTop)

func solveAll(to aim) (list []*Solution) {
	for _, m := range modes {
		list = append(list, solve(m, to))
	}
	return list
}

// BestPlay returns the play of a mode that maximises the expected reward, nil if there is no such mode. Among equals
// it takes the choice with the lower number.
func BestPlay(mode int) *Solution { return solved(bestPlays, mode) }

// TopPlay returns the play of a mode that maximises the chance of its highest grade, nil if there is no such mode.
func TopPlay(mode int) *Solution { return solved(topPlays, mode) }

func solved(list []*Solution, mode int) *Solution {
	if _, ok := FindMode(mode); !ok {
		return nil
	}
	return list[mode-1]
}

func solve(m Mode, to aim) *Solution {
	s := &Solution{mode: m, aim: to}
	for left := 0; left <= m.Picks; left++ {
		for cell := range Cells {
			for used2 := range maxUses + 1 {
				for used3 := range maxUses + 1 {
					s.nodes[left][cell][used2][used3] = s.think(State{cell, left, [Choices]int{0, used2, used3}})
				}
			}
		}
	}
	return s
}

// think computes the node of a state from the nodes with one pick less.
func (s *Solution) think(state State) (n node) {
	if state.Over() {
		n.future[s.mode.Rewards[state.Cell]] = powers[state.Left]
		return n
	}
	highest := int64(-1)
	for c := Choice(1); c <= Choices; c++ {
		if state.Refusal(c) != "" {
			continue
		}
		f := s.after(state, c)
		if worth := s.aim.worth(s.mode, &f); worth > highest || worth == highest && s.aim.before(state, c, n.best) {
			highest, n = worth, node{c, f}
		}
	}
	return n
}

// after returns the future of a state after c and best play.
func (s *Solution) after(state State, c Choice) (f future) {
	low, high := c.Range()
	next, _ := state.move(c, 0)
	for roll := low; roll <= high; roll++ {
		next.Cell = clamp(state.Cell + roll)
		for r, n := range &s.node(next).future {
			f[r] += n
		}
	}
	weight := int64(parts / (high - low + 1))
	for r := range f {
		f[r] *= weight
	}
	return f
}

func (s *Solution) node(state State) *node {
	return &s.nodes[state.Left][state.Cell][state.Used[1]][state.Used[2]]
}

// Mode returns the solved mode.
func (s *Solution) Mode() Mode { return s.mode }

// Best returns the best choice, 0 if the run is over.
func (s *Solution) Best(state State) Choice {
	if !s.mode.valid(state) {
		return 0
	}
	return s.node(state).best
}

// Value returns the expected reward under this play; for a run that is over, its reward.
func (s *Solution) Value(state State) float64 {
	if !s.mode.valid(state) {
		return 0
	}
	return s.node(state).value(state.Left)
}

// Final returns the chances of the final rewards under this play. From the start, Final(Begin()).AtLeast(r) says how
// rare a result of r is.
func (s *Solution) Final(state State) Chances {
	if !s.mode.valid(state) {
		return Chances{}
	}
	return s.node(state).chances(state.Left)
}

// Outlooks describes each legal choice, 1 first; empty if the run is over.
func (s *Solution) Outlooks(state State) []Outlook {
	if !s.mode.valid(state) {
		return nil
	}
	var list []Outlook
	for _, c := range state.open() {
		f := s.after(state, c)
		o := Outlook{Choice: c, Value: f.value(state.Left), Final: f.chances(state.Left)}
		low, high := c.Range()
		// Count first and divide once, so that equal chances are equal numbers.
		var cells [Cells]int
		var grades [Rewards]int
		for roll := low; roll <= high; roll++ {
			next, _ := state.move(c, roll)
			cells[next.Cell]++
			grades[s.mode.Rewards[next.Cell]]++
		}
		size := float64(high - low + 1)
		for i, n := range cells {
			o.Landing[i] = float64(n) / size
		}
		for i, n := range grades {
			o.Grades[i] = float64(n) / size
		}
		list = append(list, o)
	}
	return list
}

// Reachable lists the states that some play can reach and that allow a choice: by picks left, most first,
// then cell, uses of choice 2, uses of choice 3.
func (m Mode) Reachable() []State {
	var seen [Picks + 1][Cells][maxUses + 1][maxUses + 1]bool
	seen[m.Picks][0][0][0] = true
	var list []State
	for left := m.Picks; left > 0; left-- {
		picked := m.Picks - left
		for cell := range Goal {
			for used2 := range seen[left][cell] {
				for used3, here := range seen[left][cell][used2] {
					if !here {
						continue
					}
					state := State{cell, left, [Choices]int{picked - used2 - used3, used2, used3}}
					list = append(list, state)
					for _, c := range state.open() {
						low, high := c.Range()
						for roll := low; roll <= high; roll++ {
							next, _ := state.move(c, roll)
							seen[next.Left][next.Cell][next.Used[1]][next.Used[2]] = true
						}
					}
				}
			}
		}
	}
	return list
}
