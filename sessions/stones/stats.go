package stones

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"sync"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/games/stones"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/play/sheets"
	"arcade/sessions/ui"
	"arcade/sessions/words"
	"arcade/store"
)

// readStats reads a player's statistics; none if there are none to read.
func readStats(a *app.App, player string) stones.Stats {
	return sheets.Of(a, stones.Name, player, stones.ReadStats)
}

// statsRows returns statistics as rows of text.
func statsRows(lang words.Lang, raw json.RawMessage) ([][]string, error) {
	s, err := stones.ReadStats(raw)
	if err != nil {
		return nil, err
	}
	rows := [][]string{{words.T(lang, "st.runs", "n", s.Runs)}}
	if s.Runs == 0 {
		return rows, nil
	}
	reward, cell := means(s)
	rows = append(rows, []string{words.T(lang, "st.means", "v", fmt.Sprintf("%.2f", reward), "c", fmt.Sprintf("%.1f", cell))})
	for r := stones.Reward(stones.Rewards - 1); r >= 0; r-- {
		if n := s.Rewards[r]; n > 0 || given(r) {
			rows = append(rows, []string{fmt.Sprintf("%s  %d  %.1f%%", ui.PadRight(words.T(lang, gradeKeys[r]), 10), n, 100*float64(n)/float64(s.Runs))})
		}
	}
	return rows, nil
}

// statsView shows a player's runs: their number, their ends, the latest.
type statsView struct {
	sheets.Owner
	stats stones.Stats
	runs  sheets.Played
	ways  map[string][]int // the cells of the runs around the focus, by match
}

func newStats(player string) *statsView {
	return &statsView{Owner: sheets.Owner{Player: player}, runs: sheets.Played{Game: stones.Name, Player: player, Keep: func(m store.Match) bool {
		_, ok := readPast(m)
		return ok
	}}}
}

func (v *statsView) Topic() string { return "stonesstats" }

func (v *statsView) Commands(*app.App) []app.Command {
	return v.runs.Commands(
		app.Command{Key: "m", Bar: "st.sim", Menu: "st.sim", Do: app.To(newSim)},
		app.Command{Key: "z", Bar: "key.bestplay", Menu: "key.bestplay", Do: app.To(newBest)},
	)
}

func (v *statsView) List(*app.App) app.List {
	list := v.runs.List(8)
	moved := list.Moved
	list.Moved = func(a *app.App) {
		moved(a)
		v.follow(a)
	}
	return list
}

func (v *statsView) Open(a *app.App) { v.Begin(a, v.Refresh) }

// Refresh reads the statistics again after another run.
func (v *statsView) Refresh(a *app.App) {
	if v.Guest(a) {
		return
	}
	stats := readStats(a, v.Player)
	v.runs.Refresh(a, stats.Runs != v.stats.Runs)
	v.stats = stats
	v.follow(a)
}

func (v *statsView) Draw(a *app.App, c *ui.Canvas) {
	g := a.LongPage(c, v.Commands(a), a.T("st.msg.stats"), a.T("game."+stones.Name), a.T("solo.stats"), v.Name)
	if g.Rich() {
		v.drawRich(a, g)
		return
	}
	s := v.stats
	line := a.T("st.runs", "n", s.Runs)
	if s.Runs > 0 {
		reward, cell := means(s)
		line += "   " + a.T("st.means", "v", fmt.Sprintf("%.2f", reward), "c", fmt.Sprintf("%.1f", cell))
	}
	g.Text(2, 0, ui.Strong, line)
	w := app.Either(g.W() > ui.MinWidth, 40, 26)
	x := 2
	for i, m := range s.Modes {
		if m.Counted > 0 {
			x += g.Text(x, 1, ui.Text, a.T("st.ranked", "m", i+1, "v", fmt.Sprintf("%.2f", m.Mean()), "n", min(m.Counted, stones.Window), "s", m.Longest)) + 3
		}
	}
	rows := rewardBars(a, g, 2, 2, w, s.Rewards, s.Runs)
	y := 3 + rows
	g.Text(2, y, ui.Muted, a.T("st.lastcells"))
	cellBars(g, 2, y+1, s.Cells)
	y += 4
	cols := []ui.Column{
		{X: 3, W: 9, Heading: "mt.col.id"}, {X: 14, W: 7, Heading: "st.col.mode"}, {X: 23, W: 12, Heading: "st.col.reward"}, {X: 37, W: 6, Heading: "st.col.cell", Right: true},
		{X: 45, W: 6, Heading: "st.col.picks", Right: true}, {X: 54, W: 12, Heading: "st.col.kind"}, {X: 68, W: 10, Heading: "mt.col.when"},
	}
	v.List(a).Draw(a, g, y, g.H()-y-2, cols, func(i int) []string {
		m := v.runs.Matches[i]
		run, _ := readPast(m)
		reward := gradeName(a, run.Reward)
		if m.Reason != games.Finished {
			reward = a.T("solo.gaveup")
		}
		return []string{m.ID, app.Itoa(run.Mode), reward, app.Itoa(run.Cell), app.Itoa(run.Picks), a.Class(m.Daily, m.Seeded, v.looked(m)), a.When(m.Ended)}
	}, a.T("st.stats.none"))
}

