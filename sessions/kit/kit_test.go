package kit

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"arcade/sessions/ui"
)

// box is a block that notes where it was drawn.
type box struct {
	least, wish Size
	drawn       *[]ui.Rect
}

func (b box) Least(_ Look, _ int) Size     { return b.least }
func (b box) Wish(_ Look, _ int) int       { return b.wish.H }
func (b box) Draw(_ Look, g ui.Region)     { *b.drawn = append(*b.drawn, g.Place()) }
func (b box) String() string               { return fmt.Sprintf("%v", b.least) }
func same(a, b ui.Rect) bool               { r := a.Intersect(b); return r.W > 0 && r.H > 0 }
func inside(outer ui.Rect, r ui.Rect) bool { return outer.Intersect(r) == r }

// anyBlock draws a block of lines, fits, flows, panels and boxes.
func anyBlock(t *rapid.T, depth int, drawn *[]ui.Rect) Block {
	kind := 0
	if depth > 0 {
		kind = rapid.IntRange(0, 5).Draw(t, "kind")
	}
	children := func() (list []Block) {
		for range rapid.IntRange(1, 3).Draw(t, "children") {
			list = append(list, anyBlock(t, depth-1, drawn))
		}
		return list
	}
	switch kind {
	case 1, 2:
		n := Line{Down: kind == 1, Tight: rapid.IntRange(0, 1).Draw(t, "tight")}
		n.Gap = n.Tight + rapid.IntRange(0, 1).Draw(t, "gap")
		for _, b := range children() {
			n.Items = append(n.Items, Item{Block: b, Fill: rapid.IntRange(0, 2).Draw(t, "fill"), Drop: rapid.IntRange(0, 2).Draw(t, "drop"), First: rapid.Bool().Draw(t, "first")})
		}
		return n
	case 3:
		return Fit(children())
	case 4:
		return &Flow{Gap: 1, Blocks: children()}
	case 5:
		return Panel{Title: "a title", Body: children()[0]}
	}
	h := rapid.IntRange(1, 5).Draw(t, "h")
	return box{Size{rapid.IntRange(1, 30).Draw(t, "w"), h}, Size{0, h + rapid.IntRange(0, 5).Draw(t, "more")}, drawn}
}

// In a region of at least its least, a block is drawn without a mistake: no part has less than its least, no two
// overlap, and none leaves the region.
func TestArrangements(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var drawn []ui.Rect
		b := anyBlock(t, 3, &drawn)
		l := Look{Rich: rapid.Bool().Draw(t, "rich"), Touch: rapid.Bool().Draw(t, "touch")}
		w := rapid.IntRange(20, 200).Draw(t, "w")
		least := b.Least(l, w)
		if least.W > w {
			return
		}
		if wish := b.Wish(l, w); wish < least.H {
			t.Fatalf("a wish of %d below the least %v", wish, least)
		}
		c := ui.New(w+2, least.H+rapid.IntRange(0, 20).Draw(t, "more")+2)
		c.Strict, c.Rich = true, l.Rich
		c.Compose(false, nil)
		at := ui.Rect{X: 1, Y: 1, W: w, H: c.H() - 2}
		Draw(b, l, c.Sub(at))
		for _, err := range c.Errors {
			t.Error(err)
		}
		for i, r := range drawn {
			if !inside(c.Sub(at).Place(), r) {
				t.Errorf("%v leaves %v", r, at)
			}
			for _, other := range drawn[:i] {
				if same(r, other) {
					t.Errorf("%v and %v overlap", other, r)
				}
			}
		}
	})
}

// shown draws a block and returns its text.
func shown(b Block, l Look, w, h int) string {
	c := ui.New(w, h)
	c.Strict, c.Rich = true, l.Rich
	c.Compose(false, nil)
	Draw(b, l, c.Region)
	text := c.Plain(ui.LevelLines)
	for _, err := range c.Errors {
		text += "\n" + err.Error()
	}
	return strings.TrimRight(text, "\n")
}

