package yut

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"arcade/games/yut"
	"arcade/sessions/client"
	"arcade/sessions/play"
	"arcade/sessions/screentest"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// heard returns what people hear who do not see the screen, in its order: of areas, or else of what is not clicked.
func heard(p *screentest.Person, area bool) (list []string) {
	for _, at := range p.Scene(p.Canvas()).Areas() {
		if at.Told != area {
			list = append(list, at.Label)
		}
	}
	return list
}

// The chances of a throw and the sticks are sentences, in the order in which they stand, and so are a row of an offer and
// a stick with its effect. A chance is never a number alone.
func TestChancesAreTold(t *testing.T) {
	odds := map[words.Lang]string{words.EN: `Do \d+%, Gae \d+%, Geol \d+%, Yut \d+%, Mo \d+%`, words.KO: `도 \d+%, 개 \d+%, 걸 \d+%, 윷 \d+%, 모 \d+%`}
	for lang, chances := range odds {
		screentest.In(t, lang, func(t *testing.T, h *screentest.Hall) {
			p := h.Me()
			atState(h, p, "again")
			view := p.Top().(*play.Table).Snap.View.(yut.View)
			want := []string{spokenSticks(p.App, view), spokenOdds(p.App, view.Odds)}
			if !regexp.MustCompile(chances).MatchString(want[1]) || !strings.Contains(want[0], stick(p.App, view.Sticks[3].ID)) {
				t.Errorf("%q", want)
			}
			for _, size := range []client.Size{{Width: 80, Height: 24}, {Width: 120, Height: 40}, {Width: 48, Height: 52}, {Width: 105, Height: 26}} {
				for _, level := range []ui.Level{ui.LevelLines, ui.LevelRich} {
					p.LookAs(size.Width, size.Height, level)
					got := slices.DeleteFunc(heard(p, false), func(text string) bool { return !slices.Contains(want, text) })
					if !slices.Equal(got, want) {
						t.Errorf("%v, %v: told %q, want %q\n%s", size, level, heard(p, false), want, p.Canvas().Plain(level))
					}
				}
			}
			p.LookAs(80, 24, ui.LevelRich)
			p.Press("c")
			if got := heard(p, false); len(got) < yut.Slots || !strings.HasPrefix(got[0], stick(p.App, view.Sticks[0].ID)) {
				t.Errorf("the sticks with their effects are told as %q", got)
			}
		})
		screentest.In(t, lang, func(t *testing.T, h *screentest.Hall) {
			p := h.Me()
			atState(h, p, "stick")
			for i, want := range []string{"1", "2", "3", "4", ""} {
				re := regexp.MustCompile(fmt.Sprintf(`%s.*\. .*%s`, want, chances))
				rows := slices.DeleteFunc(heard(p, true), func(text string) bool { return !re.MatchString(text) })
				if len(rows) == 0 {
					t.Errorf("row %d of the offer is not told with its chances: %q", i+1, heard(p, true))
				}
			}
		})
	}
}
