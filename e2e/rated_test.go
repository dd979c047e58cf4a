package e2e

import (
	"fmt"
	"regexp"
	"testing"
	"time"

	"arcade/lobby"
)

// A rated game from the pairing to the records: every ply on both screens, the
// pass, the result with its ratings, the rematch with the colours swapped, my
// games, the replay, the leaderboard and the profile.
func TestRatedGame(t *testing.T) {
	t.Parallel()
	h := open(t, lobby.Config{}) // with the notice of a pass as long as it is
	all := states(t, longGame)
	sides := twoPlayers(t, h)
	black, white := sides[0], sides[1]
	for _, c := range sides {
		c.await(`<tb.rated> +<ctl.clock m=5 s=3>`)
	}
	follow(sides, longGame[:60], all, 0)
	sides[all[60].toAct].move(longGame[60])

	// The result: who, how many, why, and what it did to the rating.
	names := [2]string{black.user, white.user}
	white.await(`<res.youwin>`)
	black.await(`<res.wins p=(` + names[1] + `.*)>`)
	won := white.await(`1500 > (\d+) \(\+(\d+)\)`)
	lost := black.await(`1500 > (\d+) \(-(\d+)\)`)
	for _, c := range sides {
		c.await(`● <ot.black> +` + names[0] + ` +19 `)
		c.await(`○ <ot.white> +` + names[1] + ` +45 `)
		c.await(`<end.board_full>`)
	}

	// A rematch, asked by one and wanted by both: the colours swap.
	black.decide(`<res.rematch>`, "Enter")
	white.await(`<res.wants>`)
	black.await(`<res.asked>`)
	white.decide(`<res.rematch>`, "Enter")
	for _, c := range sides {
		c.awaitBoard(all[0])
	}
	if black.seat() != 1 || white.seat() != 0 {
		black.fatalf("the colours did not swap")
	}
	time.Sleep(calm)
	// Free until both have moved: called off, it counts for nobody.
	white.keys("r")
	white.decide(`<abort.title>`, "2")
	for _, c := range sides {
		c.await(`<res.aborted>`)
		c.decide(`<key.home>`, "q")
		c.await(atHome)
	}

	// My games, from both sides.
	white.keys("v")
	white.await(fmt.Sprintf(`> [0-9A-Z]{8} .*<game.othello> +%s +<mt.r.won> \+%s +<end.short.board_full> +61`, names[0], won[2]))
	black.keys("v")
	black.await(fmt.Sprintf(`> [0-9A-Z]{8} .*<game.othello> +%s +<mt.r.lost> -%s +<end.short.board_full> +61`, names[1], lost[2]))
	replay(t, black, all)
	black.keys("Esc")
	black.await(`> [0-9A-Z]{8} `)
	black.keys("Esc")
	black.await(atHome)

	// The leaderboard has both, the winner first, and one's own line below.
	black.keys("b")
	black.await(fmt.Sprintf(`(?s)1 +%s +%s\? .*2 +%s .*%s\? `, names[1], won[1], names[0], lost[1]))
	black.await(`<board.mine n=2 of=2>`)
	black.keys("Esc")
	black.await(atHome)

	// The profile: one game lost against the one opponent.
	black.keys("p")
	black.await(fmt.Sprintf(`%s +<game.othello> +0 +1 +0 `, names[1]))
	black.await(fmt.Sprintf(`<game.othello> +0 +1 +0 +%s\?`, lost[1]))
}

// replay goes through the match in focus by every control there is.
func replay(t *testing.T, c *client, all []state) {
	t.Helper()
	last := len(all) - 1
	at := func(ply int) {
		t.Helper()
		c.await(fmt.Sprintf(`<rp.ply n=%d of=%d>( |$)`, ply, last))
		c.until(fmt.Sprintf("the position at ply %d", ply), func(lines []string) bool {
			board, _, ok := readBoard(lines)
			return ok && board == all[ply].board
		})
	}
	c.keys("Enter")
	at(last)
	c.keys("Home")
	at(0)
	for ply := 1; ply <= 5; ply++ {
		c.keys("Right")
		at(ply)
	}
	c.keys("End")
	at(last)
	for ply := last - 1; ply >= 0; ply-- {
		c.keys("Left")
		at(ply)
	}

	// The slider: its ends, and somewhere between.
	slider := regexp.MustCompile(`\[[=]*O?[-]*\]`)
	var from, to, y int
	c.until("a slider", func(lines []string) bool {
		for row, line := range lines {
			if m := slider.FindStringIndex(line); m != nil && m[1]-m[0] > 10 {
				from, to, y = m[0], m[1], row
				return true
			}
		}
		return false
	})
	c.click(from, y)
	at(0)
	c.click((from+to)/2, y)
	middle := c.await(`<rp.ply n=([1-9]\d*) of=61>`)
	if n := one(middle); n < "25" || n > "36" || len(n) != 2 {
		c.fatalf("the middle of the slider is ply %s", n)
	}

	// Autoplay from the end starts over and goes on by itself, at five paces.
	c.keys("End")
	at(last)
	c.keys("5", "Space")
	c.await(`<rp.playing> x8`)
	c.await(`<rp.ply n=([1-5]?[3-9]) of=61>`) // at this pace no single ply is sure to be seen
	c.keys("Tab")
	c.await(`<rp.playing> x1/2`)
	c.keys("Space")
	c.gone(`<rp.playing> x`)
}
