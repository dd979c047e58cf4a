package e2e

import (
	"strings"
	"testing"
	"time"

	"arcade/e2e/door"
)

// A Korean keyboard in Hangul mode: jamo count as the keys under them, a composed syllable counts as its
// first key, and the arcade explains this once.
func TestHangulKeys(t *testing.T) {
	t.Parallel()
	h := open(t, door.Quick)
	c := visit(t, h.Addr, door.NewKey(t), door.Opts{Lang: door.Korean, User: "kim"})
	back := func() {
		t.Helper()
		c.Keys("Esc")
		c.Await(atHome)
	}
	c.Keys("ㅠ")            // b
	c.Await(`<sh.hangul>`) // only for a moment
	c.Await(`<board.empty>`)
	back()
	c.Keys("ㄴ") // s
	c.Await(`<set.vision>`)
	back()
	c.Keys("ㅔ") // p
	c.Await(`<prof.marks>`)
	c.Keys("ㅍ") // v
	c.Await(`<mt.export>`)
	c.Keys("보") // ㅂ is q, one level up; the vowel is not another key
	c.Await(`<prof.marks>`)
	c.Keys("바", "Left")
	c.Await(atHome)
	if c.Shows(`<leave.title>`) {
		c.Fatalf("a syllable was two keys")
	}
	c.Keys("모") // ㅁ is a
	c.Await(`<join.text>`)
	c.Keys("ㅂ가") // in a text field they stay Hangul
	c.Await(`ㅂ가`)
	back()

	// On a board the arrows are under jamo as well: ㅓ j, ㅏ k, ㅣ l, ㅗ h.
	c.Keys("Enter")
	c.Await(`d3 ` + flips)
	c.Keys("ㅣ")
	c.Await(`e3 ` + flips)
	c.Keys("ㅓ")
	c.Await(`e4 ` + flips)
	c.Keys("ㅗ")
	c.Await(`d4 ` + flips)
	c.Keys("ㅏ")
	c.Await(`d3 ` + flips)
	c.Keys("ㅑ") // i
	c.Await(`<ot.legend.nohints>`)
}

// A whole game, its replay and the exit with the mouse alone.
func TestMouseOnly(t *testing.T) {
	t.Parallel()
	h := open(t, door.Quick)
	c := visit(t, h.Addr, door.NewKey(t), door.Opts{Lang: door.Korean})
	c.ClickOn(`<game.othello> {9}`)
	c.Await(focused)
	for start := time.Now(); ; {
		if c.Await(over + `|` + myTurn); c.Shows(over) {
			break
		}
		if time.Since(start) > 2*door.Patience {
			c.Fatalf("the game does not end")
		}
		legal := strings.Fields(strings.Trim(c.Await(`<ot.legal>((?: [ a-h1-8.]+)+)`)[1], " ."))
		board, at, ok := readBoard(c.Text())
		if !ok {
			c.Until("a board or the end", func(lines []string) bool {
				board, at, ok = readBoard(lines)
				return ok || door.RX(over).MatchString(strings.Join(lines, "\n"))
			})
			continue
		}
		sq := at[legal[0][:2]]
		c.Click(sq[0], sq[1])
		c.Until("the move", func(lines []string) bool {
			now, _, ok := readBoard(lines)
			return ok && now != board || door.RX(over).MatchString(strings.Join(lines, "\n"))
		})
		c.Await(myTurn + `|` + over)
	}
	c.Await(over)
	time.Sleep(door.Guard)
	c.ClickOn(`<key.replay>`)
	c.Await(`<rp.ply n=(\d+) of=(\d+)>`)
	c.ClickOn(`=+O\]`) // the left end of the slider
	c.Await(`<rp.ply n=0 of=(\d+)>`)
	c.ClickOn(`> <key.next>`)
	c.Await(`<rp.ply n=1 of=(\d+)>`)
	c.ClickOn(`Space <key.play>`)
	c.Await(`<rp.ply n=2 of=(\d+)>`)
	c.ClickOn(`Space <key.pause>`)
	c.ClickOn(`< <key.prev>`)
	c.ClickOn(`Esc <key.back>`)
	c.Await(`Enter <key.result>`)
	c.Button(2, 40, 12) // the right button is Esc
	c.Await(atHome)
	c.Button(64, 10, 10) // the wheel moves in lists
	c.ClickOn(`Esc <key.quit>`)
	c.Await(`<leave.title>`)
	time.Sleep(door.Guard)
	c.ClickOn(`<leave.go> \]`)
	if c.Wait() != 0 {
		t.Errorf("left with %v", c.Err)
	}
}

