package room

import (
	"errors"
	"slices"
	"strconv"
	"time"

	"arcade/games"
	"arcade/games/rng"
	"arcade/lobby/config"
	"arcade/lobby/ledger"
	"arcade/lobby/table"
	"arcade/lobby/thinking"
	"arcade/lobby/turns"
	"arcade/store"
)

// plan starts whoever acts next without a visitor's command: the bot or the prepared reply on turn, and the
// table itself when its timer fires. The lock is held.
func (t *Room) plan() {
	t.length.Store(-1)
	if t.Live() {
		t.length.Store(int64(t.M.Len()))
	}
	t.SetTimer()
	t.think()
	t.playPrepared()
}

// SetTimer sets the timer to the next moment at which something is due.
func (t *Room) SetTimer() {
	t.Timer.Stop()
	if t.Gone {
		return
	}
	now := t.Now()
	at := t.NextAt(now)
	if t.Retry.Failed > 0 {
		at = now + t.Retry.Left().Milliseconds()
	}
	if at == 0 {
		return
	}
	t.wakeAt(at, now)
}

// wakeAt sets the timer to a moment of the table's time; now is the present one.
func (t *Room) wakeAt(at, now int64) {
	t.Timer.Reset(max(time.Duration(at-now)*time.Millisecond, time.Millisecond))
}

// Tick does the work that is due when the timer fires: flags fall, forced actions are played, matches that
// never began end, and open seats of absent hosts close.
func (t *Room) Tick() {
	defer t.tables.Tasks.Guard("table timer")
	t.Mu.Lock()
	defer t.Mu.Unlock()
	if err := t.writable(); t.Gone || err != nil {
		t.OutageUnpaid = t.OutageUnpaid || errors.Is(err, ErrMoving) && t.Live() // reclaim sets the timer again
		return
	}
	if t.tables.Draining() {
		t.coast(t.Now())
		return
	}
	if t.Retry.Waits() { // a visitor's attempt failed meanwhile
		t.SetTimer()
		return
	}
	if t.Retry.Failed > 0 && t.Rec.Status != store.Done && !t.ownsAt(len(t.Log)) { // an unanswered write succeeded, or another node owns the match
		before := t.Retry.Failed
		_ = t.resolveRefusal(store.ErrConflict)
		if t.Gone || !t.Here() || t.Retry.Failed > before { // over, another node's, or the store does not say yet
			return
		}
	}
	if t.unsettled && t.Update(t.Stored(t.Rec)) != nil {
		t.SetTimer()
		return
	}
	failed := t.Retry.Failed
	// Where one fails the store is still away: Changed sets the timer for the next attempt.
	nothingNew := t.refundOutage() == nil && t.finishDealt() == nil && t.runDue(t.Now())
	if t.Retry.Failed == failed && !t.Thinking { // nothing is left to retry
		t.Retry.Failed = 0
	}
	if nothingNew { // what is due later still needs the timer: the next round has a limit
		t.SetTimer()
		return
	}
	t.Changed()
}

// runDue does the work that is due. It reports whether there is nothing to announce: the table is gone or unchanged.
func (t *Room) runDue(now int64) (nothingNew bool) {
	switch due := t.Due(now); due.What {
	case table.Delete:
		return t.Delete() == nil
	case table.Park:
		return t.Park() == nil
	case table.EndTheMeeting:
		return t.callOff(t.Unready()...) == nil && t.Gone || t.LeftAlone(now) && t.Delete() == nil
	case table.CallHost:
		return t.callHost(now)
	case table.EndSeries:
		t.Ended = true
	case table.Add:
		t.storeOrLog(due.Entry, config.ByTable)
	case table.CallOff:
		t.storeOrLog(due.Entry, config.ByTable)
		t.Late = t.M != nil && t.M.Over()
	case table.Nothing:
		return !t.Live() && t.Rec.Status != store.Open && !ledger.ByClient(t.Rec) && !t.unwanted()
	}
	return false
}

// coast is Tick while the lobby drains: the table plays forced actions only. The lock is held.
func (t *Room) coast(now int64) {
	if !t.Live() || ledger.ByClient(t.Rec) {
		return
	}
	a, ok := t.M.Forced()
	switch {
	case !ok:
	case now < t.ForcedAt():
		t.wakeAt(t.ForcedAt(), now)
	default:
		t.storeOrLog(games.Entry{Kind: games.Act, Seat: t.M.ToAct(), Action: a, At: now}, config.ByTable)
		t.Changed()
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
	pace := t.tables.Config.Pace(t.M.Game, len(t.M.Legal()), rng.Derive(t.Rec.Seed, "pace "+strconv.Itoa(at)))
	pause := time.NewTimer(max(pace, t.Retry.Left(), held))
	t.botPause = pause
	limit, who := t.Limit(seat, at), t.tables.payer(t.Rec)
	t.tables.Tasks.Spawn("bot", func() {
		defer pause.Stop()
		a := t.tables.Thinking.Choose(turns.By(t.tables.Tasks.Context(), who), bot, view, source, limit)
		select {
		case <-pause.C:
			t.botPlays(seat, at, a)
		case <-t.tables.Tasks.Context().Done():
		}
	})
}

// botPlays plays a bot's choice if the match still stands where the bot saw it. If the choice is
// not legal, the table plays the first legal action, so that play goes on.
func (t *Room) botPlays(seat games.Seat, at int, a games.Action) {
	defer t.tables.Tasks.Guard("bot's action")
	t.Mu.Lock()
	defer t.Mu.Unlock()
	t.Thinking = false
	if !t.Here() {
		return
	}
	if t.Live() && t.M.Len() == at {
		legal := t.M.Legal()
		if !slices.Contains(legal, a) {
			t.tables.Log.Error("a bot chose an action that is not legal", "match", t.ID, "bot", t.Rec.Seats[seat].Bot, "action", a)
			a = legal[0]
		}
		t.storeOrLog(games.Entry{Kind: games.Act, Seat: seat, Action: a, At: t.Now()}, config.ByBot)
	}
	t.Changed() // a bot that must think again starts over
}

// Limit bounds a bot's thinking about the present position, after at entries: by the clock, and
// until the match moves on. The lock is held.
func (t *Room) Limit(seat games.Seat, at int) games.Limit {
	return thinking.Limit(t.M, seat, t.Now(), func() bool { return t.length.Load() != int64(at) || t.tables.Tasks.Closing() })
}

// Choose calls choose for a program's bot at a length of the log; "" if the match has moved on. The
// bot thinks once about a position, however often its program asks. The lock is not held.
func (t *Room) Choose(at int, choose func() games.Action) games.Action {
	t.choosing.Lock()
	defer t.choosing.Unlock()
	if t.length.Load() != int64(at) {
		return ""
	}
	return choose()
}
