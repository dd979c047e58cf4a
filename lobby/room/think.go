package room

import (
	"context"

	"arcade/games"
	"arcade/lobby/directory"
	"arcade/lobby/table"
	"arcade/lobby/thinking"
	"arcade/lobby/turns"
	"arcade/store"
)

// asker returns the payer of a bot's thinking: a visitor with a seat in its match, else the match.
func (l *Hall) asker(rec store.Match) turns.Asker {
	for _, s := range rec.Seats {
		if s.Empty() {
			continue
		}
		if v := l.dir.Visit(table.PersonIn(s).ID); v != nil {
			return askerOf(v)
		}
	}
	return turns.Asker{From: rec.ID}
}

// Asker returns the visitor as the payer of work.
func (v *Participant) Asker() turns.Asker { return askerOf(v.Presence) }

func askerOf(p *directory.Presence) turns.Asker {
	return turns.Asker{From: p.Identity.From, Key: p.Identity.Fingerprint}
}

// Work runs a screen's long work at a place for work. f must yield as its context demands (see
// package turns).
func (l *Hall) Work(ctx context.Context, f func(context.Context) error) error {
	return l.turns.Do(ctx, turns.Screen, f)
}

// Limit bounds a bot's thinking about the present position, after at entries: by the clock, and
// until the match moves on. The lock is held.
func (t *Room) Limit(seat games.Seat, at int) games.Limit {
	return thinking.Limit(t.M, seat, t.Now(), func() bool { return t.length.Load() != int64(at) || t.l.tasks.Closing() })
}

// Choose calls choose for a program's bot at a length of the log; "" if the match has moved on. The
// bot thinks once about a position, however often its program asks. The lock is not held.
func (t *Room) Choose(at int, choose func() games.Action) games.Action {
	t.asked.Lock()
	defer t.asked.Unlock()
	if t.length.Load() != int64(at) {
		return ""
	}
	return choose()
}
