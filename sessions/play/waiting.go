package play

import (
	"slices"
	"strings"
	"time"

	"arcade/games"
	"arcade/lobby/names"
	"arcade/lobby/pairing"
	"arcade/lobby/room"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/ui"
	"arcade/store"
)

const (
	// botAfter is the number of seconds after which a waiting player is offered a bot.
	botAfter = 20
	// maxOthers bounds the other waiting people on the screen.
	maxOthers = 3
)

// waitCommands are the keys while the player waits at an open seat. The seat stays open when its host
// goes elsewhere, and the host is called when a player takes it.
func (t *Table) waitCommands(a *app.App) []app.Command {
	if t.Snap.Waits {
		return t.meetCommands()
	}
	var list []app.Command
	for i, s := range t.others[:min(len(t.others), maxOthers)] {
		list = append(list, app.Command{Key: ui.Key(app.Itoa(i + 1)), Do: func(a *app.App) { take(a, s.ID, a.Swap) }})
	}
	list = append(list, app.Command{Key: "g", Bar: "key.bot", Do: t.playBot})
	if asked, _ := t.invited(a); !asked.Bot { // a bot declines matches over days
		list = append(list, app.Command{Key: "d", Bar: app.TextIf(t.canDays(a), "key.days"), Do: func(a *app.App) {
			if err := a.Visit.ToDays(t.ID); err != nil {
				a.Fail(err)
				return
			}
			a.Say(a.T("wait.days.done"))
			t.Refresh(a)
		}})
	}
	list = append(list, app.Command{Key: "x", Bar: app.TextIf(t.Snap.Code != "", "key.copy"), Do: t.copyCode})
	elsewhere := app.Command{Key: "enter", Also: []ui.Key{"m"}, Do: func(a *app.App) {
		a.Back(a.T("wait.kept"))
	}}
	if t.stays() {
		return append(list, app.Command{Key: "r", Bar: "key.withdraw", Do: t.withdraw}, app.HelpKey,
			app.Command{Key: "esc", Also: []ui.Key{"q"}, Bar: "key.back", Do: (*app.App).Pop}, elsewhere)
	}
	elsewhere.Bar = "key.elsewhere"
	return append(list, elsewhere, app.HelpKey, app.Command{Key: "esc", Also: []ui.Key{"q"}, Bar: "key.stopwait", Do: func(a *app.App) {
		err := a.Visit.Cancel(t.ID)
		a.Pop()
		if err != nil {
			a.Log.Debug("cancel a seat", "err", err) // a player has just taken the seat
		} else {
			a.Say(a.T("wait.closed"))
		}
	}})
}

// stays reports whether the open seat stays when the visitor leaves.
func (t *Table) stays() bool { return t.Snap.Control.Correspondence() || t.Snap.Again }

// withdraw takes back an open seat that stays.
func (t *Table) withdraw(a *app.App) {
	if err := a.Visit.Cancel(t.ID); err != nil {
		a.Fail(err)
		return
	}
	a.Back(a.T("wait.gone"))
}

// canDays reports whether the seat can become one for a correspondence match.
func (t *Table) canDays(a *app.App) bool {
	asked, _ := t.invited(a)
	days := slices.Contains(GameOf(t.Snap.Game).Controls, room.OneDay)
	return days && !t.Snap.Control.Correspondence() && !a.Visit.Me().Guest && !asked.Bot
}

// playBot starts a game with a bot. The open seat stays, and the player who takes it is announced.
func (t *Table) playBot(a *app.App) {
	g, err := a.House.Lobby.Game(t.Snap.Game)
	if err != nil || len(g.Bots()) == 0 {
		return
	}
	Offer(a, pairing.Offer{Game: t.Snap.Game, Control: "none", Seat: games.Nobody, Bot: g.Bots()[0].Name()}, a.Swap)
}

// copyCode copies the line for a friend, and the page's address below it.
func (t *Table) copyCode(a *app.App) {
	if t.Snap.Code == "" {
		return
	}
	a.CopyHere(strings.TrimSpace(t.joinLine(a) + "\n" + a.House.Link(t.joinPath(), a.Lang)))
}

// joinLine returns the line that a friend types.
func (t *Table) joinLine(a *app.App) string {
	return a.House.SSH + " join " + names.ShowCode(t.Snap.Code)
}

// joinPath returns the path of the page for a friend.
func (t *Table) joinPath() string { return "/join/" + names.ShowCode(t.Snap.Code) }

// joinPage returns the page's address for a friend, "" without a page.
func (t *Table) joinPage(a *app.App) string { return a.House.Page(t.joinPath()) }

// invited returns the person invited to the open seat, and whether there is one.
func (t *Table) invited(a *app.App) (p store.Player, ok bool) {
	if t.Snap.Invited == "" {
		return p, false
	}
	p, err := a.House.Lobby.Player(a.Ctx, t.Snap.Invited)
	return p, err == nil
}

// Challenge returns a challenge to the visitor in one line.
func Challenge(a *app.App, s *table.Summary) string {
	return a.T(app.If(s.Previous != "", "home.again", "home.invite"), "game", a.Game(s.Game, s.Options), "p", a.PersonName(s.Host()))
}

