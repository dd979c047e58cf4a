package e2e

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
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
	key := newKey(t)
	game := func(lang, name string) *client {
		return enter(t, p.addr, key, opts{lang: lang, user: "maple", command: "play " + name, env: map[string]string{"COLORTERM": "truecolor"}})
	}
	for name, lang := range map[string]string{"ko": korean, "en": english} {
		c := visit(t, p.addr, key, opts{lang: lang, user: "maple", env: map[string]string{"COLORTERM": "truecolor"}})
		draw(c, "home."+name)
		c.leave()
	}

	c := game(english, "othello")
	c.await(`<lobby.place>`)
	c.keys("b")
	const mine = `\d+ legal moves?:`
	for ply := range 9 {
		c.await(mine)
		c.keys("Tab", "Enter")
		c.await(fmt.Sprintf(`ply %d`, 2*ply+2))
	}
	c.await(mine)
	draw(c, "othello.en")
	for !c.shows(over) {
		c.answered("Tab", "Enter")
		c.await(mine + `|` + over)
	}
	c.decide(over, "a")
	c.awaitAnalysis()
	if c.shows(`<an.turn n=(\d+)>`) {
		last := c.await(`ply \d+ / \d+`)[0]
		c.keys("w")
		c.gone(last)
	}
	draw(c, "analysis.en")
	c.leave()

	c = game(korean, "matgo")
	c.await(`<lobby.place>`)
	c.keys("b")
	for range 7 {
		c.await(myTurnOf)
		c.answered("1")
	}
	c.await(myTurnOf)
	draw(c, "matgo.ko")
	c.leave()

	c = game(english, "klondike")
	c.await(`<kp.msg.ranked>`)
	c.keys("Enter")
	c.await(`DL1_\w+`)
	time.Sleep(guard)
	c.keys("g")
	c.decide(`╔═`, "y") // a hint takes the try off the ranks
	for range 14 {
		c.await(`<kl.hint m=(.+) why=(.+)>`)
		c.answered("Enter")
		c.keys("g")
	}
	c.keys("Backspace")
	draw(c, "klondike.en")
	c.leave()

	c = game(korean, "yut")
	c.await(`<yt.msg.ranked>`)
	c.keys("Enter")
	c.await(`<yt.button.throw n=1>`)
	draw(c, "yut.ko")
	c.leave()
}
