package load

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"arcade/internal/freeport"
)

func TestRank(t *testing.T) {
	upTo := func(n int) (list []int) {
		for i := range n {
			list = append(list, i+1)
		}
		return list
	}
	for _, tc := range []struct {
		n    int
		p    float64
		want int
	}{
		{0, 50, 0}, {1, 50, 1}, {1, 99.9, 1}, {2, 50, 1}, {3, 50, 2}, {4, 50, 2}, {10, 90, 9}, {11, 90, 10},
		{100, 99, 99}, {101, 99, 100}, {100, 99.9, 100}, {1000, 99.9, 999}, {1001, 99.9, 1000}, {10, 100, 10}, {10, 0, 1},
	} {
		if got := rank(upTo(tc.n), tc.p); got != tc.want {
			t.Errorf("rank of 1..%d at %v: %d, want %d", tc.n, tc.p, got, tc.want)
		}
	}
}

// A quantile is the smallest value that enough of the others do not exceed.
func TestQuantiles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var d []time.Duration
		for _, n := range rapid.SliceOfN(rapid.IntRange(0, 50), 1, 2000).Draw(t, "values") {
			d = append(d, time.Duration(n))
		}
		q := quantiles(d)
		below := func(v time.Duration) (n int) {
			for _, x := range d {
				if x <= v {
					n++
				}
			}
			return n
		}
		for _, p := range []struct {
			permille int
			v        time.Duration
		}{{500, q.P50}, {900, q.P90}, {990, q.P99}, {999, q.P999}, {1000, q.Max}} {
			if !slices.Contains(d, p.v) || 1000*below(p.v) < p.permille*len(d) || 1000*below(p.v-1) >= p.permille*len(d) {
				t.Fatalf("%d of 1000 of %v: %v", p.permille, d, p.v)
			}
		}
	})
}

// The meter gets the times of keys and bytes from outside, so its own clock does not matter.
func TestMeter(t *testing.T) {
	at := func(ms int) time.Time { return time.UnixMilli(1_000_000).Add(time.Duration(ms) * time.Millisecond) }
	m := newMeter()
	m.got(at(0), 1000) // the first screen
	m.take()

	m.press(at(1000), surely)
	m.got(at(1020), 100)
	m.got(at(1025), 50) // the rest of the first screen
	m.got(at(1080), 7)  // a clock
	m.press(at(2000), perhaps)
	m.got(at(2003), 11) // it may answer the key or not
	m.press(at(3000), surely)
	m.press(at(9000), surely) // the wait for the key before has ended
	m.got(at(9040), 30)
	m.press(at(9100), surely) // the answer to it stays unknown
	got := m.take()

	if got.bytes != 198 || got.frames != 4 || got.unasked != 1 || got.keys != 5 || got.sure != 3 || got.missed != 1 {
		t.Errorf("counted %+v", got)
	}
	wantFirst, wantLast := []time.Duration{20e6, 40e6}, []time.Duration{25e6, 40e6}
	if !slices.Equal(got.firsts, wantFirst) || !slices.Equal(got.lasts, wantLast) || !slices.Equal(got.sizes, []int{150, 30}) {
		t.Errorf("first %v, last %v, sizes %v", got.firsts, got.lasts, got.sizes)
	}
	if m.press(at(9200), likely) != true || m.press(at(9201), likely) != false {
		t.Error("a key is likely to be answered where the one before it was, and only there")
	}
	m.take()
	if again := m.take(); again.bytes+again.frames+again.keys != 0 || again.firsts != nil {
		t.Errorf("taken twice: %+v", again)
	}
	m.got(at(9250), 5) // too late for the key that was not counted
	if late := m.take(); late.unasked != 1 || len(late.firsts) != 0 {
		t.Errorf("late: %+v", late)
	}
}

func TestProcess(t *testing.T) {
	rss, peak, err := parseStatus("Name:\tarc: ade\nVmPeak:\t  999 kB\nVmHWM:\t   2048 kB\nVmRSS:\t   1024 kB\nThreads:\t9\n")
	if err != nil || rss != 1<<20 || peak != 2<<20 {
		t.Errorf("status: %d, %d, %v", rss, peak, err)
	}
	for _, bad := range []string{"", "Name:\tx\n", "VmRSS:\tmany kB\n", "VmRSS:\t5 MB\n"} {
		if _, _, err := parseStatus(bad); err == nil {
			t.Errorf("status %q was taken", bad)
		}
	}
	cpu, err := parseStat("42 (a) b (c) S 1 42 42 0 -1 4194304 100 0 0 0 150 25 3 4 20 0 9 0 100 1000 10")
	if err != nil || cpu != 1750*time.Millisecond {
		t.Errorf("stat: %v, %v", cpu, err)
	}
	for _, bad := range []string{"", "42 (x) S 1 2 3", "42 (x) S 1 42 42 0 -1 4194304 100 0 0 0 much 25 3"} {
		if _, err := parseStat(bad); err == nil {
			t.Errorf("stat %q was taken", bad)
		}
	}
	if _, err := os.Stat("/proc/self"); err != nil {
		t.Skip("no /proc")
	}
	if p, err := ReadProcess(os.Getpid()); err != nil || p.RSS < 1<<20 || p.Peak < p.RSS {
		t.Errorf("this process: %+v, %v", p, err)
	}
	if _, err := ReadProcess(1 << 30); !errors.Is(err, ErrNoProcess) {
		t.Errorf("no process: %v", err)
	}
}

