package yut

import (
	"strings"

	"arcade/games"
)

// parseAct reads an action. Invalid notation gives an act without a verb.
func parseAct(a games.Action) act {
	if len(a) > 32 { // longer than any action
		return act{}
	}
	words := strings.Split(string(a), " ")
	switch {
	case a == "throw":
		return act{verb: doThrow}
	case a == "start":
		return act{verb: doStart}
	case a == "stick discard":
		return act{verb: doStick}
	case len(words) == 2 && words[0] == "stick":
		if n, ok := digit(words[1], Slots); ok {
			return act{verb: doStick, slot: n}
		}
	case len(words) == 2 && words[0] == "relic":
		if n, ok := digit(words[1], minOffered); ok {
			return act{verb: doRelic, slot: n}
		}
	case (len(words) == 3 || len(words) == 4) && words[0] == "move":
		token, ok1 := parseToken(words[1])
		from, ok2 := parseNode(words[2])
		if !ok1 || !ok2 || from == Finished {
			break
		}
		move := act{verb: doMove, token: token, from: from}
		if len(words) == 3 {
			return move
		}
		if first, ok := parseNode(words[3]); ok && first.onBoard() {
			move.first = first
			return move
		}
	}
	return act{}
}

// digit reads a number from 1 to max, which is below 10.
func digit(word string, max byte) (uint8, bool) {
	if len(word) != 1 || word[0] < '1' || word[0] > '0'+max {
		return 0, false
	}
	return word[0] - '0', true
}

// action returns a in the notation of the log, "" for none.
func (a act) action() games.Action {
	switch a.verb {
	case doThrow:
		return "throw"
	case doStart:
		return "start"
	case doMove:
		text := "move " + a.token.String() + " " + a.from.String()
		if a.first != Home {
			text += " " + a.first.String()
		}
		return games.Action(text)
	case doStick:
		if a.slot == 0 {
			return "stick discard"
		}
		return games.Action("stick " + string('0'+rune(a.slot)))
	case doRelic:
		return games.Action("relic " + string('0'+rune(a.slot)))
	}
	return ""
}
