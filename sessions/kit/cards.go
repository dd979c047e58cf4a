package kit

import (
	"slices"
	"strings"

	"arcade/sessions/ui"
)

// Card is something to choose that has a picture.
type Card struct {
	Emblem, Tile func(g ui.Region) // the picture in 8 by 4 cells, and in 6 by 2
	Title        string
	About        string // sentences; the first one alone if there is no more room
	State        string // what goes on there
	Lively       bool   // people are there
	Key          string // the key that brings the focus there; a finger has none
	Accent       ui.Token
}

// Cards are cards of which one has the focus: as large as they all have room, in one or more columns. If even the
// smallest have no room, those around the focus are in view.
type Cards struct {
	List  []Card
	Focus int // -1 for none
	Hit   func(i int) any
}

// cardForm is a way to draw cards.
type cardForm struct {
	h, gap int // rows of a card, and between two
	more   int // rows that a card takes above h
	across int // cells between two columns
	least  int // the least cells of a card
	fits   func(c Card, w int) bool
	draw   func(g ui.Region, c Card, focus bool)
}

// The forms of cards, the largest one first.
var (
	pictureForms = []cardForm{
		{6, 1, 2, 2, 34, tallFits, tallCard}, {4, 1, 0, 2, 26, smallFits, smallCard},
		{2, 1, 0, 2, 30, tileFits, tileCard}, {2, 0, 0, 2, 30, tileFits, tileCard}, {1, 0, 0, 2, 24, lineFits, lineCard},
	}
	pictureTouchForms = []cardForm{{4, 1, 0, 1, 22, smallFits, smallCard}, {4, 0, 0, 1, 22, smallFits, smallCard}, {3, 0, 0, 1, 22, briefFits, briefCard}}
	textForms         = []cardForm{{2, 1, 0, 3, 34, textFits, textCard}, {2, 0, 0, 3, 34, textFits, textCard}, {1, 0, 0, 3, 24, lineFits, wordCard}}
	textTouchForms    = []cardForm{{3, 1, 0, 1, 20, wordsFit, wordsCard}, {3, 0, 0, 1, 20, wordsFit, wordsCard}}
)

// forms returns the forms of a look.
func (c Cards) forms(l Look) []cardForm {
	switch {
	case l.Rich && l.Touch:
		return pictureTouchForms
	case l.Rich:
		return pictureForms
	case l.Touch:
		return textTouchForms
	}
	return textForms
}

// columns returns the number of columns of a form in w cells and the width of a card, 0 if cards are cut.
func (c Cards) columns(f cardForm, w int) (k, each int) {
next:
	for k = min((w+f.across)/(f.least+f.across), len(c.List)); k > 0; k-- {
		if rows := (len(c.List) + k - 1) / k; k > 1 && (len(c.List)+k-2)/(k-1) == rows {
			continue // as many rows with fewer in each look better
		}
		each = (w - f.across*(k-1)) / k
		for _, card := range c.List {
			if !f.fits(card, each) {
				continue next
			}
		}
		return k, each
	}
	return 0, 0
}

// height returns the rows of n cards in k columns.
func (f cardForm) height(n, k int) int { return (n+k-1)/k*(f.h+f.gap) - f.gap }

// pick returns the first form in which all cards have room in w by h cells, else the smallest.
func (c Cards) pick(l Look, w, h int) (f cardForm, k, each int) {
	for _, form := range c.forms(l) {
		if n, cells := c.columns(form, w); n > 0 {
			if f, k, each = form, n, cells; f.height(len(c.List), k) <= h {
				break
			}
		}
	}
	return f, k, each
}

// leastCards is the number of cards that are in view at least.
const leastCards = 8

// Least returns the size of the smallest form.
func (c Cards) Least(l Look, w int) Size {
	if len(c.List) == 0 {
		return Size{}
	}
	f, k, _ := c.pick(l, w, 0)
	if k > 0 {
		return Size{w, f.height(min(len(c.List), leastCards), k)}
	}
	forms := c.forms(l)
	f = forms[len(forms)-1]
	for w = max(w, f.least); k == 0; w++ {
		k, _ = c.columns(f, w)
	}
	return Size{w - 1, f.height(min(len(c.List), leastCards), k)}
}

// Wish returns the height of the largest form.
func (c Cards) Wish(l Look, w int) int {
	if f, k, _ := c.pick(l, w, 1<<16); k > 0 {
		return f.height(len(c.List), k)
	}
	return c.Least(l, w).H
}

// most returns the height of the largest form with its largest cards.
func (c Cards) most(l Look, w int) int {
	f, k, _ := c.pick(l, w, 1<<16)
	f.h += f.more
	return f.height(len(c.List), max(k, 1))
}

