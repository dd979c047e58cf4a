package sessions

import (
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/games/rng"
	"arcade/games/yut"
	"arcade/lobby"
	"arcade/lobby/ledger"
	"arcade/sessions/words"
)

// yutStates are positions of a run that a test wants to see, by name. Seeds and
// ways to them are searched, so that they stand whatever the content says.
var yutStates = map[string]func(v yut.View) bool{
	"start":  func(v yut.View) bool { return v.Ask == yut.AskStart },
	"again":  func(v yut.View) bool { return v.Ask == yut.AskThrow && !v.Moving && len(v.Hand) > 0 },
	"more":   func(v yut.View) bool { return v.Ask == yut.AskThrow && v.Moving },
	"move":   func(v yut.View) bool { return v.Ask == yut.AskMove && len(v.Stacks) > 0 && v.Home > 0 },
	"tokens": func(v yut.View) bool { return v.Ask == yut.AskMove && len(kinds(v.Hand)) > 2 },
	"two":    func(v yut.View) bool { return v.Ask == yut.AskMove && len(v.Hand) > len(kinds(v.Hand)) },
	"four":   func(v yut.View) bool { return v.Ask == yut.AskMove && len(v.Stacks) == 4 },
	"fork": func(v yut.View) bool {
		return v.Ask == yut.AskMove && len(v.Moves) > 1 && v.Moves[0].First != 0 && v.Moves[0].To != v.Moves[0].First
	},
	"forknear": func(v yut.View) bool {
		return v.Ask == yut.AskMove && len(v.Moves) > 1 && v.Moves[0].First != 0 && v.Moves[0].To == v.Moves[0].First
	},
	"centre": func(v yut.View) bool { return v.Ask == yut.AskMove && len(v.Moves) > 1 && v.Moves[0].From == yut.C },
	"meet": func(v yut.View) bool {
		if v.Ask != yut.AskMove {
			return false
		}
		for _, s := range v.Stacks {
			if s.Node == v.Moves[0].To {
				return true
			}
		}
		return false
	},
	"home":    func(v yut.View) bool { return v.Ask == yut.AskMove && v.Moves[0].To == yut.Finished && v.Finished > 0 },
	"stick":   func(v yut.View) bool { return v.Ask == yut.AskStick && len(v.Hand) > 0 },
	"stick2":  func(v yut.View) bool { return v.Ask == yut.AskStick && v.Sticks[1].Special && v.Sticks[0].Special },
	"relic":   func(v yut.View) bool { return v.Ask == yut.AskRelic && len(v.Reward.Relics) == 3 && len(v.Relics) == 0 },
	"relic1":  func(v yut.View) bool { return v.Ask == yut.AskRelic && len(v.Reward.Relics) == 1 },
	"relics":  func(v yut.View) bool { return v.Ask == yut.AskMove && len(v.Relics) == 3 },
	"over":    func(v yut.View) bool { return v.Ask == yut.Over && len(v.Relics) == 3 },
	"merged":  nil, // these three are what the last action brought about: see yutEvents
	"o20":     nil,
	"refresh": nil,
	"long":    nil,
	"effect":  nil,
}

// yutEvents are states that are known by what the last action brought about.
var yutEvents = map[string]func(e games.Event) bool{
	"merged":  func(e games.Event) bool { return e.Kind == yut.EventMerge },
	"o20":     func(e games.Event) bool { return e.Kind == yut.EventMove && e.Values["to"] == yut.O20 },
	"refresh": func(e games.Event) bool { return e.Kind == yut.EventRefresh },
	"long":    func(e games.Event) bool { return e.Kind == yut.EventMove && len(e.Values["path"].([]yut.Node)) >= 4 },
	"effect":  func(e games.Event) bool { return e.Kind == yut.EventEffect },
}

// yutWay is a seed and the actions that lead to a state.
type yutWay struct {
	seed string
	acts []games.Action
}

var yutFound sync.Map // of func() yutWay, by state

