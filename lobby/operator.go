package lobby

import (
	"errors"
	"fmt"
	"slices"

	"arcade/games"
	"arcade/lobby/ledger"
	"arcade/lobby/names"
	"arcade/lobby/table"
	"arcade/lobby/text"
	"arcade/store"
)

// What an operator sees and does: the front gives it to those who run the server
// and to nobody else.

// ErrOver is what [Lobby.CloseTable] says of a match that has ended.
var ErrOver = errors.New("the match is over")

// ErrLong is what is too long for the line in which it would be shown.
var ErrLong = errors.New("too long for one line")

// ErrNothing is an announcement of which nothing is left to read.
var ErrNothing = errors.New("nothing to say")

const (
	// maxNotice and maxReason are the longest announcement and reason for closing a
	// table, in cells: a Hangul syllable takes two.
	maxNotice, maxReason = 64, 36
)

// Announce tells everybody who is here something, in Korean and in English: one
// text for both where the other is empty. It is cleaned as talk at tables is;
// ErrNothing, ErrLong. It gives how many were told.
func (l *Lobby) Announce(ko, en string) (int, error) {
	n := Notice{Kind: Announced}
	var err error
	if n.KO, err = oneLine(ko, maxNotice); err != nil {
		return 0, err
	}
	if n.EN, err = oneLine(en, maxNotice); err != nil {
		return 0, err
	}
	if n.KO == "" {
		n.KO = n.EN
	}
	if n.EN == "" {
		n.EN = n.KO
	}
	if n.KO == "" {
		return 0, ErrNothing
	}
	if err := l.spread(newsAnnounced, newsForm{Notice: &n}); err != nil {
		return 0, err
	}
	return l.dir.Announce(n), nil
}

// oneLine is text made safe to show, of so many cells at most; ErrLong.
func oneLine(s string, cells int) (string, error) {
	s = text.Line(s, cells+1)
	if text.Width(s) > cells {
		return "", fmt.Errorf("%w: %d cells at most", ErrLong, cells)
	}
	return s, nil
}

// AllTables lists every table, at whichever node, oldest first: private ones and finished
// ones that somebody still looks at too.
func (l *Lobby) AllTables() []*Summary { return slices.Clone(l.dir.Lists().All) }

// OwnTables lists those that this node keeps.
func (l *Lobby) OwnTables() (list []*Summary) {
	for _, t := range l.allTables() {
		if s := t.summary.Load(); s != nil {
			list = append(list, s)
		}
	}
	slices.SortFunc(list, table.ByAge)
	return list
}

// RenamePlayer gives a player, or a guest who is here, another name, as the
// player itself could; it is told. ErrNoPlayer, ErrNameBad, store.ErrNameTaken.
func (l *Lobby) RenamePlayer(old, name string) error {
	name, err := names.Clean(name)
	if err != nil {
		return err
	}
	var who Person
	p, err := l.PlayerByName(old)
	switch {
	case err == nil:
		who = Person{ID: p.ID}
	case !errors.Is(err, ErrNoPlayer):
		return err
	default:
		if who, err = l.guestNamed(old); err != nil {
			return err
		}
	}
	if err := l.rename(who, name); errors.Is(err, store.ErrNameTaken) {
		return store.ErrNameTaken
	} else if err != nil {
		return err
	}
	l.reach(message{Person: who.ID, Notice: &Notice{Kind: Renamed, KO: name, EN: name}})
	return nil
}

// guestNamed is a guest who is here by that name; ErrNoPlayer.
func (l *Lobby) guestNamed(name string) (Person, error) {
	who, found := l.dir.GuestNamed(name)
	if !found {
		return who, ErrNoPlayer
	}
	return who, nil
}

// CloseTable takes an open seat down, ends a live match without a result (nothing
// of it is kept, no rating changes), or ends a series between two rounds, where this node
// keeps it. Its people and those who watch are told, with the reason. ErrNoTable, ErrOver,
// ErrLong.
func (l *Lobby) CloseTable(id, reason string) error {
	t, err := l.table(names.Normal(id))
	if err != nil {
		return err
	}
	if reason, err = oneLine(reason, maxReason); err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	told := map[string]bool{}
	for _, s := range t.Rec.Seats {
		told[table.PersonIn(s).ID] = s.Bot == ""
	}
	for v := range t.watchers {
		told[v.Me().ID] = true
	}
	told[t.Rec.Invited] = true
	switch {
	case t.Gone:
		return ErrNoTable
	case t.Rec.Status == store.Open, ledger.ByClient(t.Rec):
		err = t.drop()
	case t.Live():
		if err = t.add(games.Entry{Kind: games.Void, Seat: games.Nobody, At: t.Now()}); err == nil {
			t.changed()
		}
	case t.Waits(): // between two rounds
		t.Ended = true
		t.changed()
	default:
		return ErrOver
	}
	if err != nil {
		return err
	}
	for id, person := range told {
		if person && id != "" {
			l.reach(message{Person: id, Notice: &Notice{Kind: TableShut, KO: reason, EN: reason}})
		}
	}
	return nil
}
