package sessions

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/lobby"
)

// Lines of play. Black is seat 0.
const (
	fiveMoves    = "d3 c3 c4 e3 f2"                                   // white to move
	sixMoves     = "d3 c3 c4 e3 f2 c5"                                // black to move
	blackPasses  = "d3 c3 f5 d2 d1 e1 b2 c1"                          // black has no move
	whitePasses  = "d3 e3 f4 g5 e2 e1 f1 c2 f5 c5 d1"                 // white has no move
	secondPass   = "e6 f4 d3 c4 b3 c2 g4 a4 b1 d1 a2 f5 g6 pass"      // black has none either
	nobodyMoves  = "e6 f4 d3 c4 b3 c2 g4 a4 b1 d1 a2 f5 g6 pass pass" // black wins
	whiteGone    = "e6 f6 c4 c5 c6 e7 e8 d6 g6"
	blackGone    = "d3 e3 f4 g5 f5 c5 c4 c3 g4 h4"
	fullBlack    = "c4 c3 e6 f6 d3 d6 c2 b2 e7 f4 g4 f8 b3 c5 g7 g6 c7 b4 b5 c6 d7 b7 b8 g8 b1 a3 d8 h4 a5 b6 f3 a1 h5 d2 e2 f5 f7 g3 d1 a4 e3 g5 h2 f2 e1 f1 a6 c8 h8 h7 h6 a2 a8 c1 g1 g2 e8 h1 h3 a7"
	fullWhite    = "e6 f4 c3 c4 g3 d6 c7 g4 c5 f6 h4 b2 e3 b5 g7 f2 a5 b4 a3 h8 c2 d2 c1 e2 f5 e7 g2 b8 f8 a4 d7 g6 f7 b6 b3 a2 h5 g8 d8 d1 e8 h3 d3 e1 c6 f1 h2 a6 g1 b7 f3 b1 h6 h7 c8 g5 a8 a7 a1 h1"
	fullDrawn    = "d3 c3 e6 f4 e3 d2 g3 d6 c4 g5 c6 b4 e2 d7 b2 b5 h6 f3 c2 h3 f2 f1 h2 a2 b7 e7 e1 c1 a4 g1 c7 a5 d8 c5 f7 g8 a3 h1 f5 f6 b3 h5 a6 h4 f8 b6 a7 c8 b1 g6 g7 a1 d1 g4 g2 b8 h8 e8 a8 h7"
	oneDayMove   = lobby.OneDay
	beforeAnswer = guardTime + 50*time.Millisecond // when a question takes keys
)

// page is a screen in a state: how to come there, and in which sizes it has golden frames.
type page struct {
	name  string
	make  func(h *hall) *person
	sizes []Size // nil for 80x24 alone
	// deaf are keys of the key bar that change nothing here, each for a reason.
	deaf []string
}

var allSizes = []Size{{80, 24}, {100, 30}, {120, 40}}