// yutTo searches a state: the first run of a list of seeds, played by the bots in
// turn, that comes to it.
func yutTo(t testing.TB, state string) yutWay {
	t.Helper()
	want, known := yutStates[state]
	if !known {
		t.Fatalf("no state %q", state)
	}
	search, _ := yutFound.LoadOrStore(state, sync.OnceValue(func() yutWay {
		bots := yut.Game{}.Bots()
		for i := range 400 {
			way := yutWay{seed: fmt.Sprintf("달 %d", i)}
			pos, err := yut.Game{}.Start(games.Setup{Game: yut.Name, Seed: way.seed})
			if err != nil {
				return yutWay{}
			}
			chance := rng.New(way.seed)
			for pos.Result() == nil && len(way.acts) < 300 {
				act := bots[i%len(bots)].Choose(pos.View(0), chance)
				events, err := pos.Apply(act)
				if err != nil {
					return yutWay{}
				}
				way.acts = append(way.acts, act)
				if want != nil && want(pos.View(0).(yut.View)) {
					return way
				}
				for _, e := range events {
					// What ends in a question, or the run, shows something else.
					if ask := pos.View(0).(yut.View).Ask; want == nil && yutEvents[state](e) && (ask == yut.AskThrow || ask == yut.AskMove) {
						return way
					}
				}
			}
		}
		return yutWay{}
	}))
	way := search.(func() yutWay)()
	if len(way.acts) == 0 {
		t.Fatalf("no run comes to %q", state)
	}
	return way
}

// yut brings a player to a state of a run with a typed seed; it gives the table's id.
func (h *hall) yut(p *person, state string) string {
	h.t.Helper()
	id := h.yutBefore(p, state)
	h.yutLast(p, id, state)
	h.pass(4 * time.Second)
	return id
}

// yutBefore is yut without the last action, with everything at rest.
func (h *hall) yutBefore(p *person, state string) string {
	h.t.Helper()
	way := yutTo(h.t, state)
	o := yutOffer()
	o.Seed = way.seed
	id := p.create(o)
	for i, act := range way.acts[:len(way.acts)-1] {
		h.must(p.visit.Act(id, i, act))
	}
	h.pass(4 * time.Second)
	return id
}

// yutLast plays the last action.
func (h *hall) yutLast(p *person, id, state string) {
	h.t.Helper()
	way := yutTo(h.t, state)
	h.must(p.visit.Act(id, len(way.acts)-1, way.acts[len(way.acts)-1]))
}

// yutPage is a page of a state, and keys that follow.
func yutPage(name, state string, sizes []Size, keys ...string) page {
	return page{name: name, sizes: sizes, make: func(h *hall) *person {
		p := h.me()
		h.yut(p, state)
		p.press(keys...)
		return p
	}}
}

// yutForm is a player at the form of a new run.
func yutForm(h *hall, keys ...string) *person {
	p := h.me()
	p.do(func(a *App) tea.Cmd { return a.push(a.house.Places.Form(a, yut.Name)) })
	p.press(keys...)
	return p
}

// yutBoards is somebody among those with rows on the boards.
func yutBoards(h *hall) *person {
	p := h.me()
	l := h.house.Lobby
	for i := range 4 {
		q := h.player(h.name(i + 1))
		h.score(q, ledger.BoardName(yut.Name, yut.Board, ""), -float64(9+i), -float64(11+2*i), time.Duration(i+1)*time.Hour)
		h.score(q, ledger.BoardName(yut.Name, yut.Board, l.Today()), -float64(10+2*i), -float64(14+i), time.Duration(i+1)*time.Minute)
		h.score(q, ledger.BoardName(yut.Name, yut.Board, lobby.DayBefore(l.Today())), -float64(12+i%2), -13, 24*time.Hour+time.Duration(i)*time.Minute)
		h.score(q, ledger.BoardName(yut.Name, yut.Board, seedBoard("abc 12")), -float64(13+i), -15, time.Duration(i+5)*time.Minute)
	}
	h.score(p, ledger.BoardName(yut.Name, yut.Board, ""), -10, -12, 40*time.Minute)
	h.score(p, ledger.BoardName(yut.Name, yut.Board, l.Today()), -11, -15, 10*time.Minute)
	p.do(func(a *App) tea.Cmd { return a.stack[0].(*home).refresh(a) })
	return p
}

