package yut

import (
	"strings"
	"time"

	"arcade/games/yut"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/sessions/yut/board"
)

// desk is what lies beside the board: the sticks, their throw, the hand, the relics.
type desk struct {
	v     *gameView
	a     *app.App
	s     *play.Scene
	view  yut.View
	asked bool // the viewer plays, and the run goes on
	l     kit.Look
}

// once returns a part of the desk that is made when it is drawn or measured.
func (d *desk) once(part func(d *desk) kit.Block) *kit.Measured {
	return kit.Once(func(kit.Look) kit.Block { return part(d) })
}

// The least widths of arrangements: three columns below a board, and one with a sheet for what is asked.
const acrossLeast, roomyLeast = 64, 34

// told is a block with its sentence for people who do not see it.
func (d *desk) told(b kit.Block, text func(d *desk) string) kit.Block {
	return kit.Told{Block: b, Text: func() string { return text(d) }}
}

func (d *desk) spokenOdds() string   { return spokenOdds(d.a, d.view.Odds) }
func (d *desk) spokenSticks() string { return spokenSticks(d.a, d.view) }

// side arranges the desk: in three columns below a wide board, in one beside a board, in two, or in rows alone.
func (d *desk) side() kit.Block {
	p := &parts{desk: d, thrown: d.thrown()}
	p.sticks, p.odds, p.bars = p.once(func(d *desk) kit.Block { return d.told(sticks{d}, (*desk).spokenSticks) }), p.once(func(d *desk) kit.Block { return d.told(oddsRow{d}, (*desk).spokenOdds) }), p.once((*desk).oddsBars)
	p.asked, p.brief = p.once(func(d *desk) kit.Block { return d.ask(0) }), p.once(func(d *desk) kit.Block { return d.ask(5) })
	p.relics, p.names = p.once(func(d *desk) kit.Block { return d.relics(true) }), p.once(func(d *desk) kit.Block { return d.relics(false) })
	p.legend = p.once((*desk).signs)
	p.recent = spare(kit.Only{In: kit.Unpictured, Block: p.once((*desk).latest)})
	part := func(f func(p *parts) kit.Block) *kit.Measured {
		return p.slot().Once(func(kit.Look) kit.Block { return f(p) })
	}
	across, roomy := wideOf{acrossLeast, part((*parts).across)}, wideOf{roomyLeast, part((*parts).roomy)}
	column, pair, rows := part((*parts).column), part((*parts).pair), part((*parts).rows)
	picture := arranged{rows, kit.Fit{across, roomy, column, pair, rows}}
	if d.l.Touch && d.asked && d.view.Ask == yut.AskThrow { // a finger throws on the mat
		mats := part(func(p *parts) kit.Block { return kit.Fit{pair, p.stack()} })
		picture = arranged{mats, kit.Fit{across, roomy, column, mats}}
	}
	return kit.ByLevel{Pictures: picture, Signs: arranged{rows, kit.Fit{across, roomy, column, rows}}}
}

// arranged has arrangements of which the last one is the lowest.
type arranged struct {
	low kit.Block
	kit.Fit
}

// Least returns the least of the lowest arrangement.
func (b arranged) Least(l kit.Look, w int) kit.Size { return b.low.Least(l, w) }

// Wish returns the wish of the lowest arrangement.
func (b arranged) Wish(l kit.Look, w int) int { return b.low.Wish(l, w) }

// parts are the parts of a desk, of which each arrangement has some.
type parts struct {
	*desk
	thrown                                                  kit.Block
	sticks, odds, bars, asked, brief, relics, names, legend *kit.Measured

	recent kit.Item // with lines, which leave room for it

	measured [16]kit.Measured // all of them, with the arrangements
	used     int
}

// slot returns the next one.
func (p *parts) slot() *kit.Measured {
	if p.used == len(p.measured) {
		return new(kit.Measured)
	}
	p.used++
	return &p.measured[p.used-1]
}

// once is [desk.once] for a part.
func (p *parts) once(part func(d *desk) kit.Block) *kit.Measured {
	return p.slot().Once(func(kit.Look) kit.Block { return part(p.desk) })
}

// item returns a block as an item.
func item(b kit.Block) kit.Item { return kit.Item{Block: b} }

