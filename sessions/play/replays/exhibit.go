package replays

import (
	"cmp"
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/lobby/records"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// Exhibit shows bots that play each other, one match or round after the other. None of it is kept. Each
// match is played at once and then shown as a replay that plays by itself, so that the viewer may go back
// in it.
type Exhibit struct {
	Replay
	game string
	bots []string
	Gen  int    // number of the match that is being played
	busy bool   // it is not over yet
	stop func() // stops it
	Next time.Time
	// counted reports whether the match in view is in the tally.
	counted bool
	seen    int // the last ply that has been shown
	Won     [2]int
	Drawn   int
}

// exhibitPause is the time for which a finished match stays in view before the next begins.
const exhibitPause = 8 * time.Second

// NewExhibit shows bots of a game, one for each seat.
func NewExhibit(game string, bots []string) *Exhibit {
	return &Exhibit{game: game, bots: bots, Replay: Replay{speed: 1, paces: usualPaces}}
}

func (e *Exhibit) Topic() string {
	if own := "review." + e.game; e.Scene.Review != nil && words.Has("help."+own+".keys") {
		return own
	} else if e.Scene.Review != nil {
		return "review.exhibit"
	}
	return "exhibit"
}

func (e *Exhibit) Open(a *app.App) { e.Play(a) }

// Close stops the match that is being played.
func (e *Exhibit) Close(a *app.App) {
	e.Gen++
	e.stop()
	e.Replay.Close(a)
}

// Exhibited brings a finished match to its screen.
type Exhibited struct {
	Gen int
	R   *records.Replay
	Err error
}

// Play lets the bots play the next match in a goroutine, unless they are playing.
func (e *Exhibit) Play(a *app.App) {
	if e.busy {
		a.Say(a.T("ex.wait"))
		return
	}
	e.stopReview()
	e.Gen++
	e.busy = true
	gen, last, l := e.Gen, e.Data, a.House.Lobby
	e.Next = time.Time{}
	ctx, stop := context.WithCancel(a.Ctx)
	e.stop = stop
	a.Go(func() tea.Msg {
		defer stop()
		r, err := l.Exhibit(ctx, e.game, e.bots, last)
		return app.ForScreen{To: e, Msg: Exhibited{gen, r, err}}
	})
}

func (e *Exhibit) Handle(a *app.App, msg tea.Msg) {
	if got, ok := msg.(Exhibited); ok {
		if got.Gen != e.Gen {
			return
		}
		e.busy = false
		if got.Err == nil {
			a.Visit.Drop(e.Data)
			got.Err = a.Visit.Hold(got.R)
		}
		if got.Err != nil {
			a.Gone(got.Err)
			return
		}
		e.Data, e.view, e.Scene, e.sheet = got.R, play.GameOf(e.game).View(), play.Scene{}, false
		e.counted, e.seen = false, 0
		e.show(0, false)
		e.view.Update(&e.Scene)
		e.known(a)
		e.auto, e.due = true, time.Now().Add(e.step())
		return
	}
	e.Next = time.Time{} // a person who presses a key wants to look
	e.moved(a, func() { e.Replay.Handle(a, msg) })
}

// Press passes the key on, and stops the wait for the next match.
func (e *Exhibit) Press(a *app.App, key ui.Key) (used bool) {
	e.Next = time.Time{}
	e.Replay.Press(a, key)
	e.moved(a, func() { used = a.Run(e.Commands(a), key) })
	return used
}

// moved does something that may bring another ply into view.
func (e *Exhibit) moved(a *app.App, do func()) {
	was := e.Ply
	do()
	e.known(a)
	if e.Data != nil && e.Over() && was != e.Ply {
		e.finish(false)
	}
}

// Commands are a replay's commands, with another Enter and without export, because nothing is stored.
func (e *Exhibit) Commands(a *app.App) []app.Command {
	list := slices.DeleteFunc(e.Replay.Commands(a), func(c app.Command) bool { return c.Key == "x" || c.Key == "enter" })
	if e.Data != nil {
		list = append(list, e.enter())
	}
	return list
}

// enter goes to the end of the match, and from there to the next one.
func (e *Exhibit) enter() app.Command {
	if e.Over() {
		return app.Command{Key: "enter", Bar: "ex.key.next", Do: e.Play}
	}
	return app.Command{Key: "enter", Bar: "ex.key.end", Do: func(a *app.App) {
		e.goTo(len(e.Data.Plies), false)
		e.known(a)
		e.finish(false)
	}}
}

// known corrects the data that a replay cannot have: the names of the seats, and the last ply that has been
// shown.
func (e *Exhibit) known(a *app.App) {
	if e.Data != nil {
		e.seen = max(e.seen, e.Ply)
		e.Scene.Review.Reveal(e.seen)
	}
	for i := range e.Scene.Seats {
		e.Scene.Seats[i].Person = table.Person{ID: "bot:" + app.Itoa(i), Name: e.name(a, i)}
	}
}

// Over reports whether the end of the match is in view.
func (e *Exhibit) Over() bool { return e.Ply == len(e.Data.Plies) }

// finish shows the result. If byItself is set, it starts the wait for the next match.
func (e *Exhibit) finish(byItself bool) {
	e.sheet = true
	if byItself && e.Scene.Review == nil {
		e.Next = time.Now().Add(exhibitPause)
	}
	if e.counted {
		return
	}
	e.counted = true
	if w := e.Data.Result.Winner; w >= 0 {
		e.Won[w]++
	} else {
		e.Drawn++
	}
}

func (e *Exhibit) Refresh(a *app.App) {
	if e.Data == nil {
		return
	}
	e.Scene.Review.Follow()
	e.known(a)
	if !e.Next.IsZero() && !time.Now().Before(e.Next) {
		e.Play(a)
		return
	}
	if e.auto {
		e.Replay.Refresh(a)
		e.known(a)
		if !e.auto && e.Over() {
			e.finish(true)
		}
	}
}

func (e *Exhibit) Tick(a *app.App) time.Duration {
	if !e.Next.IsZero() {
		return 200 * time.Millisecond
	}
	return e.Replay.Tick(a)
}

// name returns the name of a seat's bot, with a number if both bots are the same.
func (e *Exhibit) name(a *app.App, seat int) string {
	name := a.T("bot." + e.bots[seat])
	if e.bots[0] == e.bots[1] {
		name += " " + app.Itoa(seat+1)
	}
	return name
}

// View is a replay's with the texts of an exhibition.
func (e *Exhibit) View(a *app.App) app.View {
	v := e.Replay.View(a)
	if v.Body == nil {
		return v
	}
	page := e.page(a)
	page.Body, page.Whole = v.Body, v.Whole
	return page
}

func (e *Exhibit) Draw(a *app.App, c *ui.Canvas) { e.draw(a, c, e.page(a)) }

// page returns the frame's texts and keys.
func (e *Exhibit) page(a *app.App) app.View {
	v := app.View{Place: []string{a.T("game." + e.game), a.T("ex.place")}}
	if e.Data == nil {
		v.Message, v.Keys = a.T("ex.wait"), a.Bar([]app.Command{app.HelpKey, app.BackKey})
		return v
	}
	e.texts(a, &v)
	v.Place[1] = e.name(a, 0) + " : " + e.name(a, 1)
	v.Facts = a.T("ex.tally", "a", e.Won[0], "b", e.Won[1], "d", e.Drawn)
	switch {
	case a.Note != "":
	case e.Over() && !e.Next.IsZero():
		v.Message = e.outcome(a) + "   " + a.T("ex.next", "n", int(time.Until(e.Next)/time.Second)+1)
	case e.Over():
		v.Message = e.outcome(a) + "   " + a.T("ex.next.enter")
	}
	keys := []ui.Key{"left", "right", "space", "tab", "enter", "?", "esc"}
	if review := e.Scene.Review; review != nil && review.Turn > 0 {
		keys[0] = "w"
	}
	if review := e.Scene.Review; review != nil && review.Next(0) > 0 {
		keys[1] = "n"
	}
	if e.reviewable(a) {
		keys[3] = "a" // there is no room for the speed as well
	}
	if e.Over() || a.W < ui.MinWidth { // there may be no room for the last ones
		keys = []ui.Key{"enter", keys[2], keys[3], keys[0], keys[1], "?", "esc"}
	}
	v.Keys = a.Bar(e.Commands(a), keys...)
	return v
}

// outcome names the winner.
func (e *Exhibit) outcome(a *app.App) string {
	if w := e.Data.Result.Winner; w != games.Nobody {
		return a.T("res.wins", "p", e.name(a, int(w)))
	}
	return a.T(cmp.Or(play.GameOf(e.game).Drawn, "res.draw"))
}
