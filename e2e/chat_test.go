package e2e

import (
	"strings"
	"testing"

	"arcade/e2e/door"
	"arcade/lobby/directory"
)

// A client that checks nothing sends hostile text at a table. The players and a spectator get only its
// harmless part. TestHostileNamesAndChat covers text that is typed and pasted on a screen.
func TestChatIsClean(t *testing.T) {
	t.Parallel()
	h := open(t, door.Quick)
	sides, all := midGame(t, h, 1)
	rogue, err := h.Lobby.Enter(directory.Identity{})
	if err != nil {
		t.Fatal(err)
	}
	defer rogue.Leave()
	id := rogue.Home().Live[0].ID
	if err := rogue.Watch(id); err != nil {
		t.Fatal(err)
	}
	guest := enter(t, h.Addr, nil, door.Opts{Command: "watch " + id})
	guest.awaitBoard(all[1])
	for i := 0; i < len(hostile); i += 4 {
		text := "rogue" + strings.Join(hostile[i:min(i+4, len(hostile))], "")
		if err := rogue.Say(id, 0, text+"done"); err != nil {
			t.Fatal(err)
		}
	}
	guest.Await(`rogue.*done`)
	follow(sides, shortGame[1:2], all, 1)
	for _, c := range append(sides[:], guest) {
		harmless(t, c.User, c.Bytes())
	}
}

// Phrases arrive in the reader's language. A player who has muted the chat gets none.
func TestTalk(t *testing.T) {
	t.Parallel()
	h := open(t, door.Quick)
	kim := visit(t, h.Addr, door.NewKey(t), door.Opts{Lang: door.Korean, User: "kim"})
	lee := visit(t, h.Addr, door.NewKey(t), door.Opts{User: "lee"})
	pair(kim, lee)
	kim.Keys("t")
	kim.Await(`<talk.1>`)
	kim.Keys("2")
	lee.Await(`kim: <talk.2>`)
	lee.Keys("t")
	lee.Await(`<talk.3>`)
	lee.Keys("3")
	kim.Await(`lee: <talk.3>`)

	kim.Decide(`lee: <talk.3>`, "Space")
	kim.Await(`═ <menu.title> ═`)
	kim.Decide(`<menu.mute>`, "x")
	kim.Gone(`lee: <talk.3>`)
	kim.Forbid(`lee: `)
	lee.Keys("t", "7", "t", "7", "t", "7", "t", "4", "t", "4") // the rate of phrases is limited
	lee.Await(`<err.too_fast>`)
}
