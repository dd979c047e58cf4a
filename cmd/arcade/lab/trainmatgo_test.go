package lab

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arcade/games/matgo/train"
)

// trainingLogs makes two logs in the working folder, logs/a.jsonl and logs/b.jsonl.gz.
func trainingLogs(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	for _, name := range []string{"a", "b"} {
		if _, err := output(t, "sim", "matgo", "--games", "40", "--bots", "sensible,random", "--seed", name, "--log", "logs/"+name+".jsonl"); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile("logs/b.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("logs/b.jsonl.gz", packed.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// The pipeline makes the same files as its three steps one by one, from several logs, some of them
// packed. The second run is compared with the first. The policy learns every decision of a new log.
func TestTrainMatgo(t *testing.T) {
	trainingLogs(t)
	run := func(args ...string) string {
		t.Helper()
		got, err := output(t, append([]string{"train", "matgo"}, args...)...)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	inputs := []string{"--input", "logs/a.jsonl", "logs/b.jsonl.gz"}
	run(append([]string{"policy", "--output", "p.json"}, inputs...)...)
	run(append([]string{"value", "--output", "v.json"}, inputs...)...)
	run("pipeline", "--tag", "one", "--input", "logs/a.jsonl")
	run(append([]string{"pipeline", "--tag", "two", "--policy-old", "models/policy-one.json", "--value-old", "models/value-one.json"}, inputs...)...)
	run(append([]string{"evaluate", "--policy-old", "models/policy-one.json", "--policy-new", "p.json", "--value-old", "models/value-one.json",
		"--value-new", "v.json", "--output", "e.json"}, inputs...)...)
	for a, b := range map[string]string{"p.json": "models/policy-two.json", "v.json": "models/value-two.json", "e.json": "logs/model-eval-two.json"} {
		var one, two map[string]any
		for path, into := range map[string]*map[string]any{a: &one, b: &two} {
			raw, err := os.ReadFile(path)
			if err == nil {
				err = json.Unmarshal(raw, into)
			}
			if err != nil {
				t.Fatal(err)
			}
			delete(*into, "created_at")
			delete(*into, "inputs")
		}
		x, _ := json.Marshal(one)
		y, _ := json.Marshal(two)
		if !bytes.Equal(x, y) {
			t.Errorf("%s is not as %s", a, b)
		}
	}
	p, err := readPolicy("p.json")
	if err != nil {
		t.Fatal(err)
	}
	v, err := readValue("v.json")
	if err != nil {
		t.Fatal(err)
	}
	if p.TrainSummary.Samples != v.TrainSummary.Samples || p.TrainSummary.Samples < 1000 || len(p.TrainSummary.InputFiles) != 2 {
		t.Errorf("policy %+v, value %+v", p.TrainSummary, v.TrainSummary)
	}
	if p.GlobalCounts["option"]["go"] == 0 {
		t.Errorf("options %v", p.GlobalCounts["option"])
	}
	if got := run("policy", "--input", "logs/a.jsonl", "--output", "p2.json", "--json"); !json.Valid([]byte(got)) {
		t.Errorf("--json printed %q", got)
	}
}

// An error of bad input names the file and the line, and nothing is written.
func TestTrainMatgoRefuses(t *testing.T) {
	trainingLogs(t)
	good, err := os.ReadFile("logs/a.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	write := func(name string, data []byte) {
		t.Helper()
		if err := os.WriteFile(name, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("cut.jsonl", good[:len(good)-100])
	packed, err := os.ReadFile("logs/b.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	write("cut.gz", packed[:len(packed)/2])
	write("empty.jsonl", nil)
	if _, err := output(t, "train", "matgo", "pipeline", "--tag", "x", "--input", "logs/a.jsonl"); err != nil {
		t.Fatal(err)
	}
	model, err := os.ReadFile("models/value-x.json")
	if err != nil {
		t.Fatal(err)
	}
	write("models/cut.json", model[:len(model)/2])
	write("models/less.json", bytes.Replace(model, []byte(`"weights":[`), []byte(`"weights":[1,`), 1))
	if _, err := output(t, "sim", "matgo", "--games", "3", "--log", "delta.jsonl", "--log-mode", "delta"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, want string }{
		{"policy", "no --input"},
		{"policy --input none.jsonl", "none.jsonl"},
		{"policy --input logs", "is a folder"},
		{"policy --input logs/a.jsonl cut.jsonl", "cut.jsonl:40: it is no JSON"},
		{"value --input cut.gz", "cut.gz:"},
		{"value --input empty.jsonl", train.ErrNoSamples.Error()},
		{"value --input delta.jsonl", "delta.jsonl:1: a delta log"},
		{"value --input logs/a.jsonl --dim 0", "bad dim"},
		{"value --input logs/a.jsonl --lr 5", "diverged"},
		{"policy --input logs/a.jsonl --alpha -1", "bad --alpha"},
		{"pipeline --input logs/a.jsonl", "bad --tag"},
		{"pipeline --input logs/a.jsonl --tag a/b", "bad --tag"},
		{"pipeline --input logs/a.jsonl --tag y --value-old models/cut.json", "models/cut.json is not a model"},
		{"evaluate --input logs/a.jsonl", "want --policy-old"},
		{"evaluate --input logs/a.jsonl --policy-old models/policy-x.json --policy-new models/value-x.json", "models/value-x.json is damaged or another kind of model"},
		{"evaluate --input logs/a.jsonl --policy-old models/policy-x.json --policy-new models/policy-x.json --value-old models/value-x.json --value-new models/less.json", "4097 weights, want 4096"},
		{"evaluate --input logs/a.jsonl --policy-old models/policy-x.json --policy-new models/policy-x.json --value-new models/value-x.json", "or neither"},
	} {
		args := append([]string{"train", "matgo"}, strings.Fields(c.args)...)
		if strings.Contains(c.args, "policy") || strings.Contains(c.args, "value") {
			if !strings.HasPrefix(c.args, "pipeline") {
				args = append(args, "--output", "out/new.json")
			}
		}
		if _, err := output(t, args...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.args, err, c.want)
		}
	}
	if _, err := os.Stat("out"); err == nil {
		t.Error("something was written")
	}
	if made, _ := filepath.Glob("models/*-y.json"); len(made) > 0 {
		t.Errorf("%v was written", made)
	}
}
