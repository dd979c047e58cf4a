package stones

import (
	"arcade/games/stones"
	"arcade/games/stones/duel"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// cardOf is a run's part of the share card.
var cardOf = play.Card{
	Draw: func(lang words.Lang, g ui.Region, view any) {
		v, _ := view.(stones.View)
		drawCard(lang, g, v.Rewards, wayOf(v), map[int]*coat{v.Cell: coats[0]})
	},
	Points: func(view any) []int {
		v, _ := view.(stones.View)
		return []int{v.Cell}
	},
}

// pasteOf has the symbols of a run.
var pasteOf = play.Paste{Progress: func(view any) int {
	v, _ := view.(stones.View)
	return 9 * v.Cell / (stones.Cells - 1)
}}

// cardOfDuel is a duel's part of the share card.
var cardOfDuel = play.Card{
	Draw: func(lang words.Lang, g ui.Region, view any) {
		v, _ := view.(duel.View)
		on := map[int]*coat{}
		for seat, run := range v.Runs {
			on[run.Cell] = coats[seat]
		}
		drawCard(lang, g, v.Runs[0].Rewards, nil, on)
	},
	Points: func(view any) []int {
		v, _ := view.(duel.View)
		return []int{v.Runs[0].Cell, v.Runs[1].Cell}
	},
}

// drawCard draws the stones in rows there and back, with the pieces on them and the way of a run.
func drawCard(lang words.Lang, g ui.Region, rewards [stones.Cells]stones.Reward, way []int, on map[int]*coat) {
	const perRow, pitchX, pitchY = 5, 5, 3
	been := [stones.Cells]bool{}
	for _, cell := range way {
		been[cell] = true
	}
	if g.Rich() {
		for y := range g.H() {
			g.Fill(ui.Rect{Y: y, W: g.W(), H: 1}, narrow.water[y*(len(narrow.water)-1)/(g.H()-1)])
		}
	}
	for cell, r := range rewards {
		row, at := cell/perRow, cell%perRow
		if row%2 == 1 {
			at = perRow - 1 - at
		}
		x, y := 1+pitchX*at, 2+pitchY*row
		word := words.T(lang, gradeLetter[r])
		if !g.Rich() {
			if on[cell] != nil {
				word = "[" + word + "]"
			} else if been[cell] {
				word = "(" + word + ")"
			} else {
				word = " " + word
			}
			g.Text(x, y, ui.Text, word)
			continue
		}
		look := grades[r]
		g.Fill(ui.Rect{X: x, Y: y, W: 4, H: 1}, look.tok)
		for i := range 4 {
			g.Pixel(x+i, 2*y+2, smallFeet[r])
			if been[cell] {
				g.Pixel(x+i, 2*y-1, hopTok)
			}
		}
		g.Text(x+1, y, look.ink|ui.Bold, word)
	}
	if !g.Rich() {
		return
	}
	for cell, c := range on {
		row, at := cell/perRow, cell%perRow
		if row%2 == 1 {
			at = perRow - 1 - at
		}
		g.Pixels(pitchX*at, 2*(2+pitchY*row)-6, walkerRows, c.colours)
	}
}
