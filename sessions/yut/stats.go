package yut

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"arcade/games"
	"arcade/games/yut"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/play/sheets"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// readStats reads a player's statistics; none if there are none to read.
func readStats(a *app.App, player string) yut.Stats {
	return sheets.Of(a, yut.Name, player, yut.ReadStats)
}

// statsLines returns the numbers of a player's runs: their count, the best, the mean.
func statsLines(lang words.Lang, s yut.Stats) []string {
	lines := []string{words.T(lang, "yt.runs", "n", s.Runs)}
	if s.Runs == 0 {
		return lines
	}
	lines[0] += "   " + words.T(lang, "yt.whole", "n", s.Finished)
	if s.Best == nil {
		return lines
	}
	lines[0] += "   " + words.T(lang, "yt.mean", "v", fmt.Sprintf("%.2f", s.Mean())) +
		"   " + words.T(lang, "yt.meanthrows", "v", fmt.Sprintf("%.1f", float64(s.Throws)/float64(s.Finished)))
	best := words.T(lang, "yt.bestrun", "n", s.Best.Turns, "t", s.Best.Throws)
	if s.RankedBest != nil {
		best += "   " + words.T(lang, "yt.bestranked", "n", s.RankedBest.Turns, "t", s.RankedBest.Throws)
	}
	return append(lines, best)
}

func ownLines(a *app.App, s yut.Stats) []string { return statsLines(a.Lang, s) }

// bucket counts the runs that took from low to high turns.
type bucket struct{ low, high, runs int }

// String returns the bucket's turns.
func (b bucket) String() string {
	return app.Either(b.low == b.high, app.Itoa(b.low), app.Itoa(b.low)+"-"+app.Itoa(b.high))
}

// buckets returns the finished runs by turns in at most rows rows of equal width.
func buckets(s yut.Stats, rows int) (list []bucket) {
	all := s.Distribution()
	width := max((len(all)+rows-1)/rows, 1)
	for part := range slices.Chunk(all, width) {
		b := bucket{low: part[0].Turns, high: part[0].Turns + width - 1}
		for _, t := range part {
			b.runs += t.Runs
		}
		list = append(list, b)
	}
	return list
}

// relicRow has the results of the runs with a relic.
type relicRow struct {
	entry yut.RelicEntry
	stats yut.RelicStats
}

// relicRows returns the relics taken, the most frequent first.
func relicRows(s yut.Stats) (list []relicRow) {
	for _, e := range yut.Relics() {
		if r := s.Relics[e.ID]; r.Taken > 0 {
			list = append(list, relicRow{e, r})
		}
	}
	slices.SortStableFunc(list, func(x, y relicRow) int { return cmp.Compare(y.stats.Taken, x.stats.Taken) })
	return list
}

// meanText returns a relic's mean number of turns, "-" without a finished run.
func (r relicRow) meanText() string {
	if r.stats.Finished == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f", r.stats.Mean())
}

// statsRows returns statistics as rows of text.
func statsRows(lang words.Lang, raw json.RawMessage) ([][]string, error) {
	s, err := yut.ReadStats(raw)
	if err != nil {
		return nil, err
	}
	var rows [][]string
	add := func(line string) { rows = append(rows, []string{line}) }
	for _, line := range statsLines(lang, s) {
		add(line)
	}
	list := buckets(s, 20)
	most := 0
	for _, b := range list {
		most = max(most, b.runs)
	}
	for _, b := range list {
		add(fmt.Sprintf("%7s  %s  %d", b, ui.BarText(b.runs, most, 30), b.runs))
	}
	for _, r := range relicRows(s) {
		add(ui.PadRight(r.entry.Name.In(lang.String()), 22) + words.T(lang, "yt.relicrow", "n", r.stats.Taken, "v", r.meanText()))
	}
	return rows, nil
}

// statsView shows a player's runs: their number, their turns, and their relics.
type statsView struct {
	sheets.Owner
	stats  yut.Stats
	relics []relicRow
	scroll ui.Scroll // of the relics
}

func newStats(player string) *statsView { return &statsView{Owner: sheets.Owner{Player: player}} }

func (v *statsView) Topic() string { return "yutstats" }

func (v *statsView) Open(a *app.App) { v.Begin(a, v.Refresh) }

func (v *statsView) Refresh(a *app.App) {
	if !v.Guest(a) {
		v.stats = readStats(a, v.Player)
		v.relics = relicRows(v.stats)
		v.scroll.Clamp(len(v.relics))
	}
}

