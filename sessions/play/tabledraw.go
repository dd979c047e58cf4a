package play

import (
	"slices"
	"time"

	"arcade/games"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/ui"
	"arcade/store"
)

// ClockLine names the seat on turn, for notices that cover the table, with the time if it runs; "" if no
// match is in play.
func (t *Table) ClockLine(a *app.App) (line string, runs bool) {
	s := t.Snap
	if s == nil || s.Status != store.Live || s.ToAct == games.Nobody {
		return "", false
	}
	if line := t.chrome(a).TimeLine; line != nil && *line != "" {
		return *line, true
	}
	line = a.Game(s.Game, s.Options) + ": "
	if s.ToAct == s.You {
		line += a.T("tb.turn.me")
	} else {
		line += a.T("tb.turn.other", "p", a.SeatName(s.Seats[s.ToAct]))
	}
	if !s.Seats[s.ToAct].Running {
		return line, false
	}
	return line + ", " + a.T("tb.left", "t", a.ClockText(t.left(s.ToAct))), true
}

// chrome returns the game's present texts around its board.
func (t *Table) chrome(a *app.App) Around {
	t.Scene.At, t.Scene.Left = t.now(), t.left
	return t.Game.Around(a, &t.Scene)
}

// View arranges the parts of the game, with the frame's texts.
func (t *Table) View(a *app.App) app.View {
	if t.Snap == nil {
		return app.View{Place: []string{a.T("tb.place")}, Keys: a.Items("esc", "key.back"), Body: kit.Col(0, 0)}
	}
	if t.Snap.Status == store.Open {
		return t.openView(a)
	}
	s, chrome := t.Snap, t.chrome(a)
	parts := t.Game.Parts(a, &t.Scene)
	v := app.View{Place: []string{a.T("game." + s.Game), t.place(a, chrome)}, Whole: true}
	v.Facts = t.facts(a, chrome, a.Place(v.Place...))
	v.Message, v.MessageInk = t.message(a)
	v.Clock, v.ClockInk = t.countdown(a, chrome, a.W-4-ui.Width(v.Message))
	v.Keys = t.items(a, chrome)
	stage := parts.Stage(a, &t.Scene, &t.around)
	if s.Curtain != games.Nobody {
		stage.Over, stage.Hangs = t.curtain(a), true
	}
	v.Body = stage
	return v
}

// Draw draws the table.
func (t *Table) Draw(a *app.App, c *ui.Canvas) { a.Compose(c, t) }

// place names the opponent, or what a spectator watches.
func (t *Table) place(a *app.App, chrome Around) string {
	watching := app.TextIf(t.Snap.Own == games.Nobody, a.T("tb.watching"))
	switch place := chrome.Place; {
	case place != nil && *place != "" && watching != "":
		return *place + " / " + watching
	case place != nil:
		return *place + watching
	case watching != "":
		return watching
	case t.Snap.Shared != games.Apart:
		return a.T("screen.place")
	}
	return a.Opponent(t.Snap)
}

// Facts returns the terms of the match, for the top bar of a screen that belongs to the table.
func (t *Table) Facts(a *app.App) string { return t.facts(a, t.chrome(a), "") }

// facts returns the terms of the match, for the top bar with place on its left.
func (t *Table) facts(a *app.App, chrome Around, place string) string {
	s := t.Snap
	if chrome.Facts != nil {
		watched := *chrome.Facts + "   " + a.T("tb.watchers", "n", s.Watchers)
		if s.Watchers > 0 && ui.Width(place+watched)+5 <= ui.Wide(a.W) {
			return watched
		}
		return *chrome.Facts
	}
	facts := a.Plies(len(s.Plies))
	if chrome.Stake != nil {
		facts = *chrome.Stake
	}
	if s.Watchers > 0 {
		facts += "   " + a.T("tb.watchers", "n", s.Watchers)
	}
	if t.singleSeat() && (chrome.Stake != nil || s.You == games.Nobody) {
		return facts + "   " + a.SeatName(s.Seats[0])
	}
	if t.singleSeat() {
		return a.Class(s.Daily, s.Seeded, s.Hinted) + "   " + a.SeatName(s.Seats[0]) // actions are not plies
	}
	if why := a.RatedWord(s.Rated, s.Casual); len(s.Plies) == 0 { // after the first ply it has been said
		full := facts + "   " + why + "   " + a.Terms(s.Control)
		if ui.Width(place+full)+5 <= ui.Wide(a.W) { // the opponent's name matters more
			return full
		}
	}
	return facts + "   " + a.RatedWord(s.Rated, "") + "   " + a.Terms(s.Control)
}