// spare returns a block as an item that has what is left.
func spare(b kit.Block) kit.Item { return item(kit.Fit{b, nothing}) }

// nothing is a block without size.
var nothing = kit.Col(0, 0)

// across is the desk in three columns.
func (p *parts) across() kit.Block {
	third := func(items ...kit.Item) kit.Item { return kit.Item{Block: kit.Col(1, 0, items...), Fill: 1} }
	return kit.Row(3, third(item(p.thrown), item(p.sticks), spare(p.legend)), third(item(p.asked), item(p.bars)), third(kit.Item{Block: p.names, Drop: 3, First: true}, p.recent))
}

// below sets the parts below each other, apart if all have room.
func (p *parts) below(thrown, odds, asked kit.Item) kit.Block {
	whole := append(make([]kit.Item, 0, 6), thrown, odds, asked, item(p.relics), p.recent)
	n := len(whole)
	return kit.Fit{
		kit.Col(1, 1, append(whole, item(p.legend))...), kit.Col(1, 1, whole[:n]...),
		kit.Col(1, 0, thrown, odds, kit.Item{Block: kit.Fit{asked.Block, p.brief}, First: true}, kit.Item{Block: p.names, Drop: 3, First: true}),
	}
}

// roomy is the desk in one column with bars of the chances, and what is asked on a sheet of its own.
func (p *parts) roomy() kit.Block {
	four := kit.ByLevel{Pictures: p.sticks, Signs: p.once((*desk).named)}
	return p.below(item(kit.Col(0, 0, item(p.thrown), item(four))), item(p.bars), item(p.once(func(d *desk) kit.Block { return d.lit(p.asked) })))
}

// column is the desk in one column.
func (p *parts) column() kit.Block {
	return p.below(item(kit.Col(0, 0, item(p.thrown), item(p.sticks))), item(p.odds), item(p.asked))
}

// pair is the mat beside what is asked, and the rest below both if there is room.
func (p *parts) pair() kit.Block {
	return kit.Col(1, 0, item(kit.Row(2, kit.Item{Block: p.thrown, Fill: 3}, kit.Item{Block: p.brief, Fill: 2})),
		kit.Item{Block: p.sticks, Drop: 3}, kit.Item{Block: p.odds, Drop: 2}, kit.Item{Block: p.names, Drop: 4, First: true})
}

// stack is the mat with what is asked below it, and the rest if there is room.
func (p *parts) stack() kit.Block {
	return kit.Col(1, 0, item(p.thrown), item(p.brief),
		kit.Item{Block: p.sticks, Drop: 3}, kit.Item{Block: p.odds, Drop: 2}, kit.Item{Block: p.names, Drop: 4, First: true})
}

// rows is what is asked, and below it what has room.
func (p *parts) rows() kit.Block {
	return kit.Col(0, 0, item(p.brief), kit.Item{Block: kit.Only{In: kit.Unpictured, Block: p.thrown}, Drop: 3},
		kit.Item{Block: p.sticks, Drop: 3}, kit.Item{Block: p.odds, Drop: 2}, kit.Item{Block: p.names, Drop: 4, First: true})
}

// wideOf is a block that has no room in fewer than W cells.
type wideOf struct {
	W int
	kit.Block
}

// Least returns the block's least in at least W cells.
func (b wideOf) Least(l kit.Look, w int) kit.Size {
	if w < b.W {
		return kit.Size{W: b.W, H: 1}
	}
	s := b.Block.Least(l, w)
	s.W = max(s.W, b.W)
	return s
}

// lit puts what is asked on a sheet of its own.
func (d *desk) lit(ask kit.Block) kit.Block {
	if d.asked {
		return kit.Sheet{Block: ask, Mine: true, Inset: true}
	}
	return kit.Sheet{Block: ask, Inset: true}
}

// sticks are the four sticks with their visible sides, their names and the chances of their backs, in as few rows as
// they need.
type sticks struct{ *desk }

// sticksIn is an arrangement of the sticks: so many in a row, with the chances or without.
type sticksIn struct {
	each int
	back bool
}

// sticksIns are the arrangements, the best first.
var sticksIns = [...]sticksIn{{4, true}, {2, true}, {4, false}, {2, false}, {1, true}}

