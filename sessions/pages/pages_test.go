package pages

import (
	"time"

	"arcade/games"
	"arcade/lobby/ledger"
	"arcade/lobby/pairing"
	"arcade/lobby/room"
	"arcade/sessions/app"
	"arcade/sessions/client"
	"arcade/sessions/play"
	"arcade/sessions/screentest"
)

var frames = []screentest.Page{
	{Name: "lang-first", Rich: screentest.RichSizes, Make: func(h *screentest.Hall) *screentest.Person {
		p := h.Unnamed(screentest.KeyOf("ko"), "ko")
		h.Pass(screentest.BeforeAnswer)
		return p
	}},
	// Home.
	{Name: "home-first", Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person { return h.First(h.Name(0)) }},
	{Name: "home-guest", Make: (*screentest.Hall).Guest},
	{Name: "home-idle", Sizes: screentest.AllSizes, Rich: screentest.RoomySizes, Make: (*screentest.Hall).Me},
	{Name: "home-full", Move: "down", Sizes: screentest.AllSizes, Rich: screentest.RoomySizes, Make: fullHome},
	{Name: "home-full-end", Make: screentest.Then(fullHome, "up")},
	{Name: "home-crowd", Make: crowdedHome},
	{Name: "home-crowd-middle", Make: screentest.Then(crowdedHome, "1")},
	{Name: "home-crowd-end", Make: screentest.Then(crowdedHome, "up")},
	{Name: "home-toasts", Make: func(h *screentest.Hall) *screentest.Person {
		p, o := h.Me(), h.Other()
		o.Create(pairing.Offer{Player: p.Visit.Me().ID, Rated: true})
		p.Press("ㅛ")
		return p
	}},
	// A private house.
	{Name: "alone-first", Make: func(h *screentest.Hall) *screentest.Person {
		h.House.Alone = true
		return h.First(h.Name(0))
	}},
	{Name: "alone", Sizes: screentest.AllSizes, Make: alone},
	{Name: "alone-setup", Make: screentest.Then(alone, "n")},
	{Name: "alone-settings", NamesGlyphs: true, Make: screentest.Then(alone, "s")},
	{Name: "alone-profile", Make: screentest.Then(alone, "p"), Deaf: []string{"enter"}},
	{Name: "alone-table", Make: screentest.Then(alone, "1", "enter")},
	{Name: "alone-menu", Make: screentest.ThenAsked(alone, "1", "enter", "m")},
	{Name: "leave", Rich: screentest.RichSizes[:1], Make: screentest.ThenAsked((*screentest.Hall).Me, "esc")},

	// Lobby.
	{Name: "lobby-empty", Rich: screentest.RichSizes[:1], Make: screentest.Then((*screentest.Hall).Me, "m")},
	{Name: "lobby-empty-run", Make: screentest.Then((*screentest.Hall).Me, "2", "m")},
	{Name: "lobby-tables", Move: "down", Sizes: screentest.AllSizes, Rich: screentest.RoomySizes, Make: screentest.Then(othelloLobby)},
	{Name: "lobby-live", Make: screentest.Then(othelloLobby, "end")},
	{Name: "lobby-people", Make: screentest.Then(othelloLobby, "tab", "down")},
	{Name: "lobby-guest", Make: func(h *screentest.Hall) *screentest.Person {
		h.Other().Create(pairing.Offer{Rated: true})
		p := h.Guest()
		p.Press("m", "enter")
		return p
	}, Deaf: []string{"enter"}}, // refused already

	// A new table.
	{Name: "setup", Rich: screentest.RichSizes[:1], Make: screentest.Then((*screentest.Hall).Me, "n")},
	{Name: "setup-bot", Make: screentest.Then((*screentest.Hall).Me, "n", "left", "down", "1")},
	{Name: "setup-friend", Make: screentest.Then((*screentest.Hall).Me, "n", "right", "down", "left")},
	{Name: "setup-name", Make: screentest.Then((*screentest.Hall).Me, "n", "4", "tab", "tab", "5", "tab")},
	{Name: "setup-screen", Make: beside},
	{Name: "setup-guest", Make: screentest.Then((*screentest.Hall).Guest, "m", "n")},
	{Name: "setup-to", Make: func(h *screentest.Hall) *screentest.Person {
		p := otherProfile(h)
		p.Press("n")
		h.Pass(screentest.BeforeAnswer)
		p.Press("1")
		return p
	}},
	{Name: "challenge-games", Rich: screentest.RichSizes[:1], Make: screentest.ThenAsked(otherProfile, "n")},
	{Name: "challenge", Make: func(h *screentest.Hall) *screentest.Person {
		p := h.Me()
		p.Press("n", "4", "enter")
		p.Typed(h.Name(1))
		return p
	}},
	{Name: "challenge-nobody", Make: func(h *screentest.Hall) *screentest.Person {
		p := h.Me()
		p.Press("n", "4", "enter")
		p.Typed(h.Name(2))
		p.Press("enter")
		return p
	}, Deaf: []string{"enter"}}, // still no player of that name

	// Waiting.
	{Name: "waiting", Make: func(h *screentest.Hall) *screentest.Person {
		p := h.Me()
		p.Press("f")
		h.Pass(12 * time.Second)
		return p
	}},
	{Name: "waiting-bot", Make: func(h *screentest.Hall) *screentest.Person {
		p := h.Me()
		p.Press("f")
		h.Pass(21 * time.Second)
		return p
	}},
	{Name: "waiting-guest", Make: func(h *screentest.Hall) *screentest.Person {
		p := h.Guest()
		p.Press("f")
		h.Pass(3 * time.Second)
		return p
	}},
	{Name: "waiting-friend", Make: func(h *screentest.Hall) *screentest.Person {
		p := h.Me()
		p.Do(play.OpenTable(p.Create(pairing.Offer{Private: true, Control: "none"})))
		p.Press("x")
		return p
	}, Deaf: []string{"x"}}, // repeating it shows the same
	{Name: "waiting-days", Make: screentest.Then((*screentest.Hall).Me, "f", "d")},
	{Name: "waiting-challenge", Rich: screentest.RichSizes[:1], Make: func(h *screentest.Hall) *screentest.Person {
		o := h.Other()
		p := h.Me()
		p.Do(play.OpenTable(p.Create(pairing.Offer{Player: o.Visit.Me().ID, Rated: true})))
		h.Pass(4 * time.Second)
		return p
	}},
	{Name: "waiting-challenge-bot", Make: func(h *screentest.Hall) *screentest.Person {
		gone := h.Program("gary")
		p := h.Me()
		p.Do(play.OpenTable(p.Create(pairing.Offer{Player: gone.Me().ID, Rated: true})))
		gone.Leave()
		h.Pass(4 * time.Second)
		return p
	}},
	{Name: "invite", Make: func(h *screentest.Hall) *screentest.Person {
		p, o := h.Me(), h.Other()
		o.Create(pairing.Offer{Player: p.Visit.Me().ID, Rated: true, Control: "10+5"})
		p.Press("enter")
		h.Pass(3 * time.Second)
		return p
	}},
	{Name: "invite-board", Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
		p, _ := meeting(h)
		return p
	}},
	{Name: "waiting-others", Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
		o := h.Other()
		o.Press("f")
		h.Program("gary")
		h.Player(h.Name(2)).Create(pairing.Offer{Control: "1+0"})
		h.Pass(11 * time.Second)
		return o
	}},
	{Name: "meeting", Rich: screentest.RichSizes[:1], Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
		_, o := friends(h)
		return o
	}},
	{Name: "meeting-ready", Make: func(h *screentest.Hall) *screentest.Person {
		_, o := friends(h)
		o.Press("enter")
		h.Pass(9 * time.Second)
		return o
	}},
	{Name: "meeting-comes", Rich: screentest.RichSizes[:1], Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
		_, o := meeting(h)
		return o
	}},
	{Name: "meeting-host", Make: func(h *screentest.Hall) *screentest.Person {
		p, o := h.Me(), h.Other()
		p.Press("f")
		h.Pass(time.Second)
		o.Press("f")
		h.Pass(time.Second)
		return p
	}},

	// The table.
	{Name: "table-first-move", Make: func(h *screentest.Hall) *screentest.Person {
		p := h.Me()
		h.Duel(p, h.Other(), pairing.Offer{}, "")
		h.Pass(3 * time.Second)
		return p
	}},
	{Name: "table-bot-coach", Make: func(h *screentest.Hall) *screentest.Person {
		p := h.First(h.Name(0))
		p.Press("enter")
		return p
	}},
	{Name: "table-mine", Move: "right", Rich: screentest.RoomySizes, Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
		p, _ := screentest.MyTurn(h, pairing.Offer{})
		return p
	}},
	{Name: "table-rated", Make: func(h *screentest.Hall) *screentest.Person {
		p, o := h.Me(), h.Other()
		h.Rate(p, 1612, 60, 41)
		h.Rate(o, 1498, 180, 4)
		h.Duel(p, o, pairing.Offer{Rated: true}, screentest.SixMoves)
		h.Pass(2 * time.Second)
		return p
	}},
	{Name: "table-theirs", Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
		p := h.Me()
		h.Duel(p, h.Other(), pairing.Offer{}, screentest.FiveMoves)
		h.Pass(2 * time.Second)
		return p
	}},
	{Name: "table-pass-mine", Rich: screentest.RichSizes, Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person { return screentest.Passing(h, screentest.BlackPasses) }},
	{Name: "table-pass-theirs", Make: func(h *screentest.Hall) *screentest.Person { return screentest.Passing(h, screentest.WhitePasses) }},
	{Name: "table-pass-second", Make: func(h *screentest.Hall) *screentest.Person { return screentest.Passing(h, screentest.SecondPass) }},
	{Name: "table-refused", Rich: screentest.RichSizes[:1], Make: screentest.Then(screentest.OnTurn, "home", "up", "up", "up", "up", "up", "up", "up", "up", "enter"), Deaf: []string{"enter"}}, // refused already
	{Name: "table-draw-asked", Make: func(h *screentest.Hall) *screentest.Person {
		p, o := screentest.MyTurn(h, pairing.Offer{})
		o.Press("d")
		h.Pass(screentest.BeforeAnswer)
		return p
	}},
	{Name: "table-takeback-asked", Make: func(h *screentest.Hall) *screentest.Person {
		p, o := screentest.MyTurn(h, pairing.Offer{})
		o.Press("u")
		h.Pass(screentest.BeforeAnswer)
		return p
	}},
	{Name: "table-takeback-sent", Make: screentest.Then(screentest.OnTurn, "u")},
	{Name: "table-away", Make: func(h *screentest.Hall) *screentest.Person {
		p, o := screentest.MyTurn(h, pairing.Offer{})
		o.End()
		h.Pass(3 * time.Second)
		return p
	}},
	{Name: "table-claim", Make: func(h *screentest.Hall) *screentest.Person {
		p, o := screentest.MyTurn(h, pairing.Offer{})
		o.End()
		h.Pass(41 * time.Second)
		return p
	}},
	{Name: "table-low-clock", Make: func(h *screentest.Hall) *screentest.Person {
		p, _ := screentest.MyTurn(h, pairing.Offer{Control: "1+0"})
		h.Pass(52 * time.Second)
		return p
	}},
	{Name: "table-days", Make: func(h *screentest.Hall) *screentest.Person {
		p, _ := screentest.MyTurn(h, pairing.Offer{Control: room.OneDay})
		return p
	}},
	{Name: "table-watching", Rich: screentest.RichSizes[:1], Sizes: screentest.AllSizes, Make: screentest.Watcher},
	{Name: "table-no-hints", Rich: screentest.RichSizes[:1], Make: screentest.Then(screentest.OnTurn, "i")},
	{Name: "table-confirm", Make: func(h *screentest.Hall) *screentest.Person {
		p, _ := screentest.MyTurn(h, pairing.Offer{})
		p.Change(func(s *app.Settings) { s.Confirm = true })
		p.Press("enter")
		return p
	}},
	{Name: "table-entry", Make: screentest.Then(screentest.OnTurn, "/", "d")},
	{Name: "table-chat", Rich: screentest.RoomySizes, Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
		p, o := screentest.MyTurn(h, pairing.Offer{})
		h.Must(o.Visit.Say(o.Top().(*play.Table).ID, 2, ""))
		h.Must(p.Visit.Say(p.Top().(*play.Table).ID, 0, "hi"))
		h.Pass(3 * time.Second)
		return p
	}},
	{Name: "menu", Make: screentest.ThenAsked(screentest.OnTurn, "space")},
	{Name: "menu-watching", Make: screentest.ThenAsked(screentest.Watcher, "space")},
	{Name: "talk", Make: screentest.Then(screentest.OnTurn, "t", "down")},
	{Name: "talk-own", Make: func(h *screentest.Hall) *screentest.Person {
		p, _ := screentest.MyTurn(h, pairing.Offer{})
		p.Press("t")
		p.Typed("hello 안녕") // typing opens the own text
		return p
	}},
	{Name: "log", Make: func(h *screentest.Hall) *screentest.Person {
		p, o := screentest.MyTurn(h, pairing.Offer{})
		h.Must(o.Visit.Say(o.Top().(*play.Table).ID, 3, ""))
		h.Pass(3 * time.Second)
		p.Press("e")
		return p
	}},
	{Name: "confirm-resign", Make: screentest.ThenAsked(screentest.OnTurn, "r")},
	{Name: "confirm-abort", Make: func(h *screentest.Hall) *screentest.Person {
		p := h.Me()
		h.Duel(p, h.Other(), pairing.Offer{}, "")
		h.Pass(3 * time.Second)
		p.Press("r")
		h.Pass(screentest.BeforeAnswer)
		return p
	}},
	{Name: "confirm-leave", Rich: screentest.RichSizes[:1], Make: screentest.ThenAsked(screentest.OnTurn, "esc")},

	// The end.
	{Name: "result-won", Rich: screentest.RichSizes, Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person { return screentest.Ended(h, screentest.FullBlack, nil) }},
	{Name: "result-lost", Rich: screentest.RichSizes[:1], Make: func(h *screentest.Hall) *screentest.Person { return screentest.Ended(h, screentest.FullWhite, nil) }},
	{Name: "result-drawn", Make: func(h *screentest.Hall) *screentest.Person { return screentest.Ended(h, screentest.FullDrawn, nil) }},
	{Name: "result-both-pass", Make: func(h *screentest.Hall) *screentest.Person { return screentest.Ended(h, screentest.NobodyMoves, nil) }},
	{Name: "result-no-white", Make: func(h *screentest.Hall) *screentest.Person { return screentest.Ended(h, screentest.WhiteGone, nil) }},
	{Name: "result-no-black", Make: func(h *screentest.Hall) *screentest.Person { return screentest.Ended(h, screentest.BlackGone, nil) }},
	{Name: "result-resigned", Make: func(h *screentest.Hall) *screentest.Person {
		return screentest.Ended(h, screentest.SixMoves, func(p, o *screentest.Person, id string) { h.Must(o.Visit.Do(id, games.Resign)) })
	}},
	{Name: "result-agreed", Make: func(h *screentest.Hall) *screentest.Person {
		return screentest.Ended(h, screentest.SixMoves, func(p, o *screentest.Person, id string) {
			h.Must(o.Visit.Do(id, games.OfferDraw))
			h.Must(p.Visit.Do(id, games.AcceptDraw))
		})
	}},
	{Name: "result-time", Make: func(h *screentest.Hall) *screentest.Person {
		return screentest.Ended(h, screentest.SixMoves, func(p, o *screentest.Person, id string) { h.Pass(6 * time.Minute) })
	}},
	{Name: "result-left", Rich: screentest.RichSizes, Make: func(h *screentest.Hall) *screentest.Person {
		return screentest.Ended(h, screentest.SixMoves, func(p, o *screentest.Person, id string) {
			o.End()
			h.Pass(41 * time.Second)
			p.Press("+")
			h.Pass(screentest.BeforeAnswer)
			p.Press("2")
		})
	}},
	{Name: "result-aborted", Make: func(h *screentest.Hall) *screentest.Person {
		return screentest.Ended(h, "d3", func(p, o *screentest.Person, id string) { h.Must(o.Visit.Do(id, games.Abort)) })
	}},
	{Name: "result-watching", Rich: screentest.RichSizes[:1], Make: func(h *screentest.Hall) *screentest.Person {
		p, o := screentest.Watching(h)
		h.Must(o.Visit.Do(p.Top().(*play.Table).ID, games.Resign))
		h.Pass(time.Second)
		return p
	}},
	{Name: "result-asked", Make: func(h *screentest.Hall) *screentest.Person {
		p := screentest.Ended(h, screentest.WhiteGone, nil)
		p.Press("enter")
		h.Pass(screentest.BeforeAnswer)
		return p
	}, Deaf: []string{"enter"}}, // asked already
	{Name: "result-wanted", Make: func(h *screentest.Hall) *screentest.Person {
		return screentest.Ended(h, screentest.WhiteGone, func(p, o *screentest.Person, id string) { h.Must(o.Visit.Rematch(id)) })
	}},
	{Name: "table-over", Rich: screentest.RichSizes[:1], Make: func(h *screentest.Hall) *screentest.Person {
		p := screentest.Ended(h, screentest.FullBlack, nil)
		p.Press("esc")
		return p
	}},

	// Records.
	{Name: "replay-start", Make: screentest.Then(replaying, "home"), Deaf: []string{"home", "left"}}, // the buttons stay in place, at the ends too
	{Name: "replay-middle", Rich: screentest.RoomySizes, Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
		p := replaying(h)
		p.Press("home", "right", "right", "right", "right", "right", "tab")
		h.Pass(time.Second)
		return p
	}},
	{Name: "replay-end", Make: replaying, Deaf: []string{"end", "right"}},
	{Name: "replay-playing", Make: func(h *screentest.Hall) *screentest.Person {
		p := replaying(h)
		p.Press("space")
		h.Pass(3800 * time.Millisecond)
		return p
	}},
	{Name: "matches", Make: func(h *screentest.Hall) *screentest.Person { return myMatches(h) }},
	{Name: "matches-unfinished", Make: func(h *screentest.Hall) *screentest.Person { return myMatches(h, "tab") }},
	{Name: "matches-won", Make: func(h *screentest.Hall) *screentest.Person { return myMatches(h, "tab", "tab", "down") }},
	{Name: "matches-others", Make: func(h *screentest.Hall) *screentest.Person { return myMatches(h, "left", "end") }},
	{Name: "othello-stats", Sizes: screentest.AllSizes, Rich: screentest.RichSizes, Make: func(h *screentest.Hall) *screentest.Person {
		return statistics(myMatches(h))
	}},
	{Name: "othello-stats-guest", Make: screentest.Then((*screentest.Hall).Guest, "b", "t"), Deaf: []string{"enter"}}, // nothing to open
	{Name: "matches-empty", Make: screentest.Then((*screentest.Hall).Me, "v"), Deaf: []string{"enter"}},               // nothing to open
	{Name: "matches-guest", Make: screentest.Then((*screentest.Hall).Guest, "v"), Deaf: []string{"enter"}},
	{Name: "board", Move: "down", Rich: screentest.RoomySizes, Make: screentest.Then(ranked, "b", "down")},
	{Name: "plan", Rich: screentest.RichSizes, Make: func(h *screentest.Hall) *screentest.Person {
		p := h.Me()
		h.Duel(p, h.Other(), pairing.Offer{Game: "othello", Control: room.OneDay, Seat: 0}, "d3")
		p.Press("w", "enter", "enter")
		return p
	}},
	{Name: "paste", Rich: screentest.RichSizes, Make: func(h *screentest.Hall) *screentest.Person {
		p := screentest.Ended(h, screentest.SixMoves, func(p, o *screentest.Person, id string) { h.Must(o.Visit.Do(id, games.Resign)) })
		p.Press("esc", "y")
		return p
	}},
	{Name: "board-week", Make: screentest.Then(weekly, "b", "w")},
	{Name: "board-empty", Make: screentest.Then((*screentest.Hall).Me, "b"), Deaf: []string{"enter", "v"}}, // an empty board
	{Name: "board-guest", Make: func(h *screentest.Hall) *screentest.Person {
		ranked(h)
		p := h.Guest()
		p.Press("b")
		return p
	}},
	{Name: "profile", Rich: screentest.RoomySizes, Make: func(h *screentest.Hall) *screentest.Person { return myMatches(h, "esc", "p") }},
	{Name: "profile-run", Make: func(h *screentest.Hall) *screentest.Person { return myMatches(h, "esc", "p", "right") }},
	{Name: "profile-new", Make: screentest.Then((*screentest.Hall).Me, "p"), Deaf: []string{"enter"}}, // no opponent yet
	{Name: "profile-other", Make: otherProfile},
	{Name: "profile-alone", Rich: screentest.RichSizes, Make: func(h *screentest.Hall) *screentest.Person { return myMatches(h, "esc", "p", "left", "left", "tab") }},
	{Name: "settings", NamesGlyphs: true, Rich: screentest.RichSizes[:1], Make: screentest.Then((*screentest.Hall).Me, "s")},
	{Name: "settings-changed", NamesGlyphs: true, Make: screentest.Then((*screentest.Hall).Me, "s", "down", "down", "down", "2", "down", "down", "space", "down", "right")},
	{Name: "rename", NamesGlyphs: true, Make: func(h *screentest.Hall) *screentest.Person {
		p := h.Me()
		p.Press("s", "u")
		p.Typed(h.Name(1))
		return p
	}},
	{Name: "rename-used", NamesGlyphs: true, Make: func(h *screentest.Hall) *screentest.Person {
		h.Other()
		p := h.Me()
		p.Press("s", "u")
		p.Typed(h.Name(1))
		p.Press("enter")
		return p
	}, Deaf: []string{"enter"}}, // still taken
	{Name: "join", Make: func(h *screentest.Hall) *screentest.Person {
		p := h.Me()
		p.Press("a")
		p.Typed("k7q2")
		return p
	}},
	{Name: "join-bad", Make: func(h *screentest.Hall) *screentest.Person {
		p := h.Me()
		p.Press("a")
		p.Typed("k7q2m8")
		p.Press("enter")
		return p
	}, Deaf: []string{"enter"}}, // still wrong
	{Name: "join-command", Make: func(h *screentest.Hall) *screentest.Person { return h.Player(h.Name(0), "join", "K7Q2M8") }},

	// The connection.
	{Name: "restart", Rich: screentest.RichSizes[:1], Make: func(h *screentest.Hall) *screentest.Person { return closing(h, 30*time.Second) }},
	{Name: "restart-last", Rich: screentest.RichSizes[:1], Make: func(h *screentest.Hall) *screentest.Person { return closing(h, 7*time.Second) }},
	{Name: "moved", Make: func(h *screentest.Hall) *screentest.Person {
		p, _ := screentest.MyTurn(h, pairing.Offer{})
		h.Must(h.Enter(screentest.KeyOf(h.Name(0)), h.Name(0)).Visit.GoOn())
		h.Pass(time.Second)
		return p
	}},
	{Name: "beside", Make: func(h *screentest.Hall) *screentest.Person {
		screentest.MyTurn(h, pairing.Offer{})
		p := h.Enter(screentest.KeyOf(h.Name(0)), h.Name(0))
		h.Pass(5 * time.Second)
		return p
	}},
	{Name: "resume", Make: func(h *screentest.Hall) *screentest.Person {
		p, _ := screentest.MyTurn(h, pairing.Offer{})
		p.End()
		h.Pass(2 * time.Second)
		p = h.Enter(screentest.KeyOf(h.Name(0)), h.Name(0))
		h.Pass(time.Second) // before that it takes no keys
		return p
	}},
	{Name: "small-home", Sizes: []client.Size{{Width: 60, Height: 18}, {Width: 40, Height: 12}}, Make: (*screentest.Hall).Me},
	{Name: "small-table", Sizes: []client.Size{{Width: 60, Height: 18}, {Width: 79, Height: 24}, {Width: 20, Height: 5}}, Make: func(h *screentest.Hall) *screentest.Person {
		p, _ := screentest.MyTurn(h, pairing.Offer{})
		return p
	}},
}