// looked reports whether a run saw the best play, as far back as the statistics go.
func (v *statsView) looked(m store.Match) bool {
	return slices.ContainsFunc(v.stats.Recent, func(r stones.Recent) bool { return r.At == m.Ended && r.Class == games.Hinted })
}

// means returns the mean reward and the mean last cell.
func means(s stones.Stats) (reward, cell float64) {
	for r, n := range s.Rewards {
		reward += float64(r * n)
	}
	return reward / float64(s.Runs), float64(s.CellSum()) / float64(s.Runs)
}

// cellBars draws the number of runs that ended on each cell: the cell's number and a column of one row, the
// tallest for the most frequent.
func cellBars(g ui.Region, x, y int, counts [stones.Cells]int) {
	most := max(slices.Max(counts[:]), 1)
	for i, n := range counts {
		g.TextRight(x+4*i+3, y, ui.Muted, app.Itoa(i))
		if n > 0 {
			level := (7*n + most - 1) / most
			g.Text(x+4*i+1, y+1, ui.Info, column(level))
		}
	}
}

// column returns a column of the height 1 to 7, two cells wide.
func column(level int) string {
	bar := []string{"▁", "▂", "▃", "▄", "▅", "▆", "▇"}[min(max(level, 1), 7)-1]
	return bar + bar
}

// The most runs of a simulation, and the number of runs between two looks at the session.
const (
	simMost  = 100_000
	simChunk = 2_000
)

// simCounts lists the numbers of runs to choose from.
var simCounts = []int{1_000, 10_000, simMost}

// simulation plays many runs by one policy, beside the session, and shows their results.
type simulation struct {
	app.Form
	gen   int // of the running simulation
	want  int
	tally stones.Tally
	of    struct { // the subject of the tally
		mode   int
		policy string
	}
}

func newSim(a *app.App) *simulation {
	s := &simulation{}
	s.Rows = []app.Choice{modeRow(), {ID: "policy", Values: stones.Policies()}, {ID: "games", At: 1}}
	for _, n := range simCounts {
		s.Row("games").Values = append(s.Row("games").Values, strconv.Itoa(n))
	}
	for i := range s.Rows {
		r := &s.Rows[i]
		r.Labels = slices.Clone(r.Values)
		if r.ID == "policy" {
			for k, v := range r.Values {
				r.Labels[k] = a.T("st.policy." + v)
			}
		}
	}
	return s
}

func (s *simulation) Topic() string { return "stonessim" }

// simulated brings a part of a simulation to its screen.
type simulated struct {
	gen   int
	tally stones.Tally
}

func (s *simulation) Commands(*app.App) []app.Command {
	return []app.Command{
		{Key: "updown", Bar: "key.row"}, {Key: "leftright", Bar: "key.change"},
		{Key: "enter", Bar: "st.sim.go", Do: s.start},
		app.HelpKey, app.BackKey,
	}
}

func (s *simulation) Handle(a *app.App, msg tea.Msg) {
	if msg, ok := msg.(simulated); ok {
		if msg.gen != s.gen {
			return
		}
		s.tally.Add(msg.tally)
		s.Next(a)
		return
	}
	s.Form.Handle(a, msg)
}

// Close drops the results of a running simulation.
func (s *simulation) Close(*app.App) { s.gen++ }

// start begins a simulation and drops a running one.
func (s *simulation) start(a *app.App) {
	s.gen++
	s.tally = stones.Tally{}
	s.of.mode, _ = strconv.Atoi(s.Row("mode").Value())
	s.of.policy = s.Row("policy").Value()
	s.want, _ = strconv.Atoi(s.Row("games").Value())
	s.Next(a)
}

