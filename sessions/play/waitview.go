package play

import (
	"strings"
	"time"

	"arcade/games"
	"arcade/lobby/names"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/ui"
)

// codeShade is the shade of a code for a friend.
var codeShade = ui.GradientOf(ui.Strong, ui.OK)

// titleKey returns the heading of an open seat.
func (t *Table) titleKey() string {
	switch {
	case t.Snap.Invited != "":
		return "wait.challenge"
	case t.Snap.Private:
		return "wait.private"
	}
	return "wait.title"
}

// openView shows an open seat: what is played, the code for a friend, for whom and how long the player waits, and who
// else waits.
func (t *Table) openView(a *app.App) app.View {
	s := t.Snap
	if s.Waits {
		return t.meetingView(a)
	}
	waited := (t.now() - s.Created) / 1000
	v := app.View{Place: []string{a.Game(s.Game, s.Options), a.T("wait.place")}, Keys: a.Bar(t.waitCommands(a))}
	switch {
	case t.stays():
		v.Usual = a.T("wait.kept")
	case waited >= botAfter && a.Note == "":
		v.Message, v.MessageInk = a.T("sh.bot.offer"), ui.Accent
	default:
		v.Usual = a.T("wait.meanwhile")
	}
	head := kit.Heading{Title: a.T(t.titleKey())}
	if !t.stays() {
		head.Note = a.T("wait.time", "t", app.Took(time.Duration(waited)*time.Second))
	}
	seat := kit.Col(0, 0, kit.Item{Block: head}, kit.Item{Block: t.openSeats(a)})
	if s.Rated && s.Casual == "" {
		seat.Items = append(seat.Items, kit.Item{Block: kit.Text{Ink: ui.Muted, Text: a.T("wait.counts")}, Drop: 3})
	}
	page := kit.Col(1, 0,
		kit.Item{Block: Form(s.Game, a.Game(s.Game, s.Options), t.terms(a), t.codeBlock(a)), First: true},
		kit.Item{Block: kit.Pad{Block: seat, X: 2}})
	if len(t.others) > 0 {
		page.Items = append(page.Items, kit.Item{Block: kit.Pad{Block: t.othersBlock(a), X: 2}})
	}
	page.Items = append(page.Items, kit.Item{Block: kit.Pad{Block: t.waitKeys(a), X: 2}, Drop: 2})
	if more := t.waitMore(a, waited); more != "" {
		page.Items = append(page.Items, kit.Item{Block: kit.Pad{Block: kit.Text{Ink: ui.Muted, Text: more}, X: 2}, Drop: 1})
	}
	v.Body = inTheMiddle(page)
	return v
}

// The width of the page of an open seat, and of the least window in which it stands in the middle.
const openWidth, openMiddle = 78, 84

// inTheMiddle sets a block into the middle of a wide window.
func inTheMiddle(b kit.Block) kit.Block {
	side := kit.Item{Block: kit.Text{}, Fill: 1}
	return kit.Fit{kit.From{W: openMiddle, Block: kit.Row(0, side, kit.Item{Block: b, Fix: openWidth}, side)}, b}
}

// terms returns the clock, and whether the match counts.
func (t *Table) terms(a *app.App) string {
	return a.Terms(t.Snap.Control) + "   " + a.RatedWord(t.Snap.Rated, t.Snap.Casual)
}

// codeBlock is the code for a friend with what to type and where to go, nothing for a seat without a code.
func (t *Table) codeBlock(a *app.App) kit.Block {
	col := kit.Col(1, 0)
	if t.Snap.Code == "" {
		return col
	}
	code := names.ShowCode(t.Snap.Code)
	col.Items = append(col.Items,
		kit.Item{Block: kit.Text{Ink: ui.Muted, Text: a.T("wait.friend", "code", code)}},
		kit.Item{Block: kit.Only{In: kit.Pictured, Block: kit.Figure{Value: code, Shade: codeShade, Ink: ui.Strong}}, Drop: 1, First: true},
		kit.Item{Block: kit.Code{Ink: ui.Accent | ui.Bold, Text: t.joinLine(a)}})
	if page := t.joinPage(a); page != "" {
		col.Items = append(col.Items, kit.Item{Block: kit.Code{Ink: ui.Accent, Text: page}})
	}
	return kit.Pad{Block: col, X: 1, Bottom: 1}
}

