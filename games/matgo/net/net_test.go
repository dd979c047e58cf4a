package net

import (
	"bytes"
	"errors"
	"math"
	"testing"

	"arcade/games/rng"
)

func random(r *rng.Source, list []float32) {
	for i := range list {
		list[i] = (float32(r.Intn(1<<20))/(1<<19) - 1) * 3
	}
}

// The fast sums equal the plain ones, to the last bit.
func TestRows(t *testing.T) {
	r := rng.New("rows")
	for range 200 {
		var s, row, first, first2 Sum
		var w, w2 [Hidden][Second]float32
		var out, out2, to [Second]float32
		random(r, s[:])
		random(r, row[:])
		random(r, out[:])
		random(r, to[:])
		s[3], s[5] = 0, float32(math.Copysign(0, -1))
		for i := range w {
			random(r, w[i][:])
		}
		w2, out2 = w, out
		second(&s, &w, &out)
		slowSecond(&s, &w, &out2)
		if out != out2 {
			t.Fatalf("second layer %v, want %v", out, out2)
		}
		back(&s, &w, &to, &first)
		slowBack(&s, &w2, &to, &first2)
		if w != w2 || first != first2 {
			t.Fatalf("back %v, want %v", first, first2)
		}
		a, b := s, s
		add(&a, &row)
		slowAdd(&b, &row)
		if a != b {
			t.Fatalf("sum %v, want %v", a, b)
		}
		take(&a, &first)
		slowTake(&b, &first)
		if a != b {
			t.Fatalf("difference %v, want %v", a, b)
		}
	}
}

// A net learns a fact that no single input shows: whether two inputs are alike.
func TestLearn(t *testing.T) {
	n := New(5, rng.New("net"))
	list := [][]uint16{{1, 3}, {1, 4}, {2, 3}, {2, 4}}
	want := [4]float32{2, -1, -1, 2}
	for range 2000 {
		var sums [4]Sum
		var values, steps [4]float32
		n.Values(list, sums[:], values[:])
		for i := range list {
			steps[i] = 0.01 * (want[i] - values[i])
		}
		n.Learn(list, sums[:], steps[:])
	}
	value := func(a, b uint16) float64 {
		var s Sum
		n.Begin(&s, []uint16{1, 4})
		n.Change(&s, []uint16{1, 4}, []uint16{a, b})
		return float64(n.Value(&s))
	}
	for _, c := range []struct {
		a, b uint16
		want float64
	}{{1, 3, 2}, {1, 4, -1}, {2, 3, -1}, {2, 4, 2}} {
		if v := value(c.a, c.b); math.Abs(v-c.want) > 0.01 {
			t.Errorf("%d %d is worth %v, want %v", c.a, c.b, v, c.want)
		}
	}
	// Slots may be empty.
	var none, some Sum
	n.Begin(&none, []uint16{None, None})
	n.Begin(&some, []uint16{2, 3})
	n.Change(&some, []uint16{2, 3}, []uint16{None, None})
	if math.Abs(float64(n.Value(&none)-n.Value(&some))) > 1e-4 {
		t.Errorf("empty slots are worth %v, and %v once emptied", n.Value(&none), n.Value(&some))
	}
}

// Decode reads the output of Encode, and nothing else.
func TestCode(t *testing.T) {
	n := New(7, rng.New("net"))
	data, err := n.Encode()
	if err != nil {
		t.Fatal(err)
	}
	m, err := Decode(data, 7)
	if err != nil {
		t.Fatal(err)
	}
	again, err := m.Encode()
	if err != nil || !bytes.Equal(again, data) {
		t.Errorf("%v: it is written otherwise than it was read", err)
	}
	for name, bad := range map[string][]byte{
		"nothing": nil, "short": data[:len(data)/2], "foreign": []byte("{\"model_type\":1}"), "other inputs": append([]byte{8}, data[1:]...),
	} {
		if _, err := Decode(bad, 7); !errors.Is(err, ErrNet) {
			t.Errorf("%s: %v", name, err)
		}
	}
	n.w3[0] = float32(math.NaN())
	if _, err := n.Encode(); err == nil {
		t.Error("a weight that is no number is written")
	}
}
