package yut

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// When is the moment at which an effect acts. In JSON it is its name.
type When uint8

// The moments.
const (
	Always   When = iota // while the player carries the stick or relic
	OnTake               // once, when the player takes it
	OnTurn               // at the start of a turn
	OnThrow              // after a throw
	OnMove               // at the start of a move
	OnLand               // after a move that ended on the board
	OnFinish             // after a move that finished pieces, if others are left
	moments
)

var whenNames = []string{"always", "take", "turn", "throw", "move", "land", "finish"}

// String returns the moment's name, "-" for an invalid moment.
func (w When) String() string {
	if w >= moments {
		return "-"
	}
	return whenNames[w]
}

// MarshalText writes the moment's name.
func (w When) MarshalText() ([]byte, error) { return []byte(w.String()), nil }

// UnmarshalText reads a moment's name.
func (w *When) UnmarshalText(text []byte) error {
	return unmarshalName(w, text, "moment", func(s string) (When, bool) { return parseName[When](whenNames, s) })
}

// Effect is an effect of a stick or a relic: its moment, its conditions (all given ones must hold), its
// limit per turn, and its results.
type Effect struct {
	When When `json:"when"`

	// Face is the stick's own side, "back" or "front"; at a throw, for sticks.
	Face string `json:"face,omitempty"`
	// Tokens are the tokens at which it acts: at a throw the token of the number of backs, else the token
	// of the move.
	Tokens []Token `json:"tokens,omitempty"`
	// From are the places from which the move starts, including "home".
	From []Node `json:"from,omitempty"`
	// At are the nodes on which the move ends.
	At []Node `json:"at,omitempty"`
	// On are the kinds of the node on which the move ends.
	On []Kind `json:"on,omitempty"`
	// Merged requires that the move met other pieces.
	Merged bool `json:"merged,omitempty"`
	// Stack is the least number of moving pieces, 2 to 4.
	Stack int `json:"stack,omitempty"`
	// Every requires that the turn's number is a multiple of it, 2 or more.
	Every int `json:"every,omitempty"`
	// Limit limits the uses in one turn, 0 for no limit.
	Limit int `json:"limit,omitempty"`

	// Throws is the number of throws added.
	Throws int `json:"throws,omitempty"`
	// Steps is the number of steps added to the move.
	Steps int `json:"steps,omitempty"`
	// Raise is the number of steps by which the throw's token rises, at most to mo.
	Raise int `json:"raise,omitempty"`
	// Token is added to the hand. It never gives another throw.
	Token *Token `json:"token,omitempty"`
	// Offers is the number of sticks offered.
	Offers int `json:"offers,omitempty"`
	// Back is added to the back chance of all carried sticks, in percent.
	Back int `json:"back,omitempty"`
}

// rule is the engine's form of an Effect: sets of numbers are bits, and an omitted condition has all bits
// set.
type rule struct {
	when   When
	face   uint8 // bit 0: the stick's front suffices; bit 1: its back
	tokens uint8
	kinds  uint8
	stack  uint8
	limit  uint8
	merged bool
	every  int
	from   uint32
	at     uint32

	throws, steps, raise, offers, back int8
	token                              Token
}

// rules are the rules of a stick or a relic.
type rules struct {
	when uint8 // bits of the rules' moments
	n    int
	list [maxEffects]rule
}

// allowedAt lists the conditions and results that make sense at a moment.
var allowedAt = [moments]string{
	Always:   "back",
	OnTake:   "throws token offers",
	OnTurn:   "every throws token offers",
	OnThrow:  "face tokens limit throws raise token",
	OnMove:   "tokens from stack limit steps",
	OnLand:   "tokens from at on merged stack limit throws token offers",
	OnFinish: "tokens from stack limit throws token offers",
}

