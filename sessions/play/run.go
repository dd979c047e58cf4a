package play

import (
	"arcade/games"
	"arcade/lobby/ledger"
	"arcade/lobby/table"
	"arcade/sessions/app"
)

// singleSeat reports whether the table is for one seat.
func (t *Table) singleSeat() bool { return len(t.Snap.Seats) == 1 }

// best shows or hides the best play. The first use in a run takes the run off the boards, so best asks
// first.
func (t *Table) best(a *app.App) {
	s := t.Snap
	switch {
	case s.You == games.Nobody || s.Hinted:
		t.Scene.Best = !t.Scene.Best
	case NoHints(a, s.Daily):
		a.Warn(a.T("err.day_lasts"))
	case s.Seeded:
		t.look(a)
	default:
		a.Push(NewLook(t, func(a *app.App) { t.look(a) }))
		return
	}
}

// NoHints reports whether a run in play of a day, "" for none, has no hints because its day is not over.
func NoHints(a *app.App, day string) bool { return day != "" && day >= a.House.Lobby.Today() }

// look records that the player saw the best play, then shows it.
func (t *Table) look(a *app.App) {
	if err := a.Visit.Look(t.ID); err != nil {
		a.Fail(err)
		return
	}
	t.Scene.Best = true
	t.Refresh(a)
	a.Say(a.T("solo.looked.done"))
}

// NewLook asks before a look that makes a run no longer count, and then calls look.
func NewLook(t *Table, look func(*app.App)) app.Screen {
	return &app.LazyAsk{Build: func(a *app.App, q *app.Ask) {
		q.Title = t.wording(a, "solo.look.title")
		q.Lines = []string{a.T("solo.look.text"), a.T("solo.look.text2")}
		if t.Snap.Daily == "" && len(t.Snap.Plies) > 0 && !a.Visit.Me().Guest { // else players could look only in runs that go badly
			q.Lines[1] = t.wording(a, "solo.giveup.ranked")
		}
		q.Confirm(a.T("solo.look.no"), a.T("solo.look.go"), look)
	}}
}

// Another begins another run of the same kind. A day has only one run, unless it was called off; Another
// then shows the day's board.
func (t *Table) Another(a *app.App) {
	s := t.Snap
	if s.Daily != "" && s.Result.Reason != games.Aborted {
		a.Push(a.House.Places.Scores(a, s.Game, GameOf(s.Game).On(s), s.Daily))
		return
	}
	o := GameOf(s.Game).Again(a, s)
	o.Daily = s.Daily != ""
	id, err := a.Visit.Create(o)
	if err != nil {
		a.Push(t.resultSheet())
		a.Fail(err)
		return
	}
	a.Swap(NewTable(id))
}

// soloResult writes the result sheet of a run.
func (r *Result) soloResult(a *app.App) {
	s := r.T.Snap
	r.Title, r.Width = a.T("res.title"), 0
	r.Lines, r.notes = []string{r.headline(a)}, nil
	if s.Result.Reason != games.Aborted {
		r.Lines = append(append(r.Lines, ""), r.T.Game.Result(a, &r.T.Scene)...)
		if s.You != games.Nobody {
			r.note(Standing(a, s))
		}
	}
	r.soloAnswers(a)
}

// soloAnswers writes the answers after a run. The first, which Enter gives, shows more of the run or its
// board: whoever still presses Enter must not begin another run.
func (r *Result) soloAnswers(a *app.App) {
	s := r.T.Snap
	daily := s.Daily != "" && s.Result.Reason != games.Aborted
	board := app.Answer{Key: "esc", Label: a.T("res.board")}
	r.Answers = nil
	if daily && s.You != games.Nobody {
		r.Answers = append(r.Answers, app.Answer{Key: "b", Label: a.T("key.board"), Do: r.T.Another})
	}
	if r.T.Kept() {
		r.Answers = append(r.Answers, app.Answer{Key: "v", Label: a.T("key.replay"), Do: func(a *app.App) { a.Push(a.House.Places.Replay(a, s.ID, false)) }})
	}
	first := len(r.Answers) == 0
	if first {
		r.Answers = append(r.Answers, board)
	}
	if !daily && s.You != games.Nobody {
		r.Answers = append(r.Answers, app.Answer{Key: "n", Label: a.T("solo.another"), Do: r.T.Another})
	}
	if !first {
		r.Answers = append(r.Answers, board)
	}
	r.Answers = append(r.Answers, app.Answer{Key: "q", Label: a.T("key.home"), Do: func(a *app.App) { a.Home() }})
}

// Standing returns the boards for which a run counts, and the player's place if there is one.
func Standing(a *app.App, s *table.Snapshot) string {
	if f := GameOf(s.Game).Standing; f != nil {
		if own := f(a, s); own != "" {
			return own
		}
	}
	class := a.Class(s.Daily, s.Seeded, s.Hinted)
	switch {
	case s.Casual != "":
		return a.T("mark.end", "why", a.T("mark."+s.Casual))
	case a.Visit.Me().Guest:
		return a.T("solo.guest")
	case s.Hinted && s.Daily != "":
		return a.T("solo.uncounted", "class", class)
	case s.Seeded || s.Hinted:
		return app.If(s.Seeded && s.Seed != "", a.T("solo.seed", "seed", s.Seed), a.T("solo.uncounted", "class", class))
	}
	board := ledger.BoardName(s.Game, GameOf(s.Game).On(s), s.Daily)
	if row, place, of, err := a.House.Lobby.ScoreOf(a.Ctx, board, a.Visit.Me().ID); err == nil && place > 0 && row.Match == s.ID {
		return a.T("solo.place", "class", class, "n", place, "of", of)
	}
	return a.T("solo.counted", "class", class)
}
