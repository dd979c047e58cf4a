// Package net is a small network that learns the value of a position. It has thousands of inputs, of which
// a position sets about a hundred, two hidden layers, and one output. Its sums have a fixed order and are
// never fused, so that a position has the same value on any machine.
package net

import "arcade/games/rng"

// Hidden and Second are the sizes of the two layers.
const (
	Hidden = 128
	Second = 32
)

// None is an input that adds nothing: the input of an empty slot.
const None = 0

// Sum is the first layer before the cut-off at 0. It is reused between positions that differ in few inputs.
type Sum [Hidden]float32

// Net has a row of weights for each input, and the layers behind it.
type Net struct {
	rows  []Sum // by input; the row of None stays 0
	first Sum   // the start of every position's sum
	w2    [Hidden][Second]float32
	b2    [Second]float32
	w3    [Second]float32
	b3    float32
}

// New makes an untrained net.
func New(inputs int, r *rng.Source) *Net {
	n := &Net{rows: make([]Sum, inputs)}
	draw := func(spread float32) float32 { return (float32(r.Intn(1<<20))/(1<<19) - 1) * spread }
	for i := range n.rows[1:] {
		for j := range n.rows[i+1] {
			n.rows[i+1][j] = draw(0.02)
		}
	}
	for i := range n.w2 {
		for j := range n.w2[i] {
			n.w2[i][j] = draw(0.2)
		}
	}
	for j := range n.w3 {
		n.w3[j] = draw(0.3)
	}
	return n
}

// Begin sums the inputs of a position.
func (n *Net) Begin(sum *Sum, inputs []uint16) {
	*sum = n.first
	for _, i := range inputs {
		if i != None {
			add(sum, &n.rows[i])
		}
	}
}

// Change turns the sum of one position into the sum of another, slot by slot: has are the present inputs,
// want the new ones.
func (n *Net) Change(sum *Sum, has, want []uint16) {
	want = want[:len(has)]
	for slot, i := range has {
		j := want[slot]
		switch {
		case i == j:
		case i == None:
			add(sum, &n.rows[j])
		case j == None:
			take(sum, &n.rows[i])
		default:
			take(sum, &n.rows[i])
			add(sum, &n.rows[j])
		}
	}
}

// Value returns the value of a position.
func (n *Net) Value(sum *Sum) float32 {
	layer := n.b2
	second(sum, &n.w2, &layer)
	return n.out(&layer)
}

func (n *Net) out(layer *[Second]float32) float32 {
	v := n.b3
	for j, x := range layer {
		if x > 0 {
			v += float32(x * n.w3[j])
		}
	}
	return v
}