// NewInvite shows a challenge and asks for an answer.
func NewInvite(s *table.Summary) app.Screen {
	return &invite{id: s.ID, LazyAsk: app.LazyAsk{Build: func(a *app.App, q *app.Ask) {
		host := s.Host()
		q.Title = a.T(app.If(s.Previous != "", "inv.again", "inv.title"))
		q.Lines = []string{
			a.T("inv.text", "p", a.PersonName(host), "game", a.Game(s.Game, s.Options)),
			a.Control(s.Control) + "   " + a.RatedWord(s.Rated, a.Visit.Uncounted(s)),
		}
		q.Answers = []app.Answer{
			{Key: "enter", Label: a.T("inv.accept"), Do: func(a *app.App) { Take(a, s.ID) }},
			{Key: "esc", Label: a.T("inv.later")},
			{Key: "decline", Label: a.T("inv.decline"), Do: func(a *app.App) { Decline(a, s) }, Apart: true},
		}
		if s.Previous != "" && !s.Days && !a.House.Lobby.Here(host.ID) { // a rematch begins when both are here
			q.Lines = append(q.Lines, a.T("wait.away", "p", a.PersonName(host)), a.T("inv.both.here"))
			q.Answers = q.Answers[1:] // it cannot be accepted now
		}
	}}}
}

// invite is the question of a challenge. It closes when the challenge ends.
type invite struct {
	app.LazyAsk
	id string
}

// Refresh closes the question once the challenge waits no longer.
func (q *invite) Refresh(a *app.App) {
	waits := func(s *table.Summary) bool { return s.ID == q.id }
	if a.Top() != app.Screen(q) || slices.ContainsFunc(a.Visit.Invites(), waits) {
		return
	}
	a.Pop()
	a.Say(a.T("inv.ended"))
}

// Decline declines a challenge.
func Decline(a *app.App, s *table.Summary) {
	if err := a.Visit.Cancel(s.ID); err != nil {
		a.Fail(err)
		return
	}
	a.Say(a.T("inv.declined", "game", a.Game(s.Game, s.Options), "p", a.PersonName(s.Host())))
}

// Take takes an open seat and goes to its table.
func Take(a *app.App, id string) { take(a, id, a.Push) }

// take is Take with the way to show the table, push or swap.
func take(a *app.App, id string, show func(app.Screen)) {
	if err := a.Visit.SitDown(id); err != nil {
		a.Fail(err)
		return
	}
	show(NewTable(id))
}

// Accept accepts an invitation and goes to its table. Anything else that the visitor does waits, except a
// match with another person.
func Accept(a *app.App, i pairing.Invitation) {
	if busy(a) {
		a.Warn(a.T("inv.busy"))
		return
	}
	id, err := a.Visit.Accept(i)
	if err == nil && i.Why == pairing.Paired { // the match calls the player, once both sit
		a.Home()
		a.Push(a.House.Places.Arena(a, i.ID))
		return
	}
	if err != nil {
		a.Fail(err)
		a.CatchUp()
		return
	}
	for _, s := range a.Stack {
		if t, ok := s.(*Table); ok && t.ID == id { // under the screen that the player reads
			uncover(a, t)
			a.CatchUp()
			return
		}
	}
	a.Home()
	a.Push(NewTable(id))
	a.CatchUp()
}

// Called goes to a table that has begun with the visitor's seat. A correspondence match is only
// announced.
func Called(a *app.App, id string) {
	for _, s := range a.Stack {
		if t, ok := s.(*Table); ok && t.ID == id {
			return
		}
	}
	snap, err := a.Visit.Table(id)
	if err != nil {
		return // it ended meanwhile
	}
	open := func(a *app.App) {
		a.Home()
		a.Push(NewTable(id))
	}
	if snap.Control.Correspondence() && !follows(a, id) || busy(a) { // it can wait, or an opponent would be left alone
		a.Toast(a.T("sh.found.days", "p", a.Opponent(snap)), open)
		return
	}
	meet(a, id)
}

// busy reports whether the visitor sits at a live match with another person.
func busy(a *app.App) bool {
	return slices.ContainsFunc(a.Stack, func(s app.Screen) bool {
		t, ok := s.(*Table)
		return ok && t.Playing() && !alone(t.Snap) && !t.Snap.Control.Correspondence()
	})
}

// follows reports whether a table follows a table at which the visitor still sits.
func follows(a *app.App, id string) bool {
	return slices.ContainsFunc(a.Stack, func(s app.Screen) bool {
		old, ok := s.(*Table)
		if !ok {
			return false
		}
		was, err := a.Visit.Table(old.ID)
		return err == nil && was.Next == id
	})
}

// meet goes to a table that has just begun with another person. The table ignores keys that were meant
// for something else.
func meet(a *app.App, id string) {
	t := NewTable(id)
	t.calm = time.Now().Add(calmTime)
	leave, asked := a.Top().(*app.Leave)
	next := follows(a, id)
	a.Home()
	a.Push(t)
	if asked { // the question stays, over the new table
		a.Stack = append(a.Stack, leave)
	}
	switch {
	case t.Snap == nil, t.singleSeat(), t.Snap.Shared != games.Apart:
	case t.Snap.Round > 1:
		a.Toast(a.T("mp.next.round", "n", t.Snap.Round), nil)
	case next: // the same opponent as before
	default:
		a.Toast(a.T("sh.found", "p", a.Opponent(t.Snap)), nil)
	}
}

// calmTime is the time for which a table ignores keys after it has called the player.
const calmTime = 700 * time.Millisecond

// Watch goes to a table as a spectator, or to the replay of a finished match.
func Watch(a *app.App, id string) {
	id = names.Normal(id)
	if _, err := a.Visit.Table(id); err == nil {
		a.Push(NewTable(id))
		return
	} else if !store.ErrIs(err, table.ErrNoTable) {
		a.Fail(err)
		return
	}
	a.Push(a.House.Places.Replay(a, id, false))
}
