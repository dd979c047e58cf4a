package stones

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// ranges repeats the choices of section 4.
var ranges = [3][]int{{3, 4, 5, 6}, {-3, -2, -1, 0, 1, 2}, {0, 1, 2, 3, 4}}

// brute returns the expected reward under best play by plain recursion, without a table.
func brute(rewards [Cells]Reward, cell, left, used2, used3 int) float64 {
	if cell == 16 || left == 0 {
		return float64(rewards[cell])
	}
	best := -1.0
	for c := 1; c <= 3; c++ {
		if c == 2 && used2 == 3 || c == 3 && used3 == 3 {
			continue
		}
		best = max(best, bruteChoice(rewards, cell, left, used2, used3, c))
	}
	return best
}

func bruteChoice(rewards [Cells]Reward, cell, left, used2, used3, c int) float64 {
	switch c {
	case 2:
		used2++
	case 3:
		used3++
	}
	var sum float64
	for _, d := range ranges[c-1] {
		sum += brute(rewards, min(max(cell+d, 0), 16), left-1, used2, used3)
	}
	return sum / float64(len(ranges[c-1]))
}

const tiny = 1e-12

// Every state with up to three picks left, reachable or not, in every mode.
func TestSolutionAgainstBruteForce(t *testing.T) {
	const maxLeft = 3
	checked := 0
	for _, m := range Modes() {
		play := BestPlay(m.Number)
		for left := 1; left <= maxLeft; left++ {
			for cell := range Goal {
				for used2 := 0; used2 <= 3; used2++ {
					for used3 := 0; used3 <= 3; used3++ {
						checked++
						s := State{cell, left, [3]int{0, used2, used3}}
						want := brute(m.Rewards, cell, left, used2, used3)
						if got := play.Value(s); math.Abs(got-want) > tiny {
							t.Fatalf("mode %d, %+v: %v, want %v", m.Number, s, got, want)
						}
						for _, o := range play.Outlooks(s) {
							c := bruteChoice(m.Rewards, cell, left, used2, used3, int(o.Choice))
							if math.Abs(o.Value-c) > tiny {
								t.Fatalf("mode %d, %+v, choice %d: %v, want %v", m.Number, s, o.Choice, o.Value, c)
							}
							// The first of the best.
							if o.Choice < play.Best(s) && c > want-tiny || o.Choice == play.Best(s) && c < want-tiny {
								t.Fatalf("mode %d, %+v: choice %d is worth %v, best is %d with %v", m.Number, s, o.Choice, c, play.Best(s), want)
							}
						}
					}
				}
			}
		}
	}
	if checked != 3*16*3*16 {
		t.Errorf("%d states", checked)
	}
}

// The whole recursion from the start with a memory, in floating point, and its values for the modes:
// the figures of docs/notation/stones.md.
func TestStart(t *testing.T) {
	for i, want := range []struct{ value, superEpic float64 }{{2.5113640046296295, 0.1320868778935185}, {2.8058319408275456, 0.1591043836805555}, {3.278256076388889, 0.39513368055555553}} {
		play := BestPlay(i + 1)
		begin := play.mode.Begin()
		if got := play.Value(begin); math.Abs(got-want.value) > tiny {
			t.Errorf("mode %d: %v, want %v", i+1, got, want.value)
		}
		if got := play.Final(begin).AtLeast(SuperEpic); math.Abs(got-want.superEpic) > tiny {
			t.Errorf("mode %d: super epic %v, want %v", i+1, got, want.superEpic)
		}
		memory := map[State]float64{}
		var value func(s State) float64
		value = func(s State) float64 {
			if s.Over() {
				return float64(play.mode.Rewards[s.Cell])
			}
			if v, ok := memory[s]; ok {
				return v
			}
			best := -1.0
			for c := 1; c <= 3; c++ {
				if c > 1 && s.Used[c-1] == 3 {
					continue
				}
				var sum float64
				for _, d := range ranges[c-1] {
					next := s
					next.Cell = min(max(s.Cell+d, 0), 16)
					next.Left--
					next.Used[c-1]++
					sum += value(next)
				}
				best = max(best, sum/float64(len(ranges[c-1])))
			}
			memory[s] = best
			return best
		}
		if got := value(begin); math.Abs(got-want.value) > tiny {
			t.Errorf("mode %d by recursion: %v", i+1, got)
		}
		// The states of the recursion are the reachable ones.
		reach := play.mode.Reachable()
		if len(reach) != len(memory) {
			t.Errorf("%d states can be reached, the recursion met %d", len(reach), len(memory))
		}
		for _, s := range reach {
			v, ok := memory[s]
			if !ok || math.Abs(v-play.Value(s)) > tiny {
				t.Fatalf("mode %d, %+v: %v, %v by recursion", i+1, s, play.Value(s), v)
			}
		}
	}
}

