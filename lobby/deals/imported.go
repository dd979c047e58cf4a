package deals

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sync/errgroup"

	"arcade/games"
	"arcade/lobby/turns"
	"arcade/store"
	"arcade/store/notes"
)

// Imported are the notes of players' tries in other programs, by Deal ID and start. They are the player's own
// word: only the player sees them, and no board, rating or tally counts them.
var Imported = notes.New[games.ImportedTry]("GAME/imported/PLAYER", "DEAL START").Export("imported", func(args []string, t games.ImportedTry) any {
	return struct {
		Game    string `json:"game"`
		Deal    string `json:"deal"`
		Started string `json:"started"`
		games.ImportedTry
	}{args[0], args[2], args[3], t}
})

// MaxImported limits a player's imported tries in a game; the latest stay.
const MaxImported = 1000

// importAhead is how far a clock elsewhere may be ahead, in ms.
const importAhead = 24 * 60 * 60 * 1000

// importPage is the number of tries that are written in one step.
const importPage = 100

// importAtOnce is the number of deals of an import that are written at the same time.
const importAtOnce = 32

// Import counts what came of an import.
type Import struct {
	// Read are the tries of the file, New those that the player did not have. Left are the oldest tries that
	// found no room.
	Read, New, Left int
	// Stars are new favourites, Unstarred those that found no room.
	Stars, Unstarred int
}

// Import reads a file of another program and merges its tries into the player's, by Deal ID and start. Its deals
// are known here from then on, as if the player had typed them. It works at the pace of the work in ctx. If the
// file is malformed it changes nothing, and fails with a [games.ImportError].
func (d *Service) Import(ctx context.Context, player, game string, file []byte) (done Import, err error) {
	g := games.As[games.Importer](d.games, game)
	if g == nil {
		return done, games.ErrUnknownGame
	}
	list, err := g.ReadImport(file, now()+importAhead, func() error { return turns.Pace(ctx) })
	if err != nil {
		return done, err
	}
	defer d.imports.Lock(player)()
	old, err := d.ImportedTries(player, game)
	if err != nil {
		return done, err
	}
	all, had := map[string]games.Imported{}, map[string]games.ImportedTry{}
	for _, t := range old {
		had[importKey(t)] = t
		all[importKey(t)] = games.Imported{ImportedTry: t}
	}
	for _, t := range list {
		all[importKey(t.ImportedTry)] = t
	}
	keys := slices.SortedFunc(maps.Keys(all), func(a, b string) int { return cmp.Or(cmp.Compare(all[b].At, all[a].At), cmp.Compare(a, b)) })
	kept := keys[:min(len(keys), MaxImported)]
	done.Read, done.Left = len(list), len(keys)-len(kept)
	var write []store.Note
	var setups []games.Setup
	space := Imported.In(game, player)
	for _, key := range kept {
		t := all[key]
		if before, known := had[key]; known && before == t.ImportedTry {
			continue
		} else if !known {
			done.New++
		}
		setups = append(setups, t.Setup)
		n, err := space.Note(key, t.ImportedTry, nil)
		if err != nil {
			return done, err
		}
		write = append(write, n)
	}
	for _, key := range keys[len(kept):] {
		if _, known := had[key]; known {
			write = append(write, space.Gone(key))
		}
	}
	if err := d.learnImported(ctx, g, setups); err != nil {
		return done, err
	}
	for page := range slices.Chunk(write, importPage) {
		if err := d.house.NotePlayer(player, func() error { return d.store.PutNotes(d.ctx, space.Name, page...) }); err != nil {
			return done, err
		}
	}
	err = d.star(player, game, kept, all, &done)
	return done, err
}

// importKey returns the key of an imported try's note.
func importKey(t games.ImportedTry) string { return t.Deal + " " + strconv.FormatInt(t.Started, 10) }

// ImportedTries lists a player's imported tries in a game.
func (d *Service) ImportedTries(player, game string) (list []games.ImportedTry, err error) {
	for n, err := range Imported.In(game, player).All(d.ctx, d.store) {
		if err != nil {
			return nil, err
		}
		t := n.Value
		deal, started, _ := strings.Cut(n.Key, " ")
		t.Deal = deal
		if t.Started, err = strconv.ParseInt(started, 10, 64); err != nil {
			return nil, fmt.Errorf("imported try %s: %w", n.Key, err)
		}
		list = append(list, t)
	}
	return list, nil
}

// learnImported makes the deals of imported tries known. Nobody waits for their search, so a sweep finds them. Several
// are written at once, because the store commits what comes at the same time together.
func (d *Service) learnImported(ctx context.Context, g games.Dealer, setups []games.Setup) error {
	saving, ctx := errgroup.WithContext(ctx)
	saving.SetLimit(importAtOnce)
	known := map[string]bool{} // many tries may be of one deal
	for _, setup := range setups {
		if err := turns.Pace(ctx); err != nil {
			return cmp.Or(saving.Wait(), err)
		}
		deal, err := g.Deal(setup)
		if err != nil {
			return cmp.Or(saving.Wait(), err)
		}
		if name := deal.ID + " " + deal.Rules + " " + setup.Seed; !known[name] {
			known[name] = true
			saving.Go(func() error {
				_, err := d.save(setup.Game, setup.Seed, "", deal, nil, true)
				return err
			})
		}
	}
	return saving.Wait()
}

// star adds the favourites among imported tries to the player's, as long as there is room.
func (d *Service) star(player, game string, keys []string, all map[string]games.Imported, done *Import) error {
	kept, err := Kept.In(game, player).First(d.ctx, d.store, "", MaxFavourites)
	if err != nil {
		return err
	}
	starred := map[string]bool{}
	for _, k := range kept {
		starred[k.Key] = true
	}
	for _, key := range keys {
		t := all[key]
		switch {
		case !t.Favourite || starred[t.Deal]:
		case len(kept)+done.Stars >= MaxFavourites:
			done.Unstarred++
		default:
			if err := d.house.NotePlayer(player, func() error { return d.Favour(player, game, t.Deal, true) }); err != nil {
				return err
			}
			done.Stars++
		}
		starred[t.Deal] = starred[t.Deal] || t.Favourite
	}
	return nil
}