// side returns the word for the visible side of a stick, "" while it is not known.
func (t sticks) side(i int) string {
	switch {
	case t.view.Last == nil || t.v.roll != nil:
		return ""
	case t.view.Last.Backs[i]:
		return t.a.T("yt.back")
	}
	return t.a.T("yt.front")
}

// cells returns the width of a stick in an arrangement.
func (t sticks) cells(in sticksIn) (w int) {
	for i, st := range t.view.Sticks {
		n := ui.Width(shortStick(t.a, st.ID))
		if side := t.side(i); side != "" {
			n += ui.Width(side) + 1
		}
		if in.back {
			n += 1 + ui.Width(app.Itoa(st.Back)+"%")
		}
		w = max(w, n)
	}
	return w
}

// pick returns the first arrangement in w cells and h rows, 0 for any number of rows.
func (t sticks) pick(w, h int) (in sticksIn, size kit.Size) {
	for _, in = range sticksIns {
		size = kit.Size{W: in.each*(t.cells(in)+1) - 1, H: yut.Slots / in.each}
		if size.W <= w && (h == 0 || size.H <= h) {
			break
		}
	}
	return in, size
}

// Least returns the size of the best arrangement that has room.
func (t sticks) Least(_ kit.Look, w int) kit.Size {
	_, size := t.pick(w, 0)
	return size
}

// Wish returns the same rows.
func (t sticks) Wish(l kit.Look, w int) int { return t.Least(l, w).H }

// Draw draws the sticks.
func (t sticks) Draw(_ kit.Look, g ui.Region) {
	in, _ := t.pick(g.W(), g.H())
	w := (g.W() + 1) / in.each
	for i, st := range t.view.Sticks {
		x, y, n := i%in.each*w, i/in.each, 0
		if side := t.side(i); side != "" {
			ground, ink := board.FrontFace, board.FrontText
			if t.view.Last.Backs[i] {
				ground, ink = board.BackFace, board.NodeText
			}
			g.Fill(ui.Rect{X: x, Y: y, W: ui.Width(side), H: 1}, ground)
			n = g.Text(x, y, ink|ui.Bold, side) + 1
		}
		n += g.Text(x+n, y, app.If(st.Special, board.StickInk, ui.Text), shortStick(t.a, st.ID))
		if in.back {
			g.Text(x+n+1, y, ui.Muted, app.Itoa(st.Back)+"%")
		}
	}
}

// named returns the sticks below each other under a heading, with bars for the chances of their backs.
func (d *desk) named() kit.Block {
	list := kit.Shares{}
	for i, st := range d.view.Sticks {
		list.List = append(list.List, kit.Share{Label: app.Itoa(i+1) + " " + shortStick(d.a, st.ID), Part: st.Back, Whole: 100, Number: app.Itoa(st.Back) + "%"})
	}
	return kit.Panel{Title: d.a.T("yt.sticks"), Body: d.told(list, (*desk).spokenSticks)}
}

// oddsBars are the chances of the next throw as bars, and those of another throw.
func (d *desk) oddsBars() kit.Block {
	bars := kit.Shares{Ink: face.Accent, Thick: true}
	for t := yut.Do; t <= yut.Mo; t++ {
		n := app.Percent(d.view.Odds[t-1])
		bars.List = append(bars.List, kit.Share{Label: tokenName(d.a, t), Part: n, Whole: mostOdds, Number: app.Itoa(n) + "%"})
	}
	return d.titled("yt.odds", "", kit.Col(0, 0, kit.Item{Block: d.told(bars, (*desk).spokenOdds), Fix: yut.Tokens}, kit.Item{Block: kit.Ends{
		Left: d.a.T("yt.oddsagain", "n", app.Percent(d.view.Odds.Again())), Right: d.a.T("yt.throws", "n", d.view.Throws), Ink: ui.Muted,
	}}))
}

// mostOdds is the chance of a whole bar, in percent: few throws have more.
const mostOdds = 60

// oddsRow are the chances of the next throw in a row.
type oddsRow struct{ *desk }

// words returns the name of the i-th token and its chance, and the width of both together.
func (o oddsRow) words(i int) (name, number string, w int) {
	name, number = tokenName(o.a, yut.Token(i+1)), app.Itoa(app.Percent(o.view.Odds[i]))
	w = ui.Width(name) + ui.Width(number)
	if o.spark(name) {
		w++
	}
	return name, number, w
}

