package room

import (
	"context"
	"slices"

	"arcade/games"
	"arcade/lobby/config"
	"arcade/lobby/ledger"
	"arcade/lobby/replies"
	"arcade/lobby/table"
	"arcade/store"
)

// Replies returns the visitor's prepared lines in a match.
func (v *Participant) Replies(id string) (l replies.Lines, err error) {
	l, _, err = replies.Prepared.In(v.Me().ID).Get(v.tables.Tasks.Work(), v.tables.Config.Store, id)
	return l, err
}

// SetReplies prepares lines for the opponent's turn in a match over days. l.Ply is the ply at which the
// visitor entered them; no lines take them back. It returns ErrStale if the match has moved on,
// replies.ErrBad if a line cannot be played.
func (v *Participant) SetReplies(ctx context.Context, id string, l replies.Lines) error {
	s, me := v.tables.Config.Store, v.Me()
	rec, err := s.Match(ctx, id)
	if err != nil {
		return err
	}
	seat := ledger.SeatOf(rec, me.ID)
	m, err := ledger.Load(ctx, s, v.tables.Config.Games, rec)
	switch {
	case err != nil:
		return err
	case seat == games.Nobody || me.Guest:
		return table.ErrNotSeated
	case rec.Status != store.Live || !m.Terms.Control.Correspondence() || m.Game.Info().Hidden:
		return games.ErrNotAllowed
	case len(m.Plies()) != l.Ply:
		return table.ErrStale
	}
	if err := l.Check(m.Game, m.Setup, seat, m.Plies()); err != nil {
		return err
	}
	if err := v.storeReplies(ctx, id, l.After(m.Plies())); err != nil || len(l.Lines) == 0 {
		return err
	}
	if t, err := v.tables.Room(id); err == nil { // the opponent may have moved meanwhile
		t.Mu.Lock()
		defer t.Mu.Unlock()
		t.playPrepared()
	}
	return nil
}

// storeReplies stores or deletes the visitor's lines.
func (v *Participant) storeReplies(ctx context.Context, id string, l replies.Lines) error {
	defer v.tables.HoldDeletions()() // not held while a table is locked: the table comes first
	mine := replies.Prepared.In(v.Me().ID)
	if len(l.Lines) == 0 {
		return mine.Delete(ctx, v.tables.Config.Store, id)
	}
	return mine.Put(ctx, v.tables.Config.Store, id, l)
}

// playPrepared starts a goroutine that plays the prepared reply of the seat on turn. The lock is held.
func (t *Room) playPrepared() {
	if t.writable() != nil || t.Retry.Failed > 0 || !t.Live() || t.preparing || t.M.ForcedNow() || !t.M.Terms.Control.Correspondence() || t.M.Game.Info().Hidden {
		return
	}
	seat, at, plies := t.M.ToAct(), t.M.Len(), slices.Clone(t.M.Plies())
	if seat < 0 || t.Rec.Seats[seat].Player == "" || len(plies) == 0 {
		return
	}
	t.preparing = true
	player := t.Rec.Seats[seat].Player
	t.tables.Tasks.Spawn("prepared reply", func() {
		l, _, err := replies.Prepared.In(player).Get(t.tables.Tasks.Work(), t.tables.Config.Store, t.ID)
		if err != nil {
			t.tables.Log.Error("a prepared reply could not be read", "match", t.ID, "err", err)
		}
		t.Mu.Lock()
		defer t.Mu.Unlock()
		if t.preparing = false; !t.Here() {
			return
		}
		if t.Live() && t.M.Len() != at { // the match has moved on
			t.playPrepared()
			return
		}
		if err != nil { // the timer tries again
			t.Retry.Fail()
			t.SetTimer()
			return
		}
		a, ok := l.Next(plies)
		if !ok || !t.Live() || !slices.Contains(t.M.Legal(), a) {
			return
		}
		t.storeOrLog(games.Entry{Kind: games.Act, Seat: seat, Action: a, At: t.Now()}, config.ByTable)
		t.Changed()
	})
}

// dropReplies deletes the prepared replies of a finished match.
func (t *Room) dropReplies() {
	if !t.M.Terms.Control.Correspondence() {
		return
	}
	id, seats := t.ID, t.Rec.Seats
	t.tables.Tasks.Afterwards("prepared replies", func() {
		for _, s := range seats {
			if s.Player == "" {
				continue
			}
			if err := replies.Prepared.In(s.Player).Delete(t.tables.Tasks.Work(), t.tables.Config.Store, id); err != nil {
				t.tables.Log.Error("the prepared replies of a finished match could not be deleted", "match", id, "err", err)
			}
		}
	})
}