// message returns the message row: the question, the last note, or the player's options.
func (t *Table) message(a *app.App) (string, ui.Token) {
	s := t.Snap
	other := a.Opponent(s)
	settled := !s.Moving && (a.Note == a.T("err.moving") || a.Note == a.T("err.unwritten")) // the action can be played again
	if a.Note != "" && (!t.pressing() && !settled || time.Since(a.Noted) < app.NoteTime) {
		return a.Note, a.NoteTok // urgent texts may wait until this has been read
	}
	switch {
	case s.Unsaved:
		return a.T("tb.unsaved"), ui.Warn
	case s.Moving:
		return a.T("err.moving"), ui.Warn
	}
	if asked := t.asked(); asked != "" {
		return a.T("tb."+asked+".ask", "p", other), ui.Accent
	}
	if s.You != games.Nobody && s.Result == nil {
		for i, seat := range s.Seats {
			if games.Seat(i) == s.You || seat.Away == 0 {
				continue
			}
			if seat.AwayUntil > t.now() || seat.Bot == "" && !s.Control.Correspondence() {
				return t.goneWords(a, seat), ui.Warn
			}
		}
	}
	if t.lesson > 0 && s.ToAct == s.You && s.Result == nil && t.Scene.MotionLeft(a, t.Game) == 0 {
		if text := t.lessonText(a); text != "" {
			return text, ui.Accent
		}
	}
	if t.Coach > 0 && s.ToAct == s.You && s.Result == nil && t.Field() == nil && t.Scene.MotionLeft(a, t.Game) == 0 {
		if text := t.Game.NewcomerPrompt(a); text != "" {
			return text, ui.Accent
		}
	}
	switch {
	case t.wanted() && s.Round > 0:
		return a.T("inv.next", "p", other) + "   " + string(ui.YesKey) + ": " + a.T("key.ready"), ui.Accent
	case t.wanted():
		return a.T("res.wants", "p", other) + "   " + string(ui.YesKey) + ": " + a.T("key.accept"), ui.Accent
	case s.Result != nil:
		return reason(a, s), ui.Text
	}
	switch prompt := t.Game.Prompt(a, &t.Scene); {
	case s.Curtain != games.Nobody:
		return a.T("screen.pass", "p", a.SeatName(s.Seats[s.Curtain])), ui.Accent
	case s.Control.Correspondence() && s.You != games.Nobody && s.ToAct != s.You:
		return a.T("tb.days.wait", "p", other), ui.Text
	case s.Shared == games.Screen && t.Scene.Mine():
		return a.SeatName(s.Seats[s.You]) + ": " + prompt, ui.Text
	default:
		return prompt, ui.Text
	}
}

// asked returns the question that keys answer now: while a text field takes them, it waits.
func (t *Table) asked() string {
	if t.Field() != nil {
		return ""
	}
	return t.Asked
}

// goneWords says that a player is away, and for what time the table waits, or whether the clock runs on.
func (t *Table) goneWords(a *app.App, seat table.SeatInfo) string {
	left := seat.AwayUntil - t.now()
	switch s := t.Snap; {
	case left > 0:
		return SpokenGone(a, seat) + ", " + a.T("sh.waiting", "t", int((left+999)/1000))
	case s.ToAct != games.Nobody && s.Seats[s.ToAct].Running:
		return a.T("tb.gone", "p", a.SeatName(seat))
	}
	return a.T("tb.gone.rests", "p", a.SeatName(seat))
}

