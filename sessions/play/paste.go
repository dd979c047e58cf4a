package play

import (
	"fmt"
	"strings"

	"arcade/games"
	"arcade/lobby"
	"arcade/lobby/records"
	"arcade/sessions/app"
	"arcade/sessions/paste"
	"arcade/sessions/ui"
	"arcade/sessions/words"
	"arcade/store"
)

// Paste is what a game gives to the line that tells elsewhere how a match came out. Neither
// of the first two may show a move, a card or a throw: others play the same run.
type Paste struct {
	// Progress is how far a run has come, from 0 to 9.
	Progress func(view any) int
	// Lead is by how much the first seat is ahead; nil for the difference of Card.Points.
	Lead func(view any) int
	// Figure is a row of a day's board in a few digits, "" where it has none.
	Figure func(s store.Score) string
}

// Way is how one comes to a house: the command in a shell and the page, "" for none.
type Way struct{ SSH, Web string }

// WayOf is how one comes to the house of a session.
func WayOf(a *app.App) Way { return Way{a.House.SSH, a.House.Web} }

// Command is the line in a shell for one of the house's commands.
func (w Way) Command(args string) string {
	return strings.Replace(w.SSH, "ssh -t ", "ssh ", 1) + " " + args
}

// Page is the address of a page, "" where the house has none.
func (w Way) Page(path string) string {
	if w.Web == "" {
		return ""
	}
	return strings.TrimSuffix(w.Web, "/") + path
}

// Told is the line for a match that is over, from the seat of viewer, "" for a stranger. Days
// is the streak, 0 where it is not told.
func Told(lang words.Lang, w Way, r *lobby.Replay, viewer string, days int) paste.Line {
	a, m := &app.App{Lang: lang}, r.Match
	title, seat := a.T("game."+m.Game), games.Seat(m.SeatOf(viewer))
	line := paste.Line{Name: "Arcade " + title + " " + m.ID, Result: resultWords(a, r, seat), Row: symbols(r, seat), Hinted: r.Looked}
	switch {
	case m.Daily != "":
		line.Name = "Arcade " + paste.Date(lang, m.Daily) + " " + title
		line.SSH, line.Link = w.Command("today"), w.Page("/daily/"+m.Game)
		if seat != games.Nobody {
			line.Streak = days
		}
	default:
		line.SSH, line.Link = strings.TrimSpace(w.SSH+" watch "+m.ID), w.Page("/replay/"+m.ID)
	}
	return line
}

// DayLine is the line for all that a player has finished of a day.
func DayLine(lang words.Lang, w Way, d records.Daily) paste.Line {
	a := &app.App{Lang: lang}
	line := paste.Line{Name: "Arcade " + paste.Date(lang, d.Day), Streak: d.Streak.Length, SSH: w.Command("today"), Link: w.Page("/")}
	for _, r := range d.Runs {
		if r.Own.Status != store.Done {
			continue
		}
		game := GameOf(r.Game)
		result := game.Outcome(a, r.Own, 0)
		if f := game.Paste.Figure; f != nil && r.Place > 0 {
			result = f(r.Row)
		}
		if line.Result += app.When(line.Result != "", "  ") + a.T("game."+r.Game) + " " + result; r.Place > 0 {
			line.Result += fmt.Sprintf(" (%d/%d)", r.Place, r.Of)
		}
		if r.Hinted {
			line.Result += " (" + a.T("paste.hints") + ")"
		}
	}
	return line
}

// resultWords are how a match came out from one seat's side, or for nobody's by the names.
func resultWords(a *app.App, r *lobby.Replay, seat games.Seat) string {
	m, game := r.Match, GameOf(r.Match.Game)
	if game.Alone() {
		return game.Outcome(a, m, int(seat))
	}
	seats := lobby.SeatsOf(m)
	name := func(s games.Seat) string { return a.SeatName(seats[s]) }
	points := ""
	if f := game.Card.Points; f != nil {
		if p := f(r.View(len(r.Plies))); len(p) == 2 && p[0] >= 0 && p[1] >= 0 {
			if seat == 1 {
				p[0], p[1] = p[1], p[0]
			}
			points = "  " + app.Itoa(p[0]) + " : " + app.Itoa(p[1])
		}
	}
	win := r.Result.Winner
	switch {
	case seat != games.Nobody && len(seats) == 2:
		key := "res.lost"
		if win == games.Nobody {
			key = "res.drawn"
		} else if win == seat {
			key = "res.won"
		}
		return a.T(key, "p", name(1-seat)) + points
	case win == games.Nobody:
		return name(0) + " : " + name(1) + "  " + a.T("res.draw") + points
	}
	return a.T("paste.beat", "p", name(win), "q", name(1-win)) + points
}

