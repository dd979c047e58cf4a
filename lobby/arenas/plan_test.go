package arenas

import "testing"

// A plan takes a time control as it is stored, and as screens show it.
func TestPlanControl(t *testing.T) {
	for typed, want := range map[string]string{"3+2": "3+2", "3m+2s": "3+2", "1m+0s": "1+0", "30s": "30s"} {
		if p, err := ParsePlan("daily 20:00 othello " + typed); err != nil || p.Control != want {
			t.Errorf("%s: %q, %v", typed, p.Control, err)
		}
	}
	for _, typed := range []string{"m+2s", "3m", "3m+", "3m+xs"} {
		if p, err := ParsePlan("daily 20:00 othello " + typed); err == nil && p.Control != "" {
			t.Errorf("%s is taken as %q", typed, p.Control)
		}
	}
}

// A plan takes the rules as one word, anywhere behind the game.
func TestPlanRules(t *testing.T) {
	for typed, want := range map[string]string{"matgo": "", "matgo standard": "standard", "matgo 30s nobots 45m Standard": "standard"} {
		if p, err := ParsePlan("daily 20:00 " + typed); err != nil || p.Rules != want {
			t.Errorf("%s: %q, %v", typed, p.Rules, err)
		}
	}
	for _, typed := range []string{"matgo standard document", "matgo standard2", "matgo 30x"} {
		if p, err := ParsePlan("daily 20:00 " + typed); err == nil {
			t.Errorf("%s is taken as %+v", typed, p)
		}
	}
}
