package othello

import "arcade/games"

// Ladder lists the bots by measured strength. On its scale "careful", which knows the corners and looks at
// the answer, has 1500, a newcomer's rating. docs/ladder.md has the matches and the commands.
func (Game) Ladder() []games.Rung {
	return []games.Rung{
		{Bot: "novice", Rating: 599, Error: 86, Games: 400},
		{Bot: "beginner", Rating: 969, Error: 67, Games: 800},
		{Bot: "greedy", Rating: 1106, Error: 57, Games: 800},
		{Bot: "careful", Rating: 1500, Games: 800},
		{Bot: "steady", Rating: 2007, Error: 78, Games: 800},
		{Bot: "expert", Rating: 2366, Error: 95, Games: 600},
		{Bot: "master", Rating: 2994, Error: 168, Games: 400},
	}
}
