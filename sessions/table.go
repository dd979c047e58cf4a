package sessions

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/lobby"
	"arcade/sessions/ui"
	"arcade/store"
)

// table is one table, from the open seat to the result: it keeps the newest
// snapshot, handles what is the same for every game and leaves the rest to the
// game's view.
type table struct {
	id      string
	snap    *lobby.Snapshot
	at      time.Time // when the snapshot came
	view    gameView
	scene   scene
	offered time.Time // when the question now asked was first seen
	asked   string    // what it is
	shown   bool      // the result has been shown
	lines   int       // chat lines seen
	coach   int       // plies for which a newcomer is still told what to do
	calm    time.Time // no keys before: one was called here from something else
}

func newTable(id string) *table { return &table{id: id} }

func (t *table) open(a *App) tea.Cmd {
	if err := a.visit.Watch(t.id); err != nil {
		return a.gone(err)
	}
	if a.newcomer() {
		t.coach = 3
	}
	a.played = true
	return t.refresh(a)
}

// enterer is a view that reads records when a table comes into view and at its end.
type enterer interface{ enter(a *App) }

// gone leaves a screen whose table cannot be seen, and says why.
func (a *App) gone(err error) tea.Cmd {
	cmd := a.pop()
	a.fail(err)
	return cmd
}

func (t *table) close(a *App) { a.visit.Unwatch(t.id) }

func (t *table) topic() string {
	switch {
	case t.snap == nil || t.snap.Status == store.Open:
		return "waiting"
	case t.snap.You == games.Nobody:
		return "watching"
	}
	return t.snap.Game
}

// refresh takes the newest snapshot and tells what has happened since the last.
func (t *table) refresh(a *App) tea.Cmd {
	s, err := a.visit.Table(t.id)
	if err != nil {
		if t.snap != nil && t.snap.Result != nil {
			return nil // the house has forgotten the table; what is on the screen stands
		}
		if a.top() != screen(t) {
			return nil
		}
		if t.snap != nil && t.snap.Status == store.Open {
			key := "wait.closed"
			if t.snap.Invited != "" {
				key = "wait.declined"
			}
			cmd := a.pop()
			a.say(a.T(key))
			return cmd
		}
		return a.gone(err)
	}
	old := t.snap
	t.snap, t.at = s, time.Now()
	fresh := t.view == nil
	if fresh {
		t.view = newGameView(s.Game)
	}
	t.scene.follow(s, a)
	if v, ok := t.view.(enterer); ok && (fresh || s.Result != nil && !t.shown) {
		v.enter(a)
	}
	t.view.see(&t.scene)
	was := t.asked
	t.question()
	if t.asked != "" && t.asked != was && a.top() == screen(t) {
		a.note = "" // a question must not hide behind what was said before
	}
	var cmd tea.Cmd
	if old != nil {
		if len(old.Plies) != len(s.Plies) && a.top() == screen(t) {
			a.note = "" // it was about the position before
		}
		if old.Status == store.Open && s.Status == store.Live {
			a.toast(a.T("sh.found", "p", a.opponent(s)), nil)
		}
		if len(old.Plies) == len(s.Plies) && s.Result == nil && s.You != games.Nobody &&
			(old.DrawOffer == s.You && s.DrawOffer != s.You || old.Takeback == s.You && s.Takeback != s.You) {
			a.toast(a.T("tb.declined", "p", a.opponent(s)), nil)
		}
		for i, seat := range s.Seats {
			if games.Seat(i) == s.You || seat.ID == "" || s.Status != store.Live || old.Status != store.Live {
				continue
			}
			switch was := old.Seats[i].Away; {
			case was == 0 && seat.Away != 0:
				a.toast(a.T("sh.away", "p", seat.Name, "t", int(max(seat.AwayUntil-s.Now, 0)/1000)), nil)
			case was != 0 && seat.Away == 0:
				a.toast(a.T("sh.back", "p", seat.Name), nil)
			}
		}
	}
	t.hear(a)
	if s.Result != nil && !t.shown && s.Status == store.Done {
		t.shown = true
		if s.You != games.Nobody {
			if err := a.visit.Seen(t.id); err != nil {
				a.log.Error("seen", "err", err)
			}
		}
		if a.top() != screen(t) { // whatever was asked has no meaning any more
			for a.top() != screen(t) && len(a.stack) > 1 {
				a.pop()
			}
		}
		cmd := a.push(&result{t: t})
		if t.alonely() { // keys that were for the roll answer nothing before it has come to rest
			a.opened = a.opened.Add(max(t.view.motion(a, &t.scene)-t.scene.sinceMove(), 0))
		}
		return cmd
	}
	if s.You != games.Nobody && s.ToAct == s.You && s.ForcedAt == 0 {
		if turn := t.id + "/" + itoa(len(s.Plies)); turn != a.lastTurn {
			a.lastTurn = turn
			if a.set.Bell && a.blurred {
				cmd = tea.Raw("\a")
			}
		}
	}
	return cmd
}