// The drawing of the set-up screen shows 19 % and 32 %, 2.51 and 2.96. Each number is right for some aim
// and some table; docs/notation/stones.md says which.
func TestFiguresOfTheDrawing(t *testing.T) {
	printed := Mode{Picks: 8, Rewards: modes[2].Rewards} // section 5.1
	begin := printed.Begin()
	aimed := func(m Mode) float64 { return solve(m, atTop).Final(begin)[SuperEpic] }
	for _, tt := range []struct {
		what      string
		got, want float64
	}{
		{"mode 1, expected reward", BestPlay(1).Value(begin), 2.511},
		{"mode 1, aiming at super epic", aimed(modes[0]), 0.192},
		{"mode 2, aiming at super epic", aimed(modes[1]), 0.192},
		{"mode 2 as printed, expected reward", solve(printed, atMean).Value(begin), 2.960},
		{"mode 2 as printed, super epic", solve(printed, atMean).Final(begin)[SuperEpic], 0.315},
		{"mode 2 as printed, aiming at super epic", aimed(printed), 0.322},
	} {
		if math.Abs(tt.got-tt.want) > 0.0005 {
			t.Errorf("%s: %.4f, want %.3f", tt.what, tt.got, tt.want)
		}
	}
}

// The state that SCREENS.md draws: cell 12, three picks left, 2 used once and 3 twice.
func TestOutlooks(t *testing.T) {
	list := BestPlay(1).Outlooks(State{12, 3, [3]int{2, 1, 2}})
	if len(list) != 3 {
		t.Fatalf("%d choices", len(list))
	}
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 0.00005 {
			t.Errorf("%s: %.4f, want %.4f", what, got, want)
		}
	}
	for i, want := range []struct {
		value, superEpic      float64
		landing               map[int]float64
		rare, epic, superNext float64
	}{
		{2.1083, 0.0292, map[int]float64{15: 0.25, 16: 0.75}, 0.75, 0, 0.25},
		{2.5958, 0.1389, map[int]float64{9: 1. / 6, 10: 1. / 6, 11: 1. / 6, 12: 1. / 6, 13: 1. / 6, 14: 1. / 6}, 0.5, 0.5, 0},
		{2.4250, 0.1444, map[int]float64{12: 0.2, 13: 0.2, 14: 0.2, 15: 0.2, 16: 0.2}, 0.6, 0.2, 0.2},
	} {
		o := list[i]
		if o.Choice != Choice(i+1) {
			t.Errorf("outlook %d is of choice %d", i, o.Choice)
		}
		near("value", o.Value, want.value)
		near("super epic", o.Final.AtLeast(SuperEpic), want.superEpic)
		for cell, chance := range o.Landing {
			near("landing", chance, want.landing[cell])
		}
		near("rare next", o.Grades[Rare], want.rare)
		near("epic next", o.Grades[Epic], want.epic)
		near("super epic next", o.Grades[SuperEpic], want.superNext)
	}
	// At the ends of the board several rolls add to one cell's chance.
	first := BestPlay(1).Outlooks(modes[0].Begin())
	near("choice 2 stays at 0", first[1].Landing[0], 4./6)
	near("choice 2 gives none", first[1].Grades[None], 4./6)
	for _, s := range []State{{4, 5, [3]int{0, 3, 0}}, {4, 2, [3]int{0, 3, 3}}} {
		for _, o := range BestPlay(2).Outlooks(s) {
			if s.Refusal(o.Choice) != "" {
				t.Errorf("%+v: an outlook for choice %d", s, o.Choice)
			}
		}
	}
}

func TestAtLeast(t *testing.T) {
	c := Chances{0.125, 0, 0.5, 0.25, 0.125}
	for r, want := range map[Reward]float64{-1: 1, None: 1, Common: 0.875, Rare: 0.875, Epic: 0.375, SuperEpic: 0.125, Unique: 0, Legendary: 0} {
		if got := c.AtLeast(r); got != want {
			t.Errorf("at least %v: %v, want %v", r, got, want)
		}
	}
}

