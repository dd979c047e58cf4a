package e2e

import (
	"strings"
	"testing"
	"time"
)

// A Korean keyboard in Hangul mode: jamo are the keys under them, a composed
// syllable is one key, its first, and the arcade says so once.
func TestHangulKeys(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	c := visit(t, h.addr, newKey(t), opts{lang: korean, user: "kim"})
	back := func() {
		t.Helper()
		c.keys("Esc")
		c.await(atHome)
	}
	c.keys("ㅠ") // b
	c.await(`<board.msg>`)
	c.await(`<sh.hangul>`)
	back()
	c.keys("ㄴ") // s
	c.await(`<set.vision>`)
	back()
	c.keys("ㅔ") // p
	c.await(`<prof.versus>`)
	c.keys("ㅍ") // v
	c.await(`<mt.export>`)
	c.keys("보") // ㅂ is q, one level up; the vowel is not another key
	c.await(`<prof.versus>`)
	c.keys("바", "Left")
	c.await(atHome)
	if c.shows(`<leave.title>`) {
		c.fatalf("a syllable was two keys")
	}
	c.keys("초") // c
	c.await(`<join.text>`)
	c.keys("ㅂ가") // in a text field they are what they are
	c.await(`ㅂ가`)
	back()

	// On a board the arrows are under jamo as well: ㅓ j, ㅏ k, ㅣ l, ㅗ h.
	c.keys("Enter")
	c.await(`<ot.focus sq=d3>`)
	c.keys("ㅣ")
	c.await(`<ot.focus sq=e3>`)
	c.keys("ㅓ")
	c.await(`<ot.focus sq=e4>`)
	c.keys("ㅗ")
	c.await(`<ot.focus sq=d4>`)
	c.keys("ㅏ")
	c.await(`<ot.focus sq=d3>`)
	c.keys("ㅑ") // i
	c.await(`<ot.legend.nohints>`)
}

// A whole game, its replay and the way out with the mouse alone.
func TestMouseOnly(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	c := visit(t, h.addr, newKey(t), opts{lang: korean})
	c.clickOn(`<game.othello> {9}`)
	c.await(focused)
	for start := time.Now(); ; {
		if c.await(over + `|` + myTurn); c.shows(over) {
			break
		}
		if time.Since(start) > 2*patience {
			c.fatalf("the game does not end")
		}
		legal := strings.Fields(strings.Trim(c.await(`<ot.legal>((?: [ a-h1-8.]+)+)`)[1], " ."))
		board, at, ok := readBoard(c.text())
		if !ok {
			c.until("a board or the end", func(lines []string) bool {
				board, at, ok = readBoard(lines)
				return ok || rx(over).MatchString(strings.Join(lines, "\n"))
			})
			continue
		}
		sq := at[legal[0][:2]]
		c.click(sq[0], sq[1])
		c.until("the move", func(lines []string) bool {
			now, _, ok := readBoard(lines)
			return ok && now != board || rx(over).MatchString(strings.Join(lines, "\n"))
		})
		c.await(myTurn + `|` + over)
	}
	c.await(over)
	time.Sleep(guard)
	c.clickOn(`<key.replay>`)
	c.await(`<rp.ply n=(\d+) of=(\d+)>`)
	c.clickOn(`=+O\]`) // the left end of the slider
	c.await(`<rp.ply n=0 of=(\d+)>`)
	c.clickOn(`> <key.next>`)
	c.await(`<rp.ply n=1 of=(\d+)>`)
	c.clickOn(`Space <key.play>`)
	c.await(`<rp.ply n=2 of=(\d+)>`)
	c.clickOn(`Space <key.pause>`)
	c.clickOn(`< <key.prev>`)
	c.clickOn(`Esc <key.back>`)
	c.await(`Enter <key.result>`)
	c.button(2, 40, 12) // the right button is Esc
	c.await(atHome)
	c.button(64, 10, 10) // the wheel moves in lists
	c.clickOn(`Esc <key.quit>`)
	c.await(`<leave.title>`)
	time.Sleep(guard)
	c.clickOn(`<leave.go> \]`)
	if c.wait() != 0 {
		t.Errorf("left with %v", c.err)
	}
}

