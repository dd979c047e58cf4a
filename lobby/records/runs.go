package records

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"arcade/games"
	"arcade/lobby/clock"
	"arcade/lobby/ledger"
	"arcade/lobby/turns"
	"arcade/store"
)

// RunLines writes a player's finished matches of a game, latest first, each as a line in one of the
// game's formats, made from their logs. client and platform are the program and where it ran. It works at
// the pace of the work in ctx. While a day lasts it omits its seed. left counts the runs that it leaves out: those of a day that lasts which
// were not won, and those for which the format has no line. ErrNoFormat; the
// error of write ends it.
func (rs *Records) RunLines(ctx context.Context, player, game, format, client, platform string, write func(line string) error) (left int, err error) {
	g, err := rs.cfg.Games.Game(game)
	if err != nil {
		return 0, err
	}
	lines, ok := g.(games.LineWriter)
	if !ok || !slices.Contains(lines.LineFormats(), format) {
		return 0, fmt.Errorf("%w: %.20q", ErrNoFormat, format)
	}
	for run, err := range rs.Runs(ctx, player, game) {
		if err != nil {
			return left, err
		}
		line, err := lines.Line(format, run.Run, client, platform, ledger.DayLasts(run.Day, clock.MS()))
		switch {
		case run.Hidden, errors.Is(err, games.ErrNoLine): // a line would name the hidden deal by a hash of its cards
			left++
			continue
		case err != nil:
			return left, fmt.Errorf("match %s: %w", run.Run.Match, err)
		}
		if err := write(line); err != nil {
			return left, err
		}
	}
	return left, nil
}

// Run is a finished match from a player's side; Day is the day of a daily run, "" for other runs. Hidden is
// [ledger.DealHidden].
type Run struct {
	games.Run
	Day    string
	Hidden bool
}

// Runs walks a player's finished matches of a game, latest first, read from their logs. A match that
// cannot be read gives an error, and the walk goes on.
func (rs *Records) Runs(ctx context.Context, player, game string) iter.Seq2[Run, error] {
	return func(yield func(Run, error) bool) {
		for rec, err := range rs.MatchesOf(ctx, player) {
			run := Run{Day: rec.Daily}
			if err == nil {
				err = turns.Pace(ctx)
			}
			if err == nil {
				if rec.Game != game || rec.Status != store.Done {
					continue
				}
				run.Run, err = rs.runOf(ctx, rec, player)
				run.Hidden = ledger.DealHidden(rec, clock.MS())
			}
			if !yield(run, err) || ctx.Err() != nil {
				return
			}
		}
	}
}

// runOf returns a finished match of the store from a player's side.
func (rs *Records) runOf(ctx context.Context, rec store.Match, player string) (games.Run, error) {
	m, err := ledger.Load(ctx, rs.cfg.Store, rs.cfg.Games, rec)
	if err != nil {
		return games.Run{}, err
	}
	if m.Result() == nil {
		return games.Run{}, fmt.Errorf("match %s has ended, but its log has no end", rec.ID)
	}
	return ledger.Run(rec, m, ledger.SeatOf(rec, player)), nil
}
