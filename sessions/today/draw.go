package today

import (
	"cmp"
	"time"

	"arcade/lobby/puzzles"
	"arcade/lobby/records"
	"arcade/sessions/app"
	"arcade/sessions/paste"
	"arcade/sessions/play"
	"arcade/sessions/play/tell"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// Draw draws the page.
func (p *Page) Draw(a *app.App, c *ui.Canvas) {
	g := a.Page(c, p.Commands(a), p.usual(a), a.T("today.place"), Date(a.Lang, p.data.Day))
	full := ui.Full(c.W(), c.H())
	switch {
	case c.Rich && full:
		p.drawFull(a, g)
	case c.Rich:
		p.drawRich(a, ui.CompactBody(c))
	default:
		p.drawLines(a, g)
	}
}

// Date returns a day with its weekday.
func Date(lang words.Lang, day string) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	return words.T(lang, "today.date", "d", paste.Date(lang, day), "w", words.T(lang, "today.week."+app.Itoa(int(t.Weekday()))))
}

// accent returns a game's accent.
func accent(game string) ui.Token {
	if tok := play.GameOf(game).Face.Accent; tok != 0 {
		return tok
	}
	return ui.Info
}

// ends draws the remaining time of the day, left of the column x.
func (p *Page) ends(a *app.App, g ui.Region, x, y int) {
	n := g.TextRight(x, y, ui.Strong|ui.Bold, a.ClockTo(p.data.Ends))
	g.TextRight(x-n-2, y, ui.Muted, a.T("today.next"))
}

// window returns the runs in view, n of them.
func (p *Page) window(n int) (from, to int) {
	return ui.Window(min(p.scroll.Focus, max(len(p.data.Runs)-1, 0)), len(p.data.Runs), n)
}

// drawRich draws the compact layout on ui.LevelRich: a panel a run.
func (p *Page) drawRich(a *app.App, g ui.Region) {
	p.ends(a, g, 78, 0)
	from, to := p.window(3)
	for i := from; i < to; i++ {
		p.panel(a, g, ui.Rect{X: 1, Y: 1 + (i-from)*5, W: 78, H: 4}, i)
	}
	p.puzzleLine(a, g, 16)
	p.streakLine(a, g, 17)
	p.pasted(a, g.Sheet(ui.Rect{X: 1, Y: 18, W: 78, H: 3}, ui.Panel))
}

// puzzleHead returns the question of the day's puzzle, and its state in words and ink.
func (p *Page) puzzleHead(a *app.App) (asks, stands string, ink ui.Token) {
	z := *p.puzzle
	asks = a.T("game." + z.Game)
	if f := play.GameOf(z.Game).Puzzle.Ask; f != nil {
		title, _ := f(a.Lang, z.Record.Puzzle)
		asks += ": " + title
	}
	stands, ink = Stands(a, z)
	return asks, stands, ink
}

// Stands returns a puzzle's state for the visitor in words, and its ink.
func Stands(a *app.App, z puzzles.Sitting) (string, ui.Token) {
	switch {
	case z.State == puzzles.Asked && z.Step == 0 && z.Hints == 0:
		return a.T("today.puzzle.open"), ui.Accent | ui.Bold
	case z.State == puzzles.Asked:
		return a.T("today.playing"), ui.Accent | ui.Bold
	}
	return tell.PuzzleWords(a.Lang, z), app.Either(z.State == puzzles.Right, ui.OK, ui.Warn)
}

