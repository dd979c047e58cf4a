package room

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"arcade/games"
	"arcade/games/rng"
	"arcade/lobby/config"
	"arcade/lobby/ledger"
	"arcade/lobby/table"
	"arcade/lobby/turns"
	"arcade/store"
)

// Act plays an action for the visitor's seat in the position after ply actions; ErrStale if the
// match has moved on.
func (v *Participant) Act(id string, ply int, a games.Action) error {
	return v.Command(id, &table.Act{Ply: ply, Action: a})
}

// Do adds an entry of the table's own kinds for the visitor's seat: resign, abort, draw and
// takeback offers and their answers, and claims after the opponent has left.
func (v *Participant) Do(id string, kind games.Kind) error {
	return v.Command(id, &table.Do{Kind: kind})
}

// inPlay carries out a command in a live match.
func (v *Participant) inPlay(id string, c table.Command) error {
	asked := time.Now()
	return v.atTable(id, func(t *Room, seat games.Seat) error {
		if d, ok := c.(*table.Do); ok && t.l.Draining() && (d.Kind == games.ClaimWin || d.Kind == games.ClaimDraw) {
			return ErrClosing // the absent player cannot come back
		}
		e, due, err := t.Apply(c, seat)
		if err == nil && due {
			err = t.Add(e)
		}
		if err != nil {
			return err
		}
		switch c.(type) {
		case *table.Act:
			t.l.cfg.Acted(t.Rec.Game, config.ByPerson, asked)
		case *table.Do:
			t.botAnswers()
		}
		return nil
	})
}

// atTable runs f for a visitor's seat at a live table and wakes the watchers.
func (v *Participant) atTable(id string, f func(*Room, games.Seat) error) error {
	t, err := v.lock(id)
	if err != nil {
		return err
	}
	defer t.Mu.Unlock()
	seat := t.Acts(v.Me())
	if seat == games.Nobody {
		return ErrNotSeated
	}
	if err := v.MayPlay(); err != nil {
		return err
	}
	if t.M == nil {
		return games.ErrNotAllowed
	}
	if err := f(t, seat); err != nil {
		return err
	}
	t.Changed()
	return nil
}

// botAnswers answers an offer to a bot: it grants takebacks and plays on.
func (t *Room) botAnswers() {
	for i := range t.Rec.Seats {
		seat := games.Seat(i)
		for _, kind := range t.BotAnswers(seat) {
			t.try(games.Entry{Kind: kind, Seat: seat, At: t.Now()})
		}
	}
}

// think starts the bot on turn, which chooses without the table's lock. The lock is held here.
func (t *Room) think() {
	if t.writable() != nil || !t.Live() || t.Thinking || t.M.ForcedNow() || ledger.ByClient(t.Rec) {
		return
	}
	seat := t.M.ToAct()
	if seat < 0 || t.Rec.Seats[seat].Bot == "" {
		return
	}
	bot := games.FindBot(t.M.Game, t.Rec.Seats[seat].Bot)
	if bot == nil {
		return
	}
	t.Thinking = true
	view, at := t.M.View(seat), t.M.Len()
	// The bot's chance comes from the match's seed and the length of the log, so that a match goes
	// on the same way after a crash.
	source := rng.Derive(t.Rec.Seed, "bot "+strconv.Itoa(at))
	held := time.Duration(t.M.Held()-t.Now()) * time.Millisecond
	pause := time.NewTimer(max(t.l.cfg.Pace(t.M.Game), t.Retry.Left(), held))
	t.botPause = pause
	limit, who := t.Limit(seat, at), t.l.asker(t.Rec)
	t.l.tasks.Spawn("bot", func() {
		defer pause.Stop()
		a := t.l.thinking.Choose(turns.By(t.l.tasks.Context(), who), bot, view, source, limit)
		select {
		case <-pause.C:
			t.botPlays(seat, at, a)
		case <-t.l.tasks.Context().Done():
		}
	})
}

// botPlays plays a bot's choice if the match still stands where the bot saw it. If the choice is
// not legal, the table plays the first legal action, so that play goes on.
func (t *Room) botPlays(seat games.Seat, at int, a games.Action) {
	defer t.l.tasks.Guard("bot's action")
	t.Mu.Lock()
	defer t.Mu.Unlock()
	if t.Thinking = false; !t.Here() {
		return
	}
	if t.Live() && t.M.Len() == at {
		legal := t.M.Legal()
		if !slices.Contains(legal, a) {
			t.l.log.Error("bot's action", "match", t.ID, "bot", t.Rec.Seats[seat].Bot, "action", a)
			a = legal[0]
		}
		t.tryBy(games.Entry{Kind: games.Act, Seat: seat, Action: a, At: t.Now()}, config.ByBot)
	}
	t.Changed() // a bot that must think again starts over
}

