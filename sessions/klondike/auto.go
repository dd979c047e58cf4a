package klondike

import (
	"time"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/sessions/app"
	"arcade/sessions/play"
)

// framePace is between two frames of motion.
const framePace = 250 * time.Millisecond

// upPace is how long each card that goes home by itself is shown.
const upPace = 80 * time.Millisecond

// Motion is how long the cards that moved are marked.
func (v *gameView) Motion(a *app.App, s *play.Scene) time.Duration {
	return a.Paced(framePace)
}

// Next is the next of the safe moves, where they are played by themselves: all of
// them after the key, else with the setting on, and not right after an undo.
func (v *gameView) Next(a *app.App, s *play.Scene) (games.Action, time.Duration) {
	act, wait := v.coming(a, s)
	if act != "" && wait <= 0 {
		v.ups++
		v.tried = len(s.Plies)
	}
	return act, wait
}

// coming is what next will be.
func (v *gameView) coming(a *app.App, s *play.Scene) (games.Action, time.Duration) {
	view, ok := s.View.(klondike.View)
	if !ok || !s.Mine() || len(view.Safe) == 0 || v.held != nil || v.tried == len(s.Plies) {
		return "", 0
	}
	if !v.all && (!a.Set.AutoUp || v.still || len(s.Plies) == 0 || view.Last == "undo" || view.Last == "redo") {
		return "", 0
	}
	wait := upPace - s.SinceMove()
	switch a.Set.Motion {
	case "none":
		wait = 0
	case "fast":
		wait -= upPace / 2
	}
	return view.Safe[0], wait
}

// Tick is how long nothing changes on the screen: until the clock's next second,
// or the next card that goes by itself; in a replay, until the solver is asked again.
func (v *gameView) Tick(a *app.App, s *play.Scene) time.Duration {
	if s.Replay && v.chance != nil && v.chance.looks() {
		return lookPace
	}
	if s.Result != nil || s.Replay || len(s.Plies) == 0 {
		return 0
	}
	d := time.Second - elapsed(s)%time.Second + 5*time.Millisecond
	if act, wait := v.coming(a, s); act != "" && !play.Covered(a) {
		d = min(d, max(wait, time.Millisecond))
	}
	return d
}

// timeLine is the time of the try for notices that cover the table, "" before its first
// action.
func timeLine(a *app.App, s *play.Scene) string {
	if len(s.Plies) == 0 || s.You == games.Nobody {
		return ""
	}
	return a.T("game."+klondike.Name) + " " + timeText(elapsed(s))
}

// elapsed is the time of the try: from its first action until now or, once it is over,
// its end. In a replay it is that of the ply.
func elapsed(s *play.Scene) time.Duration {
	if len(s.Plies) == 0 {
		return 0
	}
	end := s.Plies[len(s.Plies)-1].At
	switch {
	case s.Result != nil:
		end = max(s.Ended, end)
	case !s.Replay:
		end = max(s.At, end)
	}
	return time.Duration(end-s.Plies[0].At) * time.Millisecond
}
