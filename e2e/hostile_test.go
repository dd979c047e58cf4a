package e2e

import (
	"bytes"
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/bidi"

	gossh "golang.org/x/crypto/ssh"

	"arcade/e2e/door"
)

// unseen holds characters that change their surroundings or are invisible, besides those in hostile:
// right-to-left letters, zero-width characters, fillers, tags, endless accents.
var unseen = []string{
	"\u05d0\u05d1", "\u0627\u0644", "\u061c", "\u200d", "\u200f", "\u2067", "\u2069", "\u180e", "\u3164", "\u115f", "\u00ad", "\u2028",
	"\U000e0041\U000e0042", "\ufe0f", strings.Repeat("\u0300\u0489", 50), "\U0001f468\u200d\U0001f469", "\ue000", "\x1b[8m\x1b[?1049l\x1bc", "\x1b]8;;http://x\x1b\\",
}

// hostile holds texts that try to take over another player's terminal, or to change the meaning of a
// line.
var hostile = []string{
	"\x1b]52;c;ZXZpbA==\x07", "\x1b[77;33H", "\x1b]0;owned\x07", "\x1b[9;31;7m", "\x9b9;31m", "\u009b9;31m", "\u202e", "\u2066", "\u200b", "\ufeff",
	"\x1bPevil\x1b\\", "\r\n\x1b_evil\x1b\\", "\x08\x08\x08", "\x0e", "\a",
}

// harmless fails the test if received bytes contain anything of hostile and unseen.
func harmless(t *testing.T, who string, b []byte) {
	t.Helper()
	for _, evil := range []string{"\x1b]52;", "\x1b]0;", "\x1b]8;", "\x1b[77;33H", "\x1b[9;31;7m", "\x9b9", "\x1bPe", "\x1b_e", "\x1b[8m", "\x1bc", "\a", "\x0e"} {
		if bytes.Contains(b, []byte(evil)) {
			t.Errorf("%s: %q has come", who, evil)
		}
	}
	for _, r := range string(b) {
		class, _ := bidi.LookupRune(r)
		if c := class.Class(); c == bidi.R || c == bidi.AL || c == bidi.AN || unicode.In(r, unicode.Cf, unicode.Co, unicode.M, unicode.Zl, unicode.Zp) ||
			r >= 0x80 && r < 0xa0 || r == 0x3164 || r == 0x115f {
			t.Errorf("%s: the character %U has come", who, r)
			return
		}
	}
}

// Names and chat are full of such texts. Neither the lobby, nor the table, nor the output of commands,
// nor the operator's own terminal gets any of them.
func TestHostileNamesAndChat(t *testing.T) {
	t.Parallel()
	all := append(append([]string(nil), hostile...), unseen...)
	data := t.TempDir()
	p := spawn(t, data, "--chat-lines", "1000", "--max-per-address", "200", "--connect-rate", "0", "--max-seats", "100")
	heard := map[string]func() []byte{}
	screen := func(name string, key gossh.Signer, o door.Opts) *client {
		c := enter(t, p.Addr, key, o)
		heard[name] = c.Bytes
		return c
	}

	// Programs and people come in with such names, and programs offer seats.
	seats := 0
	for i, evil := range all {
		user := fmt.Sprintf("n%d%sm", i, evil)
		if i%2 == 0 {
			b := p.run(t, door.NewKey(t), user, "bot othello --new")
			b.await("waiting")
			seats++
			continue
		}
		screen(fmt.Sprint("newcomer ", i), door.NewKey(t), door.Opts{User: user}).Await(atHome)
	}
	victim := door.NewKey(t)
	look := screen("the lobby", victim, door.Opts{User: "victim", Command: "play othello", Cols: 120, Rows: 40})
	look.Await(`bot \S+`)
	for range 2 {
		for range seats {
			look.Keys("Down")
		}
		look.Breath()
		look.Keys("Tab")
		look.Await(`<lobby.col.where>`)
		look.Await(`<lobby.at.lobby>`)
		look.Keys("PgDn", "PgDn", "End")
		look.Breath()
		look.Keys("Tab")
		look.Await(`5m\+3s`)
	}
	look.Leave()

	// At a table the texts come as a paste, line by line.
	kim := screen("the one who says it", door.NewKey(t), door.Opts{User: "kim\u202e"})
	kim.Await(atHome)
	lee := screen("the one who hears it", door.NewKey(t), door.Opts{User: "\x1b]0;owned\x07lee"})
	lee.Await(atHome)
	sides := pair(kim, lee)
	follow(sides, shortGame[:1], states(t, shortGame), 0)
	guest := screen("a spectator", nil, door.Opts{Command: "watch", User: "\x1bc\u202e"})
	for i, evil := range all {
		if strings.ContainsAny(evil, "\r\n") {
			continue // the line break is sent separately
		}
		kim.Keys("t")
		kim.Await(`<talk.1>`)
		kim.Keys("/")
		kim.Await(`> / +<talk.own>`)
		kim.Send(fmt.Sprintf("\x1b[200~so%d%ssaid\x1b[201~", i, evil))
		kim.Await(fmt.Sprintf(`so%d.*said`, i))
		kim.Keys("Enter")
		kim.Await(`<talk.said>`)
		lee.Await(fmt.Sprintf(`: so%d.*said`, i))
	}
	guest.Close()

	for _, line := range []string{"whoami", "games", "boards", "leaderboard othello", "stats stones", "kibo list"} {
		out, errs, code := door.Command(t, p.Addr, victim, line)
		if code != 0 {
			t.Errorf("%s: %d %s", line, code, errs)
		}
		heard["ssh "+line] = func() []byte { return []byte(out + errs) }
	}
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"who", "tables"} {
		out, err := exec.Command(path, "admin", line, "--data", data).CombinedOutput()
		if err != nil || len(out) < 500 {
			t.Errorf("admin %s: %v\n%s", line, err, out)
		}
		heard["arcade admin "+line] = func() []byte { return out }
	}
	for who, what := range heard {
		harmless(t, who, what())
	}
	if log := p.log.String(); log != "" {
		t.Errorf("the server's log has\n%s", log)
	}
}
