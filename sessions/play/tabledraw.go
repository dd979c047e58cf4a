package sessions

import (
	"time"

	"arcade/games"
	"arcade/lobby"
	"arcade/sessions/ui"
	"arcade/store"
)

// clockLine is whose time runs, for notices that cover the table; "" where none does.
func (t *table) clockLine(a *App) string {
	s := t.snap
	if s == nil || s.Status != store.Live || s.ToAct == games.Nobody {
		return ""
	}
	if v, ok := t.view.(timed); ok {
		t.scene.at = t.now()
		return v.timeLine(a, &t.scene)
	}
	if !s.Seats[s.ToAct].Running {
		return ""
	}
	who := a.T("tb.turn.other", "p", a.seatName(s.Seats[s.ToAct]))
	if s.ToAct == s.You {
		who = a.T("tb.turn.me")
	}
	return a.T("game."+s.Game) + ": " + who + ", " + clockText(t.left(s.ToAct))
}

func (t *table) draw(a *App, c *ui.Canvas) {
	s := t.snap
	if s == nil {
		ui.Frame(c, ui.FrameSpec{Place: a.place(a.T("tb.place")), Facts: a.facts(), Keys: a.items("esc", "key.back")})
		return
	}
	if s.Status == store.Open {
		t.drawOpen(a, c)
		return
	}
	t.scene.at, t.scene.left = t.now(), t.left
	f := ui.FrameSpec{
		Place: a.place(a.T("game."+s.Game), t.place(a)),
		Facts: t.facts(a),
	}
	f.Message, f.MessageInk = t.message(a)
	f.Clock, f.ClockInk = t.countdown(a, a.w-4-ui.Width(f.Message))
	f.Keys = t.items(a)
	ui.Frame(c, f)
	t.view.draw(a, c, &t.scene)
}

// place names the opponent, or what one watches.
func (t *table) place(a *App) string {
	if v, ok := t.view.(placed); ok {
		place := v.place(a, &t.scene)
		if t.snap.You == games.Nobody && place != "" {
			place += " / "
		}
		if t.snap.You == games.Nobody {
			place += a.T("tb.watching")
		}
		return place
	}
	if t.snap.You == games.Nobody {
		return a.T("tb.watching")
	}
	return a.opponent(t.snap)
}

// opponent is the name of the first seat that is not the viewer's.
func (a *App) opponent(s *lobby.Snapshot) string {
	for i, seat := range s.Seats {
		if games.Seat(i) != s.You {
			return a.seatName(seat)
		}
	}
	return ""
}

// seatName is how a seat's holder is shown.
func (a *App) seatName(s lobby.SeatInfo) string {
	if s.ID == "" && !s.Gone {
		return a.T("tb.empty")
	}
	return a.personName(s.Person)
}

// personName is how somebody is shown: a bot of the house by what it is called in
// its game, a bot with an account by its name with the mark.
func (a *App) personName(p lobby.Person) string {
	switch {
	case p.Bot != "":
		return a.T("bot." + p.Bot)
	case p.Gone:
		return a.T("acc.gone")
	}
	return a.marked(p.Name, p.Remote)
}

// marked is a player's name, a bot's with the mark before it, in as many cells as
// a name may have.
func (a *App) marked(name string, bot bool) string {
	return ui.Cut(a.wholeName(name, bot), maxName)
}

// wholeName is marked where there is room. No player's name has a blank in it:
// nobody can pass for a bot, nor a bot for somebody else.
func (a *App) wholeName(name string, bot bool) string {
	if bot {
		return a.T("tb.bot") + " " + name
	}
	return name
}

// maxName is the widest a name may be, in cells.
const maxName = 12

// facts are what is at stake, for the top bar.
func (t *table) facts(a *App) string {
	s := t.snap
	if v, ok := t.view.(briefed); ok {
		facts := v.facts(a, &t.scene)
		watched := facts + "   " + a.T("tb.watchers", "n", s.Watchers)
		if s.Watchers > 0 && ui.Width(a.place(a.T("game."+s.Game), t.place(a))+watched)+5 <= a.w {
			return watched
		}
		return facts
	}
	facts := a.T("tb.ply", "n", len(s.Plies))
	staking, own := t.view.(staked)
	if own {
		facts = staking.stake(a, &t.scene)
	}
	if s.Watchers > 0 {
		facts += "   " + a.T("tb.watchers", "n", s.Watchers)
	}
	if t.alonely() && (own || s.You == games.Nobody) {
		return facts + "   " + a.seatName(s.Seats[0])
	}
	if t.alonely() {
		return facts + "   " + a.class(s.Daily, s.Seeded, s.Looked) + "   " + a.seatName(s.Seats[0])
	}
	if s.Rated {
		facts += "   " + a.T("tb.rated")
	} else {
		facts += "   " + a.T("tb.unrated")
	}
	return facts + "   " + a.control(s.Control.String())
}

