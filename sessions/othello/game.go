package othello

import (
	"context"
	_ "embed" // words.json, face.art, bots.art
	"slices"

	"arcade/games"
	"arcade/games/othello"
	"arcade/lobby"
	"arcade/lobby/room"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// Game is Othello's screens.
var Game = &play.Game{
	Name: othello.Name, Words: catalogue, Face: face, View: func() play.View { return newView() },
	Speech: speech, Puzzle: puzzle,
	Card:   play.Card{Picture: cardPicture, Signs: cardSigns, Points: points},
	Versus: play.Versus{Control: "5+3", Controls: []string{"5+3", "1+0", "10+5", "none", room.OneDay}, Sides: true, Faces: botFaces},
	Records: play.Records{
		Stats: func(a *app.App, player string) app.Screen { return newStats(player) },
		Count: func(ctx context.Context, l *lobby.Lobby, player string) (play.Tallies, error) {
			return count(ctx, l, player, player)
		},
	},
}

//go:embed words.json
var catalogue []byte

//go:embed face.art
var faceArt string

//go:embed bots.art
var botsArt string

// face is the game's appearance on pages about many games, botFaces has the pictures of the bots by name.
var (
	face = func() play.Face {
		f := play.NewFace(faceArt, ui.Ink{Dark: 78, Light: 23, Night: 0x3ecf8e, Day: 0x0f6b48})
		f.Mini = drawMini
		return f
	}()
	botFaces = ui.Sprites(botsArt, nil)
)

// gameView shows a board of Othello. Columns a to h go from the left, rows 1
// to 8 from the top, the same for both colours.
type gameView struct {
	play.Defaults
	at     othello.Square // the focused square
	armed  othello.Square // chosen once, with "confirm" on
	entry  *ui.Field      // "/d3", nil while closed
	placed bool           // this turn's focus is on a legal square, or was moved since the last turn
}

func newView() *gameView { return &gameView{at: 19, armed: othello.NoSquare} } // d3

// Update puts the focus on the nearest legal square when the player's turn comes, unless it was
// moved meanwhile.
func (v *gameView) Update(s *play.Scene) {
	view, ok := s.View.(othello.View)
	if !ok || v.placed || !s.Mine() || len(view.Legal) == 0 {
		return
	}
	v.placed = true
	v.at = slices.MinFunc(view.Legal, func(p, q othello.Square) int { return far(v.at, p) - far(v.at, q) })
}

func (v *gameView) Side(a *app.App, seat games.Seat) string { return color(a, seat) }

func (v *gameView) Refusal(a *app.App, err error) string {
	switch games.ReasonOf(err) {
	case othello.ReasonOccupied:
		return a.T("ot.occupied")
	case othello.ReasonFlipsNone:
		return a.T("ot.illegal")
	}
	return ""
}

// color returns the word for a seat's colour.
func color(a *app.App, seat games.Seat) string {
	return a.T(app.If(seat == 0, "ot.black", "ot.white"))
}

func (v *gameView) Prompt(a *app.App, s *play.Scene) string {
	view, _ := s.View.(othello.View)
	if v.entry != nil {
		return a.T("ot.entry") + " /" + v.entry.String() + "_"
	}
	if s.ToAct == games.Nobody {
		return ""
	}
	who := ""
	if len(s.Seats) == 2 {
		who = a.SeatName(s.Seats[s.ToAct])
	}
	switch {
	case s.ForcedAt != 0:
		return passing(a, s)
	case s.Mine() && s.Shared == games.Screen:
		text := a.T("ot.turn.screen", "c", color(a, s.You))
		if n := len(s.Plies); n > 0 {
			text = play.SpokenPly(a, s, n-1)[0] + ". " + text
		}
		return text
	case s.Mine():
		switch {
		case len(s.Plies) > 0:
		case view.Last == "":
			return a.T("ot.turn.first", "c", color(a, s.You))
		default: // a position without its previous moves
			return a.T("ot.turn.screen", "c", color(a, s.You))
		}
		return a.T("ot.turn", "c", color(a, s.You), "said", play.SpokenPly(a, s, len(s.Plies)-1)[0])
	}
	return a.T("ot.wait", "p", who, "c", color(a, s.ToAct))
}

func (v *gameView) NewcomerPrompt(a *app.App) string {
	return a.T(app.If(a.Set.NoHints, "ot.coach.plain", "ot.coach"))
}

// passing returns the sentence of the pass that is about to be played.
func passing(a *app.App, s *play.Scene) string {
	return a.T("ot.said.passed", "p", play.SpokenSeat(a, s, s.ToAct))
}