// pressing reports whether the message row has an urgent text: a question, or the countdown of an absent opponent.
func (t *Table) pressing() bool {
	if t.Asked != "" {
		return true
	}
	s := t.Snap
	for i, seat := range s.Seats {
		if s.Result == nil && s.You != games.Nobody && games.Seat(i) != s.You && seat.Away != 0 && seat.Bot == "" {
			return true
		}
	}
	return false
}

// countdown returns the time of the seat on turn, in at most room cells if there is a choice.
func (t *Table) countdown(a *app.App, chrome Around, room int) (string, ui.Token) {
	s := t.Snap
	if s.ReadyBy != 0 && s.Next == "" {
		return a.T("mp.next.in", "n", int(max(s.ReadyBy-t.now()+999, 0)/1000)), ui.Text
	}
	if chrome.Corner != nil {
		return *chrome.Corner, ui.Text
	}
	if s.ToAct == games.Nobody || s.Control.Untimed() || s.ForcedAt != 0 {
		return "", ui.Text
	}
	if s.FirstBy != 0 {
		return a.T("tb.clock.first", "t", a.ClockText(max(s.FirstBy-t.now(), 0))), ui.Text
	}
	left, tok := t.left(s.ToAct), ui.Text
	if n := len(chrome.Countdown); n > 0 {
		if left < 10_000 {
			tok = ui.Warn
		}
		fits := slices.IndexFunc(chrome.Countdown[:n-1], func(text string) bool { return ui.Width(text) <= room })
		if fits < 0 {
			fits = n - 1
		}
		return chrome.Countdown[fits], tok
	}
	text := a.ClockText(left)
	if left < 10_000 && s.Seats[s.ToAct].Running {
		text, tok = "! "+text, ui.Warn
	}
	switch s.You {
	case s.ToAct:
		return a.T(app.If(left < time.Hour.Milliseconds(), "tb.clock.me", "tb.clock.me.long"), "t", text), tok
	case games.Nobody:
		return ui.Cut(a.SeatName(s.Seats[s.ToAct]), 12) + " " + text, tok
	}
	return a.T(app.If(left < time.Hour.Milliseconds(), "tb.clock.other", "tb.clock.other.long"), "t", text), tok
}

// items returns the present keys.
func (t *Table) items(a *app.App, chrome Around) []ui.KeyItem {
	s := t.Snap
	list := t.commands(a)
	bar := func(keys ...ui.Key) []ui.KeyItem { return a.Bar(list, keys...) }
	_, spaced := t.Game.(MenuFiller)
	switch {
	case t.asked() != "":
		return append(a.Bar(t.answers()), bar(app.If[ui.Key](spaced, "m", "space"), "?", "esc")...)
	case s.Curtain != games.Nobody:
		return bar("enter", "?", "esc")
	case s.Result != nil:
		return bar(ui.YesKey, "enter", "v", "t", "?", "esc")
	case s.You == games.Nobody && spaced:
		return bar("m", "t", "e", "?", "esc")
	case s.You == games.Nobody:
		return bar("i", "t", "e", "space", "?", "esc")
	}
	if i := slices.IndexFunc(list, func(c app.Command) bool { return c.Key == "esc" }); chrome.Opened {
		list[i].Bar = "key.close"
	}
	own := a.Bar(t.Game.Commands(a, t))
	all := func(keys ...ui.Key) []ui.KeyItem { return append(own[:len(own):len(own)], bar(keys...)...) }
	switch {
	case t.Field() != nil: // letters are text now
		return own
	case spaced:
		return all("m", "?", "esc")
	case t.singleSeat():
		return all("space", "e", "?", "esc")
	}
	// The menu has the keys that do not fit. Only after a move in a game over days there is an n.
	for _, keys := range [][]ui.Key{{"n", "space", "t", "?", "esc"}, {"n", "space", "?", "esc"}} {
		if items := all(keys...); len(items) <= 8 && ui.BarWidth(items) <= ui.Wide(a.W) {
			return items
		}
	}
	return all("space", "?", "esc")
}
