// Package today has the screens of the day: its runs with the streak and the line to paste, and the events
// during the visitor's absence.
package today

import (
	"errors"
	"slices"
	"time"

	"arcade/lobby/pairing"
	"arcade/lobby/puzzles"
	"arcade/lobby/records"
	"arcade/lobby/solo"
	"arcade/lobby/streak"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/paste"
	"arcade/sessions/play"
	"arcade/sessions/play/replays"
	"arcade/sessions/play/tell"
	"arcade/sessions/ui"
	"arcade/store"
)

// Page shows the day: one run of each game for one seat, and the puzzle of the day.
type Page struct {
	data   records.Daily
	puzzle *puzzles.Sitting // nil if the house has none
	read   time.Time
	scroll ui.Scroll
	moved  bool // the visitor has moved the focus
}

// New returns the page of today.
func New(a *app.App) app.Screen {
	p := &Page{}
	p.load(a)
	return p
}

// Of returns the page of today with the focus on a game's run, if the day has one.
func Of(a *app.App, game string) app.Screen {
	p := &Page{}
	p.load(a)
	if i := slices.IndexFunc(p.data.Runs, func(r records.DayRun) bool { return r.Game == game }); i >= 0 {
		p.scroll.Focus, p.moved = i, true
	}
	return p
}

// Address returns the page's address.
func (p *Page) Address() string { return "/daily" }

// Topic returns the screen's topic in the help.
func (p *Page) Topic() string { return "today" }

// reread limits the age of the boards in view: reading them takes some walks of the store.
const reread = 10 * time.Second

// Open reads the day again: a run may have ended on the screen above.
func (p *Page) Open(a *app.App) { p.load(a) }

// Refresh reads the day again now and then, and at the start of a new one.
func (p *Page) Refresh(a *app.App) {
	if time.Since(p.read) >= reread || a.House.Lobby.Today() != p.data.Day {
		p.load(a)
	}
}

// Tick returns the time until the day is read again.
func (p *Page) Tick(*app.App) time.Duration { return reread }

// load reads the day.
func (p *Page) load(a *app.App) {
	me := a.Visit.Me()
	data, err := a.House.Lobby.Daily(a.Ctx, app.If(me.Guest, "", me.ID))
	if err != nil {
		a.Fail(err)
		return
	}
	p.data, p.puzzle, p.read = data, PuzzleOf(a), time.Now()
	if !p.moved {
		p.scroll.Focus = 0
		for i, r := range data.Runs {
			if r.Open() {
				p.scroll.Focus = i
				break
			}
		}
	}
	p.scroll.Clamp(p.rows())
}

// PuzzleOf returns the puzzle of the day with the visitor's state, nil if there is none.
func PuzzleOf(a *app.App) *puzzles.Sitting {
	me := a.Visit.Me()
	s, err := a.House.Lobby.Puzzles.PeekDay(puzzles.Who{ID: app.If(me.Guest, "", me.ID)})
	if err != nil {
		if !errors.Is(err, puzzles.ErrNone) {
			a.Report("today", err)
		}
		return nil
	}
	return &s
}

// rows returns the number of runs, plus one for a puzzle of the day.
func (p *Page) rows() int { return len(p.data.Runs) + app.If(p.puzzle != nil, 1, 0) }

// onPuzzle reports whether the puzzle of the day has the focus.
func (p *Page) onPuzzle() bool { return p.puzzle != nil && p.scroll.Focus == len(p.data.Runs) }

// List returns the list for the arrow keys: the runs and the puzzle.
func (p *Page) List(*app.App) app.List {
	return app.List{Scroll: &p.scroll, N: p.rows(), Page: 3, Moved: func(*app.App) { p.moved = true }}
}

// run returns the run in focus; false if the house has no game for one seat.
func (p *Page) run() (records.DayRun, bool) {
	if p.scroll.Focus >= len(p.data.Runs) {
		return records.DayRun{}, false
	}
	return p.data.Runs[p.scroll.Focus], true
}

// bestKeys are the keys of yesterday's best, by run.
var bestKeys = []ui.Key{"v", "n", "u"}

