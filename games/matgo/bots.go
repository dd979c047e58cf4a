package matgo

import "arcade/games"

// Bots lists the bots, weakest first.
func (Game) Bots() []games.Bot { return nil }
