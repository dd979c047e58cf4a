// Package table is one table as a value: the match, its people, what was said, who waits for
// whom, and what each viewer may see of it. It reads and changes itself alone: it has no
// lock, no store, no timer and no goroutine. Whoever keeps it stores an entry before anybody
// is shown what it changes.
package table

import (
	"errors"
	"reflect"
	"strings"
	"time"

	"arcade/games"
	"arcade/games/kibo"
	"arcade/lobby/clock"
	"arcade/lobby/ledger"
	"arcade/lobby/limit"
	"arcade/store"
)

// What a table refuses; screens turn each into a sentence.
var (
	ErrNoTable    = errors.New("no such table")
	ErrPrivate    = errors.New("the match is private")
	ErrHidden     = errors.New("the match is still in play, or its day is not over")
	ErrNotSeated  = errors.New("you have no seat at this table")
	ErrFull       = errors.New("the seat is taken")
	ErrOwnSeat    = errors.New("your own seat")
	ErrGuestRated = errors.New("rated games need a key")
	ErrGuestDays  = errors.New("a guest cannot come back tomorrow")
	ErrUnasked    = errors.New("a bot does not sit down at people's tables unasked")
	ErrHostAway   = errors.New("the player who asks is not here")
	ErrStale      = errors.New("the position has changed")
	ErrLogEnds    = errors.New("the log is nearly full, then the run is given up")
	ErrTooFast    = errors.New("too fast")
)

const (
	// SharedTime is how long after its last action a match that a program plays is cleared away.
	SharedTime = 7 * 24 * time.Hour
	// SharedIdle is how long after it there is something to watch.
	SharedIdle = 10 * time.Minute
	// SharedPark is how long after it such a match leaves the memory until it is asked for.
	SharedPark = time.Hour
	// AgainTime is how long an open seat asks one player for another match.
	AgainTime = 7 * 24 * time.Hour
)

// Terms are what the house has settled for all tables.
type Terms struct {
	Games *games.Registry
	// GraceLeft is how long one who left the table may stay away, PassNotice how long a
	// forced action is announced, ReadyTime how long two have to say that they are ready.
	GraceLeft, PassNotice, ReadyTime time.Duration
}

// Table is one match with its seats: an open seat, a challenge, a game with a
// bot or alone, a live match, and for a while a finished one.
type Table struct {
	ID      string
	Created int64
	// SeedHash is of the seed, which a table has from the beginning.
	SeedHash string
	Terms    *Terms
	Clock    Clock

	Rec     store.Match
	Control games.Control // Rec's, parsed
	M       *games.Match  // nil while open
	Log     []store.Entry // what M is folded from: in the store, all of it
	Away    []Away
	Seen
	Talk
	Meeting
	Series
	Lifted games.Seat // at one screen, for whom its curtain is lifted
	Late   bool       // it was called off by the table, since nobody began
	Owes   bool       // the clocks ran while the store took nothing
	Warned int        // the room of the log at which its player was told last
	Gone   bool       // it is taken down, or over and left
	Woken  int64      // ms, when a match that a program plays came back into the memory
}

// Clock is the time of a table: what it was when it was set, by the clock that never jumps.
type Clock struct {
	set time.Time
	at  time.Duration // since 1970
}

// Seen is who looks at a table: which seats' players, and how many others.
type Seen struct {
	Here    []bool
	Gallery int
}

// Talk is what was said at a table: the last lines, how many there were in all, and when
// each person last spoke.
type Talk struct {
	Chat   []Line
	Spoken int
	Said   map[string]limit.Moments
}

// Meeting is how an open seat is filled.
type Meeting struct {
	Met     int64      // ms, since when an open table has a meeting; 0 for none
	Came    games.Seat // who came to the host of the meeting
	Refused []string   // who has declined the open seat
	Quick   bool       // a quick search may take the seat
	Beside  string     // the match with whose end the open seat is taken down
}

// Series is what follows a match.
type Series struct {
	Rematch []bool // who is ready: for the match of a meeting, for another match, for the next round
	Next    string // the rematch's id
	Ended   bool   // somebody has left the series
}

