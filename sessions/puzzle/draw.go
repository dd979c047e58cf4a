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
	"arcade/sessions/kit"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// View shows the position with the question beside it, and after it the answer.
func (p *Screen) View(a *app.App) app.View {
	parts := p.t.Game.Parts(a, &p.t.Scene)
	stage := kit.Stage{Board: parts.Board, Over: parts.Notice, Wide: parts.Wide, Side: p.asked(a)}
	if (parts.Wide || parts.Beside) && !p.over() { // what answers is not on the board
		stage.Side = slices.Insert(stage.Side, 1, parts.Side...)
	}
	if p.over() {
		stage.Board = kit.Yields{Board: parts.Board}
		ink := app.If(p.sit.State == puzzles.Right, ui.OK, ui.Warn)
		stage.Side = append([]kit.Item{{Block: kit.Text{Ink: ink | ui.Bold, Text: p.verdict(a)}}}, p.answered(a)...)
	}
	stage.Side[0].Block = kit.From{Block: stage.Side[0].Block, W: app.If(a.Touched(), touchLeast, columnLeast)}
	v := app.View{Place: p.place(a), Usual: p.usual(a), Body: stage, Whole: true}
	if p.over() { // in the least windows without the board
		v.Body = kit.Fit{stage, kit.Pad{X: 1, Block: kit.Col(1, 0, stage.Side...)}}
	}
	return v
}

// The least width of what stands beside the board: sentences in a narrower column are a ladder. On a small phone that
// lies a narrower one is better than squares that are too small for a finger.
const columnLeast, touchLeast = 26, 20

// place returns the path in the top bar.
func (p *Screen) place(a *app.App) []string {
	place := []string{a.T("puzzle.place"), a.T("game." + p.sit.Game)}
	if p.sit.Way != puzzles.Stream {
		place = append(place, a.T("puzzle.way."+p.sit.Way))
	}
	return place
}

// Draw draws the puzzle.
func (p *Screen) Draw(a *app.App, c *ui.Canvas) { a.Compose(c, p) }

// usual returns the message.
func (p *Screen) usual(a *app.App) string {
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
	}
	return a.T("puzzle.msg")
}

