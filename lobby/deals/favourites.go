package deals

import (
	"cmp"
	"errors"
	"slices"

	"arcade/store/notes"
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

// Kept are the notes of players' favourites, by Deal ID.
var Kept = notes.New[favourite]("GAME/fav/PLAYER", "DEAL").Export("favourites", func(args []string, f favourite) any {
	return struct {
		Game  string `json:"game"`
		Deal  string `json:"deal"`
		Since int64  `json:"since"`
	}{args[0], args[2], f.Since}
})

// Favour adds a deal to a player's favourites (on) or removes it. ErrNoDeal, ErrFull beyond MaxFavourites
// of a game.
func (d *Service) Favour(player, game, id string, on bool) error {
	if _, err := d.public(game, id); err != nil {
		return err
	}
	defer d.favours.Lock(player)()
	kept := Kept.In(game, player)
	if !on {
		return kept.Delete(d.ctx, d.store, id)
	}
	if ok, err := kept.Has(d.ctx, d.store, id); ok || err != nil {
		return err
	}
	if err := kept.Put(d.ctx, d.store, id, favourite{now()}); err != nil {
		return err
	}
	// Counted last, so that a concurrent visit that adds another one sees this one.
	list, err := kept.First(d.ctx, d.store, "", MaxFavourites+1)
	if err == nil && len(list) > MaxFavourites {
		err = ErrFull
	}
	if err != nil {
		return errors.Join(err, kept.Delete(d.ctx, d.store, id))
	}
	return nil
}

// Favourites lists a player's favourites of a game, latest first.
func (d *Service) Favourites(player, game string) ([]Favourite, error) {
	if d.dealer(game) == nil {
		return nil, nil
	}
	kept, err := Kept.In(game, player).First(d.ctx, d.store, "", MaxFavourites)
	if err != nil {
		return nil, err
	}
	list := make([]Favourite, 0, len(kept))
	for _, k := range kept {
		n, err := d.public(game, k.Key)
		if errors.Is(err, ErrNoDeal) {
			continue
		} else if err != nil {
			return nil, err
		}
		list = append(list, Favourite{d.info(game, k.Key, n, n.Sets[0]), k.Value.Since})
	}
	slices.SortStableFunc(list, func(a, b Favourite) int { return cmp.Compare(b.Since, a.Since) })
	return list, nil
}
