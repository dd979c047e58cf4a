package pages

import (
	"cmp"
	"errors"

	tea "charm.land/bubbletea/v2"

	"arcade/sessions/app"
	"arcade/sessions/ui"
)

// consent is the screen on which a player agrees to send finished tries to a server, or withdraws. Nothing
// is sent before.
type consent struct {
	app.Form
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
		app.HelpKey, app.BackKey,
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
	c.Form.Handle(a, msg)
}

func (c *consent) Draw(a *app.App, canvas *ui.Canvas) {
	a.Page(canvas, c.Commands(a), a.T(app.Either(c.state.On, "ks.msg.on", "ks.msg.off")), a.T("game.klondike"), a.T("ks.place"))
	g := ui.CompactBody(canvas)
	if g.Rich() {
		c.drawRich(a, g)
		return
	}
	g.Text(2, 1, ui.Strong, a.T("ks.first"))
	for _, row := range c.Shown() {
		c.Form.Draw(g, 3+2*row, row, a.T("ks."+c.Rows[row].ID), setupLabel)
	}
	g.Text(2, 7, ui.Text, a.T("ks.server"))
	g.TextCut(setupLabel+3, 7, g.W()-setupLabel-4, ui.Text, cmp.Or(c.state.Server, a.T("ks.server.none")))
	g.Text(2, 9, ui.Text, a.T("ks.what"))
	for i, key := range []string{"ks.what.1", "ks.what.2", "ks.what.3", "ks.what.moves", "ks.what.never"} {
		g.Text(4, 10+i, ui.Muted, a.T(key))
	}
	g.Text(2, 16, ui.Text, a.T("ks.who", "p", cmp.Or(c.state.Name, a.T("ks.who.none"))))
	g.Text(2, 18, ui.Text, a.T("ks.counts", "n", c.state.Waiting, "s", c.state.Sent, "r", c.state.Refused))
	switch {
	case c.state.Leaving:
		g.Text(2, 19, ui.Warn, a.T("ks.leaving"))
	case c.state.Failed:
		g.Text(2, 19, ui.Warn, a.T("ks.failed"))
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

func (p *preview) Draw(a *app.App, c *ui.Canvas) {
	a.Page(c, p.Commands(a), a.T("ks.view.msg"), a.T("game.klondike"), a.T("ks.place"))
	g := ui.CompactBody(c)
	g.Text(2, 1, ui.Strong, a.T("ks.view", "n", p.at+1, "of", len(p.lines)))
	line := p.lines[p.at]
	for y := 3; y < g.H() && line != ""; y++ { // it has no blanks at which it could wrap
		n := min(len(line), g.W()-4)
		g.Text(2, y, ui.Text, line[:n])
		line = line[n:]
	}
}
