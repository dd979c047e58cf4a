package e2e

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"arcade/e2e/door"
	"arcade/games"
	"arcade/games/matgo"
	matgobots "arcade/games/matgo/bots"
	"arcade/internal/race"
	"arcade/lobby/directory"
	points "arcade/sessions/matgo/round"
	"arcade/sessions/screentest"
	"arcade/store"
)

// stacked is Matgo with one deal.
type stacked struct {
	matgobots.Game
	options json.RawMessage
}

func (g stacked) Start(setup games.Setup) (games.Position, error) {
	setup.Options = g.options
	return g.Game.Start(setup)
}

// keysFor returns the keys with which the seat on turn plays an action.
func keysFor(v *matgo.View, m matgo.Move) []string {
	switch m.Verb {
	case matgo.Play:
		i := slices.Index(v.Hands[v.ToAct], matgo.Card(m.Arg))
		return []string{"1234567890"[i : i+1]}
	case matgo.Take:
		i := slices.Index(slices.SortedFunc(slices.Values(v.Ask.Choices), points.Worthier), matgo.Card(m.Arg))
		return []string{"12"[i : i+1]}
	case matgo.Bomb:
		return []string{"x", "1"}
	}
	return []string{map[matgo.Verb]string{matgo.Pass: "p", matgo.Go: "g", matgo.GukjinPi: "2"}[m.Verb]}
}

// Two people find each other under the standard rules and play a round to its end, one in Korean in 80x24, the other
// in English in 120x40: bombs and pass cards, a pile that the other eats, and a fourth go.
func TestStandardRound(t *testing.T) {
	t.Parallel()
	if race.Had {
		t.Skip("it has run with the race detector")
	}
	r := screentest.MatgoRounds()[1085]
	cfg := rounds
	cfg.Games = games.NewRegistry(stacked{options: r.Options})
	h := &house{*door.Open(t, cfg)}
	key, otherKey := door.NewKey(t), door.NewKey(t)
	h.fast(t, key, "kim", "ko")
	h.fast(t, otherKey, "lee", "en")
	kim := enter(t, h.Addr, key, door.Opts{Lang: door.Korean, User: "kim", Command: "play matgo"})
	lee := enter(t, h.Addr, otherKey, door.Opts{Lang: door.English, User: "lee", Command: "play matgo", Cols: 120, Rows: 40})
	for _, c := range []*client{kim, lee} {
		c.Await(`<lobby.place>`)
		c.Keys("f")
		c.Decide(`<seek.rules>`, "2")
	}
	kim.Await(`<tb.round n=1>`)
	lee.Await(`<tb.round n=1>`)
	pos, err := stacked{options: r.Options}.Start(games.Setup{Game: matgo.Name})
	if err != nil {
		t.Fatal(err)
	}
	sides := [2]*client{kim, lee} // by seat: the second begins
	if onTurn(kim, lee) == kim {
		sides = [2]*client{lee, kim}
	}
	// By the number of actions: what both read then.
	moments := map[int]string{
		1: `폭탄!|bomb!`, 6: `뻑.3┐|Pp `, 8: `뻑.3┐|Pp `, 15: `9피>3장|9Jk>3`, 25: `고4|Go4`,
	}
	spectator, err := h.Lobby.Enter(directory.Identity{Lang: "en"})
	if err != nil {
		t.Fatal(err)
	}
	asks := func(lines []string) bool { return strings.Contains(strings.Join(lines, "\n"), "╔═") }
	h.lists(t, matgo.Name, store.Live)
	id := h.Lobby.PublicTables(matgo.Name)[0].ID
	for i, action := range r.Actions {
		m, ok := matgo.ParseMove(games.Action(action[2:]))
		if !ok {
			t.Fatal(action)
		}
		c := sides[pos.ToAct()]
		played := func([]string) bool {
			now, err := spectator.Table(id)
			return err == nil && len(now.Plies) > i
		}
		keys := keysFor(pos.View(pos.ToAct()).(*matgo.View), m)
		press := func() {
			c.Decide(`── <mg.turn> ─|╔═`, keys[0])
			for _, key := range keys[1:] {
				if c.Comes(3*time.Second, asks) {
					time.Sleep(door.Guard)
					c.Keys(key)
				}
			}
		}
		var moment []func()
		if re := moments[i+1]; re != "" {
			moment = append(moment, kim.Sees(re), lee.Sees(re))
		}
		press()
		for start := time.Now(); !c.Comes(3*time.Second, played); press() { // a table that has just called its player ignores keys
			if time.Since(start) > door.Patience {
				c.Fatalf("%s is not played", action)
			}
		}
		for _, await := range moment {
			await()
		}
		if _, err := pos.Apply(m.Action()); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range sides {
		c.Await(roundOver)
		c.Await(`25점 x 16|25 pt x 16`)
	}
}

// onTurn waits until a client is on turn, and returns it.
func onTurn(clients ...*client) *client {
	mine := door.RX(`── <mg.turn> ─`)
	for start := time.Now(); time.Since(start) < door.Patience; clients[0].Breath() {
		for _, c := range clients {
			if mine.MatchString(c.Screen()) {
				return c
			}
		}
	}
	clients[0].Fatalf("nobody is on turn")
	return nil
}
