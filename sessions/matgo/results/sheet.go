package results

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/matgo/hwatu"
	"arcade/sessions/matgo/round"
	"arcade/sessions/play"
	"arcade/sessions/play/replays"
	"arcade/sessions/ui"
)

// Reason returns the reason for a round's end: for a nagari the most important one.
func Reason(view any) string {
	v, ok := view.(*matgo.View)
	switch {
	case !ok || v.Outcome == nil:
		return matgo.EndEmpty
	case v.Outcome.Nagari:
		return v.Outcome.NagariReasons[len(v.Outcome.NagariReasons)-1]
	}
	return v.Outcome.Reason
}

// ending has all facts of a result sheet about a finished round.
type ending struct {
	view   *matgo.View
	Winner games.Seat
	// Forfeit reports whether the loser left; president, floor and ppuk whether the round was won in that way.
	Forfeit, president, floor, ppuk bool
	reasons                         []string // of a nagari
	Base, Total                     [2]int
	Mult                            matgo.Multiplier // the winner's
	Due, Paid                       int
	Events                          int // gold that seat 0 won by ppuk
	Before, After                   [2]int
	refilled                        [2]bool
	last                            bool       // no round follows
	carry                           int        // of the next round
	first                           games.Seat // of the next round
	firsts                          [2]int     // ppuk on a first turn
}

// Read reads the end of a round. If the table ended it, because a player left, the view has no outcome, and
// the result's own fields have the totals.
func Read(view *matgo.View, r *games.Result, plies []games.Ply) (e ending, ok bool) {
	e.view, e.Winner = view, r.Winner
	for _, p := range plies {
		for _, ev := range p.Events {
			if _, ok := ev.Fact.(matgo.EventFirstPpuk); ok {
				e.firsts[ev.Seat]++
			}
		}
	}
	if o := view.Outcome; o != nil {
		e.president, e.ppuk, e.floor = o.Reason == matgo.EndPresident, o.Reason == matgo.EndThreePpuk, o.Reason == matgo.EndFloorPresident
		e.reasons, e.Base, e.Total = o.NagariReasons, o.Base, o.Total
		e.Due, e.Paid, e.Events = o.Due, o.Paid, o.Events
		e.Before, e.After, e.refilled = o.GoldBefore, o.Gold, o.Refilled
		e.carry, e.first = o.NextCarry, o.NextFirst
		if e.Winner >= 0 {
			e.Mult = o.Multiplier[e.Winner]
		}
		return e, true
	}
	var f pastRound
	if r.Read(&f) != nil || r.Winner < 0 || f.NextCarry == 0 {
		return e, false
	}
	w := r.Winner
	e.Forfeit, e.Base, e.Total, e.Mult = true, f.Base, f.Total, view.Sides[w].Multiplier
	e.carry, e.first, e.After = f.NextCarry, w, f.Gold
	for _, p := range plies {
		for _, ev := range p.Events {
			if gold, ok := ev.Fact.(matgo.EventGold); ok {
				e.Events += gold.Amount * (1 - 2*int(ev.Seat))
			}
		}
	}
	e.Before = [2]int{view.Sides[0].Gold - e.Events, view.Sides[1].Gold + e.Events}
	e.Due = f.Total[w] * matgo.Document.GoldPerPoint
	e.Paid = f.Gold[w] - view.Sides[w].Gold
	e.refilled[1-w] = view.Sides[1-w].Gold-e.Paid == 0 && !view.RuleSet().Piles
	return e, true
}

// Gold returns a seat's present gold; after a forfeit no view has the settlement.
func Gold(s *play.Scene, view *matgo.View, seat games.Seat) int {
	if last, _ := round.Of(s); s.Result != nil && last.Outcome == nil {
		if e, ok := Read(last, s.Result, s.Plies); ok {
			return e.After[seat]
		}
	}
	return view.Sides[seat].Gold
}

// sheetRow is a row of the sheet. If not all rows fit, the rows with the highest spare are omitted first;
// rows with 0 stay.
type sheetRow struct {
	left, right string
	other       string // beside left, in the second half
	tok         ui.Token
	spare       int
}

// pointRows returns the parts of a seat's points with their worth.
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

func factor(n int) string { return "x" + app.Itoa(n) }

// mark returns the sign of whether a bak applies.
func mark(n int) string {
	if n > 1 {
		return factor(n)
	}
	return "-"
}

// endTitle returns the headline of a sheet.
func endTitle(a *app.App, s *play.Scene, e ending) string {
	switch {
	case e.Winner == games.Nobody:
		return a.T("mp.sheet.nagari")
	case e.Winner == s.You:
		return a.T("mp.sheet.won")
	case s.You >= 0:
		return a.T("mp.sheet.lost")
	}
	return a.T("mp.sheet.wins", "p", a.SeatName(s.Seats[e.Winner]))
}

