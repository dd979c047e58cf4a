package sessions

import (
	tea "charm.land/bubbletea/v2"

	"arcade/lobby"
	"arcade/sessions/ui"
)

// The kinds of a run, in the order of a form.
const (
	rankedRun = iota
	dailyRun
	practiceRun
)

// kindHit and seedHit are clicks on a form.
type (
	kindHit int
	seedHit struct{}
)

// begin makes a run and shows its table by show, which is swap or push. Nobody leaves
// a run for a better one: where one is unfinished it goes on, and resumed says so.
// fresh tells that a new one has begun.
func (a *App) begin(o lobby.Offer, show func(screen) tea.Cmd, resumed string) (cmd tea.Cmd, fresh bool) {
	id, err := a.visit.Create(o)
	if err != nil {
		a.fail(err)
		return nil, false
	}
	t := newTable(id)
	cmd = show(t)
	if t.snap != nil && len(t.snap.Plies) > 0 {
		a.say(resumed)
		return cmd, false
	}
	return cmd, true
}

// counts says what a run that is ranked or the day's counts for; ranked are the words
// for the first. A guest's counts for nothing.
func (a *App) counts(kind int, ranked string) string {
	switch {
	case a.visit.Me().Guest && kind == dailyRun:
		return a.T("err.guest_record")
	case a.visit.Me().Guest:
		return a.T("solo.guest")
	case kind == dailyRun:
		return a.T("st.about.daily", "d", a.house.Lobby.Today())
	}
	return ranked
}

// seedRow draws the row of a form where a seed is typed; hint says what an empty one means.
func (a *App) seedRow(g ui.Region, y int, field *ui.Field, focused bool, hint string) {
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
	g.Hit(ui.Rect{Y: y, W: x + w, H: 1}, seedHit{})
}
