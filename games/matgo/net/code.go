package net

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// grain is the number of units in a weight of 1 in a file, so a unit is about two thousandths.
const grain = 1 << 9

// format is the format of the files, above the bits with the number of inputs.
const format = 2 << 24

// ErrNet is returned for data that Encode did not write.
var ErrNet = errors.New("not the weights of a net")

// each visits all weights in the order of the file.
func (n *Net) each(visit func(*float32) error) error {
	var failed error
	all := func(list []float32) {
		for i := range list {
			if failed == nil {
				failed = visit(&list[i])
			}
		}
	}
	for i := range n.rows {
		all(n.rows[i][:])
	}
	all(n.first[:])
	for i := range n.w2 {
		all(n.w2[i][:])
	}
	all(n.b2[:])
	all(n.w3[:])
	if failed != nil {
		return failed
	}
	return visit(&n.b3)
}

// Encode writes the weights in grains, compressed: two bytes each, the high ones first.
func (n *Net) Encode() ([]byte, error) {
	var high, low []byte
	err := n.each(func(w *float32) error {
		v := math.Round(float64(*w) * grain)
		if !(math.Abs(v) < 1<<15) {
			return fmt.Errorf("a weight of %v is too large to be written", *w)
		}
		high, low = append(high, byte(int16(v)>>8)), append(low, byte(int16(v)))
		return nil
	})
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	out.Write(binary.LittleEndian.AppendUint32(nil, format|uint32(len(n.rows))))
	z, err := flate.NewWriter(&out, flate.DefaultCompression)
	if err == nil {
		_, err = z.Write(append(high, low...))
	}
	if err == nil {
		err = z.Close()
	}
	return out.Bytes(), err
}

// Decode reads the output of Encode for a net with that many inputs. Its error is an [ErrNet].
func Decode(data []byte, inputs int) (*Net, error) {
	if len(data) < 4 || binary.LittleEndian.Uint32(data) != format|uint32(inputs) {
		return nil, fmt.Errorf("%w of %d inputs", ErrNet, inputs)
	}
	n := &Net{rows: make([]Sum, inputs)}
	weights := 0
	n.each(func(*float32) error { weights++; return nil })
	all, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(data[4:])), int64(2*weights+1)))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNet, err)
	}
	if len(all) != 2*weights {
		return nil, fmt.Errorf("%w: %d bytes, want %d", ErrNet, len(all), 2*weights)
	}
	i := 0
	n.each(func(w *float32) error {
		*w = float32(int16(uint16(all[i])<<8|uint16(all[weights+i]))) / grain
		i++
		return nil
	})
	return n, nil
}
