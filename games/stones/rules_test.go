package stones

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"arcade/games"
)

// forced takes picks with given rolls, and checks that the rules allow the picks.
func forced(t *testing.T, mode int, picks []Choice, rolls []int) Run {
	t.Helper()
	m, ok := FindMode(mode)
	if !ok {
		t.Fatalf("no mode %d", mode)
	}
	r := NewRun(m, "")
	for i, c := range picks {
		if reason := r.Refusal(c); reason != "" {
			t.Fatalf("pick %d: %s", i+1, reason)
		}
		r.take(c, rolls[i])
	}
	return r
}

// Section 7 of the spec, and the additions of sections 3 and 5.
func TestWalkThroughs(t *testing.T) {
	for _, tt := range []struct {
		name  string
		picks []Choice
		rolls []int
		path  []int
		over  bool
		want  [2]Reward // by mode
	}{
		{"example 1", []Choice{1, 3, 1, 3, 2, 1}, []int{4, 3, 5, 2, 1, 3}, []int{4, 7, 12, 14, 15, 16}, true, [2]Reward{Rare, Rare}},
		{"example 1 but for its last pick", []Choice{1, 3, 1, 3, 2}, []int{4, 3, 5, 2, 1}, []int{4, 7, 12, 14, 15}, false, [2]Reward{None, None}},
		{"example 2", []Choice{1, 1, 1}, []int{5, 6, 5}, []int{5, 11, 16}, true, [2]Reward{Rare, Rare}},
		{"example 2 with the roll that overshoots", []Choice{1, 1, 1}, []int{5, 6, 6}, []int{5, 11, 16}, true, [2]Reward{Rare, Rare}},
		{"the eighth pick ends on 15", []Choice{1, 1, 1, 2, 2, 2, 3, 3}, []int{4, 4, 4, 0, 0, 0, 2, 1}, []int{4, 8, 12, 12, 12, 12, 14, 15}, true, [2]Reward{SuperEpic, SuperEpic}},
		{"the eighth pick ends on 13", []Choice{1, 1, 1, 2, 2, 2, 3, 3}, []int{4, 4, 4, 0, 0, 0, 0, 1}, []int{4, 8, 12, 12, 12, 12, 12, 13}, true, [2]Reward{Rare, Epic}},
		{"the eighth pick ends on 0", []Choice{1, 1, 2, 2, 2, 3, 3, 3}, []int{3, 3, -3, -3, -3, 0, 0, 0}, []int{3, 6, 3, 0, 0, 0, 0, 0}, true, [2]Reward{None, None}},
		{"the eighth pick reaches 16", []Choice{3, 3, 3, 2, 2, 2, 1, 1}, []int{4, 4, 4, -3, 0, 0, 3, 3}, []int{4, 8, 12, 9, 9, 9, 12, 15}, true, [2]Reward{SuperEpic, SuperEpic}},
	} {
		for mode := 1; mode <= 2; mode++ {
			r := forced(t, mode, tt.picks, tt.rolls)
			var path []int
			for _, s := range r.Steps() {
				path = append(path, s.To)
			}
			if !slices.Equal(path, tt.path) || r.Over() != tt.over || r.Reward() != tt.want[mode-1] || r.Left != r.mode.Picks-len(tt.picks) {
				t.Errorf("%s, mode %d: path %v, over %v, reward %v, left %d", tt.name, mode, path, r.Over(), r.Reward(), r.Left)
			}
		}
	}
}

// Every roll of every choice from every cell: the steps of section 4 alone, compared with a table of the
// cells in a row whose ends are repeated.
func TestEveryClamp(t *testing.T) {
	line := []int{0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 16, 16, 16, 16, 16}
	low, high := 0, 0
	for c, rolls := range map[Choice][]int{1: {3, 4, 5, 6}, 2: {-3, -2, -1, 0, 1, 2}, 3: {0, 1, 2, 3, 4}} {
		from, to := c.Range()
		if from != rolls[0] || to != rolls[len(rolls)-1] {
			t.Errorf("choice %d moves %d to %d, want %v", c, from, to, rolls)
		}
		for cell := range Goal {
			for _, roll := range rolls {
				next, step := State{Cell: cell, Left: 5, Used: [3]int{2, 1, 0}}.move(c, roll)
				want := line[cell+roll+3]
				clamped := want != cell+roll
				if clamped && want == 0 {
					low++
				} else if clamped {
					high++
				}
				if next.Cell != want || step != (Step{c, roll, cell, want, clamped}) {
					t.Errorf("cell %d, choice %d, roll %d: cell %d, %+v", cell, c, roll, next.Cell, step)
				}
				used := [3]int{2, 1, 0}
				used[c-1]++
				if next.Left != 4 || next.Used != used {
					t.Errorf("choice %d counts as %+v", c, next)
				}
			}
		}
	}
	if low != 6 || high != 8+6+4+2+1 { // 3+2+1 from cells 0 to 2; from cells 15 down to 11
		t.Errorf("%d clamps at 0 and %d at 16", low, high)
	}
}

