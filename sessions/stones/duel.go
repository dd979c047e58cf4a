package stones

import (
	_ "embed" // bots.art
	"encoding/json"
	"time"

	"arcade/games"
	"arcade/games/stones"
	"arcade/games/stones/duel"
	"arcade/lobby/room"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play"
	"arcade/sessions/play/seats"
	"arcade/sessions/ui"
)

// Duel is Stepping Stones for two on the screens; the single game's catalogue has its words.
var Duel = &play.Game{
	Speech: duelSpeech,
	Name:   duel.Name, Words: []byte("{}"), Face: duelFace, View: func() play.View { return &duelView{one: gameView{at: 1}} },
	Digits: true, Act: actText, Card: cardOfDuel,
	Ending: func(view any) string {
		v, _ := view.(duel.View)
		_, how := v.Outcome()
		return how
	},
	Versus: play.Versus{
		Control: "5+3", Controls: []string{"5+3", "1+0", "none", room.OneDay},
		Variants: variants(),
		Variant:  func(a *app.App, at int) string { return a.T("st.mode", "n", at+1) },
		Faces:    botFaces,
	},
}

// variants returns the options of each mode.
func variants() (list []json.RawMessage) {
	for _, m := range stones.Modes() {
		list = append(list, modeOptions(m.Number))
	}
	return list
}

//go:embed bots.art
var botsArt string

// botFaces has the pictures of the bots by name.
var botFaces = ui.Sprites(botsArt, nil)

// duelView shows the two runs on one strip of cells, and below it the choices of the viewer's run;
// a spectator sees the choices of the seat on turn.
type duelView struct {
	play.Defaults
	one gameView
}

// tokens has the marks of the seats: the first stands over the cells, the second below.
var (
	duelMarks = [2]string{"v", "^"}
	duelInks  = [2]ui.Token{ui.Accent, ui.Info}
)

// look returns the seat whose choices are shown, and its run.
func look(s *play.Scene, view duel.View) (games.Seat, stones.View) {
	seat := s.You
	if seat == games.Nobody || s.Replay {
		seat = max(view.ToAct, 0)
	}
	return seat, view.Runs[seat]
}

// alone returns the scene for the view of one run.
func alone(s *play.Scene, run stones.View) *play.Scene {
	one := *s
	one.View, one.Before = run, nil
	return &one
}

func (v *duelView) Update(s *play.Scene) {
	if view, _ := s.View.(duel.View); s.Mine() {
		_, run := look(s, view)
		v.one.settle(run, 1)
	}
}

// Side returns the place of a seat's token.
func (v *duelView) Side(a *app.App, seat games.Seat) string { return duelMarks[max(seat, 0)] }

func (v *duelView) Around(a *app.App, s *play.Scene) play.Around {
	view, _ := s.View.(duel.View)
	return play.Around{Stake: new(a.T("st.mode", "n", view.Runs[0].Mode))}
}

// Commands returns the commands of the run in view, or tells a player to wait.
func (v *duelView) Commands(_ *app.App, t *play.Table) []app.Command {
	s := &t.Scene
	view, _ := s.View.(duel.View)
	seat, run := look(s, view)
	list := v.one.commands(t, alone(s, run), "sd.key.take")
	if s.Mine() {
		return list
	}
	for i := range list {
		list[i].Bar = ""
		if list[i].Key == "enter" && s.You == seat {
			list[i].Do = func(a *app.App) { a.Warn(a.T("sd.notyours")) }
		}
	}
	return list
}

func (v *duelView) Press(a *app.App, t *play.Table, key ui.Key) bool { return stops(a, t, key) }

func (v *duelView) Click(a *app.App, t *play.Table, msg any) {
	s := &t.Scene
	if hit, ok := msg.(choiceHit); ok && !t.TooSoon() && !skip(a, t) {
		view, _ := s.View.(duel.View)
		_, run := look(s, view)
		v.one.click(a, t, alone(s, run), stones.Choice(hit))
	}
}

func (v *duelView) Refusal(a *app.App, err error) string { return v.one.Refusal(a, err) }

func (v *duelView) Prompt(a *app.App, s *play.Scene) string {
	view, _ := s.View.(duel.View)
	if s.ToAct == games.Nobody {
		return ""
	}
	_, run := look(s, view)
	c := int(v.one.at)
	switch {
	case !s.Mine():
		return a.T("sd.wait", "p", a.SeatName(s.Seats[s.ToAct]))
	case view.Runs[1-s.You].Over:
		return v.one.Prompt(a, alone(s, run))
	case view.Chosen > 0:
		return a.T("sd.answer", "o", int(view.Chosen), "c", c, "a", run.Cell, "to", spanText(run.Cell, v.one.at))
	}
	return a.T("sd.turn", "c", c, "a", run.Cell, "to", spanText(run.Cell, v.one.at))
}

