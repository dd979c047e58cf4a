package lobby

import (
	"arcade/lobby/config"
	"arcade/lobby/directory"
	"arcade/lobby/httpmatch"
	"arcade/lobby/pairing"
	"arcade/lobby/replica"
	"arcade/lobby/room"
	"arcade/lobby/text"
	"arcade/store"
)

// Names of package room, for packages that import only the lobby.
type (
	Actor     = config.Actor
	Config    = config.Config
	Line      = room.Line
	Observer  = config.Observer
	Person    = room.Person
	SeatInfo  = room.SeatInfo
	Snapshot  = room.Snapshot
	Summary   = room.Summary
	WaitError = room.WaitError
)

// Names for matches over HTTP.
type (
	SharedMatch = httpmatch.SharedMatch
	SharedOffer = httpmatch.SharedOffer
)

// Names of package pairing, for packages that import only the lobby.
type (
	Offer      = pairing.Offer
	Invitation = pairing.Invitation
	Why        = pairing.Why
)

// Reasons of an invitation.
const (
	Paired     = pairing.Paired
	Coming     = pairing.Coming
	Found      = pairing.Found
	NextRound  = pairing.NextRound
	Challenged = pairing.Challenged
	Both       = pairing.Both
	Again      = pairing.Again
)

// Range returns the ratings of opponents that a seat accepts after waiting since created: see
// [pairing.Range].
func Range(rating float64, created, now int64) (lo, hi float64) {
	return pairing.Range(rating, created, now)
}

// Seats and the bounds of chat.
const (
	ByBot    = config.ByBot
	ByPerson = config.ByPerson
	ByTable  = config.ByTable
	MaxChat  = room.MaxChat
	OneDay   = room.OneDay
	Phrases  = room.Phrases
)

// Refusals; screens turn each into a sentence.
var (
	ErrBadOffer     = room.ErrBadOffer
	ErrBadSeed      = room.ErrBadSeed
	ErrBotAccount   = room.ErrBotAccount
	ErrBroken       = room.ErrBroken
	ErrClosing      = room.ErrClosing
	ErrDailyDone    = room.ErrDailyDone
	ErrDayLasts     = room.ErrDayLasts
	ErrFull         = room.ErrFull
	ErrGuestBot     = room.ErrGuestBot
	ErrGuestDays    = room.ErrGuestDays
	ErrGuestRated   = room.ErrGuestRated
	ErrGuestRecord  = room.ErrGuestRecord
	ErrHasGames     = room.ErrHasGames
	ErrHidden       = room.ErrHidden
	ErrLeft         = room.ErrLeft
	ErrLogEnds      = room.ErrLogEnds
	ErrLong         = text.ErrLong
	ErrMoving       = room.ErrMoving
	ErrNameBad      = room.ErrNameBad
	ErrNameReserved = room.ErrReserved
	ErrNewBot       = room.ErrNewBot
	ErrNoCode       = room.ErrNoCode
	ErrNoFormat     = room.ErrNoFormat
	ErrNoPlayer     = room.ErrNoPlayer
	ErrNoTable      = room.ErrNoTable
	ErrNotSeated    = room.ErrNotSeated
	ErrNotYours     = room.ErrNotYours
	ErrOver         = room.ErrOver
	ErrOwnSeat      = room.ErrOwnSeat
	ErrPrivate      = room.ErrPrivate
	ErrStale        = room.ErrStale
	ErrSuperseded   = room.ErrSuperseded
	ErrCrowded      = directory.ErrCrowded
	ErrTooFast      = room.ErrTooFast
	ErrTooMany      = room.ErrTooMany
	ErrUnasked      = room.ErrUnasked
	ErrHostAway     = room.ErrHostAway
	ErrAsked        = room.ErrAsked
)

// Errors are the errors that travel between nodes, by names that never change.
func Errors() replica.Names { return room.WireErrors }

// SeatsOf returns the seats of a record as lists and replays show them: without clocks.
func SeatsOf(rec store.Match) []SeatInfo { return room.SeatsOf(rec) }

// SecondName is [pairing.SecondName].
const SecondName = pairing.SecondName
