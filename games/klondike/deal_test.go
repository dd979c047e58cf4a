package klondike

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// vectors is the file of the owner's deals, outside the project's tree.
const vectors = "/work/shared/vectors/klondike-deals.jsonl"

func TestVectors(t *testing.T) {
	data, err := os.ReadFile(vectors)
	if os.IsNotExist(err) {
		t.Skip(vectors + " is not on this machine")
	} else if err != nil {
		t.Fatal(err)
	}
	n := 0
	for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); n++ {
		var want struct {
			Seed    string `json:"seed"`
			Ruleset struct {
				Draw    int    `json:"draw"`
				Redeals int    `json:"redeals"`
				Recycle string `json:"recycle"`
			} `json:"ruleset"`
			DealID   string     `json:"dealId"`
			LayoutID string     `json:"layoutId"`
			Tableau  [][]string `json:"tableau"`
			Stock    []string   `json:"stock"`
		}
		if err := json.Unmarshal(lines.Bytes(), &want); err != nil {
			t.Fatal(err)
		}
		seed, err := ParseSeed(want.Seed)
		if err != nil {
			t.Fatal(err)
		}
		r := Rules{want.Ruleset.Draw, want.Ruleset.Redeals, want.Ruleset.Recycle, true}
		if got := DealID(seed, r); got != want.DealID {
			t.Errorf("seed %s, %v: Deal ID %s, want %s", want.Seed, r, got, want.DealID)
		}
		deck := Deck(seed)
		if got := LayoutID(deck); got != want.LayoutID {
			t.Errorf("seed %s: Layout ID %s, want %s", want.Seed, got, want.LayoutID)
		}
		var cards []string
		for _, column := range append(want.Tableau, want.Stock) {
			for _, c := range column {
				cards = append(cards, c[:len(c)-2])
			}
		}
		if got := DeckText(deck); got != strings.Join(cards, ",") {
			t.Errorf("seed %s: deck %s, want %s", want.Seed, got, strings.Join(cards, ","))
		}
	}
	if n != 21 {
		t.Errorf("%d deals, want 21", n)
	}
}

func TestBase58(t *testing.T) {
	for in, want := range map[string]string{"": "", "\x00": "1", "\x00\x00\x01": "112", "\x39": "z", "\x3a": "21", "hello world": "StV1DL6CwTryKyV"} {
		if got := base58([]byte(in)); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestCards(t *testing.T) {
	for c := range Card(Cards) {
		for _, f := range []Face{{Card: c, Up: true}, {Card: c}, {Hidden: true}} {
			var got Face
			text, _ := f.MarshalText()
			if err := got.UnmarshalText(text); err != nil || got != f {
				t.Errorf("%v is read as %v, %v", f, got, err)
			}
		}
	}
	for _, text := range []string{"", "H", "H:10", "X:10:u", "H:0:u", "HD:A:u", ":A:u", "H:A:x", "??"} {
		if err := new(Face).UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is a card", text)
		}
	}
}

// The deal of a real device.
func TestDeviceDeal(t *testing.T) {
	const want = "DL1_3Wix6VwVjVfYdnc2cKG1opNjRh4xegrWLKsnBgrUhRRC"
	if got := DealID(10420697478978593767, Standard()); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