// Next plays the next part beside the session; its result comes as a message.
func (s *simulation) Next(a *app.App) {
	from := s.tally.Games
	if from >= s.want {
		return
	}
	sim, err := stones.NewSimulation(s.of.mode, s.of.policy, fmt.Sprint("screen/", s.gen))
	if err != nil {
		a.Fail(err)
		return
	}
	gen, to := s.gen, min(from+simChunk, s.want)
	a.Go(func() tea.Msg {
		var tally stones.Tally
		err := a.House.Lobby.Work(a.Ctx, func(context.Context) error {
			tally = sim.Play(from, to)
			return nil
		})
		if err != nil {
			return nil // the session has ended
		}
		return app.ForScreen{To: s, Msg: simulated{gen, tally}}
	})
}

func (s *simulation) Draw(a *app.App, c *ui.Canvas) {
	usual := app.Either(s.tally.Games < s.want, a.T("st.sim.running", "n", s.tally.Games, "of", s.want), a.T("st.sim.msg"))
	g := a.Page(c, s.Commands(a), usual, a.T("game."+stones.Name), a.T("st.sim.place"))
	if g.Rich() {
		s.drawRich(a, g)
		return
	}
	in := g.Sub(ui.Rect{X: 2, W: g.W() - 2, H: g.H()})
	for i, key := range []string{"st.sim.mode", "st.sim.policy", "st.sim.games"} {
		s.Form.Draw(in, 1+i, i, a.T(key), 12)
	}
	g.HLine(0, 5, g.W(), ui.Muted)
	if s.want == 0 {
		g.Text(2, 7, ui.Muted, a.T("st.sim.none"))
		return
	}
	t := s.tally
	g.Text(2, 6, ui.Strong, a.T("st.mode", "n", s.of.mode)+"   "+a.T("st.policy."+s.of.policy))
	g.Text(2, 7, ui.Text, "["+ui.BarText(t.Games, s.want, 40)+"]  "+fmt.Sprintf("%d / %d", t.Games, s.want))
	reward, err := t.Reward()
	cell, _ := t.Cell()
	g.Text(2, 9, ui.Text, a.T("st.means", "v", fmt.Sprintf("%.4f", reward), "c", fmt.Sprintf("%.2f", cell))+"   "+a.T("st.sim.error", "e", fmt.Sprintf("%.4f", err)))
	if s.of.policy == stones.Best {
		g.Text(2, 10, ui.Muted, a.T("st.sim.exact", "v", fmt.Sprintf("%.4f", stones.BestPlay(s.of.mode).Value(stones.Begin()))))
	}
	rows := rewardBars(a, g, 2, 12, 40, t.Rewards, t.Games)
	if y := 13 + rows; y+3 <= g.H() {
		g.Text(2, y, ui.Muted, a.T("st.lastcells"))
		cellBars(g, 2, y+1, t.Cells)
	}
}

// bestPlay is the table of best play: the choice and its value by cell and picks left. The player can
// change the uses of choices 2 and 3.
type bestPlay struct {
	mode, cell, left, used2, used3 int
}

func newBest(*app.App) *bestPlay { return &bestPlay{mode: 1, left: stones.Picks} }

func (b *bestPlay) Topic() string { return "stonesbest" }

// state is a state of the table; picks of choice 1 follow from the others.
func (b *bestPlay) state(cell, left int) (stones.State, bool) {
	ones := stones.Picks - left - b.used2 - b.used3
	s := stones.State{Cell: cell, Left: left, Used: [stones.Choices]int{ones, b.used2, b.used3}}
	return s, ones >= 0 && reachable()[s]
}

// reachable returns the states that some play can reach.
var reachable = sync.OnceValue(func() map[stones.State]bool {
	all := map[stones.State]bool{}
	for _, s := range stones.Reachable() {
		all[s] = true
	}
	return all
})

// stateHit is a click on a place of the table.
type stateHit struct{ cell, left int }

func (b *bestPlay) Commands(*app.App) []app.Command {
	key := func(key ui.Key, bar string, do func()) app.Command {
		return app.Command{Key: key, Bar: bar, Do: func(*app.App) {
			do()
		}}
	}
	limit := stones.Choice(2).Limit() + 1
	return []app.Command{
		{Key: "arrows", Bar: "st.key.state"},
		key("left", "", func() { b.cell = max(b.cell-1, 0) }),
		key("right", "", func() { b.cell = min(b.cell+1, stones.Goal-1) }),
		key("up", "", func() { b.left = min(b.left+1, stones.Picks) }),
		key("down", "", func() { b.left = max(b.left-1, 1) }),
		key("home", "", func() { b.cell = 0 }),
		key("end", "", func() { b.cell = stones.Goal - 1 }),
		key("1", "st.key.mode", func() { b.mode = b.mode%len(stones.Modes()) + 1 }),
		key("2", "st.key.used2", func() { b.used2 = (b.used2 + 1) % limit }),
		key("3", "st.key.used3", func() { b.used3 = (b.used3 + 1) % limit }),
		app.HelpKey, app.BackKey,
	}
}

