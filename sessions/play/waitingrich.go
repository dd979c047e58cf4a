package play

import (
	"time"

	"arcade/games"
	"arcade/lobby"
	"arcade/lobby/names"
	"arcade/sessions/app"
	"arcade/sessions/ui"
)

// codeShade is the shade of a code for a friend.
var codeShade = ui.Shaded(ui.Strong, ui.OK)

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

// waitingRich draws an open seat on ui.LevelRich: the code for a friend in pixels, the table, the
// progress of the search, and the buttons.
func (t *Table) waitingRich(a *app.App, c *ui.Canvas, waited int64) {
	g := ui.CompactBody(c)
	y := t.codeSheet(a, g)
	g.Text(3, y, ui.Strong|ui.Bold, a.T(t.titleKey()))
	t.openSeats(a, g, 3, y+1)
	if !t.stays() {
		g.TextRight(77, y, ui.Strong|ui.Bold, a.T("wait.time", "t", app.Took(time.Duration(waited)*time.Second)))
	}
	y += 6
	if others := t.others[:min(len(t.others), maxOthers)]; len(others) > 0 {
		t.othersRich(a, g, y-1, others)
		return
	}
	x := 3
	for _, b := range t.waitButtons(a) {
		x += g.Button(x, y, a.T(b.label), b.key, false) + 1
	}
	switch {
	case t.stays():
		g.Text(3, y+1, ui.Muted, a.T(app.Either(t.Snap.Again && !t.Snap.Control.Correspondence(), "wait.again", "wait.days")))
	case waited < botAfter:
		g.Text(3, y+1, ui.Muted, a.T("wait.bot"))
	}
}

type waitButton struct {
	label string
	key   ui.Key
}

// waitButtons returns the buttons of an open seat.
func (t *Table) waitButtons(a *app.App) (list []waitButton) {
	list = append(list, waitButton{"wait.button.bot", "g"})
	if t.canDays(a) {
		list = append(list, waitButton{"wait.button.days", "d"})
	}
	if t.stays() {
		return append(list, waitButton{"wait.button.withdraw", "r"})
	}
	return append(list, waitButton{"wait.button.stop", "esc"})
}

// codeSheet draws the code for a friend in doubled pixels with the line to send, or the game's picture if
// there is no code. It returns the row below.
func (t *Table) codeSheet(a *app.App, g ui.Region) (below int) {
	s, face := t.Snap, GameOf(t.Snap.Game).Face
	strip := face.Accent
	if strip == 0 {
		strip = ui.Info
	}
	h := app.Either(s.Code != "", 10, 8)
	in := g.Sheet(ui.Rect{X: 1, Y: 1, W: 78, H: h}, ui.Panel)
	in.Strip(ui.Rect{W: 78, H: 1}, strip)
	if s.Code == "" {
		x := 3
		if face.Emblem != nil {
			in.Stamp(x, 2, face.Emblem)
			x += face.Emblem.W + 3
		}
		in.Text(x, 2, ui.Strong|ui.Bold, a.Game(s.Game, s.Options))
		in.Text(x, 3, ui.Muted, a.Terms(s.Control)+"   "+a.RatedWord(s.Rated, s.Casual))
		return 1 + h + 1
	}
	code := names.ShowCode(s.Code)
	in.Text(3, 1, ui.Muted, a.T("wait.friend", "code", code))
	in.TextCut(3, 2, 72, ui.Accent, t.joinPage(a))
	k := 2
	if ui.LettersWidth(code, k) > 72 {
		k = 1
	}
	in.Letters(3, 3, code, k, codeShade)
	w := in.TextCut(3, 9, 58, ui.Accent|ui.Bold, t.joinLine(a))
	in.Keycap(3+w+3, 9, "x", a.T("key.copy"), "x", false)
	return 1 + h + 1
}

