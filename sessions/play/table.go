package play

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"arcade/games"
	"arcade/lobby/directory"
	"arcade/lobby/names"
	"arcade/lobby/room"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/ui"
	"arcade/store"
)

// Covered reports whether a screen covers the table. Nothing moves by itself then.
func Covered(a *app.App) bool {
	_, ok := a.Top().(*Table)
	return !ok
}

// GoesOn reports whether another round follows.
func (t *Table) GoesOn() bool { return t.Snap.Waits || t.Snap.Next != "" }

// Table is one table, from the open seat to the result. It keeps the newest snapshot, handles everything
// that games share, and leaves the rest to the game's view.
type Table struct {
	ID       string
	Snap     *table.Snapshot
	at       time.Time // when the snapshot came
	Game     View      // the game's part
	Scene    Scene
	offered  time.Time        // when the player first saw the present question
	Asked    string           // the present question
	Shown    bool             // the result has been shown
	Coach    int              // plies for which a newcomer is still coached
	lesson   int              // of a guided first round: the present sentence, from 1; 0 for none
	calm     time.Time        // keys are ignored until then, because the player came here from something else
	followed bool             // a spectator has been moved to the next match
	said     []string         // sentences about the last event
	told     int              // the number of the last of them, see [app.App.ReadOut]
	others   []*table.Summary // who else waits, while the player waits
	search   *Search          // that has found the person at this table; nil for none
	around   SideColumn       // in a roomy window
	// Acted is the time of the player's last action here, or of the key that opened the table. See [Table.TooSoon].
	Acted time.Time
	// Acts plays the view's actions instead of the table; nil for a table of the lobby.
	Acts func(a *app.App, act games.Action)
}

// wording returns a sentence that a game may have of its own.
func (t *Table) wording(a *app.App, key string) string {
	return a.T(cmp.Or(GameOf(t.Snap.Game).Wording[key], key))
}

// NewTable returns the table of an open match or of a match in play.
func NewTable(id string) *Table { return &Table{ID: id} }

func (t *Table) Open(a *app.App) {
	if err := a.Visit.Watch(t.ID); err != nil {
		a.Gone(err)
		return
	}
	if a.Newcomer() {
		t.Coach = 3
	}
	a.Played = true
	t.Refresh(a)
	t.guideFirst(a)
}

func (t *Table) Close(a *app.App) { a.Visit.Unwatch(t.ID) }

// Spoken returns the player's options, and how many of the last events stand in them, for players who do not see the
// board.
func (t *Table) Spoken(a *app.App) (now []string, events int) {
	if t.Game == nil {
		return nil, 0
	}
	prompt, _ := a.MessageText(t.Game.Prompt(a, &t.Scene))
	before, asks := spokenOrder(t.said, prompt, t.Scene.MotionLeft(a, t.Game) > 0)
	within := len(t.said) - len(before)
	if asks {
		now = []string{app.Again(a.Noticed(prompt), app.If(within > 0, t.told, 0))}
	}
	if a.LastEvent() != t.told { // something else has happened since
		within = 0
	}
	return now, within
}

// spokenOrder returns the events to say before the prompt, and whether to say the prompt, so that all is said once
// and in its order: the last events may stand in the prompt, and during motion the prompt is about an earlier event,
// perhaps of an earlier snapshot.
func spokenOrder(events []string, prompt string, moves bool) (before []string, asks bool) {
	n := len(events)
	for n > 0 && strings.Contains(prompt, events[n-1]) {
		n--
	}
	if n < len(events) {
		return events[:n], true
	}
	return events, !moves && !slices.ContainsFunc(events, func(text string) bool { return strings.Contains(prompt, text) })
}

// Address returns the table's address on a page: while it waits for a friend the invitation's, so that a sent link
// leads to the seat.
func (t *Table) Address() string {
	if t.Snap != nil && t.Snap.Status == store.Open && t.Snap.Code != "" {
		return "/join/" + names.ShowCode(t.Snap.Code)
	}
	return "/watch/" + t.ID
}

// TableID returns the id of the table in view.
func (t *Table) TableID() string { return t.ID }

func (t *Table) Topic() string {
	switch {
	case t.Snap == nil || t.Snap.Status == store.Open:
		return "waiting"
	case t.Snap.Own == games.Nobody:
		return "watching"
	}
	if chosen := games.RulesIn(t.Snap.Options); chosen != "" {
		return t.Snap.Game + "." + chosen // the rest is the game's
	}
	return t.Snap.Game
}

