package klondike

import (
	"strings"

	"arcade/games/klondike"
	"arcade/sessions/app"
	"arcade/sessions/klondike/cards"
	"arcade/sessions/ui"
)

// signed draws a table in signs.
type signed struct{ *drawing }

// ground draws nothing.
func (signed) ground() {}

// suit returns the sign of an empty foundation.
func (signed) suit(s klondike.Suit) string { return suitText(s) }

// waste returns one card, and a dash.
func (signed) waste() (int, string) { return 1, "-" }

// below draws nothing: brackets mark a foundation.
func (signed) below(int, mood) {}

// shadow draws nothing.
func (signed) shadow(int, int, int) {}

// flying draws nothing.
func (signed) flying() {}

// place draws a box.
func (d signed) place(x, y, rows int, text string, m mood) {
	d.box(x, y, rows, ui.Muted, m, "", text, "")
}

// cardToken returns the surface of a card.
func cardToken(c klondike.Card) ui.Token { return app.If(c.Red(), cards.CardRed, cards.CardBlack) }

// marks are the marks of moods before a card. A bracket stands in place of a border, because a ten leaves no room for
// both inside.
var marks = [...]string{calm: " ", focused: ">", held: ">", target: "[", chosen: ">", arrived: "*"}

// row draws one row of a card at x, y: the borders and the inside, which has a column for a mark first.
func (d *drawing) row(x, y int, tok ui.Token, m mood, text string) {
	left, right, mark := "│", "│", marks[m]
	if tok == cards.CardBack && m == calm {
		mark = "▒"
	}
	if d.edge == 0 {
		left, right = "", ""
	}
	if m == target {
		left, mark, right = "[", " ", "]"
		if d.edge == 0 {
			mark = ""
		}
		if d.w == narrowCard { // a ten with its blank leaves no room for it
			right = ""
		}
	}
	room := d.w - ui.Width(left) - ui.Width(right)
	d.g.Text(x, y, tok, left+ui.PadRight(ui.Cut(mark+text, room), room)+right)
	paint := ui.Picked
	switch m {
	case calm, arrived:
		return
	case focused:
		paint = ui.Focus
	}
	d.g.Paint(ui.Rect{X: x + d.edge, Y: y, W: d.w - 2*d.edge, H: 1}, paint)
}

// edgeRow draws the upper or lower border of a card, or the line between two.
func (d *drawing) edgeRow(x, y int, tok ui.Token, left, right string) {
	d.g.Text(x, y, tok, left+strings.Repeat("─", d.w-2)+right)
}

// card draws an open card: its text, free rows below it if it is the last one, and its borders.
func (d signed) card(x, y int, c klondike.Card, k look) {
	tok, text := cardToken(c), cardText(c)
	if k.pair {
		d.pair(x, y, tok, text, k.second)
	} else {
		d.row(x, y, tok, k.mood, text)
	}
	for i := 1; i < k.rows; i++ {
		switch {
		case !k.last && i == k.rows-1 && d.edge > 0:
			d.edgeRow(x, y+i, tok, "├", "┤")
		case k.last && i == k.rows-1 && i >= 2:
			d.row(x, y+i, tok, calm, ui.PadLeft(text, max(d.w-2*d.edge-2, ui.Width(text))))
		default:
			d.row(x, y+i, tok, calm, "")
		}
	}
	if d.edge == 0 {
		return
	}
	if k.top {
		d.edgeRow(x, y-1, tok, "┌", "┐")
	}
	if k.last {
		d.edgeRow(x, y+k.rows, tok, "└", "┘")
	}
}

// pair draws two cards in a row, the second one without its sign if that has no room.
func (d *drawing) pair(x, y int, tok ui.Token, text string, second klondike.Card) {
	room, edge := d.w-2*d.edge, app.TextIf(d.edge > 0, "│")
	if more := text + strings.TrimSpace(cardText(second)); ui.Width(more) < room || ui.Width(more) == room && d.edge == 0 {
		text = more
	} else {
		text += second.Rank().String()
	}
	d.g.Text(x, y, tok, edge+ui.PadRight(ui.Cut(text, room), room)+edge)
}

// box draws a place with a text on the left above, in the middle and on the right below.
func (d *drawing) box(x, y, rows int, tok ui.Token, m mood, first, middle, last string) {
	if d.edge > 0 {
		d.edgeRow(x, y, tok, "┌", "┐")
		d.edgeRow(x, y+rows-1, tok, "└", "┘")
	}
	in := rows - 2*d.edge
	for i := range in {
		mood, text := calm, ""
		if i == 0 {
			mood, text = m, first
		}
		if i == in/2 {
			switch n := d.w - 2*d.edge - 1; {
			case text != "":
				text += middle
			case in > 1:
				text = strings.TrimSuffix(ui.Center(middle, n), " ")
			default:
				text = middle
			}
		}
		if i > 0 && i == in-1 && last != "" {
			text = last
		}
		d.row(x, y+i+d.edge, tok, mood, text)
	}
}

// stock draws the stock of n cards.
func (d signed) stock(x, n int, m mood) {
	in := d.w - 2*d.edge - 1
	fill, count := strings.Repeat("▒", in), app.Itoa(n)
	if d.h-2*d.edge > 1 {
		d.box(x, d.top, d.h, cards.CardBack, m, fill, d.a.T("kl.cards", "n", n), fill)
		return
	}
	d.box(x, d.top, d.h, cards.CardBack, m, "▒"+ui.PadLeft(count, 2), "", "")
}

// faceDown draws the visible row of a covered face-down card.
func (d signed) faceDown(x, y int, top bool, f klondike.Face, n int) {
	text := folded(f, n, cardText)
	if top && d.edge > 0 {
		d.edgeRow(x, y-1, cards.CardBack, "┌", "┐")
	}
	in := d.w - 2*d.edge
	if text == "" {
		text = strings.Repeat("▒", in)
	} else {
		text = "▒" + text
	}
	edge := app.TextIf(d.edge > 0, "│")
	d.g.Text(x, y, cards.CardBack, edge+ui.PadRight(text, in)+edge)
}

// number draws a column's number: marked over a target of the held card, and over a focused or held card.
func (d signed) number(n, x int) {
	name := app.Itoa(n + 1)
	text, tok := " "+name+" ", ui.Muted
	if d.aims(n) {
		text, tok = "["+name+"]", ui.Picked
		if n == d.goal {
			tok = ui.Focus
			d.g.Text(x+d.w/2-2, d.numbers, tok, ">")
		}
	}
	d.g.Text(x+d.w/2-1, d.numbers, tok, text)
}

// rest says how many cards lie below the top one of the waste, whose column is x, and names the next ones to come up
// with draws of three.
func (d signed) rest(x, n int) {
	text := "+" + app.Itoa(n)
	x += d.w + 1
	y, room := d.top+d.h/2, d.col(3)-x
	if d.h > 3 {
		text = "+" + d.a.T("kl.cards", "n", n)
	}
	d.g.Text(x, y, ui.Muted, text)
	if d.view.Draw == 1 || d.h < 3 {
		return
	}
	next, pile := "", d.view.Waste
	for i := n - 1; i >= max(n-2, 0); i-- {
		if more := next + cardText(pile[i].Card); ui.Width(more) <= room {
			next = more
		}
	}
	d.g.Text(x, y+1, ui.Muted, next)
}
