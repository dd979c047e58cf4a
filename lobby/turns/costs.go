package turns

import (
	"cmp"
	"maps"
	"math"
	"net/netip"
	"slices"
	"time"

	"arcade/lobby/network"
)

const (
	// remembered is the time for which costs are kept after an address's last work. maxRemembered limits
	// their number.
	remembered    = time.Hour
	maxRemembered = 4096
	// sweepTime is the time between two removals of unused accounts.
	sweepTime = time.Minute
	// Lately is the time constant of a recent cost.
	Lately = 10 * time.Second
	// frameCost limits the bill for a frame: a longer time was spent waiting for a processor.
	frameCost = 5 * time.Millisecond
	// lightCost limits the bill for a command without a place.
	lightCost = 20 * time.Millisecond
	// framesAtOnce is the time that frames of an address may take in a row. Beyond that they get
	// frameShares of its share, so that many screens together leave processors to others.
	framesAtOnce = 100 * time.Millisecond
	frameShares  = 2
	// frameHold is the time for which a screen of an address with too much debt waits for its next key.
	frameHold = time.Second
)

// account is the processor time that an address may still use.
type account struct {
	left   time.Duration // of processor time; negative: owed
	at     time.Time     // the time of left
	frames time.Time     // the time up to which its frames are used up
}

// account returns the present account of an address. The lock is held.
func (t *Turns) account(from string, now time.Time) *account {
	a := t.accounts[from]
	if a == nil {
		a = &account{left: t.limits.Burst, at: now}
		t.accounts[from] = a
	}
	a.left = min(t.limits.Burst, a.left+time.Duration(float64(now.Sub(a.at))*t.limits.Share))
	a.at = now
	return a
}

// owes returns the time until the address has paid.
func (a account) owes(l Limits) time.Duration {
	if a.left > 0 {
		return 0
	}
	return max(time.Duration(float64(-a.left)/l.Share), time.Millisecond)
}

// together counts the time of a frame, or of a command that takes no place.
func (a *account) together(took time.Duration, now time.Time, l Limits) {
	if a.frames.Before(now) {
		a.frames = now
	}
	a.frames = a.frames.Add(time.Duration(float64(took) / (frameShares * l.Share)))
	if late := atOnce(now, l).Add(frameHold); a.frames.After(late) {
		a.frames = late
	}
}

// crowd returns the wait of the address's next frame or command without a place, because too many came
// close together; negative for no wait.
func (a *account) crowd(now time.Time, l Limits) time.Duration { return a.frames.Sub(atOnce(now, l)) }

// atOnce returns the moment up to which an address may be ahead with its frames.
func atOnce(now time.Time, l Limits) time.Time {
	return now.Add(time.Duration(float64(framesAtOnce) / (frameShares * l.Share)))
}

// Cost is the remembered cost of an asker.
type Cost struct {
	Payer
	// Work is the time for which the work had a place, by kind.
	Work [Kinds]time.Duration
	// Last is the time of the last work.
	Last time.Time
	// Lately is the recent time of all kinds; past time is weighted down to 1/e after [Lately].
	Lately time.Duration
}

// at returns the cost at a moment.
func (c Cost) at(now time.Time) Cost {
	c.Lately = time.Duration(float64(c.Lately) * math.Exp(-now.Sub(c.Last).Seconds()/Lately.Seconds()))
	return c
}

// Total returns the time of all kinds.
func (c Cost) Total() (sum time.Duration) {
	for _, d := range c.Work {
		sum += d
	}
	return sum
}

// Count counts one kind of work.
type Count struct {
	// Begun counts the work that got a place, Gone the work that ended early because nobody wanted it any
	// more, Waiting the work that waits now.
	Begun, Gone uint64
	Waiting     int
	// Worked is the total time with places, Waited the total wait for them.
	Worked, Waited time.Duration
}

