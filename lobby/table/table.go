// Package table is one table as a value: the match, its people, its chat, its meeting or series,
// and the view of each visitor. It has no lock, store, timer or goroutine. Its owner, package room,
// stores each entry before a view shows it.
package table

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"arcade/games"
	"arcade/games/kibo"
	"arcade/lobby/clock"
	"arcade/lobby/ledger"
	"arcade/lobby/limit"
	"arcade/store"
)

// The table's refusals. Screens have a sentence for each.
var (
	ErrNoTable    = errors.New("no such table")
	ErrPrivate    = errors.New("the match is private")
	ErrHidden     = errors.New("the match is still in play, or its day is not over")
	ErrNotSeated  = errors.New("you have no seat at this table")
	ErrFull       = errors.New("the seat is taken")
	ErrOwnSeat    = errors.New("your own seat")
	ErrGuestRated = errors.New("rated games need a key")
	ErrGuestDays  = errors.New("a guest cannot come back tomorrow")
	ErrUnasked    = errors.New("a bot needs an invitation to a person's table")
	ErrHostAway   = errors.New("the player who asks is not here")
	// ErrAsked refuses a second question of a player: the other one sees one at a time.
	ErrAsked   = fmt.Errorf("%w: an earlier question of the player waits for its answer", games.ErrNotAllowed)
	ErrStale   = errors.New("the position has changed")
	ErrLogEnds = errors.New("the log is nearly full, and the run will be forfeited")
	ErrTooFast = errors.New("too fast")
	// ErrDayLasts means that there are no hints in a day's run before the day is over: with another key
	// they could give the whole run.
	ErrDayLasts = errors.New("no hints in a day's run before the day is over")
)

const (
	// SharedTime is the time after the last action at which a program's match is deleted.
	SharedTime = 7 * 24 * time.Hour
	// SharedIdle is the time after the last action for which a program's match is worth watching.
	SharedIdle = 10 * time.Minute
	// SharedPark is the time after the last action at which a program's match leaves the memory.
	SharedPark = time.Hour
	// AgainTime is the time for which an open seat asks one player for another match.
	AgainTime = 7 * 24 * time.Hour
)

// Terms are the house's settings for all tables.
type Terms struct {
	Games *games.Registry
	// GraceLeft limits the absence of a player who left the table. PassNotice is the time for which a
	// forced action is announced. ReadyTime limits a meeting's wait.
	GraceLeft, PassNotice, ReadyTime time.Duration
}

// Table is one match with its seats: an open seat, a challenge, a game with a
// bot or alone, a live match, and for a while a finished one. What it remembers besides the log depends on what
// goes on at it; the rest has its zero value then:
//
//	Rec.Status  goes on             what the table remembers
//	open        a seat waits        Quick, Beside, Refused; Away of the host
//	open        a meeting           the same, MeetingSince, GuestSeat, Ready, Unrated; then either Comes and Called (the
//	                                host of a seat for anybody is called) or neither (both are asked)
//	live        a match             Away; Lifted at one screen; OutageUnpaid; Warned in a run; Woken for a program's
//	done        a rematch is asked  Ready, until Next is set
//	done        a series waits      Ready, until Next or Ended is set (see Waits)
//	done        nothing             Ended, Late
//
// Gone: it is deleted, or done and without watchers, and nobody finds it any more.
type Table struct {
	ID      string
	Created int64
	// SeedHash is the seed's hash; a table has its seed from the beginning.
	SeedHash string
	Terms    *Terms
	Clock    Clock

	Rec     store.Match
	Control games.Control // Rec's, parsed
	M       *games.Match  // nil while open
	Log     []store.Entry // M's entries, all of them stored
	Away    []Away
	Ready   []bool // by seat: ready for what begins next, the match of a meeting, a rematch or the next round
	Audience
	Talk
	Meeting
	Series
	Lifted       games.Seat // at one screen: the seat whose curtain is lifted
	Late         bool       // the table called it off, because the first decision did not come
	OutageUnpaid bool       // the clocks ran while the store failed
	Warned       int        // the log's free entries at the last warning
	Gone         bool       // it is deleted, or over and without watchers
	Woken        int64      // time at which a program's match came back into the memory, in ms
}