// endDealt stores the end of a match that its deal has ended, before anybody could act.
func (t *Room) endDealt() error {
	if !t.M.Over() || t.M.Len() > 0 || ledger.ByClient(t.Rec) {
		return nil
	}
	return t.finish(0, games.Entry{Seat: games.Nobody, At: t.M.LastAt()})
}

// finish stores the end of the match with its changes of ratings and statistics. The fold has the
// closing entry already; at is the log's length before it. An entry without a kind is none: see endDealt.
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
	defer t.l.rating.Lock(players...)()
	began := t.Rec
	began.Guessable = ledger.Guessable(t.M.Game, began)
	course, err := t.l.runs.Course(began, t.M)
	if err == nil && began.Casual == "" {
		began.Casual, err = t.l.runs.Mark(t.ID, course)
	}
	if err != nil {
		return fmt.Errorf("course of a day's run: %w", err)
	}
	var done ledger.Settled
	err = store.Again(func() (err error) { // another match of a player may end on another node
		if done, err = ledger.Settle(t.l.tasks.Work(), t.l.cfg.Store, began, t.M, last.At); err != nil {
			return err
		}
		rec := done.Match
		for i := range done.Outcomes {
			o := &done.Outcomes[i]
			o.Unseen = !rec.Seats[rec.SeatOf(o.Player)].Remote && !t.watchedBy(o.Player) // a program looks at no results
		}
		err = t.l.cfg.Store.Finish(t.l.tasks.Work(), store.Finish{
			Match: rec, At: at, Entries: closing,
			Outcomes: done.Outcomes, Drop: !ledger.Kept(rec) || rec.Reason == games.Aborted && !(rec.Rated && last.Kind == games.Abort),
		})
		if errors.Is(err, store.ErrConflict) && !t.stands(at) {
			return ErrStale
		}
		return err
	})
	if err != nil {
		return err
	}
	if done.Unrecorded != nil {
		t.l.log.Error("run not recorded", "match", t.ID, "game", t.Rec.Game, "err", done.Unrecorded)
	}
	rec := done.Match
	rec.Entries = t.M.Len()
	t.over(rec, last.Seat)
	if len(course) > 0 {
		t.l.tasks.Afterwards("course of a run", func() {
			if err := t.l.runs.KeepCourse(rec.ID, course); err != nil {
				t.l.log.Error("course of a day's run", "match", rec.ID, "err", err)
			}
		})
	}
	return nil
}

// over takes the finished match's record from the store into the table; last is the seat of the last
// entry. What follows from the end is written without the table's lock.
func (t *Room) over(rec store.Match, last games.Seat) {
	t.Rec = rec
	t.dropReplies()
	if rec.Round == 0 {
		t.endBeside("")
	}
	l := t.l
	if rec.Arena != "" && l.ArenaMatch != nil {
		l.tasks.Afterwards("match of an arena", func() { l.ArenaMatch(rec, last) })
	}
	if l.runs.Noted(rec) {
		l.tasks.Afterwards("end of a run", func() { l.runs.Over(rec) })
	}
	if len(rec.Seats) == 1 && ledger.Kept(rec) && rec.Reason != games.Aborted {
		played := int64(0)
		if plies := t.M.Plies(); len(plies) > 0 {
			played = plies[len(plies)-1].At - plies[0].At
		}
		l.tasks.Afterwards("try of a deal", func() { l.deals.Ended(rec, played) })
	}
}

// Two at one screen: one visitor plays both seats, always the one on turn. A curtain covers the
// hidden cards until the visitor lifts it for that seat.

// Lift lifts the curtain for the seat on turn, at the visitor's own screen.
func (v *Participant) Lift(id string) error { return v.Command(id, &table.Lift{}) }

// Look records that the visitor saw the best play at its own run. Only the first call counts.
// games.ErrNotAllowed at a match of several seats.
func (v *Participant) Look(id string) error { return v.Command(id, &table.Look{}) }
