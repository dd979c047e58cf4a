package app

import (
	"slices"
	"time"

	"arcade/lobby/pairing"
	"arcade/sessions/ui"
)

// Seconds returns a time in ms as whole seconds, rounded up, never below 0.
func Seconds(ms int64) int { return int(max(ms+999, 0) / 1000) }

// An invitation is a line over the top bar, where it covers no card and no square. It stays until it is
// answered or expires. Only the most urgent one is shown, and none while the top screen has a question of
// its own beside the play, which has the same keys.

// invites looks for an invitation to show, and rings for a new one if the window is not in focus.
func (a *App) invites() {
	was := ""
	if a.invite != nil {
		was = a.invite.ID
	}
	a.invite = nil
	list := slices.DeleteFunc(a.Visit.Invitations(), func(i pairing.Invitation) bool { return i.Why != pairing.Again && a.at(i.ID) })
	if len(list) == 0 {
		return
	}
	if a.invite = &list[0]; a.invite.ID != was {
		a.invited = time.Now()
		if a.Rings() {
			a.Ring()
			return
		}
	}
}

// at reports whether a table is in view: it asks by itself.
func (a *App) at(id string) bool {
	return slices.ContainsFunc(a.Stack[a.Lowest():], func(s Screen) bool {
		t, ok := s.(tabled)
		return ok && t.TableID() == id
	})
}

// answerInvite accepts or declines the invitation in view; it returns false for other keys.
func (a *App) answerInvite(key ui.Key) (ok bool) {
	i := a.invite
	if i == nil || key != ui.YesKey && key != ui.NoKey {
		return false
	}
	if time.Since(a.invited) < GuardTime {
		return true
	}
	if key == ui.YesKey {
		a.House.Places.Accept(a, *i)
		return true
	}
	challenges := len(a.Visit.Invites())
	if i.Why == pairing.Challenged && (challenges > 1 || a.declined > 0) {
		a.Push(newDecline(*i, challenges))
		return true
	}
	a.decline(*i)
	return true
}

// decline declines an invitation.
func (a *App) decline(i pairing.Invitation) {
	if i.Why == pairing.Challenged {
		a.declined++
	}
	err := a.Visit.Decline(i)
	if a.Fail(err); err == nil && i.Why == pairing.Coming {
		a.Say(a.T("inv.stayed", "p", a.PersonName(i.From)))
	}
	a.invites()
}

// newDecline asks whether to decline one of several challenges, or all: nobody answers dozens one by one. It comes
// when several wait, and from the second declined one in a visit on.
func newDecline(i pairing.Invitation, n int) Screen {
	return &LazyAsk{Build: func(a *App, q *Ask) {
		q.Title = a.T("inv.many", "n", n)
		q.Lines = []string{a.Invited(i, a.Control(i.Control)), a.T("inv.all")}
		q.Add(true, "one", a.T("inv.decline.one"), func(a *App) { a.decline(i) })
		q.Add(true, "all", a.T("inv.decline.all"), DeclineAll)
		q.Add(true, "esc", a.T("inv.later"), nil)
	}}
}

// DeclineAll declines all challenges, also those that come later in the visit.
func DeclineAll(a *App) {
	n, err := a.Visit.DeclineAll()
	if a.invites(); err != nil {
		a.Fail(err)
		return
	}
	a.Say(a.T("inv.declined.all", "n", n))
}

// inviteWords has for each kind of invitation its sentence and the label for accepting.
var inviteWords = map[pairing.Why][2]string{
	pairing.Coming:     {"inv.coming", "key.now"},
	pairing.Found:      {"inv.found", "key.ready"},
	pairing.NextRound:  {"inv.next", "key.ready"},
	pairing.Challenged: {"inv.asked", "key.accept"},
	pairing.Both:       {"inv.both", "key.accept"},
	pairing.Again:      {"res.wants", "key.accept"},
	pairing.Paired:     {"inv.paired", "arena.key.sit"},
}

// Invited returns an invitation in words; terms is its time control.
func (a *App) Invited(i pairing.Invitation, terms string) string {
	return a.T(inviteWords[i.Why][0], "n", Seconds(i.Until-time.Now().UnixMilli()), "p", a.PersonName(i.From), "game", a.Game(i.Game, i.Options), "c", terms, "r", a.RatedWord(i.Rated, ""))
}

// invitesNow reports whether an invitation is in view.
func (a *App) invitesNow() bool { return a.invite != nil && !a.asks() }

func (a *App) drawInvite(c *ui.Canvas) {
	if !a.invitesNow() {
		return
	}
	i := a.invite
	words := inviteWords[i.Why]
	text := a.Invited(*i, a.Control(i.Control))
	no, left := string(ui.NoKey)+" "+a.T("key.decline"), a.ClockText(i.Until-time.Now().UnixMilli())
	switch i.Why {
	case pairing.Again: // as long as both are there
		left = ""
	case pairing.Coming: // the sentence counts
		no, left = string(ui.NoKey)+" "+a.T("key.stay"), ""
	}
	draw := ui.Invite
	if c.Touch {
		draw = ui.InviteTouch
	}
	draw(c, text, string(ui.YesKey)+" "+a.T(words[1]), no, left)
}
