package solver

import (
	"encoding/json"
	"fmt"
	"slices"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/games/rng"
)

const (
	// puzzleBack is the number of positions before the last winnable one to examine.
	puzzleBack = 24
	// puzzleNodes bounds each proof.
	puzzleNodes = 300_000
	// puzzleLegal is the least number of cards that can be freed.
	puzzleLegal = 3
)

// GoalKeep is the goal of every puzzle: free the one card after which the deal can be won. After every
// other card it is lost.
const GoalKeep = "keep"

// Puzzles is the version of [Game.Puzzle].
func (Game) Puzzles() int { return 2 }

// PuzzlePlies lists the last winnable position of a lost run, and the positions before it.
func (g Game) PuzzlePlies(setup games.Setup, plies []games.Action, limit games.Limit) (list []int, err error) {
	limit.Nodes = puzzleNodes
	last, status, err := g.LastWinnable(setup, plies, limit)
	if limit.Stop != nil && limit.Stop() {
		return nil, games.ErrStopped
	}
	if err != nil || status == games.Unsolvable || last < 0 {
		return nil, err
	}
	if last >= len(plies) {
		return nil, nil // the run was won, or given up while it could be won
	}
	for n := last; n > 0 && n > last-puzzleBack; n-- {
		list = append(list, n)
	}
	return list, nil
}

// Puzzle proves for each card that can be freed next, by turning a column's card up or by taking one from
// the waste, whether the deal can still be won after it. Everything else is reversible and decides nothing.
// The limit's nodes do not apply: each proof has its own limit.
func (Game) Puzzle(setup games.Setup, plies []games.Action, limit games.Limit) (*games.Puzzle, error) {
	limit.Nodes = puzzleNodes
	pos, v, err := after(setup, plies)
	if err != nil || v.Over {
		return nil, err
	}
	key, err := json.Marshal(positionOf(v))
	if err != nil {
		return nil, fmt.Errorf("klondike: %w", err)
	}
	d := decisions{seen: map[string]bool{}}
	if err := d.look(pos, nil); err != nil || d.tooMany || len(d.names) < puzzleLegal {
		return nil, err
	}
	step, in := games.PuzzleStep{}, 0
	for _, name := range d.names {
		option := games.Option{Action: name}
		for _, w := range d.ways[name] {
			solved := solveFrom(w.after, v.Rules, limit)
			status := solved.Status
			if status == games.Solvable {
				if step.Action != "" {
					return nil, nil // a second card keeps the deal winnable too
				}
				step.Action, step.Way, option.Points = name, w.actions, 1
				in = len(w.actions) + len(solved.Moves)
				break
			}
			if status != games.Unsolvable {
				if limit.Stop != nil && limit.Stop() {
					return nil, games.ErrStopped
				}
				return nil, nil
			}
		}
		step.Options = append(step.Options, option)
	}
	if step.Action == "" {
		return nil, nil
	}
	return &games.Puzzle{Key: fmt.Sprintf("%+v %s", v.Rules, key), Goal: GoalKeep, In: in, Line: []games.PuzzleStep{step}}, nil
}

// PuzzleRun plays a run by the player's view. Now and then it makes a random move. It gives up when two
// passes through the stock bring nothing.
func (Game) PuzzleRun(seed string) (games.Setup, []games.Action, error) {
	g, r := klondike.Game{}, rng.Derive(seed, "puzzles: run")
	setup := games.Setup{Game: klondike.Name, Rules: g.Info().Rules, Seed: seed, Options: json.RawMessage(`{"draw":3}`)}
	pos, err := g.Start(setup)
	var plies []games.Action
	for idle := 0; err == nil && pos.Result() == nil; {
		var v klondike.View
		if v, err = everything(pos); err != nil {
			break
		}
		a := sensible(v)
		if r.Intn(3) == 0 {
			if any := v.Legal[r.Intn(len(v.Legal))]; any != "undo" && any != "redo" && any != "resign" {
				a = any
			}
		}
		if idle++; !turns(a) {
			idle = 0
		}
		if idle > 2*klondike.Cards || len(plies) > 200 {
			a = "resign"
		}
		if _, err = pos.Apply(a); err == nil {
			plies = append(plies, a)
		}
	}
	return setup, plies, err
}

