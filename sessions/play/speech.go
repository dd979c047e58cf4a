package play

import (
	"slices"

	"arcade/games"
	"arcade/lobby"
	"arcade/sessions/app"
)

// Speech is a game in words: what a player hears who does not see its board. Each part may
// be nil; a game without one is played by its notation.
type Speech struct {
	// Board is the position, one line for each row or place. Each line is understood alone.
	Board func(a *app.App, s *Scene) []string
	// Row and Column describe one row or column by its name on the board, "" for none.
	Row, Column func(a *app.App, s *Scene, name string) string
	// Choice is a legal action in words.
	Choice func(a *app.App, s *Scene, act games.Action) string
	// Read returns the legal action that a player has typed by name, "" for none.
	Read func(a *app.App, s *Scene, typed string) games.Action
	// Event is a ply in words, one sentence a line, none where there is nothing to say. Without
	// it the choice says what was played.
	Event func(a *app.App, s *Scene, ply int) []string
	// Score is how the match stands.
	Score func(a *app.App, s *Scene) []string
	// Runs are the kinds of a ranked run, for a game for one. Without it there is one kind.
	Runs func(a *app.App) []SpokenRun
}

// SpokenRun is a kind of run and what it is called.
type SpokenRun struct {
	Name  string
	Offer lobby.Offer
}

// SpokenPly is a ply in words, wherever it is told: to players without a screen, in the log, in a
// replay, in a match as text.
func SpokenPly(a *app.App, s *Scene, ply int) []string {
	g, p := GameOf(s.Game), s.Plies[ply]
	switch {
	case g.Speech.Event != nil:
		return g.Speech.Event(a, s, ply)
	case g.Alone():
		return []string{SpokenChoice(a, s, p.Action)}
	}
	return []string{SpokenSeat(a, s, p.Seat) + ": " + SpokenChoice(a, s, p.Action)}
}

// SpokenSeat is the name by which sentences call a seat: "you" for the listener's own.
func SpokenSeat(a *app.App, s *Scene, seat games.Seat) string {
	switch {
	case seat < 0 || int(seat) >= len(s.Seats):
		return ""
	case seat == s.You && s.Shared == games.Apart:
		return a.T("wd.you")
	}
	return a.SeatName(s.Seats[seat])
}

// SpokenChoice is an action in words, its notation where the game has none for it.
func SpokenChoice(a *app.App, s *Scene, act games.Action) string {
	g := GameOf(s.Game)
	if g.Speech.Choice != nil {
		if said := g.Speech.Choice(a, s, act); said != "" {
			return said
		}
	}
	if g.Act != nil {
		return g.Act(a, act)
	}
	return string(act)
}

// SpokenEnd is how a match that is over came out, the result first. Nothing is said twice.
func SpokenEnd(a *app.App, snap *lobby.Snapshot, scene *Scene) (said []string) {
	t := &Table{ID: snap.ID, Snap: snap, View: scored{GameOf(snap.Game).View(), snap.Game, GameOf(snap.Game).Speech.Score}, Scene: *scene}
	t.View.See(&t.Scene)
	r := &Result{T: t}
	r.build(a)
	if !t.singleSeat() {
		r.Lines[0] = spokenHeadline(a, t)
	}
	if t.singleSeat() && snap.Result.Reason != games.Finished && snap.Result.Reason != games.Aborted {
		said = append(said, reason(a, snap))
	}
	for _, line := range r.Lines {
		if line == reason(a, snap) && !snap.Late {
			line = SpokenReason(a, snap.Game, snap.Seats, snap.You, snap.View, snap.Result)
		}
		if !slices.Contains(said, line) && line != a.T("res.later") { // it stands beside a button
			said = append(said, line)
		}
	}
	return said
}

// spokenHeadline is who has won, from the listener's side.
func spokenHeadline(a *app.App, t *Table) string {
	s := t.Snap
	switch w := s.Result.Winner; {
	case w == games.Nobody || w == s.You:
		return t.headline(a)
	case s.You != games.Nobody:
		return a.T("wd.lost", "p", a.SeatName(s.Seats[w]))
	default:
		return a.T("res.wins", "p", a.SeatName(s.Seats[w]))
	}
}

// scored is a view whose result is the score in words, where the game has one: the lines of the
// sheet have signs.
type scored struct {
	View
	game  string
	score func(a *app.App, s *Scene) []string
}

// Side is the word for a seat's side.
func (v scored) Side(a *app.App, seat games.Seat) string { return SpokenSide(a, v.game, seat) }

// Result is how the match stood at its end.
func (v scored) Result(a *app.App, s *Scene) []string {
	if v.score != nil {
		return v.score(a, s)
	}
	return v.View.Result(a, s)
}

// SpokenGone says that a player has left the table, or was cut off.
func SpokenGone(a *app.App, seat lobby.SeatInfo) string {
	return a.T(app.Either(seat.Stepped, "sh.stepped", "sh.away"), "p", a.SeatName(seat))
}

// SpokenRefusal returns the sentence for a refused action.
func SpokenRefusal(a *app.App, game string, err error) string {
	if said := GameOf(game).View().Refusal(a, err); said != "" {
		return said
	}
	return a.Sentence(err)
}

// SpokenSide is the word for a seat's side, such as its colour; "" where there is none,
// or only a sign.
func SpokenSide(a *app.App, game string, seat games.Seat) string {
	if side := GameOf(game).View().Side(a, seat); len(side) > 1 { // a lone sign says nothing
		return side
	}
	return ""
}

// Show puts a replay's match at a ply into the scene.
func (s *Scene) Show(d *lobby.Replay, ply int, you games.Seat) {
	s.View, s.Plies, s.Seats = d.View(ply), d.Plies[:ply], lobby.SeatsOf(d.Match)
	s.You, s.ToAct, s.Replay = games.Nobody, games.Nobody, true
	if d.Result == nil {
		s.You = you
	}
	s.Result, s.Ended = nil, 0
	if ply == len(d.Plies) {
		s.Result, s.Ended, s.Rested = d.Result, d.Match.Ended, d.Rested
	}
	s.Daily, s.Seeded, s.Round = d.Match.Daily, d.Match.Seeded, d.Match.Round
}