// sheetRows returns the rows of a sheet, without the answers.
func sheetRows(a *app.App, s *play.Scene, e ending) (rows []sheetRow) {
	add := func(r sheetRow) { rows = append(rows, r) }
	gap := func(spare int) { add(sheetRow{spare: spare}) }
	name := func(seat games.Seat) string { return a.SeatName(s.Seats[seat]) }
	me := max(s.You, 0)
	gap(9)
	if w := e.Winner; w >= 0 {
		add(sheetRow{
			left: a.T("mp.sheet.total", "p", name(w), "n", e.Total[w]), other: a.T("mp.sheet.points", "p", name(1-w), "n", e.Base[1-w]), tok: ui.Strong,
		})
		if e.Forfeit {
			add(sheetRow{left: play.ReasonText(a, matgo.Name, s.Seats, s.View, s.Result), tok: ui.Warn})
		}
		gap(7)
		countRows(a, e, add)
		gap(8)
	} else {
		add(sheetRow{left: a.T("mp.sheet.points", "p", name(me), "n", e.Base[me]), other: a.T("mp.sheet.points", "p", name(1-me), "n", e.Base[1-me]), tok: ui.Strong})
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
	add(sheetRow{left: nextRound(a, s, e), tok: ui.Accent, spare: 1})
	return rows
}

// nextRound says who begins the next round, and its factor.
func nextRound(a *app.App, s *play.Scene, e ending) string {
	if e.first == s.You {
		return a.T("mp.sheet.next.me", "k", e.carry)
	}
	return a.T("mp.sheet.next", "p", a.SeatName(s.Seats[e.first]), "k", e.carry)
}

// countRows adds the rows from the winner's points to the total.
func countRows(a *app.App, e ending, add func(sheetRow)) {
	side := e.view.Sides[e.Winner]
	add(sheetRow{left: a.T("mp.sheet.base"), spare: 5})
	switch {
	case e.president:
		add(sheetRow{left: "  " + a.T("mp.sheet.president"), right: "+" + app.Itoa(e.Base[e.Winner])})
	case e.floor:
		add(sheetRow{left: "  " + a.T("mp.sheet.floor", "m", e.view.Opening.President), right: "+" + app.Itoa(e.Base[e.Winner])})
	case e.ppuk:
		add(sheetRow{left: "  " + a.T("mp.sheet.ppuk3"), right: "+" + app.Itoa(e.Base[e.Winner])})
	default:
		parts := pointRows(a, side.Points)
		if len(parts) < 4 {
			for _, p := range parts {
				add(sheetRow{left: "  " + p.left, right: p.right, spare: 2})
			}
		} else { // two a row
			for len(parts) > 0 {
				row := sheetRow{left: "  " + ui.PadRight(parts[0].left, 16) + parts[0].right, spare: 2}
				if parts = parts[1:]; len(parts) > 0 {
					row.other, row.right = parts[0].left, parts[0].right
					parts = parts[1:]
				}
				add(row)
			}
		}
		spare := app.If(side.Go == 0, 6, 2)
		add(sheetRow{left: a.T("mp.sheet.go", "n", side.Go), right: "+" + app.Itoa(side.Go), spare: spare})
		if rest := e.Base[e.Winner] - side.Points.Total - side.Go; rest > 0 {
			add(sheetRow{left: a.T("mp.sheet.least", "n", e.Base[e.Winner]), right: "+" + app.Itoa(rest)})
		}
	}
	m := e.Mult
	add(sheetRow{left: a.T("mp.sheet.factors"), spare: 5})
	add(sheetRow{left: "  " + a.T("mp.sheet.carry"), right: factor(m.Carry), spare: 3})
	if !e.president && !e.ppuk && !e.floor {
		add(sheetRow{left: "  " + a.T("mp.sheet.declared", "a", side.Events.Shaking, "b", side.Events.Bomb, "c", mark(m.Go)), right: factor(m.Shake * m.Bomb * m.Go), spare: 3})
		add(sheetRow{left: "  " + a.T("mp.sheet.bak", "a", mark(m.Pi), "b", mark(m.Gwang), "c", mark(m.Meong), "d", mark(m.GoBak)), right: factor(m.Pi * m.Gwang * m.Meong * m.GoBak), spare: 3})
	}
	if m.President > 1 {
		add(sheetRow{left: "  " + a.T("mp.sheet.held"), right: factor(m.President), spare: 3})
	}
	add(sheetRow{left: a.T("mp.sheet.final", "n", e.Base[e.Winner], "k", m.Total), right: a.T("mp.pt", "n", e.Total[e.Winner]), tok: ui.Strong})
}

// settle adds the gold that changed hands, the purses and the ratings.
func settle(a *app.App, s *play.Scene, e ending, me games.Seat, add func(sheetRow)) {
	if w := e.Winner; w >= 0 {
		sum := e.Paid
		if s.You == 1-w {
			sum = -sum
		}
		add(sheetRow{left: a.T("mp.settle", "s", e.Total[w], "g", matgo.Document.GoldPerPoint), right: round.GoldWords(a, sum, true)})
		switch {
		case e.Paid == e.Due:
		case s.You == 1-w:
			add(sheetRow{left: "  " + a.T("mp.settle.short.me", "g", round.GoldText(e.Paid)), tok: ui.Warn})
		default:
			add(sheetRow{left: "  " + a.T("mp.settle.short", "g", round.GoldText(e.Paid)), tok: ui.Warn})
		}
	}
	if e.Winner >= 0 || e.Events != 0 { // otherwise nothing has changed hands
		purses(a, s, e, me, add)
	}
	for i, seat := range s.Seats {
		if seat.Change != 0 && (s.You < 0 || games.Seat(i) == s.You) {
			spare := app.If(s.You < 0, 4, 0)
			add(sheetRow{left: play.RatingChange(a, seat, s.You >= 0), spare: spare})
		}
		if why := play.Counted(a, seat, s.Result.Reason, len(s.Plies)); s.Rated && why != "" && games.Seat(i) == s.You {
			add(sheetRow{left: why, spare: 5})
		}
	}
}

// purses adds the gold for ppuk, and the purses before and after.
func purses(a *app.App, s *play.Scene, e ending, me games.Seat, add func(sheetRow)) {
	own, spare := e.Events, 0
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
		left:  a.T("mp.settle.ppuk", "p", round.SeatTag(a, s, me), "a", count(me), "q", round.SeatTag(a, s, 1-me), "b", count(1-me)),
		right: round.GoldWords(a, own, true), spare: spare,
	})
	for i := range e.Before {
		if s.You >= 0 && games.Seat(i) != s.You {
			continue
		}
		label := a.T("mp.sheet.gold.me")
		if s.You < 0 {
			label = a.T("mp.sheet.gold", "p", a.SeatName(s.Seats[i]))
		}
		add(sheetRow{left: label, right: round.GoldText(e.Before[i]) + " > " + round.GoldText(e.After[i])})
	}
	for i, again := range e.refilled {
		if again {
			key := app.If(games.Seat(i) == s.You, "mp.broke", "mp.broke.of")
			add(sheetRow{left: a.T(key, "p", a.SeatName(s.Seats[i]), "g", round.GoldText(matgo.Document.StartGold)), tok: ui.Warn})
		}
	}
}

