package today

import (
	"strings"
	"time"

	"arcade/lobby"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play"
	"arcade/sessions/play/replays"
	"arcade/sessions/play/tell"
	"arcade/sessions/ui"
)

// maxAway limits the rows of the sheet: each has a digit.
const maxAway = 9

// awayRow is one event, and its key's target.
type awayRow struct {
	text, right string
	open        func(*app.App)
	until       int64 // the clock to show in place of right; 0 for none
}

// Away is the sheet of events during the visitor's absence. It is shown once; home also has the ones that
// wait.
type Away struct {
	since  int64
	rows   []awayRow
	more   int
	scroll ui.Scroll
}

// NewAway returns the sheet, nil without events.
func NewAway(a *app.App) *Away {
	data, err := a.Visit.Away()
	if err != nil {
		a.Report("away", err)
	}
	if err != nil || data.Empty() {
		return nil
	}
	w := &Away{since: data.Since, rows: rowsOf(a, data)}
	if n := len(w.rows); n > maxAway {
		w.rows, w.more = w.rows[:maxAway], n-maxAway
	}
	return w
}

// GoOn returns a function that opens a match of the player's. A double press of the key that opens it does
// not play there.
func GoOn(id string) func(*app.App) {
	return func(a *app.App) {
		t := play.NewTable(id)
		t.Acted = time.Now()
		a.Push(t)
	}
}

// rowsOf returns the events, the most urgent first.
func rowsOf(a *app.App, d lobby.Away) (rows []awayRow) {
	me := a.Visit.Me().ID
	for _, s := range d.Moves {
		rows = append(rows, awayRow{text: a.T("home.turn", "game", a.Game(s.Game, s.Options), "p", other(a, s, me)), until: s.Deadline, open: GoOn(s.ID)})
	}
	for _, s := range d.Invites {
		rows = append(rows, awayRow{text: play.Challenge(a, s), right: a.Control(s.Control), open: func(a *app.App) { a.Push(play.NewInvite(s)) }})
	}
	for _, m := range d.Results {
		rows = append(rows, awayRow{text: a.T("home.result", "game", a.Game(m.Game, m.Options), "r", tell.Outcome(a, m, me)), right: a.T("end.short." + m.Reason), open: func(a *app.App) {
			a.Fail(a.Visit.Seen(m.ID))
			a.Push(replays.New(m.ID))
		}})
	}
	for _, c := range d.Ranks {
		text := a.T("while.rank", "game", a.T("game."+c.Game), "n", c.Was, "m", c.Is)
		if len(c.Passed) > 0 {
			text += "  " + a.T("while.passed", "p", strings.Join(c.Passed, ", "))
		}
		rows = append(rows, awayRow{text: text, open: func(a *app.App) { a.Push(a.House.Places.Ranks(a, c.Game)) }})
	}
	toDay := func(a *app.App) { a.Push(a.House.Places.Today(a)) }
	if s := d.Streak; s.Freezes > 0 {
		rows = append(rows, awayRow{text: a.T("while.frozen", "n", s.Freezes, "m", s.Length), open: toDay})
	}
	if s := d.Streak; s.Lost > 0 {
		rows = append(rows, awayRow{text: a.T("while.broke", "n", s.Need, "m", s.Lost), open: toDay})
	}
	return rows
}

// other returns a player's opponent.
func other(a *app.App, s *table.Summary, me string) string {
	for _, seat := range s.Seats {
		if seat.ID != me {
			return a.SeatName(seat)
		}
	}
	return ""
}

// Over says that the screen below stays in view.
func (w *Away) Over() {}

// Topic returns the screen's topic in the help.
func (w *Away) Topic() string { return "home" }

// List returns the list for the arrow keys.
func (w *Away) List(*app.App) app.List {
	return app.List{Scroll: &w.scroll, N: len(w.rows), Page: maxAway}
}

// Commands lists the commands of its keys.
func (w *Away) Commands(*app.App) []app.Command {
	keys := []ui.Key{"1", "2", "3", "4", "5", "6", "7", "8", "9"}[:len(w.rows)]
	return []app.Command{
		{Key: "enter", Bar: "key.open", Do: func(a *app.App) { w.open(a, w.scroll.Focus) }},
		{Key: "1", Name: app.If(len(keys) > 1, "1-"+app.Itoa(len(keys)), "1"), Also: keys, Each: func(a *app.App, key ui.Key) {
			w.open(a, int(key[0]-'1'))
		}},
		{Key: "esc", Also: []ui.Key{"q"}, Bar: "key.close", Do: (*app.App).Pop},
	}
}

// open closes the sheet and goes to one of its rows.
func (w *Away) open(a *app.App, i int) {
	a.Pop()
	w.rows[i].open(a)
}

// awayWidth is the cells of the sheet's rows.
const awayWidth = 64

// Draw draws the sheet over home.
func (w *Away) Draw(a *app.App, c *ui.Canvas) { a.DrawOver(c, w.Overlay(a)) }

// Overlay shows the events, each with its digit.
func (w *Away) Overlay(a *app.App) app.Overlay {
	rows := kit.Reel{Focus: w.scroll.Focus}
	for i, r := range w.rows {
		right := r.right
		if r.until > 0 {
			right = a.ClockTo(r.until)
		}
		ink := app.If(i == w.scroll.Focus, ui.Strong|ui.Bold, ui.Text)
		line := kit.Row(2)
		if !a.Touched() { // a finger has no digits
			line.Items = append(line.Items, kit.Item{Block: kit.Word{Ink: ink, Text: app.Itoa(i + 1)}})
		}
		line.Items = append(line.Items, kit.Item{Block: kit.Text{Ink: ink, Text: r.text}, Fill: 1})
		if right != "" {
			line.Items = append(line.Items, kit.Item{Block: kit.Word{Ink: ui.Muted, Text: right}})
		}
		rows.Blocks = append(rows.Blocks, kit.Tap{Msg: ui.RowHit(i), Block: kit.Sheet{Listed: true, Block: line, Mine: i == w.scroll.Focus}})
	}
	body := kit.Col(1, 0, kit.Item{Block: rows, First: true})
	if w.more > 0 {
		body.Items = append(body.Items, kit.Item{Block: kit.Text{Ink: ui.Muted, Text: a.T("while.more", "n", w.more)}})
	}
	return app.Overlay{Title: a.T("while.title", "t", a.Ago(w.since)), Body: body, Usual: a.T("while.msg"), Keys: a.Bar(w.Commands(a)), W: awayWidth}
}
