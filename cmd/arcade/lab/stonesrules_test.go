package lab

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arcade/games"
)

// Rules from a file are solved exactly and simulated. Invalid rules are refused with the file's name.
func TestStonesRules(t *testing.T) {
	file := filepath.Join(t.TempDir(), "rules.json")
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(`{"picks":2,"choices":[{"low":1,"high":2},{"low":0,"high":0,"limit":1}],"modes":[[0,0,4,2],[0,6,0,0]]}`)
	got, err := output(t, "solve", "stones", "--rules", file, "--json")
	if err != nil {
		t.Fatal(err)
	}
	// 1 of 2 and then stay, or 1 of 1 and then 2 or 3.
	var s customSolution
	if err := games.DecodeStrict([]byte(got), &s); err != nil || s.Value != 3.5 || s.States[0].Best != 1 {
		t.Errorf("%s %v", got, err)
	}
	if got, err = output(t, "sim", "stones", "--rules", file, "--mode", "2", "--games", "100", "--policy", "best", "--json"); err != nil {
		t.Fatal(err)
	}
	var r customReport
	if err := games.DecodeStrict([]byte(got), &r); err != nil || r.BestReward != 3 || r.Rewards[0]+r.Rewards[6] != 100 || len(r.Cells) != 4 {
		t.Errorf("%s %v", got, err)
	}
	for _, cmd := range []string{"solve", "sim"} {
		if _, err := output(t, cmd, "stones", "--rules", file, "--mode", "3"); err == nil || !strings.Contains(err.Error(), "no mode 3") {
			t.Errorf("%s: %v", cmd, err)
		}
	}
	write(`{"picks":2}`)
	if _, err := output(t, "solve", "stones", "--rules", file); err == nil || !strings.Contains(err.Error(), file) {
		t.Error(err)
	}
}

// Two policies play the same rolls; a policy against itself never differs.
func TestSimStonesVersus(t *testing.T) {
	for versus, want := range map[string]string{"best": `"won":0,"drawn":5000,"lost":0,"difference":0}`, "one": `"difference":0.`} {
		got, err := output(t, "sim", "stones", "--versus", versus, "--games", "5000", "--json")
		if err != nil || !strings.Contains(got, want) {
			t.Errorf("%s: %s %v", versus, got, err)
		}
	}
	if _, err := output(t, "sim", "stones", "--versus", "nobody"); err == nil {
		t.Error("nobody plays")
	}
}
