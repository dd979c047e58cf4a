package klondike

import (
	"strings"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/lobby/deals"
	"arcade/sessions/app"
	"arcade/sessions/klondike/pages"
	"arcade/sessions/play"
)

// cardText returns a card's text on the table and in sentences: "7♥ ", with the blank that a symbol needs.
func cardText(c klondike.Card) string { return c.Rank().String() + suitText(c.Suit()) }

// suitText returns a suit's symbol with its blank.
func suitText(s klondike.Suit) string { return [...]string{"♥ ", "♦ ", "♣ ", "♠ "}[s] }

// column returns a column's name, such as "2열".
func column(a *app.App, n int) string { return a.T("kl.column", "n", n+1) }

// placeName returns the name of a place in the notation of moves: a digit, w, or a foundation as f or its
// letter.
func placeName(a *app.App, p string) string {
	switch {
	case p == "w":
		return a.T("kl.waste")
	case len(p) == 1 && p[0] >= '1' && p[0] <= '7':
		return column(a, int(p[0]-'1'))
	}
	return a.T("kl.home")
}

// fact finds a ply's event of one kind.
func fact[F games.Fact](p games.Ply) (f F, ok bool) {
	for _, e := range p.Events {
		if f, ok = e.Fact.(F); ok {
			return f, true
		}
	}
	return f, false
}

// plyText returns a ply for lists; short omits the words for places.
func plyText(a *app.App, p games.Ply, short bool) string {
	redo := ""
	for _, e := range p.Events {
		switch f := e.Fact.(type) {
		case klondike.EventUndo:
			return a.Short("kl.undone", "m", actionText(a, f.Action, short))
		case klondike.EventRedo: // the text of the replayed action follows
			redo = a.T("kl.log.redo") + " "
		case klondike.EventDraw:
			return redo + a.T("kl.log.draw")
		case klondike.EventRecycle:
			return redo + a.T("kl.log.recycle")
		case klondike.EventResign:
			return a.T("kl.log.resign")
		case klondike.EventMove:
			from, to := places(a, f.From, f.To, short)
			return redo + a.Short("kl.said.move", "a", from, "b", to, "card", cardText(f.Card))
		}
	}
	return string(p.Action)
}

// places returns the source and the target of a move; short omits their names.
func places(a *app.App, from, to string, short bool) (string, string) {
	switch {
	case !short:
		return placeName(a, from), placeName(a, to)
	case to > "7":
		to = "f"
	}
	return from, to
}

// wayText returns the way of an undone move.
func wayText(a *app.App, from, to string, short bool) string {
	from, to = places(a, from, to, short)
	return from + app.If(short, ">", " > ") + to
}

// undoneText returns a sentence about a ply that undid an action.
func undoneText(a *app.App, f klondike.EventUndo) string {
	text := string(f.Action)
	switch m, ok := klondike.ParseMove(text); {
	case !ok:
	case m.Kind == klondike.Draw:
		text = a.T("kl.said.drawing")
	case m.Kind == klondike.Recycle:
		text = a.T("kl.said.recycle")
	default:
		text = a.T("kl.said.way", "a", spokenPlace(a, text[:1]), "b", spokenPlace(a, text[2:3]))
	}
	return a.T("kl.undone", "m", text)
}

// actionText returns an undone action.
func actionText(a *app.App, undone games.Action, short bool) string {
	text := string(undone)
	m, ok := klondike.ParseMove(text)
	switch {
	case !ok:
		return text
	case m.Kind == klondike.Draw:
		return a.T("kl.log.draw")
	case m.Kind == klondike.Recycle:
		return a.T("kl.log.recycle")
	}
	return wayText(a, text[:1], text[2:3], short)
}

// news returns a sentence about the last ply's important event, "" for none.
func (v *gameView) news(a *app.App, s *play.Scene, view klondike.View) string {
	if len(s.Plies) == 0 {
		return ""
	}
	p := s.Plies[len(s.Plies)-1]
	switch {
	case v.ups > 0 && !v.all && len(view.Safe) == 0:
		return a.T("kl.auto", "n", v.ups)
	case v.ups > 0:
		return a.T("kl.auto.on", "n", v.ups)
	}
	if undo, ok := fact[klondike.EventUndo](p); ok {
		return undoneText(a, undo)
	}
	if flip, ok := fact[klondike.EventFlip](p); ok {
		return a.T("kl.said.flip", "c", spokenCard(a, flip.Card))
	}
	if _, ok := fact[klondike.EventRecycle](p); ok {
		return app.If(view.RedealsLeft != klondike.Unlimited, a.T("kl.recycle.left", "n", view.RedealsLeft), a.T("kl.recycle"))
	}
	return ""
}

