package stones

import (
	_ "embed" // bots.json
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"arcade/games"
	"arcade/games/stones"
	"arcade/games/stones/duel"
	"arcade/lobby"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/play/seats"
	"arcade/sessions/ui"
)

// Duel is Stepping Stones for two on the screens; the single game's catalogue has its words.
var Duel = &play.Game{
	Speech: duelSpeech,
	Name:   duel.Name, Words: []byte("{}"), Face: duelFace, View: func() play.View { return &duelView{one: gameView{at: 1}} },
	Digits: true, Act: actText, Sheet: newSheet, Card: cardOfDuel,
	Ending: func(view any) string {
		v, _ := view.(duel.View)
		_, how := v.Outcome()
		return how
	},
	Versus: play.Versus{
		Control: "5+3", Controls: []string{"5+3", "1+0", "none", lobby.OneDay},
		Variants: []json.RawMessage{modeOptions(1), modeOptions(2)},
		Variant:  func(a *app.App, at int) string { return a.T("st.mode", "n", at+1) },
		Faces:    botFaces,
	},
}

//go:embed bots.json
var botsJSON []byte

// botFaces has the pictures of the bots by name.
var botFaces = ui.Sprites(botsJSON, nil)

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

func (v *duelView) See(s *play.Scene) {
	if view, _ := s.View.(duel.View); s.Mine() {
		_, run := look(s, view)
		v.one.settle(run, 1)
	}
}

// Side returns the place of a seat's token.
func (v *duelView) Side(a *app.App, seat games.Seat) string { return duelMarks[max(seat, 0)] }

func (v *duelView) Chrome(a *app.App, s *play.Scene) play.Chrome {
	view, _ := s.View.(duel.View)
	return play.Chrome{Stake: new(a.T("st.mode", "n", view.Runs[0].Mode))}
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

func (v *duelView) Coach(a *app.App) string { return a.T("sd.coach") }

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

// stand returns a run's cell, or its reward once it is over.
func (v *duelView) stand(a *app.App, run stones.View) string {
	if run.Reward != nil {
		return a.T("st.res.head", "n", run.Cell, "grade", gradeName(a, *run.Reward))
	}
	return a.T("sd.left", "a", run.Cell, "n", run.Left)
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
	left, total := s.Unrest(a, v), v.Motion(a, s)
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

func (v *duelView) Draw(a *app.App, c *ui.Canvas, s *play.Scene) {
	view, cells, left, ok := v.shown(a, s)
	if !ok {
		return
	}
	if c.Rich {
		v.drawRich(a, spaceOf(c), s, view, cells, left)
		return
	}
	g := ui.Body(c)
	if ui.Full(c.W(), c.H()) {
		g = g.Sub(ui.Rect{X: (g.W() - 80) / 2, Y: (g.H() - 21) / 2, W: 80, H: 21})
	}
	for seat := range view.Runs {
		v.seat(a, g, s, view, games.Seat(seat), left > 0)
	}
	g.HLine(0, 2, g.W(), ui.Muted)
	who, run := look(s, view)
	at := cells[who]
	if s.Result != nil || s.You == games.Nobody || s.Replay {
		at = -1
	}
	drawStrip(a, g, 4, run.Rewards, at, ui.Text)
	for seat, cell := range cells {
		g.Text(7+4*cell, 3+6*seat, duelInks[seat], duelMarks[seat])
	}
	v.one.legend(a, g, 5, 10, run)
	g.HLine(0, 11, g.W(), ui.Muted)
	if one := alone(s, run); picking(one, run) {
		v.one.choices(a, g, one, run, outlooks(run), 12, 2, [6]int{1, 13, 24, 31, 38, 56})
	}
	if !s.Replay {
		g.Text(1, 19, ui.Muted, a.T("sd.same"))
	}
}

// seat draws a seat's line: the player, the run's cell, and its present action.
func (v *duelView) seat(a *app.App, g ui.Region, s *play.Scene, view duel.View, seat games.Seat, moving bool) {
	run, y := view.Runs[seat], int(seat)
	seats.Draw(a, g, s, seat, seats.Line{Mark: duelMarks[seat], Ink: duelInks[seat], Count: -1}, ui.Rect{W: 40}, y)
	used := stones.Picks - run.Left
	x := 42 + g.Text(42, y, ui.Text, fmt.Sprintf("[%s%s]", strings.Repeat("#", used), strings.Repeat(".", run.Left))) + 2
	switch {
	case run.Over:
		g.Text(x, y, ui.Strong, v.stand(a, run))
	case moving:
		g.Text(x, y, ui.Accent, a.T("sd.rolling"))
	case view.Chosen > 0 && view.ToAct != seat:
		g.Text(x, y, ui.Accent, a.Short("sd.said.chosen", "c", int(view.Chosen)))
	case len(run.History) > 0:
		step := run.History[len(run.History)-1]
		g.Text(x, y, ui.Text, a.Short("st.said.roll", "c", int(step.Choice), "d", fmt.Sprintf("%+d", step.Roll), "a", step.From, "n", step.To))
	}
}
