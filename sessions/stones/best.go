package stones

import (
	"fmt"
	"sync"

	tea "charm.land/bubbletea/v2"

	"arcade/games/stones"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/ui"
)

// bestPlay is the table of best play: the choice and its worth by cell and picks left. The player can change the uses of
// choices 2 and 3, and the aim.
type bestPlay struct {
	mode, cell, left, used2, used3 int
	top                            bool // it aims at the highest grade of the mode, not at the mean
}

func newBest(*app.App) *bestPlay {
	b := &bestPlay{mode: 1}
	b.left = b.picks()
	return b
}

func (b *bestPlay) Topic() string { return "stonesbest" }

// play returns the play in the table, picks the number of picks in a run of its mode.
func (b *bestPlay) play() *stones.Solution {
	if b.top {
		return stones.TopPlay(b.mode)
	}
	return stones.BestPlay(b.mode)
}

func (b *bestPlay) picks() int { return b.play().Mode().Picks }

// worth returns the mean, or the chance of the highest grade, in so many decimals.
func (b *bestPlay) worth(mean float64, final stones.Chances, decimals int) string {
	if b.top {
		return percent(final[b.play().Mode().Top()], decimals)
	}
	return fmt.Sprintf("%.4f", mean)
}

// state is a state of the table; picks of choice 1 follow from the others.
func (b *bestPlay) state(cell, left int) (stones.State, bool) {
	ones := b.picks() - left - b.used2 - b.used3
	s := stones.State{Cell: cell, Left: left, Used: [stones.Choices]int{ones, b.used2, b.used3}}
	return s, ones >= 0 && reachable()[b.mode-1][s]
}

// reachable returns the states that some play can reach, by mode.
var reachable = sync.OnceValue(func() (list []map[stones.State]bool) {
	for _, m := range stones.Modes() {
		all := map[stones.State]bool{}
		for _, s := range m.Reachable() {
			all[s] = true
		}
		list = append(list, all)
	}
	return list
})

// stateHit is a click on a place of the table.
type stateHit struct{ cell, left int }

func (b *bestPlay) Commands(*app.App) []app.Command {
	key := func(key ui.Key, bar string, do func()) app.Command {
		return app.Command{Key: key, Bar: bar, Do: func(*app.App) {
			do()
		}}
	}
	limit := stones.Choice(2).Limit() + 1
	return []app.Command{
		{Key: "leftright", Bar: "st.col.cell", Turn: func(_ *app.App, by int) { b.cell = (b.cell + by + stones.Goal) % stones.Goal }},
		{Key: "updown", Bar: "st.tile.left", Turn: func(_ *app.App, by int) { b.left = (b.left-1-by+b.picks())%b.picks() + 1 }},
		key("home", "", func() { b.cell = 0 }),
		key("end", "", func() { b.cell = stones.Goal - 1 }),
		key("1", "st.key.mode", func() {
			b.mode = b.mode%len(stones.Modes()) + 1
			b.left = min(b.left, b.picks())
		}),
		key("2", "st.key.used2", func() { b.used2 = (b.used2 + 1) % limit }),
		key("3", "st.key.used3", func() { b.used3 = (b.used3 + 1) % limit }),
		key("4", "st.key.aim", func() { b.top = !b.top }),
		app.HelpKey, app.BackKey,
	}
}

func (b *bestPlay) Handle(_ *app.App, msg tea.Msg) {
	if hit, ok := msg.(stateHit); ok {
		b.cell, b.left = hit.cell, hit.left
	}
}

// tones are the grounds of the states of the table of best play, by worth; toneInk is the ink on them.
var (
	tones = [5]ui.Token{
		ui.NewPaint(ui.Paint{Night: 0x123c44, Day: 0xdcebe9, Dark: 236, Light: 254}), ui.NewPaint(ui.Paint{Night: 0x14505a, Day: 0xc3e0de, Dark: 23, Light: 195}),
		ui.NewPaint(ui.Paint{Night: 0x176873, Day: 0xa5d3d2, Dark: 30, Light: 152}), ui.NewPaint(ui.Paint{Night: 0x1a7a85, Day: 0x84c4c5, Dark: 37, Light: 116}),
		ui.NewPaint(ui.Paint{Night: 0x33b4be, Day: 0x62b3b7, Dark: 80, Light: 80}),
	}
	toneInks = [5]ui.Token{toneInk, toneInk, darkInk, darkInk, ui.NewPaint(lit(0x0a0c10, 16))}
	toneInk  = ui.NewPaint(ui.Paint{Night: 0xffffff, Day: 0x0a0c10, Dark: 231, Light: 16})
	darkInk  = ui.NewPaint(ui.Paint{Night: 0xffffff, Day: 0x0a0c10, Dark: 16, Light: 16})
	neverTok = ui.NewPaint(ui.Paint{Night: 0x12141c, Day: 0xddd3bd, Dark: 232, Light: 253})
)

