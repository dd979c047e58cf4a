package play

import (
	"arcade/games"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/words"
)

// reason returns the sentence for the end of a match.
func reason(a *app.App, s *table.Snapshot) string {
	if s.Late {
		return a.T("end.aborted.late")
	}
	return ReasonText(a, s.Game, s.Seats, s.View, s.Result)
}

// spokenReason returns the same for the listener.
func spokenReason(a *app.App, s *table.Snapshot) string {
	if s.Late {
		return reason(a, s)
	}
	return SpokenReason(a, s.Game, s.Seats, s.You, s.View, s.Result)
}

// ReasonText returns the same sentence for a replay, with the view at its end.
func ReasonText(a *app.App, game string, seats []table.SeatInfo, view any, r *games.Result) string {
	loser, winner := "", ""
	if w := r.Winner; w >= 0 && len(seats) == 2 {
		winner, loser = a.SeatName(seats[w]), a.SeatName(seats[1-w])
	}
	return a.T(ReasonKey(game, view, r), "p", loser, "w", winner)
}

// SpokenReason returns the sentence for the listener in a seat: the listener's own loss is told in
// the second person.
func SpokenReason(a *app.App, game string, seats []table.SeatInfo, you games.Seat, view any, r *games.Result) string {
	if key := ReasonKey(game, view, r) + ".you"; you != games.Nobody && len(seats) == 2 && r.Winner == 1-you && words.Has(key) {
		return a.T(key)
	}
	return ReasonText(a, game, seats, view, r)
}

// ReasonKey returns the catalogue key of that sentence, with {p} for the loser and {w} for the winner.
func ReasonKey(game string, view any, r *games.Result) string {
	g := GameOf(game)
	switch {
	case r.Reason == games.Finished:
		return "end." + game + "." + g.Ending(view)
	case g.Alone():
		return "end.solo." + r.Reason
	case r.Reason == games.Abandoned && r.Winner == games.Nobody:
		return "end.abandoned.draw"
	}
	return "end." + r.Reason
}
