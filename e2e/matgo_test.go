package e2e

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	gossh "golang.org/x/crypto/ssh"

	"arcade/e2e/door"
	"arcade/games"
	matgobots "arcade/games/matgo/bots"
	"arcade/lobby/config"
	"arcade/lobby/directory"
)

// rounds makes the next round wait for the players.
var rounds = config.Config{BotPause: 20 * time.Millisecond, PassNotice: 50 * time.Millisecond, ReadyTime: time.Hour}

const (
	roundOver = `╔═ (?:<mp.sheet.won>|<mp.sheet.lost>|<mp.sheet.nagari>) ═`
	myTurnOf  = `── <mg.turn> ─|╔═` // a card to play, or a question
)

// hand returns the months and kinds of the cards in the client's hand, as a table of 80x24 shows them,
// without the news beside them.
func (c *client) hand() string {
	lines := c.Text()
	if len(lines) < 21 {
		c.Fatalf("a screen of %d lines", len(lines))
	}
	const width = 1 + 10*5
	return ansi.Truncate(lines[18], width, "") + "\n" + ansi.Truncate(lines[19], width, "")
}

// playRound answers every question at every seat with 1 until the round is over on every screen.
func playRound(sides ...*client) {
	over, mine := door.RX(roundOver), door.RX(myTurnOf)
	for range 200 {
		var turn *client
		for start := time.Now(); turn == nil; sides[0].Breath() {
			for _, c := range sides {
				if over.MatchString(c.Screen()) || mine.MatchString(c.Screen()) {
					turn = c
				}
			}
			if time.Since(start) > door.Patience {
				sides[0].Fatalf("neither a turn nor the end")
			}
		}
		if over.MatchString(turn.Screen()) {
			for _, c := range sides {
				c.Await(roundOver)
			}
			return
		}
		turn.Answered("1")
	}
	sides[0].Fatalf("the round does not end")
}

// fast gives a player who comes for the first time short motion. Otherwise a round of cards takes most of
// a minute.
func (h *house) fast(t *testing.T, key gossh.Signer, user, lang string) {
	t.Helper()
	v, err := h.Lobby.Enter(directory.Identity{Fingerprint: gossh.FingerprintSHA256(key.PublicKey()), Login: user, Lang: lang})
	if err == nil {
		err = v.SaveSettings([]byte(`{"motion":"fast"}`))
		v.Leave()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Two friends play a round and are ready for the next. One loses the connection in it and returns to the
// same hand.
func TestMatgo(t *testing.T) {
	t.Parallel()
	h := open(t, rounds)
	key, friendKey := door.NewKey(t), door.NewKey(t)
	h.fast(t, key, "kim", "ko")
	h.fast(t, friendKey, "lee", "en")
	host := enter(t, h.Addr, key, door.Opts{Lang: door.Korean, User: "kim", Command: "play matgo"})
	host.Await(`<lobby.place>`)
	host.Keys("n")
	host.Await(`<setup.title game=맞고>`)
	host.Keys("3", "Enter")
	code := host.Await(`join ([0-9A-Z]{3}-[0-9A-Z]{3})`)[1]
	friend := enter(t, h.Addr, friendKey, door.Opts{Lang: door.English, User: "lee", Command: "join " + code})
	ready(host, friend)
	friend.Await(`<tb.round n=1>`)
	host.Await(`<tb.round n=1>`)
	time.Sleep(door.Calm)
	playRound(host, friend)
	time.Sleep(door.Calm)
	friend.Keys("Enter")
	host.Keys("Enter")
	host.Await(`<tb.round n=2>`)
	friend.Await(`<tb.round n=2>`)

	hand := ""
	for hand != host.hand() { // a frame arrives in parts
		hand = host.hand()
		time.Sleep(door.Calm)
	}
	host.Cut()
	host = enter(t, h.Addr, key, door.Opts{Lang: door.Korean})
	host.Await(`<tb.round n=2>`)
	host.Until("the same hand\n"+hand, func([]string) bool { return host.hand() == hand })
}

// held is Matgo with an analysis that a test can hold. begun counts the analyses that reached the last
// part. left counts the analyses that were stopped there.
type held struct {
	matgobots.Game
	hold        *atomic.Bool
	begun, left *atomic.Int64
}

// AnalyseLuck implements [games.LuckAnalyser].
func (g held) AnalyseLuck(setup games.Setup, plies []games.Action, winner games.Seat, limit games.Limit) (games.Luck, error) {
	g.begun.Add(1)
	for g.hold.Load() {
		if limit.Stop() {
			g.left.Add(1)
			return games.Luck{}, games.ErrStopped
		}
		time.Sleep(time.Millisecond)
	}
	return g.Game.AnalyseLuck(setup, plies, winner, games.Limit{Nodes: 500, Stop: limit.Stop})
}

// Analyse implements [games.Analyser].
func (g held) Analyse(setup games.Setup, plies []games.Action, limit games.Limit, tell func(games.Judgement)) ([]games.Judgement, error) {
	return g.Game.Analyse(setup, plies, games.Limit{Nodes: 2000, Stop: limit.Stop}, tell)
}

// After a round with a bot the player reads its analysis from the sheet: the choices and their costs. The
// analysis stops when its reader leaves, and completes when the reader returns.
func TestMatgoAnalysis(t *testing.T) {
	t.Parallel()
	g := held{hold: &atomic.Bool{}, begun: &atomic.Int64{}, left: &atomic.Int64{}}
	g.hold.Store(true)
	cfg := rounds
	cfg.Games = games.NewRegistry(g)
	h := door.Open(t, cfg)
	c := enter(t, h.Addr, door.NewKey(t), door.Opts{Lang: door.English, User: "kim", Command: "play matgo"})
	c.Await(`<lobby.place>`)
	c.Keys("g")
	c.Await(`<ladder.place>`)
	c.Keys("Enter")
	c.Await(`<tb.round n=1>`)
	for start := time.Now(); !c.Shows(roundOver); time.Sleep(door.Calm) { // a key that comes too early is ignored
		if time.Since(start) > 10*door.Patience {
			c.Fatalf("the round does not end")
		}
		c.Keys("1")
	}
	time.Sleep(door.Calm)
	c.Keys("a")
	c.Await(`─ <an.options> ─`)
	c.Await(`<an.luck.wait>`)
	await := func(what string, n *atomic.Int64) {
		for start := time.Now(); n.Load() != 1; c.Breath() {
			if time.Since(start) > door.Patience {
				c.Fatalf("%s: %d", what, n.Load())
			}
		}
	}
	await("the last part of the work", g.begun)
	c.Keys("Esc")
	await("work that was ended", g.left)

	g.hold.Store(false)
	c.Await(roundOver)
	time.Sleep(door.Calm)
	c.Keys("v")
	c.Await(`a <an.key.on>`)
	c.Keys("a")
	c.awaitAnalysis()
	c.Await(`<an.luck.result> +(?:P[12] \+|= 0)`)
	if c.Shows(`<an.none>`) {
		return
	}
	dearest := c.Await(`─ <an.costs> ?─*\n.*│ ([0-9]+) P[12] \S.* +-[0-9.]+`)[1]
	for range 40 {
		if c.Shows(`<rp.ply n=` + dearest + ` of=([0-9]+)>`) {
			return
		}
		c.Answered("n")
	}
	c.Fatalf("n does not lead to ply %s", dearest)
}
