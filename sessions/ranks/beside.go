package ranks

import (
	"cmp"
	"slices"

	"arcade/lobby/ledger"
	"arcade/lobby/records"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/play/sheets"
	"arcade/sessions/play/tell"
	"arcade/sessions/ui"
	"arcade/store"
)

// monthDays is the number of days with the visitor's own results.
const monthDays = 30

// daily is the part beside a board of a game with daily runs: the best of yesterday, the visitor's results
// of the last days, and the line of today's run.
type daily struct {
	key       string // the board, the day and today's run of these data
	yesterday []store.Score
	days      []*store.Score // the visitor's, oldest first; nil for none
	line      []string       // to paste
	text      string
	today     string
}

// read reads the data again if something has changed.
func (d *daily) read(a *app.App, game, board string) {
	l, me := a.House.Lobby, a.Visit.Me()
	today := l.Today()
	mine, place, _, err := l.ScoreOf(a.Ctx, ledger.BoardName(game, board, today), me.ID)
	key := game + "/" + board + "/" + today + "/" + mine.Match
	if err != nil || key == d.key {
		return
	}
	*d = daily{key: key, today: today}
	if d.yesterday, err = l.Scores(a.Ctx, ledger.BoardName(game, board, records.DayBefore(today)), 0, len(ui.Medals)); err != nil {
		a.Report("boards", err)
	}
	if me.Guest {
		return
	}
	for day := today; len(d.days) < monthDays; day = records.DayBefore(day) {
		row, place, _, err := l.ScoreOf(a.Ctx, ledger.BoardName(game, board, day), me.ID)
		if err != nil || place == 0 {
			d.days = append(d.days, nil)
			continue
		}
		d.days = append(d.days, &row)
	}
	slices.Reverse(d.days)
	if place == 0 {
		return
	}
	all, err := l.Daily(a.Ctx, me.ID)
	if err != nil {
		a.Report("boards", err)
		return
	}
	all.Runs = slices.DeleteFunc(all.Runs, func(r records.DayRun) bool { return r.Game != game })
	if line := tell.Day(a.Lang, a.House.Way, all, nil); line.Result != "" {
		d.line, d.text = line.Lines(a.Lang), line.Text(a.Lang)
	}
}

// results returns the days with a result, the best first.
func (d *daily) results() (list []store.Score) {
	for _, row := range d.days {
		if row != nil {
			list = append(list, *row)
		}
	}
	slices.SortStableFunc(list, func(x, y store.Score) int { return cmp.Compare(y.Value, x.Value) })
	return list
}

// draw draws yesterday's best, and below them the visitor's days: a column a day, the higher the
// better.
func (d *daily) draw(a *app.App, g ui.Region, game, board string) {
	score := func(s store.Score) string { return play.GameOf(game).Score(a, board, true, s) }
	g.Text(2, 0, ui.Strong|ui.Bold, a.T("board.yesterday"))
	if len(d.yesterday) == 0 {
		g.Fill(ui.Rect{X: 2, Y: 2, W: g.W() - 4, H: 1}, ui.Panel)
	}
	for i, s := range d.yesterday {
		ui.Medal(g, 2, 2+i, i+1)
		text := score(s)
		g.TextRight(g.W()-2, 2+i, ui.Text, text)
		ink := app.If(s.Player == a.Visit.Me().ID, ui.Accent, ui.Text)
		g.TextCut(6, 2+i, g.W()-9-ui.Width(text), ink, sheets.Scorer(a, s))
	}
	list := d.results()
	y := 6
	if a.Visit.Me().Guest || len(list) == 0 || g.H() < y+5 {
		return
	}
	g.Text(2, y, ui.Strong|ui.Bold, a.T("board.days", "n", monthDays))
	g.TextRight(g.W()-2, y, ui.Muted, a.T("board.days.of", "n", len(list)))
	best, worst := list[0].Value, list[len(list)-1].Value
	const most = 16 // eighths of two rows
	heights := make([]int, monthDays)
	for i, row := range d.days {
		if row == nil {
			continue
		}
		if heights[i] = most; best > worst {
			heights[i] = 2 + int((row.Value-worst)/(best-worst)*(most-2))
		}
	}
	g.HLine(2, y+3, monthDays, ui.SolidInk(ui.Track))
	g.Columns(2, y+2, 1, 2, heights, most, ui.Info, monthDays-1, ui.Accent)
	g.TextCut(2, y+4, g.W()-4, ui.Text, a.T("board.days.best", "s", score(list[0])))
	g.TextCut(2, y+5, g.W()-4, ui.Muted, a.T("board.days.median", "s", score(list[len(list)/2])))
}

// paste draws the line of today's run as it will be pasted.
func (d *daily) paste(g ui.Region) {
	in := g.Sheet(ui.Rect{W: g.W(), H: g.H()}, ui.Panel)
	for i, row := range d.line[:min(len(d.line), g.H()-1)] {
		in.TextCut(3, i+1, g.W()-12, app.If(i == len(d.line)-1, ui.Accent, ui.Text), row)
	}
	in.Keycap(g.W()-6, g.H()-2, "y", "", "y", false)
}
