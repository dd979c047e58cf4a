package pages

import (
	"strings"
	"testing"
	"time"

	"arcade/games"
	"arcade/lobby/httpmatch"
	"arcade/sessions/screentest"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// The lobby and the cards of home mark a web game, and cut none of it.
func TestWebGameIsMarked(t *testing.T) {
	for _, lang := range []words.Lang{words.KO, words.EN} {
		screentest.In(t, lang, func(t *testing.T, h *screentest.Hall) {
			l := h.House.Lobby
			for range 3 {
				key, err := l.Share(httpmatch.SharedOffer{Game: "othello", How: games.Client, BotSeat: games.Nobody, Names: []string{"a", "b"}}, "192.0.2.1")
				h.Must(err)
				h.Must(l.Shared(key, func(m *httpmatch.SharedMatch) error { return m.Act("d3") }))
			}
			h.Pass(2 * time.Second)
			p := h.Me()
			mark := words.T(lang, "ctl.web")
			for _, press := range []string{"", "m"} {
				if press != "" {
					p.Press(press)
				}
				for _, glyphs := range []ui.Level{ui.LevelRich, ui.LevelLines} {
					p.LookAs(120, 40, glyphs)
					for _, line := range strings.Split(p.Canvas().Plain(glyphs), "\n") {
						if n := strings.Count(line, mark); press != "" && n > 2 || // in the list, and in the closer look beside it
							n > 0 && strings.Contains(line, "..") {
							t.Errorf("%q %v: %q", press, glyphs, line)
						}
					}
				}
				p.Wants(mark, press != "")
			}
		})
	}
}
