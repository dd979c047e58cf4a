package screentest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	tea "charm.land/bubbletea/v2"

	"arcade/internal/chance"
	"arcade/internal/race"
	"arcade/sessions/app"
	"arcade/sessions/client"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/sessions/words"
	"arcade/store"
)

// ordinary are sizes that people have: a phone in both directions, a tablet, terminals with a row or a column less
// than usual, and large ones.
var ordinary = []client.Size{
	{Width: 48, Height: 23}, {Width: 48, Height: 36}, {Width: 48, Height: 64}, {Width: 60, Height: 30}, {Width: 79, Height: 24}, {Width: 80, Height: 23}, {Width: 80, Height: 24},
	{Width: 96, Height: 64}, {Width: 100, Height: 30}, {Width: 106, Height: 49}, {Width: 120, Height: 40}, {Width: 160, Height: 50}, {Width: 200, Height: 60},
}

// tablets are sizes of pages that people touch: tablets and phones in both directions.
var tablets = []client.Size{{Width: 96, Height: 64}, {Width: 106, Height: 49}, {Width: 120, Height: 40}, {Width: 80, Height: 36}, {Width: 105, Height: 26}, {Width: 99, Height: 26}, {Width: 95, Height: 28}}

// small are sizes in which a table in play is shown, and other screens if they have room.
var small = []client.Size{{Width: 40, Height: 20}, {Width: 44, Height: 22}, {Width: 47, Height: 40}}

// randomSizes is the number of further sizes of each state, plainSizes of those that are drawn without lines, too.
const randomSizes, plainSizes = 4, 3

// testAnySize: a screen is whole in any size, at each level, with the usual values for a finger and with the
// widest for a mouse: nothing is cut or overlaps, no block has less than its least, every command can be reached by a
// click. For a finger every target is large enough, and no sentence names a key or the mouse. In its old size the
// screen is the old one.
func testAnySize(t *testing.T, pages []Page, widen func(*Person)) {
	if race.On {
		t.Skip("layouts alone")
	}
	if widen == nil {
		widen = func(p *Person) { p.WidenTables(nil) }
	}
	seed := chance.Seed(t)
	for _, pg := range pages {
		t.Run(pg.Name, func(t *testing.T) {
			t.Parallel()
			for i, lang := range []words.Lang{words.EN, words.KO} {
				rng := rand.New(rand.NewPCG(seed, uint64(i)))
				synctest.Test(t, func(t *testing.T) {
					h := NewHall(t, lang)
					h.finger = true
					pg.Make(h).anySize(t, rng)
				})
				for _, list := range widest {
					synctest.Test(t, func(t *testing.T) {
						h := NewHall(t, lang)
						h.people = list
						p := pg.Make(h)
						widen(p)
						p.anySize(t, rng)
					})
				}
			}
		})
	}
}

// anySize checks a screen in the ordinary sizes and in some by chance, for a finger and for a mouse.
func (p *Person) anySize(t *testing.T, rng *rand.Rand) {
	p.Toasts = nil // they are not the screen's
	p.touched(t)
	p.Send(client.Prefers{})
	p.LookAs(80, 24, ui.LevelLines)
	before := p.State()
	sizes := slices.Clone(ordinary)
	for range randomSizes {
		sizes = append(sizes, client.Size{Width: 48 + rng.IntN(153), Height: 23 + rng.IntN(38)})
	}
	for i, s := range sizes {
		levels := []ui.Level{ui.LevelRich, ui.LevelLines, ui.LevelPlain}
		if i >= plainSizes { // plain differs from lines only in its symbols
			levels = levels[:2]
		}
		for _, level := range levels {
			if !p.isWhole(t, s, level, "") {
				return
			}
		}
	}
	for _, s := range small {
		for _, level := range []ui.Level{ui.LevelRich, ui.LevelLines} {
			if !p.isWhole(t, s, level, "") {
				break
			}
		}
	}
	p.LookAs(80, 24, ui.LevelLines)
	for _, s := range []client.Size{{Width: 60, Height: 18}, {Width: 1, Height: 1}, {Width: 500, Height: 200}, {Width: 80, Height: 24}} {
		p.Send(tea.WindowSizeMsg{Width: s.Width, Height: s.Height})
	}
	if p.State() != before {
		t.Errorf("another screen than before:\n%s", p.Canvas().Plain(p.Glyphs))
	}
}

// touched checks a screen for a finger.
func (p *Person) touched(t *testing.T) {
	p.Send(client.Prefers{Finger: true})
	for _, s := range tablets {
		for _, level := range []ui.Level{ui.LevelRich, ui.LevelLines} {
			if !p.isWhole(t, s, level, ", touched") {
				break
			}
		}
	}
	if !p.Hall.finger {
		return // what has been said was for a mouse
	}
	for _, s := range fingers {
		p.LookAs(s.Width, s.Height, ui.LevelRich)
		for _, problem := range slices.Concat(p.keyNames(), p.keyCaps()) {
			t.Errorf("%dx%d: %s\n%s", s.Width, s.Height, problem, p.Canvas().Plain(p.Glyphs))
		}
	}
}