// rule checks an effect of a stick, or else of a relic.
func (e Effect) rule(stick bool) (rule, error) {
	r := rule{
		when: e.When, face: 3, tokens: 0xFF, kinds: 0xFF, stack: uint8(e.Stack), every: max(e.Every, 1),
		limit: uint8(e.Limit), merged: e.Merged, from: ^uint32(0), at: ^uint32(0),
		throws: int8(e.Throws), steps: int8(e.Steps), raise: int8(e.Raise), offers: int8(e.Offers), back: int8(e.Back),
	}
	if e.Token != nil {
		r.token = *e.Token
	}
	given := map[string]bool{
		"face": e.Face != "", "tokens": len(e.Tokens) > 0, "from": len(e.From) > 0, "at": len(e.At) > 0, "on": len(e.On) > 0,
		"merged": e.Merged, "stack": e.Stack != 0, "every": e.Every != 0, "limit": e.Limit != 0,
		"throws": e.Throws != 0, "steps": e.Steps != 0, "raise": e.Raise != 0, "token": e.Token != nil, "offers": e.Offers != 0, "back": e.Back != 0,
	}
	for _, name := range []string{"face", "tokens", "from", "at", "on", "merged", "stack", "every", "limit", "throws", "steps", "raise", "token", "offers", "back"} {
		if given[name] && !slices.Contains(strings.Fields(allowedAt[e.When]), name) {
			return r, fmt.Errorf("%s does not go with %q", name, e.When)
		}
	}
	for _, n := range []struct {
		name       string
		value      int
		least, max int
	}{
		{"stack", e.Stack, 2, Pieces}, {"every", e.Every, 2, 20}, {"limit", e.Limit, 1, 9},
		{"throws", e.Throws, 1, maxNumber}, {"steps", e.Steps, 1, maxNumber}, {"raise", e.Raise, 1, maxNumber},
		{"offers", e.Offers, 1, maxNumber}, {"back", e.Back, -20, 20},
	} {
		if given[n.name] && (n.value < n.least || n.value > n.max) {
			return r, fmt.Errorf("%s is %d, want %d to %d", n.name, n.value, n.least, n.max)
		}
	}
	switch e.Face {
	case "":
	case "front", "back":
		if !stick {
			return r, errors.New("face is for sticks: a relic shows none")
		}
		r.face = 1
		if e.Face == "back" {
			r.face = 2
		}
	default:
		return r, fmt.Errorf("face is %.20q, want \"back\" or \"front\"", e.Face)
	}
	if len(e.Tokens) > 0 {
		r.tokens = 0
		for _, t := range e.Tokens {
			r.tokens |= 1 << t
		}
	}
	if len(e.On) > 0 {
		r.kinds = 0
		for _, k := range e.On {
			r.kinds |= 1 << k
		}
	}
	if slices.Contains(e.From, Finished) {
		return r, errors.New("from: no move starts at \"finished\"")
	}
	for _, n := range e.At {
		if !n.onBoard() {
			return r, fmt.Errorf("at: %q is no node of the board", n)
		}
	}
	r.from, r.at = nodeSet(e.From), nodeSet(e.At)
	if e.Throws == 0 && e.Steps == 0 && e.Raise == 0 && e.Token == nil && e.Offers == 0 && e.Back == 0 {
		return r, errors.New("it does nothing")
	}
	return r, nil
}

// nodeSet returns a bit for each node, all bits for an empty list.
func nodeSet(list []Node) (set uint32) {
	if len(list) == 0 {
		return ^uint32(0)
	}
	for _, n := range list {
		set |= 1 << n
	}
	return set
}

// moment has the facts for an effect's conditions.
type moment struct {
	when   When
	turn   int
	token  Token
	from   Node
	at     Node
	kind   Kind
	merged bool
	pieces int
}

// holds reports whether r acts at m. face is 1 for the front of the rule's own stick, 2 for its back, 3 for
// a relic. used is the number of its uses in this turn.
func (r *rule) holds(m *moment, face, used uint8) bool {
	return r.when == m.when &&
		r.face&face != 0 &&
		r.tokens>>m.token&1 != 0 &&
		r.from>>m.from&1 != 0 &&
		r.at>>m.at&1 != 0 &&
		r.kinds>>m.kind&1 != 0 &&
		(m.merged || !r.merged) &&
		m.pieces >= int(r.stack) &&
		m.turn%r.every == 0 &&
		(r.limit == 0 || used < r.limit)
}
