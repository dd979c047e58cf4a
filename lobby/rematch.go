package lobby

import "arcade/lobby/table"

// Rematch asks for another match with the same terms and the colours swapped, or
// says that one is ready for the next round of a series. It begins, and both are
// called to it, when every player has asked; a bot always has. After a run alone it
// is a ranked run, whatever the last one was.
func (v *Visit) Rematch(id string) error { return v.command(id, &table.Rematch{}) }

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
	seat := t.SeatOf(me)
	all, err := t.Ask(seat)
	if err != nil {
		return err
	}
	if !all {
		t.changed()
		return nil
	}
	if err := t.follow(me); err != nil {
		t.Rematch[seat] = false
		return err
	}
	t.changed()
	return nil
}
