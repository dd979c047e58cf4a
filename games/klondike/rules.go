package klondike

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"arcade/games"
)

// Orders in which the waste becomes the stock again.
const (
	// Reverse turns the waste over as a whole, so that cards are drawn in the same order again.
	Reverse = "reverse"
	// Keep keeps the order of the waste, so that the last drawn card is drawn first.
	Keep = "keep"
)

// Unlimited stands for any number of redeals.
const Unlimited = -1

// maxRedeals limits the option redeals.
const maxRedeals = 1000

// Rules are a setup's options.
type Rules struct {
	// Draw is the number of cards in a draw, 1 or 3.
	Draw int `json:"draw"`
	// Redeals limits how often the waste may become the stock again: Unlimited or 0 to 1000.
	Redeals int `json:"redeals"`
	// Recycle is Reverse or Keep.
	Recycle string `json:"recycle"`
	// F2T allows moves from a foundation back to a column.
	F2T bool `json:"f2t"`
}

// Standard returns the default rules.
func Standard() Rules { return Rules{Draw: 1, Redeals: Unlimited, Recycle: Reverse, F2T: true} }

// String returns the rules' short name, which is the key of statistics: "draw1", followed by the
// differences from [Standard], such as "draw3 redeals2 keep nof2t".
func (r Rules) String() string {
	name := fmt.Sprintf("draw%d", r.Draw)
	if r.Redeals != Unlimited {
		name += fmt.Sprintf(" redeals%d", r.Redeals)
	}
	if r.Recycle != Reverse {
		name += " " + r.Recycle
	}
	if !r.F2T {
		name += " nof2t"
	}
	return name
}

// ParseRules reads the output of [Rules.String]; false for any other text.
func ParseRules(name string) (Rules, bool) {
	r := Standard()
	for _, word := range strings.Fields(name) {
		var err error
		if n, ok := strings.CutPrefix(word, "draw"); ok {
			r.Draw, err = strconv.Atoi(n)
		} else if n, ok := strings.CutPrefix(word, "redeals"); ok {
			r.Redeals, err = strconv.Atoi(n)
		} else if word == Keep {
			r.Recycle = Keep
		} else {
			r.F2T = false // the comparison refuses any other word
		}
		if err != nil {
			return Rules{}, false
		}
	}
	return r, r.check() == nil && r.String() == name
}

// check returns an error if the rules are invalid.
func (r Rules) check() error {
	switch {
	case r.Draw != 1 && r.Draw != 3:
		return fmt.Errorf("the option \"draw\" is %d, want 1 or 3", r.Draw)
	case r.Redeals < Unlimited || r.Redeals > maxRedeals:
		return fmt.Errorf("the option \"redeals\" is %d, want -1 (no limit) or 0 to %d", r.Redeals, maxRedeals)
	case r.Recycle != Reverse && r.Recycle != Keep:
		return fmt.Errorf("the option \"recycle\" is %.20q, want \"reverse\" or \"keep\"", r.Recycle)
	}
	return nil
}

// Start is the content of a setup: the rules, and the deal by seed or by deck.
type Start struct {
	Rules Rules
	// Seed is the deal's seed; meaningless if HasDeck is set.
	Seed uint64
	// HasDeck reports whether the setup gives the deck instead of the seed: its own deck or, if Secret is
	// set, the seed of a ranked or daily run; see [SecretDeck].
	HasDeck, Secret bool
	// Deck is the dealt deck in either case.
	Deck [Cards]Card
}

// DealID returns the Deal ID of the setup's deal.
func (s Start) DealID() string {
	if s.HasDeck {
		return DeckDealID(s.Deck, s.Rules)
	}
	return DealID(s.Seed, s.Rules)
}

// ReadSetup reads a setup. The option "deck", as [ParseDeck] reads it, replaces the seed, which may then be
// any text or empty. But the deck of a ranked or daily run must belong to its seed, [games.ErrDeal].
func ReadSetup(setup games.Setup) (Start, error) {
	fail := func(err error) (Start, error) { return Start{}, fmt.Errorf("klondike: %w", err) }
	if err := (Game{}).Info().Check(setup); err != nil {
		return Start{}, err
	}
	r := Standard()
	o := struct { // pointers, so that null is noticed and refused
		Draw    *int    `json:"draw"`
		Redeals *int    `json:"redeals"`
		Recycle *string `json:"recycle"`
		F2T     *bool   `json:"f2t"`
		Deck    *string `json:"deck"`
	}{&r.Draw, &r.Redeals, &r.Recycle, &r.F2T, new(string)}
	if err := games.DecodeOptions(setup.Options, &o); err != nil {
		return fail(err)
	}
	if o.Draw == nil || o.Redeals == nil || o.Recycle == nil || o.F2T == nil || o.Deck == nil {
		return fail(errors.New("an option is null"))
	}
	if err := r.check(); err != nil {
		return fail(err)
	}
	s := Start{Rules: r, HasDeck: *o.Deck != "", Secret: isSecret(setup.Seed)}
	var err error
	if s.HasDeck {
		s.Deck, err = ParseDeck(*o.Deck)
	} else if !s.Secret {
		if s.Seed, err = ParseSeed(setup.Seed); err == nil {
			s.Deck = Deck(s.Seed)
		}
	}
	if err != nil {
		return fail(err)
	}
	if s.Secret {
		deck := SecretDeck(setup.Seed)
		if s.HasDeck && s.Deck != deck {
			return fail(games.ErrDeal)
		}
		s.HasDeck, s.Deck = true, deck
	}
	return s, nil
}
