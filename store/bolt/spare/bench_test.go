package spare

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"

	"arcade/store"
)

// BenchmarkGeneration measures a generation of a file of 200 MB, in which one record has changed. TMPDIR selects
// the disk. docs/spare.md has the figure.
func BenchmarkGeneration(b *testing.B) {
	st := open(b)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 100 {
		notes := make([]store.Note, 400)
		for j := range notes {
			text := make([]byte, 2200)
			for k := range text {
				text[k] = 'a' + byte(r.IntN(26))
			}
			notes[j] = store.Note{Key: fmt.Sprint(i, ".", j), Value: json.RawMessage(`"` + string(text) + `"`)}
		}
		if err := st.PutNotes(b.Context(), "bench", notes...); err != nil {
			b.Fatal(err)
		}
	}
	x := newStream(st, io.Discard, nil)
	_, first, err := x.send()
	if err != nil {
		b.Fatal(err)
	}
	for i := 0; b.Loop(); i++ {
		put(b, st, fmt.Sprint(i), 100)
		if _, _, err := x.send(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(x.size)/1e6, "MB")
	b.ReportMetric(first.Seconds()*1e3, "ms-last-piece-of-first")
}