// Clock is a table's time: the last time that was set, moved on by the monotonic clock.
type Clock struct {
	set time.Time
	at  time.Duration // since 1970
}

// Audience has the watchers of a table: the players by seat, and the number of spectators.
type Audience struct {
	Here    []bool
	Gallery int
}

// Talk is a table's chat: the last lines, the number of all lines, and the times at which each person
// spoke.
type Talk struct {
	Chat      []Line
	ChatTotal int
	ChatTimes map[string]limit.Moments
}

// Meeting describes the filling of an open seat.
type Meeting struct {
	MeetingSince int64      // start of the meeting, in ms; 0 for none
	GuestSeat    games.Seat // the guest's seat
	Comes        int64      // when the host of a seat for anybody comes without a question, in ms; 0 for a question
	Called       int64      // when the owner of the table called that host last, in ms; 0 for never
	Unrated      bool       // the guest may not play rated: the match will be casual
	Refused      []string   // the people who declined the open seat
	Quick        bool       // a quick search may take the seat
	Beside       string     // the match whose end closes the open seat
}

// Series describes what comes after a match.
type Series struct {
	Next  string // the id of the rematch or next round
	Ended bool   // a player has left the series
}

// New makes the table of a record.
func New(rec store.Match, terms *Terms) Table {
	t := Table{
		ID: rec.ID, Created: rec.Created, Rec: rec, SeedHash: kibo.SeedHash(rec.Seed), Terms: terms,
		Away:     make([]Away, len(rec.Seats)),
		Ready:    make([]bool, len(rec.Seats)),
		Audience: Audience{Here: make([]bool, len(rec.Seats))},
		Talk:     Talk{ChatTimes: map[string]limit.Moments{}},
		Lifted:   games.Nobody,
	}
	t.Clock.Set(time.Duration(clock.Now().UnixNano()))
	t.Control, _ = games.ParseControl(rec.Control) // the fold reports a bad one
	return t
}

// Set sets the clock to a time since 1970.
func (c *Clock) Set(at time.Duration) { c.set, c.at = time.Now(), at }

// Now returns the table's time, which its entries use. It never jumps with the system's clock and
// is never before the last entry, which another node may have written. A match over days follows
// the system's clock too, because the machine may have slept.
func (t *Table) Now() int64 {
	now := (t.Clock.at + time.Since(t.Clock.set)).Milliseconds()
	if t.Days() {
		now = max(now, clock.MS())
	}
	if t.M != nil && t.M.LastAt() > now {
		t.Clock.at += time.Duration(t.M.LastAt()-now) * time.Millisecond
		now = t.M.LastAt()
	}
	return now
}

// Fold sets the match from its log. It waits for no turn, since the table's lock is held.
func (t *Table) Fold(entries []store.Entry) error {
	m, err := ledger.Fold(context.Background(), t.Terms.Games, t.Rec, entries)
	if err != nil {
		return err
	}
	t.M, t.Log = m, entries
	return nil
}

// MayWatch returns the reason why a viewer may not watch a match: ErrPrivate, or ErrHidden for another
// player's daily run, whose deal the viewer may still play.
func MayWatch(rec store.Match, seat games.Seat) error {
	switch {
	case seat != games.Nobody:
		return nil
	case rec.Private:
		return ErrPrivate
	case ledger.DayLasts(rec.Daily, clock.MS()):
		return ErrHidden
	}
	return nil
}

// Live reports whether the match is being played.
func (t *Table) Live() bool { return !t.Gone && t.M != nil && !t.M.Over() }

// AwayMatters reports whether a person waits for absent players: in a live match of two people or
// at an open seat, but not over days or at a question for a rematch.
func (t *Table) AwayMatters() bool {
	if t.Days() || ledger.ByClient(t.Rec) || t.AsksRematch() {
		return false
	}
	return t.Rec.Status == store.Open || t.Live() && t.People() > 1
}

