package solver

import (
	"encoding/json"
	"fmt"

	"arcade/games"
	"arcade/games/klondike"
)

// Game is Klondike with a solver, for the registry. It is a [games.Solver] and a [games.Hinter].
type Game struct{ klondike.Game }

// Algorithm returns the names of the search and its heuristics.
func (Game) Algorithm() (name string, heuristics []string) {
	return "dfs-classes", []string{"transposition-table", "talon-as-set", "dominance", "order-by-exposure", "single-draw-relaxation"}
}

// Solve searches the deal of a setup.
func (Game) Solve(setup games.Setup, l games.Limit) (games.Solution, error) {
	s, err := klondike.ReadSetup(setup)
	if err != nil {
		return games.Solution{}, err
	}
	o := Solve(s.Deck, s.Rules, l)
	found := games.Solution{Status: o.Status, Moves: len(o.Moves), Nodes: o.Nodes}
	if o.Status == games.Solvable {
		shorter := games.Limit{Nodes: leastNodes, Stop: l.Stop}
		if l.Nodes > 0 {
			shorter.Nodes = min(leastNodes, l.Nodes/20+1)
		}
		least := Least(s.Deck, s.Rules, found.Moves, shorter)
		found.Least, found.Bound, found.Proven = least.Moves, least.Bound, least.Proven
	}
	return found, nil
}

// leastNodes bounds the search for a shorter way, which takes some 150 bytes for each state. That search
// also gets at most a twentieth of the states of the search for any way.
const leastNodes = 100_000

// positionOf returns the position of a view for [games.Everything].
func positionOf(v klondike.View) Position {
	p := Position{Stock: cardsOf(v.Stock), Waste: cardsOf(v.Waste)}
	if v.Redeals != klondike.Unlimited {
		p.RedealsUsed = v.Redeals - v.RedealsLeft
	}
	for i, pile := range v.Foundation {
		p.Foundation[i] = len(pile)
	}
	for i, column := range v.Tableau {
		down := v.FaceDown[i]
		p.Columns[i] = Column{Down: cardsOf(column[:down]), Up: cardsOf(column[down:])}
	}
	return p
}

func cardsOf(faces []klondike.Face) []klondike.Card {
	cards := make([]klondike.Card, len(faces))
	for i, f := range faces {
		cards[i] = f.Card
	}
	return cards
}

// everything returns a position's view without hidden cards.
func everything(pos games.Position) (klondike.View, error) {
	v, ok := pos.View(games.Everything).(klondike.View)
	if !ok {
		return v, fmt.Errorf("klondike: a view of type %T", pos.View(games.Everything))
	}
	return v, nil
}

// Curated lists draw 1 and draw 3 under the standard rules.
func (Game) Curated() []json.RawMessage {
	return []json.RawMessage{json.RawMessage(`{"draw":1}`), json.RawMessage(`{"draw":3}`)}
}
