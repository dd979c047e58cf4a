package puzzle

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"arcade/games"
	"arcade/lobby/puzzles"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// Draw draws the position, with the question beside it or, if the game's board takes the whole screen, on
// the message row and over it.
func (p *Screen) Draw(a *app.App, c *ui.Canvas) {
	place := []string{a.T("puzzle.place"), a.T("game." + p.sit.Game)}
	if p.sit.Way != puzzles.Stream {
		place = append(place, a.T("puzzle.way."+p.sit.Way))
	}
	a.Page(c, p.Commands(a), p.usual(a), place...)
	p.t.Game.(play.Drawer).Draw(a, c, &p.t.Scene)
	if p.covers() && !p.away {
		r := p.sheet(c)
		gap := min(r.X, 1) // the board beside it keeps its colours
		g := c.Sub(ui.Rect{X: r.X - gap, Y: r.Y, W: r.W + gap, H: r.H}).Panel(ui.Rect{X: gap, W: r.W, H: r.H}, p.verdict(a))
		edge := app.Either(play.GameOf(p.sit.Game).Puzzle.Below, 0, 1)
		p.answered(a, g, ui.Rect{X: 2, Y: edge, W: g.W() - 4, H: g.H() - 2*edge})
	}
}

// covers reports whether the answer is on a sheet over the view, which can be put away.
func (p *Screen) covers() bool { return p.over() && !play.GameOf(p.sit.Game).Puzzle.Beside }

// sheet returns the area of the answer, which leaves most of the board in view.
func (p *Screen) sheet(c *ui.Canvas) ui.Rect {
	body := ui.BodyRect(c.W(), c.H())
	if play.GameOf(p.sit.Game).Puzzle.Below {
		h := min(13+(body.H-21)/4, body.H)
		return ui.Rect{X: body.X, Y: body.Y + body.H - h, W: body.W, H: h}
	}
	w := min(36+(body.W-80)/4, body.W)
	return ui.Rect{X: body.X + body.W - w, Y: body.Y, W: w, H: min(body.H, 28)}
}

// usual returns the message.
func (p *Screen) usual(a *app.App) string {
	title, _ := Ask(a.Lang, p.sit)
	switch {
	case p.sit.State == puzzles.Right:
		return a.T("puzzle.msg.right")
	case p.over():
		return a.T("puzzle.msg.wrong", "a", Option(a.Lang, p.sit.Game, p.answer()))
	case len(p.sit.Crossed) > 0:
		var list []string
		for _, act := range p.sit.Crossed {
			list = append(list, Option(a.Lang, p.sit.Game, act))
		}
		return a.T("puzzle.hinted", "l", ui.Cut(strings.Join(list, " "), 44))
	case !play.GameOf(p.sit.Game).Puzzle.Beside:
		return title
	}
	return a.T("puzzle.msg")
}

// answer returns the answer at the missed step, or else at the first.
func (p *Screen) answer() games.Action {
	line := p.sit.Record.Puzzle.Line
	return line[min(p.sit.Step, len(line)-1)].Action
}

// beside draws the column beside the board.
func (p *Screen) beside(a *app.App, g ui.Region, r ui.Rect) {
	if p.over() {
		ink := app.Either(p.sit.State == puzzles.Right, ui.OK, ui.Warn)
		if !g.Rich() {
			g.Sub(r).Text(0, 0, ink|ui.Bold, p.verdict(a))
			p.answered(a, g, ui.Rect{X: r.X, Y: r.Y + 2, W: r.W, H: r.H - 2})
			return
		}
		h := len(p.changes(a)) + 5
		in := g.Sheet(ui.Rect{X: r.X, Y: r.Y, W: r.W, H: h}, ui.Raised)
		in.Strip(ui.Rect{W: r.W, H: 1}, app.Either(p.sit.State == puzzles.Right, ui.OK, ui.Bad))
		in.Text(2, 1, ink|ui.Bold, p.verdict(a))
		p.tried(a, in.Sub(ui.Rect{X: 2, Y: 2, W: r.W - 4, H: h - 2}))
		rest := ui.Rect{X: r.X, Y: r.Y + h + 1, W: r.W, H: r.H - h - 1}
		if rest.H > 20 {
			g.Sheet(rest, ui.Panel)
			rest = ui.Rect{X: rest.X + 2, Y: rest.Y + 1, W: rest.W - 4, H: rest.H - 2}
		}
		p.worked(a, g.Sub(rest))
		return
	}
	p.asked(a, g.Sub(r))
}