// New makes the table of a record.
func New(rec store.Match, terms *Terms) Table {
	t := Table{
		ID: rec.ID, Created: rec.Created, Rec: rec, SeedHash: kibo.SeedHash(rec.Seed), Terms: terms,
		Away:   make([]Away, len(rec.Seats)),
		Seen:   Seen{Here: make([]bool, len(rec.Seats))},
		Talk:   Talk{Said: map[string]limit.Moments{}},
		Lifted: games.Nobody,
		Series: Series{Rematch: make([]bool, len(rec.Seats))},
	}
	t.Clock.Set(time.Duration(clock.Now().UnixNano()))
	t.Control, _ = games.ParseControl(rec.Control) // one that cannot be read is an error of the fold
	return t
}

// Set sets the clock to a time since 1970.
func (c *Clock) Set(at time.Duration) { c.set, c.at = time.Now(), at }

// Now is the table's time, which its entries have. It goes on steadily, whatever the system's
// clock does, and from the last entry where that is ahead, as its owner's clock was. Over
// days the system's clock counts, as the machine may have slept.
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

// Fold sets the match from the log.
func (t *Table) Fold(entries []store.Entry) error {
	m, err := ledger.Fold(t.Terms.Games, t.Rec, entries)
	if err != nil {
		return err
	}
	t.M, t.Log = m, entries
	return nil
}

// MayWatch returns what keeps the holder of a seat, or a stranger, from a table: a
// daily run shows others what they have still to play. ErrPrivate, ErrHidden.
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

// AwayMatters reports whether somebody waits for the absent: a live match between two people, or
// an open seat, unless it is played over days or asks for another match.
func (t *Table) AwayMatters() bool {
	if t.Days() || ledger.ByClient(t.Rec) || t.AsksAgain() {
		return false
	}
	return t.Rec.Status == store.Open || t.Live() && t.People() > 1
}

// AsksAgain reports whether the open seat asks one player for another match. It stays while
// either of them is away, for [AgainTime], and is stored as every open seat.
func (t *Table) AsksAgain() bool {
	return t.Rec.Status == store.Open && t.Rec.Invited != "" && t.Rec.Previous != ""
}

// AgainUntil is when the question for another match ends; 0 while its meeting goes on, and for a
// table that asks no such question.
func (t *Table) AgainUntil() int64 {
	if !t.AsksAgain() || t.Meets() {
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

// ForcedAt is when the table plays the forced action.
func (t *Table) ForcedAt() int64 {
	return max(t.M.LastAt(), t.M.Started()) + t.Terms.PassNotice.Milliseconds()
}

// SeatOf is the seat of a person, Nobody where it has none.
func (t *Table) SeatOf(p Person) games.Seat { return ledger.SeatOf(t.Rec, p.ID) }

// Claimable reports whether seat is offered the game: its opponent, a person, has
// been gone for longer than the grace, in which the store was there, the match has begun, and it is not a
// friends' game or one played over days. From a guest, who cannot come back as
// itself, a friends' game can be claimed too.
func (t *Table) Claimable(seat games.Seat, now int64) bool {
	if !t.Live() || t.Owes || !t.M.Begun() || !t.AwayMatters() || len(t.Rec.Seats) != 2 || seat < 0 || !t.Forfeits(1-seat) {
		return false
	}
	return t.Away[1-seat].Over(now)
}

// MayAbort reports whether a player may still call the match off: not a ranked run whose start
// shows something of chance, or its player would choose among deals.
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

// ClearAt is when a match that a program plays is cleared away.
func (t *Table) ClearAt() int64 { return t.M.LastAt() + SharedTime.Milliseconds() }

// ParkAt is when it leaves the memory: not at once where it has just come back.
func (t *Table) ParkAt() int64 { return max(t.M.LastAt(), t.Woken) + SharedPark.Milliseconds() }

// IdleAt is from when on it is not worth watching.
func (t *Table) IdleAt() int64 { return t.M.LastAt() + SharedIdle.Milliseconds() }
