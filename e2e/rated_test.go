package e2e

import (
	"fmt"
	"regexp"
	"testing"
	"time"

	"arcade/e2e/door"
	"arcade/lobby/config"
)

// A rated game from the pairing to the records: every ply on both screens, the pass, the result with its
// ratings, the rematch with the colours swapped, my games, the replay, the leaderboard and the profile.
func TestRatedGame(t *testing.T) {
	t.Parallel()
	h := open(t, config.Config{}) // the notice of a pass has its real length
	all := states(t, longGame)
	sides := twoPlayers(t, h)
	black, white := sides[0], sides[1]
	for _, c := range sides {
		c.Await(`<tb.rated> +<ctl.clock m=5 s=3>`)
	}
	follow(sides, longGame[:60], all, 0)
	sides[all[60].toAct].move(longGame[60])

	// The result has the players, the counts, the reason and the change of the rating.
	names := [2]string{black.User, white.User}
	white.Await(`<res.youwin>`)
	black.Await(`<res.wins p=(` + names[1] + `.*)>`)
	won := white.Await(`1500 > (\d+) \(\+(\d+)\)`)
	lost := black.Await(`1500 > (\d+) \(-(\d+)\)`)
	for _, c := range sides {
		c.Await(`● <ot.black> +` + names[0] + ` +19 `)
		c.Await(`○ <ot.white> +` + names[1] + ` +45 `)
		c.Await(`<end.board_full>`)
	}

	// One player requests a rematch, the other accepts: the colours swap.
	black.Decide(`<res.rematch>`, "Enter")
	white.Await(`<res.wants>`)
	black.Await(`<res.asked>`)
	white.Decide(`<res.rematch>`, "Enter")
	for _, c := range sides {
		c.awaitBoard(all[0])
	}
	if black.seat() != 1 || white.seat() != 0 {
		black.Fatalf("the colours did not swap")
	}
	time.Sleep(door.Calm)
	// Aborting is free until both have moved, and the match counts for nobody.
	white.Keys("r")
	white.Decide(`<abort.title>`, "2")
	for _, c := range sides {
		c.Await(`<res.aborted>`)
		c.Decide(`<key.home>`, "q")
		c.Await(atHome)
	}

	// My games of both players.
	white.Keys("v")
	white.Await(fmt.Sprintf(`> [0-9A-Z]{8} .*<game.othello> +%s +<end.aborted>`, names[0])) // an aborted rated match stays in the list, with the player who aborted it
	white.Await(fmt.Sprintf(`  [0-9A-Z]{8} .*<game.othello> +%s +<mt.r.won> \+%s +<end.short.board_full> `, names[0], won[2]))
	black.Keys("v")
	black.Keys("Down")
	black.Await(fmt.Sprintf(`> [0-9A-Z]{8} .*<game.othello> +%s +<mt.r.lost> -%s +<end.short.board_full> `, names[1], lost[2]))
	replay(t, black, all)
	black.Keys("Esc")
	black.Await(`> [0-9A-Z]{8} `)
	black.Keys("Esc")
	black.Await(atHome)

	// The leaderboard has no places yet. It shows how many opponents are still missing.
	black.Keys("b")
	black.Await(`<board.few n=1 of=5>`)
	black.Await(`<board.msg.few>`)
	black.Await(`<board.rule>`)
	black.Keys("Esc")
	black.Await(atHome)

	// The profile shows one lost game against the one opponent.
	black.Keys("p")
	black.Await(fmt.Sprintf(`%s +0 +1`, names[1]))
	black.Await(fmt.Sprintf(` %s\?`, lost[1]))
}

// replay steps through the focused match with every control.
func replay(t *testing.T, c *client, all []state) {
	t.Helper()
	last := len(all) - 1
	at := func(ply int) {
		t.Helper()
		c.Await(fmt.Sprintf(`<rp.ply n=%d of=%d>( |$)`, ply, last))
		c.Until(fmt.Sprintf("the position at ply %d", ply), func(lines []string) bool {
			board, _, ok := readBoard(lines)
			return ok && board == all[ply].board
		})
	}
	c.Keys("Enter")
	at(last)
	c.Keys("Home")
	at(0)
	for ply := 1; ply <= 5; ply++ {
		c.Keys("Right")
		at(ply)
	}
	c.Keys("End")
	at(last)
	for ply := last - 1; ply >= 0; ply-- {
		c.Keys("Left")
		at(ply)
	}

	// The slider: its ends, and a place between them.
	slider := regexp.MustCompile(`\[[=]*O?[-]*\]`)
	var from, to, y int
	c.Until("a slider", func(lines []string) bool {
		for row, line := range lines {
			if m := slider.FindStringIndex(line); m != nil && m[1]-m[0] > 10 {
				from, to, y = m[0], m[1], row
				return true
			}
		}
		return false
	})
	c.Click(from, y)
	at(0)
	c.Click((from+to)/2, y)
	middle := c.Await(`<rp.ply n=([1-9]\d*) of=61>`)
	if n := door.One(middle); n < "25" || n > "36" || len(n) != 2 {
		c.Fatalf("the middle of the slider is ply %s", n)
	}

	// Autoplay from the end starts over and runs by itself, at five paces.
	c.Keys("End")
	at(last)
	c.Keys("5", "Space")
	c.Await(`<rp.playing> x8`)
	c.Await(`<rp.ply n=([1-5]?[3-9]) of=61>`) // at this pace a single ply may be missed
	c.Keys("Tab")
	c.Await(`<rp.playing> x1/2`)
	c.Keys("Space")
	c.Gone(`<rp.playing> x`)
}