var pages = []page{
	// Home.
	{name: "home-first", sizes: allSizes, make: func(h *hall) *person { return h.first(h.name(0)) }},
	{name: "home-guest", make: (*hall).guest},
	{name: "home-idle", sizes: allSizes, make: (*hall).me},
	{name: "home-full", sizes: allSizes, make: fullHome},
	{name: "home-full-end", make: then(fullHome, "up")},
	{name: "home-crowd", make: crowdedHome},
	{name: "home-crowd-middle", make: then(crowdedHome, "1")},
	{name: "home-crowd-end", make: then(crowdedHome, "up")},
	{name: "home-toasts", make: func(h *hall) *person {
		p, o := h.me(), h.other()
		o.create(lobby.Offer{Player: p.visit.Me().ID, Rated: true})
		p.press("ㅎ")
		return p
	}},
	{name: "leave", make: thenAsked((*hall).me, "esc")},

	// Lobby.
	{name: "lobby-empty", make: then((*hall).me, "enter")},
	{name: "lobby-tables", sizes: allSizes, make: then(busyLobby, "1", "enter")},
	{name: "lobby-live", make: then(busyLobby, "1", "enter", "end")},
	{name: "lobby-people", make: then(busyLobby, "1", "enter", "tab", "down")},
	{name: "lobby-guest", make: func(h *hall) *person {
		h.other().create(lobby.Offer{Rated: true})
		p := h.guest()
		p.press("m", "enter")
		return p
	}, deaf: []string{"enter"}}, // refused already

	// A new table.
	{name: "setup", make: then((*hall).me, "n")},
	{name: "setup-bot", make: then((*hall).me, "n", "left", "down", "1")},
	{name: "setup-friend", make: then((*hall).me, "n", "right", "down", "left")},
	{name: "setup-name", make: then((*hall).me, "n", "4", "tab", "tab", "5", "tab")},
	{name: "setup-guest", make: then((*hall).guest, "m", "n")},
	{name: "setup-to", make: then(otherProfile, "c")},
	{name: "challenge", make: func(h *hall) *person {
		p := h.me()
		p.press("n", "4", "enter")
		p.typed(h.name(1))
		return p
	}},
	{name: "challenge-nobody", make: func(h *hall) *person {
		p := h.me()
		p.press("n", "4", "enter")
		p.typed(h.name(2))
		p.press("enter")
		return p
	}, deaf: []string{"enter"}}, // nobody of that name yet

	// Waiting.
	{name: "waiting", make: func(h *hall) *person {
		p := h.me()
		p.press("f")
		h.pass(12 * time.Second)
		return p
	}},
	{name: "waiting-bot", make: func(h *hall) *person {
		p := h.me()
		p.press("f")
		h.pass(21 * time.Second)
		return p
	}},
	{name: "waiting-guest", make: func(h *hall) *person {
		p := h.guest()
		p.press("f")
		h.pass(3 * time.Second)
		return p
	}},
	{name: "waiting-friend", make: func(h *hall) *person {
		p := h.me()
		p.do(openTable(p.create(lobby.Offer{Private: true, Control: "none"})))
		p.press("x")
		return p
	}, deaf: []string{"x"}}, // once more says the same
	{name: "waiting-days", make: then((*hall).me, "f", "d")},
	{name: "waiting-challenge", make: func(h *hall) *person {
		o := h.other()
		p := h.me()
		p.do(openTable(p.create(lobby.Offer{Player: o.visit.Me().ID, Rated: true})))
		h.pass(4 * time.Second)
		return p
	}},
	{name: "waiting-challenge-bot", make: func(h *hall) *person {
		gone := h.program("gary")
		p := h.me()
		p.do(openTable(p.create(lobby.Offer{Player: gone.Me().ID, Rated: true})))
		gone.Leave()
		h.pass(4 * time.Second)
		return p
	}},
	{name: "invite", make: func(h *hall) *person {
		p, o := h.me(), h.other()
		o.create(lobby.Offer{Player: p.visit.Me().ID, Rated: true, Control: "10+5"})
		p.press("o")
		h.pass(3 * time.Second)
		return p
	}},

	// The table.
	{name: "table-first-move", make: func(h *hall) *person {
		p := h.me()
		h.duel(p, h.other(), lobby.Offer{}, "")
		h.pass(3 * time.Second)
		return p
	}},
	{name: "table-bot-coach", make: func(h *hall) *person {
		p := h.first(h.name(0))
		p.press("enter")
		return p
	}},
	{name: "table-mine", sizes: allSizes, make: func(h *hall) *person {
		p, _ := myTurn(h, lobby.Offer{})
		return p
	}},
	{name: "table-rated", make: func(h *hall) *person {
		p, o := h.me(), h.other()
		h.rate(p, 1612, 60, 41)
		h.rate(o, 1498, 180, 4)
		h.duel(p, o, lobby.Offer{Rated: true}, sixMoves)
		h.pass(2 * time.Second)
		return p
	}},
	{name: "table-theirs", sizes: allSizes, make: func(h *hall) *person {
		p := h.me()
		h.duel(p, h.other(), lobby.Offer{}, fiveMoves)
		h.pass(2 * time.Second)
		return p
	}},
	{name: "table-pass-mine", sizes: allSizes, make: func(h *hall) *person { return passing(h, blackPasses) }},
	{name: "table-pass-theirs", make: func(h *hall) *person { return passing(h, whitePasses) }},
	{name: "table-pass-second", make: func(h *hall) *person { return passing(h, secondPass) }},
	{name: "table-refused", make: then(onTurn, "home", "up", "up", "up", "up", "up", "up", "up", "up", "enter"), deaf: []string{"enter"}}, // refused already
	{name: "table-draw-asked", make: func(h *hall) *person {
		p, o := myTurn(h, lobby.Offer{})
		o.press("d")
		h.pass(beforeAnswer)
		return p
	}},
	{name: "table-takeback-asked", make: func(h *hall) *person {
		p, o := myTurn(h, lobby.Offer{})
		o.press("u")
		h.pass(beforeAnswer)
		return p
	}},
	{name: "table-takeback-sent", make: then(onTurn, "u")},
	{name: "table-away", make: func(h *hall) *person {
		p, o := myTurn(h, lobby.Offer{})
		o.End()
		h.pass(3 * time.Second)
		return p
	}},
	{name: "table-claim", make: func(h *hall) *person {
		p, o := myTurn(h, lobby.Offer{})
		o.End()
		h.pass(41 * time.Second)
		return p
	}},
	{name: "table-low-clock", make: func(h *hall) *person {
		p, _ := myTurn(h, lobby.Offer{Control: "1+0"})
		h.pass(52 * time.Second)
		return p
	}},
	{name: "table-days", make: func(h *hall) *person {
		p, _ := myTurn(h, lobby.Offer{Control: oneDayMove})
		return p
	}},
	{name: "table-watching", sizes: allSizes, make: watcher},
	{name: "table-no-hints", make: then(onTurn, "i")},
	{name: "table-confirm", make: func(h *hall) *person {
		p, _ := myTurn(h, lobby.Offer{})
		p.change(func(s *Settings) { s.Confirm = true })
		p.press("enter")
		return p
	}},
	{name: "table-entry", make: then(onTurn, "/", "d")},
	{name: "table-chat", sizes: allSizes, make: func(h *hall) *person {
		p, o := myTurn(h, lobby.Offer{})
		h.must(o.visit.Say(o.top().(*table).id, 2, ""))
		h.must(p.visit.Say(p.top().(*table).id, 0, "hi"))
		h.pass(3 * time.Second)
		return p
	}},
	{name: "menu", make: thenAsked(onTurn, "space")},
	{name: "menu-watching", make: thenAsked(watcher, "space")},
	{name: "talk", make: then(onTurn, "t", "down")},
	{name: "talk-own", make: func(h *hall) *person {
		p, _ := myTurn(h, lobby.Offer{})
		p.press("t", "/")
		p.typed("hello 안녕")
		return p
	}},
	{name: "log", make: func(h *hall) *person {
		p, o := myTurn(h, lobby.Offer{})
		h.must(o.visit.Say(o.top().(*table).id, 3, ""))
		h.pass(3 * time.Second)
		p.press("e")
		return p
	}},
	{name: "confirm-resign", make: thenAsked(onTurn, "r")},
	{name: "confirm-abort", make: func(h *hall) *person {
		p := h.me()
		h.duel(p, h.other(), lobby.Offer{}, "")
		h.pass(3 * time.Second)
		p.press("r")
		h.pass(beforeAnswer)
		return p
	}},
	{name: "confirm-leave", make: thenAsked(onTurn, "esc")},

	// The end.
	{name: "result-won", sizes: allSizes, make: func(h *hall) *person { return ended(h, fullBlack, nil) }},
	{name: "result-lost", make: func(h *hall) *person { return ended(h, fullWhite, nil) }},
	{name: "result-drawn", make: func(h *hall) *person { return ended(h, fullDrawn, nil) }},
	{name: "result-both-pass", make: func(h *hall) *person { return ended(h, nobodyMoves, nil) }},
	{name: "result-no-white", make: func(h *hall) *person { return ended(h, whiteGone, nil) }},
	{name: "result-no-black", make: func(h *hall) *person { return ended(h, blackGone, nil) }},
	{name: "result-resigned", make: func(h *hall) *person {
		return ended(h, sixMoves, func(p, o *person, id string) { h.must(o.visit.Do(id, games.Resign)) })
	}},
	{name: "result-agreed", make: func(h *hall) *person {
		return ended(h, sixMoves, func(p, o *person, id string) {
			h.must(o.visit.Do(id, games.OfferDraw))
			h.must(p.visit.Do(id, games.AcceptDraw))
		})
	}},
	{name: "result-time", make: func(h *hall) *person {
		return ended(h, sixMoves, func(p, o *person, id string) { h.pass(6 * time.Minute) })
	}},
	{name: "result-left", make: func(h *hall) *person {
		return ended(h, sixMoves, func(p, o *person, id string) {
			o.End()
			h.pass(41 * time.Second)
			p.press("1")
		})
	}},
	{name: "result-aborted", make: func(h *hall) *person {
		return ended(h, "d3", func(p, o *person, id string) { h.must(o.visit.Do(id, games.Abort)) })
	}},
	{name: "result-watching", make: func(h *hall) *person {
		p, o := watching(h)
		h.must(o.visit.Do(p.top().(*table).id, games.Resign))
		h.pass(time.Second)
		return p
	}},
	{name: "result-asked", make: func(h *hall) *person {
		p := ended(h, whiteGone, nil)
		p.press("enter")
		h.pass(beforeAnswer)
		return p
	}, deaf: []string{"enter"}}, // asked already
	{name: "result-wanted", make: func(h *hall) *person {
		return ended(h, whiteGone, func(p, o *person, id string) { h.must(o.visit.Rematch(id)) })
	}},
	{name: "table-over", make: func(h *hall) *person {
		p := ended(h, fullBlack, nil)
		p.press("esc")
		return p
	}},

	// Records.
	{name: "replay-start", make: then(replaying, "home"), deaf: []string{"home", "left"}}, // the buttons stay where they are, at the ends too
	{name: "replay-middle", sizes: allSizes, make: func(h *hall) *person {
		p := replaying(h)
		p.press("home", "right", "right", "right", "right", "right", "tab")
		h.pass(time.Second)
		return p
	}},
	{name: "replay-end", make: replaying, deaf: []string{"end", "right"}},
	{name: "replay-playing", make: func(h *hall) *person {
		p := replaying(h)
		p.press("space")
		h.pass(3800 * time.Millisecond)
		return p
	}},
	{name: "matches", make: func(h *hall) *person { return myMatches(h) }},
	{name: "matches-unfinished", make: func(h *hall) *person { return myMatches(h, "tab") }},
	{name: "matches-won", make: func(h *hall) *person { return myMatches(h, "tab", "tab", "down") }},
	{name: "matches-others", make: func(h *hall) *person { return myMatches(h, "left", "end") }},
	{name: "matches-empty", make: then((*hall).me, "v"), deaf: []string{"enter"}}, // nothing to open
	{name: "matches-guest", make: then((*hall).guest, "v"), deaf: []string{"enter"}},
	{name: "board", make: then(ranked, "b", "down")},
	{name: "board-empty", make: then((*hall).me, "b"), deaf: []string{"enter", "v"}}, // nobody there
	{name: "board-guest", make: func(h *hall) *person {
		ranked(h)
		p := h.guest()
		p.press("b")
		return p
	}},
	{name: "profile", make: func(h *hall) *person { return myMatches(h, "esc", "p") }},
	{name: "profile-new", make: then((*hall).me, "p"), deaf: []string{"enter"}}, // no opponent yet
	{name: "profile-other", make: otherProfile},
	{name: "settings", make: then((*hall).me, "s")},
	{name: "settings-changed", make: then((*hall).me, "s", "down", "down", "down", "2", "down", "down", "space", "down", "down", "right")},
	{name: "rename", make: func(h *hall) *person {
		p := h.me()
		p.press("s", "n")
		p.typed(h.name(1))
		return p
	}},
	{name: "rename-used", make: func(h *hall) *person {
		h.other()
		p := h.me()
		p.press("s", "n")
		p.typed(h.name(1))
		p.press("enter")
		return p
	}, deaf: []string{"enter"}}, // it is still used
	{name: "join", make: func(h *hall) *person {
		p := h.me()
		p.press("c")
		p.typed("k7q2")
		return p
	}},
	{name: "join-bad", make: func(h *hall) *person {
		p := h.me()
		p.press("c")
		p.typed("k7q2m8")
		p.press("enter")
		return p
	}, deaf: []string{"enter"}}, // it is still wrong
	{name: "join-command", make: func(h *hall) *person { return h.player(h.name(0), "join", "K7Q2M8") }},

	// The connection.
	{name: "moved", make: func(h *hall) *person {
		p, _ := myTurn(h, lobby.Offer{})
		h.enter(keyOf(h.name(0)), h.name(0))
		h.pass(time.Second)
		return p
	}},
	{name: "resume", make: func(h *hall) *person {
		p, _ := myTurn(h, lobby.Offer{})
		p.End()
		h.pass(2 * time.Second)
		p = h.enter(keyOf(h.name(0)), h.name(0))
		h.pass(beforeAnswer)
		return p
	}},
	{name: "small-home", sizes: []Size{{60, 18}, {40, 12}}, make: (*hall).me},
	{name: "small-table", sizes: []Size{{60, 18}, {79, 24}, {20, 5}}, make: func(h *hall) *person {
		p, _ := myTurn(h, lobby.Offer{})
		return p
	}},
}