// verdict returns the outcome in a word.
func (p *Screen) verdict(a *app.App) string {
	switch {
	case p.sit.State == puzzles.Right:
		return a.T("puzzle.right")
	case p.sit.Played == "":
		return a.T("puzzle.gaveup")
	}
	return a.T("puzzle.wrong")
}

// asked draws the question, the ratings of the player and the puzzle, and the source of the position: the
// question in a panel, in full if there is room.
func (p *Screen) asked(a *app.App, g ui.Region) {
	title, more := Ask(a.Lang, p.sit)
	rows := ui.Wrap(more, g.W()-4)
	wide := g.Rich() && g.H() > 30
	y := 0
	part := func(h int, first bool) ui.Region {
		at := ui.Rect{Y: y, W: g.W(), H: h}
		framed := wide || first && g.Rich() && g.H() >= 14+len(rows)
		if y += h + 1; !framed {
			return g.Sub(at)
		}
		at.H, y = h+2, y+2
		if first {
			g.SheetEdge(at, ui.Raised, ui.Accent)
		} else {
			g.Sheet(at, ui.Panel)
		}
		return g.Sub(ui.Rect{X: 2, Y: at.Y + 1, W: g.W() - 4, H: h})
	}
	in := part(1+len(rows), true)
	in.TextCut(0, 0, in.W(), ui.Accent|ui.Bold, title)
	for i, line := range rows {
		in.Text(0, 1+i, ui.Text, line)
	}
	in = part(3, false)
	n := in.Text(0, 0, ui.Strong|ui.Bold, a.T("puzzle.strength"))
	in.TextRight(in.W(), 0, ui.Muted, ui.Cut(a.T(app.Either(p.rated(a), "puzzle.first", "puzzle.unrated")), in.W()-n-2))
	p.scale(a, in, 1)
	in = part(app.Either(wide, 4, 2), false)
	in.Text(0, 0, ui.Strong|ui.Bold, a.T("puzzle.streak"))
	me := p.sit.Me
	in.TextRight(in.W(), 0, ui.Text, a.T("puzzle.streak.of", "n", me.Streak, "m", me.Best))
	if wide {
		in.Letters(0, 1, app.Itoa(me.Streak), 1, ui.Gold)
		p.last(a, in, app.Either(me.Last == "", 8, in.W()-20), 2)
	} else {
		p.last(a, in, 0, 1)
	}
	in = part(3, false)
	in.Text(0, 0, ui.Strong|ui.Bold, a.T("puzzle.from"))
	in.TextCut(0, 1, in.W(), ui.Muted, p.from(a))
	in.TextCut(0, 2, in.W(), ui.Muted, a.T("puzzle.tried", "n", p.sit.Record.Tried, "m", p.sit.Record.Solved))
	if tried := p.sit.Record.Tried; wide && tried > 0 && y+1 < g.H() {
		g.Meter(2, y, g.W()-4, p.sit.Record.Solved, tried, ui.OK)
		y += 2
	}
	if wide {
		p.line(a, g.Sub(ui.Rect{X: 2, Y: y, W: g.W() - 4, H: g.H() - y}))
	}
}

// from names the match of the position in a row.
func (p *Screen) from(a *app.App) string {
	from := "puzzle.from.bots"
	switch {
	case p.players != "":
		from = "puzzle.from.named"
	case p.sit.Record.Match != "":
		from = "puzzle.from.people"
	}
	return a.T(from, "p", p.players, "n", len(p.sit.Record.Plies))
}

// line draws the course of the visitor's rating, if there is room for it.
func (p *Screen) line(a *app.App, g ui.Region) {
	if !g.Rich() || g.H() < 6 || len(p.past) < 2 {
		return
	}
	low, high := slices.Min(p.past), slices.Max(p.past)
	g.Text(0, 0, ui.Strong|ui.Bold, a.T("puzzle.past"))
	g.TextRight(g.W(), 0, ui.Muted, a.T("puzzle.past.n", "n", len(p.past)))
	at := ui.Rect{X: 5, Y: 1, W: g.W() - 5, H: min(g.H()-1, 8)}
	g.TextRight(4, at.Y, ui.Muted, app.Itoa(whole(high)))
	g.TextRight(4, at.Y+at.H-1, ui.Muted, app.Itoa(whole(low)))
	g.LineChart(at, p.past, low, max(high, low+1), ui.Accent, ui.Panel)
}