// scale tells the worth of the first tone, and the step to the next.
type scale struct {
	from, step float64
	form       string // of a worth
}

// scale returns the scale of the mean, or of the chance of the highest grade in per cent.
func (b *bestPlay) scale() scale {
	if b.top {
		return scale{0, 10, "%.0f%%"}
	}
	return scale{2.0, 0.4, "%.1f"}
}

// tone returns the tone of a state.
func (b *bestPlay) tone(s stones.State) int {
	play := b.play()
	value := play.Value(s)
	if b.top {
		value = 100 * play.Final(s)[play.Mode().Top()]
	}
	scale := b.scale()
	return min(max(int((value-scale.from)/scale.step), 0), len(tones)-1)
}

// place is a cell with so many picks left, over all uses with which best play reaches it: the first of
// them, and whether the choice depends on the uses.
type place struct {
	state   stones.State
	comes   bool
	depends bool
}

// placeTable has the places of a play, by picks left and cell.
type placeTable [stones.Picks + 1][stones.Cells]place

// bestTables and topTables are the tables of both aims, by mode. Most processes never need them.
var bestTables, topTables = sync.OnceValue(func() []placeTable { return tablesOf(stones.BestPlay) }), sync.OnceValue(func() []placeTable { return tablesOf(stones.TopPlay) })

func tablesOf(play func(mode int) *stones.Solution) (list []placeTable) {
	for _, m := range stones.Modes() {
		list = append(list, tableOf(play(m.Number)))
	}
	return list
}

// table returns the table of the page.
func (b *bestPlay) table() *placeTable {
	if b.top {
		return &topTables()[b.mode-1]
	}
	return &bestTables()[b.mode-1]
}

// tableOf follows a play through all rolls from the start.
func tableOf(solution *stones.Solution) (list placeTable) {
	now := map[stones.State]bool{solution.Mode().Begin(): true}
	for len(now) > 0 {
		next := map[stones.State]bool{}
		for s := range now {
			if s.Over() {
				continue
			}
			c := solution.Best(s)
			p := &list[s.Left][s.Cell]
			switch {
			case !p.comes:
				*p = place{state: s, comes: true}
			default:
				p.depends = p.depends || c != solution.Best(p.state)
				if fewer(s, p.state) {
					p.state = s
				}
			}
			low, high := landing(s.Cell, c)
			for cell := low; cell <= high; cell++ {
				after := s
				after.Cell, after.Left = cell, s.Left-1
				after.Used[c-1]++
				next[after] = true
			}
		}
		now = next
	}
	return list
}

// fewer reports whether a state has fewer uses of the choices 2 and 3 than another.
func fewer(s, than stones.State) bool {
	return s.Used[1] < than.Used[1] || s.Used[1] == than.Used[1] && s.Used[2] < than.Used[2]
}

// shown returns the state for a place: with the chosen uses if a run can reach it with them, else with the
// fewest of best play.
func (b *bestPlay) shown(cell, left int) (s stones.State, depends, ok bool) {
	p := b.table()[left][cell]
	if s, ok := b.state(cell, left); ok {
		return s, p.depends, true
	}
	return p.state, p.depends, p.comes
}

// Draw draws the table.
func (b *bestPlay) Draw(a *app.App, c *ui.Canvas) { a.Compose(c, b) }