// answer returns the answer at the missed step, or else at the first.
func (p *Screen) answer() games.Action {
	line := p.sit.Record.Puzzle.Line
	return line[min(p.sit.Step, len(line)-1)].Action
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

// asked is the question, the ratings of the player and the puzzle, the last tries, the source of the position, and the
// course of the visitor's rating.
func (p *Screen) asked(a *app.App) []kit.Item {
	title, more := Ask(a.Lang, p.sit)
	question := kit.Text{Ink: ui.Accent | ui.Bold, Text: title}
	me := p.sit.Me
	list := []kit.Item{
		{Block: kit.Fit{
			kit.Sheet{Mine: true, Inset: true, Block: kit.Col(0, 0, kit.Item{Block: question}, kit.Item{Block: kit.Text{Ink: ui.Text, Text: more}})},
			kit.Col(0, 0, kit.Item{Block: question}, kit.Item{Block: kit.Text{Ink: ui.Text, Text: more}}),
			question,
		}},
		{Block: kit.Col(0, 0,
			kit.Item{Block: kit.Ends{Left: a.T("puzzle.strength"), Right: a.T(app.If(p.rated(a), "puzzle.first", "puzzle.unrated")), Ink: ui.Strong | ui.Bold}},
			kit.Item{Block: p.scale(a)}), Drop: 2},
		{Block: kit.Col(0, 0,
			kit.Item{Block: kit.Ends{Left: a.T("puzzle.streak"), Right: a.T("puzzle.streak.of", "n", me.Streak, "m", me.Best), Ink: ui.Strong | ui.Bold}},
			kit.Item{Block: p.tries(a)}), Drop: 3},
		{Block: kit.Col(0, 0,
			kit.Item{Block: kit.Text{Ink: ui.Strong | ui.Bold, Text: a.T("puzzle.from")}},
			kit.Item{Block: kit.Text{Ink: ui.Muted, Text: p.from(a)}},
			kit.Item{Block: kit.Text{Ink: ui.Muted, Text: a.T("puzzle.tried", "n", p.sit.Record.Tried, "m", p.sit.Record.Solved)}}), Drop: 4},
	}
	return append(list, p.course(a)...)
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

// course is the course of the visitor's rating, nothing before the second try.
func (p *Screen) course(a *app.App) []kit.Item {
	if len(p.past) < 2 {
		return nil
	}
	low, high := slices.Min(p.past), slices.Max(p.past)
	curve := kit.Curve{Values: p.past, Lo: whole(low), Hi: max(whole(high), whole(low)+1), Ink: ui.Accent, Shade: ui.Panel}
	return []kit.Item{{Block: kit.Col(0, 0,
		kit.Item{Block: kit.Ends{Left: a.T("puzzle.past"), Right: a.T("puzzle.past.n", "n", len(p.past)), Ink: ui.Strong | ui.Bold}},
		kit.Item{Block: curve, Fill: 1}), Drop: 6}}
}

// rated reports whether the first try would change ratings, as far as the screen can know.
func (p *Screen) rated(a *app.App) bool {
	return !a.Visit.Me().Guest && p.sit.Way != puzzles.Again && p.sit.Attempt == nil
}

// scale is a line from 600 to 2400 with the ratings of the player and the puzzle, and both in words.
func (p *Screen) scale(a *app.App) kit.Picture {
	const low, high, gap = 600, 2400, 3
	me, it := p.sit.Me.Rating.Rating, p.sit.Record.Rating.Rating
	you, that := a.T("puzzle.you", "n", whole(me)), a.T("puzzle.it", "n", whole(it))
	return kit.Picture{Size: kit.Size{W: ui.Width(you) + gap + ui.Width(that), H: 2}, Paint: func(_ kit.Look, g ui.Region) {
		at := func(r float64) int {
			return int(math.Round((min(max(r, low), high) - low) / (high - low) * float64(g.W()-2)))
		}
		g.HLine(0, 0, g.W(), ui.Muted)
		g.Text(at(it), 0, ui.Info|ui.Bold, "● ")
		if d := at(it) - at(me); d > 1 || d < -1 {
			g.Text(at(me), 0, ui.Accent|ui.Bold, "○ ")
		}
		n := g.Text(0, 1, ui.Accent|ui.Bold, you)
		g.Text(n+gap, 1, ui.Info|ui.Bold, that)
	}}
}

// mostTries is the number of first tries that are shown.
const mostTries = 10

// tries is a row with the last first tries.
func (p *Screen) tries(a *app.App) kit.Picture {
	none := a.T("puzzle.none")
	w := 2 * mostTries
	if p.sit.Me.Last == "" {
		w = ui.Width(none)
	}
	return kit.Picture{Size: kit.Size{W: w, H: 1}, Paint: func(l kit.Look, g ui.Region) {
		if p.sit.Me.Last == "" {
			g.Text(0, 0, ui.Muted, none)
		}
		for i, r := range p.sit.Me.Last {
			right := r == '+'
			g.Text(2*i, 0, app.If(right, ui.OK, ui.Warn), app.If(right, "■", "□"))
		}
	}}
}

// answered is the effect of the try, the line, and the worth of the options.
func (p *Screen) answered(a *app.App) (list []kit.Item) {
	for _, text := range p.changes(a) {
		list = append(list, kit.Item{Block: text})
	}
	list = append(list,
		kit.Item{Block: kit.Row(2, kit.Item{Block: p.tries(a)}, kit.Item{Block: kit.Text{}, Fill: 1},
			kit.Item{Block: kit.Text{Ink: ui.Accent | ui.Bold, Text: a.T("puzzle.streak") + " " + app.Itoa(p.sit.Me.Streak)}}), Drop: 3},
		kit.Item{Block: kit.Text{Ink: ui.Muted, Text: a.T("puzzle.tried", "n", p.sit.Record.Tried, "m", p.sit.Record.Solved)}, Drop: 4})
	if p.players != "" {
		list = append(list, kit.Item{Block: kit.Text{Ink: ui.Muted, Text: a.T("puzzle.players", "p", p.players)}, Drop: 5})
	}
	told := kit.Col(0, 0, kit.Item{Block: p.steps(a)})
	for _, said := range p.told(a) {
		told.Items = append(told.Items, kit.Item{Block: kit.Text{Ink: ui.Text, Text: said}})
	}
	list = append(list, kit.Item{Block: told}, kit.Item{Block: p.worths(a), Drop: 2})
	return append(list, p.course(a)...)
}

// The cells of an option's name, of its worth, and of the least bar between them.
const optionName, optionWorth, optionBar = 14, 16, 4

// worths is a block with the options, the best first, each with its worth as a bar and in words.
func (p *Screen) worths(a *app.App) kit.Picture {
	step := p.explained()
	options := slices.Clone(step.Options)
	slices.SortStableFunc(options, func(b, c games.Option) int { return cmp.Compare(c.Points, b.Points) })
	least := min(len(options), 3)
	return kit.Picture{Size: kit.Size{W: optionName + 1 + optionWorth, H: least}, More: len(options) - least, Paint: func(l kit.Look, g ui.Region) {
		for i, o := range options[:min(len(options), g.H())] {
			tok := ui.Text
			switch o.Action {
			case step.Action:
				tok = ui.OK | ui.Bold
			case p.sit.Played:
				tok = ui.Warn
			}
			g.TextCut(0, i, optionName, tok, Option(a.Lang, p.sit.Game, o.Action))
			if w := g.W() - optionName - 2 - optionWorth; w > optionBar {
				g.Meter(optionName+1, i, w, part(options, o), 100, tok&^ui.Bold)
			}
			g.TextRight(g.W(), i, tok, Worth(a.Lang, p.sit.Game, p.sit.Record.Puzzle, step, o))
		}
	}}
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

// changes returns the try's effect on the ratings, and the reason for none or less.
func (p *Screen) changes(a *app.App) (list []kit.Text) {
	t := p.sit.Attempt
	if t != nil && t.Own > 0 && p.sit.Way != puzzles.Again {
		after, _ := t.Rate()
		list = append(list, kit.Text{Ink: ui.Strong | ui.Bold, Text: a.T("puzzle.change", "n", whole(t.Player.Rating), "m", whole(after.Rating),
			"d", fmt.Sprintf("%+d", whole(after.Rating)-whole(t.Player.Rating)))})
	}
	if why := Why(p.sit, a.Visit.Me().Guest); why != "" {
		list = append(list, kit.Text{Ink: ui.Muted, Text: a.T(why)})
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

// steps is the line in a row, the step in view marked.
func (p *Screen) steps(a *app.App) kit.Picture {
	line := p.sit.Record.Puzzle.Line
	head := a.T("puzzle.step", "n", p.at, "m", len(line))
	return kit.Picture{Size: kit.Size{W: ui.Width(head), H: 1}, Paint: func(_ kit.Look, g ui.Region) {
		x := g.Text(0, 0, ui.Strong|ui.Bold, head) + 2
		for i, step := range line {
			name := Option(a.Lang, p.sit.Game, step.Action)
			tok := app.If(step.Answer(), ui.Strong, ui.Muted)
			if i == p.at-1 {
				tok, name = ui.Accent|ui.Bold, "["+name+"]"
			}
			if x+ui.Width(name) > g.W() { // half a name is none
				g.TextCut(x, 0, max(g.W()-x, 0), ui.Muted, "..")
				return
			}
			x += g.Text(x, 0, tok, name) + 2
		}
	}}
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
		return f(app.ForPictures(lang, 0, 0), act)
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
