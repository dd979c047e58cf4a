package e2e

import (
	"strings"
	"testing"

	"arcade/lobby"
)

// A client that has no screen's manners at all says hostile things at a table: the
// players and a spectator get nothing of it but the rest. What is typed and pasted
// on a screen is TestHostileNamesAndChat's.
func TestChatIsClean(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	sides, all := midGame(t, h, 1)
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
	for i := 0; i < len(hostile); i += 4 {
		text := "rogue" + strings.Join(hostile[i:min(i+4, len(hostile))], "")
		if err := rogue.Say(id, 0, text+"done"); err != nil {
			t.Fatal(err)
		}
	}
	guest.await(`rogue.*done`)
	follow(sides, shortGame[1:2], all, 1)
	for _, c := range append(sides[:], guest) {
		harmless(t, c.user, c.bytes())
	}
}

// Phrases come in the hearer's language, and who does not want to hear does not.
func TestTalk(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	kim := visit(t, h.addr, newKey(t), opts{lang: korean, user: "kim"})
	lee := visit(t, h.addr, newKey(t), opts{user: "lee"})
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
