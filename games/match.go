package games

import (
	"errors"
	"fmt"
	"slices"
)

// Kind is the kind of a log entry.
type Kind string

// The kinds of entries. Act is the game's own; the others belong to the table and are the same for every
// game.
const (
	Act             Kind = "act"              // Action, by the seat on turn
	Resign          Kind = "resign"           // Seat gives up
	Timeout         Kind = "timeout"          // Seat's clock ran out
	OfferDraw       Kind = "offer-draw"       // Seat offers a draw
	DeclineDraw     Kind = "decline-draw"     // Seat declines the offer
	AcceptDraw      Kind = "accept-draw"      // Seat accepts; the match is drawn
	AskTakeback     Kind = "ask-takeback"     // Seat asks to take its last action back
	DeclineTakeback Kind = "decline-takeback" // Seat declines
	GrantTakeback   Kind = "grant-takeback"   // Seat grants; the asker is on turn again
	Abort           Kind = "abort"            // Seat (or the table, Nobody) ends it without a result
	ClaimWin        Kind = "claim-win"        // Seat wins from an opponent who left
	ClaimDraw       Kind = "claim-draw"       // Seat draws with an opponent who left
	Lapse           Kind = "lapse"            // Seat did not decide in time: the table plays Action, its default move
	Look            Kind = "look"             // Seat, alone in its match, saw the best play; once
	Undo            Kind = "undo"             // the last action is taken back, with the forced ones after it; Seat is Nobody
	Rest            Kind = "rest"             // Seat is away and nobody waits for it: the time of the match stands still
	Back            Kind = "back"             // Seat is back
	Restart         Kind = "restart"          // the server restarted; Seat is Nobody
	Void            Kind = "void"             // the house ends it without a result, at any time; Seat is Nobody
)

// Entry is one line of a match's log.
type Entry struct {
	Kind   Kind   `json:"kind"`
	Seat   Seat   `json:"seat"`
	Action Action `json:"action,omitempty"` // only with Act and Lapse
	At     int64  `json:"at"`               // ms since 1970
}

// Reasons why an entry is refused; a game's own refusal is an [*IllegalError].
var (
	ErrOver        = errors.New("the match is over")
	ErrNotYourTurn = errors.New("not this seat's turn")
	ErrFlagFell    = errors.New("the seat's time is up")
	ErrHeld        = errors.New("everybody is being shown something")
	ErrNotAllowed  = errors.New("not allowed now")
)

// Ply is an action that was played and not taken back.
type Ply struct {
	Seat   Seat
	Action Action
	Forced bool // the table played it
	// At is ms since 1970, less the match's rest time so far.
	At     int64
	Events []Event
}

// Terms are the conditions to which the seats of a match agreed before it began.
type Terms struct {
	Control Control
	// Rated matches change ratings; nothing in them can be taken back.
	Rated bool
	// Follows reports whether the match counts from its start: it is a later round of its series, or was
	// dealt when all seats were ready.
	Follows bool
	// Shared matches are played by one program, or by one or more people at one screen. Any of them may
	// undo, even at the end.
	Shared Shared
}

// Shared says how seats are shared that do not each have their own player.
type Shared string

// The ways to share.
const (
	Apart  Shared = ""       // not at all
	Screen Shared = "screen" // two people at one screen, or one against itself
	Client Shared = "client" // a program plays for all, over HTTP
	// ClientPasses is Client with a program that also plays forced actions: an undo takes back only its
	// last action.
	ClientPasses Shared = "client-passes"
)

// Match is the fold of a setup and its entries: the position, the clocks, the open offers and the result.
// It does no I/O and reads no clock: time comes with the entries. It has many fields because everything
// that one entry can change is here.
type Match struct {
	Game  Game
	Setup Setup
	Terms Terms

	pos     Position
	seats   int
	started int64
	lastAt  int64
	count   int // entries folded
	plies   []Ply
	moved   []bool // seats that have made a decision, taken back or not
	lapses  []int  // timeouts in a row, by seat
	held    int64  // no seat may act before this moment
	info    Info
	series  bool
	clocks  clocks
	drawBy  Seat // the seat with an open draw offer
	drawPly []int
	takeBy  Seat // the seat with an open takeback request
	takePly []int
	looked  int     // number of plies at the look, -1 before one
	rested  int64   // total rest time, in ms
	resting int64   // start of the present rest, 0 if the match does not rest
	rester  Seat    // seats that are away while it rests
	result  *Result // nil while in play
}

