package e2e

import (
	"bytes"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"arcade/e2e/door"
)

// focused matches a focused board square.
const focused = `[│|]>[+ ●○XO] [│|]`

// A stranger presses Enter once and sits at a board with a focused square and a hint, in both languages,
// with and without a key.
func TestFirstVisit(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]struct {
		key  gossh.Signer
		opts door.Opts
	}{
		"ko key":   {door.NewKey(t), door.Opts{Lang: door.Korean}},
		"en key":   {door.NewKey(t), door.Opts{Lang: door.English}},
		"ko guest": {nil, door.Opts{Lang: door.Korean}},
		"en guest": {nil, door.Opts{Lang: door.English}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := open(t, door.Quick) // in one house they would be paired with each other
			c := enter(t, h.Addr, o.key, o.opts)
			c.Await(`<home.langs>`)
			c.Keys("Enter")
			c.Await(focused)
			c.Await(`<bot.novice>`)
			c.Await(`<ot.coach>`)
			c.Keys("Enter") // one more Enter is the first move
			c.Await(`2  ○ [a-h][1-8]`)
		})
	}
}

// Keys typed while the server still queries the terminal are not lost.
func TestTypedTooEarly(t *testing.T) {
	t.Parallel()
	h := open(t, door.Quick)
	c := enter(t, h.Addr, nil, door.Opts{})
	c.Keys("Enter")
	c.Await(focused)
}

// A guest plays a whole game with the bot and is told that it is not kept. The bot answers each move, and
// the table plays a pass.
func TestGuestPlaysBot(t *testing.T) {
	t.Parallel()
	h := open(t, door.Quick)
	c := enter(t, h.Addr, nil, door.Opts{Lang: door.Korean})
	c.Await(`<home.msg.guest>`)
	c.Keys("Enter")
	for start := time.Now(); ; c.Breath() {
		if c.Await(over + `|` + myTurn); c.Shows(over) {
			break
		}
		c.Keys("Tab", "Enter")
		if time.Since(start) > 2*door.Patience {
			c.Fatalf("the game does not end")
		}
	}
	c.Await(over)
	c.Await(`(<res.youwin>|<res.wins>|<res.draw>)`)
	c.Decide(`<key.home>`, "q")
	c.Await(atHome)
	c.Keys("b")
	c.Await(`<board.guest>`)
}

// The language: the login name, else the locale of the connection, else the server's default.
func TestLanguage(t *testing.T) {
	t.Parallel()
	h := open(t, door.Quick)
	for name, c := range map[string]struct {
		o    door.Opts
		want string
	}{
		"ko":     {door.Opts{Lang: door.Korean}, `<ko:home.langs>`},
		"en":     {door.Opts{Lang: door.English}, `<en:home.langs>`},
		"none":   {door.Opts{Lang: "C"}, `<ko:lang.title> / <en:lang.title>`},
		"LC_ALL": {door.Opts{Lang: door.English, Env: map[string]string{"LC_ALL": door.Korean}}, `<ko:home.langs>`},
		"ko@":    {door.Opts{Lang: door.English, User: "ko"}, `<ko:home.langs>`},
		"en@":    {door.Opts{Lang: door.Korean, User: "en"}, `<en:home.langs>`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			enter(t, h.Addr, nil, c.o).Await(c.want)
		})
	}
	c := enter(t, h.Addr, door.NewKey(t), door.Opts{Lang: door.Korean})
	c.Await(`<ko:home.langs>`)
	c.Keys("e")
	c.Await(`<en:home.langs>`)

	// A choice on the first screen is remembered for the key. Its next screen and its commands are in
	// that language.
	key := door.NewKey(t)
	c = enter(t, h.Addr, key, door.Opts{Lang: "C"})
	c.Await(`<ko:lang.title>`)
	time.Sleep(door.Guard)
	c.Keys("2")
	c.Await(`<en:home.langs>`)
	c = enter(t, h.Addr, key, door.Opts{Lang: "C"})
	c.Await(`<en:home.msg.bot>`)
	c = enter(t, h.Addr, key, door.Opts{Lang: "C", Command: "help", NoPTY: true})
	c.Wait()
	if help := c.Bytes(); !bytes.Contains(help, []byte("who this connection is")) {
		t.Errorf("help in English says\n%s", help)
	}
}

// A refused screen gets one line without escape sequences.
func TestNoScreen(t *testing.T) {
	t.Parallel()
	h := open(t, door.Quick)
	for name, c := range map[string]struct {
		o    door.Opts
		want string
	}{
		"a bad terminal": {door.Opts{Term: "x y"}, `arcade: .*terminal`},
		"no id":          {door.Opts{Command: "watch"}, `arcade: usage: .*watch ID`},
		"nonsense":       {door.Opts{Command: "sh -c true"}, `arcade: `},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cl := enter(t, h.Addr, nil, c.o)
			if cl.Wait() == 0 {
				t.Error("no error status")
			}
			if !cl.Shows(c.want) {
				cl.Fatalf("does not say %s", c.want)
			}
			if strings.Contains(string(cl.Bytes()), "\x1b") {
				t.Errorf("escape sequences for a client without a screen: %q", cl.Bytes())
			}
		})
	}
}
