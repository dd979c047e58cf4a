package e2e

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"arcade/e2e/door"
	"arcade/lobby/config"
)

// A player changes from laptop to phone during a game. The phone takes the seat over when it goes to the table. The
// older window says so and plays nothing; a key there goes on there. The opponent never sees the player leave.
func TestSeatHandOver(t *testing.T) {
	t.Parallel()
	h := open(t, door.Quick)
	all := states(t, shortGame)
	key := door.NewKey(t)
	laptop := visit(t, h.Addr, key, door.Opts{Lang: door.Korean, User: "kim"})
	other := visit(t, h.Addr, door.NewKey(t), door.Opts{User: "lee"})
	sides := pair(laptop, other)
	mine := b2i(sides[1] == laptop)
	follow(sides, shortGame[:4], all, 0)
	other.Forbid(`(<tb.away>|<sh.away>)`)

	phone := enter(t, h.Addr, key, door.Opts{Lang: door.Korean, User: "kim", Cols: 100, Rows: 30})
	phone.Await(`<sh.beside>`)
	laptop.awaitBoard(all[4])
	phone.Keys("Enter") // goes on with the match
	laptop.Await(`<sh.moved>`)
	time.Sleep(door.Calm) // no keys count before that
	phone.awaitBoard(all[4])
	if phone.seat() != mine {
		phone.Fatalf("the phone has another seat")
	}
	sides[mine] = phone
	follow(sides, shortGame[4:6], all, 4)
	// A key in the old window goes on there, and is not played.
	laptop.Keys("Enter")
	laptop.awaitBoard(all[6])
	phone.Await(`<sh.moved>`)
	sides[mine] = laptop
	follow(sides, shortGame[6:8], all, 6)
	phone.Decide(`<sh.moved>`, "q")
	if phone.Wait() != 0 {
		t.Errorf("the window did not end well: %v", phone.Err)
	}
	phone.Await(`<moved.bye>`)
}

// Connections that come for something that is not there, or for nothing, leave the player's match alone.
func TestOtherConnectionsLeaveTheMatchAlone(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("ssh"); err != nil {
		t.Skip(err)
	}
	h := open(t, door.Quick)
	all := states(t, shortGame)
	secret := door.NewSecret(t)
	key, err := gossh.NewSignerFromKey(secret)
	if err != nil {
		t.Fatal(err)
	}
	ssh := sshArgs(t, h.Addr, "kim", secret)
	one := visit(t, h.Addr, key, door.Opts{User: "kim"})
	other := visit(t, h.Addr, door.NewKey(t), door.Opts{User: "lee"})
	sides := pair(one, other)
	follow(sides, shortGame[:4], all, 0)
	other.Forbid(`(<tb.away>|<sh.away>|<sh.stepped>)`)
	one.Forbid(`(<moved.title>|<sh.moved>)`)
	for _, line := range []string{"play nope", "watch nope", "join nope", "whoami", "stats", "play", ""} {
		for _, terminal := range []string{"-T", "-tt"} { // with an input that is at its end
			out, err := exec.Command("ssh", slices.Concat([]string{terminal}, ssh, strings.Fields(line))...).CombinedOutput()
			if len(out) == 0 {
				t.Errorf("ssh %s %s says nothing: %v", terminal, line, err)
			}
		}
	}
	for range 3 {
		window := enter(t, h.Addr, key, door.Opts{User: "kim"})
		window.Await(`<sh.beside>`)
		window.Leave()
	}
	follow(sides, shortGame[4:8], all, 4)
}

// A connection breaks. The opponent sees the remaining wait, and a return ends it. The second time the
// player does not return, and win or draw are offered, but not taken automatically.
func TestLostConnection(t *testing.T) {
	t.Parallel()
	cfg := door.Quick
	cfg.Grace = 15 * time.Second // enough for a busy machine to show that a player is away
	h := open(t, cfg)
	all := states(t, shortGame)
	key := door.NewKey(t)
	gone := visit(t, h.Addr, key, door.Opts{Lang: door.Korean, User: "kim"})
	stays := visit(t, h.Addr, door.NewKey(t), door.Opts{User: "lee"})
	sides := pair(gone, stays)
	mine := b2i(sides[1] == gone)
	follow(sides, shortGame[:3], all, 0)

	gone.Cut()
	stays.Await(`<sh.away p=kim>`)
	stays.Await(`kim \(<tb.away>\)`)
	gone = enter(t, h.Addr, key, door.Opts{Lang: door.Korean, User: "kim"})
	stays.Await(`<sh.back p=kim>`) // only for a moment
	gone.Await(`<resume.back>`)
	time.Sleep(door.Calm) // no keys count before that
	gone.awaitBoard(all[3])
	stays.Gone(`\(<tb.away>\)`)
	sides[mine] = gone
	follow(sides, shortGame[3:4], all, 3)

	gone.Cut()
	first := door.One(stays.Await(`<sh.away p=kim>, <sh.waiting t=([1-9]|1[0-5])>`))
	stays.Gone(`<sh.waiting t=` + first + `>`) // the clock counts
	stays.Await(`<tb.claim.ask p=kim>`)
	stays.Decide(`<tb.claim.ask p=kim>`, "+")
	stays.Decide(`<claim.title>`, "2")
	stays.Await(`<res.youwin>`)
	stays.Await(`<end.abandoned p=kim>`)

	// The first screen of the player who left has the result.
	gone = enter(t, h.Addr, key, door.Opts{Lang: door.Korean, User: "kim"})
	gone.Await(`> <game.othello> .*\n.* <res.lost p=lee> +<end.short.abandoned>`)
	gone.Keys("Enter")
	gone.Await(`<rp.ply n=4 of=4>`)
	gone.Keys("Esc")
	gone.Await(atHome)
	gone.Gone(`<res.lost p=lee>`)
}

