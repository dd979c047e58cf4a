package play

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/lobby"
	"arcade/sessions/app"
	"arcade/sessions/ui"
	"arcade/store"
)

// Covered tells that something stands over the table: nothing moves by itself then.
func Covered(a *app.App) bool {
	_, ok := a.Top().(*Table)
	return !ok
}

// GoesOn tells that the next round is yet to come.
func (t *Table) GoesOn() bool { return t.Snap.NextAt != 0 || t.Snap.Next != "" }

// Table is one table, from the open seat to the result: it keeps the newest
// snapshot, handles what is the same for every game and leaves the rest to the
// game's view.
type Table struct {
	ID       string
	Snap     *lobby.Snapshot
	at       time.Time // when the snapshot came
	View     GameView
	Scene    Scene
	offered  time.Time // when the question now asked was first seen
	Asked    string    // what it is
	Shown    bool      // the result has been shown
	lines    int       // chat lines seen
	Coach    int       // plies for which a newcomer is still told what to do
	calm     time.Time // no keys before: one was called here from something else
	followed bool      // the next round has been followed, by one who watches
}

// What a game's view may have besides; each is asked for by type.
type (
	// enterer reads records when a table comes into view and at its end; recaller may
	// whenever the table looks for news.
	enterer  interface{ Enter(a *app.App) }
	recaller interface{ Recall(a *app.App, t *Table) }
	// errander has keys that are no action: they open overlays and ask the lobby. It
	// is asked before handle, and gets what its commands bring.
	errander interface {
		Errand(a *app.App, t *Table, msg tea.Msg) (cmd tea.Cmd, used bool)
	}
	// mover plays actions by itself, one after another: the next one, "" for none,
	// and how long it waits still.
	mover interface {
		Next(a *app.App, s *Scene) (games.Action, time.Duration)
	}
	// ticking wants to be drawn again after the time it gives, 0 for never.
	ticking interface {
		Tick(a *app.App, s *Scene) time.Duration
	}
	// placed says where one is, for the top bar, in place of the opponent's name.
	placed interface {
		Place(a *app.App, s *Scene) string
	}
	// staked says what is at stake, for the top bar; briefed says all that stands there.
	staked interface {
		Stake(a *app.App, s *Scene) string
	}
	briefed interface {
		Facts(a *app.App, s *Scene) string
	}
	// cornered has something for the corner of row 22, where others have a clock.
	cornered interface {
		Corner(a *app.App, s *Scene) string
	}
	// pacer has its own clock for a decision, in at most room cells; "" for the usual one.
	pacer interface {
		Countdown(a *app.App, s *Scene, left int64, room int) (string, ui.Token)
	}
	// timed counts the time though no clock limits it: the time up to now, "" while it
	// does not run.
	timed interface {
		TimeLine(a *app.App, s *Scene) string
	}
	// layered may have something open over its board, which Esc closes.
	layered interface{ Opened() bool }
	// guided has a guide to what lies on its table.
	guided interface{ Guide(a *app.App) app.Screen }
	// teller tells what plies brought about when they come.
	teller interface {
		Tell(a *app.App, s *Scene, fresh []games.Ply)
	}
	// priced says what giving up costs.
	priced interface {
		Price(a *app.App, s *Scene) []string
	}
	// spaced has a big action on Space: the menu is on another key.
	spaced interface {
		Menu(a *app.App, t *Table, q *app.Ask)
	}
	// encored has more to offer at the end of a game alone.
	encored interface {
		Encore(a *app.App, t *Table) []app.Answer
	}
	// worded has its own sentences in place of some that games share: the key for a
	// key, "" for the shared one.
	worded interface{ Word(key string) string }
)

// T is a sentence that a game may have of its own.
func (t *Table) T(a *app.App, key string) string {
	if v, ok := t.View.(worded); ok {
		if own := v.Word(key); own != "" {
			key = own
		}
	}
	return a.T(key)
}

