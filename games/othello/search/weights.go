package search

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"sync"
)

// unit is a disc in the units of the evaluation.
const unit = 8

// A stage is five plies; the evaluation has weights of its own for each. Stage 0
// is the first moves, the last one ends at few empty squares, where the exact
// search is at home.
const stages = 11

func stage(empties int) int { return min(max((60-empties)/5, 0), stages-1) }

// Of a stage's weights the shapes come first, then those by the moves of the side
// to move and of the other, and by the number of empty squares.
const (
	atMine    = folded
	atTheirs  = atMine + 32
	atEmpties = atTheirs + 32
	perStage  = atEmpties + 64
)

// Weights are what the evaluation learnt: for each stage perStage numbers in units.
type Weights struct{ raw [stages][]int8 }

// starts are the offsets of the features' kinds.
var starts = func() (at [features]int) {
	for f, p := range places {
		at[f] = offsets[p.kind]
	}
	return at
}()

// value estimates a position in units, seen from the side to move, which has these
// legal moves and the given side's digits in c.
func (w *Weights) value(own, other, legal uint64, c *contents, side, empties int) int {
	st := stage(empties)
	raw, of := w.raw[st], fold[side&1]
	sum := 0
	for f, content := range c {
		sum += int(raw[of[starts[f]+int(content)]])
	}
	mine, theirs := counts(own, other, legal)
	sum += int(raw[atMine+mine]) + int(raw[atTheirs+theirs]) + int(raw[atEmpties+empties&63])
	return min(max(sum, -64*unit+1), 64*unit-1)
}

// errWeights is returned for what Encode did not write.
var errWeights = errors.New("not weights of the evaluation")

// Encode writes the weights, compressed.
func (w *Weights) Encode() ([]byte, error) {
	var out bytes.Buffer
	z, err := flate.NewWriter(&out, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	for _, raw := range w.raw {
		for _, v := range raw {
			if _, err := z.Write([]byte{byte(v)}); err != nil {
				return nil, err
			}
		}
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// decodeWeights reads what Encode wrote; the error is an [errWeights].
func decodeWeights(data []byte) (*Weights, error) {
	all, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(data)), stages*perStage+1))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errWeights, err)
	}
	if len(all) != stages*perStage {
		return nil, fmt.Errorf("%w: %d numbers, want %d", errWeights, len(all), stages*perStage)
	}
	var raw [stages][]int8
	for st := range raw {
		raw[st] = make([]int8, perStage)
		for i := range raw[st] {
			raw[st][i] = int8(all[st*perStage+i])
		}
	}
	return &Weights{raw}, nil
}

//go:embed weights.bin
var embedded []byte

// learnt are the weights of this binary, unpacked when they are first asked for.
var learnt = sync.OnceValue(func() *Weights {
	w, err := decodeWeights(embedded)
	if err != nil {
		panic(err)
	}
	return w
})

// Learnt are the weights that this binary carries; docs/othello-engine.md tells how they came about.
func Learnt() *Weights { return learnt() }
