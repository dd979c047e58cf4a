package e2e

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"arcade/e2e/door"
	"arcade/games/yut"
)

var pictures = flag.String("pictures", "", "folder into which TestPictures draws the screens that the README shows")

// TestPictures draws screens of the real program:
//
//	go test ./e2e -run TestPictures -pictures ../docs/pictures
//
// The folder is relative to e2e. Without the flag the test is skipped.
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
	// The test reads screens as lines and draws them as pictures. F2 cycles through the levels.
	lined := func(c *client) {
		t.Helper()
		c.Keys("F2")
		c.Until("lines", func(rows []string) bool { return strings.HasPrefix(strings.TrimSpace(rows[0]), "ARCADE /") })
	}
	pictured := func(c *client) {
		t.Helper()
		c.Keys("F2", "F2")
		c.Until("pictures", func(rows []string) bool { return strings.Contains(rows[0], "›") })
		time.Sleep(300 * time.Millisecond) // output under way
	}
	draw := func(c *client, name string) {
		t.Helper()
		pictured(c)
		keep(name, c.svg())
		lined(c)
	}
	as := func(key gossh.Signer, user, lang, name string, w, h int) *client {
		o := opts(lang, "play "+name, w, h)
		o.User = user
		c := enter(t, p.Addr, key, o)
		c.Until("a place", func(rows []string) bool { return strings.HasPrefix(strings.TrimSpace(rows[0]), "ARCADE") })
		if strings.Contains(c.Screen(), "›") { // the level of the previous game is kept
			lined(c)
		}
		return c
	}
	game := func(lang, name string, w, h int) *client { return as(key, "maple", lang, name, w, h) }

	// Klondike's clock runs while the others are drawn.
	solver := as(door.NewKey(t), "badger", door.English, "klondike", 80, 24)
	solver.Await(`<kp.msg.ranked>`)
	solver.Keys("Enter")
	solver.Await(`<kl.ids.secret>`)
	time.Sleep(door.Guard)
	solver.Keys("i")
	solver.Decide(`╔═`, "2") // a hint makes the run unranked
	for range 22 {
		for !solver.Shows(`<kl.hint m=(.+) why=(.+)>`) { // a card in motion may swallow a key
			solver.Answered("i")
		}
		solver.Answered("Enter")
	}
	solver.Keys("Backspace")
	c := game(door.English, "othello", 120, 40)
	c.Await(`<lobby.place>`)
	c.Keys("g")
	c.Await(`<ladder.place>`)
	c.Keys("Enter")
	const mine = `\d+ legal moves?:`
	for ply := range 9 {
		c.Await(mine)
		c.Keys("Tab", "Enter")
		c.Await(fmt.Sprintf(`move %d`, 2*ply+2))
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
		last := c.Await(`move \d+ / \d+`)[0]
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
	for played := 0; ; played++ {
		c.Await(myTurnOf)
		if played >= 7 && !c.Shows(`╔═`) {
			break
		}
		if c.Shows(`╔═`) {
			time.Sleep(door.Guard) // the question takes no key at once
		}
		c.Answered("1") // plays a card, or answers a question: about a shake, too, whatever is dealt
	}
	pictured(c)
	c.Until("a card to play", func(rows []string) bool { return strings.Contains(rows[len(rows)-1], "Enter") })
	time.Sleep(3 * time.Second) // the bot's plays are announced
	keep("matgo.ko", c.svg())
	lined(c)
	c.Leave()

	c = enter(t, p.Addr, key, opts(door.Korean, "", 80, 24))
	c.Keys("s") // motion is off, or it swallows the first key after a throw
	c.Await(`<set.motion>`)
	c.Keys("Down", "Down", "Down", "Down", "Right", "Right")
	c.Await(`\[<set.motion.none>\]`)
	c.Leave()
	run, turns := yutPictured(t)
	c = game(door.Korean, "yut", 80, 24)
	c.Await(`<yt.msg.ranked>`)
	c.Keys("3", "Down", run.seed, "Enter")
	played := newYutRun(t, run.seed)
	for range turns {
		v := played.view()
		c.Await(yutAsked(v))
		c.yutPlay(v, played.turn(t))
	}
	c.Await(yutAsked(run.view()))
	time.Sleep(3 * time.Second) // the effect of a relic is announced
	draw(c, "yut.ko")
	c.Leave()

	draw(solver, "klondike.en")
}

// yutPictured returns a run in which a piece must move, with two relics in hand, and the number of turns
// of [yutRun.turn] before that.
func yutPictured(t *testing.T) (run *yutRun, turns int) {
	t.Helper()
	for i := range 2000 {
		r := newYutRun(t, fmt.Sprintf("moon %d", i))
		for n := 1; r.pos.Result() == nil && r.view().Throws < 45; n++ {
			r.turn(t)
			if v := r.view(); len(v.Relics) == 2 && v.Ask == yut.AskMove && len(v.Moves) > 2 && v.Finished < yut.Pieces-1 {
				return r, n
			}
		}
	}
	t.Fatal("no such run")
	return nil, 0
}
