package sessions

import (
	"fmt"
	"testing"
	"testing/synctest"

	"arcade/games"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// widest are names of twelve cells in both scripts.
var widest = [][]string{
	{"가나다라마바", "뷁뷁뷁뷁뷁뷁", "훌륭한상대방", "꼬리긴여우님", "보름달토끼님"},
	{"wwwwwwwwwwww", "MMMMMMMMMMMM", "Backpie-2026", "0123456789_-", "Quizzical_42"},
}

// testWidest: every screen holds with the widest names and numbers, in both layouts,
// languages and sets of symbols, whatever script the names are in.
func testWidest(t *testing.T, pages []page, widen func(*person)) {
	if raced {
		t.Skip("layouts alone")
	}
	for script, list := range widest {
		for _, lang := range []words.Lang{words.KO, words.EN} {
			for _, pg := range pages {
				t.Run(fmt.Sprintf("%d/%v/%s", script, lang, pg.name), func(t *testing.T) {
					t.Parallel()
					synctest.Test(t, func(t *testing.T) {
						h := newHall(t, lang)
						h.people = list
						p := pg.make(h)
						if widen == nil {
							widen = func(p *person) { p.widenTables(nil) }
						}
						widen(p)
						for _, look := range []struct {
							w, h   int
							glyphs ui.Glyphs
						}{{80, 24, ui.Default}, {80, 24, ui.Safe}, {120, 40, ui.Default}} {
							p.lookAs(look.w, look.h, look.glyphs)
							for _, problem := range p.problems() {
								t.Errorf("%dx%d %s: %s", look.w, look.h, glyphNames[look.glyphs], problem)
							}
						}
						if t.Failed() {
							p.lookAs(80, 24, ui.Default)
							t.Log("\n" + p.canvas.Plain(ui.Default))
						}
					})
				})
			}
		}
	}
}

// widenTables makes what tables show as wide as it becomes: ratings of four digits with
// their mark, clocks of hours, many watchers; of the game what view, nil for nothing, makes of
// its view.
func (p *person) widenTables(view func(any) any) {
	for _, s := range p.stack {
		t, ok := s.(*table)
		if !ok || t.snap == nil {
			continue
		}
		snap := t.snap
		snap.Watchers = 200
		if view != nil {
			snap.View = view(snap.View)
		}
		for i := range snap.Seats {
			if snap.Seats[i].Bot == "" {
				snap.Seats[i].Rating, snap.Seats[i].Provisional = 2999, true
			}
			snap.Seats[i].Left, snap.Seats[i].Running = (23*3600+59*60)*1000, games.Seat(i) == snap.ToAct
		}
		t.scene.follow(snap, p.App)
	}
}
