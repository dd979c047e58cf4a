package config

import (
	"bytes"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/othello"
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

// A bot takes the time that is configured, or its game's, or a little.
func TestPace(t *testing.T) {
	c, g := Config{}, othello.Game{}
	if got := c.Pace(g); got != 600*time.Millisecond {
		t.Errorf("%v", got)
	}
	if c.BotPause = time.Second; c.Pace(g) != time.Second {
		t.Errorf("%v", c.Pace(g))
	}
	if c.BotPause = 0; c.Pace(paced{g}) != 250*time.Millisecond {
		t.Errorf("%v", c.Pace(paced{g}))
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