// Keys typed ahead must not lose a game. Five Enters after the key that asks, or while the question is on
// the screen, neither resign nor leave.
func TestTypeAhead(t *testing.T) {
	t.Parallel()
	h := open(t, door.Quick)
	sides, all := midGame(t, h, 2)
	black, white := sides[0], sides[1]
	for _, c := range sides {
		c.Forbid(`(<end.resign>|<tb.away>\))`)
	}
	enters := []string{"Enter", "Enter", "Enter", "Enter", "Enter"}
	white.Keys(append([]string{"r"}, enters...)...)
	white.Await(`<resign.title>`)
	time.Sleep(door.Guard)
	white.Keys(enters...) // the first closes it, because the focus is on the mild answer
	white.Gone(`<resign.title>`)
	white.awaitBoard(all[2])
	white.Keys(append([]string{"Space"}, enters...)...)
	white.Await(`═ <menu.title> ═`)
	white.Decide(`═ <menu.title> ═`, "Esc")
	white.awaitBoard(all[2])
	white.Send("\x1b")
	white.Await(`<away.title>`)
	white.Keys(enters...)
	time.Sleep(door.Guard)
	white.Keys(enters...)
	white.Gone(`<away.title>`)
	white.awaitBoard(all[2])

	// An offer is answered only by its own keys.
	black.Keys("d")
	white.Await(`<tb.draw.ask>`)
	white.Keys(enters...)
	white.Await(`<err.notyours>`)
	white.awaitBoard(all[2])
	follow(sides, shortGame[2:4], all, 2)
}

// Help opens over every screen and shows the running clock. Esc returns to the previous screen.
func TestHelp(t *testing.T) {
	t.Parallel()
	h := open(t, door.Quick)
	sides, all := midGame(t, h, 2)
	c := sides[0]
	c.Keys("?")
	c.Await(`\[1 <help.tab.keys>\]`)
	c.Await(`<tb.turn.me>, [45]:\d\d`)
	c.Keys("3")
	c.Await(`\[3 <help.tab.rules>\]`)
	c.Keys("Tab")
	c.Await(`\[4 <help.tab.words>\]`)
	c.Keys("Esc")
	c.awaitBoard(all[2])
	c.Await(myTurn)
	c.Keys("F1")
	c.Await(`<help.title> ═`)
}

// Takeback and draw by agreement, at a table among friends.
func TestOffers(t *testing.T) {
	t.Parallel()
	h := open(t, door.Quick)
	all := states(t, shortGame)
	host := visit(t, h.Addr, door.NewKey(t), door.Opts{Lang: door.Korean, User: "kim"})
	host.Keys("m")
	host.Await(`<lobby.place>`)
	host.Keys("n")
	host.Await(`<setup.title>`)
	host.Keys("3", "Down", "1", "Enter")
	code := host.Await(`join ([0-9A-Z]{3}-[0-9A-Z]{3})`)[1]
	friend := visit(t, h.Addr, nil, door.Opts{})
	friend.Keys("a")
	friend.Await(`<join.text>`)
	friend.Keys(strings.ToLower(code), "Enter") // a person may type it in lower case
	ready(host, friend)
	sides := [2]*client{host, friend}
	follow(sides, shortGame[:3], all, 0)

	host.Keys("u") // the last move was Black's
	friend.Decide(`<tb.takeback.ask>`, "-")
	friend.Gone(`<tb.takeback.ask>`)
	host.awaitBoard(all[3])
	follow(sides, shortGame[3:4], all, 3)
	host.Keys("u") // now White's answer to it is taken back, too
	friend.Decide(`<tb.takeback.ask>`, "+")
	for _, c := range sides {
		c.awaitBoard(all[2])
	}
	follow(sides, shortGame[2:4], all, 2)

	friend.Keys("d")
	friend.Await(`<tb.draw.sent>`)
	host.Decide(`<tb.draw.ask>`, "-")
	host.Gone(`<tb.draw.ask>`)
	follow(sides, shortGame[4:6], all, 4)
	host.Keys("d")
	friend.Decide(`<tb.draw.ask>`, "+")
	friend.Decide(`<draw.title>`, "2")
	host.Await(`<end.agreed>`)
	friend.Await(`<end.agreed>`)
}
