package sessions

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/lobby"
	"arcade/sessions/ui"
	"arcade/store"
)

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
	if v, ok := t.view.(errander); ok {
		if cmd, used := v.errand(a, t, msg); used {
			return cmd
		}
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
	case ui.Key("u"):
		if !t.alonely() { // else there is nobody to ask
			t.do(a, games.AskTakeback)
		}
	case ui.Key("d"):
		if !t.alonely() {
			t.do(a, games.OfferDraw)
		}
	case ui.Key("r"):
		if s.You != games.Nobody {
			return a.push(newConfirm(t))
		}
	case ui.Key("t"):
		return a.push(newTalk(t))
	case ui.Key("e"):
		return a.push(newLog(t))
	case ui.Key("c"):
		if v, ok := t.view.(guided); ok {
			return a.push(v.guide(a))
		}
	case ui.Key("i"):
		if t.alonely() {
			return t.hint(a)
		}
		a.change(func(s *Settings) { s.NoHints = !s.NoHints })
	}
	return nil
}

// answer answers what is asked of the player: 1 (or y) and 2 (or n).
func (t *table) answer(a *App, key ui.Key) bool {
	yes, no := key == "1" || key == "y", key == "2" || key == "n"
	if t.claimsRound() { // digits play cards, and there is nothing but the win
		yes, no = key == "y", false
	}
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

// claimsRound tells that the opponent has left a round of a series.
func (t *table) claimsRound() bool { return t.asked == "claim" && t.snap.Round > 0 }

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
		return a.push(t.resultSheet())
	case ui.Key("v"):
		if t.kept() {
			return a.push(newReplay(t.id))
		}
	case ui.Key("t"):
		return a.push(newTalk(t))
	case ui.Key("e"):
		return a.push(newLog(t))
	case ui.Key("c"):
		if v, ok := t.view.(guided); ok {
			return a.push(v.guide(a))
		}
	}
	return nil
}