func (v *duelView) NewcomerPrompt(a *app.App) string { return a.T("sd.coach") }

func (v *duelView) Result(a *app.App, s *play.Scene) (lines []string) {
	view, _ := s.View.(duel.View)
	for seat, run := range view.Runs {
		text := a.T("sd.left", "a", run.Cell, "n", run.Left)
		if run.Reward != nil {
			text = ui.PadLeft(app.Itoa(run.Cell), 2) + "  " + gradeName(a, *run.Reward)
		}
		lines = append(lines, duelMarks[seat]+" "+ui.PadRight(a.SeatName(s.Seats[seat]), 14)+text)
	}
	return lines
}

// rolls returns the steps of the last ply, by seat; nil for a seat that did not roll.
func rolls(s *play.Scene) (list [2]*stones.EventStep) {
	if n := len(s.Plies); n > 0 {
		for _, e := range s.Plies[n-1].Events {
			if step, ok := e.Fact.(stones.EventStep); ok && e.Seat >= 0 {
				list[e.Seat] = &step
			}
		}
	}
	return list
}

func (v *duelView) Motion(a *app.App, s *play.Scene) time.Duration {
	far := 0
	for _, step := range rolls(s) {
		if step != nil {
			far = max(far, step.To-step.From, step.From-step.To)
		}
	}
	return a.Paced(time.Duration(far) * cellPace)
}

// shown returns the visible state: the position, both cells, and the remaining time of a roll's motion.
func (v *duelView) shown(a *app.App, s *play.Scene) (view duel.View, cells [2]int, left time.Duration, ok bool) {
	if view, ok = s.View.(duel.View); !ok {
		return view, cells, 0, false
	}
	cells = [2]int{view.Runs[0].Cell, view.Runs[1].Cell}
	left, total := s.MotionLeft(a, v), v.Motion(a, s)
	if before, ok := s.Before.(duel.View); ok && left > 0 {
		view = before // no text reveals the effect of a roll before the roll comes to rest
		for seat, step := range rolls(s) {
			if step != nil {
				cells[seat] = step.From + int(time.Duration(step.To-step.From)*(total-left)/total)
			}
		}
	}
	return view, cells, left, true
}

// Parts shows two runs on one course, below it a row for each of the two, and the choices of the viewer's own run, or
// the rolls face down while the other player has to choose.
func (v *duelView) Parts(a *app.App, s *play.Scene) play.Parts {
	view, cells, left, ok := v.shown(a, s)
	if !ok {
		return play.Parts{}
	}
	who, run := look(s, view)
	board := course{a: a, own: -1, two: true, see: crossing{rewards: run.Rewards, percents: !a.Set.NoHints && left == 0}}
	for _, seat := range []games.Seat{who, 1 - who} {
		w := walker{cell: cells[seat], coat: coats[seat], air: left > 0 && cells[seat] != view.Runs[seat].Cell, seat: seat}
		if cells[0] == cells[1] {
			w.side = 4*int(seat) - 2
		}
		board.see.walkers = append(board.see.walkers, w)
	}
	one := alone(s, run)
	choices := v.one.trio(a, one, run)
	if picking(one, run) && !watched(s) {
		board.own = cells[who]
		if o := choices.list[v.one.at]; o != nil && left == 0 {
			board.see.odds = o.Landing
		}
	}
	return play.Parts{Board: board.block(), Wide: true, Side: []kit.Item{{Block: v.below(a, s, view, choices, left > 0), Fill: 1}}}
}

// below arranges what stands below the course.
func (v *duelView) below(a *app.App, s *play.Scene, view duel.View, choices trio, moving bool) kit.Block {
	rows := make([]kit.Item, 2, 3)
	for seat := range rows {
		r := row{v: v, a: a, s: s, view: view, seat: games.Seat(seat), moving: moving, mark: "●", ink: coatInks[seat]}
		signs := r
		signs.mark, signs.ink = duelMarks[seat], duelInks[seat]
		rows[seat].Block = kit.ByLevel{Pictures: r, Signs: signs}
	}
	facts := []kit.Item{{Block: legend(a, choices.view.Rewards), Drop: 3}, {Block: kit.Text{Ink: ui.Muted, Text: a.T("sd.same")}, Drop: 2}}
	with := func(more ...kit.Item) kit.Line {
		list := append(rows[:len(rows):len(rows)], more...)
		return kit.Col(1, 0, append(list, facts...)...)
	}
	switch {
	case !picking(choices.s, choices.view):
		return with()
	case s.You != games.Nobody && !s.Replay && !s.Mine():
		return with(kit.Item{Block: faceDown{a}})
	}
	first := func(b kit.Block) kit.Item { return kit.Item{Block: b, First: true} }
	drop := app.If(watched(s), 4, 0) // who watches has nothing to choose
	return kit.Fit{
		with(first(choices.beside())), with(first(choices.below())),
		with(kit.Item{Block: choices.flat(false), Drop: drop}), with(kit.Item{Block: choices.flat(true), Drop: drop}),
	}
}