// puzzleLine draws the puzzle of the day in a row: the question, the result, and the field.
func (p *Page) puzzleLine(a *app.App, g ui.Region, y int) {
	if p.puzzle == nil {
		g.TextCut(2, y, g.W()-4, ui.Faint, a.T("today.puzzle.none"))
		return
	}
	if p.onPuzzle() && g.Rich() {
		g.SheetEdge(ui.Rect{X: 1, Y: y, W: g.W() - 2, H: 1}, ui.Raised, ui.Accent)
	}
	g.Hit(ui.Rect{X: 1, Y: y, W: g.W() - 2, H: 1}, ui.RowHit(len(p.data.Runs)))
	asks, stands, ink := p.puzzleHead(a)
	tok, mark := ui.Mark(p.onPuzzle(), ui.Focus, ui.Strong)
	if g.Rich() {
		tok, mark = ui.Strong|ui.Bold, ""
	}
	g.Text(1, y, tok, mark)
	x := 3 + g.Text(3, y, tok, app.Itoa(p.rows())+app.Either(g.Rich(), " ", "  ")+a.T("today.puzzle")) + 2
	right := g.W() - 2
	found := a.T("puzzle.field", "n", p.puzzle.Record.Tried, "m", p.puzzle.Record.Solved)
	if !g.Rich() { // two rows, like a run
		g.TextCut(6, y+1, 30, ui.Muted, found)
		g.TextCut(24, y, right-24, ink, stands)
		g.TextRight(right, y+1, ui.Text, asks)
		return
	}
	// After an attempt the place shows the number of players who tried; the question is dropped before the
	// field.
	if room := right - x - ui.Width(asks+stands+found) - 4; p.puzzle.Attempt == nil && room >= 0 {
		right -= g.TextRight(right, y, ui.Muted, found) + 2
	}
	right -= g.TextRight(right, y, ink, stands) + 2
	g.TextCut(x, y, right-x, ui.Text, asks)
}

// panel draws a run in four rows.
func (p *Page) panel(a *app.App, g ui.Region, at ui.Rect, i int) {
	r, focused := p.data.Runs[i], i == p.scroll.Focus
	in := p.headed(a, g, at, i, 2, 0)
	in.TextCut(12, 1, app.Either(p.figure(r) == "", 36, 18), ui.Muted, cmp.Or(ghost(a, r), a.T("today.sub")))
	if r.Open() {
		in.TextCut(12, 2, 18, ui.Accent|ui.Bold, outcome(a, r))
		in.TextCut(12, 3, 18, ui.Muted, a.T("today.once"))
		if focused {
			in.Keycap(31, 2, "Enter", a.T("today.key.play"), "enter", true)
		}
	} else {
		p.place(a, in, 12, 2, r)
		figure := p.figure(r)
		in.TextCut(12, 3, app.Either(figure == "", 36, 18), ui.Text, outcome(a, r))
		in.Letters(31, 0, figure, 1, ui.White)
	}
	counts, mine := field(r, 10)
	in.Columns(49, 0, 1, 3, counts, most(counts), accent(r.Game), mine, ui.Accent)
	in.TextCut(49, 3, 14, ui.Muted, a.T("today.field", "n", r.Of))
	p.yesterday(a, in, 64, 0, 12, i)
}

// headed draws a run's panel with the emblem at x, y and the name.
func (p *Page) headed(a *app.App, g ui.Region, at ui.Rect, i, x, y int) ui.Region {
	game, in := p.data.Runs[i].Game, sheet(g, at, i == p.scroll.Focus)
	g.Hit(at, ui.RowHit(i))
	if s := play.GameOf(game).Face.Emblem; s != nil {
		in.Stamp(x, y, s)
	}
	in.Text(x+10, y, ui.Strong|ui.Bold, app.Itoa(i+1)+" "+a.T("game."+game))
	return in
}

// sheet returns the ground of a run: raised with an edge if it has the focus.
func sheet(g ui.Region, at ui.Rect, focused bool) ui.Region {
	if focused {
		return g.SheetEdge(at, ui.Raised, ui.Accent)
	}
	return g.Sheet(at, ui.Panel)
}