// Draw draws the cards.
func (c Cards) Draw(l Look, g ui.Region) {
	if l.Touch {
		c.List = slices.Clone(c.List)
		for i := range c.List {
			c.List[i].Key = ""
		}
	}
	f, k, each := c.pick(l, g.W(), g.H())
	if k == 0 {
		return
	}
	all := (len(c.List) + k - 1) / k
	f.h += min(f.more, max((g.H()+f.gap)/all-f.gap-f.h, 0))
	from, to := ui.Window(max(c.Focus, 0)/k, all, max((g.H()+f.gap)/(f.h+f.gap), 1))
	for i := from * k; i < min(to*k, len(c.List)); i++ {
		at := ui.Rect{X: i % k * (each + f.across), Y: (i/k - from) * (f.h + f.gap), W: each, H: f.h}
		f.draw(g.Sub(at), c.List[i], i == c.Focus)
		g.Hit(at, c.Hit(i))
	}
	scrollBar(l, g, 0, (to-from)*(f.h+f.gap)-f.gap, from, to, all)
}

// about returns the description if it has at most that many lines of w cells, else its first sentence, and the number
// of its lines.
func (c Card) about(w, most int) (text string, lines int) {
	if lines = wrapped(c.About, w).H; lines <= most {
		return c.About, lines
	}
	text, _, _ = strings.Cut(c.About, ". ")
	return text, wrapped(text, w).H
}

// shortAbout reports whether the description's first sentence has at most that many lines of w cells.
func (c Card) shortAbout(w, most int) bool {
	_, lines := c.about(w, most)
	return lines <= most
}

// brief returns the state, or its part after a colon if it is wider than w: the card shows its subject.
func (c Card) brief(w int) string {
	if _, short, ok := strings.Cut(c.State, ": "); ok && ui.Width(c.State) > w {
		return short
	}
	return c.State
}

// ground returns the ground of the key's chip, and draws that of the card.
func (c Card) ground(g ui.Region, focus, sheet bool) ui.Token {
	switch {
	case focus && sheet:
		g.SheetEdge(g.Rect(), ui.Raised, c.Accent)
	case focus:
		g.Fill(g.Rect(), ui.Raised)
		g.Edge(0, 0, g.H(), c.Accent)
	case sheet:
		g.Sheet(g.Rect(), ui.Panel)
	}
	if focus {
		return ui.SolidInk(c.Accent)
	}
	return ui.Cap
}

// chip returns the cells of the key's chip.
func (c Card) chip() int { return ui.Width(c.Key) + 2 }

// state draws the state, after a dot if people are there.
func (c Card) state(g ui.Region, x, y int, ink ui.Token) {
	if c.Lively {
		x += g.Text(x, y, ui.OK, "●") + 1
	}
	g.Text(x, y, ink, c.brief(g.W()-x-1))
}

// The columns of texts beside a card's picture.
const tallText, smallText, tileText = 13, 10, 8

func tallFits(c Card, w int) bool {
	return tallText+ui.Width(c.Title)+1+c.chip()+2 <= w && tallText+2+ui.Width(c.brief(w-tallText-4))+2 <= w && c.shortAbout(w-tallText-2, 2)
}

// tallCard draws a sheet with the emblem, the description and the state.
func tallCard(g ui.Region, c Card, focus bool) {
	ground := c.ground(g, focus, true)
	c.Emblem(g.Sub(ui.Rect{X: 3, Y: (g.H() - pictureHeight) / 2, W: pictureWidth, H: pictureHeight}))
	g.Text(tallText, 1, ui.Strong|ui.Bold, c.Title)
	g.Chip(g.W()-2-c.chip(), 1, c.Key, ground)
	about, _ := c.about(g.W()-tallText-2, g.H()-5) // a free row above the state, if possible
	paragraph(g.Sub(ui.Rect{X: tallText, Y: 2, W: g.W() - tallText - 2, H: g.H() - 3}), about)
	c.state(g, tallText, g.H()-2, ui.Text)
}

// paragraph draws a muted text.
func paragraph(g ui.Region, text string) { Text{ui.Muted, text}.Draw(Look{}, g) }

// below returns the state below the title in w cells, and whether two rows have room for it.
func (c Card) below(w int) (text string, ok bool) {
	fits := func(text string) bool { return wrapped(text, max(w, 2)).H <= 2 && longestWord(text) <= w }
	if fits(c.State) {
		return c.State, true
	}
	text = c.brief(0)
	return text, fits(text)
}

// drawBelow draws the state in the rows from y on.
func (c Card) drawBelow(g ui.Region, x, y int) {
	text, _ := c.below(g.W() - x)
	in := g.Sub(ui.Rect{X: x, Y: y, W: g.W() - x, H: g.H() - y})
	if first, second, two := strings.Cut(text, "  "); two && max(ui.Width(first), ui.Width(second)) <= in.W() && ui.Width(text) > in.W() {
		in.Text(0, 0, ui.Muted, first) // two counts, each with its word
		in.Text(0, 1, ui.Muted, second)
		return
	}
	paragraph(in, text)
}

