package yut

import (
	"strings"
	"time"

	"arcade/games"
	"arcade/games/yut"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/sessions/yut/board"
)

// Parts shows the board, and beside it the sticks, their throw, the hand and the relics, or a choice.
func (v *gameView) Parts(a *app.App, s *play.Scene) play.Parts {
	view, ok := s.View.(yut.View)
	if !ok {
		return play.Parts{}
	}
	d := &desk{v: v, a: a, s: s, view: view, asked: s.You != games.Nobody && s.Result == nil && !s.Replay}
	var over func(g ui.Region)
	rests := s.MotionLeft(a, v) == 0
	if since := s.SinceMove(); !rests && thrown(s) && since >= a.Paced(fallPace) {
		over = func(g ui.Region) { callOut(a, g, view) }
	}
	parts := play.Parts{Board: board.Block(a, v.board(a, s, view), over), Beside: true}
	part := (*desk).side
	if d.asked && rests && (view.Ask == yut.AskStick || view.Ask == yut.AskRelic) {
		part = app.If(view.Ask == yut.AskStick, (*desk).offer, (*desk).reward)
		parts.Board = kit.Yields{Board: parts.Board}
	}
	parts.Side = []kit.Item{{Fill: 1, Block: kit.Once(func(l kit.Look) kit.Block {
		d.l = l
		return part(d)
	})}}
	return parts
}

// stake returns the run's facts for the top bar: its board and the result to beat.
func (v *gameView) stake(a *app.App, s *play.Scene) string {
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

// scrim is what a throw's word stands on.
var scrim = ui.NewPicture(39, 10, board.Scrim)

// callOut draws the throw as a word over the board.
func callOut(a *app.App, g ui.Region, view yut.View) {
	if view.Last == nil {
		return
	}
	w, h := scrim.W, scrim.H/2
	r := g.Rect().Centered(w, h)
	g.BlockClicks(g.Rect())
	name := shout(a, view.Last.Token)
	g.ShowWith(r.X, r.Y, scrim, func(p *ui.Picture) {
		if rows := board.BigWords[name]; len(rows) > 0 {
			board.Word(p, (w-len(rows[0]))/2, 2+(14-len(rows))/2, name, board.ThrowInk)
		}
	})
	text := a.T("yt.word", "n", view.Last.Token.Steps())
	if view.Last.Token >= yut.Yut {
		text += ", " + a.T("yt.more")
	}
	if view.Last.Token != view.Last.Thrown {
		text = tokenName(a, view.Last.Thrown) + " > " + tokenName(a, view.Last.Token) + ": " + text
	}
	g.Text(r.X+(w-ui.Width(text))/2, r.Y+h-1, board.ScrimText|ui.Bold, text)
}

// wayHit is a click that plays a way.
type wayHit games.Action