// closing returns somebody at home while the server stops.
func closing(h *screentest.Hall, in time.Duration) *screentest.Person {
	p := h.Me()
	p.Send(app.ServerStops{In: in})
	return p
}

// Each topic of help, page by page.
func init() {
	topics := []struct {
		name string
		make func(h *screentest.Hall) *screentest.Person
	}{
		{"home", func(h *screentest.Hall) *screentest.Person { return h.Me() }},
		{"table", func(h *screentest.Hall) *screentest.Person {
			p, _ := screentest.MyTurn(h, pairing.Offer{})
			return p
		}},
		{"replay", replaying},
		{"alone", alone},
		{"lobby", screentest.Then(othelloLobby)},
	}
	for _, topic := range topics {
		frames = append(frames, screentest.HelpPages(topic.name, len(app.HelpTabs), topic.make)...)
	}
	for _, key := range []string{"n", "p"} {
		frames = append(frames, screentest.HelpPages("alone-"+key, 1, screentest.Then(alone, key))...)
	}
}

// busyLobby returns somebody in a lobby with open seats and live tables, some of them watched.
func busyLobby(h *screentest.Hall) *screentest.Person {
	p := h.Me()
	a, b, c, d := h.Player(h.Name(1)), h.Player(h.Name(2)), h.Player(h.Name(3)), h.Player(h.Name(4))
	h.Rate(p, 1612, 60, 41)
	h.Rate(a, 1498, 180, 4)
	id := h.Duel(a, b, pairing.Offer{Rated: true}, screentest.SixMoves)
	for _, loser := range []*screentest.Person{d, p, d} {
		h.Must(loser.Visit.Do(h.Duel(p, d, pairing.Offer{}, screentest.SixMoves), games.Resign))
		p.Do((*app.App).Home)
		d.Do((*app.App).Home)
	}
	h.Pass(2 * time.Second)
	c.Do(play.OpenTable(id))
	d.Create(pairing.Offer{Control: "10+5"})
	p.Create(pairing.Offer{Control: room.OneDay})
	c.Create(pairing.Offer{Rated: true})
	bot := h.Guest()
	bot.Create(pairing.Offer{Bot: "greedy", Control: "none"})
	h.Pass(12 * time.Second)
	return p
}

