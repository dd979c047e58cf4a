package e2e

import (
	"testing"
	"time"

	"arcade/lobby"
)

// from laptop to phone in mid-game: the same key again takes the seat over, the
// older window says so, steps back and can do nothing more, and the opponent
// never sees anybody leave.
func TestSeatHandOver(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	all := states(t, shortGame)
	key := newKey(t)
	laptop := visit(t, h.addr, key, opts{lang: korean, user: "kim"})
	other := visit(t, h.addr, newKey(t), opts{user: "lee"})
	sides := pair(laptop, other)
	mine := b2i(sides[1] == laptop)
	follow(sides, shortGame[:4], all, 0)
	other.forbid(`(<tb.away>|<sh.away>)`)

	phone := enter(t, h.addr, key, opts{lang: korean, user: "kim", cols: 100, rows: 30})
	laptop.await(`<sh.moved>`)
	phone.decide(`<resume.title>`, "Enter")
	phone.awaitBoard(all[4])
	if phone.seat() != mine {
		phone.fatalf("the phone has another seat")
	}
	// What is typed in the old window is not played.
	laptop.keys("/"+shortGame[4], "Enter")
	sides[mine] = phone
	follow(sides, shortGame[4:6], all, 4)
	if laptop.wait() != 0 {
		t.Errorf("the old window did not end well: %v", laptop.err)
	}
	laptop.await(`<moved.bye>`)
	follow(sides, shortGame[6:8], all, 6)
}

// A connection that breaks: the opponent sees it with the time that is waited,
// the way back undoes it; the second time nobody comes back, and win or draw are
// offered and not taken by themselves.
func TestLostConnection(t *testing.T) {
	t.Parallel()
	cfg := quick
	cfg.Grace = 3 * time.Second
	h := open(t, cfg)
	all := states(t, shortGame)
	key := newKey(t)
	gone := visit(t, h.addr, key, opts{lang: korean, user: "kim"})
	stays := visit(t, h.addr, newKey(t), opts{user: "lee"})
	sides := pair(gone, stays)
	mine := b2i(sides[1] == gone)
	follow(sides, shortGame[:3], all, 0)

	gone.cut()
	stays.await(`<sh.away p=kim>`)
	stays.await(`kim \(<tb.away>\)`)
	gone = enter(t, h.addr, key, opts{lang: korean, user: "kim"})
	gone.decide(`<resume.title>`, "Enter")
	gone.awaitBoard(all[3])
	stays.await(`<sh.back p=kim>`)
	stays.gone(`\(<tb.away>\)`)
	sides[mine] = gone
	follow(sides, shortGame[3:4], all, 3)

	gone.cut()
	first := one(stays.await(`<sh.away p=kim t=([1-3])>`))
	stays.gone(`<sh.away p=kim t=` + first + `>`) // it counts
	stays.await(`<tb.claim.ask p=kim>`)
	stays.decide(`<tb.claim.ask p=kim>`, "1")
	stays.await(`<res.youwin>`)
	stays.await(`<end.abandoned p=kim>`)

	// The one who left learns of it on the first screen.
	gone = enter(t, h.addr, key, opts{lang: korean, user: "kim"})
	gone.await(`> .*<game.othello>.*<res.lost p=lee> +<end.short.abandoned>`)
	gone.keys("Enter")
	gone.await(`<rp.ply n=4 of=4>`)
	gone.keys("Esc")
	gone.await(atHome)
	gone.gone(`<res.lost p=lee>`)
}

// Who leaves by Esc is asked first, and is away for the shorter grace.
func TestLeaveTheTable(t *testing.T) {
	t.Parallel()
	cfg := quick
	cfg.GraceLeft = time.Second
	h := open(t, cfg)
	sides, all := midGame(t, h, 2)
	black, white := sides[0], sides[1]
	black.keys("Esc")
	black.decide(`<away.title>`, "Esc") // stays
	black.gone(`<away.title>`)
	black.awaitBoard(all[2])
	black.keys("Esc")
	black.decide(`<away.title>`, "2")
	black.await(`> <home.resume>`)
	white.decide(`<tb.claim.ask>`, "2") // a draw is enough
	white.await(`<res.draw>`)
	black.await(`<game.othello>.*<res.drawn>`)
}

// A spectator sees every move and cannot move; the players see that somebody watches.
func TestSpectator(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	sides, all := midGame(t, h, 1)

	crowd := visit(t, h.addr, nil, opts{})
	crowd.await(`(kim|lee) : (kim|lee)`)
	crowd.keys("m")
	id := crowd.await(`> <game.othello> +(?:kim|lee) .*<tb.ply n=1>(?s:.*)<tb.rated> +([0-9A-Z]{8})`)[1]
	crowd.keys("Enter")
	crowd.awaitBoard(all[1])
	for _, c := range sides {
		c.await(`<tb.watchers n=1>`)
	}
	second := enter(t, h.addr, newKey(t), opts{lang: korean, command: "watch " + id})
	second.awaitBoard(all[1])
	for _, c := range sides {
		c.await(`<tb.watchers n=2>`)
	}
	for i := 1; i < 8; i++ {
		follow(sides, shortGame[i:i+1], all, i)
		crowd.awaitBoard(all[i+1])
		second.awaitBoard(all[i+1])
	}
	_, at, _ := readBoard(crowd.text())
	crowd.click(at["a1"][0], at["a1"][1])
	crowd.await(`<tb.spectator>`)
	second.keys("Tab", "Enter", "r", "y") // nothing to play or to resign
	second.leave()
	for _, c := range sides {
		c.await(`<tb.watchers n=1>`)
	}
	sides[0].move(shortGame[8])
	crowd.await(`<res.wins>`)
	crowd.await(`<end.no_white_stones>`)
}