// openSeats is the player at the table and the open seat.
func (t *Table) openSeats(a *app.App) kit.Points {
	me := t.Snap.Seats[max(t.Snap.You, 0)]
	own := kit.Point{Sign: "●", SignInk: ui.Accent, Text: a.SeatName(me), Ink: ui.Strong, Name: true}
	if me.Rating > 0 {
		own.Note = a.Rating(me.Rating, me.Provisional)
	}
	free := kit.Point{Sign: "○", SignInk: ui.OK, Text: a.T("wait.free"), Ink: ui.OK}
	switch asked, challenge := t.invited(a); {
	case challenge && !a.House.Lobby.Here(asked.ID):
		free = kit.Point{Sign: "○", SignInk: ui.Warn, Text: a.T("wait.away", "p", a.NameWithMark(asked.Name, asked.Bot)), Ink: ui.Warn}
	case challenge:
		free = kit.Point{Sign: "○", SignInk: ui.Info, Text: a.T("wait.for", "p", a.NameWithMark(asked.Name, asked.Bot)), Ink: ui.Info}
	}
	return kit.Points{List: []kit.Point{own, free}}
}

// othersBlock is the other waiting people; a number or a click takes a seat there.
func (t *Table) othersBlock(a *app.App) kit.Line {
	col := kit.Col(0, 0, kit.Item{Block: kit.Text{Ink: ui.Strong | ui.Bold, Text: a.T("wait.others")}})
	for i, o := range t.others[:min(len(t.others), maxOthers)] {
		host, key := hostOf(o), app.Itoa(i+1)
		row := kit.Point{Sign: key, SignInk: ui.Accent | ui.Bold, Text: a.SeatName(host), Ink: ui.Text, Name: true}
		if a.Touched() { // a finger has no digits
			row.Sign = "○"
		}
		row.Note = a.Control(o.Control) + "   " + a.RatedWord(o.Rated, "")
		col.Items = append(col.Items, kit.Item{Block: kit.Tap{Block: kit.Points{List: []kit.Point{row}}, Msg: ui.Press(key)}})
	}
	return col
}

// waitKeys are the buttons of an open seat.
func (t *Table) waitKeys(a *app.App) (keys kit.Keys) {
	add := func(key ui.Key, word string) {
		name, label, _ := strings.Cut(a.T(word), " ")
		keys = append(keys, ui.KeyItem{Name: name, Label: label, Key: key})
	}
	add("g", "wait.button.bot")
	if t.canDays(a) {
		add("d", "wait.button.days")
	}
	if t.stays() {
		add("r", "wait.button.withdraw")
	} else {
		add("esc", "wait.button.stop")
	}
	if t.Snap.Code != "" {
		keys = append(keys, ui.KeyItem{Name: "x", Label: a.T("key.copy"), Key: "x"})
	}
	return keys
}

// waitMore returns what happens next, "" for nothing to say.
func (t *Table) waitMore(a *app.App, waited int64) string {
	switch s := t.Snap; {
	case t.stays():
		return a.T(app.If(s.Again && !s.Control.Correspondence(), "wait.again", "wait.days"))
	case waited < botAfter:
		return a.T("wait.bot")
	}
	return ""
}