// Refresh takes the newest snapshot and announces what has happened since the last.
func (t *Table) Refresh(a *app.App) {
	s, err := a.Visit.Table(t.ID)
	if errors.Is(err, room.ErrMoving) && t.Snap != nil {
		return // only for a moment
	}
	if err != nil {
		t.lost(a, err)
		return
	}
	if t.Snap != nil && s.Status == store.Open && s.You != t.Snap.You && a.Top() == app.Screen(t) {
		t.closed(a)
		return
	}
	t.take(a, s)
	if s.Own == games.Nobody && s.Next != "" && !t.followed { // players are called to the next match
		t.followed = true
		follow(a, t, s.Next)
		return
	}
	if s.Result != nil && !t.Shown && s.Status == store.Done {
		t.over(a)
		return
	}
	if act := t.next(a); act != "" {
		t.Act(a, act)
		return
	}
	if s.You != games.Nobody && s.ToAct == s.You && s.ForcedAt == 0 && s.Shared == games.Apart {
		if turn := t.ID + "/" + app.Itoa(len(s.Plies)); turn != a.LastTurn {
			a.LastTurn = turn
			if a.Rings() || !a.InView() { // the bell also rings if the game does not fit the screen
				a.Ring()
			}
		}
	}
}

// lost leaves a table that can no longer be read.
func (t *Table) lost(a *app.App, err error) {
	switch {
	case t.Snap != nil && t.Snap.Result != nil: // the house no longer has the table; the screen keeps the result
	case a.Top() != app.Screen(t):
	case t.Snap != nil && t.Snap.Status == store.Open:
		t.closed(a)
	default:
		a.Gone(err)
	}
}

// take takes a new snapshot, and announces changes.
func (t *Table) take(a *app.App, s *table.Snapshot) {
	old := t.Snap
	t.Snap, t.at = s, time.Now()
	fresh := t.Game == nil
	if fresh || s.Curtain != old.Curtain { // what one player has open is not for the other
		t.Game = GameOf(s.Game).View()
	}
	if t.others = nil; s.Status == store.Open {
		t.others = a.Visit.Others(s.Game)
	}
	t.Scene.Follow(s, a)
	if old == nil || s.Curtain != old.Curtain {
		t.Scene.Skip() // the earlier position shows the other player's cards
		if s.Curtain != games.Nobody || s.Waits {
			t.offered = t.at
		}
		if old != nil && s.Curtain != games.Nobody {
			uncover(a, t)
		}
	}
	t.Scene.Match, t.Scene.Fresh = t.ID, fresh || s.Result != nil && !t.Shown
	t.Game.LoadRecords(a, &t.Scene)
	t.around.Read(a, t.ID)
	t.Game.Update(&t.Scene)
	was := t.Asked
	t.question()
	if t.Asked != "" && t.Asked != was && a.Top() == app.Screen(t) {
		a.Note = "" // a question must not hide behind an earlier note
	}
	if old != nil {
		t.changed(a, old)
	}
	if s.Casual != "" && s.Status == store.Live && len(s.Plies) == 0 && s.You != games.Nobody && (old == nil || old.Status == store.Open) {
		a.Toast(app.If(t.singleSeat(), a.T("mark.begin"), a.T("sh.casual", "why", a.T("casual."+s.Casual))), nil)
	}
	if old != nil {
		t.hear(a, old)
	}
}

// over shows the end of the match, once.
func (t *Table) over(a *app.App) {
	t.Shown = true
	if t.Snap.Own != games.Nobody {
		if err := a.Visit.Seen(t.ID); err != nil {
			a.Report("seen", err)
		}
	}
	typer, ok := a.Top().(app.Typer)
	typing := ok && typer.Field() != nil
	uncover(a, t) // earlier questions have no meaning any more
	a.Push(t.resultSheet())
	if typing { // the next letters of a line must not answer
		a.Opened = a.Opened.Add(calmTime)
	}
	if t.singleSeat() { // keys meant for the roll must not answer before it has come to rest
		a.Opened = a.Opened.Add(t.Scene.MotionLeft(a, t.Game))
	}
}

// next returns the action that the game plays by itself now, "" for none.
func (t *Table) next(a *app.App) games.Action {
	if t.Snap.Result == nil && a.Top() == app.Screen(t) {
		if act, wait := t.Game.Next(a, &t.Scene); wait <= 0 {
			return act
		}
	}
	return ""
}

// Pass plays that action. All other effects of time reach the table as wakes. To poll the table for them
// in each frame would wait for the disk while an action is being stored.
func (t *Table) Pass(a *app.App) {
	if t.Snap == nil {
		return
	}
	t.Act(a, t.next(a))
}

