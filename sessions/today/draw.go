package today

import (
	"cmp"
	"time"

	"arcade/lobby/puzzles"
	"arcade/lobby/records"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/paste"
	"arcade/sessions/play"
	"arcade/sessions/play/tell"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// Draw draws the page.
func (p *Page) Draw(a *app.App, c *ui.Canvas) { a.Compose(c, p) }

// View shows the runs, the puzzle, the streak, and the line to paste.
func (p *Page) View(a *app.App) app.View {
	return app.View{
		Place: []string{a.T("today.place"), Date(a.Lang, p.data.Day)}, Facts: a.T("today.next") + " " + a.ClockTo(p.data.Ends),
		Usual: p.usual(a), Body: p.body(a),
	}
}

// The least size for runs side by side, and the least height for the streak in weeks below runs that are rows.
const (
	columnsWidth, columnsHeight = 90, 30
	weeksHeight                 = 36
)

// body arranges the page: the runs as columns, or as rows.
func (p *Page) body(a *app.App) kit.Block {
	rows, columns := kit.Reel{Gap: 1, Focus: p.scroll.Focus}, kit.Row(2)
	for i := range p.data.Runs {
		rows.Blocks = append(rows.Blocks, p.row(a, i))
		columns.Items = append(columns.Items, kit.Item{Block: p.column(a, i), Fill: 1})
	}
	rows.Focus = min(rows.Focus, max(len(rows.Blocks)-1, 0))
	utc := kit.Item{Block: kit.Text{Ink: ui.Muted, Text: a.T("today.utc")}, Drop: 9}
	pasted := kit.Item{Block: p.pasted(a), Drop: 2}
	return kit.Fit{
		kit.From{W: columnsWidth, H: columnsHeight, Block: kit.Col(1, 1, utc, kit.Item{Block: columns, Fill: 1}, kit.Item{Block: kit.Row(2,
			kit.Item{Block: p.weeks(a), Fill: 1},
			kit.Item{Block: kit.Col(1, 0, kit.Item{Block: p.puzzlePanel(a)}, kit.Item{Block: kit.Sheet{Inset: true, Block: p.lines(a)}, Fill: 1}), Fill: 1})})},
		kit.From{H: weeksHeight, Block: kit.Col(1, 1, utc, kit.Item{Block: rows, First: true}, kit.Item{Block: p.puzzlePanel(a)}, kit.Item{Block: p.weeks(a)}, pasted)},
		kit.Col(1, 0, kit.Item{Block: rows, First: true}, kit.Item{Block: kit.Col(0, 0, kit.Item{Block: p.puzzleLine(a)}, kit.Item{Block: p.streakLine(a), Drop: 1})}, pasted),
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

// The cells of a run's parts beside each other: the result in digits, the field, yesterday's best; and the least of its
// name and state, in which the other parts are rather omitted.
const figureWidth, fieldWidth, bestWidth, headLeast = 14, 12, 13, 12

// row shows a run in a row: its emblem, its state, its field, yesterday's best.
func (p *Page) row(a *app.App, i int) kit.Block {
	r := p.data.Runs[i]
	head := p.head(a, i)
	if counts := p.last(a, r); counts != "" {
		head.Items = append(head.Items, item(ui.Text, counts))
	}
	left := kit.Row(2, kit.Item{Block: emblem(r.Game)}, kit.Item{Block: kit.From{W: headLeast, Block: head}, Fill: 1})
	switch figure := p.figure(r); {
	case r.Open() && i == p.scroll.Focus:
		left.Items = append(left.Items, kit.Item{Block: kit.Only{In: kit.Mouse, Block: kit.Pad{Block: p.begins(a), Top: 2}}, Drop: 2})
	case figure != "":
		left.Items = append(left.Items, kit.Item{Block: kit.Figure{Value: figure, Shade: ui.White, Ink: ui.Strong | ui.Bold}, Fix: figureWidth, Drop: 2})
	}
	field := kit.Col(0, 0, kit.Item{Block: p.field(r), Fill: 1}, item(ui.Muted, a.T("today.field", "n", r.Of)))
	left.Items = append(left.Items, kit.Item{Block: field, Fix: fieldWidth, Drop: 3})
	return kit.Low{Block: kit.Sheet{Listed: true, Mine: i == p.scroll.Focus, Block: kit.Row(2, kit.Item{Block: kit.Tap{Block: left, Msg: ui.RowHit(i)}, Fill: 1}, kit.Item{Block: p.yesterday(a, i), Fix: bestWidth})}}
}

// item is a line of a part.
func item(ink ui.Token, text string) kit.Item { return kit.Item{Block: kit.Text{Ink: ink, Text: text}} }

// emblem shows a game's emblem where there are pictures.
func emblem(game string) kit.Block {
	s := play.GameOf(game).Face.Emblem
	return kit.Only{In: kit.Pictured, Block: kit.Picture{Size: kit.Size{W: 8, H: 4}, Paint: func(_ kit.Look, g ui.Region) {
		if s != nil {
			g.Stamp(0, 0, s)
		}
	}}}
}

// head shows a run's name, and the visitor's state and place in it.
func (p *Page) head(a *app.App, i int) kit.Line {
	r := p.data.Runs[i]
	name := a.Keyed(app.Itoa(i+1), a.T("game."+r.Game))
	col := kit.Col(0, 0, item(ui.Strong|ui.Bold, name), kit.Item{Block: kit.Text{Ink: ui.Muted, Text: cmp.Or(ghost(a, r), a.T("today.sub"))}, Drop: 1})
	switch {
	case r.Open():
		col.Items = append(col.Items, item(ui.Accent|ui.Bold, outcome(a, r)))
	case r.Place == 0:
		col.Items = append(col.Items, item(ui.Muted, counted(a, r)))
	default:
		col.Items = append(col.Items, kit.Item{Block: kit.Places{{Place: r.Place, Name: a.T("today.of", "n", r.Of)}}})
	}
	return col
}

// last returns the last line of a run: that it counts once, or its result in words.
func (p *Page) last(a *app.App, r records.DayRun) string {
	return app.If(r.Open(), a.T("today.once"), outcome(a, r))
}

// begins is the key that begins a run.
func (p *Page) begins(a *app.App) kit.Block {
	return kit.Cap{Name: "Enter", Label: a.T("today.key.play"), Key: "enter", Hot: true}
}

// field shows all results of a run, the visitor's column in gold.
func (p *Page) field(r records.DayRun) kit.Chart {
	counts, mine := field(r, 10)
	c := kit.Chart{Values: counts}
	for i := range counts {
		c.Inks = append(c.Inks, app.If(i == mine, ui.Accent, accent(r.Game)))
	}
	return c
}

// column shows a run in a column.
func (p *Page) column(a *app.App, i int) kit.Block {
	r := p.data.Runs[i]
	top := kit.Col(1, 0, kit.Item{Block: kit.Row(2, kit.Item{Block: emblem(r.Game)}, kit.Item{Block: p.head(a, i), Fill: 1})})
	if figure := p.figure(r); figure != "" {
		top.Items = append(top.Items, kit.Item{Block: kit.Figure{Value: figure, Shade: ui.White, Ink: ui.Strong | ui.Bold}})
	}
	if text := p.last(a, r); text != "" {
		top.Items = append(top.Items, item(app.If(r.Open(), ui.Muted, ui.Text), text))
	}
	if r.Open() && i == p.scroll.Focus {
		top.Items = append(top.Items, kit.Item{Block: p.begins(a)})
	}
	below := kit.Col(0, 0, kit.Item{Block: kit.Snug{Block: p.field(r)}, Fill: 1, Drop: 1}, item(ui.Muted, a.T("today.field", "n", r.Of)))
	whole := kit.Tap{Msg: ui.RowHit(i), Block: kit.Col(1, 0, kit.Item{Block: top, First: true, Fill: 1}, kit.Item{Block: below})}
	return kit.Sheet{Listed: true, Inset: true, Mine: i == p.scroll.Focus, Block: kit.Col(1, 0, kit.Item{Block: whole, Fill: 1}, kit.Item{Block: p.yesterday(a, i)})}
}

// yesterday shows the best run of the day before, which a click opens, with its key.
func (p *Page) yesterday(a *app.App, i int) kit.Block {
	r := p.data.Runs[i]
	label := item(ui.Muted, a.T("today.yesterday"))
	if r.Best.Match == "" {
		return kit.Col(0, 0, label, item(ui.Faint, a.T("today.yesterday.none")))
	}
	last := kit.Row(1, kit.Item{Block: kit.Text{Ink: ui.Text, Text: p.best(a, r)}, Fill: 1})
	if i >= len(bestKeys) {
		return kit.Col(0, 0, label, kit.Item{Block: name(a, r)}, kit.Item{Block: last})
	}
	last.Items = append(last.Items, kit.Item{Block: kit.Cap{Name: string(bestKeys[i]), Key: bestKeys[i]}})
	return kit.Tap{Msg: ui.Press(bestKeys[i]), Block: kit.Col(0, 0, label, kit.Item{Block: name(a, r)}, kit.Item{Block: last})}
}

// name shows the player of yesterday's best run.
func name(a *app.App, r records.DayRun) kit.Block {
	return kit.Text{Ink: ui.Strong | ui.Bold, Text: a.NameWithMark(r.Best.Name, r.Best.ByBot)}
}

// best returns the result of the best run of the day before.
func (p *Page) best(a *app.App, r records.DayRun) string {
	game := play.GameOf(r.Game)
	if game.Paste.Figure != nil {
		return game.Paste.Figure(r.Best)
	}
	return game.Score(a, r.Board, true, r.Best)
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

// figure returns a run's result in digits, "" if it has none.
func (p *Page) figure(r records.DayRun) string {
	if f := play.GameOf(r.Game).Paste.Figure; f != nil && r.Place > 0 {
		return f(r.Row)
	}
	return ""
}

// Stands returns a puzzle's state for the visitor in words, and its ink.
func Stands(a *app.App, z puzzles.Sitting) (string, ui.Token) {
	switch {
	case z.State == puzzles.Asked && z.Step == 0 && z.Hints == 0:
		return a.T("today.puzzle.open"), ui.Accent | ui.Bold
	case z.State == puzzles.Asked:
		return a.T("today.playing"), ui.Accent | ui.Bold
	}
	return tell.PuzzleWords(a.Lang, z), app.If(z.State == puzzles.Right, ui.OK, ui.Warn)
}

// puzzleHead returns the title of the day's puzzle, its question, how many found it, and its state in words and ink.
func (p *Page) puzzleHead(a *app.App) (title, asks, found, stands string, ink ui.Token) {
	z := *p.puzzle
	asks = a.T("game." + z.Game)
	if f := play.GameOf(z.Game).Puzzle.Ask; f != nil {
		question, _ := f(a.Lang, z.Record.Puzzle)
		asks += ": " + question
	}
	stands, ink = Stands(a, z)
	return a.Keyed(app.Itoa(p.rows()), a.T("today.puzzle")), asks, a.T("puzzle.field", "n", z.Record.Tried, "m", z.Record.Solved), stands, ink
}

// puzzleEntry is the entry of the puzzle.
func (p *Page) puzzleEntry(b kit.Block, tall bool) kit.Block {
	return kit.Tap{Msg: ui.RowHit(len(p.data.Runs)), Block: kit.Sheet{Listed: true, Inset: tall, Mine: p.onPuzzle(), Block: b}}
}

// puzzleLine shows the puzzle of the day in a row, or in a few if there is no room: the question, how many found it,
// the visitor's state.
func (p *Page) puzzleLine(a *app.App) kit.Block {
	if p.puzzle == nil {
		return kit.Pad{X: 1, Block: kit.Text{Ink: ui.Faint, Text: a.T("today.puzzle.none")}}
	}
	title, asks, found, stands, ink := p.puzzleHead(a)
	word := func(ink ui.Token, text string) kit.Item { return kit.Item{Block: kit.Word{Ink: ink, Text: text}} }
	question := kit.Item{Block: kit.Word{Ink: ui.Text, Text: asks}, Fill: 1}
	return p.puzzleEntry(kit.Fit{
		kit.Row(2, word(ui.Strong|ui.Bold, title), question, word(ui.Muted, found), word(ink, stands)),
		kit.Row(2, word(ui.Strong|ui.Bold, title), question, word(ink, stands)),
		kit.Col(0, 0, kit.Item{Block: kit.Row(2, kit.Item{Block: kit.Word{Ink: ui.Strong | ui.Bold, Text: title}, Fill: 1}, word(ink, stands))}, item(ui.Text, asks)),
		kit.Col(0, 0, item(ui.Strong|ui.Bold, title), item(ui.Text, asks), item(ink, stands)),
	}, false)
}

// puzzlePanel shows the same on a sheet, with the field in three columns: found, found with hints, not found.
func (p *Page) puzzlePanel(a *app.App) kit.Block {
	if p.puzzle == nil {
		return kit.Sheet{Inset: true, Block: kit.Col(0, 0, item(ui.Strong|ui.Bold, a.T("today.puzzle")), item(ui.Muted, a.T("today.puzzle.none")))}
	}
	title, asks, found, stands, ink := p.puzzleHead(a)
	values, mine := p.puzzle.Record.Field(), -1
	if t := p.puzzle.Attempt; t != nil {
		mine = app.If(!t.Solved, 2, min(t.Hints, 1))
	}
	chart := kit.Chart{Values: values[:]}
	for i := range values {
		chart.Inks = append(chart.Inks, app.If(i == mine, ui.Accent, accent(p.puzzle.Game)))
	}
	key := kit.Cap{Name: "x", Key: "x"}
	if p.onPuzzle() && p.puzzle.State == puzzles.Asked {
		key = kit.Cap{Name: "Enter", Key: "enter", Hot: true}
	}
	state := kit.Row(2, kit.Item{Block: kit.Text{Ink: ink, Text: stands}, Fill: 1}, kit.Item{Block: chart, Fix: 8, Drop: 1}, kit.Item{Block: key})
	return p.puzzleEntry(kit.Col(0, 0, kit.Item{Block: kit.Heading{Title: title, Note: found}}, item(ui.Text, asks), kit.Item{Block: state}), true)
}

// streakLine shows the streak in a row, or in two if there is no room.
func (p *Page) streakLine(a *app.App) kit.Block {
	s := p.data.Streak
	title, days := kit.Item{Block: kit.Word{Ink: ui.Strong | ui.Bold, Text: a.T("today.streak")}}, kit.Item{Block: kit.Word{Ink: ui.Accent | ui.Bold, Text: a.T("today.days", "n", s.Length)}}
	marks, freezes := kit.Item{Block: Days(s, 14), Fill: 1}, kit.Word{Ink: ui.Muted, Text: a.T("today.freezes", "n", s.Left)}
	return kit.Pad{X: 1, Block: kit.Fit{
		kit.Row(2, title, days, kit.Item{Block: Days(s, 14), Fix: 27}, kit.Item{Block: kit.Word{}, Fill: 1}, kit.Item{Block: freezes}),
		kit.Col(0, 0, kit.Item{Block: kit.Row(2, title, days, marks)}, kit.Item{Block: freezes}),
	}}
}

// The days of the streak in weeks, and the cells of a day.
const weekDays, dayPitch = 7, 4

// weeks shows the streak in four rows of weeks.
func (p *Page) weeks(a *app.App) kit.Block {
	s := p.data.Streak
	grid := kit.Picture{Size: kit.Size{W: weekDays*dayPitch - 1, H: 5}, Paint: func(l kit.Look, g ui.Region) {
		first, err := time.Parse(time.DateOnly, p.data.Day)
		for i := range weekDays {
			if err == nil {
				g.Text(i*dayPitch, 0, ui.Muted, a.T("today.week."+app.Itoa(int(first.AddDate(0, 0, i-weekDays+1).Weekday()))))
			}
		}
		for i, mark := range Days(s, 4*weekDays) {
			kit.Marks{mark}.Draw(l, g.Sub(ui.Rect{X: i % weekDays * dayPitch, Y: 1 + i/weekDays, W: 1, H: 1}))
		}
	}}
	number := kit.Col(0, 0, kit.Item{Block: kit.Snug{Block: kit.Figure{Value: app.Itoa(s.Length), Shade: ui.Gold, Ink: ui.Accent | ui.Bold}}}, item(ui.Text, a.T("today.days", "n", s.Length)))
	return kit.Sheet{Inset: true, Block: kit.Col(1, 0, kit.Item{Block: kit.Heading{Title: a.T("today.streak"), Note: a.T("today.longest", "n", s.Longest)}},
		kit.Item{Block: kit.Row(3, kit.Item{Block: number, Fill: 1}, kit.Item{Block: grid})}, item(ui.Muted, a.T("today.freezes.how", "n", s.Left)))}
}

// pasted shows the line to paste in few rows.
func (p *Page) pasted(a *app.App) kit.Block { return kit.Sheet{Listed: true, Block: p.lines(a)} }

// lines shows the line to paste as it will be pasted.
func (p *Page) lines(a *app.App) kit.Block {
	rows := p.line(a).Lines(a.Lang)
	col := kit.Col(0, 0)
	for i, row := range rows {
		col.Items = append(col.Items, item(app.If(i >= len(rows)-p.ways(a), ui.Accent|ui.Bold, ui.Text), row))
	}
	return kit.Row(1, kit.Item{Block: col, Fill: 1}, kit.Item{Block: kit.Cap{Name: "y", Key: "y"}})
}

// ways returns the number of the line's rows with ways in.
func (p *Page) ways(a *app.App) int { return app.If(a.House.Web != "", 2, 1) }
