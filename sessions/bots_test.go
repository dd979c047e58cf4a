package sessions_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/games/othello"
	"arcade/lobby/pairing"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/play/replays"
	"arcade/sessions/screentest"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// A bot's name has the mark everywhere, in both languages and without a colour, also at the longest length.
func TestBotsAreMarked(t *testing.T) {
	for _, lang := range []words.Lang{words.KO, words.EN} {
		for _, name := range []string{"gary", "longbotname1", "가나다라마바"} {
			t.Run(fmt.Sprintf("%v/%s", lang, name), func(t *testing.T) {
				screentest.In(t, lang, func(t *testing.T, h *screentest.Hall) {
					p := h.Me()
					bot := h.Program(name)
					mark := words.T(lang, "tb.bot") + " "
					cut, whole := ui.Cut(mark+name, 12), mark+name

					id, err := bot.Create(pairing.Offer{Game: othello.Name, Control: "5+3", Rated: true, Seat: 0})
					h.Must(err)
					h.Pass(time.Second) // for a moment the people here stay the same
					p.Press("m")
					p.Shows("the lobby", cut)
					p.Press("tab")
					p.Shows("who is here", whole)
					p.Press("tab", "enter")
					h.Must(bot.Watch(id))
					p.Shows("the table", cut)
					playAll := func(moves string) {
						for _, m := range strings.Fields(moves) {
							v := p.Visit
							if s, _ := bot.Table(id); s.ToAct == s.You {
								v = bot
							}
							s, err := v.Table(id)
							h.Must(err)
							h.Must(v.Act(id, len(s.Plies), games.Action(m)))
						}
					}
					playAll(strings.Join(strings.Fields(screentest.FullDrawn)[:11], " ")) // enough plies to count
					h.Must(bot.Do(id, games.OfferDraw))
					p.Shows("an offer", cut)
					h.Must(bot.Do(id, games.Resign))
					h.List(othello.Name, bot.Me().ID)
					p.Shows("the result", cut)
					p.Do(func(a *app.App) { a.Push(replays.New(id)) })
					p.Shows("the replay", cut)
					p.Do(func(a *app.App) { a.Push(a.House.Places.Ranks(a, othello.Name)) })
					p.Shows("the board", whole)
					p.Do(func(a *app.App) { a.Push(a.House.Places.Profile(a, bot.Me().ID)) })
					p.Shows("the profile", cut, words.T(lang, "prof.isbot", "p", name))
					p.Do(func(a *app.App) { a.Push(a.House.Places.Profile(a, a.Visit.Me().ID)) })
					p.Shows("the opponents", cut)
					p.Do(func(a *app.App) { a.Home() })
					p.Press("v")
					p.Shows("my games", cut)
					p.Do(func(a *app.App) { a.Home() })
					_, err = bot.Create(pairing.Offer{Game: othello.Name, Control: "5+3", Player: p.Visit.Me().ID})
					h.Must(err)
					p.Shows("a challenge", cut)

					id, err = bot.Create(pairing.Offer{Game: matgo.Name, Control: "30s", Seat: 0})
					h.Must(err)
					p.Do(func(a *app.App) { play.Take(a, id) })
					h.Must(bot.Watch(id))
					p.Shows("a table of matgo", cut)
				})
			})
		}
	}
}