// isWhole checks a screen in a size and a level, and reports whether it is whole.
func (p *Person) isWhole(t *testing.T, s client.Size, level ui.Level, how string) bool {
	p.LookAs(s.Width, s.Height, level)
	if p.Canvas().Short && !p.playing() {
		return true
	}
	if p.Canvas().Short {
		t.Errorf("%dx%d %s%s: the table in play has no room", s.Width, s.Height, glyphNames[level], how)
		return false
	}
	problems := slices.Concat(p.Problems(), p.unreached(), p.unnamed(), p.small(), p.joined())
	for _, problem := range problems {
		t.Errorf("%dx%d %s%s: %s", s.Width, s.Height, glyphNames[level], how, problem)
	}
	if len(problems) > 0 {
		t.Log("\n" + p.Canvas().Plain(level))
	}
	return len(problems) == 0
}

// playing reports whether the screen is a table in play, which has room in every size that [ui.FitsTable].
func (p *Person) playing() bool {
	t, ok := p.Top().(*play.Table)
	return ok && t.Snap != nil && t.Snap.Status == store.Live && t.Snap.Result == nil
}

// unreached returns the commands of the top screen that no click reaches: neither a key, nor a place of the screen,
// nor the menu.
func (p *Person) unreached() (list []string) {
	pressed := map[ui.Key]bool{"updown": true, "leftright": true}
	for _, at := range p.Canvas().Areas() {
		switch msg := at.Msg.(type) {
		case ui.Press:
			pressed[ui.Key(msg)] = true
		case ui.SlideHit: // a slider reaches every ply
			for _, key := range []ui.Key{"home", "left", "right", "end", "[", "]", "n", "w"} {
				pressed[key] = true
			}
		case ui.RowHit: // what the row's digit does
			pressed[ui.Key(app.Itoa(int(msg)+1))] = true
		case interface{ Does() ui.Key }: // what a click on a board does as a key does
			pressed[msg.Does()] = true
		}
		if _, pick := at.Msg.(app.PickHit); at.Name != "" && !pick { // a click on a board plays as Enter does
			pressed["enter"] = true
		}
	}
	top, ok := p.Top().(interface{ Commands(*app.App) []app.Command })
	if !ok {
		return nil // a question: its answers are areas
	}
	commands := top.Commands(p.App)
	if pressed["space"] || pressed["m"] { // the menu, which has the help
		pressed["?"] = true
		for _, c := range commands {
			pressed[c.Key] = pressed[c.Key] || c.Menu != ""
		}
	}
	labels := map[string]bool{}
	for _, c := range commands {
		labels[c.Bar] = labels[c.Bar] || c.Bar != "" && pressed[c.Key]
	}
	for _, c := range commands {
		reached := c.Off || len(c.Keys()) == 0 || labels[c.Bar] || c.Bar+c.Menu == "" || c.Turn != nil || c.Each != nil
		for _, key := range append(c.Keys(), c.Key) {
			reached = reached || pressed[key]
		}
		if !reached {
			list = append(list, fmt.Sprintf("no click reaches %s (%s)", c.Key, p.T(app.If(c.Bar != "", c.Bar, c.Menu))))
		}
	}
	return list
}

// unnamed returns the targets that say nothing to people who do not see them: neither what they do nor what they are. A
// letter or a digit alone is a key's name.
func (p *Person) unnamed() (list []string) {
	if p.Closing() { // the server's notice covers words
		return nil
	}
	for _, at := range p.Scene(p.Canvas()).Areas() {
		if !at.Slides && len(strings.TrimSpace(at.Label)) < 2 {
			list = append(list, fmt.Sprintf("a target at %d, %d is called %q", at.X, at.Y, at.Label))
		}
	}
	return list
}

// small returns the targets that are too small for a finger, or overlap. Six columns are 44 px on the narrowest phone: with
// pictures, which a page has unless its user changes that, a target of five has a free one beside it, which the page adds.
func (p *Person) small() (list []string) {
	if !p.Canvas().Touch {
		return nil
	}
	areas := p.Canvas().Areas()
	for i, at := range areas {
		if above := at.Y+at.H <= 2; above { // a notice over the frame is not the screen's
			continue
		}
		if at.W < 5 || at.H < 3 {
			list = append(list, fmt.Sprintf("a target of %dx%d at %d, %d: %v", at.W, at.H, at.X, at.Y, at.Msg))
		}
		for _, other := range areas[:i] {
			if r := at.Intersect(other.Rect); r.W > 0 && r.H > 0 {
				list = append(list, fmt.Sprintf("%v and %v overlap at %d, %d", other.Msg, at.Msg, r.X, r.Y))
			}
		}
		free := func(x int) bool {
			column := ui.Rect{X: x, Y: at.Y, W: 1, H: at.H}
			return x >= 0 && x < p.W && !slices.ContainsFunc(areas, func(other ui.Area) bool { return other.Intersect(column).W > 0 && other.Intersect(column).H > 0 })
		}
		if p.Canvas().Rich && at.W < 6 && !free(at.X-1) && !free(at.X+at.W) {
			list = append(list, fmt.Sprintf("a target of %dx%d at %d, %d has no free column beside it: %v", at.W, at.H, at.X, at.Y, at.Msg))
		}
	}
	return list
}
