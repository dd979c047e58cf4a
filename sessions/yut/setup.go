package yut

import (
	"encoding/json"

	"arcade/games"
	"arcade/games/yut"
	"arcade/lobby/ledger"
	"arcade/lobby/records"
	"arcade/lobby/text"
	"arcade/sessions/app"
	"arcade/sessions/play/solo"
	"arcade/sessions/ui"
	"arcade/store"
)

// setup is the form of a new run: ranked, the day's, or with a typed seed.
type setup struct {
	app.Form
	stats yut.Stats
	done  store.Score // the player's row of today, "" without
	tops  [3][]store.Score
}

func newSetup(a *app.App) *setup {
	s := &setup{}
	s.Rows = solo.Rows(&ui.Field{MaxCells: 2 * yut.SeedRunes, MaxRunes: yut.SeedRunes})
	s.Row("kind").Labels = []string{a.T("solo.ranked"), a.T("solo.daily"), a.T("yt.kind.seed")}
	s.Picked = func(*app.App, *app.Choice) { solo.Fit(&s.Form) }
	s.Refresh(a)
	return s
}

func (s *setup) Topic() string { return "yut.setup" }

func (s *setup) Commands(*app.App) []app.Command {
	return solo.Commands(&s.Form, yut.Name, s.finished(), s.start, s.ranks)
}

// kind returns the chosen kind of run.
func (s *setup) kind() int { return s.Row("kind").At }

// topRows is the number of a board's rows in the form.
const topRows = 5

// Refresh reads the boards' first rows, the player's statistics, and whether the
// day's run is over.
func (s *setup) Refresh(a *app.App) {
	l := a.House.Lobby
	var err error
	for i, day := range []string{"", l.Today(), records.DayBefore(l.Today())} {
		if s.tops[i], err = l.Scores(a.Ctx, ledger.BoardName(yut.Name, yut.Board, day), 0, topRows); err != nil {
			a.Fail(err)
			return
		}
	}
	s.done = store.Score{}
	if a.Visit.Me().Guest {
		return
	}
	s.stats = readStats(a, a.Visit.Me().ID)
	row, place, _, err := l.ScoreOf(a.Ctx, ledger.BoardName(yut.Name, yut.Board, l.Today()), a.Visit.Me().ID)
	if err != nil {
		a.Fail(err)
	} else if place > 0 {
		s.done = row
	}
}

// finished reports whether the day's run is over.
func (s *setup) finished() bool { return s.kind() == solo.Daily && s.done.Match != "" }

// typed returns the field's seed in a run's form.
func (s *setup) typed() string { return cleanSeed(s.Row("seed").Input.String()) }

// cleanSeed returns a typed seed in the form of runs and their boards.
func cleanSeed(typed string) string {
	return yut.CleanSeed(text.Line(yut.CleanSeed(typed), 4*yut.SeedRunes))
}

// ranks returns the board of the chosen run.
func (s *setup) ranks(a *app.App) app.Screen {
	switch seed := s.typed(); {
	case s.kind() == solo.Daily:
		return a.House.Places.Scores(a, yut.Name, yut.Board, a.House.Lobby.Today())
	case s.kind() == solo.Practice && seed != "":
		return a.House.Places.SeedScores(a, yut.Name, seed)
	}
	return a.House.Places.Ranks(a, yut.Name)
}

// start begins the run, or shows the board of a finished day's run.
func (s *setup) start(a *app.App) {
	if s.finished() {
		a.Push(s.ranks(a))
		return
	}
	o, blank := offer(), false
	switch s.kind() {
	case solo.Daily:
		o.Daily = true
	case solo.Practice:
		if o.Seed = s.typed(); o.Seed == "" {
			o.Seed = solo.AnySeed()
			blank = true
		}
	}
	fresh := solo.Begin(a, o, a.Swap, a.T("solo.resumed"))
	if fresh && blank {
		a.Say(a.T("yt.seed.empty", "s", o.Seed))
	}
}

func (s *setup) Draw(a *app.App, c *ui.Canvas) {
	usual := []string{"yt.msg.ranked", "yt.msg.daily", "yt.msg.practice"}[s.kind()]
	if s.finished() {
		usual = "solo.msg.done"
	}
	a.Page(c, s.Commands(a), a.T(usual), a.T("game."+yut.Name), a.T("solo.new"))
	g := ui.CompactBody(c)
	if c.Rich {
		s.drawRich(a, g)
		return
	}
	g.Text(2, 0, ui.Strong, a.T("yt.title"))
	g.Text(2, 1, ui.Text, a.T("yt.intro1"))
	g.Text(2, 2, ui.Text, a.T("yt.intro2"))
	s.Form.Draw(g, 4, 0, a.T("solo.kind"), 10)
	g.Text(12, 5, ui.Muted, s.about(a))
	solo.SeedRow(a, g, 7, &s.Form, a.T("yt.seed.hint"))
	g.HLine(0, 9, g.W(), ui.Muted)
	for i, key := range []string{"solo.tab.ranked", "solo.tab.today", "solo.tab.yesterday"} {
		x := 2 + 26*i
		g.Text(x, 10, ui.Strong, a.T(key))
		for k, row := range s.tops[i] {
			tok := app.Either(row.Player == a.Visit.Me().ID, ui.Accent, ui.Text)
			g.Text(x, 11+k, tok, ui.PadRight(app.Itoa(k+1), 2)+ui.PadRight(ui.Cut(a.Marked(row.Name, row.ByBot), 12), 13)+score(a, "", true, row))
		}
		if len(s.tops[i]) == 0 {
			g.Text(x, 11, ui.Muted, ui.Cut(a.T("yt.nobody"), 25))
		}
	}
	g.HLine(0, 17, g.W(), ui.Muted)
	for i, line := range ownLines(a, s.stats) {
		g.Text(2, 18+i, ui.Text, line)
	}
}

// about describes the boards for which the chosen kind counts.
func (s *setup) about(a *app.App) string {
	switch {
	case s.finished():
		return a.T("yt.about.done", "s", score(a, "", false, s.done))
	case s.kind() == solo.Practice && a.Visit.Me().Guest:
		return a.T("yt.about.practice.guest")
	case s.kind() == solo.Practice:
		return a.T("yt.about.practice")
	}
	return solo.Counts(a, s.kind(), a.T("yt.about.ranked"))
}

// boardName names the game's one board.
func boardName(a *app.App, _ string) string { return a.T("yt.board") }

// score returns a row's value: its turns, and if there is room its throws.
func score(a *app.App, _ string, short bool, s store.Score) string {
	return app.Either(short, a.T("yt.score.short", "n", int(-s.Value)), a.T("yt.score", "n", int(-s.Value), "t", int(-s.Tie)))
}

// outcome returns a finished run's turns.
func outcome(a *app.App, m store.Match, _ int) string {
	var run struct{ Turns int }
	switch {
	case len(m.Result) == 0 || json.Unmarshal(m.Result, &run) != nil || run.Turns < 1:
		return a.T("end.short." + m.Reason)
	case m.Reason != games.Finished:
		return a.T("solo.gaveup")
	}
	return a.T("yt.score.short", "n", run.Turns)
}
