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
func (p *Pages) Leaf(pages int) app.Command {
	return app.Command{Key: "tab", Turn: func(_ *app.App, by int) { p.Open = (p.Open + pages + by) % pages }}
}

// Past returns the list of the matches for the kit, with rows of the given columns.
func (p *Played) Past(cols []kit.Column, empty string, row func(i int) []string) kit.List {
	return kit.List{Cols: cols, N: len(p.Matches), Focus: p.scroll.Focus, Empty: empty, Row: row}
}

// Scrolled returns a list's focus and length for the kit.
func Scrolled(l app.List, cols []kit.Column, empty string, row func(i int) []string) kit.List {
	return kit.List{Cols: cols, N: l.N, Focus: l.Focus, Empty: empty, Row: row}
}

// Rate returns a share in percent, "-" of nothing.
func Rate(part, whole int) string {
	if whole == 0 {
		return "-"
	}
	return app.Itoa(app.Percent(float64(part)/float64(whole))) + "%"
}
