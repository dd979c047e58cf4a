package stones

// parts is divisible by the size of each choice's range, so that a roll falls
// into one of this many equally likely parts. parts^Picks times the highest
// grade stays below 2^53: counts are exact as int64 and as float64.
const parts = 60

// powers are parts^0 to parts^Picks.
var powers = func() (p [Picks + 1]int64) {
	p[0] = 1
	for i := 1; i < len(p); i++ {
		p[i] = parts * p[i-1]
	}
	return p
}()

// Chances are the chances of the grades, None first; they add up to 1.
type Chances [Rewards]float64

// AtLeast is the chance of grade r or a better one: "among the top x".
func (c Chances) AtLeast(r Reward) float64 {
	var sum float64
	for i := Rewards - 1; i >= max(int(r), 0); i-- {
		sum += c[i]
	}
	return min(sum, 1) // rounding may leave it a hair above
}

// Outlook is what a choice leads to.
type Outlook struct {
	Choice Choice
	// Landing are the chances of the cells after this one roll, clamps included.
	Landing [Cells]float64
	// Grades are the chances of those cells' grades.
	Grades Chances
	// Value is the expected reward when every later choice is the best one.
	Value float64
	// Final are the chances of the rewards at the end of the run, played like
	// that: by the play that maximises the expected reward, not by one that
	// aims at any single grade.
	Final Chances
}

// future counts the equally likely futures of a state; there are
// parts^left, by the reward that they end with.
type future [Rewards]int64

// sum is the rewards of all futures together.
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

// Solution is the best play of a mode in every state: what maximises the
// expected reward, among equals the choice with the lower number. It is found
// exactly, in whole numbers, by dynamic programming over cell, picks left and
// uses of choices 2 and 3 (uses of choice 1 follow). It never changes, and any
// number of goroutines may read it.
//
// A state that no run can be in, by its counts, is worth 0 and has no best choice.
type Solution struct {
	mode  Mode
	nodes [Picks + 1][Cells][maxUses + 1][maxUses + 1]node
}

type node struct {
	best Choice // 0 where the run is over
	future
}

// solutions are made once, when the program starts.
var solutions = func() []*Solution {
	list := make([]*Solution, len(modes))
	for i, m := range modes {
		list[i] = solve(m)
	}
	return list
}()

// BestPlay gives the solution of a mode, nil where there is no such mode.
func BestPlay(mode int) *Solution {
	if _, ok := FindMode(mode); !ok {
		return nil
	}
	return solutions[mode-1]
}

func solve(m Mode) *Solution {
	s := &Solution{mode: m}
	for left := 0; left <= Picks; left++ {
		picked := Picks - left
		for cell := range Cells {
			for used2 := 0; used2 <= min(maxUses, picked); used2++ {
				for used3 := 0; used3 <= min(maxUses, picked-used2); used3++ {
					state := State{cell, left, [Choices]int{picked - used2 - used3, used2, used3}}
					s.nodes[left][cell][used2][used3] = s.think(state)
				}
			}
		}
	}
	return s
}

// think makes the node of a state from the nodes with one pick less.
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
		if sum := f.sum(); sum > highest {
			highest, n = sum, node{c, f}
		}
	}
	return n
}

// after is the future of a state in which c is taken, and then what is best.
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

// Mode is the mode that was solved.
func (s *Solution) Mode() Mode { return s.mode }

// Best is the best choice, 0 where the run is over.
func (s *Solution) Best(state State) Choice {
	if !state.valid() {
		return 0
	}
	return s.node(state).best
}

// Value is the expected reward under best play; of a run that is over, its reward.
func (s *Solution) Value(state State) float64 {
	if !state.valid() {
		return 0
	}
	return s.node(state).value(state.Left)
}

// Final are the chances of the rewards at the end of the run under best play.
// From the start, Final(Begin()).AtLeast(r) is how rare a result of r is.
func (s *Solution) Final(state State) Chances {
	if !state.valid() {
		return Chances{}
	}
	return s.node(state).chances(state.Left)
}

// Outlooks tell what each legal choice leads to, 1 first; none where the run is over.
func (s *Solution) Outlooks(state State) []Outlook {
	if !state.valid() {
		return nil
	}
	var list []Outlook
	for _, c := range state.open() {
		f := s.after(state, c)
		o := Outlook{Choice: c, Value: f.value(state.Left), Final: f.chances(state.Left)}
		low, high := c.Range()
		// Counted first and divided once, so that equal chances are equal numbers.
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

// Reachable lists the states that some play can lead to and in which a choice is
// left: by picks left, most first, then cell, uses of choice 2, uses of choice 3.
// They are the same in every mode.
func Reachable() []State {
	var seen [Picks + 1][Cells][maxUses + 1][maxUses + 1]bool
	seen[Picks][0][0][0] = true
	var list []State
	for left := Picks; left > 0; left-- {
		picked := Picks - left
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
