// Package puzzle has the screen of puzzles: a position with one answer, and after it the line
// that explains it.
package puzzle

import (
	"errors"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/lobby/puzzles"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/play/tell"
	"arcade/sessions/ui"
)

// Screen shows a puzzle to a visitor. It shows the position by the game's own view, which plays on it as on
// a table.
type Screen struct {
	sit puzzles.Sitting
	t   *play.Table
	// quiet has the actions since the last answer that decide nothing, such as turns of a stock.
	quiet []games.Action
	// at is the step of the line in view after the end of the puzzle, len(line) for its end.
	at int
	// since is the time at which the puzzle, or its end, came into view.
	since time.Time
	// past has the visitor's ratings after each rated try of the game, counted their number.
	past    []float64
	counted int
	// players has the names of the players of its match who let puzzles name them.
	players string
}

// mostPast is the largest number of tries in the graph of the rating.
const mostPast = 50

// New returns the next puzzle of a game's stream, of the day if game is "". If there is none, it returns
// nil and says why.
func New(a *app.App, game string) app.Screen {
	p := &Screen{}
	book, who := a.House.Lobby.Puzzles, whoOf(a)
	var err error
	if game == "" {
		p.sit, err = book.OfDay(who)
	} else {
		p.sit, err = book.Next(who, game)
	}
	if err != nil {
		fail(a, err, "puzzle.empty")
		return nil
	}
	p.seat(a)
	return p
}

// Stream returns the next puzzle of a game, or of the first game that has one.
func Stream(a *app.App, game string) app.Screen {
	list := a.House.Lobby.Puzzles.Games()
	at := max(slices.Index(list, game), 0)
	for i := range list {
		if _, err := a.House.Lobby.Puzzles.Next(whoOf(a), list[(at+i)%len(list)]); err == nil {
			return New(a, list[(at+i)%len(list)])
		}
	}
	a.Say(a.T("puzzle.empty"))
	return nil
}

// whoOf returns the visitor as puzzles know one.
func whoOf(a *app.App) puzzles.Who {
	me := a.Visit.Me()
	return puzzles.Who{ID: app.If(me.Guest, "", me.ID), From: a.Visit.Identity.From, Program: a.Visit.Program}
}

// fail shows the error; if there is no puzzle, the words of the key none.
func fail(a *app.App, err error, none string) {
	if errors.Is(err, puzzles.ErrNone) {
		a.Say(a.T(none))
		return
	}
	a.Report("puzzle", err)
	a.Fail(err)
}

// Topic returns the screen's topic in the help.
func (p *Screen) Topic() string { return "puzzle" }

// over reports whether the puzzle was answered.
func (p *Screen) over() bool { return p.sit.State != puzzles.Asked }

// end returns the first step in view after the end of the puzzle: the end of the line, or behind the missed
// answer.
func (p *Screen) end() int {
	if p.sit.State == puzzles.Wrong {
		return p.sit.Step + 1
	}
	return len(p.sit.Record.Puzzle.Line)
}

// early reports whether the puzzle, or its end, can hardly have been read: a key held too long must neither
// answer the next puzzle nor pass over the line of the last.
func (p *Screen) early() bool { return time.Since(p.since) < app.EndTime }

// seat sets the table up for the puzzle.
func (p *Screen) seat(a *app.App) {
	p.quiet, p.at, p.counted, p.since = nil, p.end(), 0, time.Now()
	names, err := Players(a.House.Lobby, a.Lang, p.sit)
	if err != nil {
		a.Report("puzzle", err)
	}
	p.players = strings.Join(names, ", ")
	p.t = &play.Table{Game: play.GameOf(p.sit.Game).View(), Acts: p.act}
	p.show(a)
}

