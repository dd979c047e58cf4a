package lobby

import (
	"arcade/games"
	"arcade/lobby/ledger"
)

// Drain lets nobody in and begins nothing new (ErrClosing) from now on, while what
// is under way goes on until Close. Nobody loses by the clock meanwhile, and no
// match or seat is taken down because somebody is away: the restart gives the
// time back.
func (l *Lobby) Drain() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.draining = true
}

// Draining tells that Drain or Close has been called.
func (l *Lobby) Draining() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.draining
}

// coast is tick while the lobby drains: of all that the table does by itself only
// forced actions are left. The lock is held.
func (t *table) coast(now int64) {
	if !t.live() || ledger.ByClient(t.rec) {
		return
	}
	a, ok := t.m.Forced()
	switch {
	case !ok:
	case now < t.forcedAt():
		t.wakeAt(t.forcedAt(), now)
	default:
		t.try(games.Entry{Kind: games.Act, Seat: t.m.ToAct(), Action: a, At: now})
		t.changed()
	}
}