// In every reachable state the solution's figures agree with each other.
func TestSolutionIsConsistent(t *testing.T) {
	near := func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }
	order := func(a, b State) int {
		return slices.Compare([]int{-a.Left, a.Cell, a.Used[1], a.Used[2]}, []int{-b.Left, b.Cell, b.Used[1], b.Used[2]})
	}
	var reach [][]State
	for _, m := range modes {
		reach = append(reach, m.Reachable())
		if !slices.IsSortedFunc(reach[m.Number-1], order) {
			t.Errorf("mode %d: the states are out of order", m.Number)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		mode := rapid.SampledFrom(modes).Draw(t, "mode")
		s := rapid.SampledFrom(reach[mode.Number-1]).Draw(t, "state")
		play, top := BestPlay(mode.Number), TopPlay(mode.Number)
		if !mode.valid(s) || s.Over() {
			t.Fatalf("%+v is no state to pick in", s)
		}
		for i, o := range top.Outlooks(s) {
			if p := o.Final[mode.Top()]; p > top.Final(s)[mode.Top()] || p < play.Outlooks(s)[i].Final[mode.Top()]-1e-9 {
				t.Fatalf("%+v: choice %d has %v of the highest grade, the best one %v", s, o.Choice, p, top.Final(s)[mode.Top()])
			}
		}
		var best *Outlook
		for _, o := range play.Outlooks(s) {
			var landing, grades, final, mean float64
			for _, p := range o.Landing {
				landing += p
			}
			for r := range Rewards {
				grades += o.Grades[r]
				final += o.Final[r]
				mean += float64(r) * o.Final[r]
			}
			if !near(landing, 1) || !near(grades, 1) || !near(final, 1) || !near(mean, o.Value) {
				t.Fatalf("%+v: %+v", s, o)
			}
			if best == nil || o.Value > best.Value {
				best = &o
			}
		}
		if play.Best(s) != best.Choice || play.Value(s) != best.Value || play.Final(s) != best.Final {
			t.Fatalf("%+v: best %d %v, of the outlooks %+v", s, play.Best(s), play.Value(s), *best)
		}
	})
}

func TestSolutionOfWhatIsOver(t *testing.T) {
	play := BestPlay(1)
	for _, s := range []State{{16, 5, [3]int{3, 0, 0}}, {11, 0, [3]int{2, 3, 3}}} {
		reward := play.Mode().Rewards[s.Cell]
		if play.Best(s) != 0 || play.Value(s) != float64(reward) || play.Final(s)[reward] != 1 || len(play.Outlooks(s)) != 0 {
			t.Errorf("%+v: best %d, value %v, final %v", s, play.Best(s), play.Value(s), play.Final(s))
		}
	}
	for _, s := range []State{{17, 8, [3]int{}}, {-1, 8, [3]int{}}, {0, 9, [3]int{}}, {0, -1, [3]int{9, 0, 0}}, {0, 4, [3]int{0, 4, 0}},
		{0, 4, [3]int{0, 0, 4}}, {0, 8, [3]int{1, -1, 0}}, {0, math.MinInt, [3]int{math.MaxInt, 0, 0}}} {
		if play.Best(s) != 0 || play.Value(s) != 0 || play.Final(s) != (Chances{}) || play.Outlooks(s) != nil {
			t.Errorf("%+v has a best play", s)
		}
	}
	if BestPlay(0) != nil || BestPlay(4) != nil || TopPlay(4) != nil {
		t.Error("an unknown mode has a best play")
	}
}

// The whole numbers of the solution must hold every roll and not overflow.
func TestWholeNumbersHold(t *testing.T) {
	for _, c := range choices {
		if size := c.high - c.low + 1; size < 1 || parts%size != 0 {
			t.Errorf("%d parts cannot be split into %d", parts, size)
		}
		if c.limit > maxUses {
			t.Errorf("a limit of %d: the table has room for %d", c.limit, maxUses)
		}
	}
	if choices[0].limit != 0 {
		t.Error("the table counts on choice 1 being without limit")
	}
	if highest := math.Pow(parts, Picks) * float64(Legendary); highest >= 1<<53 {
		t.Errorf("%g does not fit", highest)
	}
}

func BenchmarkSolve(b *testing.B) {
	for b.Loop() {
		solve(modes[0], atMean)
	}
}
