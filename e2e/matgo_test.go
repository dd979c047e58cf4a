package e2e

import (
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"arcade/e2e/door"
	"arcade/lobby"
)

// rounds is a house whose next round waits for the players.
var rounds = lobby.Config{BotPause: 20 * time.Millisecond, PassNotice: 50 * time.Millisecond, ReadyTime: time.Hour}

const (
	roundOver = `╔═ (?:<mp.sheet.won>|<mp.sheet.lost>|<mp.sheet.nagari>) ═`
	myTurnOf  = `── <mg.turn> ─|╔═` // a card to play, or a question
)

// hand are the months and kinds of the cards in one's hand, as a table of 80x24 shows
// them, without the news beside them.
func (c *client) hand() string {
	lines := c.Text()
	if len(lines) < 21 {
		c.Fatalf("a screen of %d lines", len(lines))
	}
	const width = 1 + 10*5
	return ansi.Truncate(lines[18], width, "") + "\n" + ansi.Truncate(lines[19], width, "")
}

// playRound answers 1 to whatever is asked, whoever is asked, until the round is
// over on every screen.
func playRound(sides ...*client) {
	over, mine := door.RX(roundOver), door.RX(myTurnOf)
	for range 200 {
		var turn *client
		for start := time.Now(); turn == nil; sides[0].Breath() {
			for _, c := range sides {
				if over.MatchString(c.Screen()) || mine.MatchString(c.Screen()) {
					turn = c
				}
			}
			if time.Since(start) > door.Patience {
				sides[0].Fatalf("neither a turn nor the end")
			}
		}
		if over.MatchString(turn.Screen()) {
			for _, c := range sides {
				c.Await(roundOver)
			}
			return
		}
		turn.Answered("1")
	}
	sides[0].Fatalf("the round does not end")
}

// Two friends play a round through the door and are ready for the next; one loses
// the connection in it and comes back to the same hand.
func TestMatgo(t *testing.T) {
	t.Parallel()
	h := open(t, rounds)
	key := door.NewKey(t)
	host := enter(t, h.Addr, key, door.Opts{Lang: door.Korean, User: "kim", Command: "play matgo"})
	host.Await(`<lobby.place>`)
	host.Keys("n")
	host.Await(`<setup.title game=맞고>`)
	host.Keys("3", "Enter")
	code := host.Await(`join ([0-9A-Z]{3}-[0-9A-Z]{3})`)[1]
	friend := enter(t, h.Addr, door.NewKey(t), door.Opts{Lang: door.English, User: "lee", Command: "join " + code})
	ready(host, friend)
	friend.Await(`<mg.round n=1>`)
	host.Await(`<mg.round n=1>`)
	time.Sleep(door.Calm)
	playRound(host, friend)
	time.Sleep(door.Calm)
	friend.Keys("Enter")
	host.Keys("Enter")
	host.Await(`<mg.round n=2>`)
	friend.Await(`<mg.round n=2>`)

	hand := ""
	for hand != host.hand() { // a frame comes in parts
		hand = host.hand()
		time.Sleep(door.Calm)
	}
	host.Cut()
	host = enter(t, h.Addr, key, door.Opts{Lang: door.Korean})
	host.Decide(`<resume.title>`, "Enter")
	host.Await(`<mg.round n=2>`)
	host.Until("the same hand\n"+hand, func([]string) bool { return host.hand() == hand })
}
