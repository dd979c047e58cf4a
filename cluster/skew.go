package cluster

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// middle returns the median of the clock offsets from NATS. The clock of NATS is one more sample, so two
// nodes can find out which of them is wrong, unless it is the clock of one of them. Of two middle values it returns
// the one nearer to NATS.
func (n *Node) middle(ahead []time.Duration) time.Duration {
	if n.cfg.Embedded == nil {
		ahead = append(ahead, 0)
	}
	slices.Sort(ahead)
	low, high := ahead[(len(ahead)-1)/2], ahead[len(ahead)/2]
	if low.Abs() < high.Abs() {
		return low
	}
	return high
}

// skewOf returns a node's clock offset from the median, 0 for a node without peers. The caller holds the
// lock.
func (n *Node) skewOf(name string) time.Duration {
	if len(n.peers) < 2 {
		return 0
	}
	var all []time.Duration
	for _, p := range n.peers {
		all = append(all, p.offset())
	}
	return n.peers[name].offset() - n.middle(all)
}

// setSkew records this node's clock offset. The caller holds the lock.
func (n *Node) setSkew(skew time.Duration) {
	was := n.skew
	n.skew = skew
	if skew.Abs() > skewTold && was.Abs() <= skewTold {
		n.cfg.Log.Warn("this node's clock is off", "skew", skew)
	}
	n.settle()
}

// Skew returns the difference of this node's clock to the clocks of its peers.
func (n *Node) Skew() time.Duration {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.skew
}

// compareClocks refuses to join with a clock that is wrong. At this time no other node knows this one.
func (n *Node) compareClocks(ctx context.Context) error {
	var began, wall time.Time
	status, err := answered(ctx, func(ctx context.Context) (jetstream.KeyValueStatus, error) {
		began, wall = time.Now(), n.cfg.Now()
		return n.nodes.Status(ctx)
	})
	if err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	full, ok := status.(*jetstream.KeyValueBucketStatus)
	if !ok || full.StreamInfo().TimeStamp.IsZero() {
		return nil // without the server's time, the leases will show the offset
	}
	own := wall.Add(time.Since(began) / 2).Sub(full.StreamInfo().TimeStamp)
	all := []time.Duration{own}
	n.mu.Lock()
	defer n.mu.Unlock()
	for name, p := range n.peers {
		if name != n.cfg.Name {
			all = append(all, p.offset())
		}
	}
	if len(all) == 1 {
		return nil
	}
	if skew := own - n.middle(all); skew.Abs() > skewMost {
		return fmt.Errorf("%w: %v off from the other nodes', and %v is the most", ErrClock, skew.Round(time.Second/10), skewMost)
	}
	return nil
}
