package room

import "arcade/lobby/table"

// Rematch asks for another match with the same terms and the colours swapped, or
// says that one is ready for the next round of a series. It begins, and both are
// called to it, when every player has asked; a bot always has. After a run alone it
// is a ranked run, whatever the last one was.
func (v *Participant) Rematch(id string) error { return v.Command(id, &table.Rematch{}) }

func (v *Participant) again(id string) error {
	if err := v.MayPlay(); err != nil {
		return err
	}
	t, err := v.lock(id)
	if err != nil {
		return err
	}
	defer t.Mu.Unlock()
	me := v.Me()
	seat := t.SeatOf(me)
	all, err := t.Ask(seat)
	if err != nil {
		return err
	}
	if !all {
		t.Changed()
		return nil
	}
	if err := t.follow(me); err != nil {
		t.Rematch[seat] = false
		return err
	}
	t.Changed()
	return nil
}
