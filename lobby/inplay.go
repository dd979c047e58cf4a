package lobby

import (
	"encoding/json"
	"errors"
	"fmt"

	"arcade/games/kibo"
	"arcade/store"
)

// Which runs are in play is what a node's own tables say, where there is one node. Where
// several share a store it is noted there: a player who goes to another node finds the
// run that was begun, and nobody tries out its deal meanwhile. Both are looked up with the
// match itself, so that a note which is left over says nothing.

// runsSpace has a player's runs of a game under runsKey; seedsSpace has the run that was
// dealt from a seed, under the seed's hash.
func runsSpace(game, player string) string { return game + "/runs/" + player }
func seedsSpace(game string) string        { return game + "/live" }

const runsKey = "live"

// errRunning: such a run of the player's is in play.
var errRunning = errors.New("such a run is in play")

// noted tells that a match is a run that is to be noted.
func (l *Lobby) noted(rec store.Match) bool {
	return l.cfg.Node != "" && len(rec.Seats) == 1 && !rec.Seeded && rec.Seats[0].Player != ""
}

// runsOf are a player's runs of a game that are in play, on whichever node, and the note
// that says so.
func (l *Lobby) runsOf(game, player string) (list []store.Match, from json.RawMessage, err error) {
	from, err = l.cfg.Store.Note(runsSpace(game, player), runsKey)
	if errors.Is(err, store.ErrNotFound) {
		return nil, store.Absent, nil
	}
	var ids []string
	if err == nil {
		err = json.Unmarshal(from, &ids)
	}
	for _, id := range ids {
		var rec store.Match
		if rec, err = l.cfg.Store.Match(id); err == nil && rec.Status == store.Live {
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

// sameRun tells that a run in play stands for the one that would begin.
func (l *Lobby) sameRun(rec, running store.Match) bool {
	return running.Daily == rec.Daily && l.sameStart(rec, running.Options)
}

// noteRun notes a run that nobody has seen yet; errRunning where another one stands for
// it, [store.ErrConflict] where the player's runs have changed meanwhile.
func (l *Lobby) noteRun(rec store.Match) error {
	if !l.noted(rec) {
		return nil
	}
	player := rec.Seats[0].Player
	list, from, err := l.runsOf(rec.Game, player)
	if err != nil {
		return err
	}
	ids := []string{rec.ID}
	for _, r := range list {
		switch {
		case r.ID == rec.ID:
		case l.sameRun(rec, r):
			return errRunning
		default:
			ids = append(ids, r.ID)
		}
	}
	raw, err := json.Marshal(ids)
	if err != nil {
		return err
	}
	if err := l.cfg.Store.PutNotes(runsSpace(rec.Game, player), store.Note{Key: runsKey, Value: raw, From: from}); err != nil {
		return err
	}
	return store.WriteNote(l.cfg.Store, seedsSpace(rec.Game), kibo.SeedHash(rec.Seed), rec.ID)
}

// seedOver takes away the note of the seed of a run that is noted: the run is over.
func (l *Lobby) seedOver(rec store.Match) {
	if err := l.cfg.Store.PutNotes(seedsSpace(rec.Game), store.Note{Key: kibo.SeedHash(rec.Seed)}); err != nil {
		l.log.Error("note that a run is over", "match", rec.ID, "err", err)
	}
}

// secretElsewhere tells that a seed is that of a run in play at any node; also where that
// cannot be found out.
func (l *Lobby) secretElsewhere(game, seed string) bool {
	if l.cfg.Node == "" {
		return false
	}
	var id string
	ok, err := store.ReadNote(l.cfg.Store, seedsSpace(game), kibo.SeedHash(seed), &id)
	if err == nil && ok {
		var rec store.Match
		if rec, err = l.cfg.Store.Match(id); errors.Is(err, store.ErrNotFound) {
			return false
		}
		ok = rec.Status == store.Live
	}
	if err != nil {
		l.log.Error("run of a seed", "game", game, "err", err)
	}
	return ok || err != nil
}
