// Package nim shows Nim at a table and in a replay.
package nim

import (
	nim "arcade/examples/nim/engine"
	"arcade/games"
	"arcade/lobby/room"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// Game is Nim on the screens.
var Game = &play.Game{
	Name: nim.Name, Words: catalogue, Face: face, View: func() play.View { return &view{n: 1} },
	Settings: []app.Option{numbered.Choices("nim.numbered", "off", "on")}, Digits: true, Speech: speech,
	Versus:  play.Versus{Control: "5+3", Controls: []string{"5+3", "1+0", "none", room.OneDay}, Sides: true},
	Records: play.Records{Stats: statistics.Page, Rows: statistics.Rows, Board: boardName, Score: score},
}

// numbered is the setting that draws the sticks of a heap as numbers.
const numbered app.Setting[bool] = "nim_numbered"

// view shows the heaps, each as a row of sticks. The focus is on one heap, and the last n of its sticks
// are chosen.
type view struct {
	play.Defaults
	heap, n int
}

// stick is the click target of a stick. Heap and stick are counted from 0.
type stick struct{ heap, at int }

// Update moves the focus to a heap that has sticks.
func (v *view) Update(s *play.Scene) {
	heaps := heapsOf(s)
	for range heaps {
		if heaps[v.heap] > 0 {
			break
		}
		v.heap = (v.heap + 1) % nim.Heaps
	}
	v.n = max(min(v.n, heaps[v.heap]), 1)
}

// heapsOf returns the sticks that the viewer sees.
func heapsOf(s *play.Scene) [nim.Heaps]int {
	seen, _ := s.View.(nim.View)
	return seen.Heaps
}

// numbers are the keys that choose the number of sticks.
var numbers = []ui.Key{"1", "2", "3", "4", "5", "6", "7"}

// Commands includes a row of keys. The key bar shows it under the game's own name.
func (v *view) Commands(_ *app.App, t *play.Table) []app.Command {
	heaps, mine := heapsOf(&t.Scene), t.Scene.Mine()
	return []app.Command{
		{Key: "updown", Bar: app.TextIf(mine, "nim.key.heap"), Turn: func(_ *app.App, by int) {
			v.move(heaps, by)
		}},
		{Key: "leftright", Turn: func(_ *app.App, by int) {
			v.n = max(min(v.n-by, heaps[v.heap]), 1)
		}},
		{Key: "number", Name: "1-7", Also: numbers, Bar: app.TextIf(mine, "nim.key.sticks"), Each: func(_ *app.App, key ui.Key) {
			v.n = max(min(int(key[0]-'0'), heaps[v.heap]), 1)
		}},
		{Key: "enter", Bar: app.TextIf(mine, "nim.key.take"), Do: func(a *app.App) { v.take(a, t) }},
	}
}

// Click handles a click on a stick. The first click chooses the stick and all behind it. A second click
// takes them.
func (v *view) Click(a *app.App, t *play.Table, msg any) {
	hit, ok := msg.(stick)
	if !ok {
		return
	}
	if n := heapsOf(&t.Scene)[hit.heap] - hit.at; hit.heap != v.heap || n != v.n {
		v.heap, v.n = hit.heap, n
		return
	}
	v.take(a, t)
}

// move moves the focus by step to the next heap that has sticks.
func (v *view) move(heaps [nim.Heaps]int, step int) {
	for range heaps {
		v.heap = (v.heap + step + nim.Heaps) % nim.Heaps
		if heaps[v.heap] > 0 {
			break
		}
	}
	v.n = 1
}

// take plays the chosen take, if it is legal now.
func (v *view) take(a *app.App, t *play.Table) {
	switch {
	case t.Scene.You == games.Nobody:
		a.Warn(a.T("tb.spectator"))
		return
	case !t.Scene.Mine():
		a.Warn(a.T("nim.notyours"))
		return
	}
	t.Act(a, nim.Take{Heap: v.heap, N: v.n}.Action())
}

func (v *view) Refusal(a *app.App, err error) string {
	return app.TextIf(games.ReasonOf(err) == nim.ReasonTooMany, a.T("nim.toomany"))
}

func (v *view) Side(a *app.App, seat games.Seat) string {
	if seat == 0 {
		return a.T("nim.first")
	}
	return a.T("nim.second")
}

func (v *view) Prompt(a *app.App, s *play.Scene) string {
	switch {
	case s.ToAct == games.Nobody:
		return ""
	case s.Mine():
		return a.T("nim.turn", "heap", letter(v.heap), "n", v.n)
	}
	return a.T("nim.wait", "p", a.SeatName(s.Seats[s.ToAct]))
}

func (v *view) NewcomerPrompt(a *app.App) string { return a.T("nim.coach") }
