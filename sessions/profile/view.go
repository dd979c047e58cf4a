package profile

import (
	"cmp"
	"fmt"
	"slices"

	"arcade/lobby/records"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play"
	"arcade/sessions/play/sheets"
	"arcade/sessions/ui"
	"arcade/sessions/words"
	"arcade/store"
)

func (p *Page) Draw(a *app.App, c *ui.Canvas) { a.Compose(c, p) }

// View shows the player, and of the game in view the course of the rating and the opponents; below them the hours,
// the games and the marks.
func (p *Page) View(a *app.App) app.View {
	name := a.NameWithMark(p.data.Name, p.data.Bot)
	v := app.View{Place: []string{a.T("prof.place"), name}, Usual: a.T("prof.msg", "p", name)}
	if p.mine(a) {
		v.Usual = a.T("prof.msg.me")
	}
	line, versus, hours, games, marks := p.line(a), p.opponents(a), p.hours(a), p.games(a), p.marksPanel(a)
	above := kit.Col(1, 1, kit.Item{Block: p.player(a, name), First: true}, kit.Item{Block: p.tabs(a)})
	below := kit.Item{Block: kit.From{W: 100, Block: kit.Pad{Block: a.Buttons(p.Commands(a)), X: 1}}, Drop: 1} // a smaller window has them in the menu
	page := func(items ...kit.Item) kit.Line {
		col := above
		col.Items = append(append(slices.Clone(col.Items), items...), below)
		return col
	}
	leaf := func(title string, b kit.Block) kit.Leaf { return kit.Leaf{Title: title, Block: b} }
	v.Body = kit.Fit{
		kit.From{W: 76, Block: page(
			kit.Item{Block: kit.Row(2, kit.Item{Block: line, Fill: 5}, kit.Item{Block: versus, Fill: 3}), Fill: 3, First: true},
			kit.Item{Block: kit.Equal(2, hours, games, marks), Fill: 1})},
		page(kit.Item{Block: line, Fill: 1}, kit.Item{Block: versus, Fill: 1}, kit.Item{Block: &kit.Flow{Gap: 1, Blocks: []kit.Block{hours, games, marks}}}),
		page(kit.Item{Block: kit.Book{Open: p.Pages.Open, Leaves: []kit.Leaf{
			leaf(a.T("prof.line"), line), leaf(words.Capital(a.T("prof.col.opponent")), versus), leaf(a.T("prof.hours"), hours), leaf(a.T("prof.games"), games), leaf(a.T("prof.marks"), marks),
		}}, Fill: 1}),
	}
	return v
}

// player says who it is: the name, the amount of play, the achievements.
func (p *Page) player(a *app.App, name string) kit.Block {
	d, since := p.data, kit.Text{Ink: ui.Muted, Text: p.since(a)}
	who := kit.Text{Ink: ui.Strong | ui.Bold, Text: name}
	col := kit.Col(0, 0, kit.Item{Block: kit.Fit{
		kit.Row(2, kit.Item{Block: who, Fill: 1}, kit.Item{Block: since, Fix: ui.Width(since.Text)}),
		kit.Col(0, 0, kit.Item{Block: who}, kit.Item{Block: since}),
	}})
	total := a.T(app.If(p.past.capped, "prof.latest", "prof.total"), "n", len(p.past.list)) + ", " + a.T("prof.days", "n", p.past.days())
	if share := p.past.share(); share >= 0 {
		total += ", " + a.T("prof.total.won", "n", share)
	}
	col.Items = append(col.Items, kit.Item{Block: kit.Text{Text: total}})
	if p.mine(a) && len(d.Keys) > 0 && !a.House.Alone {
		col.Items = append(col.Items, kit.Item{Block: kit.Text{Ink: ui.Muted, Text: a.T("prof.key", "k", a.Visit.Key(), "n", len(d.Keys))}, Drop: 2})
	} else if d.Bot {
		col.Items = append(col.Items, kit.Item{Block: kit.Text{Ink: ui.Muted, Text: a.T("prof.isbot", "p", d.Name)}})
	}
	var chips kit.Chips
	add := func(ok bool, text string) {
		if ok && text != "" {
			chips = append(chips, kit.Chip{Word: text})
		}
	}
	add(true, p.streak)
	if p.at < len(p.standings) {
		s := p.standings[p.at]
		best := p.past.best(s.rating.Game)
		add(best > 0, s.title(a)+", "+a.T("prof.best.rating", "n", int(best+0.5)))
	}
	add(true, p.purse)
	if len(p.reached) > 0 {
		add(p.reached[0].done, p.reached[0].text)
	}
	col.Items = append(col.Items, kit.Item{Block: chips, Drop: 1})
	return kit.Pad{Block: kit.Row(2, kit.Item{Block: kit.Portrait("", d.Name), Drop: 1}, kit.Item{Block: col, Fill: 1}), X: 1}
}

