package sessions

import (
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/lobby"
	"arcade/sessions/ui"
)

// keysPage lists one's own keys; they are added and removed here.
type keysPage struct {
	list   []lobby.Key
	scroll scroll
}

func newKeysPage() *keysPage { return &keysPage{} }

func (k *keysPage) topic() string { return "account" }

func (k *keysPage) open(a *App) tea.Cmd { return k.refresh(a) }

func (k *keysPage) refresh(a *App) tea.Cmd {
	p, err := a.house.Lobby.Player(a.visit.Me().ID)
	if err != nil {
		a.fail(err)
		return nil
	}
	k.list = lobby.KeysOf(p)
	k.scroll.clamp(len(k.list))
	return nil
}

func (k *keysPage) handle(a *App, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case rowHit:
		k.scroll.focus = int(msg)
	case ui.Key:
		if k.scroll.key(msg, len(k.list), 8) {
			return nil
		}
		switch msg {
		case "a":
			return a.push(&codePage{had: len(k.list)})
		case "d", "delete":
			return k.ask(a)
		case "esc", "q", "backspace":
			return a.pop()
		}
	}
	return nil
}

// ask asks before the key in focus is removed.
func (k *keysPage) ask(a *App) tea.Cmd {
	if len(k.list) < 2 {
		a.fail(lobby.ErrLastKey)
		return nil
	}
	key := k.list[k.scroll.focus].Fingerprint
	return a.push(&lazyAsk{build: func(a *App, q *ask) {
		q.title = a.T("acc.remove.title")
		q.lines = []string{key, "", a.T("acc.remove.text")}
		if key == a.visit.Key() {
			q.lines = append(q.lines, a.T("acc.remove.current"))
		}
		q.answers = []answer{
			{"esc", a.T("acc.keep"), nil},
			{"y", a.T("acc.remove.go"), func(a *App) tea.Cmd {
				if _, err := a.visit.RemoveKey(key); err != nil {
					a.fail(err)
					return nil
				}
				a.say(a.T("acc.keys.removed"))
				return k.refresh(a)
			}},
		}
	}})
}

func (k *keysPage) draw(a *App, c *ui.Canvas) {
	f := ui.FrameSpec{Place: a.place(a.T("prof.place"), a.T("acc.keys.place")), Facts: a.facts()}
	f.Message, f.MessageInk = a.said(a.T("acc.keys.msg"))
	f.Keys = a.items("updown", "key.choose", "a", "key.add", "d", "key.remove", "?", "key.help", "esc", "key.back")
	ui.Frame(c, f)
	g := compactBody(c)
	g.Text(2, 1, ui.Text, a.T("acc.keys.text", "n", lobby.MaxKeys))
	cols := []column{{3, 50, "acc.keys.col.key", false}, {55, 10, "acc.keys.col.added", false}, {67, 12, "acc.keys.col.use", false}}
	a.grid(g, 3, cols, len(k.list), k.scroll.focus, lobby.MaxKeys, func(i int) []string {
		mark := ""
		if k.list[i].Fingerprint == a.visit.Key() {
			mark = a.T("acc.keys.current")
		}
		return []string{k.list[i].Fingerprint, day(k.list[i].Added), mark}
	})
}

// linePage shows a line to be typed elsewhere. The mouse is the terminal's there,
// so that the line can be dragged where the terminal takes no copies.
type linePage struct{}

func (linePage) topic() string { return "account" }
func (linePage) drag()         {}

// draw shows texts above and below the line.
func (linePage) draw(a *App, c *ui.Canvas, f ui.FrameSpec, above []string, line string, below []string) {
	f.Facts, f.Message = a.facts(), a.T("acc.copy.how")
	if a.note != "" {
		f.Message, f.MessageInk = a.note, a.noteTok
	}
	ui.Frame(c, f)
	g := compactBody(c)
	y := 2
	put := func(tok ui.Token, lines ...string) {
		for _, text := range lines {
			g.TextCut(4, y, g.W()-5, tok, text)
			y++
		}
		y++
	}
	put(ui.Text, above...)
	put(ui.Accent, ui.Wrap(line, g.W()-6)...)
	put(ui.Muted, below...)
}

// copies sends the line to the terminal's clipboard. There is no answer to it, so
// the line stays on the screen.
func (linePage) copies(a *App, line string) tea.Cmd {
	a.say(a.T("acc.copy.sent"))
	return tea.SetClipboard(line)
}

// codePage shows the code with which another key is added, while it is good.
type codePage struct {
	linePage
	code  string
	until time.Time
	had   int // keys before it
}