func NewTable(id string) *Table { return &Table{ID: id} }

func (t *Table) Open(a *app.App) tea.Cmd {
	if err := a.Visit.Watch(t.ID); err != nil {
		return a.Gone(err)
	}
	if a.Newcomer() {
		t.Coach = 3
	}
	a.Played = true
	return t.Refresh(a)
}

func (t *Table) Close(a *app.App) { a.Visit.Unwatch(t.ID) }

func (t *Table) Topic() string {
	switch {
	case t.Snap == nil || t.Snap.Status == store.Open:
		return "waiting"
	case t.Snap.You == games.Nobody:
		return "watching"
	}
	return t.Snap.Game
}

// Refresh takes the newest snapshot and tells what has happened since the last.
func (t *Table) Refresh(a *app.App) tea.Cmd {
	s, err := a.Visit.Table(t.ID)
	if err != nil {
		if t.Snap != nil && t.Snap.Result != nil {
			return nil // the house has forgotten the table; what is on the screen stands
		}
		if a.Top() != app.Screen(t) {
			return nil
		}
		if t.Snap != nil && t.Snap.Status == store.Open {
			key := "wait.closed"
			if t.Snap.Invited != "" {
				key = "wait.declined"
			}
			cmd := a.Pop()
			a.Say(a.T(key))
			return cmd
		}
		return a.Gone(err)
	}
	old := t.Snap
	t.Snap, t.at = s, time.Now()
	fresh := t.View == nil
	if fresh {
		t.View = GameOf(s.Game).View()
	}
	t.Scene.Follow(s, a)
	if v, ok := t.View.(recaller); ok {
		v.Recall(a, t)
	}
	if v, ok := t.View.(enterer); ok && (fresh || s.Result != nil && !t.Shown) {
		v.Enter(a)
	}
	t.View.See(&t.Scene)
	was := t.Asked
	t.question()
	if t.Asked != "" && t.Asked != was && a.Top() == app.Screen(t) {
		a.Note = "" // a question must not hide behind what was said before
	}
	if old != nil {
		t.changed(a, old)
	}
	t.hear(a)
	if s.You == games.Nobody && s.Next != "" && s.Round > 0 && !t.followed { // who plays is called to the next round
		t.followed = true
		return follow(a, t, s.Next)
	}
	if s.Result != nil && !t.Shown && s.Status == store.Done {
		t.Shown = true
		if s.You != games.Nobody {
			if err := a.Visit.Seen(t.ID); err != nil {
				a.Log.Error("seen", "err", err)
			}
		}
		uncover(a, t) // whatever was asked has no meaning any more
		cmd := a.Push(t.resultSheet())
		if t.alonely() { // keys that were for the roll answer nothing before it has come to rest
			a.Opened = a.Opened.Add(t.Scene.Unrest(a, t.View))
		}
		return cmd
	}
	if v, ok := t.View.(mover); ok && s.Result == nil && a.Top() == app.Screen(t) {
		if act, wait := v.Next(a, &t.Scene); act != "" && wait <= 0 {
			t.act(a, act)
		}
	}
	if s.You != games.Nobody && s.ToAct == s.You && s.ForcedAt == 0 {
		if turn := t.ID + "/" + app.Itoa(len(s.Plies)); turn != a.LastTurn {
			a.LastTurn = turn
			if a.Set.Bell && a.Blurred {
				return tea.Raw("\a")
			}
		}
	}
	return nil
}

