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
	"arcade/lobby/thinking"
	"arcade/store"
)

// The lobby repeats names of the packages below it for screens and commands, which need not know then which package
// has what. Each name here is used outside. What it saves is little: of the 210 files that use these names, 187 would
// import one or two packages more without them, and 157 need the lobby for nothing else (November 2026). So add no
// name here; a new file imports the package that has what it needs.

// People, and what they look at.
type (
	Identity    = directory.Identity
	Visitor     = directory.Visitor
	Present     = directory.Present
	Sight       = directory.Sight
	Changes     = directory.Changes
	GameCount   = directory.GameCount
	Notice      = directory.Notice
	Key         = account.Key
	Elsewhere   = account.Elsewhere
	Profile     = records.Profile
	GameProfile = records.GameProfile
	RatingInfo  = records.RatingInfo
	// PlayerRecord is a player as the store has it.
	PlayerRecord = store.Player
)

// Tables and matches.
type (
	Offer       = pairing.Offer
	Invitation  = pairing.Invitation
	Why         = pairing.Why
	Person      = table.Person
	SeatInfo    = table.SeatInfo
	Snapshot    = table.Snapshot
	Summary     = table.Summary
	Line        = table.Line
	Replay      = records.Replay
	Hint        = thinking.Advice
	SharedMatch = httpmatch.SharedMatch
	SharedOffer = httpmatch.SharedOffer
	WaitError   = fair.WaitError
)

// The lobby's settings, and who counts its events.
type (
	Config   = config.Config
	Observer = config.Observer
	Actor    = config.Actor
)

// The kinds of changes and of notices: see the directory.
const (
	Seats     = directory.Seats
	Openings  = directory.Openings
	Moves     = directory.Moves
	Counts    = directory.Counts
	Deals     = directory.Deals
	Arenas    = directory.Arenas
	Own       = directory.Own
	Announced = directory.Announced
	Renamed   = directory.Renamed
	TableShut = directory.TableShut
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

// Actors, controls and bounds.
const (
	ByBot       = config.ByBot
	ByPerson    = config.ByPerson
	ByTable     = config.ByTable
	KeyCodeTime = account.KeyCodeTime
	MaxKeys     = account.MaxKeys
	MaxChat     = table.MaxChat
	OneDay      = room.OneDay
	Phrases     = table.Phrases
	SecondName  = pairing.SecondName
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

// Refusals about keys.
var (
	ErrNoKeyCode = account.ErrNoKeyCode
	ErrGuessing  = account.ErrGuessing
	ErrGuestKey  = account.ErrGuestKey
	ErrOwnKey    = account.ErrOwnKey
	ErrKeyPlayed = account.ErrKeyPlayed
	ErrManyKeys  = account.ErrManyKeys
	ErrNoKey     = account.ErrNoKey
	ErrShortKey  = account.ErrShortKey
	ErrWhichKey  = account.ErrWhichKey
	ErrLastKey   = account.ErrLastKey
	ErrKeyMoved  = account.ErrKeyMoved
	ErrForgotten = account.ErrForgotten
	ErrOtherName = account.ErrOtherName
)

// Errors are the errors that travel between nodes, by names that never change.
func Errors() replica.Names { return room.WireErrors }

// SeatsOf returns the seats of a record as lists and replays show them: without clocks.
func SeatsOf(rec store.Match) []SeatInfo { return table.SeatsOf(rec) }

// KeysOf lists a player's keys, oldest first.
func KeysOf(p PlayerRecord) []Key { return account.KeysOf(p) }