func (p *codePage) open(a *App) tea.Cmd {
	code, until, err := a.visit.NewKeyCode()
	if err != nil {
		return a.gone(err)
	}
	p.code, p.until = lobby.ShowKeyCode(code), time.UnixMilli(until)
	return nil
}

func (p *codePage) tick(*App) time.Duration {
	if p.left() > 0 {
		return time.Second
	}
	return 0
}

func (p *codePage) left() time.Duration { return time.Until(p.until) }

// refresh goes back when the key has come.
func (p *codePage) refresh(a *App) tea.Cmd {
	me, err := a.house.Lobby.Player(a.visit.Me().ID)
	if err != nil {
		a.fail(err)
		return nil
	}
	if len(me.Keys) <= p.had {
		p.had = len(me.Keys) // one may have been removed meanwhile
		return nil
	}
	cmd := a.pop()
	a.say(a.T("acc.keys.added"))
	return cmd
}

func (p *codePage) line(a *App) string { return a.piped("keys add " + p.code) }

func (p *codePage) handle(a *App, msg tea.Msg) tea.Cmd {
	switch msg {
	case ui.Key("x"):
		return p.copies(a, p.line(a))
	case ui.Key("r"):
		return p.open(a)
	case ui.Key("esc"), ui.Key("q"), ui.Key("backspace"):
		return a.pop()
	}
	return nil
}

func (p *codePage) draw(a *App, c *ui.Canvas) {
	f := ui.FrameSpec{Place: a.place(a.T("prof.place"), a.T("acc.code.place"))}
	code := a.T("acc.code.over")
	if left := p.left(); left > 0 {
		code = a.T("acc.code", "code", p.code, "t", clockText(left.Milliseconds()))
	}
	f.Keys = a.items("x", "key.copy", "r", "key.newcode", "?", "key.help", "esc", "key.back")
	p.linePage.draw(a, c, f, []string{code, "", a.T("acc.code.how")}, p.line(a), []string{a.T("acc.code.once"), a.T("acc.code.own")})
}

// exportPage tells how to have all one's data as a file.
type exportPage struct{ linePage }

func (p *exportPage) line(a *App) string { return a.piped("me export > arcade.json") }

func (p *exportPage) handle(a *App, msg tea.Msg) tea.Cmd {
	switch msg {
	case ui.Key("x"):
		return p.copies(a, p.line(a))
	case ui.Key("esc"), ui.Key("q"), ui.Key("backspace"):
		return a.pop()
	}
	return nil
}

func (p *exportPage) draw(a *App, c *ui.Canvas) {
	f := ui.FrameSpec{Place: a.place(a.T("prof.place"), a.T("acc.export"))}
	f.Keys = a.items("x", "key.copy", "?", "key.help", "esc", "key.back")
	p.linePage.draw(a, c, f, []string{a.T("acc.export.how")}, p.line(a), []string{a.T("acc.export.what"), a.T("acc.export.more")})
}

// erase asks for the name before the account is deleted.
type erase struct{ input *ui.Field }

func newErase() *erase { return &erase{newField(12)} }

func (e *erase) over()            {}
func (e *erase) field() *ui.Field { return e.input }
func (e *erase) topic() string    { return "account" }

func (e *erase) handle(a *App, msg tea.Msg) tea.Cmd {
	switch msg {
	case ui.Key("esc"):
		return a.pop()
	case ui.Key("enter"):
		if err := a.visit.Forget(e.input.String()); err != nil {
			a.fail(err)
			return nil
		}
		return a.ended(a.visit.Ended())
	}
	return nil
}

func (e *erase) draw(a *App, c *ui.Canvas) {
	g := panel(c, 76, 12, a.T("acc.delete.title"))
	for i, key := range []string{"acc.delete.goes", "acc.delete.stays", "acc.delete.live"} {
		g.Text(2, 1+i, ui.Panel, a.T(key))
	}
	g.Text(2, 5, ui.Warn, a.T("acc.delete.type", "p", a.visit.Me().Name))
	e.input.Draw(g, 2, 7, 24)
	ui.Keys(c, a.items("enter", "key.delete", "esc", "key.cancel"))
	a.row22(c, a.T("entry.msg"))
}

// ended closes the session of a visit that the lobby has ended.
func (a *App) ended(why error) tea.Cmd {
	switch {
	case errors.Is(why, lobby.ErrForgotten):
		a.bye = a.T("acc.deleted")
	case errors.Is(why, lobby.ErrKeyMoved):
		a.bye = a.T("acc.bye.moved")
	default:
		a.bye = a.T("acc.bye.removed")
	}
	return tea.Quit
}
