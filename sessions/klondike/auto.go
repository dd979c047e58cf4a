package klondike

import (
	"slices"
	"strings"
	"time"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/sessions/app"
	"arcade/sessions/klondike/pages"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// framePace is the time between two frames of motion.
const framePace = 250 * time.Millisecond

// upPace is the time for which each card that goes home by itself is shown.
const upPace = 80 * time.Millisecond

// Motion returns the time for which moved cards are marked.
func (v *gameView) Motion(a *app.App, s *play.Scene) time.Duration { return a.Paced(framePace) }

// Next returns the next automatic move: of a taken hint, of the safe moves after the key, else with the
// setting on, except right after an undo or a move from a foundation.
func (v *gameView) Next(a *app.App, s *play.Scene) (games.Action, time.Duration) {
	act, wait := v.coming(a, s)
	if act != "" && wait <= 0 {
		if len(v.way) > 0 {
			v.way = v.way[1:]
		} else {
			v.count(act)
		}
		v.tried = len(s.Plies)
	}
	return act, wait
}

// count counts an automatic move home.
func (v *gameView) count(act games.Action) {
	if act != "draw" && act != "recycle" {
		v.ups++
	}
}

// freely returns the next move of the key for all cards, "" for none.
func freely(view klondike.View) games.Action {
	if len(view.Safe) > 0 && view.Finish == "" {
		return view.Safe[0]
	}
	return view.Finish
}

// coming returns the next automatic move.
func (v *gameView) coming(a *app.App, s *play.Scene) (games.Action, time.Duration) {
	view, ok := s.View.(klondike.View)
	if !ok || !s.Mine() || v.held != nil || v.tried == len(s.Plies) {
		return "", 0
	}
	var act games.Action
	switch {
	case len(v.way) > 0 && slices.Contains(view.Legal, v.way[0]):
		act = v.way[0]
	case v.all:
		act = freely(view)
	case len(view.Safe) > 0:
		act = view.Safe[0]
	case pages.AutoAll.Of(a):
		act = home(view)
	}
	if act == "" || len(v.way) == 0 && !v.all && (!pages.AutoUp.Of(a) || v.still || len(s.Plies) == 0 || takenBack(view.Last)) {
		return "", 0
	}
	wait := upPace - s.SinceMove()
	switch a.Set.Motion {
	case "none":
		wait = 0
	case "fast":
		wait -= upPace / 2
	}
	return act, wait
}

// takenBack reports whether an action takes cards back that automatic moves would play again.
func takenBack(act games.Action) bool {
	m, _ := klondike.ParseMove(string(act))
	return m.Kind == klondike.Undo || m.Kind == klondike.Redo || m.Kind == klondike.FoundationTo
}

// home returns a move to a foundation, "" for none, even if the card might still be useful.
func home(view klondike.View) games.Action {
	for _, act := range view.Legal {
		if strings.HasSuffix(string(act), ">f") {
			return act
		}
	}
	return ""
}

// autoKey returns the label of that key.
func autoKey(view klondike.View) string {
	return app.If(view.Finish != "", "kl.k.finish", "kl.k.auto")
}

// Tick returns the time until the screen changes: at the clock's next second, or the next automatic card;
// in a replay, when the solver is asked again.
func (v *gameView) Tick(a *app.App, s *play.Scene) time.Duration {
	d := v.tick(a, s)
	if a.Glyphs == ui.LevelRich && s.MotionLeft(a, v) > 0 { // cards are moving
		if step := a.Paced(stepPace); d <= 0 || step < d {
			d = step
		}
	}
	return d
}

func (v *gameView) tick(a *app.App, s *play.Scene) time.Duration {
	if s.Replay && v.chance != nil && v.chance.looks() {
		return lookPace
	}
	if _, more := v.danced(a); more && a.Glyphs == ui.LevelRich {
		return a.Paced(dancePace)
	}
	if s.Result != nil || s.Replay || len(s.Plies) == 0 {
		return 0
	}
	d := time.Second - s.Elapsed()%time.Second + 5*time.Millisecond
	if act, wait := v.coming(a, s); act != "" && !play.Covered(a) {
		d = min(d, max(wait, time.Millisecond))
	}
	return d
}

// timeLine returns the time of the try for notices that cover the table, "" before its first action.
func timeLine(a *app.App, s *play.Scene) string {
	if len(s.Plies) == 0 || s.You == games.Nobody {
		return ""
	}
	return a.T("game."+klondike.Name) + " " + app.Took(s.Elapsed())
}
