package e2e

import (
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
	c.Await(`<st.status cell=0 left=8 of=8>`)
	c.Keys("1", "Enter")
	cell := c.Await(`cell (\d+) +picks left 7/8`)[1]
	path := c.Await(`(0 > ` + cell + `) +\(#1`)[1]
	c.Cut()

	c = enter(t, h.Addr, key, door.Opts{Lang: door.English, Command: "play stones"})
	c.Await(`(?:<st.msg.ranked n=1>|ranked)`)
	c.Keys("Enter")
	c.Await(`cell ` + cell + ` +picks left 7/8`)
	c.Await(path)
	for range 8 {
		if c.Shows(`<res.title>`) {
			break
		}
		left := c.Await(`picks left (\d)/8`)[1]
		c.Keys("1", "Enter")
		c.Await(`<res.title>|picks left [^` + left + `]/8`)
	}
	c.Await(`<res.title>`)
	c.Leave()

	c = enter(t, h.Addr, key, door.Opts{Lang: door.English, Command: "play stones"})
	c.Await(`<st.msg.ranked n=1>`)
	c.Keys("t")
	c.Await(`1 +\d\.\d\d +\d+\.\d +\d+%`) // over their labels
	c.Await(`<st.tile.runs> +<st.tile.mean>`)
}
