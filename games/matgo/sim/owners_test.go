package sim

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"arcade/games/matgo"
	"arcade/games/matgo/bots"
	"arcade/games/matgo/train"
)

// onePack is a log of packed samples in memory.
func onePack(b []byte) *Packed {
	return &Packed{Chunks: func(take func([]byte) error) error { return take(b) }}
}

// lineLog is a log in memory.
type lineLog []byte

func (l lineLog) Each(take func([]train.Sample) error) error {
	for raw := range bytes.Lines(l) {
		list, err := train.ReadLine(raw)
		if err == nil {
			err = take(list)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Packed samples train the owner's models exactly like the log of the same rounds.
func TestPackedIsTheLog(t *testing.T) {
	m := simulation(t, "packed", "sensible", "random", LogCompact)
	text, sums := m.Play(0, 300, nil)
	packed, same := m.PlaySamples(0, 300, nil)
	if sums != same {
		t.Fatalf("packed %+v, log %+v", same, sums)
	}
	if n := WholeRounds(packed[:len(packed)-1]); n >= len(packed)-1 || WholeRounds(packed) != len(packed) {
		t.Errorf("%d of %d bytes are whole", n, len(packed))
	}
	log := lineLog(text)
	var a, b []train.Sample
	each := func(l train.Log, list *[]train.Sample) {
		if err := l.Each(func(s []train.Sample) error {
			for _, x := range s {
				x.ScoreSelf -= x.ScoreOpponent
				x.ScoreOpponent = 0
				*list = append(*list, x)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	each(log, &a)
	each(onePack(packed), &b)
	if len(a) != len(b) || len(a) < 5000 {
		t.Fatalf("%d samples, packed %d", len(a), len(b))
	}
	for i := range a {
		if !reflect.DeepEqual(a[i], b[i]) {
			t.Fatalf("sample %d\n    is %+v\npacked %+v", i, a[i], b[i])
		}
		if !a[i].Known() {
			t.Errorf("%q is not among %q", a[i].Chosen, a[i].Candidates)
		}
	}
	p1, err1 := train.TrainPolicy(log, 1)
	p2, err2 := onePack(packed).CountPolicy(1)
	o := train.ValueOptions{GoldPerPoint: 100, Dim: 512, Epochs: 2, LR: 0.03, L2: 1e-6, Seed: 13, Memory: 2000}
	v1, err3 := train.TrainValue(log, o, nil)
	v2, err4 := train.TrainValue(onePack(packed), o, nil)
	for _, err := range []error{err1, err2, err3, err4} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if !reflect.DeepEqual(p1, p2) {
		t.Errorf("policy %+v, packed %+v", p1.TrainSummary, p2.TrainSummary)
	}
	if !reflect.DeepEqual(v1, v2) {
		t.Errorf("value %+v, packed %+v", v1.TrainSummary, v2.TrainSummary)
	}
	for _, bad := range [][]byte{packed[:len(packed)-1], append([]byte{1, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0x7f}, make([]byte, 9)...)} {
		if _, err := onePack(bad).CountPolicy(1); err == nil {
			t.Error("bad samples are read")
		}
	}
}

// The owner's models answer every kind of question, and follow the policy's counts: they nearly always make
// a choice that was always made.
func TestOwnersModels(t *testing.T) {
	packed, _ := simulation(t, "owners", "sensible", "sensible", LogNone).PlaySamples(0, 2000, nil)
	p, err1 := onePack(packed).CountPolicy(1)
	v, err2 := train.TrainValue(onePack(packed), train.ValueOptions{GoldPerPoint: 100, Dim: 512, Epochs: 2, LR: 0.01, Seed: 13, Memory: 100000}, nil)
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	random, _ := bots.FindContestant("random")
	for _, c := range []bots.Contestant{NewOwners("policy", p, nil), NewOwners("both", p, v)} {
		m, err := NewSimulationOf("", [2]bots.Contestant{c, random}, LogNone)
		if err != nil {
			t.Fatal(err)
		}
		if r := m.PlayPairs(0, 1000).Report(m); r.PointsPerRound.Mean < 5*r.PointsPerRound.SE {
			t.Errorf("%s against random: %+v", c.Name, r.PointsPerRound)
		}
	}
	// After a round trip through JSON it plays the same.
	raw, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	var again train.Policy
	if err := json.Unmarshal(raw, &again); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(newPolicyTable(p), newPolicyTable(&again)) {
		t.Error("the policy reads back as another")
	}
}

// Every line of a log replays through the engine; a changed line does not.
func TestCheckLine(t *testing.T) {
	text, _ := simulation(t, "lines", "sensible", "random", LogCompact).Play(0, 400, nil)
	lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	for _, line := range lines {
		if err := CheckLine(line); err != nil {
			t.Fatal(err)
		}
	}
	text, _ = simulation(t, "lines", "sensible", "random", LogCompact).Under(&matgo.Standard).Play(0, 400, nil)
	for line := range bytes.Lines(text) {
		if err := CheckLine(line); err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(line, []byte(`,"rules":"standard",`)) {
			t.Fatalf("the line does not name its rules: %.200s", line)
		}
	}
	line := string(lines[0])
	for _, c := range [][2]string{
		{`"seed":"lines/1"`, `"seed":"lines/2"`}, {`"nagari":false`, `"nagari":true`}, {`"score":{"human":`, `"score":{"human":1`},
		{`"turnNoBefore":2`, `"turnNoBefore":1`}, {`"winner":"`, `"winner":"x`}, {`"ppuk":`, `"ppuk":9`}, {`"steps":`, `"steps":1`},
		{`"sp":{"cards":[`, `"sp":{"cards":["01k",`}, {`"at":"play"`, `"at":"fold"`},
	} {
		bad := strings.Replace(line, c[0], c[1], 1)
		if bad == line || CheckLine([]byte(bad)) == nil {
			t.Errorf("%s is not found in %.300s", c[1], bad)
		}
	}
}