// A player who leaves with Esc is asked first, and has the shorter grace.
func TestLeaveTheTable(t *testing.T) {
	t.Parallel()
	cfg := door.Quick
	cfg.GraceLeft = time.Second
	h := open(t, cfg)
	sides, all := midGame(t, h, 2)
	black, white := sides[0], sides[1]
	black.Keys("Esc")
	black.Decide(`<away.title>`, "Esc") // stays
	black.Gone(`<away.title>`)
	black.awaitBoard(all[2])
	black.Keys("Esc")
	black.Decide(`<away.title>`, "2")
	black.Await(`> (?:이어하기|Go on) .*\n.* <game.othello>, `)
	white.Decide(`<tb.claim.ask>`, "+")
	white.Decide(`<claim.title>`, "3") // a draw is enough
	white.Await(`<res.draw>`)
	black.Await(`<game.othello> .*\n.* <res.drawn>`)
}

// A spectator sees every move and cannot move. The players see that somebody watches.
func TestSpectator(t *testing.T) {
	t.Parallel()
	h := open(t, door.Quick)
	sides, all := midGame(t, h, 1)

	crowd := visit(t, h.Addr, nil, door.Opts{})
	crowd.Await(`(kim|lee) : (kim|lee)`)
	crowd.Keys("m")
	id := crowd.Await(`> <game.othello> .*(?:kim|lee) .*<tb.ply n=1> *\n +([0-9A-Z]{8}) `)[1]
	crowd.Keys("Enter")
	crowd.awaitBoard(all[1])
	for _, c := range sides {
		c.Await(`<tb.watchers n=1>`)
	}
	second := enter(t, h.Addr, door.NewKey(t), door.Opts{Lang: door.Korean, Command: "watch " + id})
	second.awaitBoard(all[1])
	for _, c := range sides {
		c.Await(`<tb.watchers n=2>`)
	}
	for i := 1; i < 8; i++ {
		follow(sides, shortGame[i:i+1], all, i)
		crowd.awaitBoard(all[i+1])
		second.awaitBoard(all[i+1])
	}
	crowd.Keys("Enter") // its squares cannot be clicked
	crowd.Await(`<tb.spectator>`)
	second.Keys("Tab", "Enter", "r", "2") // a spectator has nothing to play or to resign
	second.Leave()
	for _, c := range sides {
		c.Await(`<tb.watchers n=1>`)
	}
	sides[0].move(shortGame[8])
	crowd.Await(`<res.wins>`)
	crowd.Await(`<end.no_white_stones>`)
}

// A stranger cannot find a game among friends in any list, and cannot watch it. A code admits one person.
func TestFriendsCode(t *testing.T) {
	t.Parallel()
	h := open(t, door.Quick)
	all := states(t, shortGame)
	host := visit(t, h.Addr, door.NewKey(t), door.Opts{Lang: door.Korean, User: "kim"})
	host.Keys("m")
	host.Await(`<lobby.place>`)
	host.Keys("n")
	host.Await(`<setup.title>`)
	host.Keys("3", "Down", "1") // a friend; Black
	host.Await(`\[<setup.who.friend>\]`)
	host.Await(`\[<setup.seat.othello.0>\]`)
	host.Keys("Enter")
	code := host.Await(`ssh -t arcade\.example join ([0-9A-Z]{3}-[0-9A-Z]{3})`)[1]

	wrong := enter(t, h.Addr, door.NewKey(t), door.Opts{Command: "join 000-000"})
	wrong.Await(`<sh.code.bad>`)
	wrong.Await(atHome)
	wrong.Keys("m")
	wrong.Await(`<lobby.empty>`)

	friend := enter(t, h.Addr, door.NewKey(t), door.Opts{User: "lee", Command: "join " + code})
	ready(host, friend)
	friend.awaitBoard(all[0])
	host.awaitBoard(all[0])
	follow([2]*client{host, friend}, shortGame[:4], all, 0)

	third := enter(t, h.Addr, nil, door.Opts{Command: "join " + code})
	third.Await(`<sh.code.bad>`)
	if wrong.Shows(`kim`) {
		wrong.Fatalf("a friends' game is listed")
	}
	friend.Cut() // the win cannot be claimed
	host.Await(`<tb.away>`)
	host.Keys("r")
	host.Decide(`<resign.title>`, "2")
	host.Await(`<res.wins p=(lee.*)>`)
}