// Each topic of help, page by page.
func init() {
	topics := []struct {
		name string
		make func(h *hall) *person
	}{
		{"home", func(h *hall) *person { return h.me() }},
		{"table", func(h *hall) *person {
			p, _ := myTurn(h, lobby.Offer{})
			return p
		}},
		{"replay", replaying},
		{"lobby", then(busyLobby, "1", "enter")},
	}
	for _, topic := range topics {
		pages = append(pages, helpPages(topic.name, len(helpTabs), topic.make)...)
	}
}

// helpPages are the first parts of the help of what start makes.
func helpPages(topic string, tabs int, start func(*hall) *person) (list []page) {
	keys := []string{"?"}
	for _, tab := range helpTabs[:tabs] {
		list = append(list, page{name: "help-" + topic + "-" + tab, make: then(start, keys...)})
		keys = append(keys[:len(keys):len(keys)], "tab")
	}
	return list
}

// then is what start makes, after some keys; thenAsked the same once what they ask can
// be answered.
func then(start func(*hall) *person, keys ...string) func(*hall) *person {
	return func(h *hall) *person {
		p := start(h)
		p.press(keys...)
		return p
	}
}

func thenAsked(start func(*hall) *person, keys ...string) func(*hall) *person {
	return func(h *hall) *person {
		p := then(start, keys...)(h)
		h.pass(beforeAnswer)
		return p
	}
}

