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

// asker is for whom a bot thinks: who has a seat in its match, or else the match.
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

// Asker is the visitor as one who asks for work.
func (v *Participant) Asker() turns.Asker { return askerOf(v.Presence) }

func askerOf(p *directory.Presence) turns.Asker {
	return turns.Asker{From: p.Identity.From, Key: p.Identity.Fingerprint}
}

// Work does what a screen has to reckon, at a place where that is done; f goes at the
// pace of the work in its context.
func (l *Hall) Work(ctx context.Context, f func(context.Context) error) error {
	return l.turns.Do(ctx, turns.Screen, f)
}

// Limit bounds the thinking about the position that the table has now, with at entries: by
// the clock, and until the match has moved on. The lock is held.
func (t *Room) Limit(seat games.Seat, at int) games.Limit {
	return thinking.Limit(t.M, seat, t.Now(), func() bool { return t.length.Load() != int64(at) || t.l.tasks.Closing() })
}

// Choose has a bot choose at a length of the log for a program; "" where the match has moved on.
// However often a program asks, the bot thinks once about a position. The lock is not held.
func (t *Room) Choose(at int, choose func() games.Action) games.Action {
	t.asked.Lock()
	defer t.asked.Unlock()
	if t.length.Load() != int64(at) {
		return ""
	}
	return choose()
}