// What a stranger must not see: a game among friends is in no list and cannot
// be watched, and a code is for one.
func TestFriendsCode(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	all := states(t, shortGame)
	host := visit(t, h.addr, newKey(t), opts{lang: korean, user: "kim"})
	host.keys("m")
	host.await(`<lobby.place>`)
	host.keys("n")
	host.await(`<setup.title>`)
	host.keys("3", "Down", "1") // a friend; Black
	host.await(`\[<setup.who.friend>\]`)
	host.await(`\[<setup.seat.othello.0>\]`)
	host.keys("Enter")
	code := host.await(`ssh -t arcade\.example join ([0-9A-Z]{3}-[0-9A-Z]{3})`)[1]

	wrong := enter(t, h.addr, newKey(t), opts{command: "join 000-000"})
	wrong.await(`<sh.code.bad>`)
	wrong.await(atHome)
	wrong.keys("m")
	wrong.await(`<lobby.empty>`)

	friend := enter(t, h.addr, newKey(t), opts{user: "lee", command: "join " + code})
	friend.awaitBoard(all[0])
	host.awaitBoard(all[0])
	follow([2]*client{host, friend}, shortGame[:4], all, 0)

	third := enter(t, h.addr, nil, opts{command: "join " + code})
	third.await(`<sh.code.bad>`)
	if wrong.shows(`kim`) {
		wrong.fatalf("a friends' game is listed")
	}
	friend.cut() // and cannot be claimed
	host.await(`<tb.away>`)
	host.keys("r")
	host.decide(`<resign.title>`, "2")
	host.await(`<res.wins p=(lee.*)>`)
}

// A challenge goes to a player by name, who takes it from the first screen.
func TestChallenge(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	lee := visit(t, h.addr, newKey(t), opts{user: "lee"})
	kim := visit(t, h.addr, newKey(t), opts{lang: korean, user: "kim"})
	challenge := func(name string) {
		kim.keys("m")
		kim.await(`<lobby.place>`)
		kim.keys("n")
		kim.await(`<setup.title>`)
		kim.keys("4", "Down", "2", "Enter")
		kim.await(`<chal.text>`)
		kim.keys(name, "Enter")
	}
	challenge("nobody")
	kim.await(`<err.no_player>`)
	kim.keys("Backspace", "Backspace", "Backspace", "Backspace", "Backspace", "Backspace", "LEE", "Enter")
	kim.await(`<wait.challenge>`)

	lee.await(`<sh.invite p=kim>`)
	lee.keys("o")
	lee.decide(`<inv.title>`, "d")
	lee.await(atHome)
	kim.await(`<wait.declined>`)
	kim.await(`<lobby.place>`)
	kim.keys("Esc")
	kim.await(atHome)

	challenge("lee")
	kim.await(`<wait.challenge>`)
	lee.await(`> <home.invite p=kim>`)
	lee.keys("Enter")
	lee.decide(`<inv.title>`, "Enter")
	all := states(t, shortGame)
	lee.awaitBoard(all[0])
	kim.awaitBoard(all[0])
	if kim.seat() != 1 {
		kim.fatalf("kim wanted White")
	}
	follow([2]*client{lee, kim}, shortGame[:2], all, 0)
}

// A game with one day a move goes on while the players come and go, and the
// first screen tells whose turn it is.
func TestOneDayAMove(t *testing.T) {
	t.Parallel()
	h := open(t, lobby.Config{})
	all := states(t, shortGame)
	kimKey, leeKey := newKey(t), newKey(t)
	kim := visit(t, h.addr, kimKey, opts{lang: korean, user: "kim"})
	kim.keys("m")
	kim.await(`<lobby.place>`)
	kim.keys("n")
	kim.await(`<setup.title>`)
	kim.keys("Down", "1", "Down", "5")
	kim.await(`\[<ctl.day>\]`)
	kim.keys("Enter")
	kim.await(`<wait.days>`)
	kim.leave() // the seat stays

	lee := visit(t, h.addr, leeKey, opts{user: "lee"})
	lee.keys("m")
	lee.await(`(?s:> <game.othello> +kim .*)<game.othello> +<ctl.day> +<tb.rated>`)
	lee.keys("Enter")
	lee.awaitBoard(all[0])
	lee.await(`<ot.wait p=kim>`)
	lee.leave()

	for ply := 0; ply < 6; ply += 2 {
		kim = enter(t, h.addr, kimKey, opts{lang: korean, user: "kim"})
		kim.await(`> <home.turn p=lee> +(23h|24h|1d)`)
		kim.keys("Enter")
		kim.awaitBoard(all[ply])
		kim.move(shortGame[ply])
		kim.awaitBoard(all[ply+1])
		kim.keys("Esc") // nothing is lost by leaving: no question
		kim.await(`<home.waiting p=lee>`)
		kim.leave()

		lee = enter(t, h.addr, leeKey, opts{user: "lee"})
		lee.await(`> <home.turn p=kim>`)
		lee.keys("Enter")
		lee.awaitBoard(all[ply+1])
		lee.move(shortGame[ply+1])
		lee.awaitBoard(all[ply+2])
		lee.leave()
	}
}