// hear shows what others have said since the last look.
func (t *table) hear(a *App) {
	chat := t.snap.Chat
	fresh := chat[min(t.lines, len(chat)):]
	if t.lines == 0 && len(chat) > 1 {
		fresh = nil // what was said before one came is in the log
	}
	t.lines = len(chat)
	for _, l := range fresh {
		if l.From.ID != a.visit.Me().ID && !a.set.Mute {
			a.toast(l.From.Name+": "+a.spoken(l), nil)
		}
	}
}

// spoken is what a line of talk says.
func (a *App) spoken(l lobby.Line) string {
	if l.Phrase > 0 {
		return a.T("talk." + itoa(l.Phrase))
	}
	return l.Text
}

// question notes when something is first asked of the player, so that keys
// typed before it could be read do not answer it.
func (t *table) question() {
	s, asked := t.snap, ""
	switch {
	case s.You == games.Nobody:
	case s.Takeback != games.Nobody && s.Takeback != s.You:
		asked = "takeback"
	case s.DrawOffer != games.Nobody && s.DrawOffer != s.You:
		asked = "draw"
	case s.CanClaim:
		asked = "claim"
	}
	if asked != t.asked {
		t.asked, t.offered = asked, time.Now()
	}
}

// playing tells that the visitor has a seat at a match in play.
func (t *table) playing() bool {
	return t.snap != nil && t.snap.Status == store.Live && t.snap.You != games.Nobody
}

// now is the present moment on the server's clock of snapshots.
func (t *table) now() int64 { return t.snap.Now + time.Since(t.at).Milliseconds() }

// tick asks to be drawn as often as a clock in view changes.
func (t *table) tick(a *App) time.Duration {
	s := t.snap
	if s == nil {
		return 0
	}
	if s.Status == store.Open {
		return time.Second
	}
	if d := t.scene.tick(a); d > 0 {
		return d
	}
	if s.ForcedAt != 0 {
		return 100 * time.Millisecond
	}
	for i, seat := range s.Seats {
		if seat.Running {
			left := t.left(games.Seat(i))
			if left > 24*3600_000/2 {
				return time.Minute
			}
			if left > 10_000 {
				return time.Duration(left%1000+5) * time.Millisecond
			}
			return 100 * time.Millisecond
		}
		if seat.AwayUntil > t.now() {
			return 500 * time.Millisecond
		}
	}
	return 0
}

// left is a seat's remaining time at this moment, in ms.
func (t *table) left(seat games.Seat) int64 {
	s := t.snap.Seats[seat]
	if s.Running {
		return max(s.Left-(t.now()-t.snap.Now), 0)
	}
	return max(s.Left, 0)
}

// clockLine is whose time runs, for notices that cover the table.
func (t *table) clockLine(a *App) string {
	s := t.snap
	if s == nil || s.Status != store.Live || s.ToAct == games.Nobody {
		return ""
	}
	who := a.T("tb.turn.other", "p", a.seatName(s.Seats[s.ToAct]))
	if s.ToAct == s.You {
		who = a.T("tb.turn.me")
	}
	line := a.T("game."+s.Game) + ": " + who
	if s.Seats[s.ToAct].Running {
		line += ", " + clockText(t.left(s.ToAct))
	}
	return line
}

