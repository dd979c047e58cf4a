package sessions_test

import (
	"strings"
	"testing"
	"time"

	"arcade/games"
	"arcade/lobby/pairing"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/screentest"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// With the setting for sentences the message row shows all sentences of each ply, one after the other, even if the
// next ply comes meanwhile. A key ends them.
func TestReader(t *testing.T) {
	for _, lang := range []words.Lang{words.KO, words.EN} {
		screentest.In(t, lang, func(t *testing.T, h *screentest.Hall) {
			h.Dealt.Next = string(screentest.MatgoRounds()[3].Options)
			foe, me := h.Player(h.Name(2)), h.Player(h.Name(1))
			me.Set.Reader = true
			id := foe.Create(pairing.Offer{Game: "matgo", Seat: 0, Control: "none"})
			h.Must(foe.Visit.Watch(id))
			me.Do(func(a *app.App) { play.Take(a, id) })
			h.Must(foe.Visit.Ready(id))
			h.Must(me.Visit.Ready(id))
			h.Pass(time.Second)
			table := func() *table.Snapshot {
				s, err := me.Visit.Table(id)
				h.Must(err)
				return s
			}
			var heard string
			listen := func(d time.Duration) {
				for range d / (500 * time.Millisecond) {
					h.Pass(500 * time.Millisecond)
					if ui.Width(me.Note) > 56 {
						t.Errorf("%q is wider than its row", me.Note)
					}
					if !strings.HasSuffix(heard, squash(me.Note)) {
						heard += squash(me.Note)
					}
				}
			}
			for range 6 {
				s := table()
				actor := me.Visit
				if s.ToAct == 0 {
					actor = foe.Visit
				}
				now, err := actor.Table(id)
				h.Must(err)
				h.Must(actor.Act(id, len(now.Plies), now.Legal[0]))
				listen(4 * time.Second) // less time than the sentences take
			}
			listen(time.Minute)
			s := table()
			var scene play.Scene
			scene.Follow(s, me.App)
			for ply := range s.Plies {
				for _, line := range play.SpokenPly(me.App, &scene, ply) {
					if !strings.Contains(heard, squash(line)) {
						t.Errorf("ply %d: %q was not shown, but\n%s", ply+1, line, heard)
					}
				}
			}
			if s.ToAct == games.Seat(1) {
				h.Must(me.Visit.Act(id, len(s.Plies), s.Legal[0]))
			} else {
				now, err := foe.Visit.Table(id)
				h.Must(err)
				h.Must(foe.Visit.Act(id, len(now.Plies), now.Legal[0]))
			}
			h.Pass(time.Second)
			me.Press("left")
			h.Pass(3 * time.Second)
			if me.Note != "" {
				t.Errorf("after a key: %q", me.Note)
			}
		})
	}
}
