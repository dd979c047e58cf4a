package yut

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"arcade/games"
	"arcade/games/yut"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play"
	"arcade/sessions/play/sheets"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// readStats reads a player's statistics; none if there are none to read.
func readStats(a *app.App, player string) yut.Stats {
	return sheets.ReadStats(a, yut.Name, player, yut.ReadStats)
}

// ownLines returns the numbers of a player's runs: their count, the best, the mean.
func ownLines(a *app.App, s yut.Stats) []string {
	lang := a.Lang
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

// bucket counts the runs that took from low to high turns.
type bucket struct{ low, high, runs int }

// String returns the bucket's turns.
func (b bucket) String() string {
	return app.If(b.low == b.high, app.Itoa(b.low), app.Itoa(b.low)+"-"+app.Itoa(b.high))
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

// mostBuckets is the number of rows of the runs by turns.
const mostBuckets = 9

// sheet returns statistics for the page and for words: numbers, the runs by turns, the relics.
func sheet(lang words.Lang, s yut.Stats) kit.Stats {
	t := func(key string) string { return words.T(lang, key) }
	mean, throws, best := "-", "-", "-"
	if s.Best != nil {
		mean, throws = fmt.Sprintf("%.2f", s.Mean()), fmt.Sprintf("%.1f", float64(s.Throws)/float64(s.Finished))
		best = app.Itoa(s.Best.Turns)
	}
	v := kit.Stats{Title: t("solo.stats"), Numbers: []kit.Number{
		{Value: app.Itoa(s.Runs), Label: t("yt.tile.runs")}, {Value: app.Itoa(s.Finished), Label: t("yt.tile.whole")},
		{Value: mean, Label: t("yt.tile.mean")}, {Value: throws, Label: t("yt.tile.throws")}, {Value: best, Label: t("yt.tile.best"), Best: true},
	}}
	if s.Runs == 0 {
		return v
	}
	if s.RankedBest != nil {
		v.Remarks = append(v.Remarks, words.T(lang, "yt.bestranked", "n", s.RankedBest.Turns, "t", s.RankedBest.Throws))
	}
	v.Remarks = append(v.Remarks, words.T(lang, "yt.classes", "r", s.Classes[games.Ranked], "d", s.Classes[games.Daily], "p", s.Classes[games.Practice]+s.Classes[games.Hinted]))
	if len(s.Recent) > 0 {
		recent := t("yt.recent")
		for _, r := range s.Recent[:min(len(s.Recent), mostRecent)] {
			recent += app.If(r.Finished < yut.Pieces, " -", " "+app.Itoa(r.Turns))
		}
		v.Remarks = append(v.Remarks, recent)
	}
	runs := kit.Shares{Ink: face.Accent, Thick: true, Right: true}
	list, most := buckets(s, mostBuckets), 0
	for _, b := range list {
		most = max(most, b.runs)
	}
	for _, b := range list {
		runs.List = append(runs.List, kit.Share{
			Label: b.String(), Part: b.runs, Whole: most, Number: app.Itoa(b.runs), Best: s.Best != nil && b.low <= s.Best.Turns && s.Best.Turns <= b.high,
		})
	}
	if len(list) > 0 {
		v.Parts = append(v.Parts, kit.Part{Title: t("yt.chart"), Body: runs})
	}
	return v
}

// mostRecent is the number of latest runs that are listed.
const mostRecent = 8

// relicTable returns the results of the relics, for words.
func relicTable(lang words.Lang, list []relicRow) kit.Table {
	t := kit.Table{Head: []string{words.T(lang, "yt.col.relic"), words.T(lang, "yt.col.taken"), words.T(lang, "yt.col.mean")}}
	for _, r := range list {
		t.List = append(t.List, []string{r.entry.Name.In(lang.String()), app.Itoa(r.stats.Taken), r.meanText()})
	}
	return t
}

// statsRows returns statistics as rows of text.
func statsRows(lang words.Lang, raw json.RawMessage) ([][]string, error) {
	s, err := yut.ReadStats(raw)
	if err != nil {
		return nil, err
	}
	v := sheet(lang, s)
	if list := relicRows(s); len(list) > 0 {
		v.Parts = append(v.Parts, kit.Part{Title: words.T(lang, "yt.tile.relics"), Body: relicTable(lang, list)})
	}
	return v.Rows(), nil
}

// statsView shows a player's runs: their number, their turns, and their relics.
type statsView struct {
	sheets.Owner
	sheets.Pages
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
		v.Leaf(), app.HelpKey, app.BackKey,
	}
}

func (v *statsView) List(*app.App) app.List {
	return app.List{Scroll: &v.scroll, N: len(v.relics), Page: 8, Still: true}
}

func (v *statsView) Draw(a *app.App, c *ui.Canvas) { a.Compose(c, v) }

// View shows the statistics, and the relics with the effect of the one in focus.
func (v *statsView) View(a *app.App) app.View {
	usual := a.T(app.If(len(v.relics) > 0, "yt.msg.stats", "solo.msg.ranked.yut"))
	if v.scroll.Focus < len(v.relics) {
		usual = v.relics[v.scroll.Focus].entry.Text.In(a.Lang.String())
	}
	list := v.List(a).Block([]kit.Column{
		{Head: a.T("yt.col.relic"), W: 20}, {Head: a.T("yt.col.taken"), W: 6, Right: true}, {Head: a.T("yt.col.mean"), W: 6, Right: true},
	}, a.T(app.If(v.stats.Finished > 0, "yt.relics.none", "yt.stats.none")), func(i int) []string { return relicTable(a.Lang, v.relics[i:i+1]).List[0] })
	return app.View{
		Place: []string{a.T("game." + yut.Name), a.T("solo.stats"), v.Name}, Usual: usual,
		Body: sheet(a.Lang, v.stats).Page(a.T("yt.tile.relics"), list, v.Pages.Open),
	}
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