func (t *table) field() *ui.Field {
	if f, ok := t.view.(typer); ok && t.snap != nil && t.snap.Status == store.Live {
		return f.field()
	}
	return nil
}

func (t *table) handle(a *App, msg tea.Msg) tea.Cmd {
	s := t.snap
	if s == nil || time.Now().Before(t.calm) {
		return nil
	}
	if s.Status == store.Open {
		return t.handleOpen(a, msg)
	}
	if s.Result != nil {
		return t.handleOver(a, msg)
	}
	if key, ok := msg.(ui.Key); ok && t.answer(a, key) {
		return nil
	}
	if t.view != nil {
		act, used := t.view.handle(a, &t.scene, msg)
		if act != "" {
			t.act(a, act)
		}
		if used {
			return nil
		}
	}
	switch msg {
	case ui.Key("esc"), ui.Key("q"):
		return t.leave(a)
	case ui.Key("space"), ui.Key("m"):
		return a.push(newTableMenu(a, t))
	case ui.Key("i"):
		if t.alonely() {
			return t.hint(a)
		}
	case ui.Key("u"), ui.Key("d"):
		if t.alonely() { // there is nobody to ask
			return nil
		}
	}
	switch msg {
	case ui.Key("u"):
		t.do(a, games.AskTakeback)
	case ui.Key("d"):
		t.do(a, games.OfferDraw)
	case ui.Key("r"):
		if s.You != games.Nobody {
			return a.push(newConfirm(t))
		}
	case ui.Key("t"):
		return a.push(newTalk(t))
	case ui.Key("e"):
		return a.push(newLog(t))
	case ui.Key("i"):
		a.change(func(s *Settings) { s.NoHints = !s.NoHints })
	}
	return nil
}

// answer answers what is asked of the player: 1 (or y) and 2 (or n).
func (t *table) answer(a *App, key ui.Key) bool {
	yes, no := key == "1" || key == "y", key == "2" || key == "n"
	if t.asked == "" || !yes && !no {
		return false
	}
	if time.Since(t.offered) < guardTime {
		return true
	}
	kinds := map[string][2]games.Kind{
		"takeback": {games.GrantTakeback, games.DeclineTakeback},
		"draw":     {games.AcceptDraw, games.DeclineDraw},
		"claim":    {games.ClaimWin, games.ClaimDraw},
	}[t.asked]
	kind := kinds[0]
	if no {
		kind = kinds[1]
	}
	t.do(a, kind)
	return true
}

// act plays an action in the position on the screen.
func (t *table) act(a *App, act games.Action) {
	if t.snap.You == games.Nobody {
		a.warn(a.T("tb.spectator"))
		return
	}
	if err := a.visit.Act(t.id, len(t.snap.Plies), act); err != nil {
		a.warn(t.refusal(a, err))
		return
	}
	if t.coach > 0 {
		t.coach--
	}
	t.refresh(a)
}

// refusal says why an action was refused, in the game's own words where it has any.
func (t *table) refusal(a *App, err error) string {
	if t.view != nil {
		if s := t.view.refusal(a, err); s != "" {
			return s
		}
	}
	return a.sentence(err)
}

// do adds an entry of the table's own for the player's seat.
func (t *table) do(a *App, kind games.Kind) {
	if t.snap.You == games.Nobody {
		return
	}
	if err := a.visit.Do(t.id, kind); err != nil {
		if errIs(err, games.ErrNotAllowed) {
			a.warn(t.why(a, kind))
			return
		}
		a.fail(err)
		return
	}
	switch kind {
	case games.OfferDraw:
		a.say(a.T("tb.draw.sent"))
	case games.AskTakeback:
		a.say(a.T("tb.takeback.sent"))
	}
	t.refresh(a)
}

// why says what is missing for something that cannot be done now.
func (t *table) why(a *App, kind games.Kind) string {
	s := t.snap
	switch {
	case kind == games.AskTakeback && s.Rated:
		return a.T("tb.no.takeback.rated")
	case kind == games.AskTakeback && s.Takeback != games.Nobody, kind == games.OfferDraw && s.DrawOffer != games.Nobody:
		return a.T("tb.no.asked")
	case kind == games.AskTakeback:
		return a.T("tb.no.takeback")
	case kind == games.OfferDraw:
		return a.T("tb.no.draw")
	}
	return a.T("err.not_allowed")
}

