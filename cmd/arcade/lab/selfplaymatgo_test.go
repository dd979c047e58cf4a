package lab

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"arcade/internal/race"
)

// stageOf returns a small stage in a folder of models.
func stageOf(models string, stage, rounds int) *matgoStage {
	return &matgoStage{job: job{games: rounds, seed: "test", stderr: io.Discard}, stage: stage, models: models, deals: 20, epochs: 2, logEvery: 100}
}

// Two stages run, the second with the models of the first, and their reports are complete. A stage that
// was stopped anywhere, or killed during its writes, continues to the same files.
func TestSelfplayMatgo(t *testing.T) {
	if race.On {
		t.Skip("sums alone, many of them: the workers are raced by the simulations")
	}
	whole := t.TempDir()
	for stage := range 2 {
		f, err := stageOf(whole, stage, 540).play(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		r := f.(*stageReport)
		if r.Play.Completed != 540 || r.First.Low >= r.First.Share || r.First.Share >= r.First.High || len(r.Events) != 10 || r.All.HeldOut.Samples == 0 ||
			(r.Replayed == 540) != (stage == 0) || (r.Drift != nil) != (stage > 0) || r.Events[0].Stage0 == nil {
			t.Errorf("stage %d: %+v", stage, r)
		}
		if r.Policy.Samples < 10000 || r.Policy.Samples != r.Value.Samples {
			t.Errorf("stage %d: policy %+v, value %+v", stage, r.Policy, r.Value)
		}
		if stage == 1 && (r.Play.Bots[0] != "stage-0" || len(r.Against) != 3 || r.Drift.Distance <= 0) {
			t.Errorf("stage 1: %+v against %+v", r.Play.Bots, r.Against)
		}
	}
	want := matgoFiles(t, filepath.Join(whole, "stage-1"))
	if n := strings.Count(want["log.jsonl"], "\n"); n != 5 {
		t.Errorf("%d lines of a log of every hundredth round", n)
	}
	if f := flag.Lookup("rapid.checks"); f.Value.String() == f.DefValue { // a stage can be stopped at five steps
		_ = f.Value.Set("20")
		defer func() { _ = f.Value.Set(f.DefValue) }()
	}
	rapid.Check(t, func(rt *rapid.T) {
		dir, err := os.MkdirTemp(t.TempDir(), "")
		if err == nil {
			err = os.CopyFS(filepath.Join(dir, "stage-0"), os.DirFS(filepath.Join(whole, "stage-0")))
		}
		if err != nil {
			rt.Fatal(err)
		}
		ctx, stop := context.WithTimeout(t.Context(), time.Duration(rapid.IntRange(0, 300).Draw(rt, "ms"))*time.Millisecond)
		_, err = stageOf(dir, 1, 540).play(ctx)
		stop()
		if err != nil && !errors.Is(err, context.DeadlineExceeded) {
			rt.Fatal(err)
		}
		// A kill leaves more bytes than run.json counts, and no report.
		stage := filepath.Join(dir, "stage-1")
		if file, err := os.OpenFile(filepath.Join(stage, "samples.bin"), os.O_APPEND|os.O_WRONLY, 0); err == nil {
			if rapid.Bool().Draw(rt, "torn") && !strings.Contains(matgoFiles(t, stage)["run.json"], `"rounds":540,"bytes"`) {
				_, err = file.WriteString("torn")
			}
			if err := errors.Join(err, file.Close()); err != nil {
				rt.Fatal(err)
			}
		}
		for _, name := range []string{"report.json", "value.json", "policy.json"} {
			if rapid.Bool().Draw(rt, name) {
				_ = os.Remove(filepath.Join(stage, name))
			}
		}
		if _, err := stageOf(dir, 1, 540).play(t.Context()); err != nil {
			rt.Fatal(err)
		}
		sameFiles(rt, "gone on", matgoFiles(t, stage), want)
		_ = os.RemoveAll(dir)
	})
}

func TestSelfplayMatgoRefuses(t *testing.T) {
	if race.On {
		t.Skip("sums alone")
	}
	t.Chdir(t.TempDir())
	if _, err := output(t, "selfplay", "matgo", "--rounds", "200", "--deals", "5"); err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string]string{
		"bad --stage":               "--stage 5",
		"bad --rounds":              "--rounds -1",
		"bad --deals":               "--deals 0",
		"begun with other flags":    "--rounds 300 --deals 5",
		"the models of stage 1":     "--stage 2",
		"want --epochs":             "--epochs 0",
		"unknown command \"extra\"": "extra",
	} {
		if _, err := output(t, append([]string{"selfplay", "matgo"}, strings.Fields(args)...)...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", args, err, want)
		}
	}
	if err := os.WriteFile("models/stage-0/policy.json", []byte(`{"model_type":"x"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := output(t, "selfplay", "matgo", "--stage", "1", "--rounds", "200"); err == nil || !strings.Contains(err.Error(), "policy.json is damaged") {
		t.Errorf("by a damaged model: %v", err)
	}
	got, err := output(t, "selfplay", "matgo", "--models", "other", "--rounds", "150", "--deals", "5", "--json")
	if err != nil || !json.Valid([]byte(got)) {
		t.Errorf("%v: %q", err, got)
	}
}
