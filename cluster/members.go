package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Member is a live node.
type Member struct {
	Name        string
	Incarnation int64
	Version     string
	Since       time.Time
	// Skew is the difference between the node's clock and the median of all clocks, by this node's
	// samples.
	Skew time.Duration
	// MayOwn reports whether the node may own matches, by its last lease.
	MayOwn bool
}

// leaseForm is the value of a node's lease, in version 1.
type leaseForm struct {
	V           int    `json:"v"`
	Incarnation int64  `json:"incarnation"`
	Version     string `json:"version,omitempty"`
	Since       int64  `json:"since"` // ms since 1970
	At          int64  `json:"at"`    // µs since 1970, by the node's own clock
	MayOwn      bool   `json:"keeps"`
	HostKey     string `json:"host_key,omitempty"` // the fingerprint
}

// peer is a node that has its lease. This node is one of them.
type peer struct {
	leaseForm
	revision uint64
	// ahead holds the last samples of the node's clock minus the clock of NATS. A delay makes a sample
	// smaller, so the greatest sample is the best.
	ahead []time.Duration
	came  time.Time // when its lease was first seen
	seen  time.Time
	fresh bool // seen since the watch restarted
}

const samples = 5

func (pr *peer) offset() time.Duration { return slices.Max(pr.ahead) }

// beatEvery is the interval between two beats.
func (n *Node) beatEvery() time.Duration { return n.cfg.Lease / 5 }

// watch starts to follow the leases. It returns when all present leases are known.
func (n *Node) watch(ctx context.Context) (jetstream.KeyWatcher, error) {
	w, err := answered(ctx, func(ctx context.Context) (jetstream.KeyWatcher, error) {
		watching, end := context.WithCancel(n.ctx)
		stop := context.AfterFunc(ctx, end)
		w, err := n.nodes.WatchAll(watching)
		if !stop() {
			end()
			return nil, ctx.Err()
		}
		return w, err
	})
	if err != nil {
		return nil, fmt.Errorf("cluster: leases: %w", err)
	}
	n.mu.Lock()
	for _, p := range n.peers {
		p.fresh = false
	}
	n.mu.Unlock()
	for {
		select {
		case e, ok := <-w.Updates():
			if ok && e != nil {
				n.handleLease(e)
				continue
			}
			if !ok {
				return nil, errors.New("cluster: leases: the watch ended")
			}
			n.mu.Lock()
			own := n.peers[n.cfg.Name]
			n.since = time.Now()
			if n.revision != 0 && (own == nil || !own.fresh) { // NATS has lost the leases, and the nodes write them again
				n.emptied = n.since
			}
			kept := time.Since(n.emptied) >= n.cfg.Lease
			n.mu.Unlock()
			if kept {
				n.loseStale()
			}
			n.members.tell()
			return w, nil
		case <-ctx.Done():
			_ = w.Stop()
			return nil, fmt.Errorf("cluster: leases: %w", ctx.Err())
		}
	}
}

// loseStale drops the nodes whose lease has not been seen since the watch restarted.
func (n *Node) loseStale() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for name, p := range n.peers {
		if !p.fresh {
			n.lose(name)
		}
	}
	n.members.tell()
}

// follow follows the leases until the node ends, and restarts the watch after NATS was gone.
func (n *Node) follow(w jetstream.KeyWatcher) {
	late := time.NewTimer(n.cfg.Lease) // fires when nodes that have lost NATS have had time to come back
	defer late.Stop()
	anew := func() {
		old := w
		n.spawn(func() { _ = old.Stop() }) // Stop may wait some seconds for an answer
		for n.ctx.Err() == nil {
			ctx, cancel := context.WithTimeout(n.ctx, n.cfg.Lease)
			n.patience = time.Now().Add(placeTime)
			n.mend(ctx)
			next, err := n.watch(ctx)
			cancel()
			if err == nil {
				w = next
				late.Reset(n.cfg.Lease)
				n.catchUp()
				return
			}
			n.cfg.Log.Debug("cluster", "err", err)
			select {
			case <-time.After(n.beatEvery()):
			case <-n.ctx.Done():
			}
		}
	}
	deaf := time.NewTicker(n.cfg.Lease / 2)
	defer deaf.Stop()
	for n.ctx.Err() == nil {
		select {
		case <-deaf.C: // the node renews its lease and does not see it, so the watch may be lost
			n.mu.Lock()
			own := n.peers[n.cfg.Name]
			stale := n.revision != 0 && !n.idle() && (own == nil || time.Since(own.seen) > n.cfg.Lease)
			n.mu.Unlock()
			if stale && n.conn.IsConnected() {
				anew()
			}
		case e, ok := <-w.Updates():
			switch {
			case !ok:
				anew()
			case e != nil:
				n.handleLease(e)
			}
		case <-late.C:
			n.loseStale()
		case <-n.reconnected:
			anew()
		case <-n.ctx.Done():
		}
	}
	_ = w.Stop()
}

