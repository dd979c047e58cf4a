package records

import (
	"context"
	"errors"
	"iter"
	"slices"

	"arcade/games"
	"arcade/lobby/clock"
	"arcade/lobby/ledger"
	"arcade/lobby/names"
	"arcade/lobby/table"
	"arcade/store"
)

// Matches lists a player's matches, open, live and done, newest first, n at a time; after is the last id
// of the previous page.
func (rs *Records) Matches(ctx context.Context, player, after string, n int) ([]store.Match, error) {
	list, err := rs.cfg.Store.Matches(ctx, player, after, n)
	return rs.veiledAll(list), err
}

// MatchPage is the number of matches read at a time.
const MatchPage = 50

// MatchesOf walks a player's matches, newest first, a page at a time. Open seats may close between two
// pages; then it goes on from the match before.
func (rs *Records) MatchesOf(ctx context.Context, player string) iter.Seq2[store.Match, error] {
	return func(yield func(store.Match, error) bool) {
		var page []store.Match
		for {
			after := ""
			if len(page) > 0 {
				after = page[len(page)-1].ID
			}
			list, err := rs.cfg.Store.Matches(ctx, player, after, MatchPage)
			if errors.Is(err, store.ErrNotFound) && len(page) > 1 {
				page = page[:len(page)-1]
				continue
			}
			if err != nil {
				yield(store.Match{}, err)
				return
			}
			for _, m := range list {
				if !yield(m, nil) {
					return
				}
			}
			if len(list) < MatchPage {
				return
			}
			page = list
		}
	}
}

// Recent lists finished public matches of a game ("" for all games), newest first, among the last n,
// without aborted ones.
func (rs *Records) Recent(ctx context.Context, game string, n int) ([]store.Match, error) {
	list, err := rs.cfg.Store.Recent(ctx, game, n)
	list = slices.DeleteFunc(list, func(m store.Match) bool { return m.Reason == games.Aborted })
	return rs.veiledAll(list), err
}

// Visible returns a match if viewer (a player's or guest's id, "" for a stranger) may see all of it. Only
// its players see a private or open match, and a daily run while its day lasts. Nobody sees a match in
// play whose game hides something. ErrNoTable, ErrPrivate, ErrHidden.
func (rs *Records) Visible(ctx context.Context, viewer, id string) (store.Match, error) {
	rec, err := rs.cfg.Store.Match(ctx, names.Normal(id))
	if errors.Is(err, store.ErrNotFound) {
		return rec, table.ErrNoTable
	} else if err != nil {
		return rec, err
	}
	if (rec.Private || rec.Status == store.Open) && ledger.SeatOf(rec, viewer) == games.Nobody {
		return rec, table.ErrPrivate
	}
	g, err := rs.cfg.Games.Game(rec.Game)
	if err != nil {
		return rec, err
	}
	if rec.Status != store.Done && g.Info().Hidden || ledger.DayLasts(rec.Daily, clock.MS()) && ledger.SeatOf(rec, viewer) == games.Nobody {
		return rec, table.ErrHidden
	}
	return rec, nil
}

// NextOf returns the rematch of a match, "" if there is none among its players' latest matches.
func (rs *Records) NextOf(ctx context.Context, rec store.Match) string {
	for _, s := range rec.Seats {
		list, err := rs.cfg.Store.Matches(ctx, s.Player, "", 20)
		if err != nil {
			store.Report(rs.cfg.Log, "next match", err, "match", rec.ID)
		}
		for _, next := range list {
			if next.Previous == rec.ID {
				return next.ID
			}
		}
	}
	return ""
}
