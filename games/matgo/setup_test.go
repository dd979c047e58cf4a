package matgo_test

import (
	"fmt"
	"strings"
	"testing"

	"arcade/games"
	"arcade/games/gametest"
	"arcade/games/matgo"
	"arcade/games/matgo/bots"
	"arcade/games/matgo/matgotest"
)

func idsOf(set matgo.Set) string {
	var list []string
	for c := range set.All() {
		list = append(list, c.String())
	}
	return strings.Join(list, " ")
}

// do plays actions, each with its seat as in "0 play 01k", and returns the events.
func do(t testing.TB, p *matgo.Position, actions ...string) []games.Event {
	t.Helper()
	var events []games.Event
	for _, a := range actions {
		if seat := int(a[0] - '0'); p.ToAct() != games.Seat(seat) {
			t.Fatalf("before %q seat %d is to act; legal %v", a, p.ToAct(), p.Legal())
		}
		e := gametest.Play(t, p, games.Action(a[2:]))
		if wrong := matgotest.Check(&p.State); wrong != "" {
			t.Fatalf("after %q: %s", a, wrong)
		}
		events = append(events, e...)
	}
	return events
}

// kindsOf returns the kinds of events with blanks between them.
func kindsOf(events []games.Event) string {
	var list []string
	for _, e := range events {
		list = append(list, e.Fact.Kind())
	}
	return strings.Join(list, " ")
}

// find returns the first event of a kind.
func find[F games.Fact](events []games.Event) (f F) {
	for _, e := range events {
		if f, ok := e.Fact.(F); ok {
			return f
		}
	}
	return f
}

// start begins a round through the game. options is a JSON object without its braces and deck.
func start(t testing.TB, deck *[matgo.Cards]matgo.Card, options string) *matgo.Position {
	t.Helper()
	raw := "{" + options
	if deck != nil {
		if options != "" {
			raw += ","
		}
		raw += `"deck":` + gametest.JSON(t, deck[:])
	}
	p := gametest.Start(t, bots.Game{}, "s", raw+"}").(*matgo.Position)
	if wrong := matgotest.Check(&p.State); wrong != "" {
		t.Fatal(wrong)
	}
	return p
}

func equal(t testing.TB, what string, got, want any) {
	t.Helper()
	if g, w := fmt.Sprint(got), fmt.Sprint(want); g != w {
		t.Errorf("%s\n got %s\nwant %s", what, g, w)
	}
}
