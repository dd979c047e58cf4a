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
	laptop := enter(t, h.addr, key, opts{lang: korean, user: "kim"})
	laptop.await(atHome)
	other := enter(t, h.addr, newKey(t), opts{user: "lee"})
	other.await(atHome)
	sides := pair(laptop, other)
	mine := b2i(sides[1] == laptop)
	follow(sides, shortGame[:4], all, 0)
	other.forbid(`(\(away\)|lost connection)`)

	phone := enter(t, h.addr, key, opts{lang: korean, user: "kim", cols: 100, rows: 30})
	laptop.await(`다른 창`)
	phone.decide(`다시 오셨네요`, "Enter")
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
	laptop.await(`다른 창에서 이어서 하세요`)
	follow(sides, shortGame[6:8], all, 6)
}

// A connection that breaks: the opponent sees it with the time that is waited,
// the way back undoes it; the second time nobody comes back, and win or draw are
// offered and not taken by themselves.
func TestLostConnection(t *testing.T) {
	t.Parallel()
	cfg := quick
	cfg.Grace = 2 * time.Second
	h := open(t, cfg)
	all := states(t, shortGame)
	key := newKey(t)
	gone := enter(t, h.addr, key, opts{lang: korean, user: "kim"})
	gone.await(atHome)
	stays := enter(t, h.addr, newKey(t), opts{user: "lee"})
	stays.await(atHome)
	sides := pair(gone, stays)
	mine := b2i(sides[1] == gone)
	follow(sides, shortGame[:3], all, 0)

	gone.cut()
	stays.await(`kim lost connection, [12] s`)
	stays.await(`(White|Black) +kim \(away\)|\(away\) kim`)
	gone = enter(t, h.addr, key, opts{lang: korean, user: "kim"})
	gone.decide(`다시 오셨네요`, "Enter")
	gone.awaitBoard(all[3])
	stays.await(`kim is back`)
	stays.gone(`\(away\)`)
	sides[mine] = gone
	follow(sides, shortGame[3:4], all, 3)

	gone.cut()
	stays.await(`kim lost connection, 2 s`)
	stays.await(`kim lost connection, 1 s`)
	stays.await(`kim is gone. 1 win, 2 draw, or wait`)
	stays.decide(`is gone`, "1")
	stays.await(`You win!`)
	stays.await(`kim left the game`)

	// The one who left learns of it on the first screen.
	gone = enter(t, h.addr, key, opts{lang: korean, user: "kim"})
	gone.await(`> 결과: 오델로, lee: 졌어요 +비움`)
	gone.keys("Enter")
	gone.await(`4 / 4수`)
	gone.keys("Esc")
	gone.await(atHome)
	gone.gone(`결과`)
}

// Who leaves by Esc is asked first, and is away for the shorter grace.
func TestLeaveTheTable(t *testing.T) {
	t.Parallel()
	cfg := quick
	cfg.GraceLeft = time.Second
	h := open(t, cfg)
	all := states(t, shortGame)
	sides := twoPlayers(t, h)
	follow(sides, shortGame[:2], all, 0)
	black, white := sides[0], sides[1]
	black.keys("Esc")
	black.decide(`(자리를 비울까요|Leave the table)`, "Esc") // stays
	black.gone(`(자리를 비울까요|Leave the table)`)
	black.awaitBoard(all[2])
	black.keys("Esc")
	black.decide(`(자리를 비울까요|Leave the table)`, "2")
	black.await(`> (이어하기|Go on)`)
	white.decide(`(떠났어요|is gone)`, "2") // a draw is enough
	white.await(`(무승부|Draw)`)
	black.await(`(Othello: drew with (kim|lee)|오델로, (kim|lee): 비겼어요|오델로: (kim|lee).*비겼)`)
}

// A spectator sees every move and cannot move; the players see that somebody watches.
func TestSpectator(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	all := states(t, shortGame)
	sides := twoPlayers(t, h)
	follow(sides, shortGame[:1], all, 0)

	crowd := enter(t, h.addr, nil, opts{})
	crowd.await(atHome)
	crowd.await(`(kim|lee) : (kim|lee)`)
	crowd.keys("m")
	id := crowd.await(`> Othello +(?:kim|lee) .*ply 1(?s:.*)(?:rated|casual) +([0-9A-Z]{8})`)[1]
	crowd.keys("Enter")
	crowd.awaitBoard(all[1])
	for _, c := range sides {
		c.await(`(구경 1|1 watching)`)
	}
	second := enter(t, h.addr, newKey(t), opts{lang: korean, command: "watch " + id})
	second.awaitBoard(all[1])
	for _, c := range sides {
		c.await(`(구경 2|2 watching)`)
	}
	for i := 1; i < 8; i++ {
		follow(sides, shortGame[i:i+1], all, i)
		crowd.awaitBoard(all[i+1])
		second.awaitBoard(all[i+1])
	}
	crowd.keys("Enter")
	crowd.await(`You are watching: you cannot move`)
	crowd.clickOn("a   b")
	second.keys("r") // nothing to resign
	second.leave()
	for _, c := range sides {
		c.await(`(구경 1|1 watching)`)
	}
	sides[0].move(shortGame[8])
	crowd.await(`(kim|lee) wins`)
	crowd.await(`No white discs left`)
}