// since returns the days on which the player came and was last seen.
func (p *Page) since(a *app.App) string {
	here := a.T("prof.away", "t", a.Ago(p.data.Seen))
	if p.data.Online {
		here = a.T("prof.here")
	}
	return a.T("prof.since", "d", app.Day(p.data.Created)) + "   " + here
}

// tabs returns the names of the games.
func (p *Page) tabs(a *app.App) kit.Tabs {
	t := kit.Tabs{Open: p.at, Hit: func(i int) any { return standingHit(i) }}
	for _, s := range p.standings {
		t.Labels = append(t.Labels, s.title(a))
	}
	return t
}

// line returns the course of the rating in the game in view, or for a game for one seat the standing of its runs.
func (p *Page) line(a *app.App) kit.Panel {
	game := p.shown()
	if play.GameOf(game).Alone() {
		return kit.Panel{Title: a.T("game." + game), Body: kit.Text{Text: p.runs[game]}}
	}
	s := p.standings[p.at]
	l := p.past.line(s.rating.Game, spans[p.span])
	title := a.T("prof.line")
	head := kit.Row(1, kit.Item{Block: kit.Text{Ink: ui.Strong | ui.Bold, Text: title}, Fix: ui.Width(title)})
	add := func(drop int, b kit.Block, w int) {
		head.Items = append(head.Items, kit.Item{Block: b, Fix: w, Drop: drop})
	}
	if r := s.rating; r.Games > 0 {
		rating, error := a.Rating(r.Rating.Rating, r.Provisional), fmt.Sprintf("+-%d", int(r.Deviation+0.5))
		add(0, kit.Text{Ink: ui.Accent | ui.Bold, Text: rating}, ui.Width(rating))
		add(2, kit.Text{Ink: ui.Muted, Text: error}, ui.Width(error))
		title += " " + rating
	}
	if l.drawn() {
		chips := kit.Chips{{Word: p.change(a, l), Ground: ui.SolidInk(app.If(l.change() < 0, ui.Bad, ui.OK))}}
		add(1, chips, ui.Width(chips[0].Word)+2)
	}
	head.Items = append(head.Items, kit.Item{Block: kit.Text{}, Fill: 1})
	tabs, w := kit.Tabs{Open: p.span, Hit: func(i int) any { return spanHit(i) }}, -1
	for _, days := range spans {
		tabs.Labels = append(tabs.Labels, a.T("prof.span."+app.Itoa(days)))
		w += max(ui.Width(tabs.Labels[len(tabs.Labels)-1])+2, 5) + 1
	}
	add(3, tabs, w)
	body := kit.Col(0, 0)
	if l.drawn() {
		body.Items = append(body.Items, kit.Item{Block: l.block(a), Fill: 1})
	} else {
		body.Items = append(body.Items, kit.Item{Block: kit.Text{Ink: ui.Muted, Text: a.T("prof.line.none")}, Fill: 1})
	}
	if s.Tally.Won+s.Tally.Lost+s.Tally.Drawn > 0 {
		body.Items = append(body.Items, kit.Item{Block: kit.Text{Ink: ui.Muted, Text: fmt.Sprintf("%s %d, %s %d, %s %d, %s %d",
			a.T("prof.col.won"), s.Tally.Won, a.T("prof.col.lost"), s.Tally.Lost, a.T("prof.col.drawn"), s.Tally.Drawn, a.T("prof.col.rated"), s.rating.Games)}, Drop: 1})
	}
	return kit.Panel{Title: title, Head: head, Body: body}
}

// change returns the gain of the rating over a line, in words.
func (p *Page) change(a *app.App, l line) string {
	if spans[p.span] == 0 {
		return app.Signed(l.change())
	}
	return a.T("prof.change", "n", app.Signed(l.change()), "span", a.T("prof.span."+app.Itoa(spans[p.span])))
}

