package today

import (
	"arcade/lobby/records"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play"
	"arcade/sessions/play/replays"
	"arcade/sessions/play/sheets"
	"arcade/sessions/ui"
)

// Ways shows the ways of all players through a run of a finished day: a tree with a node for each parting.
// From a branch the visitor can open its best run.
type Ways struct {
	game, board, day string
	all              []records.Way
	trail            []parting // the partings on the way, the one in view last
	scroll           ui.Scroll
}

// parting is a node of the tree.
type parting struct {
	set      []int // the players who came here
	from     int   // the ply after the previous parting
	at       int   // the ply at which they part
	branches []records.Branch
}

// NewWays returns the tree of a board's run of a day.
func NewWays(a *app.App, game, board, day string) app.Screen {
	w := &Ways{game: game, board: board, day: day}
	var err error
	if w.all, err = a.House.Lobby.Ways(a.Ctx, game, board, day); err != nil {
		a.Fail(err)
	}
	set := make([]int, len(w.all))
	for i := range set {
		set[i] = i
	}
	w.enter(set, 0)
	return w
}

// enter goes to the next parting of some runs from a ply on.
func (w *Ways) enter(set []int, from int) {
	p := parting{set: set, from: from}
	p.at, p.branches = records.Part(w.all, set, from)
	w.trail, w.scroll.Focus = append(w.trail, p), 0
}

// here returns the parting in view.
func (w *Ways) here() parting { return w.trail[len(w.trail)-1] }

// Topic returns the screen's topic in the help.
func (w *Ways) Topic() string { return "today" }

// List returns the list for the arrow keys.
func (w *Ways) List(*app.App) app.List {
	return app.List{Scroll: &w.scroll, N: len(w.here().branches), Page: 10}
}

// Commands lists the commands of its keys.
func (w *Ways) Commands(a *app.App) []app.Command {
	none := !w.List(a).In()
	var b records.Branch
	if !none {
		b = w.here().branches[w.scroll.Focus]
	}
	leads := !none && b.Action != "" && len(b.Ways) > 1
	back := app.BackKey
	if len(w.trail) > 1 {
		back = app.Command{Key: "esc", Also: []ui.Key{"q", "backspace"}, Bar: "key.back", Do: func(*app.App) {
			w.trail, w.scroll.Focus = w.trail[:len(w.trail)-1], 0
		}}
	}
	see := func(a *app.App) {
		if none {
			return
		}
		for _, i := range b.Ways { // the house's run has no replay
			if id := w.all[i].Row.Match; id != "" {
				a.Push(replays.NewAt(id, w.here().at))
				return
			}
		}
		a.Warn(a.T("ways.noreplay"))
	}
	return []app.Command{
		{Key: "updown", Bar: "key.choose", Off: none},
		{Key: "enter", Bar: app.If(leads, "ways.key.on", "key.replay"), Off: none, Do: func(a *app.App) {
			if leads {
				w.enter(b.Ways, w.here().at+1)
				return
			}
			see(a)
		}},
		{Key: "v", Bar: "ways.key.best", Menu: "ways.key.best", Off: none, Do: see},
		app.HelpKey, back,
	}
}

// action returns a branch's action in words.
func (w *Ways) action(a *app.App, b records.Branch) string {
	if b.Action == "" {
		return a.T("ways.end")
	}
	if game := play.GameOf(w.game); game.Act != nil {
		return game.Act(a, b.Action)
	}
	return string(b.Action)
}

// ghost returns the result of the house's run, which is not ranked.
func (w *Ways) ghost(a *app.App, way records.Way) string {
	if way.Row.Value == 0 {
		return a.Plies(len(way.Plies))
	}
	return play.GameOf(w.game).Score(a, w.board, true, way.Row)
}

// Draw draws the parting in view.
func (w *Ways) Draw(a *app.App, c *ui.Canvas) { a.Compose(c, w) }

// View shows the course up to the parting in view, and its branches.
func (w *Ways) View(a *app.App) app.View {
	p := w.here()
	var trail kit.Chips // the players left at each parting, the present one first
	for i := len(w.trail) - 1; i >= 0; i-- {
		trail = append(trail, kit.Chip{Word: a.T("ways.players", "n", len(w.trail[i].set)), Ground: app.If(i == len(w.trail)-1, ui.Token(0), ui.Panel)})
	}
	head := kit.Col(0, 0, kit.Item{Block: trail})
	if len(w.all) > 0 {
		head.Items = append(head.Items, kit.Item{Block: kit.Text{Ink: ui.Muted, Text: a.T("ways.alike", "n", p.at-p.from, "m", p.at)}})
	}
	cols := []kit.Column{
		{Head: a.T("ways.col.way"), W: 24, Name: true}, {Head: a.T("ways.col.players"), W: 7, Right: true},
		{Head: a.T("ways.col.best"), W: 22, Drop: 1}, {Head: a.T("board.col.name"), W: 15, Name: true, Drop: 2},
	}
	list := w.List(a).Block(cols, a.T("ways.none"), func(i int) []string {
		b := p.branches[i]
		best := w.all[b.Ways[0]]
		if best.Bot != "" {
			return []string{w.action(a, b), app.Itoa(len(b.Ways)), w.ghost(a, best), a.T("bot." + best.Bot)}
		}
		return []string{w.action(a, b), app.Itoa(len(b.Ways)), play.GameOf(w.game).Score(a, w.board, true, best.Row), sheets.Scorer(a, best.Row)}
	})
	return app.View{Place: []string{a.T("today.place"), a.T("game." + w.game), Date(a.Lang, w.day)}, Usual: a.T("ways.msg"),
		Body: kit.Col(1, 0, kit.Item{Block: kit.Pad{Block: head, X: 1}}, kit.Item{Block: list, Fill: 1})}
}
