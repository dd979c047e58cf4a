package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
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

// Claim makes a visit the player's active one in the cluster. Of several visits the newest wins, by since, the
// time in ms at which the visit became active. If there already is a newer visit, or if vacant is set and there is
// any, Claim returns false and records nothing. When another visit wins, at any node, stepBack is called once, in
// its own goroutine, but not after [Node.Release]. It may be called before Claim returns.
func (n *Node) Claim(ctx context.Context, player, id string, since int64, vacant bool, stepBack func()) (active bool, err error) {
	key := keyOf(player)
	form := encode(visitForm{version, n.cfg.Name, n.incarnation, id, since})
	for {
		own := n.visitOf(player)
		before, revision, err := n.placeOf(ctx, player)
		switch {
		case err != nil:
			return false, fmt.Errorf("cluster: visit: %w", err)
		case revision == 0:
			revision, err = n.here.Create(ctx, key, form)
		case vacant && n.lives(before, own):
			return false, nil
		case since < before.Since && before.Since <= n.cfg.Now().UnixMilli(): // a time in the future comes from a wrong clock and does not count
			return false, nil
		default:
			revision, err = n.here.Update(ctx, key, form, revision)
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
		n.requestStepBack(before, player, revision)
		_ = n.check(ctx, player) // a newer visit may have come before this one was recorded here
		return true, nil
	}
}

// requestStepBack asks the node of a visit that another one has replaced to step back.
func (n *Node) requestStepBack(before visitForm, player string, revision uint64) {
	if before.Node == "" || before.Node == n.cfg.Name || n.Gone(before.Node, before.Incarnation) {
		return
	}
	n.spawn(func() {
		if err := n.Ask(n.ctx, before.Node, askStepBack, stepBackForm{version, player, revision}, nil); err != nil {
			n.cfg.Log.Debug("the node of the older visit does not answer", "node", before.Node, "err", err) // the other node notices when it is back
		}
	})
}

// placeOf returns the stored place of a player's visit and its revision; 0 without one.
func (n *Node) placeOf(ctx context.Context, player string) (f visitForm, revision uint64, err error) {
	e, err := n.here.Get(ctx, keyOf(player))
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return f, 0, nil
	} else if err != nil {
		return f, 0, err
	}
	if err := decode(e.Value(), &f); err != nil {
		n.cfg.Log.Error("bad visit", "err", err)
	}
	return f, e.Revision(), nil
}

// lives reports whether a stored visit is one that has not ended; own is this node's.
func (n *Node) lives(f visitForm, own visit) bool {
	if f.Node == n.cfg.Name {
		return f.Visit == own.id && f.Incarnation == n.incarnation
	}
	return f.Node != "" && !n.Gone(f.Node, f.Incarnation)
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

// passed makes a visit step back, if it is still the player's visit here.
func (n *Node) passed(player, id string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if v, ok := n.visits[player]; ok && v.id == id {
		delete(n.visits, player)
		go v.stepBack()
	}
}

// answerStepBack looks up the newer visit of which another node speaks.
func (n *Node) answerStepBack(ctx context.Context, _ string, body json.RawMessage) (any, error) {
	var f stepBackForm
	if err := decode(body, &f); err != nil {
		return nil, err
	}
	return nil, n.check(ctx, f.Player)
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
	if err := n.purge(ctx, player, v.revision); err != nil {
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

// checkVisits compares the visits of this node with the stored ones after NATS was gone, and waits for NATS to answer.
// One call works at a time.
func (n *Node) checkVisits() {
	n.checking.Lock()
	defer n.checking.Unlock()
	n.mend(n.ctx)
	n.mu.Lock()
	all := slices.Collect(maps.Keys(n.visits))
	n.mu.Unlock()
	for _, player := range all {
		check := func(ctx context.Context) (none struct{}, err error) { return none, n.check(ctx, player) }
		if _, err := answered(n.ctx, check); err != nil {
			if n.ctx.Err() == nil {
				n.cfg.Log.Warn("a visit could not be checked", "err", err)
			}
			return // NATS is gone again; the next reconnection repeats this
		}
	}
}

// check compares this node's visit of a player with the stored one. Which visit is stored tells whether it is
// another one: after NATS has lost its data, revisions say nothing. The visit steps back if it was superseded, and
// is stored again if NATS has lost it, or if only an older one has been stored since.
func (n *Node) check(ctx context.Context, player string) error {
	for {
		v := n.visitOf(player)
		if v.id == "" {
			return nil
		}
		f, revision, err := n.placeOf(ctx, player)
		switch {
		case err != nil:
		case revision > 0 && f.Visit == v.id && f.Node == n.cfg.Name:
			n.restored(player, v.id, revision)
			return nil
		case revision > v.revision || revision > 0 && f.Since >= v.since:
			n.passed(player, v.id)
			return nil
		default:
			form := encode(visitForm{version, n.cfg.Name, n.incarnation, v.id, v.since})
			if revision == 0 {
				revision, err = n.here.Create(ctx, keyOf(player), form)
			} else {
				revision, err = n.here.Update(ctx, keyOf(player), form, revision)
			}
			switch {
			case err != nil:
			case n.restored(player, v.id, revision):
				n.requestStepBack(f, player, revision)
			default: // it has ended meanwhile
				err = n.purge(ctx, player, revision)
			}
		}
		if err == nil || conflict(err) {
			continue // until what is stored agrees
		}
		return fmt.Errorf("cluster: visit: %w", err)
	}
}

// restored notes the revision of a stored visit; false if it is no longer the player's visit here.
func (n *Node) restored(player, id string, revision uint64) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	v, ok := n.visits[player]
	if ok = ok && v.id == id; ok {
		v.revision = revision
		n.visits[player] = v
	}
	return ok
}

// purge removes the stored visit of a player, unless another one has been stored since.
func (n *Node) purge(ctx context.Context, player string, revision uint64) error {
	err := n.here.Purge(ctx, keyOf(player), jetstream.LastRevision(revision), jetstream.PurgeTTL(time.Minute))
	if conflict(err) {
		return nil
	}
	return err
}