// rated reports whether the first try would change ratings, as far as the screen can know.
func (p *Screen) rated(a *app.App) bool {
	return !a.Visit.Me().Guest && p.sit.Way != puzzles.Again && p.sit.Attempt == nil
}

// scale draws the ratings of the player and the puzzle on one line, from 600 to 2400.
func (p *Screen) scale(a *app.App, g ui.Region, y int) {
	const low, high = 600, 2400
	at := func(r float64) int {
		return int(math.Round((min(max(r, low), high) - low) / (high - low) * float64(g.W()-2)))
	}
	me, it := p.sit.Me.Rating.Rating, p.sit.Record.Rating.Rating
	g.HLine(0, y, g.W(), ui.Muted)
	g.Text(at(it), y, ui.Info|ui.Bold, "● ")
	if d := at(it) - at(me); d > 1 || d < -1 {
		g.Text(at(me), y, ui.Accent|ui.Bold, "○ ")
	}
	n := g.Text(0, y+1, ui.Accent|ui.Bold, a.T("puzzle.you", "n", whole(me)))
	g.Text(n+3, y+1, ui.Info|ui.Bold, a.T("puzzle.it", "n", whole(it)))
}

// last draws the last ten first tries.
func (p *Screen) last(a *app.App, g ui.Region, x, y int) {
	if p.sit.Me.Last == "" {
		g.Text(x, y, ui.Muted, a.T("puzzle.none"))
		return
	}
	for i, r := range p.sit.Me.Last {
		right := r == '+'
		g.Text(x+2*i, y, app.Either(right, ui.OK, ui.Warn), app.Either(g.Rich(), app.Either(right, "■", "□"), string(r)))
	}
}

// answered draws the effect of the try, the line, and the worth of the options.
func (p *Screen) answered(a *app.App, g ui.Region, r ui.Rect) {
	in := g.Sub(r)
	y := p.tried(a, in) + 1
	p.worked(a, in.Sub(ui.Rect{Y: y, W: r.W, H: r.H - y}))
}

// tried draws the effect of the try and the results of the tries before it; it returns the number of rows.
func (p *Screen) tried(a *app.App, g ui.Region) int {
	lines := p.changes(a)
	for y, l := range lines {
		g.TextCut(0, y, g.W(), l.ink, l.text)
	}
	y := len(lines)
	p.last(a, g, 0, y)
	g.TextRight(g.W(), y, ui.Accent|ui.Bold, a.T("puzzle.streak")+" "+app.Itoa(p.sit.Me.Streak))
	g.TextCut(0, y+1, g.W(), ui.Muted, a.T("puzzle.tried", "n", p.sit.Record.Tried, "m", p.sit.Record.Solved))
	if y += 2; p.players != "" {
		g.TextCut(0, y, g.W(), ui.Muted, a.T("puzzle.players", "p", p.players))
		y++
	}
	return y
}

// worked draws the line, and the worth of the options.
func (p *Screen) worked(a *app.App, in ui.Region) {
	r, y := ui.Rect{W: in.W(), H: in.H()}, 0
	line := p.sit.Record.Puzzle.Line
	n := in.Text(0, y, ui.Strong|ui.Bold, a.T("puzzle.step", "n", p.at, "m", len(line)))
	p.steps(a, in.Sub(ui.Rect{X: n + 2, Y: y, W: max(r.W-n-2, 0), H: 1}), 0)
	for _, said := range p.told(a) {
		for _, row := range ui.Wrap(said, r.W) {
			y++
			in.Text(0, y, ui.Text, row)
		}
	}
	y += 2
	step := p.explained()
	options := slices.Clone(step.Options)
	slices.SortStableFunc(options, func(b, c games.Option) int { return cmp.Compare(c.Points, b.Points) })
	for i, o := range options {
		if y+i >= r.H {
			break
		}
		tok := ui.Text
		switch o.Action {
		case step.Action:
			tok = ui.OK | ui.Bold
		case p.sit.Played:
			tok = ui.Warn
		}
		in.TextCut(0, y+i, 14, tok, Option(a.Lang, p.sit.Game, o.Action))
		worth := Worth(a.Lang, p.sit.Game, p.sit.Record.Puzzle, step, o)
		switch w := r.W - 16 - 15; {
		case w <= 4:
		case in.Rich():
			in.Meter(15, y+i, w, part(options, o), 100, tok&^ui.Bold)
		default:
			in.Text(15, y+i, tok, strings.Repeat("#", w*part(options, o)/100))
		}
		in.TextRight(r.W, y+i, tok, worth)
	}
	if y += min(len(options), max(r.H-y, 0)) + 1; y < r.H {
		p.line(a, in.Sub(ui.Rect{Y: y, W: r.W, H: r.H - y}))
	}
}

