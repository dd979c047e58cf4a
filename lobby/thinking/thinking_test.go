package thinking

import (
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"arcade/games"
	"arcade/games/othello"
	"arcade/games/rng"
	"arcade/lobby/tasks"
	"arcade/lobby/turns"
)

// mad is a bot that panics, or thinks until it is told to stop.
type mad struct{ panics bool }

func (mad) Name() string { return "mad" }

func (m mad) Choose(any, *rng.Source) games.Action {
	if m.panics {
		panic("mad")
	}
	return "d3"
}

// slow is a bot that thinks until it is told to stop.
type slow struct{ mad }

func (slow) Think(_ any, _ *rng.Source, limit games.Limit) games.Action {
	for !limit.Stop() {
		time.Sleep(time.Millisecond)
	}
	return "c4"
}

func newDesk() *Desk {
	log := slog.New(slog.DiscardHandler)
	return &Desk{Games: games.NewRegistry(othello.Game{}), Log: log, Tasks: tasks.New(log), Turns: turns.New(turns.Limits{})}
}

// A bot chooses at once or thinks until its limit; one that panics chooses nothing.
func TestChoose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk()
		for bot, want := range map[games.Bot]games.Action{mad{}: "d3", mad{panics: true}: "", slow{}: "c4"} {
			began := time.Now()
			stop := func() bool { return time.Since(began) >= time.Second }
			if got := d.Choose(t.Context(), bot, nil, nil, games.Limit{Stop: stop}); got != want {
				t.Errorf("%+v chooses %q, want %q", bot, got, want)
			}
		}
	})
}

// A bot thinks a part of the time that it has left, and ends when the match moves on.
func TestLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for control, want := range map[string]int64{
			"none": 0, // the bot's own limit holds
			"60+0": 4 * thinkSpeed,
			"1+0":  thinkSpeed * 24 / 10, // a 25th of a minute
			"0+1":  thinkSpeed * 79 / 100,
		} {
			c, err := games.ParseControl(control)
			if err != nil {
				t.Fatal(err)
			}
			g := othello.Game{}
			m, err := games.NewMatch(g, games.Setup{Game: othello.Name, Rules: g.Info().Rules, Seed: "1"}, games.Terms{Control: c}, 0)
			if err != nil {
				t.Fatal(err)
			}
			moved := false
			limit := Limit(m, 0, 0, func() bool { return moved })
			if limit.Nodes != want || limit.Stop() {
				t.Errorf("%s: %d positions, want %d; it stops at once: %v", control, limit.Nodes, want, limit.Stop())
			}
			if moved = true; !limit.Stop() {
				t.Errorf("%s: it thinks on after the match has moved on", control)
			}
			moved = false
			if time.Sleep(2*thinkMost + time.Millisecond); !limit.Stop() {
				t.Errorf("%s: it thinks for ever", control)
			}
		}
	})
}
