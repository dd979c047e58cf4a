package screentest

import (
	"testing"

	"arcade/games"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/words"
)

// HoldWords checks that a game has the shell's words for every game: for all its parts, and for all ends
// of a match. ends are its own reasons, or its endings if it has these; each has its own words.
func HoldWords(t *testing.T, engine games.Game, ends ...string) {
	info := engine.Info()
	its := play.GameOf(info.Name)
	if its.View() == nil {
		t.Error("no view")
	}
	keys := []string{"game." + info.Name, "game." + info.Name + ".about"}
	for _, tab := range app.HelpTabs {
		keys = append(keys, "help."+info.Name+"."+tab)
	}
	if info.Seats > 1 {
		keys = append(keys, "setup.note."+info.Name)
		if its.Control == "" {
			t.Error("no clocks")
		}
	}
	if its.Board != nil || info.Seats == 1 {
		keys = append(keys, "solo.empty."+info.Name, "solo.msg.ranked."+info.Name)
	}
	if its.Sides {
		for _, seat := range []string{"0", "1", "-1"} {
			keys = append(keys, "setup.seat."+info.Name+"."+seat)
		}
	}
	if info.Seats == 1 && !its.Alone() {
		t.Error("no setup, statistics and boards")
	}
	for _, b := range engine.Bots() {
		keys = append(keys, "bot."+b.Name())
		if info.Seats == 2 {
			keys = append(keys, "bot.about."+b.Name())
		}
	}
	reasons := []string{games.Resigned, games.TimedOut, games.Abandoned, games.Agreed, games.Aborted}
	if its.Ending == nil {
		reasons = append(reasons, ends...)
	} else {
		reasons = append(reasons, games.Finished)
	}
	said := map[string]string{}
	says := func(key string) {
		keys = append(keys, key)
		for _, lang := range []words.Lang{words.KO, words.EN} {
			text := words.T(lang, key, "p", "-", "w", "-")
			if other := said[text]; other != "" {
				t.Errorf("%s and %s: both %q", other, key, text)
			}
			said[text] = key
		}
	}
	for _, reason := range reasons {
		keys = append(keys, "end.short."+reason)
		if reason != games.Finished {
			says(play.ReasonKey(info.Name, nil, &games.Result{Reason: reason}))
		}
	}
	if info.Seats > 1 {
		says("end.abandoned.draw")
		says("end.aborted.late")
	}
	if its.Ending != nil {
		for _, end := range ends {
			says("end." + info.Name + "." + end)
		}
	}
	for _, key := range keys {
		if !words.Has(key) {
			t.Errorf("no words for %s", key)
		}
	}
}
