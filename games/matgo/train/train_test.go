package train

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"
)

// lines reads a log of the test data. The owner's steps ran on the same log.
func lines(t testing.TB, name string) (list logLines) {
	t.Helper()
	file, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	for r := bufio.NewReader(z); ; {
		line, err := r.ReadBytes('\n')
		if len(line) > 0 {
			list = append(list, line)
		}
		if errors.Is(err, io.EOF) {
			return list
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

var owners = ValueOptions{GoldPerPoint: 100, Dim: 4096, Epochs: 6, LR: 0.03, L2: 1e-6, Seed: 13, Memory: 1_000_000}

// same compares our result with the owner's: every number within 1e-9 of his, and all his fields present.
func same(t *testing.T, path string, got, want any) {
	t.Helper()
	switch want := want.(type) {
	case map[string]any:
		m, _ := got.(map[string]any)
		for name, v := range want {
			same(t, path+"."+name, m[name], v)
		}
	case float64:
		g, ok := got.(float64)
		if !ok || math.Abs(g-want) > 1e-9*math.Abs(want) {
			t.Errorf("%s is %v, want %v", path, got, want)
		}
	default:
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s is %v, want %v", path, got, want)
		}
	}
}

func asMap(t *testing.T, v any) (m map[string]any) {
	t.Helper()
	raw, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(raw, &m)
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// The steps give the owner's results on the same logs.
func TestOwners(t *testing.T) {
	var want map[string]map[string]any
	raw, err := os.ReadFile("testdata/expected.json")
	if err == nil {
		err = json.Unmarshal(raw, &want)
	}
	if err != nil {
		t.Fatal(err)
	}
	train, eval := lines(t, "train.jsonl.gz"), lines(t, "eval.jsonl.gz")
	newPolicy, err1 := TrainPolicy(train, 1)
	oldPolicy, err2 := TrainPolicy(eval, 1)
	newValue, err3 := TrainValue(train, owners, nil)
	oldValue, err4 := TrainValue(eval, owners, nil)
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		t.Fatal(err)
	}
	got := asMap(t, newPolicy)
	contexts, first := 0, want["policy_train"]["first_contexts"].(map[string]any)
	for of, keys := range newPolicy.ContextCounts {
		contexts += len(keys)
		same(t, "first contexts of "+of, got["context_counts"].(map[string]any)[of], first[of])
		for key, counts := range keys {
			for choice := range counts {
				if _, told := first[of].(map[string]any)[key]; told && first[of].(map[string]any)[key].(map[string]any)[choice] == nil {
					t.Errorf("%s: %s is counted, and was not", key, choice)
				}
			}
		}
	}
	same(t, "contexts", float64(contexts), want["policy_train"]["contexts"])
	same(t, "policy", got["global_counts"], want["policy_train"]["global_counts"])
	same(t, "policy", got["train_summary"], want["policy_train"]["train_summary"])
	same(t, "old policy", asMap(t, oldPolicy)["train_summary"], want["policy_eval_as_old"])
	value := asMap(t, newValue)
	same(t, "value", value["train_summary"], want["value_train"]["train_summary"])
	same(t, "value", value["numeric_scale"], want["value_train"]["numeric_scale"])
	policies, values, err := ComparePolicies(eval, oldPolicy, newPolicy, oldValue, newValue)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "evaluation", asMap(t, Evaluation{Policy: policies, Value: values}), map[string]any{
		"policy": want["evaluation"]["policy"], "value": want["evaluation"]["value"],
	})
}

// Python 3: random.seed(13); [random.getrandbits(32) for _ in range(3)], then l = list(range(10));
// random.shuffle(l); and the same with seed 2**40 + 7.
func TestTwister(t *testing.T) {
	for seed, want := range map[uint64]struct {
		draws [3]uint32
		list  []int
	}{
		13:        {[3]uint32{1112433019, 1248794762, 2943160652}, []int{8, 7, 0, 4, 5, 1, 6, 9, 3, 2}},
		1<<40 + 7: {[3]uint32{2635837658, 3209733218, 3500038837}, []int{0, 5, 2, 3, 6, 1, 8, 4, 7, 9}},
	} {
		r := newTwister(seed)
		draws := [3]uint32{r.uint32(), r.uint32(), r.uint32()}
		list := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
		shuffle(r, list)
		if draws != want.draws || !reflect.DeepEqual(list, want.list) {
			t.Errorf("%d draws %v, then %v, want %v", seed, draws, list, want)
		}
	}
}

// counted is a log that counts its passes and its samples.
type counted struct {
	logLines
	reads, samples int
}

func (c *counted) Each(take func([]Sample) error) error {
	c.reads++
	return c.logLines.Each(func(list []Sample) error { c.samples += len(list); return take(list) })
}

// A log that exceeds the memory is learnt in blocks. At most Memory samples are held, each pass reads the
// log again, and the result is close to learning from the whole log, and the same each time.
func TestValueInBlocks(t *testing.T) {
	log := &counted{logLines: lines(t, "train.jsonl.gz")}
	o := owners
	o.Memory, o.LR, o.Normalised = 500, 0.05, true
	whole := o
	whole.Memory = 1_000_000
	a, err1 := TrainValue(log, o, nil)
	if log.reads != 1+o.Epochs+1 {
		t.Errorf("the log was read %d times", log.reads)
	}
	b, err2 := TrainValue(log, o, nil)
	log.reads = 0
	c, err3 := TrainValue(log, whole, nil)
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	if log.reads != 1 {
		t.Errorf("a log that memory holds was read %d times", log.reads)
	}
	if !reflect.DeepEqual(a, b) {
		t.Error("the same log teaches something else the second time")
	}
	if a.TrainSummary.Samples != 7726 || a.TrainSummary.Train+a.TrainSummary.Valid != 7726 || a.TrainSummary.Valid < 772 {
		t.Errorf("%+v", a.TrainSummary)
	}
	if r := a.TrainSummary.ValidRMSE / c.TrainSummary.ValidRMSE; r < 0.8 || r > 1.25 {
		t.Errorf("off by %v in blocks, by %v whole", a.TrainSummary.ValidRMSE, c.TrainSummary.ValidRMSE)
	}
	bl := &blocks{log: log, o: &o, hasher: newHasher(o.Dim)}
	if err := bl.each(func(train, valid []Row) {
		if n := len(train) + len(valid); n > o.Memory {
			t.Errorf("a block of %d samples", n)
		}
	}); err != nil || cap(bl.whole) > 2*o.Memory {
		t.Errorf("%v: %d samples are held", err, cap(bl.whole))
	}
}

// The error for a file that is not a simulation's log names the fault and its place.
func TestBadLines(t *testing.T) {
	good := string(lines(t, "eval.jsonl.gz")[0])
	for want, line := range map[string]string{
		"it is no JSON":         good[:len(good)/2],
		"no decision_trace":     `{"game":1}`,
		"a delta log":           `{"logMode":"delta","decision_trace":[]}`,
		"its actor is \"man\"":  strings.Replace(good, `"a":"human"`, `"a":"man"`, 1),
		"its order is \"last\"": strings.Replace(good, `"o":"first"`, `"o":"last"`, 1),
		"no score":              strings.Replace(good, `"score":{`, `"score":{},"points":{`, 1),
		"neither a text":        strings.Replace(good, `"c":"`, `"c":{},"was":"`, 1),
		"no such number":        strings.Replace(good, `"deckCount":20`, `"deckCount":-20`, 2),
	} {
		_, err := TrainPolicy(logLines{[]byte(good), []byte(line)}, 1)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "line 2: ") {
			t.Errorf("%v, want %q in line 2", err, want)
		}
	}
	if _, err := TrainPolicy(logLines{}, 1); !errors.Is(err, ErrNoSamples) {
		t.Errorf("of nothing: %v", err)
	}
	if _, err := TrainValue(logLines{}, owners, nil); !errors.Is(err, ErrNoSamples) {
		t.Errorf("of nothing: %v", err)
	}
	wild := owners
	wild.LR = 3
	if _, err := TrainValue(lines(t, "eval.jsonl.gz"), wild, nil); !errors.Is(err, ErrDiverged) {
		t.Errorf("with a rate of 3: %v", err)
	}
}