// symbols are the row of a match; from no seat's side it is the first one's.
func symbols(r *lobby.Replay, seat games.Seat) string {
	game := GameOf(r.Match.Game)
	lead := game.Paste.Lead
	if points := game.Card.Points; lead == nil && points != nil && !game.Alone() {
		lead = func(view any) int {
			if p := points(view); len(p) == 2 {
				return p[0] - p[1]
			}
			return 0
		}
	}
	var list []int
	for _, ply := range paste.Moments(len(r.Plies)) {
		switch view := r.View(ply); {
		case game.Alone() && game.Paste.Progress != nil:
			list = append(list, game.Paste.Progress(view))
		case !game.Alone() && lead != nil:
			n := lead(view)
			if seat == 1 {
				n = -n
			}
			list = append(list, n)
		}
	}
	if game.Alone() {
		return paste.Climb(list)
	}
	return paste.Lead(list)
}

// Outcome is a finished match from one player's side.
func Outcome(a *app.App, m store.Match, me string) string {
	seat := games.Seat(m.SeatOf(me))
	if g := GameOf(m.Game); g.Alone() {
		return g.Outcome(a, m, int(seat))
	}
	other := ""
	for i, s := range lobby.SeatsOf(m) {
		if games.Seat(i) != seat {
			other = a.SeatName(s)
		}
	}
	key := "res.lost"
	switch {
	case m.Winner < 0:
		key = "res.drawn"
	case games.Seat(m.Winner) == seat:
		key = "res.won"
	}
	return a.T(key, "p", other)
}

// tell shows the line of a match that is over, to be pasted elsewhere.
func tell(a *app.App, r *lobby.Replay) {
	if r == nil || r.Result == nil {
		a.Warn(a.T("err.hidden"))
		return
	}
	a.Push(&pasting{replay: r, me: a.Visit.Me()})
}

// TellCommand is the command that shows a match's line.
func TellCommand(id string) app.Command {
	return app.Command{Key: "y", Menu: "paste.title", Do: func(a *app.App) {
		r, err := a.House.Lobby.Replay(a.Ctx, a.Visit.Me().ID, id)
		if err != nil {
			a.Fail(err)
			return
		}
		tell(a, r)
	}}
}

// pasting shows a line as it will be pasted. The mouse is the terminal's there, so that the
// line can be dragged where the terminal takes no copies.
type pasting struct {
	replay *lobby.Replay
	me     lobby.Person
}

// Over says that the screen below stays in view.
func (p *pasting) Over() {}

// Drag leaves the mouse to the terminal.
func (p *pasting) Drag() {}

// line is the line, with the streak where the run is the visitor's.
func (p *pasting) line(a *app.App) paste.Line {
	days := 0
	if s, err := a.House.Lobby.Streak(p.me.ID); err == nil && !p.me.Guest {
		days = s.Length
	}
	return Told(a.Lang, WayOf(a), p.replay, p.me.ID, days)
}

// Commands are what the keys do.
func (p *pasting) Commands(a *app.App) []app.Command {
	return []app.Command{
		{Key: "x", Also: []ui.Key{"y", "enter"}, Bar: "key.copy", Do: func(a *app.App) {
			a.CopyHere(p.line(a).Text(a.Lang))
		}},
		{Key: "esc", Also: []ui.Key{"q"}, Bar: "key.close", Do: (*app.App).Pop},
	}
}

// Draw draws the line over the board, and the command that makes a card of it.
func (p *pasting) Draw(a *app.App, c *ui.Canvas) {
	rows := p.line(a).Lines(a.Lang)
	g := ui.OverlayBox(c, 70, len(rows)+6, a.T("paste.title"))
	for i, row := range rows {
		g.TextCut(2, 1+i, g.W()-4, ui.Panel, row)
	}
	g.TextCut(2, 2+len(rows), g.W()-4, ui.Muted, a.T("paste.card", "line", a.Piped("card "+p.replay.Match.ID)))
	ui.Keys(c, a.Bar(p.Commands(a)))
	a.Row22(c, a.T("acc.copy.how"))
}
