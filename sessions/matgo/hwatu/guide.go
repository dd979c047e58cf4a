package hwatu

import (
	tea "charm.land/bubbletea/v2"

	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// Guide shows the fifty cards by month. Tab changes the language of their names, since players look up
// both.
type Guide struct {
	lang words.Lang
	open int // the page
}

// NewGuide opens the page in the language of the session.
func NewGuide(a *app.App) *Guide { return &Guide{lang: a.Lang} }

// Topic returns the screen's topic in the help.
func (g *Guide) Topic() string { return "matgoguide" }

// Commands lists the commands of its keys.
func (g *Guide) Commands(*app.App) []app.Command {
	tab := app.If(g.lang == words.EN, "mp.guide.ko", "mp.guide.en")
	return []app.Command{
		{Key: "tab", Also: []ui.Key{"shift+tab", "space", "e"}, Bar: tab, Do: func(*app.App) {
			g.lang = other(g.lang)
		}},
		{Key: "leftright", Turn: func(_ *app.App, by int) { g.open += by }},
		app.HelpKey,
		{Key: "esc", Also: []ui.Key{"q", "c", "enter", "backspace"}, Bar: "key.close", Do: (*app.App).Pop},
	}
}

// other returns the other language.
func other(l words.Lang) words.Lang { return app.If(l == words.KO, words.EN, words.KO) }

// Handle opens the page that was clicked.
func (g *Guide) Handle(_ *app.App, msg tea.Msg) {
	if hit, ok := msg.(kit.PageHit); ok {
		g.open = int(hit)
	}
}

// Draw draws the screen.
func (g *Guide) Draw(a *app.App, c *ui.Canvas) { a.Compose(c, g) }

// View shows all cards, in small windows on pages.
func (g *Guide) View(a *app.App) app.View {
	usual := a.T("mp.guide.msg")
	if clock := a.Clock(); clock != "" {
		usual = a.T("help.clock") + " " + clock
	}
	in := *a // the following is in the language of the guide
	in.Lang = g.lang
	book := kit.Book{Open: g.open}
	for month := 1; month <= 12; month += 2 {
		book.Leaves = append(book.Leaves, kit.Leaf{Title: app.Itoa(month) + "-" + app.Itoa(month+1), Block: months(&in, false, month, month+1)})
	}
	book.Leaves = append(book.Leaves, kit.Leaf{Title: monthName(&in, 0), Block: bonus(&in)})
	return app.View{
		Place: []string{a.T("game." + matgo.Name), a.T("mp.guide.place")}, Usual: usual,
		Body: kit.Fit{quarters(&in, true), quarters(&in, false), book},
	}
}

// quarters shows all months, four a row.
func quarters(a *app.App, large bool) kit.Block {
	col := kit.Col(1, 0)
	for month := 1; month <= 12; month += 4 {
		col.Items = append(col.Items, kit.Item{Block: months(a, large, month, month+1, month+2, month+3)})
	}
	col.Items = append(col.Items, kit.Item{Block: bonus(a)})
	return col
}

// months shows months beside each other.
func months(a *app.App, large bool, list ...int) kit.Block {
	row := kit.Row(2)
	for _, month := range list {
		row.Items = append(row.Items, kit.Item{Block: kit.Only{In: kit.Pictured, Block: painted(a, month, large)}}, kit.Item{Block: kit.Only{In: kit.Unpictured, Block: lettered(a, month, large)}})
	}
	return row
}

// title writes the month and its flower.
func title(a *app.App, g ui.Region, month int) {
	x := g.Text(0, 0, ui.Strong|ui.Bold, a.T("mg.month", "m", month)) + 1
	g.Text(x, 0, ui.Muted, monthName(a, month))
}

// painted shows a month's cards as pictures. Of the large ones the fourth lies half under the third; of the small ones
// the second lies under the first, and the fourth has only its mark. All of them whole take 22 kB in a page, and 18 is
// the limit.
func painted(a *app.App, month int, large bool) kit.Picture {
	const shown = 3 // visible columns of the second
	cards := byKind(month)
	if large {
		w, h := Large.W(), Large.H()
		return kit.Picture{Size: kit.Size{W: 3*(w+1) - 1 + w/2, H: 1 + h}, Paint: func(_ kit.Look, g ui.Region) {
			title(a, g, month)
			for i, c := range cards[:3] {
				Paint(a, g, i*(w+1), 1, c, Large)
			}
			drawPart(a, g, 3*(w+1)-1, 1, cards[3], Large, w/2, h)
		}}
	}
	w := Small.W()
	return kit.Picture{Size: kit.Size{W: 2*w + shown + 4, H: 1 + Small.H()}, Paint: func(_ kit.Look, g ui.Region) {
		title(a, g, month)
		Paint(a, g, 0, 1, cards[0], Small)
		drawPart(a, g, w, 1, cards[1], Small, shown, Small.H())
		Paint(a, g, w+shown+1, 1, cards[2], Small)
		PaintMark(a, g, 2*w+shown+1, 1, cards[3], HeadOf(cards[3]))
	}}
}

// lettered shows a month's cards in letters.
func lettered(a *app.App, month int, large bool) kit.Picture {
	w, h, draw := Width, Height, Draw
	if large {
		w, h, draw = BigWidth, BigHeight, DrawBig
	}
	cards := byKind(month)
	return kit.Picture{Size: kit.Size{W: len(cards) * w, H: 1 + h}, Paint: func(_ kit.Look, g ui.Region) {
		title(a, g, month)
		for i, c := range cards {
			draw(a, g, i*w, 1, c, Look{})
		}
	}}
}

// bonus shows the two bonus cards, and says what the sets and the marks are.
func bonus(a *app.App) kit.Block {
	two := []matgo.Card{matgo.BonusDouble, matgo.BonusTriple}
	marks := kit.Picture{Size: kit.Size{W: 5, H: 1}, Art: true, Paint: func(_ kit.Look, g ui.Region) {
		for i, c := range two {
			PaintMark(a, g, 3*i, 0, c, HeadOf(c))
		}
	}}
	chips := kit.Picture{Size: kit.Size{W: 2*Width + 1, H: 1}, Paint: func(_ kit.Look, g ui.Region) {
		for i, c := range two {
			DrawChip(a, g, i*(Width+1), 0, c, Look{})
		}
	}}
	return kit.Row(2, kit.Item{Block: kit.Word{Ink: ui.Strong | ui.Bold, Text: monthName(a, 0)}}, kit.Item{Block: marks}, kit.Item{Block: kit.Only{In: kit.Unpictured, Block: chips}},
		kit.Item{Block: kit.Col(0, 0, kit.Item{Block: kit.Text{Ink: ui.Text, Text: a.T("mp.guide.sets")}}, kit.Item{Block: kit.Text{Ink: ui.Text, Text: a.T("mp.guide.tags")}}), Fill: 1})
}

// byKind returns a month's cards, the best kind first.
func byKind(month int) (list []matgo.Card) {
	for kind := matgo.Kwang; kind <= matgo.Pi; kind++ {
		for c := range matgo.BonusDouble {
			if c.Month() == month && c.Kind() == kind {
				list = append(list, c)
			}
		}
	}
	return list
}
