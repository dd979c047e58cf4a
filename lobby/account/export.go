package account

import (
	"context"
	"errors"
	"io"

	"arcade/games/kibo"
	"arcade/lobby/clock"
	"arcade/lobby/export"
	"arcade/lobby/table"
	"arcade/store"
)

// ExportPlayer writes everything that the arcade holds of the player of a key, like [export.Write]. A
// player can have one export at a time. It fails with ErrGuestKey, ErrNoPlayer or ErrTooFast.
func (a *Accounts) ExportPlayer(ctx context.Context, w io.Writer, fingerprint string) error {
	p, err := a.owner(fingerprint)
	if err != nil {
		return err
	}
	if !a.begin(a.exports, p.ID) {
		return table.ErrTooFast
	}
	defer a.end(a.exports, p.ID)
	from := export.From{
		Store: a.cfg.Store, Games: a.cfg.Games, Player: p, Made: clock.MS(), Matches: a.cfg.Records.MatchesOf(ctx, p.ID),
		Log: func(match string) (*kibo.File, error) {
			f, err := a.cfg.Records.Kibo(ctx, p.ID, match)
			switch {
			case errors.Is(err, table.ErrHidden):
				return nil, nil
			case errors.Is(err, table.ErrNoTable):
				return nil, store.ErrNotFound
			}
			return &f, err
		},
	}
	for _, e := range a.elsewhere {
		from.Elsewhere = append(from.Elsewhere, export.Part{Name: e.name, Each: e.Export})
	}
	for _, k := range KeysOf(p) {
		from.Keys = append(from.Keys, export.Key{Key: k.Fingerprint, Added: k.Added})
	}
	return export.Write(ctx, w, from)
}
