package pages

import (
	"encoding/json"
	"testing"
	"time"

	"arcade/lobby/pairing"
	"arcade/sessions/play"
	"arcade/sessions/screentest"
	"arcade/sessions/words"
)

// Esc asks the same in every game: stay, leave, or resign. Leaving keeps the game.
func TestEscAsksTheSame(t *testing.T) {
	offers := map[string]pairing.Offer{
		"a run":          {Game: "stones", Control: "none", Options: json.RawMessage(`{"mode":1}`)},
		"with a bot":     {Game: "othello", Control: "none", Bot: "easy"},
		"two at one":     {Game: "othello", Control: "none", Second: "mina"},
		"matgo, a bot":   {Game: "matgo", Control: "none", Bot: "easy"},
		"klondike, solo": {Game: "klondike", Control: "none"},
	}
	for name, o := range offers {
		screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
			p := h.Me()
			if o.Bot != "" {
				g, err := h.House.Lobby.Game(o.Game)
				h.Must(err)
				o.Bot = g.Bots()[0].Name()
			}
			id := p.Create(o)
			if _, ok := p.Top().(*play.Table); !ok { // with a bot the player is called there
				p.Do(play.OpenTable(id))
			}
			h.Pass(screentest.BeforeAnswer)
			p.Press("esc")
			for _, text := range []string{p.T("away.title"), "1 " + p.T("leave.stay"), "2 " + p.T("away.go")} {
				if !p.Sees(text) {
					t.Errorf("%s: no %q in\n%s", name, text, p.Canvas().Plain(p.Glyphs))
				}
			}
			h.Pass(screentest.BeforeAnswer)
			p.Press("esc")
			if top, ok := p.Top().(*play.Table); !ok || top.ID != id {
				t.Fatalf("%s: a second Esc does not stay: %T", name, p.Top())
			}
			p.Press("esc")
			h.Pass(screentest.BeforeAnswer)
			p.Press("2")
			if _, ok := p.Top().(*Home); !ok {
				t.Fatalf("%s: %T", name, p.Top())
			}
			if kept := p.Visit.Home().Resume; len(kept) != 1 || kept[0].ID != id {
				t.Errorf("%s: %d games wait at home", name, len(kept))
			}
		})
	}
}

// A round of Matgo against a person is left like any match, and continues for a returning player.
func TestMatgoRoundIsKept(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p, o := h.Me(), h.Other()
		id := h.MatgoTable(p, o, 0, 0, 12)
		p.Press("esc")
		h.Pass(screentest.BeforeAnswer)
		for _, text := range []string{"1 " + p.T("leave.stay"), "2 " + p.T("away.go"), "3 " + p.T("resign.go"), "After 10 s"} {
			p.Wants(text, true)
		}
		p.Press("2")
		if _, ok := p.Top().(*play.Table); ok {
			t.Fatal("it stays at the table")
		}
		h.Pass(2 * time.Second)
		const left = "backpie has left the table"
		o.Wants(left, true)
		p.Do(play.OpenTable(id))
		h.Pass(2 * time.Second)
		if tb, ok := p.Top().(*play.Table); !ok || tb.Snap.Result != nil || tb.Snap.You != 0 {
			t.Fatalf("after coming back: %T", p.Top())
		}
		o.Wants(left, false)
	})
}

// A player who returns to a match with a running clock, or in which somebody waits, is at its board at
// once: without a question before it, and a key that was under way plays nothing.
func TestBackAtOnce(t *testing.T) {
	for _, control := range []string{"10s", "none"} {
		screentest.In(t, words.KO, func(t *testing.T, h *screentest.Hall) {
			p, _ := screentest.MyTurn(h, pairing.Offer{Control: control})
			id, plies := p.Top().(*play.Table).ID, len(p.Top().(*play.Table).Snap.Plies)
			p.End()
			p = h.Enter(screentest.KeyOf(h.Name(0)), h.Name(0))
			p.Wants(p.T("resume.back"), true)
			tb, ok := p.Top().(*play.Table)
			if !ok || tb.ID != id {
				t.Fatalf("%s: %T", control, p.Top())
			}
			if p.Press("enter"); len(tb.Snap.Plies) != plies {
				t.Errorf("%s: the key has played", control)
			}
		})
	}
}