func smallFits(c Card, w int) bool {
	_, ok := c.below(w - smallText)
	return ok && smallText+ui.Width(c.Title) <= w
}

// smallCard draws the emblem with the title and the state beside it.
func smallCard(g ui.Region, c Card, focus bool) {
	g.Fill(g.Rect(), ui.Panel)
	ground := c.ground(g, focus, false)
	c.Emblem(g.Sub(ui.Rect{X: 1, W: pictureWidth, H: pictureHeight}))
	g.Text(smallText, 0, ui.Strong|ui.Bold, c.Title)
	c.drawBelow(g, smallText, 1)
	if c.Lively {
		g.Text(smallText, 3, ui.OK, "●")
	}
	if c.Key != "" {
		g.Chip(g.W()-c.chip(), 3, c.Key, ground)
	}
}

func tileFits(c Card, w int) bool {
	return tileText+2+ui.Width(c.Title)+1+c.chip()+1 <= w && tileText+2+ui.Width(c.brief(w-tileText-5))+3 <= w
}

// tileCard draws the tile with the title and the state beside it.
func tileCard(g ui.Region, c Card, focus bool) {
	ground := c.ground(g, focus, false)
	c.Tile(g.Sub(ui.Rect{X: 2, W: 6, H: 2}))
	g.Text(tileText+2, 0, ui.Strong|ui.Bold, c.Title)
	g.Chip(g.W()-1-c.chip(), 0, c.Key, ground)
	g.Text(tileText+2, 1, ui.Muted, c.brief(g.W()-tileText-5))
	if c.Lively {
		g.Text(g.W()-2, 1, ui.OK, "●")
	}
}

func briefFits(c Card, w int) bool {
	_, ok := c.below(w - tileText)
	return ok && tileText+ui.Width(c.Title) <= w
}

// briefCard is a small card in three rows, with the tile.
func briefCard(g ui.Region, c Card, focus bool) {
	g.Fill(g.Rect(), ui.Panel)
	c.ground(g, focus, false)
	c.Tile(g.Sub(ui.Rect{X: 1, W: 6, H: 2}))
	g.Text(tileText, 0, ui.Strong|ui.Bold, c.Title)
	c.drawBelow(g, tileText, 1)
}

func lineFits(c Card, w int) bool {
	return 4+len(c.Key)+ui.Width(c.Title)+1 <= w
}

// lineCard draws a card in a row, with the state if there is room.
func lineCard(g ui.Region, c Card, focus bool) {
	c.ground(g, focus, false)
	g.Text(2, 0, c.Accent|ui.Bold, c.Key)
	ink := ui.Text
	if focus {
		ink = ui.Strong | ui.Bold
	}
	w := g.Text(3+len(c.Key), 0, ink, c.Title)
	right := g.W() - 1
	if c.Lively {
		right -= g.TextRight(right, 0, ui.OK, "●") + 1
	}
	c.stateRight(g, right, 5+len(c.Key)+w, ui.Muted)
}

// head draws the key and the title in words, and returns the column after them.
func (c Card) head(g ui.Region, focus bool) int {
	tok := ui.Strong
	if focus {
		tok = ui.Focus
		g.Fill(ui.Rect{W: g.W(), H: 1}, tok)
		g.Text(0, 0, tok, ">")
	}
	return 2 + g.Text(2, 0, tok, strings.TrimLeft(c.Key+"  "+c.Title, " "))
}

func textFits(c Card, w int) bool {
	return 2+len(c.Key)+2+ui.Width(c.Title)+2+ui.Width(c.brief(w-7-len(c.Key)-ui.Width(c.Title)))+1 <= w && c.shortAbout(w-5, 1)
}

// textCard draws a card in words: the title with the state, and the description below.
func textCard(g ui.Region, c Card, focus bool) {
	wordCard(g, c, focus)
	about, _ := c.about(g.W()-5, 1)
	paragraph(g.Sub(ui.Rect{X: 5, Y: 1, W: g.W() - 5, H: 1}), about)
}

// stateRight draws the state left of the column x, if there is room right of the column from.
func (c Card) stateRight(g ui.Region, x, from int, ink ui.Token) {
	if text := c.brief(x - from); from+ui.Width(text) <= x {
		g.TextRight(x, 0, ink, text)
	}
}

// wordCard draws a card in a row of words.
func wordCard(g ui.Region, c Card, focus bool) {
	x := c.head(g, focus)
	tok := ui.Muted
	if focus {
		tok = ui.Focus
	}
	c.stateRight(g, g.W()-1, x+2, tok)
}

func wordsFit(c Card, w int) bool {
	_, ok := c.below(w - 5)
	return ok && 4+len(c.Key)+ui.Width(c.Title) <= w
}

// wordsCard draws a card in three rows of words.
func wordsCard(g ui.Region, c Card, focus bool) {
	c.head(g, focus)
	c.drawBelow(g, 5, 1)
}
