package app

import (
	"fmt"
	"strings"

	"arcade/games"
	"arcade/lobby"
	"arcade/sessions/ui"
	"arcade/store"
)

// Percent writes a chance as a whole number of hundredths; what is not nothing is at least 1.
func Percent(p float64) int {
	n := int(p*100 + 0.5)
	if n == 0 && p > 0 {
		return 1
	}
	return n
}

// Signed is a number with its sign.
func Signed(n int) string {
	return Either(n == 0, "0", fmt.Sprintf("%+d", n))
}

// Class is what a run counts for: the day's board, nothing, or the ranked boards.
func (a *App) Class(daily string, seeded, looked bool) string {
	switch {
	case looked:
		return a.T("solo.looked")
	case daily != "":
		return a.T("solo.daily")
	case seeded:
		return a.T("solo.practice")
	}
	return a.T("solo.ranked")
}

// Back goes back to the screen below, and says what has been done.
func (a *App) Back(said string) {
	a.Pop()
	a.Say(said)
}

// Gone leaves a screen whose table cannot be seen, and says why.
func (a *App) Gone(err error) {
	a.Pop()
	a.Fail(err)
}

// Spoken is what a line of talk says.
func (a *App) Spoken(l lobby.Line) string {
	return Either(l.Phrase > 0, a.T("talk."+Itoa(l.Phrase)), l.Text)
}

// Opponent is the name of the first seat that is not the viewer's.
func (a *App) Opponent(s *lobby.Snapshot) string {
	for i, seat := range s.Seats {
		if games.Seat(i) != s.You {
			return a.SeatName(seat)
		}
	}
	return ""
}

// SeatName is how a seat's holder is shown.
func (a *App) SeatName(s lobby.SeatInfo) string {
	return Either(s.ID == "" && !s.Gone, a.T("tb.empty"), a.PersonName(s.Person))
}

// PersonName is how somebody is shown: a bot of the house by what it is called in
// its game, a bot with an account by its name with the mark.
func (a *App) PersonName(p lobby.Person) string {
	switch {
	case p.Bot != "":
		return a.T("bot." + p.Bot)
	case p.Gone:
		return a.T("acc.gone")
	}
	return a.Marked(p.Name, p.Remote)
}

// Marked is a player's name, a bot's with the mark before it, in as many cells as
// a name may have.
func (a *App) Marked(name string, bot bool) string {
	return ui.Cut(a.WholeName(name, bot), maxName)
}

// WholeName is marked where there is room. No player's name has a blank in it:
// nobody can pass for a bot, nor a bot for somebody else.
func (a *App) WholeName(name string, bot bool) string {
	return Either(bot, a.T("tb.bot")+" "+name, name)
}

// maxName is the widest a name may be, in cells.
const maxName = 12

// OpponentName is how an opponent of a tally is shown.
func (a *App) OpponentName(v store.Versus) string {
	if v.Opponent == store.Gone {
		return a.T("acc.gone")
	}
	if IsBot(v.Opponent) {
		return a.T("bot." + strings.TrimPrefix(v.Opponent, "bot:"))
	}
	return a.Marked(v.Name, v.ByBot)
}
