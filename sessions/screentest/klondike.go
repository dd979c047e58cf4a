package screentest

import (
	"encoding/json"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/games/klondike/solver"
)

// advisedKlondike gives hints like the solver, but at once and always the same: the first choice of a
// player who cannot see the hidden cards.
type advisedKlondike struct{ klondike.Game }

func (g advisedKlondike) Hint(setup games.Setup, plies []games.Action, _ func() bool) ([]games.Action, bool) {
	pos, err := g.Start(setup)
	if err != nil {
		return nil, false
	}
	for _, a := range plies {
		if _, err := pos.Apply(a); err != nil {
			return nil, false
		}
	}
	view := pos.View(0).(klondike.View)
	return []games.Action{Plain(view)}, view.Draw == 1
}

// Plain is a simple player: safe cards home first, then moves that turn a card, then from the waste, then
// the stock.
func Plain(view klondike.View) games.Action {
	if len(view.Safe) > 0 {
		return view.Safe[0]
	}
	for _, want := range []func(m klondike.Move) bool{
		func(m klondike.Move) bool {
			return m.Kind == klondike.ColumnTo && view.FaceDown[m.From] > 0 && len(view.Tableau[m.From])-int(m.N) == view.FaceDown[m.From]
		},
		func(m klondike.Move) bool { return m.Kind == klondike.WasteTo },
		func(m klondike.Move) bool { return m.Kind == klondike.ColumnUp || m.Kind == klondike.WasteUp },
	} {
		for _, a := range view.Legal {
			if m, _ := klondike.ParseMove(string(a)); want(m) {
				return a
			}
		}
	}
	return view.Legal[0]
}

// The puzzles of the advised game are the solver's.
func (advisedKlondike) Puzzles() int { return solver.Game{}.Puzzles() }
func (advisedKlondike) PuzzlePlies(setup games.Setup, plies []games.Action, l games.Limit) ([]int, error) {
	return solver.Game{}.PuzzlePlies(setup, plies, l)
}
func (advisedKlondike) Puzzle(setup games.Setup, plies []games.Action, l games.Limit) (*games.Puzzle, error) {
	return solver.Game{}.Puzzle(setup, plies, l)
}
func (advisedKlondike) PuzzleAnswer(from games.Position, actions []games.Action) (games.Action, error) {
	return solver.Game{}.PuzzleAnswer(from, actions)
}

// The advised game is a games.Solver, so that its deals have grades. The house of the tests has no
// worker: a test puts the solver's results into the store.
func (advisedKlondike) Algorithm() (string, []string) { return "dfs-classes", nil }
func (advisedKlondike) Solve(games.Setup, games.Limit) (games.Solution, error) {
	return games.Solution{Status: games.Unsolved}, nil
}
func (advisedKlondike) LastWinnable(games.Setup, []games.Action, games.Limit) (int, games.SolveStatus, error) {
	return -1, games.Unsolved, nil
}
func (advisedKlondike) Grades() []string                    { return []string{"easy", "normal", "hard", "expert"} }
func (advisedKlondike) Grade(string, games.Solution) string { return "normal" }
func (advisedKlondike) Curated() []json.RawMessage {
	return []json.RawMessage{[]byte(`{"draw":1}`), []byte(`{"draw":3}`)}
}
