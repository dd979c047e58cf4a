package yut

import (
	"slices"

	"arcade/games/yut"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/sessions/yut/board"
)

// runLog is the overlay with all events of a run, newest first: a turn is a block. It is the history of
// ui.LevelRich.
type runLog struct {
	t    *play.Table
	list ui.Scroll // the first row in view
}

// logPage is the number of rows in view.
const logPage = 16

func newRunLog(t *play.Table) app.Screen { return &runLog{t: t} }

func (l *runLog) Over() {}

func (l *runLog) Commands(a *app.App) []app.Command {
	return []app.Command{
		{Key: "arrows", Bar: "key.scroll", Off: len(l.rows(a)) <= logPage},
		{Key: "esc", Also: []ui.Key{"q", "e", "enter"}, Bar: "key.close", Do: (*app.App).Pop},
	}
}

func (l *runLog) List(a *app.App) app.List {
	return app.List{Scroll: &l.list, N: max(1, len(l.rows(a))-logPage+1), Page: logPage}
}

// logRow is a row of the log: its words, and the event drawn in their place if any.
type logRow struct {
	turn  int // the block of this turn begins here, 0 for none
	words string
	ink   ui.Token
	throw *yut.EventThrow
	move  *yut.EventMove
}

// rows returns all rows, newest first, with a blank between turns.
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
		rows = append(rows, logRow{})
	}
	hash := s.SeedHash
	return append(rows, logRow{words: a.T("log.hash"), ink: ui.Muted}, logRow{words: hash[:32], ink: ui.Muted}, logRow{words: hash[32:], ink: ui.Muted})
}

func (l *runLog) Draw(a *app.App, c *ui.Canvas) {
	g := ui.OverlayBox(c, 62, logPage+4, a.T("log.title"))
	rows := l.rows(a)
	n := max(1, len(rows)-logPage+1)
	l.list.Clamp(n)
	for i, row := range rows[l.list.Focus:min(l.list.Focus+logPage, len(rows))] {
		l.row(a, g, 1+i, row)
	}
	if g.Rich() && n > 1 {
		from := l.list.Focus * (logPage - 4) / (n - 1)
		for i := range logPage {
			g.Fill(ui.Rect{X: g.W() - 2, Y: 1 + i, W: 1, H: 1}, app.Either(i >= from && i < from+4, ui.Muted, ui.Track))
		}
	}
	ui.Keys(c, a.Bar(l.Commands(a)))
	a.Row22(c, a.T("log.msg"))
}

// row draws one row of the log.
func (l *runLog) row(a *app.App, g ui.Region, y int, row logRow) {
	const x, right = 11, 58
	if row.turn > 0 {
		g.Text(2, y, face.Accent|ui.Bold, a.T("yt.log.turn", "n", row.turn))
	}
	switch {
	case row.throw == nil && row.move == nil:
		g.TextCut(x, y, right-x, row.ink, row.words)
		return
	case row.throw != nil:
		g.Text(x, y, ui.Strong|ui.Bold, a.T("yt.log.throw", "r", row.words))
		for i, back := range row.throw.Backs {
			if g.Rich() {
				g.Cell(x+17+2*i, y, '▌', app.Either(back, board.BackFace, board.FrontFace), g.At(x, y))
			} else {
				g.Text(x+17+2*i, y, ui.Text, app.Either(back, "|", "#"))
			}
		}
		return
	}
	g.Text(x+2, y, ui.Text, row.words)
	from, to := x+9, spot(a, row.move.From)
	from += nodeChip(g, from, y, to, board.Ivory.Token)
	from += 1 + g.Text(from, y, ui.Muted, app.Either(g.Rich(), " › ", " > "))
	nodeChip(g, from-1, y, spot(a, row.move.To), app.Either(row.move.To == yut.Finished, board.Amber.Token, board.Ivory.Token))
}

// nodeChip draws a node's name as a small node.
func nodeChip(g ui.Region, x, y int, name string, ground ui.Token) int {
	if !g.Rich() {
		return g.Text(x, y, ui.Text, name)
	}
	name = " " + name + " "
	g.Fill(ui.Rect{X: x, Y: y, W: ui.Width(name), H: 1}, ground)
	return g.Text(x, y, board.NodeText|ui.Bold, name)
}