// Expects reports whether a player who was called to the match has yet to come, although it is over: it may have
// ended as it was dealt, or the other player has ended it at once. Both shall see how.
func (t *Table) Expects(now int64) bool {
	return t.Rec.Status == store.Done && len(t.Rec.Seats) > 1 && !t.Days() &&
		slices.ContainsFunc(t.Away, func(a Away) bool { return a.Coming && !a.Over(now) })
}

// AsksRematch reports whether the open seat asks one player for a rematch. It stays while either of
// them is away, for [AgainTime].
func (t *Table) AsksRematch() bool {
	return t.Rec.Status == store.Open && t.Rec.Invited != "" && t.Rec.Previous != ""
}

// AgainUntil returns the end of the request for another match; 0 while its meeting goes on, and for a table
// without such a request.
func (t *Table) AgainUntil() int64 {
	if !t.AsksRematch() || t.Meets() {
		return 0
	}
	return t.Created + AgainTime.Milliseconds()
}

// Days reports whether the match is played over days.
func (t *Table) Days() bool { return t.Control.Correspondence() }

// People counts the seats held by people, the two at one screen as one.
func (t *Table) People() (n int) {
	if ledger.AtScreen(t.Rec) {
		return 1
	}
	for _, s := range t.Rec.Seats {
		if s.Player != "" || s.Guest != "" {
			n++
		}
	}
	return n
}

// ForcedAt returns the time at which the table plays the forced action, in ms.
func (t *Table) ForcedAt() int64 {
	return max(t.M.LastAt(), t.M.Started()) + t.Terms.PassNotice.Milliseconds()
}

// SeatOf returns a person's seat, Nobody for none.
func (t *Table) SeatOf(p Person) games.Seat { return ledger.SeatOf(t.Rec, p.ID) }

// Claimable reports whether seat may claim the game: its opponent, a person, has been away for
// longer than the grace while the store worked, and the match has begun. It is not played over
// days. A friends' game can be claimed only from a guest, who cannot come back.
func (t *Table) Claimable(seat games.Seat, now int64) bool {
	if !t.Live() || t.OutageUnpaid || !t.M.Begun() || !t.AwayMatters() || len(t.Rec.Seats) != 2 || seat < 0 || !t.Forfeits(1-seat) {
		return false
	}
	return t.Away[1-seat].Over(now)
}

// MayAbort reports whether a player may still call the match off. A ranked run whose first view
// shows anything of its deal cannot be called off, or players would choose among deals.
func (t *Table) MayAbort() bool {
	if ranked := len(t.Rec.Seats) == 1 && ledger.Kept(t.Rec) && t.Rec.Daily == "" && !t.Rec.Seeded; !ranked || !t.M.CanAbort() {
		return t.M.CanAbort()
	}
	other := t.M.Setup
	other.Seed = strings.Repeat("0", 32)
	pos, err := t.M.Game.Start(other) // an error: the deal in the options belongs to the seed
	return err == nil && reflect.DeepEqual(pos.View(games.Spectator), t.M.View(games.Spectator))
}

// Forfeits reports whether seat may lose the match by staying away.
func (t *Table) Forfeits(seat games.Seat) bool {
	return !t.Rec.Private || t.Rec.Seats[seat].Guest != ""
}

// ClearAt returns the time at which a program's match is deleted, in ms.
func (t *Table) ClearAt() int64 { return t.M.LastAt() + SharedTime.Milliseconds() }

// ParkAt returns the time at which a program's match leaves the memory, in ms.
func (t *Table) ParkAt() int64 { return max(t.M.LastAt(), t.Woken) + SharedPark.Milliseconds() }

// IdleAt returns the time from which a program's match is no longer worth watching, in ms.
func (t *Table) IdleAt() int64 { return t.M.LastAt() + SharedIdle.Milliseconds() }
