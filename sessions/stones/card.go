package stones

import (
	"arcade/games/stones"
	"arcade/games/stones/duel"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// onCard is what a share card shows: the stones, the way of a run, and the pieces.
type onCard struct {
	rewards [stones.Cells]stones.Reward
	been    [stones.Cells]bool
	on      map[int]*coat
}

// cardWith returns a card, points included; of reads a view.
func cardWith(of func(view any) onCard, points func(view any) []int) play.Card {
	return play.Card{
		Picture: func(lang words.Lang, g ui.Region, view any) { of(view).picture(lang, g) },
		Signs:   func(lang words.Lang, g ui.Region, view any) { of(view).signs(lang, g) },
		Points:  points,
	}
}

// cardOf is a run's part of the share card.
var cardOf = cardWith(func(view any) onCard {
	v, _ := view.(stones.View)
	c := onCard{rewards: v.Rewards, on: map[int]*coat{v.Cell: coats[0]}}
	for _, cell := range wayOf(v) {
		c.been[cell] = true
	}
	return c
}, func(view any) []int {
	v, _ := view.(stones.View)
	return []int{v.Cell}
})

// pasteOf has the symbols of a run.
var pasteOf = play.Paste{Progress: func(view any) int {
	v, _ := view.(stones.View)
	return 9 * v.Cell / (stones.Cells - 1)
}}

// cardOfDuel is a duel's part of the share card.
var cardOfDuel = cardWith(func(view any) onCard {
	v, _ := view.(duel.View)
	c := onCard{rewards: v.Runs[0].Rewards, on: map[int]*coat{}}
	for seat, run := range v.Runs {
		c.on[run.Cell] = coats[seat]
	}
	return c
}, func(view any) []int {
	v, _ := view.(duel.View)
	return []int{v.Runs[0].Cell, v.Runs[1].Cell}
})

// spotOnCard returns the first cell of a stone: the stones stand in rows there and back.
func spotOnCard(cell int) (x, y int) {
	const perRow, pitchX, pitchY = 5, 5, 3
	row, at := cell/perRow, cell%perRow
	if row%2 == 1 {
		at = perRow - 1 - at
	}
	return 1 + pitchX*at, 2 + pitchY*row
}

// signs draws the stones' letters, with signs around those with pieces and those of the way.
func (c onCard) signs(lang words.Lang, g ui.Region) {
	for cell, r := range c.rewards {
		x, y := spotOnCard(cell)
		word := words.T(lang, gradeLetter[r])
		switch {
		case c.on[cell] != nil:
			word = "[" + word + "]"
		case c.been[cell]:
			word = "(" + word + ")"
		default:
			word = " " + word
		}
		g.Text(x, y, ui.Text, word)
	}
}

// picture draws the stones on water, the pieces on them and the way.
func (c onCard) picture(lang words.Lang, g ui.Region) {
	for y := range g.H() {
		g.Fill(ui.Rect{Y: y, W: g.W(), H: 1}, narrow.water[y*(len(narrow.water)-1)/(g.H()-1)])
	}
	for cell, r := range c.rewards {
		x, y := spotOnCard(cell)
		look := grades[r]
		g.Fill(ui.Rect{X: x, Y: y, W: 4, H: 1}, look.tok)
		for i := range 4 {
			g.Pixel(x+i, 2*y+2, smallFeet[r])
			if c.been[cell] {
				g.Pixel(x+i, 2*y-1, hopTok)
			}
		}
		g.Text(x+1, y, look.ink|ui.Bold, words.T(lang, gradeLetter[r]))
	}
	for cell, coat := range c.on {
		x, y := spotOnCard(cell)
		g.Pixels(x-1, 2*y-6, walkerRows, coat.colours)
	}
}
