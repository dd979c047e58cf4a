package deploy

import (
	"encoding/json"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// Prometheus understands the alerts, and they fire when they should: see monitoring/alerts_test.yaml.
func TestAlerts(t *testing.T) {
	promtool, err := exec.LookPath("promtool")
	if err != nil {
		t.Skip("no promtool on this machine")
	}
	for _, args := range [][]string{{"check", "config", "--syntax-only", "prometheus.yaml"}, {"check", "rules", "alerts.yaml"}, {"test", "rules", "alerts_test.yaml"}} {
		cmd := exec.Command(promtool, args...)
		cmd.Dir = "monitoring"
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("promtool %v: %v\n%s", args, err, out)
		}
	}
}

// The alerts and the dashboard name only metrics of the reference, which is held to the program; the runbook has each
// alert.
func TestMonitoringNamesMetrics(t *testing.T) {
	read := func(file string) string {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	reference := map[string]bool{}
	metric := regexp.MustCompile(`\barcade_\w+`)
	for _, name := range metric.FindAllString(read("../docs/operator-reference.md"), -1) {
		reference[name] = true
	}
	var board struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal([]byte(read("monitoring/dashboard.json")), &board); err != nil {
		t.Fatal(err)
	}
	named := map[string]string{}
	for _, line := range strings.Split(read("monitoring/alerts.yaml"), "\n") {
		if expr, ok := strings.CutPrefix(strings.TrimSpace(line), "expr: "); ok {
			named[expr] = "alerts.yaml"
		}
	}
	for _, p := range board.Panels {
		for _, q := range p.Targets {
			named[q.Expr] = p.Title
		}
	}
	runbook := read("../docs/runbook.md")
	for _, alert := range regexp.MustCompile(`alert: (\w+)`).FindAllStringSubmatch(read("monitoring/alerts.yaml"), -1) {
		if !strings.Contains(runbook, "`"+alert[1]+"`") {
			t.Errorf("the runbook does not say what to do at %s", alert[1])
		}
	}
	if len(named) < 40 {
		t.Errorf("only %d expressions found", len(named))
	}
	for expr, where := range named {
		for _, name := range metric.FindAllString(expr, -1) {
			if !reference[strings.TrimSuffix(name, "_bucket")] {
				t.Errorf("%s: no metric %s: %s", where, name, expr)
			}
		}
	}
}
