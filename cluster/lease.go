package cluster

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// LeaseAge returns the time since this node's lease was renewed.
func (n *Node) LeaseAge() time.Duration {
	n.mu.Lock()
	defer n.mu.Unlock()
	return time.Since(n.renewed)
}

// MayOwn reports whether this node may own matches and do jobs for a single node. Its lease was renewed
// within the last half lease, and its clock agrees with the clocks of its peers. In a process that was
// stopped, MayOwn is false at once when the process runs again.
func (n *Node) MayOwn() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.mayOwn()
}

// mayOwn is MayOwn with the lock held.
func (n *Node) mayOwn() bool {
	return n.ctx.Err() == nil && n.revision != 0 && time.Since(n.renewed) < n.cfg.Lease/2 && n.skew.Abs() <= skewMost
}

// StoreAnswers reports whether the store has answered this node within the time of a check and a half. It
// turns false before MayOwn does. After an outage it stays false for a lease: until then some nodes may not own
// their matches again, and what they refuse, they refuse because of the store.
func (n *Node) StoreAnswers() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return time.Since(n.worked) < n.beatEvery()*3/2 && (n.back.IsZero() || time.Since(n.back) >= n.cfg.Lease)
}

// settle wakes the waiters when MayOwn has changed. The caller holds the lock.
func (n *Node) settle() {
	is := n.mayOwn()
	if is == n.announced || n.ctx.Err() != nil {
		return
	}
	n.announced = is
	if is {
		n.cfg.Log.Info("this node may own matches")
		if n.lapsed { // other nodes may have counted this node as gone, and their own leases may have ended too
			n.since = time.Now()
			poke(n.reconnected)
		}
	} else {
		n.lapsed = true
		n.cfg.Log.Error("this node may not own matches", "renewed", time.Since(n.renewed).Round(time.Millisecond), "skew", n.skew)
	}
	n.members.tell()
}

// form returns the present value of this node's lease.
func (n *Node) form() []byte {
	now := n.cfg.Now()
	n.mu.Lock()
	defer n.mu.Unlock()
	return encode(leaseForm{
		V: version, Incarnation: n.incarnation, Version: n.cfg.Version, Since: n.began.UnixMilli(), At: now.UnixMicro(),
		MayOwn: n.mayOwn() || n.revision == 0 && n.skew.Abs() <= skewMost, HostKey: n.cfg.HostKey,
	})
}

// acquireLease gets the lease when the node starts. A dead node may have left a lease of this name, so acquireLease waits
// to see whether another node renews it, or it ends.
func (n *Node) acquireLease(ctx context.Context) error {
	var first uint64
	for {
		changed := n.Changed()
		began, form, tries := time.Now(), n.form(), 0
		revision, err := answered(ctx, func(ctx context.Context) (uint64, error) {
			tries++
			return n.nodes.Create(ctx, n.cfg.Name, form)
		})
		var e jetstream.KeyValueEntry
		if conflict(err) {
			e, err = answered(ctx, func(ctx context.Context) (jetstream.KeyValueEntry, error) { return n.nodes.Get(ctx, n.cfg.Name) })
			if errors.Is(err, jetstream.ErrKeyNotFound) {
				continue
			}
			if err == nil && tries > 1 && bytes.Equal(e.Value(), form) { // the lease was made, but the answer was lost
				revision, e = e.Revision(), nil
			}
		}
		if err != nil {
			return fmt.Errorf("cluster: lease: %w", err)
		}
		if e == nil {
			n.mu.Lock()
			n.have(revision, began)
			n.mu.Unlock()
			return n.awaitOwnLease(ctx)
		}
		if first != 0 && e.Revision() != first {
			return fmt.Errorf("%w: %s", ErrNameTaken, n.cfg.Name)
		}
		first = e.Revision()
		var old leaseForm
		if decode(e.Value(), &old) == nil {
			n.incarnation = max(n.incarnation, old.Incarnation+1)
		}
		select {
		case <-changed: // the lease ended, or another node came or left
		case <-time.After(n.beatEvery()): // the lease may have been renewed
		case <-ctx.Done():
			return fmt.Errorf("cluster: lease: %w", ctx.Err())
		}
	}
}

