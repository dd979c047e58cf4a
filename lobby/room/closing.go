package room

import (
	"errors"
	"fmt"

	"arcade/games"
	"arcade/lobby/directory"
	"arcade/lobby/ledger"
	"arcade/lobby/names"
	"arcade/lobby/table"
	"arcade/lobby/text"
	"arcade/store"
)

// maxReason is the longest reason for closing a table, in cells: a Hangul syllable takes two.
const maxReason = 36

// ErrOver is what [Lobby.CloseTable] says of a match that has ended.
var ErrOver = errors.New("the match is over")

// ErrLong is what is too long for the line in which it would be shown.
var ErrLong = errors.New("too long for one line")

// OneLine is text made safe to show, of so many cells at most; ErrLong.
func OneLine(s string, cells int) (string, error) {
	s = text.Line(s, cells+1)
	if text.Width(s) > cells {
		return "", fmt.Errorf("%w: %d cells at most", ErrLong, cells)
	}
	return s, nil
}

// CloseTable takes an open seat down, ends a live match without a result (nothing
// of it is kept, no rating changes), or ends a series between two rounds, where this node
// keeps it. Its people and those who watch are told, with the reason. ErrNoTable, ErrOver,
// ErrLong.
func (l *Hall) CloseTable(id, reason string) error {
	t, err := l.Table(names.Normal(id))
	if err != nil {
		return err
	}
	if reason, err = OneLine(reason, maxReason); err != nil {
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
		return ErrNoTable
	case t.Rec.Status == store.Open, ledger.ByClient(t.Rec):
		err = t.Drop()
	case t.Live():
		if err = t.add(games.Entry{Kind: games.Void, Seat: games.Nobody, At: t.Now()}); err == nil {
			t.Changed()
		}
	case t.Waits(): // between two rounds
		t.Ended = true
		t.Changed()
	default:
		return ErrOver
	}
	if err != nil {
		return err
	}
	for id, person := range told {
		if person && id != "" {
			l.Reach(Message{Person: id, Notice: &directory.Notice{Kind: directory.TableShut, KO: reason, EN: reason}})
		}
	}
	return nil
}
