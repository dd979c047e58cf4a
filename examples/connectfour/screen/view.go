// Package connectfour shows Connect Four at a table, in a replay and in puzzles.
package connectfour

import (
	_ "embed" // words.json and face.art

	four "arcade/examples/connectfour/engine"
	"arcade/games"
	"arcade/lobby"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

var (
	//go:embed words.json
	catalogue []byte
	//go:embed face.art
	faceArt string
	// sides are the words for the seats' colours.
	sides = [2]string{"c4.red", "c4.gold"}
)

// Game is Connect Four on the screens.
var Game = &play.Game{
	Name: four.Name, Words: catalogue, Face: face, View: func() play.View { return &view{col: four.Cols / 2} },
	Digits: true, Speech: speech,
	Puzzle: play.Puzzle{
		Ask: func(lang words.Lang, z games.Puzzle) (title, more string) {
			return words.T(lang, "c4.puzzle", "c", words.T(lang, sides[z.Seat]), "n", (z.In+1)/2), words.T(lang, "c4.puzzle.more")
		},
		Worth: func(lang words.Lang, _ games.Puzzle, o games.Option) string {
			return words.T(lang, app.Either(o.Points > 0, "c4.puzzle.wins", "c4.puzzle.not"))
		},
	},
	Versus: play.Versus{Control: "5+3", Controls: []string{"5+3", "1+0", "none", lobby.OneDay}, Sides: true}, Records: records,
}

// view shows the board, with the focus on a column.
type view struct {
	play.Defaults
	col int
}

func (v *view) See(*play.Scene) {}

// Commands includes a row of keys, which choose a column.
func (v *view) Commands(_ *app.App, t *play.Table) []app.Command {
	mine := t.Scene.Mine()
	return []app.Command{
		{Key: "leftright", Bar: app.When(mine, "c4.key.column"), Turn: func(_ *app.App, by int) {
			v.col = (v.col + by + four.Cols) % four.Cols
		}},
		{Key: "number", Name: "1-7", Also: []ui.Key{"1", "2", "3", "4", "5", "6", "7"}, Bar: app.When(mine, "c4.key.column"), Each: func(_ *app.App, key ui.Key) {
			v.col = int(key[0] - '1')
		}},
		{Key: "enter", Bar: app.When(mine, "c4.key.drop"), Do: func(a *app.App) { v.drop(a, t) }},
	}
}

// column is the click target of a column.
type column int

// Click drops a disc into the clicked column.
func (v *view) Click(a *app.App, t *play.Table, msg any) {
	if col, ok := msg.(column); ok {
		v.col = int(col)
		v.drop(a, t)
	}
}

// drop plays the chosen column, if that is possible now.
func (v *view) drop(a *app.App, t *play.Table) {
	switch {
	case t.Scene.You == games.Nobody:
		a.Warn(a.T("tb.spectator"))
	case !t.Scene.Mine():
		a.Warn(a.T("c4.notyours"))
	default:
		t.Act(a, four.Drop(v.col))
	}
}

func (v *view) Refusal(a *app.App, err error) string {
	return app.When(games.ReasonOf(err) == four.ReasonFull, a.T("c4.full"))
}

func (v *view) Side(a *app.App, seat games.Seat) string { return a.T(sides[seat]) }

func (v *view) Prompt(a *app.App, s *play.Scene) string {
	if s.Mine() || s.ToAct == games.Nobody {
		return app.When(s.Mine(), a.T("c4.turn", "c", v.col+1))
	}
	return a.T("c4.wait", "p", a.SeatName(s.Seats[s.ToAct]))
}

func (v *view) Coach(a *app.App) string { return a.T("c4.coach") }
