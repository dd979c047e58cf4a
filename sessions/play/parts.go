package play

import (
	"arcade/games"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/ui"
)

// Parts are what a game shows, as blocks. A table, a replay and a puzzle arrange them for any size: the board with
// the largest cells that have room, and the rest beside or below it.
type Parts struct {
	// Board is the board, usually a [kit.Grid].
	Board kit.Board
	// Seats are the players by their seats, see package seats. The viewer's stands below.
	Seats []kit.Block
	// Side is what the players need to know: counts, moves, an explanation of signs. What may be omitted has a Drop.
	Side []kit.Item
	// Foot stands under the board, Notice over its middle; nil for none.
	Foot, Notice kit.Block
	// Wide means that the board takes a whole width, so that the rest stands below it.
	Wide bool
	// Whole means that the players, the talk and the analysis are on the board, which takes the room that it can use.
	Whole bool
	// Beside means that what answers is not on the board alone, so that a puzzle shows the side, too.
	Beside bool
	// Marks are the signs of the seats in an analysis, of at most two cells.
	Marks [2]string
}

// Below returns the seat at the bottom of a board: the viewer's, else the first.
func (s *Scene) Below() games.Seat {
	if s.You > 0 && s.Shared == games.Apart {
		return s.You
	}
	return 0
}

// Stage arranges the parts: the opponent above, the viewer below, the last lines of the talk, and what is around in a
// large window.
func (p Parts) Stage(a *app.App, s *Scene, around *SideColumn) kit.Stage {
	stage := kit.Stage{Board: p.Board, Side: p.Side, Foot: p.Foot, Over: p.Notice, Wide: p.Wide, Whole: p.Whole}
	me := int(s.Below())
	switch {
	case p.Whole:
	case s.Review != nil:
		stage.Side = ReviewItems(a, s, p.Marks)
	case len(p.Seats) == 0:
	case len(p.Seats) == 1:
		stage.Above = p.Seats[0]
	default:
		stage.Above, stage.Below = p.Seats[1-me], p.Seats[me]
	}
	if n := len(s.Chat); n > 0 && !p.Whole {
		stage.Side = append(stage.Side, kit.Item{Block: lastLines{a, s}, Drop: 3})
	}
	if around != nil {
		stage.Aside, stage.Under = around.items(a, s), logBlock(a, s)
	}
	return stage
}

// lastLines has the last lines of the talk at a table.
type lastLines struct {
	a *app.App
	s *Scene
}

// mostTalk is the number of lines that it would take.
const mostTalk = 3

// Least returns a line.
func (t lastLines) Least(kit.Look, int) kit.Size { return kit.Size{W: 20, H: 1} }

// Wish returns a few lines.
func (t lastLines) Wish(kit.Look, int) int { return min(len(t.s.Chat), mostTalk) }

// Draw draws the newest lines that have room.
func (t lastLines) Draw(_ kit.Look, g ui.Region) {
	list := t.s.Chat[max(len(t.s.Chat)-g.H(), 0):]
	for i, l := range list {
		ink := ui.Info
		if l.From.ID == t.a.Visit.Me().ID {
			ink = ui.Accent
		}
		w := g.TextCut(0, i, g.W()/2, ink, t.a.PersonName(l.From))
		g.TextCut(w+1, i, g.W()-w-1, ui.Text, t.a.Spoken(l))
	}
}
