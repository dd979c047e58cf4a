package lobby

import (
	"arcade/lobby/account"
	"arcade/lobby/config"
	"arcade/lobby/directory"
	"arcade/lobby/fair"
	"arcade/lobby/httpmatch"
	"arcade/lobby/names"
	"arcade/lobby/pairing"
	"arcade/lobby/records"
	"arcade/lobby/replica"
	"arcade/lobby/room"
	"arcade/lobby/solo"
	"arcade/lobby/table"
	"arcade/lobby/text"
	"arcade/store"
)

// The lobby is the one package that repeats names of others: of those below it, for screens and commands, which
// import only the lobby.
type (
	Actor     = config.Actor
	Config    = config.Config
	Line      = table.Line
	Observer  = config.Observer
	Person    = table.Person
	SeatInfo  = table.SeatInfo
	Snapshot  = table.Snapshot
	Summary   = table.Summary
	WaitError = fair.WaitError
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
	MaxChat  = table.MaxChat
	OneDay   = room.OneDay
	Phrases  = table.Phrases
)

// Refusals; screens turn each into a sentence.
var (
	ErrBadOffer     = solo.ErrBadOffer
	ErrBadSeed      = solo.ErrBadSeed
	ErrBotAccount   = room.ErrBotAccount
	ErrBroken       = room.ErrBroken
	ErrClosing      = directory.ErrClosing
	ErrDailyDone    = solo.ErrDailyDone
	ErrDayLasts     = table.ErrDayLasts
	ErrFull         = table.ErrFull
	ErrGuestBot     = room.ErrGuestBot
	ErrGuestDays    = table.ErrGuestDays
	ErrGuestRated   = table.ErrGuestRated
	ErrGuestRecord  = room.ErrGuestRecord
	ErrHasGames     = account.ErrHasGames
	ErrHidden       = table.ErrHidden
	ErrLeft         = directory.ErrLeft
	ErrLogEnds      = table.ErrLogEnds
	ErrLong         = text.ErrLong
	ErrMoving       = room.ErrMoving
	ErrNameBad      = names.ErrBad
	ErrNameReserved = names.ErrReserved
	ErrNewBot       = account.ErrNewBot
	ErrNoCode       = room.ErrNoCode
	ErrNoFormat     = records.ErrNoFormat
	ErrNoPlayer     = records.ErrNoPlayer
	ErrNoTable      = table.ErrNoTable
	ErrNotSeated    = table.ErrNotSeated
	ErrNotYours     = room.ErrNotYours
	ErrOver         = room.ErrOver
	ErrOwnSeat      = table.ErrOwnSeat
	ErrPrivate      = table.ErrPrivate
	ErrStale        = table.ErrStale
	ErrSuperseded   = directory.ErrSuperseded
	ErrCrowded      = directory.ErrCrowded
	ErrTooFast      = table.ErrTooFast
	ErrTooMany      = room.ErrTooMany
	ErrUnasked      = table.ErrUnasked
	ErrHostAway     = table.ErrHostAway
	ErrAsked        = table.ErrAsked
)

// Errors are the errors that travel between nodes, by names that never change.
func Errors() replica.Names { return room.WireErrors }

// SeatsOf returns the seats of a record as lists and replays show them: without clocks.
func SeatsOf(rec store.Match) []SeatInfo { return table.SeatsOf(rec) }

// SecondName is [pairing.SecondName].
const SecondName = pairing.SecondName
