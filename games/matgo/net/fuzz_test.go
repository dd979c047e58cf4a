package net

import (
	"bytes"
	"testing"

	"arcade/games/rng"
)

// Decode refuses a file, or reads a net that Encode writes back unchanged.
func FuzzDecode(f *testing.F) {
	const inputs = 3
	data, err := New(inputs, rng.New("fuzz")).Encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add(data[:len(data)/2])
	f.Add([]byte{3, 0, 0, 2})
	f.Fuzz(func(t *testing.T, data []byte) {
		n, err := Decode(data, inputs)
		if err != nil {
			return
		}
		text, err := n.Encode()
		if err != nil {
			t.Fatal(err)
		}
		again, err := Decode(text, inputs)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := again.Encode(); err != nil || !bytes.Equal(back, text) {
			t.Error("it comes back as another")
		}
	})
}
