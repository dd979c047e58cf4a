package check

import "arcade/store"

// left checks where a player stood at the end of the last visit.
func (c *check) left(p store.Player) {
	if p.Left == nil {
		return
	}
	if p.Left.At <= 0 {
		c.found("player", p.ID, "the last visit ended at %d", p.Left.At)
	}
	for game, r := range p.Left.Ranks {
		if _, err := c.cfg.Games.Game(game); err != nil || r.Place < 1 {
			c.found("player", p.ID, "place %d in %q at the end of the last visit", r.Place, game)
		}
	}
}