// Panel puts the end of a finished round over a replay's board.
func Panel(a *app.App, s *play.Scene, board kit.Block) (kit.Block, bool) {
	view, ok := s.View.(*matgo.View)
	if !ok || s.Result == nil {
		return nil, false
	}
	e, ok := Read(view, s.Result, s.Plies)
	if !ok {
		return nil, false
	}
	return kit.Over{Below: board, Block: settlement(a, s, e, nil), W: app.If(a.Glyphs == ui.LevelRich, endW, linedW), Title: endTitle(a, s, e), Edge: edge(s, e)}, true
}

// Sheet is the overlay at the end of a round: its worth and the next step. It stays until the next round
// begins, or the player looks at the board.
type Sheet struct {
	app.Ask
	T *play.Table
}

// NewSheet returns the sheet of a table whose round has a result to show.
func NewSheet(t *play.Table) app.Screen {
	view, ok := t.Snap.View.(*matgo.View)
	if !ok || t.Snap.Result == nil || t.Snap.Result.Reason == games.Aborted {
		return nil
	}
	if _, ok = Read(view, t.Snap.Result, t.Snap.Plies); !ok {
		return nil
	}
	return &Sheet{T: t}
}

// Open reads the screen's data.
func (r *Sheet) Open(a *app.App) {
	r.build(a)
}

// Guard returns the time in which keys are for the last card.
func (r *Sheet) Guard() time.Duration { return app.EndTime }

// Refresh reads the data again.
func (r *Sheet) Refresh(a *app.App) {
	r.T.Refresh(a)
	r.build(a)
}

func (r *Sheet) build(a *app.App) {
	s := r.T.Snap
	r.Answers, r.Lettered = nil, true
	add := func(key ui.Key, label string, do func(*app.App)) {
		r.Answers = append(r.Answers, app.Answer{Key: key, Label: a.T(label), Do: do})
	}
	if s.Own != games.Nobody && r.T.GoesOn() {
		add("enter", "mp.key.next", r.ready)
	} else if r.T.CanAskAgain(a) {
		add("enter", "mp.key.again", r.T.AskAgain)
	}
	if r.T.Kept() { // the sheet is there on return
		add("v", "key.replay", func(a *app.App) {
			a.Push(r)
			a.Push(replays.New(r.T.ID))
		})
		if len(s.Plies) > 0 {
			add("a", "an.key.on", func(a *app.App) {
				a.Push(r)
				a.Push(replays.NewReviewed(r.T.ID))
			})
		}
	}
	if len(r.Answers) < 3 { // there is no room for a fourth; the key bar has it
		add("q", "mp.key.lobby", r.lobby)
	}
	r.Focus = min(r.Focus, len(r.Answers)-1)
}

