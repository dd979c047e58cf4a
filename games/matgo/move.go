package matgo

import (
	"strconv"

	"arcade/games"
)

// Verb is the kind of a move.
type Verb uint8

// The verbs in the order of the notation.
const (
	PresidentStop Verb = iota
	PresidentHold
	UseKung // month
	PassKung
	Shake // month
	Bomb  // month
	Play  // card
	Take  // card
	GukjinYeol
	GukjinPi
	Go
	Stop
	Pass
)

// verbs has the words of the notation.
var verbs = [...]string{
	"president stop", "president hold", "kung ", "kung-pass", "shake ", "bomb ",
	"play ", "take ", "gukjin yeol", "gukjin pi", "go", "stop", "pass",
}

// Move is an action: a verb with the number of its card or month, 0 if it has none.
type Move struct {
	Verb Verb
	Arg  uint8
}

// phase returns the phase in which a verb is an answer.
func (v Verb) phase() Phase {
	switch v {
	case PresidentStop, PresidentHold:
		return AskPresident
	case UseKung, PassKung:
		return AskKung
	case Take:
		return AskTake
	case GukjinYeol, GukjinPi:
		return AskGukjin
	case Go, Stop:
		return AskGo
	}
	return AskPlay
}

// Action returns the move in the notation.
func (m Move) Action() games.Action {
	word := verbs[m.Verb]
	switch m.Verb {
	case UseKung, Shake, Bomb:
		return games.Action(word + strconv.Itoa(int(m.Arg)))
	case Play, Take:
		return games.Action(word + Card(m.Arg).String())
	}
	return games.Action(word)
}

// ParseMove reads the notation; ok is false for anything else.
func ParseMove(a games.Action) (m Move, ok bool) {
	for v, word := range verbs {
		verb := Verb(v)
		if string(a) == word && word[len(word)-1] != ' ' {
			return Move{Verb: verb}, true
		}
		if len(a) <= len(word) || string(a[:len(word)]) != word {
			continue
		}
		switch arg := string(a[len(word):]); verb {
		case UseKung, Shake, Bomb:
			if n, err := strconv.Atoi(arg); err == nil && n >= 1 && n <= 12 && strconv.Itoa(n) == arg {
				return Move{verb, uint8(n)}, true
			}
		case Play, Take:
			if c, ok := ParseCard(arg); ok {
				return Move{verb, uint8(c)}, true
			}
		}
	}
	return Move{}, false
}
