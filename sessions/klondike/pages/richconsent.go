package pages

import (
	"cmp"

	"arcade/sessions/app"
	"arcade/sessions/ui"
)

// Positions on the screen of consent: two columns.
const (
	consentLeft, consentRight = 3, 41
	consentWidth              = 36
)

// drawRich draws the question on ui.LevelRich: the two answers as sheets, and side by side the data that
// would and would not be sent.
func (c *consent) drawRich(a *app.App, g ui.Region) {
	g.Text(consentLeft, 0, ui.Strong|ui.Bold, a.T("ks.ask"))
	g.TextCut(consentLeft, 1, g.W()-consentLeft-1, ui.Muted, a.T("ks.first"))
	c.answer(a, g, consentLeft, 0, a.T("ks.no"), a.T("ks.no.note"))
	c.answer(a, g, consentRight, 1, a.T("ks.on.yes"), a.T("ks.on.note"))
	c.sentAndNot(a, g, 8)
	g.Text(consentLeft, 16, ui.Muted, a.T("ks.server"))
	x := consentLeft + setupLabel
	x += g.TextCut(x, 16, 40, ui.Text, cmp.Or(c.state.Server, "-"))
	g.Keycap(x+2, 16, "n", a.T("ks.key.server"), "n", false)
	for _, row := range c.Shown() {
		if c.Rows[row].ID == "moves" {
			in := g.Sub(ui.Rect{X: consentLeft - 2, W: g.W() - 2*consentLeft + 4, H: g.H()})
			c.Form.Draw(in, 17, row, a.T("ks.moves"), setupLabel)
		}
	}
	g.TextCut(consentLeft, 18, g.W()-consentLeft-1, ui.Muted, a.T("ks.who", "p", cmp.Or(c.state.Name, a.T("ks.who.none"))))
	w := g.Text(consentLeft, 19, ui.Text, a.T("ks.counts", "n", c.state.Waiting, "s", c.state.Sent, "r", c.state.Refused))
	g.Keycap(consentLeft+w+4, 19, "d", a.T("key.delete"), "d", false)
	switch {
	case c.state.Leaving:
		g.Text(consentLeft, 20, ui.Warn, a.T("ks.leaving"))
	case c.state.Failed:
		g.Text(consentLeft, 20, ui.Warn, a.T("ks.failed"))
	}
}

// answer draws one of the two answers. The chosen one has a dot and stands out.
func (c *consent) answer(a *app.App, g ui.Region, x, at int, label, note string) {
	const y, h = 3, 4
	given := c.Row("on").At == at
	r := ui.Rect{X: x, Y: y, W: consentWidth, H: h}
	in := g.Sheet(r, app.Either(given, ui.Raised, ui.Panel))
	if given && c.In().ID == "on" {
		in.Edge(0, 0, h, ui.Accent)
	}
	in.Text(3, 1, app.Either(given, ui.Accent, ui.Muted), app.Either(given, "●", "○"))
	in.TextCut(5, 1, r.W-6, ui.Strong|ui.Bold, label)
	in.TextCut(5, 2, r.W-6, ui.Muted, note)
	g.Hit(r, app.PickHit{Row: 0, At: at})
}

// sentAndNot lists the data of a game that would be sent, by the names of the fields, and the data that
// never is.
func (c *consent) sentAndNot(a *app.App, g ui.Region, y int) {
	g.Text(consentLeft, y, ui.Strong|ui.Bold, a.T("ks.would"))
	for i, f := range []struct{ fields, note string }{
		{"dealId, ruleset", "ks.would.deal"}, {"durationMs, moveCount", "ks.would.fast"}, {"startedAt, finishedAt", "ks.would.when"},
		{"clientVersion, platform", "ks.would.program"}, {"userId", "ks.would.user"}, {"solution, seed", "ks.would.moves"},
	} {
		sent := f.fields != "solution, seed" || c.state.Moves
		g.Text(consentLeft, y+1+i, app.Either(sent, ui.Info, ui.Muted), app.Either(sent, "■", "□"))
		g.Text(consentLeft+2, y+1+i, app.Either(sent, ui.Text, ui.Muted), f.fields)
		g.TextRight(consentLeft+consentWidth, y+1+i, ui.Muted, a.T(f.note))
	}
	g.Text(consentRight, y, ui.Strong|ui.Bold, a.T("ks.never"))
	for i, key := range []string{"ks.never.name", "ks.never.key", "ks.never.games", "ks.never.open"} {
		g.Text(consentRight, y+1+i, ui.Muted, "□")
		g.Text(consentRight+2, y+1+i, ui.Text, a.T(key))
	}
}
