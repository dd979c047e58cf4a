package matgo

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// endingOf is why a round was over: for a nagari the heaviest of its reasons.
func endingOf(view any) string {
	v, ok := view.(*matgo.View)
	switch {
	case !ok || v.Outcome == nil:
		return matgo.EndEmpty
	case v.Outcome.Nagari:
		return v.Outcome.NagariReasons[len(v.Outcome.NagariReasons)-1]
	}
	return v.Outcome.Reason
}

// ending is all that a result sheet says of a finished round.
type ending struct {
	view   *matgo.View
	winner games.Seat
	// forfeit reports whether the loser left; president and ppuk that the round was won so.
	forfeit, president, ppuk bool
	reasons                  []string // of a nagari
	base, total              [2]int
	mult                     matgo.Multiplier // the winner's
	due, paid                int
	events                   int // gold that seat 0 won by ppuk
	before, after            [2]int
	refilled                 [2]bool
	last                     bool       // no round comes after it
	carry                    int        // of the next round
	first                    games.Seat // of the next round
	firsts                   [2]int     // ppuk on a first turn
}

// readEnding reads how a round ended. Where the table ended it, since somebody
// left, the view has no outcome, and the result's own fields say what it came to.
func readEnding(view *matgo.View, r *games.Result, plies []games.Ply) (e ending, ok bool) {
	e.view, e.winner = view, r.Winner
	for _, p := range plies {
		for _, ev := range p.Events {
			if _, ok := ev.Fact.(matgo.EventFirstPpuk); ok {
				e.firsts[ev.Seat]++
			}
		}
	}
	if o := view.Outcome; o != nil {
		e.president, e.ppuk = o.Reason == matgo.EndPresident, o.Reason == matgo.EndThreePpuk
		e.reasons, e.base, e.total = o.NagariReasons, o.Base, o.Total
		e.due, e.paid, e.events = o.Due, o.Paid, o.Events
		e.before, e.after, e.refilled = o.GoldBefore, o.Gold, o.Refilled
		e.carry, e.first = o.NextCarry, o.NextFirst
		if e.winner >= 0 {
			e.mult = o.Multiplier[e.winner]
		}
		return e, true
	}
	var f pastRound
	if r.Read(&f) != nil || r.Winner < 0 || f.NextCarry == 0 {
		return e, false
	}
	w := r.Winner
	e.forfeit, e.base, e.total, e.mult = true, f.Base, f.Total, view.Sides[w].Multiplier
	e.carry, e.first, e.after = f.NextCarry, w, f.Gold
	for _, p := range plies {
		for _, ev := range p.Events {
			if gold, ok := ev.Fact.(matgo.EventGold); ok {
				e.events += gold.Amount * (1 - 2*int(ev.Seat))
			}
		}
	}
	e.before = [2]int{view.Sides[0].Gold - e.events, view.Sides[1].Gold + e.events}
	e.due = f.Total[w] * matgo.Standard.GoldPerPoint
	e.paid = f.Gold[w] - view.Sides[w].Gold
	e.refilled[1-w] = view.Sides[1-w].Gold-e.paid == 0
	return e, true
}

// purseNow is a seat's gold as it stands; after a forfeit no view has the settlement.
func purseNow(s *play.Scene, view *matgo.View, seat games.Seat) int {
	if last, _ := roundOf(s); s.Result != nil && last.Outcome == nil {
		if e, ok := readEnding(last, s.Result, s.Plies); ok {
			return e.after[seat]
		}
	}
	return view.Sides[seat].Gold
}

// sheetRow is a row of the sheet. Of those that do not all fit, the ones with the
// highest spare are left out first; 0 stays.
type sheetRow struct {
	left, right string
	other       string // beside left, in the second half
	tok         ui.Token
	spare       int
}

// sheetWidth is the sheet's width with its border.
const sheetWidth = 56

