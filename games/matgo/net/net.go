// Package net is a small network that learns what a position is worth: thousands of
// inputs of which a position has about a hundred, two layers of hidden numbers, one
// number out. Its sums are in a fixed order and never fused, so that a position has
// the same value on any machine.
package net

import "arcade/games/rng"

// Hidden and Second are the numbers of the two layers.
const (
	Hidden = 128
	Second = 32
)

// None is an input that adds nothing: the input of an empty slot.
const None = 0

// Sum is the first layer before it is cut off at 0. It is kept between positions that
// differ in few inputs.
type Sum [Hidden]float32

// Net has a row of weights for each input, and the layers behind it.
type Net struct {
	rows  []Sum // by input; the one of None stays 0
	first Sum   // what every position begins with
	w2    [Hidden][Second]float32
	b2    [Second]float32
	w3    [Second]float32
	b3    float32
}

// New makes a net that knows nothing yet.
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

// Begin sums up the inputs of a position.
func (n *Net) Begin(sum *Sum, inputs []uint16) {
	*sum = n.first
	for _, i := range inputs {
		if i != None {
			add(sum, &n.rows[i])
		}
	}
}

// Change turns the sum of one position into the sum of another: slot by slot what it has
// and what it shall have.
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

// Value is what a position is worth.
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