// NewMatch starts a match at the moment started (ms since 1970).
func NewMatch(g Game, setup Setup, terms Terms, started int64) (*Match, error) {
	pos, err := g.Start(setup)
	if err != nil {
		return nil, err
	}
	info := g.Info()
	n := info.Seats
	_, series := g.(Series)
	m := &Match{
		Game: g, Setup: setup, Terms: terms,
		pos: pos, seats: n, started: started, lastAt: started,
		info: info, series: series,
		moved: make([]bool, n), lapses: make([]int, n), clocks: newClocks(terms.Control, n),
		drawBy: Nobody, takeBy: Nobody, looked: -1,
		drawPly: make([]int, n), takePly: make([]int, n), result: pos.Result(),
	}
	for i := range n {
		m.drawPly[i], m.takePly[i] = -1, -1
	}
	m.clocks.turn(started, m.clockRuns())
	return m, nil
}

// PaceEntries is the number of entries folded between two calls of pace: about a millisecond's work in the
// slowest game.
const PaceEntries = 64

// FoldMatch is NewMatch followed by Add of every entry. On an error it returns the match before the
// failed entry, whose index is the match's Len. pace, if not nil, is called after each PaceEntries, and
// its error ends the fold.
func FoldMatch(g Game, setup Setup, terms Terms, started int64, entries []Entry, pace func() error) (*Match, error) {
	m, err := NewMatch(g, setup, terms, started)
	if err != nil {
		return nil, err
	}
	for i, e := range entries {
		if pace != nil && i%PaceEntries == PaceEntries-1 {
			if err := pace(); err != nil {
				return m, err
			}
		}
		if _, err := m.Add(e); err != nil {
			return m, fmt.Errorf("entry %d: %w", i+1, err)
		}
	}
	return m, nil
}

// Add folds one more entry. On an error nothing has changed.
func (m *Match) Add(e Entry) ([]Event, error) {
	if err := m.Check(e); err != nil {
		return nil, err
	}
	if e.Kind != Act && e.Kind != Lapse {
		return nil, m.addTable(e)
	}
	lapsed := e.Kind == Lapse
	forced := m.ForcedNow() || lapsed
	events, err := m.pos.Apply(e.Action)
	if err != nil {
		return nil, err
	}
	m.count++
	m.lastAt = e.At
	m.result = m.pos.Result()
	if e.Seat == m.rester {
		m.back(e.At)
	}
	at := e.At
	if m.resting > 0 { // a bot plays on
		at = m.resting
	}
	m.plies = append(m.plies, Ply{e.Seat, e.Action, forced, at - m.rested, events})
	m.held = 0
	for _, ev := range events {
		if ev.Hold > 0 {
			m.held = max(m.held, e.At+ev.Hold)
		}
	}
	if !forced || lapsed {
		m.clocks.moved(e.Seat, e.At)
	}
	if lapsed {
		m.lapses[e.Seat]++
	} else if !forced {
		m.moved[e.Seat] = true
		m.lapses[e.Seat] = 0
	}
	// Playing on declines an offer; a move that the table played for a seat does not.
	if over := m.Over(); over || !forced {
		m.takeBy = Nobody
		if over || m.drawBy != e.Seat {
			m.drawBy = Nobody
		}
	}
	m.clocks.turn(max(e.At, m.held), m.clockRuns())
	return events, nil
}

