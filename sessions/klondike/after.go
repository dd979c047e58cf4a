package klondike

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/klondike/pages"
	"arcade/sessions/play"
	"arcade/sessions/play/replays"
	"arcade/sessions/ui"
	"arcade/store"
)

// lastChance is the last point at which a lost try could be won.
type lastChance struct {
	ply    int // actions played before it, -1 for never
	of     int // total actions
	status games.SolveStatus
}

// findChance looks the last chance up. ok is false if there is none to look up: the try was won, is not
// over, or its game has no solver. SolveUnknown means that the search goes on.
func findChance(a *app.App, match string, r *games.Result, plies int) (c lastChance, ok bool) {
	if r == nil || r.Winner >= 0 || r.Reason == games.Aborted {
		return c, false
	}
	ply, status, err := a.House.Lobby.LastWinnable(a.Ctx, a.Visit.Me().ID, match)
	if err != nil {
		if !store.ErrIs(err, games.ErrNotAllowed, table.ErrNoTable, table.ErrPrivate, table.ErrHidden) {
			a.Report("last chance", err, "match", match)
		}
		return c, false
	}
	return lastChance{ply, plies, status}, true
}

// certain reports whether the ply is certain, and is not the end.
func (c lastChance) certain() bool {
	return c.ply >= 0 && c.ply < c.of && (c.status == games.Solvable || c.status == games.Unsolved)
}

// looks reports whether the search goes on.
func (c lastChance) looks() bool { return c.status == games.SolveUnknown }

// lookPace is the time between two questions of a sheet or a replay for the answer.
const lookPace = time.Second

// chanceText returns the sentence about a try's last chance.
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

// sheet is the end of a try: the common sheet, with a sentence on whether the deal can be won. For a lost
// try it also names the last chance, with a way there.
type sheet struct {
	play.Result
	looks bool     // waits for the solver
	last  []string // the solver's answer
}

func newSheet(t *play.Table) app.Screen { return &sheet{Result: play.Result{T: t}} }

func (r *sheet) Open(a *app.App) { r.Refresh(a) }

func (r *sheet) Refresh(a *app.App) {
	r.Result.Refresh(a)
	s := r.T.Snap
	r.Width = 60
	if s.You != games.Nobody {
		r.Answers = slices.Insert(r.Answers, len(r.Answers)-2, encore(a, r.T)...)
	}
	if s.Result.Reason != games.Aborted {
		r.epilogue(a)
	}
}

// Tick asks again while the solver works, and draws the frames of the dance.
func (r *sheet) Tick(a *app.App) time.Duration {
	if _, more := r.T.Game.(*gameView).danced(a); more && a.Glyphs == ui.LevelRich {
		return a.Paced(dancePace)
	}
	return app.If(r.looks, lookPace, 0)
}

// Handle ends the dance with any key, besides the key's own action.
func (r *sheet) Handle(a *app.App, msg tea.Msg) {
	if _, ok := msg.(ui.Key); ok {
		r.T.Game.(*gameView).stopDance(a)
	}
	r.Result.Handle(a, msg)
}

// epilogue writes the solver's answer. The way to the last chance is the last button, so that the others
// keep their numbers when it comes.
func (r *sheet) epilogue(a *app.App) {
	t, v := r.T, r.T.Game.(*gameView)
	r.looks = false
	c, ok := lastChance{}, false
	if t.Kept() {
		c, ok = findChance(a, t.ID, t.Snap.Result, len(t.Snap.Plies))
	}
	if ok {
		v.chance, r.looks = &c, c.looks()
	}
	view, _ := t.Scene.View.(klondike.View)
	if !view.Won && play.NoHints(a, t.Snap.Daily) {
		r.Lines = append(slices.Delete(r.Lines, 1, 2), a.T("kp.today.hidden"))
		return
	}
	t.Scene.Deal = v.verdict(a, &t.Scene, view, t.Snap.Result)
	known := pages.Status(a, t.Scene.Deal.Status)
	if t.Scene.Deal.Status == games.Solvable {
		known = pages.VerdictText(a, t.Scene.Deal)
	}
	r.last = []string{a.T("kl.ids.status") + "  " + known}
	if ok {
		r.last = append(r.last, chanceText(a, c))
	}
	r.Lines = append(slices.Delete(r.Lines, 1, 2), r.last...) // everything must fit below the cards
	if c.certain() {
		r.Answers = append(r.Answers, app.Answer{Key: "w", Label: a.T("kp.chance.go"), Do: func(a *app.App) { a.Push(replays.NewAt(t.ID, c.ply)) }})
	}
}

// recallEnd looks up a replay's data about the deal and its last chance.
func (v *gameView) recallEnd(a *app.App, s *play.Scene, view klondike.View) {
	if v.chance == nil || v.chance.looks() {
		if c, ok := findChance(a, s.Match, s.Whole.Result, len(s.Whole.Plies)); ok {
			v.chance = &c
		}
	}
	if s.Deal.Status == "" || s.Deal.Status == games.SolveUnknown {
		s.Deal = v.verdict(a, s, view, s.Whole.Result)
	}
}

// mark returns the mark at the last chance.
func (v *gameView) mark(a *app.App) *play.Mark {
	switch {
	case v.chance == nil:
		return nil
	case v.chance.certain():
		return &play.Mark{Text: chanceText(a, *v.chance), Ply: v.chance.ply}
	}
	return &play.Mark{Text: chanceText(a, *v.chance), Ply: -1}
}

// dealt returns the page of a replay's deal.
func dealt(s *play.Scene) app.Screen {
	view, _ := s.View.(klondike.View)
	return pages.NewDealPage(view.DealID, view.Rules)
}
