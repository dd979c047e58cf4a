package load

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"
)

// Config describes one run against one server.
type Config struct {
	// Target is the server's address, as "HOST:PORT".
	Target string
	// Door is the way in for the sessions, "" for SSH. A page's target is the address of HTTP.
	Door Door
	// Sessions is the number of sessions.
	Sessions int
	// Rate is the number of sessions opened in a second. 0 means as fast as possible, Parallel at once.
	Rate float64
	// Parallel limits the sessions that are opening at once; by default 32.
	Parallel int
	// Timeout limits the time from a session's dial to its first screen; by default 15 s.
	Timeout time.Duration
	// Play is the name of the sessions' play, from Plays.
	Play string
	// Idle is the time for which the sessions are first left alone, Time the time for which they then
	// play.
	Idle, Time time.Duration
	// KeysEvery is the mean time between two keys of a session; by default 2 s. The times are spread
	// evenly from half to one and a half of it.
	KeysEvery time.Duration
	// KeysPerSecond is the number of keys that all playing sessions together press in a second. Unless it
	// is 0, it sets KeysEvery.
	KeysPerSecond float64
	// Chaff makes the sessions send pings around their keys, as OpenSSH's clients do.
	Chaff bool
	// Columns and Rows are the terminals' size in cells; by default 80 by 24.
	Columns, Rows int
	// Colours are the terminals' colours, such as Exact.
	Colours Colours
	// PID is the server's process on this machine, 0 for a server whose process cannot be measured.
	PID int
	// Metrics is the URL of an arcade's counters, "" for none; see [actions].
	Metrics string
	// Keys is a folder with the players' keys, "" for new keys.
	Keys string
	// Seed is the seed of the keys and their times.
	Seed uint64
	// Settle is the time to wait before each stage until the server has come to rest; by default 2 s.
	Settle time.Duration
	// Log gets lines about the progress of the run; nil for none.
	Log io.Writer

	tap    func(i int) io.Writer // for tests: gets all output for session i's screen
	enough <-chan struct{}       // for tests: closing it ends the playing early
}

// answerTime limits the wait for the answer to a sure key. Then the next key is pressed.
const answerTime = 5 * time.Second

// Run opens the sessions, leaves them idle, lets them play, and reports. Failed sessions are part of the
// report. An error means an invalid config, or the end of ctx.
func Run(ctx context.Context, c Config) (*Report, error) {
	if _, ok := PlayOf(c.Play, 0); !ok {
		return nil, fmt.Errorf("no play %q", c.Play)
	}
	if c.Sessions < 1 {
		return nil, fmt.Errorf("%d sessions: want 1 or more", c.Sessions)
	}
	if c.Door = cmp.Or(c.Door, SSH); c.Door != SSH && c.Door != Page {
		return nil, fmt.Errorf("door %q: want %s or %s", c.Door, SSH, Page)
	}
	if c.Rate < 0 || c.KeysPerSecond < 0 {
		return nil, fmt.Errorf("a rate of %v, %v keys a second: want 0 or more", c.Rate, c.KeysPerSecond)
	}
	c.Parallel = cmp.Or(max(c.Parallel, 0), 32)
	c.Timeout = cmp.Or(max(c.Timeout, 0), 15*time.Second)
	c.KeysEvery = cmp.Or(max(c.KeysEvery, 0), 2*time.Second)
	c.Settle = cmp.Or(max(c.Settle, 0), 2*time.Second)
	if c.Colours = cmp.Or(c.Colours, Exact); !slices.Contains(AllColours, c.Colours) {
		return nil, fmt.Errorf("colours %q: want one of %v", c.Colours, AllColours)
	}
	if c.Columns <= 0 || c.Rows <= 0 {
		c.Columns, c.Rows = 80, 24
	}
	if c.Log == nil {
		c.Log = io.Discard
	}
	f := &fleet{Config: c, failed: map[string]int{}}
	defer f.close()
	return f.run(ctx)
}

// fleet holds the sessions of a run.
type fleet struct {
	Config
	clients []*client // sessions with a first screen, by their number

	mu     sync.Mutex
	failed map[string]int
}

