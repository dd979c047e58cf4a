package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"arcade/internal/race"
)

// The same command makes the same weights, however many workers there are, and another
// seed others; they play.
func TestTrainMatgoBot(t *testing.T) {
	if race.On {
		t.Skip("sums alone, many of them: the workers are raced by the simulations")
	}
	t.Chdir(t.TempDir())
	train := func(out string, args ...string) []byte {
		t.Helper()
		args = append([]string{"train", "matgo", "bot", "--games", "80", "--taught", "40", "--term", "20", "--out", out}, args...)
		if _, err := output(t, args...); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	a := train("a.bin", "--workers", "1")
	if !bytes.Equal(a, train("b.bin", "--workers", "3")) {
		t.Error("other weights with three workers")
	}
	if bytes.Equal(a, train("c.bin", "--seed", "other")) {
		t.Error("the same weights from another seed")
	}
	if _, err := output(t, "sim", "matgo", "--paired", "--games", "20", "--bots", "model:a.bin,random"); err != nil {
		t.Error(err)
	}
	for args, want := range map[string]string{
		"--out d.bin --games 0": "want --games", "--games 10": "no --out", "--out d.bin --rate 2": "want a --trace", "--out d.bin --from none.bin": "none.bin",
	} {
		if _, err := output(t, append([]string{"train", "matgo", "bot"}, strings.Fields(args)...)...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", args, err, want)
		}
	}
}
