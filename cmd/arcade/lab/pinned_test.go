package lab

import (
	"strings"
	"testing"

	"arcade/internal/race"
)

// The bots below master keep their measured strength: they play these games as they did when they were
// measured. Othello was measured at commit 2d650af7, before master had its own evaluation. Seeds and
// limits of positions determine every move, so any change of play shows. Matgo's learnt was taught anew.
func TestLevelsArePinned(t *testing.T) {
	if race.On {
		t.Skip("sums alone, many of them: the workers are raced by the tests of each simulation")
	}
	for flags, want := range map[string]string{
		"othello --games 4 --seed pin --bots careful,greedy":             "won 3, drawn 0, lost 1: 75.0 %, +15.5 discs a game",
		"othello --games 4 --seed pin --bots expert,steady":              "won 4, drawn 0, lost 0: 100.0 %, +31.0 discs a game",
		"matgo --paired --games 100 --bots learnt,sensible":              "+7.62 ± 4.13 points, +762 ± 413 gold\nwon      52.55 ± 2.65 %",
		"matgo --paired --games 100 --bots sensible,eager":               "+22.27 ± 5.81 points, +2228 ± 581 gold\nwon      61.14 ± 2.87 %",
		"matgo --paired --games 100 --bots eager,random":                 "+37.98 ± 5.66 points, +3799 ± 566 gold\nwon      73.20 ± 2.94 %",
		"yut --games 200 --seed pin --effects=false --policy random":     "mean turns   19.010 ± 0.323",
		"yut --games 200 --seed pin --effects=false --policy greedy":     "mean turns   23.285 ± 0.254",
		"yut --games 200 --seed pin --effects=false --policy thoughtful": "mean turns   10.475 ± 0.187",
		"yut --games 200 --seed pin --effects=false --policy planner":    "mean turns   10.035 ± 0.174",
	} {
		got, err := output(t, append([]string{"sim"}, strings.Fields(flags)...)...)
		if err != nil || !strings.Contains(got, want) {
			t.Errorf("sim %s: %v, it prints\n%swant %s", flags, err, got, want)
		}
	}
}
