package load

import (
	"fmt"
	"io"
	"slices"
)

// goal limits a value of one stage of the arcade at a number of sessions. If against is set, the value is
// first divided by the bare echo's value.
type goal struct {
	what     string
	sessions int
	stages   []string // each is a separate goal; "" means opening the sessions
	value    func(r Measured, s *Stage) float64
	against  bool
	most     float64
	least    bool // most is a lower bound
	unit     string
}

// idleKiB is the memory of an idle session from which that at play is reckoned.
const idleKiB = 137

// goals has the goals of docs/capacity.md.
var goals = []goal{
	{what: "memory a session", sessions: 10_000, stages: []string{"idle"}, value: kibASession, most: 150, unit: "KiB"},
	{what: "memory a session", sessions: 10_000, stages: []string{"klondike", "matgo"}, value: kibASession, most: 220, unit: "KiB"},
	{what: "processor", sessions: 10_000, stages: []string{"idle"}, value: func(_ Measured, s *Stage) float64 { return s.serverCPU() }, most: 0.02, unit: "cores"},
	{what: "first byte p50", sessions: 1000, stages: []string{"keys"}, value: func(_ Measured, s *Stage) float64 { return ms(s.First.P50) }, most: 1, unit: "ms"},
	{what: "first byte p99", sessions: 1000, stages: []string{"keys"}, value: firstP99, most: 5, unit: "ms"},
	{what: "first byte p99", sessions: 1000, stages: append([]string{"lobby"}, tables...), value: firstP99, most: 20, unit: "ms"},
	{what: "first byte p99", sessions: 10_000, stages: []string{"mixed"}, value: firstP99, most: 20, unit: "ms"},
	{what: "frame p99", sessions: 3000, stages: []string{"motion"}, value: firstP99, most: 100, unit: "ms"},
	{what: "bytes a second and session", sessions: 3000, stages: []string{"motion"}, value: func(_ Measured, s *Stage) float64 {
		return float64(s.Bytes) / float64(s.Sessions) / s.Seconds
	}, most: 2500, unit: "bytes"},
	{what: "keys without an answer", sessions: 1000, stages: append([]string{"keys", "lobby"}, tables...), value: unanswered, unit: "keys"},
	{what: "keys without an answer", sessions: 10_000, stages: []string{"mixed"}, value: unanswered, unit: "keys"},
	{what: "processor a key", sessions: 1000, stages: []string{"keys", "lobby"}, value: keyCost, against: true, most: 2.5, unit: "times the echo's"},
	{what: "processor a key", sessions: 1000, stages: tables, value: keyCost, against: true, most: 5, unit: "times the echo's"},
	{what: "memory a session", sessions: 1000, stages: tables, value: kibASession, most: 1.3 * idleKiB, unit: "KiB"},
	{what: "bytes an answer", sessions: 1000, stages: []string{"yut"}, value: func(_ Measured, s *Stage) float64 { return s.AnswerMean }, most: 4096, unit: "bytes"},
	{what: "logins a second, new", sessions: 0, stages: []string{""}, value: func(r Measured, _ *Stage) float64 { return r.Connect.PerSecond }, against: true, most: 0.6, least: true, unit: "of the echo's"},
	{what: "logins a second, known", sessions: 0, stages: []string{""}, value: func(r Measured, _ *Stage) float64 {
		switch {
		case r.Known == nil: // the echo has no accounts
			return r.Connect.PerSecond
		case r.Known.Opened < r.Known.Asked:
			return 0
		}
		return r.Known.Connect.PerSecond
	}, against: true, most: 0.6, least: true, unit: "of the echo's"},
}

func kibASession(r Measured, s *Stage) float64 { return r.sessionRSS(s.Usage, s.Sessions) / 1024 }
func keyCost(_ Measured, s *Stage) float64     { return s.serverPerKey() }
func unanswered(_ Measured, s *Stage) float64  { return float64(s.Missed) }

// firstP99 counts an unanswered key as if it was answered when the wait for it ended.
func firstP99(_ Measured, s *Stage) float64 {
	if s.Missed*100 > s.Sure || s.First.N == 0 {
		return ms(answerTime)
	}
	return ms(s.First.P99)
}

// find returns a stage of a subject at a number of sessions; stage "" means opening them.
func (c *Comparison) find(subject, stage string, sessions int) (r Measured, s *Stage, ok bool) {
	for _, r := range c.Runs {
		if r.Subject != subject || r.Asked != sessions {
			continue
		}
		if stage == "" {
			return r, nil, true // the first run
		}
		if i := slices.IndexFunc(r.Stages, func(s Stage) bool { return s.Name == stage }); i >= 0 {
			return r, &r.Stages[i], true
		}
	}
	return r, nil, false
}

// steps returns the distinct numbers of sessions that were measured.
func (c *Comparison) steps() (list []int) {
	for _, r := range c.Runs {
		if !slices.Contains(list, r.Asked) {
			list = append(list, r.Asked)
		}
	}
	return list
}

// writeGoals writes each measured goal and its result.
func (c *Comparison) writeGoals(w io.Writer) {
	heads(w, "Goals", "sessions", "what", "doing", "goal", "measured", "reached")
	for _, g := range goals {
		at := []int{g.sessions}
		if g.sessions == 0 {
			at = c.steps()
		}
		for _, n := range at {
			for _, stage := range g.stages {
				c.writeGoal(w, g, n, stage)
			}
		}
	}
}

func (c *Comparison) writeGoal(w io.Writer, g goal, sessions int, stage string) {
	r, s, ok := c.find("arcade", stage, sessions)
	if !ok {
		return
	}
	v := g.value(r, s)
	if g.against {
		of := stage
		if of != "" {
			of = "keys" // the echo has only one play
		}
		r, s, ok := c.find("echo", of, sessions)
		if !ok || g.value(r, s) == 0 {
			return
		}
		v /= g.value(r, s)
	}
	reached, sign := v <= g.most, "at most"
	if g.least {
		reached, sign = v >= g.most, "at least"
	}
	word := "no"
	switch {
	case r.Opened < r.Asked:
		word = fmt.Sprintf("no: %d sessions", r.Opened)
	case reached:
		word = "yes"
	}
	if stage == "" {
		stage = "coming in"
	}
	row(w, sessions, g.what, stage, fmt.Sprintf("%s %g %s", sign, g.most, g.unit), fmt.Sprintf("%.4g", v), word)
}
