package klondike

import (
	"encoding/json"
	"fmt"
	"strings"

	"arcade/games"
)

// idPrefix begins every Deal ID. idLengths has its lengths: 32 bytes in Base58 follow the prefix.
const (
	idPrefix           = "DL1_"
	layoutPrefix       = "L1_"
	minIDLen, maxIDLen = len(idPrefix) + 32, len(idPrefix) + 44
)

// IsDealID reports whether a text has the form of a Deal ID.
func (Game) IsDealID(text string) bool {
	digits, ok := strings.CutPrefix(text, idPrefix)
	if !ok || len(text) < minIDLen || len(text) > maxIDLen {
		return false
	}
	return !strings.ContainsFunc(digits, func(r rune) bool { return !strings.ContainsRune(base58Digits, r) })
}

// IsLayoutID reports whether a text has the form of a Layout ID.
func (Game) IsLayoutID(text string) bool {
	digits, ok := strings.CutPrefix(text, layoutPrefix)
	return ok && Game{}.IsDealID(idPrefix+digits)
}

// Deal names the deal of a setup. The Deal ID ignores the option f2t, and Rules distinguishes its two
// values.
func (Game) Deal(setup games.Setup) (games.Deal, error) {
	s, err := ReadSetup(setup)
	if err != nil {
		return games.Deal{}, err
	}
	o := written{Rules: s.Rules}
	if s.HasDeck {
		o.Deck = DeckText(s.Deck)
	}
	raw, err := json.Marshal(o)
	if err != nil {
		return games.Deal{}, fmt.Errorf("klondike: options: %w", err)
	}
	return games.Deal{ID: s.DealID(), Layout: LayoutID(s.Deck), Rules: s.Rules.String(), Options: raw}, nil
}

// written has the options, all written out.
type written struct {
	Rules
	Deck string `json:"deck,omitempty"`
}

// RulesOf returns the options without the deck.
func (Game) RulesOf(raw json.RawMessage) (rules json.RawMessage, dealt bool, err error) {
	o := written{Rules: Standard()}
	if err := games.DecodeOptions(raw, &o); err != nil {
		return nil, false, fmt.Errorf("klondike: %w", err)
	}
	if rules, err = json.Marshal(o.Rules); err != nil {
		return nil, false, fmt.Errorf("klondike: options: %w", err)
	}
	return rules, o.Deck != "", nil
}

// Progress returns the number of cards on the foundations, of all cards.
func (p *position) Progress() (done, of int) { return p.Home(), Cards }

// Formats of [Game.Line].
const (
	formatSV1  = "sv1"
	formatJSON = "json"
)

// LineFormats lists SV1 and the same facts as JSON.
func (Game) LineFormats() []string { return []string{formatSV1, formatJSON} }

// Line writes a finished run; see [SolveStats].
func (Game) Line(format string, run games.Run, client, platform string, secret bool) (string, error) {
	s, err := SolveOf(run)
	if err != nil {
		return "", err
	}
	s.Client, s.Plat = client, platform
	if secret {
		s.Seed = ""
	}
	switch format {
	case formatSV1:
		if s.Seed == "" || s.Started == nil { // the owner's app, for which this is, cannot read the line
			return "", games.ErrNoLine
		}
		return s.SV1(), nil
	case formatJSON:
		raw, err := json.Marshal(s)
		if err != nil {
			return "", fmt.Errorf("klondike: %w", err)
		}
		return string(raw), nil
	}
	return "", fmt.Errorf("klondike: there is no format %.20q", format)
}