func (f *fleet) run(ctx context.Context) (*Report, error) {
	r := &Report{
		Target: f.Target, Play: f.Play, Size: fmt.Sprintf("%dx%d", f.Columns, f.Rows), Colours: f.Colours,
		Asked: f.Sessions, Rate: f.Rate, Parallel: f.Parallel, KeysEvery: f.KeysEvery.Seconds(),
	}
	if f.PID != 0 {
		p, err := ReadProcess(f.PID)
		if err != nil {
			return nil, err
		}
		r.Empty = &p
	}
	keys, err := signers(f.Keys, f.Sessions)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(f.Log, "opening %d sessions on %s\n", f.Sessions, f.Target)
	watch := f.watch()
	f.open(ctx, keys)
	r.Connect.Usage = watch()
	r.Opened, r.Failed = len(f.clients), f.failed
	r.Connect.Latency = f.latency()
	came := f.take()
	r.Connect.Frames, r.Connect.Bytes = came.frames, came.bytes
	if ctx.Err() != nil {
		return nil, fmt.Errorf("interrupted: %w", context.Cause(ctx))
	}
	if r.Opened == 0 {
		return r, nil
	}
	r.Connect.PerSecond = float64(r.Opened) / r.Connect.Seconds
	if players := f.players(); f.KeysPerSecond > 0 && players > 0 {
		f.KeysEvery = time.Duration(float64(players) / f.KeysPerSecond * float64(time.Second))
		r.KeysEvery = f.KeysEvery.Seconds()
	}
	if f.Idle > 0 {
		fmt.Fprintf(f.Log, "idle for %v\n", f.Idle)
		if !sleep(ctx, time.Duration(r.Opened)*calm) {
			return nil, fmt.Errorf("interrupted: %w", context.Cause(ctx))
		}
		if err := f.stage(ctx, r, "idle", f.Idle, nil); err != nil {
			return nil, err
		}
	}
	if f.Time > 0 && f.Play != "idle" && f.Play != "words" {
		fmt.Fprintf(f.Log, "%s for %v\n", f.Play, f.Time)
		if err := f.begin(ctx); err != nil {
			return nil, err
		}
		if err := f.stage(ctx, r, f.Play, f.Time, f.press); err != nil {
			return nil, err
		}
	}
	r.Lost = map[string]int{}
	for _, cl := range f.clients {
		if why, lost := cl.lost(); lost {
			r.Lost[why]++
		}
	}
	return r, nil
}

// open opens the sessions at their rate, each with its key, and waits for all of them.
func (f *fleet) open(ctx context.Context, keys []ssh.Signer) {
	all := make([]*client, f.Sessions)
	var wg sync.WaitGroup
	defer func() {
		wg.Wait()
		f.clients = slices.DeleteFunc(all, func(cl *client) bool { return cl == nil })
	}()
	places := make(chan struct{}, f.Parallel)
	start := time.Now()
	for i := range f.Sessions {
		if f.Rate > 0 && !sleep(ctx, time.Until(start.Add(time.Duration(float64(i)/f.Rate*float64(time.Second))))) {
			return
		}
		select {
		case places <- struct{}{}:
		case <-ctx.Done():
			return
		}
		wg.Go(func() {
			defer func() { <-places }()
			cl, err := open(ctx, f.Config, i, keys[i])
			if all[i] = cl; err != nil {
				f.mu.Lock()
				defer f.mu.Unlock()
				f.failed[err.Error()]++
			}
		})
	}
}

// players returns the number of sessions that press keys.
func (f *fleet) players() (n int) {
	for _, cl := range f.clients {
		if cl.play.deal != nil {
			n++
		}
	}
	return n
}

func (f *fleet) latency() Quantiles {
	var d []time.Duration
	for _, cl := range f.clients {
		d = append(d, cl.took)
	}
	return quantiles(d)
}

// take returns and resets the counts of all sessions.
func (f *fleet) take() (all tally) {
	for _, cl := range f.clients {
		all.add(cl.meter.take())
	}
	return all
}

// close ends all sessions.
func (f *fleet) close() {
	var wg sync.WaitGroup
	for _, cl := range f.clients {
		wg.Go(cl.close)
	}
	wg.Wait()
}

// beginTime limits the wait for a game to begin. Then its session plays on blindly.
const beginTime = time.Minute

// begins is the number of games that begin in a second. A thousand in one moment would not be realistic.
const begins = 200

// calm is the time for each session in which its opening may still change the other sessions' screens.
const calm = 3 * time.Millisecond

