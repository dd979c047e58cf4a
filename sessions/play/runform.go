package play

import (
	tea "charm.land/bubbletea/v2"

	"arcade/lobby"
	"arcade/sessions/app"
	"arcade/sessions/ui"
)

// The kinds of a run, in the order of a form.
const (
	rankedRun = iota
	DailyRun
	PracticeRun
)

// KindHit and SeedHit are clicks on a form.
type (
	KindHit int
	SeedHit struct{}
)

// Begin makes a run and shows its table by show, which is swap or push. Nobody leaves
// a run for a better one: where one is unfinished it goes on, and resumed says so.
// fresh tells that a new one has begun.
func Begin(a *app.App, o lobby.Offer, show func(app.Screen) tea.Cmd, resumed string) (cmd tea.Cmd, fresh bool) {
	id, err := a.Visit.Create(o)
	if err != nil {
		a.Fail(err)
		return nil, false
	}
	t := NewTable(id)
	cmd = show(t)
	if t.Snap != nil && len(t.Snap.Plies) > 0 {
		a.Say(resumed)
		return cmd, false
	}
	return cmd, true
}

// Counts says what a run that is ranked or the day's counts for; ranked are the words
// for the first. A guest's counts for nothing.
func Counts(a *app.App, kind int, ranked string) string {
	switch {
	case a.Visit.Me().Guest && kind == DailyRun:
		return a.T("err.guest_record")
	case a.Visit.Me().Guest:
		return a.T("solo.guest")
	case kind == DailyRun:
		return a.T("st.about.daily", "d", a.House.Lobby.Today())
	}
	return ranked
}

// SeedRow draws the row of a form where a seed is typed; hint says what an empty one means.
func SeedRow(a *app.App, g ui.Region, y int, field *ui.Field, focused bool, hint string) {
	const x = 12
	w := field.MaxCells + 4
	tok, mark := ui.Text, " "
	if focused {
		tok, mark = ui.Strong, ">"
	}
	g.Text(0, y, ui.Focus, mark)
	g.Text(2, y, tok, a.T("st.seed"))
	if focused {
		field.Draw(g, x, y, field.MaxCells+1)
	} else {
		g.Text(x, y, ui.Text, field.String()+"_")
	}
	g.Text(x+w, y, ui.Muted, hint)
	g.Hit(ui.Rect{Y: y, W: x + w, H: 1}, SeedHit{})
}
