package sessions

import (
	"encoding/json"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/games/yut"
	"arcade/lobby"
	"arcade/lobby/ledger"
	"arcade/lobby/text"
	"arcade/sessions/ui"
	"arcade/store"
)

// yutSetup is the form of a new run: ranked, the day's, or with a typed seed.
type yutSetup struct {
	kind  int // rankedRun, dailyRun or practiceRun
	seed  *ui.Field
	focus int // 0 kind, 1 seed
	stats yut.Stats
	done  store.Score // the player's row of today, "" without
	tops  [3][]store.Score
}

func newYutSetup(a *App) *yutSetup {
	s := &yutSetup{seed: &ui.Field{MaxCells: 2 * yut.SeedRunes, MaxRunes: yut.SeedRunes}}
	s.refresh(a)
	return s
}

func (s *yutSetup) topic() string { return "yutsetup" }

func (s *yutSetup) menu(*App) []string {
	return []string{"t", "solo.stats", "b", "key.board"}
}

// topRows is how many rows of a board the form shows.
const topRows = 5

// refresh reads the boards' first rows, the player's statistics, and whether the
// day's run is over.
func (s *yutSetup) refresh(a *App) tea.Cmd {
	l := a.house.Lobby
	var err error
	for i, day := range []string{"", l.Today(), lobby.DayBefore(l.Today())} {
		if s.tops[i], err = l.Scores(ledger.BoardName(yut.Name, yut.Board, day), 0, topRows); err != nil {
			a.fail(err)
			return nil
		}
	}
	s.done = store.Score{}
	if a.visit.Me().Guest {
		return nil
	}
	s.stats = a.yutStats(a.visit.Me().ID)
	row, place, _, err := l.ScoreOf(ledger.BoardName(yut.Name, yut.Board, l.Today()), a.visit.Me().ID)
	if err != nil {
		a.fail(err)
	} else if place > 0 {
		s.done = row
	}
	return nil
}

// finished tells that the day's run is over.
func (s *yutSetup) finished() bool { return s.kind == dailyRun && s.done.Match != "" }

func (s *yutSetup) field() *ui.Field {
	if s.focus == 1 && s.kind == practiceRun {
		return s.seed
	}
	return nil
}

func (s *yutSetup) handle(a *App, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case kindHit:
		s.focus, s.kind = 0, int(msg)
	case seedHit:
		s.focus = 1
	case ui.Key:
		switch msg {
		case "up", "down", "tab", "shift+tab":
			s.focus = 1 - s.focus
			if s.kind != practiceRun {
				s.focus = 0
			}
		case "left":
			s.kind = (s.kind + 2) % 3
		case "right", "space":
			s.kind = (s.kind + 1) % 3
		case "enter":
			return s.start(a)
		case "t":
			return a.push(newYutStats(a.visit.Me().ID))
		case "b":
			return a.push(s.ranks(a))
		case "esc", "q", "backspace":
			return a.pop()
		default:
			if n, err := strconv.Atoi(string(msg)); err == nil && n >= 1 && n <= 3 {
				s.kind = n - 1
			}
		}
	}
	return nil
}

// typed is the seed in the field as a run has it.
func (s *yutSetup) typed() string { return cleanYutSeed(s.seed.String()) }

// cleanYutSeed is a typed seed as a run and its board have it.
func cleanYutSeed(typed string) string {
	return yut.CleanSeed(text.Line(yut.CleanSeed(typed), 4*yut.SeedRunes))
}

// seedBoard is the board of a seed among those of a game, as [ledger.BoardName] takes it for a day.
func seedBoard(seed string) string { return "=" + seed }

// ranks is the board of what is chosen.
func (s *yutSetup) ranks(a *App) screen {
	switch seed := s.typed(); {
	case s.kind == dailyRun:
		return a.house.Places.Scores(a, yut.Name, yut.Board, a.house.Lobby.Today())
	case s.kind == practiceRun && seed != "":
		return a.house.Places.SeedScores(a, yut.Name, seed)
	}
	return a.house.Places.Ranks(a, yut.Name)
}