// changed announces what has happened since an older snapshot.
func (t *Table) changed(a *app.App, old *table.Snapshot) {
	s := t.Snap
	if len(old.Plies) != len(s.Plies) && a.Top() == app.Screen(t) {
		a.Note = "" // it was about the position before
	}
	if len(old.Plies) < len(s.Plies) {
		if s.Shared != games.Screen && s.Plies[len(s.Plies)-1].Seat != s.You {
			t.Acted = time.Time{} // another player has moved since
		}
		t.Game.HandlePlies(a, &t.Scene, s.Plies[len(old.Plies):])
		t.said = nil
		for ply := len(old.Plies); ply < len(s.Plies); ply++ {
			t.said = append(t.said, SpokenPly(a, &t.Scene, ply)...)
		}
		t.told = a.ReadOut(t.said...)
	}
	if len(s.Plies) < len(old.Plies) {
		t.said = []string{a.T("wd.taken.back", "n", len(s.Plies))}
		t.told = a.ReadOut(t.said...)
	}
	if len(s.Plies) != len(old.Plies) && a.Set.Reader && a.Top() == app.Screen(t) {
		a.SayEach(t.said)
	}
	switch {
	case old.Status != store.Open:
	case s.Status == store.Live:
		t.calm = time.Now().Add(calmTime) // the key for ready must not count as a move
		a.Note = ""
	case s.Waits != old.Waits:
		t.offered = time.Now()
		if a.Note = ""; old.Waits {
			a.Warn(a.T("meet.left", "p", a.Opponent(old)))
		}
	}
	if len(old.Plies) == len(s.Plies) && s.Result == nil && s.You != games.Nobody &&
		(old.DrawOffer == s.You && s.DrawOffer != s.You || old.Takeback == s.You && s.Takeback != s.You) {
		a.Toast(a.T("tb.declined", "p", a.Opponent(s)), nil)
	}
	if s.You != games.Nobody && old.Seats[s.You].Rematch && !s.Seats[s.You].Rematch && s.Result != nil && !s.Waits && s.Next == "" {
		a.Toast(a.T("res.declined", "p", a.Opponent(s)), nil)
	}
	for i, seat := range s.Seats {
		if games.Seat(i) == s.You || seat.ID == "" || s.Status != store.Live || old.Status != store.Live {
			continue
		}
		switch was := old.Seats[i].Away; {
		case was == 0 && seat.Away != 0:
			a.Toast(app.If(seat.AwayUntil > t.now(), SpokenGone(a, seat), t.goneWords(a, seat)), nil)
		case was != 0 && seat.Away == 0:
			a.Toast(a.T("sh.back", "p", a.SeatName(seat)), nil)
		}
	}
}

// uncover closes all screens over the table.
func uncover(a *app.App, t *Table) {
	for a.Top() != app.Screen(t) && len(a.Stack) > 1 {
		a.Pop()
	}
}

// follow moves a spectator of a series to its next round, in place of the screens on the table of the
// last round.
func follow(a *app.App, t *Table, next string) {
	uncover(a, t)
	a.Swap(NewTable(next))
}

// hear shows the chat lines of others since an older snapshot.
func (t *Table) hear(a *app.App, old *table.Snapshot) {
	for _, l := range app.NewLines(old.Chat, t.Snap.Chat) {
		if l.From.ID != a.Visit.Me().ID && !a.Set.Mute {
			a.Toast(a.PersonName(l.From)+": "+a.Spoken(l), nil)
		}
	}
}

// question records when a question to the player appears, so that keys typed before it could be read do
// not answer it.
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

// wanted reports whether the opponent waits for another match, or for the next round, and the visitor has
// not agreed yet.
func (t *Table) wanted() bool {
	s := t.Snap
	return s.Result != nil && s.You != games.Nobody && len(s.Seats) == 2 && s.Seats[1-s.You].Rematch && !s.Seats[s.You].Rematch &&
		(s.Round == 0 || t.GoesOn())
}

// Playing reports whether the visitor has a seat at a match in play.
func (t *Table) Playing() bool {
	return t.Snap != nil && t.Snap.Status == store.Live && t.Snap.Own != games.Nobody
}

// WantsReleases reports whether keys can be held down, which only a player needs.
func (t *Table) WantsReleases() bool { return t.Playing() && t.Game.WantsReleases() }

// now returns the present time by the server's clock of snapshots.
func (t *Table) now() int64 { return t.Snap.Now + time.Since(t.at).Milliseconds() }

// Watches returns the changes of this table, and of other open seats while the visitor waits.
func (t *Table) Watches() directory.Sight {
	if t.Snap != nil && t.Snap.Status == store.Open {
		return directory.Sight{Changes: directory.Seats, Game: t.Snap.Game}
	}
	return t.around.Watches()
}

// Tick requests redraws at the pace of the visible clocks.
func (t *Table) Tick(a *app.App) time.Duration {
	s := t.Snap
	if s == nil {
		return 0
	}
	if s.Status == store.Open {
		return time.Second
	}
	t.Scene.At = t.now()
	if d := t.Scene.Tick(a, t.Game); d > 0 {
		return d
	}
	if left := max(s.ReadyBy, s.FirstBy) - t.now(); s.Next == "" && left > 0 {
		return time.Duration(left%1000+5) * time.Millisecond
	}
	if s.HeldUntil > t.now() || s.ForcedAt != 0 {
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

// left returns a seat's remaining time now, in ms.
func (t *Table) left(seat games.Seat) int64 {
	s := t.Snap.Seats[seat]
	if s.Running { // the clock starts when all players have seen the position
		return max(s.Left-max(t.now()-max(t.Snap.Now, t.Snap.HeldUntil), 0), 0)
	}
	return max(s.Left, 0)
}

func (t *Table) Field() *ui.Field {
	if t.Snap != nil && t.Snap.Status == store.Live {
		return t.Game.Field()
	}
	return nil
}
