package matgo_test

import (
	"testing"

	"arcade/games/matgo"
)

// Section 1: 48 cards and two bonus cards.
func TestCards(t *testing.T) {
	count := map[matgo.Kind]int{}
	worth := 0
	seen := map[string]bool{}
	last := ""
	for c := range matgo.Card(matgo.Cards) {
		count[c.Kind()]++
		worth += c.Worth()
		if seen[c.String()] || c.String() <= last {
			t.Errorf("%s is out of order", c)
		}
		last = c.String()
		seen[last] = true
		if got, ok := matgo.ParseCard(last); !ok || got != c {
			t.Errorf("%s reads as %s, %v", last, got, ok)
		}
		if got := matgo.SetOf(c).Worth(); got != c.Worth() {
			t.Errorf("%s is worth %d alone, %d in a set", c, c.Worth(), got)
		}
	}
	equal(t, "kinds", count, map[matgo.Kind]int{matgo.Kwang: 5, matgo.Yeol: 9, matgo.Tti: 10, matgo.Pi: 26})
	equal(t, "worth of all pi", worth, 31)
	equal(t, "kwang", idsOf(matgo.OfKind[matgo.Kwang]), "01k 03k 08k 11k 12k")
	equal(t, "yeol", idsOf(matgo.OfKind[matgo.Yeol]), "02y 04y 05y 06y 07y 08y 09y 10y 12y")
	equal(t, "worth 2 or 3", idsOf(matgo.ManyPi), "11d 12d b2 b3")
	equal(t, "worth 3", idsOf(matgo.Worth3), "b3")
	equal(t, "named", []matgo.Card{matgo.Gukjin, matgo.RainBright, matgo.BonusDouble, matgo.BonusTriple}, "[09y 12k b2 b3]")
	equal(t, "sets", []string{idsOf(matgo.Hongdan), idsOf(matgo.Cheongdan), idsOf(matgo.Chodan), idsOf(matgo.Godori)},
		"[01t 02t 03t 06t 09t 10t 04t 05t 07t 02y 04y 08y]")
	for _, id := range []string{"", "0", "00k", "13k", "01y", "02k", "12p", "12q", "11y", "1k", "001k", "b1", "b4", "b22", "01K", "a1k", "0 k"} {
		if c, ok := matgo.ParseCard(id); ok {
			t.Errorf("%q reads as %s", id, c)
		}
	}
}
