package sessions

import (
	"cmp"
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/lobby"
	"arcade/sessions/ui"
)

// exhibit shows bots that play each other, one match after the other: of a series
// its rounds. Nothing of it is kept. Each match is played at once and then shown
// as a replay that plays by itself, so that one may go back in it.
type exhibit struct {
	replay
	game string
	bots []string
	gen  int    // of the match that is being played
	busy bool   // it is not over yet
	stop func() // ends the playing of it
	next time.Time
	// counted tells that the match in view is in the tally.
	counted bool
	seen    int // the last ply of it that has been shown
	won     [2]int
	drawn   int
}

// exhibitPause is how long a finished match is shown before the next begins.
const exhibitPause = 8 * time.Second

func newExhibit(game string, bots []string) *exhibit {
	return &exhibit{game: game, bots: bots, replay: replay{speed: 1, paces: paces}}
}

func (e *exhibit) topic() string {
	if e.scene.Review != nil {
		return "review.exhibit"
	}
	return "exhibit"
}

func (e *exhibit) open(a *App) tea.Cmd { return e.play(a) }

// close makes what is under way come to nothing.
func (e *exhibit) close(*App) {
	e.gen++
	e.stop()
	e.stopReview()
}

// exhibited brings a match that was played to its screen.
type exhibited struct {
	gen int
	r   *lobby.Replay
	err error
}

// play lets the bots play the next match, beside the session, unless they are at it.
func (e *exhibit) play(a *App) tea.Cmd {
	if e.busy {
		a.say(a.T("ex.wait"))
		return nil
	}
	e.stopReview()
	e.gen++
	e.busy = true
	gen, last, l := e.gen, e.data, a.house.Lobby
	e.next = time.Time{}
	ctx, stop := context.WithCancel(a.ctx)
	e.stop = stop
	return func() tea.Msg {
		defer stop()
		r, err := l.Exhibit(ctx, e.game, e.bots, last)
		return forScreen{e, exhibited{gen, r, err}}
	}
}

func (e *exhibit) handle(a *App, msg tea.Msg) tea.Cmd {
	if got, ok := msg.(exhibited); ok {
		if got.gen != e.gen {
			return nil
		}
		e.busy = false
		if got.err != nil {
			return a.gone(got.err)
		}
		e.data, e.view, e.scene, e.sheet = got.r, gameOf(e.game).view(), scene{}, false
		e.counted, e.seen = false, 0
		e.show(0, false)
		e.view.see(&e.scene)
		e.known(a)
		e.auto, e.due = true, time.Now().Add(e.step())
		return nil
	}
	e.next = time.Time{} // whoever does something wants to look
	switch msg {
	case ui.Key("enter"):
		if e.data != nil && e.over() {
			return e.play(a)
		}
		if e.data != nil {
			e.auto = false
			e.show(len(e.data.Plies), false)
			e.known(a)
			e.finish(false)
		}
		return nil
	case ui.Key("x"):
		return nil // nothing is kept that could be exported
	}
	was := e.ply
	cmd := e.replay.handle(a, msg)
	e.known(a)
	if e.data != nil && e.over() && was != e.ply {
		e.finish(false)
	}
	return cmd
}

// known puts right what a replay's ply cannot know: how the page names the seats, and
// how much of the match has been shown.
func (e *exhibit) known(a *App) {
	if e.data != nil {
		e.seen = max(e.seen, e.ply)
		e.scene.Review.reveal(e.seen)
	}
	for i := range e.scene.Seats {
		e.scene.Seats[i].Person = lobby.Person{ID: "bot:" + itoa(i), Name: e.name(a, i)}
	}
}

// over tells that the end of the match is in view.
func (e *exhibit) over() bool { return e.ply == len(e.data.Plies) }

// finish shows the result; by itself starts the wait for the next match.
func (e *exhibit) finish(byItself bool) {
	e.sheet = true
	if byItself && e.scene.Review == nil {
		e.next = time.Now().Add(exhibitPause)
	}
	if e.counted {
		return
	}
	e.counted = true
	if w := e.data.Result.Winner; w >= 0 {
		e.won[w]++
	} else {
		e.drawn++
	}
}

func (e *exhibit) refresh(a *App) tea.Cmd {
	if e.data == nil {
		return nil
	}
	e.scene.Review.follow()
	e.known(a)
	if !e.next.IsZero() && !time.Now().Before(e.next) {
		return e.play(a)
	}
	if e.auto {
		e.replay.refresh(a)
		e.known(a)
		if !e.auto && e.over() {
			e.finish(true)
		}
	}
	return nil
}

func (e *exhibit) tick(a *App) time.Duration {
	if !e.next.IsZero() {
		return 200 * time.Millisecond
	}
	return e.replay.tick(a)
}

// name is a bot by its seat; two of the same are told apart by number.
func (e *exhibit) name(a *App, seat int) string {
	name := a.T("bot." + e.bots[seat])
	if e.bots[0] == e.bots[1] {
		name += " " + itoa(seat+1)
	}
	return name
}

func (e *exhibit) draw(a *App, c *ui.Canvas) {
	f := ui.FrameSpec{Place: a.place(a.T("game."+e.game), a.T("ex.place")), Facts: a.facts()}
	if e.data == nil {
		f.Message = a.T("ex.wait")
		f.Keys = a.items("?", "key.help", "esc", "key.back")
		ui.Frame(c, f)
		return
	}
	e.frame(a, &f)
	f.Place = a.place(a.T("game."+e.game), e.name(a, 0)+" : "+e.name(a, 1))
	f.Facts = a.T("ex.tally", "a", e.won[0], "b", e.won[1], "d", e.drawn)
	switch {
	case a.note != "":
	case e.over() && !e.next.IsZero():
		f.Message = e.outcome(a) + "   " + a.T("ex.next", "n", int(time.Until(e.next)/time.Second)+1)
	case e.over():
		f.Message = e.outcome(a) + "   " + a.T("ex.next.enter")
	}
	play, enter := "key.play", "ex.key.end"
	if e.auto {
		play = "key.pause"
	}
	if e.over() {
		enter = "ex.key.next"
	}
	keys := []string{"left", "key.prev", "right", "key.next", "space", play, "tab", "key.speed", "enter", enter, "?", "key.help", "esc", "key.back"}
	if e.reviewable(a) {
		label := "an.key.on"
		if v := e.scene.Review; v != nil {
			label = "an.key.off"
			if v.turn > 0 {
				keys[0], keys[1] = "w", "an.key.turn"
			}
			if v.next(0) > 0 {
				keys[2], keys[3] = "n", "an.key.next"
			}
		}
		keys[6], keys[7] = "a", label // there is no room for the speed as well
	}
	f.Keys = a.items(keys...)
	ui.Frame(c, f)
	e.paint(a, c)
}

// outcome is who won.
func (e *exhibit) outcome(a *App) string {
	if w := e.data.Result.Winner; w != games.Nobody {
		return a.T("res.wins", "p", e.name(a, int(w)))
	}
	return a.T(cmp.Or(gameOf(e.game).drawn, "res.draw"))
}
