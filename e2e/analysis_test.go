package e2e

import (
	"strings"
	"testing"

	"arcade/e2e/door"
	"arcade/internal/race"
	"arcade/lobby/config"
)

// awaitAnalysis waits until an analysis is complete, which may take longer than patience.
func (c *client) awaitAnalysis() {
	c.T.Helper()
	c.Within(20*door.Patience, "an analysis", func(lines []string) bool { return door.RX(`<an.marks>`).MatchString(strings.Join(lines, "\n")) })
}

// After a game one player requests its analysis and goes to the move that turned it. The other player
// gets the same analysis at once.
func TestAnalysis(t *testing.T) {
	if race.On {
		t.Skip("minutes of searching; the lobby's tests of it have small matches")
	}
	t.Parallel()
	h := inProcess(t, config.Config{})
	all := states(t, shortGame)
	sides := twoPlayers(t, h)
	last := len(shortGame) - 1
	follow(sides, shortGame[:last], all, 0)
	sides[all[last].toAct].move(shortGame[last])
	for _, c := range sides {
		c.Decide(`<res.rematch>`, "a")
		c.awaitAnalysis()
		c.Await(`<an.marks>  <an.turn n=([1-8])>`)
		c.Await(`\+64 +<an.exact>`)
		c.Keys("w")
		c.Await(`<rp.ply n=([1-8]) of=9>`)
		c.Await(`! <an.missed m=([a-h][1-8]) d=([0-9.]+)>`)
		c.Keys("Enter")
		c.Gone(`<an.marks>`)
		c.Await(`<rp.ply n=([1-8]) of=9>`)
		c.Keys("Esc")
		c.Await(`Enter <key.result>`)
	}
}
