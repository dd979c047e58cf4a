package play

import (
	"time"

	"arcade/games"
	"arcade/sessions/app"
	"arcade/sessions/ui"
	"arcade/store"
)

// ClockLine is whose time runs, for notices that cover the table; "" where none does.
func (t *Table) ClockLine(a *app.App) string {
	s := t.Snap
	if s == nil || s.Status != store.Live || s.ToAct == games.Nobody {
		return ""
	}
	if v, ok := t.View.(timed); ok {
		t.Scene.At = t.now()
		return v.TimeLine(a, &t.Scene)
	}
	if !s.Seats[s.ToAct].Running {
		return ""
	}
	who := a.T("tb.turn.other", "p", a.SeatName(s.Seats[s.ToAct]))
	if s.ToAct == s.You {
		who = a.T("tb.turn.me")
	}
	return a.T("game."+s.Game) + ": " + who + ", " + app.ClockText(t.left(s.ToAct))
}

func (t *Table) Draw(a *app.App, c *ui.Canvas) {
	s := t.Snap
	if s == nil {
		ui.Frame(c, ui.FrameSpec{Place: a.Place(a.T("tb.place")), Facts: a.Facts(), Keys: a.Items("esc", "key.back")})
		return
	}
	if s.Status == store.Open {
		t.drawOpen(a, c)
		return
	}
	t.Scene.At, t.Scene.Left = t.now(), t.left
	f := ui.FrameSpec{
		Place: a.Place(a.T("game."+s.Game), t.Place(a)),
		Facts: t.Facts(a),
	}
	f.Message, f.MessageInk = t.message(a)
	f.Clock, f.ClockInk = t.Countdown(a, a.W-4-ui.Width(f.Message))
	f.Keys = t.Items(a)
	ui.Frame(c, f)
	t.View.Draw(a, c, &t.Scene)
}

// Place names the opponent, or what one watches.
func (t *Table) Place(a *app.App) string {
	if v, ok := t.View.(placed); ok {
		place := v.Place(a, &t.Scene)
		if t.Snap.You == games.Nobody && place != "" {
			place += " / "
		}
		if t.Snap.You == games.Nobody {
			place += a.T("tb.watching")
		}
		return place
	}
	if t.Snap.You == games.Nobody {
		return a.T("tb.watching")
	}
	return a.Opponent(t.Snap)
}

// Facts are what is at stake, for the top bar.
func (t *Table) Facts(a *app.App) string {
	s := t.Snap
	if v, ok := t.View.(briefed); ok {
		facts := v.Facts(a, &t.Scene)
		watched := facts + "   " + a.T("tb.watchers", "n", s.Watchers)
		if s.Watchers > 0 && ui.Width(a.Place(a.T("game."+s.Game), t.Place(a))+watched)+5 <= a.W {
			return watched
		}
		return facts
	}
	facts := a.T("tb.ply", "n", len(s.Plies))
	staking, own := t.View.(staked)
	if own {
		facts = staking.Stake(a, &t.Scene)
	}
	if s.Watchers > 0 {
		facts += "   " + a.T("tb.watchers", "n", s.Watchers)
	}
	if t.alonely() && (own || s.You == games.Nobody) {
		return facts + "   " + a.SeatName(s.Seats[0])
	}
	if t.alonely() {
		return facts + "   " + a.Class(s.Daily, s.Seeded, s.Looked) + "   " + a.SeatName(s.Seats[0])
	}
	if s.Rated {
		facts += "   " + a.T("tb.rated")
	} else {
		facts += "   " + a.T("tb.unrated")
	}
	return facts + "   " + a.Control(s.Control.String())
}

// message is row 22: what is asked, what was said, what to do now.
func (t *Table) message(a *app.App) (string, ui.Token) {
	s := t.Snap
	other := a.Opponent(s)
	if a.Note != "" && (!t.pressing() || time.Since(a.Noted) < app.NoteTime) {
		return a.Note, a.NoteTok // what presses may wait until this has been read
	}
	switch t.Asked {
	case "takeback":
		return a.T("tb.takeback.ask", "p", other), ui.Accent
	case "draw":
		return a.T("tb.draw.ask", "p", other), ui.Accent
	case "claim":
		if t.claimsRound() {
			return a.T("tb.claim.win", "p", other), ui.Accent
		}
		return a.T("tb.claim.ask", "p", other), ui.Accent
	}
	if s.You != games.Nobody && s.Result == nil {
		for i, seat := range s.Seats {
			if games.Seat(i) == s.You || seat.Away == 0 {
				continue
			}
			if left := seat.AwayUntil - t.now(); left > 0 {
				key := "sh.away"
				if seat.Stepped {
					key = "tb.stepped"
				}
				return a.T(key, "p", a.SeatName(seat), "t", int((left+999)/1000)), ui.Warn
			} else if seat.Bot == "" && !s.Control.Correspondence() {
				return a.T("tb.gone", "p", a.SeatName(seat)), ui.Warn
			}
		}
	}
	if t.Coach > 0 && s.ToAct == s.You && s.Result == nil && t.Field() == nil {
		if text := t.View.Coach(a); text != "" {
			return text, ui.Accent
		}
	}
	if s.Result != nil {
		return a.Reason(s), ui.Text
	}
	return t.View.Prompt(a, &t.Scene), ui.Text
}

