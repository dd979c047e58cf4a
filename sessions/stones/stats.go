package stones

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/games/stones"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play"
	"arcade/sessions/play/sheets"
	"arcade/sessions/ui"
	"arcade/sessions/words"
	"arcade/store"
)

// readStats reads a player's statistics; none if there are none to read.
func readStats(a *app.App, player string) stones.Stats {
	return sheets.ReadStats(a, stones.Name, player, stones.ReadStats)
}

// ownSheet returns statistics for the page and for words: numbers, the rewards, the last cells.
func ownSheet(lang words.Lang, s stones.Stats) kit.Stats {
	t := func(key string) string { return words.T(lang, key) }
	mean, cell, best := "-", "-", "-"
	if s.Runs > 0 {
		reward, last := means(s)
		mean, cell = fmt.Sprintf("%.2f", reward), fmt.Sprintf("%.1f", last)
		n := 0
		for _, k := range s.Rewards[stones.SuperEpic:] {
			n += k
		}
		best = sheets.Rate(n, s.Runs)
	}
	v := kit.Stats{Title: t("solo.stats"), Numbers: []kit.Number{
		{Value: app.Itoa(s.Runs), Label: t("st.tile.runs")}, {Value: mean, Label: t("st.tile.mean")},
		{Value: cell, Label: t("st.tile.cell")}, {Value: best, Label: t("st.tile.best"), Best: true},
	}}
	if s.Runs == 0 {
		return v
	}
	for i, m := range s.Modes {
		if m.Counted > 0 {
			v.Remarks = append(v.Remarks, words.T(lang, "st.ranked", "m", i+1, "v", fmt.Sprintf("%.2f", m.Mean()), "n", min(m.Counted, stones.Window), "s", m.Longest))
		}
	}
	v.Parts = []kit.Part{{Title: t("st.tile.rewards"), Body: rewardShares(lang, s.Rewards, s.Runs)}, {Title: t("st.lastcells"), Body: cellChart(s.Cells)}}
	return v
}

// rewardShares returns the number of runs for each grade, the best first, without grades that no mode gives.
func rewardShares(lang words.Lang, counts [stones.Rewards]int, runs int) kit.Shares {
	list := kit.Shares{Thick: true}
	for r := stones.Reward(stones.Rewards - 1); r >= 0; r-- {
		if n := counts[r]; n > 0 || given(r) {
			share := 0.0
			if runs > 0 {
				share = 100 * float64(n) / float64(runs)
			}
			list.List = append(list.List, kit.Share{Label: words.T(lang, gradeKeys[r]), Part: n, Whole: runs, Number: fmt.Sprintf("%d %6.1f%%", n, share), Ink: grades[r].tok})
		}
	}
	return list
}

// cellChart returns the number of runs that ended on each cell, in the colour of the cell's reward if all modes have
// the same.
func cellChart(counts [stones.Cells]int) kit.Chart {
	c := kit.Chart{Values: counts[:]}
	for cell := range counts {
		tok := grades[stones.Rare].tok
		if r, same := alike(cell); same {
			tok = grades[r].tok
		}
		c.Labels, c.Inks = append(c.Labels, app.Itoa(cell)), append(c.Inks, tok)
	}
	return c
}

// alike returns a cell's reward if it is the same in all modes.
func alike(cell int) (r stones.Reward, same bool) {
	modes := stones.Modes()
	r = modes[0].Rewards[cell]
	return r, !slices.ContainsFunc(modes, func(m stones.Mode) bool { return m.Rewards[cell] != r })
}

// statsRows returns statistics as rows of text.
func statsRows(lang words.Lang, raw json.RawMessage) ([][]string, error) {
	s, err := stones.ReadStats(raw)
	if err != nil {
		return nil, err
	}
	return ownSheet(lang, s).Rows(), nil
}