// A line omits what may be omitted, the highest first, and then gives room to wishes and to what fills.
func TestLine(t *testing.T) {
	text := func(s string) Block { return Text{ui.Text, s} }
	col := Col(1, 0, Item{Block: text("one")}, Item{Block: text("two"), Drop: 2}, Item{Block: text("three"), Drop: 1})
	for h, want := range map[int]string{1: "one", 2: "one\nthree", 3: "one\ntwo\nthree", 5: "one\n\ntwo\n\nthree"} {
		if got := shown(col, Look{}, 20, h); got != want {
			t.Errorf("%d rows: %q, not %q", h, got, want)
		}
	}
	row := Row(1, Item{Block: text("a"), Fill: 1}, Item{Block: text("b"), Fix: 3}, Item{Block: text("c"), Fill: 1})
	if got := shown(row, Look{}, 15, 1); got != "a     b   c" {
		t.Errorf("%q", got)
	}
}

// Numbers are in pixels where they have room; five are three and two.
func TestNumbers(t *testing.T) {
	n := Numbers{List: []Number{{Value: "1", Label: "runs"}, {Value: "2", Label: "done"}, {Value: "3", Label: "mean"}, {Value: "4", Label: "more"}, {Value: "5", Label: "best"}}}
	if got := shown(n, Look{}, 20, 4); got != "1      2      3\nruns   done   mean\n4          5\nmore       best" {
		t.Errorf("%s", got)
	}
	if s := n.Least(Look{Rich: true}, 60); s.H != wordRows {
		t.Errorf("least %v", s)
	}
	if h := n.Wish(Look{Rich: true}, 60); h != pixelRows {
		t.Errorf("wish %d", h)
	}
}

// A list omits columns that have no room; a finger finds them in the second line of a row of three. Rows of one line have
// it in the middle. The headings stay, unless a finger's rows have no room below them.
func TestList(t *testing.T) {
	l := List{
		Cols: []Column{{Head: "name", W: 20, Name: true}, {Head: "score", W: 6, Right: true}, {Head: "when", W: 10, Drop: 1}},
		N:    2, Focus: 1,
		Row: func(i int) []string { return []string{"somebody with a long name", fmt.Sprint(i), "yesterday"} },
	}
	for _, x := range []struct {
		look Look
		w, h int
		want string
	}{
		{Look{}, 50, 3, "  name                   score  when\n  somebody with a lo..       0  yesterday\n> somebody with a lo..       1  yesterday"},
		{Look{}, 28, 3, "  name               score\n  somebody with ..       0\n> somebody with ..       1"},
		{Look{Touch: true}, 28, 6, "  somebody with ..       0\n  yesterday\n\n> somebody with ..       1\n  yesterday"},
		{Look{Touch: true}, 28, 7, "  name               score\n  somebody with ..       0\n  yesterday\n\n> somebody with ..       1\n  yesterday"},
		{Look{Touch: true}, 50, 7, "  name                   score  when\n\n  somebody with a lo..       0  yesterday\n\n\n> somebody with a lo..       1  yesterday"},
	} {
		if got := shown(l, x.look, x.w, x.h); got != x.want {
			t.Errorf("%+v in %d:\n%s\nnot\n%s", x.look, x.w, got, x.want)
		}
	}
}

// A book has as many parts on a page as have room.
func TestBook(t *testing.T) {
	b := Book{Leaves: []Leaf{{"one", Text{ui.Text, "first"}, false}, {"two", Text{ui.Text, "second"}, false}, {"three", List{N: 0, Empty: "nothing"}, true}}}
	if got := shown(b, Look{}, 30, 5); got != "[one]  three\n\nfirst\n\nsecond" {
		t.Errorf("%q", got)
	}
	b.Open = -1
	if got := shown(b, Look{}, 30, 3); got != " one   two  [three]\n\n  nothing" {
		t.Errorf("%q", got)
	}
}

