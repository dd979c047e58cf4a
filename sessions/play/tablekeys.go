package play

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/ui"
	"arcade/store"
)

// Press sees each key before the commands do: it may answer the opponent's question, or belong to the
// game's animation.
func (t *Table) Press(a *app.App, key ui.Key) (used bool) {
	return t.deaf(a) || t.plays() && (a.Run(t.answers(), key) || t.Game.Press(a, t, key))
}

// Handle passes clicks and results of commands to the game.
func (t *Table) Handle(a *app.App, msg tea.Msg) {
	if _, key := msg.(ui.Key); !key && !t.deaf(a) && t.plays() {
		t.Game.Click(a, t, msg)
	}
}

// Commands returns the present meaning of keys: the game's first, then the table's.
func (t *Table) Commands(a *app.App) []app.Command {
	switch {
	case t.Snap == nil:
		return nil
	case t.plays() && t.Field() != nil: // letters are text now
		return t.Game.Commands(a, t)
	case t.plays():
		return append(slices.Clip(t.Game.Commands(a, t)), t.commands(a)...)
	}
	return t.commands(a)
}

// deaf reports whether the table ignores keys now. Any key leaves another player's open seat.
func (t *Table) deaf(a *app.App) bool {
	switch s := t.Snap; {
	case s == nil || time.Now().Before(t.calm):
		return true
	case s.Status == store.Open && s.You == games.Nobody:
		a.Pop()
		return true
	}
	return false
}

// plays reports whether keys belong to the game: the match is on, without a curtain.
func (t *Table) plays() bool { return t.Live() && t.Snap.Curtain == games.Nobody }

// Live reports whether the match is in play.
func (t *Table) Live() bool { return t.Snap.Status != store.Open && t.Snap.Result == nil }

// commands are the keys of the table; its game adds its own.
func (t *Table) commands(a *app.App) (list []app.Command) {
	switch {
	case t.Snap.Status == store.Open:
		return t.waitCommands(a)
	case t.Snap.Result != nil:
		list = t.overCommands()
	case t.Snap.Curtain != games.Nobody:
		return []app.Command{
			{Key: "enter", Bar: "key.lift", Do: t.lift}, app.HelpKey,
			{Key: "esc", Also: []ui.Key{"q"}, Bar: "key.leave", Do: t.leave},
		}
	default:
		list = t.playCommands(a)
	}
	if Heard(t.Snap) {
		list = append(list, app.Command{Key: "t", Bar: "key.talk", Menu: "menu.talk", Do: app.To(func(*app.App) app.Screen { return NewTalk(t) })})
	}
	list = append(list, app.HelpKey,
		app.Command{Key: "e", Bar: app.TextIf(t.Snap.Result == nil, "key.log"), Menu: app.TextIf(t.Snap.Result == nil, "menu.log"), Do: app.To(func(a *app.App) app.Screen { return newLog(t) })})
	if guide := GameOf(t.Snap.Game).Guide; guide != nil {
		list = append(list, app.Command{Key: "c", Do: app.To(guide)})
	}
	return list
}

// mostCommands is how many commands most tables have.
const mostCommands = 14

