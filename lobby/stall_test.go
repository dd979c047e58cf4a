package lobby

import (
	"testing"
	"testing/synctest"
	"time"

	"arcade/lobby/nodestest"
	"arcade/store"
)

// spied is a store of which a test sees what is asked, before it is done.
type spied struct {
	store.Store
	asked func(what string)
}

func (s *spied) ask(what string) {
	if s.asked != nil {
		s.asked(what)
	}
}

func (s *spied) Append(id string, epoch uint64, at int, e ...store.Entry) error {
	s.ask("append")
	return s.Store.Append(id, epoch, at, e...)
}

// spy wraps the store of a test's houses.
func spy() (*spied, func(store.Store) store.Store) {
	s := &spied{}
	return s, func(inner store.Store) store.Store {
		s.Store = inner
		return s
	}
}

// While a follower takes a match over its players have it on their first screen.
func TestListedWhileTakenOver(t *testing.T) {
	disk, wrap := spy()
	onNodes(t, func(t *testing.T, _ *nodestest.Hub, a, b, _ *node) {
		id, kim, lee := begun(t, a, b, Offer{})
		a.play(id, 4, kim, lee)
		asked := 0
		disk.asked = func(what string) {
			if what != "append" {
				return
			}
			asked++
			if s := b.summaryOf(id); s == nil || s.Status != store.Live {
				t.Errorf("the match is shown as %+v", s)
			}
			if list := lee.Home().Resume; len(list) != 1 || list[0].ID != id {
				t.Errorf("lee has %v to come back to", list)
			}
		}
		a.link.Cut()
		b.pass(10 * time.Second)
		keeps(t, id, b)
		if asked == 0 {
			t.Error("nothing was written when the match was taken over")
		}
		synctest.Wait()
	}, wrap)
}

// Logins do not wait while other nodes are asked to end a deleted player's tables, or are
// told of it: one of them may be silent.
func TestForgetHoldsUpNoLogin(t *testing.T) {
	onNodes(t, func(t *testing.T, hub *nodestest.Hub, a, b, _ *node) {
		kim, lee, park := a.enter("kim"), b.enter("lee"), a.enter("park")
		b.start(lee, kim, Offer{})
		code, _, err := kim.NewKeyCode()
		a.must(err)
		asked := map[string]int{}
		hub.SetFate(func(from, _, kind string) (int, time.Duration) {
			if from != "a" {
				return 1, 0
			}
			if !a.players.TryLock() {
				t.Errorf("%s: a login waits for another node", kind)
			} else {
				a.players.Unlock()
			}
			asked[kind]++
			return 1, 0
		})
		a.must(kim.Forget("kim"))
		if asked[giveUps] == 0 {
			t.Errorf("the other node was asked %v", asked)
		}
		_, err = a.AddKey("SHA256:other", "", code)
		a.refused(err, ErrNoKeyCode)
		// A key that comes to another player has its own forgotten.
		code, _, err = park.NewKeyCode()
		a.must(err)
		choi := b.enter("choi")
		b.create(choi, Offer{})
		b.pass(2 * time.Second)
		clear(asked)
		_, err = a.AddKey("SHA256:choi", "", code)
		a.must(err)
		if asked[giveUps] == 0 {
			t.Errorf("for a key the other node was asked %v", asked)
		}
	})
}