// awaitOwnLease waits until the node sees its own entry, and renews its lease meanwhile.
func (n *Node) awaitOwnLease(ctx context.Context) error {
	for {
		changed := n.Changed()
		if slices.ContainsFunc(n.Nodes(), func(m Member) bool { return m.Incarnation == n.incarnation && m.Name == n.cfg.Name }) {
			return nil
		}
		select {
		case <-changed:
		case <-time.After(n.beatEvery()):
			if err := n.renew(); errors.Is(err, ErrNameTaken) {
				return err
			}
		case <-ctx.Done():
			return fmt.Errorf("cluster: lease: %w", ctx.Err())
		}
	}
}

// have records that this node has its lease. The caller holds the lock.
func (n *Node) have(revision uint64, began time.Time) {
	if n.worked.IsZero() {
		n.worked = began // the store has just been opened
	}
	n.revision, n.renewed, n.taken = revision, began, false
	left := n.cfg.Lease/2 - time.Since(began)
	if n.lapse == nil {
		n.lapse = time.AfterFunc(left, func() {
			n.mu.Lock()
			defer n.mu.Unlock()
			n.settle()
		})
	} else {
		n.lapse.Reset(left)
	}
	n.settle()
}

// renew renews the lease, or creates it again. It waits for the answer even if the node ends meanwhile,
// so that Close knows which lease to release.
func (n *Node) renew() error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(n.ctx), n.cfg.Lease/4)
	defer cancel()
	n.mu.Lock()
	revision, idle := n.revision, n.idle()
	n.mu.Unlock()
	if idle {
		return errIdle
	}
	began := time.Now()
	var err error
	if revision != 0 {
		if revision, err = n.nodes.Update(ctx, n.cfg.Name, n.form(), revision); err == nil {
			n.mu.Lock()
			defer n.mu.Unlock()
			n.have(revision, began)
			return nil
		}
		if !conflict(err) {
			return err
		}
	}
	// The lease has ended, or another node has it, or this node has it and lost the answer.
	revision, err = n.nodes.Create(ctx, n.cfg.Name, n.form())
	own := false
	var f leaseForm
	if conflict(err) {
		e, getErr := n.nodes.Get(ctx, n.cfg.Name)
		if getErr != nil {
			return getErr
		}
		if own = decode(e.Value(), &f) == nil && f.Incarnation == n.incarnation; own {
			revision = e.Revision()
		}
	} else if err != nil {
		return err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	switch {
	case err == nil:
		if n.revision != 0 {
			n.remade++
			n.members.tell()
		}
		n.have(revision, began)
	case own:
		n.revision = revision // the next renewal comes soon
	default:
		n.revision, n.taken = 0, true
		if f.Incarnation > n.incarnation {
			n.supersede()
		}
		n.settle()
		return fmt.Errorf("%w: %s", ErrNameTaken, n.cfg.Name)
	}
	return nil
}

// supersede closes the channel of Superseded. The caller holds the lock.
func (n *Node) supersede() {
	select {
	case <-n.superseded:
	default:
		close(n.superseded)
	}
}

// idle reports whether the lease is not renewed because the store does not answer. The caller holds the lock.
func (n *Node) idle() bool { return time.Since(n.worked) >= n.cfg.Lease/2 }

// errIdle means that the lease is not renewed because the store does not answer.
var errIdle = errors.New("the store does not answer")

// works checks the store as often as the lease is renewed.
func (n *Node) works() {
	tick := time.NewTicker(n.beatEvery())
	defer tick.Stop()
	for answers := true; ; {
		ctx, cancel := context.WithTimeout(n.ctx, n.cfg.Lease/2)
		began := time.Now()
		err := n.cfg.Works(ctx)
		cancel()
		if n.ctx.Err() != nil {
			return
		}
		if err == nil {
			n.mu.Lock()
			n.worked = began
			if !answers {
				n.back = time.Now()
			}
			n.mu.Unlock()
		}
		switch {
		case err == nil && !answers:
			n.cfg.Log.Info("the store answers again")
			poke(n.again) // renew the lease now
		case err != nil && answers:
			n.cfg.Log.Error("the store does not answer, and without it this node may not own matches", "err", err)
		}
		answers = err == nil
		select {
		case <-tick.C:
		case <-n.ctx.Done():
			return
		}
	}
}