// size returns the size of all words, gap cells apart.
func (o oddsRow) size(w, gap int) kit.Size {
	rows := kit.InRows{W: w, Gap: gap}
	for i := range yut.Tokens {
		_, _, cells := o.words(int(i))
		rows.Next(cells)
	}
	return rows.Size()
}

// spark reports whether a small column stands after a name: a Hangul syllable is as wide as one.
func (o oddsRow) spark(name string) bool {
	return ui.Width(name) == 2 && len(name) > 2
}

// Least returns the size of the row, or of two.
func (o oddsRow) Least(_ kit.Look, w int) kit.Size { return o.size(w, 1) }

// Wish returns the same rows.
func (o oddsRow) Wish(l kit.Look, w int) int { return o.Least(l, w).H }

// Draw draws the names and the chances, further apart if there is room.
func (o oddsRow) Draw(_ kit.Look, g ui.Region) {
	rows := kit.InRows{W: g.W(), Gap: 1}
	if o.size(g.W(), 3).H == o.size(g.W(), 1).H {
		rows.Gap = 3
	}
	for i := range int(yut.Tokens) {
		name, number, cells := o.words(i)
		r := rows.Next(cells)
		x := r.X + g.Text(r.X, r.Y, ui.Strong|ui.Bold, name)
		if o.spark(name) {
			g.Spark(x, r.Y, []int{app.Percent(o.view.Odds[i])}, 48, face.Accent)
			x++
		}
		g.Text(x, r.Y, ui.Muted, number)
	}
}

// counts are the places of the pieces, and the number of throws left, which a click uses.
type counts struct{ *desk }

// words returns the names of the places with their numbers, the throws left last, and the widths.
func (c counts) words() (names, numbers [4]string, widths [4]int) {
	for i, p := range []struct {
		key string
		n   int
	}{{"yt.home", c.view.Home}, {"yt.out", yut.Pieces - c.view.Home - c.view.Finished}, {"yt.finished", c.view.Finished}} {
		names[i], numbers[i] = c.a.T(p.key), app.Itoa(p.n)
	}
	names[3] = c.a.T("yt.throwsleft", "n", c.view.ThrowsLeft)
	for i, name := range names {
		widths[i] = ui.Width(name) + ui.Width(numbers[i])
		if i < 3 {
			widths[i]++
		}
	}
	return names, numbers, widths
}

// Least returns the size of the row, or of two.
func (c counts) Least(_ kit.Look, w int) kit.Size {
	_, _, widths := c.words()
	rows := kit.InRows{W: w, Gap: 1}
	for _, cells := range widths {
		rows.Next(cells)
	}
	return rows.Size()
}

// Wish returns the same rows.
func (c counts) Wish(l kit.Look, w int) int { return c.Least(l, w).H }

// Draw draws the places and, at the right, the throws left.
func (c counts) Draw(l kit.Look, g ui.Region) {
	names, numbers, widths := c.words()
	rows := kit.InRows{W: g.W(), Gap: 1}
	for i := range 3 {
		r := rows.Next(widths[i])
		n := g.Text(r.X, r.Y, ui.Muted, names[i])
		g.Text(r.X+n+1, r.Y, ui.Strong|ui.Bold, numbers[i])
	}
	throws := c.asked && c.view.Ask == yut.AskThrow
	r := rows.Next(widths[3])
	g.TextRight(g.W(), r.Y, app.If(throws, ui.Accent|ui.Bold, ui.Muted), names[3])
	if throws && !l.Touch {
		g.Hit(ui.Rect{X: g.W() - r.W, Y: r.Y, W: r.W, H: 1}, board.ThrowHit{})
	}
}

