package solver

import (
	"arcade/games"
	"arcade/games/klondike"
)

// moment is the table after some actions of a match: a node of the tree of moves and undos.
type moment struct {
	parent   int // -1 for the start
	position Position
	// won and lost are the proven facts about it.
	won, lost bool
}

// course is a match as the sequence of its moments.
type course struct {
	moments []moment
	// at[n] is the moment after n actions.
	at []int
	// solve searches a moment. stopped means that no more searches are allowed.
	solve   func(*moment) games.SolveStatus
	stopped func() bool
}

// readCourse replays a match and returns it with its rules. An undo goes back in the tree, a redo returns
// to the moment before the undo, and resigning stays at the same moment.
func readCourse(setup games.Setup, actions []games.Action) (*course, klondike.Rules, error) {
	pos, err := klondike.Game{}.Start(setup)
	if err != nil {
		return nil, klondike.Rules{}, err
	}
	v, err := everything(pos)
	if err != nil {
		return nil, klondike.Rules{}, err
	}
	c := &course{moments: []moment{{parent: -1, position: positionOf(v)}}, at: []int{0}}
	now := 0
	var undone []int
	for _, a := range actions {
		if _, err := pos.Apply(a); err != nil {
			return nil, klondike.Rules{}, err
		}
		m, _ := klondike.ParseMove(string(a)) // Apply accepted it
		switch m.Kind {
		case klondike.Undo:
			undone = append(undone, now)
			now = c.moments[now].parent
		case klondike.Redo:
			now = undone[len(undone)-1]
			undone = undone[:len(undone)-1]
		case klondike.Resign:
		default:
			if v, err = everything(pos); err != nil {
				return nil, klondike.Rules{}, err
			}
			c.moments = append(c.moments, moment{parent: now, position: positionOf(v)})
			now, undone = len(c.moments)-1, nil
		}
		c.at = append(c.at, now)
	}
	return c, v.Rules, nil
}

// path returns the moments from the start to one.
func (c *course) path(to int) []int {
	n := 0
	for i := to; i >= 0; i = c.moments[i].parent {
		n++
	}
	path := make([]int, n)
	for i := to; i >= 0; i = c.moments[i].parent {
		n--
		path[n] = i
	}
	return path
}

// isLost reports whether a moment is proven lost. That holds if it or a moment before it is proven lost,
// because a win reached from a moment could be reached from all moments on the way to it.
func (c *course) isLost(i int) bool {
	for ; i >= 0; i = c.moments[i].parent {
		if c.moments[i].lost {
			return true
		}
	}
	return false
}

// deepest finds the last winnable moment of path[from+1:to] and returns its index, or from if there is
// none. Along a path a lost match stays lost, so each search decides half of the rest. If a search gives
// up, deepest first looks further on, where there is less to search.
func (c *course) deepest(path []int, from, to int) int {
	if to-from <= 1 {
		return from
	}
	mid := (from + to) / 2
	m := &c.moments[path[mid]]
	switch c.solve(m) {
	case games.Solvable:
		m.won = true
		return c.deepest(path, mid, to)
	case games.Unsolvable:
		m.lost = true
		return c.deepest(path, from, mid)
	}
	if c.stopped() {
		return from
	}
	if found := c.deepest(path, mid, to); found > mid {
		return found
	}
	return c.deepest(path, from, mid)
}

// LastWinnable returns the number of actions that lead to the last winnable position of the match.
func (Game) LastWinnable(setup games.Setup, actions []games.Action, l games.Limit) (int, games.SolveStatus, error) {
	c, rules, err := readCourse(setup, actions)
	if err != nil {
		return -1, "", err
	}
	c.solve = func(m *moment) games.SolveStatus { return solveFrom(m.position, rules, l).Status }
	c.stopped = func() bool { return l.Stop != nil && l.Stop() }
	n, status := c.last()
	return n, status, nil
}

// last finds the last winnable moment, by its index in at; see [games.Solver.LastWinnable].
func (c *course) last() (int, games.SolveStatus) {
	tried := make([]bool, len(c.moments))
	certain := true
	for n := len(c.at) - 1; n >= 0; n-- {
		i := c.at[n]
		if !c.moments[i].won && !c.isLost(i) && !tried[i] && !c.stopped() {
			tried[i] = true
			path := c.path(i)
			from := len(path) - 1
			for from >= 0 && !c.moments[path[from]].won {
				from--
			}
			for _, won := range path[:c.deepest(path, from, len(path))+1] {
				c.moments[won].won = true
			}
		}
		switch {
		case c.moments[i].won && certain:
			return n, games.Solvable
		case c.moments[i].won:
			return n, games.Unsolved
		case !c.isLost(i):
			certain = false
		}
	}
	if c.moments[0].lost {
		return -1, games.Unsolvable
	}
	return -1, games.Unsolved
}