// A challenge goes to a player by name, who accepts it on the first screen.
func TestChallenge(t *testing.T) {
	t.Parallel()
	h := open(t, door.Quick)
	lee := visit(t, h.Addr, door.NewKey(t), door.Opts{User: "lee"})
	kim := visit(t, h.Addr, door.NewKey(t), door.Opts{Lang: door.Korean, User: "kim"})
	challenge := func(name string) {
		kim.Keys("m")
		kim.Await(`<lobby.place>`)
		kim.Keys("n")
		kim.Await(`<setup.title>`)
		kim.Keys("4", "Down", "2", "Enter")
		kim.Await(`<chal.text>`)
		kim.Keys(name, "Enter")
	}
	challenge("nobody")
	kim.Await(`<err.no_player>`)
	kim.Keys("Backspace", "Backspace", "Backspace", "Backspace", "Backspace", "Backspace", "LEE", "Enter")
	kim.Await(`<wait.challenge>`)

	lee.Await(`<inv.asked p=kim>.*\+ <key.accept>.*- <key.decline>`)
	time.Sleep(door.Calm)
	lee.Keys("-")
	kim.Await(`<wait.declined>`) // only for a moment
	lee.Gone(`- <key.decline>`)
	kim.Await(`<lobby.place>`)
	kim.Keys("Esc")
	kim.Await(atHome)

	challenge("lee")
	kim.Await(`<wait.challenge>`)
	lee.Await(`(?:도전|Challenge) [\s\S]*<game.othello>, kim`)
	lee.Keys("Enter")
	lee.Decide(`<inv.title>`, "Enter")
	ready(kim)
	all := states(t, shortGame)
	lee.awaitBoard(all[0])
	kim.awaitBoard(all[0])
	if kim.seat() != 1 {
		kim.Fatalf("kim wanted White")
	}
	follow([2]*client{lee, kim}, shortGame[:2], all, 0)
}

// A game with one day a move continues while the players come and go. The first screen shows whose turn
// it is.
func TestOneDayAMove(t *testing.T) {
	t.Parallel()
	h := open(t, config.Config{})
	all := states(t, shortGame)
	kimKey, leeKey := door.NewKey(t), door.NewKey(t)
	kim := visit(t, h.Addr, kimKey, door.Opts{Lang: door.Korean, User: "kim"})
	kim.Keys("m")
	kim.Await(`<lobby.place>`)
	kim.Keys("n")
	kim.Await(`<setup.title>`)
	kim.Keys("Down", "1", "Down", "5")
	kim.Await(`\[<ctl.day>\]`)
	kim.Keys("Enter")
	kim.Await(`<wait.days>`)
	kim.Leave() // the seat stays

	lee := visit(t, h.Addr, leeKey, door.Opts{User: "lee"})
	lee.Keys("m")
	lee.Await(`> <game.othello> .*kim .* <ctl.day> .*\n.* <tb.rated> `)
	lee.Keys("Enter")
	lee.awaitBoard(all[0])
	lee.Await(`<tb.days.wait p=kim>`)
	lee.Leave()

	for ply := 0; ply < 6; ply += 2 {
		kim = enter(t, h.Addr, kimKey, door.Opts{Lang: door.Korean, User: "kim"})
		kim.Await(`> (?:내 차례|Your turn) .*\n.* <game.othello>, lee .*(23h|24h|1d|23시간|24시간|1일)`)
		kim.Keys("Enter")
		kim.awaitBoard(all[ply])
		kim.move(shortGame[ply])
		kim.awaitBoard(all[ply+1])
		kim.Keys("Esc") // leaving loses nothing, so there is no question
		kim.Await(`(?:상대 차례|Waiting).*\n.* <game.othello>, lee`)
		kim.Leave()

		lee = enter(t, h.Addr, leeKey, door.Opts{User: "lee"})
		lee.Await(`> (?:내 차례|Your turn) .*\n.* <game.othello>, kim`)
		lee.Keys("Enter")
		lee.awaitBoard(all[ply+1])
		lee.move(shortGame[ply+1])
		lee.awaitBoard(all[ply+2])
		lee.Leave()
	}
}
