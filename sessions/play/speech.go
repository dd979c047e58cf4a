package play

import (
	"slices"

	"arcade/games"
	"arcade/lobby/pairing"
	"arcade/lobby/records"
	"arcade/lobby/table"
	"arcade/lobby/thinking"
	"arcade/sessions/app"
)

// Speech has a game in words, for a player who does not see the board. Each part may be nil; without it
// the game's notation is used.
type Speech struct {
	// Board returns the position, one line for each row or place. Each line can be understood alone.
	Board func(a *app.App, s *Scene) []string
	// Row and Column describe a row or column by its name on the board, "" if there is none.
	Row, Column func(a *app.App, s *Scene, name string) string
	// Choice returns a legal action in words.
	Choice func(a *app.App, s *Scene, act games.Action) string
	// Read returns the legal action that a player has typed by name, "" for none.
	Read func(a *app.App, s *Scene, typed string) games.Action
	// Sample is the key of a name of a move, as help gives an example; "" where moves have numbers alone.
	Sample string
	// Event returns a ply in words, a sentence a line, perhaps none. Without Event, Choice names the
	// action.
	Event func(a *app.App, s *Scene, ply int) []string
	// Ask returns the question that the choices answer, such as "Go or Stop?", and the facts for it; none
	// for an ordinary move.
	Ask func(a *app.App, s *Scene) []string
	// Instead returns a question and the other actions, if an action would give them up.
	Instead func(a *app.App, s *Scene, act games.Action) (question string, others []games.Action)
	// Hint returns an advised move and the reason for it.
	Hint func(a *app.App, s *Scene, h thinking.Advice) []string
	// Finish returns the next of the moves to the end that need no thought, "" for none.
	Finish func(s *Scene) games.Action
	// Score returns the score of the match.
	Score func(a *app.App, s *Scene) []string
	// End returns the result of a match that has ended. Without End, Score does.
	End func(a *app.App, s *Scene) []string
	// Runs returns the kinds of a ranked run, for a game for one seat. Nil means one kind.
	Runs func(a *app.App) []SpokenRun
}

// SpokenRun is a kind of run and its name.
type SpokenRun struct {
	Name  string
	Offer pairing.Offer
}

// SpokenPly returns a ply in words: for players without a screen, the log, a replay, and a match as text.
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

// SpokenSeat returns the name of a seat in sentences: "you" for the listener's own.
func SpokenSeat(a *app.App, s *Scene, seat games.Seat) string {
	switch {
	case seat < 0 || int(seat) >= len(s.Seats):
		return ""
	case seat == s.You && s.Shared == games.Apart:
		return a.T("wd.you")
	}
	return a.SeatName(s.Seats[seat])
}

// SpokenChoice returns an action in words, or its notation.
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

// SpokenEnd returns the end of a match, the result first. No sentence repeats another.
func SpokenEnd(a *app.App, snap *table.Snapshot, scene *Scene) (said []string) {
	speech := &GameOf(snap.Game).Speech
	score := speech.Score
	if speech.End != nil {
		score = speech.End
	}
	t := &Table{ID: snap.ID, Snap: snap, Game: scored{GameOf(snap.Game).View(), snap.Game, score}, Scene: *scene}
	t.Game.Update(&t.Scene)
	r := &Result{T: t}
	if t.singleSeat() {
		if snap.Result.Reason != games.Finished && snap.Result.Reason != games.Aborted {
			said = append(said, reason(a, snap))
		}
		r.soloResult(a)
	} else {
		r.write(a, spokenHeadline(a, t), spokenReason(a, snap))
	}
	for _, line := range r.Lines {
		if !slices.Contains(said, line) {
			said = append(said, line)
		}
	}
	return said
}

// spokenHeadline names the winner from the listener's side.
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

// scored is a view whose result is the score in words if the game has one, because the lines of the sheet
// contain signs.
type scored struct {
	View
	game  string
	score func(a *app.App, s *Scene) []string
}

// Side returns the word for a seat's side.
func (v scored) Side(a *app.App, seat games.Seat) string { return SpokenSide(a, v.game, seat) }

// Result returns the final score of the match.
func (v scored) Result(a *app.App, s *Scene) []string {
	if v.score != nil {
		return v.score(a, s)
	}
	return v.View.Result(a, s)
}

// SpokenGone returns the sentence that a player has left the table, or was cut off.
func SpokenGone(a *app.App, seat table.SeatInfo) string {
	return a.T(app.If(seat.Stepped, "sh.stepped", "sh.away"), "p", a.SeatName(seat))
}

// SpokenRefusal returns the sentence for a refused action.
func SpokenRefusal(a *app.App, game string, err error) string {
	if said := GameOf(game).View().Refusal(a, err); said != "" {
		return said
	}
	return a.Sentence(err)
}

// SpokenSide returns the word for a seat's side, such as its colour; "" if it has none, or only a sign.
func SpokenSide(a *app.App, game string, seat games.Seat) string {
	if side := GameOf(game).View().Side(a, seat); len(side) > 1 { // a lone sign cannot be read aloud
		return side
	}
	return ""
}

// Show puts a replay's match at a ply into the scene.
func (s *Scene) Show(d *records.Replay, ply int, you games.Seat) {
	s.View, s.Plies, s.Seats = d.View(ply), d.Plies[:ply], table.SeatsOf(d.Match)
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
