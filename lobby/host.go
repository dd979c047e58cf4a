package lobby

import (
	"errors"

	"arcade/games"
	"arcade/lobby/deals"
	"arcade/lobby/ledger"
	"arcade/store"
)

// host is the lobby as the packages below it know it: [deals.House] and [analysis.House].
type host struct{ l *Lobby }

func (h host) Secret(game, seed string) bool {
	secret, _ := h.l.secretSeed(game, seed)
	return secret
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

func (h host) Changed()                { h.l.touch(Sight{News: Deals}) }
func (h host) Nudge(player string)     { h.l.nudge(player) }
func (h host) Closed() <-chan struct{} { return h.l.stop }

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
func (l *Lobby) Ghost(viewer, matchID string, whose deals.Whose) (deals.Ghost, error) {
	rec, err := l.cfg.Store.Match(NormalID(matchID))
	if errors.Is(err, store.ErrNotFound) {
		return deals.Ghost{}, ErrNoTable
	} else if err != nil {
		return deals.Ghost{}, err
	}
	if seatOf(rec, viewer) == games.Nobody {
		return deals.Ghost{}, ErrNotSeated
	}
	return l.deals.Ghost(rec, viewer, whose)
}

// Verdict is what is known of the deal of a match that viewer may watch, which tells
// nothing of the deal's ID. deals.ErrNoDeal, ErrNoTable, ErrPrivate, ErrHidden.
func (l *Lobby) Verdict(viewer, matchID string) (deals.Verdict, error) {
	rec, err := l.cfg.Store.Match(NormalID(matchID))
	if errors.Is(err, store.ErrNotFound) {
		err = ErrNoTable
	} else if err == nil {
		err = mayWatch(rec, seatOf(rec, viewer))
	}
	if err != nil {
		return deals.Verdict{}, err
	}
	return l.deals.Of(rec)
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

// secretSeed tells that a seed is not to be known yet: it is the day's, or that of a
// ranked run in play, which run gives.
func (l *Lobby) secretSeed(game, seed string) (secret bool, run *Summary) {
	g, err := l.cfg.Games.Game(game)
	if err != nil || seed == "" {
		return false, nil
	}
	if seed == ledger.DaySeed(l.secret, g, l.Today()) {
		return true, nil
	}
	for _, s := range l.summaries() {
		if s.Status == store.Live && s.Game == game && s.daily == "" && !s.seeded && len(s.Seats) == 1 && s.seed == seed {
			return true, s
		}
	}
	return false, nil
}
