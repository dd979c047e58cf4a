package gametest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"arcade/games"
	"arcade/games/rng"
)

// seed returns the n-th seed for a game, in the game's form of seeds.
func (g Game) seed(n int) string {
	if s, ok := g.Engine.(games.Seeder); ok {
		var random [16]byte
		r := rng.New(fmt.Sprint(n))
		for i := range random {
			random[i] = byte(r.Intn(256))
		}
		return s.RandomSeed(random)
	}
	return fmt.Sprint("씨앗 ", n)
}

// setupOf returns the n-th setup. The options take turns.
func (g Game) setupOf(n int) games.Setup {
	list := g.options()
	s := games.Setup{Game: g.Engine.Info().Name, Seed: g.seed(n)}
	if o := list[n%len(list)]; o != "" {
		s.Options = json.RawMessage(o)
	}
	return s
}

func (g Game) info(t *testing.T) {
	info := g.Engine.Info()
	if info.Name == "" || strings.Trim(info.Name, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
		t.Errorf("name %q: want lower case letters and digits", info.Name)
	}
	if info.Seats < 1 || info.Seats > 2 || info.Rules < 1 || info.Options == nil {
		t.Errorf("%+v", info)
	}
	if found, err := games.NewRegistry(g.Engine).Game(info.Name); err != nil || found != g.Engine {
		t.Errorf("the registry has %v, %v", found, err)
	}
	if names := games.BotNames(g.Engine); !slices.Equal(names, g.Bots) {
		t.Errorf("bots %v, want %v", names, g.Bots)
	}
	for _, name := range g.Bots {
		if b := games.FindBot(g.Engine, name); b == nil || b.Name() != name {
			t.Errorf("no bot %q is found", name)
		}
	}
	if _, ok := g.Engine.(games.Recorder); ok != (g.Stats != nil) {
		t.Errorf("it records: %v; Stats is set: %v", ok, g.Stats != nil)
	}
	if info.Hidden && g.Hidden == nil {
		t.Error("it hides something, and Hidden does not say what")
	}
}

// setup checks that the game accepts and refuses setups as every game does, and as its description says.
func (g Game) setup(t *testing.T) {
	info := g.Engine.Info()
	good := g.setupOf(0)
	start := func(change func(*games.Setup)) error {
		s := good
		change(&s)
		_, err := g.Engine.Start(s)
		return err
	}
	try := func(what, refused string, change func(*games.Setup)) {
		t.Helper()
		switch err := start(change); {
		case refused == "" && err != nil:
			t.Errorf("%s: %v", what, err)
		case refused != "" && (err == nil || !strings.Contains(err.Error(), refused)):
			t.Errorf("%s: error %v, want %q in it", what, err, refused)
		case err != nil && (len(err.Error()) > 1000 || strings.ContainsAny(err.Error(), "\n\r")):
			t.Errorf("%s: a long error, or one of two lines: %.1000q", what, err)
		}
	}
	for rules := range info.Rules + 1 {
		try(fmt.Sprint("rules version ", rules), "", func(s *games.Setup) { s.Rules = rules })
	}
	for _, rules := range []int{-1, info.Rules + 1} {
		try(fmt.Sprint("rules version ", rules), "rules version", func(s *games.Setup) { s.Rules = rules })
	}
	for _, o := range append([]string{"", "{}", "null", " null\n"}, g.Options...) {
		try("options "+o, "", func(s *games.Setup) { s.Options = json.RawMessage(o) })
	}
	for _, o := range []string{`[]`, `[1]`, `1`, `"x"`, `{`, `{} {}`, `{"no such option":1}`} {
		try("options "+o, " ", func(s *games.Setup) { s.Options = json.RawMessage(o) })
	}
	for _, name := range info.Options {
		for _, o := range []string{`{"%s":null}`, `{"%[1]s":1,"%[1]s":1}`} {
			o = fmt.Sprintf(o, name)
			try("options "+o, " ", func(s *games.Setup) { s.Options = json.RawMessage(o) })
		}
	}
	for o, want := range g.Refused {
		try("options "+o, want, func(s *games.Setup) { s.Options = json.RawMessage(o) })
	}
	if _, ok := g.Engine.(games.Seeder); !ok {
		try("a seed of 128 bytes", "", func(s *games.Setup) { s.Seed = strings.Repeat("x", 128) })
		try("no seed", "", func(s *games.Setup) { s.Seed = "" })
	}
	try("a seed of 129 bytes", " ", func(s *games.Setup) { s.Seed = strings.Repeat("x", 129) })
	try("a seed that is no text", "UTF-8", func(s *games.Setup) { s.Seed = "\xff" })
}

// FuzzSetup starts matches from any seed and options. Every accepted setup can be played.
func FuzzSetup(f *testing.F, g Game) {
	for _, o := range g.options() {
		f.Add(g.seed(0), o)
	}
	for o := range g.Refused {
		f.Add("\xff", o)
		f.Add(g.seed(1), o)
	}
	f.Fuzz(func(t *testing.T, seed, options string) {
		p, err := g.Engine.Start(games.Setup{Seed: seed, Options: json.RawMessage(options)})
		if err == nil {
			g.checkEnd(t, p)
			g.promise(t, p)(p, "")
			seen(t, p)
		} else if len(err.Error()) > 1000 {
			t.Fatalf("a long error: %d bytes", len(err.Error()))
		}
	})
}
