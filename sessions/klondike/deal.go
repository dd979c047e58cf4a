package klondike

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/lobby/deals"
	"arcade/lobby/pairing"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/klondike/pages"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/store"
)

// dealIDs is the overlay with a deal's ids, which it also copies. Ids that would reveal hidden cards are
// missing.
type dealIDs struct{ t *play.Table }

func newDealIDs(t *play.Table) app.Screen { return &dealIDs{t} }

func (d *dealIDs) Over() {}

func (d *dealIDs) Open(a *app.App) {
	if d.view().DealID == "" {
		return
	}
	d.copyHere(a)
}

func (d *dealIDs) view() klondike.View {
	view, _ := d.t.Scene.View.(klondike.View)
	return view
}

func (d *dealIDs) Commands(*app.App) []app.Command {
	view := d.view()
	return []app.Command{
		{Key: "x", Bar: "key.copy", Off: view.DealID == "", Do: d.copyHere},
		{Key: "d", Bar: "kp.key.page", Off: view.DealID == "", Do: func(a *app.App) {
			if view.DealID == "" {
				a.Warn(a.T("kl.ids.later"))
				return
			}
			a.Swap(pages.NewDealPage(view.DealID, view.Rules))
		}},
		{Key: "esc", Also: []ui.Key{"q", "c", "enter", "backspace"}, Bar: "key.close", Do: (*app.App).Pop},
	}
}

// bothIDs returns the deal's and the layout's id, "" while they are secret.
func bothIDs(a *app.App, t *play.Table) string {
	view, ok := t.Scene.View.(klondike.View)
	if !ok || view.DealID == "" {
		a.Warn(a.T("kl.ids.later"))
		return ""
	}
	return strings.TrimSpace(view.DealID + "\n" + view.LayoutID + "\n" + codeOf(t))
}

// codeOf returns the game code of a table's deal, "" if it has none or is still secret.
func codeOf(t *play.Table) string {
	view, ok := t.Scene.View.(klondike.View)
	if !ok || view.DealID == "" {
		return ""
	}
	return pages.CodeOf(t.Snap.Seed, view.DealID, view.Rules)
}

// copyHere copies both ids, which are on this screen.
func (d *dealIDs) copyHere(a *app.App) {
	if ids := bothIDs(a, d.t); ids != "" {
		a.CopyHere(ids)
	}
}

// copyDeal copies both ids of a table that has no room to show them.
func copyDeal(a *app.App, t *play.Table) {
	if ids := bothIDs(a, t); ids != "" {
		a.Copy(ids, "", a.T("game."+klondike.Name), a.T("kl.ids.title"))
	}
}

func (d *dealIDs) Draw(a *app.App, c *ui.Canvas) { a.DrawOver(c, d.Overlay(a)) }

// Overlay shows the ids, the rules, and what is known about the deal.
func (d *dealIDs) Overlay(a *app.App) app.Overlay {
	view, usual, drag := d.view(), a.T("kl.ids.later"), ""
	if view.DealID != "" {
		usual, drag = a.T("kl.ids.msg"), a.T("kl.ids.drag")
	}
	code := codeOf(d.t)
	label := func(key string) kit.Item { return kit.Item{Block: kit.Text{Ink: ui.Muted, Text: a.T(key)}} }
	id := func(text string) kit.Item {
		return kit.Item{Block: kit.Pad{Block: kit.Code{Ink: ui.Strong, Text: cmp.Or(text, "-")}, Bottom: 1}}
	}
	col := kit.Col(0, 0, label("kl.ids.deal"), id(view.DealID), label("kl.ids.layout"), id(view.LayoutID),
		kit.Item{Block: kit.Code{Text: rulesText(a, view.Rules) + app.TextIf(code != "", "   "+a.T("kp.of.code", "c", code))}},
		kit.Item{Block: kit.Text{Text: a.T("kl.ids.status") + "  " + pages.DealStatus(a, d.t.Scene.Deal)}})
	if drag != "" {
		col.Items = append(col.Items, kit.Item{Block: kit.Pad{Block: kit.Text{Ink: ui.Muted, Text: drag}, Top: 1}})
	}
	return app.Overlay{Title: a.T("kl.ids.title"), Body: col, Usual: usual, Keys: a.Bar(d.Commands(a)), W: 60}
}

