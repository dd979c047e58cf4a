package games

import (
	"fmt"
	"strconv"
	"strings"
)

// Control is a match's time control. The zero value has no clock.
type Control struct {
	// Base is each seat's time at the start and Increment the time that a move adds, in ms.
	Base, Increment int64
	// PerMove is the time for each decision, in ms; it excludes Base and Increment.
	PerMove int64
}

const (
	second = 1000
	minute = 60 * second
	hour   = 60 * minute
	day    = 24 * hour
)

// Untimed reports whether the control has no clock.
func (c Control) Untimed() bool { return c == Control{} }

// Correspondence reports whether the match is played over days, so that no player is expected to wait at
// the table.
func (c Control) Correspondence() bool { return c.PerMove >= day }

// String returns the notation that [ParseControl] reads: "none", "5+3" (minutes and seconds), "30s" or
// "1d" a decision.
func (c Control) String() string {
	switch {
	case c.Untimed():
		return "none"
	case c.PerMove >= day && c.PerMove%day == 0:
		return fmt.Sprintf("%dd", c.PerMove/day)
	case c.PerMove > 0:
		return fmt.Sprintf("%ds", c.PerMove/second)
	default:
		return fmt.Sprintf("%d+%d", c.Base/minute, c.Increment/second)
	}
}

// ParseControl reads a control's notation. Minutes go from 0 (with an increment) or 1
// to 180, the increment from 0 to 180 s, a decision from 5 to 3600 s or 1 to 14 days.
func ParseControl(s string) (Control, error) {
	bad := func() (Control, error) {
		return Control{}, fmt.Errorf("time control %.20q: want none, M+S, Ns or Nd", s)
	}
	num := func(s string, lo, hi int64) (int64, bool) {
		n, err := strconv.ParseInt(s, 10, 64)
		return n, err == nil && n >= lo && n <= hi && strconv.FormatInt(n, 10) == s
	}
	if s == "none" {
		return Control{}, nil
	}
	if base, inc, ok := strings.Cut(s, "+"); ok {
		b, ok1 := num(base, 0, 180)
		i, ok2 := num(inc, 0, 180)
		if !ok1 || !ok2 || b+i == 0 {
			return bad()
		}
		return Control{Base: b * minute, Increment: i * second}, nil
	}
	if n, ok := strings.CutSuffix(s, "d"); ok {
		if v, ok := num(n, 1, 14); ok {
			return Control{PerMove: v * day}, nil
		}
	}
	if n, ok := strings.CutSuffix(s, "s"); ok {
		if v, ok := num(n, 5, 3600); ok {
			return Control{PerMove: v * second}, nil
		}
	}
	return bad()
}

// clocks are the seats' remaining times, folded from the entries of a match. They stop until every seat
// has acted once (abort is free until then), while a forced action waits to be played, and while the
// match rests. A control by the decision runs from the first turn.
type clocks struct {
	control Control
	left    []int64 // ms at the start of the present turn
	running bool
	since   int64 // when the present turn's clock began, ms since 1970
}

func newClocks(c Control, seats int) clocks {
	k := clocks{control: c, left: make([]int64, seats)}
	for i := range k.left {
		k.left[i] = max(c.Base, c.PerMove)
	}
	// Without base time each seat starts with one increment; otherwise it would lose on its first charged
	// move.
	if c.Base == 0 && c.Increment > 0 {
		for i := range k.left {
			k.left[i] = c.Increment
		}
	}
	return k
}

// Left returns the time of seat at the moment now (ms since 1970) while toAct is on turn. It may be
// negative, and has no meaning if the control is untimed.
func (k *clocks) Left(seat, toAct Seat, now int64) int64 {
	if seat < 0 || int(seat) >= len(k.left) {
		return 0
	}
	left := k.left[seat]
	if k.running && seat == toAct && now > k.since {
		left -= now - k.since
	}
	return left
}

// Running reports whether time passes for the seat on turn.
func (k *clocks) Running() bool { return k.running }

// moved charges seat for a decision made at now.
func (k *clocks) moved(seat Seat, now int64) {
	if !k.running {
		return
	}
	if k.control.PerMove > 0 {
		k.left[seat] = k.control.PerMove
		return
	}
	k.left[seat] = k.Left(seat, seat, now) + k.control.Increment
}

// fresh gives every seat its whole time for the decision that a takeback returns to. With a clock for the
// whole match, used time stays used.
func (k *clocks) fresh() {
	for i := range k.left {
		if k.control.PerMove > 0 {
			k.left[i] = k.control.PerMove
		}
	}
}

// turn starts (or holds) the clock of the seat now on turn.
func (k *clocks) turn(now int64, run bool) {
	k.running = run && !k.control.Untimed()
	k.since = now
}

// stop charges the seat on turn for what it has used by now, and holds its clock.
func (k *clocks) stop(toAct Seat, now int64) {
	if k.running {
		k.left[toAct], k.running = k.Left(toAct, toAct, now), false
	}
}

// restart returns the time since the present turn began and adds RestartBonus to each seat.
func (k *clocks) restart(toAct Seat, now int64) {
	for i := range k.left {
		if k.control.PerMove == 0 {
			k.left[i] += RestartBonus
		} else if Seat(i) == toAct && k.running {
			// A day's deadline stays through a restart, but the player gets at least an hour to come
			// back.
			k.left[i] = max(k.Left(toAct, toAct, now)+RestartBonus, min(k.control.PerMove, hour))
		}
	}
	k.since = now
}

// RestartBonus is the time that a restart of the server adds for each seat, in ms.
const RestartBonus = 20 * second
