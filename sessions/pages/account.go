package pages

import (
	"time"

	"arcade/lobby/account"
	ids "arcade/lobby/names"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/ui"
)

// keysPage lists the visitor's keys. Keys are added and removed here.
type keysPage struct {
	list   []account.Key
	scroll ui.Scroll
}

func newKeysPage(*app.App) *keysPage { return &keysPage{} }

func (k *keysPage) Topic() string { return "account" }

func (k *keysPage) Open(a *app.App) { k.Refresh(a) }

func (k *keysPage) Refresh(a *app.App) {
	p, err := a.House.Lobby.Player(a.Ctx, a.Visit.Me().ID)
	if err != nil {
		a.Fail(err)
		return
	}
	k.list = account.KeysOf(p)
	k.scroll.Clamp(len(k.list))
}

func (k *keysPage) Commands(*app.App) []app.Command {
	return []app.Command{
		{Key: "updown", Bar: "key.choose"},
		{Key: "a", Bar: "key.add", Do: func(a *app.App) { a.Push(&codePage{had: len(k.list)}) }},
		{Key: "d", Also: []ui.Key{"delete"}, Bar: "key.remove", Do: k.ask},
		app.HelpKey, app.BackKey,
	}
}

func (k *keysPage) List(*app.App) app.List {
	return app.List{Scroll: &k.scroll, N: len(k.list), Page: 8}
}

// ask asks before the key in focus is removed.
func (k *keysPage) ask(a *app.App) {
	if len(k.list) < 2 {
		a.Fail(account.ErrLastKey)
		return
	}
	key := k.list[k.scroll.Focus].Fingerprint
	a.Push(&app.LazyAsk{Build: func(a *app.App, q *app.Ask) {
		q.Title = a.T("acc.remove.title")
		q.Lines = []string{key, "", a.T("acc.remove.text")}
		if key == a.Visit.Key() {
			q.Lines = append(q.Lines, a.T("acc.remove.current"))
		}
		q.Confirm(a.T("acc.keep"), a.T("acc.remove.go"), func(a *app.App) {
			if _, err := a.Visit.RemoveKey(key); err != nil {
				a.Fail(err)
				return
			}
			a.Say(a.T("acc.keys.removed"))
			k.Refresh(a)
		})
	}})
}

// Draw draws the page.
func (k *keysPage) Draw(a *app.App, c *ui.Canvas) { a.Compose(c, k) }

// View shows the keys.
func (k *keysPage) View(a *app.App) app.View {
	rows := kit.Reel{Focus: k.scroll.Focus, Gap: 1}
	for i, key := range k.list {
		code := kit.Item{Block: kit.Code{Ink: ui.Text, Text: key.Fingerprint}}
		added := kit.Item{Block: kit.Word{Ink: ui.Muted, Text: a.T("acc.keys.col.added") + " " + app.Day(key.Added)}}
		use := kit.Item{Block: kit.Word{Ink: ui.Accent, Text: app.TextIf(key.Fingerprint == a.Visit.Key(), a.T("acc.keys.current"))}, Fill: 1}
		rows.Blocks = append(rows.Blocks, kit.Tap{Msg: ui.RowHit(i), Block: kit.Sheet{Listed: true, Mine: i == k.scroll.Focus, Block: kit.Col(0, 0, code, kit.Item{Block: kit.Row(2, added, use)})}})
	}
	return app.View{Place: []string{a.T("prof.place"), a.T("acc.keys.place")}, Usual: a.T("acc.keys.msg"), Body: kit.Col(1, 0,
		kit.Item{Block: kit.Pad{Block: kit.Text{Ink: ui.Text, Text: a.T("acc.keys.text", "n", account.MaxKeys)}, X: 1}}, kit.Item{Block: rows, Fill: 1},
		kit.Item{Block: kit.Pad{Block: kit.Text{Ink: ui.Muted, Text: app.TextIf(a.Visit.Code() != "", a.T("acc.keys.session", "code", a.Visit.Code()))}, X: 1}})}
}

// linePage shows a line to type elsewhere. The mouse is the terminal's there, so that the line can be
// selected if the terminal cannot copy.
type linePage struct{}

func (linePage) Topic() string { return "account" }
func (linePage) Drag()         {}

// copies returns the command that copies the line.
func (linePage) copies(line func(*app.App) string) app.Command {
	return app.Command{Key: "x", Bar: "key.copy", Do: func(a *app.App) {
		a.CopyHere(line(a))
	}}
}

// view shows texts above and below the line.
func (linePage) view(a *app.App, place string, above []string, line string, below []string) app.View {
	texts := func(ink ui.Token, list []string) kit.Item {
		col := kit.Col(0, 0)
		for _, text := range list {
			col.Items = append(col.Items, kit.Item{Block: kit.Text{Ink: ink, Text: text}})
		}
		return kit.Item{Block: col}
	}
	return app.View{Place: []string{a.T("prof.place"), a.T(place)}, Usual: a.T("acc.copy.how"), Body: kit.Sheet{Inset: true, Block: kit.Col(1, 0,
		texts(ui.Text, above), kit.Item{Block: kit.Code{Ink: ui.Accent | ui.Bold, Text: line}}, texts(ui.Muted, below), kit.Item{Block: kit.Word{}, Fill: 1})}}
}

