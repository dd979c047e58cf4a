package lobby

import (
	"errors"
	"reflect"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"arcade/games"
	"arcade/games/kibo"
	"arcade/games/rng"
	"arcade/lobby/ledger"
	"arcade/lobby/turns"
	"arcade/store"
)

// Act plays an action for one's seat in the position that the visitor saw, which
// had ply actions; ErrStale where it has moved on.
func (v *Visit) Act(id string, ply int, a games.Action) error { return v.deed("act", id, ply, a) }

func (v *Visit) act(id string, ply int, a games.Action) error {
	asked := time.Now()
	return v.atTable(id, func(t *table, seat games.Seat) error {
		if ply != len(t.m.Plies()) {
			return ErrStale
		}
		if err := t.warn(); err != nil {
			return err
		}
		if err := t.add(games.Entry{Kind: games.Act, Seat: seat, Action: a, At: t.now()}); err != nil {
			return err
		}
		t.l.acted(t.rec.Game, ByPerson, asked)
		return nil
	})
}

const (
	// maxLog is the length of a log from which on nothing can be taken back and no draw
	// offered: with these a match need never end.
	maxLog = 2000
	// fullLog is the longest log of all, far more than a game needs. A run
	// alone can go on for ever; with its fullLog-th entry it is given up.
	fullLog = kibo.MaxEntries
)

// lastEntry tells that the next entry of a log is its last one.
func lastEntry(m *games.Match) bool { return m.Len() >= fullLog-1 }

// nearlyFull are the numbers of entries that a log still takes at which whoever plays a
// run alone is told.
var nearlyFull = []int{1000, 100, 10}

// warn tells once, instead of what was to be played, that a run will soon be given up; ErrLogEnds.
func (t *table) warn() error {
	if left := fullLog - 1 - t.m.Len(); len(t.rec.Seats) == 1 && slices.Contains(nearlyFull, left) && t.warned != left {
		t.warned = left
		return ErrLogEnds
	}
	return nil
}

// Do adds an entry of the table's own kinds for one's seat: resign, abort, draw
// and takeback offers and their answers, and the claims that are offered once the opponent is gone.
func (v *Visit) Do(id string, kind games.Kind) error { return v.deed("do", id, kind) }

func (v *Visit) do(id string, kind games.Kind) error {
	return v.atTable(id, func(t *table, seat games.Seat) error {
		if ledger.AtScreen(t.rec) && kind != games.Undo && kind != games.Resign && kind != games.Abort {
			return games.ErrNotAllowed // there is nobody else to ask
		}
		switch kind {
		case games.ClaimWin, games.ClaimDraw:
			if !t.claimable(seat, t.now()) {
				return games.ErrNotAllowed
			}
		case games.AskTakeback, games.OfferDraw:
			if t.m.Len() >= maxLog {
				return games.ErrNotAllowed
			}
		case games.Abort:
			if !t.mayAbort() {
				return games.ErrNotAllowed
			}
		case games.Undo:
			if !ledger.AtScreen(t.rec) || !t.live() || t.m.Game.Info().Hidden || t.m.Len() >= maxLog {
				return games.ErrNotAllowed
			}
			seat = games.Nobody
		case games.Act, games.Timeout, games.Lapse, games.Restart, games.Look, games.Rest, games.Back:
			return games.ErrNotAllowed
		}
		if err := t.add(games.Entry{Kind: kind, Seat: seat, At: t.now()}); err != nil {
			return err
		}
		t.botAnswers()
		return nil
	})
}

// atTable runs f for a visitor's seat at a live table and tells the watchers.
func (v *Visit) atTable(id string, f func(*table, games.Seat) error) error {
	t, err := v.lock(id)
	if err != nil {
		return err
	}
	defer t.mu.Unlock()
	seat := t.acts(v.Me())
	if seat == games.Nobody {
		return ErrNotSeated
	}
	if err := v.mayPlay(); err != nil {
		return err
	}
	if t.m == nil {
		return games.ErrNotAllowed
	}
	if err := f(t, seat); err != nil {
		return err
	}
	t.changed()
	return nil
}

// claimable tells that seat is offered the game: its opponent, a person, has
// been gone for longer than the grace, in which the store was there, the match has begun, and it is not a
// friends' game or one played over days. From a guest, who cannot come back as
// itself, a friends' game can be claimed too.
func (t *table) claimable(seat games.Seat, now int64) bool {
	if !t.live() || t.owes || !t.m.Begun() || !t.awayMatters() || len(t.rec.Seats) != 2 || seat < 0 || !t.forfeits(1-seat) {
		return false
	}
	return t.away[1-seat].over(now)
}

// mayAbort tells that a player may still call the match off: not a ranked run whose start
// shows something of chance, or its player would choose among deals.
func (t *table) mayAbort() bool {
	if ranked := len(t.rec.Seats) == 1 && ledger.Kept(t.rec) && t.rec.Daily == "" && !t.rec.Seeded; !ranked || !t.m.CanAbort() {
		return t.m.CanAbort()
	}
	other := t.m.Setup
	other.Seed = strings.Repeat("0", 32)
	pos, err := t.m.Game.Start(other) // an error: the deal in the options is that of the seed
	return err == nil && reflect.DeepEqual(pos.View(games.Spectator), t.m.View(games.Spectator))
}

// forfeits tells that seat may lose the match by staying away.
func (t *table) forfeits(seat games.Seat) bool {
	return !t.rec.Private || t.rec.Seats[seat].Guest != ""
}

