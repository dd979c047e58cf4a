package pages_test

import (
	"strings"
	"testing"
	"time"

	"arcade/games"
	"arcade/lobby/pairing"
	"arcade/sessions/profile"
	"arcade/sessions/screentest"
	"arcade/sessions/ui"
	"arcade/sessions/words"
	"arcade/store"
)

// A profile has the latest matches that count for it, however many other records lie between them. The
// mark of 500 games stays when there are more.
func TestLatestMatches(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		me := p.Visit.Me().ID
		has := func(head string) {
			t.Helper()
			h.Pass(time.Second)
			data, err := h.House.Lobby.Profile(t.Context(), me)
			h.Must(err)
			if said := profile.Said(p.App, data, 0); !strings.Contains(said, "500 games") {
				t.Errorf("no mark of 500 games: %s", said)
			}
			p.Press("p")
			p.LookAs(80, 24, ui.LevelRich)
			p.Wants(head+", on 1 day", true)
			p.Press("esc")
		}
		for range 500 {
			h.Finished(p, "yut", "", 0, `{"turns":50}`)
		}
		m := store.Match{
			ID: "CALLEDOFF1", Game: "yut", Rules: 1, Seed: "42", Control: "none", Status: store.Live, Winner: -1,
			Seats: []store.Seat{{Player: me}}, Created: time.Now().UnixMilli(),
		}
		h.Must(h.Store.CreateMatch(t.Context(), m))
		m.Status, m.Reason = store.Done, games.Aborted
		h.End(m, store.Outcome{Player: me})
		p.Create(pairing.Offer{}) // an open seat
		has("500 games")
		h.Finished(p, "yut", "", 0, `{"turns":50}`)
		has("the latest 500")
	})
}
