// Package nim plays the example of a game in a whole arcade. Only this test registers the game.
package nim

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"arcade/e2e/door"
	nim "arcade/examples/nim/engine"
	screen "arcade/examples/nim/screen"
	"arcade/games"
	"arcade/games/othello"
	"arcade/sessions/play"
)

func init() { play.Add(screen.Game) }

// open starts an arcade that has the game besides one of the arcade's own.
func open(t *testing.T) *door.House {
	t.Helper()
	cfg := door.Quick
	cfg.Games = games.NewRegistry(othello.Game{}, nim.Game{})
	return door.Open(t, cfg)
}

// heaps returns a pattern for a screen whose heaps have so many sticks.
func heaps(n ...int) string {
	re := "(?s)"
	for i, sticks := range n {
		re += fmt.Sprintf(`^ *>? +%c +([x|] +){%d}%d\b.*`, 'a'+i, sticks, sticks)
	}
	return re
}

const (
	mine = `Enter <nim.key.take>`
	over = `[═=] <res.title>`
)

// take takes n sticks from the heap that is `down` keys below the focused one.
func take(c *door.Client, down, n int) {
	c.T.Helper()
	c.Await(mine)
	for range down {
		c.Keys("Down")
	}
	for range n - 1 {
		c.Keys("Left")
	}
	c.Keys("Enter")
}

// Two people play a rated match and one watches. Everything is recorded.
func TestMatch(t *testing.T) {
	t.Parallel()
	h := open(t)
	key := door.NewKey(t)
	kim := door.Visit(t, h.Addr, key, door.Opts{User: "kim"})
	kim.Await(`2 +<game.nim> .*\n +<game.nim.about>`)
	kim.Leave()
	kim = kim.Again(h.Addr, "play nim")
	kim.Await(`<game.nim> / <lobby.place>|<lobby.empty>`)
	kim.Keys("n")
	kim.Await(`<setup.title game=Nim>`)
	kim.Await(`<setup.note.nim>`)
	kim.Keys("Down", "1", "Enter") // first
	kim.Await(`<wait.title>`)

	lee := door.Enter(t, h.Addr, door.NewKey(t), door.Opts{User: "lee", Lang: door.Korean, Command: "play nim"})
	lee.Await(`> <game.nim> .*kim`)
	lee.Keys("Enter")
	for _, c := range []*door.Client{kim, lee} {
		c.Await(heaps(3, 5, 7))
	}
	time.Sleep(door.Calm)

	// A spectator comes from the list and may not take.
	crowd := door.Enter(t, h.Addr, nil, door.Opts{Command: "play nim"})
	crowd.Await(`> <game.nim> .*kim`)
	crowd.Keys("Enter")
	crowd.Await(heaps(3, 5, 7))
	kim.Await(`<tb.watchers n=1>`)
	crowd.Keys("Enter")
	crowd.Await(`<tb.spectator>`)

	lee.Keys("Enter")
	lee.Await(`<nim.notyours>`)
	take(kim, 0, 3)
	everybody := []*door.Client{kim, lee, crowd}
	for _, c := range everybody {
		c.Await(heaps(0, 5, 7))
	}
	lee.Await(mine)
	lee.ClickOn(`\|     \|     \|     \|     \|     \|     \|`) // chooses from the first stick of the third heap on
	lee.Await(`x     x     x     x     x     x     x`)
	lee.ClickOn(`x     x     x     x     x     x     x`)
	for _, c := range everybody {
		c.Await(heaps(0, 5, 0))
	}
	take(kim, 0, 5)
	kim.Await(`<res.youwin>`)
	lee.Await(`<res.wins p=(kim.*)>`)
	crowd.Await(`<res.wins p=(kim.*)>`)
	for _, c := range everybody {
		c.Await(over)
		c.Await(`The last stick is|마지막`) // in a narrow sheet the sentence has two rows
	}
	won := kim.Await(`1500 > (\d+)(?s:.{0,160}?)\(\+(\d+)\)`)
	kim.Decide(`<key.home>`, "q")
	kim.Await(door.AtHome)

	// My games, and the replay.
	kim.Keys("v")
	id := kim.Await(`> ([0-9A-Z]{8}) .*<game.nim> +lee +<mt.r.won> \+` + won[2] + ` +<end.short.last_stick> `)[1]
	kim.Keys("Enter")
	kim.Await(heaps(0, 0, 0))
	kim.Keys("Home", "Right")
	kim.Await(heaps(0, 5, 7))
	kim.Await(`<rp.ply n=1 of=3>`)
	kim.Keys("Esc")
	kim.Await(`> ` + id)
	kim.Keys("Esc")
	kim.Await(door.AtHome)

	// The board of ratings, and the profile.
	kim.Keys("b")
	kim.Await(`<game.othello>`)
	kim.Keys("Tab")
	kim.Await(`<board.few n=1 of=5>`) // a board needs five opponents
	kim.Keys("Esc")
	kim.Await(door.AtHome)
	kim.Keys("p")
	kim.Await(`<game.nim>, .* ` + won[1] + ` `)
	kim.Await(`lee +1 +0$`)

	// The statistics, and the board by points.
	kim.Keys("Esc")
	kim.Await(door.AtHome)
	kim.Keys("p", "t")
	kim.Decide(`<solo.stats.title>`, "2") // Othello has statistics, too
	kim.Await(`<solo.stats>`)
	kim.Await(`1 +1 +8`) // over their labels
	kim.Await(`<nim.stat.matches> +<nim.stat.won> +<nim.stat.taken>`)
	kim.Keys("Esc")
	kim.Gone(`<nim.stat.taken>`)
	kim.Keys("Esc")
	kim.Await(door.AtHome)
	kim.Keys("s")
	kim.Await(`> <set.lang>`)
	for !kim.Shows(`> <set.nim.numbered>`) { // until the focus is on the last row
		kim.Answered("Down")
	}
	kim.Keys("Right")
	kim.Await(`<set.nim.numbered> .*\[<set.nim.numbered.on>\]`)
	kim.Keys("Esc")
	kim.Await(door.AtHome)

	// The commands.
	ask := func(command, stdin string, want ...string) string {
		t.Helper()
		out, errs, code := door.Command(t, h.Addr, key, command, stdin)
		if code != 0 {
			t.Errorf("%s: %d %s", command, code, errs)
		}
		for _, w := range want {
			if !strings.Contains(out, w) {
				t.Errorf("%s: no %q in\n%s", command, w, out)
			}
		}
		return out
	}
	ask("games", "", "nim")
	ask("leaderboard nim", "")
	ask("stats nim", "", "Sticks taken", "8", "Longest streak")
	ask("stats nim --json", "", `"longest": 0`)
	ask("kibo list", "", id, "nim", "kim : lee")
	ask("kibo show "+id, "", "Nim", "a3", "c7", "b5", "The last stick is taken")
	file := ask("kibo export "+id, "", `"nim"`, `"last_stick"`)
	ask("kibo verify", file, "valid: nim "+id+", move 3")
}

