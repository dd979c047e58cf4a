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

// The errors of the tables that refuse a visitor. Screens have a sentence for each, and for those of the packages
// below.
var (
	ErrNoCode      = errors.New("no such invite code")
	ErrNotYours    = errors.New("not your offer")
	ErrTooMany     = errors.New("too many open seats or games")
	ErrGuestRecord = errors.New("guests have no record")
	ErrBroken      = errors.New("the match's log cannot be read now")
	// ErrOver is returned by Upkeep.CloseTable for a match that has ended.
	ErrOver = errors.New("the match is over")
)

// WireErrors are the errors that travel between nodes.
var WireErrors = replica.Names{First: []string{"moving", "closing", "elsewhere"}, Errors: map[string]error{
	"moving": ErrMoving, "elsewhere": ErrElsewhere,
	"no table": table.ErrNoTable, "no player": records.ErrNoPlayer, "no code": ErrNoCode, "full": table.ErrFull, "own seat": table.ErrOwnSeat,
	"guest rated": table.ErrGuestRated, "not seated": table.ErrNotSeated, "not yours": ErrNotYours, "private": table.ErrPrivate,
	"hidden": table.ErrHidden, "too many": ErrTooMany, "bad offer": solo.ErrBadOffer, "closing": directory.ErrClosing, "too fast": table.ErrTooFast,
	"superseded": directory.ErrSuperseded, "stale": table.ErrStale, "name bad": names.ErrBad, "guest record": ErrGuestRecord,
	"guest days": table.ErrGuestDays, "left": directory.ErrLeft, "daily done": solo.ErrDailyDone, "day lasts": table.ErrDayLasts, "log ends": table.ErrLogEnds, "broken": ErrBroken,
	"bad seed": solo.ErrBadSeed, "guessing": account.ErrGuessing, "match over": ErrOver, "long": text.ErrLong, "guest bot": ErrGuestBot,
	"has games": account.ErrHasGames, "new bot": account.ErrNewBot, "bot account": ErrBotAccount, "unasked": table.ErrUnasked, "host away": table.ErrHostAway, "asked": table.ErrAsked, "forgotten": account.ErrForgotten,
	"no deal": deals.ErrNoDeal, "unknown game": games.ErrUnknownGame, "over": games.ErrOver, "not your turn": games.ErrNotYourTurn,
	"flag fell": games.ErrFlagFell, "held": games.ErrHeld, "not allowed": games.ErrNotAllowed,
	"not found": store.ErrNotFound, "name taken": store.ErrNameTaken, "unwritten": store.ErrUnwritten, "away": store.ErrAway,
	"conflict": store.ErrConflict, "fenced": store.ErrFenced, "finished": store.ErrFinished,
}}

// Reasons for refusing a bot.
var (
	ErrGuestBot   = errors.New("a bot needs a key")
	ErrBotAccount = errors.New("this key is a bot's: on a screen it may only watch")
)
