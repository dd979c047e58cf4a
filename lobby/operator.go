package lobby

import (
	"context"
	"errors"
	"slices"

	"arcade/lobby/directory"
	"arcade/lobby/names"
	"arcade/lobby/records"
	"arcade/lobby/table"
	"arcade/lobby/text"
	"arcade/store"
)

// The operator's view and commands. The front offers them only to the people who run the server.

// ErrNothing refuses an announcement that is empty after cleaning.
var ErrNothing = errors.New("nothing to say")

// maxNotice limits an announcement, in cells: a Hangul syllable takes two.
const maxNotice = 64

// Announce shows everybody a notice in Korean and in English; an empty text is replaced by the other one.
// It is cleaned like chat. It returns the number of recipients. ErrNothing, ErrLong.
func (l *Lobby) Announce(ko, en string) (int, error) {
	n := directory.Notice{Kind: directory.Announced}
	var err error
	if n.KO, err = text.OneLine(ko, maxNotice); err != nil {
		return 0, err
	}
	if n.EN, err = text.OneLine(en, maxNotice); err != nil {
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
	if err := l.spread(eventAnnounced, eventForm{Notice: &n}); err != nil {
		return 0, err
	}
	return l.dir.Announce(n), nil
}

// AllTables lists the tables of all nodes, oldest first, with private ones and finished ones that
// are still watched.
func (l *Lobby) AllTables() []*table.Summary { return slices.Clone(l.dir.Lists().All) }

// OwnTables lists the tables that this node owns.
func (l *Lobby) OwnTables() (list []*table.Summary) {
	for _, t := range l.dir.Tables() {
		if s := t.Listed(); s != nil {
			list = append(list, s)
		}
	}
	slices.SortFunc(list, table.ByAge)
	return list
}

// Record returns a match's record and its whole log, as they are stored. ErrNoTable.
func (l *Lobby) Record(ctx context.Context, id string) (m store.Match, log []store.Entry, err error) {
	if m, err = l.cfg.Store.Match(ctx, names.Normal(id)); err == nil {
		log, err = l.cfg.Store.Entries(ctx, m.ID, 0, -1)
	}
	if errors.Is(err, store.ErrNotFound) {
		err = table.ErrNoTable
	}
	return m, log, err
}

// RenamePlayer renames a player, or a guest in the house, by the rules for renaming oneself, and
// sends a notice. ErrNoPlayer, ErrNameBad, store.ErrNameTaken.
func (l *Lobby) RenamePlayer(old, name string) error {
	name, err := names.Clean(name)
	if err != nil {
		return err
	}
	var who table.Person
	p, err := l.PlayerByName(l.tasks.Work(), old)
	switch {
	case err == nil:
		who = table.Person{ID: p.ID}
	case !errors.Is(err, records.ErrNoPlayer):
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
	l.dir.Reach(directory.Message{Person: who.ID, Notice: &directory.Notice{Kind: directory.Renamed, KO: name, EN: name}})
	return nil
}

// guestNamed returns the guest in the house with that name; ErrNoPlayer.
func (l *Lobby) guestNamed(name string) (table.Person, error) {
	who, found := l.dir.GuestNamed(name)
	if !found {
		return who, records.ErrNoPlayer
	}
	return who, nil
}
