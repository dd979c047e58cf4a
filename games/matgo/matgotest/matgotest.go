// Package matgotest makes positions and reads test vectors for the tests of Matgo's packages.
package matgotest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/games/rng"
)

// ReadCards reads ids with blanks between them.
func ReadCards(t testing.TB, text string) []matgo.Card {
	t.Helper()
	var list []matgo.Card
	for _, id := range strings.Fields(text) {
		c, ok := matgo.ParseCard(id)
		if !ok {
			t.Fatalf("no card %q", id)
		}
		list = append(list, c)
	}
	return list
}

// Table is a position in mid-round: seat 0 is to act, and no seat has its first turn. Cards that are not
// named lie under the stock.
type Table struct {
	Hand, Other string // the hands of seats 0 and 1
	Floor       string
	Stock       string       // next first
	Won, Lost   string       // captured by seats 0 and 1
	Rules       *matgo.Rules // nil for the document's
	Change      func(s *matgo.State)
}

// Position returns the position.
func (x Table) Position(t testing.TB) *matgo.Position {
	t.Helper()
	s := matgo.State{Rules: cmp.Or(x.Rules, &matgo.Document), Carry: 1, Gold: [2]int{1_000_000, 1_000_000}, Turns: 3}
	s.End.GoldBefore = s.Gold
	used := matgo.Set(0)
	take := func(text string) []matgo.Card {
		list := ReadCards(t, text)
		for _, c := range list {
			if used.Has(c) {
				t.Fatalf("%s is there twice", c)
			}
			used |= c.Bit()
		}
		return list
	}
	s.Sides[0] = matgo.SeatState{Hand: matgo.SetOf(take(x.Hand)...), Won: matgo.SetOf(take(x.Won)...), Turns: 2}
	s.Sides[1] = matgo.SeatState{Hand: matgo.SetOf(take(x.Other)...), Won: matgo.SetOf(take(x.Lost)...), Turns: 1}
	s.Floor = matgo.SetOf(take(x.Floor)...)
	stock := take(x.Stock)
	for c := range (matgo.Full &^ used).All() {
		stock = append(stock, c)
	}
	s.Next = matgo.Cards - len(stock)
	copy(s.Deck[s.Next:], stock)
	if x.Change != nil {
		x.Change(&s)
	}
	if wrong := Check(&s); wrong != "" {
		t.Fatal(wrong)
	}
	return matgo.NewPosition(s)
}

// Legal returns the legal actions as text.
func Legal(p *matgo.Position) string {
	var list []string
	for _, a := range p.Legal() {
		list = append(list, string(a))
	}
	return strings.Join(list, ", ")
}

// DeckOf returns a deck that starts with the given cards of each place. It fills the rest of a place so
// that no place gets three cards of a month.
func DeckOf(t testing.TB, hand0, hand1, floor, stock string) *[matgo.Cards]matgo.Card {
	t.Helper()
	places := [4][]matgo.Card{ReadCards(t, hand0), ReadCards(t, hand1), ReadCards(t, floor), ReadCards(t, stock)}
	used := matgo.Set(0)
	for _, list := range places {
		used |= matgo.SetOf(list...)
	}
	size := [4]int{10, 10, 8, 22}
	const noBonus = matgo.Full &^ (3 << matgo.BonusDouble)
	for i := range 3 {
		for c := range (noBonus &^ used).All() {
			if len(places[i]) == size[i] {
				break
			}
			if matgo.SetOf(places[i]...).Month(c.Month()).Len() < 2 {
				places[i] = append(places[i], c)
				used |= c.Bit()
			}
		}
	}
	for c := range (matgo.Full &^ used).All() {
		places[3] = append(places[3], c)
	}
	var deck [matgo.Cards]matgo.Card
	n := 0
	for i, list := range places {
		if len(list) != size[i] {
			t.Fatalf("%d cards in place %d, want %d", len(list), i, size[i])
		}
		n += copy(deck[n:], list)
	}
	return &deck
}

// Check returns an error in a state, "" for none: each of the fifty cards is in exactly one place, and gold
// changes only by a refill.
func Check(s *matgo.State) string {
	var all matgo.Set
	n := 0
	put := func(cards matgo.Set) {
		n += cards.Len()
		all |= cards
	}
	for i := range s.Sides {
		put(s.Sides[i].Hand)
		put(s.Sides[i].Won)
		put(s.Sides[i].Held)
		if s.Sides[i].Held&^(3<<matgo.BonusDouble) != 0 {
			return "an ordinary card is held"
		}
		if s.Gold[i] < 0 || s.Gold[i] == 0 && !s.Rules.Piles {
			return "an empty purse"
		}
		if s.Rules.Piles && s.Sides[i].Held|s.Aside&s.Floor != 0 {
			return "a held bonus card"
		}
	}
	put(s.Floor)
	put(s.Aside)
	for _, c := range s.Deck[s.Next:] {
		put(c.Bit())
	}
	if s.Phase == matgo.AskTake {
		put(s.Turn.Card.Bit())
	}
	if n != matgo.Cards || all != matgo.Full {
		return fmt.Sprintf("%d cards in all, %d different", n, all.Len())
	}
	return checkPiles(s)
}