// changed tells what has happened since an older snapshot.
func (t *Table) changed(a *app.App, old *lobby.Snapshot) {
	s := t.Snap
	if len(old.Plies) != len(s.Plies) && a.Top() == app.Screen(t) {
		a.Note = "" // it was about the position before
	}
	if v, ok := t.View.(teller); ok && len(old.Plies) < len(s.Plies) {
		v.Tell(a, &t.Scene, s.Plies[len(old.Plies):])
	}
	if old.Status == store.Open && s.Status == store.Live {
		a.Toast(a.T("sh.found", "p", a.Opponent(s)), nil)
	}
	if len(old.Plies) == len(s.Plies) && s.Result == nil && s.You != games.Nobody &&
		(old.DrawOffer == s.You && s.DrawOffer != s.You || old.Takeback == s.You && s.Takeback != s.You) {
		a.Toast(a.T("tb.declined", "p", a.Opponent(s)), nil)
	}
	for i, seat := range s.Seats {
		if games.Seat(i) == s.You || seat.ID == "" || s.Status != store.Live || old.Status != store.Live {
			continue
		}
		switch was := old.Seats[i].Away; {
		case was == 0 && seat.Away != 0:
			a.Toast(a.T("sh.away", "p", a.SeatName(seat), "t", int(max(seat.AwayUntil-s.Now, 0)/1000)), nil)
		case was != 0 && seat.Away == 0:
			a.Toast(a.T("sh.back", "p", a.SeatName(seat)), nil)
		}
	}
}

// uncover closes what stands over the table.
func uncover(a *app.App, t *Table) {
	for a.Top() != app.Screen(t) && len(a.Stack) > 1 {
		a.Pop()
	}
}

// follow brings one who watches a series to its next round, in place of what
// stands on the table of the last.
func follow(a *app.App, t *Table, next string) tea.Cmd {
	uncover(a, t)
	return a.Swap(NewTable(next))
}

// hear shows what others have said since the last look.
func (t *Table) hear(a *app.App) {
	chat := t.Snap.Chat
	fresh := chat[min(t.lines, len(chat)):]
	if t.lines == 0 && len(chat) > 1 {
		fresh = nil // what was said before one came is in the log
	}
	t.lines = len(chat)
	for _, l := range fresh {
		if l.From.ID != a.Visit.Me().ID && !a.Set.Mute {
			a.Toast(a.PersonName(l.From)+": "+a.Spoken(l), nil)
		}
	}
}

// question notes when something is first asked of the player, so that keys
// typed before it could be read do not answer it.
func (t *Table) question() {
	s, asked := t.Snap, ""
	switch {
	case s.You == games.Nobody:
	case s.Takeback != games.Nobody && s.Takeback != s.You:
		asked = "takeback"
	case s.DrawOffer != games.Nobody && s.DrawOffer != s.You:
		asked = "draw"
	case s.CanClaim:
		asked = "claim"
	}
	if asked != t.Asked {
		t.Asked, t.offered = asked, time.Now()
	}
}

// Playing tells that the visitor has a seat at a match in play.
func (t *Table) Playing() bool {
	return t.Snap != nil && t.Snap.Status == store.Live && t.Snap.You != games.Nobody
}

// Holds tells that keys can be held down, which is for who plays.
func (t *Table) Holds() bool {
	v, ok := t.View.(app.Holder)
	return ok && v.Holds() && t.Playing()
}

// now is the present moment on the server's clock of snapshots.
func (t *Table) now() int64 { return t.Snap.Now + time.Since(t.at).Milliseconds() }

// Tick asks to be drawn as often as a clock in view changes.
func (t *Table) Tick(a *app.App) time.Duration {
	s := t.Snap
	if s == nil {
		return 0
	}
	if s.Status == store.Open {
		return time.Second
	}
	t.Scene.At = t.now()
	if d := t.Scene.Tick(a, t.View); d > 0 {
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
func (t *Table) left(seat games.Seat) int64 {
	s := t.Snap.Seats[seat]
	if s.Running {
		return max(s.Left-(t.now()-t.Snap.Now), 0)
	}
	return max(s.Left, 0)
}

func (t *Table) Field() *ui.Field {
	if f, ok := t.View.(app.Typer); ok && t.Snap != nil && t.Snap.Status == store.Live {
		return f.Field()
	}
	return nil
}