// A person plays a match against each bot, and may win or lose. Then bots play each other.
func TestBots(t *testing.T) {
	t.Parallel()
	h := open(t)
	for i, bot := range []string{"random", "nimble"} {
		c := door.Enter(t, h.Addr, door.NewKey(t), door.Opts{User: "kim", Command: "play nim"})
		c.Await(`<lobby.place>|<lobby.empty>`)
		c.Keys("n")
		c.Await(`<setup.title game=Nim>`)
		c.Keys("1", "Down", "2") // the bot's opponent plays second
		c.Await(`\[<setup.seat.nim.1>\]`)
		c.Keys("Down", fmt.Sprint(i+1))
		c.Await(`\[<bot.` + bot + `>\]`)
		c.Await(`<bot.about.` + bot + `>`)
		c.Keys("Enter")
		for !c.Shows(over) { // a key after the end has no effect
			if c.Shows(mine) {
				c.Keys("Enter")
			}
			c.Breath()
		}
		c.Await(`<res.youwin>|<res.wins>`)
		c.Leave()
	}
	c := door.Enter(t, h.Addr, nil, door.Opts{Command: "play nim"})
	c.Await(`<lobby.place>|<lobby.empty>`)
	c.Keys("n")
	c.Await(`<setup.title game=Nim>`)
	c.Keys("5", "Enter")
	c.Await(heaps(3, 5, 7) + `|<nim.taken>`)
	c.Await(`<res.wins> +<ex.next>`)
}

// A match in words, on a terminal that shows only lines. It uses the game's own words, and the player
// types an action in them.
func TestWords(t *testing.T) {
	t.Parallel()
	h := open(t)
	c := door.Enter(t, h.Addr, door.NewKey(t), door.Opts{User: "kim", Term: "dumb"})
	c.Await(`<game.nim>`)
	c.Send("nim\r")
	c.Await(`1\. <wd.bot>`)
	c.Send("1\r")
	c.Await(`2\. <bot.nimble>`)
	c.Send("1\r")
	c.Await(`1\. <wd.side.any>`)
	c.Send("1\r")
	c.Await(`<wd.your.turn n=(\d+)>`) // the bot may begin
	c.Send("b\r")
	c.Await(`<nim.said.heap heap=b n=(\d)>|<nim.said.heap heap=b n=1>`) // the bot may have left one stick
	c.Send("m\r")
	take := c.Await(`\n[abc]\d\. (\d from heap [abc])`)[1]
	c.Send(take + "\r")
	c.Await(`<wd.you>: ` + take + `, \d left`)
}
