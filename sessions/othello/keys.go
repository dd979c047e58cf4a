package othello

import (
	"slices"
	"strings"
	"time"

	"arcade/games"
	"arcade/games/othello"
	"arcade/lobby/pairing"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// square is the hit of a board cell.
type square othello.Square

func (v *gameView) Field() *ui.Field { return v.entry }

func (v *gameView) Commands(_ *app.App, t *play.Table) []app.Command {
	s := &t.Scene
	if v.entry != nil {
		return []app.Command{
			{Key: "enter", Bar: "ot.key.place", Do: func(a *app.App) { v.typed(a, t) }},
			{Key: "esc", Bar: "key.cancel", Do: func(*app.App) { v.entry = nil }},
		}
	}
	mine, passes := s.Mine(), s.ForcedAt != 0 && s.ToAct == s.You
	list := []app.Command{
		{Key: "arrows", Bar: app.TextIf(mine, "ot.key.cell"), Also: []ui.Key{"left", "right", "up", "down", "home", "end"}, Each: v.move},
		{Key: "tab", Turn: func(_ *app.App, by int) { v.walk(s, by) }},
		{Key: "enter", Bar: app.TextIf(mine || passes, app.If(passes, "key.skip", "ot.key.place")), Do: func(a *app.App) { v.play(a, t) }},
		{Key: "/", Bar: app.TextIf(mine, "ot.key.entry"), Menu: "ot.menu.entry", Off: !mine, Do: func(*app.App) {
			v.armed = othello.NoSquare
			if s.Mine() {
				v.entry = &ui.Field{MaxCells: 4, MaxRunes: 2} // a square, even in Hangul mode
			}
		}},
		{Key: "i", Bar: app.TextIf(!passes && s.You != games.Nobody, "key.hints"), Menu: "key.hints"},
	}
	if v.armed != othello.NoSquare {
		list = append(list, app.Command{Key: "esc", Do: func(*app.App) { v.armed = othello.NoSquare }})
	}
	if plans(t) {
		list = append(list, app.Command{Key: "w", Bar: "ot.plan", Menu: "ot.plan", Do: func(a *app.App) { a.Push(newPlan(a, t)) }})
	}
	if swappable(s) {
		list = append(list, app.Command{Key: "o", Menu: "ot.menu.swap", Do: func(a *app.App) { swap(a, t) }})
	}
	return list
}

// Press ends the motion.
func (v *gameView) Press(_ *app.App, t *play.Table, _ ui.Key) bool {
	t.Scene.Skip()
	return false
}

func (v *gameView) Click(a *app.App, t *play.Table, msg any) {
	t.Scene.Skip()
	if hit, ok := msg.(square); ok && v.entry == nil && !t.TooSoon() {
		v.at, v.placed = othello.Square(hit), true
		v.play(a, t)
	}
}

// swappable reports whether the player may still take the other colour against a bot: the own
// first move has not been made.
func swappable(s *play.Scene) bool {
	return s.You != games.Nobody && !s.Replay && s.Result == nil && len(s.Seats) == 2 &&
		s.Seats[1-s.You].Bot != "" && len(s.Plies) <= int(s.You)
}

// swap takes the other colour: another game with the same bot instead of this one.
func swap(a *app.App, t *play.Table) {
	s := t.Snap
	if err := a.Visit.Do(s.ID, games.Abort); err != nil {
		a.Fail(err)
		return
	}
	play.Offer(a, pairing.Offer{
		Game: othello.Name, Control: s.Control.String(), Bot: s.Seats[1-s.You].Bot, Seat: 1 - s.You,
	}, a.Swap)
}

// typed plays the typed square.
func (v *gameView) typed(a *app.App, t *play.Table) {
	text := strings.ToLower(ui.Latin(strings.TrimSpace(v.entry.String())))
	v.entry = nil
	sq, ok := othello.ParseSquare(text)
	if !ok {
		a.Warn(a.T("ot.entry.bad"))
		return
	}
	v.at, t.Acted = sq, time.Time{} // nobody types a square by pressing a key twice
	v.play(a, t)
}

// play plays the focused square, if it may be played now.
func (v *gameView) play(a *app.App, t *play.Table) {
	s := &t.Scene
	view, _ := s.View.(othello.View)
	switch {
	case s.You == games.Nobody:
		a.Warn(a.T("tb.spectator"))
	case t.TooSoon(): // with two people at one screen it would play for the other one
	case s.ForcedAt != 0 && s.ToAct == s.You:
		t.Act(a, othello.Pass)
		return // dismisses the notice
	case !s.Mine():
		a.Warn(a.T("err.notyours"))
	case view.Board[v.at] != '-':
		a.Warn(a.T("ot.occupied"))
	case !slices.Contains(view.Legal, v.at):
		a.Warn(a.T("ot.illegal"))
	case a.Set.Confirm && v.armed != v.at:
		v.armed = v.at
		a.Say(a.T("ot.confirm", "sq", v.at.String()))
	default:
		v.armed, v.placed = othello.NoSquare, false
		t.Act(a, games.Action(v.at.String()))
		return
	}
}

// move moves the focus within the board.
func (v *gameView) move(_ *app.App, key ui.Key) {
	v.armed, v.placed = othello.NoSquare, true
	x, y := int(v.at)%8, int(v.at)/8
	switch key {
	case "left":
		x = max(x-1, 0)
	case "right":
		x = min(x+1, 7)
	case "up":
		y = max(y-1, 0)
	case "down":
		y = min(y+1, 7)
	case "home":
		x = 0
	case "end":
		x = 7
	}
	v.at = othello.Square(8*y + x)
}

// walk moves the focus to the next legal square.
func (v *gameView) walk(s *play.Scene, step int) {
	v.armed, v.placed = othello.NoSquare, true
	view, _ := s.View.(othello.View)
	if len(view.Legal) == 0 {
		return
	}
	i, found := slices.BinarySearch(view.Legal, v.at)
	if step > 0 && found {
		i++
	} else if step < 0 {
		i--
	}
	n := len(view.Legal)
	v.at = view.Legal[(i+n)%n]
}
