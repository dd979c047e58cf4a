package lobby

import (
	"arcade/games"
	"arcade/lobby/ledger"
	"arcade/store"
)

// Rematch asks for another match with the same terms and the colours swapped, or
// says that one is ready for the next round of a series. It begins, and both are
// called to it, when every player has asked; a bot always has. After a run alone it
// is a ranked run, whatever the last one was.
func (v *Visit) Rematch(id string) error { return v.deed("rematch", id) }

func (v *Visit) again(id string) error {
	if err := v.mayPlay(); err != nil {
		return err
	}
	t, err := v.lock(id)
	if err != nil {
		return err
	}
	defer t.mu.Unlock()
	me := v.Me()
	seat := t.seatOf(me)
	if seat == games.Nobody {
		return ErrNotSeated
	}
	if t.rec.Status != store.Done || t.m == nil || t.next != "" || t.ended {
		return games.ErrNotAllowed
	}
	t.rematch[seat] = true
	for i, s := range t.rec.Seats {
		if s.Bot == "" && !t.rematch[i] && !ledger.AtScreen(t.rec) {
			t.changed()
			return nil
		}
	}
	if err := t.follow(me); err != nil {
		t.rematch[seat] = false
		return err
	}
	t.changed()
	return nil
}
