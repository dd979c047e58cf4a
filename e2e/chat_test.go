package e2e

import (
	"bytes"
	"testing"

	"arcade/lobby"
)

// hostile is what somebody may send to take over another's terminal, or to make
// a line say something else.
var hostile = []string{
	"\x1b]52;c;ZXZpbA==\x07", "\x1b[77;33H", "\x1b]0;owned\x07", "\x1b[9;31;7m", "\x9b9;31m", "\u009b9;31m", "\u202e", "\u2066", "\u200b", "\ufeff",
	"\x1bPevil\x1b\\", "\r\n\x1b_evil\x1b\\", "\x08\x08\x08", "\x0e", "\a",
}

// Escape sequences, control and direction characters that somebody says at a
// table, or has in a name, are not among the bytes that others get.
func TestChatIsClean(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	kim := enter(t, h.addr, newKey(t), opts{user: "kim"})
	kim.await(atHome)
	lee := enter(t, h.addr, newKey(t), opts{user: "\x1b]0;owned\x07lee\u202e"})
	lee.await(atHome)
	sides := pair(kim, lee)
	all := states(t, shortGame)
	follow(sides, shortGame[:1], all, 0)
	// A mark in the bytes: what the arcade itself sends is before and after it.
	from := len(lee.bytes())

	// By the keyboard, as a paste, and typed byte for byte.
	for i, evil := range hostile {
		if i%4 == 0 && i > 0 {
			break // four lines may be said at once
		}
		kim.keys("t")
		kim.await(`<talk.1>`)
		kim.keys("/")
		kim.await(`> /  <talk.own>`)
		kim.send("\x1b[200~so" + evil + "said\x1b[201~")
		kim.await(`so.*said`)
		kim.keys("Enter")
		kim.await(`<talk.said>`)
		lee.await(`kim: so.*said`)
	}

	// And by a client that has no screen's manners at all.
	rogue, err := h.lobby.Enter(lobby.Identity{})
	if err != nil {
		t.Fatal(err)
	}
	defer rogue.Leave()
	id := rogue.Home().Live[0].ID
	if err := rogue.Watch(id); err != nil {
		t.Fatal(err)
	}
	guest := enter(t, h.addr, nil, opts{command: "watch " + id})
	guest.awaitBoard(all[1])
	seen := len(guest.bytes())
	for i := 0; i < len(hostile); i += 4 {
		text := "rogue"
		for _, evil := range hostile[i:min(i+4, len(hostile))] {
			text += evil
		}
		if err := rogue.Say(id, 0, text+"done"); err != nil {
			t.Fatal(err)
		}
	}
	guest.await(`rogue.*done`)
	follow(sides, shortGame[1:2], all, 1)

	for name, b := range map[string][]byte{"the opponent": lee.bytes()[from:], "a spectator": guest.bytes()[seen:]} {
		for _, evil := range []string{"\x1b]52;", "\x1b]0;", "\x1b[77;33H", "\x1b[9;31;7m", "\x9b9", "\u009b", "\u202e", "\u2066", "\u200b", "\ufeff",
			"\x1bPe", "\x1b_e", "\a", "\x0e"} {
			if bytes.Contains(b, []byte(evil)) {
				t.Errorf("%q reached %s", evil, name)
			}
		}
	}
	if b := kim.bytes(); bytes.Contains(b, []byte("\x1b]0;")) || bytes.Contains(b, []byte("\u202e")) {
		t.Error("a login name carried more than a name")
	}
}

// Phrases come in the hearer's language, and who does not want to hear does not.
func TestTalk(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	kim := enter(t, h.addr, newKey(t), opts{lang: korean, user: "kim"})
	kim.await(atHome)
	lee := enter(t, h.addr, newKey(t), opts{user: "lee"})
	lee.await(atHome)
	pair(kim, lee)
	kim.keys("t")
	kim.await(`<talk.1>`)
	kim.keys("2")
	lee.await(`kim: <talk.2>`)
	lee.keys("t")
	lee.await(`<talk.3>`)
	lee.keys("3")
	kim.await(`lee: <talk.3>`)

	kim.decide(`lee: <talk.3>`, "Space")
	kim.await(`<menu.title>`)
	kim.decide(`<menu.mute>`, "x")
	kim.gone(`lee: <talk.3>`)
	kim.forbid(`lee: `)
	lee.keys("t", "7", "t", "7", "t", "7", "t", "4", "t", "4") // nobody may shout
	lee.await(`<err.too_fast>`)
}
