package ui

import (
	"fmt"
	"slices"

	"arcade/sessions/words"
)

const (
	// MinWidth and minHeight are the smallest playable terminal, and the size of the compact layout.
	MinWidth, minHeight = 80, 24
	// The full layout begins at FullWidth and fullHeight.
	FullWidth, fullHeight = 120, 40
	// maxHeight bounds the height of screens.
	maxHeight = 60
	// From roomyWidth and roomyHeight on there is room for what is around a table.
	roomyWidth, roomyHeight = 160, 50
)

// FrameSpec has the texts of the frame around every screen.
type FrameSpec struct {
	// Place is the user's place, on the left of row 0; Facts on its right are the stakes and the user.
	Place, Facts string
	// Message is the second last row: the next action, the reason against one, or the last event, in the
	// ink MessageInk (Text, Warn, …). Clock is the countdown on its right.
	Message    string
	MessageInk Token
	Clock      string
	ClockInk   Token
	// Bare reports whether the screen itself draws what stands above it.
	Bare bool
	// Keys are the present keys, at most 8. If they do not fit, items before the last two are omitted, from
	// the right; the last two are help and the way out.
	Keys []KeyItem
}

// KeyItem is one item of the key bar.
type KeyItem struct {
	Name  string // of the key, as shown
	Label string
	Key   Key // pressed by a click; "" for none
	// Sign replaces the name on the caps of LevelRich; "" means the name itself.
	Sign string
	// Quiet reports whether the key is not the expected action, such as the menu's: it is not gold.
	Quiet bool
	// Listed reports whether the menu has it, too: a finger finds it there if there are many buttons.
	Listed bool
}

// Wide returns the width of screens in a terminal of width w.
func Wide(w int) int { return min(w, FullWidth) }

// Full reports whether a terminal of this size has room for the full layout.
func Full(w, h int) bool { return w >= FullWidth && h >= fullHeight }

// Large reports whether a terminal of this size has room for more than what a screen has to show, so that it is worth
// reading.
func Large(w, h int) bool { return w >= 90 && h >= 30 }

// Roomy reports whether a terminal of this size has room beside the full layout and below it.
func Roomy(w, h int) bool { return w >= roomyWidth && h >= roomyHeight }

// Fits reports whether a terminal of this size has room for every screen.
func Fits(w, h int) bool { return w >= leastWidth && h >= leastHeight }

// FitsTable reports whether a terminal of this size has room for a table in play. Other screens are shown in it if they
// happen to have room.
func FitsTable(w, h int) bool { return w >= tableWidth && h >= tableHeight }

// Narrow reports whether a terminal has the size of a phone held upright, which a finger points at.
func Narrow(w, h int) bool { return w >= leastWidth && w < MinWidth && h >= phoneHeight }

// Lying reports whether a terminal of this size has room for every screen on a phone that lies, with the frame for a
// finger beside it.
func Lying(w, h int) bool { return w >= lyingWidth && h >= lyingHeight && h < phoneHeight }

// frameRows returns the rows of the frame above and below a screen.
func (c *Canvas) frameRows() (above, below int) {
	switch {
	case c.Touch:
		return touchAbove, touchMessage + c.buttonRows*touchButtons + 1
	case c.W() < MinWidth:
		return 1, slimMessage + slimKeys
	}
	return 1, 2
}

// MessageRow returns the row of the message.
func (c *Canvas) MessageRow() int {
	_, below := c.frameRows()
	return c.H() - below
}

// BodyRect returns the area of the screen between the frame's rows: in the full layout at most as wide as
// that, in the compact one 80 by 21 in the middle.
func BodyRect(w, h int) Rect {
	if Full(w, h) {
		return Rect{0, 1, Wide(w), h - 3}
	}
	return Rect{0, 1, w, h - 3}.Centered(MinWidth, minHeight-3)
}

// Frame draws the rows around a screen: top bar, message, key bar. Overlays are drawn after it.
func Frame(c *Canvas, f FrameSpec) {
	c.Place, c.Message, c.Spec = f.Place, f.Message, f
	w, h := c.W(), c.H()
	if w < 4 || h < 3 {
		return
	}
	switch {
	case c.Lies():
		frameLying(c, f)
		return
	case c.Touch:
		frameTouch(c, f)
		return
	case w < MinWidth:
		frameSlim(c, f)
		return
	case c.Rich:
		frameRich(c, f)
		return
	}
	c.Fill(Rect{0, 0, w, 1}, Bar)
	facts := c.TextRight(w-1, 0, Bar, f.Facts)
	if facts > 0 {
		facts += 2
	}
	c.Sub(Rect{1, 0, max(0, w-2-facts), 1}).Text(0, 0, Bar, f.Place)

	c.Fill(Rect{0, h - 2, w, 1}, Page)
	clock := c.TextRight(w-1, h-2, f.ClockInk, f.Clock)
	if clock > 0 {
		clock += 2
	}
	c.Sub(Rect{1, h - 2, max(0, w-2-clock), 1}).Text(0, 0, f.MessageInk, f.Message)

	keyBar(c.Sub(Rect{0, h - 1, w, 1}), f.Keys)
}

