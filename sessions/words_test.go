package sessions_test

import (
	"slices"
	"testing"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/games/matgo"
	"arcade/games/othello"
	"arcade/games/stones"
	"arcade/games/yut"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/words"
)

// gamesOf are the registered games, with what each can end by.
var gamesOf = []struct {
	game games.Game
	ends []string
}{
	{othello.Game{}, []string{othello.BoardFull, othello.BothPass, othello.NoBlack, othello.NoWhite}},
	{stones.Game{}, []string{games.Finished}},
	{matgo.Game{}, []string{games.Finished}},

	{klondike.Game{}, []string{games.Finished}},
	{yut.Game{}, []string{games.Finished}},
}

// Every game has a view, and the words of all that it can be and become.
func TestGamesHaveViewsAndWords(t *testing.T) {
	var known []string
	for _, g := range gamesOf {
		info := g.game.Info()
		known = append(known, info.Name)
		its := play.GameOf(info.Name)
		if its.View() == nil {
			t.Errorf("%s: no view", info.Name)
		}
		keys := []string{"game." + info.Name, "game." + info.Name + ".about"}
		for _, tab := range app.HelpTabs {
			keys = append(keys, "help."+info.Name+"."+tab)
		}
		if info.Seats > 1 {
			keys = append(keys, "setup.note."+info.Name)
			if its.Control == "" {
				t.Errorf("%s: no clocks", info.Name)
			}
		}
		if its.Board != nil {
			keys = append(keys, "solo.empty."+info.Name, "solo.msg.ranked."+info.Name)
		}
		if its.Sides {
			for _, seat := range []string{"0", "1", "-1"} {
				keys = append(keys, "setup.seat."+info.Name+"."+seat)
			}
		}
		if info.Seats == 1 {
			if !its.Alone() {
				t.Errorf("%s: no setup, statistics and boards", info.Name)
			}
			keys = append(keys, "solo.empty."+info.Name, "solo.msg.ranked."+info.Name)
			for _, end := range append([]string{games.Resigned, games.TimedOut, games.Abandoned, games.Agreed, games.Aborted}, g.ends...) {
				keys = append(keys, "end.solo."+end)
			}
		}
		for _, b := range g.game.Bots() {
			keys = append(keys, "bot."+b.Name())
			if info.Seats == 2 {
				keys = append(keys, "bot.about."+b.Name())
			}
		}
		for _, end := range append([]string{games.Resigned, games.TimedOut, games.Abandoned, games.Agreed, games.Aborted}, g.ends...) {
			keys = append(keys, "end."+end, "end.short."+end)
		}
		for _, key := range keys {
			if !words.Has(key) {
				t.Errorf("%s: no words for %s", info.Name, key)
			}
		}
	}
	for name := range play.All {
		if !slices.Contains(known, name) {
			t.Errorf("%s has a view and is not in this test", name)
		}
	}
}
