package records

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"arcade/games"
	"arcade/games/kibo"
	"arcade/lobby/clock"
	"arcade/lobby/ledger"
	"arcade/store"
)

// Kibo returns a match's log in its export format; ErrNoTable, ErrPrivate, ErrHidden, ErrSecret.
func (rs *Records) Kibo(ctx context.Context, viewer, id string) (kibo.File, error) {
	rec, err := rs.Visible(ctx, viewer, id)
	if err != nil {
		return kibo.File{}, err
	}
	if rec.Status == store.Done && ledger.DayLasts(rec.Daily, clock.MS()) {
		return kibo.File{}, ErrSecret // a finished match without its seed cannot be folded
	}
	entries, err := rs.cfg.Store.Entries(ctx, rec.ID, 0, -1)
	if err != nil {
		return kibo.File{}, err
	}
	f := kibo.File{
		Format: kibo.Format, ID: rec.ID, Game: rec.Game, Rules: rec.Rules,
		SeedHash: kibo.SeedHash(rec.Seed), Options: rec.Options,
		Control: rec.Control, Rated: rec.Rated, Round: rec.Round, Agreed: rec.Agreed, Shared: games.Shared(rec.Shared), Started: rec.Started, Ended: rec.Ended,
	}
	if rec.Status == store.Done {
		f.Seed, f.Result = &rec.Seed, rec.Result
	}
	if ledger.ByClient(rec) { // it may be over
		m, err := ledger.Fold(ctx, rs.cfg.Games, rec, entries)
		if err != nil {
			return kibo.File{}, err
		}
		if m.Over() {
			if f.Result, err = json.Marshal(m.Result()); err != nil {
				return kibo.File{}, err
			}
			f.Seed, f.Ended = &rec.Seed, m.LastAt()
		}
	}
	for _, s := range rec.Seats {
		seat := kibo.Seat{Name: s.Name, Kind: kibo.Player, Bot: s.Remote}
		if rec.Rated {
			seat.Rating = s.Rating
		}
		switch {
		case s.Bot != "":
			seat.Kind = kibo.Bot
		case s.Guest != "":
			seat.Kind = kibo.Guest
		}
		f.Seats = append(f.Seats, seat)
	}
	for _, e := range entries {
		f.Entries = append(f.Entries, ledger.FromStore(e))
	}
	return f, nil
}

// Export writes a replay in one of its game's own formats; ErrNoFormat.
func (rs *Records) Export(r *Replay, place, format string) (string, error) {
	g, err := rs.cfg.Games.Game(r.Match.Game)
	if err != nil {
		return "", err
	}
	e, ok := g.(games.Exporter)
	if !ok || !slices.Contains(e.Formats(), format) {
		return "", fmt.Errorf("%w: %.20q", ErrNoFormat, format)
	}
	control, err := games.ParseControl(r.Match.Control)
	if err != nil {
		return "", err
	}
	rec := games.Record{
		Setup: ledger.Setup(r.Match),
		Place: place, Started: r.Match.Started, Control: control, Plies: r.Plies, Result: r.Result,
	}
	for _, s := range r.Match.Seats {
		rec.Names = append(rec.Names, s.Name)
	}
	return e.Export(format, rec)
}