// View shows the choice of best play in each place, and the three choices in the one in focus.
func (b *bestPlay) View(a *app.App) app.View {
	top := gradeName(a, b.play().Mode().Top())
	v := app.View{Place: []string{a.T("game." + stones.Name), a.T("st.best.place")}, Facts: a.T("st.mode", "n", b.mode), Usual: a.T("st.best.never"), Keys: a.Bar(b.Commands(a))}
	if s, _, ok := b.shown(b.cell, b.left); ok {
		play := b.play()
		key := app.If(b.top, "st.best.topmsg", "st.best.msg")
		v.Usual = a.T(key, "a", b.cell, "n", b.left, "c", choiceName(a, play.Best(s)), "g", top, "v", b.worth(play.Value(s), play.Final(s), 2))
	}
	pictures, signs := b.grid(a, b.drawPlace), b.grid(a, b.writePlace)
	places := kit.ByLevel{Pictures: pictures, Signs: signs}
	pictures.Msg, signs.Msg = nil, nil // the places are too small for a finger
	fixed := kit.ByLevel{Pictures: pictures, Signs: signs}
	v.Body = kit.Col(1, 0,
		kit.Item{Block: kit.Sheet{Inset: true, Block: kit.Col(0, 0,
			kit.Item{Block: kit.Ends{Left: a.T("st.best.used", "a", b.used2, "b", b.used3), Ink: ui.Strong | ui.Bold, Right: a.T("st.tile.left") + " | " + a.T("st.col.cells")}},
			kit.Item{Block: kit.Only{In: kit.Mouse, Block: places}, Fill: 1},
			kit.Item{Block: kit.Only{In: kit.Finger, Block: fixed}, Fill: 1},
			kit.Item{Block: b.worths(a), Drop: 2})}, First: true},
		kit.Item{Block: b.details(a)},
		kit.Item{Block: kit.Text{Ink: ui.Muted, Text: a.T(app.If(b.top, "st.best.topnote", "st.best.note"), "g", top)}, Drop: 1})
	return v
}

// grid shows the places by cell and picks left.
func (b *bestPlay) grid(a *app.App, draw func(g ui.Region, r ui.Rect, cell, left int)) kit.Grid {
	at := func(i int) (cell, left int) { return i % stones.Goal, b.picks() - i/stones.Goal }
	return kit.Grid{
		Cols: stones.Goal, Rows: b.picks(),
		Sizes: []kit.Cells{{W: 5, H: 1, GapX: 1, GapY: 1, Left: 3, Top: 2}, {W: 3, H: 1, GapX: 1, GapY: 1, Left: 3, Top: 1}, {W: 3, H: 1, GapX: 1, Left: 3, Top: 1}, {W: 2, H: 1, Left: 3, Top: 1}},
		Ground: func(g ui.Region, size kit.Cells) {
			for cell := 0; cell < stones.Goal; cell++ {
				if r := size.At(cell, 0); size.W+size.GapX > 2 || cell%2 == 0 {
					g.Text(r.X+(size.W-ui.Width(app.Itoa(cell)))/2, 0, ui.Muted, app.Itoa(cell))
				}
			}
			for row := range b.picks() {
				g.Text(0, size.At(0, row).Y, ui.Text|ui.Bold, app.Itoa(b.picks()-row))
			}
		},
		Cell: func(g ui.Region, _ kit.Cells, r ui.Rect, i int) {
			cell, left := at(i)
			draw(g, r, cell, left)
		},
		Msg: func(i int) any {
			cell, left := at(i)
			return stateHit{cell, left}
		},
		Name: func(i int) string {
			cell, left := at(i)
			return a.T("sd.left", "a", cell, "n", left)
		},
	}
}

// place returns the choice of best play in a place, with a mark if it has the focus, and the tone of its worth; false
// if the place does not come up.
func (b *bestPlay) place(cell, left, room int) (text string, t int, ok bool) {
	s, depends, ok := b.shown(cell, left)
	if ok {
		t = b.tone(s)
		text = app.Itoa(int(b.play().Best(s))) + app.TextIf(depends, "*")
	}
	if b.focused(cell, left) && ui.Width(text) < room {
		text = "›" + text
	}
	return text, t, ok
}

// focused reports whether a place has the focus.
func (b *bestPlay) focused(cell, left int) bool { return cell == b.cell && left == b.left }

