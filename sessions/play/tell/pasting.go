package tell

import (
	"arcade/lobby"
	"arcade/sessions/app"
	"arcade/sessions/paste"
	"arcade/sessions/ui"
)

// NewPasting returns a screen with the line of a finished match for pasting.
func NewPasting(a *app.App, r *lobby.Replay) app.Screen { return &pasting{replay: r, me: a.Visit.Me()} }

// pasting shows a line as it will be pasted. It leaves the mouse to the terminal, so that the line can be
// selected where the terminal refuses copies.
type pasting struct {
	replay *lobby.Replay
	me     lobby.Person
}

// Over says that the screen below stays in view.
func (p *pasting) Over() {}

// Drag leaves the mouse to the terminal.
func (p *pasting) Drag() {}

// line returns the line, with the streak if the run is the visitor's.
func (p *pasting) line(a *app.App) paste.Line {
	days := 0
	if s, err := a.House.Lobby.Streak(a.Ctx, p.me.ID); err == nil && !p.me.Guest {
		days = s.Length
	}
	return Match(a.Lang, WayOf(a), p.replay, p.me.ID, days)
}

func (p *pasting) Commands(a *app.App) []app.Command {
	return []app.Command{
		{Key: "x", Also: []ui.Key{"y", "enter"}, Bar: "key.copy", Do: func(a *app.App) {
			a.CopyHere(p.line(a).Text(a.Lang))
		}},
		{Key: "esc", Also: []ui.Key{"q"}, Bar: "key.close", Do: (*app.App).Pop},
	}
}

// Draw draws the line over the board, and the command that makes a card of it.
func (p *pasting) Draw(a *app.App, c *ui.Canvas) {
	rows := p.line(a).Lines(a.Lang)
	g := ui.OverlayBox(c, 70, len(rows)+6, a.T("paste.title"))
	for i, row := range rows {
		g.TextCut(2, 1+i, g.W()-4, ui.Panel, row)
	}
	g.TextCut(2, 2+len(rows), g.W()-4, ui.Muted, a.T("paste.card", "line", a.Piped("card "+p.replay.Match.ID)))
	ui.Keys(c, a.Bar(p.Commands(a)))
	a.Row22(c, a.T("acc.copy.how"))
}
