package e2e

import (
	"regexp"
	"slices"
	"testing"
	"time"

	"arcade/e2e/door"
)

// dealt returns the table on a screen of 80x24: the rows of the cards, without the column of the score
// and the clock.
func (c *client) dealt() []string {
	var rows []string
	for _, line := range c.Text()[1:21] {
		r := []rune(line)
		rows = append(rows, string(r[:min(len(r), 56)]))
	}
	return rows
}

// The test plays a ranked deal and turns some cards. The server is killed. Starting a ranked deal again
// returns to the same deal and position. The player takes back a turn and resigns. Then the deal is in
// the statistics.
func TestKlondikeKilled(t *testing.T) {
	t.Parallel()
	data, key := t.TempDir(), door.NewKey(t)
	p := spawn(t, data)
	begin := func() *client {
		c := enter(t, p.Addr, key, door.Opts{Lang: door.English, User: "kim", Command: "play klondike"})
		c.Await(`<kp.msg.ranked>`)
		c.Keys("Enter")
		c.Await(`<kl.ids.secret>`)
		time.Sleep(door.Guard)
		return c
	}
	c := begin()
	fresh := c.dealt()
	for n := range 3 {
		c.Keys("Space")
		c.Await([]string{`\b1 move\b`, `\b2 moves\b`, `\b3 moves\b`}[n])
	}
	before := c.dealt()
	if slices.Equal(before, fresh) {
		c.Fatalf("three cards were turned, and nothing has changed")
	}
	p.kill()
	c.Close()
	p = spawn(t, data)
	c = begin()
	c.Until("the deal as it was", func([]string) bool { return slices.Equal(c.dealt(), before) })
	c.Keys("u", "u", "u")
	c.Await(`\b3 undos\b`)
	c.Until("the deal as it was dealt", func([]string) bool { return slices.Equal(c.dealt(), fresh) })
	c.Keys("r")
	c.Decide(`<kl.giveup.text>`, "2")
	c.Await(`<res.title>`)
	c.Leave()

	c = enter(t, p.Addr, key, door.Opts{NoPTY: true, Command: "stats klondike --format json"})
	<-c.Stopped
	line := regexp.MustCompile(`"dealId":"DL1_\w+","draw":1,.*"moves":6,"outcome":"resign"`)
	if !line.Match(c.Bytes()) {
		t.Errorf("stats: %q", c.Bytes())
	}
}
