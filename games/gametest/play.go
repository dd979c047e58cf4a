package gametest

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"arcade/games"
	"arcade/games/protocol"
)

// JSON returns v as JSON, as the engine protocol writes it.
func JSON(t rapid.TB, v any) string {
	t.Helper()
	var line strings.Builder
	if err := protocol.WriteLine(&line, v); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(line.String(), "\n")
}

// Start starts a match from a seed and options, "" for none.
func Start(t rapid.TB, g games.Game, seed, options string) games.Position {
	t.Helper()
	return start(t, g, games.Setup{Game: g.Info().Name, Seed: seed, Options: json.RawMessage(options)})
}

func start(t rapid.TB, g games.Game, s games.Setup) games.Position {
	t.Helper()
	p, err := g.Start(s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Play plays actions one after the other and returns the events of the last.
func Play(t rapid.TB, p games.Position, actions ...games.Action) (events []games.Event) {
	t.Helper()
	for i, a := range actions {
		var err error
		if events, err = p.Apply(a); err != nil {
			t.Fatalf("action %d: %v", i+1, err)
		}
	}
	return events
}

// Refused plays an action that must be refused for the reason, "" for any, and must change nothing.
func Refused(t rapid.TB, p games.Position, a games.Action, reason string) {
	t.Helper()
	before := seen(t, p)
	refuse(t, p, a, reason)
	if after := seen(t, p); after != before {
		t.Errorf("%.40q was refused and changed the position\n%s\n%s", a, before, after)
	}
}

// refuse plays an action that must be refused, and returns the reason.
func refuse(t rapid.TB, p games.Position, a games.Action, reason string) string {
	t.Helper()
	events, err := p.Apply(a)
	var illegal *games.IllegalError
	switch {
	case !errors.As(err, &illegal):
		t.Fatalf("%.40q: %v, legal %v", a, err, p.Legal())
	case illegal.Action != a || illegal.Reason == "" || events != nil || len(a) > 40 && len(err.Error()) > 300:
		t.Errorf("%.40q: %.400v, events %v", a, err, events)
	case reason != "" && illegal.Reason != reason:
		t.Errorf("%.40q: %s, want %s", a, illegal.Reason, reason)
	}
	return illegal.Reason
}

// seen returns everything that any viewer can see of a position.
func seen(t rapid.TB, p games.Position) string {
	t.Helper()
	all := []any{p.ToAct(), p.Legal(), p.Result()}
	for s := games.Everything; s <= 1; s++ {
		all = append(all, p.View(s))
	}
	return JSON(t, all)
}

// checkEnd checks that all methods of a position agree on whether it is over.
func (g Game) checkEnd(t rapid.TB, p games.Position) {
	t.Helper()
	legal, r := p.Legal(), p.Result()
	over := r != nil
	if over != (len(legal) == 0) || over != (p.ToAct() == games.Nobody) {
		t.Fatalf("result %v, to act %d, legal %v", r, p.ToAct(), legal)
	}
	seats := games.Seat(g.Engine.Info().Seats)
	if p.ToAct() >= seats || p.ToAct() < games.Nobody {
		t.Fatalf("seat %d is to act", p.ToAct())
	}
	if over {
		if r.Reason == "" || r.Winner < games.Nobody || r.Winner >= seats {
			t.Fatalf("result %+v", r)
		}
		JSON(t, r)
	}
	if f, ok := p.(games.Forcer); ok {
		if a, forced := f.Forced(); forced && !slices.Equal(legal, []games.Action{a}) {
			t.Fatalf("%s is forced, legal %v", a, legal)
		}
	}
	if m, ok := p.(games.DefaultMove); ok {
		if a := m.DefaultAction(); over && a != "" || !over && !slices.Contains(legal, a) {
			t.Fatalf("%q is the mildest of %v", a, legal)
		}
	}
	if s, ok := p.(games.Standing); ok {
		JSON(t, s.Standing())
	}
	if f, ok := p.(games.Forfeit); ok {
		for loser := range seats {
			JSON(t, f.Forfeit(loser))
		}
	}
}
