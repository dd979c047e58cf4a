package e2e

import (
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"arcade/lobby"
)

// rounds is a house whose next round waits for the players.
var rounds = lobby.Config{BotPause: 20 * time.Millisecond, PassNotice: 50 * time.Millisecond, RoundPause: time.Hour}

const (
	roundOver = `╔═ (?:<mp.sheet.won>|<mp.sheet.lost>|<mp.sheet.nagari>) ═`
	myTurnOf  = `── <mg.turn> ─|╔═` // a card to play, or a question
)

// hand are the months and kinds of the cards in one's hand, as a table of 80x24 shows
// them, without the news beside them.
func (c *client) hand() string {
	lines := c.text()
	if len(lines) < 21 {
		c.fatalf("a screen of %d lines", len(lines))
	}
	const width = 1 + 10*5
	return ansi.Truncate(lines[18], width, "") + "\n" + ansi.Truncate(lines[19], width, "")
}

// playRound answers 1 to whatever is asked, whoever is asked, until the round is
// over on every screen.
func playRound(sides ...*client) {
	over, mine := rx(roundOver), rx(myTurnOf)
	for range 200 {
		var turn *client
		for start := time.Now(); turn == nil; sides[0].breath() {
			for _, c := range sides {
				if over.MatchString(c.screen()) || mine.MatchString(c.screen()) {
					turn = c
				}
			}
			if time.Since(start) > patience {
				sides[0].fatalf("neither a turn nor the end")
			}
		}
		if over.MatchString(turn.screen()) {
			for _, c := range sides {
				c.await(roundOver)
			}
			return
		}
		turn.answered("1")
	}
	sides[0].fatalf("the round does not end")
}

// Two friends play a round through the door and are ready for the next; one loses
// the connection in it and comes back to the same hand.
func TestMatgo(t *testing.T) {
	t.Parallel()
	h := open(t, rounds)
	key := newKey(t)
	host := enter(t, h.addr, key, opts{lang: korean, user: "kim", command: "play matgo"})
	host.await(`<lobby.place>`)
	host.keys("n")
	host.await(`<setup.title game=맞고>`)
	host.keys("3", "Enter")
	code := host.await(`join ([0-9A-Z]{3}-[0-9A-Z]{3})`)[1]
	friend := enter(t, h.addr, newKey(t), opts{lang: english, user: "lee", command: "join " + code})
	friend.await(`<mg.round n=1>`)
	host.await(`<mg.round n=1>`)
	time.Sleep(calm)
	playRound(host, friend)
	time.Sleep(calm)
	friend.keys("Enter")
	host.keys("Enter")
	host.await(`<mg.round n=2>`)
	friend.await(`<mg.round n=2>`)

	hand := ""
	for hand != host.hand() { // a frame comes in parts
		hand = host.hand()
		time.Sleep(calm)
	}
	host.cut()
	host = enter(t, h.addr, key, opts{lang: korean})
	host.decide(`<resume.title>`, "Enter")
	host.await(`<mg.round n=2>`)
	host.until("the same hand\n"+hand, func([]string) bool { return host.hand() == hand })
}
