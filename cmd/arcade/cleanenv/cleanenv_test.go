package cleanenv_test

import (
	"os"
	"os/exec"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/mattn/go-runewidth"

	_ "arcade/cmd/arcade/cleanenv"
)

// The test runs itself in an environment that would make lines two cells wide.
func TestWidthsAreNotTheServers(t *testing.T) {
	if os.Getenv("CLEANENV_CHILD") == "" {
		for _, env := range [][]string{{"RUNEWIDTH_EASTASIAN=1"}, {"LC_ALL=ko_KR.EUC-KR"}, {"LC_ALL=ja_JP.UTF-8", "TEA_TRACE=/nowhere"}} {
			cmd := exec.Command(os.Args[0], "-test.run", t.Name())
			cmd.Env = append(append(os.Environ(), "CLEANENV_CHILD=1"), env...)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%q: %v: %s", env, err, out)
			}
		}
		return
	}
	if w := ansi.StringWidth("─"); w != 1 {
		t.Errorf("a line is %d cells to x/ansi", w)
	}
	if w := runewidth.StringWidth("─"); w != 1 {
		t.Errorf("a line is %d cells to go-runewidth", w)
	}
	if _, ok := os.LookupEnv("TEA_TRACE"); ok {
		t.Error("TEA_TRACE is set")
	}
}