func (v *gameView) Prompt(a *app.App, s *play.Scene) string {
	view, ok := s.View.(klondike.View)
	switch {
	case !ok:
		return ""
	case view.Won:
		return a.T("kl.win", "t", app.Took(s.Elapsed()), "m", view.Moves)
	case v.held != nil:
		return v.heldText(a, view)
	case v.hint != nil:
		return v.hintText(a, view)
	case v.from != nil:
		return a.T("kl.from", "at", v.spotText(a, view, *v.from))
	case view.Finish != "" && !v.turned && v.ups == 0 && s.You != games.Nobody:
		return a.T("kl.finish")
	case view.Stuck && !v.turned:
		return a.T(app.If(s.You == games.Nobody, "kl.stuck.short", "kl.stuck"))
	case !v.turned:
		if news := v.news(a, s, view); news != "" {
			return news
		}
	}
	if s.You == games.Nobody {
		return a.T("kl.watch")
	}
	return v.focusText(a, view)
}

// focusText describes the focus and its possible actions.
func (v *gameView) focusText(a *app.App, view klondike.View) string {
	at := v.spotText(a, view, v.at)
	switch v.at.zone {
	case onStock:
		switch {
		case view.StockCount > 0:
			return a.T("kl.at.stock", "n", view.StockCount)
		case len(view.Waste) == 0:
			return a.T("kl.no.stock")
		case view.RedealsLeft == 0:
			return a.T("kl.recycle.no")
		}
		return a.T("kl.at.recycle")
	case inColumn:
		if n := len(view.Tableau[v.at.n]) - v.at.i; n > 1 {
			return a.T("kl.at.run", "at", at, "n", n)
		}
	}
	if _, ok := cardAt(view, v.at); !ok {
		return a.T("kl.at.empty", "at", at)
	}
	return a.T("kl.at.card", "at", at)
}

// spotText names a spot: "2열 7♥ ".
func (v *gameView) spotText(a *app.App, view klondike.View, at spot) string {
	name := a.T("kl.home")
	switch at.zone {
	case inColumn:
		name = column(a, at.n)
	case onStock:
		return a.T("kl.stock")
	case onWaste:
		name = a.T("kl.waste")
	}
	if card, ok := cardAt(view, at); ok {
		return name + " " + cardText(card)
	}
	return name
}

// heldText describes the held cards, Enter's target and the other targets.
func (v *gameView) heldText(a *app.App, view klondike.View) string {
	list := v.targets(view, *v.held)
	if v.to >= len(list) {
		return ""
	}
	card, _ := cardAt(view, *v.held)
	what := cardText(card)
	if n := len(view.Tableau[v.held.n]) - v.held.i; v.held.zone == inColumn && n > 1 {
		what = a.T("kl.run", "card", what, "n", n)
	}
	text := a.T("kl.held", "what", what, "to", v.targetText(a, view, list[v.to]))
	var others []string
	for i, m := range list {
		if i != v.to {
			others = append(others, targetName(m))
		}
	}
	if len(others) > 0 {
		text += "  " + a.T("kl.held.else", "list", strings.Join(others, " "))
	}
	return text
}

// targetName returns a target's key.
func targetName(m klondike.Move) string {
	return app.If(goalOf(m) == klondike.Columns, "f", app.Itoa(int(m.To)+1))
}

// targetText returns a target with its card: "4열 (8♠ )".
func (v *gameView) targetText(a *app.App, view klondike.View, m klondike.Move) string {
	if goalOf(m) == klondike.Columns {
		return a.T("kl.home")
	}
	if cards := view.Tableau[m.To]; len(cards) > 0 {
		return column(a, int(m.To)) + " (" + cardText(cards[len(cards)-1].Card) + ")"
	}
	return column(a, int(m.To))
}

// NewcomerPrompt returns the prompt when nothing is under way. Held or hinted cards have their own prompt.
func (v *gameView) NewcomerPrompt(a *app.App) string {
	if v.held != nil || v.hint != nil || v.from != nil || v.ups > 0 {
		return ""
	}
	return a.T("kl.coach")
}