func (b *bestPlay) Handle(_ *app.App, msg tea.Msg) {
	if hit, ok := msg.(stateHit); ok {
		b.cell, b.left = hit.cell, hit.left
	}
}

func (b *bestPlay) Draw(a *app.App, c *ui.Canvas) {
	solution := stones.BestPlay(b.mode)
	state, ok := b.state(b.cell, b.left)
	if c.Rich {
		state, _, ok = b.shown(b.cell, b.left)
	}
	usual := a.T("st.best.never")
	if ok {
		usual = a.T("st.best.msg", "a", b.cell, "n", b.left, "c", choiceName(a, solution.Best(state)), "v", fmt.Sprintf("%.4f", solution.Value(state)))
	}
	a.Page(c, b.Commands(a), usual, a.T("game."+stones.Name), a.T("st.best.place"), a.T("st.mode", "n", b.mode))
	if c.Rich {
		b.drawRich(a, c)
		return
	}
	g := ui.CompactBody(c)
	g.Text(1, 0, ui.Strong, a.T("st.best.used", "a", b.used2, "b", b.used3))
	g.Text(1, 1, ui.Muted, a.T("st.best.left"))
	for cell := range stones.Goal {
		g.TextRight(11+4*cell, 1, ui.Muted, app.Itoa(cell))
	}
	g.HLine(0, 2, g.W(), ui.Muted)
	for left := stones.Picks; left > 0; left-- {
		y := 3 + stones.Picks - left
		g.TextRight(5, y, ui.Muted, app.Itoa(left))
		for cell := range stones.Goal {
			x := 8 + 4*cell
			text, tok := " - ", ui.Faint
			if s, ok := b.state(cell, left); ok {
				text, tok = " "+app.Itoa(int(solution.Best(s)))+" ", ui.Text
			}
			if cell == b.cell && left == b.left {
				text, tok = "["+text[1:2]+"]", ui.Focus
			}
			g.Text(x, y, tok, text)
			g.Hit(ui.Rect{X: x, Y: y, W: 4, H: 1}, stateHit{cell, left})
		}
	}
	g.HLine(0, 11, g.W(), ui.Muted)
	if !ok {
		g.Text(1, 13, ui.Muted, a.T("st.best.never"))
		return
	}
	g.Text(1, 12, ui.Muted, a.T("st.col.choice"))
	g.Text(12, 12, ui.Muted, a.T("st.col.cells"))
	g.Text(30, 12, ui.Muted, a.T("st.best.value"))
	g.Text(42, 12, ui.Muted, a.T("st.best.end"))
	for i, o := range solution.Outlooks(state) {
		y, tok, mark := 13+i, ui.Text, " "
		if o.Choice == solution.Best(state) {
			tok, mark = ui.Accent, "*"
		}
		g.Text(1, y, tok, mark+" "+choiceName(a, o.Choice))
		g.Text(12, y, tok, spanText(state.Cell, o.Choice))
		g.Text(30, y, tok, fmt.Sprintf("%.4f", o.Value))
		x := 42
		for r := stones.Reward(stones.Rewards - 1); r >= 0; r-- {
			if p := o.Final[r]; p > 0 {
				x += g.Text(x, y, gradeTokens[r], fmt.Sprintf("%s %.1f%%", tag(a, r), 100*p)) + 2
			}
		}
	}
	g.Text(1, 17, ui.Muted, a.T("st.best.note"))
}

// milestones returns the marks for rewards that were reached, none if the statistics cannot be read.
func milestones(raw json.RawMessage) []play.Milestone {
	s, _ := stones.ReadStats(raw)
	row := 0
	for _, m := range s.Modes {
		row = max(row, m.Longest)
	}
	return []play.Milestone{
		{Word: "st.mark.epic", Done: s.Rewards[stones.Epic]+s.Rewards[stones.SuperEpic] > 0},
		{Word: "st.mark.super", Done: s.Rewards[stones.SuperEpic] > 0},
		{Word: "st.mark.row", Done: row >= 3},
	}
}
