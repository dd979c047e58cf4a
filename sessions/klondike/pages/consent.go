package pages

import (
	"cmp"
	"errors"
	"slices"

	tea "charm.land/bubbletea/v2"

	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play/sheets"
	"arcade/sessions/ui"
)

// consent is the screen on which a player agrees to send finished tries to a server, or withdraws. Nothing
// is sent before.
type consent struct {
	app.Form
	sheets.Pages
	state app.SendState
}

func newConsent(a *app.App) *consent {
	c := &consent{}
	for _, id := range []string{"on", "moves"} {
		c.Rows = append(c.Rows, app.Choice{ID: id, Values: []string{"no", "yes"}})
	}
	c.Picked = c.agree
	c.Refresh(a)
	return c
}

func (c *consent) Topic() string { return "klondikesend" }

// Refresh reads the progress of sending.
func (c *consent) Refresh(a *app.App) {
	state, err := a.House.Sending.State()
	if err != nil {
		a.Report("consent", err)
		a.Warn(a.T("sh.failed"))
		return
	}
	c.state = state
	for i, on := range []bool{state.On, state.Moves} {
		r := &c.Rows[i]
		r.At, r.Labels = 0, []string{a.T("ks.no"), a.T("ks." + r.ID + ".yes")}
		if on {
			r.At = 1
		}
	}
	c.Row("moves").Hidden = !state.On
	c.Focus = min(c.Focus, len(c.Shown())-1)
}

// agree stores the choice. Waiting tries are sent at once.
func (c *consent) agree(a *app.App, _ *app.Choice) {
	was := c.state.On
	on := c.Row("on").At == 1
	if err := a.House.Sending.Agree(on, c.Row("moves").At == 1); err != nil {
		a.Report("consent", err)
		a.Warn(a.T("sh.failed"))
	}
	switch c.Refresh(a); {
	case on && c.state.Server == "":
		a.Say(a.T("ks.name"))
	case on && !was:
		a.Say(a.T("ks.now"))
	case was && !on:
		a.Say(a.T("ks.stopped"))
	}
}

func (c *consent) Commands(a *app.App) []app.Command {
	return []app.Command{
		{Key: "updown", Bar: "key.row"}, {Key: "leftright", Bar: "key.change"},
		{Key: "n", Bar: "ks.key.server", Menu: "ks.key.server", Do: app.To(newServerEntry)},
		{Key: "v", Bar: "ks.key.view", Menu: "ks.key.view", Do: c.view},
		{Key: "s", Bar: "ks.key.send", Menu: "ks.key.send", Do: c.send},
		{Key: "d", Bar: "key.delete", Menu: "ks.delete.title", Do: c.ask},
		c.Next(), app.HelpKey, app.BackKey,
	}
}

// newServerEntry asks for the server's address.
func newServerEntry(a *app.App) *app.Entry {
	return &app.Entry{
		Title: a.T("ks.server"), Text: a.T("ks.server.text"), Hint: a.T("ks.server.hint"), Input: ui.NewField(200),
		Done: func(a *app.App, text string) error {
			if a.House.Sending.SetServer(text) != nil {
				a.Warn(a.T("ks.server.bad"))
				return nil
			}
			a.Pop()
			return nil
		},
	}
}

// view shows the data to be sent.
func (c *consent) view(a *app.App) {
	lines, err := a.House.Sending.Preview()
	if err != nil {
		a.Report("consent", err)
		a.Warn(a.T("sh.failed"))
		return
	}
	if len(lines) == 0 {
		a.Say(a.T("ks.nothing"))
		return
	}
	a.Push(&preview{lines: lines})
}

// sent tells the screen the end of a sending, or of a deletion.
type sent struct{ err error }

// send sends the waiting tries.
func (c *consent) send(a *app.App) {
	switch {
	case !c.state.On:
		a.Warn(a.T("ks.off"))
		return
	case c.state.Server == "":
		a.Warn(a.T("ks.name"))
		return
	}
	a.Say(a.T("ks.sending"))
	a.Go(func() tea.Msg { return app.ForScreen{To: c, Msg: sent{a.House.Sending.Send(a.Ctx)}} })
}

// ask asks before the sent data is deleted.
func (c *consent) ask(a *app.App) {
	a.Push(&app.LazyAsk{Build: func(a *app.App, q *app.Ask) {
		q.Title, q.Lines = a.T("ks.delete.title"), []string{a.T("ks.delete.text"), a.T("ks.delete.more")}
		q.Confirm(a.T("acc.keep"), a.T("key.delete"), func(a *app.App) {
			a.Go(func() tea.Msg { return app.ForScreen{To: c, Msg: sent{a.House.Sending.Delete(a.Ctx)}} })
		})
	}})
}

func (c *consent) Handle(a *app.App, msg tea.Msg) {
	if done, ok := msg.(sent); ok {
		c.Refresh(a)
		switch {
		case done.err == nil:
			a.Say(a.T("ks.done"))
		case !errors.Is(done.err, a.Ctx.Err()):
			a.Warn(a.T("ks.failed"))
		}
		return
	}
	c.Pages.Handle(a, msg)
	c.Form.Handle(a, msg)
}

func (c *consent) Draw(a *app.App, canvas *ui.Canvas) { a.Compose(canvas, c) }

