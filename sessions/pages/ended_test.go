package pages

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/lobby/pairing"
	"arcade/sessions/play/replays"
	"arcade/sessions/screentest"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// If there is room home lists the latest matches, with the winner. A key leads to each.
func TestJustFinished(t *testing.T) {
	for _, lang := range []words.Lang{words.KO, words.EN} {
		screentest.In(t, lang, func(t *testing.T, h *screentest.Hall) {
			o, q := h.Other(), h.Player(h.Name(2))
			id := h.Duel(o, q, pairing.Offer{}, screentest.FiveMoves)
			h.Must(o.Visit.Do(id, games.Resign))
			h.Pass(time.Second)
			p := h.Me()
			p.Send(tea.WindowSizeMsg{Width: 120, Height: 40})
			line := p.T("home.beat", "p", h.Name(2), "o", h.Name(1))
			for _, level := range []ui.Level{ui.LevelLines, ui.LevelRich, ui.LevelPlain} {
				p.LookAs(120, 40, level)
				if !p.Sees(line) {
					t.Errorf("level %v: no %q in\n%s", level, line, p.Canvas().Plain(level))
				}
			}
			p.Press("d")
			h.Pass(screentest.BeforeAnswer)
			p.Press("1")
			if r, ok := p.Top().(*replays.Replay); !ok || r.Data.Match.ID != id {
				t.Errorf("at %T", p.Top())
			}
		})
	}
}
