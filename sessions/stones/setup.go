package stones

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/games/stones"
	"arcade/lobby/ledger"
	"arcade/lobby/pairing"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play/solo"
	"arcade/sessions/ui"
	"arcade/store"
)

// setup is the form of a new run: the mode with its rewards, the kind, and
// for practice the seed.
type setup struct {
	app.Form
	done  []store.Score // of the day, by mode
	stats stones.Stats
}

func newSetup(a *app.App) *setup {
	s := &setup{}
	s.Rows = append([]app.Choice{modeRow()}, solo.Rows(ui.NewField(solo.SeedCells))...)
	s.Row("kind").Labels = []string{a.T("solo.ranked"), a.T("solo.daily"), a.T("solo.practice")}
	s.Picked = func(*app.App, *app.Choice) { solo.Fit(&s.Form) }
	s.Refresh(a)
	return s
}

func (s *setup) Topic() string { return "stones.setup" }

// Address returns the address of the form on a page.
func (s *setup) Address() string { return "/play/" + stones.Name }

// modeRow is the form's row for the mode.
func modeRow() app.Choice {
	r := app.Choice{ID: "mode"}
	for _, m := range stones.Modes() {
		r.Values = append(r.Values, strconv.Itoa(m.Number))
	}
	return r
}

func (s *setup) Commands(*app.App) []app.Command {
	return solo.Commands(&s.Form, stones.Name, s.finished(), s.start, s.ranks)
}

// mode returns the chosen mode, from 1; kind returns the chosen kind of run.
func (s *setup) mode() int { return s.Row("mode").At + 1 }
func (s *setup) kind() int { return s.Row("kind").At }

// Refresh reads which of the day's runs the player has finished.
func (s *setup) Refresh(a *app.App) {
	l := a.House.Lobby
	s.done = make([]store.Score, len(stones.Modes())+1)
	if a.Visit.Me().Guest {
		return
	}
	s.stats = readStats(a, a.Visit.Me().ID)
	for _, m := range stones.Modes() {
		row, place, _, err := l.ScoreOf(a.Ctx, ledger.BoardName(stones.Name, strconv.Itoa(m.Number), l.Today()), a.Visit.Me().ID)
		if err != nil {
			a.Fail(err)
			return
		}
		if place > 0 {
			s.done[m.Number] = row
		}
	}
}

// finished reports whether the day's run of the mode is over.
func (s *setup) finished() bool { return s.kind() == solo.Daily && s.done[s.mode()].Match != "" }

// Handle also starts a run: by another click on the chosen mode, with the focus there.
func (s *setup) Handle(a *app.App, msg tea.Msg) {
	if s.In().ID == "mode" && msg == (app.PickHit{Row: 0, At: s.Row("mode").At}) {
		s.start(a)
		return
	}
	s.Form.Handle(a, msg)
}

// ranks returns the board of the chosen run.
func (s *setup) ranks(a *app.App) app.Screen {
	day := ""
	if s.kind() == solo.Daily {
		day = a.House.Lobby.Today()
	}
	return a.House.Places.Scores(a, stones.Name, strconv.Itoa(s.mode()), day)
}

// start begins the run, or shows the board of a finished day's run.
func (s *setup) start(a *app.App) {
	if s.finished() {
		a.Push(s.ranks(a))
		return
	}
	o := offer(s.mode())
	switch s.kind() {
	case solo.Daily:
		o.Daily = true
	case solo.Practice:
		if o.Seed = strings.TrimSpace(s.Row("seed").Input.String()); o.Seed == "" {
			o.Seed = solo.AnySeed()
		}
	}
	solo.Begin(a, o, a.Swap, a.T("solo.resumed"))
}

// offer returns the offer of a run of a mode.
func offer(mode int) pairing.Offer {
	return pairing.Offer{Game: stones.Name, Control: "none", Options: modeOptions(mode)}
}

// modeOptions returns the options of a mode.
func modeOptions(mode int) json.RawMessage { return json.RawMessage(fmt.Sprintf(`{"mode":%d}`, mode)) }

// again returns the offer of another run like a finished one; practice gets a new seed.
func again(_ *app.App, s *table.Snapshot) pairing.Offer {
	view, _ := s.View.(stones.View)
	o := offer(view.Mode)
	if s.Seeded {
		o.Seed = solo.AnySeed()
	}
	return o
}

func (s *setup) Draw(a *app.App, c *ui.Canvas) { a.Compose(c, s) }

