package e2e

import (
	"testing"

	"arcade/e2e/door"
)

// Two people who press nothing but Enter sit opposite each other: the first plays a bot until the second
// comes, and is moved to the match with a clock after the countdown.
func TestTwoEnters(t *testing.T) {
	t.Parallel()
	h := open(t, door.Quick)
	kim := visit(t, h.Addr, door.NewKey(t), door.Opts{User: "kim"})
	kim.Keys("Enter")
	kim.Await(`<bot.novice>`)
	lee := visit(t, h.Addr, door.NewKey(t), door.Opts{User: "lee"})
	lee.Keys("Enter")
	lee.Await(`<meet.coming>`)
	kim.Await(`- <key.stay>`)
	for _, c := range []*client{kim, lee} {
		c.Await(`5:00`)
	}
}