// What a stranger must not see: a game among friends is in no list and cannot
// be watched, and a code is for one.
func TestFriendsCode(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	all := states(t, shortGame)
	host := enter(t, h.addr, newKey(t), opts{lang: korean, user: "kim"})
	host.await(atHome)
	host.keys("m")
	host.await(`판 만들기`)
	host.keys("n")
	host.await(`오델로 새 판`)
	host.keys("3", "Down", "1") // a friend; Black
	host.await(`\[친구 초대\]`)
	host.await(`\[● 흑 먼저\]`)
	host.keys("Enter")
	code := host.await(`ssh -t arcade\.example join ([0-9A-Z]{3}-[0-9A-Z]{3})`)[1]

	wrong := enter(t, h.addr, newKey(t), opts{command: "join 000-000"})
	wrong.await(`No such invite code`)
	wrong.await(atHome)
	wrong.keys("m")
	wrong.await(`No open seats just now`)

	friend := enter(t, h.addr, newKey(t), opts{user: "lee", command: "join " + code})
	friend.awaitBoard(all[0])
	host.awaitBoard(all[0])
	follow([2]*client{host, friend}, shortGame[:4], all, 0)

	third := enter(t, h.addr, nil, opts{command: "join " + code})
	third.await(`No such invite code`)
	if wrong.shows(`kim`) {
		wrong.fatalf("a friends' game is listed")
	}
	friend.cut() // and cannot be claimed
	host.await(`끊김`)
	host.keys("r")
	host.decide(`기권할까요`, "2")
	host.await(`lee 승리`)
}

// A challenge goes to a player by name, who takes it from the first screen.
func TestChallenge(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	lee := enter(t, h.addr, newKey(t), opts{user: "lee"})
	lee.await(atHome)
	kim := enter(t, h.addr, newKey(t), opts{lang: korean, user: "kim"})
	kim.await(atHome)
	challenge := func(name string) {
		kim.keys("m")
		kim.await(`판 만들기`)
		kim.keys("n")
		kim.await(`오델로 새 판`)
		kim.keys("4", "Down", "2", "Enter")
		kim.await(`누구와 둘까요`)
		kim.keys(name, "Enter")
	}
	challenge("nobody")
	kim.await(`그런 이름이 없어요`)
	kim.keys("Backspace", "Backspace", "Backspace", "Backspace", "Backspace", "Backspace", "LEE", "Enter")
	kim.await(`도전을 보냈어요`)

	lee.await(`kim invites: Othello`)
	lee.keys("o")
	lee.decide(`You are challenged`, "d")
	lee.await(atHome)
	kim.await(`(그런 판이 없어요|거절)`) // declined
	for !kim.shows(atHome) {
		kim.keys("Esc")
		kim.await(`(오델로|접속)`)
		time.Sleep(guard)
	}

	challenge("lee")
	kim.await(`도전을 보냈어요`)
	lee.await(`> Challenge: Othello, kim`)
	lee.keys("Enter")
	lee.decide(`You are challenged`, "Enter")
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
	kim := enter(t, h.addr, kimKey, opts{lang: korean, user: "kim"})
	kim.await(atHome)
	kim.keys("m")
	kim.await(`판 만들기`)
	kim.keys("n")
	kim.await(`오델로 새 판`)
	kim.keys("Down", "1", "Down", "5")
	kim.await(`\[한 수 1일\]`)
	kim.keys("Enter")
	kim.await(`언제든 누가 앉으면 시작해요`)
	kim.leave() // the seat stays

	lee := enter(t, h.addr, leeKey, opts{user: "lee"})
	lee.await(atHome)
	lee.keys("m")
	lee.await(`> Othello +kim .*1 d a move`)
	lee.keys("Enter")
	lee.awaitBoard(all[0])
	lee.await(`kim is thinking`)
	lee.leave()

	for ply := 0; ply < 6; ply += 2 {
		kim = enter(t, h.addr, kimKey, opts{lang: korean, user: "kim"})
		kim.await(`> 내 차례: 오델로, lee +(23h|24h|1d)`)
		kim.keys("Enter")
		kim.awaitBoard(all[ply])
		kim.move(shortGame[ply])
		kim.awaitBoard(all[ply+1])
		kim.keys("Esc") // nothing is lost by leaving: no question
		kim.await(`상대 차례: 오델로, lee`)
		kim.leave()

		lee = enter(t, h.addr, leeKey, opts{user: "lee"})
		lee.await(`> Your turn: Othello, kim`)
		lee.keys("Enter")
		lee.awaitBoard(all[ply+1])
		lee.move(shortGame[ply+1])
		lee.awaitBoard(all[ply+2])
		lee.leave()
	}
}
