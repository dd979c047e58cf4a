package e2e

import (
	"testing"
	"time"

	"arcade/e2e/door"
)

// A person comes while another one plays a bot: the keys stay the board's until the match begins, and the clocks
// run when both are there. Spectators follow to the rematch.
func TestPeopleMeet(t *testing.T) {
	t.Parallel()
	h := open(t, door.Quick)
	kim := visit(t, h.Addr, door.NewKey(t), door.Opts{Lang: door.Korean, User: "kim"})
	kim.Keys("Enter")
	kim.Await(focused)
	lee := visit(t, h.Addr, door.NewKey(t), door.Opts{Lang: door.English, User: "lee"})
	lee.Keys("f")
	kim.Await(`lee.*\+ <key.now>`)
	kim.Keys("Enter") // a move of the board's game
	for _, c := range []*client{kim, lee} {
		c.Gone(`<meet.title>`)
		c.Await(`5:00`)
	}
	time.Sleep(2 * door.Calm) // a table that has just opened ignores keys
	sides := inOrder(kim, lee)
	all := states(t, shortGame)
	follow(sides, shortGame[:2], all, 0)

	park := visit(t, h.Addr, door.NewKey(t), door.Opts{Lang: door.English, User: "park"})
	park.Await(`1 live`)
	park.Keys("m", "Enter")
	park.Await(`<tb.watching>`)
	sides[0].Keys("r")
	sides[0].Decide(`<resign.title>`, "2")
	for _, c := range sides {
		c.Decide(`<res.rematch>`, "Enter")
	}
	for _, c := range []*client{kim, lee, park} {
		c.awaitBoard(all[0])
	}
}
