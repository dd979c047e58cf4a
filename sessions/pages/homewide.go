package pages

import (
	"strings"

	"arcade/lobby"
	"arcade/lobby/ledger"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/store"
)

// wide has home's additional data in a large window: the boards of the day, the best of the week, and the
// people here.
type wide struct {
	today  []dayBoard
	week   []dayBoard // one row each
	people []lobby.Present
}

// dayBoard has rows of a board of a day in a game for one seat.
type dayBoard struct {
	game, board string
	rows        []store.Score
}

// read reads the data.
func (w *wide) read(a *app.App) {
	w.people, w.today, w.week = a.House.Lobby.People(), nil, nil
	l := a.House.Lobby
	for _, g := range l.Games() {
		name := g.Info().Name
		if !play.GameOf(name).Alone() {
			continue
		}
		for _, b := range l.Boards(name) {
			if rows := topOf(a, name, b, l.Today(), 3); len(rows) > 0 {
				w.today = append(w.today, dayBoard{name, b, rows})
			}
			if best := topOf(a, name, b, l.ThisWeek(), 1); len(best) > 0 {
				w.week = append(w.week, dayBoard{name, b, best})
			}
		}
	}
}

// topOf returns the first rows of a board of a day.
func topOf(a *app.App, game, board, day string, n int) []store.Score {
	rows, err := a.House.Lobby.Scores(a.Ctx, ledger.BoardName(game, board, day), 0, n)
	if err != nil {
		a.Report("home", err)
	}
	return rows
}

// boardTitle names a board of a game, not only the game if it has several.
func boardTitle(a *app.App, b dayBoard) string {
	title := a.T("game." + b.game)
	if len(a.House.Lobby.Boards(b.game)) > 1 {
		title += "  " + play.GameOf(b.game).Board(a, b.board)
	}
	return title
}

// boards draws the boards of the day from row y on, as far as there is room, and returns the row below
// them.
func (w *wide) boards(a *app.App, g ui.Region, y int) int {
	g.Text(0, y, ui.Strong, a.T("home.today", "d", a.House.Lobby.Today()))
	y++
	if len(w.today) == 0 {
		g.TextCut(0, y, g.W(), ui.Muted, " "+a.T("home.today.none"))
		return y + 2
	}
	for _, b := range w.today {
		if y+len(b.rows) >= g.H()-6 { // leave room for the latest matches
			break
		}
		g.TextCut(0, y, g.W(), ui.Text, " "+boardTitle(a, b))
		for i, r := range b.rows {
			y++
			g.TextCut(2, y, g.W()-2, ui.Text, ui.PadRight(app.Itoa(i+1), 3)+scoreLine(a, b, r))
		}
		y++
	}
	return y + 1
}

// scoreLine returns a row with its player.
func scoreLine(a *app.App, b dayBoard, r store.Score) string {
	return ui.PadRight(ui.Cut(a.Marked(r.Name, r.ByBot), 12), 13) + play.GameOf(b.game).Score(a, b.board, true, r)
}

// house draws the best of the week and the people here, as far as there is room.
func (w *wide) house(a *app.App, g ui.Region) {
	g.HLine(0, 0, g.W(), ui.Muted)
	y := 1
	line := func(tok ui.Token, text string) {
		if y < g.H() {
			g.TextCut(0, y, g.W(), tok, text)
		}
		y++
	}
	line(ui.Strong, a.T("home.here", "n", a.House.Lobby.Online()))
	for _, text := range names(a, w.people, g.W()-1, 3) {
		line(ui.Text, " "+text)
	}
	y++
	line(ui.Strong, a.T("home.week"))
	for _, b := range w.week {
		line(ui.Text, " "+ui.PadRight(boardTitle(a, b), 22)+scoreLine(a, b, b.rows[0]))
	}
	if len(w.week) == 0 {
		line(ui.Muted, " "+a.T("home.week.none"))
	}
}

// names returns people in at most most lines of w cells, and counts the omitted ones.
func names(a *app.App, people []lobby.Present, w, most int) (lines []string) {
	var b strings.Builder
	for i, p := range people {
		name := a.PersonName(p.Person)
		if b.Len() > 0 && ui.Width(b.String())+ui.Width(name)+12 > w {
			if len(lines) == most-1 {
				return append(lines, b.String()+"  +"+app.Itoa(len(people)-i))
			}
			lines = append(lines, b.String())
			b.Reset()
		}
		if b.Len() > 0 {
			b.WriteString("  ")
		}
		b.WriteString(name)
	}
	if b.Len() > 0 {
		lines = append(lines, b.String())
	}
	return lines
}
