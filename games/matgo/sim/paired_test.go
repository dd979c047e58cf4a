package sim

import (
	"strconv"
	"testing"

	"arcade/games/matgo"
	"arcade/games/matgo/bots"
)

// The evaluation set is not part of any training set: no seed's rounds have its decks, and they are the same each
// time.
func TestEvaluationSet(t *testing.T) {
	decks := map[[matgo.Cards]matgo.Card]bool{}
	for n := range 2000 {
		s := evaluationDeal(&matgo.Document, n)
		if s != evaluationDeal(&matgo.Document, n) || decks[s.Deck] {
			t.Fatalf("deal %d is not the same twice, or is there twice", n)
		}
		decks[s.Deck] = true
	}
	for n := range 2000 {
		for _, seed := range []string{"evaluation/", "matgo/", "matgo school/", "matgo stage 1/", "matgo held 1/"} {
			if s := matgo.Deal(&matgo.Document, seed+strconv.Itoa(n+1), matgo.DefaultOptions()); decks[s.Deck] {
				t.Fatalf("%s%d deals one of them", seed, n+1)
			}
		}
	}
	// Another stream of the same seed gives another deal. So no seed gives these deals.
	s, e := matgo.Deal(&matgo.Document, "evaluation/1", matgo.DefaultOptions()), evaluationDeal(&matgo.Document, 0)
	if s.Deck == e.Deck {
		t.Error("a seed deals the first of them")
	}
}

// A bot that sees all cards wins by far more than any other bot. Unknown secrets are refused.
func TestCheat(t *testing.T) {
	all, err := bots.CheatContestant("all", string(bots.All))
	if err != nil {
		t.Fatal(err)
	}
	sensible, err := bots.FindContestant("sensible")
	if err != nil {
		t.Fatal(err)
	}
	m, err := NewSimulationOf("", [2]bots.Contestant{all, sensible}, LogNone)
	if err != nil {
		t.Fatal(err)
	}
	if r := m.PlayPairs(0, 100).Report(m); r.PointsPerRound.Mean < 40 {
		t.Errorf("%+v", r)
	}
	if _, err := bots.CheatContestant("cheat:luck", "luck"); err == nil {
		t.Error("a secret that there is not")
	}
}
