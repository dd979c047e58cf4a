package duel

import (
	"arcade/games"
	"arcade/games/stones"
)

// Ladder lists the bots by measured strength in mode 1. On its scale "patient", which looks two picks
// ahead, has 1500. docs/ladder.md has the matches and the commands.
func (Game) Ladder() []games.Rung {
	return []games.Rung{
		{Bot: stones.Hasty, Rating: 1459, Error: 1, Games: 100_000},
		{Bot: stones.Patient, Rating: 1500, Games: 200_000},
		{Bot: stones.Best, Rating: 1514, Error: 1, Games: 100_000},
	}
}