// A stage gives the board its largest cells, sets the rest beside it if there are enough columns, else above and below
// it, and omits what may be omitted before the board gets smaller.
func TestStage(t *testing.T) {
	grid := Grid{
		Cols: 2, Rows: 2, Sizes: []Cells{{W: 10, H: 5}, {W: 4, H: 2}, {W: 1, H: 1}},
		Ground: func(ui.Region, Cells) {},
		Cell:   func(g ui.Region, c Cells, at ui.Rect, i int) { g.Text(at.X, at.Y, ui.Text, fmt.Sprint(i)) },
		Msg:    func(i int) any { return i }, Name: func(i int) string { return fmt.Sprintf("cell %d", i) },
	}
	text := func(s string) Block { return Text{ui.Text, s} }
	s := Stage{Board: grid, Above: text("above"), Below: text("below"), Side: []Item{{Block: text("side"), Drop: 1}}}
	for _, x := range []struct {
		w, h int
		want string
	}{
		{60, 10, " 0         1           above\n\n                       side\n\n\n 2         3\n\n\n\n                       below"},
		{20, 12, "above\n0         1\n\n\n\n\n2         3\n\n\n\n\nbelow"},
		{20, 7, "above\n      0   1\n\n      2   3\n\nbelow\n side"},
		{20, 5, "      0   1\n\n      2   3\n\nabove      below"},
		{20, 3, "         01\n         23\nabove      below"},
	} {
		if got := shown(s, Look{}, x.w, x.h); got != x.want {
			t.Errorf("%dx%d:\n%s\nnot\n%s", x.w, x.h, got, x.want)
		}
	}
	c := ui.New(60, 10)
	Draw(s, Look{}, c.Region)
	if list := c.Areas(); len(list) != 4 || list[3].Name != "cell 3" {
		t.Errorf("%v", list)
	}
	if c.Free.W == 0 {
		t.Error("the column beside the board is not known")
	}
	if size, _ := grid.SizeAt(Look{Touch: true}, 1); size.W != 0 {
		t.Errorf("a finger gets cells of %v", size)
	}
}

// A grid may have areas of several cells, such as columns.
func TestSpan(t *testing.T) {
	c := ui.New(20, 6)
	Grid{
		Cols: 3, Rows: 2, Sizes: []Cells{{W: 4, H: 2, GapX: 1, GapY: 1}}, Ground: func(ui.Region, Cells) {}, Cell: func(ui.Region, Cells, ui.Rect, int) {},
		Areas: 3, Span: func(i int) ui.Rect { return ui.Rect{X: i, W: 1, H: 2} }, Msg: func(i int) any { return i },
	}.Draw(Look{}, c.Sub(ui.Rect{W: 14, H: 5}))
	if hit, _ := c.HitAt(6, 4); hit != 1 {
		t.Errorf("%v", hit)
	}
}

// Keys flow into rows, and a finger finds them in the frame instead.
func TestKeys(t *testing.T) {
	k := Keys{{Name: "u", Label: "rename", Key: "u"}, {Name: "x", Label: "export", Key: "x"}}
	if got := shown(k, Look{}, 20, 2); got != "[ u rename ]\n[ x export ]" {
		t.Errorf("%q", got)
	}
	if got := shown(Col(1, 1, Item{Block: Text{ui.Text, "above"}}, Item{Block: k}, Item{Block: Text{ui.Text, "below"}}), Look{Touch: true}, 20, 3); got != "above\n\nbelow" {
		t.Errorf("%q", got)
	}
}

// Chips without room are omitted, and points after the first few.
func TestOmitted(t *testing.T) {
	if got := shown(Chips{{Word: "one"}, {Word: "two"}, {Word: "three"}}, Look{}, 12, 1); got != " one   two" {
		t.Errorf("%q", got)
	}
	p := Points{Few: 1, List: []Point{{Sign: "■", Text: "done", Note: "today"}, {Sign: "□", Text: "a longer one"}, {Sign: "□", Text: "last"}}}
	if got := shown(p, Look{}, 12, 3); got != "* done today\n- a longer\n  one" {
		t.Errorf("%q", got)
	}
	if s := p.Least(Look{}, 12); s.H != 1 {
		t.Errorf("%v", s)
	}
}

