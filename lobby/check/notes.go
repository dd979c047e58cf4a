package check

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"arcade/games"
	"arcade/lobby/deals"
	"arcade/lobby/ledger"
	"arcade/lobby/replies"
	"arcade/lobby/streak"
	"arcade/store"
	"arcade/store/notes"
)

// deal reads the note of a deal. It returns false if there is none that can be read.
func (c *check) deal(ctx context.Context, game, id string) (n deals.Note, ok bool, err error) {
	raw, err := c.a.Note(ctx, deals.Known.In(game).Name, id)
	if errors.Is(err, store.ErrNotFound) {
		return n, false, nil
	}
	return n, err == nil && games.DecodeStrict(raw, &n) == nil, err
}

// notes checks the notes: each must be readable, those of deals must fit the deal of their own seed, and those
// that name deals or matches must name existing ones.
func (c *check) notes(ctx context.Context) error {
	err := c.a.EachNote(func(space, key string, value json.RawMessage) error {
		c.count.Notes++
		if c.arenaNote(space, key, value) || c.puzzles.Note(space, key, value) {
			return nil
		}
		kind := notes.Find(space, key)
		if kind == nil {
			return nil
		}
		args, _ := kind.Match(space, key)
		switch kind {
		case streak.Days.Info:
			return c.dayNote(ctx, args[0], key, value)
		case replies.Prepared.Info:
			return c.repliesNote(ctx, args[0], key, value)
		}
		if err := kind.Check(value); err != nil {
			c.found("note", space+"/"+key, "damaged: %v", err)
			return nil
		}
		return c.ofDeals(ctx, kind, args, space+"/"+key, value)
	})
	for _, at := range slices.SortedFunc(maps.Keys(c.books.days), func(a, b dayRow) int { return cmp.Compare(a.String(), b.String()) }) {
		c.found("day", at.String(), "the store does not have it, match %s keeps it", c.books.days[at])
	}
	return err
}

// ofDeals compares a note about deals with the deal or the match that it names; other kinds have no such name.
func (c *check) ofDeals(ctx context.Context, kind *notes.Info, args []string, id string, value json.RawMessage) error {
	switch kind {
	case deals.Known.Info:
		if d := games.As[games.Dealer](c.cfg.Games, args[0]); d != nil {
			return c.dealNote(d, args[0], args[1], id, value)
		}
	case deals.Stock.Info:
		n, ok, err := c.deal(ctx, args[0], args[3])
		if err != nil {
			return err
		}
		if s := n.Under(args[1]); !ok || s == nil || s.Status != games.Solvable || s.Grade != args[2] {
			c.found("note", id, "there is no such deal of this grade")
		}
	case deals.Kept.Info, deals.Imported.Info:
		if _, ok, err := c.deal(ctx, args[0], args[2]); err != nil {
			return err
		} else if !ok {
			c.found("note", id, "there is no such deal")
		}
	case deals.Last.Info:
		m, err := c.a.Match(ctx, args[1])
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		if err != nil || m.Status != store.Done || m.Game != args[0] {
			c.found("note", id, "there is no such finished match")
		}
	}
	return nil
}

// dayNote checks a day of a player's streak, and removes it from the books.
func (c *check) dayNote(ctx context.Context, player, day string, value json.RawMessage) error {
	at := dayRow{player, day}
	want, counted := c.books.days[at]
	delete(c.books.days, at)
	var done streak.Done
	if err := games.DecodeStrict(value, &done); err != nil {
		c.found("day", at.String(), "damaged: %v", err)
		return nil
	}
	if done.Puzzle != "" && done.Match == "" || counted && done.Match == want {
		return nil
	}
	rec, err := c.a.Match(ctx, done.Match)
	switch {
	case err != nil && !errors.Is(err, store.ErrNotFound):
		return err
	case err == nil && c.books.spoiled[standing{rec.Game, player}]: // the days of spoiled matches are unknown
	case counted:
		c.found("day", at.String(), "the store has match %q, the matches give %s", done.Match, want)
	default:
		c.found("day", at.String(), "the store has match %q, which keeps no such day", done.Match)
	}
	return nil
}

// dealsIt reports whether a seed deals a deal by itself, without the cards that options may hold.
func dealsIt(d games.Dealer, game, seed, id string, options json.RawMessage) bool {
	rules, _, err := d.RulesOf(options)
	if err != nil {
		return false
	}
	deal, err := d.Deal(games.Setup{Game: game, Seed: seed, Options: rules})
	return err == nil && deal.ID == id
}

func (c *check) dealNote(d games.Dealer, game, key, id string, value json.RawMessage) error {
	var n deals.Note
	if err := games.DecodeStrict(value, &n); err != nil {
		c.found("note", id, "damaged: %v", err)
		return nil
	}
	if g, err := c.cfg.Games.Game(game); err != nil {
		return err
	} else if n.Daily != "" && !ledger.IsDaySeed(c.secret, g, n.Daily, n.Seed, nil) {
		c.found("note", id, "its seed is not that of %s", n.Daily)
	}
	for _, s := range n.Sets {
		deal, err := d.Deal(games.Setup{Game: game, Seed: n.Seed, Options: s.Options})
		switch {
		case err != nil:
			c.found("note", id, "rules %s: %v", s.Rules, err)
		case deal.ID != key || deal.Rules != s.Rules:
			c.found("note", id, "its seed and options are the deal %s, rules %s, not rules %s", deal.ID, deal.Rules, s.Rules)
		case n.Seed != "" && !dealsIt(d, game, n.Seed, key, s.Options):
			c.found("note", id, "its seed does not deal it")
		}
	}
	return nil
}