// statistics returns a player at the own page of Othello's statistics.
func statistics(p *screentest.Person) *screentest.Person {
	p.Do(func(a *app.App) { a.Push(play.Statistics(a, "othello", a.Visit.Me().ID)) })
	return p
}

// fullHome returns the home screen of somebody for whom everything waits.
func fullHome(h *screentest.Hall) *screentest.Person {
	p, o := h.Me(), h.Other()
	a, b, c := h.Player(h.Name(2)), h.Player(h.Name(3)), h.Player(h.Name(4))
	for i, q := range []*screentest.Person{p, o, a, b} {
		h.Rate(q, float64(1650-53*i), 60+float64(i)*40, 20-i)
	}
	id := h.Duel(p, a, pairing.Offer{Control: room.OneDay}, screentest.FiveMoves) // lost, and not yet seen
	p.Press("esc")
	h.Must(p.Visit.Do(id, games.Resign))
	h.Duel(p, a, pairing.Offer{Control: room.OneDay}, "d3 c3") // my turn
	p.Press("esc")
	h.Duel(p, b, pairing.Offer{Control: room.OneDay}, "d3") // theirs
	p.Press("esc")
	h.Duel(a, b, pairing.Offer{Rated: true}, screentest.SixMoves)
	c.Create(pairing.Offer{Player: p.Visit.Me().ID})
	p.Create(pairing.Offer{Control: room.OneDay})
	h.Duel(p, o, pairing.Offer{}, screentest.SixMoves)
	p.Press("esc")
	h.Pass(screentest.BeforeAnswer)
	p.Press("2")
	h.Pass(4 * time.Second)
	p.Press("home")
	p.Do(func(a *app.App) { a.Stack[0].(*Home).Focus = 0 })
	return p
}