// Check reports whether Add would accept e, apart from the game's own rules on an Act.
func (m *Match) Check(e Entry) error {
	if m.Over() && e.Kind != Undo {
		return ErrOver
	}
	table := e.Kind == Restart || e.Kind == Abort || e.Kind == Void || e.Kind == Undo
	if (e.Seat < 0 || int(e.Seat) >= m.seats) && (!table || e.Seat != Nobody) {
		return fmt.Errorf("%w: no seat %d", ErrNotAllowed, e.Seat)
	}
	if e.Action != "" && e.Kind != Act && e.Kind != Lapse {
		return fmt.Errorf("%w: %s carries no action", ErrNotAllowed, e.Kind)
	}
	allowed := true
	switch e.Kind {
	case Act:
		if m.pos.ToAct() != e.Seat {
			return ErrNotYourTurn
		}
		if m.Flagged(e.At) == e.Seat {
			return ErrFlagFell
		}
		if e.At < m.held {
			return ErrHeld
		}
	case Lapse:
		mild, ok := m.Lapse(e.At)
		allowed = ok && m.ToAct() == e.Seat && mild == e.Action
	case Resign:
	case Restart, Void:
		allowed = e.Seat == Nobody
	case ClaimWin:
		allowed = m.seats == 2
	case ClaimDraw:
		allowed = m.seats == 2 && !m.series
	case Timeout:
		_, lapse := m.Lapse(e.At)
		allowed = m.Flagged(e.At) == e.Seat && !lapse
	case OfferDraw:
		allowed = m.CanOfferDraw(e.Seat)
	case AcceptDraw, DeclineDraw:
		allowed = m.drawBy != Nobody && m.drawBy != e.Seat
	case AskTakeback:
		allowed = m.CanAskTakeback(e.Seat)
	case GrantTakeback, DeclineTakeback:
		allowed = m.takeBy != Nobody && m.takeBy != e.Seat
	case Abort:
		allowed = m.CanAbort()
	case Undo:
		allowed = e.Seat == Nobody && m.CanUndo()
	case Look:
		allowed = m.CanLook(e.Seat)
	case Rest:
		allowed = m.CanRest(e.Seat)
	case Back:
		allowed = m.resting > 0 && e.Seat == m.rester
	default:
		return fmt.Errorf("%w: unknown kind %.20q", ErrNotAllowed, string(e.Kind))
	}
	if !allowed {
		return fmt.Errorf("%w: %s", ErrNotAllowed, e.Kind)
	}
	return nil
}

// addTable folds a table entry that Check has allowed.
func (m *Match) addTable(e Entry) error {
	end := func(reason string, winner Seat) {
		m.back(e.At)
		m.result = &Result{Reason: reason, Winner: winner}
		if f, ok := m.pos.(Forfeit); ok && winner != Nobody {
			m.result.Fields = f.Forfeit(m.other(winner))
		} else if s, ok := m.pos.(Standing); ok {
			m.result.Fields = s.Standing()
		}
		m.drawBy, m.takeBy = Nobody, Nobody
		m.clocks.turn(e.At, false)
	}
	switch e.Kind {
	case Resign:
		end(Resigned, m.other(e.Seat))
	case Timeout:
		end(TimedOut, m.other(e.Seat))
	case AcceptDraw:
		end(Agreed, Nobody)
	case Abort, Void:
		end(Aborted, Nobody)
	case ClaimWin:
		end(Abandoned, e.Seat)
	case ClaimDraw:
		end(Abandoned, Nobody)
	case OfferDraw:
		m.drawBy, m.drawPly[e.Seat] = e.Seat, len(m.plies)
	case DeclineDraw:
		m.drawBy = Nobody
	case AskTakeback:
		m.takeBy, m.takePly[e.Seat] = e.Seat, len(m.plies)
	case DeclineTakeback:
		m.takeBy = Nobody
	case GrantTakeback:
		if err := m.takeBack(m.lastDecision(m.takeBy), e.At); err != nil {
			return err
		}
	case Undo:
		if err := m.takeBack(m.undone(), e.At); err != nil {
			return err
		}
	case Look:
		m.looked = len(m.plies)
	case Rest:
		m.resting, m.rester = e.At, e.Seat
		m.clocks.stop(m.pos.ToAct(), e.At)
	case Back:
		m.back(e.At)
	case Restart:
		m.clocks.restart(m.pos.ToAct(), e.At)
	}
	m.count++
	m.lastAt = e.At
	return nil
}