// View shows the river of each mode with the result of best play, the rows of the form, and the three choices.
func (s *setup) View(a *app.App) app.View {
	v := app.View{Place: []string{a.T("game." + stones.Name), a.T("solo.new")}, Usual: a.T([]string{"st.msg.ranked", "st.msg.daily", "st.msg.practice"}[s.kind()], "n", s.mode())}
	if s.finished() {
		v.Usual = a.T("solo.msg.done")
	}
	var choices kit.Legend
	for choice := stones.Choice(1); choice <= stones.Choices; choice++ {
		uses := a.T("st.nolimit")
		if choice.Limit() > 0 {
			uses = a.T("st.times", "n", choice.Limit())
		}
		choices = append(choices, kit.Point{Sign: choiceName(a, choice), SignInk: ui.Strong | ui.Bold, Text: moveText(choice) + " " + uses})
	}
	page := func(letters bool) kit.Block {
		col := kit.Col(1, 0)
		for i, m := range stones.Modes() {
			mode := river{a: a, mode: m, chosen: m.Number == s.mode(), focused: s.In().ID == "mode", letters: letters}
			col.Items = append(col.Items, kit.Item{Block: kit.Tap{Block: mode, Msg: app.PickHit{Row: 0, At: i}}})
		}
		col.Items = append(col.Items,
			kit.Item{Block: solo.Block(&s.Form, a.T("solo.kind"), s.about(a), a.T("solo.form.seed"), a.T("st.seed.empty"))},
			kit.Item{Block: kit.Pad{Block: kit.Col(0, 0, kit.Item{Block: kit.Text{Text: a.T("st.setup.rules", "n", stones.Modes()[s.mode()-1].Picks)}}, kit.Item{Block: choices}), X: 2}, Drop: 1})
		return col
	}
	v.Body = kit.Fit{page(false), page(true)}
	return v
}

// about describes the boards for which the chosen kind counts.
func (s *setup) about(a *app.App) string {
	switch {
	case s.finished():
		return a.T("st.about.done", "s", score(a, "", true, s.done[s.mode()]))
	case s.kind() == solo.Practice:
		return a.T("st.about.practice")
	}
	ranked := a.T("st.about.ranked")
	if n := counted(s.stats, s.mode()); n < stones.Window {
		ranked = a.T("st.about.first", "n", n)
	}
	return solo.Counts(a, s.kind(), ranked)
}

// counted returns the number of runs of a mode for its ranked board, which needs as many as its window has.
func counted(s stones.Stats, mode int) int {
	if mode > len(s.Modes) {
		return 0
	}
	return s.Modes[mode-1].Counted
}

// toward returns a player's distance to the ranks: of a mode with the mean so far, or of the mode with the
// smallest distance.
func toward(a *app.App, player, board string) string {
	stats := readStats(a, player)
	if mode, err := strconv.Atoi(board); err == nil {
		if counted(stats, mode) == 0 {
			return a.T("st.toward.none")
		}
		return a.T("st.toward.mode", "n", counted(stats, mode), "v", fmt.Sprintf("%.2f", stats.Modes[mode-1].Mean()))
	}
	most := 0
	for _, m := range stones.Modes() {
		most = max(most, counted(stats, m.Number))
	}
	if most == 0 || most >= stones.Window {
		return ""
	}
	return a.T("st.toward", "n", most)
}

// offBoard returns the mean so far of a player with too few ranked runs for a mode's board.
func offBoard(a *app.App, player, board string) (row store.Score, ok bool) {
	mode, err := strconv.Atoi(board)
	stats := readStats(a, player)
	n := counted(stats, mode)
	if err != nil || n == 0 || n >= stones.Window {
		return row, false
	}
	return store.Score{Player: player, Value: stats.Modes[mode-1].Mean(), Tie: float64(stats.Modes[mode-1].Longest)}, true
}

// standing returns a ranked run's progress of its player towards the board; "" for the usual words.
func standing(a *app.App, s *table.Snapshot) string {
	view, _ := s.View.(stones.View)
	if a.Visit.Me().Guest || s.Daily != "" || s.Seeded || s.Hinted {
		return ""
	}
	if n := counted(readStats(a, a.Visit.Me().ID), view.Mode); n < stones.Window {
		return a.T("st.progress", "n", n)
	}
	return ""
}

// board names a board: its mode.
func board(a *app.App, name string) string { return a.T("st.mode.short", "n", name) }

// on returns the board of a run's mode.
func on(s *table.Snapshot) string {
	view, _ := s.View.(stones.View)
	return strconv.Itoa(view.Mode)
}

// score returns a row's value: the reward of a day's run, else a mean.
func score(a *app.App, _ string, daily bool, s store.Score) string {
	if r := stones.Reward(s.Value); daily && r >= 0 && int(r) < stones.Rewards {
		return gradeName(a, r)
	}
	return a.T("st.score", "v", fmt.Sprintf("%.2f", s.Value), "n", int(s.Tie))
}

// outcome returns a finished run's mode and reward.
func outcome(a *app.App, m store.Match, _ int) string {
	run, ok := readPast(m)
	switch {
	case !ok:
		return a.T("end.short." + m.Reason)
	case m.Reason != games.Finished:
		return a.T("st.mode.short", "n", run.Mode) + " " + a.T("solo.gaveup")
	}
	return a.T("st.mode.short", "n", run.Mode) + " " + gradeName(a, run.Reward)
}

// pastRun has a record's data of a finished run.
type pastRun struct {
	Mode   int           `json:"mode"`
	Reward stones.Reward `json:"reward"`
	Cell   int           `json:"cell"`
	Picks  int           `json:"picks"`
}

// readPast reads a record's result; false if there is none.
func readPast(m store.Match) (run pastRun, ok bool) {
	if len(m.Result) == 0 || json.Unmarshal(m.Result, &run) != nil {
		return run, false
	}
	return run, run.Reward >= 0 && int(run.Reward) < stones.Rewards && run.Mode > 0
}