// ask is what the player needs for the present question: the counts, the hand, and what can be done; with lines under
// a title. drop is the rank at which the counts are omitted, and after everything else the hand; 0 for never.
func (d *desk) ask(drop int) kit.Block {
	items := make([]kit.Item, 0, 6)
	items = append(items, kit.Item{Block: counts{d}, Drop: drop}, kit.Item{Block: d.hand(), Drop: app.If(d.asked && d.v.roll != nil, 4, min(drop, 1))})
	items = d.next(items, min(drop, 2))
	if d.asked && d.view.Ask == yut.AskMove {
		list := kit.Only{In: kit.Unpictured, Block: kit.Only{In: kit.Mouse, Block: pieces{d}}}
		items = append(items, kit.Item{Block: list, Drop: min(drop, 4)})
	}
	note := app.TextIf(d.view.Ask == yut.AskMove, d.a.T("yt.noundo"))
	return d.titled(d.title(), note, kit.Col(app.If(d.l.Touch, 1, 0), 0, items...))
}

// titled puts a block under a title with a note, where there are lines and room for it.
func (d *desk) titled(title, note string, b kit.Block) kit.Block {
	return kit.ByLevel{Pictures: b, Signs: kit.Fit{kit.Panel{Title: d.a.T(title), Note: note, Body: b}, b}}
}

// title returns the key of the title of what is asked.
func (d *desk) title() string {
	switch {
	case !d.asked:
		return "yt.tray.look"
	case d.v.roll != nil:
		return "yt.tray.roll"
	case d.view.Ask == yut.AskStart:
		return "yt.tray.start"
	case d.view.Ask == yut.AskMove:
		return app.If(len(d.v.ways(d.view)) > 1, "yt.tray.fork", "yt.tray.move")
	case d.view.Moving:
		return "yt.tray.more"
	}
	return "yt.tray.throw"
}

// hand are the tokens in hand, each with its key, or as buttons for a finger.
func (d *desk) hand() kit.Block {
	list := kinds(d.view.Hand)
	if len(list) == 0 {
		return kit.Text{Ink: ui.Muted, Text: d.a.T("yt.hand") + ": " + d.a.T("yt.handempty")}
	}
	picks := d.asked && d.view.Ask == yut.AskMove && d.s.MotionLeft(d.a, d.v) == 0
	if !picks || len(list) == 1 {
		return keyed{d, list, picks}
	}
	if !d.l.Touch {
		return keyed{d, list, true}
	}
	buttons := make([]kit.Block, len(list))
	for i, t := range list {
		buttons[i] = kit.Push{Label: tokenName(d.a, t) + count(d.view.Hand, t), Hot: t == d.v.token, Msg: board.TokenHit(t)}
	}
	return &kit.Flow{Blocks: buttons}
}

// keyed are tokens with their keys in as few rows as they need.
type keyed struct {
	*desk
	list  []yut.Token
	picks bool // a click chooses one
}

// words returns a token's name with its number.
func (t keyed) words(token yut.Token) string {
	return tokenName(t.a, token) + count(t.view.Hand, token)
}

// keyedGap is the number of cells between two tokens.
const keyedGap = 2

// width returns the cells of a token with its key.
func (t keyed) width(token yut.Token) int { return 4 + ui.Width(t.words(token)) }

// Least returns the size of the rows.
func (t keyed) Least(_ kit.Look, w int) kit.Size {
	rows := kit.InRows{W: w, Gap: keyedGap}
	for _, token := range t.list {
		rows.Next(t.width(token))
	}
	return rows.Size()
}

// Wish returns the same rows.
func (t keyed) Wish(l kit.Look, w int) int { return t.Least(l, w).H }

// Draw draws the tokens.
func (t keyed) Draw(l kit.Look, g ui.Region) {
	rows := kit.InRows{W: g.W(), Gap: keyedGap}
	for _, token := range t.list {
		r := rows.Next(t.width(token))
		hot := t.picks && token == t.v.token
		in := g.Sub(r)
		in.Chip(0, 0, app.Itoa(int(token)), app.If(hot, ui.Focus, ui.Cap))
		in.Text(4, 0, app.If(hot, ui.Accent|ui.Bold, ui.Text), t.words(token))
		if t.picks && !l.Touch {
			in.Hit(in.Rect(), board.TokenHit(token))
		}
	}
}

