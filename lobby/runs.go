package lobby

import (
	"context"
	"fmt"
	"slices"

	"arcade/games"
	"arcade/lobby/ledger"
	"arcade/lobby/turns"
	"arcade/store"
)

// RunLines writes a player's finished matches of a game, latest first, in one of the
// formats that the game has for a line each, made anew from their logs. client and
// platform are the program and where it ran. It goes at the pace of the work in ctx. The seed of a deal of the day is left out
// while its day lasts. ErrNoFormat; the error of write ends it.
func (l *Lobby) RunLines(ctx context.Context, player, game, format, client, platform string, write func(line string) error) error {
	g, err := l.cfg.Games.Game(game)
	if err != nil {
		return err
	}
	lines, ok := g.(games.LineWriter)
	if !ok || !slices.Contains(lines.LineFormats(), format) {
		return fmt.Errorf("%w: %.20q", ErrNoFormat, format)
	}
	for rec, err := range l.matchesOf(player) {
		if err == nil {
			err = turns.Pace(ctx)
		}
		if err != nil {
			return err
		}
		if rec.Game != game || rec.Status != store.Done {
			continue
		}
		run, err := l.runOf(ctx, rec, player)
		if err != nil {
			return err
		}
		line, err := lines.Line(format, run, client, platform, dayLasts(rec.Daily))
		if err != nil {
			return fmt.Errorf("match %s: %w", rec.ID, err)
		}
		if err := write(line); err != nil {
			return err
		}
	}
	return nil
}

// runOf is a finished match of the store from a player's side.
func (l *Lobby) runOf(ctx context.Context, rec store.Match, player string) (games.Run, error) {
	m, err := ledger.Load(ctx, l.cfg.Store, l.cfg.Games, rec)
	if err != nil {
		return games.Run{}, err
	}
	if m.Result() == nil {
		return games.Run{}, fmt.Errorf("match %s: %w", rec.ID, ErrBroken)
	}
	return ledger.Run(rec, m, seatOf(rec, player)), nil
}
