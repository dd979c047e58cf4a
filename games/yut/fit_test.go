package yut

import (
	"os"
	"testing"
)

func TestFitScratch(t *testing.T) {
	out, err := Fit(valueJSON, 5, 40000, 4, "fit", func(round int, mean, e, wrong float64) {
		t.Logf("%d: %.3f ± %.3f, wrong by %.4f", round, mean, e, wrong)
	})
	if err != nil {
		t.Fatal(err)
	}
	os.WriteFile("/tmp/value.json", out, 0o644)
}