func TestRefusals(t *testing.T) {
	for _, tt := range []struct {
		state  State
		choice Choice
		want   string
	}{
		{modes[0].Begin(), 1, ""},
		{modes[0].Begin(), 2, ""},
		{modes[0].Begin(), 3, ""},
		{modes[0].Begin(), 0, games.ReasonNotation},
		{modes[0].Begin(), 4, games.ReasonNotation},
		{modes[0].Begin(), -1, games.ReasonNotation},
		{State{4, 6, [3]int{0, 2, 0}}, 2, ""},
		{State{4, 5, [3]int{0, 3, 0}}, 2, ReasonUsedUp},
		{State{4, 5, [3]int{0, 3, 0}}, 3, ""},
		{State{4, 5, [3]int{0, 0, 3}}, 3, ReasonUsedUp},
		{State{4, 5, [3]int{0, 0, 3}}, 2, ""},
		{State{4, 2, [3]int{0, 3, 3}}, 1, ""},
		{State{15, 1, [3]int{7, 0, 0}}, 1, ""},
		{State{16, 5, [3]int{3, 0, 0}}, 1, games.ReasonOver},
		{State{16, 5, [3]int{0, 3, 0}}, 2, games.ReasonOver},
		{State{16, 5, [3]int{0, 3, 0}}, 9, games.ReasonOver},
		{State{9, 0, [3]int{2, 3, 3}}, 1, games.ReasonOver},
	} {
		if got := tt.state.Refusal(tt.choice); got != tt.want {
			t.Errorf("%+v, choice %d: %q, want %q", tt.state, tt.choice, got, tt.want)
		}
	}
}

// Section 5.4, cell by cell.
func TestModes(t *testing.T) {
	if len(Modes()) != 3 {
		t.Fatalf("%d modes", len(Modes()))
	}
	for i, want := range []string{"02222222223332242", "03333333333333342", "03333333333334342"} {
		m, ok := FindMode(i + 1)
		var got strings.Builder
		for _, r := range m.Rewards {
			got.WriteByte('0' + byte(r))
		}
		if !ok || m.Number != i+1 || got.String() != want {
			t.Errorf("mode %d: %s, want %s", m.Number, got.String(), want)
		}
	}
	for _, n := range []int{-1, 0, 4} {
		if _, ok := FindMode(n); ok {
			t.Errorf("there is a mode %d", n)
		}
	}
	Modes()[0].Rewards[3] = Legendary
	if m, _ := FindMode(1); m.Rewards[3] != Rare {
		t.Error("a caller can change the modes")
	}
	for i, want := range []string{"none", "common", "rare", "epic", "super_epic", "unique", "legendary"} {
		if got := Reward(i).String(); got != want {
			t.Errorf("reward %d is %q, want %q", i, got, want)
		}
	}
	if Reward(7).String() != "-" || Reward(-1).String() != "-" {
		t.Error("what is no grade has a name")
	}
}

func TestChoices(t *testing.T) {
	for c, want := range []int{0, 0, 3, 3, 0} {
		if got := Choice(c).Limit(); got != want {
			t.Errorf("choice %d has the limit %d, want %d", c, got, want)
		}
	}
	for _, c := range []Choice{-1, 0, 4} {
		if low, high := c.Range(); low != 0 || high != 0 || c.Action() != "" {
			t.Errorf("choice %d: %d to %d, %q", c, low, high, c.Action())
		}
	}
	for c := Choice(1); c <= 3; c++ {
		if got, ok := ParseChoice(string(c.Action())); !ok || got != c {
			t.Errorf("%q reads as %d, want %d", c.Action(), got, c)
		}
	}
}

// The same seed gives the same rolls whatever the picks are, one draw a pick.
func TestRunsRepeat(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.SampledFrom(Modes()).Draw(t, "mode")
		seed := rapid.String().Draw(t, "seed")
		a, b := NewRun(m, seed), NewRun(m, seed)
		for !a.Over() {
			c := rapid.SampledFrom(a.open()).Draw(t, "choice")
			branch := a // a copy continues on its own
			_, _ = branch.Pick(1)
			step, reason := a.Pick(c)
			again, _ := b.Pick(c)
			low, high := c.Range()
			if reason != "" || step != again || step.Roll < low || step.Roll > high {
				t.Fatalf("choice %d: %+v and %+v, %q", c, step, again, reason)
			}
		}
		if a != b {
			t.Fatal("two runs of a seed differ")
		}
	})
}

// Each number of a range is equally frequent; the seeds are fixed.
func TestRollsAreUniform(t *testing.T) {
	const runs = 6000
	m, _ := FindMode(1)
	for c := Choice(1); c <= Choices; c++ {
		low, high := c.Range()
		count := make([]float64, high-low+1)
		for i := range runs {
			r := NewRun(m, "uniform "+strings.Repeat("x", i%7)+string(rune('가'+i)))
			step, _ := r.Pick(c)
			count[step.Roll-low]++
		}
		want, chi := runs/float64(len(count)), 0.0
		for _, n := range count {
			chi += (n - want) * (n - want) / want
		}
		if chi > 20 {
			t.Errorf("choice %d: %v, chi square %.1f", c, count, chi)
		}
	}
}

func TestPicksDoNotAllocate(t *testing.T) {
	m, _ := FindMode(2)
	begin := NewRun(m, "s")
	if n := testing.AllocsPerRun(100, func() {
		r := begin
		for c := Choice(1); !r.Over(); c = c%Choices + 1 {
			r.Pick(c)
		}
		_ = r.Reward()
	}); n != 0 {
		t.Errorf("%v allocations a run", n)
	}
}
