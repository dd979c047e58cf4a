package solver

import (
	"fmt"
	"slices"

	"arcade/games"
	"arcade/games/klondike"
)

// Hint returns the next move of a way to win if it finds one before stop. If the position is proven lost
// but the deal is not, it returns an undo. Otherwise it returns a move that is often good, with the stock
// turns before it. A turn of the stock alone without proof means that it found no useful move.
//
// Following hints leads to the win. If the last actions begin a way to win that was found from an earlier
// position, the hint continues that way. A way found from here might turn back, and the next one turn back
// again. Hint looks back to the last irreversible action, at most 45 actions.
func (Game) Hint(setup games.Setup, actions []games.Action, stop func() bool) (way []games.Action, proven bool) {
	pos, err := klondike.Game{}.Start(setup)
	if err != nil {
		return nil, false
	}
	v, err := everything(pos)
	if err != nil {
		return nil, false
	}
	first := positionOf(v)
	recent, since := []Position{first}, 0 // positions after each action since the last irreversible one
	for i, a := range actions {
		events, err := pos.Apply(a)
		if err != nil {
			return nil, false
		}
		if v, err = everything(pos); err != nil {
			return nil, false
		}
		if forGood(a, events) {
			recent, since = recent[:0], i+1
		}
		recent = append(recent, positionOf(v))
	}
	if v.Over {
		return nil, false
	}
	rules, limit := v.Rules, games.Limit{Stop: stop}
	last := len(recent) - 1
	o := solveFrom(recent[last], rules, limit)
	switch {
	case o.Status == games.Solvable && len(o.Moves) > 0:
		for n, p := range recent[:last] {
			played := actions[since+n:]
			if w := solveFrom(p, rules, limit).Moves; len(w) > len(played) && slices.Equal(w[:len(played)], played) {
				return stretch(w[len(played):]), true
			}
		}
		return stretch(o.Moves), true
	case v.CanUndo && (v.Stuck || o.Status == games.Unsolvable && solveFrom(first, rules, limit).Status == games.Solvable):
		return []games.Action{"undo"}, false
	}
	if way = turning(pos, v); way != nil {
		return way, false
	}
	if a := makingWay(setup, actions, v); a != "" {
		return []games.Action{a}, false
	}
	return nil, false
}

// stretch returns the beginning of a way up to its first move that does not turn the stock.
func stretch(way []games.Action) []games.Action {
	n := slices.IndexFunc(way, func(a games.Action) bool { return !turns(a) })
	return way[:n+1] // a way to win ends with a card move
}

// turns reports whether an action only turns the stock.
func turns(a games.Action) bool { return a == "draw" || a == "recycle" }

// turning returns the turns of the stock up to a useful move, and that move; nil if the whole stock brings
// none.
func turning(pos games.Position, v klondike.View) (way []games.Action) {
	for range 2 * klondike.Cards {
		a := useful(v)
		if a == "" {
			return nil
		}
		if way = append(way, a); !turns(a) {
			return way
		}
		var err error
		if _, err = pos.Apply(a); err == nil {
			v, err = everything(pos)
		}
		if err != nil {
			return nil
		}
	}
	return nil
}

// makingWay returns a move between columns that makes a useful move possible, such as one that frees a
// column for a king. If there is none, it returns the move of [sensible], usually a turn of the stock.
func makingWay(setup games.Setup, actions []games.Action, v klondike.View) games.Action {
	for _, a := range v.Legal {
		if m, _ := klondike.ParseMove(string(a)); m.Kind != klondike.ColumnTo {
			continue
		}
		pos, err := klondike.Game{}.Start(setup)
		for _, b := range append(slices.Clone(actions), a) {
			if err == nil {
				_, err = pos.Apply(b)
			}
		}
		if err != nil {
			continue
		}
		if then, err := everything(pos); err == nil && turning(pos, then) != nil {
			return a
		}
	}
	return sensible(v)
}

// forGood reports whether an action is irreversible: it turned a card, or took one from the waste. An
// action that moves no card counts as well: no way to win contains it.
func forGood(a games.Action, events []games.Event) bool {
	m, _ := klondike.ParseMove(string(a))
	switch m.Kind {
	case klondike.WasteUp, klondike.WasteTo, klondike.Undo, klondike.Redo, klondike.Resign:
		return true
	}
	return slices.ContainsFunc(events, func(e games.Event) bool {
		_, flip := e.Fact.(klondike.EventFlip)
		return flip
	})
}

// sensible returns a useful move, else any legal one.
func sensible(v klondike.View) games.Action {
	best := useful(v)
	if best == "" && len(v.Legal) > 0 && v.Legal[0] != "resign" {
		return v.Legal[0]
	}
	return best
}

// useful returns a move that is often good, by the player's view alone: a safe move, else one that turns a
// card (most cards under it first), else one from the waste, else another card to its foundation, else the
// stock; "" for none.
func useful(v klondike.View) games.Action {
	if len(v.Safe) > 0 {
		return v.Safe[0]
	}
	var best games.Action
	worth := 0
	for _, a := range v.Legal {
		m, _ := klondike.ParseMove(string(a))
		w := 0
		switch m.Kind {
		case klondike.ColumnTo, klondike.ColumnUp:
			down := v.FaceDown[m.From]
			turns := m.Kind == klondike.ColumnUp && len(v.Tableau[m.From]) == down+1 ||
				m.Kind == klondike.ColumnTo && len(v.Tableau[m.From]) == down+int(m.N)
			switch {
			case turns && down > 0:
				w = 10 + down
			case m.Kind == klondike.ColumnUp:
				w = 5
			}
		case klondike.WasteUp:
			w = 8
		case klondike.WasteTo:
			w = 7
		case klondike.Draw, klondike.Recycle:
			w = 3
		}
		if w > worth {
			best, worth = a, w
		}
	}
	return best
}

// HouseRun plays a run by the player's view, without deliberate mistakes: the house's own run, for
// comparison. It gives up when two passes through the stock bring nothing.
func (Game) HouseRun(setup games.Setup) (bot string, plies []games.Action, err error) {
	pos, err := klondike.Game{}.Start(setup)
	for idle := 0; err == nil && pos.Result() == nil; {
		v, ok := pos.View(0).(klondike.View)
		if !ok {
			return "", nil, fmt.Errorf("klondike: a view of type %T", pos.View(0))
		}
		a := sensible(v)
		if idle++; !turns(a) {
			idle = 0
		}
		if idle > 2*klondike.Cards || len(plies) > maxHousePlies || !slices.Contains(v.Legal, a) {
			return HouseBot, plies, nil
		}
		if _, err = pos.Apply(a); err == nil {
			plies = append(plies, a)
		}
	}
	return HouseBot, plies, err
}

// HouseBot names the policy of [Game.HouseRun].
const HouseBot = "house"

const maxHousePlies = 600
