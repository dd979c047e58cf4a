package klondike

import (
	"slices"

	"arcade/games/klondike"
	"arcade/sessions/ui"
)

// walked returns the spot to which an arrow leads from a spot.
func walked(view klondike.View, at spot, key ui.Key) spot {
	top := topRow
	switch {
	case key == "tab" || key == "shift+tab":
		if at.zone == inColumn {
			return top[0]
		}
		return runAt(view, 0)
	case key == "home" && at.zone == inColumn:
		return runAt(view, 0)
	case key == "end" && at.zone == inColumn:
		return runAt(view, klondike.Columns-1)
	case key == "home":
		return top[0]
	case key == "end":
		return top[len(top)-1]
	}
	if at.zone == inColumn {
		down := view.FaceDown[at.n]
		switch key {
		case "left":
			return runAt(view, max(at.n-1, 0))
		case "right":
			return runAt(view, min(at.n+1, klondike.Columns-1))
		case "down":
			at.i++
			if at.i >= len(view.Tableau[at.n]) {
				at.i = max(len(view.Tableau[at.n])-1, 0)
			}
			return at
		}
		if at.i > down {
			at.i--
			return at
		}
		over := top[0]
		for _, t := range top {
			if columnOf(t) <= at.n {
				over = t
			}
		}
		return over
	}
	i := slices.Index(top, at)
	switch key {
	case "left":
		return top[max(i-1, 0)]
	case "right":
		return top[min(i+1, len(top)-1)]
	case "down":
		return runAt(view, columnOf(at))
	}
	return at
}

// homes has the foundations from the left.
var homes = [klondike.Suits]klondike.Suit{klondike.Spades, klondike.Hearts, klondike.Diamonds, klondike.Clubs}

// topRow has the spots above the columns, from the left.
var topRow = []spot{
	{zone: onStock}, {zone: onWaste},
	{onHome, int(homes[0]), 0}, {onHome, int(homes[1]), 0}, {onHome, int(homes[2]), 0}, {onHome, int(homes[3]), 0},
}

// columnOf returns the column below a spot of the top row.
func columnOf(at spot) int {
	switch at.zone {
	case onStock:
		return 0
	case onWaste:
		return 1
	}
	return klondike.Columns - klondike.Suits + slices.Index(homes[:], klondike.Suit(at.n))
}
