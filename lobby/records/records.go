// Package records reads the store's records of players and matches for anybody: profiles, boards,
// statistics, replays, exports and facts about deals. It never reveals a secret seed. It knows no table
// and no visit.
package records

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"arcade/games"
	"arcade/lobby/analysis"
	"arcade/lobby/deals"
	"arcade/lobby/names"
	"arcade/lobby/table"
	"arcade/lobby/turns"
	"arcade/store"
)

// Refusals of the records.
var (
	ErrNoPlayer = errors.New("no such player")
	// ErrNoFormat means that the game has no such export.
	ErrNoFormat = errors.New("no such format")
	// ErrSecret means that a daily run is over and its day is not: the file would have the day's seed.
	ErrSecret = fmt.Errorf("%w: the seed is secret until then", table.ErrHidden)
)

// Config has the sources of the records.
type Config struct {
	Store store.Store
	Games *games.Registry
	Log   *slog.Logger
	Turns *turns.Turns
	Deals *deals.Service
	Desk  *analysis.Desk
	// Here reports whether a person is in the house.
	Here func(person string) bool
}

// Records is safe for concurrent use.
type Records struct {
	cfg    Config
	ghosts houseRuns
}

// New makes the records of a store.
func New(c Config) *Records {
	return &Records{cfg: c}
}

// Wait waits until all judgements are stored.
func (rs *Records) Wait() { rs.cfg.Desk.Wait() }

// PlayerByKey finds the player of a key; ErrNoPlayer.
func (rs *Records) PlayerByKey(ctx context.Context, fingerprint string) (store.Player, error) {
	return noPlayer(rs.cfg.Store.PlayerByKey(ctx, fingerprint))
}

// PlayerByName finds a player by name, however it is written; ErrNoPlayer.
func (rs *Records) PlayerByName(ctx context.Context, name string) (store.Player, error) {
	name, err := names.Clean(name)
	if err != nil {
		return store.Player{}, ErrNoPlayer
	}
	return noPlayer(rs.cfg.Store.PlayerByName(ctx, names.Key(name)))
}

// Player finds a player by id; ErrNoPlayer.
func (rs *Records) Player(ctx context.Context, id string) (store.Player, error) {
	return noPlayer(rs.cfg.Store.Player(ctx, id))
}

func noPlayer(p store.Player, err error) (store.Player, error) {
	if errors.Is(err, store.ErrNotFound) {
		err = ErrNoPlayer
	}
	return p, err
}

// GameProfile is a player's standing in one game.
type GameProfile struct {
	Game string
	// Ratings has the game's own rating, and behind it those under other rules that the player has rated matches under.
	Ratings []RatingInfo
	Tally   store.Tally
}

// Profile is the public information about a player.
type Profile struct {
	store.Player
	Online bool
	Games  []GameProfile
	// Versus has the tallies against each opponent, latest first, at most 100.
	Versus []store.Versus
}

// Profile returns a player's profile; ErrNoPlayer.
func (rs *Records) Profile(ctx context.Context, id string) (Profile, error) {
	p, err := rs.Player(ctx, id)
	if err != nil {
		return Profile{}, err
	}
	out := Profile{Player: p, Online: rs.cfg.Here(id)}
	for _, g := range rs.cfg.Games.Games() {
		gp := GameProfile{Game: g.Info().Name}
		for _, pool := range rs.Pools(gp.Game) {
			if r := rs.Rating(ctx, pool, id); pool == gp.Game || r.Games > 0 {
				gp.Ratings = append(gp.Ratings, r)
			}
		}
		if gp.Tally, err = rs.cfg.Store.Tally(ctx, gp.Game, id); err != nil {
			return out, err
		}
		out.Games = append(out.Games, gp)
	}
	out.Versus, err = rs.cfg.Store.Versus(ctx, id, 100)
	return out, err
}