// rulesText returns all rules of a deal.
func rulesText(a *app.App, r klondike.Rules) string {
	text := a.T("kl.ids.rules") + "  " + a.T("kl.draw", "n", r.Draw) + ", " + redeals(a, r.Redeals)
	if v := variant(a, r); v != "" {
		text += ", " + v
	}
	return text
}

// newDealAsk asks before a new deal resigns a try.
func newDealAsk(t *play.Table) app.Screen {
	return &app.LazyAsk{Build: func(a *app.App, q *app.Ask) {
		q.Title = a.T("kl.new.title")
		kind, lines := games.Resign, []string{a.T("kl.giveup.text")}
		switch s := t.Snap; {
		case s.CanAbort:
			kind, lines = games.Abort, []string{a.T("kl.abort.text")}
		case s.Daily != "" && !s.Hinted:
			lines = append(lines, a.T("solo.giveup.daily"))
		}
		q.Lines = lines
		q.Confirm(a.T("leave.stay"), a.T("kl.new.go"), func(a *app.App) { redeal(t, a, kind) })
	}}
}

// redeal ends the try and deals the next one.
func redeal(t *play.Table, a *app.App, kind games.Kind) {
	if t.Snap.Status == store.Live {
		if err := a.Visit.Do(t.ID, kind); err != nil {
			a.Fail(err)
			return
		}
		t.Shown = true // no sheet, because the player has moved on
		t.Refresh(a)
	}
	if t.Snap.Result == nil {
		a.Home()
		return
	}
	t.Another(a)
}

// again returns an offer of another deal under the same rules as a finished one. Practice stays practice,
// and after a numbered deal comes the next one of its grade.
func again(a *app.App, s *table.Snapshot) pairing.Offer {
	view, _ := s.View.(klondike.View)
	o := pages.DealOffer(view.Rules)
	if s.Seeded {
		o.Seed = cmp.Or(nextDeal(a, s, view.Rules), pages.RandomDeal())
	}
	return o
}

// nextDeal returns the numbered deal after the one of a run, "" if the run's deal has no number.
func nextDeal(a *app.App, s *table.Snapshot, r klondike.Rules) string {
	deal, err := klondike.Game{}.Deal(games.Setup{Game: klondike.Name, Seed: s.Seed, Options: pages.OptionsOf(r)})
	if err != nil {
		return "" // the deal was given by its cards
	}
	id, err := a.House.Lobby.Deals().Next(klondike.Name, deal.ID, deal.Options, a.Visit.Me().ID)
	if err != nil && !store.ErrIs(err, deals.ErrNoDeal) {
		a.Report("next deal", err)
	}
	return id
}

// encore offers the same deal once more if it is no longer secret, and its ids.
func encore(a *app.App, t *play.Table) []app.Answer {
	s := t.Snap
	view, _ := s.View.(klondike.View)
	if view.DealID == "" { // aborted: the deal is still secret
		return nil
	}
	ids := app.Answer{Key: "c", Label: a.T("kl.menu.ids"), Do: func(a *app.App) { a.Push(newDealIDs(t)) }}
	if s.Seed == "" && !s.Seeded { // the day's deal, before the day is over
		return []app.Answer{ids}
	}
	again := pages.DealOffer(view.Rules)
	again.Seed = view.DealID
	return []app.Answer{{Key: "r", Label: a.T("kl.res.same"), Do: func(a *app.App) { play.Offer(a, again, a.Swap) }}, ids}
}

