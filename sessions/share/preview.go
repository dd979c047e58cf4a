package share

import (
	"io"

	"arcade/games"
	"arcade/lobby/records"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play"
	"arcade/sessions/play/tell"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// previews are the sizes of the picture of a link in cells, and the width of its board: nearly twice as wide as high.
// The first ones have the largest letters.
var previews = [][3]int{{72, 19, 46}, {84, 22, 58}, {100, 26, 72}, {114, 30, 84}}

// WritePreview writes the picture of a link to a finished match as a PNG: its last position on the game's own
// board, the players and the result.
func WritePreview(w io.Writer, lang words.Lang, r *records.Replay, way app.Way) error {
	scene := play.Scene{Match: r.Match.ID, Game: r.Match.Game, Whole: r}
	scene.Show(r, len(r.Plies), games.Nobody)
	return writePreview(w, lang, &scene, way, "/replay/"+r.Match.ID, func(a *app.App, side ui.Region) {
		y := 0
		for seat, info := range scene.Seats {
			ink := ui.Text
			if len(scene.Seats) == 1 || games.Seat(seat) == r.Result.Winner {
				ink = ui.Strong | ui.Bold
			}
			side.TextCut(0, y, side.W(), ink, a.SeatName(info))
			y += 2
		}
		text := ""
		if play.GameOf(r.Match.Game).Alone() {
			text = tell.RunWords(lang, r.Match)
		} else if r.Result.Winner == games.Nobody {
			text = a.T("res.draw")
		}
		for i, line := range ui.Wrap(text, side.W()) {
			side.TextCut(0, y+i, side.W(), ui.Muted, line)
		}
	})
}

// WriteInvitation writes the picture of a link to a game as a PNG: one of its positions, always the same, on the
// game's own board as the first player sees it, and an invitation.
func WriteInvitation(w io.Writer, lang words.Lang, g games.Game, way app.Way) error {
	name := g.Info().Name
	shown, err := begun(g)
	if err != nil {
		return err
	}
	scene := play.Scene{Game: name, View: shown.View(0), ToAct: games.Nobody, Replay: true, Seats: make([]table.SeatInfo, g.Info().Seats)}
	return writePreview(w, lang, &scene, way, "/play/"+name, func(a *app.App, side ui.Region) {
		for i, line := range ui.Wrap(a.T("web.play", "game", a.T("game."+name)), side.W()) {
			side.TextCut(0, i, side.W(), ui.Text, line)
		}
	})
}

// writePreview writes the picture of a link: the board of a scene, and beside it the arcade's name, the game's, what
// beside draws, and the ways in.
func writePreview(w io.Writer, lang words.Lang, scene *play.Scene, way app.Way, path string, beside func(a *app.App, side ui.Region)) error {
	return write(w, "png", lang, func(lang words.Lang, _ bool) *ui.Canvas {
		a, game, look := app.ForPictures(lang, 120, 40), play.GameOf(scene.Game), kit.Look{Rich: true}
		a.Set.Motion = "none"
		view := game.View()
		view.Update(scene)
		parts := view.Parts(a, scene)
		size := previews[largest(parts, look)]
		c := ui.New(size[0], size[1])
		c.Rich = true
		c.Fill(c.Rect(), ui.Panel)
		kit.Stage{Board: parts.Board}.Draw(look, c.Sub(ui.Rect{Y: 1, W: size[2], H: size[1] - 2}))
		side := c.Sub(ui.Rect{X: size[2] + 1, Y: 1, W: size[0] - size[2] - 2, H: size[1] - 2})
		side.Name(0, 0, 0)
		name := a.T("game." + scene.Game)
		if scene.Whole != nil {
			name = a.Game(scene.Game, scene.Whole.Match.Options)
		}
		side.TextCut(0, 2, side.W(), game.Face.Accent|ui.Bold, name)
		beside(a, side.Sub(ui.Rect{Y: 4, W: side.W(), H: side.H() - 8}))
		y := side.H() - 1
		for _, line := range []string{way.SSH, way.Page(path)} {
			if line != "" && ui.Width(line) <= side.W() {
				side.TextCut(0, y, side.W(), ui.Accent|ui.Bold, line)
				y--
			}
		}
		return c
	})
}

// largest returns the preview that a board fills best. One that has all that belongs to it takes any room.
func largest(parts play.Parts, look kit.Look) (best int) {
	if parts.Whole || parts.Wide {
		return len(previews) - 1
	}
	most := 0.0
	for i, p := range previews {
		w, h := p[2], p[1]-2
		for n := 0; ; n++ {
			s, ok := parts.Board.SizeAt(look, n)
			if !ok {
				break
			}
			if s.W > w || s.H > h {
				continue
			}
			if share := float64(s.W*s.H) / float64(w*h); share > 1.1*most {
				best, most = i, share
			}
			break
		}
	}
	return best
}