// lobby leaves the table.
func (r *Sheet) lobby(a *app.App) {
	a.Home()
	a.Push(a.House.Places.Lobby(a, matgo.Name))
}

// ready says that the player is ready for the next round; the sheet stays until it begins.
func (r *Sheet) ready(a *app.App) {
	if err := a.Visit.Rematch(r.T.ID); err != nil {
		a.Push(r)
		a.Fail(err)
		return
	}
	r.T.Refresh(a)
	a.Push(r)
}

// waits returns the time for which the last ply is still shown. The sheet comes after that.
func (r *Sheet) waits(a *app.App) time.Duration { return r.T.Scene.MotionLeft(a, r.T.Game) }

// Tick returns the time until the screen changes by itself.
func (r *Sheet) Tick(a *app.App) time.Duration { return r.waits(a) }

// Handle takes clicks, and keys that are not commands.
func (r *Sheet) Handle(a *app.App, msg tea.Msg) {
	if r.waits(a) > 0 {
		r.T.Scene.Skip()
		a.Opened = time.Now() // a key against the motion answers nothing
		return
	}
	switch msg {
	case ui.Key("x"):
		if r.T.Kept() {
			play.CopyExport(a, matgo.Name, r.T.ID)
			return
		}
	case ui.Key("y"):
		if r.T.Kept() {
			play.TellCommand(r.T.ID).Do(a)
			return
		}
	case ui.Key("q"):
		r.lobby(a)
		return
	case ui.Key("c"):
		a.Push(hwatu.NewGuide(a))
		return
	case ui.Key("t"):
		if !a.House.Alone {
			a.Push(play.NewTalk(r.T))
			return
		}
	}
	r.Ask.Handle(a, msg)
}

// Draw draws the sheet, after the last ply.
func (r *Sheet) Draw(a *app.App, c *ui.Canvas) {
	if o := r.Overlay(a); o.Body != nil {
		a.DrawOver(c, o)
	}
}

// Overlay shows the settlement and the next step, nothing before. In signs it leaves the facts beside the table in view.
func (r *Sheet) Overlay(a *app.App) app.Overlay {
	s := &r.T.Scene
	view, _ := round.Of(s)
	e, ok := Read(view, s.Result, s.Plies)
	if !ok || r.waits(a) > 0 {
		return app.Overlay{}
	}
	e.last = !r.T.GoesOn()
	answers := &kit.Answers{Focus: r.Focus}
	for i, b := range r.Answers { // by number, because Enter is for the focused one
		answers.List = append(answers.List, kit.Answer{Name: app.KeyName(b.Key), Label: b.Label, Key: ui.Key(app.Itoa(i + 1))})
	}
	o := app.Overlay{Title: endTitle(a, s, e), Body: settlement(a, s, e, answers), W: endW, Asks: true, Ends: edge(s, e), Keys: r.keys(a)}
	o.Usual, o.Ink = r.message(a)
	if a.Glyphs != ui.LevelRich {
		o.W = linedW
		if w := min(a.W, 120); w >= ui.MinWidth {
			o.At = ui.Rect{X: (a.W - w) / 2, Y: 1, W: app.If(ui.Full(a.W, a.H), 88, linedW+6), H: a.H - 3}
		}
	}
	return o
}

// keys are the keys of the sheet.
func (r *Sheet) keys(a *app.App) []ui.KeyItem {
	var pairs []string
	if r.T.Snap.Own != games.Nobody && r.T.GoesOn() {
		pairs = append(pairs, "enter", "mp.key.next")
	} else if r.T.CanAskAgain(a) {
		pairs = append(pairs, "enter", "mp.key.again")
	}
	if r.T.Kept() {
		pairs = append(pairs, "v", "key.replay")
		if len(r.T.Snap.Plies) > 0 {
			pairs = append(pairs, "a", "an.key.on")
		}
		pairs = append(pairs, "y", "key.copy", "x", "mp.key.kibo")
	}
	pairs = append(pairs, "q", "mp.key.lobby", "?", "key.help", "esc", "res.board")
	return a.Items(pairs...)
}

// message returns who is ready, or the effect of Enter.
func (r *Sheet) message(a *app.App) (string, ui.Token) {
	s := r.T.Snap
	switch {
	case s.Own == games.Nobody && r.T.GoesOn():
		return a.T("mp.next.watch"), ui.Text
	case !r.T.GoesOn():
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
