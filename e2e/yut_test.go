package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"arcade/e2e/door"
	"arcade/games"
	"arcade/games/rng"
	"arcade/games/yut"
	"arcade/lobby/directory"
	"arcade/lobby/pairing"
)

// yutRun is a run with a typed seed. The test plays it beside the run on the server: the same seed and
// the same actions give the same run, whatever happens to the server meanwhile.
type yutRun struct {
	seed   string
	pos    games.Position
	bot    games.Bot
	chance *rng.Source
}

func newYutRun(t *testing.T, seed string) *yutRun {
	t.Helper()
	pos, err := yut.Game{}.Start(games.Setup{Game: yut.Name, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return &yutRun{seed, pos, games.FindBot(yut.Game{}, yut.Greedy), rng.New(seed)}
}

func (r *yutRun) view() yut.View { return r.pos.View(0).(yut.View) }

// step plays the bot's action and returns it.
func (r *yutRun) step(t *testing.T) games.Action {
	t.Helper()
	act := r.bot.Choose(r.view(), r.chance)
	if _, err := r.pos.Apply(act); err != nil {
		t.Fatal(err)
	}
	return act
}

// turn is step on a screen, where moving begins by itself.
func (r *yutRun) turn(t *testing.T) games.Action {
	t.Helper()
	act := r.step(t)
	if r.view().Ask == yut.AskStart {
		r.step(t)
	}
	return act
}

// Moments at which the server is killed.
var yutMoments = []func(v yut.View) bool{
	func(v yut.View) bool { return v.Ask == yut.AskThrow && len(v.Hand) > 0 }, // during the throws
	func(v yut.View) bool { return v.Ask == yut.AskStick && len(v.Hand) > 0 },
	func(v yut.View) bool { return v.Ask == yut.AskMove && len(v.Hand) > 1 },
	func(v yut.View) bool { return v.Ask == yut.AskRelic },
}

// yutSeed returns a seed whose run reaches all moments with few throws.
func yutSeed(t *testing.T) string {
	t.Helper()
	for i := range 2000 {
		r := newYutRun(t, fmt.Sprintf("kill %d", i))
		seen := map[int]bool{}
		for len(seen) < len(yutMoments) && r.view().Throws < 14 && r.pos.Result() == nil {
			r.turn(t)
			for k, at := range yutMoments {
				if at(r.view()) {
					seen[k] = true
				}
			}
		}
		if len(seen) == len(yutMoments) {
			return r.seed
		}
	}
	t.Fatal("no seed comes to all moments")
	return ""
}

// yutAsked returns patterns for the screen of a position: its state, and its question.
func yutAsked(v yut.View) string {
	counts := fmt.Sprintf(`<yt.home> %d +<yt.out> %d +<yt.finished> %d +.*`, v.Home, yut.Pieces-v.Home-v.Finished, v.Finished)
	for _, token := range slices.Compact(slices.Sorted(slices.Values(v.Hand))) { // tells a throw of a turn from the next
		counts += fmt.Sprintf(`%d.? +<yt.%v>.*`, token.Steps(), token)
	}
	return fmt.Sprintf(`(?s)<yt.turn n=%d>.*`, v.Turn) + map[yut.Ask]string{
		yut.AskThrow: counts + fmt.Sprintf(`<yt.button.throw n=%d>`, v.ThrowsLeft),
		yut.AskMove:  counts + `<yt.key.move>`,
		yut.AskStick: `<yt.offer.title>`, // an offer takes the place of the counts
		yut.AskRelic: `<yt.reward.title>`,
	}[v.Ask]
}

// yutBoard returns the board of a screen. Notes beside and below it come and go.
func yutBoard(lines []string) (board []string) {
	for _, line := range lines[1:19] {
		if cells := []rune(line); len(cells) > 45 {
			line = string(cells[:45])
		}
		board = append(board, line)
	}
	return board
}

// yutPlay plays an action with keys, in the position that asks for it.
func (c *client) yutPlay(v yut.View, act games.Action) {
	c.T.Helper()
	before := c.Text()
	defer c.Until("another screen", func(lines []string) bool { return !slices.Equal(lines, before) })
	word := strings.Fields(string(act))
	switch v.Ask {
	case yut.AskThrow:
		time.Sleep(door.Guard) // a key that threw before must be quiet for this long
		c.Keys("Space")
	case yut.AskMove:
		time.Sleep(door.Guard) // the key that was to begin moving does nothing else
		at := slices.IndexFunc(v.Moves, func(m yut.Move) bool { return m.Action == act })
		token, keys := v.Moves[at].Token, []string{fmt.Sprint(v.Moves[at].Token.Steps())}
		for _, m := range v.Moves[:at] {
			if m.Token == token {
				keys = append(keys, "Tab")
			}
		}
		c.Keys(append(keys, "Enter")...)
	case yut.AskStick, yut.AskRelic:
		time.Sleep(door.Guard)
		if word[1] == "discard" {
			c.Keys("0")
		} else {
			c.Keys(word[1], "Enter")
		}
	}
}

// A run is left during throws, an offer or a reward, and the server is killed. The resumed run is the
// same: the board, the hand and the offer. Nothing is drawn again, not even the throw that was being
// rolled.
func TestYutKilled(t *testing.T) {
	t.Parallel()
	data, key, run := t.TempDir(), door.NewKey(t), newYutRun(t, yutSeed(t))
	p := spawn(t, data)
	c := visit(t, p.Addr, key, door.Opts{User: "kim"})
	c.Keys("s") // motion is off, so things appear at their final place
	c.Await(`<set.motion>`)
	c.Keys("Down", "Down", "Down", "Down", "Left")
	c.Await(`\[<set.motion.none>\]`)
	c.Leave()

	c = enter(t, p.Addr, key, door.Opts{User: "kim", Command: "play yut"})
	c.Await(`<yt.msg.ranked>`)
	c.Keys("3", "Down", run.seed, "Enter")
	c.Await(yutAsked(run.view()))
	c.Keys("Esc")
	c.Decide(`<away.title>`, "2")
	c.Await(atHome)
	c.Keys("v")
	id := c.Await(`> ([0-9A-Z]{8}) .*<mt.playing>`)[1]
	c.Leave()
	again := func() {
		c = enter(t, p.Addr, key, door.Opts{User: "kim", Command: "watch " + id})
		c.Await(yutAsked(run.view()))
	}
	again()

	left := slices.Clone(yutMoments)
	rolled := false
	for len(left) > 0 {
		v := run.view()
		c.Await(yutAsked(v))
		if at := slices.IndexFunc(left, func(f func(yut.View) bool) bool { return f(v) }); at >= 0 {
			left = slices.Delete(left, at, at+1)
			before := yutBoard(c.Text())
			if v.Ask == yut.AskThrow { // the sticks are in the hand when it happens
				c.Keys("Enter")
				c.Await(`<yt.tray.roll>`)
				rolled = true
			}
			p.kill()
			c.Close()
			p = spawn(t, data)
			again()
			c.Until("the screen as it was", func(lines []string) bool { return slices.Equal(yutBoard(lines), before) })
		}
		c.yutPlay(v, run.turn(t))
	}
	c.Await(yutAsked(run.view()))
	if !rolled {
		t.Error("never killed in the middle of a throw")
	}
	for range 6 { // the next throws are the same as without a kill
		v := run.view()
		c.yutPlay(v, run.turn(t))
		c.Await(yutAsked(run.view()))
	}
}

// A throw can be held: with a key if the terminal reports releases, with the mouse on all terminals. A
// tap rolls for half a second.
func TestYutHold(t *testing.T) {
	t.Parallel()
	h := open(t, door.Quick)
	c := enter(t, h.Addr, door.NewKey(t), door.Opts{Command: "play yut"})
	c.Await(`<yt.msg.ranked>`)
	start := func() {
		t.Helper()
		c.Keys("3", "Down", "hold", "Enter")
		c.Await(`<yt.button.throw n=1>`)
	}
	back := func() {
		t.Helper()
		c.Await(`<yt.throwsleft n=0>`)
		c.Leave()
		c = enter(t, h.Addr, door.NewKey(t), door.Opts{Command: "play yut"})
		c.Await(`<yt.msg.ranked>`)
	}
	start()
	c.Keys("Space")
	back()

	start()
	c.Send("\x1b[?3u") // the terminal reports key releases
	c.Keys("Space")
	c.Await(`<yt.seconds n=(1\.\d)>`)
	if c.Shows(`<yt.throwsleft n=0>`) {
		c.Fatalf("thrown while the key is down")
	}
	c.Send("\x1b[32;1:3u") // a key release
	back()

	start()
	var x, y int
	for i, line := range c.Text() {
		if m := door.RX(`<yt.button.throw>`).FindStringIndex(line); m != nil {
			x, y = m[0]+1, i+1
		}
	}
	c.Send(fmt.Sprintf("\x1b[<0;%d;%dM", x, y))
	c.Await(`<yt.seconds n=(1\.\d)>`)
	if c.Shows(`<yt.throwsleft n=0>`) {
		c.Fatalf("thrown while the button is down")
	}
	c.Send("\x1b[<0;3;3m")
	back()
}

// A run with a typed seed is on that seed's board only.
func TestYutSeedBoard(t *testing.T) {
	t.Parallel()
	h := open(t, door.Quick)
	v, err := h.Lobby.Enter(directory.Identity{Fingerprint: "SHA256:kim", Login: "kim"})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Leave()
	run := newYutRun(t, "abc 12")
	id, err := v.Create(pairing.Offer{Game: yut.Name, Seed: "  abc 12 "})
	if err != nil {
		t.Fatal(err)
	}
	for ply := 0; run.pos.Result() == nil; ply++ {
		if err := v.Act(id, ply, run.step(t)); err != nil {
			t.Fatal(err)
		}
	}
	c := enter(t, h.Addr, door.NewKey(t), door.Opts{Command: "play yut"})
	c.Await(`<yt.msg.ranked>`)
	c.Keys("b")
	c.Await(`<solo.empty.yut>`)
	c.Keys("s", "abc 12", "Enter")
	c.Await(fmt.Sprintf(`(?m)> +1  kim +<yt.score.short n=%d> `, run.view().Turn))
	c.Keys("s", "abc", "Enter")
	c.Await(`<solo.empty.day>`)
}
