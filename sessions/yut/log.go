package yut

import (
	"slices"

	"arcade/games/yut"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/sessions/yut/board"
)

// runLog is the overlay with all events of a run, newest first: a turn is a block.
type runLog struct {
	t    *play.Table
	list ui.Scroll // the row in focus
}

// logPage is the number of rows that a page key moves, logWidth the width of the rows.
const logPage, logWidth = 14, 56

func newRunLog(t *play.Table) app.Screen { return &runLog{t: t} }

func (l *runLog) Over() {}

func (l *runLog) Commands(*app.App) []app.Command {
	return []app.Command{
		{Key: "arrows", Bar: "key.scroll"},
		{Key: "esc", Also: []ui.Key{"q", "e", "enter"}, Bar: "key.close", Do: (*app.App).Pop},
	}
}

func (l *runLog) List(a *app.App) app.List {
	return app.List{Scroll: &l.list, N: len(l.rows(a)), Page: logPage}
}

// logRow is a row of the log: its words, and the event drawn in their place if any.
type logRow struct {
	turn  int // the block of this turn begins here, 0 for none
	words string
	ink   ui.Token
	throw *yut.EventThrow
	move  *yut.EventMove
}

// rows returns all rows, newest first.
func (l *runLog) rows(a *app.App) (rows []logRow) {
	s := l.t.Snap
	var blocks [][]logRow
	block := []logRow{}
	for i, p := range s.Plies {
		for _, e := range p.Events {
			switch f := e.Fact.(type) {
			case yut.EventTurn:
				blocks, block = append(blocks, block), nil
			case yut.EventThrow:
				block = append(block, logRow{words: tokenName(a, f.Token), throw: &f})
			case yut.EventMove:
				block = append(block, logRow{words: tokenName(a, f.Token), move: &f})
			case yut.EventMerge, yut.EventFinish:
				block = append(block, logRow{words: told(a, e)[0], ink: ui.OK})
			case yut.EventRefresh:
				block = append(block, logRow{words: told(a, e)[0], ink: ui.Info})
			case yut.EventEffect, yut.EventRelicTake:
				block = append(block, logRow{words: told(a, e)[0], ink: board.RelicInk})
			case yut.EventStickTake, yut.EventStickDiscard:
				block = append(block, logRow{words: told(a, e)[0], ink: ui.Warn})
			}
		}
		for _, c := range s.Chat {
			if until := s.Plies[min(i+1, len(s.Plies)-1)].At; c.At >= p.At && (c.At < until || i == len(s.Plies)-1) && !(a.Set.Mute && c.From.ID != a.Visit.Me().ID) {
				block = append(block, logRow{words: a.PersonName(c.From) + ": " + a.Spoken(c), ink: ui.Text})
			}
		}
	}
	blocks = append(blocks, block)
	for i, block := range slices.Backward(blocks) {
		from := len(rows)
		for _, row := range slices.Backward(block) {
			rows = append(rows, row)
		}
		if from == len(rows) { // the turn has just begun
			rows = append(rows, logRow{})
		}
		rows[from].turn = i + 1
	}
	hash := s.SeedHash
	return append(rows, logRow{words: a.T("log.hash"), ink: ui.Muted}, logRow{words: hash[:32], ink: ui.Muted}, logRow{words: hash[32:], ink: ui.Muted})
}

func (l *runLog) Draw(a *app.App, c *ui.Canvas) { a.DrawOver(c, l.Overlay(a)) }

// Overlay shows the rows around the one in focus.
func (l *runLog) Overlay(a *app.App) app.Overlay {
	rows := l.rows(a)
	l.list.Clamp(len(rows))
	reel := kit.Reel{Focus: l.list.Focus}
	for i, row := range rows {
		reel.Blocks = append(reel.Blocks, entry{a, row, i > 0 && row.turn > 0, i == l.list.Focus})
	}
	return app.Overlay{Title: a.T("log.title"), Body: reel, Usual: a.T("log.msg"), Keys: a.Bar(l.Commands(a)), W: logWidth}
}

// entry is a row of the log as a block.
type entry struct {
	a     *app.App
	row   logRow
	apart bool // a blank row above it
	focus bool
}

// logLeft is the column of the events, right of the turns; logThrow and logMove are the cells of a throw and of a move.
const logLeft, logThrow, logMove = 11, 24, 23

// text returns the words of an event that is only words.
func (e entry) text() kit.Code { return kit.Code{Ink: e.row.ink, Text: e.row.words} }

// above returns the blank rows above the event.
func (e entry) above() int { return app.If(e.apart, 1, 0) }

// Least returns the size of the event.
func (e entry) Least(l kit.Look, w int) kit.Size {
	s := kit.Size{W: logMove, H: 1}
	switch {
	case e.row.throw != nil:
		s.W = logThrow
	case e.row.move == nil:
		s = e.text().Least(l, max(w-logLeft, 1))
	}
	return kit.Size{W: logLeft + s.W, H: s.H + e.above()}
}

// Wish returns the least height.
func (e entry) Wish(l kit.Look, w int) int { return e.Least(l, w).H }

// Draw draws the turn and the event.
func (e entry) Draw(l kit.Look, g ui.Region) {
	a, row, y := e.a, e.row, e.above()
	if e.focus {
		g.Edge(0, y, 1, ui.Accent)
	}
	if row.turn > 0 {
		g.Text(2, y, face.Accent|ui.Bold, a.T("yt.log.turn", "n", row.turn))
	}
	in := g.Sub(ui.Rect{X: logLeft, Y: y, W: g.W() - logLeft, H: g.H() - y})
	switch {
	case row.throw != nil:
		in.Text(0, 0, ui.Strong|ui.Bold, a.T("yt.log.throw", "r", row.words))
		sides(row.throw.Backs).Draw(l, in.Sub(ui.Rect{X: logThrow - sidesWidth, W: sidesWidth, H: 1}))
	case row.move != nil:
		in.Text(2, 0, ui.Text, row.words)
		x := 8 + nodeChip(in, 8, 0, spot(a, row.move.From), board.Ivory.Token)
		x += in.Text(x, 0, ui.Muted, " › ")
		nodeChip(in, x, 0, spot(a, row.move.To), app.If(row.move.To == yut.Finished, board.Amber.Token, board.Ivory.Token))
	default:
		e.text().Draw(l, in)
	}
}

// sidesWidth is the width of the sides of a throw.
const sidesWidth = 2*yut.Slots - 1

// sides are the visible sides of a throw's sticks.
func sides(backs [yut.Slots]bool) kit.Block {
	text := ""
	for i, back := range backs {
		text += app.TextIf(i > 0, " ") + app.If(back, "|", "#")
	}
	return kit.ByLevel{Pictures: kit.Picture{Paint: func(_ kit.Look, g ui.Region) {
		for i, back := range backs {
			g.Cell(2*i, 0, '▌', app.If(back, board.BackFace, board.FrontFace), g.At(2*i, 0))
		}
	}}, Signs: kit.Word{Ink: ui.Text, Text: text}}
}

// nodeChip draws a node's name as a small node.
func nodeChip(g ui.Region, x, y int, name string, ground ui.Token) int {
	name = " " + name + " "
	g.Fill(ui.Rect{X: x, Y: y, W: ui.Width(name), H: 1}, ground)
	return g.Text(x, y, board.NodeText|ui.Bold, name)
}
