package e2e

import (
	"strings"
	"testing"

	"arcade/lobby"
)

// awaitAnalysis waits until an analysis is complete, which may take longer than patience.
func (c *client) awaitAnalysis() {
	c.t.Helper()
	c.within(20*patience, "an analysis", func(lines []string) bool { return rx(`<an.marks>`).MatchString(strings.Join(lines, "\n")) })
}

// After a game one player asks for its analysis and goes to the move that turned it;
// the other has it at once.
func TestAnalysis(t *testing.T) {
	if raced {
		t.Skip("minutes of searching; the lobby's tests of it have small matches")
	}
	t.Parallel()
	h := open(t, lobby.Config{})
	all := states(t, shortGame)
	sides := twoPlayers(t, h)
	last := len(shortGame) - 1
	follow(sides, shortGame[:last], all, 0)
	sides[all[last].toAct].move(shortGame[last])
	for _, c := range sides {
		c.decide(`<res.rematch>`, "a")
		c.awaitAnalysis()
		c.await(`<an.marks>  <an.turn n=([1-8])>`)
		c.await(`\+64 +<an.exact>`)
		c.keys("w")
		c.await(`<rp.ply n=([1-8]) of=9>`)
		c.await(`! <an.missed m=([a-h][1-8]) d=([0-9.]+)>`)
		c.keys("Enter")
		c.gone(`<an.marks>`)
		c.await(`<rp.ply n=([1-8]) of=9>`)
		c.keys("Esc")
		c.await(`Enter <key.result>`)
	}
}
