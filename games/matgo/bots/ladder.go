package bots

import "arcade/games"

// Ladder lists the bots by measured strength. On its scale "sensible" has 1500, a newcomer's rating. One
// round is one game, and the deal decides much of it, so the rungs are close to each other. docs/ladder.md
// has the matches and the commands.
func (Game) Ladder() []games.Rung {
	return []games.Rung{
		{Bot: eagerBot{}.Name(), Rating: 1425, Error: 6, Games: 10_000},
		{Bot: sensibleBot{}.Name(), Rating: 1500, Games: 20_600},
		{Bot: learntBot{}.Name(), Rating: 1520, Error: 5, Games: 10_000},
		{Bot: masterBot{}.Name(), Rating: 1528, Error: 20, Games: 600},
	}
}
