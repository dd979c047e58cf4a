package search

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
)

// unit is one disc in the units of the evaluation.
const unit = 8

// Weights are the learnt numbers of an evaluation: perStage for each stage of its layout, in parts of a
// unit.
type Weights struct {
	*layout
	raw [][]int16
	// at is a second copy for the search: by number of empty squares the weights of the stage by content, in
	// fold's order, then the weights that belong to no shape, then two zeros: the weight of features that the
	// layout does not have, and one because fastSum reads two weights at a time.
	at [65][]int16
}

// open lays the weights out for the search.
func (w *Weights) open() *Weights {
	for st, raw := range w.raw {
		at := make([]int16, 0, len(w.fold)+others+2)
		for _, id := range w.fold {
			at = append(at, raw[id])
		}
		at = append(append(at, raw[w.folded:]...), 0, 0)
		for empties := range w.at {
			if w.stage(empties) == st {
				w.at[empties] = at
			}
		}
	}
	return w
}

// value estimates a position in units for the side to move, given its legal moves and contents.
func (w *Weights) value(own, other, legal uint64, c *contents, empties int) int {
	l := w.layout
	at := w.at[empties]
	sum := c.sum(l, at)
	mine, theirs := counts(own, other, legal)
	rest := at[len(l.fold):]
	sum += int(rest[mine]) + int(rest[32+theirs]) + int(rest[64+empties&63])
	if l.fine > 1 {
		sum /= finest
	}
	return min(max(sum, -64*unit+1), 64*unit-1)
}

// errWeights is returned for data that Encode did not write.
var errWeights = errors.New("not weights of the evaluation")

// Encode writes the weights, compressed: the low bytes of all weights. The wide evaluation needs two bytes
// a weight; its high bytes follow.
func (w *Weights) Encode() ([]byte, error) {
	var out bytes.Buffer
	z, err := flate.NewWriter(&out, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	for shift := 0; shift < w.bits(); shift += 8 {
		for _, raw := range w.raw {
			for _, v := range raw {
				if _, err := z.Write([]byte{byte(v >> shift)}); err != nil {
					return nil, err
				}
			}
		}
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// bits returns the size of a weight in a file.
func (l *layout) bits() int {
	if l.fine > 1 {
		return 16
	}
	return 8
}

// decodeWeights reads the output of Encode. Its error is an [errWeights].
func decodeWeights(l *layout, data []byte) (*Weights, error) {
	n := l.stages * l.perStage()
	size := n * l.bits() / 8
	all, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(data)), int64(size)+1))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errWeights, err)
	}
	if len(all) != size {
		return nil, fmt.Errorf("%w: %d bytes, want %d", errWeights, len(all), size)
	}
	w := &Weights{layout: l, raw: make([][]int16, l.stages)}
	for st := range w.raw {
		raw := make([]int16, l.perStage())
		for i := range raw {
			at := st*l.perStage() + i
			if raw[i] = int16(int8(all[at])); l.bits() == 16 {
				raw[i] = int16(uint16(all[at]) | uint16(all[n+at])<<8)
			}
		}
		w.raw[st] = raw
	}
	return w.open(), nil
}

var (
	//go:embed narrow.bin
	narrowBin []byte
	//go:embed wide.bin
	wideBin []byte
)

// The narrow evaluation is quick and coarse. The wide one is slower and knows more.
var (
	narrow = sync.OnceValue(func() *layout { return newLayout(lines, 5, 11, 2, 1) })
	wide   = sync.OnceValue(func() *layout { return newLayout(slices.Concat(lines, blocks), 3, 19, 4, finest) })
)

// Both sets of weights are unpacked on first use.
var (
	quick  = sync.OnceValue(func() *Weights { return mustDecode(narrow(), narrowBin) })
	learnt = sync.OnceValue(func() *Weights { return mustDecode(wide(), wideBin) })
)

// mustDecode reads weights that are part of the binary.
func mustDecode(l *layout, data []byte) *Weights {
	w, err := decodeWeights(l, data)
	if err != nil {
		panic(err)
	}
	w.raw = nil // the search has its own copy
	return w
}

// Learnt returns the best weights in this binary. docs/othello-engine.md says how they were made.
func Learnt() *Weights { return learnt() }

// Quick returns the weights of the narrow evaluation. They order the moves of exact searches. Bots that
// must keep their strength play by them.
func Quick() *Weights { return quick() }
