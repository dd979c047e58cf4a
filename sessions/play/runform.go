package play

import (
	"slices"

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

// RunRows are the rows of a form that say which kind of run begins, and for practice with
// which seed.
func RunRows(seed *ui.Field) []app.Choice {
	return []app.Choice{{ID: "kind", Values: []string{"ranked", "daily", "practice"}}, {ID: "seed", Input: seed, Hidden: true}}
}

// FitRun shows the row of the seed where it has a meaning.
func FitRun(f *app.Form) { f.Row("seed").Hidden = f.Row("kind").At != PracticeRun }

// TypingCommands are what a form can do while its letters are text.
func TypingCommands(start func(*app.App)) []app.Command {
	return []app.Command{{Key: "updown", Bar: "key.row"}, {Key: "enter", Bar: "key.start", Do: start}, {Key: "esc", Bar: "key.back", Do: (*app.App).Pop}}
}

// RunCommands are what a form of a new run can do: where the day's is done, Enter shows its
// board. Beside the two rows of a run that has no others the key bar needs no arrows.
func RunCommands(f *app.Form, game string, done bool, start func(*app.App), ranks func(*app.App) app.Screen) []app.Command {
	if f.Field() != nil {
		return TypingCommands(start)
	}
	return []app.Command{
		{Key: "updown", Bar: app.When(len(f.Rows) > 2, "key.row")}, {Key: "leftright", Bar: "key.change"},
		{Key: "enter", Bar: StartBar(done), Do: start},
		{Key: "t", Bar: "solo.stats", Menu: "solo.stats", Do: func(a *app.App) { a.Push(Statistics(a, game, a.Visit.Me().ID)) }},
		{Key: "b", Bar: app.When(!done, "key.board"), Menu: "key.board", Do: app.To(ranks)},
		app.HelpKey, app.BackKey,
	}
}

// StartBar is what Enter does in a form of a new run.
func StartBar(done bool) string { return app.Either(done, "key.board", "key.start") }

// Begin makes a run and shows its table by show, which is swap or push. Nobody leaves
// a run for a better one: where one is unfinished it goes on, and resumed says so.
// fresh reports whether a new one has begun.
func Begin(a *app.App, o lobby.Offer, show func(app.Screen), resumed string) (fresh bool) {
	id, err := a.Visit.Create(o)
	if err != nil {
		a.Fail(err)
		return false
	}
	t := NewTable(id)
	show(t)
	if t.Snap != nil && len(t.Snap.Plies) > 0 {
		a.Say(resumed)
		return false
	}
	return true
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
		return a.T("solo.about.daily", "d", a.House.Lobby.Today())
	}
	return ranked
}

// SeedRow draws the row of a form where a seed is typed, if it has a meaning; hint says
// what an empty one means.
func SeedRow(a *app.App, g ui.Region, y int, f *app.Form, hint string) {
	FieldRow(g, y, f, "seed", a.T("solo.form.seed"), hint)
}

// FieldRow draws a row of a form where something is typed, unless it is hidden: its label,
// what is typed, and a hint beside it.
func FieldRow(g ui.Region, y int, f *app.Form, id, label, hint string) {
	const x = 12
	row := slices.IndexFunc(f.Rows, func(r app.Choice) bool { return r.ID == id })
	field, focused := f.Rows[row].Input, f.In().ID == id
	if f.Rows[row].Hidden {
		return
	}
	if g.Rich() {
		fieldRow(g, y, f, row, label, hint)
		return
	}
	w := field.MaxCells + 4
	tok, mark := ui.Mark(focused, ui.Strong, ui.Text)
	g.Text(0, y, ui.Focus, mark)
	g.Text(2, y, tok, label)
	if focused {
		field.Draw(g, x, y, field.MaxCells+1)
	} else {
		g.Text(x, y, ui.Text, field.String()+"_")
	}
	g.Text(x+w, y, ui.Muted, hint)
	g.Hit(ui.Rect{Y: y, W: x + w, H: 1}, app.PickHit{Row: row})
}
