package pages

import (
	"strconv"
	"testing"

	"arcade/games"
	"arcade/games/othello"
	"arcade/lobby/pairing"
	"arcade/sessions/ladder"
	"arcade/sessions/play"
	"arcade/sessions/ranks"
	"arcade/sessions/screentest"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// Until a board fills, players who have not met enough opponents are listed below it, without a place.
func TestProvisionalSection(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p, o := h.Me(), h.Other()
		id := h.Duel(p, o, pairing.Offer{Rated: true}, screentest.FiveMoves)
		h.Must(o.Visit.Do(id, games.OfferDraw))
		h.Must(p.Visit.Do(id, games.AcceptDraw))
		third := h.Player(h.Name(2))
		third.Press("b")
		b := third.Top().(*ranks.Board)
		if b.Ranked != 0 || len(b.Rated) != 2 || b.Rated[0].Name != h.Name(0) || b.Rated[1].Name != h.Name(1) {
			t.Fatalf("%d with a place, %+v", b.Ranked, b.Rated)
		}
		third.Shows("the board", h.Name(0), h.Name(1), third.T("board.msg.few"))
		for _, size := range screentest.RichSizes {
			third.LookAs(size.Width, size.Height, ui.LevelRich)
			if !third.Sees(h.Name(1)) || !third.Sees(third.T("board.msg.few")) {
				t.Errorf("%v:\n%s", size, third.Canvas().Plain(ui.LevelRich))
			}
		}
	})
}

// On the boards of each game, of all time and of weeks, t shows statistics only where the game keeps any.
func TestStatisticsOfBoards(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		for _, g := range h.House.Lobby.Games() {
			name := g.Info().Name
			for _, keys := range [][]string{{"t"}, {"w", "t"}} {
				p.Push(ranks.New(p.App, name))
				depth := len(p.Stack)
				p.Press(keys...)
				if shown := len(p.Stack) > depth; shown != (play.GameOf(name).Stats != nil) {
					t.Errorf("%s %v: shown %v", name, keys, shown)
				}
				for len(p.Stack) >= depth {
					p.Pop()
				}
			}
		}
	})
}

// On a board without players stand the bots with their measured ratings; Enter opens their ladder.
func TestBoardOfASmallHouse(t *testing.T) {
	for _, lang := range []words.Lang{words.KO, words.EN} {
		screentest.In(t, lang, func(t *testing.T, h *screentest.Hall) {
			p := h.Me()
			p.Push(ranks.New(p.App, othello.Name))
			rungs := othello.Game{}.Ladder()
			best := rungs[len(rungs)-1]
			for _, level := range []ui.Level{ui.LevelLines, ui.LevelRich} {
				for _, size := range screentest.RichSizes {
					p.LookAs(size.Width, size.Height, level)
					p.Shows("an empty board", p.T("bot."+best.Bot), strconv.Itoa(int(best.Rating+0.5)), p.T("board.empty"))
				}
			}
			p.Press("v", "enter")
			if _, ok := p.Top().(*ladder.Page); !ok {
				t.Errorf("Enter on a bot opens %T", p.Top())
			}
		})
	}
}