// onTurn is a player on turn, watcher a spectator.
func onTurn(h *hall) *person {
	p, _ := myTurn(h, lobby.Offer{})
	return p
}

func watcher(h *hall) *person {
	p, _ := watching(h)
	return p
}

// myTurn is a match after six plies, the viewer to move as Black.
func myTurn(h *hall, o lobby.Offer) (p, other *person) {
	p, other = h.me(), h.other()
	h.duel(p, other, o, sixMoves)
	h.pass(2 * time.Second)
	p.press("shift+tab") // a square that can be played
	return p, other
}

// passing is a match at a forced pass, while it is announced.
func passing(h *hall, moves string) *person {
	p := h.me()
	h.duel(p, h.other(), lobby.Offer{}, moves)
	return p
}

// ended is a rated match that is over, by its moves or by what end does.
func ended(h *hall, moves string, end func(p, o *person, id string)) *person {
	p, o := h.me(), h.other()
	h.rate(p, 1612, 60, 41)
	h.rate(o, 1498, 180, 4)
	id := h.duel(p, o, lobby.Offer{Rated: true}, moves)
	if end != nil {
		end(p, o, id)
	}
	h.pass(3 * time.Second)
	return p
}

// watching is a spectator at the match of two others, of whom player is the first.
func watching(h *hall) (p, player *person) {
	p = h.me()
	a, b := h.player(h.name(1)), h.player(h.name(2))
	id := h.duel(a, b, lobby.Offer{Rated: true}, sixMoves)
	p.do(openTable(id))
	h.pass(2 * time.Second)
	return p, a
}