// show puts the position in view on the table.
func (p *Screen) show(a *app.App) {
	step := p.sit.Step
	if p.over() {
		step = p.at
	}
	sit := p.sit
	sit.Step = step
	pos, plies, err := a.House.Lobby.Puzzles.Position(sit)
	if err != nil {
		a.Gone(err)
		return
	}
	for _, act := range p.quiet {
		seat := pos.ToAct()
		events, err := pos.Apply(act)
		if err != nil {
			break
		}
		plies = append(plies, games.Ply{Seat: seat, Action: act, Events: events})
	}
	z := p.sit.Record.Puzzle
	snap := &table.Snapshot{Game: p.sit.Game, You: z.Seat, ToAct: pos.ToAct(), Plies: plies, View: pos.View(a.House.Lobby.Puzzles.Viewer(p.sit)), Legal: pos.Legal(), Result: pos.Result()}
	if p.over() {
		snap.You, snap.Legal = games.Nobody, nil
	}
	me := a.Visit.Me()
	if snap.Seats, err = seats(a.House.Lobby, a.Lang, p.sit, table.Person{ID: me.ID, Name: me.Name}); err != nil {
		a.Gone(err)
		return
	}
	if p.sit.Me.Rating.N != p.counted || me.Guest {
		if p.past, err = a.House.Lobby.Puzzles.Past(p.sit.Game, whoOf(a).ID, mostPast); err != nil {
			a.Report("puzzle", err)
		}
		p.counted = p.sit.Me.Rating.N
	}
	p.t.Snap = snap
	p.t.Scene.Follow(snap, a)
	p.t.Scene.Left = func(games.Seat) int64 { return 0 }
	p.t.Game.Update(&p.t.Scene)
}

// act takes an action of the view.
func (p *Screen) act(a *app.App, act games.Action) {
	if p.over() || p.early() {
		return
	}
	if slices.Contains(p.sit.Crossed, act) {
		a.Warn(a.T("puzzle.crossed.out", "a", ui.Cut(Option(a.Lang, p.sit.Game, act), 24)))
		return
	}
	was := p.sit.Step
	sit, err := a.House.Lobby.Puzzles.Answer(whoOf(a), p.sit, append(slices.Clone(p.quiet), act))
	if illegal := (&games.IllegalError{}); errors.As(err, &illegal) {
		a.Warn(p.t.Refusal(a, err))
		return
	} else if errors.Is(err, puzzles.ErrMoved) {
		a.Pop()
		return
	} else if err != nil {
		fail(a, err, "puzzle.empty")
		return
	}
	p.sit = sit
	switch {
	case p.over():
		p.quiet, p.at, p.since = nil, p.end(), time.Now()
	case sit.Step != was:
		p.quiet = nil
		a.Say(a.T("puzzle.msg.on"))
	default:
		p.quiet = append(p.quiet, act)
	}
	p.show(a)
}

// taken are the puzzle's own keys, and the keys by which a view shows the best play or leaves.
const taken = "iwxmozcvnpsd"

// Commands returns the view's keys while the puzzle is open, and the puzzle's own.
func (p *Screen) Commands(a *app.App) []app.Command {
	var list []app.Command
	_, spaced := p.t.Game.(play.MenuFiller) // Space belongs to the game
	if p.over() {
		line := func(by int) func(*app.App) {
			return func(a *app.App) { p.at = min(max(p.at+by, 0), len(p.sit.Record.Puzzle.Line)); p.show(a) }
		}
		list = append(list,
			app.Command{Key: "enter", Bar: "puzzle.key.next", Menu: "puzzle.key.next", Do: p.next},
			app.Command{Key: "y", Bar: "key.copy", Menu: "key.copy", Do: p.paste},
			app.Command{Key: "[", Name: "[ ]", Also: []ui.Key{"[", "]", "left", "right"}, Bar: "puzzle.key.line", Each: func(a *app.App, key ui.Key) {
				line(app.If(key == "[" || key == "left", -1, 1))(a)
			}})
	} else {
		for _, c := range p.t.Game.Commands(a, p.t) {
			if strings.ContainsAny(string(c.Key), taken) && len(c.Key) == 1 {
				continue
			}
			if c.Key == "/" {
				c.Bar = "" // there is no room for it
			}
			list = append(list, c)
		}
		if spaced {
			list = append(list, app.MenuOn("m", p)) // what has no room after it is in the menu
		}
		list = append(list,
			app.Command{Key: "i", Bar: "key.hints", Menu: "puzzle.key.hint", Off: p.sit.Hints > 0, Do: p.hint},
			app.Command{Key: "x", Bar: "puzzle.key.giveup", Menu: "puzzle.key.giveup", Do: p.giveUp})
	}
	list = append(list,
		app.Command{Key: app.If[ui.Key](spaced && !p.over(), "", "m"), Menu: "puzzle.key.misses", Off: a.Visit.Me().Guest, Do: p.missed},
		app.Command{Key: "o", Menu: "puzzle.key.game", Do: p.other})
	if !spaced || p.over() {
		list = append(list, app.MenuKey)
	}
	return append(list, app.HelpKey, app.BackKey)
}

