package e2e

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
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
	key := door.NewKey(t)
	keep := func(name, svg string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(*pictures, name+".svg"), []byte(svg), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	opts := func(lang, command string, w, h int) door.Opts {
		return door.Opts{Lang: lang, User: "maple", Command: command, Term: door.Pictured, Cols: w, Rows: h, Env: map[string]string{"COLORTERM": "truecolor"}}
	}
	// Screens are read as lines, and drawn as pictures: F2 goes round the levels.
	lined := func(c *client) {
		t.Helper()
		c.Keys("F2")
		c.Until("lines", func(rows []string) bool { return strings.HasPrefix(strings.TrimSpace(rows[0]), "ARCADE /") })
	}
	pictured := func(c *client) {
		t.Helper()
		c.Keys("F2", "F2")
		c.Until("pictures", func(rows []string) bool { return strings.Contains(rows[0], "›") })
		time.Sleep(300 * time.Millisecond) // what is on its way
	}
	draw := func(c *client, name string) {
		t.Helper()
		pictured(c)
		keep(name, c.svg())
		lined(c)
	}
	game := func(lang, name string, w, h int) *client {
		c := enter(t, p.Addr, key, opts(lang, "play "+name, w, h))
		c.Until("a place", func(rows []string) bool { return strings.HasPrefix(strings.TrimSpace(rows[0]), "ARCADE") })
		if strings.Contains(c.Screen(), "›") { // the level is kept from the game before
			lined(c)
		}
		return c
	}
	for name, lang := range map[string]string{"ko": door.Korean, "en": door.English} {
		c := enter(t, p.Addr, key, opts(lang, "", 120, 40))
		c.Until("home", func(rows []string) bool { return strings.Contains(strings.Join(rows, ""), "Enter") })
		time.Sleep(300 * time.Millisecond)
		keep("home."+name, c.svg())
		c.Leave()
	}

	c := game(door.English, "othello", 120, 40)
	c.Await(`<lobby.place>`)
	c.Keys("g")
	c.Await(`<ladder.place>`)
	c.Keys("Enter")
	const mine = `\d+ legal moves?:`
	for ply := range 9 {
		c.Await(mine)
		c.Keys("Tab", "Enter")
		c.Await(fmt.Sprintf(`ply %d`, 2*ply+2))
	}
	c.Await(mine)
	pictured(c)
	c.Keys("Tab", "Enter")
	const film = 6 * time.Second
	keep("othello.move", animated(c.shoot(film), film))
	lined(c)
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

	c = game(door.Korean, "matgo", 80, 24)
	c.Await(`<lobby.place>`)
	c.Keys("g")
	c.Await(`<ladder.place>`)
	c.Keys("Enter")
	for range 7 {
		c.Await(myTurnOf)
		c.Answered("1")
	}
	c.Await(myTurnOf)
	draw(c, "matgo.ko")
	c.Leave()

	c = game(door.English, "klondike", 80, 24)
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

	c = game(door.Korean, "yut", 80, 24)
	c.Await(`<yt.msg.ranked>`)
	c.Keys("Enter")
	c.Await(`<yt.button.throw n=1>`)
	draw(c, "yut.ko")
	c.Leave()
}