// drawPlace draws a place on the ground of its worth.
func (b *bestPlay) drawPlace(g ui.Region, r ui.Rect, cell, left int) {
	text, t, ok := b.place(cell, left, r.W)
	ground, ink := neverTok, ui.Muted
	switch {
	case b.focused(cell, left):
		ground, ink = ui.Focus, ui.Focus
	case ok:
		ground, ink = tones[t], toneInks[t]
	}
	g.Fill(r, ground)
	g.Text(r.X+(r.W-ui.Width(text))/2, r.Y, ink|ui.Bold, text)
}

// writePlace writes a place.
func (b *bestPlay) writePlace(g ui.Region, r ui.Rect, cell, left int) {
	text, _, ok := b.place(cell, left, r.W)
	ink := ui.Text
	if !ok {
		text, ink = text+"-", ui.Faint
	}
	if b.focused(cell, left) {
		ink = ui.Focus
		g.Fill(r, ink)
	}
	g.Text(r.X+(r.W-ui.Width(text))/2, r.Y, ink|ui.Bold, text)
}

// worths explains the grounds, where there are pictures, and the star.
func (b *bestPlay) worths(a *app.App) kit.Block {
	const each = 5
	of := b.scale()
	scale := kit.Picture{Size: kit.Size{W: each * len(tones), H: 1}, Art: true, Paint: func(_ kit.Look, g ui.Region) {
		for i, tok := range tones {
			g.Fill(ui.Rect{X: each * i, W: each, H: 1}, tok)
			g.Text(each*i+1, 0, toneInks[i]|ui.Bold, fmt.Sprintf(of.form, of.from+of.step*float64(i)))
		}
	}}
	return kit.Row(2, kit.Item{Block: kit.Only{In: kit.Pictured, Block: kit.Word{Ink: ui.Muted, Text: a.T(app.If(b.top, "st.odds", "st.tile.mean"))}}}, kit.Item{Block: scale},
		kit.Item{Block: kit.Word{Ink: ui.Muted, Text: a.T("st.tile.star")}, Drop: 1})
}

// details shows the three choices in the place in focus: the cells, the worth, and the reward at the end.
func (b *bestPlay) details(a *app.App) kit.Block {
	s, _, ok := b.shown(b.cell, b.left)
	if !ok {
		return kit.Text{Ink: ui.Muted, Text: a.T("st.best.never")}
	}
	solution := b.play()
	col := kit.Col(1, 0, kit.Item{Block: kit.Ends{
		Left: a.T("sd.left", "a", s.Cell, "n", s.Left) + "   " + a.T("st.best.used", "a", s.Used[1], "b", s.Used[2]), Ink: ui.Strong | ui.Bold, Right: a.T("st.best.end"),
	}})
	for _, o := range solution.Outlooks(s) {
		ink, mark := ui.Text, "  "
		if o.Choice == solution.Best(s) {
			ink, mark = ui.Accent|ui.Bold, "* "
		}
		col.Items = append(col.Items, kit.Item{Block: kit.Row(1,
			kit.Item{Block: kit.Word{Ink: ink, Text: mark + choiceName(a, o.Choice)}, Fix: 7},
			kit.Item{Block: kit.Word{Ink: ui.Text, Text: a.T("st.rich.cells", "to", spanText(s.Cell, o.Choice))}, Fix: 13},
			kit.Item{Block: kit.Word{Ink: ink, Text: b.worth(o.Value, o.Final, 1)}, Fix: 6},
			kit.Item{Block: finals(a, o.Final), Fill: 1})})
	}
	return col
}

// finals shows the chances of the grades at the end: a bar, or words for as many as have room.
func finals(a *app.App, chances stones.Chances) kit.Block {
	size := kit.Size{W: 12, H: 1}
	return kit.ByLevel{Pictures: kit.Picture{Size: size, Paint: func(_ kit.Look, g ui.Region) {
		gradeBar(a, g, 0, 0, g.W(), chances)
	}}, Signs: kit.Picture{Size: size, Paint: func(_ kit.Look, g ui.Region) {
		x := 0
		for r := stones.Reward(stones.Rewards - 1); r >= 0; r-- {
			text := fmt.Sprintf("%s %.1f%%", tag(a, r), 100*chances[r])
			if chances[r] > 0 && x+ui.Width(text) <= g.W() {
				x += g.Text(x, 0, gradeTokens[r], text) + 2
			}
		}
	}}}
}
