package lobby

import (
	"errors"
	"slices"

	"arcade/lobby/directory"
	"arcade/lobby/names"
	"arcade/lobby/table"
	"arcade/lobby/text"
	"arcade/store"
)

// What an operator sees and does. The front gives it only to the people who run the server.

// ErrNothing is an announcement of which nothing is left to read.
var ErrNothing = errors.New("nothing to say")

// maxNotice is the longest announcement, in cells: a Hangul syllable takes two.
const maxNotice = 64

// Announce tells everybody who is here something, in Korean and in English: one
// text for both where the other is empty. It is cleaned as talk at tables is;
// ErrNothing, ErrLong. It gives how many were told.
func (l *Lobby) Announce(ko, en string) (int, error) {
	n := Notice{Kind: Announced}
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
	if err := l.spread(newsAnnounced, newsForm{Notice: &n}); err != nil {
		return 0, err
	}
	return l.dir.Announce(n), nil
}

// AllTables lists every table, at whichever node, oldest first: private ones and finished
// ones that somebody still looks at too.
func (l *Lobby) AllTables() []*Summary { return slices.Clone(l.dir.Lists().All) }

// OwnTables lists the tables that this node keeps.
func (l *Lobby) OwnTables() (list []*Summary) {
	for _, t := range l.dir.Tables() {
		if s := t.Listed(); s != nil {
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
	l.dir.Reach(directory.Message{Person: who.ID, Notice: &Notice{Kind: Renamed, KO: name, EN: name}})
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
