// Package solo has the shared parts of the forms of games for one seat: the kind of run, its seed, what
// it counts for and its start.
package solo

import (
	"arcade/lobby/pairing"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// The kinds of a run, in the order of a form.
const (
	ranked = iota
	Daily
	Practice
)

// Rows returns the rows of a form for the kind of run, and for the seed of a practice run.
func Rows(seed *ui.Field) []app.Choice {
	return []app.Choice{{ID: "kind", Values: []string{"ranked", "daily", "practice"}}, {ID: "seed", Input: seed, Hidden: true}}
}

// Fit hides the row of the seed unless the run is for practice.
func Fit(f *app.Form) { f.Row("seed").Hidden = f.Row("kind").At != Practice }

// TypingCommands returns the commands of a form while its letters are text.
func TypingCommands(start func(*app.App)) []app.Command {
	return []app.Command{{Key: "updown", Bar: "key.row"}, {Key: "enter", Bar: "key.start", Do: start}, {Key: "esc", Bar: "key.back", Do: (*app.App).Pop}}
}

// Commands returns the commands of the form of a new run: if the day's run is done, Enter shows its
// board. With only these two rows the key bar needs no arrows.
func Commands(f *app.Form, game string, done bool, start func(*app.App), ranks func(*app.App) app.Screen) []app.Command {
	if f.Field() != nil {
		return TypingCommands(start)
	}
	list := []app.Command{
		{Key: "updown", Bar: app.TextIf(len(f.Rows) > 2, "key.row")}, {Key: "leftright", Bar: "key.change"},
		{Key: "enter", Bar: StartBar(done), Do: start},
	}
	list = append(list, play.StatisticsKey(game, "solo.key.stats", "solo.stats")...)
	return append(list, app.Command{Key: "b", Bar: app.TextIf(!done, "key.board"), Menu: "key.board", Do: app.To(ranks)}, app.HelpKey, app.BackKey)
}

// StartBar returns the label of Enter in a form of a new run.
func StartBar(done bool) string { return app.If(done, "key.board", "key.start") }

// Begin makes a run and shows its table by show, which is swap or push. A player cannot leave a run for a
// better one: an unfinished run goes on, and resumed says so. fresh reports whether a new run has begun.
func Begin(a *app.App, o pairing.Offer, show func(app.Screen), resumed string) (fresh bool) {
	id, err := a.Visit.Create(o)
	if err != nil {
		a.Fail(err)
		return false
	}
	t := play.NewTable(id)
	show(t)
	if t.Snap != nil && len(t.Snap.Plies) > 0 {
		a.Say(resumed)
		return false
	}
	return true
}

// Counts returns what a ranked or daily run counts for; ranked is the text for a ranked one. A guest's
// run counts for nothing.
func Counts(a *app.App, kind int, ranked string) string {
	switch {
	case a.Visit.Me().Guest && kind == Daily:
		return a.T("err.guest_record")
	case a.Visit.Me().Guest:
		return a.T("solo.guest")
	case kind == Daily:
		return a.T("solo.about.daily", "d", a.House.Lobby.Today())
	}
	return ranked
}

// Block arranges the rows of a form: the kind of run with what it counts for, and the seed with the meaning of an empty
// one.
func Block(f *app.Form, kind, about, seed, hint string) kit.Block {
	either := func(k, s string) func(id string) string {
		return func(id string) string { return app.If(id == "seed", s, k) }
	}
	return f.Noted(either(kind, seed), either(about, hint))
}