func (v *statsView) Commands(*app.App) []app.Command {
	return []app.Command{
		{Key: "updown", Bar: "key.choose", Off: len(v.relics) == 0},
		{Key: "b", Also: []ui.Key{"enter"}, Bar: "key.board", Menu: "key.board", Do: func(a *app.App) { a.Push(a.House.Places.Ranks(a, yut.Name)) }},
		{Key: "n", Bar: "key.new", Menu: "solo.new", Do: app.To(newSetup)},
		app.HelpKey, app.BackKey,
	}
}

func (v *statsView) List(*app.App) app.List {
	return app.List{Scroll: &v.scroll, N: len(v.relics), Page: 8, Still: true}
}

func (v *statsView) Draw(a *app.App, c *ui.Canvas) {
	list, usual := v.relics, a.T(app.Either(len(v.relics) > 0, "yt.msg.stats", "solo.msg.ranked.yut"))
	if v.scroll.Focus < len(list) {
		usual = list[v.scroll.Focus].entry.Text.In(a.Lang.String())
	}
	g := a.Page(c, v.Commands(a), usual, a.T("game."+yut.Name), a.T("solo.stats"), v.Name)
	if c.Rich {
		v.drawRich(a, g)
		return
	}
	s := v.stats
	for i, line := range ownLines(a, s) {
		g.Text(2, i, []ui.Token{ui.Strong, ui.Text}[i], line)
	}
	left, right := g.Sub(ui.Rect{X: 2, Y: 3, W: g.W()/2 - 4, H: g.H() - 3}), g.Sub(ui.Rect{X: g.W() / 2, Y: 3, W: g.W() - g.W()/2, H: g.H() - 3})
	left.Text(0, 0, ui.Muted, a.T("yt.chart"))
	left.HLine(0, 1, left.W(), ui.Muted)
	rows := buckets(s, left.H()-6)
	most := 0
	for _, b := range rows {
		most = max(most, b.runs)
	}
	for i, b := range rows {
		left.TextRight(7, 2+i, ui.Text, b.String())
		left.Text(8, 2+i, ui.Info, ui.BarText(b.runs, most, left.W()-14))
		left.TextRight(left.W(), 2+i, ui.Text, app.Itoa(b.runs))
	}
	if len(rows) == 0 {
		left.Text(0, 2, ui.Muted, a.T("yt.stats.none"))
	}
	v.drawFoot(a, left, left.H()-3)
	cols := []ui.Column{{X: 2, W: 20, Heading: "yt.col.relic"}, {X: 23, W: 6, Heading: "yt.col.taken", Right: true}, {X: 30, W: 6, Heading: "yt.col.mean", Right: true}}
	v.List(a).Draw(a, right, 0, right.H()-3, cols, func(i int) []string {
		return []string{list[i].entry.Name.In(a.Lang.String()), app.Itoa(list[i].stats.Taken), list[i].meanText()}
	})
	if len(list) == 0 {
		right.Text(2, 2, ui.Muted, a.T("yt.relics.none"))
	}
}

// drawFoot writes the boards for which the runs counted, and the latest of them.
func (v *statsView) drawFoot(a *app.App, left ui.Region, y int) {
	s := v.stats
	left.Text(0, y, ui.Muted, a.T("yt.classes", "r", s.Classes[games.Ranked], "d", s.Classes[games.Daily], "p", s.Classes[games.Practice]+s.Classes[games.Hinted]))
	recent := a.T("yt.recent")
	for _, r := range s.Recent {
		text := app.Either(r.Finished < yut.Pieces, "  -", "  "+app.Itoa(r.Turns))
		if ui.Width(recent+text) > left.W() {
			break
		}
		recent += text
	}
	left.Text(0, y+1, ui.Text, recent)
}

// fewTurns is the number of turns of a good run.
const fewTurns = 31

// milestones returns the marks for runs that came home, none if the statistics cannot be read.
func milestones(raw json.RawMessage) []play.Milestone {
	s, _ := yut.ReadStats(raw)
	home, few := play.Milestone{Word: "yt.mark.home", Done: s.Finished > 0}, play.Milestone{Word: "yt.mark.few"}
	if s.Best != nil && s.Best.Turns <= fewTurns {
		few.Done, few.At = true, s.Best.At
	}
	return []play.Milestone{home, few, {Word: "yt.mark.relics", Done: len(s.Relics) >= len(yut.Relics())}}
}
