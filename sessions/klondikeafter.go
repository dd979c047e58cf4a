package sessions

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/lobby"
)

// lastChance is when a try that was lost could be won for the last time.
type lastChance struct {
	ply    int // actions that had been played, -1 for never
	of     int // of how many
	status games.SolveStatus
}

// lastChance asks for it; ok is false where the question has no sense: a try that was
// won, is not over, or is of a game that nothing solves. A status of SolveUnknown is an
// answer that is still being looked for.
func (a *App) lastChance(match string, r *games.Result, plies int) (c lastChance, ok bool) {
	if r == nil || r.Winner >= 0 || r.Reason == games.Aborted {
		return c, false
	}
	ply, status, err := a.house.Lobby.LastWinnable(a.visit.Me().ID, match)
	if err != nil {
		if !errIs(err, games.ErrNotAllowed, lobby.ErrNoTable, lobby.ErrPrivate, lobby.ErrHidden) {
			a.log.Error("last chance", "match", match, "err", err)
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
func (a *App) chanceText(c lastChance) string {
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

// epilogue is what the result sheet says besides: whether the deal can be won at all,
// and of a lost try when it could be won for the last time, with a way there. It is the
// last answer, so that the others keep their numbers when it comes.
func (v *klondikeView) epilogue(a *App, t *table) (lines []string, answers []answer) {
	v.looks = false
	known := a.status(t.scene.Deal.Status)
	if t.scene.Deal.Status == games.Solvable {
		known = a.verdictText(t.scene.Deal)
	}
	lines = []string{a.T("kl.ids.status") + "  " + known}
	if !t.kept() {
		return lines, nil
	}
	if c, ok := a.lastChance(t.id, t.snap.Result, len(t.snap.Plies)); ok {
		v.looks = c.looks()
		lines = append(lines, a.chanceText(c))
		if c.certain() {
			answers = append(answers, answer{"w", a.T("kp.chance.go"), func(a *App) tea.Cmd { return a.push(newReplayAt(t.id, c.ply)) }})
		}
	}
	return lines, answers
}

// reread looks up what a replay shows of the deal and of its last chance.
func (v *klondikeView) reread(a *App, r *replay) {
	view, ok := r.scene.View.(klondike.View)
	if !ok {
		return
	}
	if r.scene.Deal.Status == "" {
		if info, err := a.house.Lobby.Deals().Deal(klondike.Name, view.DealID, optionsOf(view.Rules)); err == nil {
			r.scene.Deal = info.Verdict
		}
	}
	if v.chance == nil || v.chance.looks() {
		if c, ok := a.lastChance(r.id, r.data.Result, len(r.data.Plies)); ok {
			v.chance = &c
		}
	}
}

// bookmark is the last moment at which the try could still be won.
func (v *klondikeView) bookmark(a *App) (text string, ply int) {
	switch {
	case v.chance == nil:
		return "", -1
	case v.chance.certain():
		return a.chanceText(*v.chance), v.chance.ply
	}
	return a.chanceText(*v.chance), -1
}

// page opens the page of a replay's deal.
func (v *klondikeView) page(a *App, s *scene) tea.Cmd {
	view, ok := s.View.(klondike.View)
	if !ok {
		return nil
	}
	return a.push(newDealPage(view.DealID, view.Rules))
}
