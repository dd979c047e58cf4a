package sessions

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/lobby"
	"arcade/lobby/deals"
	"arcade/sessions/ui"
	"arcade/store"
)

// dealIDs is the overlay with a deal's ids, which it also copies.
type dealIDs struct{ t *table }

func newDealIDs(t *table) screen { return &dealIDs{t} }

func (d *dealIDs) over() {}

func (d *dealIDs) open(a *App) tea.Cmd { return copyDeal(a, d.t) }

func (d *dealIDs) handle(a *App, msg tea.Msg) tea.Cmd {
	switch msg {
	case ui.Key("x"):
		return copyDeal(a, d.t)
	case ui.Key("d"):
		view, _ := d.t.scene.View.(klondike.View)
		return a.swap(newDealPage(view.DealID, view.Rules))
	case ui.Key("esc"), ui.Key("q"), ui.Key("i"), ui.Key("enter"), ui.Key("backspace"):
		return a.pop()
	}
	return nil
}

// copyDeal asks the terminal to copy both ids; whether it does nobody knows.
func copyDeal(a *App, t *table) tea.Cmd {
	view, ok := t.scene.View.(klondike.View)
	if !ok {
		return nil
	}
	a.say(a.T("sh.copy.sent"))
	return tea.SetClipboard(view.DealID + "\n" + view.LayoutID)
}

func (d *dealIDs) draw(a *App, c *ui.Canvas) {
	view, _ := d.t.scene.View.(klondike.View)
	g := panel(c, 66, 13, a.T("kl.ids.title"))
	lines := []struct {
		tok  ui.Token
		text string
	}{
		{ui.Muted, a.T("kl.ids.deal")}, {ui.Strong, view.DealID}, {},
		{ui.Muted, a.T("kl.ids.layout")}, {ui.Strong, view.LayoutID}, {},
		{ui.Panel, a.rulesText(view.Rules)},
		{ui.Panel, a.T("kl.ids.status") + "  " + a.status(d.t.scene.Deal.Status)}, {},
		{ui.Muted, a.T("kl.ids.drag")},
	}
	for i, l := range lines {
		g.Text(3, i, l.tok, l.text)
	}
	ui.Keys(c, a.items("x", "key.copy", "d", "kp.key.page", "esc", "key.close"))
	a.row22(c, a.T("kl.ids.msg"))
}

// rulesText are all the rules of a deal.
func (a *App) rulesText(r klondike.Rules) string {
	text := a.T("kl.ids.rules") + "  " + a.T("kl.draw", "n", r.Draw) + ", " + a.redeals(r.Redeals)
	if v := a.variant(r); v != "" {
		text += ", " + v
	}
	return text
}

// newDealAsk asks before a try is given up for a new deal.
func newDealAsk(t *table) screen {
	return &lazyAsk{build: func(a *App, q *ask) {
		q.title, q.low = a.T("kl.new.title"), true
		kind, lines := games.Resign, []string{a.T("kl.giveup.text")}
		switch s := t.snap; {
		case s.CanAbort:
			kind, lines = games.Abort, []string{a.T("kl.abort.text")}
		case s.Daily != "" && !s.Looked:
			lines = append(lines, a.T("solo.giveup.daily"))
		}
		q.lines = lines
		q.answers = []answer{
			{"esc", a.T("leave.stay"), nil},
			{"y", a.T("kl.new.go"), func(a *App) tea.Cmd { return t.redeal(a, kind) }},
		}
	}}
}

// redeal ends the try and deals the next one.
func (t *table) redeal(a *App, kind games.Kind) tea.Cmd {
	if t.snap.Status == store.Live {
		if err := a.visit.Do(t.id, kind); err != nil {
			a.fail(err)
			return nil
		}
		t.shown = true // no sheet: the player has moved on
		t.refresh(a)
	}
	if t.snap.Result == nil {
		return a.home()
	}
	return t.another(a)
}

// klondikeAgain is another deal under the same rules as one that is over; practice
// stays practice.
func klondikeAgain(s *lobby.Snapshot) lobby.Offer {
	view, _ := s.View.(klondike.View)
	o := dealOffer(view.Rules)
	if s.Seeded {
		o.Seed = randomDeal()
	}
	return o
}

