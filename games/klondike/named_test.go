package klondike

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"arcade/games"
)

func TestIsDealID(t *testing.T) {
	id := DealID(42, Standard())
	for text, want := range map[string]bool{
		id: true, "DL1_" + strings.Repeat("1", 32): true, "DL1_" + strings.Repeat("z", 44): true,
		"": false, "42": false, "DL1_": false, strings.ToLower(id): false, id + " ": false, " " + id: false,
		"DL1_" + strings.Repeat("1", 31): false, "DL1_" + strings.Repeat("z", 45): false,
		strings.Replace(id, "DL1", "DL2", 1): false, id[:len(id)-1] + "0": false, id[:len(id)-1] + "é": false,
	} {
		if got := (Game{}).IsDealID(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// Written-out options start the same match again, and Rules distinguish matches with the same ID.
func TestDealNamesTheSetup(t *testing.T) {
	deck := DeckText(Deck(7))
	seen := map[string]bool{}
	for _, options := range []string{``, `{"f2t":false}`, `{"draw":3,"redeals":2,"recycle":"keep"}`, `{"deck":"` + deck + `"}`} {
		setup := games.Setup{Game: Name, Seed: "42", Options: json.RawMessage(options)}
		d, err := Game{}.Deal(setup)
		if err != nil {
			t.Fatal(err)
		}
		pos, err := Game{}.Start(games.Setup{Game: Name, Seed: "42", Options: d.Options})
		if err != nil {
			t.Fatal(err)
		}
		v := pos.View(0).(View)
		if !(Game{}).IsDealID(d.ID) || v.DealID != d.ID || v.Rules.String() != d.Rules || len(d.Rules) > 40 {
			t.Errorf("%s: %+v, the table has %s under %s", options, d, v.DealID, v.Rules)
		}
		if seen[d.ID+d.Rules] {
			t.Errorf("%s: the same again", options)
		}
		seen[d.ID+d.Rules] = true
		if again, err := (Game{}).Deal(games.Setup{Game: Name, Seed: "42", Options: d.Options}); err != nil || string(again.Options) != string(d.Options) {
			t.Errorf("%s: written out %s, then %s, %v", options, d.Options, again.Options, err)
		}
	}
	if len(Rules{3, maxRedeals, Keep, false}.String()) > 40 {
		t.Error("a long name of rules")
	}
	if _, err := (Game{}).Deal(games.Setup{Game: Name, Seed: "x"}); err == nil {
		t.Error("a bad seed has a name")
	}
}

func TestLines(t *testing.T) {
	for _, secret := range []bool{false, true} {
		line, err := Game{}.Line("sv1", run(true, nil), "arcade", "ssh", secret)
		if errors.Is(err, games.ErrNoLine) != secret {
			t.Fatal(err)
		}
		text, err := Game{}.Line("json", run(true, nil), "arcade", "ssh", secret)
		if err != nil {
			t.Fatal(err)
		}
		var s SolveStats
		if err := json.Unmarshal([]byte(text), &s); err != nil || !secret && s.SV1() != line {
			t.Errorf("%s is not %s: %v", text, line, err)
		}
		if s.Client != "arcade" || s.Plat != "ssh" || (s.Seed == "") != secret || s.DealID == "" {
			t.Errorf("%s", line)
		}
	}
	if _, err := (Game{}).Line("xml", run(true, nil), "", "", false); err == nil {
		t.Error("an unknown format")
	}
}