// openSeats draws the player at the table and the open seat.
func (t *Table) openSeats(a *app.App, g ui.Region, x, y int) {
	s := t.Snap
	me := s.Seats[max(s.You, 0)]
	g.Text(x, y, ui.Accent, "●")
	w := g.TextCut(x+2, y, 28, ui.Strong, a.SeatName(me))
	if me.Rating > 0 {
		g.Text(x+3+w, y, ui.Muted, a.Rating(me.Rating, me.Provisional))
	}
	asked, challenge := t.invited(a)
	switch {
	case challenge && !a.House.Lobby.Here(asked.ID):
		g.TextCut(x, y+1, 40, ui.Warn, "○ "+a.T("wait.away", "p", a.Marked(asked.Name, asked.Bot)))
	case challenge:
		g.TextCut(x, y+1, 40, ui.Info, "○ "+a.T("wait.for", "p", a.Marked(asked.Name, asked.Bot)))
	default:
		g.Text(x, y+1, ui.OK, "○ "+a.T("wait.free"))
	}
	g.Text(x, y+2, ui.Muted, a.Terms(s.Control)+"   "+a.RatedWord(s.Rated, s.Casual))
	if s.Rated && s.Casual == "" {
		g.Text(x, y+3, ui.Muted, a.T("wait.counts"))
	}
}

// othersRich draws the other waiting people; a number takes a seat there.
func (t *Table) othersRich(a *app.App, g ui.Region, y int, others []*lobby.Summary) {
	g.Text(3, y, ui.Strong|ui.Bold, a.T("wait.others"))
	for i, o := range others {
		key := ui.Key(app.Itoa(i + 1))
		row := y + 1 + i
		g.Chip(3, row, string(key), ui.Cap)
		host := hostOf(o)
		w := g.TextCut(8, row, 20, ui.Text, a.SeatName(host))
		if host.Rating > 0 {
			g.Text(9+w, row, ui.Muted, a.Rating(host.Rating, host.Provisional))
		}
		g.Text(38, row, ui.Muted, a.Control(o.Control))
		g.Text(54, row, ui.Muted, a.RatedWord(o.Rated, ""))
		g.Hit(ui.Rect{X: 3, Y: row, W: 70, H: 1}, ui.Press(key))
	}
}

// meetingRich draws two players who have found each other and are asked whether they are ready.
func (t *Table) meetingRich(a *app.App, c *ui.Canvas) {
	s := t.Snap
	g := ui.CompactBody(c)
	in := FormSheet(g, s.Game, ui.Rect{X: 7, Y: 3, W: 66, H: 16}, a.T("meet.title"), a.Terms(s.Control)+"   "+a.RatedWord(s.Rated, s.Casual))
	y := 0
	for i := range s.Seats { // the player first: the seats are not dealt yet
		at := (i + max(int(s.You), 0)) % len(s.Seats)
		t.meetRow(a, in, y, games.Seat(at))
		y += 3
	}
	in.TextCut(2, y+1, in.W()-3, ui.Muted, a.T(t.meetText()))
	x, y := 2, in.H()-3
	if !t.ready() {
		x += in.Button(x, y, "Enter "+a.T("key.ready"), "enter", true) + 2
	}
	in.Button(x, y, "Esc "+a.T("key.calloff"), "esc", false)
}

// meetRow draws one of the two players, and whether they are ready.
func (t *Table) meetRow(a *app.App, g ui.Region, y int, at games.Seat) {
	seat, ground := t.Snap.Seats[at], ui.Raised
	row := g.Sub(ui.Rect{X: 1, Y: y, W: g.W() - 2, H: 2})
	row.Fill(row.Rect(), ground)
	ink := ui.Strong
	if at == t.Snap.You {
		row.Edge(0, 0, 2, ui.Accent)
		ink = ui.Accent
	}
	row.Text(2, 0, ink, "●")
	w := row.TextCut(4, 0, 24, ink|ui.Bold, a.SeatName(seat))
	if seat.Rating > 0 {
		row.Text(5+w, 0, ui.Muted, a.Rating(seat.Rating, seat.Provisional))
	}
	if seat.Rematch {
		word := a.T("meet.ready")
		row.Chip(row.W()-4-ui.Width(word), 0, word, ui.Ground(ui.OK))
		return
	}
	row.TextRight(row.W()-3, 0, ui.Muted, a.T(app.Either(t.Snap.Comes, "meet.coming", "meet.asked")))
}