// playCommands are the commands of a match in play.
func (t *Table) playCommands(a *app.App) []app.Command {
	s := t.Snap
	mine, alone := s.Own != games.Nobody, t.singleSeat()
	menu := app.Command{Key: "space", Also: []ui.Key{"m"}, Bar: "key.menu", Do: func(a *app.App) { a.Push(newTableMenu(t)) }}
	_, spaced := t.Game.(MenuFiller)
	if spaced {
		menu.Key, menu.Also = "m", []ui.Key{"space"}
	}
	list := append(make([]app.Command, 0, mostCommands),
		menu,
		app.Command{Key: "esc", Bar: app.If(mine, "key.leave", "key.stopwatch"), Do: t.leave},
		app.Command{Key: "q", Menu: app.If(alone, "resume.home", app.If(mine, "menu.leave", "menu.stopwatch")), Do: t.leave})
	if mine {
		end := app.If(alone, "solo.menu.giveup", "menu.resign")
		list = append(list, app.Command{Key: "r", Menu: app.If(s.CanAbort, "menu.abort", end), Do: func(a *app.App) { a.Push(newConfirm(t)) }})
	}
	if mine && s.Control.Correspondence() && s.ToAct != s.You {
		list = append(list, app.Command{Key: "n", Bar: "tb.key.next", Menu: "tb.key.next", Do: t.nextWaiting})
	}
	hints := app.Command{Key: "i", Menu: app.If(a.Set.NoHints, "menu.hints.on", "menu.hints.off"), Do: func(a *app.App) {
		a.Change(func(s *app.Settings) { s.NoHints = !s.NoHints })
	}}
	if mine && t.lessons() != nil {
		list = append(list, t.guideCommand())
	}
	if alone && GameOf(s.Game).Best {
		hinted := !mine || !NoHints(a, s.Daily)
		list = append(list, app.Command{Key: "z", Bar: app.TextIf(mine && hinted, "key.bestplay"), Menu: app.TextIf(mine && hinted, app.If(t.Scene.Best, "solo.menu.nobest", "solo.menu.best")), Do: t.best})
		if mine {
			list = append(list, hints)
		}
	}
	if alone {
		return list
	}
	if len(s.Plies) > 0 {
		list = append(list, app.Command{Key: "p", Menu: "menu.sofar", Do: func(a *app.App) { a.Push(a.House.Places.Replay(a, t.ID, false)) }})
	}
	asks := mine && s.Round == 0 // a series has neither
	back, label := games.AskTakeback, "menu.takeback"
	shared := s.Shared == games.Screen
	if shared { // the opponent shares the screen
		back, label = games.Undo, "menu.undo"
	}
	if !mine {
		return list
	}
	return append(list,
		app.Command{Key: "u", Menu: app.TextIf(asks && !s.Rated, label), Off: !s.CanTakeback, Do: t.doing(back)},
		app.Command{Key: "d", Menu: app.TextIf(asks && !shared, "menu.draw"), Off: !s.CanDraw, Do: t.doing(games.OfferDraw)},
		hints)
}

// nextWaiting goes to the most urgent other correspondence match that waits for the visitor's move. A
// match with a prepared reply does not wait.
func (t *Table) nextWaiting(a *app.App) {
	for _, s := range a.Visit.Home().Turn {
		if s.ID != t.ID {
			a.Swap(NewTable(s.ID))
			return
		}
	}
	a.Say(a.T("tb.next.none"))
}

// overCommands are the commands after the result sheet has been closed, with the board in view.
func (t *Table) overCommands() []app.Command {
	list := []app.Command{
		{Key: "esc", Also: []ui.Key{"q"}, Bar: "key.home", Do: (*app.App).Home},
		{Key: "enter", Also: []ui.Key{"space"}, Bar: "key.result", Do: app.To(func(*app.App) app.Screen { return t.resultSheet() })},
	}
	if t.wanted() {
		list = append(list, app.Command{Key: ui.YesKey, Bar: app.If(t.Snap.Round > 0, "key.ready", "key.accept"), Do: func(a *app.App) {
			a.Fail(a.Visit.Rematch(t.ID))
			t.Refresh(a)
		}})
	}
	if t.Kept() {
		tell := TellCommand(t.ID)
		tell.Menu = "" // the result has it
		list = append(list, app.Command{Key: "v", Bar: "key.replay", Do: func(a *app.App) { a.Push(a.House.Places.Replay(a, t.ID, false)) }}, tell)
	}
	return list
}

// answers are the answers to the present question, none without one. A key pressed before the question
// could be read does nothing. What cannot be undone asks once more.
func (t *Table) answers() []app.Command {
	answer := func(key ui.Key, bar string, do func(*app.App)) app.Command {
		return app.Command{Key: key, Bar: bar, Do: func(a *app.App) {
			if time.Since(t.offered) < app.GuardTime {
				return
			}
			do(a)
		}}
	}
	switch t.asked() {
	case "takeback":
		return []app.Command{
			answer(ui.YesKey, "key.grant", t.doing(games.GrantTakeback)),
			answer(ui.NoKey, "key.decline", t.doing(games.DeclineTakeback)),
		}
	case "draw":
		return []app.Command{
			answer(ui.YesKey, "key.accept", func(a *app.App) { a.Push(newDraw(t)) }),
			answer(ui.NoKey, "key.decline", t.doing(games.DeclineDraw)),
		}
	case "claim":
		return []app.Command{answer(ui.YesKey, "key.claim", func(a *app.App) { a.Push(newClaim(t)) })}
	}
	return nil
}

// Asks reports whether the opponent has asked something that keys answer now.
func (t *Table) Asks() bool { return t.Snap != nil && t.asked() != "" }