// botAnswers answers what a bot was asked: it gives moves back and plays on.
func (t *table) botAnswers() {
	if !t.live() {
		return
	}
	for i, s := range t.rec.Seats {
		if s.Bot == "" {
			continue
		}
		seat := games.Seat(i)
		if by := t.m.TakebackRequest(); by != games.Nobody && by != seat {
			t.try(games.Entry{Kind: games.GrantTakeback, Seat: seat, At: t.now()})
		}
		if by := t.m.DrawOffer(); by != games.Nobody && by != seat {
			t.try(games.Entry{Kind: games.DeclineDraw, Seat: seat, At: t.now()})
		}
	}
}

// think lets a bot that is on turn choose, outside the table's lock. The lock is held here.
func (t *table) think() {
	if !t.live() || t.thinking || t.m.ForcedNow() || t.l.Closing() || ledger.ByClient(t.rec) {
		return
	}
	seat := t.m.ToAct()
	if seat < 0 || t.rec.Seats[seat].Bot == "" {
		return
	}
	bot := games.FindBot(t.m.Game, t.rec.Seats[seat].Bot)
	if bot == nil {
		return
	}
	t.thinking = true
	view, at := t.m.View(seat), t.m.Len()
	// The bot's chance comes from the match's seed and the length of the log, so
	// that a match taken up again after a crash goes on as it would have.
	source := rng.Derive(t.rec.Seed, "bot "+strconv.Itoa(at))
	held := time.Duration(t.m.Held()-t.now()) * time.Millisecond
	pause := time.NewTimer(max(t.l.botPause(t.m.Game), t.backoff(), held))
	limit := t.limit(seat, at)
	who := t.l.asker(t.rec)
	t.l.spawn("bot", func() {
		defer pause.Stop()
		a := t.l.choose(turns.By(t.l.ctx, who), bot, view, source, limit)
		select {
		case <-pause.C:
			t.botPlays(seat, at, a)
		case <-t.l.ctx.Done():
		}
	})
}

// botPause is the least time a bot takes for a move in a game.
func (l *Lobby) botPause(g games.Game) time.Duration {
	if l.cfg.BotPause > 0 {
		return l.cfg.BotPause
	}
	if p, ok := g.(games.Paced); ok {
		return time.Duration(p.Pace()) * time.Millisecond
	}
	return 600 * time.Millisecond
}

// botPlays plays a bot's choice if the match still stands where the bot saw it.
// For a bot that chose nothing legal the table plays the first legal action, so
// that nobody has to wait for it.
func (t *table) botPlays(seat games.Seat, at int, a games.Action) {
	defer t.l.guard("bot's action")
	t.mu.Lock()
	defer t.mu.Unlock()
	t.thinking = false
	if t.live() && t.m.Len() == at {
		legal := t.m.Legal()
		if !slices.Contains(legal, a) {
			t.l.log.Error("bot's action", "match", t.id, "bot", t.rec.Seats[seat].Bot, "action", a)
			a = legal[0]
		}
		t.tryBy(games.Entry{Kind: games.Act, Seat: seat, Action: a, At: t.now()}, ByBot)
	}
	t.changed() // a bot that must think again starts over
}

func stack() string { return string(debug.Stack()) }

// finish makes the end of the match durable with all that it changes. The fold
// holds the closing entry; at is the log's length before it.
func (t *table) finish(at int, last games.Entry) error {
	var players []string
	for _, s := range t.rec.Seats {
		if s.Player != "" {
			players = append(players, s.Player)
		}
	}
	defer t.l.rating.Lock(players...)()
	began := t.rec
	began.Guessable = ledger.Guessable(t.m.Game, began)
	var done ledger.Settled
	err := store.Again(func() (err error) { // a player's other match may end elsewhere meanwhile
		if done, err = ledger.Settle(t.l.cfg.Store, began, t.m, last.At); err != nil {
			return err
		}
		rec := done.Match
		for i := range done.Outcomes {
			o := &done.Outcomes[i]
			o.Unseen = !rec.Seats[rec.SeatOf(o.Player)].Remote && !t.watchedBy(o.Player) // a program looks at no results
		}
		err = t.l.cfg.Store.Finish(store.Finish{
			Match: rec, At: at, Entries: []store.Entry{ledger.ToStore(last)},
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
		t.l.log.Error("run not recorded", "match", t.id, "game", t.rec.Game, "err", done.Unrecorded)
	}
	rec := done.Match
	rec.Entries = t.m.Len()
	t.over(rec)
	return nil
}

// over notes that the match is over, as the store has it now. What follows from it is
// written without the table's lock.
func (t *table) over(rec store.Match) {
	t.rec = rec
	if rec.Round == 0 {
		t.endBeside("")
	}
	l := t.l
	if l.runs.Noted(rec) {
		l.afterwards("end of a run", func() { l.runs.Over(rec) })
	}
	if len(rec.Seats) == 1 && ledger.Kept(rec) && rec.Reason != games.Aborted {
		played := int64(0)
		if plies := t.m.Plies(); len(plies) > 0 {
			played = plies[len(plies)-1].At - plies[0].At
		}
		l.afterwards("try of a deal", func() { l.deals.Ended(rec, played) })
	}
}

// watchedBy tells that a player looks at the table now.
func (t *table) watchedBy(player string) bool {
	for v := range t.watchers {
		if v.me.ID == player {
			return true
		}
	}
	return false
}