// yutStatistics is a player after some runs.
func yutStatistics(h *hall) *person {
	p := h.me()
	for _, state := range []string{"over", "relic", "over", "merged"} {
		h.yutFinish(p, h.yut(p, state))
		p.do((*App).home)
	}
	id := h.yut(p, "move")
	h.must(p.visit.Do(id, games.Resign))
	h.pass(time.Minute)
	p.do((*App).home)
	p.do(func(a *App) tea.Cmd { return a.push(newYutStats(a.visit.Me().ID)) })
	return p
}

// yutFinish plays a run to its end.
func (h *hall) yutFinish(p *person, id string) {
	h.t.Helper()
	bot, chance := games.FindBot(yut.Game{}, yut.Thoughtful), rng.New("end")
	for range 300 {
		s, err := p.visit.Table(id)
		if err != nil {
			h.t.Fatal(err)
		}
		if s.Result != nil {
			break
		}
		h.must(p.visit.Act(id, len(s.Plies), bot.Choose(s.View, chance)))
	}
	h.pass(4 * time.Second)
}

func init() {
	scores := func(keys ...string) func(h *hall) *person {
		return func(h *hall) *person {
			p := yutBoards(h)
			p.do(func(a *App) tea.Cmd { return a.push(a.house.Places.Ranks(a, yut.Name)) })
			p.press(keys...)
			return p
		}
	}
	watched := func(state string) func(h *hall) *person {
		return func(h *hall) *person {
			p, o := h.me(), h.other()
			id := h.yut(o, state)
			p.do(openTable(id))
			h.pass(time.Second)
			return p
		}
	}
	form := func(keys ...string) func(h *hall) *person {
		return func(h *hall) *person { return yutForm(h, keys...) }
	}
	pages = append(pages, []page{
		// Setting up.
		{name: "yut-setup", sizes: allSizes, make: form()},
		{name: "yut-setup-daily", make: form("right")},
		{name: "yut-setup-done", make: func(h *hall) *person {
			p := yutBoards(h)
			p.do(func(a *App) tea.Cmd { return a.push(a.house.Places.Form(a, yut.Name)) })
			p.press("right")
			return p
		}},
		{name: "yut-setup-practice", make: form("left")},
		{name: "yut-setup-seed", sizes: allSizes, make: func(h *hall) *person {
			p := yutForm(h, "left", "down")
			p.typed("가나 다라마바사아자차")
			return p
		}},
		{name: "yut-setup-guest", make: func(h *hall) *person {
			p := h.guest()
			p.do(func(a *App) tea.Cmd { return a.push(a.house.Places.Form(a, yut.Name)) })
			return p
		}},
		{name: "yut-setup-guest-seed", make: func(h *hall) *person {
			p := h.guest()
			p.do(func(a *App) tea.Cmd { return a.push(a.house.Places.Form(a, yut.Name)) })
			p.press("left")
			return p
		}},

		// Throwing.
		{name: "yut-first", make: func(h *hall) *person {
			p := h.first(h.name(0))
			o := yutOffer()
			o.Seed = "처음"
			p.create(o)
			return p
		}},
		{name: "yut-roll", sizes: allSizes, make: func(h *hall) *person {
			p := h.me()
			h.yutBefore(p, "start")
			p.press("enter")
			h.pass(1200 * time.Millisecond)
			return p
		}},
		{name: "yut-roll-tap", make: func(h *hall) *person {
			p := h.me()
			h.yutBefore(p, "start")
			p.press("space")
			h.pass(400 * time.Millisecond)
			return p
		}, deaf: []string{"enter"}}, // it stops by itself
		{name: "yut-roll-held", make: func(h *hall) *person {
			p := h.me()
			h.yutBefore(p, "start")
			p.send(tea.KeyboardEnhancementsMsg{Flags: 3})
			p.press("space")
			h.pass(2200 * time.Millisecond)
			return p
		}},
		{name: "yut-roll-still", make: func(h *hall) *person {
			p := h.me()
			h.yutBefore(p, "start")
			p.change(func(s *Settings) { s.Motion = "none" })
			p.press("enter")
			h.pass(600 * time.Millisecond)
			return p
		}},
		yutPage("yut-start", "start", allSizes),
		yutPage("yut-again", "again", nil),
		yutPage("yut-more", "more", allSizes),

		// Moving.
		yutPage("yut-move", "move", allSizes),
		yutPage("yut-move-piece", "move", nil, "down"),
		yutPage("yut-move-tokens", "tokens", allSizes, "right"),
		yutPage("yut-move-twice", "two", nil),
		yutPage("yut-move-four", "four", allSizes),
		yutPage("yut-move-missing", "move", nil, "1", "2", "3", "4", "5"),
		yutPage("yut-fork", "fork", allSizes),
		yutPage("yut-fork-second", "fork", nil, "down"),
		yutPage("yut-fork-near", "forknear", nil),
		yutPage("yut-fork-centre", "centre", allSizes),
		yutPage("yut-meet", "meet", allSizes),
		yutPage("yut-finish", "home", allSizes),
		yutPage("yut-relics", "relics", allSizes),
		yutPage("yut-merged", "merged", nil),
		yutPage("yut-o20", "o20", nil),
		{name: "yut-moving", sizes: allSizes, make: func(h *hall) *person {
			p := h.me()
			id := h.yutBefore(p, "long")
			h.yutLast(p, id, "long")
			h.pass(2*nodePace + 10*time.Millisecond)
			return p
		}},
		{name: "yut-refresh", sizes: allSizes, make: func(h *hall) *person {
			p := h.me()
			id := h.yutBefore(p, "refresh")
			h.yutLast(p, id, "refresh")
			h.pass(700 * time.Millisecond)
			return p
		}},
		{name: "yut-effect", make: func(h *hall) *person {
			p := h.me()
			id := h.yutBefore(p, "effect")
			h.yutLast(p, id, "effect")
			h.pass(time.Second)
			return p
		}},

		// Offers.
		yutPage("yut-stick", "stick", allSizes),
		yutPage("yut-stick-slot", "stick", nil, "3"),
		yutPage("yut-stick-keep", "stick", nil, "up"),
		yutPage("yut-stick-special", "stick2", allSizes, "down", "down"),
		{name: "yut-stick-none", make: yutPage("", "stick", nil, "enter").make, deaf: []string{"enter"}}, // refused already
		yutPage("yut-relic", "relic", allSizes),
		yutPage("yut-relic-second", "relic", allSizes, "2"),
		yutPage("yut-relic-one", "relic1", nil, "1"),
		yutPage("yut-kit", "relics", allSizes, "c"),
		yutPage("yut-kit-none", "start", nil, "c"),

		// Beside it.
		{name: "yut-menu", make: func(h *hall) *person {
			p := h.me()
			h.yut(p, "move")
			p.press("m")
			h.pass(beforeAnswer)
			return p
		}},
		yutPage("yut-log", "relics", nil, "e"),
		{name: "yut-giveup", make: func(h *hall) *person {
			p := h.me()
			h.yut(p, "move")
			p.press("r")
			h.pass(beforeAnswer)
			return p
		}},
		{name: "yut-giveup-ranked", make: func(h *hall) *person {
			p := h.me()
			h.yut(p, "move")
			p.top().(*table).snap.Seeded = false
			p.press("r")
			h.pass(beforeAnswer)
			return p
		}},
		{name: "yut-abort", make: func(h *hall) *person {
			p := h.me()
			o := yutOffer()
			o.Seed = "abc"
			p.create(o)
			p.press("r")
			h.pass(beforeAnswer)
			return p
		}},
		{name: "yut-left", make: func(h *hall) *person {
			p := h.me()
			h.yut(p, "move")
			p.press("esc")
			return p
		}},
		{name: "yut-watching", sizes: allSizes, make: watched("fork")},
		{name: "yut-watching-stick", make: watched("stick")},
		{name: "yut-watching-relic", make: watched("relic")},

		// The end of a run.
		yutPage("yut-over", "over", allSizes),
		yutPage("yut-over-copied", "over", nil, "2"),
		yutPage("yut-over-board", "over", nil, "esc"),
		{name: "yut-over-guest", make: func(h *hall) *person {
			p := h.guest()
			h.yut(p, "over")
			return p
		}},
		{name: "yut-over-watched", make: func(h *hall) *person {
			p, o := h.me(), h.other()
			id := h.yutBefore(o, "over")
			p.do(openTable(id))
			h.yutLast(o, id, "over")
			h.pass(time.Second)
			return p
		}},
		{name: "yut-gaveup", make: func(h *hall) *person {
			p := h.me()
			h.yut(p, "move")
			p.press("r")
			h.pass(beforeAnswer)
			p.press("y")
			h.pass(beforeAnswer)
			return p
		}},
		{name: "yut-replay", sizes: allSizes, make: func(h *hall) *person {
			p := h.me()
			h.yut(p, "over")
			p.press("v", "home", "right", "right", "right", "right")
			h.pass(2 * time.Second)
			return p
		}},
		{name: "yut-replay-end", make: func(h *hall) *person {
			p := h.me()
			h.yut(p, "over")
			p.press("v")
			return p
		}, deaf: []string{"end", "right"}},

		// Lists.
		{name: "yut-home", sizes: allSizes, make: func(h *hall) *person {
			p := yutBoards(h)
			for i, g := range p.house.Lobby.Games() {
				if g.Info().Name == yut.Name {
					p.press(itoa(i + 1))
				}
			}
			return p
		}},
		{name: "yut-scores", make: scores()},
		{name: "yut-scores-today", make: scores("right")},
		{name: "yut-scores-yesterday", make: scores("right", "right", "down")},
		{name: "yut-scores-ask", make: scores("s")},
		{name: "yut-scores-seed", make: func(h *hall) *person {
			p := scores("s")(h)
			p.typed(" abc 12")
			p.press("enter")
			return p
		}},
		{name: "yut-scores-none", make: func(h *hall) *person {
			p := h.me()
			p.do(func(a *App) tea.Cmd { return a.push(a.house.Places.Ranks(a, yut.Name)) })
			return p
		}, deaf: []string{"enter", "v"}}, // nobody there
		{name: "yut-stats", sizes: allSizes, make: yutStatistics},
		{name: "yut-stats-empty", make: func(h *hall) *person {
			p := h.me()
			p.do(func(a *App) tea.Cmd { return a.push(newYutStats(a.visit.Me().ID)) })
			return p
		}},
		{name: "yut-stats-guest", make: func(h *hall) *person {
			p := h.guest()
			p.do(func(a *App) tea.Cmd { return a.push(newYutStats(a.visit.Me().ID)) })
			return p
		}},
	}...)
	for i, tab := range helpTabs {
		keys := []string{"?"}
		for range i {
			keys = append(keys, "tab")
		}
		pages = append(pages, yutPage("help-yut-"+tab, "move", nil, keys...))
	}
	pages = append(pages,
		page{name: "help-yutsetup", make: form("?")},
		yutPage("help-yutover", "over", nil, "?"),
		page{name: "help-yutstats", make: func(h *hall) *person {
			p := h.me()
			p.do(func(a *App) tea.Cmd { return a.push(newYutStats(a.visit.Me().ID)) })
			p.press("?")
			return p
		}})
}

// inYut runs f for a player before a throw of a run with a typed seed.
func inYut(t *testing.T, state string, f func(t *testing.T, h *hall, p *person, tb *table)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, words.EN)
		p := h.me()
		h.yut(p, state)
		f(t, h, p, p.top().(*table))
	})
}