// meetingView shows two players who have found each other and are asked whether they are ready.
func (t *Table) meetingView(a *app.App) app.View {
	s := t.Snap
	left := max(s.ReadyBy-t.now(), 0) // to the beginning, or to the end of the meeting
	var people kit.Points
	plates := &kit.Flow{Gap: 1, Tight: 1}
	for i := range s.Seats { // the player first: the seats are not dealt yet
		at := games.Seat((i + max(int(s.You), 0)) % len(s.Seats))
		p := t.meetPoint(a, at)
		plates.Blocks = append(plates.Blocks, t.meetPlate(a, at, p))
		if rating := s.Seats[at].Rating; rating > 0 {
			p.Note = a.Rating(rating, s.Seats[at].Provisional) + "   " + p.Note
		}
		people.List = append(people.List, p)
	}
	keys := kit.Keys{{Name: "Esc", Label: a.T("key.calloff"), Key: "esc"}}
	if !t.ready() {
		keys = append(kit.Keys{{Name: "Enter", Label: a.T("key.ready"), Key: "enter"}}, keys...)
	}
	text := kit.Item{Block: kit.Text{Ink: ui.Muted, Text: a.T(t.meetText())}}
	seconds := app.Itoa(app.Seconds(left))
	count := kit.Row(2, kit.Item{Block: kit.Figure{Value: seconds, Shade: ui.Gold, Ink: ui.Accent | ui.Bold}, Fix: ui.LettersWidth(seconds, 2)},
		kit.Item{Block: kit.Col(0, 0, kit.Item{Block: kit.Text{}, Fill: 1}, kit.Item{Block: kit.Word{Ink: ui.Strong, Text: a.T(app.If(s.Comes, "meet.starts", "meet.until"))}})})
	small := kit.Col(1, 0, kit.Item{Block: people}, text, kit.Item{Block: keys})
	large := kit.Col(3, 1, kit.Item{Block: plates}, kit.Item{Block: count, First: true}, text, kit.Item{Block: keys})
	form := func(rows kit.Line, fill int) kit.Block {
		return inTheMiddle(kit.Col(0, 0, kit.Item{Block: Form(s.Game, a.T("meet.title"), a.Game(s.Game, s.Options)+"   "+t.terms(a), kit.Pad{Block: rows, X: 1, Bottom: 1}), Fill: fill}))
	}
	return app.View{
		Place: []string{a.Game(s.Game, s.Options), a.T("meet.place")}, Usual: t.meetMessage(a), Keys: a.Bar(t.meetCommands()), Clock: a.ClockText(left),
		Body: kit.ByLevel{Pictures: kit.Fit{form(large, 1), form(small, 0)}, Signs: form(small, 0)},
	}
}

// meetPlate is one of the players in a large window: the portrait, the rating in large digits, and the answer.
func (t *Table) meetPlate(a *app.App, at games.Seat, p kit.Point) kit.Block {
	seat := t.Snap.Seats[at]
	text := kit.Col(0, 0, kit.Item{Block: kit.Word{Ink: p.Ink | ui.Bold, Text: p.Text, Name: true}})
	if seat.Rating > 0 {
		text.Items = append(text.Items, kit.Item{Block: kit.Figure{Value: a.Rating(seat.Rating, seat.Provisional), Shade: ui.White, Ink: ui.Text}})
	}
	text.Items = append(text.Items, kit.Item{Block: kit.Points{List: []kit.Point{{Sign: p.Sign, SignInk: p.SignInk, Text: p.Note, Ink: ui.Muted}}}})
	return kit.Row(2, kit.Item{Block: kit.Portrait(seat.Bot, seat.Name)}, kit.Item{Block: text, Fill: 1})
}

// meetPoint is one of the players, with the answer.
func (t *Table) meetPoint(a *app.App, at games.Seat) kit.Point {
	seat := t.Snap.Seats[at]
	p := kit.Point{Sign: "○", SignInk: ui.Muted, Text: a.SeatName(seat), Ink: ui.Strong, Name: true}
	p.Note = a.T(app.If(t.Snap.Comes, "meet.coming", "meet.asked"))
	if at == t.Snap.You {
		p.Ink = ui.Accent | ui.Bold
	}
	if seat.Rematch {
		p.Sign, p.SignInk, p.Note = "●", ui.OK, a.T("meet.ready")
	}
	return p
}