// pointRows are the parts of a seat's points with what they are worth.
func pointRows(a *app.App, p matgo.Points) (list []sheetRow) {
	for _, it := range []struct {
		key string
		n   int
	}{
		{"mp.part.kwang", p.Kwang}, {"mp.part.godori", p.Godori}, {"mp.part.hongdan", p.Hongdan}, {"mp.part.cheongdan", p.Cheongdan},
		{"mp.part.chodan", p.Chodan}, {"mp.part.yeol", p.Yeol}, {"mp.part.tti", p.Tti}, {"mp.part.pi", p.Pi}, {"mp.part.events", p.Events},
	} {
		if it.n > 0 {
			list = append(list, sheetRow{left: a.T(it.key), right: "+" + app.Itoa(it.n)})
		}
	}
	return list
}

// goldWords is a sum with its unit, and its sign where signed.
func goldWords(a *app.App, n int, signed bool) string {
	sign := app.When(signed && n >= 0, "+")
	return a.T("mp.gold", "g", sign+goldText(n))
}

func factor(n int) string { return "x" + app.Itoa(n) }

// mark says whether a bak applies.
func mark(n int) string {
	if n > 1 {
		return factor(n)
	}
	return "-"
}

// endTitle is the headline of a sheet.
func endTitle(a *app.App, s *play.Scene, e ending) string {
	switch {
	case e.winner == games.Nobody:
		return a.T("mp.sheet.nagari")
	case e.winner == s.You:
		return a.T("mp.sheet.won")
	case s.You >= 0:
		return a.T("mp.sheet.lost")
	}
	return a.T("mp.sheet.wins", "p", a.SeatName(s.Seats[e.winner]))
}

// sheetRows are the rows of a sheet, without the answers.
func sheetRows(a *app.App, s *play.Scene, e ending) (rows []sheetRow) {
	add := func(r sheetRow) { rows = append(rows, r) }
	gap := func(spare int) { add(sheetRow{spare: spare}) }
	name := func(seat games.Seat) string { return a.SeatName(s.Seats[seat]) }
	me := max(s.You, 0)
	gap(9)
	if w := e.winner; w >= 0 {
		add(sheetRow{
			left: a.T("mp.sheet.total", "p", name(w), "n", e.total[w]), other: a.T("mp.sheet.points", "p", name(1-w), "n", e.base[1-w]), tok: ui.Strong,
		})
		if e.forfeit {
			add(sheetRow{left: play.ReasonText(a, matgo.Name, s.Seats, s.View, s.Result), tok: ui.Warn})
		}
		gap(7)
		countRows(a, e, add)
		gap(8)
	} else {
		add(sheetRow{left: a.T("mp.sheet.points", "p", name(me), "n", e.base[me]), other: a.T("mp.sheet.points", "p", name(1-me), "n", e.base[1-me]), tok: ui.Strong})
		gap(8)
		for _, why := range e.reasons {
			add(sheetRow{left: a.T("mp.nagari." + why)})
		}
		add(sheetRow{left: a.T("mp.sheet.carried", "a", e.view.Carry, "b", e.carry)})
		gap(8)
	}
	settle(a, s, e, me, add)
	if e.last {
		return rows
	}
	gap(8)
	next := a.T("mp.sheet.next", "p", name(e.first), "k", e.carry)
	if e.first == s.You {
		next = a.T("mp.sheet.next.me", "k", e.carry)
	}
	add(sheetRow{left: next, tok: ui.Accent})
	return rows
}

