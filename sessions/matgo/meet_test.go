package matgo

import (
	"encoding/json"
	"testing"

	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/screentest"
	"arcade/sessions/words"
)

// Enter takes the seat of a person who waits, also under the rules that do not come first: two people meet.
func TestEnterMeetsUnderOtherRules(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p, o := h.Me(), h.Other()
		standard := json.RawMessage(`{"rules":"standard"}`)
		p.Do(func(a *app.App) { play.Search{Game: matgo.Name, Options: standard}.Begin(a, "") })
		host, options, ok := play.Opposite(o.App, matgo.Name)
		if !ok || host.ID != p.Visit.Me().ID || string(options) != string(standard) {
			t.Fatalf("%+v waits under %s, %v", host, options, ok)
		}
		o.Do(func(a *app.App) {
			play.Search{Game: matgo.Name, Options: play.EnterRules(a, matgo.Name), Bot: true}.Begin(a, "")
		})
		if tb, ok := o.Top().(*play.Table); !ok || !tb.Snap.Comes || string(tb.Snap.Options) != string(standard) {
			t.Errorf("Enter leads to %T", o.Top())
		}
	})
}
