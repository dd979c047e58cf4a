package upkeep

import (
	"arcade/games"
	"arcade/lobby/directory"
	"arcade/lobby/ledger"
	"arcade/lobby/names"
	"arcade/lobby/room"
	"arcade/lobby/table"
	"arcade/lobby/text"
	"arcade/store"
)

// maxReason limits the reason for closing a table, in cells: a Hangul syllable takes two.
const maxReason = 36

// CloseTable removes an open seat, ends a live match without a result, or ends a series between two rounds,
// if this node owns it. A match that ends this way leaves no record and changes no ratings. Players and
// spectators see the reason. It fails with ErrNoTable, ErrOver or ErrLong.
func (u *Upkeep) CloseTable(id, reason string) error {
	t, err := u.Room(names.Normal(id))
	if err != nil {
		return err
	}
	if reason, err = text.OneLine(reason, maxReason); err != nil {
		return err
	}
	t.Mu.Lock()
	defer t.Mu.Unlock()
	told := map[string]bool{}
	for _, s := range t.Rec.Seats {
		told[table.PersonIn(s).ID] = s.Bot == ""
	}
	for v := range t.Watchers {
		told[v.Me().ID] = true
	}
	told[t.Rec.Invited] = true
	switch {
	case t.Gone:
		return table.ErrNoTable
	case t.Rec.Status == store.Open, ledger.ByClient(t.Rec):
		err = t.Delete()
	case t.Live():
		if err = t.Store(games.Entry{Kind: games.Void, Seat: games.Nobody, At: t.Now()}); err == nil {
			t.Changed()
		}
	case t.Waits(): // between two rounds
		t.Ended = true
		t.Changed()
	default:
		return room.ErrOver
	}
	if err != nil {
		return err
	}
	for id, person := range told {
		if person && id != "" {
			u.Directory.Reach(directory.Message{Person: id, Notice: &directory.Notice{Kind: directory.TableShut, KO: reason, EN: reason}})
		}
	}
	return nil
}