// back ends a rest.
func (m *Match) back(at int64) {
	if m.resting > 0 {
		m.rested, m.resting = m.rested+at-m.resting, 0
		m.clocks.turn(max(at, m.held), m.clockRuns())
	}
}

// takeBack removes all plies from the n-th on.
func (m *Match) takeBack(n int, at int64) error {
	pos, err := m.Game.Start(m.Setup)
	if err != nil {
		return err
	}
	for _, p := range m.plies[:n] {
		if _, err := pos.Apply(p.Action); err != nil {
			return fmt.Errorf("refold: %w", err)
		}
	}
	m.pos, m.plies, m.result, m.held = pos, m.plies[:n:n], nil, 0
	m.drawBy, m.takeBy = Nobody, Nobody
	m.clocks.fresh()
	for i := range m.seats {
		// An earlier request at a later ply must not block one at this position.
		m.drawPly[i], m.takePly[i] = min(m.drawPly[i], n-1), min(m.takePly[i], n-1)
	}
	m.clocks.turn(at, m.clockRuns())
	return nil
}

// lastDecision returns the index of seat's last ply that was not forced, -1 without one.
func (m *Match) lastDecision(seat Seat) int {
	for i := len(m.plies) - 1; i >= 0; i-- {
		if m.plies[i].Seat == seat && !m.plies[i].Forced {
			return i
		}
	}
	return -1
}

func (m *Match) other(s Seat) Seat {
	if m.seats != 2 {
		return Nobody
	}
	return 1 - s
}

// clockRuns reports whether time passes in the present position.
func (m *Match) clockRuns() bool {
	return !m.Over() && m.resting == 0 && !m.ForcedNow() && (m.Terms.Control.PerMove > 0 || m.Begun())
}

// Begun reports whether the match counts: every seat has made a decision. If cards are hidden, one
// decision is enough, so that nobody can see the first one and abort.
func (m *Match) Begun() bool {
	if m.info.Hidden && m.seats == 2 {
		return m.Terms.Follows || slices.Contains(m.moved, true)
	}
	return !slices.Contains(m.moved, false)
}

// MaxLapses is the number of timeouts in a row that a seat may have: with one more it loses.
const MaxLapses = 2

// Lapse returns the action that the table plays for the seat whose time for a decision is up at now;
// false if there is none, or if the seat loses instead.
func (m *Match) Lapse(now int64) (Action, bool) {
	mild, ok := m.pos.(DefaultMove)
	seat := m.Flagged(now)
	if !ok || seat == Nobody || m.Terms.Control.PerMove == 0 || m.lapses[seat] >= MaxLapses {
		return "", false
	}
	return mild.DefaultAction(), true
}

// Lapses returns a seat's timeouts in a row.
func (m *Match) Lapses(seat Seat) int { return m.lapses[seat] }

// Held returns the moment before which no seat may act, because all are being shown an event; ms since
// 1970, 0 for none.
func (m *Match) Held() int64 { return m.held }

// Over reports whether the match has ended.
func (m *Match) Over() bool { return m.result != nil }

// Result returns nil while the match is in play. The caller must not change it.
func (m *Match) Result() *Result { return m.result }

// ToAct returns the seat on turn, Nobody once over.
func (m *Match) ToAct() Seat {
	if m.Over() {
		return Nobody
	}
	return m.pos.ToAct()
}

// Legal lists the legal actions of the seat on turn.
func (m *Match) Legal() []Action {
	if m.Over() {
		return nil
	}
	return m.pos.Legal()
}

// View returns the part of the position that seat may see.
func (m *Match) View(seat Seat) any { return m.pos.View(seat) }

// ForcedNow reports whether the position has only a forced action.
func (m *Match) ForcedNow() bool {
	_, ok := m.Forced()
	return ok
}

// Forced returns the action that the table plays for the seat on turn, if there is one.
func (m *Match) Forced() (Action, bool) {
	if f, ok := m.pos.(Forcer); ok && !m.Over() {
		return f.Forced()
	}
	return "", false
}

