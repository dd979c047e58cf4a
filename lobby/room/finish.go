package room

import (
	"errors"
	"fmt"

	"arcade/games"
	"arcade/lobby/ledger"
	"arcade/lobby/table"
	"arcade/store"
)

// finishDealt stores the end of a match that its deal has ended, before anybody could act. If that fails, the timer
// tries again: the end is known from the deal, so it may be shown meanwhile.
func (t *Room) finishDealt() error {
	if t.M == nil || !t.M.Over() || t.M.Len() > 0 || t.Rec.Status != store.Live || ledger.ByClient(t.Rec) {
		return nil
	}
	err := t.finish(0, games.Entry{Seat: games.Nobody, At: t.M.LastAt()})
	if err != nil {
		t.noteFailure()
		t.tables.Log.Error("the end of a match that its deal has ended was not stored", "match", t.ID, "err", err)
	}
	return err
}

// finish stores the end of the match with its changes of ratings and statistics. The fold has the
// closing entry already; at is the log's length before it. An entry without a kind is none: see finishDealt.
func (t *Room) finish(at int, last games.Entry) error {
	var closing []store.Entry
	if last.Kind != "" {
		closing = append(closing, ledger.ToStore(last))
	}
	var players []string
	for _, s := range t.Rec.Seats {
		if s.Player != "" {
			players = append(players, s.Player)
		}
	}
	defer t.tables.rating.Lock(players...)()
	began := t.Rec
	began.Guessable = ledger.Guessable(t.M.Game, began)
	course, err := t.tables.Solo.Course(began, t.M)
	if err == nil && began.Casual == "" {
		began.Casual, err = t.tables.Solo.Mark(t.ID, course)
	}
	if err != nil {
		return fmt.Errorf("course of a day's run: %w", err)
	}
	var done ledger.Settled
	err = store.Again(func() (err error) { // another match of a player may end on another node
		if done, err = ledger.Settle(t.tables.Tasks.Work(), t.tables.Config.Store, began, t.M, last.At); err != nil {
			return err
		}
		rec := done.Match
		for i := range done.Outcomes {
			o := &done.Outcomes[i]
			o.Unseen = !rec.Seats[rec.SeatOf(o.Player)].Remote && !t.watchedBy(o.Player) // a program looks at no results
		}
		err = t.tables.Config.Store.Finish(t.tables.Tasks.Work(), store.Finish{
			Match: rec, At: at, Entries: closing,
			Outcomes: done.Outcomes, Drop: !ledger.Kept(rec) || rec.Reason == games.Aborted && !(rec.Rated && last.Kind == games.Abort),
		})
		if errors.Is(err, store.ErrConflict) && !t.ownsAt(at) {
			return table.ErrStale
		}
		return err
	})
	if err != nil {
		return err
	}
	if done.Unrecorded != nil {
		t.tables.Log.Error("a run was not recorded", "match", t.ID, "game", t.Rec.Game, "err", done.Unrecorded)
	}
	rec := done.Match
	rec.Entries = t.M.Len()
	t.recordEnd(rec, last.Seat)
	if len(course) > 0 {
		t.tables.Tasks.Afterwards("course of a run", func() {
			if err := t.tables.Solo.StoreCourse(rec.ID, course); err != nil {
				t.tables.Log.Error("the course of a day's run was not stored", "match", rec.ID, "err", err)
			}
		})
	}
	return nil
}

// recordEnd takes the finished match's record from the store into the table; last is the seat of the last
// entry. What follows from the end is written without the table's lock.
func (t *Room) recordEnd(rec store.Match, last games.Seat) {
	t.Rec = rec
	t.dropReplies()
	if rec.Round == 0 {
		t.endBeside("")
	}
	ts := t.tables
	if rec.Arena != "" && ts.ArenaMatch != nil {
		ts.Tasks.Afterwards("match of an arena", func() { ts.ArenaMatch(rec, last) })
	}
	if ts.Solo.Noted(rec) {
		ts.Tasks.Afterwards("end of a run", func() { ts.Solo.Over(rec) })
	}
	if len(rec.Seats) == 1 && ledger.Kept(rec) && rec.Reason != games.Aborted {
		played := int64(0)
		if plies := t.M.Plies(); len(plies) > 0 {
			played = plies[len(plies)-1].At - plies[0].At
		}
		ts.Tasks.Afterwards("try of a deal", func() { ts.DealNotes.Ended(rec, played) })
	}
}
