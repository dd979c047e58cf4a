package lobby

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"arcade/lobby/nodestest"
	"arcade/lobby/pairing"
	"arcade/store"
)

// hanging is a store that can stop answering, as PostgreSQL does when its processes are stopped.
// It fails at once: in a bubble no time passes while the table's lock is waited for.
type hanging struct {
	store.Store
	hangs *atomic.Bool
}

func (h hanging) wait(err error) error {
	if !h.hangs.Load() {
		return nil
	}
	return fmt.Errorf("%w: timeout", err)
}

func (h hanging) Append(ctx context.Context, id string, epoch uint64, at int, e ...store.Entry) error {
	if err := h.wait(store.ErrUnwritten); err != nil {
		return err
	}
	return h.Store.Append(ctx, id, epoch, at, e...)
}

func (h hanging) Match(ctx context.Context, id string) (store.Match, error) {
	if err := h.wait(store.ErrAway); err != nil {
		return store.Match{}, err
	}
	return h.Store.Match(ctx, id)
}

// While the store hangs, players at the owner and at another node are told that nothing can be saved, not that
// the match moves, and the table says so too. When it answers again, the match goes on.
func TestStoreHangs(t *testing.T) {
	var hangs atomic.Bool
	onNodes(t, func(t *testing.T, hub *nodestest.Hub, a, b, _ *node) {
		id, kim, lee := begun(t, a, b, pairing.Offer{})
		hangs.Store(true)
		hub.Hang(true)
		hub.SetFate(func(_, _, kind string) (int, time.Duration) {
			if kind == "deed" { // its owner waits for the store, and answers too late
				return 0, 0
			}
			return 1, 0
		})
		for i := range 8 {
			for _, v := range []*Visit{kim, lee} {
				s := a.see(v, id)
				if s.You != s.ToAct && v == kim {
					continue
				}
				err := v.Act(id, len(s.Plies), "d3")
				if !store.ErrIs(err, store.ErrUnwritten, store.ErrAway) {
					t.Errorf("%d: %s is told %v", i, v.Me().Name, err)
				}
			}
			a.pass(2 * time.Second)
		}
		for _, v := range []*Visit{kim, lee} {
			if s := a.see(v, id); !s.Moving || !s.Unsaved {
				t.Errorf("the table of %s: moving %v, unsaved %v", v.Me().Name, s.Moving, s.Unsaved)
			}
		}
		hangs.Store(false)
		hub.Hang(false)
		hub.SetFate(nil)
		a.pass(30 * time.Second)
		for _, v := range []*Visit{kim, lee} {
			if s := a.see(v, id); s.Moving || s.Unsaved {
				t.Errorf("afterwards the table of %s: moving %v, unsaved %v", v.Me().Name, s.Moving, s.Unsaved)
			}
		}
		a.play(id, 4, kim, lee)
	}, func(s store.Store) store.Store { return hanging{s, &hangs} })
}
