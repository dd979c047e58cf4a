package solver

import (
	"strings"

	"arcade/games"
)

// grades from easy to hard, with the least sum of both steps for each.
var grades = []struct {
	name  string
	least int
}{{"easy", 0}, {"normal", 2}, {"hard", 4}, {"expert", 5}}

// steps has the thresholds of lengths and of efforts. They are near the percentiles 25, 50 and 80 of
// lengths and 60, 75 and 90 of nodes of the winnable deals of the seeds 5000 to 5299. Most are won with
// hardly any search.
type steps struct {
	moves [3]int
	nodes [3]int64
}

var (
	drawOne   = steps{[3]int{213, 230, 250}, [3]int64{31, 39, 308}}
	drawThree = steps{[3]int{137, 147, 157}, [3]int64{201, 843, 9073}}
)

// Grades lists the grades of difficulty.
func (Game) Grades() []string {
	names := make([]string, len(grades))
	for i, g := range grades {
		names[i] = g.name
	}
	return names
}

// Grade returns the difficulty of a winnable deal. A long way to win makes it harder. So does a way that
// was hard to find, which leaves little choice.
func (Game) Grade(rules string, s games.Solution) string {
	at := &drawOne
	if strings.HasPrefix(rules, "draw3") {
		at = &drawThree
	}
	sum := 0
	for i := range at.moves {
		if s.Moves >= at.moves[i] {
			sum++
		}
		if s.Nodes >= at.nodes[i] {
			sum++
		}
	}
	name := ""
	for _, g := range grades {
		if sum >= g.least {
			name = g.name
		}
	}
	return name
}
