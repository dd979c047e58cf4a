package lab

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"arcade/internal/race"
)

// The same command makes the same weights with any number of workers, and another seed makes others. A
// bot can play with the weights.
func TestTrainMatgoBot(t *testing.T) {
	if race.On {
		t.Skip("sums alone, many of them: the workers are raced by the simulations")
	}
	t.Chdir(t.TempDir())
	train := func(out string, args ...string) []byte {
		t.Helper()
		args = append([]string{"train", "matgo", "bot", "--games", "60", "--epochs", "2", "--out", out}, args...)
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
	// Samples are stored in a file. A later run continues a file that was cut off.
	if !bytes.Equal(a, train("d.bin", "--lessons", "lessons.dat")) {
		t.Error("other weights with lessons in a file")
	}
	data, err := os.ReadFile("lessons.dat")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("lessons.dat", data[:len(data)*2/3], 0o644); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a, train("d.bin", "--lessons", "lessons.dat")) {
		t.Error("other weights with lessons that were cut off")
	}
	if again, err := os.ReadFile("lessons.dat"); err != nil || !bytes.Equal(again, data) {
		t.Errorf("%v: other lessons once cut off", err)
	}
	if _, err := output(t, "sim", "matgo", "--paired", "--games", "20", "--bots", "model:a.bin,random"); err != nil {
		t.Error(err)
	}
	for args, want := range map[string]string{
		"--out d.bin --games 0": "want --games", "--games 10": "no --out", "--out d.bin --rate 2": "want a --rate", "--out d.bin --lessons .": "is a directory",
	} {
		if _, err := output(t, append([]string{"train", "matgo", "bot"}, strings.Fields(args)...)...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", args, err, want)
		}
	}
}
