package solo

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"arcade/games"
	"arcade/games/kibo"
	"arcade/lobby/ledger"
	"arcade/store"
	"arcade/store/notes"
)

// A single node knows the runs in play from its tables. Nodes that share a store note them there, so that a
// player who changes nodes finds the run, and nobody can try out its deal. Both kinds of notes are looked
// up together with the match, so a left-over note does no harm.

// runsInPlay are the notes of players' runs of games, under runsKey; runOfSeed are those of the run that was
// dealt from a seed, under the seed's hash.
var (
	runsInPlay = notes.New[[]string]("GAME/runs/PLAYER", runsKey)
	runOfSeed  = notes.New[string]("GAME/live", "HASH")
)

const runsKey = "live"

// Noted reports whether a match is a run that needs a note.
func (rs *Runs) Noted(rec store.Match) bool {
	return rs.Node != "" && len(rec.Seats) == 1 && !rec.Seeded && rec.Seats[0].Player != ""
}

// Of returns a player's runs of a game that are in play at any node, and the note that lists them.
func (rs *Runs) Of(game, player string) (list []store.Match, from json.RawMessage, err error) {
	ids, from, err := runsInPlay.In(game, player).Read(rs.Context, rs.Store, "")
	for _, id := range ids {
		var rec store.Match
		if rec, err = rs.Store.Match(rs.Context, id); err == nil && rec.Status == store.Live {
			list = append(list, rec)
		} else if err != nil && !errors.Is(err, store.ErrNotFound) {
			break
		}
		err = nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("runs in play: %w", err)
	}
	return list, from, nil
}

// Same reports whether a new run would be the same as one in play.
func (rs *Runs) Same(rec, running store.Match) bool {
	return running.Daily == rec.Daily && rs.SameStart(rec, running.Options)
}

// Note notes a new run before it is shown. It fails with ErrRunning if the same run is in play, and with
// [store.ErrConflict] if the player's runs have changed meanwhile.
func (rs *Runs) Note(rec store.Match) error {
	if !rs.Noted(rec) {
		return nil
	}
	player := rec.Seats[0].Player
	list, from, err := rs.Of(rec.Game, player)
	if err != nil {
		return err
	}
	ids := []string{rec.ID}
	for _, r := range list {
		switch {
		case r.ID == rec.ID:
		case rs.Same(rec, r):
			return ErrRunning
		default:
			ids = append(ids, r.ID)
		}
	}
	if err := runsInPlay.In(rec.Game, player).Replace(rs.Context, rs.Store, "", ids, from); err != nil {
		return err
	}
	return runOfSeed.In(rec.Game).Put(rs.Context, rs.Store, kibo.SeedHash(rec.Seed), rec.ID)
}

// Over removes the note of a run's seed: the run is over.
func (rs *Runs) Over(rec store.Match) {
	if err := runOfSeed.In(rec.Game).Delete(rs.Context, rs.Store, kibo.SeedHash(rec.Seed)); err != nil {
		rs.Log.Error("note that a run is over", "match", rec.ID, "err", err)
	}
}

// InPlay reports whether a seed belongs to a run in play at any node. It returns true if it cannot find
// out.
func (rs *Runs) InPlay(game, seed string) bool {
	if rs.Node == "" {
		return false
	}
	id, ok, err := runOfSeed.In(game).Get(rs.Context, rs.Store, kibo.SeedHash(seed))
	if err == nil && ok {
		var rec store.Match
		if rec, err = rs.Store.Match(rs.Context, id); errors.Is(err, store.ErrNotFound) {
			return false
		}
		ok = rec.Status == store.Live
	}
	if err != nil {
		rs.Log.Error("run of a seed", "game", game, "err", err)
	}
	return ok || err != nil
}

// SameStart reports whether other options begin the same match as rec's. Only the game knows: {} and
// {"mode": 1} can mean the same. The deal of a day is the same under any options, since a player who has
// seen it under some knows it under others. Any other deals are the same if their rules are, whatever the
// cards.
func (rs *Runs) SameStart(rec store.Match, options json.RawMessage) bool {
	if d := games.As[games.Dealer](rs.Games, rec.Game); d != nil {
		mine, _, err := d.RulesOf(rec.Options)
		others, _, err2 := d.RulesOf(options)
		return rec.Daily != "" || err == nil && err2 == nil && bytes.Equal(mine, others)
	}
	first := func(options json.RawMessage) []byte {
		g, err := rs.Games.Game(rec.Game)
		if err != nil {
			return nil
		}
		setup := ledger.Setup(rec)
		setup.Options = options
		pos, err := g.Start(setup)
		if err != nil {
			return nil
		}
		view, err := json.Marshal(pos.View(games.Everything))
		if err != nil {
			return nil
		}
		return view
	}
	a := first(rec.Options)
	return a != nil && bytes.Equal(a, first(options))
}

// Done reports whether a player has finished rec's daily run. It reads the player's matches back to that
// day.
func (rs *Runs) Done(player string, rec store.Match) (bool, error) {
	for m, err := range rs.Records.MatchesOf(rs.Context, player) {
		switch {
		case err != nil:
			return false, fmt.Errorf("matches of the day: %w", err)
		case m.Daily == rec.Daily && m.Game == rec.Game && m.Status == store.Done && rs.SameStart(rec, m.Options):
			return true, nil
		case ledger.Day(m.Created) < rec.Daily:
			return false, nil
		}
	}
	return false, nil
}