// countRows is how the winner's points became the total.
func countRows(a *app.App, e ending, add func(sheetRow)) {
	side := e.view.Sides[e.winner]
	add(sheetRow{left: a.T("mp.sheet.base"), spare: 5})
	switch {
	case e.president:
		add(sheetRow{left: "  " + a.T("mp.sheet.president"), right: "+" + app.Itoa(e.base[e.winner])})
	case e.ppuk:
		add(sheetRow{left: "  " + a.T("mp.sheet.ppuk3"), right: "+" + app.Itoa(e.base[e.winner])})
	default:
		parts := pointRows(a, side.Points)
		if len(parts) < 4 {
			for _, p := range parts {
				add(sheetRow{left: "  " + p.left, right: p.right})
			}
		} else { // two a row
			for len(parts) > 0 {
				row := sheetRow{left: "  " + ui.PadRight(parts[0].left, 16) + parts[0].right}
				if parts = parts[1:]; len(parts) > 0 {
					row.other, row.right = parts[0].left, parts[0].right
					parts = parts[1:]
				}
				add(row)
			}
		}
		spare := app.Either(side.Go == 0, 6, 0)
		add(sheetRow{left: a.T("mp.sheet.go", "n", side.Go), right: "+" + app.Itoa(side.Go), spare: spare})
		if rest := e.base[e.winner] - side.Points.Total - side.Go; rest > 0 {
			add(sheetRow{left: a.T("mp.sheet.least", "n", e.base[e.winner]), right: "+" + app.Itoa(rest)})
		}
	}
	m := e.mult
	add(sheetRow{left: a.T("mp.sheet.factors"), spare: 5})
	add(sheetRow{left: "  " + a.T("mp.sheet.carry"), right: factor(m.Carry)})
	if !e.president && !e.ppuk {
		add(sheetRow{left: "  " + a.T("mp.sheet.declared", "a", side.Events.Shaking, "b", side.Events.Bomb, "c", mark(m.Go)), right: factor(m.Shake * m.Bomb * m.Go)})
		add(sheetRow{left: "  " + a.T("mp.sheet.bak", "a", mark(m.Pi), "b", mark(m.Gwang), "c", mark(m.Meong), "d", mark(m.GoBak)), right: factor(m.Pi * m.Gwang * m.Meong * m.GoBak)})
	}
	if m.President > 1 {
		add(sheetRow{left: "  " + a.T("mp.sheet.held"), right: factor(m.President)})
	}
	add(sheetRow{left: a.T("mp.sheet.final", "n", e.base[e.winner], "k", m.Total), right: a.T("mp.pt", "n", e.total[e.winner]), tok: ui.Strong})
}

// settle is the gold that changed hands, the purses and the ratings.
func settle(a *app.App, s *play.Scene, e ending, me games.Seat, add func(sheetRow)) {
	if w := e.winner; w >= 0 {
		sum := e.paid
		if s.You == 1-w {
			sum = -sum
		}
		add(sheetRow{left: a.T("mp.settle", "s", e.total[w], "g", matgo.Standard.GoldPerPoint), right: goldWords(a, sum, true)})
		switch {
		case e.paid == e.due:
		case s.You == 1-w:
			add(sheetRow{left: "  " + a.T("mp.settle.short.me", "g", goldText(e.paid)), tok: ui.Warn})
		default:
			add(sheetRow{left: "  " + a.T("mp.settle.short", "g", goldText(e.paid)), tok: ui.Warn})
		}
	}
	if e.winner >= 0 || e.events != 0 { // else nothing has changed hands
		purses(a, s, e, me, add)
	}
	for i, seat := range s.Seats {
		if seat.Change != 0 && (s.You < 0 || games.Seat(i) == s.You) {
			spare := app.Either(s.You < 0, 4, 0)
			add(sheetRow{left: play.RatingChange(a, seat, s.You >= 0), spare: spare})
		}
		if why := play.Counted(a, seat, s.Result.Reason, len(s.Plies)); s.Rated && why != "" && games.Seat(i) == s.You {
			add(sheetRow{left: why, spare: 5})
		}
	}
}

// purses are the gold for ppuk, and the purses before and after.
func purses(a *app.App, s *play.Scene, e ending, me games.Seat, add func(sheetRow)) {
	own, spare := e.events, 0
	if me == 1 {
		own = -own
	}
	if own == 0 {
		spare = 6
	}
	count := func(seat games.Seat) string {
		return app.Itoa(e.firsts[seat]) + "/" + app.Itoa(e.view.Sides[seat].Events.YeonPpuk)
	}
	add(sheetRow{
		left:  a.T("mp.settle.ppuk", "p", seatTag(a, s, me), "a", count(me), "q", seatTag(a, s, 1-me), "b", count(1-me)),
		right: goldWords(a, own, true), spare: spare,
	})
	for i := range e.before {
		if s.You >= 0 && games.Seat(i) != s.You {
			continue
		}
		label := a.T("mp.sheet.gold.me")
		if s.You < 0 {
			label = a.T("mp.sheet.gold", "p", a.SeatName(s.Seats[i]))
		}
		add(sheetRow{left: label, right: goldText(e.before[i]) + " > " + goldText(e.after[i])})
	}
	for i, again := range e.refilled {
		if again {
			key := app.Either(games.Seat(i) == s.You, "mp.broke", "mp.broke.of")
			add(sheetRow{left: a.T(key, "p", a.SeatName(s.Seats[i]), "g", goldText(matgo.Standard.StartGold)), tok: ui.Warn})
		}
	}
}