// next appends what stands below the hand: the sticks while they are held, the ways of the piece in focus, buttons, or
// the last throw, which has the rank drop.
func (d *desk) next(items []kit.Item, drop int) []kit.Item {
	ask := d.view.Ask
	text := func(ink ui.Token, words string) kit.Item { return item(kit.Text{Ink: ink, Text: words}) }
	switch {
	case d.asked && d.v.roll != nil:
		return append(items, item(held{d}), text(ui.Muted, d.a.T("yt.undecided")))
	case d.asked && d.s.MotionLeft(d.a, d.v) > 0 && ask != yut.AskThrow:
		return d.lastThrow(items, drop)
	case d.asked && ask == yut.AskMove:
		return append(items, item(d.once((*desk).ways)))
	case d.asked:
		return d.buttons(d.lastThrow(items, drop))
	case d.s.Result == nil && ask == yut.AskStick:
		return append(items, text(ui.Strong, d.a.T("yt.tray.stick")+": "+stick(d.a, d.view.Offer.ID)))
	case d.s.Result == nil && ask == yut.AskRelic:
		return append(items, text(ui.Strong, d.a.T("yt.tray.relic")+": "+d.a.T("yt.choices", "n", len(d.view.Reward.Relics))))
	}
	return d.lastThrow(items, drop)
}

// buttons appends the buttons that throw and begin to move. A finger has the mat and the frame's buttons, and a picture
// of the mat needs none before the moves.
func (d *desk) buttons(items []kit.Item) []kit.Item {
	throws, starts := d.view.Ask == yut.AskThrow, d.view.Ask == yut.AskStart
	if d.l.Touch {
		return items
	}
	start := kit.Push{Label: d.a.T("yt.button.start"), Hot: starts, Off: !starts, Msg: board.StartHit{}}
	label := app.If(throws, d.a.T("yt.button.throw", "n", d.view.ThrowsLeft), d.a.T("yt.button.none"))
	both := kit.ByLevel{Pictures: nothing, Signs: &kit.Flow{Blocks: []kit.Block{kit.Push{Label: label, Hot: throws, Off: !throws, Msg: board.ThrowHit{}}, start}}}
	if starts {
		both.Pictures = start
	}
	return append(items, item(both))
}

// lastThrow appends the last throw in words, nothing before it and while pieces move.
func (d *desk) lastThrow(items []kit.Item, drop int) []kit.Item {
	last := d.view.Last
	if last == nil || len(d.view.Hand) == 0 || d.view.Moving {
		return items
	}
	text := tokenName(d.a, last.Token) + "!"
	if last.Token != last.Thrown {
		text = tokenName(d.a, last.Thrown) + " > " + text
	}
	if d.view.Ask == yut.AskThrow {
		text += "  " + d.a.T("yt.more")
	}
	if d.asked && d.v.landing(d.a) {
		text = d.a.T("yt.thud") + " " + text
	}
	return append(items, kit.Item{Block: kit.Text{Ink: app.If(d.asked, ui.Accent, ui.Strong) | ui.Bold, Text: text}, Drop: drop})
}

// held is the time for which the sticks have rolled, and its limit.
type held struct{ *desk }

// marks returns the half seconds as signs, with a blank before them.
func (h held) marks() string {
	if rollSetting.Of(h.a) != "" {
		return ""
	}
	return " " + h.v.roll.marks()
}

// The cells of the seconds, of the least and of the longest bar.
const secondsWidth, heldLeast, heldMost = 7, 8, 40

// Least returns the size with a short bar, and the signs below it if there is no room beside it.
func (h held) Least(_ kit.Look, w int) kit.Size {
	size := kit.Size{W: heldLeast + secondsWidth, H: 1}
	if marks := ui.Width(h.marks()); marks > 0 && w < size.W+marks {
		size.H = 2
	}
	return size
}

// Wish returns the least height.
func (h held) Wish(l kit.Look, w int) int { return h.Least(l, w).H }

