package e2e

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"
)

var attackNice = flag.Int("attack.nice", 0, "the nice of servers and of players whose frames BenchmarkAttacks measures; below 0 as root only")

// first returns a command that runs with priority over the attackers and other work of this machine if
// -attack.nice is below 0. Real attackers have their own machines.
func first(path string, args ...string) *exec.Cmd {
	if *attackNice == 0 {
		return exec.Command(path, args...)
	}
	return exec.Command("nice", append([]string{"-n", strconv.Itoa(*attackNice), path}, args...)...)
}

// BenchmarkAttacks measures the effect of each attack of TestAttacks on players: the time from a key to
// its frame, before the attack and at its height, over five sessions of `arcade load` that press ten keys
// a second each. Attackers, players and server share this machine, perhaps with other work. So it also
// measures five sessions on another server, which nobody attacks, at the height. docs/capacity.md has the
// command.
func BenchmarkAttacks(b *testing.B) {
	for _, a := range attacks {
		b.Run(a.name, func(b *testing.B) {
			for range b.N {
				data := b.TempDir()
				var has prepared
				if a.prepare != nil {
					has = a.prepare(b, data)
				}
				p := spawn(b, data, append([]string{"--metrics", "127.0.0.1:0"}, a.flags...)...)
				s := &siege{t: b, p: p, prepared: has, data: data, under: make(chan struct{}), met: make(chan struct{})}
				s.from(b)
				beside := spawn(b, b.TempDir())
				usual := p.felt(b)
				over := make(chan error, 1)
				go func() { over <- a.run(s) }()
				<-s.under
				var during, calm feeling
				waited, rested := p.delayed(), beside.delayed()
				var both sync.WaitGroup
				both.Go(func() { during = p.felt(b) })
				both.Go(func() { calm = beside.felt(b) })
				both.Wait()
				waited, rested = p.delayed()-waited, beside.delayed()-rested
				close(s.met)
				if err := <-over; err != nil {
					b.Error(err)
				}
				p.kill()
				beside.kill()
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(usual.First.P50, "usual-p50-ms")
				b.ReportMetric(usual.First.P99, "usual-p99-ms")
				b.ReportMetric(calm.First.P50, "beside-p50-ms")
				b.ReportMetric(calm.First.P99, "beside-p99-ms")
				b.ReportMetric(during.First.P50, "attacked-p50-ms")
				b.ReportMetric(during.First.P99, "attacked-p99-ms")
				b.ReportMetric(float64(during.Missed), "missed")
				b.ReportMetric(waited.Seconds(), "attacked-waited-s")
				b.ReportMetric(rested.Seconds(), "beside-waited-s")
			}
		})
	}
}

// delayed returns the time for which the process's threads were ready and had no processor, as Linux
// counts it. If it is long, other work of the machine makes frames late.
func (p *process) delayed() (d time.Duration) {
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", p.cmd.Process.Pid))
	for _, path := range threads {
		line, _ := os.ReadFile(path) // a thread that has ended has none
		var ran, waited time.Duration
		_, _ = fmt.Sscan(string(line), &ran, &waited)
		d += waited
	}
	return d
}

// feeling holds the values from a report of `arcade load`.
type feeling struct {
	First struct {
		P50 float64 `json:"p50_ms"`
		P99 float64 `json:"p99_ms"`
	} `json:"first_byte"`
	Missed int `json:"missed"`
}

// felt measures the times of players' frames.
func (p *process) felt(b *testing.B) (f feeling) {
	b.Helper()
	path, err := binary()
	if err != nil {
		b.Error(err)
		return f
	}
	out, err := first(path, "load", "--target", p.Addr, "--sessions", "5", "--keys-every", "100ms", "--idle", "0", "--time", "8s", "--settle", "100ms", "--json").Output()
	var r struct{ Stages []feeling }
	if err == nil {
		err = json.Unmarshal(out, &r)
	}
	if err == nil && len(r.Stages) != 1 {
		err = fmt.Errorf("%d stages", len(r.Stages))
	}
	if err != nil {
		b.Errorf("arcade load: %v: %s", err, out)
		return f
	}
	return r.Stages[0]
}
