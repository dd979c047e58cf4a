package matgo

import (
	"encoding/json"
	"errors"
	"fmt"

	"arcade/games"
)

// DefaultOptions returns the options of an empty setup.
func DefaultOptions() Options {
	return Options{Rules: RulesDocument, First: -1, Hour: 12, Carry: 1, Gold: [2]int{Document.StartGold, Document.StartGold}}
}

// ParseOptions reads a setup's options. All are optional: "rules" ("document" or "standard", "document"), "deck" (the 50 ids, top first; else shuffled),
// "first" (0 or 1; else the first cards are compared), "hour" (0..23, 12), "carry" (1 to [MaxCarry], 1) and
// "gold" (two numbers from 1 to [MaxGold], 1000000 each).
func ParseOptions(raw json.RawMessage) (Options, error) {
	set := optionSet{}
	if err := games.DecodeOptions(raw, &set); err != nil {
		return Options{}, err
	}
	o := DefaultOptions()
	if set.Rules != nil {
		var name *string
		if err := json.Unmarshal(set.Rules, &name); err != nil || name == nil || *name != RulesDocument && *name != RulesStandard {
			return Options{}, fmt.Errorf("option \"rules\": %.20s is neither %q nor %q", set.Rules, RulesDocument, RulesStandard)
		}
		o.Rules = *name
	}
	if err := set.deck(&o); err != nil {
		return Options{}, err
	}
	for _, n := range []struct {
		name     string
		raw      json.RawMessage
		into     *int
		min, max int
	}{
		{"first", set.First, &o.First, 0, 1},
		{"hour", set.Hour, &o.Hour, 0, 23},
		{"carry", set.Carry, &o.Carry, 1, MaxCarry},
	} {
		if n.raw == nil {
			continue
		}
		if err := number(n.raw, n.into, n.min, n.max); err != nil {
			return Options{}, fmt.Errorf("option %q: %w", n.name, err)
		}
	}
	if set.Gold == nil {
		return o, nil
	}
	var purses []json.RawMessage
	if err := json.Unmarshal(set.Gold, &purses); err != nil || len(purses) != 2 {
		return Options{}, errors.New(`option "gold": want a list of two numbers`)
	}
	for i, raw := range purses {
		if err := number(raw, &o.Gold[i], 1, MaxGold); err != nil {
			return Options{}, fmt.Errorf(`option "gold": %w`, err)
		}
	}
	return o, nil
}

// optionSet keeps each option's raw value, so that null is noticed and refused.
type optionSet struct {
	Rules json.RawMessage `json:"rules"`
	Deck  json.RawMessage `json:"deck"`
	First json.RawMessage `json:"first"`
	Hour  json.RawMessage `json:"hour"`
	Carry json.RawMessage `json:"carry"`
	Gold  json.RawMessage `json:"gold"`
}

func number(raw json.RawMessage, into *int, low, high int) error {
	var n *int
	if err := json.Unmarshal(raw, &n); err != nil || n == nil || *n < low || *n > high {
		return fmt.Errorf("%.20s is no whole number from %d to %d", raw, low, high)
	}
	*into = *n
	return nil
}

func (set optionSet) deck(o *Options) error {
	if set.Deck == nil {
		return nil
	}
	var list []*string
	if err := json.Unmarshal(set.Deck, &list); err != nil {
		return errors.New(`option "deck": want a list of card ids`)
	}
	if len(list) != Cards {
		return fmt.Errorf(`option "deck": %d cards, want %d`, len(list), Cards)
	}
	var deck [Cards]Card
	var seen Set
	for i, id := range list {
		if id == nil {
			return fmt.Errorf(`option "deck": card %d is null`, i+1)
		}
		c, ok := ParseCard(*id)
		if !ok {
			return fmt.Errorf(`option "deck": no card %.10q`, *id)
		}
		if seen.Has(c) {
			return fmt.Errorf(`option "deck": %s is there twice`, c)
		}
		seen |= c.Bit()
		deck[i] = c
	}
	o.Deck = &deck
	return nil
}
