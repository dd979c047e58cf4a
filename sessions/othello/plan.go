package othello

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/games/othello"
	"arcade/lobby/replies"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// plan is the board on which a player prepares replies during the opponent's turn in a match over days: the
// player places both sides' moves by turns, and a line ends with an own one.
type plan struct {
	t     *play.Table
	view  *gameView
	scene play.Scene
	kept  [][]games.Action // the stored lines
	line  []games.Action   // the line being entered
}

// plans reports whether the player can prepare replies at a table now.
func plans(t *play.Table) bool {
	s := t.Snap
	return s != nil && s.You != games.Nobody && s.Result == nil && s.ToAct != s.You && s.ToAct != games.Nobody && s.Control.Correspondence() && s.ForcedAt == 0
}

func newPlan(a *app.App, t *play.Table) app.Screen {
	p := &plan{t: t, view: newView()}
	l, err := a.Visit.Replies(t.ID)
	if err != nil {
		a.Report("replies", err)
	}
	p.kept = l.Left(t.Snap.Plies) // earlier lines continue from here
	p.show(a)
	return p
}

// Topic returns the topic of its help.
func (p *plan) Topic() string { return "othello" }

// Refresh leaves the board when the opponent has moved.
func (p *plan) Refresh(a *app.App) {
	s, err := a.Visit.Table(p.t.ID)
	if err != nil || len(s.Plies) != len(p.t.Snap.Plies) {
		a.Back(a.T("ot.plan.moved"))
	}
}

// show puts the position after the line on the board. It plays forced actions.
func (p *plan) show(a *app.App) {
	s := p.t.Snap
	g, err := a.House.Lobby.Game(s.Game)
	if err != nil {
		return
	}
	pos, err := g.Start(games.Setup{Game: s.Game, Rules: g.Info().Rules, Options: s.Options})
	if err != nil {
		return
	}
	p.scene = p.t.Scene
	p.scene.Plies = slices.Clone(s.Plies)
	apply := func(act games.Action) {
		seat := pos.ToAct()
		events, err := pos.Apply(act)
		if err == nil {
			p.scene.Plies = append(p.scene.Plies, games.Ply{Seat: seat, Action: act, Events: events})
		}
	}
	p.scene.Plies = p.scene.Plies[:0]
	for _, ply := range s.Plies {
		apply(ply.Action)
	}
	for _, act := range p.line {
		apply(act)
	}
	for pos.Result() == nil && len(pos.Legal()) == 1 && pos.Legal()[0] == othello.Pass {
		p.line = append(p.line, othello.Pass)
		apply(othello.Pass)
	}
	p.scene.You, p.scene.ToAct, p.scene.Legal = pos.ToAct(), pos.ToAct(), pos.Legal()
	p.scene.View, p.scene.Before, p.scene.ForcedAt, p.scene.Result = pos.View(games.Spectator), nil, 0, nil
	if seat := pos.ToAct(); seat != games.Nobody {
		p.scene.View = pos.View(seat)
	}
	p.view.Update(&p.scene)
}

// ends reports whether the line can be stored: it ends with an own move.
func (p *plan) ends() bool {
	return len(p.line) > 1 && p.scene.Plies[len(p.scene.Plies)-1].Seat == p.t.Snap.You
}

// Commands lists the commands of the keys.
func (p *plan) Commands(*app.App) []app.Command {
	return []app.Command{
		{Key: "arrows", Bar: "ot.key.cell", Also: []ui.Key{"left", "right", "up", "down", "home", "end"}, Each: p.view.move},
		{Key: "tab", Turn: func(_ *app.App, by int) { p.view.walk(&p.scene, by) }},
		{Key: "enter", Bar: "ot.key.place", Do: p.place},
		{Key: "backspace", Name: "Bksp", Bar: "ot.plan.back", Menu: "ot.plan.back", Off: len(p.line) == 0, Do: p.back},
		{Key: "s", Bar: "ot.plan.keep", Menu: "ot.plan.keep", Off: !p.ends(), Do: p.keep},
		{Key: "d", Bar: "ot.plan.clear", Menu: "ot.plan.clear", Off: len(p.kept) == 0, Do: p.askClear},
		app.HelpKey,
		{Key: "esc", Also: []ui.Key{"q"}, Bar: "key.back", Do: (*app.App).Pop},
	}
}

