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
)

// Which runs are in play is what a node's own tables say, where there is one node. Where
// several share a store it is noted there: a player who goes to another node finds the
// run that was begun, and nobody tries out its deal meanwhile. Both are looked up with the
// match itself, so that a note which is left over says nothing.

// Space has a player's runs of a game under runsKey; seedsSpace has the run that was
// dealt from a seed, under the seed's hash.
func Space(game, player string) string { return game + "/runs/" + player }
func seedsSpace(game string) string    { return game + "/live" }

const runsKey = "live"

// Noted reports whether a match is a run that is to be noted.
func (rs *Runs) Noted(rec store.Match) bool {
	return rs.Node != "" && len(rec.Seats) == 1 && !rec.Seeded && rec.Seats[0].Player != ""
}

// Of are a player's runs of a game that are in play, on whichever node, and the note
// that says so.
func (rs *Runs) Of(game, player string) (list []store.Match, from json.RawMessage, err error) {
	from, err = rs.Store.Note(Space(game, player), runsKey)
	if errors.Is(err, store.ErrNotFound) {
		return nil, store.Absent, nil
	}
	var ids []string
	if err == nil {
		err = json.Unmarshal(from, &ids)
	}
	for _, id := range ids {
		var rec store.Match
		if rec, err = rs.Store.Match(id); err == nil && rec.Status == store.Live {
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

// Same reports whether a run in play stands for the one that would begin.
func (rs *Runs) Same(rec, running store.Match) bool {
	return running.Daily == rec.Daily && rs.SameStart(rec, running.Options)
}

// Note notes a run that nobody has seen yet; ErrRunning where another one stands for
// it, [store.ErrConflict] where the player's runs have changed meanwhile.
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
	raw, err := json.Marshal(ids)
	if err != nil {
		return err
	}
	if err := rs.Store.PutNotes(Space(rec.Game, player), store.Note{Key: runsKey, Value: raw, From: from}); err != nil {
		return err
	}
	return store.WriteNote(rs.Store, seedsSpace(rec.Game), kibo.SeedHash(rec.Seed), rec.ID)
}

// Over takes away the note of the seed of a run that is noted: the run is over.
func (rs *Runs) Over(rec store.Match) {
	if err := rs.Store.PutNotes(seedsSpace(rec.Game), store.Note{Key: kibo.SeedHash(rec.Seed)}); err != nil {
		rs.Log.Error("note that a run is over", "match", rec.ID, "err", err)
	}
}

// InPlay reports whether a seed belongs to a run in play at any node. It returns true if that
// cannot be found out.
func (rs *Runs) InPlay(game, seed string) bool {
	if rs.Node == "" {
		return false
	}
	var id string
	ok, err := store.ReadNote(rs.Store, seedsSpace(game), kibo.SeedHash(seed), &id)
	if err == nil && ok {
		var rec store.Match
		if rec, err = rs.Store.Match(id); errors.Is(err, store.ErrNotFound) {
			return false
		}
		ok = rec.Status == store.Live
	}
	if err != nil {
		rs.Log.Error("run of a seed", "game", game, "err", err)
	}
	return ok || err != nil
}

// SameStart reports whether other options begin the same match as rec's: {} and
// {"mode": 1} can be the same to a game, and only the game knows. The deal of the day
// is the same under any options: who has seen it under some would know it under
// others. Else the rules decide, whatever each is dealt.
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

// Done reports whether a player has finished rec's daily run. It reads the
// player's matches of the day.
func (rs *Runs) Done(player string, rec store.Match) (bool, error) {
	for m, err := range rs.Records.MatchesOf(player) {
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
