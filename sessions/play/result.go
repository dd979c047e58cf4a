package play

import (
	"fmt"
	"slices"
	"time"

	"arcade/games"
	"arcade/lobby/ledger"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/ui"
	"arcade/store"
)

// Result is the overlay at the end of a match.
type Result struct {
	app.Ask
	T     *Table
	began time.Time // start of counting up the score and the rating, on ui.LevelRich
	found string    // how often the player's plies lost nothing, "" while the match is not analysed
	facts []string  // the turning ply, found, the tally against the opponent
	notes []string  // whether and why the rating counts, the opponent's wish; what a run counts for
}

// Guard returns the time in which keys are for the last move.
func (r *Result) Guard() time.Duration { return app.EndTime }

// note adds a line to the sheet's end.
func (r *Result) note(text string) {
	r.Lines, r.notes = append(r.Lines, text), append(r.notes, text)
}

func (r *Result) Open(a *app.App) {
	if r.T.Scene.Fresh {
		r.began = time.Now()
	} else {
		r.found = foundOf(a, r.T.Snap)
	}
	r.Refresh(a)
}

func (r *Result) Refresh(a *app.App) {
	r.build(a)
}

// build writes the sheet from the newest snapshot: the opponent may ask for a rematch meanwhile.
func (r *Result) build(a *app.App) {
	r.Extra, r.Lettered = nil, true
	if r.T.Kept() {
		tell := TellCommand(r.T.Snap.ID)
		tell.Bar = "key.copy"
		r.Extra = []app.Command{tell}
	}
	if r.T.singleSeat() {
		r.soloResult(a)
		return
	}
	r.Title, r.Width = a.T("res.title"), 40
	r.facts = r.factsOf(a)
	r.write(a, r.T.headline(a), reason(a, r.T.Snap))
	r.answers(a)
}

// foundOf returns how often the player's plies lost nothing, as an earlier analysis has found.
func foundOf(a *app.App, s *table.Snapshot) string {
	if s.You == games.Nobody || s.Shared != games.Apart || s.Status != store.Done {
		return ""
	}
	l := a.House.Lobby
	match, err := l.Replay(a.Ctx, a.Visit.Me().ID, s.ID)
	if err != nil {
		return "" // an aborted match is not kept
	}
	percent, ok := games.Found(l.Judged(match), match.Plies, s.You)
	return app.TextIf(ok, a.T("res.found", "n", percent))
}

// factsOf returns the ply that turned the match, what the player found, and the tally against the opponent.
func (r *Result) factsOf(a *app.App) (list []string) {
	s := r.T.Snap
	if ply := r.T.Game.Turned(a, &r.T.Scene); ply != "" {
		list = append(list, a.T("res.turned", "m", ply))
	}
	if r.found != "" {
		list = append(list, r.found)
	}
	if s.You == games.Nobody || s.Shared != games.Apart || len(s.Seats) != 2 || !r.T.Kept() || a.Visit.Me().Guest {
		return list
	}
	other := s.Seats[1-s.You]
	id := other.ID
	if other.Bot != "" {
		id = "bot:" + other.Bot
	}
	v, err := a.House.Lobby.Against(a.Ctx, s.Game, a.Visit.Me().ID, id)
	switch {
	case err != nil:
		a.Report("the tally of two players", err)
	case v.Won+v.Lost+v.Drawn > 0:
		list = append(list, a.T("res.versus", "w", v.Won, "l", v.Lost, "d", v.Drawn))
	}
	return list
}

// write writes the end of a match for two: under a headline the score, the reason, the ratings, and whether
// the players want a rematch.
func (r *Result) write(a *app.App, headline, reason string) {
	s := r.T.Snap
	r.Lines, r.notes = []string{headline, ""}, nil
	r.Lines = append(r.Lines, r.T.Game.Result(a, &r.T.Scene)...)
	if s.Result.Reason != games.Aborted {
		r.Lines = append(r.Lines, "", reason)
	}
	r.Lines = append(r.Lines, r.facts...)
	for i, seat := range s.Seats {
		if r.rated(i) {
			r.Lines = append(r.Lines, RatingChange(a, seat, games.Seat(i) == s.You))
			if why := Counted(a, seat, s.Result.Reason, len(s.Plies)); why != "" && games.Seat(i) == s.You {
				r.note(why)
			}
		}
	}
	left := r.T.deserted()
	for i, seat := range s.Seats {
		switch {
		case games.Seat(i) == s.You && seat.Rematch && !left:
			r.note(a.T("res.asked"))
		case games.Seat(i) == s.You:
		case s.You != games.Nobody && seat.Bot == "" && !seat.Here && !s.Control.Correspondence():
			r.note(a.T("res.gone", "p", a.SeatName(seat)))
		case seat.Rematch:
			r.note(a.T("res.wants", "p", a.SeatName(seat)))
		}
	}
}

