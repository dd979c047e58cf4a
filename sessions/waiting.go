package sessions

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/lobby"
	"arcade/sessions/ui"
)

// botAfter is after how many seconds of waiting a bot is offered.
const botAfter = 20

// handleOpen handles keys while one waits at an open seat. The seat stays open
// when one goes elsewhere: its host is called when somebody sits down.
func (t *table) handleOpen(a *App, msg tea.Msg) tea.Cmd {
	s := t.snap
	if s.You == games.Nobody {
		return a.pop()
	}
	switch msg {
	case ui.Key("b"):
		return t.playBot(a)
	case ui.Key("d"):
		if p, ok := t.invited(a); ok && p.Bot {
			return nil // a bot declines what takes days
		}
		if err := a.visit.ToDays(t.id); err != nil {
			a.fail(err)
			return nil
		}
		a.say(a.T("wait.days.done"))
		return t.refresh(a)
	case ui.Key("x"):
		return t.copyCode(a)
	case ui.Key("r"):
		if !s.Control.Correspondence() { // Esc does
			return nil
		}
		if err := a.visit.Cancel(t.id); err != nil {
			a.fail(err)
			return nil
		}
		cmd := a.pop()
		a.say(a.T("wait.gone"))
		return cmd
	case ui.Key("esc"), ui.Key("q"):
		if !s.Control.Correspondence() {
			if err := a.visit.Cancel(t.id); err != nil {
				a.log.Debug("cancel a seat", "err", err) // somebody has just sat down
			}
		}
		return a.pop()
	case ui.Key("m"), ui.Key("enter"):
		a.say(a.T("wait.kept"))
		cmd := a.pop()
		a.say(a.T("wait.kept"))
		return cmd
	}
	return nil
}

// playBot starts a game with a bot; the open seat stays, and whoever takes it is announced.
func (t *table) playBot(a *App) tea.Cmd {
	g, err := a.house.Lobby.Game(t.snap.Game)
	if err != nil || len(g.Bots()) == 0 {
		return nil
	}
	return a.offer(lobby.Offer{Game: t.snap.Game, Control: "none", Seat: games.Nobody, Bot: g.Bots()[0].Name()}, a.swap)
}

// copyCode sends the line for a friend to the terminal's clipboard. There is no
// answer to it, so the text stays on the screen.
func (t *table) copyCode(a *App) tea.Cmd {
	if t.snap.Code == "" {
		return nil
	}
	a.say(a.T("sh.copy.sent"))
	return tea.SetClipboard(t.joinLine(a))
}

// joinLine is what a friend types.
func (t *table) joinLine(a *App) string {
	return a.house.SSH + " join " + lobby.ShowCode(t.snap.Code)
}

// invited is who is asked to the open seat, false for nobody.
func (t *table) invited(a *App) (p lobby.PlayerRecord, ok bool) {
	if t.snap.Invited == "" {
		return p, false
	}
	p, err := a.house.Lobby.Player(t.snap.Invited)
	return p, err == nil
}

func (t *table) drawOpen(a *App, c *ui.Canvas) {
	s := t.snap
	f := ui.FrameSpec{Place: a.place(a.T("game."+s.Game), a.T("wait.place")), Facts: a.facts()}
	waited := (t.now() - s.Created) / 1000
	switch {
	case a.note != "":
		f.Message, f.MessageInk = a.note, a.noteTok
	case s.Control.Correspondence():
		f.Message = a.T("wait.kept")
	case waited >= botAfter:
		f.Message, f.MessageInk = a.T("sh.bot.offer"), ui.Accent
	default:
		f.Message = a.T("wait.meanwhile")
	}
	days := s.Control.Correspondence()
	asked, challenge := t.invited(a)
	canDays := !days && !a.visit.Me().Guest && !asked.Bot
	f.Keys = a.items("b", "key.bot")
	if canDays {
		f.Keys = append(f.Keys, a.items("d", "key.days")...)
	}
	if s.Code != "" {
		f.Keys = append(f.Keys, a.items("x", "key.copy")...)
	}
	if days {
		f.Keys = append(f.Keys, a.items("r", "key.withdraw", "?", "key.help", "esc", "key.back")...)
	} else {
		f.Keys = append(f.Keys, a.items("enter", "key.elsewhere", "?", "key.help", "esc", "key.stopwait")...)
	}
	ui.Frame(c, f)

	r := ui.BodyRect(c.W(), c.H()).Centered(66, 15)
	title := a.T("wait.title")
	if s.Invited != "" {
		title = a.T("wait.challenge")
	}
	c.Box(r, title, ui.Text, false)
	y := r.Y + 2
	line := func(tok ui.Token, text string) {
		c.Text(r.X+3, y, tok, ui.Cut(text, r.W-6))
		y++
	}
	line(ui.Strong, a.T("game."+s.Game)+"   "+a.control(s.Control.String())+"   "+a.ratedWord(s.Rated))
	if challenge {
		line(ui.Text, a.T("wait.for", "p", a.marked(asked.Name, asked.Bot)))
		if !a.house.Lobby.Here(asked.ID) {
			line(ui.Warn, a.T("wait.away", "p", a.marked(asked.Name, asked.Bot)))
		}
	}
	if days {
		line(ui.Text, a.T("wait.days"))
	} else {
		text := a.T("wait.time", "t", fmt.Sprintf("%d:%02d", waited/60, waited%60))
		if s.Quick && s.Rated && waited < 60 {
			lo, hi := lobby.Range(s.Seats[max(s.You, 0)].Rating, s.Created, t.now())
			text += "   " + a.T("wait.range", "lo", int(lo), "hi", int(hi))
		}
		line(ui.Text, text)
	}
	y++
	if s.Code != "" {
		line(ui.Text, a.T("wait.friend", "code", lobby.ShowCode(s.Code)))
		line(ui.Strong, t.joinLine(a))
		y++
	}
	if !days {
		line(ui.Muted, a.T("wait.bot"))
		if canDays {
			line(ui.Muted, a.T("wait.todays"))
		}
	}
	y = r.Y + r.H - 3
	x := r.X + 3
	x += c.Button(x, y, a.T("wait.button.bot"), "b", false) + 2
	if canDays {
		x += c.Button(x, y, a.T("wait.button.days"), "d", false) + 2
	}
	if days {
		x += c.Button(x, y, a.T("wait.button.withdraw"), "r", false) + 2
		c.Button(x, y, "Esc "+a.T("key.back"), "esc", false)
		return
	}
	c.Button(x, y, a.T("wait.button.stop"), "esc", false)
}

