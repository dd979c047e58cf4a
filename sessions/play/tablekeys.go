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

func (t *Table) Handle(a *app.App, msg tea.Msg) tea.Cmd {
	s := t.Snap
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
	if v, ok := t.View.(errander); ok {
		if cmd, used := v.Errand(a, t, msg); used {
			return cmd
		}
	}
	if t.View != nil {
		act, used := t.View.Handle(a, &t.Scene, msg)
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
		return a.Push(newTableMenu(a, t))
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
			return a.Push(newConfirm(t))
		}
	case ui.Key("t"):
		return a.Push(NewTalk(t))
	case ui.Key("e"):
		return a.Push(newLog(t))
	case ui.Key("c"):
		if v, ok := t.View.(guided); ok {
			return a.Push(v.Guide(a))
		}
	case ui.Key("i"):
		if t.alonely() {
			return t.hint(a)
		}
		a.Change(func(s *app.Settings) { s.NoHints = !s.NoHints })
	}
	return nil
}

// answer answers what is asked of the player: 1 (or y) and 2 (or n).
func (t *Table) answer(a *app.App, key ui.Key) bool {
	yes, no := key == "1" || key == "y", key == "2" || key == "n"
	if t.claimsRound() { // digits play cards, and there is nothing but the win
		yes, no = key == "y", false
	}
	if t.Asked == "" || !yes && !no {
		return false
	}
	if time.Since(t.offered) < app.GuardTime {
		return true
	}
	kinds := map[string][2]games.Kind{
		"takeback": {games.GrantTakeback, games.DeclineTakeback},
		"draw":     {games.AcceptDraw, games.DeclineDraw},
		"claim":    {games.ClaimWin, games.ClaimDraw},
	}[t.Asked]
	kind := kinds[0]
	if no {
		kind = kinds[1]
	}
	t.do(a, kind)
	return true
}

// claimsRound tells that the opponent has left a round of a series.
func (t *Table) claimsRound() bool { return t.Asked == "claim" && t.Snap.Round > 0 }

// act plays an action in the position on the screen.
func (t *Table) act(a *app.App, act games.Action) {
	if t.Snap.You == games.Nobody {
		a.Warn(a.T("tb.spectator"))
		return
	}
	if err := a.Visit.Act(t.ID, len(t.Snap.Plies), act); err != nil {
		a.Warn(t.Refusal(a, err))
		return
	}
	if t.Coach > 0 {
		t.Coach--
	}
	t.Refresh(a)
}

// Refusal says why an action was refused, in the game's own words where it has any.
func (t *Table) Refusal(a *app.App, err error) string {
	if t.View != nil {
		if s := t.View.Refusal(a, err); s != "" {
			return s
		}
	}
	return a.Sentence(err)
}

// do adds an entry of the table's own for the player's seat.
func (t *Table) do(a *app.App, kind games.Kind) {
	if t.Snap.You == games.Nobody {
		return
	}
	if err := a.Visit.Do(t.ID, kind); err != nil {
		if app.ErrIs(err, games.ErrNotAllowed) {
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
	t.Refresh(a)
}

// why says what is missing for something that cannot be done now.
func (t *Table) why(a *app.App, kind games.Kind) string {
	s := t.Snap
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
func (t *Table) leave(a *app.App) tea.Cmd {
	s := t.Snap
	if t.Playing() && t.alonely() {
		cmd := a.Home()
		if !a.Visit.Me().Guest {
			a.Say(a.T("solo.kept"))
		}
		return cmd
	}
	if !t.Playing() || s.Control.Correspondence() || alone(s) {
		return a.Pop()
	}
	return a.Push(newLeaveTable(t))
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
func (t *Table) handleOver(a *app.App, msg tea.Msg) tea.Cmd {
	switch msg {
	case ui.Key("esc"), ui.Key("q"):
		return a.Home()
	case ui.Key("enter"), ui.Key("space"):
		return a.Push(t.resultSheet())
	case ui.Key("v"):
		if t.Kept() {
			return a.Push(NewReplay(t.ID))
		}
	case ui.Key("t"):
		return a.Push(NewTalk(t))
	case ui.Key("e"):
		return a.Push(newLog(t))
	case ui.Key("c"):
		if v, ok := t.View.(guided); ok {
			return a.Push(v.Guide(a))
		}
	}
	return nil
}