// handleLease applies a change in the bucket of leases.
func (n *Node) handleLease(e jetstream.KeyValueEntry) {
	n.mu.Lock()
	defer n.mu.Unlock()
	name := e.Key()
	if e.Operation() != jetstream.KeyValuePut {
		if n.peers[name] != nil {
			n.lose(name)
			n.members.tell()
		}
		return
	}
	var f leaseForm
	if err := decode(e.Value(), &f); err != nil {
		n.cfg.Log.Error("cluster: bad lease", "node", name, "err", err)
		return
	}
	p := n.peers[name]
	changed := p == nil || p.Incarnation != f.Incarnation || p.MayOwn != f.MayOwn
	if p == nil || p.Incarnation != f.Incarnation {
		if p != nil {
			n.lose(name)
		}
		p = &peer{came: time.Now()}
		n.peers[name] = p
		if name != n.cfg.Name {
			n.cfg.Log.Info("a node is there", "node", name, "incarnation", f.Incarnation, "version", f.Version)
		}
	}
	p.leaseForm, p.revision, p.seen, p.fresh = f, e.Revision(), time.Now(), true
	p.ahead = append(p.ahead, time.UnixMicro(f.At).Sub(e.Created()))
	p.ahead = p.ahead[max(0, len(p.ahead)-samples):]
	if name == n.cfg.Name {
		n.setSkew(n.skewOf(name))
	}
	if changed {
		n.members.tell()
	}
}

// lose drops a node and its rows.
func (n *Node) lose(name string) {
	if name != n.cfg.Name {
		n.cfg.Log.Warn("a node is gone", "node", name, "incarnation", n.peers[name].Incarnation)
	}
	delete(n.peers, name)
	delete(n.parts, name)
	n.shown.tell()
}

// Nodes returns the nodes that have their lease, including this one, sorted by name.
func (n *Node) Nodes() []Member {
	n.mu.Lock()
	defer n.mu.Unlock()
	list := make([]Member, 0, len(n.peers))
	for name, p := range n.peers {
		m := Member{Name: name, Incarnation: p.Incarnation, Version: p.Version, Since: time.UnixMilli(p.Since), Skew: n.skewOf(name), MayOwn: p.MayOwn}
		if name == n.cfg.Name {
			m.MayOwn = n.mayOwn()
		}
		list = append(list, m)
	}
	slices.SortFunc(list, func(a, b Member) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

// Gone reports whether an incarnation of a node has ended: its lease is gone, or the node has started
// again. After this node was cut off, Gone stays false for a lease, because nodes that reconnect at the
// same time are not dead.
func (n *Node) Gone(name string, incarnation int64) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if p := n.peers[name]; p != nil {
		return p.Incarnation > incarnation
	}
	return n.conn.IsConnected() && time.Since(n.since) >= n.cfg.Lease
}

// compareKeys refuses to join if another node has a different host key. ssh would warn players of an
// attack.
func (n *Node) compareKeys() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	for name, p := range n.peers {
		if name != n.cfg.Name && p.HostKey != "" && n.cfg.HostKey != "" && p.HostKey != n.cfg.HostKey {
			return fmt.Errorf("%w: %s has %s, and this node %s", ErrHostKey, name, p.HostKey, n.cfg.HostKey)
		}
	}
	return nil
}
