package main

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"arcade/cmd/arcade/admin"
)

// The operator's guide names exactly the existing metrics, and every admin command.
func TestOperatorsGuideOnMetrics(t *testing.T) {
	guide, err := os.ReadFile("../../docs/operator-reference.md")
	if err != nil {
		t.Fatal(err)
	}
	out, stop, done := start(t, "--data", t.TempDir(), "--metrics", "0.0.0.0:0", "--metrics-public", "--solver-share", "0", "--puzzle-share", "0", "--grace", "10ms")
	url := out.await(t, done, `metrics +(\S+)\n`)
	resp, err := http.Get(strings.Replace(url, "[::]", "127.0.0.1", 1))
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(resp.Body)
	resp.Body.Close()
	if err != nil {
		t.Fatal(err)
	}
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if _, err := http.Get(url); err == nil {
		t.Error("the metrics outlive the server")
	}
	names := func(re string, in []byte) (list []string) {
		for _, m := range regexp.MustCompile(re).FindAllSubmatch(in, -1) {
			list = append(list, string(m[1]))
		}
		slices.Sort(list)
		return slices.Compact(list)
	}
	served := names(`(?m)^# TYPE (arcade_\w+)`, body)
	if len(served) < 10 {
		t.Fatalf("served: %q", served)
	}
	rows := regexp.MustCompile("(?m)^\\| `arcade_.*").FindAll(guide, -1)
	told := names("`(arcade_[a-z_]+)`", bytes.Join(rows, []byte("\n")))
	for _, name := range told {
		if !slices.Contains(served, name) && name != "arcade_backup_age_seconds" && name != "arcade_spare_lag_seconds" && !strings.HasPrefix(name, "arcade_cluster_") {
			t.Errorf("the guide has %s, the server has not", name)
		}
	}
	for _, name := range served {
		if !slices.Contains(told, name) {
			t.Errorf("the guide has no %s", name)
		}
	}
	for _, c := range admin.New().Commands() {
		if !bytes.Contains(guide, []byte("| `arcade admin "+c.Name())) {
			t.Errorf("the guide has no arcade admin %s", c.Name())
		}
	}
}
