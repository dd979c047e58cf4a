package app

import (
	"errors"
	"time"

	"arcade/games"
	"arcade/lobby/account"
	"arcade/lobby/arenas"
	"arcade/lobby/deals"
	"arcade/lobby/directory"
	"arcade/lobby/fair"
	"arcade/lobby/names"
	"arcade/lobby/records"
	"arcade/lobby/replies"
	"arcade/lobby/room"
	"arcade/lobby/solo"
	"arcade/lobby/table"
	"arcade/sessions/words"
	"arcade/store"
)

// sentences has the catalogue keys for errors of the lobby and the games. Of several that an error wraps the
// first counts: the reason before what follows from it. If nothing can be saved, the match also seems to move.
var sentences = []struct {
	err error
	key string
}{
	{room.ErrBroken, "err.unwritten"},
	{store.ErrUnwritten, "err.unwritten"},
	{store.ErrAway, "err.unwritten"},
	{room.ErrMoving, "err.moving"},
	{directory.ErrClosing, "err.closing"},
	{table.ErrNoTable, "err.no_table"},
	{records.ErrNoPlayer, "err.no_player"},
	{room.ErrNoCode, "sh.code.bad"},
	{table.ErrFull, "sh.full"},
	{table.ErrOwnSeat, "err.own_seat"},
	{table.ErrGuestRated, "err.guest_rated"},
	{table.ErrNotSeated, "err.not_seated"},
	{room.ErrNotYours, "err.not_yours"},
	{table.ErrPrivate, "err.private"},
	{records.ErrSecret, "err.secret"},
	{table.ErrHidden, "err.hidden"},
	{room.ErrTooMany, "err.too_many"},
	{records.ErrManyReplays, "err.many_replays"},
	{records.ErrAllReplays, "err.all_replays"},
	{solo.ErrBadOffer, "err.bad_offer"},
	{table.ErrTooFast, "err.too_fast"},
	{directory.ErrSuperseded, "err.superseded"},
	{directory.ErrLeft, "err.superseded"},
	{table.ErrLogEnds, "err.log_ends"},
	{table.ErrStale, "err.stale"},
	{names.ErrBad, "sh.name.bad"},
	{names.ErrReserved, "sh.name.reserved"},
	{room.ErrGuestRecord, "err.guest_record"},
	{table.ErrGuestDays, "err.guest_days"},
	{room.ErrGuestBot, "err.guest_bot"},
	{account.ErrHasGames, "err.has_games"},
	{room.ErrBotAccount, "err.bot_account"},
	{table.ErrUnasked, "err.unasked"},
	{table.ErrHostAway, "err.host_away"},
	{table.ErrAsked, "tb.no.asked"},
	{solo.ErrDailyDone, "err.daily_done"},
	{table.ErrDayLasts, "err.day_lasts"},
	{deals.ErrNoDeal, "err.no_deal"},
	{solo.ErrBadSeed, "err.bad_seed"},
	{deals.ErrNoGhost, "err.no_ghost"},
	{deals.ErrFull, "err.many_favourites"},
	{account.ErrNoKeyCode, "err.key_code"},
	{account.ErrGuessing, "err.guessing"},
	{account.ErrGuestKey, "err.guest_key"},
	{account.ErrOwnKey, "err.own_key"},
	{account.ErrKeyPlayed, "err.key_played"},
	{account.ErrManyKeys, "err.many_keys"},
	{account.ErrNoKey, "err.no_key"},
	{account.ErrShortKey, "err.short_key"},
	{account.ErrWhichKey, "err.which_key"},
	{account.ErrLastKey, "err.last_key"},
	{account.ErrOtherName, "err.other_name"},
	{store.ErrNameTaken, "sh.name.used"},
	{games.ErrUnknownGame, "err.no_game"},
	{games.ErrOver, "err.over"},
	{games.ErrNotYourTurn, "err.notyours"},
	{games.ErrFlagFell, "err.flag"},
	{arenas.ErrNotNow, "arena.late"},
	{arenas.ErrNoGame, "arena.late"},
	{arenas.ErrNotIn, "arena.late"},
	{replies.ErrBad, "err.not_allowed"},
	{games.ErrNotAllowed, "err.not_allowed"},
}

// Sentence returns a sentence about an error in a person's language. All unexpected errors have the same
// sentence, because an error's own text is for the log.
func Sentence(lang words.Lang, err error) string {
	return sentence(err, func(key string, args ...any) string { return words.T(lang, key, args...) })
}

// sentence is Sentence with a function for the texts of keys.
func sentence(err error, say func(key string, args ...any) string) string {
	var wait *fair.WaitError
	if errors.As(err, &wait) {
		return say("err.wait", "t", clockText(max(time.Until(wait.Until), 0).Milliseconds(), say))
	}
	for _, s := range sentences {
		if errors.Is(err, s.err) {
			return say(s.key)
		}
	}
	return say("sh.failed")
}

// Sentence returns a sentence about an error in the session's language; it logs unexpected errors.
func (a *App) Sentence(err error) string {
	if games.ReasonOf(err) != "" {
		return a.T("err.illegal")
	}
	s := sentence(err, a.T)
	if s == a.T("sh.failed") || s == a.T("err.unwritten") {
		a.Report("session", err)
	}
	return s
}

// Report logs an unexpected error, as [store.Report] does.
func (a *App) Report(what string, err error, more ...any) { store.Report(a.Log, what, err, more...) }
