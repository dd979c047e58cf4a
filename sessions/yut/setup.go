package yut

import (
	"encoding/json"

	"arcade/games"
	"arcade/games/yut"
	"arcade/lobby/ledger"
	"arcade/lobby/records"
	"arcade/lobby/text"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play/solo"
	"arcade/sessions/ui"
	"arcade/sessions/yut/board"
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

// Address returns the address of the form on a page.
func (s *setup) Address() string { return "/play/" + yut.Name }

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

func (s *setup) Draw(a *app.App, c *ui.Canvas) { a.Compose(c, s) }

// View shows the rows of the form, the boards' first rows and the player's own runs.
func (s *setup) View(a *app.App) app.View {
	v := app.View{Place: []string{a.T("game." + yut.Name), a.T("solo.new")}, Usual: a.T([]string{"yt.msg.ranked", "yt.msg.daily", "yt.msg.practice"}[s.kind()])}
	if s.finished() {
		v.Usual = a.T("solo.msg.done")
	}
	sticks := kit.Picture{Size: kit.Size{W: 5, H: 3}, Art: true, Paint: func(_ kit.Look, g ui.Region) {
		for i, back := range []bool{true, false} {
			g.Show(3*i, 0, upright(back))
		}
	}}
	text := func(ink ui.Token, key string) kit.Item {
		return kit.Item{Block: kit.Text{Ink: ink, Text: a.T(key)}}
	}
	intro := kit.Row(1, kit.Item{Block: sticks, Drop: 1}, kit.Item{Block: kit.Col(0, 0, text(face.Accent|ui.Bold, "yt.title"), text(ui.Text, "yt.intro1"), text(ui.Muted, "yt.intro2")), Fill: 1})
	form := kit.Sheet{Block: kit.Pad{Block: solo.Block(&s.Form, a.T("solo.kind"), s.about(a), a.T("solo.form.seed"), a.T("yt.seed.hint")), Top: 1, Bottom: 1}}
	var tops []kit.Block
	for i, key := range []string{"solo.tab.ranked", "solo.tab.today", "solo.tab.yesterday"} {
		points := kit.Points{Few: 1}
		for k, row := range s.tops[i] {
			points.List = append(points.List, kit.Point{Sign: app.Itoa(k + 1), SignInk: ui.Muted, Text: a.NameWithMark(row.Name, row.ByBot),
				Ink: app.If(row.Player == a.Visit.Me().ID, ui.Accent|ui.Bold, ui.Text), Note: score(a, "", true, row), Name: true})
		}
		if len(s.tops[i]) == 0 {
			points.List = []kit.Point{{Text: a.T("yt.nobody"), Ink: ui.Muted}}
		}
		tops = append(tops, kit.Panel{Title: a.T(key), Body: points})
	}
	var own kit.Points
	for i, line := range ownLines(a, s.stats) {
		own.List = append(own.List, kit.Point{Text: line, Ink: app.If(i == 0, ui.Text, ui.Muted)})
	}
	v.Body = kit.Col(1, 0, kit.Item{Block: intro, Drop: 3}, kit.Item{Block: form},
		kit.Item{Block: &kit.Flow{Gap: 1, Blocks: tops}, Drop: 1}, kit.Item{Block: kit.Pad{Block: own, X: 1}, Drop: 2})
	return v
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
	return app.If(short, a.T("yt.score.short", "n", int(-s.Value)), a.T("yt.score", "n", int(-s.Value), "t", int(-s.Tie)))
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

// upright draws a stick of 2 by 3 cells.
func upright(back bool) *ui.Picture {
	p := ui.NewPicture(2, 3, app.If(back, board.BackFace, board.FrontFace))
	for y := range p.H {
		switch {
		case !back && y%2 == 1:
			p.Set(y/2%2, y, board.BackFace)
		case back:
			p.Set(1, y, air[1].Token)
		}
	}
	return p
}
