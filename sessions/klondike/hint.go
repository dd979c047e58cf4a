package klondike

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/lobby/thinking"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/store"
)

// advice is a hint for the position in view: a move, and the actions up to it, including it.
type advice struct {
	klondike.Move
	way    []games.Action
	proven bool
}

// hinted brings the hint requested at a ply.
type hinted struct {
	ply  int
	hint thinking.Advice
	err  error
}

// advise asks for a hint. The first hint takes a ranked try off the boards, so it asks the player before.
func (v *gameView) advise(a *app.App, t *play.Table) {
	s := t.Snap
	view, _ := s.View.(klondike.View)
	switch {
	case s.You == games.Nobody:
		a.Warn(a.T("tb.spectator"))
	case view.Stuck:
		a.Warn(a.T("kl.stuck"))
	case v.asked == len(s.Plies):
		a.Say(a.T("kl.hint.wait"))
	case v.hint != nil:
	case play.NoHints(a, s.Daily):
		a.Warn(a.T("err.day_lasts"))
	case s.Hinted || s.Seeded:
		v.ask(a, t)
		return
	default:
		a.Push(play.NewLook(t, func(a *app.App) { v.ask(a, t) }))
		return
	}
}

// ask looks for a hint in the background.
func (v *gameView) ask(a *app.App, t *play.Table) {
	ctx, visit, id, ply := a.Ctx, a.Visit, t.ID, len(t.Snap.Plies)
	v.asked = ply
	a.Say(a.T("kl.hint.wait"))
	a.Go(func() tea.Msg {
		h, err := visit.Hint(ctx, id)
		return app.ForScreen{To: t, Msg: hinted{ply, h, err}}
	})
}

// answer shows a hint, unless the table has changed.
func (v *gameView) answer(a *app.App, t *play.Table, msg hinted) {
	view, _ := t.Snap.View.(klondike.View)
	v.asked = -1
	if msg.ply != len(t.Snap.Plies) {
		return
	}
	way := msg.hint.Way
	switch {
	case store.ErrIs(msg.err, games.ErrNotAllowed):
		a.Warn(a.T("kl.hint.none"))
		return
	case msg.err != nil || len(way) == 0:
		a.Fail(msg.err)
		return
	}
	a.Note = ""
	m, _ := klondike.ParseMove(string(way[len(way)-1]))
	if len(way) > 1 {
		v.turn(spot{zone: onStock})
	} else if from := source(view, m); from != nowhere {
		v.turn(from)
	}
	v.from = nil
	v.hint = &advice{m, way, msg.hint.Proven}
	if v.proven = v.proven || msg.hint.Proven; v.proven {
		t.Scene.Deal = v.verdict(a, &t.Scene, view, nil)
	}
}

// hintText returns the hint, its reason, and its certainty.
func (v *gameView) hintText(a *app.App, view klondike.View) string {
	if k := v.hint.Kind; !v.hint.proven && (k == klondike.Draw || k == klondike.Recycle) {
		return a.T("kl.hint.circle")
	}
	sure := a.T(app.If(v.hint.proven, "kl.hint.proven", "kl.hint.sensible"))
	if n := len(v.hint.way) - 1; n > 0 {
		act := string(v.hint.Action())
		return a.T("kl.hint.turns", "n", n, "m", placeName(a, act[:1])+" > "+placeName(a, act[2:3])) + "  " + sure
	}
	return a.T("kl.hint", "m", strings.TrimRight(v.moveText(a, view, v.hint.Move), " "), "why", reasonFor(a, view, v.hint.Move)) + "  " + sure
}

// moveText returns a move before it is made: "2열 > 4열 7♥ ".
func (v *gameView) moveText(a *app.App, view klondike.View, m klondike.Move) string {
	switch m.Kind {
	case klondike.Draw:
		return a.T("kl.log.draw")
	case klondike.Recycle:
		return a.T("kl.log.recycle")
	case klondike.Undo:
		return a.T("kl.log.undo")
	}
	from := source(view, m)
	text := string(m.Action())
	card, ok := cardAt(view, from)
	if !ok {
		return text
	}
	return placeName(a, text[:1]) + " > " + placeName(a, text[2:3]) + " " + cardText(card)
}

// reasonFor returns the advantage of a move.
func reasonFor(a *app.App, view klondike.View, m klondike.Move) string {
	from := source(view, m)
	switch {
	case from.zone == inColumn && from.i > 0 && from.i == view.FaceDown[from.n]:
		return a.T("kl.why.turn")
	case from.zone == inColumn && from.i == 0:
		return a.T("kl.why.free", "c", from.n+1)
	case m.Kind == klondike.ColumnUp || m.Kind == klondike.WasteUp:
		return a.T("kl.why.up")
	case m.Kind == klondike.Draw || m.Kind == klondike.Recycle:
		return a.T("kl.why.draw")
	case m.Kind == klondike.WasteTo:
		return a.T("kl.why.waste")
	case m.Kind == klondike.FoundationTo:
		return a.T("kl.why.down")
	case m.Kind == klondike.Undo:
		return a.T("kl.why.undo")
	}
	return a.T("kl.why.way")
}
