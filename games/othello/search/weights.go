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

// unit is a disc in the units of the evaluation.
const unit = 8

// Weights are what an evaluation learnt: for each stage of its layout perStage
// numbers, in parts of a unit.
type Weights struct {
	*layout
	raw [][]int16
	// at has them once more for the search, for each stage and side by contents as fold has
	// them, and then the ones that no shape has.
	at [][2][]int16
}

// open lays the weights out for the search.
func (w *Weights) open() *Weights {
	w.at = make([][2][]int16, w.stages)
	for st, raw := range w.raw {
		for side, fold := range w.fold {
			list := make([]int16, 0, len(fold)+others)
			for _, id := range fold {
				list = append(list, raw[id])
			}
			w.at[st][side] = append(list, raw[w.folded:]...)
		}
	}
	return w
}

// value estimates a position in units, seen from the side to move, which has these
// legal moves and the given side's digits in c.
func (w *Weights) value(own, other, legal uint64, c *contents, side, empties int) int {
	l := w.layout
	at := w.at[l.stage(empties)][side&1]
	sum := 0
	for f := range l.places {
		sum += int(at[l.starts[f&63]+int(c[f&63])])
	}
	mine, theirs := counts(own, other, legal)
	rest := at[len(at)-others:]
	sum += int(rest[mine]) + int(rest[32+theirs]) + int(rest[64+empties&63])
	if l.fine > 1 {
		sum /= l.fine
	}
	return min(max(sum, -64*unit+1), 64*unit-1)
}

// errWeights is returned for what Encode did not write.
var errWeights = errors.New("not weights of the evaluation")

// Encode writes the weights, compressed: of each a low byte, and for the wide
// evaluation, whose weights do not fit one, after all of them a high byte.
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

// bits is the size of a weight in a file.
func (l *layout) bits() int {
	if l.fine > 1 {
		return 16
	}
	return 8
}

// decodeWeights reads what Encode wrote; the error is an [errWeights].
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

// narrow is quick and coarse, wide is slower and knows more.
var (
	narrow = sync.OnceValue(func() *layout { return newLayout(lines, 5, 11, 2, 1) })
	wide   = sync.OnceValue(func() *layout { return newLayout(slices.Concat(lines, blocks), 3, 19, 4, 16) })
)

// Both sets of weights are unpacked when they are first asked for.
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
	w.raw = nil // the search has its own
	return w
}

// Learnt returns the best weights in this binary. docs/othello-engine.md says how they were made.
func Learnt() *Weights { return learnt() }

// Quick are the weights of the narrow evaluation: they order the moves of exact searches, and
// bots that are to stay as strong as they are play by them.
func Quick() *Weights { return quick() }
