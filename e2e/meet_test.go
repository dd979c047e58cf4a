package e2e

import (
	"testing"
	"time"

	"arcade/e2e/door"
)

// Two people wait with different terms and are told of each other while one plays a bot. Nobody is pulled
// out of a game, and the clocks run when both are there. Spectators follow to the rematch.
func TestPeopleMeet(t *testing.T) {
	t.Parallel()
	h := open(t, door.Quick)
	kim := visit(t, h.Addr, door.NewKey(t), door.Opts{Lang: door.Korean, User: "kim"})
	kim.Keys("Enter")
	kim.Await(focused)
	lee := visit(t, h.Addr, door.NewKey(t), door.Opts{Lang: door.English, User: "lee"})
	lee.Keys("f")
	lee.Await(`<wait.others>`)
	lee.Await(`1 +kim`)
	kim.Await(`lee: .*\+ <key.accept>`)
	kim.Keys("Enter") // starts the board's game
	kim.Await(`2\.○ [a-h][1-8]`)
	kim.Await(`- <key.decline>`)
	time.Sleep(door.Calm)
	kim.Keys("+")
	kim.Await(`<meet.wait p=lee>`)
	ready(lee)
	for _, c := range []*client{kim, lee} {
		c.Gone(`<meet.title>`)
		c.Await(`5:00`)
	}
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