// fit leaves out what can be spared until the rows are at most n.
func fit(rows []sheetRow, n int) []sheetRow {
	for len(rows) > n {
		at := 0
		for i, r := range rows {
			if r.spare >= rows[at].spare {
				at = i
			}
		}
		if rows[at].spare == 0 {
			return rows[:n]
		}
		rows = append(rows[:at:at], rows[at+1:]...)
	}
	return rows
}

// drawEnding draws a sheet over the left part of the board; answers is how many
// rows are kept for buttons. It gives the inside and the row below the text.
func drawEnding(a *app.App, c *ui.Canvas, s *play.Scene, e ending, answers int) (in ui.Region, y int) {
	if c.Rich {
		return drawRichEnding(a, c, s, e)
	}
	at := ui.BodyRect(c.W(), c.H())
	at.W = app.Either(ui.Full(c.W(), c.H()), 88, sheetWidth)
	rows := fit(sheetRows(a, s, e), at.H-2-answers)
	in = c.Panel(at.Centered(sheetWidth, len(rows)+answers+2), endTitle(a, s, e))
	for i, r := range rows {
		tok := r.tok
		if tok == ui.Text {
			tok = ui.Panel
		}
		in.Text(2, i, tok, r.left)
		if r.other != "" {
			in.Text(31, i, tok, r.other)
		}
		if r.right != "" {
			in.TextRight(in.W()-3, i, tok, r.right)
		}
	}
	return in, len(rows)
}

// panel draws the sheet of a finished round over a replay's board.
func panel(a *app.App, c *ui.Canvas, s *play.Scene) {
	view, ok := s.View.(*matgo.View)
	if !ok || s.Result == nil {
		return
	}
	if e, ok := readEnding(view, s.Result, s.Plies); ok {
		drawEnding(a, c, s, e, 0)
	}
}

// sheet is the overlay at the end of a round: what it was worth and what
// comes next. It stays until the next round begins, or one looks at the board.
type sheet struct {
	app.Ask
	t *play.Table
}

// newSheet is the sheet of a table whose round has a result that can be shown.
func newSheet(t *play.Table) app.Screen {
	view, ok := t.Snap.View.(*matgo.View)
	if !ok || t.Snap.Result == nil || t.Snap.Result.Reason == games.Aborted {
		return nil
	}
	if _, ok = readEnding(view, t.Snap.Result, t.Snap.Plies); !ok {
		return nil
	}
	return &sheet{t: t}
}

func (r *sheet) Open(a *app.App) {
	r.build(a)
}

func (r *sheet) Refresh(a *app.App) {
	r.t.Refresh(a)
	r.build(a)
}

func (r *sheet) build(a *app.App) {
	s := r.t.Snap
	r.Answers = nil
	add := func(key ui.Key, label string, do func(*app.App)) {
		r.Answers = append(r.Answers, app.Answer{Key: key, Label: a.T(label), Do: do})
	}
	if s.Own != games.Nobody && r.t.GoesOn() {
		add("enter", "mp.key.next", r.ready)
	}
	if r.t.Kept() { // the sheet is there when one comes back
		add("v", "key.replay", func(a *app.App) {
			a.Push(r)
			a.Push(play.NewReplay(r.t.ID))
		})
		if len(s.Plies) > 0 {
			add("a", "an.key.on", func(a *app.App) {
				a.Push(r)
				a.Push(play.NewReviewed(r.t.ID))
			})
		}
	}
	if len(r.Answers) < 3 { // there is no room for a fourth; the key bar has it
		add("q", "mp.key.lobby", r.lobby)
	}
	r.Focus = min(r.Focus, len(r.Answers)-1)
}

