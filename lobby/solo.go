package lobby

import (
	"bytes"
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"arcade/games"
	"arcade/lobby/text"
	"arcade/store"
)

// Games alone. A run is a match of one seat: ranked with a seed of ours, the
// day's, or practice with a seed that the player typed. Whoever leaves one finds
// it where it was: a run is over when it is finished or given up, so that nobody
// leaves a bad one for another.

// alone checks what an offer says of a game alone and completes it.
func (o Offer) alone(me Person, seats int) (Offer, error) {
	typed := strings.TrimSpace(o.Seed)
	o.Seed = text.Line(typed, maxSeed)
	bad := func(why string) (Offer, error) { return o, fmt.Errorf("%w: %s", ErrBadOffer, why) }
	if seats > 1 {
		if typed != "" || o.Daily {
			return bad("only a game alone has a seed of the player's or the day's")
		}
		return o, nil
	}
	if o.Control == "" {
		o.Control = noClock
	}
	switch {
	case o.Control != noClock:
		return bad("a game alone has no clock")
	case o.Bot != "" || o.Player != "" || o.Quick || o.Private:
		return bad("a game alone has nobody else in it")
	case typed != "" && o.Seed == "":
		return bad("the seed has no character that can be shown")
	case len(typed) > maxSeed:
		return bad("the seed is too long")
	case typed != "" && o.Daily:
		return bad("the day has a seed")
	case o.Daily && me.Guest:
		return o, ErrGuestRecord // or a guest could try out the day's seed as often as it comes back
	}
	return o, nil
}

// noClock is the control of a game alone.
const noClock = "none"

// maxSeed is the longest seed in bytes that a player may type.
const maxSeed = 128

// Today is the day of the daily runs, YYYY-MM-DD in UTC.
func (l *Lobby) Today() string { return dayOf(nowMS()) }

// dayOf is the day of a moment, in UTC.
func dayOf(ms int64) string { return time.UnixMilli(ms).UTC().Format(time.DateOnly) }

// DayBefore is the day before a day, both YYYY-MM-DD.
func DayBefore(day string) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	return t.AddDate(0, 0, -1).Format(time.DateOnly)
}

// BoardName is the full name of a game's board by points, with the part of it that is a
// day's or another thing's own where of is not "".
func BoardName(game, board, of string) string {
	if of == "" {
		return game + "/" + board
	}
	return game + "/" + board + "/" + of
}

// dayLasts tells that a day is not over yet: what chance brings on it is to be
// known to nobody who has still to play. "" is no day.
func dayLasts(day string) bool { return day != "" && day >= dayOf(nowMS()) }

// daySeed is the seed of a game's daily runs: the game's own, or the hexadecimal
// HMAC-SHA-256 of the day, a blank and the game. The store's secret is the key.
func (l *Lobby) daySeed(g games.Game, day string) string {
	code := func(message string) []byte {
		mac := hmac.New(sha256.New, l.secret)
		mac.Write([]byte(message))
		return mac.Sum(nil)
	}
	if s, ok := g.(games.Seeder); ok {
		return s.DailySeed(day, code)
	}
	return hex.EncodeToString(code(day + " " + g.Info().Name))
}

// chooseSeed gives a new match its seed, and its day: of its own where the offer says
// nothing, the day's, that of a deal by its ID, or the one that was typed. A deal that
// nobody may try out now is its own run: the day's, or the player's ranked one in
// play, whose id it gives; of another's it is refused. ErrBadSeed, ErrNoDeal,
// ErrDealInPlay, ErrGuestRecord.
func (l *Lobby) chooseSeed(g games.Game, me Person, o Offer, rec *store.Match) (run string, err error) {
	rec.Seed = l.randomSeed(g)
	if o.Daily {
		l.toDaily(g, rec)
	}
	if o.Seed == "" {
		return "", nil
	}
	if d, ok := g.(games.Dealer); ok && d.IsDealID(o.Seed) {
		n, err := l.dealOf(rec.Game, o.Seed)
		if err != nil {
			return "", err
		}
		rec.Seed, rec.Options = n.Seed, pickSet(d, rec.Game, o.Seed, n, rec.Options).Options
	} else if s, ok := g.(games.Seeder); ok {
		if rec.Seed, err = s.SeedOf(o.Seed); err != nil {
			return "", fmt.Errorf("%w: %w", ErrBadSeed, err)
		}
	} else {
		rec.Seed = o.Seed
	}
	secret, play := l.secretSeed(rec.Game, rec.Seed)
	switch {
	case !secret:
		rec.Seeded = true
	case play == nil && me.Guest:
		return "", ErrGuestRecord
	case play == nil:
		l.toDaily(g, rec)
	case play.SeatOf(me.ID) == 0:
		return play.ID, nil
	default:
		return "", ErrDealInPlay
	}
	return "", nil
}

