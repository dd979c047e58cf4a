package lab

import (
	"strings"
	"testing"

	"arcade/games"
	"arcade/games/stones"
)

func TestSolveStonesJSON(t *testing.T) {
	for mode, start := range map[string]string{
		"1": `{"mode":1,"value":2.5113640046296295,"states":[{"cell":0,"left":8,"used2":0,"used3":0,"best":1,"value":2.5113640046296295},`,
		"2": `{"mode":2,"value":2.8058319408275465,"states":[{"cell":0,"left":8,"used2":0,"used3":0,"best":1,"value":2.8058319408275465},`,
	} {
		got, err := output(t, "solve", "stones", "--mode", mode, "--json")
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(got, start) {
			t.Errorf("mode %s: %.200s", mode, got)
		}
		var s stonesSolution
		if err := games.DecodeStrict([]byte(got), &s); err != nil {
			t.Fatal(err)
		}
		solved, _ := stones.FindMode(s.Mode)
		reach := solved.Reachable()
		if len(s.States) != len(reach) {
			t.Fatalf("mode %s: %d states, want %d", mode, len(s.States), len(reach))
		}
		for i, state := range s.States {
			used1 := solved.Picks - state.Left - state.Used2 - state.Used3
			full := stones.State{Cell: state.Cell, Left: state.Left, Used: [stones.Choices]int{used1, state.Used2, state.Used3}}
			play := stones.BestPlay(s.Mode)
			if full != reach[i] || state.Best != play.Best(full) || state.Value != play.Value(full) {
				t.Fatalf("mode %s: state %d is %+v", mode, i, state)
			}
		}
	}
}

func TestSolveStonesTable(t *testing.T) {
	got, err := output(t, "solve", "stones", "--mode", "2")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(got, "\n"), "\n")
	if mode := stones.BestPlay(2).Mode(); len(lines) != 4+len(mode.Reachable()) {
		t.Errorf("%d lines", len(lines))
	}
	for i, want := range []string{
		"Stepping Stones, mode 2: best play earns 2.8058 on average",
		"chance of super epic 15.91 %, epic or better 64.67 %, rare or better 100.00 %",
		"",
		"left  cell  used 2  used 3  best    value   choice 1  choice 2  choice 3  super epic",
		"   8     0       0       0     1   2.8058     2.8058    2.7259    2.8058     15.91 %",
	} {
		if lines[i] != want {
			t.Errorf("line %d is %q, want %q", i+1, lines[i], want)
		}
	}
	if !strings.Contains(got, " - ") {
		t.Error("no choice is ever used up")
	}
}

func TestSolveRefuses(t *testing.T) {
	for _, args := range [][]string{{"stones", "--mode", "0"}, {"stones", "--mode", "4"}, {"stones", "extra"}, {"chess"}} {
		if _, err := output(t, append([]string{"solve"}, args...)...); err == nil {
			t.Errorf("%q: no error", args)
		}
	}
}

// The odds of a position have the members of the owner's vectors.
func TestSolveStonesOdds(t *testing.T) {
	args := []string{"solve", "stones", "--mode", "3", "--cell", "5", "--left", "3", "--left2", "1", "--left3", "0"}
	got, err := output(t, args...)
	if err != nil {
		t.Fatal(err)
	}
	const want = `Stepping Stones, mode 3: cell 5, picks left 3, uses left 1 of choice 2 and 0 of choice 3

choice  aim         super_epic    mean
     1  super_epic     30.73 %  2.9740  best
     1  mean           29.17 %  3.0833  best
     2  super_epic     29.17 %  3.0833
     2  mean           29.17 %  3.0833
`
	if got != want {
		t.Errorf("%s", got)
	}
	if got, err = output(t, append(args, "--json")...); err != nil {
		t.Fatal(err)
	}
	var r oddsReport
	if err := games.DecodeStrict([]byte(got), &r); err != nil || len(r.Choices) != 2 || r.TopGrade != stones.SuperEpic || r.AimTop.P != r.Choices["1"].Top && r.AimTop.P != r.Choices["2"].Top {
		t.Errorf("%v, %+v", err, r)
	}
	for flag, values := range map[string][]string{"--cell": {"16", "99"}, "--left": {"0", "8"}, "--left2": {"4", "-1"}, "--left3": {"4", "-1"}} {
		for _, value := range values {
			if got, err := output(t, append(args, flag, value)...); err == nil || !strings.Contains(err.Error(), "bad "+flag) {
				t.Errorf("%s %s: %v, %s", flag, value, err, got)
			}
		}
	}
}
