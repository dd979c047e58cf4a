package matgo

import (
	"strings"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/lobby/arenas"
	"arcade/lobby/pairing"
	"arcade/sessions/app"
	"arcade/sessions/client"
	"arcade/sessions/pages"
	"arcade/sessions/play"
	"arcade/sessions/ranks"
	"arcade/sessions/screentest"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// Every set of rules is offered wherever rules are chosen: in the form of a new table, to each kind of opponent, in a
// house for one player too; in quick search; in words; for programs and arenas, by its name; and each has a board.
func TestEveryRuleSetIsOffered(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		g, err := h.House.Lobby.Game(matgo.Name)
		h.Must(err)
		sets := []string{"", matgo.RulesStandard}
		n := len(games.PoolsOf(g))
		if len(sets) != n || len(Game.Variants) != n {
			t.Fatalf("%d sets of rules have ratings, %d variants, %d names here", n, len(Game.Variants), len(sets))
		}
		for i, name := range sets {
			options, err := games.RulesOptions(g, name)
			if err != nil || string(options) != string(Game.Variants[i]) {
				t.Errorf("%q is %s, %v; the form has %s", name, options, err, Game.Variants[i])
			}
			if _, err := h.House.Lobby.OpenArena(arenas.Plan{Game: matgo.Name, Control: "30s", For: time.Hour, Rules: name}, time.Hour); err != nil {
				t.Errorf("an arena under %q: %v", name, err)
			}
		}
		for _, alone := range []bool{false, true} {
			h.House.Alone = alone
			s := pages.Rooms{}.Form(p.App, matgo.Name).(*pages.Setup)
			p.Push(s)
			who := s.Row("who")
			for who.At = range who.Values {
				s.Picked(p.App, who)
				if row := s.Row("variant"); row.Hidden != (who.Value() == "watch") || len(row.Values) != n {
					t.Errorf("alone %v, the form for %q has %d sets of rules, hidden %v", alone, who.Value(), len(row.Values), row.Hidden)
				}
			}
			p.Pop()
		}
		h.House.Alone = false
		p.Do(func(a *app.App) { play.Find(a, matgo.Name) })
		for i := range n {
			p.Wants(p.App.Game(matgo.Name, Game.Variants[i]), true)
		}
		p.Press("esc")
		board := ranks.New(p.App, matgo.Name)
		p.Push(board)
		for range n {
			p.Wants(p.T("board.rule"), true) // a board by rating
			p.Press("right")
		}
		if _, ok := p.Top().(*ranks.Scores); !ok {
			t.Errorf("after %d boards by rating comes %T", n, p.Top())
		}
	})
}

// Every place that names a table or a match says which rules are played.
func TestPlacesNameTheRules(t *testing.T) {
	for _, lang := range []words.Lang{words.KO, words.EN} {
		screentest.In(t, lang, func(t *testing.T, h *screentest.Hall) {
			p, o := h.Me(), h.Other()
			standard := Game.Variants[1]
			name := p.App.Game(matgo.Name, standard)
			look := func(place, text string) {
				t.Helper()
				for _, level := range []ui.Level{ui.LevelLines, ui.LevelRich} {
					for _, size := range append(screentest.RichSizes, client.Size{Width: 48, Height: 36}) {
						if p.LookAs(size.Width, size.Height, level); !strings.Contains(p.Text(), text) {
							t.Errorf("%s, %v: no %q in\n%s", place, size, text, p.Text())
						}
					}
				}
			}
			id := o.Create(pairing.Offer{Game: matgo.Name, Options: standard, Control: "30s", Seat: games.Nobody})
			p.Do(func(a *app.App) { a.Push(a.House.Places.Lobby(a, matgo.Name)) })
			look("the lobby", p.ShortGame(matgo.Name, standard))
			p.Do(func(a *app.App) { a.Fail(o.Visit.Cancel(id)) })
			id = o.Create(pairing.Offer{Game: matgo.Name, Options: standard, Control: "30s", Seat: games.Nobody, Player: p.Visit.Me().ID})
			p.Do((*app.App).Home)
			look("a challenge at home", name)
			h.Must(o.Visit.Cancel(id))
			arena, err := h.House.Lobby.OpenArena(arenas.Plan{Game: matgo.Name, Control: "30s", For: time.Hour, Rules: matgo.RulesStandard}, 10*time.Minute)
			h.Must(err)
			h.Pass(time.Second)
			p.Do((*app.App).Home)
			look("an arena at home", name)
			p.Do(func(a *app.App) { a.Push(a.House.Places.Arena(a, arena.ID)) })
			look("the arena", name)
			p.Press("v")
			look("the list of arenas", p.ShortGame(matgo.Name, standard))
			id = h.MatgoTable(p, o, 0, 1085, 2)
			look("the table", p.T("mg.rules.tag"))
			h.Must(o.Visit.Do(id, games.Resign))
			h.Settle()
			p.Do((*app.App).Home)
			p.Do(func(a *app.App) { a.Push(a.House.Places.Replay(a, id, false)) })
			look("the replay", name)
		})
	}
}
