package app

import (
	"errors"
	"time"

	"arcade/games"
	"arcade/lobby"
	"arcade/lobby/arenas"
	"arcade/lobby/deals"
	"arcade/lobby/replies"
	"arcade/sessions/words"
	"arcade/store"
)

// sentences has the catalogue keys for errors of the lobby and the games. Of several that an error wraps the
// first counts: the reason before what follows from it. If nothing can be saved, the match also seems to move.
var sentences = []struct {
	err error
	key string
}{
	{lobby.ErrBroken, "err.unwritten"},
	{store.ErrUnwritten, "err.unwritten"},
	{store.ErrAway, "err.unwritten"},
	{lobby.ErrMoving, "err.moving"},
	{lobby.ErrClosing, "err.closing"},
	{lobby.ErrNoTable, "err.no_table"},
	{lobby.ErrNoPlayer, "err.no_player"},
	{lobby.ErrNoCode, "sh.code.bad"},
	{lobby.ErrFull, "sh.full"},
	{lobby.ErrOwnSeat, "err.own_seat"},
	{lobby.ErrGuestRated, "err.guest_rated"},
	{lobby.ErrNotSeated, "err.not_seated"},
	{lobby.ErrNotYours, "err.not_yours"},
	{lobby.ErrPrivate, "err.private"},
	{lobby.ErrHidden, "err.hidden"},
	{lobby.ErrTooMany, "err.too_many"},
	{lobby.ErrManyReplays, "err.many_replays"},
	{lobby.ErrAllReplays, "err.all_replays"},
	{lobby.ErrBadOffer, "err.bad_offer"},
	{lobby.ErrTooFast, "err.too_fast"},
	{lobby.ErrSuperseded, "err.superseded"},
	{lobby.ErrLeft, "err.superseded"},
	{lobby.ErrLogEnds, "err.log_ends"},
	{lobby.ErrStale, "err.stale"},
	{lobby.ErrNameBad, "sh.name.bad"},
	{lobby.ErrNameReserved, "sh.name.reserved"},
	{lobby.ErrGuestRecord, "err.guest_record"},
	{lobby.ErrGuestDays, "err.guest_days"},
	{lobby.ErrGuestBot, "err.guest_bot"},
	{lobby.ErrHasGames, "err.has_games"},
	{lobby.ErrBotAccount, "err.bot_account"},
	{lobby.ErrUnasked, "err.unasked"},
	{lobby.ErrHostAway, "err.host_away"},
	{lobby.ErrAsked, "tb.no.asked"},
	{lobby.ErrDailyDone, "err.daily_done"},
	{lobby.ErrDayLasts, "err.day_lasts"},
	{deals.ErrNoDeal, "err.no_deal"},
	{lobby.ErrBadSeed, "err.bad_seed"},
	{deals.ErrNoGhost, "err.no_ghost"},
	{deals.ErrFull, "err.many_favourites"},
	{lobby.ErrNoKeyCode, "err.key_code"},
	{lobby.ErrGuessing, "err.guessing"},
	{lobby.ErrGuestKey, "err.guest_key"},
	{lobby.ErrOwnKey, "err.own_key"},
	{lobby.ErrKeyPlayed, "err.key_played"},
	{lobby.ErrManyKeys, "err.many_keys"},
	{lobby.ErrNoKey, "err.no_key"},
	{lobby.ErrShortKey, "err.short_key"},
	{lobby.ErrWhichKey, "err.which_key"},
	{lobby.ErrLastKey, "err.last_key"},
	{lobby.ErrOtherName, "err.other_name"},
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
	var wait *lobby.WaitError
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