// ghost returns the result of the house's run of the deal, "" if there is none. It is also "" before the
// end of the visitor's own run, because it would reveal the worth of the deal. It has no place.
func ghost(a *app.App, r records.DayRun) string {
	h := r.House
	switch {
	case h.Bot == "" || r.Open():
		return ""
	case h.Of > 0 && h.Done == h.Of:
		return a.T("today.house", "p", a.T("bot."+h.Bot), "r", a.T("today.house.done", "m", len(h.Plies)))
	case h.Of > 0:
		return a.T("today.house", "p", a.T("bot."+h.Bot), "r", a.T("today.house.part", "n", h.Done, "of", h.Of))
	case !h.Earned:
		return ""
	}
	if f := play.GameOf(r.Game).Paste.Figure; f != nil {
		return a.T("today.house", "p", a.T("bot."+h.Bot), "r", f(h.Row))
	}
	return a.T("today.house", "p", a.T("bot."+h.Bot), "r", ui.Cut(play.GameOf(r.Game).Score(a, r.Board, true, h.Row), 20))
}

// most is the height of a field's highest column.
func most(counts []int) int {
	n := 1
	for _, v := range counts {
		n = max(n, v)
	}
	return n
}

// place draws the place of a finished run, or the reason for none.
func (p *Page) place(a *app.App, g ui.Region, x, y int, r records.DayRun) {
	if r.Place == 0 {
		g.TextCut(x, y, 18, ui.Muted, counted(a, r))
		return
	}
	ui.Medal(g, x, y, r.Place)
	g.Text(x+4, y, ui.Text, a.T("today.of", "n", r.Of))
}

// figure returns a run's result in digits, "" if it has none.
func (p *Page) figure(r records.DayRun) string {
	if f := play.GameOf(r.Game).Paste.Figure; f != nil && r.Place > 0 {
		return f(r.Row)
	}
	return ""
}

// yesterday draws the best run of the day before in three rows, with its key.
func (p *Page) yesterday(a *app.App, g ui.Region, x, y, w, i int) {
	r := p.data.Runs[i]
	g.TextCut(x, y, w, ui.Muted, a.T("today.yesterday"))
	if r.Best.Match == "" {
		g.TextCut(x, y+1, w, ui.Faint, a.T("today.yesterday.none"))
		return
	}
	g.TextCut(x, y+1, w, ui.Strong|ui.Bold, a.Marked(r.Best.Name, r.Best.ByBot))
	g.TextCut(x, y+2, w-4, ui.Text, p.best(a, r))
	if i < len(bestKeys) {
		g.Keycap(x+w-3, y+2, string(bestKeys[i]), "", bestKeys[i], false)
	}
}

// best returns the result of the best run of the day before.
func (p *Page) best(a *app.App, r records.DayRun) string {
	game := play.GameOf(r.Game)
	if game.Paste.Figure != nil {
		return game.Paste.Figure(r.Best)
	}
	return game.Score(a, r.Board, true, r.Best)
}

// streakLine draws the streak in a row.
func (p *Page) streakLine(a *app.App, g ui.Region, y int) {
	s := p.data.Streak
	x := 2 + g.Text(2, y, ui.Strong|ui.Bold, a.T("today.streak")) + 1
	g.Text(x, y, ui.Accent|ui.Bold, a.T("today.days", "n", s.Length))
	Days(g, 20, y, 14, 2, s)
	g.TextRight(g.W()-2, y, ui.Muted, a.T("today.freezes", "n", s.Left))
}

// pasted draws the line to paste as it will be pasted.
func (p *Page) pasted(a *app.App, in ui.Region) {
	rows := p.line(a).Lines(a.Lang)
	for i, row := range rows[:min(len(rows), in.H())] {
		ink := ui.Text
		if i >= len(rows)-p.ways(a) {
			ink = ui.Accent | ui.Bold
		}
		in.TextCut(2, i, in.W()-8, ink, row)
	}
	if in.Rich() {
		in.Keycap(in.W()-5, in.H()-1, "y", "", "y", false)
	} else {
		in.Button(in.W()-5, in.H()-1, "y", "y", false)
	}
}

// ways returns the number of the line's rows with ways in.
func (p *Page) ways(a *app.App) int { return app.Either(a.House.Web != "", 2, 1) }

