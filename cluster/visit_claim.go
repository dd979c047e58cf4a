package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// visit is a visit of this node, as the bucket `here` stores it.
type visit struct {
	id       string
	since    int64
	revision uint64
	stepBack func()
}

// visitForm is the place of a player's visit, in version 1.
type visitForm struct {
	V           int    `json:"v"`
	Node        string `json:"node"`
	Incarnation int64  `json:"incarnation"`
	Visit       string `json:"visit"`
	Since       int64  `json:"since,omitzero"` // ms, when the player came
}

// stepBackForm notifies a node of a newer visit of a player, in version 1.
type stepBackForm struct {
	V        int    `json:"v"`
	Player   string `json:"player"`
	Revision uint64 `json:"revision"` // of the newer visit
}

// Claim makes a visit the player's only one in the cluster. Of several visits the newest wins, by since,
// the time in ms at which the player came. If there already is a newer visit, Claim returns false and
// records nothing. When a newer visit comes to any node, stepBack is called once, in its own goroutine, but
// not after [Node.Release]. It may be called before Claim returns.
func (n *Node) Claim(ctx context.Context, player, id string, since int64, stepBack func()) (newest bool, err error) {
	key := keyOf(player)
	form := encode(visitForm{version, n.cfg.Name, n.incarnation, id, since})
	for {
		var before visitForm
		var revision uint64
		own := n.visitOf(player)
		e, err := n.here.Get(ctx, key)
		switch {
		case errors.Is(err, jetstream.ErrKeyNotFound):
			revision, err = n.here.Create(ctx, key, form)
		case err == nil:
			if err := decode(e.Value(), &before); err != nil {
				n.cfg.Log.Error("bad visit", "err", err)
			}
			if since < before.Since && before.Since <= n.cfg.Now().UnixMilli() { // a time in the future comes from a wrong clock and does not count
				return false, nil
			}
			revision, err = n.here.Update(ctx, key, form, e.Revision())
		}
		if conflict(err) {
			continue // another node claimed meanwhile
		} else if err != nil {
			return false, fmt.Errorf("cluster: visit: %w", err)
		}
		if revision < own.revision { // NATS has lost the bucket, and counts from 1 again
			n.outdate(player, own.id)
		}
		n.enter(player, visit{id, since, revision, stepBack})
		if before.Node != "" && before.Node != n.cfg.Name && !n.Gone(before.Node, before.Incarnation) {
			n.spawn(func() {
				if err := n.Ask(n.ctx, before.Node, askStepBack, stepBackForm{version, player, revision}, nil); err != nil {
					n.cfg.Log.Debug("the node of the older visit does not answer", "node", before.Node, "err", err) // the other node notices when it is back
				}
			})
		}
		// A newer visit may have come before this one was recorded here.
		if e, err := n.here.Get(ctx, key); err == nil && e.Revision() > revision {
			n.passed(player, e.Revision())
		}
		return true, nil
	}
}

// enter records a visit of this node. Of two visits it keeps the newer one.
func (n *Node) enter(player string, v visit) {
	n.mu.Lock()
	defer n.mu.Unlock()
	old, was := n.visits[player]
	if was && old.revision > v.revision {
		old, v = v, old
	}
	n.visits[player] = v
	if was && old.id != v.id { // with the same id, NATS had lost the visit
		go old.stepBack()
	}
}

// visitOf returns this node's visit of a player, the zero visit for none.
func (n *Node) visitOf(player string) visit {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.visits[player]
}

// outdate makes a visit older than every revision, if it is still the player's visit here.
func (n *Node) outdate(player, id string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if v, ok := n.visits[player]; ok && v.id == id {
		v.revision = 0
		n.visits[player] = v
	}
}

// passed makes a visit that is older than a revision step back.
func (n *Node) passed(player string, revision uint64) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if v, ok := n.visits[player]; ok && v.revision < revision {
		delete(n.visits, player)
		go v.stepBack()
	}
}

func (n *Node) answerStepBack(_ context.Context, _ string, body json.RawMessage) (any, error) {
	var f stepBackForm
	if err := decode(body, &f); err != nil {
		return nil, err
	}
	n.passed(f.Player, f.Revision)
	return nil, nil
}

// Release ends a visit, if it is still the player's visit.
func (n *Node) Release(ctx context.Context, player, id string) error {
	n.mu.Lock()
	v, ok := n.visits[player]
	if ok = ok && v.id == id; ok {
		delete(n.visits, player)
	}
	n.mu.Unlock()
	if !ok {
		return nil
	}
	err := n.here.Purge(ctx, keyOf(player), jetstream.LastRevision(v.revision), jetstream.PurgeTTL(time.Minute))
	if err != nil && !conflict(err) { // on a conflict there is a newer visit
		return fmt.Errorf("cluster: visit: %w", err)
	}
	return nil
}

// Where returns the node and the id of a player's visit, "" without a visit.
func (n *Node) Where(ctx context.Context, player string) (node, id string, err error) {
	e, err := n.here.Get(ctx, keyOf(player))
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return "", "", nil
	} else if err != nil {
		return "", "", fmt.Errorf("cluster: visit: %w", err)
	}
	var f visitForm
	if err := decode(e.Value(), &f); err != nil {
		return "", "", err
	}
	if n.Gone(f.Node, f.Incarnation) {
		return "", "", nil
	}
	return f.Node, f.Visit, nil
}

// checkVisits makes visits step back that were superseded while NATS was gone. It rewrites visits that
// NATS has lost.
func (n *Node) checkVisits() {
	n.mu.Lock()
	all := maps.Clone(n.visits)
	n.mu.Unlock()
	for player, v := range all {
		e, err := n.here.Get(n.ctx, keyOf(player))
		switch {
		case errors.Is(err, jetstream.ErrKeyNotFound):
			if err = nil; n.visitOf(player).id == v.id { // it may have ended meanwhile
				var newest bool
				if newest, err = n.Claim(n.ctx, player, v.id, v.since, v.stepBack); err == nil && !newest {
					n.passed(player, v.revision+1)
				}
			}
		case err == nil:
			if e.Revision() < v.revision { // NATS has lost the bucket, and another visit is in the new one
				n.outdate(player, v.id)
			}
			n.passed(player, e.Revision())
		}
		if err != nil && n.ctx.Err() == nil {
			n.cfg.Log.Warn("a visit could not be checked", "err", err)
			return // NATS is gone again; a later call repeats this
		}
	}
}