func TestActions(t *testing.T) {
	text := "# HELP arcade_actions_total Actions.\narcade_actions_total{by=\"player\",game=\"othello\"} 12\n" +
		"arcade_actions_total{by=\"player\",game=\"klondike\"} 1e+03\narcade_actions_total{by=\"bot\",game=\"othello\"} 11\narcade_up 1\n"
	got, err := parseActions(strings.NewReader(text))
	if err != nil || len(got) != 2 || got["player"] != 1012 || got["bot"] != 11 {
		t.Errorf("%v, %v", got, err)
	}
	for _, bad := range []string{"", "arcade_actions_total{by=\"bot\"} x\n"} {
		if _, err := parseActions(strings.NewReader(bad)); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}

func TestFirstLine(t *testing.T) {
	for said, want := range map[string]string{
		"": "", "full\r\n": "full", "\r\nfull\r\nbye": "full", "\x1b[31mred\x1b[m": "[31mred[m", "SSH-2.0-x": "SSH-2.0-x", "가 b": " b",
	} {
		if got := firstLine([]byte(said)); got != want {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
}

func TestSyncTime(t *testing.T) {
	dir := t.TempDir()
	if q, err := trySync(dir); err != nil || q.N < 1 || q.P50 <= 0 {
		t.Errorf("%v, %v", q, err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	if _, err := trySync(filepath.Join(dir, "none")); err == nil {
		t.Error("no folder was taken")
	}
}

// Every play has everything that a session needs. In the mixed crowd one session in ten plays.
func TestPlayOf(t *testing.T) {
	if _, ok := PlayOf("chess", 0); ok {
		t.Error("there is no chess")
	}
	count := map[string]int{}
	for i := range 100 {
		p, ok := PlayOf("mixed", i)
		if !ok {
			t.Fatal("no mixed")
		}
		count[p.Name]++
	}
	if count["idle"] != 90 || len(count) != 1+len(tables) || count["yut"] != 2 {
		t.Errorf("mixed: %v", count)
	}
	hosts, openers := 0, 0
	for i := range 100 {
		p, _ := PlayOf("lobby", i)
		switch first := p.deal(rand.New(rand.NewPCG(1, 1)))(); {
		case first.bytes == "n":
			openers++
		case len(p.start) > 1:
			hosts++
		}
	}
	if hosts != 20 || openers != 10 {
		t.Errorf("in the lobby %d keep a seat open and %d open and close them", hosts, openers)
	}
}

// Sessions on servers that refuse, stay silent, break off or show nothing are counted by their failure,
// within a session's time limit.
func TestFailures(t *testing.T) {
	for _, tc := range []struct {
		name string
		do   func(net.Conn)
		want string
	}{
		{"says nothing", func(c net.Conn) { _, _ = io.Copy(io.Discard, c) }, "handshake: timeout"},
		{"hangs up", func(net.Conn) {}, "handshake: connection "}, // closed or reset
		{"refuses", func(c net.Conn) { _, _ = io.WriteString(c, "arcade: full\r\n"); _, _ = c.Read(make([]byte, 64)) }, "refused: arcade: full"},
		{"stops half way", func(c net.Conn) {
			_, _ = io.WriteString(c, "SSH-2.0-half\r\n")
			_, _ = io.Copy(io.Discard, c)
		}, "handshake: timeout"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			ln, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			defer ln.Close()
			go func() {
				for {
					c, err := ln.Accept()
					if err != nil {
						return
					}
					go func() { defer c.Close(); tc.do(c) }()
				}
			}()
			limit := time.Minute // the earlier steps must not take longer
			if strings.HasSuffix(tc.want, "timeout") {
				limit = 2 * time.Second
			}
			r, err := Run(t.Context(), Config{Target: ln.Addr().String(), Sessions: 3, Play: "keys", Timeout: limit, Time: time.Hour})
			if err != nil {
				t.Fatal(err)
			}
			failed := 0
			for why, n := range r.Failed {
				if !strings.HasPrefix(why, tc.want) {
					t.Errorf("failed with %q, want %q", why, tc.want)
				}
				failed += n
			}
			if r.Opened != 0 || failed != 3 {
				t.Errorf("opened %d, failed %v; want 3 failures", r.Opened, r.Failed)
			}
			var out bytes.Buffer
			if r.Print(&out); !strings.Contains(out.String(), tc.want) {
				t.Errorf("report: %v\n%s", err, &out)
			}
		})
	}
	addr, err := freeport.Addr()
	if err != nil {
		t.Fatal(err)
	}
	r, err := Run(t.Context(), Config{Target: addr, Sessions: 1, Play: "idle"})
	if err != nil || r.Failed["dial: connection refused"] != 1 {
		t.Errorf("nobody listens: %v, %+v", err, r)
	}
}

// The end of the context ends all waits.
func TestInterrupted(t *testing.T) {
	ln, err := net.Listen("tcp", "127.0.0.1:0") // accepts connections, and sends nothing
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	if _, err := Run(ctx, Config{Target: ln.Addr().String(), Sessions: 100, Parallel: 2, Play: "idle", Timeout: time.Hour}); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}

func TestConfig(t *testing.T) {
	for _, c := range []Config{{Sessions: 1, Play: "chess"}, {Play: "idle"}, {Sessions: 1, Play: "idle", Rate: -1}, {Sessions: 1, Play: "keys", KeysPerSecond: -1}} {
		if _, err := Run(t.Context(), c); err == nil {
			t.Errorf("%+v was taken", c)
		}
	}
}

func TestReport(t *testing.T) {
	r := &Report{Asked: 10, Opened: 10, Play: "keys", Size: "80x24", Failed: map[string]int{}, Empty: &Process{RSS: 20 << 20}}
	s := Stage{Name: "keys", Sessions: 10}
	s.Usage = Usage{Seconds: 10, WireBytes: 5000, Server: &Process{RSS: 30 << 20, Peak: 40 << 20, CPU: time.Second}, Generator: Process{CPU: 500 * time.Millisecond}}
	s.count(tally{bytes: 4000, frames: 40, unasked: 20, keys: 30, sure: 20, firsts: []time.Duration{20e6, 30e6}, lasts: []time.Duration{25e6, 31e6}, sizes: []int{100, 300}})
	s.Actions = map[string]float64{"player": 2.5}
	r.Stages = []Stage{s}
	for _, tc := range []struct {
		what      string
		got, want float64
	}{
		{"noise", s.noise(), 20.0 / 10 / 10 * .02}, {"bytes a frame", s.perFrame(), 100}, {"memory of a session", r.sessionRSS(s.Usage, 10), 1 << 20},
		{"server's cores", s.serverCPU(), .1}, {"generator's cores", s.generatorCPU(), .05}, {"bytes of an answer", s.AnswerMean, 200}, {"server's time a key", s.serverPerKey(), 1000. / 30},
		{"generator's time a key", s.generatorPerKey(), 500. / 30}, {"wire bytes a key", s.wirePerKey(), 5000. / 30}, {"their p99", float64(s.AnswerP99), 300},
	} {
		if d := tc.got - tc.want; d > 1e-9 || d < -1e-9 {
			t.Errorf("%s: %v, want %v", tc.what, tc.got, tc.want)
		}
	}
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var back struct {
		Opened int `json:"opened"`
		Stages []struct {
			Seconds float64 `json:"seconds"`
			First   struct {
				N   int     `json:"n"`
				P50 float64 `json:"p50_ms"`
				Max float64 `json:"max_ms"`
			} `json:"first_byte"`
			Server struct {
				RSS int64 `json:"rss_bytes"`
			} `json:"server"`
		} `json:"stages"`
	}
	if err := json.Unmarshal(b, &back); err != nil {
		t.Fatal(err)
	}
	if st := back.Stages[0]; back.Opened != 10 || st.Seconds != 10 || st.First.N != 2 || st.First.P50 != 20 || st.First.Max != 30 || st.Server.RSS != 30<<20 {
		t.Errorf("read back %+v from %s", back, b)
	}
}

// The tables have all rows, each as wide as the head, and go between the marks of a document.
func TestTables(t *testing.T) {
	stage := Stage{Name: "keys", Sessions: 5, Sure: 4, Frames: 4, Usage: Usage{Seconds: 1, Server: &Process{RSS: 1 << 20}}}
	c := Comparison{Version: "arcade test", Runs: []Measured{
		{"bare", &Report{Asked: 5, Opened: 5, Stages: []Stage{stage}}, nil},
		{"arcade", &Report{Asked: 5, Opened: 4, Play: "keys", Failed: map[string]int{"handshake: timeout": 1}, Stages: []Stage{stage, stage}}, &Report{Asked: 5, Opened: 5}},
	}}
	var out bytes.Buffer
	if err := c.Markdown(&out); err != nil {
		t.Fatal(err)
	}
	rows, width := 0, 0
	for line := range strings.Lines(out.String()) {
		if !strings.HasPrefix(line, "|") {
			width = 0
			continue
		}
		rows++
		if n := strings.Count(line, "|"); width != 0 && n != width {
			t.Errorf("a row of %d cells under %d: %s", n-1, width-1, line)
		} else {
			width = n
		}
	}
	if want := 5*2 + 3 + 3*3; rows != want {
		t.Errorf("%d rows, want %d:\n%s", rows, want, &out)
	}
	if !strings.Contains(out.String(), "1 failed: handshake: timeout") {
		t.Errorf("no failure in\n%s", &out)
	}

	path := filepath.Join(t.TempDir(), "doc.md")
	before, after := "# Title\n\n", "\nThe end.\n"
	if err := os.WriteFile(path, []byte(before+figuresBegin+"\nold\n"+figuresEnd+"\n"+after), 0o644); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := WriteFigures(path, []byte("new\n")); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != before+figuresBegin+"\n\nnew\n\n"+figuresEnd+"\n"+after {
		t.Errorf("%v: %q", err, got)
	}
	if err := os.WriteFile(path, []byte(before), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := WriteFigures(path, []byte("new\n")); !errors.Is(err, errNoFigures) {
		t.Errorf("a document without a place: %v", err)
	}
}

// A goal is measured if its stage was measured, as a value or in comparison with the echo.
func TestGoals(t *testing.T) {
	run := func(subject string, sessions int, perSecond, knownPerSecond float64, cpu time.Duration) Measured {
		s := Stage{Name: "keys", Sessions: sessions, Keys: 1000, Sure: 1000, First: Quantiles{N: 1000, P50: 500e3, P99: 6e6}, Usage: Usage{Seconds: 1, Server: &Process{CPU: cpu}}}
		m := Measured{Subject: subject, Report: &Report{Asked: sessions, Opened: sessions, Connect: Connect{PerSecond: perSecond}, Stages: []Stage{s}}}
		if knownPerSecond > 0 {
			m.Known = &Report{Connect: Connect{PerSecond: knownPerSecond}}
		}
		return m
	}
	c := Comparison{Runs: []Measured{
		run("echo", 1000, 400, 0, 100*time.Millisecond), run("arcade", 1000, 200, 300, 100*time.Millisecond),
		run("echo", 10_000, 400, 0, 100*time.Millisecond), run("arcade", 10_000, 240, 100, 250*time.Millisecond),
	}}
	var out bytes.Buffer
	c.writeGoals(&out)
	want := `
### Goals

| sessions | what | doing | goal | measured | reached |
| --- | --- | --- | --- | --- | --- |
| 1000 | first byte p50 | keys | at most 1 ms | 0.5 | yes |
| 1000 | first byte p99 | keys | at most 5 ms | 6 | no |
| 1000 | keys without an answer | keys | at most 0 keys | 0 | yes |
| 1000 | processor a key | keys | at most 2.5 times the echo's | 1 | yes |
| 1000 | logins a second, new | coming in | at least 0.6 of the echo's | 0.5 | no |
| 10000 | logins a second, new | coming in | at least 0.6 of the echo's | 0.6 | yes |
| 1000 | logins a second, known | coming in | at least 0.6 of the echo's | 0.75 | yes |
| 10000 | logins a second, known | coming in | at least 0.6 of the echo's | 0.25 | no |
`
	if out.String() != want {
		t.Errorf("goals:\n%s", &out)
	}

	keys := &c.Runs[1].Stages[0]
	c.Runs[3].Opened, keys.Missed = 9000, 11
	out.Reset()
	c.writeGoals(&out)
	for _, want := range []string{"| at most 5 ms | 5000 | no |", "| at most 0 keys | 11 | no |", "| 0.6 | no: 9000 sessions |"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("keys without an answer, or sessions that are missing: no %q in\n%s", want, &out)
		}
	}
}

// The error about a server that cannot start, stays silent or ends contains its output.
func TestStart(t *testing.T) {
	_, err := start([]string{"sh", "-c", "echo broken >&2; exit 1"}, nil)
	if err == nil || !strings.Contains(err.Error(), "broken") {
		t.Errorf("%v", err)
	}
	p, err := start([]string{"sh", "-c", "echo '  address   127.0.0.1:1'; exec sleep 60"}, nil)
	if err != nil || p.addr != "127.0.0.1:1" {
		t.Fatalf("%v", err)
	}
	p.stop()
	<-p.done
}