// after returns the position after some actions, and its view without hidden cards.
func after(setup games.Setup, plies []games.Action) (pos games.Position, v klondike.View, err error) {
	if pos, err = games.After(klondike.Game{}, setup, plies); err != nil {
		return nil, v, err
	}
	v, err = everything(pos)
	return pos, v, err
}

// decisions has the cards that can be freed next from a position: by name, each way to free it.
type decisions struct {
	names   []games.Action
	ways    map[games.Action][]freed
	seen    map[string]bool // positions seen, and positions after decisions
	tooMany bool
}

// freed is a way to free a card, and the position after it.
type freed struct {
	actions []games.Action
	after   Position
}

const (
	// puzzlePlaces limits the positions reached before a card is freed. puzzleWays limits the ways to free
	// one.
	puzzlePlaces, puzzleWays = 400, 60
)

// look visits every position that can be reached without freeing a card.
func (d *decisions) look(pos games.Position, way []games.Action) error {
	v, err := everything(pos)
	if err != nil {
		return err
	}
	here, err := d.first(v)
	if err != nil || !here {
		return err
	}
	if d.tooMany = d.tooMany || len(d.seen) > puzzlePlaces || len(d.names) > puzzleWays; d.tooMany {
		return nil
	}
	for _, a := range v.Legal {
		if m, _ := klondike.ParseMove(string(a)); m.Kind == klondike.Undo || m.Kind == klondike.Redo || m.Kind == klondike.Resign {
			continue
		}
		events, err := pos.Apply(a)
		if err != nil {
			return err
		}
		then, err := everything(pos)
		if err != nil {
			return err
		}
		on := append(slices.Clip(way), a)
		switch name := freedBy(a, v, events); {
		case then.Over:
			d.tooMany = true // stop searching
			return nil
		case name != "":
			err = d.add(name, on, then)
		default:
			err = d.look(pos, on)
		}
		if err != nil || d.tooMany {
			return err
		}
		if _, err := pos.Apply("undo"); err != nil {
			return err
		}
	}
	return nil
}

// first reports whether a position is new.
func (d *decisions) first(v klondike.View) (bool, error) {
	key, err := json.Marshal(positionOf(v))
	if err != nil || d.seen[string(key)] {
		return false, err
	}
	d.seen[string(key)] = true
	return true, nil
}

func (d *decisions) add(name games.Action, way []games.Action, v klondike.View) error {
	if fresh, err := d.first(v); err != nil || !fresh {
		return err
	}
	if d.ways == nil {
		d.ways = map[games.Action][]freed{}
	}
	if d.ways[name] == nil {
		d.names = append(d.names, name)
	}
	d.ways[name] = append(d.ways[name], freed{way, positionOf(v)})
	return nil
}

// freedBy returns the name of the card that an action freed: a card of the waste, or the column of the
// turned card; "" for none.
func freedBy(a games.Action, before klondike.View, events []games.Event) games.Action {
	switch m, _ := klondike.ParseMove(string(a)); m.Kind {
	case klondike.WasteUp, klondike.WasteTo:
		return games.Action("waste " + before.Waste[len(before.Waste)-1].Card.String())
	case klondike.ColumnTo, klondike.ColumnUp:
		if forGood(a, events) {
			return games.Action(fmt.Sprintf("column %d", m.From+1))
		}
	}
	return ""
}

// PuzzleAnswer returns the card that the first freeing action freed.
func (Game) PuzzleAnswer(from games.Position, actions []games.Action) (games.Action, error) {
	own := 0 // actions that can be undone
	for _, a := range actions {
		switch m, _ := klondike.ParseMove(string(a)); {
		case m.Kind == klondike.Redo || m.Kind == klondike.Resign:
			return "", &games.IllegalError{Action: a, Reason: games.ReasonNotation}
		case m.Kind != klondike.Undo:
			own++
		case own == 0:
			return "", &games.IllegalError{Action: a, Reason: klondike.ReasonNothingToUndo}
		default:
			own--
		}
		v, err := everything(from)
		if err != nil {
			return "", err
		}
		events, err := from.Apply(a)
		if err != nil {
			return "", err
		}
		if name := freedBy(a, v, events); name != "" {
			return name, nil
		}
	}
	return "", nil
}
