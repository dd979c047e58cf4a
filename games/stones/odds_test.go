package stones

import (
	"bytes"
	"encoding/json"
	"math"
	"math/big"
	"os"
	"strconv"
	"testing"
)

// odds is the file of positions with the odds of the owner's program, and of the arcade's aim.
const odds = "/work/shared/vectors/stones-odds.jsonl"

// Both plays of each position: what a choice ends in by grade, the worth and the pick of each aim.
func TestOdds(t *testing.T) {
	data, err := os.ReadFile(odds)
	if err != nil {
		t.Skip(odds + " is not on this machine")
	}
	type aimed struct {
		Exact  string  `json:"exact"`
		Pick   Choice  `json:"pick"`
		Grades Chances `json:"grades"`
	}
	lines := 0
	for line := range bytes.Lines(data) {
		var v struct {
			Table      string `json:"table"`
			Cell, Left int
			Left2      int    `json:"left2"`
			Left3      int    `json:"left3"`
			Top        Reward `json:"top_grade"`
			AimTop     aimed  `json:"aim_top"`
			AimMean    aimed  `json:"aim_mean"`
			Choices    map[string]struct {
				Top     float64 `json:"p_top"`
				Mean    float64 `json:"mean"`
				AimTop  Chances `json:"grades_aim_top"`
				AimMean Chances `json:"grades_aim_mean"`
			} `json:"choices"`
		}
		if err := json.Unmarshal(line, &v); err != nil {
			t.Fatal(err)
		}
		mode, _ := FindMode(map[string]int{"doc1": 1, "doc2": 2, "his2": 3}[v.Table])
		s := State{v.Cell, v.Left, [Choices]int{0, maxUses - v.Left2, maxUses - v.Left3}}
		byMean, byTop := BestPlay(mode.Number), TopPlay(mode.Number)
		if mode.Top() != v.Top || byMean.Best(s) != v.AimMean.Pick || byTop.Best(s) != v.AimTop.Pick {
			t.Errorf("%s: highest grade %d, picks %d and %d", line, mode.Top(), byMean.Best(s), byTop.Best(s))
		}
		near := func(got, want float64) bool { return math.Abs(got-want) < 1e-11 }
		same := func(what string, got, want Chances) {
			for r := range got {
				if !near(got[r], want[r]) {
					t.Errorf("%s%s: %v", line, what, got)
					return
				}
			}
		}
		exact := func(what, want string, n int64) {
			if got := big.NewRat(n, powers[s.Left]); got.String() != want {
				t.Errorf("%s%s: %s", line, what, got)
			}
		}
		exact("aim_top", v.AimTop.Exact, byTop.node(s).future[v.Top])
		exact("aim_mean", v.AimMean.Exact, byMean.node(s).sum())
		same("aim_top", byTop.Final(s), v.AimTop.Grades)
		same("aim_mean", byMean.Final(s), v.AimMean.Grades)
		tops := byTop.Outlooks(s)
		if len(tops) != len(v.Choices) {
			t.Errorf("%s%d choices", line, len(tops))
		}
		for i, o := range byMean.Outlooks(s) {
			want := v.Choices[strconv.Itoa(int(o.Choice))]
			if !near(tops[i].Final[v.Top], want.Top) || !near(o.Value, want.Mean) {
				t.Errorf("%schoice %d: %v of the highest grade, worth %v", line, o.Choice, tops[i].Final[v.Top], o.Value)
			}
			same("grades_aim_top", tops[i].Final, want.AimTop)
			same("grades_aim_mean", o.Final, want.AimMean)
		}
		lines++
	}
	if lines == 0 {
		t.Error("no positions")
	}
}