// coatInks has the colours of the two coats beside the names.
var coatInks = [2]ui.Token{
	ui.NewPaint(ui.Paint{Night: 0xf3f3f3, Day: 0x5f594d, Dark: 255, Light: 240}),
	ui.NewPaint(ui.Paint{Night: 0xff7a7a, Day: 0xb3261e, Dark: 210, Light: 124}),
}

// row is a seat's row: the player, the run's cell and its reward, the picks left, and what the seat does.
type row struct {
	v      *duelView
	a      *app.App
	s      *play.Scene
	view   duel.View
	seat   games.Seat
	moving bool
	mark   string // of the seat's piece
	ink    ui.Token
}

// The columns of a row: from fullRow cells on it has the picks, from wideRow on more room for the name.
const leastRow, fullRow, wideRow = 38, 74, 100

// Least returns a row.
func (d row) Least(kit.Look, int) kit.Size { return kit.Size{W: leastRow, H: 1} }

// Wish returns a row.
func (d row) Wish(kit.Look, int) int { return 1 }

// Draw draws the row.
func (d row) Draw(l kit.Look, g ui.Region) {
	run := d.view.Runs[d.seat]
	seats.Row(d.a, d.s, d.seat, seats.Line{Mark: d.mark, Ink: d.ink, Count: -1}).Draw(l, g)
	if g.W() < fullRow {
		gradeChip(d.a, g, g.W()-11, 0, run.Rewards[run.Cell])
		g.TextRight(g.W()-12, 0, ui.Text, app.Itoa(run.Cell))
		return
	}
	x := app.If(g.W() < wideRow, 24, 40)
	g.Text(x, 0, ui.Text, d.a.T("st.rich.cell", "n", run.Cell))
	gradeChip(d.a, g, x+8, 0, run.Rewards[run.Cell])
	drawPicks(g, x+13, 0, run.Left, run.Picks())
	text, tok := d.does(run)
	g.TextCut(x+30, 0, g.W()-x-30-1-seats.ClockWidth(d.a, d.s, d.seat), tok, text)
}

// does says what the seat does now.
func (d row) does(run stones.View) (text string, ink ui.Token) {
	switch {
	case run.Over:
		return d.a.T("sd.rich.over"), ui.Strong
	case d.moving:
		return d.a.T("sd.rolling"), ui.Text
	case d.view.Chosen > 0 && d.view.ToAct != d.seat:
		return d.a.Short("sd.said.chosen", "c", int(d.view.Chosen)), ui.OK
	case d.view.ToAct == d.seat && d.s.Result == nil:
		return d.a.T("sd.rich.choosing"), ui.Text
	}
	return "", ui.Muted
}

// faceDown are the rolls of the three choices, which stay hidden until both players have chosen.
type faceDown struct{ a *app.App }

// Least returns the size of a sheet with a row.
func (f faceDown) Least(kit.Look, int) kit.Size { return kit.Size{W: leastRow, H: 3} }

// Wish returns the least height.
func (f faceDown) Wish(kit.Look, int) int { return 3 }

// Draw draws the choices with covered rolls, and if there is room the sentences about them.
func (f faceDown) Draw(_ kit.Look, g ui.Region) {
	in := g.Sheet(g.Rect(), ui.Panel)
	x, pitch := 2, (g.W()-1)/stones.Choices
	wide := g.W() >= fullRow
	if wide {
		in.Text(2, 1, ui.Strong|ui.Bold, f.a.T("sd.rich.same"))
		in.TextRight(g.W()-2, 1, ui.Text, f.a.T("sd.rich.opens"))
		x, pitch = 18, 12
	}
	for c := stones.Choice(1); c <= stones.Choices; c++ {
		at := x + pitch*(int(c)-1)
		at += in.Text(at, 1, ui.Muted, choiceName(f.a, c)) + 1
		in.Chip(at, 1, app.If(wide, " ? ", "?"), ui.Cap)
	}
}
