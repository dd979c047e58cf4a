package lobby

import (
	"context"
	"errors"
	"slices"

	"arcade/games"
	"arcade/lobby/deals"
	"arcade/lobby/ledger"
	"arcade/lobby/turns"
	"arcade/store"
)

// host is the lobby as the packages below it know it: [deals.House] and [analysis.House].
type host struct{ l *Lobby }

func (h host) Secret(game, seed string) bool {
	g, err := h.l.cfg.Games.Game(game)
	if err != nil || seed == "" {
		return false
	}
	today, err := ledger.DaySeed(h.l.secret, g, h.l.Today(), nil) // a deal has no variants
	return err == nil && seed == today || slices.ContainsFunc(h.l.summaries(), func(s *Summary) bool {
		return s.Status == store.Live && s.Game == game && !s.Seeded && len(s.Seats) == 1 && s.seed == seed
	}) || h.l.secretElsewhere(game, seed)
}

func (h host) NewSeed(g games.Seeder) string { return g.RandomSeed(h.l.random()) }

func (h host) NoteMatch(space, match string, v any) error {
	h.l.naming.RLock()
	defer h.l.naming.RUnlock()
	if _, err := h.l.cfg.Store.Match(match); errors.Is(err, store.ErrNotFound) {
		return nil
	} else if err != nil {
		return err
	}
	return store.WriteNote(h.l.cfg.Store, space, match, v)
}

func (h host) Changed()                 { h.l.touch(Sight{News: Deals}) }
func (h host) Nudge(player string)      { h.l.nudge(player) }
func (h host) Stocks() bool             { return h.l.cfg.Nodes == nil || h.l.stocks.Load() }
func (h host) Closed() <-chan struct{}  { return h.l.ctx.Done() }
func (h host) Context() context.Context { return h.l.ctx }

// Deals are what is known of the deals of games alone, for everybody.
func (l *Lobby) Deals() *deals.Service { return l.deals }

// Favour keeps a deal among the visitor's favourites (on) or takes it off them.
// ErrGuestRecord, deals.ErrNoDeal, deals.ErrFull.
func (v *Visit) Favour(game, id string, on bool) error {
	l, me := v.l, v.Me()
	if me.Guest {
		return ErrGuestRecord
	}
	l.naming.RLock()
	defer l.naming.RUnlock()
	if err := v.Over(); err != nil {
		return err
	}
	return l.deals.Favour(me.ID, game, id, on)
}

// Favourites lists the visitor's favourites of a game, latest first; a guest has none.
func (v *Visit) Favourites(game string) ([]deals.Favourite, error) {
	me := v.Me()
	if me.Guest {
		return nil, nil
	}
	return v.l.deals.Favourites(me.ID, game)
}

// Ghost is the best try of the deal of a match in which viewer has the seat; see
// [deals.Service.Ghost]. deals.ErrNoGhost, ErrNoTable, ErrNotSeated.
func (l *Lobby) Ghost(ctx context.Context, viewer, matchID string, whose deals.Whose) (g deals.Ghost, err error) {
	rec, err := l.cfg.Store.Match(NormalID(matchID))
	if errors.Is(err, store.ErrNotFound) {
		return deals.Ghost{}, ErrNoTable
	} else if err != nil {
		return deals.Ghost{}, err
	}
	if seatOf(rec, viewer) == games.Nobody {
		return deals.Ghost{}, ErrNotSeated
	}
	err = l.turns.Do(ctx, turns.Screen, func(ctx context.Context) error {
		g, err = l.deals.Ghost(ctx, rec, viewer, whose)
		return err
	})
	return g, err
}

// LastWinnable is [deals.Service.LastWinnable] for who may see the match. ErrNoTable,
// ErrPrivate, ErrHidden (also while it is in play), games.ErrNotAllowed.
func (l *Lobby) LastWinnable(viewer, matchID string) (ply int, status games.SolveStatus, err error) {
	rec, err := l.visible(viewer, matchID)
	if err == nil && rec.Status != store.Done {
		err = ErrHidden
	}
	if err != nil {
		return -1, "", err
	}
	return l.deals.LastWinnable(rec)
}

// Verdict is what is known of the deal of a finished match, for who may see that.
// deals.ErrNoDeal, ErrNoTable, ErrPrivate, ErrHidden (also while it is in play).
func (l *Lobby) Verdict(viewer, matchID string) (deals.Verdict, error) {
	rec, err := l.visible(viewer, matchID)
	if err == nil && rec.Status != store.Done {
		err = ErrHidden
	}
	if err != nil {
		return deals.Verdict{}, err
	}
	info, err := l.deals.Of(rec)
	return info.Verdict, err
}