// opponents returns the tally against each opponent; the focus goes through them.
func (p *Page) opponents(a *app.App) kit.Panel {
	alone := play.GameOf(p.shown()).Alone()
	list := p.List(a).Block([]kit.Column{
		{Head: a.T("prof.col.opponent"), W: 14, Name: true}, {Head: a.T("prof.col.won"), W: 4, Right: true}, {Head: a.T("prof.col.lost"), W: 4, Right: true, Drop: 1},
		{Head: a.T("prof.col.drawn"), W: 4, Right: true, Drop: 2}, {Head: a.T("board.col.last"), W: 10, Drop: 3},
	}, a.T(app.If(alone, "prof.alone", "prof.versus.none")), func(i int) []string {
		v := p.versus[i]
		return []string{a.OpponentName(v), app.Itoa(v.Won), app.Itoa(v.Lost), app.Itoa(v.Drawn), a.Ago(v.At)}
	})
	score := func(v store.Versus) string { return fmt.Sprintf("%d/%d", v.Won, v.Won+v.Lost+v.Drawn) }
	const name = 15
	list.PaintW = 24
	list.Paint = func(g ui.Region, i int, focus bool) {
		v, right := p.versus[i], 0
		for _, v := range p.versus {
			right = max(right, ui.Width(score(v)))
		}
		g.TextCut(2, 0, name-3, app.If(focus, ui.Strong|ui.Bold, ui.Text), a.OpponentName(v))
		g.Meter(name, 0, max(0, g.W()-name-right-2), v.Won, v.Won+v.Lost+v.Drawn, play.Accent(v.Game))
		g.TextRight(g.W()-1, 0, ui.Text, score(v))
	}
	title := a.T("game." + p.shown())
	if !alone {
		title = a.T("prof.versus.of", "game", title)
	}
	return kit.Panel{Title: title, Body: list}
}

// hours returns the hours of the day in which the matches ended.
func (p *Page) hours(a *app.App) kit.Panel {
	counts, most := p.past.hours()
	c := kit.Chart{Values: counts, Labels: make([]string, len(counts)), Inks: slices.Repeat([]ui.Token{ui.Info}, len(counts))}
	for i := 0; i < len(counts); i += 6 {
		c.Labels[i] = app.Itoa(i)
	}
	panel := kit.Panel{Title: a.T("prof.hours"), Body: c}
	if counts[most] > 0 {
		c.Inks[most], panel.Note = ui.Accent, a.T("prof.hours.most", "n", most)
	}
	return panel
}

// games returns the number of matches of each game, the most played first.
func (p *Page) games(a *app.App) kit.Panel {
	counts := p.past.counts()
	list := slices.Clone(p.data.Games)
	slices.SortStableFunc(list, func(x, y records.GameProfile) int { return cmp.Compare(counts[y.Game], counts[x.Game]) })
	shares := kit.Shares{Thick: true, Few: 4, Hit: func(i int) any {
		if slices.Contains(sheets.Games(a), list[i].Game) {
			return statsHit(list[i].Game)
		}
		return nil
	}}
	for _, s := range list {
		n := counts[s.Game]
		shares.List = append(shares.List, kit.Share{Label: a.T("game." + s.Game), Part: n, Whole: max(counts[list[0].Game], 1), Number: app.Itoa(n), Ink: play.Accent(s.Game)})
	}
	panel := kit.Panel{Title: a.T("prof.games"), Body: shares}
	if p.past.capped {
		panel.Note = a.T("prof.latest", "n", len(p.past.list))
	}
	return panel
}

// marksPanel returns the marks, the latest reached ones first.
func (p *Page) marksPanel(a *app.App) kit.Panel {
	points := kit.Points{Few: 3}
	for _, m := range p.reached {
		one := kit.Point{Sign: "■", SignInk: ui.OK, Text: m.text}
		if m.game != "" {
			one.SignInk = play.Accent(m.game)
		}
		if m.done && m.at > 0 {
			one.Note = a.Ago(m.at)
		}
		if !m.done { // the next ones
			one.Sign, one.SignInk, one.Ink = "□", ui.Muted, ui.Muted
		}
		points.List = append(points.List, one)
	}
	n := reached(p.reached)
	return kit.Panel{Title: a.T("prof.marks"), Note: a.T("prof.marks.of", "n", n, "of", len(p.reached)), Body: points}
}
