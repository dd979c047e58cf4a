package yut

import (
	"slices"
	"strings"
	"testing"

	"arcade/games"
	"arcade/games/gametest"
	"arcade/games/rng"
)

// The logs contain every question and every answer.
func TestLogs(t *testing.T) {
	asked, verbs := map[Ask]bool{}, map[string]bool{}
	for _, l := range gametest.Logs(t) {
		p := begin(t, l.Setup.Seed)
		for _, a := range l.Actions() {
			asked[view(p).Ask] = true
			verbs[strings.TrimRight(string(a), "1234")] = true
			do(t, p, string(a))
		}
	}
	for _, a := range []Ask{AskThrow, AskStart, AskMove, AskStick, AskRelic} {
		if !asked[a] {
			t.Errorf("%s is never asked", a)
		}
	}
	if !verbs["throw"] || !verbs["start"] || !verbs["stick "] || !verbs["stick discard"] || !verbs["relic "] {
		t.Errorf("verbs %v", verbs)
	}
}

// Offers do not change throws, and throws do not change offers.
func TestIndependentChance(t *testing.T) {
	a, b := begin(t, "streams"), begin(t, "streams")
	for range 7 {
		b.offerRelics(1)
		b.offers++
		b.settle()
		b.offer, b.offers, b.rewards = 0, 0, 0
		b.dealBoard()
	}
	for i := range 50 {
		a.throwsLeft, b.throwsLeft = 1, 1
		a.throw()
		b.throw()
		if a.last != b.last {
			t.Fatalf("throw %d: %+v and %+v", i, a.last, b.last)
		}
	}
	if c := begin(t, "other"); slices.Equal(c.special(), begin(t, "streams").special()) {
		t.Error("two seeds, one board")
	}
}

func TestCleanSeed(t *testing.T) {
	for typed, want := range map[string]string{
		"": "", "   ": "", " abc123 ": "abc123", "0123456789": "0123456789", "0123456789a": "0123456789",
		"가나다라마바사아자차카": "가나다라마바사아자차", "a b": "a b", "012345678 x": "012345678", "\t씨\n": "씨", "a\xffb": "ab",
	} {
		if got := CleanSeed(typed); got != want || CleanSeed(got) != got {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
}

// Seeds that can be typed are their own names. The arcade's own seeds have short names.
func TestSeedName(t *testing.T) {
	for seed, want := range map[string]string{
		"abc": "abc", "": "", "00112233445566778899aabbccddeeff": "kia52fuif7", "0011": "0011", " x": "", "longer than ten": "",
	} {
		if got := (Game{}).SeedName(seed); got != want {
			t.Errorf("%q: %q, want %q", seed, got, want)
		}
	}
}

// No view reveals the future: with other sources of chance it is the same, for everybody.
func TestViewHidesTheFuture(t *testing.T) {
	p, r := begin(t, "hidden"), rng.New("hidden")
	for !p.over() {
		other := *p.run
		for _, s := range []*rng.Source{&other.throwSource, &other.boardSource, &other.stickSource, &other.relicSource} {
			*s = *rng.New("another")
		}
		want := gametest.JSON(t, p.View(0))
		for _, seat := range []games.Seat{0, games.Spectator, games.Everything} {
			if got := gametest.JSON(t, (&position{&other}).View(seat)); got != want {
				t.Fatalf("seat %d sees %s, the player %s", seat, got, want)
			}
		}
		legal := p.Legal()
		do(t, p, string(legal[r.Intn(len(legal))]))
	}
}

// The bots play like the simulation's policies.
func TestBotsArePolicies(t *testing.T) {
	for _, b := range (Game{}).Bots() {
		for _, seed := range []string{"a", "b", "c", "d"} {
			p, r := begin(t, seed), rng.Derive(seed, "policy")
			for !p.over() {
				gametest.Play(t, p, b.Choose(p.View(0), r))
			}
			sim, err := NewSimulation(b.Name(), "")
			if err != nil {
				t.Fatal(err)
			}
			other := sim.player()
			other.play(sim, seed)
			if other.turn != p.turn || other.throws != p.throws || other.pieces != p.pieces || other.sticks[0].index != p.sticks[0].index {
				t.Errorf("%s, %s: %d turns, the policy %d", b.Name(), seed, p.turn, other.turn)
			}
		}
	}
}
