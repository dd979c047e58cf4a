package puzzle

import (
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

// Draw draws the position, with the question beside it or, where the game's board takes the whole
// screen, on the message row and over it.
func (p *Screen) Draw(a *app.App, c *ui.Canvas) {
	place := []string{a.T("puzzle.place"), a.T("game." + p.sit.Game)}
	if p.sit.Way != puzzles.Stream {
		place = append(place, a.T("puzzle.way."+p.sit.Way))
	}
	a.Page(c, p.Commands(a), p.usual(a), place...)
	p.t.View.Draw(a, c, &p.t.Scene)
	if p.over() && !play.GameOf(p.sit.Game).Puzzle.Beside {
		g := ui.OverlayBox(c, 44, 16, p.verdict(a))
		p.answered(a, g, ui.Rect{X: 2, Y: 1, W: g.W() - 4, H: g.H() - 2})
	}
}

// usual is the message.
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

// answer is the answer at the step that was missed, or the first.
func (p *Screen) answer() games.Action {
	line := p.sit.Record.Puzzle.Line
	return line[min(p.sit.Step, len(line)-1)].Action
}

// beside draws what stands beside the board.
func (p *Screen) beside(a *app.App, g ui.Region, r ui.Rect) {
	if p.over() {
		in := g.Sub(r)
		in.Text(0, 0, app.Either(p.sit.State == puzzles.Right, ui.OK, ui.Warn)|ui.Bold, p.verdict(a))
		p.answered(a, g, ui.Rect{X: r.X, Y: r.Y + 2, W: r.W, H: r.H - 2})
		return
	}
	p.asked(a, g.Sub(r))
}

// verdict is how it went, in a word.
func (p *Screen) verdict(a *app.App) string {
	switch {
	case p.sit.State == puzzles.Right:
		return a.T("puzzle.right")
	case p.sit.Played == "":
		return a.T("puzzle.gaveup")
	}
	return a.T("puzzle.wrong")
}

// asked draws the question, how strong both are, and where the position is from.
func (p *Screen) asked(a *app.App, g ui.Region) {
	title, more := Ask(a.Lang, p.sit)
	y, gap := 0, app.Either(g.H() > 30, 2, 1)
	g.TextCut(0, y, g.W(), ui.Accent|ui.Bold, title)
	for _, line := range ui.Wrap(more, g.W()) {
		y++
		g.Text(0, y, ui.Text, line)
	}
	y += 1 + gap
	n := g.Text(0, y, ui.Strong|ui.Bold, a.T("puzzle.strength"))
	g.TextCut(n+2, y, g.W()-n-2, ui.Muted, a.T(app.Either(p.rated(a), "puzzle.first", "puzzle.unrated")))
	p.scale(a, g, y+1)
	y += 3 + gap
	g.Text(0, y, ui.Strong|ui.Bold, a.T("puzzle.streak"))
	me := p.sit.Me
	g.TextRight(g.W(), y, ui.Text, a.T("puzzle.streak.of", "n", me.Streak, "m", me.Best))
	p.last(a, g, 0, y+1)
	y += 2 + gap
	g.Text(0, y, ui.Strong|ui.Bold, a.T("puzzle.from"))
	from := "puzzle.from.bots"
	if p.sit.Record.Match != "" {
		from = "puzzle.from.people"
	}
	g.TextCut(0, y+1, g.W(), ui.Muted, a.T(from, "n", len(p.sit.Record.Plies)))
	g.TextCut(0, y+2, g.W(), ui.Muted, a.T("puzzle.tried", "n", p.sit.Record.Tried, "m", p.sit.Record.Solved))
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

// answered draws what the try changed, the line, and what the options were worth.
func (p *Screen) answered(a *app.App, g ui.Region, r ui.Rect) {
	in := g.Sub(r)
	y := p.change(a, in, 0)
	p.last(a, in, 0, y)
	in.TextCut(0, y+1, r.W, ui.Muted, a.T("puzzle.tried", "n", p.sit.Record.Tried, "m", p.sit.Record.Solved))
	y += 3
	line := p.sit.Record.Puzzle.Line
	in.Text(0, y, ui.Strong|ui.Bold, a.T("puzzle.step", "n", p.at, "m", len(line)))
	in.TextCut(0, y+1, r.W, ui.Text, p.told(a))
	y += 3
	step := p.explained()
	options := slices.Clone(step.Options)
	slices.SortStableFunc(options, func(b, c games.Option) int {
		return int(math.Copysign(1, c.Points-b.Points)) * app.Either(b.Points == c.Points, 0, 1)
	})
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
		in.TextCut(0, y+i, 10, tok, Option(a.Lang, p.sit.Game, o.Action))
		worth := Worth(a.Lang, p.sit.Game, p.sit.Record.Puzzle, step, o)
		switch w := r.W - 12 - 15; {
		case w <= 4:
		case in.Rich():
			in.Meter(11, y+i, w, part(options, o), 100, tok&^ui.Bold)
		default:
			in.Text(11, y+i, tok, strings.Repeat("#", w*part(options, o)/100))
		}
		in.TextRight(r.W, y+i, tok, worth)
	}
}

// part is how much of the range of the options one is worth, in percent.
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

// change draws what the try did to the ratings, and gives the next row.
func (p *Screen) change(a *app.App, g ui.Region, y int) int {
	t := p.sit.Attempt
	why := ""
	switch {
	case a.Visit.Me().Guest:
		why = "puzzle.why.guest"
	case p.sit.Way == puzzles.Again:
		why = "puzzle.why.again"
	case t != nil && t.Why != "":
		why = "puzzle.why." + t.Why
	case t != nil && t.Hints > 0:
		why = "puzzle.why.hint"
	}
	if t != nil && t.Own > 0 && p.sit.Way != puzzles.Again {
		after, _ := t.Rate()
		g.TextCut(0, y, g.W(), ui.Strong|ui.Bold, a.T("puzzle.change", "n", whole(t.Player.Rating), "m", whole(after.Rating),
			"d", fmt.Sprintf("%+d", whole(after.Rating)-whole(t.Player.Rating))))
		y++
	}
	if why != "" {
		g.TextCut(0, y, g.W(), ui.Muted, a.T(why))
		y++
	}
	return y
}

// told is the step before the position in view, in words.
func (p *Screen) told(a *app.App) string {
	if p.at == 0 {
		return a.T("puzzle.line.first")
	}
	step := p.sit.Record.Puzzle.Line[p.at-1]
	name := Option(a.Lang, p.sit.Game, step.Action)
	if !step.Answer() {
		return a.T("puzzle.line.reply", "a", name)
	}
	own, _ := step.Worth(step.Action)
	return a.T("puzzle.line.answer", "a", name, "w", Worth(a.Lang, p.sit.Game, p.sit.Record.Puzzle, step, own))
}

// explained is the answer that is explained: the last one up to the position in view.
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

// Ask is the question of a puzzle.
func Ask(lang words.Lang, s puzzles.Sitting) (title, more string) {
	if f := play.GameOf(s.Game).Puzzle.Ask; f != nil {
		return f(lang, s.Record.Puzzle)
	}
	return words.T(lang, "puzzle.ask"), words.T(lang, "puzzle.ask.more")
}

// Option is an option in few cells.
func Option(lang words.Lang, game string, act games.Action) string {
	if f := play.GameOf(game).Puzzle.Option; f != nil {
		return f(lang, act)
	}
	return string(act)
}

// Worth is what an option of a step is worth: in the game's words, else how far it is behind the
// answer.
func Worth(lang words.Lang, game string, z games.Puzzle, step games.PuzzleStep, o games.Option) string {
	if f := play.GameOf(game).Puzzle.Worth; f != nil {
		return f(lang, z, o)
	}
	best, _ := step.Worth(step.Action)
	switch {
	case o.Action == step.Action:
		return words.T(lang, "puzzle.best")
	case o.SE > 0:
		return words.T(lang, "puzzle.behind.se", "n", fmt.Sprintf("%.1f", o.Points-best.Points), "e", fmt.Sprintf("%.1f", o.SE))
	}
	return words.T(lang, "puzzle.behind", "n", fmt.Sprintf("%.2f", o.Points-best.Points))
}
