package e2e

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"arcade/e2e/door"
)

var pictures = flag.String("pictures", "", "folder into which TestPictures draws the screens that the README shows")

// TestPictures draws screens of the real program:
//
//	go test ./e2e -run TestPictures -pictures ../docs/pictures
//
// (the folder is seen from e2e). Without the flag it skips.
func TestPictures(t *testing.T) {
	if *pictures == "" {
		t.Skip("draws pictures; go test ./e2e -run TestPictures -pictures ../docs/pictures")
	}
	if err := os.MkdirAll(*pictures, 0o755); err != nil {
		t.Fatal(err)
	}
	p := spawn(t, t.TempDir())
	draw := func(c *client, name string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(*pictures, name+".svg"), []byte(c.svg()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	key := door.NewKey(t)
	game := func(lang, name string) *client {
		return enter(t, p.Addr, key, door.Opts{Lang: lang, User: "maple", Command: "play " + name, Env: map[string]string{"COLORTERM": "truecolor"}})
	}
	for name, lang := range map[string]string{"ko": door.Korean, "en": door.English} {
		c := visit(t, p.Addr, key, door.Opts{Lang: lang, User: "maple", Env: map[string]string{"COLORTERM": "truecolor"}})
		draw(c, "home."+name)
		c.Leave()
	}

	c := game(door.English, "othello")
	c.Await(`<lobby.place>`)
	c.Keys("g")
	const mine = `\d+ legal moves?:`
	for ply := range 9 {
		c.Await(mine)
		c.Keys("Tab", "Enter")
		c.Await(fmt.Sprintf(`ply %d`, 2*ply+2))
	}
	c.Await(mine)
	draw(c, "othello.en")
	for !c.Shows(over) {
		c.Answered("Tab", "Enter")
		c.Await(mine + `|` + over)
	}
	c.Decide(over, "a")
	c.awaitAnalysis()
	if c.Shows(`<an.turn n=(\d+)>`) {
		last := c.Await(`ply \d+ / \d+`)[0]
		c.Keys("w")
		c.Gone(last)
	}
	draw(c, "analysis.en")
	c.Leave()

	c = game(door.Korean, "matgo")
	c.Await(`<lobby.place>`)
	c.Keys("g")
	for range 7 {
		c.Await(myTurnOf)
		c.Answered("1")
	}
	c.Await(myTurnOf)
	draw(c, "matgo.ko")
	c.Leave()

	c = game(door.English, "klondike")
	c.Await(`<kp.msg.ranked>`)
	c.Keys("Enter")
	c.Await(`<kl.ids.secret>`)
	time.Sleep(door.Guard)
	c.Keys("i")
	c.Decide(`╔═`, "y") // a hint takes the try off the ranks
	for range 14 {
		c.Await(`<kl.hint m=(.+) why=(.+)>`)
		c.Answered("Enter")
		c.Keys("i")
	}
	c.Keys("Backspace")
	draw(c, "klondike.en")
	c.Leave()

	c = game(door.Korean, "yut")
	c.Await(`<yt.msg.ranked>`)
	c.Keys("Enter")
	c.Await(`<yt.button.throw n=1>`)
	draw(c, "yut.ko")
	c.Leave()
}