// toDaily makes a new match one of the day on which it was created.
func (l *Lobby) toDaily(g games.Game, rec *store.Match) {
	rec.Daily = dayOf(rec.Created)
	rec.Seed = l.daySeed(g, rec.Daily)
}

// veiled is a record without a seed that is still secret.
func veiled(rec store.Match) store.Match {
	if dayLasts(rec.Daily) {
		rec.Seed = ""
	}
	return rec
}

func veiledAll(list []store.Match) []store.Match {
	for i := range list {
		list[i] = veiled(list[i])
	}
	return list
}

// mayWatch tells what keeps the holder of a seat, or a stranger, from a table: a
// daily run shows others what they have still to play.
func mayWatch(rec store.Match, seat games.Seat) error {
	switch {
	case seat != games.Nobody:
		return nil
	case rec.Private:
		return ErrPrivate
	case dayLasts(rec.Daily):
		return ErrHidden
	}
	return nil
}

// begin starts a run. Where the player has an unfinished one of the same kind, it
// gives that one's id: a ranked run of the same game and options, even one that
// has looked, so that nobody gets another seed by leaving; or today's run.
// ErrDailyDone where that is finished.
func (l *Lobby) begin(me Person, rec store.Match) (string, error) {
	defer l.solo.lock(me.ID)()
	if rec.Seeded {
		return l.openRun(me, rec)
	}
	for _, s := range l.summaries() {
		if s.Status == store.Live && s.Game == rec.Game && s.Daily == rec.Daily && !s.Seeded &&
			len(s.Seats) == 1 && s.SeatOf(me.ID) == 0 && l.sameStart(rec, s.options) {
			l.call(me.ID, s.ID) // as to one that begins
			return s.ID, nil
		}
	}
	if rec.Daily != "" {
		if done, err := l.dailyDone(me.ID, rec); err != nil {
			return "", err
		} else if done {
			return "", ErrDailyDone
		}
	}
	return l.openRun(me, rec)
}

// openRun opens a run whose deal is known by its ID from then on.
func (l *Lobby) openRun(me Person, rec store.Match) (string, error) {
	if err := l.mayOpen(me, rec); err != nil {
		return "", err
	}
	if err := l.learn(rec); err != nil {
		return "", fmt.Errorf("new deal: %w", err)
	}
	return l.open(me, rec, false)
}

// sameStart tells that other options begin the same match as rec's: {} and
// {"mode": 1} can be the same to a game, and only the game knows. The deal of the day
// is the same under any options: who has seen it under some would know it under others.
func (l *Lobby) sameStart(rec store.Match, options json.RawMessage) bool {
	if rec.Daily != "" && l.dealer(rec.Game) != nil {
		return true
	}
	first := func(options json.RawMessage) []byte {
		g, err := l.cfg.Games.Game(rec.Game)
		if err != nil {
			return nil
		}
		setup := setupOf(rec)
		setup.Options = options
		pos, err := g.Start(setup)
		if err != nil {
			return nil
		}
		view, err := json.Marshal(pos.View(games.Everything))
		if err != nil {
			return nil
		}
		return view
	}
	a := first(rec.Options)
	return a != nil && bytes.Equal(a, first(options))
}

// dailyDone tells that a player has finished rec's daily run. It reads the
// player's matches of the day.
func (l *Lobby) dailyDone(player string, rec store.Match) (bool, error) {
	for m, err := range l.matchesOf(player) {
		switch {
		case err != nil:
			return false, fmt.Errorf("matches of the day: %w", err)
		case m.Daily == rec.Daily && m.Game == rec.Game && m.Status == store.Done && l.sameStart(rec, m.Options):
			return true, nil
		case dayOf(m.Created) < rec.Daily:
			return false, nil
		}
	}
	return false, nil
}