// checkPiles returns an error in the piles on the floor, "" for none: each has three cards, and a bonus card on the
// floor lies in one.
func checkPiles(s *matgo.State) string {
	bonus := s.Floor & (3 << matgo.BonusDouble)
	for _, pile := range s.Piles() {
		if len(pile.Cards) != 3 {
			return fmt.Sprintf("a pile of %d cards", len(pile.Cards))
		}
		bonus &^= matgo.SetOf(pile.Bonus...)
	}
	if bonus != 0 {
		return "a bonus card on the floor"
	}
	return ""
}

// Random starts a round with a random setup: with and without a president, and so on.
func Random(t testing.TB, n int) (*matgo.Position, *rng.Source) {
	t.Helper()
	options := []string{
		fmt.Sprintf(`{"hour":%d}`, n%24),
		fmt.Sprintf(`{"first":%d,"carry":%d,"gold":[%d,700]}`, n%2, 1+n%5, 1+n%900),
		`{"rules":"standard"}`,
	}[n%3]
	if n%5 == 0 { // four of a month in a hand, and a kung
		text, _ := json.Marshal(DeckOf(t, "01k 01p 01q 01t 02p 02q 02t", "", "02y", "")[:])
		options = `{"first":0,"deck":` + string(text) + `}`
	}
	p, err := matgo.Game{}.Start(games.Setup{Game: matgo.Name, Seed: fmt.Sprint(n), Options: json.RawMessage(options)})
	if err != nil {
		t.Fatal(err)
	}
	return p.(*matgo.Position), rng.Derive(fmt.Sprint(n), "play")
}

// sharedVectors finds a file of ../shared/vectors beside the repository, from any checkout or worktree.
func sharedVectors(t *testing.T, name string) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		path := filepath.Join(dir, "shared", "vectors", name)
		if _, err := os.Stat(path); err == nil {
			return path
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Skipf("no shared/vectors/%s beside the repository: nothing to compare with", name)
		}
		dir = up
	}
}

// VectorRound is a round that another implementation of these rules played.
type VectorRound struct {
	N       int
	Options json.RawMessage
	Actions []string
	Result  map[string]any
	Since   int // the first version of the rules that gives this result
	// End is the reason for the end, and Legal the number of legal actions before each action. Both are empty in
	// rounds under the document's rules.
	End   string
	Legal []int
}

// vectorFiles lists the files of rounds, each with its number of rounds and the first version of the rules
// that gives their results.
var vectorFiles = []struct {
	name         string
	count, since int
}{{"matgo-rounds.jsonl", 150, 1}, {"matgo-corners.jsonl", 7, 2}}

// VectorRounds reads the rounds of ../shared/vectors. It skips the test if they are missing.
func VectorRounds(t *testing.T) (list []VectorRound) {
	t.Helper()
	for _, file := range vectorFiles {
		list = append(list, readRounds(t, file.name, file.count, file.since)...)
	}
	return list
}

// StandardRounds reads the rounds under the standard rules. It skips the test if they are missing.
func StandardRounds(t *testing.T) []VectorRound {
	t.Helper()
	list := readRounds(t, "matgo-standard.jsonl", 300, 3)
	for i, r := range readRounds(t, "matgo-standard-legal.jsonl", len(list), 3) {
		if r.N != list[i].N {
			t.Fatalf("the legal actions of round %d are in the line of round %d", r.N, list[i].N)
		}
		list[i].Legal = r.Legal
	}
	return list
}

// readRounds reads a file of at least count rounds.
func readRounds(t *testing.T, name string, count, since int) (list []VectorRound) {
	t.Helper()
	text, err := os.ReadFile(sharedVectors(t, name))
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	if len(lines) < count {
		t.Fatalf("%d rounds in %s, want %d", len(lines), name, count)
	}
	for _, line := range lines {
		round := VectorRound{Since: since}
		if err := json.Unmarshal(line, &round); err != nil {
			t.Fatal(err)
		}
		list = append(list, round)
	}
	return list
}