// A curve has its range beside it.
func TestCurve(t *testing.T) {
	c := Curve{Values: []float64{0, 10, 20}, Lo: 0, Hi: 20, From: "then", To: "now"}
	if got := shown(c, Look{}, 25, 4); got != "  20                    ▇\n  10           ▄▄▄▄▄▄▄▄▄▇\n   0           ▇▇▇▇▇▇▇▇▇▇\n     then             now" {
		t.Errorf("%s", got)
	}
}

// deck returns n cards.
func deck(n int) (c Cards) {
	c.Focus, c.Hit = 0, func(i int) any { return i }
	for i := range n {
		c.List = append(c.List, Card{
			Title: fmt.Sprintf("Game %d", i+1), About: "played here. people and bots", State: "be the first to sit", Key: fmt.Sprint(i + 1), Accent: ui.Accent,
			Emblem: func(ui.Region) {}, Tile: func(ui.Region) {},
		})
	}
	return c
}

// Seven cards are all in view where home shows them, from a phone to a large window: smaller if they have to. Of twenty
// those around the focus are.
func TestCards(t *testing.T) {
	for _, x := range []struct {
		look Look
		w, h int
	}{
		{Look{Rich: true}, 78, 27}, {Look{Rich: true}, 78, 25}, {Look{Rich: true}, 45, 20}, {Look{Rich: true}, 46, 7}, {Look{Rich: true, Touch: true}, 46, 12}, {Look{Rich: true}, 30, 14},
		{Look{}, 45, 20}, {Look{}, 46, 7}, {Look{Touch: true}, 46, 12},
	} {
		c := deck(7)
		if least := c.Least(x.look, x.w); !least.fits(x.w, x.h) {
			t.Errorf("%+v: %v in %dx%d", x.look, least, x.w, x.h)
		}
		text := shown(c, x.look, x.w, x.h)
		for i := range c.List {
			if !strings.Contains(text, c.List[i].Title) {
				t.Errorf("%+v in %dx%d: no %s in\n%s", x.look, x.w, x.h, c.List[i].Title, text)
			}
		}
	}
	c := deck(20)
	c.Focus = 14
	if text := shown(c, Look{}, 46, 9); !strings.Contains(text, "> 15  Game 15") || strings.Contains(text, "Game 1 ") {
		t.Error(text)
	}
}

// Of the things that wait, the focused one is open with its key, and those without room are counted.
func TestTasks(t *testing.T) {
	tasks := Tasks{Title: "First", Focus: 1, Hit: func(i int) any { return i }, More: func(i int) any { return i }}
	for i := range 9 {
		tasks.List = append(tasks.List, Task{Head: "Your turn", Rest: fmt.Sprintf("game %d", i+1), Right: "5m"})
	}
	want := "  Your turn: game 1    5m\n> Your turn     [>Enter ]\n  game 2               5m\n  Your turn: game 3    5m\n  Your turn: game 4    5m\n  Your turn: game 5    5m\n                       +4"
	if got := shown(tasks, Look{}, 26, 7); got != want {
		t.Errorf("%s\nnot\n%s", got, want)
	}
	if got := shown(tasks, Look{}, 26, 12); !strings.HasPrefix(got, "First\n\n") || strings.Contains(got, "+") {
		t.Error(got)
	}
	if got := shown(tasks, Look{Rich: true, Touch: true}, 30, 10); !strings.Contains(got, "+6") || strings.Contains(got, "Enter") {
		t.Error(got)
	}
}

// Names fill a few lines; the last one counts the others.
func TestNames(t *testing.T) {
	names := []string{"one", "two", "three", "four", "five"}
	n := Names{N: len(names), Name: func(i int) string { return names[i] }, Most: 2}
	if got := shown(n, Look{}, 12, 2); got != "one  two\nthree  +2" {
		t.Errorf("%q", got)
	}
	if got := shown(n, Look{}, 40, 2); got != "one  two  three  four  five" {
		t.Errorf("%q", got)
	}
}

