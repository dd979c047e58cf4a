package pages

import (
	"encoding/json"
	"testing"
	"time"

	"arcade/games"
	"arcade/lobby/pairing"
	"arcade/sessions/play"
	"arcade/sessions/screentest"
	"arcade/sessions/words"
)

// From the result of any stored match a key leads to the line to paste, with the ssh line to the match. The
// key is in the key bar.
func TestResultHasItsLine(t *testing.T) {
	for name, end := range map[string]func(h *screentest.Hall, p *screentest.Person) string{
		"othello": func(h *screentest.Hall, p *screentest.Person) string {
			return h.Duel(p, h.Other(), pairing.Offer{}, "f5 d6")
		},
		"matgo": func(h *screentest.Hall, p *screentest.Person) string {
			return h.MatgoTable(p, h.Other(), 0, 0, 12)
		},
		"stones": func(h *screentest.Hall, p *screentest.Person) string {
			return p.Create(pairing.Offer{Game: "stones", Control: "none", Options: json.RawMessage(`{"mode":1}`)})
		},
		"klondike": func(h *screentest.Hall, p *screentest.Person) string { return screentest.RunAlone(h, p, "klondike") },
		"yut":      func(h *screentest.Hall, p *screentest.Person) string { return screentest.RunAlone(h, p, "yut") },
	} {
		screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
			p := h.Me()
			id := end(h, p)
			if _, ok := p.Top().(*play.Table); !ok {
				p.Do(play.OpenTable(id))
			}
			h.Must(p.Visit.Do(id, games.Resign))
			h.Pass(10 * time.Second)
			if !p.Sees(p.T("key.copy")) {
				t.Errorf("%s: the key bar has no line to copy:\n%s", name, p.Canvas().Plain(p.Glyphs))
			}
			p.Press("y")
			h.Pass(time.Second)
			if !p.Sees("watch " + id) {
				t.Errorf("%s: no line:\n%s", name, p.Canvas().Plain(p.Glyphs))
			}
		})
	}
}