// answers writes the visitor's answers after a match for two.
func (r *Result) answers(a *app.App) {
	s, left := r.T.Snap, r.T.deserted()
	var held ui.Key // the focused answer keeps the focus when another comes or goes
	if r.Focus < len(r.Answers) {
		held = r.Answers[r.Focus].Key
	}
	r.Clear()
	if s.Own != games.Nobody && s.Arena != "" {
		r.Add(true, "enter", a.T("arena.back"), func(a *app.App) {
			a.Home()
			a.Push(a.House.Places.Arena(a, s.Arena))
		})
	} else if s.Own != games.Nobody && s.Result.Reason != games.Aborted {
		if left && r.T.CanAskAgain(a) {
			r.note(a.T("res.later"))
			left = false
		}
		r.Add(!left, "enter", a.T("res.rematch"), func(a *app.App) { r.rematch(a) })
	}
	if r.T.Kept() {
		r.Add(true, "v", a.T("key.replay"), func(a *app.App) { a.Push(a.House.Places.Replay(a, s.ID, false)) })
		if len(s.Plies) > 0 && a.House.Lobby.CanAnalyse(s.Game) {
			r.Add(true, "a", a.T("an.key.on"), func(a *app.App) { a.Push(a.House.Places.Replay(a, s.ID, true)) })
		}
	}
	r.Add(true, "esc", a.T("res.board"), nil)
	r.Add(true, "q", a.T("key.home"), func(a *app.App) { a.Home() })
	r.Settle(held)
}

// deserted reports whether another player has left the table, so that a rematch cannot be answered. Players
// of a correspondence match need not be here.
func (t *Table) deserted() bool {
	if t.Snap.Control.Correspondence() {
		return false
	}
	for i, seat := range t.Snap.Seats {
		if games.Seat(i) != t.Snap.You && seat.Bot == "" && !seat.Here {
			return true
		}
	}
	return false
}

// CanAskAgain reports whether the visitor can ask a player who has left the table for a rematch. The
// question waits on the other's first screen, even when the visitor leaves.
func (t *Table) CanAskAgain(a *app.App) bool {
	s := t.Snap
	if a.Visit.Me().Guest || len(s.Seats) != 2 || s.Own == games.Nobody || s.Shared != games.Apart || s.Result == nil || s.Result.Reason == games.Aborted {
		return false
	}
	other := s.Seats[1-s.Own]
	return other.Bot == "" && !other.Guest && !other.Gone && !other.Remote && other.ID != ""
}

// AskAgain asks a player who has left the table for a rematch, and shows the open seat.
func (t *Table) AskAgain(a *app.App) {
	id, err := a.Visit.AskAgain(t.ID)
	if err != nil {
		a.Fail(err)
		return
	}
	a.Swap(NewTable(id))
}

// rematch asks for a rematch; the sheet stays until it begins. For an absent player the question waits.
func (r *Result) rematch(a *app.App) {
	s := r.T.Snap
	if (s.Control.Correspondence() || r.T.deserted()) && r.T.CanAskAgain(a) {
		if other := s.Seats[1-s.You]; !other.Here && !other.Rematch {
			r.T.AskAgain(a)
			return
		}
	}
	err := a.Visit.Rematch(r.T.ID)
	r.T.Refresh(a)
	a.Push(&Result{T: r.T})
	a.Fail(err)
}

// headline returns the result in one line.
func (t *Table) headline(a *app.App) string {
	s := t.Snap
	switch w := s.Result.Winner; {
	case s.Late:
		return reason(a, s)
	case s.Result.Reason == games.Aborted:
		return a.T("res.aborted")
	case w == games.Nobody:
		return a.T("res.draw")
	case w == s.You:
		return a.T("res.youwin")
	case t.Game.Side(a, w) != "":
		return a.T("res.wins", "p", a.SeatName(s.Seats[w])+" ("+t.Game.Side(a, w)+")")
	default:
		return a.T("res.wins", "p", a.SeatName(s.Seats[w]))
	}
}

// Kept is [Kept] of the table's match.
func (t *Table) Kept() bool { return Kept(t.Snap) }

// Kept reports whether a finished match can be read again. A match that was called off, or played by
// guests alone, is not kept.
func Kept(s *table.Snapshot) bool {
	return s.Result.Reason != games.Aborted &&
		slices.ContainsFunc(s.Seats, func(s table.SeatInfo) bool { return s.ID != "" && !s.Guest && s.Bot == "" })
}

// Counted returns why a rated match has counted only in part for a seat, "" if it has counted.
func Counted(a *app.App, s table.SeatInfo, reason string, plies int) string {
	switch {
	case s.Change == 0 && ledger.Early(reason, plies):
		return a.T("res.early")
	case s.Limited:
		return a.T("res.limit")
	}
	return ""
}

// RatingChange returns a rating before and after, the visitor's own or another's.
func RatingChange(a *app.App, s table.SeatInfo, own bool) string {
	before, after := int(s.Rating+0.5), int(s.Rating+s.Change+0.5)
	change := fmt.Sprintf("%+d", after-before)
	if own {
		return a.T("res.rating", "a", before, "b", after, "d", change)
	}
	return a.T("res.rating.of", "p", a.SeatName(s), "a", before, "b", after, "d", change)
}
