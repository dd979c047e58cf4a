package e2e

import "testing"

// TestStones plays a ranked run of Stepping Stones through the door, loses the
// connection in the middle of it and finds it again as it was: leaving never
// rolls again.
func TestStones(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	key := newKey(t)
	c := enter(t, h.addr, key, opts{lang: english, command: "play stones"})
	c.await(`<st.msg.ranked n=1>`)
	c.keys("Enter")
	c.await(`<st.status cell=0 left=8 of=8>`)
	c.keys("1", "Enter")
	cell := c.await(`cell (\d+) +picks left 7/8`)[1]
	path := c.await(`(0 > ` + cell + `) +\(#1`)[1]
	c.cut()

	c = enter(t, h.addr, key, opts{lang: english, command: "play stones"})
	c.await(`(?:<st.msg.ranked n=1>|ranked)`)
	c.keys("Enter")
	c.await(`cell ` + cell + ` +picks left 7/8`)
	c.await(path)
	for range 8 {
		if c.shows(`<res.title>`) {
			break
		}
		left := c.await(`picks left (\d)/8`)[1]
		c.keys("1", "Enter")
		c.await(`<res.title>|picks left [^` + left + `]/8`)
	}
	c.await(`<res.title>`)
	c.leave()

	c = enter(t, h.addr, key, opts{lang: english, command: "play stones"})
	c.await(`<st.msg.ranked n=1>`)
	c.keys("t")
	c.await(`1 run`)
}
