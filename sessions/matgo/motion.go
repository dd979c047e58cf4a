package matgo

import (
	"slices"
	"time"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/matgo/round"
	"arcade/sessions/matgo/tell"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// HandlePlies shows the effects of new plies.
func (v *gameView) HandlePlies(a *app.App, s *play.Scene, fresh []games.Ply) {
	v.queue(a, s, len(fresh))
	for _, p := range fresh {
		if p.Forced && p.Seat == s.You && p.Action != "pass" {
			a.Toast(a.T("mg.time.up", "n", max(s.Seats[s.You].Lapses, 1), "of", games.MaxLapses+1, "what", tell.ActionText(a, p.Action)), nil)
		}
		if len(v.tells) > 0 {
			continue // told while it is shown
		}
		var list []string
		for _, e := range p.Events {
			if text, where := tell.Event(a, s, e, tell.Brief); where != tell.InLog {
				list = append(list, text)
			}
		}
		if stolen := tell.Stolen(p.Events); len(stolen) > 0 {
			list = append(list, tell.Steals(a, s, p.Seat, stolen, tell.Brief))
		}
		for _, text := range squeeze(list) {
			a.Toast(text, nil)
		}
	}
}

// squeeze joins texts so that at most two remain, as far as they are short enough to read together.
func squeeze(list []string) []string {
	const room = 40 // cells
	var out []string
	for _, text := range list {
		if n := len(out); n > 0 && ui.Width(out[n-1])+3+ui.Width(text) <= room {
			out[n-1] += "   " + text
			continue
		}
		out = append(out, text)
	}
	return out
}

// lastSet returns the last event of the viewer's turn that deserves a sentence, such as a set.
func (v *gameView) lastSet(a *app.App, s *play.Scene) string {
	seat, _, events := tell.TurnEvents(s.Plies)
	if seat != s.You {
		return ""
	}
	text := ""
	for _, e := range events {
		if _, ok := e.Fact.(matgo.EventSet); ok {
			text, _ = tell.Event(a, s, e, tell.Brief)
		}
	}
	return text
}

// queue lets the earlier plies end before the new one is shown: the player wants to see the flipped card,
// however fast the answer is. Cards that are shown to all come before the next action with them.
func (v *gameView) queue(a *app.App, s *play.Scene, fresh int) {
	if fresh != 1 || s.Before == nil {
		return
	}
	now := time.Now()
	v.tells = slices.DeleteFunc(v.tells, func(t tell.Telling) bool { return !now.Before(t.Until()) })
	from := now
	if hold := tell.Holds(s.Plies[len(s.Plies)-1].Events); hold > 0 {
		v.tells, from = nil, now.Add(hold)
	}
	if len(v.tells) > 1 { // one ply behind is enough
		v.tells = v.tells[1:]
		v.tells[0].From = now
	}
	if n := len(v.tells); n > 0 {
		from = v.tells[n-1].Until()
	}
	s.Moved = from
	if t := tell.Ply(a, s, a.Pace()); t.Total > 0 {
		v.tells = append(v.tells, t)
	}
}

// moment returns the present frame and its remaining time, nil if everything is at rest.
func (v *gameView) moment(a *app.App, s *play.Scene) (*tell.Frame, time.Duration) {
	if s.Moved.IsZero() {
		v.tells = nil
		return nil, 0
	}
	if n := len(v.tells); s.Before != nil && (n == 0 || !v.tells[n-1].From.Equal(s.Moved)) {
		v.tells = []tell.Telling{tell.Ply(a, s, a.Pace())}
	}
	now := time.Now()
	for i := range v.tells {
		t := &v.tells[i]
		if !now.Before(t.Until()) {
			t.Frames = nil // drops their views before the next ply
			continue
		}
		since := now.Sub(t.From) // negative while everybody is shown something
		for k := range t.Frames {
			if since < t.Frames[k].Lasts {
				return &t.Frames[k], t.Frames[k].Lasts - since
			}
			since -= t.Frames[k].Lasts
		}
	}
	return nil, 0
}

// skip ends the present motion, and reports whether there was any.
func (v *gameView) skip(a *app.App, s *play.Scene) bool {
	if f, _ := v.moment(a, s); f == nil {
		return false
	}
	s.Moved, v.tells, v.since = time.Time{}, nil, time.Now()
	return true
}

// frame returns the frame to draw now: the position, or a moment on the way to it.
func (v *gameView) frame(a *app.App, s *play.Scene, view *matgo.View) *tell.Frame {
	if f, _ := v.moment(a, s); f != nil {
		return f
	}
	return &tell.Frame{View: view, Plies: s.Plies}
}

// told returns the number of plies shown, the last of them perhaps in part.
func (v *gameView) told(a *app.App, s *play.Scene) int {
	if f, _ := v.moment(a, s); f != nil {
		return len(f.Plies)
	}
	return len(s.Plies)
}

// Tick returns the time of the next moment: nothing changes before.
func (v *gameView) Tick(a *app.App, s *play.Scene) time.Duration {
	_, left := v.moment(a, s)
	if _, wait := v.Next(a, s); wait > 0 && (left <= 0 || wait < left) {
		return wait
	}
	return left
}

// Motion returns the time for which the last ply is shown.
func (v *gameView) Motion(a *app.App, s *play.Scene) time.Duration {
	if n := len(v.tells); n > 0 && v.tells[n-1].From.Equal(s.Moved) {
		return v.tells[n-1].Total
	}
	return tell.Ply(a, s, a.Pace()).Total
}

// again shows the opponent's last turn once more, slowly.
func (v *gameView) again(a *app.App, s *play.Scene) {
	from, to := lastTurn(s)
	past, err := a.House.Lobby.SoFar(a.Ctx, a.Visit.Me().ID, s.Match)
	if err != nil || len(past.Plies) < to {
		a.Fail(err)
		return
	}
	v.tells = nil
	for i, at := from, time.Now(); i < to; i++ {
		then := *s
		then.Before, then.View, then.Plies, then.Moved = holding(past.View(i), s), holding(past.View(i+1), s), s.Plies[:i+1], at
		if t := tell.Ply(a, &then, "slow"); t.Total > 0 {
			v.tells, at = append(v.tells, t), t.Until()
			s.Moved = t.From
		}
	}
}

// holding returns an earlier view with the viewer's present hand, to which the keys apply.
func holding(view any, s *play.Scene) any {
	was, ok := view.(*matgo.View)
	now, held := round.Of(s)
	if !ok || !held || s.You == games.Nobody {
		return view
	}
	v := *was
	v.Hands[s.You], v.HandCounts[s.You] = now.Hands[s.You], now.HandCounts[s.You]
	return &v
}

// lastTurn returns the range of plies of the last turn that was not the viewer's.
func lastTurn(s *play.Scene) (from, to int) {
	for to = len(s.Plies); to > 0 && s.Plies[to-1].Seat == s.You; {
		to--
	}
	for from = to; from > 0 && s.Plies[from-1].Seat == s.Plies[to-1].Seat; {
		from--
	}
	return from, to
}