// lift lifts the curtain, once the player could read it.
func (t *Table) lift(a *app.App) {
	if time.Since(t.offered) < app.GuardTime {
		return
	}
	t.Acted = time.Now()
	if err := a.Visit.Lift(t.ID); err != nil {
		a.Fail(err)
		return
	}
	t.Refresh(a)
}

// TooSoon reports whether the player acted a moment ago. A key or click that acts again is then probably
// a double press, because the player cannot have read the new position.
func (t *Table) TooSoon() bool { return time.Since(t.Acted) < app.GuardTime }

// Act plays an action in the position on the screen; "" does nothing.
func (t *Table) Act(a *app.App, act games.Action) {
	if act == "" {
		return
	}
	if t.Acts != nil {
		t.Acts(a, act)
		return
	}
	if t.Snap.You == games.Nobody {
		a.Warn(a.T("tb.spectator"))
		return
	}
	taught := t.teaches(a)
	if err := a.Visit.Act(t.ID, len(t.Snap.Plies), act); err != nil {
		a.Warn(t.Refusal(a, err))
		return
	}
	t.Acted = time.Now()
	if taught {
		t.learnt(a)
	}
	if t.Coach > 0 {
		t.Coach--
	}
	a.CatchUp()
}

// Refusal returns the sentence for a refused action, the game's own if it has one.
func (t *Table) Refusal(a *app.App, err error) string {
	if t.Game != nil {
		if s := t.Game.Refusal(a, err); s != "" {
			return s
		}
	}
	return a.Sentence(err)
}

// do adds a table entry, such as an offer, for the player's seat.
func (t *Table) do(a *app.App, kind games.Kind) {
	if t.Snap.You == games.Nobody {
		return
	}
	if err := a.Visit.Do(t.ID, kind); err != nil {
		if store.ErrIs(err, games.ErrNotAllowed) && !store.ErrIs(err, table.ErrAsked) {
			a.Warn(t.why(a, kind))
			return
		}
		a.Fail(err)
		return
	}
	switch kind {
	case games.OfferDraw:
		a.Say(a.T("tb.draw.sent"))
	case games.AskTakeback:
		a.Say(a.T("tb.takeback.sent"))
	}
	a.CatchUp()
}

// why returns the reason why an action is not possible now.
func (t *Table) why(a *app.App, kind games.Kind) string {
	s := t.Snap
	switch {
	case kind == games.AskTakeback && s.Rated:
		return a.T("tb.no.takeback.rated")
	case kind == games.AskTakeback && s.Takeback != games.Nobody, kind == games.OfferDraw && s.DrawOffer != games.Nobody:
		return a.T("tb.no.theirs", "p", a.Opponent(s))
	case kind == games.AskTakeback:
		return a.T("tb.no.takeback")
	case kind == games.OfferDraw:
		return a.T("tb.no.draw")
	}
	return a.T("err.not_allowed")
}

// leave goes back. It first asks whether to stay, leave or give up, unless the match can wait.
func (t *Table) leave(a *app.App) {
	if !t.Playing() || t.Snap.Control.Correspondence() {
		a.Pop()
		return
	}
	a.Push(newLeaveTable(t))
}

// stepAway leaves a match that stays as it is, with no other person at the table.
func (t *Table) stepAway(a *app.App) {
	if t.singleSeat() {
		a.Home()
	} else {
		a.Pop()
	}
	if !a.Visit.Me().Guest {
		a.Say(t.kept(a))
	}
}

// kept returns the sentence that a match without other people stays, and whether its time does.
func (t *Table) kept(a *app.App) string {
	switch s := t.Snap; {
	case !s.Control.Untimed():
		return a.T(app.If(s.Shared == games.Apart, "tb.kept", "away.text1"))
	case !GameOf(s.Game).Timed || len(s.Plies) == 0:
		return a.T("solo.kept")
	case s.Seeded:
		return a.T("solo.kept.rests", "t", app.Took(t.Scene.Elapsed()))
	}
	return a.T("solo.kept.runs", "t", app.Took(t.Scene.Elapsed()))
}

// Heard reports whether another person reads what is said at the table.
func Heard(s *table.Snapshot) bool { return !alone(s) || s.Watchers > 0 }

// alone reports whether no other person sits at the table.
func alone(s *table.Snapshot) bool {
	if s.Shared == games.Screen && s.Own != games.Nobody {
		return true
	}
	for i, seat := range s.Seats {
		if games.Seat(i) != s.You && seat.Bot == "" {
			return false
		}
	}
	return true
}
