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
	id       string
	snap     *lobby.Snapshot
	at       time.Time // when the snapshot came
	view     gameView
	scene    scene
	offered  time.Time // when the question now asked was first seen
	asked    string    // what it is
	shown    bool      // the result has been shown
	lines    int       // chat lines seen
	coach    int       // plies for which a newcomer is still told what to do
	calm     time.Time // no keys before: one was called here from something else
	followed bool      // the next round has been followed, by one who watches
}

// What a game's view may have besides; each is asked for by type.
type (
	// enterer reads records when a table comes into view and at its end; recaller may
	// whenever the table looks for news.
	enterer  interface{ enter(a *App) }
	recaller interface{ recall(a *App, t *table) }
	// errander has keys that are no action: they open overlays and ask the lobby. It
	// is asked before handle, and gets what its commands bring.
	errander interface {
		errand(a *App, t *table, msg tea.Msg) (cmd tea.Cmd, used bool)
	}
	// mover plays actions by itself, one after another: the next one, "" for none,
	// and how long it waits still.
	mover interface {
		next(a *App, s *scene) (games.Action, time.Duration)
	}
	// ticking wants to be drawn again after the time it gives, 0 for never.
	ticking interface {
		tick(a *App, s *scene) time.Duration
	}
	// placed says where one is, for the top bar, in place of the opponent's name.
	placed interface{ place(a *App, s *scene) string }
	// staked says what is at stake, for the top bar; briefed says all that stands there.
	staked  interface{ stake(a *App, s *scene) string }
	briefed interface{ facts(a *App, s *scene) string }
	// cornered has something for the corner of row 22, where others have a clock.
	cornered interface{ corner(a *App, s *scene) string }
	// pacer has its own clock for a decision, in at most room cells; "" for the usual one.
	pacer interface {
		countdown(a *App, s *scene, left int64, room int) (string, ui.Token)
	}
	// timed counts the time though no clock limits it: the time up to now, "" while it
	// does not run.
	timed interface{ timeLine(a *App, s *scene) string }
	// layered may have something open over its board, which Esc closes.
	layered interface{ opened() bool }
	// guided has a guide to what lies on its table.
	guided interface{ guide(a *App) screen }
	// teller tells what plies brought about when they come.
	teller interface {
		tell(a *App, s *scene, fresh []games.Ply)
	}
	// priced says what giving up costs.
	priced interface {
		price(a *App, s *scene) []string
	}
	// spaced has a big action on Space: the menu is on another key.
	spaced interface {
		menu(a *App, t *table, q *ask)
	}
	// encored has more to offer at the end of a game alone.
	encored interface {
		encore(a *App, t *table) []answer
	}
	// worded has its own sentences in place of some that games share: the key for a
	// key, "" for the shared one.
	worded interface{ word(key string) string }
)

// T is a sentence that a game may have of its own.
func (t *table) T(a *App, key string) string {
	if v, ok := t.view.(worded); ok {
		if own := v.word(key); own != "" {
			key = own
		}
	}
	return a.T(key)
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
		t.view = gameOf(s.Game).view()
	}
	t.scene.follow(s, a)
	if v, ok := t.view.(recaller); ok {
		v.recall(a, t)
	}
	if v, ok := t.view.(enterer); ok && (fresh || s.Result != nil && !t.shown) {
		v.enter(a)
	}
	t.view.see(&t.scene)
	was := t.asked
	t.question()
	if t.asked != "" && t.asked != was && a.top() == screen(t) {
		a.note = "" // a question must not hide behind what was said before
	}
	if old != nil {
		t.changed(a, old)
	}
	t.hear(a)
	if s.You == games.Nobody && s.Next != "" && s.Round > 0 && !t.followed { // who plays is called to the next round
		t.followed = true
		return a.follow(t, s.Next)
	}
	if s.Result != nil && !t.shown && s.Status == store.Done {
		t.shown = true
		if s.You != games.Nobody {
			if err := a.visit.Seen(t.id); err != nil {
				a.log.Error("seen", "err", err)
			}
		}
		a.uncover(t) // whatever was asked has no meaning any more
		cmd := a.push(t.resultSheet())
		if t.alonely() { // keys that were for the roll answer nothing before it has come to rest
			a.opened = a.opened.Add(t.scene.unrest(a, t.view))
		}
		return cmd
	}
	if v, ok := t.view.(mover); ok && s.Result == nil && a.top() == screen(t) {
		if act, wait := v.next(a, &t.scene); act != "" && wait <= 0 {
			t.act(a, act)
		}
	}
	if s.You != games.Nobody && s.ToAct == s.You && s.ForcedAt == 0 {
		if turn := t.id + "/" + itoa(len(s.Plies)); turn != a.lastTurn {
			a.lastTurn = turn
			if a.set.Bell && a.blurred {
				return tea.Raw("\a")
			}
		}
	}
	return nil
}

// changed tells what has happened since an older snapshot.
func (t *table) changed(a *App, old *lobby.Snapshot) {
	s := t.snap
	if len(old.Plies) != len(s.Plies) && a.top() == screen(t) {
		a.note = "" // it was about the position before
	}
	if v, ok := t.view.(teller); ok && len(old.Plies) < len(s.Plies) {
		v.tell(a, &t.scene, s.Plies[len(old.Plies):])
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
			a.toast(a.T("sh.away", "p", a.seatName(seat), "t", int(max(seat.AwayUntil-s.Now, 0)/1000)), nil)
		case was != 0 && seat.Away == 0:
			a.toast(a.T("sh.back", "p", a.seatName(seat)), nil)
		}
	}
}

// uncover closes what stands over the table.
func (a *App) uncover(t *table) {
	for a.top() != screen(t) && len(a.stack) > 1 {
		a.pop()
	}
}

// follow brings one who watches a series to its next round, in place of what
// stands on the table of the last.
func (a *App) follow(t *table, next string) tea.Cmd {
	a.uncover(t)
	return a.swap(newTable(next))
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
			a.toast(a.personName(l.From)+": "+a.spoken(l), nil)
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

// holds tells that keys can be held down, which is for who plays.
func (t *table) holds() bool {
	v, ok := t.view.(holder)
	return ok && v.holds() && t.playing()
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
	t.scene.at = t.now()
	if d := t.scene.tick(a, t.view); d > 0 {
		return d
	}
	if left := s.NextAt - t.now(); s.Next == "" && left > 0 {
		return time.Duration(left%1000+5) * time.Millisecond
	}
	if s.HeldUntil > t.now() {
		return 100 * time.Millisecond
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

func (t *table) field() *ui.Field {
	if f, ok := t.view.(typer); ok && t.snap != nil && t.snap.Status == store.Live {
		return f.field()
	}
	return nil
}
