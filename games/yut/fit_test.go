package yut

import (
	"os"
	"testing"
)

func TestFitScratch(t *testing.T) {
	out, err := Fit(valueJSON, 6, 40000, "fit", func(round int, mean, e float64) { t.Logf("%d: %.3f ± %.3f", round, mean, e) })
	if err != nil {
		t.Fatal(err)
	}
	os.WriteFile("/tmp/value.json", out, 0o644)
}
