package room

import (
	"errors"

	"arcade/games"
	"arcade/lobby/account"
	"arcade/lobby/deals"
	"arcade/lobby/directory"
	"arcade/lobby/names"
	"arcade/lobby/records"
	"arcade/lobby/replica"
	"arcade/lobby/solo"
	"arcade/lobby/table"
	"arcade/lobby/text"
	"arcade/store"
)

// The errors that refuse a visitor. Screens have a sentence for each.
var (
	ErrNoTable     = table.ErrNoTable
	ErrNoPlayer    = records.ErrNoPlayer
	ErrNoCode      = errors.New("no such invite code")
	ErrFull        = table.ErrFull
	ErrOwnSeat     = table.ErrOwnSeat
	ErrGuestRated  = table.ErrGuestRated
	ErrNotSeated   = table.ErrNotSeated
	ErrNotYours    = errors.New("not your offer")
	ErrPrivate     = table.ErrPrivate
	ErrHidden      = table.ErrHidden
	ErrNoFormat    = records.ErrNoFormat
	ErrTooMany     = errors.New("too many open seats or games")
	ErrBadOffer    = solo.ErrBadOffer
	ErrClosing     = directory.ErrClosing
	ErrTooFast     = table.ErrTooFast
	ErrSuperseded  = directory.ErrSuperseded
	ErrStale       = table.ErrStale
	ErrNameBad     = names.ErrBad
	ErrReserved    = names.ErrReserved
	ErrGuestRecord = errors.New("guests have no record")
	ErrGuestDays   = table.ErrGuestDays
	ErrLeft        = directory.ErrLeft
	ErrDailyDone   = solo.ErrDailyDone
	ErrDayLasts    = table.ErrDayLasts
	ErrLogEnds     = table.ErrLogEnds
	ErrBroken      = errors.New("the match's log cannot be read now")
	// ErrOver is returned by [Lobby.CloseTable] for a match that has ended.
	ErrOver = errors.New("the match is over")
	// ErrBadSeed: the game cannot read the seed that was typed.
	ErrBadSeed = solo.ErrBadSeed
)

// WireErrors are the errors that travel between nodes.
var WireErrors = replica.Names{First: []string{"moving", "closing", "elsewhere"}, Errors: map[string]error{
	"moving": ErrMoving, "elsewhere": ErrElsewhere,
	"no table": ErrNoTable, "no player": ErrNoPlayer, "no code": ErrNoCode, "full": ErrFull, "own seat": ErrOwnSeat,
	"guest rated": ErrGuestRated, "not seated": ErrNotSeated, "not yours": ErrNotYours, "private": ErrPrivate,
	"hidden": ErrHidden, "too many": ErrTooMany, "bad offer": ErrBadOffer, "closing": ErrClosing, "too fast": ErrTooFast,
	"superseded": ErrSuperseded, "stale": ErrStale, "name bad": ErrNameBad, "guest record": ErrGuestRecord,
	"guest days": ErrGuestDays, "left": ErrLeft, "daily done": ErrDailyDone, "day lasts": ErrDayLasts, "log ends": ErrLogEnds, "broken": ErrBroken,
	"bad seed": ErrBadSeed, "guessing": account.ErrGuessing, "match over": ErrOver, "long": text.ErrLong, "guest bot": ErrGuestBot,
	"has games": ErrHasGames, "new bot": ErrNewBot, "bot account": ErrBotAccount, "unasked": ErrUnasked, "host away": ErrHostAway, "asked": ErrAsked, "forgotten": account.ErrForgotten,
	"no deal": deals.ErrNoDeal, "unknown game": games.ErrUnknownGame, "over": games.ErrOver, "not your turn": games.ErrNotYourTurn,
	"flag fell": games.ErrFlagFell, "held": games.ErrHeld, "not allowed": games.ErrNotAllowed,
	"not found": store.ErrNotFound, "name taken": store.ErrNameTaken, "unwritten": store.ErrUnwritten, "away": store.ErrAway,
	"conflict": store.ErrConflict, "fenced": store.ErrFenced, "finished": store.ErrFinished,
}}

// Reasons for refusing a bot.
var (
	ErrGuestBot   = errors.New("a bot needs a key")
	ErrHasGames   = account.ErrHasGames
	ErrNewBot     = account.ErrNewBot
	ErrBotAccount = errors.New("this key is a bot's: on a screen it may only watch")
	ErrUnasked    = table.ErrUnasked
	ErrHostAway   = table.ErrHostAway
	ErrAsked      = table.ErrAsked
)