// begin presses the keys before a game and waits until the game is on the screen.
func (f *fleet) begin(ctx context.Context) error {
	spread := f.Settle + time.Duration(f.players())*time.Second/begins
	return f.each(func(cl *client) error {
		r := rand.New(rand.NewPCG(f.Seed, ^uint64(cl.number)))
		within := spread
		for _, k := range cl.play.start {
			if !sleep(ctx, time.Duration(r.Float64()*float64(within))) {
				return context.Cause(ctx)
			}
			within = f.Settle // the next keys follow soon
			if _, err := cl.send(key{k, surely}); err != nil {
				return nil // the session is lost, and counted as lost
			}
			late := time.NewTimer(beginTime)
			defer late.Stop()
			select {
			case <-cl.meter.answer:
			case <-cl.ended:
			case <-late.C:
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		}
		return nil
	})
}

// each calls do for every session at once and returns the first error.
func (f *fleet) each(do func(cl *client) error) error {
	var wg sync.WaitGroup
	errs := make(chan error, 1)
	for _, cl := range f.clients {
		wg.Go(func() {
			if err := do(cl); err != nil {
				select {
				case errs <- err:
				default:
				}
			}
		})
	}
	wg.Wait()
	close(errs)
	return <-errs
}

// stage waits until the server has come to rest. Then it measures for d while do runs in every session.
func (f *fleet) stage(ctx context.Context, r *Report, name string, d time.Duration, do func(ctx context.Context, cl *client) []time.Duration) error {
	if !sleep(ctx, f.Settle) {
		return fmt.Errorf("interrupted: %w", context.Cause(ctx))
	}
	s := Stage{Name: name}
	before, err := actions(ctx, f.Metrics)
	if err != nil {
		return err
	}
	f.take()
	chaff := f.chaff()
	for _, cl := range f.clients {
		if _, lost := cl.lost(); !lost {
			s.Sessions++
		}
	}
	watch := f.watch()
	within, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	var late []time.Duration
	if do == nil {
		<-within.Done()
	} else {
		go func() {
			select {
			case <-f.enough:
				cancel()
			case <-within.Done():
			}
		}()
		var mu sync.Mutex
		_ = f.each(func(cl *client) error {
			l := do(within, cl)
			mu.Lock()
			defer mu.Unlock()
			late = append(late, l...)
			return nil
		})
		<-within.Done() // even if no session has anything to do
	}
	s.Usage = watch()
	if ctx.Err() != nil {
		return fmt.Errorf("interrupted: %w", context.Cause(ctx))
	}
	s.count(f.take())
	s.Chaff = f.chaff() - chaff
	s.Late = quantiles(late)
	after, err := actions(ctx, f.Metrics)
	if err != nil {
		return err
	}
	for by, n := range after {
		if s.Actions == nil {
			s.Actions = map[string]float64{}
		}
		s.Actions[by] = (n - before[by]) / s.Seconds
	}
	r.Stages = append(r.Stages, s)
	return nil
}

// press presses the keys of a session until ctx ends. It returns the delay of each key, which shows how
// late this program is.
func (f *fleet) press(ctx context.Context, cl *client) (late []time.Duration) {
	if cl.play.deal == nil {
		return nil
	}
	r := rand.New(rand.NewPCG(f.Seed, uint64(cl.number)+1))
	next := cl.play.deal(r)
	every := float64(cmp.Or(cl.play.every, f.KeysEvery))
	due := time.Now().Add(time.Duration(r.Float64() * every))
	given := time.NewTimer(answerTime)
	defer given.Stop()
	for sleep(ctx, time.Until(due)) {
		now := time.Now()
		late = append(late, now.Sub(due))
		k := next()
		must, err := cl.send(k)
		if err != nil {
			return late
		}
		due = due.Add(time.Duration((0.5 + r.Float64()) * every))
		if !must {
			continue
		}
		// The next key waits for the answer to this key.
		given.Reset(answerTime)
		select {
		case <-cl.meter.answer:
			given.Stop()
		case <-given.C:
		case <-cl.ended:
			return late
		case <-ctx.Done():
			return late
		}
		if now := time.Now(); due.Before(now) {
			due = now
		}
	}
	return late
}

// watch begins a measurement. The function that it returns ends the measurement.
func (f *fleet) watch() func() Usage {
	start, wire := time.Now(), f.wire()
	server, errS := ReadProcess(f.PID)
	self, errG := ReadProcess(os.Getpid())
	return func() Usage {
		u := Usage{Seconds: time.Since(start).Seconds(), WireBytes: f.wire() - wire}
		if p, err := ReadProcess(f.PID); errors.Join(errS, err) == nil && f.PID != 0 {
			p.CPU -= server.CPU
			u.Server = &p
		}
		if p, err := ReadProcess(os.Getpid()); errors.Join(errG, err) == nil {
			p.CPU -= self.CPU
			u.Generator = p
		}
		return u
	}
}

// wire returns the number of bytes received over all connections.
func (f *fleet) wire() (n int64) {
	for _, cl := range f.clients {
		n += cl.conn.in.Load()
	}
	return n
}

// chaff returns the number of pings that all sessions have sent.
func (f *fleet) chaff() (n int64) {
	for _, cl := range f.clients {
		if cl.chaff != nil {
			n += cl.chaff.sent.Load()
		}
	}
	return n
}

// sleep waits. It returns false if ctx ends meanwhile.
func sleep(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