// beats renews the lease and sends a beat, five times in a lease.
func (n *Node) beats() {
	tick := time.NewTicker(n.beatEvery())
	defer tick.Stop()
	level := slog.LevelWarn // the first failure is a warning, its repetitions are not
	for rows := true; ; {
		switch err := n.renew(); {
		case err == nil:
			level = slog.LevelWarn
		case n.ctx.Err() == nil && !errors.Is(err, errIdle): // works has logged errIdle
			n.cfg.Log.Log(n.ctx, level, "the lease could not be renewed", "err", err)
			level = slog.LevelDebug
		}
		n.beat(rows)
		select {
		case <-tick.C:
			rows = true
		case <-n.again:
			rows = false
		case <-n.ctx.Done():
			return
		}
	}
}

// Hold does a job for a single node while this node has the lease of that name. f runs until its context
// ends, at the latest when this node may no longer own matches or NATS has lost its data. If f returns earlier, any node may get
// the lease next. Hold returns when ctx or the node ends.
//
// When the holder is gone, another node takes the lease.
func (n *Node) Hold(ctx context.Context, name string, f func(ctx context.Context)) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(n.ctx, cancel)()
	for ctx.Err() == nil {
		changed, remade := n.Changed(), n.timesRemade()
		if revision, err := n.takeLease(ctx, name); err == nil {
			n.whileOwner(ctx, name, remade, f)
			if n.timesRemade() == remade {
				n.releaseLease(name, revision)
			}
			n.drop(name)
		} else if !errors.Is(err, errHeld) && ctx.Err() == nil {
			n.cfg.Log.Warn("a lease could not be taken", "lease", name, "err", err)
		}
		select {
		case <-changed:
		case <-time.After(n.cfg.Lease):
		case <-ctx.Done():
		}
	}
}

// errHeld means that a live node has the lease.
var errHeld = errors.New("another node has this lease")

// holderForm names the holder of a lease, in version 1.
type holderForm struct {
	V           int    `json:"v"`
	Node        string `json:"node"`
	Incarnation int64  `json:"incarnation"`
}

// takeLease takes a free lease, or the lease of a node that is gone. It returns errHeld if a live node
// has it.
func (n *Node) takeLease(ctx context.Context, name string) (revision uint64, err error) {
	n.mu.Lock()
	free := n.mayOwn() && !n.holds[name]
	if free {
		n.holds[name] = true
	}
	n.mu.Unlock()
	if !free {
		return 0, errHeld
	}
	defer func() {
		if err != nil {
			n.drop(name)
		}
	}()
	mine := encode(holderForm{version, n.cfg.Name, n.incarnation})
	e, err := n.leases.Get(ctx, keyOf(name))
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		if revision, err = n.leases.Create(ctx, keyOf(name), mine); conflict(err) {
			err = errHeld
		}
		return revision, err
	} else if err != nil {
		return 0, err
	}
	var f holderForm
	if err := decode(e.Value(), &f); err != nil {
		return 0, err
	}
	if f.Node != n.cfg.Name && !n.Gone(f.Node, f.Incarnation) {
		return 0, errHeld
	}
	if revision, err = n.leases.Update(ctx, keyOf(name), mine, e.Revision()); conflict(err) {
		err = errHeld
	}
	return revision, err
}

func (n *Node) releaseLease(name string, revision uint64) {
	ctx, cancel := context.WithTimeout(context.Background(), n.cfg.Lease/4)
	defer cancel()
	if err := n.leases.Delete(ctx, keyOf(name), jetstream.LastRevision(revision)); err != nil {
		n.cfg.Log.Debug("a lease could not be given up", "lease", name, "err", err)
	}
}

// timesRemade returns how often this node's own lease was lost and made again. The leases of its jobs were lost
// with it, if NATS came back empty, and their revisions say nothing any more.
func (n *Node) timesRemade() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.remade
}

func (n *Node) drop(name string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.holds, name)
}

// whileOwner runs f while this node may own matches, and its own lease is the one that it had when it took the job's.
func (n *Node) whileOwner(ctx context.Context, name string, remade int, f func(context.Context)) {
	n.cfg.Log.Info("this node has a lease", "lease", name)
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer cancel()
		for ctx.Err() == nil {
			changed := n.Changed()
			if !n.MayOwn() || n.timesRemade() != remade {
				return
			}
			select {
			case <-changed:
			case <-ctx.Done():
			}
		}
	}()
	f(ctx)
	cancel()
	<-done
}

// Holds returns the names of this node's leases.
func (n *Node) Holds() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Sorted(maps.Keys(n.holds))
}