// busyLobby has open seats and live tables, some of them watched.
func busyLobby(h *hall) *person {
	p := h.me()
	a, b, c, d := h.player(h.name(1)), h.player(h.name(2)), h.player(h.name(3)), h.player(h.name(4))
	h.rate(p, 1612, 60, 41)
	h.rate(a, 1498, 180, 4)
	id := h.duel(a, b, lobby.Offer{Rated: true}, sixMoves)
	h.pass(2 * time.Second)
	c.do(openTable(id))
	d.create(lobby.Offer{Control: "10+5"})
	p.create(lobby.Offer{Control: oneDayMove})
	c.create(lobby.Offer{Rated: true})
	bot := h.guest()
	bot.create(lobby.Offer{Bot: "greedy", Control: "none"})
	h.pass(12 * time.Second)
	return p
}

// fullHome is the home screen of somebody for whom everything waits.
func fullHome(h *hall) *person {
	p, o := h.me(), h.other()
	a, b, c := h.player(h.name(2)), h.player(h.name(3)), h.player(h.name(4))
	for i, q := range []*person{p, o, a, b} {
		h.rate(q, float64(1650-53*i), 60+float64(i)*40, 20-i)
	}
	id := h.duel(p, a, lobby.Offer{Control: oneDayMove}, fiveMoves) // lost, and not yet seen
	p.press("esc")
	h.must(p.visit.Do(id, games.Resign))
	h.duel(p, a, lobby.Offer{Control: oneDayMove}, "d3 c3") // my turn
	p.press("esc")
	h.duel(p, b, lobby.Offer{Control: oneDayMove}, "d3") // theirs
	p.press("esc")
	h.duel(a, b, lobby.Offer{Rated: true}, sixMoves)
	c.create(lobby.Offer{Player: p.visit.Me().ID})
	p.create(lobby.Offer{Control: oneDayMove})
	h.duel(p, o, lobby.Offer{}, sixMoves)
	p.press("esc")
	h.pass(beforeAnswer)
	p.press("y")
	h.pass(4 * time.Second)
	p.press("home")
	p.do(func(a *App) tea.Cmd { a.stack[0].(*home).focus = 0; return nil })
	return p
}