// drawLines draws the page without pictures.
func (p *Page) drawLines(a *app.App, g ui.Region) {
	p.ends(a, g, g.W()-2, 0)
	g.Text(2, 0, ui.Text, a.T("today.utc"))
	from, to := p.window((g.H() - 12) / 3)
	for i := from; i < to; i++ {
		r, y, focused := p.data.Runs[i], 2+(i-from)*3, i == p.scroll.Focus
		tok, mark := ui.Mark(focused, ui.Focus, ui.Strong)
		g.Hit(ui.Rect{X: 1, Y: y, W: g.W() - 2, H: 2}, ui.RowHit(i))
		g.Text(1, y, tok, mark)
		g.Text(3, y, tok, app.Itoa(i+1)+"  "+a.T("game."+r.Game))
		g.TextCut(24, y, 30, app.Either(r.Open(), ui.Accent, ui.Text), outcome(a, r))
		if r.Place > 0 {
			g.TextRight(g.W()-2, y, ui.Strong, a.T("today.place.of", "n", r.Place, "of", r.Of))
		} else {
			g.TextRight(g.W()-2, y, ui.Muted, counted(a, r))
		}
		g.TextCut(6, y+1, 36, ui.Muted, a.T("today.field", "n", r.Of)+"  "+ghost(a, r))
		if r.Best.Match != "" {
			line := a.T("today.yesterday") + ": " + a.Marked(r.Best.Name, r.Best.ByBot) + "  " + p.best(a, r)
			g.TextCut(44, y+1, g.W()-50, ui.Muted, line)
			if i < len(bestKeys) {
				g.Button(g.W()-5, y+1, string(bestKeys[i]), bestKeys[i], false)
			}
		}
	}
	y := 2 + (to-from)*3
	p.puzzleLine(a, g, y)
	y += 3
	p.streakLine(a, g, y)
	p.pasted(a, g.Sub(ui.Rect{X: 1, Y: y + 2, W: g.W() - 2, H: 5}))
}

// drawFull draws the full layout on ui.LevelRich: three runs side by side, then the streak
// in weeks and the line to paste.
func (p *Page) drawFull(a *app.App, g ui.Region) {
	g.Text(3, 1, ui.Strong|ui.Bold, Date(a.Lang, p.data.Day))
	g.Text(3, 2, ui.Muted, a.T("today.utc"))
	p.ends(a, g, g.W()-3, 1)
	from, to := p.window(3)
	for i := from; i < to; i++ {
		p.column(a, g, ui.Rect{X: 2 + (i-from)*39, Y: 4, W: 38, H: 20}, i)
	}
	p.weeks(a, g, ui.Rect{X: 2, Y: 25, W: 58, H: 11})
	p.puzzlePanel(a, g, ui.Rect{X: 62, Y: 25, W: 56, H: 5})
	in := g.Sheet(ui.Rect{X: 62, Y: 31, W: 56, H: 5}, ui.Panel)
	p.pasted(a, in.Sub(ui.Rect{X: 1, Y: 1, W: 54, H: 4}))
}