// Around returns the texts around the table.
func (v *gameView) Around(a *app.App, s *play.Scene) play.Around {
	return play.Around{
		Place: new(class(a, s)), Stake: new(stake(a, s)), Corner: new(v.corner(a, s)), TimeLine: new(timeLine(a, s)), Mark: v.mark(a),
	}
}

// class returns the class of the try, for the top bar.
func class(a *app.App, s *play.Scene) string {
	switch {
	case s.You == games.Nobody:
		return ""
	case s.Hinted:
		return a.T("kl.class.helped")
	case s.Daily != "":
		return a.T("kl.class.daily")
	case s.Seeded:
		return a.T("kl.class.practice")
	}
	return a.T("kl.class.ranked")
}

// stake returns the rules, and the day of a daily deal, for the top bar.
func stake(a *app.App, s *play.Scene) string {
	view, _ := s.View.(klondike.View)
	text := a.T("kl.draw", "n", view.Draw) + "  "
	if s.Daily != "" {
		text = s.Daily[min(len(s.Daily), 5):] + "  " + text
	}
	return text + redeals(a, view.RedealsLeft)
}

// redeals returns the number of redeals left, in words.
func redeals(a *app.App, n int) string {
	return app.If(n == klondike.Unlimited, a.T("kl.redeals.any"), a.T("kl.redeals", "n", n))
}

// variant returns the rules that differ from the usual ones, "" for none.
func variant(a *app.App, r klondike.Rules) string {
	keep := r.Recycle == klondike.Keep
	switch {
	case keep && !r.F2T:
		return a.T("kl.rules.both")
	case keep:
		return a.T("kl.rules.keep")
	case !r.F2T:
		return a.T("kl.rules.nof2t")
	}
	return ""
}

// corner returns the number of hidden cards, or the way out of the present action.
func (v *gameView) corner(a *app.App, s *play.Scene) string {
	view, _ := s.View.(klondike.View)
	switch {
	case v.held != nil:
		return a.T("kl.corner.esc")
	case v.hint != nil:
		return a.T("kl.corner.do")
	}
	n := 0
	for _, down := range view.FaceDown {
		n += down
	}
	return a.T("kl.corner.down", "n", n)
}

func headline(a *app.App, s *play.Scene) string {
	view, _ := s.View.(klondike.View)
	return a.T(app.If(view.Won, "kl.res.won", "kl.res.lost"))
}

func (v *gameView) Result(a *app.App, s *play.Scene) []string {
	view, _ := s.View.(klondike.View)
	lines := []string{
		a.T("kl.res.facts", "t", app.Took(s.Elapsed()), "m", moveCount(s, view), "u", view.Undos),
		a.T("kl.res.score", "s", view.Score, "home", atHome(view)),
	}
	if g := v.ghost(a, s); g != nil {
		lines = append(lines, ghostName(a, g)+"  "+pages.MovesAndTime(a, g.Moves, g.Time))
	}
	return append(lines, a.T("kl.res.deal", "id", view.DealID))
}

// moveCount returns the number of moves. For a finished try it comes from the result, which may count
// resigning as one.
func moveCount(s *play.Scene, view klondike.View) int {
	if s.Result != nil {
		if f, ok := s.Result.Fields.(klondike.Facts); ok {
			return f.Moves
		}
	}
	return view.Moves
}

// atHome returns the number of cards on the foundations.
func atHome(view klondike.View) (n int) {
	for _, pile := range view.Foundation {
		n += len(pile)
	}
	return n
}

// ghost returns the try to race against, nil for none.
func (v *gameView) ghost(a *app.App, s *play.Scene) *deals.Ghost {
	if pages.GhostSetting.Of(a) == "none" {
		return nil
	}
	return s.Ghost
}

// ghostName returns the name of the ghost's player.
func ghostName(a *app.App, g *deals.Ghost) string {
	return app.If(pages.GhostSetting.Of(a) == "own", a.T("kl.ghost.mine"), a.T("kl.ghost.of", "p", g.Name))
}

// lead returns the lead over the ghost at the same time, in cards home.
func lead(s *play.Scene, view klondike.View, g *deals.Ghost) int {
	now, done := s.Elapsed().Milliseconds(), 0
	for _, step := range g.Steps {
		if step.Time > now {
			break
		}
		done = step.Done
	}
	return atHome(view) - done
}