// Draw draws the bar, the seconds and the signs. A click stops.
func (h held) Draw(l kit.Look, g ui.Region) {
	marks := h.marks()
	x, y := g.W()-ui.Width(marks), 0
	if x < heldLeast+secondsWidth {
		x, y, marks = 0, 1, strings.TrimSpace(marks)
	}
	bar := min(app.If(y > 0, g.W(), x)-secondsWidth, heldMost)
	kit.ByLevel{
		Pictures: kit.Picture{Paint: func(_ kit.Look, g ui.Region) {
			spent := min(time.Since(h.v.roll.since), mostRoll)
			g.Bar(0, 0, bar, int(spent/time.Millisecond), int(mostRoll/time.Millisecond), face.Accent, ui.Track)
		}},
		Signs: kit.Word{Ink: ui.Strong, Text: h.v.roll.bar(bar - 2)},
	}.Draw(l, g)
	end := bar + g.Text(bar+1, 0, ui.Strong|ui.Bold, h.a.T("yt.seconds", "n", h.v.roll.seconds())) + 1
	if y == 0 {
		x = end
	}
	g.Text(x, y, ui.Accent, marks)
	if !l.Touch {
		g.Hit(g.Rect(), board.ThrowHit{})
	}
}

// ways are the ways of the piece in focus, each with its letter, or as buttons for a finger.
func (d *desk) ways() kit.Block {
	m, ok := d.v.focused(d.view)
	if !ok {
		return nothing
	}
	ways := d.v.ways(d.view)
	rows, buttons := kit.Col(0, 0), &kit.Flow{}
	for i, w := range ways {
		text := way(d.a, d.view, w, len(ways) > 1)
		if len(ways) == 1 {
			text = spot(d.a, m.From) + " > " + text
		}
		if w.Steps != w.Token.Steps() {
			text += "  " + d.a.T("yt.did.steps", "n", w.Steps-w.Token.Steps())
		}
		letter, hot := string(rune('a'+i)), w.Action == m.Action
		if d.l.Touch {
			buttons.Blocks = append(buttons.Blocks, kit.Push{Label: letter + "  " + text, Hot: hot, Msg: wayHit(w.Action)})
			continue
		}
		rows.Items = append(rows.Items, item(kit.Tap{Msg: wayHit(w.Action), Block: kit.Row(1,
			item(kit.Chips{{Word: letter, Ground: app.If(hot, ui.Picked, ui.Cap)}}), kit.Item{Block: kit.Text{Ink: app.If(hot, ui.Strong|ui.Bold, ui.Text), Text: text}, Fill: 1})}))
	}
	if d.l.Touch {
		return buttons
	}
	return rows
}

// pieces lists the pieces that can move with the token in focus. A click on the one in focus moves it.
type pieces struct{ *desk }

// place returns the pieces' words, clicks and places; focus is the one in focus.
func (p pieces) place(w int) (words []string, hits []int, at []ui.Rect, focus int, size kit.Size) {
	m, ok := p.v.focused(p.view)
	last, focus := yut.Finished, -1
	rows := kit.InRows{W: w, Gap: 1}
	for i, o := range movesWith(p.view, p.v.token) {
		if i > 0 && o.From == last {
			continue
		}
		last = o.From
		n := o.Pieces
		if o.From == yut.Home {
			n = p.view.Home
		}
		text, hit := spot(p.a, o.From)+" x"+app.Itoa(n), i
		if ok && o.From == m.From {
			focus, hit = len(words), p.v.at // a second press plays the way in focus
		}
		words, hits, at = append(words, text), append(hits, hit), append(at, rows.Next(ui.Width(text)+2))
	}
	return words, hits, at, focus, rows.Size()
}

// Least returns the size of the rows.
func (p pieces) Least(_ kit.Look, w int) kit.Size {
	_, _, _, _, size := p.place(w)
	return size
}

// Wish returns the same rows.
func (p pieces) Wish(l kit.Look, w int) int { return p.Least(l, w).H }

// Draw draws the pieces.
func (p pieces) Draw(_ kit.Look, g ui.Region) {
	words, hits, at, focus, _ := p.place(g.W())
	for i, r := range at {
		tok, mark := ui.Text, "  "
		if i == focus {
			tok, mark = ui.Focus, "> "
		}
		g.Text(r.X, r.Y, tok, mark+words[i])
		g.Hit(r, board.MoveHit(hits[i]))
	}
}

// relicBlock is a relic: its picture, its name and its effect.
func relicBlock(a *app.App, id string) kit.Block {
	e, _ := yut.FindRelic(id)
	name, text := e.Name.In(a.Lang.String()), e.Text.In(a.Lang.String())
	row := kit.Row(1, kit.Item{Block: tiles[id]}, kit.Item{Fill: 1, Block: kit.Col(0, 0,
		kit.Item{Block: kit.Text{Ink: ui.Strong | ui.Bold, Text: name}}, kit.Item{Block: kit.Text{Ink: ui.Text, Text: text}})})
	return kit.Told{Block: row, Text: func() string { return name + ": " + text }}
}