// statsView shows a player's runs: their number, their ends, the latest.
type statsView struct {
	sheets.Owner
	sheets.Pages
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
		v.Leaf(),
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

func (v *statsView) Draw(a *app.App, c *ui.Canvas) { a.Compose(c, v) }

// View shows the statistics, and the runs as tracks where there are pictures.
func (v *statsView) View(a *app.App) app.View {
	list := v.List(a).Block([]kit.Column{
		{Head: a.T("mt.col.id"), W: 9, Drop: 4}, {Head: a.T("st.col.mode"), W: 4, Drop: 3}, {Head: a.T("st.col.reward"), W: 12}, {Head: a.T("st.col.cell"), W: 4, Right: true},
		{Head: a.T("st.col.picks"), W: 5, Right: true, Drop: 2}, {Head: a.T("st.col.kind"), W: 12, Drop: 5}, {Head: a.T("mt.col.when"), W: 10, Drop: 1},
	}, a.T("st.stats.none"), func(i int) []string {
		m := v.runs.Matches[i]
		run, _ := readPast(m)
		reward := gradeName(a, run.Reward)
		if m.Reason != games.Finished {
			reward = a.T("solo.gaveup")
		}
		return []string{m.ID, app.Itoa(run.Mode), reward, app.Itoa(run.Cell), app.Itoa(run.Picks), a.Class(m.Daily, m.Seeded, v.looked(m)), a.Ago(m.Ended)}
	})
	list.PaintW, list.Paint = 76, func(g ui.Region, i int, focus bool) { v.track(a, g, v.runs.Matches[i], focus) }
	return app.View{
		Place: []string{a.T("game." + stones.Name), a.T("solo.stats"), v.Name}, Usual: a.T("st.msg.stats"),
		Body: ownSheet(a.Lang, v.stats).Page(a.T("st.tile.past"), list, v.Pages.Open),
	}
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
	sheets.Pages
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
		s.Leaf(), app.HelpKey, app.BackKey,
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
	s.Pages.Handle(a, msg)
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

func (s *simulation) Draw(a *app.App, c *ui.Canvas) { a.Compose(c, s) }

// View shows the form, the progress, and the result.
func (s *simulation) View(a *app.App) app.View {
	form := kit.Sheet{Block: kit.Pad{Block: s.Form.Block(func(id string) string { return a.T("st.sim." + id) }), Top: 1, Bottom: 1}}
	page := app.View{
		Place: []string{a.T("game." + stones.Name), a.T("st.sim.place")},
		Usual: app.If(s.tally.Games < s.want, a.T("st.sim.running", "n", s.tally.Games, "of", s.want), a.T("st.sim.msg")),
	}
	if s.want == 0 {
		page.Body = kit.Col(1, 0, kit.Item{Block: form}, kit.Item{Block: kit.Text{Ink: ui.Muted, Text: a.T("st.sim.none")}})
		return page
	}
	t := s.tally
	reward, err := t.Reward()
	cell, _ := t.Cell()
	lines := []string{
		a.T("st.mode", "n", s.of.mode) + "   " + a.T("st.policy."+s.of.policy),
		a.T("st.means", "v", fmt.Sprintf("%.4f", reward), "c", fmt.Sprintf("%.2f", cell)) + "   " + a.T("st.sim.error", "e", fmt.Sprintf("%.4f", err)),
	}
	if s.of.policy == stones.Best {
		lines = append(lines, a.T("st.sim.exact", "v", fmt.Sprintf("%.4f", startOf(s.of.mode).Value)))
	}
	result := kit.Col(0, 0, kit.Item{Block: kit.Bar{Part: t.Games, Whole: s.want, Number: fmt.Sprintf("%d / %d", t.Games, s.want), Ink: face.Accent}})
	for i, line := range lines {
		result.Items = append(result.Items, kit.Item{Block: kit.Text{Ink: app.If(i == 0, ui.Strong, ui.Text), Text: line}})
	}
	panels := &kit.Flow{Gap: 1, Blocks: []kit.Block{
		kit.Panel{Title: a.T("st.tile.rewards"), Body: rewardShares(a.Lang, t.Rewards, t.Games)},
		kit.Panel{Title: a.T("st.lastcells"), Body: cellChart(t.Cells)},
	}}
	whole := kit.Col(1, 0, kit.Item{Block: form}, kit.Item{Block: kit.Pad{Block: result, X: 1}}, kit.Item{Block: panels})
	page.Body = kit.Fit{whole, kit.Book{Open: s.Open, Leaves: []kit.Leaf{{Title: a.T("st.sim.place"), Block: form}, {Title: a.T("st.tile.mean"), Block: result}, {Title: a.T("st.tile.rewards"), Block: panels}}}}
	return page
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
