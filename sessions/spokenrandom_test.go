package sessions_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"arcade/games"
	"arcade/games/gametest"
	"arcade/games/klondike"
	rules "arcade/games/matgo"
	matgo "arcade/games/matgo/bots"
	"arcade/games/othello"
	"arcade/games/stones"
	"arcade/games/stones/duel"
	"arcade/games/yut"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/words"
)

// In random matches of every game each legal action has its own words, by which it can be typed without a
// number. Each ply, the board and the score have sentences: in both languages, for every seat and for
// spectators, without signs that only a screen explains.
func TestSpokenRandom(t *testing.T) {
	for _, g := range []games.Game{othello.Game{}, stones.Game{}, duel.Game{}, klondike.Game{}, yut.Game{}, matgo.Game{}} {
		name := g.Info().Name
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				pos := gametest.Start(t, g, fmt.Sprint(rapid.IntRange(1, 1000).Draw(t, "seed")), "")
				a := &app.App{Lang: rapid.SampledFrom([]words.Lang{words.KO, words.EN}).Draw(t, "lang")}
				s := play.Scene{Game: name, Seats: make([]table.SeatInfo, g.Info().Seats)}
				for i := range s.Seats {
					s.Seats[i].ID, s.Seats[i].Name = fmt.Sprint(i), fmt.Sprint("player", i)
				}
				for range 80 {
					legal := pos.Legal()
					if len(legal) == 0 {
						break
					}
					for seat := games.Spectator; int(seat) < len(s.Seats); seat++ {
						s.You, s.ToAct, s.View, s.Legal = seat, pos.ToAct(), pos.View(seat), legal
						hear(t, a, &s)
					}
					act := rapid.SampledFrom(legal).Draw(t, "act")
					seat := pos.ToAct()
					events, err := pos.Apply(act)
					if err != nil {
						t.Fatal(err)
					}
					s.Plies = append(s.Plies, games.Ply{Seat: seat, Action: act, Events: events})
				}
				if s.Result = pos.Result(); s.Result != nil {
					s.You, s.ToAct, s.View, s.Legal = 0, games.Nobody, pos.View(0), nil
					hear(t, a, &s)
				}
			})
		})
	}
}

// hear asks for everything that can be said about a scene.
func hear(t *rapid.T, a *app.App, s *play.Scene) {
	speech := play.GameOf(s.Game).Speech
	said := append(slices.Clone(speech.Board(a, s)), speech.Score(a, s)...)
	if len(said) == 0 {
		t.Fatalf("the board says nothing to seat %d", s.You)
	}
	if n := len(s.Plies); n > 0 {
		said = append(said, play.SpokenPly(a, s, n-1)...)
	}
	if s.Mine() && speech.Ask != nil {
		said = append(said, speech.Ask(a, s)...)
	}
	if s.Result != nil && speech.End != nil {
		said = append(said, speech.End(a, s)...)
	}
	if s.Mine() {
		choices := map[string]games.Action{}
		for _, act := range s.Legal {
			words := play.SpokenChoice(a, s, act)
			if other, twice := choices[words]; twice && s.Game != rules.Name { // twins are allowed: two junk cards of a month
				t.Fatalf("%s and %s are both %q", act, other, words)
			}
			choices[words] = act
			said = append(said, words)
			if speech.Instead == nil {
				continue
			}
			if question, others := speech.Instead(a, s, act); len(others) > 0 {
				said = append(said, question)
			}
		}
	}
	for _, line := range said {
		if strings.TrimSpace(line) == "" || strings.ContainsAny(line, "{}●○♥♦♣♠│>*") {
			t.Fatalf("%q is no sentence for ears", line)
		}
	}
}