// Keys typed ahead must not give a game away: five Enters behind the key that
// asks, or pressed while the question stands, resign nothing and leave nothing.
func TestTypeAhead(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	sides, all := midGame(t, h, 2)
	black, white := sides[0], sides[1]
	for _, c := range sides {
		c.forbid(`(<end.resign>|<tb.away>\))`)
	}
	enters := []string{"Enter", "Enter", "Enter", "Enter", "Enter"}
	white.keys(append([]string{"r"}, enters...)...)
	white.await(`<resign.title>`)
	time.Sleep(guard)
	white.keys(enters...) // the first closes it: what is in focus is the mild answer
	white.gone(`<resign.title>`)
	white.awaitBoard(all[2])
	white.keys(append([]string{"Space"}, enters...)...)
	white.await(`<menu.title>`)
	white.decide(`<menu.title>`, "Esc")
	white.awaitBoard(all[2])
	white.send("\x1b")
	white.await(`<away.title>`)
	white.keys(enters...)
	time.Sleep(guard)
	white.keys(enters...)
	white.gone(`<away.title>`)
	white.awaitBoard(all[2])

	// An offer is answered by its number only.
	black.keys("d")
	white.await(`<tb.draw.ask>`)
	white.keys(enters...)
	white.await(`<ot.notyours>`)
	white.awaitBoard(all[2])
	follow(sides, shortGame[2:4], all, 2)
}

// Help opens over every screen, names the clock that runs on, and Esc gives back what was there.
func TestHelp(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	sides, all := midGame(t, h, 2)
	c := sides[0]
	c.keys("?")
	c.await(`\[1 <help.tab.keys>\]`)
	c.await(`<tb.turn.me>, [45]:\d\d`)
	c.keys("3")
	c.await(`\[3 <help.tab.rules>\]`)
	c.keys("Tab")
	c.await(`\[4 <help.tab.words>\]`)
	c.keys("Esc")
	c.awaitBoard(all[2])
	c.await(myTurn)
	c.keys("F1")
	c.await(`<help.title> ═`)
}

// Take-back and draw by agreement, at a table among friends.
func TestOffers(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	all := states(t, shortGame)
	host := visit(t, h.addr, newKey(t), opts{lang: korean, user: "kim"})
	host.keys("m")
	host.await(`<lobby.place>`)
	host.keys("n")
	host.await(`<setup.title>`)
	host.keys("3", "Down", "1", "Enter")
	code := host.await(`join ([0-9A-Z]{3}-[0-9A-Z]{3})`)[1]
	friend := visit(t, h.addr, nil, opts{})
	friend.keys("c")
	friend.await(`<join.text>`)
	friend.keys(strings.ToLower(code), "Enter") // as somebody types it
	sides := [2]*client{host, friend}
	follow(sides, shortGame[:3], all, 0)

	host.keys("u") // the last move was Black's
	friend.decide(`<tb.takeback.ask>`, "2")
	friend.gone(`<tb.takeback.ask>`)
	host.awaitBoard(all[3])
	follow(sides, shortGame[3:4], all, 3)
	host.keys("u") // and now the answer to it goes as well
	friend.decide(`<tb.takeback.ask>`, "1")
	for _, c := range sides {
		c.awaitBoard(all[2])
	}
	follow(sides, shortGame[2:4], all, 2)

	friend.keys("d")
	friend.await(`<tb.draw.sent>`)
	host.decide(`<tb.draw.ask>`, "2")
	host.gone(`<tb.draw.ask>`)
	follow(sides, shortGame[4:6], all, 4)
	host.keys("d")
	friend.decide(`<tb.draw.ask>`, "1")
	host.await(`<end.agreed>`)
	friend.await(`<end.agreed>`)
}