// Commands lists the commands of its keys.
func (p *Page) Commands(a *app.App) []app.Command {
	run, ok := p.run()
	does := app.If(run.Open(), "today.key.play", "key.board")
	list := []app.Command{{Key: "enter", Bar: does, Menu: does, Off: !ok, Do: p.begin}}
	if p.onPuzzle() {
		does = app.If(p.puzzle.State == puzzles.Asked, "today.key.play", "today.key.line")
		list = []app.Command{{Key: "enter", Bar: does, Menu: does, Do: p.solve}}
	}
	if n := min(p.rows(), 9); n > 0 {
		keys := []ui.Key{"1", "2", "3", "4", "5", "6", "7", "8", "9"}[:n]
		list = append(list, app.Command{Key: "1", Name: app.If(n > 1, "1-"+string(keys[n-1]), "1"), Also: keys, Bar: "today.key.run", Each: func(a *app.App, key ui.Key) {
			p.scroll.Focus, p.moved = int(key[0]-'1'), true
		}})
	}
	var names string
	var keys []ui.Key
	for i, r := range p.data.Runs[:min(len(p.data.Runs), len(bestKeys))] {
		if r.Best.Match != "" {
			names += app.TextIf(names != "", " ") + string(bestKeys[i])
			keys = append(keys, bestKeys[i])
		}
	}
	if len(keys) > 0 {
		list = append(list, app.Command{Key: keys[0], Name: names, Also: keys, Bar: "today.key.best", Each: func(a *app.App, key ui.Key) {
			for i, r := range p.data.Runs {
				if i < len(bestKeys) && bestKeys[i] == key {
					a.Push(replays.New(r.Best.Match))
				}
			}
		}})
	}
	return append(list,
		app.Command{Key: "y", Bar: "key.copy", Menu: "key.copy", Do: func(a *app.App) {
			a.CopyHere(p.line(a).Text(a.Lang))
		}},
		app.Command{Key: "d", Menu: "today.key.setup", Off: !ok, Do: func(a *app.App) {
			if ok {
				a.Push(a.House.Places.Form(a, run.Game))
			}
		}},
		app.Command{Key: "w", Bar: app.TextIf(run.Best.Match != "", "ways.key"), Menu: "ways.key", Off: run.Best.Match == "", Do: func(a *app.App) {
			if run.Best.Match != "" {
				a.Push(NewWays(a, run.Game, run.Board, records.DayBefore(p.data.Day)))
			}
		}},
		app.Command{Key: "b", Menu: "key.board", Off: !ok, Do: func(a *app.App) {
			if ok {
				a.Push(a.House.Places.Scores(a, run.Game, run.Board, p.data.Day))
			}
		}},
		app.Command{Key: "x", Menu: "puzzle.today", Do: p.solve},
		app.Command{Key: "updown", Off: !ok},
		app.HelpKey, app.BackKey)
}

// solve goes to the puzzle of the day.
func (p *Page) solve(a *app.App) { ToPuzzle(a, "") }

// ToPuzzle goes to a puzzle of a game, of the day if game is "".
func ToPuzzle(a *app.App, game string) {
	if s := a.House.Places.Puzzle(a, game); s != nil {
		a.Push(s)
	}
}

// begin begins the run in focus, continues it, or shows its board.
func (p *Page) begin(a *app.App) {
	run, ok := p.run()
	switch {
	case !ok:
	case run.Own.Status == store.Live:
		a.Push(play.NewTable(run.Own.ID))
	case !run.Open():
		a.Push(a.House.Places.Scores(a, run.Game, run.Board, p.data.Day))
	default:
		id, err := a.Visit.Create(pairing.Offer{Game: run.Game, Daily: true, Control: "none"})
		if errors.Is(err, solo.ErrDailyDone) { // on another key of the same person
			p.load(a)
		}
		if err != nil {
			a.Fail(err)
			return
		}
		a.Push(play.NewTable(id))
	}
}

// line returns the day's line to paste.
func (p *Page) line(a *app.App) paste.Line {
	return tell.Day(a.Lang, a.House.Way, p.data, p.puzzle)
}

// usual returns the message of the page.
func (p *Page) usual(a *app.App) string {
	s := p.data.Streak
	if a.Visit.Me().Guest {
		return a.T("today.utc")
	}
	open := app.If(p.puzzle != nil && p.puzzle.State == puzzles.Asked, 1, 0)
	for _, r := range p.data.Runs {
		if r.Open() {
			open++
		}
	}
	news := tell.StreakNews(a.Lang, s)
	switch {
	case news != "":
		return news
	case open == 0:
		return a.T("today.msg.done")
	case s.Played:
		return a.T("today.msg.kept", "n", open)
	case s.Length > 0:
		return a.T("today.msg.keep", "n", s.Length)
	}
	return a.T("today.msg.first")
}

// outcome returns the state of the visitor's run in words.
func outcome(a *app.App, r records.DayRun) string {
	switch {
	case r.Own.ID == "":
		return a.T("today.open")
	case r.Own.Status != store.Done:
		return a.T("today.playing")
	}
	return play.GameOf(r.Game).Outcome(a, r.Own, 0)
}

// counted returns the reason why a run has no place, "" if it has one.
func counted(a *app.App, r records.DayRun) string {
	switch {
	case r.Hinted:
		return a.T("solo.looked")
	case r.Own.Casual != "" && r.Place == 0:
		return a.T("casual." + r.Own.Casual)
	case r.Own.Status == store.Done && r.Place == 0:
		return a.T("today.off")
	}
	return ""
}

// field counts the rows of a board by their values, best on the left, and returns the column of the row at
// place; -1 for none.
func field(r records.DayRun, columns int) (counts []int, mine int) {
	counts, mine = make([]int, columns), -1
	n := len(r.Rows)
	if n == 0 {
		return counts, mine
	}
	best, worst := r.Rows[0].Value, r.Rows[n-1].Value
	for i, row := range r.Rows {
		at := 0
		if best > worst {
			at = min(int((best-row.Value)/(best-worst)*float64(columns)), columns-1)
		}
		counts[at]++
		if i == r.Place-1 {
			mine = at
		}
	}
	return counts, mine
}

// marks has the signs of days by their meaning for the streak.
var marks = map[streak.Mark]kit.Mark{
	streak.Kept: {Sign: "■", Plain: "#", Ink: ui.Accent}, streak.Played: {Sign: "■", Plain: "+", Ink: ui.Muted}, streak.Frozen: {Sign: "F", Plain: "F", Ink: ui.Info | ui.Bold},
	streak.Missed: {Sign: "□", Plain: "-", Ink: ui.Faint}, streak.Open: {Sign: "○", Plain: "o", Ink: ui.Accent},
}

// Days returns the marks of a streak's last days.
func Days(s streak.State, n int) (list kit.Marks) {
	for _, m := range s.Last(n) {
		list = append(list, marks[m])
	}
	return list
}
