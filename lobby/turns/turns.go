// Package turns shares the processors among all who request work. Heavy work is done at one of a few
// places, so that people's frames always find a free processor. The places go round by provider, then by
// neighbourhood and by address, in short turns. An address that wants more processor time than its share waits until the time is paid for.
package turns

import (
	"context"
	"net/netip"
	"runtime"
	"slices"
	"sync"
	"time"

	"arcade/lobby/network"
)

const (
	// turnTime is the time after which work gives its place to waiting work.
	turnTime = 50 * time.Millisecond
	// Every restEvery, work of a command or a screen releases its processor for restTime, so that waiting
	// frames go first.
	restEvery, restTime = 4 * time.Millisecond, time.Millisecond
	// leastCost is the least bill for a command: its session costs as much.
	leastCost = time.Millisecond
	// begunPerPlace bounds, for each place, the pieces of work that have begun and are not done: they
	// take memory, even while they wait for their next turn. As many more may begin for providers of whom
	// nothing has begun.
	begunPerPlace = 8
)

// Payer is the address and key that request work.
type Payer struct {
	// From is the address, or its network; "" if unknown.
	From string
	// Key is the fingerprint of the key, "" for a guest.
	Key string
}

// Kind is a kind of work.
type Kind uint8

// The kinds of work. The work of bots and analyses is part of playing: it takes turns for places, but is
// not billed.
const (
	Light    Kind = iota // a command that takes no place
	Command              // a command that may take long
	Screen               // reads and computations of a screen
	Hint                 // a hint at a run in play
	Bot                  // a bot's thinking
	Analysis             // a match judged; it lets all others of its address go first
	Frame                // frames, by themselves and for keys; see Framed
	Packets              // what clients send, as it is read; see Received
	Kinds                // the number of kinds
)

// String returns the kind's name in the metrics.
func (k Kind) String() string {
	return [...]string{"light", "command", "screen", "hint", "bot", "analysis", "frame", "packets"}[k]
}

func (k Kind) paid() bool { return k < Bot || k >= Frame }

// Limits bound the work. Zero values mean the defaults.
type Limits struct {
	// Places limits the simultaneous work; by default half the processors.
	Places int
	// Share is the number of processors that an address may use in the long run, by default 0.25. Burst is
	// the time that it may use at once after a pause, by default 1 s. For its frames it is twice as much,
	// so that commands never delay them. A negative Share means no bound.
	Share float64
	Burst time.Duration
}

// Turns schedules the house's work. It is safe for concurrent use.
type Turns struct {
	limits Limits

	mu       sync.Mutex
	free     int                                     // free places
	begun    int                                     // pieces of work that have begun, and are not done
	begunBy  map[netip.Prefix]int                    // the same by provider
	lines    []*line                                 // addresses with waiting work, the next of a neighbourhood to be served first
	served   [network.Levels]map[netip.Prefix]uint64 // when networks were last served
	serves   uint64
	accounts map[string]*account
	costs    map[Payer]*Cost
	swept    time.Time
	timer    *time.Timer // runs while an address has to pay first
	counts   [Kinds]Count
}

// line is the waiting work of an address, in order.
type line struct {
	from    string
	nets    network.Nets
	waiting []*Turn
}

// netsOf returns the networks of an asker's address. All who have none, such as matches without a visitor,
// are of one provider.
func netsOf(from string) network.Nets {
	p, _ := netip.ParsePrefix(from)
	return network.Of(p.Addr())
}

// New makes a scheduler.
func New(l Limits) *Turns {
	if l.Places <= 0 {
		l.Places = max(runtime.GOMAXPROCS(0)/2, 1)
	}
	if l.Share == 0 {
		l.Share = 0.25
	}
	if l.Burst <= 0 {
		l.Burst = time.Second
	}
	return &Turns{limits: l, free: l.Places, begunBy: map[netip.Prefix]int{}, accounts: map[string]*account{}, costs: map[Payer]*Cost{}, swept: time.Now()}
}

// Places returns the number of places for simultaneous work.
func (t *Turns) Places() int { return t.limits.Places }

// Turn is a piece of work. One goroutine uses it.
type Turn struct {
	t      *Turns
	ctx    context.Context
	who    Payer
	kind   Kind
	from   netip.Prefix  // its provider
	ready  chan struct{} // has a token when the place is there
	held   bool          // guarded by t.mu
	began  bool          // guarded by t.mu: it has had a place, and is not done
	since  time.Time     // when it got its place, or was last billed
	rested time.Time
}

