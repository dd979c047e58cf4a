package check

import (
	"context"
	"encoding/json"
	"errors"

	"arcade/games"
	"arcade/lobby/ledger"
	"arcade/lobby/replies"
	"arcade/store"
)

// left checks the note of a player's places at the end of the last visit.
func (c *check) left(p store.Player) {
	if p.Left == nil {
		return
	}
	if p.Left.At <= 0 {
		c.found("player", p.ID, "the last visit ended at %d", p.Left.At)
	}
	for game, r := range p.Left.Ranks {
		if _, err := c.cfg.Games.Game(game); err != nil || r.Place < 1 {
			c.found("player", p.ID, "place %d in %q at the end of the last visit", r.Place, game)
		}
	}
}

// again checks an open seat that asks for another match: its players must have played the match before.
func (c *check) again(ctx context.Context, rec store.Match) error {
	if rec.Previous == "" {
		return nil
	}
	old, err := c.a.Match(ctx, rec.Previous)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	played := err == nil && old.Status == store.Done && old.Game == rec.Game && old.SeatOf(rec.Invited) >= 0
	for _, s := range rec.Seats {
		played = played && (s.Empty() || old.SeatOf(s.Player) >= 0)
	}
	if !played {
		c.found("match", rec.ID, "it asks for another match after %s, which its players have not played", rec.Previous)
	}
	return nil
}

// repliesNote checks that the replies of a player can be played in the match. Replies may be left over
// from a match that has ended, or for moves that were taken back.
func (c *check) repliesNote(ctx context.Context, player, match string, value json.RawMessage) error {
	id := replies.Prepared.In(player).Name + "/" + match
	var l replies.Lines
	if err := games.DecodeStrict(value, &l); err != nil {
		c.found("replies", id, "damaged: %v", err)
		return nil
	}
	rec, err := c.a.Match(ctx, match)
	if errors.Is(err, store.ErrNotFound) || err == nil && rec.SeatOf(player) < 0 {
		c.found("replies", id, "the player has no such match")
		return nil
	} else if err != nil || rec.Status != store.Live {
		return err
	}
	m, err := ledger.Load(ctx, c.a, c.cfg.Games, rec)
	if err != nil {
		return nil // reported with the match
	}
	if plies := m.Plies(); l.Fits(plies) {
		if err := l.Check(m.Game, m.Setup, games.Seat(rec.SeatOf(player)), plies); err != nil {
			c.found("replies", id, "%v", err)
		}
	}
	return nil
}