// FillMenu adds the game's entries to the table's menu, so that nothing depends on a letter.
func (v *gameView) FillMenu(a *app.App, t *play.Table, q *app.Ask) {
	list := v.Commands(a, t)
	for i, c := range list {
		list[i].Do = func(a *app.App) { a.Send(t, c.Key) } // stops automatic moves, like the key
	}
	if t.Snap.You == games.Nobody {
		q.Fill(a, app.Pick(list, "c"))
		return
	}
	q.Fill(a, list)
	to := "on" // off, safe cards, all cards
	switch {
	case pages.AutoUp.Of(a) && pages.AutoAll.Of(a):
		to = "off"
	case pages.AutoUp.Of(a):
		to = "all"
	}
	q.Add(true, "s", a.T("kl.menu.autoup."+to), func(a *app.App) {
		a.Change(func(s *app.Settings) {
			pages.AutoUp.Put(s, to != "off")
			pages.AutoAll.Put(s, to == "all")
		})
		a.Say(a.T("kl.autoup." + to))
		t.Refresh(a)
	})
	next := pages.Ghosts[(slices.Index(pages.Ghosts, pages.GhostSetting.Of(a))+1)%len(pages.Ghosts)]
	q.Add(true, "o", a.T("kl.menu.ghost", "g", pages.GhostChoice(a, next)), func(a *app.App) {
		a.Change(func(s *app.Settings) { pages.GhostSetting.Put(s, next) })
		a.Say(a.T("kl.ghost.now", "g", pages.GhostChoice(a, next)))
		t.Refresh(a)
	})
}

// knownFor is the time after which the arcade is asked again about a deal whose search goes on.
const knownFor = 2 * time.Second

// LoadRecords looks up the known facts about the deal, and the ghost. It shows nothing about a deal with a
// secret ID: with a few hidden cards left, the solver's results would show which guess is right.
func (v *gameView) LoadRecords(a *app.App, s *play.Scene) {
	view, ok := s.View.(klondike.View)
	if !ok {
		return
	}
	if s.Replay {
		v.recallEnd(a, s, view)
		return
	}
	first := v.known.IsZero()
	unknown := s.Deal.Status == "" || s.Deal.Status == games.SolveUnknown
	if first || view.DealID != v.deal || unknown && time.Since(v.known) >= knownFor {
		v.known, v.deal = time.Now(), view.DealID
		s.Deal = v.verdict(a, s, view, s.Result)
	}
	if first || v.raced != pages.GhostSetting.Of(a) {
		v.raced, s.Ghost = pages.GhostSetting.Of(a), nil
		whose := app.If(pages.GhostSetting.Of(a) == "own", deals.Own, deals.Leader)
		g, err := a.House.Lobby.Ghost(a.Ctx, a.Visit.Me().ID, s.Match, whose)
		switch {
		case err == nil:
			s.Ghost = &g
		case !store.ErrIs(err, deals.ErrNoGhost, table.ErrNoTable, table.ErrNotSeated):
			a.Report("ghost", err)
		}
	}
}

// verdict returns the known facts about the deal: the solver's result, and what the try itself has shown,
// which the solver may find later. r is the try's result, nil while it is in play.
func (v *gameView) verdict(a *app.App, s *play.Scene, view klondike.View, r *games.Result) deals.Verdict {
	d, c := verdictOf(a, s, view, r), v.chance
	switch {
	case d.Status == games.Solvable:
	case v.proven, r != nil && r.Winner >= 0, c != nil && c.ply >= 0:
		d.Status = games.Solvable
	case c != nil && c.status == games.Unsolvable:
		d.Status = games.Unsolvable
	}
	return d
}

// verdictOf returns the solver's verdict on the deal at a table or in a replay.
func verdictOf(a *app.App, s *play.Scene, view klondike.View, r *games.Result) deals.Verdict {
	if r != nil {
		if verdict, err := a.House.Lobby.Verdict(a.Ctx, a.Visit.Me().ID, s.Match); err == nil {
			return verdict
		}
	}
	info, err := a.House.Lobby.Deals().Deal(klondike.Name, view.DealID, pages.OptionsOf(view.Rules))
	if err != nil && !store.ErrIs(err, deals.ErrNoDeal) {
		a.Report("deal", err)
	}
	return info.Verdict
}
