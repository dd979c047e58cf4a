package stones

import (
	"arcade/games"
	"arcade/games/stones"
	"arcade/games/stones/duel"
	"arcade/sessions/app"
	"arcade/sessions/play"
)

// speech has Stepping Stones in words.
var speech = play.Speech{
	Board: spokenBoard, Choice: spokenChoice, Event: spokenPly,
	Score: func(a *app.App, s *play.Scene) []string {
		run, ok := s.View.(stones.View)
		if !ok {
			return nil
		}
		if run.Over {
			return []string{a.T("st.end", "n", run.Cell, "grade", gradeName(a, *run.Reward))}
		}
		return []string{spokenRun(a, run)}
	},
	Runs: func(a *app.App) (list []play.SpokenRun) {
		for _, m := range stones.Modes() {
			list = append(list, play.SpokenRun{Name: a.T("st.mode", "n", m.Number), Offer: offer(m.Number)})
		}
		return list
	},
}

// duelSpeech has the game for two in words.
var duelSpeech = play.Speech{
	Board: func(a *app.App, s *play.Scene) []string {
		view, _ := s.View.(duel.View)
		_, run := look(s, view)
		return append(spokenSides(a, s), spokenCells(a, run)...)
	},
	Choice: func(a *app.App, s *play.Scene, act games.Action) string {
		view, _ := s.View.(duel.View)
		_, run := look(s, view)
		return spokenChoice(a, alone(s, run), act)
	},
	Event: func(a *app.App, s *play.Scene, ply int) (said []string) {
		for _, e := range s.Plies[ply].Events {
			if f, ok := e.Fact.(stones.EventStep); ok {
				said = append(said, play.SpokenSeat(a, s, e.Seat)+": "+spokenStep(a, f))
			}
		}
		if len(said) == 0 {
			said = append(said, a.T("sd.said.chosen", "p", play.SpokenSeat(a, s, s.Plies[ply].Seat), "c", string(s.Plies[ply].Action)))
		}
		return said
	},
	Score: spokenSides,
}

// spokenRun returns the place of a run.
func spokenRun(a *app.App, run stones.View) string {
	return a.T("st.said.run", "n", run.Cell, "left", run.Left, "grade", gradeName(a, run.Rewards[run.Cell]))
}

// spokenSides returns the places of both runs of a duel.
func spokenSides(a *app.App, s *play.Scene) (said []string) {
	view, _ := s.View.(duel.View)
	for seat, run := range view.Runs {
		said = append(said, play.SpokenSeat(a, s, games.Seat(seat))+": "+spokenRun(a, run))
	}
	return said
}

// spokenBoard returns the run's place and the worth of each cell.
func spokenBoard(a *app.App, s *play.Scene) []string {
	run, ok := s.View.(stones.View)
	if !ok {
		return nil
	}
	return append([]string{spokenRun(a, run)}, spokenCells(a, run)...)
}

// spokenCells returns the worth of each cell.
func spokenCells(a *app.App, run stones.View) (said []string) {
	for from := 0; from < stones.Cells; {
		to := from
		for to+1 < stones.Cells && run.Rewards[to+1] == run.Rewards[from] {
			to++
		}
		key := app.If(to > from, "st.said.cells", "st.said.cell")
		said = append(said, a.T(key, "a", from, "b", to, "grade", gradeName(a, run.Rewards[from])))
		from = to + 1
	}
	return said
}

// spokenChoice returns a choice's range, its landing cells, and its remaining uses.
func spokenChoice(a *app.App, s *play.Scene, act games.Action) string {
	run, _ := s.View.(stones.View)
	c, ok := stones.ParseChoice(string(act))
	if !ok {
		return string(act)
	}
	low, high := c.Range()
	from, to := landing(run.Cell, c)
	left := a.T("st.said.left", "n", c.Limit()-run.Used[c-1], "of", c.Limit())
	if c.Limit() == 0 {
		left = a.T("st.said.nolimit")
	}
	return a.T("st.said.choice", "range", spokenRange(a, low, high), "a", from, "b", to, "left", left)
}

// spokenRange returns the least and the greatest step of a choice.
func spokenRange(a *app.App, low, high int) string {
	switch {
	case low >= 0:
		return a.T("st.said.ahead", "a", low, "b", high)
	case high <= 0:
		return a.T("st.said.behind", "a", -low, "b", -high)
	}
	return a.T("st.said.both", "a", -low, "b", high)
}

// spokenRoll returns the length of a roll in words.
func spokenRoll(a *app.App, n int) string {
	switch {
	case n > 0:
		return a.T("st.said.forward", "n", n)
	case n < 0:
		return a.T("st.said.back", "n", -n)
	}
	return a.T("st.said.stay")
}

// spokenStep returns a roll in words.
func spokenStep(a *app.App, f stones.EventStep) string {
	return a.T("st.said.roll", "c", int(f.Choice), "d", spokenRoll(a, f.Roll), "n", f.To)
}

// spokenPly returns a roll and its target.
func spokenPly(a *app.App, s *play.Scene, ply int) (said []string) {
	for _, e := range s.Plies[ply].Events {
		if f, ok := e.Fact.(stones.EventStep); ok {
			said = append(said, spokenStep(a, f))
		}
	}
	return said
}