// codePage shows the code for adding another key while it is valid.
type codePage struct {
	linePage
	code  string
	until time.Time
	had   int // keys before it
}

func (p *codePage) Open(a *app.App) {
	code, until, err := a.Visit.NewKeyCode()
	if err != nil {
		a.Gone(err)
		return
	}
	p.code, p.until = ids.ShowKeyCode(code), time.UnixMilli(until)
}

func (p *codePage) left() time.Duration { return time.Until(p.until) }

// Refresh goes back when the key has come.
func (p *codePage) Refresh(a *app.App) {
	me, err := a.House.Lobby.Player(a.Ctx, a.Visit.Me().ID)
	if err != nil {
		a.Fail(err)
		return
	}
	if len(me.Keys) <= p.had {
		p.had = len(me.Keys) // a key may have been removed meanwhile
		return
	}
	a.Back(a.T("acc.keys.added"))
}

func (p *codePage) line(a *app.App) string { return a.House.Command("keys add " + p.code) }

func (p *codePage) Commands(*app.App) []app.Command {
	return []app.Command{p.copies(p.line), {Key: "r", Bar: "key.newcode", Do: p.Open}, app.HelpKey, app.BackKey}
}

// Draw draws the page.
func (p *codePage) Draw(a *app.App, c *ui.Canvas) { a.Compose(c, p) }

// View shows the code and the line to type.
func (p *codePage) View(a *app.App) app.View {
	code := a.T("acc.code.over")
	if left := p.left(); left > 0 {
		code = a.T("acc.code", "code", p.code, "t", a.ClockTo(p.until.UnixMilli()))
	}
	return p.view(a, "acc.code.place", []string{code, "", a.T("acc.code.how")}, p.line(a), []string{a.T("acc.code.once"), a.T("acc.code.own")})
}

// exportPage explains how to get all own data as a file.
type exportPage struct{ linePage }

func newExport(*app.App) *exportPage { return &exportPage{} }

func (p *exportPage) line(a *app.App) string { return a.House.Command("me export > arcade.json") }

func (p *exportPage) Commands(a *app.App) []app.Command {
	list := []app.Command{p.copies(p.line), app.HelpKey, app.BackKey}
	if a.Browser() {
		list = append([]app.Command{{Key: "s", Bar: "key.save", Do: func(a *app.App) { a.Save("arcade.json", "me export") }}}, list...)
	}
	return list
}

// Draw draws the page.
func (p *exportPage) Draw(a *app.App, c *ui.Canvas) { a.Compose(c, p) }

// View shows the line to type.
func (p *exportPage) View(a *app.App) app.View {
	return p.view(a, "acc.export", []string{a.T("acc.export.how")}, p.line(a), []string{a.T("acc.export.what"), a.T("acc.export.more")})
}

// erase asks for the name before the account is deleted.
type erase struct{ input *ui.Field }

func newErase(*app.App) *erase { return &erase{ui.NewField(12)} }

func (e *erase) Over()            {}
func (e *erase) Field() *ui.Field { return e.input }
func (e *erase) Topic() string    { return "account" }

func (e *erase) Commands(*app.App) []app.Command {
	return []app.Command{
		{Key: "enter", Bar: "key.delete", Do: func(a *app.App) {
			if err := a.Visit.Forget(e.input.String()); err != nil {
				a.Fail(err)
				return
			}
			a.Ended(a.Visit.Ended())
		}},
		{Key: "esc", Bar: "key.cancel", Do: (*app.App).Pop},
	}
}

// eraseWidth is the cells of the question.
const eraseWidth = 70

// Draw draws the question over the page below.
func (e *erase) Draw(a *app.App, c *ui.Canvas) { a.DrawOver(c, e.Overlay(a)) }

// Overlay says what goes and what stays, and asks for the name.
func (e *erase) Overlay(a *app.App) app.Overlay {
	text := kit.Col(0, 0)
	for _, key := range []string{"acc.delete.goes", "acc.delete.stays", "acc.delete.live"} {
		text.Items = append(text.Items, kit.Item{Block: kit.Text{Ink: ui.Text, Text: a.T(key)}})
	}
	return app.Overlay{Title: a.T("acc.delete.title"), Costs: true, Usual: a.T("entry.msg"), Keys: a.Bar(e.Commands(a)), W: eraseWidth, Body: kit.Col(1, 0,
		kit.Item{Block: text}, kit.Item{Block: kit.Text{Ink: ui.Warn, Text: a.T("acc.delete.type", "p", a.Visit.Me().Name)}},
		kit.Item{Block: kit.Field{Input: e.input, Focused: true}})}
}