// leave goes back, after asking where something would be lost.
func (t *table) leave(a *App) tea.Cmd {
	s := t.snap
	if t.playing() && t.alonely() {
		cmd := a.home()
		if !a.visit.Me().Guest {
			a.say(a.T("solo.kept"))
		}
		return cmd
	}
	if !t.playing() || s.Control.Correspondence() || alone(s) {
		return a.pop()
	}
	return a.push(newLeaveTable(t))
}

// alone tells that no other person sits at the table.
func alone(s *lobby.Snapshot) bool {
	for i, seat := range s.Seats {
		if games.Seat(i) != s.You && seat.Bot == "" {
			return false
		}
	}
	return true
}

// handleOver handles keys once the result has been closed: the board can be looked at.
func (t *table) handleOver(a *App, msg tea.Msg) tea.Cmd {
	switch msg {
	case ui.Key("esc"), ui.Key("q"):
		return a.home()
	case ui.Key("enter"), ui.Key("space"):
		return a.push(&result{t: t})
	case ui.Key("v"):
		if t.kept() {
			return a.push(newReplay(t.id))
		}
	case ui.Key("t"):
		return a.push(newTalk(t))
	case ui.Key("e"):
		return a.push(newLog(t))
	}
	return nil
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
	f := ui.FrameSpec{
		Place: a.place(a.T("game."+s.Game), t.place(a)),
		Facts: t.facts(a),
	}
	f.Message, f.MessageInk = t.message(a)
	f.Clock, f.ClockInk = t.countdown(a)
	f.Keys = t.items(a)
	ui.Frame(c, f)
	if t.view != nil {
		t.scene.at, t.scene.left = t.now(), t.left
		t.view.draw(a, c, &t.scene)
	}
}

// place names the opponent, or what one watches.
func (t *table) place(a *App) string {
	if v, ok := t.view.(interface {
		place(*App, *scene) string
	}); ok {
		place := v.place(a, &t.scene)
		if t.snap.You == games.Nobody {
			place += " / " + a.T("tb.watching")
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
	switch {
	case s.Bot != "":
		return a.T("bot." + s.Bot)
	case s.ID == "":
		return a.T("tb.empty")
	}
	return s.Name
}

// facts are what is at stake, for the top bar.
func (t *table) facts(a *App) string {
	s := t.snap
	facts := a.T("tb.ply", "n", len(s.Plies))
	if s.Watchers > 0 {
		facts += "   " + a.T("tb.watchers", "n", s.Watchers)
	}
	if t.alonely() && s.You == games.Nobody {
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
				return a.T(key, "p", seat.Name, "t", int((left+999)/1000)), ui.Warn
			} else if seat.Bot == "" && !s.Control.Correspondence() {
				return a.T("tb.gone", "p", seat.Name), ui.Warn
			}
		}
	}
	if t.coach > 0 && s.ToAct == s.You && s.Result == nil && t.field() == nil {
		return t.view.coach(a), ui.Accent
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

// countdown is the time of the seat on turn.
func (t *table) countdown(a *App) (string, ui.Token) {
	s := t.snap
	if s.ToAct == games.Nobody {
		return "", ui.Text
	}
	if s.Control.Untimed() || s.ForcedAt != 0 {
		return "", ui.Text
	}
	left, tok := t.left(s.ToAct), ui.Text
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
		return a.items("1", "key.claimwin", "2", "key.claimdraw", "?", "key.help", "esc", "key.leave")
	}
	if s.Result != nil {
		if !t.kept() {
			return a.items("enter", "key.result", "t", "key.talk", "?", "key.help", "esc", "key.home")
		}
		return a.items("enter", "key.result", "v", "key.replay", "t", "key.talk", "?", "key.help", "esc", "key.home")
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
	if t.alonely() {
		return append(list, a.items("space", "key.menu", "e", "key.log", "?", "key.help", "esc", "key.leave")...)
	}
	return append(list, a.items("space", "key.menu", "t", "key.talk", "?", "key.help", "esc", "key.leave")...)
}
