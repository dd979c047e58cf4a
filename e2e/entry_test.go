package e2e

import (
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// focused is a board square with the focus on it.
const focused = `[│|]>[+ ●○XO] [│|]`

// A stranger presses Enter once and sits at a board with a square in focus, told
// what to do, in both languages, with and without a key.
func TestFirstVisit(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]struct {
		key  gossh.Signer
		opts opts
	}{
		"ko key":   {newKey(t), opts{lang: korean}},
		"en key":   {newKey(t), opts{lang: english}},
		"ko guest": {nil, opts{lang: korean}},
		"en guest": {nil, opts{lang: english}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := open(t, quick) // in one house they would be paired with each other
			c := enter(t, h.addr, o.key, o.opts)
			c.await(`<home.enter>`)
			c.keys("Enter")
			c.await(focused)
			c.await(`<bot.greedy>`)
			c.await(`<ot.coach>`)
			c.keys("Enter") // and one more is the first move
			c.await(`2\.○ [a-h][1-8]`)
		})
	}
}

// What is typed while the terminal is still being asked what it can show is not lost.
func TestTypedTooEarly(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	c := enter(t, h.addr, nil, opts{})
	c.keys("Enter")
	c.await(focused)
}

// A guest plays a whole game with the bot and is told that it is not kept; the
// bot answers each move, and a pass is played by the table.
func TestGuestPlaysBot(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	c := enter(t, h.addr, nil, opts{lang: korean})
	c.await(`<home.msg.guest>`)
	c.keys("Enter")
	for start := time.Now(); ; c.breath() {
		if c.await(over + `|` + myTurn); c.shows(over) {
			break
		}
		c.keys("Tab", "Enter")
		if time.Since(start) > 2*patience {
			c.fatalf("the game does not end")
		}
	}
	c.await(over)
	c.await(`(<res.youwin>|<res.wins>|<res.draw>)`)
	c.decide(`<key.home>`, "q")
	c.await(atHome)
	c.keys("b")
	c.await(`<board.guest>`)
}

// The language: the locale of the connection, the login name before it, and the
// server's default where neither says anything.
func TestLanguage(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	for name, c := range map[string]struct {
		o    opts
		want string
	}{
		"ko":     {opts{lang: korean}, `<ko:home.enter>`},
		"en":     {opts{lang: english}, `<en:home.enter>`},
		"none":   {opts{lang: "C"}, `<ko:home.enter>`},
		"LC_ALL": {opts{lang: english, env: map[string]string{"LC_ALL": korean}}, `<ko:home.enter>`},
		"ko@":    {opts{lang: english, user: "ko"}, `<ko:home.enter>`},
		"en@":    {opts{lang: korean, user: "en"}, `<en:home.enter>`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			enter(t, h.addr, nil, c.o).await(c.want)
		})
	}
	c := enter(t, h.addr, newKey(t), opts{lang: korean})
	c.await(`<ko:home.enter>`)
	c.keys("e")
	c.await(`<en:home.enter>`)
}

// A client without a terminal, or with one that cannot be drawn on, is told so in one line.
func TestNoScreen(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	for name, c := range map[string]struct {
		o    opts
		want string
	}{
		"no pty":   {opts{noPTY: true}, `arcade: this needs a terminal: ssh -t `},
		"join":     {opts{noPTY: true, command: "join ABC-DEF"}, `arcade: this needs a terminal: ssh -t \S+ join`},
		"dumb":     {opts{term: "dumb"}, `arcade: .*terminal`},
		"no id":    {opts{command: "watch"}, `arcade: usage: .*watch ID`},
		"nonsense": {opts{command: "sh -c true"}, `arcade: `},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cl := enter(t, h.addr, nil, c.o)
			if cl.wait() == 0 {
				t.Error("no error status")
			}
			if !cl.shows(c.want) {
				cl.fatalf("does not say %s", c.want)
			}
			if strings.Contains(string(cl.bytes()), "\x1b") {
				t.Errorf("escape sequences for a client without a screen: %q", cl.bytes())
			}
		})
	}
}
