package lobby

import (
	"context"
	"errors"
	"io"

	"arcade/games/kibo"
	"arcade/lobby/clock"
	"arcade/lobby/export"
	"arcade/store"
)

// ExportPlayer writes all that the arcade holds of the player of a key, as
// [export.Write] does. There is one export of a player at a time. ErrGuestKey,
// ErrNoPlayer, ErrTooFast.
func (l *Lobby) ExportPlayer(ctx context.Context, w io.Writer, fingerprint string) error {
	p, err := l.owner(fingerprint)
	if err != nil {
		return err
	}
	if !l.beginExport(p.ID) {
		return ErrTooFast
	}
	defer l.endExport(p.ID)
	from := export.From{
		Store: l.cfg.Store, Games: l.cfg.Games, Deals: l.deals, Player: p, Made: clock.MS(), Matches: l.MatchesOf(p.ID),
		Log: func(match string) (*kibo.File, error) {
			f, err := l.Kibo(p.ID, match)
			switch {
			case errors.Is(err, ErrHidden):
				return nil, nil
			case errors.Is(err, ErrNoTable):
				return nil, store.ErrNotFound
			}
			return &f, err
		},
	}
	for _, e := range l.elsewhere {
		from.Elsewhere = append(from.Elsewhere, e.Export)
	}
	for _, k := range KeysOf(p) {
		from.Keys = append(from.Keys, export.Key{Key: k.Fingerprint, Added: k.Added})
	}
	return export.Write(ctx, w, from)
}

// beginExport tells that no export of the player is under way, and that one is now.
func (l *Lobby) beginExport(player string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.exports[player] {
		return false
	}
	l.exports[player] = true
	return true
}

func (l *Lobby) endExport(player string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.exports, player)
}
