package klondike

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"arcade/games"
)

// secretSeed is a seed of the form of ranked runs.
const secretSeed = "00112233445566778899aabbccddeeff"

// The deck of a secret seed is pinned: logs depend on it for ever.
func TestSecretDeck(t *testing.T) {
	const want = "D:9,S:3,H:10,D:4,H:5,D:8,H:J,C:6,H:Q,C:A,H:2,D:2,S:7,H:K,C:9,C:4,S:5,D:3,C:7,H:6,S:8,S:6,D:J,S:4,C:J,C:3," +
		"C:10,H:9,C:5,D:6,H:4,D:A,H:7,C:2,S:A,S:2,S:J,H:3,D:10,C:K,D:7,D:5,D:Q,D:K,S:K,S:Q,S:9,C:Q,C:8,H:A,S:10,H:8"
	if got := DeckText(SecretDeck(secretSeed)); got != want {
		t.Errorf("%s", got)
	}
	d, err := Game{}.Deal(games.Setup{Seed: secretSeed})
	if err != nil {
		t.Fatal(err)
	}
	if d.ID != DeckDealID(SecretDeck(secretSeed), Standard()) || !strings.Contains(string(d.Options), want) {
		t.Errorf("%+v", d)
	}
	again, err := Game{}.Deal(games.Setup{Seed: secretSeed, Options: d.Options})
	if err != nil || again.ID != d.ID || string(again.Options) != string(d.Options) {
		t.Errorf("%+v, %v", again, err)
	}
	rules, dealt, err := Game{}.RulesOf(d.Options)
	if err != nil || !dealt || string(rules) != `{"draw":1,"redeals":-1,"recycle":"reverse","f2t":true}` {
		t.Errorf("%s, %v, %v", rules, dealt, err)
	}
	other := games.Setup{Seed: secretSeed, Options: json.RawMessage(`{"deck":"` + DeckText(Deck(7)) + `"}`)}
	if _, err := (Game{}).Start(other); !errors.Is(err, games.ErrDeal) {
		t.Errorf("another deck: %v", err)
	}
	for _, seed := range []string{strings.ToUpper(secretSeed), secretSeed[1:], secretSeed + "0"} {
		if _, err := (Game{}).Start(games.Setup{Seed: seed}); err == nil {
			t.Errorf("%s deals", seed)
		}
	}
	if _, err := (Game{}).SeedOf(strings.Repeat("1", 32)); err == nil {
		t.Error("a secret seed can be typed")
	}
}

// The IDs of a deal are hashes of its cards. They are shown when no card lies face down, because they would
// allow trying out the hidden cards. For a typed seed or deck they are always shown.
func TestIDsOfHiddenCards(t *testing.T) {
	for _, c := range []struct {
		setup   games.Setup
		known   bool // to the player, from the beginning
		actions string
	}{
		{games.Setup{Seed: secretSeed}, false, "draw draw"},
		{games.Setup{Seed: "42"}, true, "draw draw"},
		{games.Setup{Options: json.RawMessage(`{"deck":"` + DeckText(Deck(7)) + `"}`)}, true, "draw"},
	} {
		pos, err := Game{}.Start(c.setup)
		if err != nil {
			t.Fatal(err)
		}
		check := func(open bool) {
			t.Helper()
			for _, seat := range []games.Seat{0, games.Spectator} {
				if v := view(pos, seat); (v.DealID != "") != (open || c.known) || (v.LayoutID != "") != (open || c.known) {
					t.Errorf("%+v: %q, %q", c.setup, v.DealID, v.LayoutID)
				}
			}
			if v := view(pos, games.Everything); v.DealID == "" || v.LayoutID == "" {
				t.Errorf("%+v: %q, %q for everything", c.setup, v.DealID, v.LayoutID)
			}
		}
		check(false)
		for _, a := range strings.Fields(c.actions) {
			if _, err := pos.Apply(games.Action(a)); err != nil {
				t.Fatal(err)
			}
			check(false)
		}
		p := pos.(*position)
		before := p.State
		for c := range p.columns {
			p.columns[c].down = 0
		}
		check(false) // the stock is still hidden
		p.drawn = p.left
		check(true)
		p.State = before
		check(false)
		if _, err := pos.Apply("resign"); err != nil {
			t.Fatal(err)
		}
		check(false) // the table shows everything when the deal is no secret any more
	}
}