// View shows the question with its two answers, and side by side the data that would and would not be sent.
func (c *consent) View(a *app.App) app.View {
	text := func(ink ui.Token, s string) kit.Item { return kit.Item{Block: kit.Text{Ink: ink, Text: s}} }
	answer := func(at int, label, note string) kit.Block {
		given := c.Row("on").At == at
		ink := app.If(given, ui.Strong, ui.Text)
		body := kit.Points{List: []kit.Point{{Sign: app.If(given, "●", "○"), SignInk: app.If(given, ui.Accent, ui.Muted), Text: label, Ink: ink | ui.Bold}, {Text: note, Ink: ui.Muted}}}
		return kit.Tap{Block: kit.Sheet{Listed: true, Block: body, Mine: given && c.In().ID == "on"}, Msg: app.PickHit{Row: 0, At: at}}
	}
	var would, never kit.Points
	for _, f := range []struct{ fields, note string }{
		{"dealId, ruleset", "ks.would.deal"}, {"durationMs, moveCount", "ks.would.fast"}, {"startedAt, finishedAt", "ks.would.when"},
		{"clientVersion, platform", "ks.would.program"}, {"userId", "ks.would.user"}, {"solution, seed", "ks.would.moves"},
	} {
		sent := f.fields != "solution, seed" || c.state.Moves
		would.List = append(would.List, kit.Point{Sign: app.If(sent, "■", "□"), SignInk: app.If(sent, ui.Info, ui.Muted), Text: f.fields, Ink: app.If(sent, ui.Text, ui.Muted), Note: a.T(f.note)})
	}
	for _, key := range []string{"ks.never.name", "ks.never.key", "ks.never.games", "ks.never.open"} {
		never.List = append(never.List, kit.Point{Sign: "□", SignInk: ui.Muted, Text: a.T(key)})
	}
	data := &kit.Flow{Gap: 1, Blocks: []kit.Block{kit.Panel{Title: a.T("ks.would"), Body: would}, kit.Panel{Title: a.T("ks.never"), Body: never}}}
	question := kit.Col(1, 0,
		kit.Item{Block: kit.Col(0, 0, text(ui.Strong|ui.Bold, a.T("ks.ask")), text(ui.Muted, a.T("ks.first")))},
		kit.Item{Block: &kit.Flow{Blocks: []kit.Block{answer(0, a.T("ks.no"), a.T("ks.no.note")), answer(1, a.T("ks.on.yes"), a.T("ks.on.note"))}}})
	var rest []kit.Item
	if !c.Row("moves").Hidden {
		moves := c.Row("moves")
		rest = append(rest, kit.Item{Block: kit.Choice{Label: a.T("ks.moves"), LabelW: ui.Width(a.T("ks.moves")), Options: moves.Labels, Taken: moves.At,
			Focused: c.In() == moves, Hit: func(at int) any { return app.PickHit{Row: 1, At: at} }}})
	}
	rest = append(rest, kit.Item{Block: kit.Facts{{Label: a.T("ks.server"), Text: cmp.Or(c.state.Server, a.T("ks.server.none")), Code: true}}},
		kit.Item{Block: kit.Col(0, 0, text(ui.Muted, a.T("ks.who", "p", cmp.Or(c.state.Name, a.T("ks.who.none")))), text(ui.Text, a.T("ks.counts", "n", c.state.Waiting, "s", c.state.Sent, "r", c.state.Refused)))})
	switch {
	case c.state.Leaving:
		rest = append(rest, text(ui.Warn, a.T("ks.leaving")))
	case c.state.Failed:
		rest = append(rest, text(ui.Warn, a.T("ks.failed")))
	}
	with := func(items ...kit.Item) kit.Line {
		all := question
		all.Items = append(slices.Clone(all.Items), items...)
		return all
	}
	return app.View{
		Place: []string{a.T("game.klondike"), a.T("ks.place")}, Usual: a.T(app.If(c.state.On, "ks.msg.on", "ks.msg.off")),
		Body: kit.Pad{X: 1, Block: kit.Fit{
			with(append([]kit.Item{{Block: data}}, rest...)...),
			kit.Book{Open: c.Pages.Open, Leaves: []kit.Leaf{{Title: a.T("ks.place"), Block: with(rest...)}, {Title: a.T("ks.would"), Block: data}}},
		}},
	}
}

// preview shows the data to be sent, one try at a time.
type preview struct {
	lines []string
	at    int
}

func (p *preview) Topic() string { return "klondikesend" }

func (p *preview) Commands(*app.App) []app.Command {
	return []app.Command{
		{Key: "leftright", Bar: "key.next", Turn: func(_ *app.App, by int) {
			p.at = (p.at + len(p.lines) + by) % len(p.lines)
		}},
		app.HelpKey, app.BackKey,
	}
}

func (p *preview) Draw(a *app.App, c *ui.Canvas) { a.Compose(c, p) }

// View shows a try as it will be sent.
func (p *preview) View(a *app.App) app.View {
	return app.View{
		Place: []string{a.T("game.klondike"), a.T("ks.place")}, Usual: a.T("ks.view.msg"),
		Body: kit.Pad{X: 1, Block: kit.Col(1, 1, kit.Item{Block: kit.Text{Ink: ui.Strong, Text: a.T("ks.view", "n", p.at+1, "of", len(p.lines))}},
			kit.Item{Block: kit.Code{Text: p.lines[p.at]}})},
	}
}
