package klondike

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"arcade/games"
	"arcade/games/gametest"
)

var tested = gametest.Game{
	Engine:   Game{},
	Notation: append(notation(), "undo", "redo", "resign"),
	Bots:     []string{},
	Options: []string{
		"", `{"draw":3}`, `{"draw":1,"redeals":0,"f2t":false}`, `{"draw":3,"redeals":2,"recycle":"keep","f2t":false}`,
		`{"draw":1,"redeals":-1,"recycle":"reverse","f2t":true}`, `{"deck":"` + DeckText(Deck(7)) + `"}`,
	},
	Refused: map[string]string{
		`{"draw":2}`: `"draw" is 2, want 1 or 3`, `{"draw":null}`: "null", `{"redeals":-2}`: `"redeals" is -2`, `{"redeals":1001}`: `"redeals" is 1001`,
		`{"recycle":"shuffle"}`: `"recycle" is "shuffle"`, `{"f2t":1}`: "options", `{"colour":1}`: "colour", `{"deck":"H:A"}`: "the deck has 1 cards, want 52",
		`{"deck":"H:A,H:A"}`: "the deck",
	},
	Noise: []string{"Draw", "3>5", "3>5*0", "3>5*14", "3>5*01", "3>5*99", "8>1*1", "w>f ", "H>f", "f>1", "w>3*1"},
	Reread: func(a games.Action) (games.Action, bool) {
		m, ok := ParseMove(string(a))
		return m.Action(), ok
	},
	Reasons: []string{
		ReasonStockEmpty, ReasonStockLeft, ReasonWasteEmpty, ReasonNoRedeals, ReasonColumnEmpty, ReasonTooMany, ReasonSameColumn, ReasonNotNext,
		ReasonDoesNotFit, ReasonOnlyKing, ReasonFoundationEmpty, ReasonF2TOff, ReasonNothingToUndo, ReasonNothingToRedo,
	},
	Ends:    []string{games.Finished, games.Resigned},
	Quit:    "resign",
	Hidden:  hidden,
	Promise: promise,
	Stats:   func() any { return new(Stats) },
}

func TestGame(t *testing.T)   { gametest.Run(t, tested) }
func FuzzAction(f *testing.F) { gametest.FuzzAction(f, tested) }
func FuzzSetup(f *testing.F)  { gametest.FuzzSetup(f, tested) }

// hidden lists the cards that lie face down or in the stock, which every viewer must not see.
func hidden(p games.Position, _ games.Seat) (list []string) {
	v := view(p, games.Everything)
	for _, pile := range append(slices.Clone(v.Tableau[:]), v.Stock) {
		for _, f := range pile {
			if !f.Up {
				list = append(list, `"`+f.Card.String())
			}
		}
	}
	return list
}

// promise checks Klondike's promises after every action.
func promise(t rapid.TB, first games.Position) func(games.Position, games.Action) {
	if v := view(first, games.Everything); v.StockCount != 24 || v.check() != nil {
		t.Fatalf("%+v", v)
	}
	moves := -1
	return func(p games.Position, a games.Action) {
		if a != "resign" {
			moves++
		}
		all := view(p, games.Everything)
		seen := map[Card]bool{}
		for _, pile := range slices.Concat(all.Tableau[:], all.Foundation[:], [][]Face{all.Waste, all.Stock}) {
			for _, f := range pile {
				seen[f.Card] = true
			}
		}
		if len(seen) != Cards || all.Moves != moves || len(all.Stock) != all.StockCount {
			t.Fatalf("%d different cards, %d moves, want %d", len(seen), all.Moves, moves)
		}
		for _, seat := range []games.Seat{0, games.Spectator} {
			v := view(p, seat)
			if v.Stock != nil {
				t.Fatal("the stock is shown")
			}
			for c, column := range v.Tableau {
				for i, f := range column {
					if f.Hidden != (i < v.FaceDown[c]) {
						t.Fatalf("column %d, card %d: hidden is %v", c+1, i+1, f.Hidden)
					}
				}
			}
		}
	}
}

// A typed seed or deal is read into one form, or refused.
func FuzzSeed(f *testing.F) {
	for _, s := range []string{"1", " 18446744073709551615 ", "-1", "1e3", "DL1_abc", "١"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		seed, err := Game{}.SeedOf(typed)
		if err == nil {
			if again, err := (Game{}).SeedOf(seed); err != nil || again != seed {
				t.Errorf("%q is %q, which is %q: %v", typed, seed, again, err)
			}
			if _, err := (Game{}).Start(games.Setup{Game: Name, Rules: Game{}.Info().Rules, Seed: seed}); err != nil {
				t.Errorf("seed %q of %q: %v", seed, typed, err)
			}
		}
		_ = Game{}.IsDealID(typed)
	})
}