// encore is the same deal once more, where its seed is known by now, and its ids.
func (v *klondikeView) encore(a *App, t *table) []answer {
	s := t.snap
	view, _ := s.View.(klondike.View)
	ids := answer{"i", a.T("kl.menu.ids"), func(a *App) tea.Cmd { return a.push(newDealIDs(t)) }}
	seed, err := klondike.ParseSeed(s.Seed)
	if err != nil || klondike.DealID(seed, view.Rules) != view.DealID {
		return []answer{ids}
	}
	again := dealOffer(view.Rules)
	again.Seed = s.Seed
	return []answer{{"r", a.T("kl.res.same"), func(a *App) tea.Cmd { return a.offer(again, a.swap) }}, ids}
}

// menu is what the table's menu has besides, so that nothing depends on a letter.
func (v *klondikeView) menu(a *App, t *table, q *ask) {
	press := func(key ui.Key) func(*App) tea.Cmd {
		return func(a *App) tea.Cmd { return t.handle(a, key) }
	}
	view, _ := t.scene.View.(klondike.View)
	if t.snap.You == games.Nobody {
		q.add(true, "i", a.T("kl.menu.ids"), press("i"))
		return
	}
	q.add(view.CanUndo, "u", a.T("kl.k.undo"), press("u"))
	q.add(view.CanRedo, "y", a.T("kl.k.redo"), press("y"))
	q.add(len(view.Safe) > 0, "a", a.T("kl.k.auto"), press("a"))
	q.add(true, "g", a.T("kl.k.hint"), press("g"))
	q.add(true, "i", a.T("kl.menu.ids"), press("i"))
	q.add(true, "n", a.T("kl.k.new"), press("n"))
	label, said := "kl.menu.autoup.on", "kl.autoup.on"
	if a.set.AutoUp {
		label, said = "kl.menu.autoup.off", "kl.autoup.off"
	}
	q.add(true, "b", a.T(label), func(a *App) tea.Cmd {
		a.change(func(s *Settings) { s.AutoUp = !s.AutoUp })
		a.say(a.T(said))
		return t.refresh(a)
	})
	next := ghosts[(slices.Index(ghosts, a.set.Ghost)+1)%len(ghosts)]
	q.add(true, "c", a.T("kl.menu.ghost", "g", a.ghostChoice(next)), func(a *App) tea.Cmd {
		a.change(func(s *Settings) { s.Ghost = next })
		a.say(a.T("kl.ghost.now", "g", a.ghostChoice(next)))
		return t.refresh(a)
	})
}

// knownFor is how long it is before the arcade is asked again about a deal that it is
// still looking at.
const knownFor = 2 * time.Second

// recall looks up what is known of the deal, and against whom it is raced.
func (v *klondikeView) recall(a *App, t *table) {
	view, ok := t.snap.View.(klondike.View)
	if !ok {
		return
	}
	first := v.known.IsZero()
	unknown := t.scene.Deal.Status == "" || t.scene.Deal.Status == games.SolveUnknown
	if first || unknown && time.Since(v.known) >= knownFor {
		v.known = time.Now()
		info, err := a.house.Lobby.Deals().Deal(klondike.Name, view.DealID, optionsOf(view.Rules))
		if err != nil && !errIs(err, deals.ErrNoDeal) {
			a.log.Error("deal", "err", err)
		}
		t.scene.Deal = info.Verdict
	}
	if first || v.raced != a.set.Ghost {
		v.raced, t.scene.Ghost = a.set.Ghost, nil
		whose := deals.Leader
		if a.set.Ghost == "own" {
			whose = deals.Own
		}
		g, err := a.house.Lobby.Ghost(a.visit.Me().ID, t.id, whose)
		switch {
		case err == nil:
			t.scene.Ghost = &g
		case !errIs(err, deals.ErrNoGhost, lobby.ErrNoTable, lobby.ErrNotSeated):
			a.log.Error("ghost", "err", err)
		}
	}
}

// ghosts are the values of the setting.
var ghosts = []string{"", "own", "none"}

// ghostChoice is one of them in words.
func (a *App) ghostChoice(value string) string {
	switch value {
	case "own":
		return a.T("kl.ghost.mine")
	case "none":
		return a.T("kl.ghost.none")
	}
	return a.T("kl.ghost.leader")
}