// Damaged models are refused.
func TestCheckModels(t *testing.T) {
	log := lines(t, "eval.jsonl.gz")
	policy := func() *Policy { p, _ := TrainPolicy(log, 1); return p }
	value := func() *Value { v, _ := TrainValue(log, owners, nil); return v }
	if err := errors.Join(policy().Check(), value().Check()); err != nil {
		t.Fatal(err)
	}
	for name, damage := range map[string]func(*Policy){
		"type":   func(p *Policy) { p.ModelType = valueType },
		"alpha":  func(p *Policy) { p.Alpha = math.NaN() },
		"none":   func(p *Policy) { p.ContextCounts = nil },
		"counts": func(p *Policy) { p.GlobalCounts["play"]["01k"] = -1 },
		"totals": func(p *Policy) {
			for key := range p.ContextTotals["play"] {
				p.ContextTotals["play"][key]++
			}
		},
	} {
		p := policy()
		damage(p)
		if p.Check() == nil {
			t.Errorf("policy: %s is not found", name)
		}
	}
	for name, damage := range map[string]func(*Value){
		"type":    func(v *Value) { v.ModelType = "" },
		"dim":     func(v *Value) { v.Dim = 0 },
		"weights": func(v *Value) { v.Weights = v.Weights[1:] },
		"scale":   func(v *Value) { delete(v.NumericScale, "deck_count") },
		"gold":    func(v *Value) { v.GoldPerPoint = 0 },
	} {
		v := value()
		damage(v)
		if v.Check() == nil {
			t.Errorf("value: %s is not found", name)
		}
	}
}

// logLines is a log in memory.
type logLines [][]byte

// Each reads the lines.
func (l logLines) Each(take func([]Sample) error) error {
	for i, raw := range l {
		if len(bytes.TrimSpace(raw)) == 0 {
			continue
		}
		list, err := ReadLine(raw)
		if err == nil {
			err = take(list)
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	return nil
}