// tiles are the pictures of the relics by their ids, an empty one for "", which a frame need not make.
var tiles = func() map[string]kit.Block {
	list := map[string]kit.Block{}
	for _, r := range append(yut.Relics(), yut.RelicEntry{}) {
		list[r.ID] = kit.Picture{Size: kit.Size{W: 8, H: 3}, Art: true, Paint: func(_ kit.Look, g ui.Region) { board.Tile(g, 0, 0, r.ID) }}
	}
	return list
}()

// noTiles are the places of relics while there is none.
var noTiles = func() kit.Line {
	row := kit.Row(1)
	for range yut.Pieces - 1 {
		row.Items = append(row.Items, item(tiles[""]))
	}
	return row
}()

// relics are the relics won with their effects; if not all have to be whole, with less room as pictures over their
// names, or as names alone.
func (d *desk) relics(whole bool) kit.Block {
	if len(d.view.Relics) == 0 {
		why := item(kit.Text{Ink: ui.Muted, Text: d.a.T("yt.norelics.why")})
		all := kit.Col(1, 1, item(noTiles), why)
		if whole {
			return d.titled("yt.relics", "", all)
		}
		return d.titled("yt.relics", "", kit.Fit{all, why.Block, kit.Text{Ink: ui.Muted, Text: d.a.T("yt.relics") + ": " + d.a.T("yt.norelics")}})
	}
	all, row, names := kit.Col(1, 0), kit.Row(1), ""
	for i, have := range d.view.Relics {
		row.Items = append(row.Items, item(tiles[have.ID]))
		all.Items = append(all.Items, item(relicBlock(d.a, have.ID)))
		names += app.TextIf(i > 0, ", ") + relic(d.a, have.ID)
	}
	if whole {
		return d.titled("yt.relics", "", all)
	}
	text := item(kit.Text{Ink: board.RelicInk, Text: names})
	return d.titled("yt.relics", "", kit.Fit{kit.Low{Block: all}, kit.Col(0, 0, item(row), text), text.Block})
}

// seed names the run's seed where it is known.
func (d *desk) seed() string {
	switch name := (yut.Game{}).SeedName(d.s.Seed); {
	case d.s.Daily != "":
		return d.a.T("yt.day", "d", d.s.Daily[min(5, len(d.s.Daily)):])
	case d.s.Seeded && name != "":
		return d.a.T("yt.seed", "s", name)
	}
	return d.a.T("yt.menu.noseed")
}

// signs says what the signs of nodes mean, and that nothing can be taken back; with lines also which seed it is.
func (d *desk) signs() kit.Block {
	legend := func(stick, refresh string) kit.Block {
		return kit.Legend{
			{Sign: stick, SignInk: board.StickInk, Text: d.a.T("yt.legend.stick")}, {Sign: refresh, SignInk: board.RefreshInk, Text: d.a.T("yt.legend.refresh")},
		}
	}
	return kit.Col(0, 0, item(kit.ByLevel{Pictures: legend("+", "~"), Signs: legend("{ + }", "< ~ >")}), item(kit.Text{Ink: ui.Muted, Text: d.a.T("yt.slip")}),
		item(kit.Only{In: kit.Unpictured, Block: kit.Text{Ink: ui.Muted, Text: d.seed()}}))
}

// mostLatest is the number of the latest sentences of the log beside a board.
const mostLatest = 12

// latest are the latest sentences of the log.
func (d *desk) latest() kit.Block {
	points := kit.Points{Few: 3}
	for ply := len(d.s.Plies) - 1; ply >= 0 && len(points.List) < mostLatest; ply-- {
		said := spokenPly(d.a, d.s, ply)
		for i := len(said) - 1; i >= 0; i-- {
			points.List = append(points.List, kit.Point{Text: said[i], Ink: ui.Text})
		}
	}
	if len(points.List) == 0 {
		return nothing
	}
	return kit.Panel{Title: d.a.T("yt.log"), Body: points}
}
