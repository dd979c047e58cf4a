package yut

import (
	"strings"
	"time"

	"arcade/games"
	"arcade/games/yut"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/sessions/yut/board"
)

// drawRich is Draw on ui.LevelRich: the board as a picture, and a column beside it.
func (v *gameView) drawRich(a *app.App, c *ui.Canvas, s *play.Scene, view yut.View) {
	g, p := ui.Body(c), board.SmallPicture
	at, side := ui.Rect{X: 1, W: p.W, H: p.H}, ui.Rect{X: 49, W: 30, H: 21}
	if ui.Full(c.W(), c.H()) {
		p = board.LargePicture
		g = g.Sub(ui.Rect{X: (g.W() - 120) / 2, Y: (g.H() - 37) / 2, W: 120, H: 37})
		at, side = ui.Rect{X: 2, Y: 1, W: p.W, H: p.H}, ui.Rect{X: 82, Y: 1, W: 36, H: 35}
	}
	board, beside := g.Sub(at), g.Sub(side)
	p.Draw(a, board, v.board(a, s, view))
	if s.Replay && !p.Large { // the slider stands on the page, not on the rim
		g.Fill(ui.Rect{Y: g.H() - 1, W: side.X - 1, H: 1}, ui.Page)
	}
	asked := s.You != games.Nobody && s.Result == nil && !s.Replay
	k := column{v: v, a: a, s: s, view: view, asked: asked}
	switch {
	case asked && view.Ask == yut.AskStick && s.Unrest(a, v) == 0:
		k.offer(beside)
	case asked && view.Ask == yut.AskRelic && s.Unrest(a, v) == 0:
		k.reward(beside)
	case p.Large:
		k.drawLarge(beside)
	default:
		k.drawSmall(beside)
	}
	if since := s.SinceMove(); thrown(s) && s.Unrest(a, v) > 0 && since >= a.Paced(fallPace) {
		callOut(a, board, view)
	}
}

// richStake returns the run's facts for the top bar: its board and the result to beat.
func (v *gameView) richStake(a *app.App, s *play.Scene) string {
	text := a.Class(s.Daily, s.Seeded, s.Hinted)
	switch name := (yut.Game{}).SeedName(s.Seed); {
	case s.Daily != "":
		text = a.T("yt.day", "d", s.Daily[min(5, len(s.Daily)):])
	case s.Seeded && name != "":
		text = a.T("yt.seed", "s", ui.Cut(name, 12))
	}
	if v.stats.Best != nil && s.You != games.Nobody {
		text += "   " + a.T("yt.best", "n", v.stats.Best.Turns)
	}
	return text
}

// fallPace is the time for which the sticks lie before their word stands over the board, wordPace the time
// of the word.
const (
	fallPace = 160 * time.Millisecond
	wordPace = 600 * time.Millisecond
)

// thrown reports whether the last ply was a throw.
func thrown(s *play.Scene) bool {
	if len(s.Plies) == 0 {
		return false
	}
	for _, e := range s.Plies[len(s.Plies)-1].Events {
		if _, ok := e.Fact.(yut.EventThrow); ok {
			return true
		}
	}
	return false
}

// shout returns a token as a big word.
func shout(a *app.App, t yut.Token) string { return strings.ToUpper(tokenName(a, t)) + "!" }

// callOut draws the throw as a word over the board.
func callOut(a *app.App, g ui.Region, view yut.View) {
	if view.Last == nil {
		return
	}
	const w, h = 39, 10
	r := g.Rect().Centered(w, h)
	g.Shade(r)
	p := ui.NewPicture(w, h, board.Scrim)
	name := shout(a, view.Last.Token)
	rows := board.BigWords[name]
	if len(rows) > 0 {
		board.Word(p, (w-len(rows[0]))/2, 2+(14-len(rows))/2, name, board.ThrowInk)
	}
	g.Show(r.X, r.Y, p)
	text := a.T("yt.word", "n", view.Last.Token.Steps())
	if view.Last.Token >= yut.Yut {
		text += ", " + a.T("yt.more")
	}
	if view.Last.Token != view.Last.Thrown {
		text = tokenName(a, view.Last.Thrown) + " > " + tokenName(a, view.Last.Token) + ": " + text
	}
	g.Text(r.X+(w-ui.Width(text))/2, r.Y+h-1, board.ScrimText|ui.Bold, text)
}
