package pages

import (
	"testing"
	"time"

	"arcade/games"
	"arcade/lobby/pairing"
	"arcade/lobby/records"
	"arcade/sessions/app"
	"arcade/sessions/play/replays"
	"arcade/sessions/screentest"
	"arcade/sessions/words"
)

// Bots of any game for two can be watched.
func TestExhibitOthello(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		p.Press("n", "5", "down", "1", "down", "1", "enter", "5")
		h.Pass(12 * time.Second)
		e, ok := p.Top().(*replays.Exhibit)
		if !ok || e.Won[0]+e.Won[1]+e.Drawn != 1 {
			t.Fatalf("%T", p.Top())
		}
		for _, problem := range p.Problems() {
			t.Error(problem)
		}
	})
}

// If too many replays are open a sentence says so, also for an exhibition. Closing one makes room.
func TestTooManyReplays(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		id := h.Duel(p, h.Other(), pairing.Offer{}, screentest.SixMoves)
		p.Do((*app.App).Home)
		open := func() bool {
			p.Do(func(a *app.App) { a.Push(replays.New(id)) })
			_, ok := p.Top().(*replays.Replay)
			return ok
		}
		var last, held *records.Replay
		for err := error(nil); err == nil; err = p.Visit.Hold(held) {
			last, held = held, &records.Replay{Plies: make([]games.Ply, 20_000)}
		}
		if open() || p.Note != words.T(words.EN, "err.many_replays") {
			t.Errorf("told %q", p.Note)
		}
		p.Visit.Drop(last)
		for range 101 { // more than would fit if closing did not count
			if !open() {
				t.Fatal(p.Note)
			}
			p.Press("esc")
		}
		h.Must(p.Visit.Hold(last))
		p.Do(func(a *app.App) { a.Push(replays.NewExhibit("othello", []string{"greedy", "greedy"})) })
		if h.Pass(2 * time.Second); p.Note != words.T(words.EN, "err.many_replays") {
			t.Errorf("told %q", p.Note)
		}
	})
}