// Press lets the view see each key first.
func (p *Screen) Press(a *app.App, key ui.Key) bool {
	return !p.over() && p.t.Game.Press(a, p.t, key)
}

// Field returns the view's field.
func (p *Screen) Field() *ui.Field { return p.t.Game.Field() }

// Handle passes a click on the board to the view.
func (p *Screen) Handle(a *app.App, msg tea.Msg) {
	if _, key := msg.(ui.Key); !key && !p.over() {
		p.t.Game.Click(a, p.t, msg)
	}
}

// paste copies the line that shares the result.
func (p *Screen) paste(a *app.App) {
	days := 0
	if s, err := a.House.Lobby.Streak(a.Ctx, a.Visit.Me().ID); err == nil && !a.Visit.Me().Guest {
		days = s.Length
	}
	a.Copy(tell.Puzzle(a.Lang, a.House.Way, p.sit, days).Text(a.Lang), "", a.T("puzzle.place"), a.T("game."+p.sit.Game))
}

func (p *Screen) hint(a *app.App) {
	sit, err := a.House.Lobby.Puzzles.Hint(whoOf(a), p.sit)
	if err != nil {
		fail(a, err, "puzzle.empty")
		return
	}
	p.sit = sit
}

// giveUp asks before the answer is shown.
func (p *Screen) giveUp(a *app.App) {
	a.Push(&app.LazyAsk{Build: func(a *app.App, q *app.Ask) {
		q.Title, q.Lines = a.T("puzzle.giveup.title"), []string{a.T("puzzle.giveup.text")}
		q.Confirm(a.T("puzzle.giveup.no"), a.T("puzzle.giveup.yes"), func(a *app.App) {
			sit, err := a.House.Lobby.Puzzles.GiveUp(whoOf(a), p.sit)
			if err != nil {
				fail(a, err, "puzzle.empty")
				return
			}
			p.sit, p.quiet = sit, nil
			p.at, p.since = p.end(), time.Now()
			p.show(a)
		})
	}})
}

// next goes to the next puzzle: of the stream, or of the missed ones.
func (p *Screen) next(a *app.App) {
	if p.early() {
		return
	}
	if p.sit.Way == puzzles.Again {
		p.missed(a)
		return
	}
	p.to(a, Stream(a, p.sit.Game))
}

// missed goes to a puzzle that the visitor missed some days ago.
func (p *Screen) missed(a *app.App) {
	sit, err := a.House.Lobby.Puzzles.Missed(whoOf(a), p.sit.Game)
	if err != nil {
		fail(a, err, "puzzle.nomiss")
		return
	}
	p.sit = sit
	p.seat(a)
}

// other goes to the next game with puzzles.
func (p *Screen) other(a *app.App) {
	list := a.House.Lobby.Puzzles.Games()
	p.to(a, Stream(a, list[(slices.Index(list, p.sit.Game)+1)%len(list)]))
}

// to shows another puzzle in place of this one.
func (p *Screen) to(a *app.App, s app.Screen) {
	if q, ok := s.(*Screen); ok && q != nil {
		p.sit = q.sit
		p.seat(a)
	}
}

// Tick requests the frames of a motion on the board, until it has come to rest.
func (p *Screen) Tick(a *app.App) time.Duration {
	if s := &p.t.Scene; s.MotionLeft(a, p.t.Game) > 0 {
		return s.Tick(a, p.t.Game)
	}
	return 0
}