// lobby leaves the table.
func (r *sheet) lobby(a *app.App) {
	a.Home()
	a.Push(a.House.Places.Lobby(a, matgo.Name))
}

// ready says that one is ready for the next round; the sheet stays until it begins.
func (r *sheet) ready(a *app.App) {
	if err := a.Visit.Rematch(r.t.ID); err != nil {
		a.Push(r)
		a.Fail(err)
		return
	}
	r.t.Refresh(a)
	a.Push(r)
}

// waits is how long the last ply is still shown: the sheet comes when it has come to rest.
func (r *sheet) waits(a *app.App) time.Duration { return r.t.Scene.Unrest(a, r.t.View) }

func (r *sheet) Tick(a *app.App) time.Duration { return r.waits(a) }

func (r *sheet) Handle(a *app.App, msg tea.Msg) {
	if r.waits(a) > 0 {
		r.t.Scene.Skip()
		a.Opened = time.Now() // a key that was for the motion answers nothing
		return
	}
	switch msg {
	case ui.Key("x"):
		if r.t.Kept() {
			play.CopyExport(a, matgo.Name, r.t.ID)
			return
		}
	case ui.Key("q"):
		r.lobby(a)
		return
	case ui.Key("c"):
		a.Push(newGuide(a))
		return
	case ui.Key("t"):
		if !a.House.Alone {
			a.Push(play.NewTalk(r.t))
			return
		}
	}
	r.Ask.Handle(a, msg)
}

func (r *sheet) Draw(a *app.App, c *ui.Canvas) {
	s := &r.t.Scene
	view, _ := roundOf(s)
	e, ok := readEnding(view, s.Result, s.Plies)
	if !ok || r.waits(a) > 0 {
		return
	}
	e.last = !r.t.GoesOn()
	c.Shade(ui.Rect{W: c.W(), H: c.H() - 1})
	in, y := drawEnding(a, c, s, e, 1)
	x := 2
	for i, b := range r.Answers {
		x += in.Button(x, y, app.KeyName(b.Key)+" "+b.Label, ui.Key(app.Itoa(i+1)), i == r.Focus) + 1 // by number: Enter is for the one in focus
	}
	r.keys(a, c)
	text, tok := r.message(a)
	if a.Note != "" {
		text, tok = a.Note, a.NoteTok
	}
	ui.Message(c, tok, text)
}

// keys are the keys that work on the sheet.
func (r *sheet) keys(a *app.App, c *ui.Canvas) {
	var pairs []string
	if r.t.Snap.Own != games.Nobody && r.t.GoesOn() {
		pairs = append(pairs, "enter", "mp.key.next")
	}
	if r.t.Kept() {
		pairs = append(pairs, "v", "key.replay")
		if len(r.t.Snap.Plies) > 0 {
			pairs = append(pairs, "a", "an.key.on")
		}
		pairs = append(pairs, "x", "mp.key.kibo")
	}
	pairs = append(pairs, "c", "mg.key.cards", "q", "mp.key.lobby", "?", "key.help", "esc", "res.board")
	ui.Keys(c, a.Items(pairs...))
}

// message says who is ready, or what Enter does.
func (r *sheet) message(a *app.App) (string, ui.Token) {
	s := r.t.Snap
	switch {
	case s.Own == games.Nobody && r.t.GoesOn():
		return a.T("mp.next.watch"), ui.Text
	case !r.t.GoesOn():
		return a.T("mp.next.ended"), ui.Warn
	case s.Own == games.Nobody:
		return a.T("tb.spectator"), ui.Text
	case s.Shared == games.Screen:
		return a.T("mp.next.go"), ui.Text
	case s.Seats[s.You].Rematch:
		return a.T("mp.next.ready", "p", a.Opponent(s)), ui.OK
	case s.Seats[1-s.You].Rematch:
		return a.T("mp.next.waits", "p", a.Opponent(s)), ui.Accent
	}
	return a.T("mp.next.go"), ui.Text
}
