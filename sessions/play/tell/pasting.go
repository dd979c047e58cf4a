package tell

import (
	"arcade/lobby/records"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/paste"
	"arcade/sessions/ui"
)

// NewPasting returns a screen with the line of a finished match for pasting.
func NewPasting(a *app.App, r *records.Replay) app.Screen {
	return &pasting{replay: r, me: a.Visit.Me()}
}

// pasting shows a line as it will be pasted. It leaves the mouse to the terminal, so that the line can be
// selected where the terminal refuses copies.
type pasting struct {
	replay *records.Replay
	me     table.Person
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
	return Match(a.Lang, a.House.Way, p.replay, p.me.ID, days)
}

func (p *pasting) Commands(a *app.App) []app.Command {
	return []app.Command{
		{Key: "x", Also: []ui.Key{"y", "enter"}, Bar: "key.copy", Do: func(a *app.App) {
			a.CopyHere(p.line(a).Text(a.Lang))
		}},
		{Key: "esc", Also: []ui.Key{"q"}, Bar: "key.close", Do: (*app.App).Pop},
	}
}

// Draw draws the line over the board.
func (p *pasting) Draw(a *app.App, c *ui.Canvas) { a.DrawOver(c, p.Overlay(a)) }

// Overlay shows the line, and the command that makes a card of it.
func (p *pasting) Overlay(a *app.App) app.Overlay {
	col := kit.Col(0, 0)
	for _, row := range p.line(a).Lines(a.Lang) {
		col.Items = append(col.Items, kit.Item{Block: kit.Code{Text: row}})
	}
	return app.Overlay{
		Title: a.T("paste.title"), Usual: a.T("acc.copy.how"), Keys: a.Bar(p.Commands(a)), W: 64,
		Body: kit.Col(1, 1, kit.Item{Block: col}, kit.Item{Block: kit.Code{Ink: ui.Muted, Text: a.T("paste.card", "line", a.House.Command("card "+p.replay.Match.ID))}}),
	}
}
