// Package deploy has no code: unit, compose file and guide are held to the program.
package deploy

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every variable that the files set is a flag of serve that docs/operator.md tells of.
func TestVariables(t *testing.T) {
	operator, err := os.ReadFile("../docs/operator.md")
	if err != nil {
		t.Fatal(err)
	}
	own := map[string]bool{"ARCADE_VERSION": true, "ARCADE_PORT": true} // the compose files'
	found := 0
	for _, name := range []string{"arcade.service", "compose.yaml", "README.md", "../Dockerfile",
		"cluster/compose.yaml", "cluster/env.example", "cluster/arcade.env", "../docs/cluster-guide.md"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range regexp.MustCompile(`ARCADE_[A-Z_]*[A-Z]`).FindAllString(string(text), -1) {
			found++
			if !own[v] && !strings.Contains(string(operator), "`"+v+"`") {
				t.Errorf("%s: %s is no flag that docs/operator.md knows", name, v)
			}
		}
	}
	if found == 0 {
		t.Error("no variables were found")
	}
}

// systemd understands every line of the unit.
func TestUnit(t *testing.T) {
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("no systemd-analyze on this machine")
	}
	unit, err := os.ReadFile("arcade.service")
	if err != nil {
		t.Fatal(err)
	}
	// A program that is there: whether the arcade is installed is not what is tested.
	test := strings.Replace(string(unit), "/usr/local/bin/arcade", "/bin/true", 1)
	file := filepath.Join(t.TempDir(), "arcade.service")
	if err := os.WriteFile(file, []byte(test), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(analyze, "verify", file).CombinedOutput()
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, "arcade.service") {
			t.Error(line)
		}
	}
	if err != nil {
		t.Errorf("%v: %s", err, out)
	}
}
