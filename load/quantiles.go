package load

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"time"
)

// Quantiles are the quantiles of a list of durations. They are values that occurred (the nearest rank),
// so the 99.9th of fewer than a thousand values is the greatest.
type Quantiles struct {
	N                        int
	P50, P90, P99, P999, Max time.Duration
}

// quantiles sorts d.
func quantiles(d []time.Duration) Quantiles {
	slices.Sort(d)
	return Quantiles{len(d), rank(d, 50), rank(d, 90), rank(d, 99), rank(d, 99.9), rank(d, 100)}
}

// rank returns the smallest value of a sorted list that p percent of its values do not exceed; zero for
// an empty list.
func rank[T any](sorted []T, p float64) (v T) {
	if len(sorted) == 0 {
		return v
	}
	// Round to ten digits, because 99.9 percent of 1000 would otherwise be slightly more than 999.
	i := int(math.Ceil(math.Round(p*float64(len(sorted))*1e8)/1e10)) - 1
	return sorted[max(0, min(i, len(sorted)-1))]
}

// MarshalJSON writes milliseconds.
func (q Quantiles) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		N    int     `json:"n"`
		P50  float64 `json:"p50_ms"`
		P90  float64 `json:"p90_ms"`
		P99  float64 `json:"p99_ms"`
		P999 float64 `json:"p99_9_ms"`
		Max  float64 `json:"max_ms"`
	}{q.N, ms(q.P50), ms(q.P90), ms(q.P99), ms(q.P999), ms(q.Max)})
}

func (q Quantiles) String() string {
	return fmt.Sprintf("p50 %.1f  p90 %.1f  p99 %.1f  p99.9 %.1f  max %.1f ms (%d)",
		ms(q.P50), ms(q.P90), ms(q.P99), ms(q.P999), ms(q.Max), q.N)
}

// ms returns a duration in milliseconds, to the hundredth.
func ms(d time.Duration) float64 { return math.Round(float64(d)/1e4) / 100 }
