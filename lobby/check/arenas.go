package check

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"arcade/games"
	"arcade/lobby/arenas"
	"arcade/store"
)

// arenaLogs has the arenas whose notes have been read so far.
type arenaLogs struct {
	terms map[string]arenas.Terms
	logs  map[string][]arenas.Entry
	bad   map[string]bool
}

// arenaNote reads a note of an arena. It returns false for any other note.
func (c *check) arenaNote(space, key string, value json.RawMessage) bool {
	log, isLog := arenas.Logs.Match(space, key)
	a := &c.arenas
	switch {
	case space == arenas.AllTerms.Space:
		var t arenas.Terms
		if err := games.DecodeStrict(value, &t); err != nil || t.ID != key {
			c.found("arena", key, "its terms are damaged: %v", err)
			return true
		}
		if a.terms == nil {
			a.terms = map[string]arenas.Terms{}
		}
		a.terms[key] = t
	case isLog:
		if a.logs == nil {
			a.logs, a.bad = map[string][]arenas.Entry{}, map[string]bool{}
		}
		var e arenas.Entry
		id := log[0]
		err := games.DecodeStrict(value, &e)
		if err == nil && key != fmt.Sprintf("%08d", len(a.logs[id])) {
			err = errors.New("it is not the next one")
		}
		if err != nil && !a.bad[id] {
			a.bad[id] = true
			c.found("arena", id, "entry %s: %v", key, err)
		}
		a.logs[id] = append(a.logs[id], e)
	default:
		return false
	}
	return true
}

// checkArenas folds the logs of the arenas, and compares their results with their matches.
func (c *check) checkArenas(ctx context.Context) error {
	for id := range c.arenas.logs {
		if _, known := c.arenas.terms[id]; !known {
			c.found("arena", id, "its log is there, and its terms are not")
		}
	}
	for id, t := range c.arenas.terms {
		log := c.arenas.logs[id]
		if c.arenas.bad[id] {
			continue
		}
		if _, err := arenas.Fold(t, log); err != nil {
			c.found("arena", id, "it does not fold: %v", err)
			continue
		}
		seats := map[string][]string{}
		for _, e := range log {
			switch e.Kind {
			case arenas.Pair:
				seats[e.Match] = e.Seats
			case arenas.End:
				if err := c.arenaMatch(ctx, id, e, seats[e.Match]); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// arenaMatch compares the result of a match in an arena's log with its record. The record of a match of
// guests is not stored.
func (c *check) arenaMatch(ctx context.Context, id string, e arenas.Entry, seats []string) error {
	m, err := c.a.Match(ctx, e.Match)
	if errors.Is(err, store.ErrNotFound) {
		for _, who := range seats {
			if _, player := c.players[who]; player {
				c.found("arena", id, "match %s of a player is not there", e.Match)
			}
		}
		return nil
	}
	if err != nil {
		return err
	}
	if m.Arena != id || m.Status != store.Done || m.Winner != e.Winner || m.Reason != e.Reason || m.Plies != e.Plies {
		c.found("arena", id, "match %s has another result", e.Match)
	}
	for i, s := range m.Seats {
		if s.Player != "" && s.Player != seats[i] {
			c.found("arena", id, "match %s has other players", e.Match)
		}
	}
	return nil
}
