package deals

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"

	"arcade/store"
)

// Favourite is a favourite deal of a player.
type Favourite struct {
	Info
	// Since is the time of adding it, ms since 1970.
	Since int64
}

// MaxFavourites limits a player's favourites in a game.
const MaxFavourites = 200

// favourite is the note of a favourite.
type favourite struct {
	Since int64 `json:"since"`
}

func favouriteSpace(game, player string) string { return game + "/fav/" + player }

// Favour adds a deal to a player's favourites (on) or removes it. ErrNoDeal, ErrFull beyond MaxFavourites
// of a game.
func (d *Service) Favour(player, game, id string, on bool) error {
	if _, err := d.told(game, id); err != nil {
		return err
	}
	defer d.favours.Lock(player)()
	space := favouriteSpace(game, player)
	if !on {
		return d.store.PutNotes(d.ctx, space, store.Note{Key: id})
	}
	if ok, err := store.ReadNote(d.ctx, d.store, space, id, new(favourite)); ok || err != nil {
		return err
	}
	if err := store.WriteNote(d.ctx, d.store, space, id, favourite{now()}); err != nil {
		return err
	}
	// Counted last, so that a concurrent visit that adds another one sees this one.
	list, err := d.store.Notes(d.ctx, space, "", MaxFavourites+1)
	if err == nil && len(list) > MaxFavourites {
		err = ErrFull
	}
	if err != nil {
		return errors.Join(err, d.store.PutNotes(d.ctx, space, store.Note{Key: id}))
	}
	return nil
}

// Kept is a favourite without the information about the deal, which may be unknown.
type Kept struct {
	ID    string
	Since int64
}

// Kept lists a player's favourites of a game.
func (d *Service) Kept(player, game string) ([]Kept, error) {
	notes, err := d.store.Notes(d.ctx, favouriteSpace(game, player), "", MaxFavourites)
	if err != nil {
		return nil, err
	}
	list := make([]Kept, len(notes))
	for i, note := range notes {
		var f favourite
		if err := json.Unmarshal(note.Value, &f); err != nil {
			return nil, err
		}
		list[i] = Kept{note.Key, f.Since}
	}
	return list, nil
}

// Favourites lists a player's favourites of a game, latest first.
func (d *Service) Favourites(player, game string) ([]Favourite, error) {
	if d.dealer(game) == nil {
		return nil, nil
	}
	kept, err := d.Kept(player, game)
	if err != nil {
		return nil, err
	}
	list := make([]Favourite, 0, len(kept))
	for _, k := range kept {
		n, err := d.told(game, k.ID)
		if errors.Is(err, ErrNoDeal) {
			continue
		} else if err != nil {
			return nil, err
		}
		list = append(list, Favourite{d.info(game, k.ID, n, n.Sets[0]), k.Since})
	}
	slices.SortStableFunc(list, func(a, b Favourite) int { return cmp.Compare(b.Since, a.Since) })
	return list, nil
}
