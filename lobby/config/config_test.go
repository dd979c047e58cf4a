package config

import (
	"bytes"
	"strconv"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/othello"
	"arcade/games/rng"
)

// What is set stays; the rest has its default, so that nothing is nil.
func TestWithDefaults(t *testing.T) {
	random := &bytes.Buffer{}
	c := Config{Grace: time.Second, MaxGames: 2, Random: random, Node: "a"}.WithDefaults()
	if c.Grace != time.Second || c.MaxGames != 2 || c.Random != random || c.Node != "a" {
		t.Errorf("what was set has changed: %+v", c)
	}
	if c.GraceLeft != 10*time.Second || c.ReadyTime != time.Minute || c.MaxSeats != 5 || c.ChatLines != 4 || c.Log == nil {
		t.Errorf("defaults: %+v", c)
	}
	if again := c.WithDefaults(); again.MaxShared != c.MaxShared || again.Log != c.Log {
		t.Errorf("set twice: %+v", again)
	}
}

// A bot takes the time that is configured. Otherwise it takes its game's time, or a little, where it has no
// choice; of many choices up to twice that, mostly less than half of it more.
func TestPace(t *testing.T) {
	c, g := Config{}, othello.Game{}
	for _, tc := range []struct {
		game  games.Game
		least time.Duration
	}{{g, 600 * time.Millisecond}, {paced{g}, 250 * time.Millisecond}} {
		for at := range 50 {
			if got := c.Pace(tc.game, 1, rng.New(strconv.Itoa(at))); got != tc.least {
				t.Fatalf("without a choice %v, want %v", got, tc.least)
			}
		}
		for _, choices := range []int{3, 9, 40} {
			most := tc.least + tc.least*time.Duration(min(choices-1, 8))/8
			soon, times := 0, map[time.Duration]bool{}
			for at := range 1000 {
				got := c.Pace(tc.game, choices, rng.New(strconv.Itoa(at)))
				if got < tc.least || got > most {
					t.Fatalf("%v for %d choices, want %v to %v", got, choices, tc.least, most)
				}
				if times[got] = true; got < (tc.least+most)/2 {
					soon++
				}
			}
			if soon < 600 || soon > 800 || len(times) < 30 {
				t.Errorf("%d choices: %d of 1000 soon, %d different times", choices, soon, len(times))
			}
		}
	}
	if c.BotPause = time.Second; c.Pace(g, 9, rng.New("")) != time.Second {
		t.Errorf("%v", c.Pace(g, 9, rng.New("")))
	}
}

type paced struct{ games.Game }

func (paced) Pace() int64 { return 250 }

// Nobody is called as a bot is.
func TestReservedNames(t *testing.T) {
	c := Config{Games: games.NewRegistry(othello.Game{}), Reserved: []string{"왕별"}}
	r := c.ReservedNames()
	for _, name := range append(games.BotNames(othello.Game{}), "왕별") {
		if !r.Has(name) {
			t.Errorf("a person may be called %s", name)
		}
	}
	if r.Has("kim") {
		t.Error("kim is reserved")
	}
}