// newInvite shows a challenge and asks for an answer.
func newInvite(s *lobby.Summary) screen {
	return &lazyAsk{build: func(a *App, q *ask) {
		host := s.Host()
		q.title = a.T("inv.title")
		q.lines = []string{
			a.T("inv.text", "p", a.personName(host), "game", a.T("game."+s.Game)),
			a.control(s.Control) + "   " + a.ratedWord(s.Rated),
		}
		q.answers = []answer{
			{"enter", a.T("inv.accept"), func(a *App) tea.Cmd { return a.take(s.ID) }},
			{"d", a.T("inv.decline"), func(a *App) tea.Cmd {
				a.fail(a.visit.Cancel(s.ID))
				return nil
			}},
			{"esc", a.T("inv.later"), nil},
		}
	}}
}

// take sits down on an open seat and goes there.
func (a *App) take(id string) tea.Cmd {
	if err := a.visit.Take(id); err != nil {
		a.fail(err)
		return nil
	}
	return a.push(newTable(id))
}

// invites announces the challenges that are new.
func (a *App) invites() {
	for _, s := range a.visit.Invites() {
		if a.invited[s.ID] {
			continue
		}
		a.invited[s.ID] = true
		a.toast(a.T("sh.invite", "p", a.personName(s.Host()), "game", a.T("game."+s.Game)), func(a *App) tea.Cmd {
			return a.push(newInvite(s))
		})
	}
}

// called goes to a table that has begun with the visitor's seat. One played over
// days only says so: it can wait.
func (a *App) called(id string) tea.Cmd {
	for _, s := range a.stack {
		if t, ok := s.(*table); ok && t.id == id {
			return nil
		}
	}
	snap, err := a.visit.Table(id)
	if err != nil {
		return nil // over before one could look
	}
	open := func(a *App) tea.Cmd { return tea.Batch(a.home(), a.push(newTable(id))) }
	if snap.Control.Correspondence() || a.busy() { // it can wait, or an opponent would be left alone
		a.toast(a.T("sh.found.days", "p", a.opponent(snap)), open)
		return nil
	}
	return a.meet(id)
}

// busy tells that the visitor sits at a live match with another person.
func (a *App) busy() bool {
	for _, s := range a.stack {
		if t, ok := s.(*table); ok && t.playing() && !alone(t.snap) && !t.snap.Control.Correspondence() {
			return true
		}
	}
	return false
}

// meet goes to a table that has just begun with another person. Keys that were
// on their way to something else do nothing there.
func (a *App) meet(id string) tea.Cmd {
	t := newTable(id)
	t.calm = time.Now().Add(calmTime)
	cmd := tea.Batch(a.home(), a.push(t))
	switch {
	case t.snap == nil, t.alonely():
	case t.snap.Round > 1:
		a.toast(a.T("mp.next.round", "n", t.snap.Round), nil)
	default:
		a.toast(a.T("sh.found", "p", a.opponent(t.snap)), nil)
	}
	return cmd
}

// calmTime is for how long a table to which one was called takes no keys.
const calmTime = 700 * time.Millisecond

// watch goes to a table as a spectator, or to the replay of a match that is over.
func (a *App) watch(id string) tea.Cmd {
	id = lobby.NormalID(id)
	if _, err := a.visit.Table(id); err == nil {
		return a.push(newTable(id))
	} else if !errIs(err, lobby.ErrNoTable) {
		a.fail(err)
		return nil
	}
	return a.push(newReplay(id))
}
