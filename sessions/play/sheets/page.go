package sheets

import (
	tea "charm.land/bubbletea/v2"

	"arcade/sessions/app"
	"arcade/sessions/kit"
)

// Pages is the open page of a [kit.Book], for the screens that embed it.
type Pages struct{ Open int }

// Handle opens the page that was clicked.
func (p *Pages) Handle(_ *app.App, msg tea.Msg) {
	if hit, ok := msg.(kit.PageHit); ok {
		p.Open = int(hit)
	}
}

// Leaf is the command that turns the pages. It does nothing where all of them are in view.
func (p *Pages) Leaf() app.Command {
	return app.Command{Key: "tab", Turn: func(_ *app.App, by int) { p.Open += by }}
}

// Next is the command that turns the pages where Tab means something else.
func (p *Pages) Next() app.Command {
	return app.Command{Key: "o", Do: func(*app.App) { p.Open++ }}
}

// Rate returns a share in percent, "-" of nothing.
func Rate(part, whole int) string {
	if whole == 0 {
		return "-"
	}
	return app.Itoa(app.Percent(float64(part)/float64(whole))) + "%"
}
