package app

import (
	"fmt"
	"strings"

	"arcade/games"
	"arcade/lobby/table"
	"arcade/sessions/ui"
	"arcade/store"
)

// Percent returns a chance as a whole number of hundredths, at least 1 unless it is zero.
func Percent(p float64) int {
	n := int(p*100 + 0.5)
	if n == 0 && p > 0 {
		return 1
	}
	return n
}

// Signed returns a number with its sign.
func Signed(n int) string {
	return If(n == 0, "0", fmt.Sprintf("%+d", n))
}

// Class returns the class of a run: the day's board, none, or the ranked boards.
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

// Back goes back to the screen below, with a note.
func (a *App) Back(said string) {
	a.Pop()
	a.Say(said)
}

// Gone leaves a screen whose table cannot be shown, and gives the reason.
func (a *App) Gone(err error) {
	a.Pop()
	a.Fail(err)
}

// Spoken returns the text of a chat line.
func (a *App) Spoken(l table.Line) string {
	return If(l.Phrase > 0, a.T("talk."+Itoa(l.Phrase)), l.Text)
}

// Opponent returns the name of the first other seat.
func (a *App) Opponent(s *table.Snapshot) string {
	for i, seat := range s.Seats {
		if games.Seat(i) != s.You {
			return a.SeatName(seat)
		}
	}
	return ""
}

// SeatName returns the displayed name of a seat.
func (a *App) SeatName(s table.SeatInfo) string {
	return If(s.ID == "" && !s.Gone, a.T("tb.empty"), a.PersonName(s.Person))
}

// PersonName returns a person's displayed name: a bot of the house by its name in the game, a bot with an
// account by its name with the mark.
func (a *App) PersonName(p table.Person) string {
	switch {
	case p.Bot != "":
		return a.T("bot." + p.Bot)
	case p.Gone:
		return a.T("acc.gone")
	}
	return a.NameWithMark(p.Name, p.Remote)
}

// NameWithMark returns a player's name, a bot's with the mark before it, cut to the width of a name.
func (a *App) NameWithMark(name string, bot bool) string {
	return ui.Cut(a.WholeName(name, bot), maxName)
}

// WholeName returns the same uncut. No player's name contains a blank, so nobody can pass for a bot, nor
// a bot for a person.
func (a *App) WholeName(name string, bot bool) string {
	if bot {
		return a.T("tb.bot") + " " + name
	}
	return name
}

// maxName is the widest a name may be, in cells.
const maxName = 12

// OpponentName returns the displayed name of an opponent of a tally.
func (a *App) OpponentName(v store.Versus) string {
	if v.Opponent == store.Gone {
		return a.T("acc.gone")
	}
	if IsBot(v.Opponent) {
		return a.T("bot." + strings.TrimPrefix(v.Opponent, "bot:"))
	}
	return a.NameWithMark(v.Name, v.ByBot)
}

// NewLines returns the lines after the last one that is also in old. The lobby keeps only the latest lines,
// and players get the spectators' lines at the end. Two lines of one moment may be the same.
func NewLines(old, now []table.Line) []table.Line {
	count := func(list []table.Line, l table.Line) (n int) {
		for _, one := range list {
			n += If(one == l, 1, 0)
		}
		return n
	}
	n := len(now)
	for n > 0 && count(now[:n], now[n-1]) > count(old, now[n-1]) {
		n--
	}
	return now[n:]
}