// BarWidth returns the least width of a screen whose key bar has room for all items.
func BarWidth(items []KeyItem) int {
	w := 2 - 1
	for _, it := range items {
		w += it.width() + 1
	}
	return w
}

// mostKeys is the most items of a key bar.
const mostKeys = 8

func keyBar(g Region, items []KeyItem) {
	if g.Rich() {
		g.Fill(g.Rect(), Page)
		keycaps(g, items)
		return
	}
	g.Fill(g.Rect(), Bar)
	items = slices.Clone(items)
	menu := slices.ContainsFunc(items, func(it KeyItem) bool { return it.Key == "space" }) // which has what is omitted
	for len(items) > mostKeys {
		if !menu {
			g.c.fail("%d items in the key bar", len(items))
		}
		items = withoutOne(items)
	}
	width := func(gap int) int {
		w := -gap
		for _, it := range items {
			w += gap + it.width()
		}
		return w
	}
	room, gap := g.W()-2, 2
	if width(2) > room {
		gap = 1
	}
	for len(items) > 2 && width(gap) > room {
		if !menu {
			g.c.fail("key bar: no room for all of %v", items)
		}
		items = withoutOne(items)
	}
	x, in := 1, g.Sub(Rect{0, 0, room + 1, 1})
	for _, it := range items {
		x += in.keyWords(x, 0, it, BarKey, Bar) + gap
	}
}

// keyWords draws a key's name and its label, and returns the cells taken.
func (g Region) keyWords(x, y int, it KeyItem, name, label Token) int {
	w := g.TextCut(x, y, g.W()-x, name, it.Name)
	if it.Label != "" {
		w += g.TextCut(x+w, y, g.W()-x-w, label, " "+it.Label)
	}
	if it.Key != "" {
		g.Hit(Rect{x, y, w, 1}, Press(it.Key))
	}
	return w
}

// withoutOne removes from the items, at least three, the last that is not the menu's before the last two, which are
// help and the way out. The list is the caller's own.
func withoutOne(items []KeyItem) []KeyItem {
	at := len(items) - 3
	if at > 0 && (items[at].opensMenu() || items[at].Quiet) {
		at--
	}
	return slices.Delete(items, at, at+1)
}

// opensMenu reports whether a key opens a table's menu: m does where Space plays.
func (it KeyItem) opensMenu() bool { return it.Key == "space" || it.Key == "m" }

func (it KeyItem) width() int {
	if it.Label == "" {
		return Width(it.Name)
	}
	return Width(it.Name) + 1 + Width(it.Label)
}

// TooSmall fills the screen of a terminal below the minimum: the present and the needed size, in both
// languages because the setting may be wrong. running names the activity that goes on meanwhile, with its
// clock; "" for nothing. back reports whether Esc goes back; otherwise it leaves.
func TooSmall(c *Canvas, w, h int, running string, back bool) {
	both := func(key string, args ...any) (string, string) {
		return words.T(words.KO, key, args...), words.T(words.EN, key, args...)
	}
	titleKO, titleEN := both("ui.small.title")
	needW, needH := leastWidth, leastHeight
	now, need := fmt.Sprintf("%d x %d", w, h), fmt.Sprintf("%d x %d", needW, needH)
	sizeKO, sizeEN := both("ui.small.size", "now", now, "need", need)
	tipKO, tipEN := both("ui.small.tip")
	phoneKO, phoneEN := both("ui.small.phone")
	out := "ui.small.leave"
	if back {
		out = "ui.small.back"
	}
	leaveKO, leaveEN := both(out)
	leave := "Esc  " + leaveKO + " / " + leaveEN

	type line struct {
		text string
		ink  Token
	}
	lines := []line{{titleKO + "  /  " + titleEN, Strong}, {}, {sizeKO, Text}, {sizeEN, Text}, {},
		{"- " + tipKO, Muted}, {"- " + phoneKO, Muted}, {"- " + tipEN, Muted}, {"- " + phoneEN, Muted}, {},
		{running, Accent}, {leave, Text}}
	if c.H() < len(lines) || c.W() < 50 { // the most important line first
		lines = []line{{titleKO, Strong}, {titleEN, Strong}, {sizeKO, Text}, {sizeEN, Text}}
		if c.W() < Width(sizeKO) || c.W() < Width(sizeEN) {
			lines = []line{{titleKO, Strong}, {titleEN, Strong}, {now + " > " + need, Text}}
		}
		if running != "" {
			for _, text := range slices.Backward(Wrap(running, max(c.W(), 2))) {
				lines = append([]line{{text, Accent}}, lines...)
			}
		}
		lines = append(lines, line{leave, Text})
	}
	c.Fill(c.Rect(), Page)
	if c.Rich && c.W() >= smallPicture.W && c.H() >= smallPicture.H {
		tooSmallRich(c, w, h, running, leaveEN+" "+leaveKO)
		return
	}
	top := max(0, (c.H()-len(lines))/2)
	for i, l := range lines {
		x := max(0, (c.W()-Width(l.text))/2)
		c.TextCut(x, top+i, c.W(), l.ink, l.text)
		if i == len(lines)-1 {
			c.Hit(Rect{0, top + i, c.W(), 1}, Press("esc"))
		}
	}
}