// crowdedHome is a full home with more games by mail than lines.
func crowdedHome(h *hall) *person {
	p := fullHome(h)
	q := h.player("보리차")
	for range 8 {
		h.duel(p, q, lobby.Offer{Control: oneDayMove}, "d3")
		p.press("esc")
	}
	h.pass(4 * time.Second)
	p.press("home")
	p.do(func(a *App) tea.Cmd { a.stack[0].(*home).focus = 0; return nil })
	return p
}

// replaying is the replay of a finished match.
func replaying(h *hall) *person {
	p := ended(h, fullBlack, nil)
	p.press("v")
	h.pass(time.Second)
	return p
}

// myMatches is the list of matches of every kind.
func myMatches(h *hall, keys ...string) *person {
	p, o := h.me(), h.other()
	g := h.guest()
	for _, m := range []struct {
		against *person
		offer   lobby.Offer
		moves   string
	}{
		{o, lobby.Offer{Rated: true}, fullBlack},
		{o, lobby.Offer{Rated: true}, fullWhite},
		{o, lobby.Offer{}, fullDrawn},
		{g, lobby.Offer{}, whiteGone},
		{o, lobby.Offer{Rated: true}, nobodyMoves},
	} {
		h.duel(p, m.against, m.offer, m.moves)
		p.do((*App).home)
		m.against.do((*App).home)
		h.pass(2 * time.Minute)
	}
	h.duel(p, o, lobby.Offer{Control: oneDayMove}, sixMoves)
	p.do((*App).home)
	p.create(lobby.Offer{Control: oneDayMove})
	h.pass(30 * time.Second)
	p.press("v")
	p.press(keys...)
	return p
}

// ranked is somebody among those with ratings.
func ranked(h *hall) *person {
	p := h.me()
	for i := range 4 {
		h.rate(h.player(h.name(i+1)), 1700-61.4*float64(i), 50+40*float64(i), 30-i)
	}
	h.rate(p, 1612, 60, 41)
	h.pass(2 * time.Minute)
	return p
}

// otherProfile is the profile of somebody whom one has met.
func otherProfile(h *hall) *person {
	p := myMatches(h)
	p.press("esc", "p", "enter")
	return p
}