// pressing tells that row 22 has something that will not wait long: a question,
// or the countdown of an opponent who is gone.
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

// Countdown is the time of the seat on turn, in at most room cells where that can be chosen.
func (t *Table) Countdown(a *app.App, room int) (string, ui.Token) {
	s := t.Snap
	if s.NextAt != 0 && s.Next == "" {
		return a.T("mp.next.in", "n", int(max(s.NextAt-t.now()+999, 0)/1000)), ui.Text
	}
	if v, ok := t.View.(cornered); ok {
		return v.Corner(a, &t.Scene), ui.Text
	}
	if s.ToAct == games.Nobody {
		return "", ui.Text
	}
	if s.Control.Untimed() || s.ForcedAt != 0 {
		return "", ui.Text
	}
	left, tok := t.left(s.ToAct), ui.Text
	if v, ok := t.View.(pacer); ok {
		if text, tok := v.Countdown(a, &t.Scene, left, room); text != "" {
			return text, tok
		}
	}
	text := app.ClockText(left)
	if left < 10_000 && s.Seats[s.ToAct].Running {
		text, tok = "! "+text, ui.Warn
	}
	return a.T("tb.clock", "t", text), tok
}

// Items are the keys that work now.
func (t *Table) Items(a *app.App) []ui.KeyItem {
	s := t.Snap
	switch t.Asked {
	case "takeback":
		return a.Items("1", "key.grant", "2", "key.decline", "?", "key.help", "esc", "key.leave")
	case "draw":
		return a.Items("1", "key.accept", "2", "key.decline", "?", "key.help", "esc", "key.leave")
	case "claim":
		if t.claimsRound() {
			return a.Items("y", "key.claimwin", "?", "key.help", "esc", "key.leave")
		}
		return a.Items("1", "key.claimwin", "2", "key.claimdraw", "?", "key.help", "esc", "key.leave")
	}
	if s.Result != nil {
		if !t.Kept() {
			return a.Items("enter", "key.result", "t", "key.talk", "?", "key.help", "esc", "key.home")
		}
		return a.Items("enter", "key.result", "v", "key.replay", "t", "key.talk", "?", "key.help", "esc", "key.home")
	}
	if _, ok := t.View.(spaced); ok && s.You == games.Nobody {
		return a.Items("m", "key.menu", "t", "key.talk", "e", "key.log", "?", "key.help", "esc", "key.stopwatch")
	}
	if s.You == games.Nobody && t.alonely() {
		return a.Items("i", "key.hints", "t", "key.talk", "e", "key.log", "?", "key.help", "esc", "key.stopwatch")
	}
	if s.You == games.Nobody {
		return a.Items("t", "key.talk", "e", "key.log", "?", "key.help", "esc", "key.stopwatch")
	}
	list := t.View.Items(a, &t.Scene)
	if t.Field() != nil { // letters are text now
		return list
	}
	if _, ok := t.View.(spaced); ok {
		return append(list, a.Items("m", "key.menu", "?", "key.help", "esc", "key.leave")...)
	}
	if t.alonely() {
		return append(list, a.Items("space", "key.menu", "e", "key.log", "?", "key.help", "esc", "key.leave")...)
	}
	leave := "key.leave"
	if v, ok := t.View.(layered); ok && v.Opened() {
		leave = "key.close"
	}
	all := append(list[:len(list):len(list)], a.Items("space", "key.menu", "t", "key.talk", "?", "key.help", "esc", leave)...)
	if len(all) > 8 || ui.BarWidth(all) > a.W { // the menu has what there is no room for
		return append(list, a.Items("space", "key.menu", "?", "key.help", "esc", leave)...)
	}
	return all
}
