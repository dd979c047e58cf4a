package e2e

import (
	"regexp"
	"slices"
	"testing"
	"time"
)

// dealt is the table on a screen of 80x24: the rows of the cards, without the
// column of the score and the clock.
func (c *client) dealt() []string {
	var rows []string
	for _, line := range c.text()[1:21] {
		r := []rune(line)
		rows = append(rows, string(r[:min(len(r), 60)]))
	}
	return rows
}

// A ranked deal through the door: some cards are turned, the server is killed, and
// starting a ranked deal again gives the same one back where it was. What was turned
// is taken back, and the deal given up; then it is in the statistics.
func TestKlondikeKilled(t *testing.T) {
	t.Parallel()
	data, key := t.TempDir(), newKey(t)
	p := spawn(t, data)
	begin := func() *client {
		c := enter(t, p.addr, key, opts{lang: english, user: "kim", command: "play klondike"})
		c.await(`<kp.msg.ranked>`)
		c.keys("Enter")
		c.await(`DL1_\w+`)
		time.Sleep(guard)
		return c
	}
	c := begin()
	fresh := c.dealt()
	for n := range 3 {
		c.keys("Space")
		c.await([]string{`<kl.moves> +1\b`, `<kl.moves> +2\b`, `<kl.moves> +3\b`}[n])
	}
	before := c.dealt()
	if slices.Equal(before, fresh) {
		c.fatalf("three cards were turned, and nothing has changed")
	}
	p.kill()
	c.close()
	p = spawn(t, data)
	c = begin()
	c.until("the deal as it was", func([]string) bool { return slices.Equal(c.dealt(), before) })
	c.keys("u", "u", "u")
	c.await(`<kl.undos> +3\b`)
	c.until("the deal as it was dealt", func([]string) bool { return slices.Equal(c.dealt(), fresh) })
	c.keys("r")
	c.decide(`<kl.giveup.text>`, "y")
	c.await(`<res.title>`)
	c.leave()

	c = enter(t, p.addr, key, opts{noPTY: true, command: "stats klondike --format sv1"})
	<-c.stopped
	line := regexp.MustCompile(`^SV1;dealId=DL1_\w+;seed=\d+;draw=1;.*;moves=7;outcome=resign;`)
	if !line.Match(c.bytes()) {
		t.Errorf("stats: %q", c.bytes())
	}
}
