package othello

import (
	"fmt"

	"arcade/sessions/ui"
)

// pose is a step of a turning disc: at rest, half turned, or on its edge.
type pose uint8

const (
	atRest pose = iota
	halfTurned
	onEdge
)

// poses has the names of the poses in discs.json.
var poses = [...]string{atRest: "rest", halfTurned: "half", onEdge: "edge"}

// pictures has the squares of a board with lines, by side: discs in each pose, and the cursor on a legal
// square.
type pictures struct {
	w, h  int
	discs [2][len(poses)]*ui.Sprite
	rings [2]*ui.Sprite
}

// large and huge have the pictures of squares of 7 by 3 and of 11 by 5 cells, tiles the discs in a seat's
// plate.
var (
	large = newPictures(7, 3)
	huge  = newPictures(11, 5)
	tiles = [2]*ui.Sprite{discs["tile b"], discs["tile w"]}
)

func newPictures(w, h int) *pictures {
	set := &pictures{w: w, h: h}
	for side, name := range []string{"b", "w"} {
		of := fmt.Sprintf("%dx%d %s ", w, h, name)
		for p := range poses {
			set.discs[side][p] = discs[of+poses[p]]
		}
		set.rings[side] = discs[of+"cursor"]
	}
	return set
}

// sideOf returns a disc's seat.
func sideOf(disc byte) int {
	if disc == 'O' {
		return 1
	}
	return 0
}

// smallDisc draws a disc of 4 by 2 cells, set by hand: two colours a cell.
func smallDisc(g ui.Region, x, y, side int, p pose, on ground) {
	top, body, foot, other := blackGloss, blackFoot, blackFoot, whiteDisc
	if side == 1 {
		top, body, foot, other = inkWhite, inkWhite, whiteFoot, blackDisc
	}
	switch p {
	case onEdge:
		for i := range 2 {
			g.Cell(x+1, y+i, '▐', foot, on.felt)
			g.Cell(x+2, y+i, '▌', other, on.felt)
		}
		return
	case atRest:
		g.Cell(x, y, '▗', body, on.felt)
		g.Cell(x+3, y, '▖', foot, on.felt)
		g.Cell(x, y+1, '▝', foot, on.felt)
		g.Cell(x+3, y+1, '▘', foot, on.felt)
	}
	g.Cell(x+1, y, '▆', top, on.felt)
	g.Cell(x+2, y, '▆', body, on.felt)
	g.Cell(x+1, y+1, '▂', on.shadow, foot)
	g.Cell(x+2, y+1, '▂', on.shadow, foot)
}

// small draws a square of 4 by 2 cells. side is the side of the disc under the cursor, dark selects the
// darker green.
func (k cell) small(g ui.Region, x, y, side int, dark bool) {
	shade := 0
	if dark {
		shade = 1
	}
	on := grounds[shade]
	switch {
	case k.focus && k.disc != '-':
		on = cursorGround
	case k.last:
		on = lastGrounds[shade]
	}
	g.Fill(ui.Rect{X: x, Y: y, W: 4, H: 2}, on.felt)
	if k.disc == '-' {
		g.Cell(x+3, y, '▕', on.seam, on.felt)
		for i := range 4 {
			g.Cell(x+i, y+1, '▁', on.seam, on.felt)
		}
	}
	switch {
	case k.disc != '-':
		smallDisc(g, x, y, sideOf(k.disc), k.pose, on)
	case k.focus || k.better:
		inside := on.felt
		if k.legal || k.better {
			inside = [2]ui.Token{on.ghostBlack, on.ghostWhite}[side]
		}
		for i, edge := range []rune{'▔', '▁'} {
			g.Cell(x, y+i, '▎', lamp, inside)
			if inside != on.felt { // without a mark only the corners are drawn
				g.Cell(x+1, y+i, edge, lamp, inside)
				g.Cell(x+2, y+i, edge, lamp, inside)
			}
			g.Cell(x+3, y+i, '▊', inside, lamp)
		}
	case k.legal:
		for i := 1; i <= 2; i++ {
			g.Cell(x+i, y, '▂', on.legal, on.felt)
			g.Cell(x+i, y+1, '▆', on.felt, on.legal)
		}
	}
}

// lined draws a square within the lines of the board.
func (k cell) lined(g ui.Region, x, y, side int, set *pictures) {
	midX, midY := x+set.w/2, y+set.h/2
	switch {
	case k.disc != '-':
		g.Stamp(x, y, set.discs[sideOf(k.disc)][k.pose])
		if k.last && k.pose == atRest {
			mark := [2]ui.Token{lastDark, lastLight}[sideOf(k.disc)]
			g.Cell(midX, midY, '●', mark, g.At(midX, midY))
		}
	case k.focus && k.legal || k.better:
		g.Stamp(x, y, set.rings[side])
	case k.legal:
		g.Cell(midX, midY, '●', legalDot, feltLight)
	}
	if k.focus || k.better {
		for i, corner := range []string{"┏━", "━┓", "┗━", "━┛"} {
			for j, r := range []rune(corner) {
				g.Cell(x-1+i%2*set.w+j, y-1+i/2*(set.h+1), r, lamp, feltLight)
			}
		}
	}
}