// Begin waits for a place to work at, until ctx ends; then it returns the cause. The work calls Pace now
// and then, and End at its end.
func (t *Turns) Begin(ctx context.Context, who Payer, kind Kind) (*Turn, error) {
	w := &Turn{t: t, ctx: ctx, who: who, kind: kind, from: netsOf(who.From)[network.Provider], ready: make(chan struct{}, 1)}
	return w, w.acquire()
}

// acquire waits for a place, or returns the reason why there is none.
func (w *Turn) acquire() error {
	if w.ctx.Err() != nil {
		return context.Cause(w.ctx)
	}
	w.t.mu.Lock()
	w.t.wait(w)
	w.t.serve()
	w.t.mu.Unlock()
	return w.await()
}

// await is take for work that is in its line.
func (w *Turn) await() error {
	t, asked := w.t, time.Now()
	var err error
	select {
	case <-w.ready:
	case <-w.ctx.Done():
		err = context.Cause(w.ctx)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	c := &t.counts[w.kind]
	c.Waited += time.Since(asked)
	if err != nil {
		c.Gone++
		if !w.held {
			t.forget(w)
		}
		t.end(w)
		return err
	}
	w.rested = time.Now()
	return nil
}

// wait puts work into the line of its address. The lock is held.
func (t *Turns) wait(w *Turn) {
	at := slices.IndexFunc(t.lines, func(l *line) bool { return l.from == w.who.From })
	if at < 0 {
		at = len(t.lines)
		t.lines = append(t.lines, &line{from: w.who.From, nets: netsOf(w.who.From)})
	}
	l := t.lines[at]
	before := slices.IndexFunc(l.waiting, func(o *Turn) bool { return w.before(o) })
	if before < 0 {
		before = len(l.waiting)
	}
	l.waiting = slices.Insert(l.waiting, before, w)
	c := &t.counts[w.kind]
	c.Waiting++
}

// before reports whether work goes before earlier work of its address: begun work, which holds memory,
// goes before other work, but an analysis, which takes long, goes last.
func (w *Turn) before(o *Turn) bool {
	switch {
	case w.kind == Analysis || o.kind == Analysis:
		return w.kind != Analysis
	case w.began != o.began:
		return w.began
	}
	return w.kind != Command && o.kind == Command // a player waits for it
}

// forget removes work from its line. The lock is held.
func (t *Turns) forget(w *Turn) {
	for i, l := range t.lines {
		if at := slices.Index(l.waiting, w); at >= 0 {
			t.dequeue(i, at)
			return
		}
	}
}

// dequeue takes work out of a line, which goes behind the others. The lock is held.
func (t *Turns) dequeue(i, at int) *Turn {
	l := t.lines[i]
	w := l.waiting[at]
	l.waiting = slices.Delete(l.waiting, at, at+1)
	t.lines = slices.Delete(t.lines, i, i+1)
	if len(l.waiting) > 0 {
		t.lines = append(t.lines, l)
	}
	t.counts[w.kind].Waiting--
	return w
}

// serve gives free places to waiting work. The lock is held.
func (t *Turns) serve() {
	for now := time.Now(); ; {
		i, at, pays := t.next(now)
		if i < 0 {
			t.later(pays)
			return
		}
		t.serves++
		for level, p := range t.lines[i].nets {
			if t.served[level] == nil {
				t.served[level] = map[netip.Prefix]uint64{}
			}
			t.served[level][p] = t.serves
		}
		w := t.dequeue(i, at)
		w.held, w.since = true, now
		if w.kind != Light {
			t.free--
		}
		if !w.began {
			w.began = true
			t.begun++
			t.begunBy[w.from]++
			t.counts[w.kind].Begun++
		}
		w.ready <- struct{}{}
	}
}

// next finds the work that is served next: the line and the place in it, or -1. Then pays is the shortest
// time until an address has paid, 0 if none has to. The lock is held.
func (t *Turns) next(now time.Time) (line, place int, pays time.Duration) {
	line = -1
	for i, l := range t.lines {
		if line >= 0 && !t.before(l, t.lines[line]) {
			continue
		}
		for at, w := range l.waiting {
			if w.kind != Light && (t.free == 0 || !w.began && !t.mayBegin(w)) {
				continue
			}
			var owes time.Duration
			if t.limits.Share >= 0 {
				a := t.account(l.from, now)
				if owes = a.owes(t.limits); w.kind == Light {
					owes = max(owes, a.crowd(now, t.limits))
				}
			}
			if !w.kind.paid() || owes <= 0 {
				line, place = i, at
				break
			}
			if pays == 0 || owes < pays {
				pays = owes
			}
		}
	}
	if line >= 0 {
		pays = 0
	}
	return line, place, pays
}

// mayBegin reports whether there is room for one more piece of work. The lock is held.
func (t *Turns) mayBegin(w *Turn) bool {
	most := begunPerPlace * t.limits.Places
	return t.begun < most || t.begunBy[w.from] == 0 && t.begun < 2*most
}

// before reports whether a line goes before another one that waits for longer: its provider was served
// earlier, or else its neighbourhood. The lock is held.
func (t *Turns) before(l, other *line) bool {
	for i := network.Provider; i > network.Address; i-- {
		if own, others := t.served[i][l.nets[i]], t.served[i][other.nets[i]]; own != others {
			return own < others
		}
	}
	return false
}

// later serves again when an address will have paid. The lock is held.
func (t *Turns) later(pays time.Duration) {
	switch {
	case pays <= 0:
	case t.timer == nil:
		t.timer = time.AfterFunc(pays, func() {
			t.mu.Lock()
			defer t.mu.Unlock()
			t.serve()
		})
	default:
		t.timer.Reset(pays)
	}
}

// leave takes a place back. The lock is held.
func (t *Turns) leave(w *Turn) {
	w.held = false
	if w.kind != Light {
		t.free++
	}
	t.serve()
}

// Pace lets others go first if it is time to, and returns the reason why the work must stop: the cause of
// its context's end.
func (w *Turn) Pace() error {
	if w.ctx.Err() != nil {
		return context.Cause(w.ctx)
	}
	now := time.Now()
	if w.kind.paid() && now.Sub(w.rested) >= restEvery {
		time.Sleep(restTime)
		w.rested = time.Now()
	}
	if now.Sub(w.since) < turnTime || w.kind == Light {
		return nil
	}
	w.t.mu.Lock()
	w.t.charge(w)
	w.t.wait(w) // before another is served, or its line would be behind that one's next
	w.t.leave(w)
	w.t.mu.Unlock()
	return w.await()
}

// End gives the place back for good. It may be called again.
func (w *Turn) End() {
	w.t.mu.Lock()
	defer w.t.mu.Unlock()
	w.t.end(w)
}

// end is End. The lock is held.
func (t *Turns) end(w *Turn) {
	if w.began {
		w.began = false
		t.begun--
		if t.begunBy[w.from]--; t.begunBy[w.from] == 0 {
			delete(t.begunBy, w.from)
		}
	}
	if w.held {
		t.charge(w)
		t.leave(w)
	}
}

// away gives the place back while f waits for something else, such as a client. The work should hold
// little memory then.
func (w *Turn) away(f func()) error {
	w.End()
	f()
	return w.acquire()
}

// payerKey and turnKey are the keys of the Payer and the Turn of a context.
type payerKey struct{}
type turnKey struct{}

// By returns a ctx whose work is billed to the address who.
func By(ctx context.Context, who Payer) context.Context {
	return context.WithValue(ctx, payerKey{}, who)
}

// ByOr is By for a ctx whose work is billed to nobody yet.
func ByOr(ctx context.Context, who Payer) context.Context {
	if _, ok := ctx.Value(payerKey{}).(Payer); ok {
		return ctx
	}
	return By(ctx, who)
}

// with returns ctx with the Turn of the work that is done in it.
func with(ctx context.Context, w *Turn) context.Context { return context.WithValue(ctx, turnKey{}, w) }

// Do does work for the asker in ctx: as a part of the work that is done in ctx, or else at a separate
// place. f calls Pace with its context.
func (t *Turns) Do(ctx context.Context, kind Kind, f func(context.Context) error) error {
	if of(ctx) != nil {
		return f(ctx)
	}
	who, _ := ctx.Value(payerKey{}).(Payer)
	w, err := t.Begin(ctx, who, kind)
	if err != nil {
		return err
	}
	defer w.End()
	return f(with(ctx, w))
}

// of returns the work that is done in a context; nil for none.
func of(ctx context.Context) *Turn {
	w, _ := ctx.Value(turnKey{}).(*Turn)
	return w
}

// Away calls away of the work that is done in a context; without any it calls f.
func Away(ctx context.Context, f func()) error {
	if w := of(ctx); w != nil {
		return w.away(f)
	}
	f()
	return context.Cause(ctx)
}

// Leave ends the work that is done in a context when it only waits from now on, such as for a disk.
func Leave(ctx context.Context) {
	if w := of(ctx); w != nil {
		w.End()
	}
}

// Pace calls Pace of the work that is done in a context; without any it returns the reason why ctx has
// ended.
func Pace(ctx context.Context) error {
	if w := of(ctx); w != nil {
		return w.Pace()
	}
	return context.Cause(ctx)
}