// message is row 22: what is asked, what was said, what to do now.
func (t *table) message(a *App) (string, ui.Token) {
	s := t.snap
	other := a.opponent(s)
	if a.note != "" && (!t.pressing() || time.Since(a.noted) < noteTime) {
		return a.note, a.noteTok // what presses may wait until this has been read
	}
	switch t.asked {
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
				return a.T(key, "p", a.seatName(seat), "t", int((left+999)/1000)), ui.Warn
			} else if seat.Bot == "" && !s.Control.Correspondence() {
				return a.T("tb.gone", "p", a.seatName(seat)), ui.Warn
			}
		}
	}
	if t.coach > 0 && s.ToAct == s.You && s.Result == nil && t.field() == nil {
		if text := t.view.coach(a); text != "" {
			return text, ui.Accent
		}
	}
	if s.Result != nil {
		return a.reason(s), ui.Text
	}
	return t.view.prompt(a, &t.scene), ui.Text
}

// pressing tells that row 22 has something that will not wait long: a question,
// or the countdown of an opponent who is gone.
func (t *table) pressing() bool {
	if t.asked != "" {
		return true
	}
	s := t.snap
	for i, seat := range s.Seats {
		if s.Result == nil && s.You != games.Nobody && games.Seat(i) != s.You && seat.Away != 0 && seat.Bot == "" {
			return true
		}
	}
	return false
}

// countdown is the time of the seat on turn, in at most room cells where that can be chosen.
func (t *table) countdown(a *App, room int) (string, ui.Token) {
	s := t.snap
	if s.NextAt != 0 && s.Next == "" {
		return a.T("mp.next.in", "n", int(max(s.NextAt-t.now()+999, 0)/1000)), ui.Text
	}
	if v, ok := t.view.(cornered); ok {
		return v.corner(a, &t.scene), ui.Text
	}
	if s.ToAct == games.Nobody {
		return "", ui.Text
	}
	if s.Control.Untimed() || s.ForcedAt != 0 {
		return "", ui.Text
	}
	left, tok := t.left(s.ToAct), ui.Text
	if v, ok := t.view.(pacer); ok {
		if text, tok := v.countdown(a, &t.scene, left, room); text != "" {
			return text, tok
		}
	}
	text := clockText(left)
	if left < 10_000 && s.Seats[s.ToAct].Running {
		text, tok = "! "+text, ui.Warn
	}
	return a.T("tb.clock", "t", text), tok
}

// items are the keys that work now.
func (t *table) items(a *App) []ui.KeyItem {
	s := t.snap
	switch t.asked {
	case "takeback":
		return a.items("1", "key.grant", "2", "key.decline", "?", "key.help", "esc", "key.leave")
	case "draw":
		return a.items("1", "key.accept", "2", "key.decline", "?", "key.help", "esc", "key.leave")
	case "claim":
		if t.claimsRound() {
			return a.items("y", "key.claimwin", "?", "key.help", "esc", "key.leave")
		}
		return a.items("1", "key.claimwin", "2", "key.claimdraw", "?", "key.help", "esc", "key.leave")
	}
	if s.Result != nil {
		if !t.kept() {
			return a.items("enter", "key.result", "t", "key.talk", "?", "key.help", "esc", "key.home")
		}
		return a.items("enter", "key.result", "v", "key.replay", "t", "key.talk", "?", "key.help", "esc", "key.home")
	}
	if _, ok := t.view.(spaced); ok && s.You == games.Nobody {
		return a.items("m", "key.menu", "t", "key.talk", "e", "key.log", "?", "key.help", "esc", "key.stopwatch")
	}
	if s.You == games.Nobody && t.alonely() {
		return a.items("i", "key.hints", "t", "key.talk", "e", "key.log", "?", "key.help", "esc", "key.stopwatch")
	}
	if s.You == games.Nobody {
		return a.items("t", "key.talk", "e", "key.log", "?", "key.help", "esc", "key.stopwatch")
	}
	list := t.view.items(a, &t.scene)
	if t.field() != nil { // letters are text now
		return list
	}
	if _, ok := t.view.(spaced); ok {
		return append(list, a.items("m", "key.menu", "?", "key.help", "esc", "key.leave")...)
	}
	if t.alonely() {
		return append(list, a.items("space", "key.menu", "e", "key.log", "?", "key.help", "esc", "key.leave")...)
	}
	leave := "key.leave"
	if v, ok := t.view.(layered); ok && v.opened() {
		leave = "key.close"
	}
	all := append(list[:len(list):len(list)], a.items("space", "key.menu", "t", "key.talk", "?", "key.help", "esc", leave)...)
	if len(all) > 8 || ui.BarWidth(all) > a.w { // the menu has what there is no room for
		return append(list, a.items("space", "key.menu", "?", "key.help", "esc", leave)...)
	}
	return all
}
