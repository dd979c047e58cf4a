package klondike

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/lobby"
	"arcade/sessions/app"
	"arcade/sessions/play"
)

// findChance asks for it; ok is false where the question has no sense: a try that was
// won, is not over, or is of a game that nothing solves. A status of SolveUnknown is an
// answer that is still being looked for.
func findChance(a *app.App, match string, r *games.Result, plies int) (c lastChance, ok bool) {
	if r == nil || r.Winner >= 0 || r.Reason == games.Aborted {
		return c, false
	}
	ply, status, err := a.House.Lobby.LastWinnable(a.Visit.Me().ID, match)
	if err != nil {
		if !app.ErrIs(err, games.ErrNotAllowed, lobby.ErrNoTable, lobby.ErrPrivate, lobby.ErrHidden) {
			a.Log.Error("last chance", "match", match, "err", err)
		}
		return c, false
	}
	return lastChance{ply, plies, status}, true
}

// certain tells that the ply is one to go to, and not the end.
func (c lastChance) certain() bool {
	return c.ply >= 0 && c.ply < c.of && (c.status == games.Solvable || c.status == games.Unsolved)
}

// looks tells that the answer is still being looked for.
func (c lastChance) looks() bool { return c.status == games.SolveUnknown }

// lookPace is how often a sheet or a replay asks whether the answer has come.
const lookPace = time.Second

// chanceText says when a try could be won for the last time.
func chanceText(a *app.App, c lastChance) string {
	switch {
	case c.status == games.Unsolvable:
		return a.T("kp.chance.never")
	case c.status == games.Solvable && c.ply >= c.of:
		return a.T("kp.chance.end")
	case c.status == games.Solvable && c.ply == 0:
		return a.T("kp.chance.start")
	case c.status == games.Solvable && c.ply > 0:
		return a.T("kp.chance.at", "n", c.ply)
	case c.status == games.Unsolved && c.ply >= 0:
		return a.T("kp.chance.until", "n", c.ply)
	case c.status == games.Unsolved:
		return a.T("kp.chance.unknown")
	}
	return a.T("kp.chance.looking")
}

// Epilogue is what the result sheet says besides: whether the deal can be won at all,
// and of a lost try when it could be won for the last time, with a way there. It is the
// last answer, so that the others keep their numbers when it comes.
func (v *klondikeView) Epilogue(a *app.App, t *play.Table) (lines []string, answers []app.Answer) {
	v.looks = false
	known := status(a, t.Scene.Deal.Status)
	if t.Scene.Deal.Status == games.Solvable {
		known = verdictText(a, t.Scene.Deal)
	}
	lines = []string{a.T("kl.ids.status") + "  " + known}
	if !t.Kept() {
		return lines, nil
	}
	if c, ok := findChance(a, t.ID, t.Snap.Result, len(t.Snap.Plies)); ok {
		v.looks = c.looks()
		lines = append(lines, chanceText(a, c))
		if c.certain() {
			answers = append(answers, app.Answer{Key: "w", Label: a.T("kp.chance.go"), Do: func(a *app.App) tea.Cmd { return a.Push(play.NewReplayAt(t.ID, c.ply)) }})
		}
	}
	return lines, answers
}

// Reread looks up what a replay shows of the deal and of its last chance.
func (v *klondikeView) Reread(a *app.App, r *play.Replay) {
	view, ok := r.Scene.View.(klondike.View)
	if !ok {
		return
	}
	if r.Scene.Deal.Status == "" {
		if info, err := a.House.Lobby.Deal(klondike.Name, view.DealID, optionsOf(view.Rules)); err == nil {
			r.Scene.Deal = info.Verdict
		}
	}
	if v.chance == nil || v.chance.looks() {
		if c, ok := findChance(a, r.ID, r.Data.Result, len(r.Data.Plies)); ok {
			v.chance = &c
		}
	}
}

// Bookmark is the last moment at which the try could still be won.
func (v *klondikeView) Bookmark(a *app.App) (text string, ply int) {
	switch {
	case v.chance == nil:
		return "", -1
	case v.chance.certain():
		return chanceText(a, *v.chance), v.chance.ply
	}
	return chanceText(a, *v.chance), -1
}

// Page opens the page of a replay's deal.
func (v *klondikeView) Page(a *app.App, s *play.Scene) tea.Cmd {
	view, ok := s.View.(klondike.View)
	if !ok {
		return nil
	}
	return a.Push(newDealPage(view.DealID, view.Rules))
}
