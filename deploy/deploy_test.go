// Package deploy has no code: unit, compose file and guide are held to the program.
package deploy

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// systemd understands every line of the units.
func TestUnit(t *testing.T) {
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("no systemd-analyze on this machine")
	}
	for _, name := range []string{"arcade.service", "arcade-spare.service"} {
		unit, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		// A program that is there: whether the arcade is installed is not what is tested.
		test := strings.Replace(string(unit), "/usr/local/bin/arcade", "/bin/true", 1)
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, []byte(test), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(analyze, "verify", file).CombinedOutput()
		for line := range strings.Lines(string(out)) {
			if strings.Contains(line, name) {
				t.Error(line)
			}
		}
		if err != nil {
			t.Errorf("%v: %s", err, out)
		}
	}
}