// puzzlePanel draws the puzzle of the day in the full layout: the question, the result, and the field in
// three columns, with a free row above and below.
func (p *Page) puzzlePanel(a *app.App, g ui.Region, at ui.Rect) {
	in := sheet(g, at, p.onPuzzle())
	if p.puzzle == nil {
		in.Text(3, 1, ui.Strong|ui.Bold, a.T("today.puzzle"))
		in.TextCut(3, 2, at.W-6, ui.Muted, a.T("today.puzzle.none"))
		return
	}
	g.Hit(at, ui.RowHit(len(p.data.Runs)))
	asks, stands, ink := p.puzzleHead(a)
	in.Text(3, 1, ui.Strong|ui.Bold, app.Itoa(p.rows())+" "+a.T("today.puzzle"))
	in.TextRight(at.W-3, 1, ui.Muted, a.T("puzzle.field", "n", p.puzzle.Record.Tried, "m", p.puzzle.Record.Solved))
	in.Text(3, 2, accent(p.puzzle.Game), "■")
	in.TextCut(5, 2, at.W-8, ui.Text, asks)
	in.TextCut(3, 3, 30, ink, stands)
	field := p.puzzle.Record.Field()
	mine := -1
	if t := p.puzzle.Attempt; t != nil {
		mine = app.Either(!t.Solved, 2, min(t.Hints, 1))
	}
	in.Columns(at.W-16, 3, 2, 1, field[:], most(field[:]), accent(p.puzzle.Game), mine, ui.Accent)
	if p.onPuzzle() && p.puzzle.State == puzzles.Asked {
		in.Keycap(at.W-9, 3, "Enter", "", "enter", true)
	} else {
		in.Keycap(at.W-5, 3, "x", "", "x", false)
	}
}

// column draws a run in the full layout.
func (p *Page) column(a *app.App, g ui.Region, at ui.Rect, i int) {
	r, focused := p.data.Runs[i], i == p.scroll.Focus
	in := p.headed(a, g, at, i, 3, 1)
	in.Text(13, 2, ui.Muted, a.T("today.sub"))
	if r.Open() {
		in.TextCut(13, 4, at.W-15, ui.Accent|ui.Bold, outcome(a, r))
		in.TextCut(3, 7, at.W-6, ui.Muted, a.T("today.once"))
		if focused {
			in.Keycap(3, 9, "Enter", a.T("today.key.play"), "enter", true)
		}
	} else {
		p.place(a, in, 13, 4, r)
		in.Letters(3, 6, p.figure(r), 1, ui.White)
		in.TextCut(3, 10, at.W-6, ui.Text, outcome(a, r))
	}
	counts, mine := field(r, 10)
	in.Columns(3, 12, 3, 3, counts, most(counts), accent(r.Game), mine, ui.Accent)
	in.TextCut(3, 16, at.W-6, ui.Muted, a.T("today.field", "n", r.Of))
	in.TextCut(3, 17, at.W-6, ui.Muted, ghost(a, r))
	x := 3 + in.Text(3, 18, ui.Muted, a.T("today.yesterday")) + 2
	if r.Best.Match == "" {
		in.TextCut(x, 18, at.W-x-2, ui.Faint, a.T("today.yesterday.none"))
		return
	}
	x += in.TextCut(x, 18, 12, ui.Strong|ui.Bold, a.Marked(r.Best.Name, r.Best.ByBot)) + 2
	in.TextCut(x, 18, at.W-x-6, ui.Text, p.best(a, r))
	if i < len(bestKeys) {
		in.Keycap(at.W-5, 18, string(bestKeys[i]), "", bestKeys[i], false)
	}
}

// weeks draws the streak in four rows of weeks.
func (p *Page) weeks(a *app.App, g ui.Region, at ui.Rect) {
	s, in := p.data.Streak, g.Sheet(at, ui.Panel)
	in.Text(3, 1, ui.Strong|ui.Bold, a.T("today.streak"))
	in.TextRight(at.W-3, 1, ui.Muted, a.T("today.longest", "n", s.Longest))
	in.Letters(3, 3, app.Itoa(s.Length), 1, ui.Gold)
	in.Text(3, 7, ui.Text, a.T("today.days", "n", s.Length))
	list := s.Last(28)
	for i, m := range list {
		look := marks[m]
		in.Text(20+i%7*4, 3+i/7, look.ink, look.rich)
	}
	first, err := time.Parse(time.DateOnly, p.data.Day)
	for i := range 7 {
		if err == nil {
			day := first.AddDate(0, 0, i-6)
			in.Text(20+i*4, 2, ui.Muted, a.T("today.week."+app.Itoa(int(day.Weekday()))))
		}
	}
	in.TextCut(3, 9, at.W-6, ui.Muted, a.T("today.freezes.how", "n", s.Left))
}
