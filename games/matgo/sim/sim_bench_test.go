package sim

import "testing"

// BenchmarkSimulation measures rounds a second on one core, and the bytes of the log.
func BenchmarkSimulation(b *testing.B) {
	for _, bots := range [][2]string{{"random", "random"}, {"sensible", "sensible"}} {
		for _, mode := range append([]string{LogNone}, LogModes()...) {
			b.Run(bots[0]+"/"+mode, func(b *testing.B) {
				m, err := NewSimulation("benchmark", bots, mode)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportAllocs()
				const batch = 64
				var lines []byte
				rounds, size := 0, 0
				for b.Loop() {
					lines, _ = m.Play(rounds, rounds+batch, lines[:0])
					rounds += batch
					size += len(lines)
				}
				b.ReportMetric(float64(rounds)/b.Elapsed().Seconds(), "rounds/s")
				b.ReportMetric(float64(size)/float64(rounds), "bytes/round")
			})
		}
	}
}