// crowdedHome returns a full home with more games over days than lines.
func crowdedHome(h *screentest.Hall) *screentest.Person {
	p := fullHome(h)
	q := h.Player("보리차")
	for range 8 {
		h.Duel(p, q, pairing.Offer{Control: room.OneDay}, "d3")
		p.Press("esc")
	}
	h.Pass(4 * time.Second)
	p.Press("home")
	p.Do(func(a *app.App) { a.Stack[0].(*Home).Focus = 0 })
	return p
}

// replaying returns the replay of a finished match.
func replaying(h *screentest.Hall) *screentest.Person {
	p := screentest.Ended(h, screentest.FullBlack, nil)
	p.Press("v")
	h.Pass(time.Second)
	return p
}

// myMatches returns the list of matches of every kind.
func myMatches(h *screentest.Hall, keys ...string) *screentest.Person {
	p, o := h.Me(), h.Other()
	g := h.Guest()
	for _, m := range []struct {
		against *screentest.Person
		offer   pairing.Offer
		moves   string
	}{
		{o, pairing.Offer{Rated: true}, screentest.FullBlack},
		{o, pairing.Offer{Rated: true}, screentest.FullWhite},
		{o, pairing.Offer{}, screentest.FullDrawn},
		{g, pairing.Offer{}, screentest.WhiteGone},
		{o, pairing.Offer{Rated: true}, screentest.NobodyMoves},
	} {
		h.Duel(p, m.against, m.offer, m.moves)
		p.Do((*app.App).Home)
		m.against.Do((*app.App).Home)
		h.Pass(2 * time.Minute)
	}
	h.Duel(p, o, pairing.Offer{Control: room.OneDay}, screentest.SixMoves)
	p.Do((*app.App).Home)
	p.Create(pairing.Offer{Control: room.OneDay})
	h.Pass(30 * time.Second)
	p.Press("v")
	p.Press(keys...)
	return p
}