// Look notes that the visitor saw what the best play is, at its own run in play.
// Once it has been noted nothing more happens. games.ErrNotAllowed at a match of
// more seats.
func (v *Visit) Look(id string) error {
	return v.atTable(id, func(t *Table, seat games.Seat) error {
		if t.m.Looked() && t.live() {
			return nil
		}
		return t.add(games.Entry{Kind: games.Look, Seat: seat, At: t.now()})
	})
}

// gameAs is a game as one of the interfaces that a game need not have, nil where it
// does not have it or there is no such game.
func gameAs[T any](l *Lobby, game string) (as T) {
	if g, err := l.cfg.Games.Game(game); err == nil {
		as, _ = g.(T)
	}
	return as
}

// recorder is a game's Recorder, nil where it is none.
func (l *Lobby) recorder(game string) games.Recorder { return gameAs[games.Recorder](l, game) }

// settleRun lets a game record a finished match from one seat's side, and puts what
// that changes into its player's outcome. Of the rows it keeps those that count: of a daily run, those
// of the first one that the player finishes, on its day, since afterwards others
// show the seed. A run that the game cannot record ends all the same, and what was
// recorded before stays; an error is the store's.
func (l *Lobby) settleRun(rec store.Match, m *games.Match, seat games.Seat, o *store.Outcome) error {
	r := l.recorder(rec.Game)
	if r == nil {
		return nil
	}
	old, err := l.cfg.Store.Stats(rec.Game, o.Player)
	if err != nil {
		return fmt.Errorf("statistics of %s: %w", o.Player, err)
	}
	run := runOfMatch(rec, m, seat)
	stats, earned, err := r.Record(old, run)
	if err != nil {
		l.log.Error("run not recorded", "match", rec.ID, "game", rec.Game, "err", err)
		return nil
	}
	o.Stats = stats
	if run.Looked {
		return nil
	}
	for _, e := range earned {
		row := store.Score{
			Board: BoardName(rec.Game, e.Board, cmp.Or(e.Of, rec.Daily)), Player: o.Player, Name: rec.Seats[seat].Name,
			Value: e.Value, Tie: e.Tie, Detail: e.Detail, Match: rec.ID, At: rec.Ended,
		}
		keep := true
		switch {
		case e.Of != "":
			keep, err = l.beats(row)
		case run.Seeded || run.Daily && dayOf(rec.Ended) != rec.Daily:
			keep = false
		case run.Daily:
			keep, err = l.first(row)
		}
		if err != nil {
			return fmt.Errorf("score of %s: %w", o.Player, err)
		}
		if keep {
			o.Scores = append(o.Scores, row)
		}
	}
	return nil
}

// first tells that the player has no row on the board yet.
func (l *Lobby) first(row store.Score) (bool, error) {
	_, _, _, err := l.cfg.Store.ScoreOf(row.Board, row.Player)
	if errors.Is(err, store.ErrNotFound) {
		return true, nil
	}
	return false, err
}

// beats tells that a row is better than the player's on the board.
func (l *Lobby) beats(row store.Score) (bool, error) {
	old, _, _, err := l.cfg.Store.ScoreOf(row.Board, row.Player)
	if errors.Is(err, store.ErrNotFound) {
		return true, nil
	}
	return err == nil && (row.Value > old.Value || row.Value == old.Value && row.Tie > old.Tie), err
}

// Boards names a game's boards by points, nil where it has none. The ranked one
// is GAME/BOARD for [Lobby.Scores], that of a day GAME/BOARD/YYYY-MM-DD.
func (l *Lobby) Boards(game string) []string {
	if r := l.recorder(game); r != nil {
		return r.Boards()
	}
	return nil
}

// Stats are a player's statistics in a game, the game's own JSON; nil where there are none.
func (l *Lobby) Stats(game, player string) (json.RawMessage, error) {
	return l.cfg.Store.Stats(game, player)
}

// Scores lists a board by points from the from-th best row on, counted from 0.
func (l *Lobby) Scores(board string, from, n int) ([]store.Score, error) {
	return l.cfg.Store.Scores(board, from, n)
}

// ScoreOf is a player's row on a board by points, its place, from 1, and how many
// rows there are; the place is 0 where the player has none.
func (l *Lobby) ScoreOf(board, player string) (row store.Score, place, of int, err error) {
	row, place, of, err = l.cfg.Store.ScoreOf(board, player)
	if errors.Is(err, store.ErrNotFound) {
		err = nil
	}
	return row, place, of, err
}