// start begins the run; a day's run that is over has only its board.
func (s *yutSetup) start(a *App) tea.Cmd {
	if s.finished() {
		return a.push(s.ranks(a))
	}
	o, blank := yutOffer(), false
	switch s.kind {
	case dailyRun:
		o.Daily = true
	case practiceRun:
		if o.Seed = s.typed(); o.Seed == "" {
			o.Seed = anySeed()
			blank = true
		}
	}
	cmd, fresh := a.begin(o, a.swap, a.T("solo.resumed"))
	if fresh && blank {
		a.say(a.T("yt.seed.empty", "s", o.Seed))
	}
	return cmd
}

func (s *yutSetup) draw(a *App, c *ui.Canvas) {
	f := ui.FrameSpec{Place: a.place(a.T("game."+yut.Name), a.T("st.new")), Facts: a.facts()}
	usual := []string{"yt.msg.ranked", "yt.msg.daily", "yt.msg.practice"}[s.kind]
	if s.finished() {
		usual = "st.msg.done"
	}
	f.Message, f.MessageInk = a.said(a.T(usual))
	if s.field() != nil {
		f.Keys = a.items("updown", "key.row", "enter", "key.start", "esc", "key.back")
	} else {
		f.Keys = a.items("leftright", "key.change", "enter", "key.start", "t", "solo.stats", "b", "key.board", "?", "key.help", "esc", "key.back")
	}
	ui.Frame(c, f)
	g := compactBody(c)
	g.Text(2, 0, ui.Strong, a.T("yt.title"))
	g.Text(2, 1, ui.Text, a.T("yt.intro1"))
	g.Text(2, 2, ui.Text, a.T("yt.intro2"))
	ui.ChoiceRow(g, 4, a.T("st.kind"), 10, []string{a.T("solo.ranked"), a.T("solo.daily"), a.T("yt.kind.seed")}, s.kind, s.focus == 0,
		func(i int) any { return kindHit(i) })
	g.Text(12, 5, ui.Muted, s.about(a))
	if s.kind == practiceRun {
		a.seedRow(g, 7, s.seed, s.focus == 1, a.T("yt.seed.hint"))
	}
	g.HLine(0, 9, g.W(), ui.Muted)
	for i, key := range []string{"solo.tab.ranked", "solo.tab.today", "solo.tab.yesterday"} {
		x := 2 + 26*i
		g.Text(x, 10, ui.Strong, a.T(key))
		for k, row := range s.tops[i] {
			tok := ui.Text
			if row.Player == a.visit.Me().ID {
				tok = ui.Accent
			}
			g.Text(x, 11+k, tok, ui.PadRight(itoa(k+1), 2)+ui.PadRight(ui.Cut(a.marked(row.Name, row.ByBot), 12), 13)+yutScore(a, "", true, row))
		}
		if len(s.tops[i]) == 0 {
			g.Text(x, 11, ui.Muted, ui.Cut(a.T("yt.nobody"), 25))
		}
	}
	g.HLine(0, 17, g.W(), ui.Muted)
	for i, line := range a.yutLines(s.stats) {
		g.Text(2, 18+i, ui.Text, line)
	}
}

// about says what the chosen kind counts for.
func (s *yutSetup) about(a *App) string {
	switch {
	case s.finished():
		return a.T("yt.about.done", "s", yutScore(a, "", false, s.done))
	case s.kind == practiceRun && a.visit.Me().Guest:
		return a.T("yt.about.practice.guest")
	case s.kind == practiceRun:
		return a.T("yt.about.practice")
	}
	return a.counts(s.kind, a.T("yt.about.ranked"))
}

// yutBoard names the game's one board.
func yutBoard(a *App, _ string) string { return a.T("yt.board") }

// yutScore is a row's value: its turns, and with room its throws.
func yutScore(a *App, _ string, short bool, s store.Score) string {
	if short {
		return a.T("yt.score.short", "n", int(-s.Value))
	}
	return a.T("yt.score", "n", int(-s.Value), "t", int(-s.Tie))
}

// yutOutcome is a finished run's turns.
func yutOutcome(a *App, m store.Match, _ int) string {
	var run struct{ Turns int }
	switch {
	case len(m.Result) == 0 || json.Unmarshal(m.Result, &run) != nil || run.Turns < 1:
		return a.T("end.short." + m.Reason)
	case m.Reason != games.Finished:
		return a.T("solo.gaveup")
	}
	return a.T("yt.score.short", "n", run.Turns)
}