// part returns an option's place in the range of the options, in percent.
func part(options []games.Option, o games.Option) int {
	low, high := options[0].Points, options[0].Points
	for _, q := range options {
		low, high = min(low, q.Points), max(high, q.Points)
	}
	if high == low {
		return 100
	}
	return 10 + int(90*(o.Points-low)/(high-low))
}

// inked is a row of text and its ink.
type inked struct {
	text string
	ink  ui.Token
}

// changes returns the try's effect on the ratings, and the reason for none or less.
func (p *Screen) changes(a *app.App) (list []inked) {
	t := p.sit.Attempt
	if t != nil && t.Own > 0 && p.sit.Way != puzzles.Again {
		after, _ := t.Rate()
		list = append(list, inked{a.T("puzzle.change", "n", whole(t.Player.Rating), "m", whole(after.Rating),
			"d", fmt.Sprintf("%+d", whole(after.Rating)-whole(t.Player.Rating))), ui.Strong | ui.Bold})
	}
	if why := Why(p.sit, a.Visit.Me().Guest); why != "" {
		list = append(list, inked{a.T(why), ui.Muted})
	}
	return list
}

// told returns the step before the position in view, in sentences.
func (p *Screen) told(a *app.App) []string {
	if p.at == 0 {
		return []string{a.T("puzzle.line.first")}
	}
	return Explain(a.House.Lobby, a.Lang, p.sit, p.at-1)
}

// steps draws the line in a row, the step in view marked.
func (p *Screen) steps(a *app.App, g ui.Region, y int) {
	x := 0
	for i, step := range p.sit.Record.Puzzle.Line {
		name := Option(a.Lang, p.sit.Game, step.Action)
		tok := app.Either(step.Answer(), ui.Strong, ui.Muted)
		if i == p.at-1 {
			tok, name = ui.Accent|ui.Bold, "["+name+"]"
		}
		x += g.TextCut(x, y, max(g.W()-x, 0), tok, name) + 2
	}
}

// explained returns the answer to explain: the last one up to the position in view.
func (p *Screen) explained() games.PuzzleStep {
	line := p.sit.Record.Puzzle.Line
	for i := min(max(p.at-1, 0), len(line)-1); i > 0; i-- {
		if line[i].Answer() {
			return line[i]
		}
	}
	return line[0]
}

func whole(r float64) int { return int(math.Round(r)) }

// Ask returns the question of a puzzle.
func Ask(lang words.Lang, s puzzles.Sitting) (title, more string) {
	if f := play.GameOf(s.Game).Puzzle.Ask; f != nil {
		return f(lang, s.Record.Puzzle)
	}
	return words.T(lang, "puzzle.ask"), words.T(lang, "puzzle.ask.more")
}

// Option returns an option in few cells.
func Option(lang words.Lang, game string, act games.Action) string {
	if f := play.GameOf(game).Puzzle.Option; f != nil {
		return f(lang, act)
	}
	if f := play.GameOf(game).Act; f != nil {
		return f(app.Still(lang, 0, 0), act)
	}
	return string(act)
}

// Worth returns the worth of an option of a step: in the game's words, else its distance to the answer.
func Worth(lang words.Lang, game string, z games.Puzzle, step games.PuzzleStep, o games.Option) string {
	if f := play.GameOf(game).Puzzle.Worth; f != nil {
		return f(lang, z, o)
	}
	return average(o.Points, o.SE)
}