// Plies returns the actions that were not taken back, oldest first. The caller must not change them.
func (m *Match) Plies() []Ply { return m.plies }

// Len returns the number of folded entries.
func (m *Match) Len() int { return m.count }

// LastAt returns the time of the last entry, or of the start, ms since 1970.
func (m *Match) LastAt() int64 { return m.lastAt }

// Started returns when the match began, ms since 1970.
func (m *Match) Started() int64 { return m.started }

// Seats returns the number of seats.
func (m *Match) Seats() int { return m.seats }

// Left returns seat's remaining time at now in ms, and whether it is running.
func (m *Match) Left(seat Seat, now int64) (ms int64, running bool) {
	toAct := m.ToAct()
	return m.clocks.Left(seat, toAct, now), m.clocks.Running() && seat == toAct
}

// Flagged returns the seat whose time is up at now, or Nobody.
func (m *Match) Flagged(now int64) Seat {
	s := m.ToAct()
	if s == Nobody {
		return Nobody
	}
	if left, running := m.Left(s, now); running && left <= 0 {
		return s
	}
	return Nobody
}

// DrawOffer returns the seat with an open draw offer, or Nobody.
func (m *Match) DrawOffer() Seat { return m.drawBy }

// TakebackRequest returns the seat with an open takeback request, or Nobody.
func (m *Match) TakebackRequest() Seat { return m.takeBy }

// CanOfferDraw reports whether seat may offer a draw: the match has two seats and has begun, and seat has
// made no offer since its opponent's last turn.
func (m *Match) CanOfferDraw(seat Seat) bool {
	return m.seats == 2 && !m.series && seat >= 0 && !m.Over() && m.Begun() && m.drawBy == Nobody && m.drawPly[seat] < len(m.plies)
}

// CanAskTakeback reports whether seat may ask to take its last decision back: only in an unrated match,
// and once in a position.
func (m *Match) CanAskTakeback(seat Seat) bool {
	return m.seats == 2 && !m.series && !m.info.Final && seat >= 0 && !m.Over() && !m.Terms.Rated && m.takeBy == Nobody &&
		m.takePly[seat] < len(m.plies) && m.lastDecision(seat) >= 0
}

// CanUndo reports whether an action can be undone. Only a shared match of more than one seat has undo: it is
// short enough to play again.
func (m *Match) CanUndo() bool {
	return m.seats > 1 && m.Terms.Shared != Apart && !m.info.Final && m.undone() >= 0
}

// undone returns the first ply that an undo takes back, -1 for none.
func (m *Match) undone() int {
	n := len(m.plies) - 1
	for m.Terms.Shared != ClientPasses && n >= 0 && m.plies[n].Forced {
		n--
	}
	return n
}

// CanLook reports whether seat may look at the best play: in a match of one seat, in play, and once.
func (m *Match) CanLook(seat Seat) bool {
	return m.seats == 1 && seat == 0 && !m.Over() && !m.Hinted()
}

// CanRest reports whether the time of a match can stand still for seat: in a match of one seat after its
// first action, in a match of two if it has clocks and is not rated. Only the table knows whether another
// person is kept waiting.
func (m *Match) CanRest(seat Seat) bool {
	passes := len(m.plies) > 0
	if m.seats > 1 {
		passes = !m.Terms.Rated && !m.Terms.Control.Untimed()
	}
	return passes && seat >= 0 && !m.Over() && m.resting == 0
}

// Rested returns the match's total rest time, in ms, and the start of the present rest, 0 if it does not
// rest.
func (m *Match) Rested() (ms, since int64) { return m.rested, m.resting }

// Hinted reports whether the player saw the best play.
func (m *Match) Hinted() bool { return m.looked >= 0 }

// HintedLate reports whether the player did so after the first action, knowing some random events.
func (m *Match) HintedLate() bool { return m.looked > 0 }

// CanAbort reports whether the match can still end without a result.
func (m *Match) CanAbort() bool { return !m.Over() && !m.Begun() }
