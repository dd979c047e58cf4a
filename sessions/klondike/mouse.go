package klondike

import (
	"time"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// twice is the time within which a second click on the same card is a double click.
const twice = 400 * time.Millisecond

// click picks up, drops, draws, and sends home on a double click.
func (v *gameView) click(a *app.App, s *play.Scene, view klondike.View, at spot) games.Action {
	hit := at
	at = settled(view, at)
	double := hit == v.clicked && time.Since(v.clickedAt) <= twice
	v.clicked, v.clickedAt = hit, time.Now()
	v.from, v.pulled = nil, nil
	switch {
	case hit.zone == onStock:
		v.turn(at)
		return v.turnStock(a, s, view)
	case double:
		v.clickedAt = time.Time{}
		v.turn(at)
		return v.up(a, s, view, at)
	case v.held != nil && *v.held == at:
		v.held = nil
		return ""
	case v.held != nil && v.held.zone == at.zone && v.held.n == at.n && at.zone == inColumn: // another run of the column
		v.turn(at)
		v.pick(a, s, view, at)
		return ""
	case v.held != nil:
		return v.drop(a, s, view, at)
	}
	v.turn(at)
	if _, ok := cardAt(view, at); ok {
		v.pick(a, s, view, at)
	}
	return ""
}

// pull makes the pressed card and those on it follow the pointer, if they can move.
func (v *gameView) pull(a *app.App, s *play.Scene, view klondike.View, msg ui.DragHit) {
	from, ok := msg.From.(spot)
	if !ok || from.zone == onStock || !s.Mine() || s.MotionLeft(a, v) > 0 || len(v.targets(view, from)) == 0 {
		return
	}
	v.pulled = &msg
	a.Redraw()
}

// drag drops the pressed card where the button was released. What does not go there is back in its place.
func (v *gameView) drag(a *app.App, s *play.Scene, view klondike.View, msg ui.DropHit) games.Action {
	v.pulled, v.clickedAt = nil, time.Time{} // the next press is no double click
	from, ok := msg.From.(spot)
	if to, at := msg.To.(spot); !ok || at && to.zone == from.zone && to.n == from.n {
		return ""
	}
	if _, ok := cardAt(view, from); !ok {
		return "" // the click has moved that card
	}
	if v.held == nil || *v.held != from {
		v.turn(from)
		v.pick(a, s, view, from)
	}
	act := v.drop(a, s, view, msg.To)
	v.held, v.laid = nil, len(s.Plies)+1
	return act
}

// drop puts the held cards on a spot. On nothing, or on their source, it puts them back.
func (v *gameView) drop(a *app.App, s *play.Scene, view klondike.View, on any) games.Action {
	to, ok := on.(spot)
	if v.held == nil {
		return ""
	}
	if !ok || to.zone == v.held.zone && to.n == v.held.n {
		v.held = nil
		return ""
	}
	for _, m := range v.targets(view, *v.held) {
		up := goalOf(m) == klondike.Columns
		if to.zone == onHome && up || to.zone == inColumn && !up && int(m.To) == to.n {
			return m.Action()
		}
	}
	switch to.zone {
	case inColumn:
		a.Warn(v.wants(a, view, to.n))
	case onHome:
		if v.up(a, s, view, *v.held) != "" { // only the last card of the held ones could go
			a.Warn(a.T("kl.no.run"))
		}
	default:
		v.held = nil
	}
	return ""
}
