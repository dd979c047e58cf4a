package lobby

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"

	"arcade/store"
)

// Favourite is a deal that a player keeps.
type Favourite struct {
	DealInfo
	// Since is when it was kept, ms since 1970.
	Since int64
}

// MaxFavourites is how many favourites a player may have in a game.
const MaxFavourites = 200

// favourite is the note of one.
type favourite struct {
	Since int64 `json:"since"`
}

func favouriteSpace(game, player string) string { return game + "/fav/" + player }

// Favour keeps a deal among the visitor's favourites (on) or takes it off them.
// ErrGuestRecord, ErrNoDeal, ErrTooMany beyond MaxFavourites of a game.
func (v *Visit) Favour(game, id string, on bool) error {
	l, me := v.l, v.Me()
	if me.Guest {
		return ErrGuestRecord
	}
	if _, err := l.dealOf(game, id); err != nil {
		return err
	}
	l.notes.Lock()
	defer l.notes.Unlock()
	if err := v.Over(); err != nil {
		return err
	}
	space := favouriteSpace(game, me.ID)
	if !on {
		return l.cfg.Store.PutNotes(space, store.Note{Key: id})
	}
	list, err := l.cfg.Store.Notes(space, "", MaxFavourites)
	switch {
	case err != nil:
		return err
	case slices.ContainsFunc(list, func(n store.Note) bool { return n.Key == id }):
		return nil
	case len(list) == MaxFavourites:
		return ErrTooMany
	}
	return l.putNote(space, id, favourite{nowMS()})
}

// Favourites lists the visitor's favourites of a game, latest first; a guest has none.
func (v *Visit) Favourites(game string) ([]Favourite, error) {
	l, me := v.l, v.Me()
	if me.Guest || l.dealer(game) == nil {
		return nil, nil
	}
	notes, err := l.cfg.Store.Notes(favouriteSpace(game, me.ID), "", MaxFavourites)
	if err != nil {
		return nil, err
	}
	list := make([]Favourite, 0, len(notes))
	for _, note := range notes {
		var f favourite
		if err := json.Unmarshal(note.Value, &f); err != nil {
			return nil, err
		}
		n, err := l.dealOf(game, note.Key)
		if errors.Is(err, ErrNoDeal) {
			continue
		} else if err != nil {
			return nil, err
		}
		list = append(list, Favourite{l.dealInfo(game, note.Key, n, n.Sets[0]), f.Since})
	}
	slices.SortStableFunc(list, func(a, b Favourite) int { return cmp.Compare(b.Since, a.Since) })
	return list, nil
}
