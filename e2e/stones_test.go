package e2e

import (
	"regexp"
	"testing"

	"arcade/e2e/door"
)

// TestStones plays a ranked run of Stepping Stones, loses the connection in the middle and resumes the
// same run: leaving never rolls again.
func TestStones(t *testing.T) {
	t.Parallel()
	h := open(t, door.Quick)
	key := door.NewKey(t)
	c := enter(t, h.Addr, key, door.Opts{Lang: door.English, Command: "play stones"})
	c.Await(`<st.msg.ranked n=1>`)
	c.Keys("Enter")
	c.Await(`picks left .* 8/8`)
	c.Await(`│>.<│`)
	c.Keys("1", "Enter")
	c.Await(`picks left .* 7/8`)
	path := c.Await(`(#1 +\+\d +0 > \d+ )`)[1]
	c.Cut()

	c = enter(t, h.Addr, key, door.Opts{Lang: door.English, Command: "play stones"})
	c.Await(`(?:<st.msg.ranked n=1>|ranked)`)
	c.Keys("Enter")
	c.Await(`picks left .* 7/8`)
	c.Await(regexp.QuoteMeta(path))
	for range 8 {
		if c.Shows(`<res.title>`) {
			break
		}
		left := c.Await(`picks left .* (\d)/8`)[1]
		c.Keys("1", "Enter")
		c.Await(`<res.title>|picks left .* [^` + left + `]/8`)
	}
	c.Await(`<res.title>`)
	c.Leave()

	c = enter(t, h.Addr, key, door.Opts{Lang: door.English, Command: "play stones"})
	c.Await(`<st.msg.ranked n=1>`)
	c.Keys("t")
	c.Await(`1 +\d\.\d\d +\d+\.\d +\d+%`) // over their labels
	c.Await(`<st.tile.runs> +<st.tile.mean>`)
}
