package yut

import (
	"fmt"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/games/rng"
	"arcade/games/yut"
	"arcade/lobby/ledger"
	"arcade/lobby/records"
	"arcade/sessions/app"
	"arcade/sessions/client"
	"arcade/sessions/pages"
	"arcade/sessions/play"
	"arcade/sessions/play/solo"
	"arcade/sessions/screentest"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// states are the positions of a run for tests, by name. The tests search seeds and ways to them, so that
// they exist with any content.
var states = map[string]func(v yut.View) bool{
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
	"merged":  nil, // the last action led to these: see yutEvents
	"o20":     nil,
	"refresh": nil,
	"long":    nil,
	"effect":  nil,
}

// yutEvents are states that the last action's event identifies.
var yutEvents = map[string]func(f games.Fact) bool{
	"merged":  is[yut.EventMerge],
	"o20":     func(f games.Fact) bool { m, ok := f.(yut.EventMove); return ok && m.To == yut.O20 },
	"refresh": is[yut.EventRefresh],
	"long":    func(f games.Fact) bool { m, ok := f.(yut.EventMove); return ok && len(m.Path) >= 4 },
	"effect":  is[yut.EventEffect],
}

func is[F games.Fact](f games.Fact) bool { _, ok := f.(F); return ok }

// yutWay is a seed and the actions that lead to a state.
type yutWay struct {
	seed string
	acts []games.Action
}

var found sync.Map // of func() yutWay, by state

// yutTo searches a state: the first run of a list of seeds, played by the bots in turn, that reaches it.
func yutTo(t testing.TB, state string) yutWay {
	t.Helper()
	want, known := states[state]
	if !known {
		t.Fatalf("no state %q", state)
	}
	search, _ := found.LoadOrStore(state, sync.OnceValue(func() yutWay {
		bots := []string{yut.Random, yut.Greedy, yut.Thoughtful, yut.Planner}
		for i := range 400 {
			way := yutWay{seed: fmt.Sprintf("달 %d", i)}
			pos, err := yut.Game{}.Start(games.Setup{Game: yut.Name, Seed: way.seed})
			if err != nil {
				return yutWay{}
			}
			chance := rng.New(way.seed)
			for pos.Result() == nil && len(way.acts) < 300 {
				act := games.FindBot(yut.Game{}, bots[i%len(bots)]).Choose(pos.View(0), chance)
				events, err := pos.Apply(act)
				if err != nil {
					return yutWay{}
				}
				way.acts = append(way.acts, act)
				if want != nil && want(pos.View(0).(yut.View)) {
					return way
				}
				for _, e := range events {
					// A question or the end of the run shows another screen.
					if ask := pos.View(0).(yut.View).Ask; want == nil && yutEvents[state](e.Fact) && (ask == yut.AskThrow || ask == yut.AskMove) {
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

// atState brings a player to a state of a run with a typed seed; it returns the table's id.
func atState(h *screentest.Hall, p *screentest.Person, state string) string {
	h.T.Helper()
	id := yutBefore(h, p, state)
	yutLast(h, p, id, state)
	if state == "start" {
		hold(p)
	}
	h.Pass(4 * time.Second)
	return id
}

// hold stops moving from beginning by itself.
func hold(p *screentest.Person) {
	tb := p.Top().(*play.Table)
	tb.Game.(*gameView).begun = len(tb.Scene.Plies)
}

// yutBefore plays the state's actions except the last, with everything at rest.
func yutBefore(h *screentest.Hall, p *screentest.Person, state string) string {
	h.T.Helper()
	way := yutTo(h.T, state)
	o := offer()
	o.Seed = way.seed
	id := p.Create(o)
	for i, act := range way.acts[:len(way.acts)-1] {
		h.Must(p.Visit.Act(id, i, act))
	}
	h.Pass(4 * time.Second)
	return id
}

// yutLast plays the last action.
func yutLast(h *screentest.Hall, p *screentest.Person, id, state string) {
	h.T.Helper()
	way := yutTo(h.T, state)
	n := len(way.acts) - 1
	if s, err := p.Visit.Table(id); err == nil && len(s.Plies) > n && s.Plies[n].Action == way.acts[n] {
		return // moving has begun by itself
	}
	h.Must(p.Visit.Act(id, n, way.acts[n]))
}

// page returns a page of a state, after some keys.
func page(name, state string, sizes []client.Size, keys ...string) screentest.Page {
	return screentest.Page{Name: name, Sizes: sizes, Make: func(h *screentest.Hall) *screentest.Person {
		p := h.Me()
		atState(h, p, state)
		p.Press(keys...)
		return p
	}}
}

// yutForm is a player at the form of a new run.
func yutForm(h *screentest.Hall, keys ...string) *screentest.Person {
	p := h.Me()
	p.Do(func(a *app.App) { a.Push(a.House.Places.Form(a, yut.Name)) })
	p.Press(keys...)
	return p
}

// boards returns a player among others with rows on the boards.
func boards(h *screentest.Hall) *screentest.Person {
	p := h.Me()
	l := h.House.Lobby
	for i := range 4 {
		q := h.Player(h.Name(i + 1))
		h.Score(q, ledger.BoardName(yut.Name, yut.Board, ""), -float64(9+i), -float64(11+2*i), time.Duration(i+1)*time.Hour)
		h.Score(q, ledger.BoardName(yut.Name, yut.Board, l.Today()), -float64(10+2*i), -float64(14+i), time.Duration(i+1)*time.Minute)
		h.Score(q, ledger.BoardName(yut.Name, yut.Board, records.DayBefore(l.Today())), -float64(12+i%2), -13, 24*time.Hour+time.Duration(i)*time.Minute)
		h.Score(q, ledger.BoardName(yut.Name, yut.Board, solo.SeedBoard("abc 12")), -float64(13+i), -15, time.Duration(i+5)*time.Minute)
	}
	h.Score(p, ledger.BoardName(yut.Name, yut.Board, ""), -10, -12, 40*time.Minute)
	h.Score(p, ledger.BoardName(yut.Name, yut.Board, l.Today()), -11, -15, 10*time.Minute)
	p.Do(func(a *app.App) { a.Stack[0].(*pages.Home).Refresh(a) })
	return p
}

// statistics returns a player after some runs.
func statistics(h *screentest.Hall) *screentest.Person {
	p := h.Me()
	for _, state := range []string{"over", "relic", "over", "merged"} {
		finish(h, p, atState(h, p, state))
		p.Do((*app.App).Home)
	}
	id := atState(h, p, "move")
	h.Must(p.Visit.Do(id, games.Resign))
	h.Pass(time.Minute)
	p.Do((*app.App).Home)
	p.Do(func(a *app.App) { a.Push(newStats(a.Visit.Me().ID)) })
	return p
}

// finish plays a run to its end.
func finish(h *screentest.Hall, p *screentest.Person, id string) {
	h.T.Helper()
	bot, chance := games.FindBot(yut.Game{}, yut.Thoughtful), rng.New("end")
	for range 300 {
		s, err := p.Visit.Table(id)
		if err != nil {
			h.T.Fatal(err)
		}
		if s.Result != nil {
			break
		}
		h.Must(p.Visit.Act(id, len(s.Plies), bot.Choose(s.View, chance)))
	}
	h.Pass(4 * time.Second)
}

func init() {
	scores := func(keys ...string) func(h *screentest.Hall) *screentest.Person {
		return func(h *screentest.Hall) *screentest.Person {
			p := boards(h)
			p.Do(func(a *app.App) { a.Push(a.House.Places.Ranks(a, yut.Name)) })
			p.Press(keys...)
			return p
		}
	}
	watched := func(state string) func(h *screentest.Hall) *screentest.Person {
		return func(h *screentest.Hall) *screentest.Person {
			p, o := h.Me(), h.Other()
			id := atState(h, o, state)
			p.Do(play.OpenTable(id))
			h.Pass(time.Second)
			return p
		}
	}
	form := func(keys ...string) func(h *screentest.Hall) *screentest.Person {
		return func(h *screentest.Hall) *screentest.Person { return yutForm(h, keys...) }
	}
	frames = append(frames, []screentest.Page{
		// Setting up.
		{Name: "yut-setup", Sizes: screentest.AllSizes, Make: form()},
		{Name: "yut-setup-daily", Make: form("right")},
		{Name: "yut-setup-done", Make: func(h *screentest.Hall) *screentest.Person {
			p := boards(h)
			p.Do(func(a *app.App) { a.Push(a.House.Places.Form(a, yut.Name)) })
			p.Press("right")
			return p
		}},
		{Name: "yut-setup-practice", Make: form("left")},
		{Name: "yut-setup-seed", Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
			p := yutForm(h, "left", "down")
			p.Typed("가나 다라마바사아자차")
			return p
		}},
		{Name: "yut-setup-guest", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Guest()
			p.Do(func(a *app.App) { a.Push(a.House.Places.Form(a, yut.Name)) })
			return p
		}},
		{Name: "yut-setup-guest-seed", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Guest()
			p.Do(func(a *app.App) { a.Push(a.House.Places.Form(a, yut.Name)) })
			p.Press("left")
			return p
		}},

		// Throwing.
		{Name: "yut-first", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.First(h.Name(0))
			o := offer()
			o.Seed = "처음"
			p.Create(o)
			return p
		}},
		{Name: "yut-roll", Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			yutBefore(h, p, "start")
			p.Press("enter")
			h.Pass(1200 * time.Millisecond)
			return p
		}},
		{Name: "yut-roll-tap", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			yutBefore(h, p, "start")
			p.Press("space")
			h.Pass(400 * time.Millisecond)
			return p
		}, Deaf: []string{"enter"}}, // it stops by itself
		{Name: "yut-roll-held", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			yutBefore(h, p, "start")
			p.Send(tea.KeyboardEnhancementsMsg{Flags: 3})
			p.Press("space")
			h.Pass(2200 * time.Millisecond)
			return p
		}},
		{Name: "yut-roll-still", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			yutBefore(h, p, "start")
			p.Change(func(s *app.Settings) { s.Motion = "none" })
			p.Press("enter")
			h.Pass(600 * time.Millisecond)
			return p
		}},
		{Name: "yut-word", Rich: screentest.RoomySizes, Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			p.LookAs(80, 24, ui.LevelRich)
			id := yutBefore(h, p, "again")
			yutLast(h, p, id, "again")
			h.Pass(400 * time.Millisecond)
			return p
		}},
		{Name: "yut-settings", NamesGlyphs: true, Make: screentest.Then((*screentest.Hall).Me, "s")},
		page("yut-start", "start", screentest.AllSizes),
		page("yut-again", "again", nil),
		page("yut-more", "more", screentest.AllSizes),

		// Moving.
		page("yut-move", "move", screentest.AllSizes),
		page("yut-move-piece", "move", nil, "down"),
		page("yut-move-tokens", "tokens", screentest.AllSizes, "right"),
		page("yut-move-twice", "two", nil),
		page("yut-move-four", "four", screentest.AllSizes),
		page("yut-move-missing", "move", nil, "1", "2", "3", "4", "5"),
		page("yut-fork", "fork", screentest.AllSizes),
		page("yut-fork-second", "fork", nil, "down"),
		page("yut-fork-near", "forknear", nil),
		page("yut-fork-centre", "centre", screentest.AllSizes),
		page("yut-meet", "meet", screentest.AllSizes),
		page("yut-finish", "home", screentest.AllSizes),
		page("yut-relics", "relics", screentest.AllSizes),
		page("yut-merged", "merged", nil),
		page("yut-o20", "o20", nil),
		{Name: "yut-moving", Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			id := yutBefore(h, p, "long")
			yutLast(h, p, id, "long")
			h.Pass(2*nodePace + 10*time.Millisecond)
			return p
		}},
		{Name: "yut-refresh", Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			id := yutBefore(h, p, "refresh")
			yutLast(h, p, id, "refresh")
			h.Pass(700 * time.Millisecond)
			return p
		}},
		{Name: "yut-effect", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			id := yutBefore(h, p, "effect")
			yutLast(h, p, id, "effect")
			h.Pass(time.Second)
			return p
		}},

		// Offers.
		page("yut-stick", "stick", screentest.AllSizes),
		page("yut-stick-slot", "stick", nil, "3"),
		page("yut-stick-keep", "stick", nil, "up"),
		page("yut-stick-special", "stick2", screentest.AllSizes, "down", "down"),
		{Name: "yut-stick-none", Make: page("", "stick", nil, "enter").Make, Deaf: []string{"enter"}}, // refused already
		page("yut-relic", "relic", screentest.AllSizes),
		page("yut-relic-second", "relic", screentest.AllSizes, "2"),
		page("yut-relic-one", "relic1", nil, "1"),
		page("yut-kit", "relics", screentest.AllSizes, "c"),
		page("yut-kit-none", "start", nil, "c"),

		// Beside it.
		{Name: "yut-menu", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			atState(h, p, "move")
			p.Press("m")
			h.Pass(screentest.BeforeAnswer)
			return p
		}},
		{Name: "yut-menu-seed", Make: func(h *screentest.Hall) *screentest.Person {
			p := yutForm(h, "left", "down")
			p.Typed("가나다라마바사아자차")
			p.Press("enter", "m")
			h.Pass(screentest.BeforeAnswer)
			return p
		}},
		page("yut-log", "relics", nil, "e"),
		{Name: "yut-log-turns", Rich: screentest.RichSizes[:1], Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			atState(h, p, "relics")
			p.LookAs(80, 24, ui.LevelRich)
			p.Press("e")
			return p
		}},
		{Name: "yut-giveup", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			atState(h, p, "move")
			p.Press("r")
			h.Pass(screentest.BeforeAnswer)
			return p
		}},
		{Name: "yut-giveup-ranked", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			atState(h, p, "move")
			p.Top().(*play.Table).Snap.Seeded = false
			p.Press("r")
			h.Pass(screentest.BeforeAnswer)
			return p
		}},
		{Name: "yut-abort", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			o := offer()
			o.Seed = "abc"
			p.Create(o)
			p.Press("r")
			h.Pass(screentest.BeforeAnswer)
			return p
		}},
		{Name: "yut-left", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			atState(h, p, "move")
			p.Press("esc")
			h.Pass(screentest.BeforeAnswer)
			p.Press("2")
			return p
		}},
		{Name: "yut-watching", Sizes: screentest.AllSizes, Make: watched("fork")},
		{Name: "yut-watching-stick", Make: watched("stick")},
		{Name: "yut-watching-relic", Make: watched("relic")},

		// The end of a run.
		page("yut-over", "over", screentest.AllSizes),
		{Name: "yut-over-copied", Make: func(h *screentest.Hall) *screentest.Person {
			p := page("", "over", nil, "2").Make(h)
			h.Pass(app.AnswerTime)
			return p
		}},
		page("yut-over-board", "over", nil, "esc"),
		{Name: "yut-over-guest", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Guest()
			atState(h, p, "over")
			return p
		}},
		{Name: "yut-over-watched", Make: func(h *screentest.Hall) *screentest.Person {
			p, o := h.Me(), h.Other()
			id := yutBefore(h, o, "over")
			p.Do(play.OpenTable(id))
			yutLast(h, o, id, "over")
			h.Pass(time.Second)
			return p
		}},
		{Name: "yut-gaveup", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			atState(h, p, "move")
			p.Press("r")
			h.Pass(screentest.BeforeAnswer)
			p.Press("2")
			h.Pass(screentest.BeforeAnswer)
			return p
		}},
		{Name: "yut-replay", Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			atState(h, p, "over")
			p.Press("v", "home", "right", "right", "right", "right")
			h.Pass(2 * time.Second)
			return p
		}},
		{Name: "yut-replay-end", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			atState(h, p, "over")
			p.Press("v")
			return p
		}, Deaf: []string{"end", "right"}},

		// Lists.
		{Name: "yut-home", Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
			p := boards(h)
			for i, g := range p.House.Lobby.Games() {
				if g.Info().Name == yut.Name {
					p.Press(app.Itoa(i + 1))
				}
			}
			return p
		}},
		{Name: "yut-scores", Make: scores()},
		{Name: "yut-scores-today", Make: scores("right")},
		{Name: "yut-scores-yesterday", Make: scores("right", "right", "down")},
		{Name: "yut-scores-ask", Make: scores("s")},
		{Name: "yut-scores-seed", Make: func(h *screentest.Hall) *screentest.Person {
			p := scores("s")(h)
			p.Typed(" abc 12")
			p.Press("enter")
			return p
		}},
		{Name: "yut-scores-none", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			p.Do(func(a *app.App) { a.Push(a.House.Places.Ranks(a, yut.Name)) })
			return p
		}, Deaf: []string{"enter", "v"}}, // nobody there
		{Name: "yut-stats", Sizes: screentest.AllSizes, Make: statistics},
		{Name: "yut-stats-empty", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			p.Do(func(a *app.App) { a.Push(newStats(a.Visit.Me().ID)) })
			return p
		}},
		{Name: "yut-stats-guest", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Guest()
			p.Do(func(a *app.App) { a.Push(newStats(a.Visit.Me().ID)) })
			return p
		}},
	}...)
	for i, tab := range app.HelpTabs {
		keys := []string{"?"}
		for range i {
			keys = append(keys, "tab")
		}
		frames = append(frames, page("help-yut-"+tab, "move", nil, keys...))
	}
	frames = append(frames,
		screentest.Page{Name: "help-yut.setup", Make: form("?")},
		page("help-yutover", "over", nil, "?"),
		screentest.Page{Name: "help-yutstats", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			p.Do(func(a *app.App) { a.Push(newStats(a.Visit.Me().ID)) })
			p.Press("?")
			return p
		}})
}

// inYut runs f for a player before a throw of a run with a typed seed.
func inYut(t *testing.T, state string, f func(t *testing.T, h *screentest.Hall, p *screentest.Person, tb *play.Table)) {
	t.Helper()
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		atState(h, p, state)
		f(t, h, p, p.Top().(*play.Table))
	})
}