// A gallery shows as many as have room, a ranking as well; what some looks do not have takes no room there.
func TestGallery(t *testing.T) {
	word := func(s string) Block { return Text{ui.Text, s} }
	n := Gallery{W: 5, Blocks: []Block{word("one"), word("two"), word("three")}}
	if got := shown(n, Look{}, 12, 1); got != "one    two" {
		t.Errorf("%q", got)
	}
	p := Places{{Place: 1, Name: "somebody", Value: "12"}, {Label: "week", Name: "else", Value: "7"}}
	if got := shown(p, Look{}, 20, 2); got != " 1   somebody     12\nweek else          7" {
		t.Errorf("%q", got)
	}
	col := Col(1, 1, Item{Block: word("a")}, Item{Block: Only{Mouse, word("b")}}, Item{Block: word("c")})
	if got, h := shown(col, Look{Touch: true}, 9, 3), col.Wish(Look{Touch: true}, 9); got != "a\n\nc" || h != 3 {
		t.Errorf("%q, %d rows", got, h)
	}
}

// Alternatives that are too many for the rows become one between arrows.
func TestChoice(t *testing.T) {
	c := Choice{Label: "deal", LabelW: 4, Options: []string{"ranked", "daily", "typed"}, Taken: 1, Hit: func(i int) any { return i }}
	for h, want := range map[int]string{2: "  deal\n   ranked   [daily]   typed", 1: "  deal   <   daily    >"} {
		if got := shown(c, Look{}, 30, h); got != want {
			t.Errorf("%d rows: %q, not %q", h, got, want)
		}
	}
}

// A reel shows the blocks around the focus.
func TestReel(t *testing.T) {
	r := Reel{Focus: 2, Blocks: []Block{Text{ui.Text, "one"}, Text{ui.Text, "two"}, Text{ui.Text, "three"}, Text{ui.Text, "four"}}}
	if got := shown(r, Look{}, 8, 3); got != "two    ^\nthree\nfour" {
		t.Errorf("%q", got)
	}
}

// A block that is made later fills as much as it would itself.
func TestLaterIsBounded(t *testing.T) {
	tasks := Tasks{Title: "next", Focus: -1, List: []Task{{Head: "one"}}, Hit: func(i int) any { return i }}
	for _, b := range []Block{tasks, Later(func() Block { return tasks })} {
		col := Col(0, 0, Item{Block: b, Fill: 1}, Item{Block: Text{Text: "below"}})
		if got := strings.Split(shown(col, Look{Rich: true}, 30, 20), "\n"); len(got) > 8 {
			t.Errorf("%T takes all:\n%s", b, strings.Join(got, "\n"))
		}
	}
}

// A block beside another that would need more rows in its width than in its least is omitted, if it may be: in two
// columns it has a part more than in one.
func TestTallerInMoreColumns(t *testing.T) {
	var drawn []ui.Rect
	of := func(w int) box { return box{Size{w, 1}, Size{0, 1}, &drawn} }
	more := Line{Down: true, Tight: 1, Items: []Item{
		{Block: Line{Down: true, Items: []Item{{Block: of(2), Drop: 1}}}}, {Block: of(1)},
	}}
	row := Line{Items: []Item{{Block: of(1)}, {Block: more, Fill: 1, Drop: 1}}}
	c := ui.New(20, 1)
	c.Strict = true
	c.Compose(false, nil)
	Draw(row, Look{}, c.Sub(ui.Rect{W: 20, H: 1}))
	if len(c.Errors) > 0 || len(drawn) != 1 {
		t.Errorf("drawn at %v: %v", drawn, c.Errors)
	}
}

// The smallest width that a block knows by itself is the one in which it would be arranged, so that no line gives it
// less.
func TestNarrowest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var drawn []ui.Rect
		b, l := anyBlock(t, 4, &drawn), Look{Rich: rapid.Bool().Draw(t, "rich"), Touch: rapid.Bool().Draw(t, "touch")}
		for _, b := range []Block{b, Pad{Block: b, X: 2}, Sheet{Block: b, Listed: true}, Tap{Block: b}} {
			if n, least := narrowest(b, l), b.Least(l, 1).W; n != least {
				t.Fatalf("%T: %d, arranged in one column %d", b, n, least)
			}
		}
	})
}