// Handle places a clicked square.
func (p *plan) Handle(a *app.App, msg tea.Msg) {
	if hit, ok := msg.(square); ok {
		p.view.at, p.view.placed = othello.Square(hit), true
		p.place(a)
	}
}

// place plays the focused square for the side on turn.
func (p *plan) place(a *app.App) {
	act := games.Action(p.view.at.String())
	switch {
	case !slices.Contains(p.scene.Legal, act):
		a.Warn(a.T("ot.illegal"))
	case len(p.line) >= replies.MostMoves-1:
		a.Warn(a.T("ot.plan.long"))
	default:
		p.line = append(p.line, act)
		p.view.placed = false
		p.show(a)
	}
}

// back takes back the last move of the line, with the forced actions after it.
func (p *plan) back(a *app.App) {
	for n := len(p.line); n > 0; n = len(p.line) {
		last := p.line[n-1]
		p.line = p.line[:n-1]
		if last != othello.Pass {
			break
		}
	}
	p.show(a)
}

// keep adds the line to the stored ones.
func (p *plan) keep(a *app.App) {
	if !p.ends() {
		a.Warn(a.T("ot.plan.ends"))
		return
	}
	kept := slices.DeleteFunc(slices.Clone(p.kept), func(l []games.Action) bool { return answers(l, p.line) })
	if p.store(a, append(kept, slices.Clone(p.line))) {
		p.line = nil
		p.show(a)
		a.Say(a.T("ot.plan.kept", "n", len(p.kept)))
	}
}

// answers reports whether two lines have different replies to the same moves, or one continues the other.
// Then the newer one replaces the older.
func answers(old, line []games.Action) bool {
	for i := range min(len(old), len(line)) {
		if old[i] != line[i] {
			return i%2 == 1
		}
	}
	return true
}

// askClear asks before it removes several lines.
func (p *plan) askClear(a *app.App) {
	if len(p.kept) < 2 {
		p.clear(a)
		return
	}
	a.Push(&app.LazyAsk{Build: func(a *app.App, q *app.Ask) {
		q.Title, q.Lines = a.T("ot.plan.clear.title"), []string{a.T("ot.plan.clear.text", "n", len(p.kept))}
		q.Confirm(a.T("acc.keep"), a.T("ot.plan.clear"), p.clear)
	}})
}

// clear removes all lines.
func (p *plan) clear(a *app.App) {
	if p.store(a, nil) {
		a.Say(a.T("ot.plan.none"))
	}
}

// store replaces the stored lines.
func (p *plan) store(a *app.App, lines [][]games.Action) bool {
	if len(lines) > replies.MostLines {
		a.Warn(a.T("ot.plan.long"))
		return false
	}
	err := a.Visit.SetReplies(a.Ctx, p.t.ID, replies.Lines{Ply: len(p.t.Snap.Plies), Lines: lines})
	if err != nil {
		a.Fail(err)
		return false
	}
	p.kept = lines
	return true
}

// text returns the line being entered.
func (p *plan) text() string {
	var list []string
	for _, act := range p.line {
		list = append(list, string(act))
	}
	return strings.Join(list, " ")
}

// usual returns the message: the next step, and the line so far.
func (p *plan) usual(a *app.App) string {
	switch {
	case len(p.line) == 0 && len(p.kept) > 0:
		return a.T("ot.plan.more", "n", len(p.kept))
	case len(p.line) == 0:
		return a.T("ot.plan.first")
	case p.ends():
		return a.T("ot.plan.whole", "l", p.text())
	}
	return a.T("ot.plan.line", "l", p.text())
}

// View shows the board after the line.
func (p *plan) View(a *app.App) app.View {
	return app.View{
		Place: []string{a.T("game.othello"), a.T("ot.plan")}, Usual: p.usual(a),
		Body: p.view.Parts(a, &p.scene).Stage(a, &p.scene, nil), Whole: true,
	}
}

// Draw lets the kit draw the page.
func (p *plan) Draw(a *app.App, c *ui.Canvas) { a.Compose(c, p) }
