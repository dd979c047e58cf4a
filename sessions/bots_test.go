package sessions

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/games/othello"
	"arcade/lobby"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// program is the visit of a bot's program.
func (h *hall) program(name string) *lobby.Visit {
	h.t.Helper()
	v, err := h.house.Lobby.EnterBot(lobby.Identity{Fingerprint: keyOf(name), Login: name, Lang: h.lang.String()}, true)
	h.must(err)
	return v
}

// shows wants a text on the screen, which has to hold at 80x24 and 120x40.
func (p *person) shows(where string, texts ...string) {
	p.hall.t.Helper()
	for _, size := range []Size{{120, 40}, {80, 24}} {
		p.lookAs(size.Width, size.Height, ui.Default)
		for _, problem := range p.problems() {
			p.hall.t.Errorf("%s, %dx%d: %s", where, size.Width, size.Height, problem)
		}
		text := p.canvas.Plain(ui.Default)
		for _, want := range texts {
			if !strings.Contains(text, want) {
				p.hall.t.Errorf("%s, %dx%d: no %q in\n%s", where, size.Width, size.Height, want, text)
			}
		}
	}
}

// A bot's name has the mark wherever it stands, in both languages and without a
// colour, and where its name is as long as names may be.
func TestBotsAreMarked(t *testing.T) {
	for _, lang := range []words.Lang{words.KO, words.EN} {
		for _, name := range []string{"gary", "longbotname1", "가나다라마바"} {
			t.Run(fmt.Sprintf("%v/%s", lang, name), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					h := newHall(t, lang)
					p := h.me()
					bot := h.program(name)
					mark := words.T(lang, "tb.bot") + " "
					cut, whole := ui.Cut(mark+name, 12), mark+name

					id, err := bot.Create(lobby.Offer{Game: othello.Name, Control: "5+3", Rated: true, Seat: 0})
					h.must(err)
					p.press("m")
					p.shows("the lobby", cut)
					p.press("tab")
					p.shows("who is here", whole)
					p.press("tab", "enter")
					h.must(bot.Watch(id))
					p.shows("the table", cut)
					playAll := func(moves string) {
						for _, m := range strings.Fields(moves) {
							v := p.visit
							if s, _ := bot.Table(id); s.ToAct == s.You {
								v = bot
							}
							s, err := v.Table(id)
							h.must(err)
							h.must(v.Act(id, len(s.Plies), games.Action(m)))
						}
					}
					playAll(fiveMoves)
					h.must(bot.Do(id, games.OfferDraw))
					p.shows("an offer", cut)
					h.must(bot.Do(id, games.Resign))
					p.shows("the result", cut)
					p.do(func(a *App) tea.Cmd { return a.push(newReplay(id)) })
					p.shows("the replay", cut)
					p.do(func(a *App) tea.Cmd { return a.push(a.house.Places.Ranks(a, othello.Name)) })
					p.shows("the board", whole)
					p.do(func(a *App) tea.Cmd { return a.push(a.house.Places.Profile(a, bot.Me().ID)) })
					p.shows("the profile", cut, words.T(lang, "prof.isbot", "p", name))
					p.do(func(a *App) tea.Cmd { return a.push(a.house.Places.Profile(a, a.visit.Me().ID)) })
					p.shows("the opponents", cut)
					p.do(func(a *App) tea.Cmd { return a.home() })
					p.press("v")
					p.shows("my games", cut)
					p.do(func(a *App) tea.Cmd { return a.home() })
					p.shows("home", cut)
					_, err = bot.Create(lobby.Offer{Game: othello.Name, Control: "5+3", Player: p.visit.Me().ID})
					h.must(err)
					p.shows("a challenge", cut)

					id, err = bot.Create(lobby.Offer{Game: matgo.Name, Control: "30s", Seat: 0})
					h.must(err)
					p.do(func(a *App) tea.Cmd { return a.take(id) })
					h.must(bot.Watch(id))
					p.shows("a table of matgo", cut)
				})
			})
		}
	}
}