// ranked returns somebody among players with ratings.
func ranked(h *screentest.Hall) *screentest.Person {
	p := h.Me()
	for i := range 4 {
		h.Rate(h.Player(h.Name(i+1)), 1700-61.4*float64(i), 50+40*float64(i), 30-i)
	}
	h.Rate(p, 1612, 60, 41)
	h.Pass(2 * time.Minute)
	return p
}

// otherProfile returns the profile of a former opponent.
func otherProfile(h *screentest.Hall) *screentest.Person {
	p := myMatches(h)
	p.Press("esc", "p", "enter")
	return p
}

// alone returns somebody in a private house.
func alone(h *screentest.Hall) *screentest.Person {
	h.House.Alone = true
	return h.Me()
}

// weekly returns somebody with two players on the board of the week.
func weekly(h *screentest.Hall) *screentest.Person {
	p, o := h.Me(), h.Other()
	h.Score(p, ledger.BoardName("othello", ledger.GainBoard, h.House.Lobby.ThisWeek()), 41.6, -7, 0)
	h.Score(o, ledger.BoardName("othello", ledger.GainBoard, h.House.Lobby.ThisWeek()), -12.3, -2, 0)
	return p
}

// othelloLobby shows the tables of one game.
func othelloLobby(h *screentest.Hall) *screentest.Person {
	p := busyLobby(h)
	p.Do(func(a *app.App) { a.Push(newLobby("othello", "othello")) })
	return p
}
