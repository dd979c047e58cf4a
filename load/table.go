package load

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
)

// Markdown writes the comparison as tables.
func (c *Comparison) Markdown(out io.Writer) error {
	w := bufio.NewWriter(out)
	m := c.Machine
	fmt.Fprintf(w, "%s. %s; %d cores, %.1f GiB, Linux %s; load before it %s; a disk sync p50 %.1f ms, p99 %.1f ms. %s.\n", c.At.UTC().Format("2006-01-02 15:04 UTC"),
		cmp.Or(m.CPU, "unknown processor"), m.Cores, float64(m.Memory)/(1<<30), cmp.Or(m.Kernel, "?"), cmp.Or(m.Load, "?"), ms(m.Sync.P50), ms(m.Sync.P99), c.Version)
	if len(c.Runs) > 0 {
		r := c.Runs[0]
		fmt.Fprintf(w, "Terminals of %s, a key every %g s in each session.\n", r.Size, r.KeysEvery)
	}

	heads(w, "Coming in", "sessions", "server", "players", "opened", "a second", "p50 ms", "p99 ms", "frames a session", "server ms a session", "server cores", "generator cores")
	came := func(subject, players string, r *Report) {
		row(w, r.Asked, subject, players, r.Opened, f0(r.Connect.PerSecond), f0(ms(r.Connect.Latency.P50)), f0(ms(r.Connect.Latency.P99)),
			f1(float64(r.Connect.Frames)/float64(max(r.Opened, 1))), f1(1000*r.Connect.serverCPU()*r.Connect.Seconds/float64(max(r.Opened, 1))),
			f2(r.Connect.serverCPU()), f2(r.Connect.generatorCPU()))
	}
	for _, r := range c.Runs {
		if r.first(c.Runs) {
			came(r.Subject, "new", r.Report)
		}
		if r.Known != nil {
			came(r.Subject, "known", r.Known)
		}
	}

	heads(w, "Memory and processor time", "sessions", "server", "doing", "MiB", "MiB at most", "KiB a session", "cores", "ms a session and second", "generator cores", "generator MiB")
	c.stages(func(r Measured, s *Stage) {
		if s.Server != nil {
			row(w, s.Sessions, r.Subject, s.Name, f0(float64(s.Server.RSS)/(1<<20)), f0(float64(s.Server.Peak)/(1<<20)),
				f0(r.sessionRSS(s.Usage, s.Sessions)/1024), f2(s.serverCPU()), f2(1000*s.serverCPU()/float64(max(s.Sessions, 1))), f2(s.generatorCPU()), f0(float64(s.Generator.RSS)/(1<<20)))
		}
	})

	heads(w, "From a key to its frame", "sessions", "server", "doing", "keys a second", "first byte p50 ms", "p90", "p99", "p99.9", "max", "last byte p99", "unanswered", "noise %", "keys late p99 ms", "server ms a key", "generator ms a key")
	c.stages(func(r Measured, s *Stage) {
		if s.Sure > 0 {
			row(w, s.Sessions, r.Subject, s.Name, f0(float64(s.Keys)/s.Seconds), f2(ms(s.First.P50)), f2(ms(s.First.P90)), f2(ms(s.First.P99)),
				f1(ms(s.First.P999)), f1(ms(s.First.Max)), f2(ms(s.Last.P99)), s.Missed, f1(100*s.noise()), f1(ms(s.Late.P99)),
				f3(s.serverPerKey()), f3(s.generatorPerKey()))
		}
	})

	heads(w, "Bytes", "sessions", "server", "doing", "an answer", "p99", "on the wire a key", "a frame", "frames a session and second", "bytes a session and second", "on the wire", "actions a second")
	c.stages(func(r Measured, s *Stage) {
		n := float64(max(s.Sessions, 1)) * s.Seconds
		var acts []string
		for _, by := range slices.Sorted(maps.Keys(s.Actions)) {
			if s.Actions[by] > 0 {
				acts = append(acts, f1(s.Actions[by])+" "+by)
			}
		}
		row(w, s.Sessions, r.Subject, s.Name, f0(s.AnswerMean), s.AnswerP99, f0(s.wirePerKey()), f0(s.perFrame()), f2(float64(s.Frames)/n),
			f0(float64(s.Bytes)/n), f0(float64(s.WireBytes)/n), cmp.Or(strings.Join(acts, ", "), "-"))
	})

	c.writeGoals(w)
	for _, r := range c.Runs {
		missing(w, r.Subject, r.Play, r.Report)
		if r.Known != nil {
			missing(w, r.Subject, "known", r.Known)
		}
	}
	return w.Flush()
}

// missing writes the sessions that failed or were lost.
func missing(w io.Writer, subject, play string, r *Report) {
	for _, by := range []struct {
		what string
		m    map[string]int
	}{{"failed", r.Failed}, {"lost", r.Lost}} {
		for _, why := range slices.Sorted(maps.Keys(by.m)) {
			fmt.Fprintf(w, "\n%s, %d sessions, %s: %d %s: %s.\n", subject, r.Asked, play, by.m[why], by.what, why)
		}
	}
}

// stages calls f with every stage of every run.
func (c *Comparison) stages(f func(r Measured, s *Stage)) {
	for _, r := range c.Runs {
		for i := range r.Stages {
			f(r, &r.Stages[i])
		}
	}
}

// first reports whether the run is the first of its subject with its number of sessions.
func (r Measured) first(runs []Measured) bool {
	for _, q := range runs {
		if q.Subject == r.Subject && q.Asked == r.Asked {
			return q.Report == r.Report
		}
	}
	return false
}

func row(w io.Writer, cells ...any) {
	for _, c := range cells {
		fmt.Fprintf(w, "| %v ", c)
	}
	fmt.Fprintln(w, "|")
}

// heads begins a table.
func heads(w io.Writer, title string, columns ...any) {
	fmt.Fprintf(w, "\n### %s\n\n", title)
	row(w, columns...)
	fmt.Fprintln(w, strings.Repeat("| --- ", len(columns))+"|")
}

func f0(x float64) string { return fmt.Sprintf("%.0f", x) }
func f1(x float64) string { return fmt.Sprintf("%.1f", x) }
func f2(x float64) string { return fmt.Sprintf("%.2f", x) }
func f3(x float64) string { return fmt.Sprintf("%.3f", x) }

// The lines of a document that enclose the figures.
const figuresBegin, figuresEnd = "<!-- figures: written by arcade load -->", "<!-- end of figures -->"

// errNoFigures means that a document does not have these lines.
var errNoFigures = errors.New("no line " + figuresBegin + " followed by " + figuresEnd)

// WriteFigures puts text between the two lines of the document at path. It creates a missing document.
func WriteFigures(path string, text []byte) error {
	doc, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		doc = []byte(figuresBegin + "\n" + figuresEnd + "\n")
	case err != nil:
		return err
	}
	head, rest, ok := bytes.Cut(doc, []byte(figuresBegin+"\n"))
	_, end, ok2 := bytes.Cut(rest, []byte(figuresEnd+"\n"))
	if !ok || !ok2 {
		return fmt.Errorf("%s: %w", path, errNoFigures)
	}
	return os.WriteFile(path, slices.Concat(head, []byte(figuresBegin+"\n\n"), text, []byte("\n"+figuresEnd+"\n"), end), 0o644)
}