// charge bills work for the time since it was last charged. The lock is held.
func (t *Turns) charge(w *Turn) {
	now := time.Now()
	took := now.Sub(w.since)
	if w.kind <= Command {
		took = max(took, leastCost)
	}
	if w.kind == Light {
		took = min(took, lightCost)
	}
	w.since = now
	if w.kind.paid() && t.limits.Share >= 0 {
		a := t.account(w.who.From, now)
		a.left -= took
		if w.kind == Light {
			a.together(took, now, t.limits)
		}
	}
	t.note(w.who, w.kind, took, now)
}

// Framed bills a frame, which needs no place. It returns the time for which its screen should take no keys:
// while its address owes as much as it may use at once, or its frames come too close together.
func (t *Turns) Framed(who Payer, took time.Duration) (hold time.Duration) {
	took = min(took, frameCost)
	t.mu.Lock()
	defer t.mu.Unlock()
	now := time.Now()
	t.counts[Frame].Begun++
	t.note(who, Frame, took, now)
	if t.limits.Share < 0 {
		return 0
	}
	a := t.account(who.From, now)
	a.left = max(a.left-took, -2*t.limits.Burst) // holding a screen must not build a debt of hours
	a.together(took, now, t.limits)
	hold = min(max(account{left: a.left + t.limits.Burst}.owes(t.limits), a.crowd(now, t.limits)), frameHold)
	if hold > 0 {
		t.counts[Frame].Waited += hold
	}
	return hold
}

// Received bills the work of reading what a client sends, which has no place. It returns the time for which
// the server should read no more of it: while its address owes as much as it may use at once.
func (t *Turns) Received(who Payer, took time.Duration) (hold time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := time.Now()
	t.counts[Packets].Begun++
	t.note(who, Packets, took, now)
	if t.limits.Share < 0 {
		return 0
	}
	a := t.account(who.From, now)
	a.left = max(a.left-took, -2*t.limits.Burst)
	hold = min(account{left: a.left + t.limits.Burst}.owes(t.limits), frameHold)
	t.counts[Packets].Waited += hold
	return hold
}

// note adds to an asker's cost. The lock is held.
func (t *Turns) note(who Payer, kind Kind, took time.Duration, now time.Time) {
	t.counts[kind].Worked += took
	c := t.costs[who]
	if c == nil {
		c = &Cost{Payer: who, Last: now}
		t.costs[who] = c
	}
	*c = c.at(now)
	c.Work[kind] += took
	c.Lately += took
	c.Last = now
	t.sweep(now)
}

// sweep drops accounts that are full or have been silent for long. The lock is held.
func (t *Turns) sweep(now time.Time) {
	if now.Sub(t.swept) >= sweepTime {
		t.swept = now
		t.served = [network.Levels]map[netip.Prefix]uint64{} // who was served a minute ago matters no more
		maps.DeleteFunc(t.costs, func(_ Payer, c *Cost) bool { return now.Sub(c.Last) >= remembered })
		maps.DeleteFunc(t.accounts, func(from string, _ *account) bool { return t.account(from, now).left >= t.limits.Burst })
	}
	if len(t.costs) > maxRemembered {
		for _, c := range t.dearest(now)[maxRemembered/2:] {
			delete(t.costs, c.Payer)
		}
	}
}

// Costs returns the costs, the highest recent one first, such as a flood. Without recent costs the
// highest total is first.
func (t *Turns) Costs() []Cost {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.dearest(time.Now())
}

// dearest is Costs. The lock is held.
func (t *Turns) dearest(now time.Time) []Cost {
	list := make([]Cost, 0, len(t.costs))
	for _, c := range t.costs {
		list = append(list, c.at(now))
	}
	slices.SortFunc(list, func(a, b Cost) int {
		return cmp.Or(cmp.Compare(b.Lately.Truncate(time.Millisecond), a.Lately.Truncate(time.Millisecond)), cmp.Compare(b.Total(), a.Total()), cmp.Compare(a.From, b.From), cmp.Compare(a.Key, b.Key))
	})
	return list
}

// Counts returns the counts of each kind of work since the start.
func (t *Turns) Counts() [Kinds]Count {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.counts
}
