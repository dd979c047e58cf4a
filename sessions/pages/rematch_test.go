package pages

import (
	"testing"
	"time"

	"arcade/games"
	"arcade/lobby"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/play/replays"
	"arcade/sessions/screentest"
	"arcade/sessions/words"
)

// Another match that is asked for while one reads the analysis stands in row 0, where it is
// answered; who asked is told of a no.
func TestRematchOverAnalysis(t *testing.T) {
	for _, key := range []string{"o", "z"} {
		screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
			p, o := screentest.MyTurn(h, lobby.Offer{})
			id := p.Top().(*play.Table).ID
			h.Must(o.Visit.Do(id, games.Resign))
			h.Pass(time.Second)
			p.Do(func(a *app.App) { a.Push(replays.NewReviewed(id)) })
			h.Pass(time.Second)
			h.Must(o.Visit.Rematch(id))
			h.Pass(time.Second)
			asked := p.T("res.wants", "p", o.Visit.Me().Name)
			p.Wants(asked, true)
			p.Wants("z "+p.T("key.decline"), true)
			p.Press(key)
			h.Pass(time.Second)
			p.Wants(asked, false)
			tb, ok := o.Top().(*play.Table)
			if key == "o" {
				if !ok || tb.ID == id {
					t.Errorf("no other match has begun: %T", o.Top())
				}
				return
			}
			o.Wants(o.T("res.declined", "p", p.Visit.Me().Name), true)
		})
	}
}
