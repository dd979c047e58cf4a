package screentest

import (
	"fmt"
	"testing"
	"testing/synctest"

	"arcade/games"
	"arcade/internal/race"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// widest are names of twelve cells in both scripts.
var widest = [][]string{
	{"가나다라마바", "뷁뷁뷁뷁뷁뷁", "훌륭한상대방", "꼬리긴여우님", "보름달토끼님"},
	{"wwwwwwwwwwww", "MMMMMMMMMMMM", "Backpie-2026", "0123456789_-", "Quizzical_42"},
}

// testWidest: every screen keeps the rules with the widest names and numbers, in both layouts, languages
// and sets of symbols, whatever script the names are in.
func testWidest(t *testing.T, pages []Page, widen func(*Person)) {
	if race.On {
		t.Skip("layouts alone")
	}
	for script, list := range widest {
		for _, lang := range []words.Lang{words.KO, words.EN} {
			for _, pg := range pages {
				t.Run(fmt.Sprintf("%d/%v/%s", script, lang, pg.Name), func(t *testing.T) {
					t.Parallel()
					synctest.Test(t, func(t *testing.T) {
						h := NewHall(t, lang)
						h.people = list
						p := pg.Make(h)
						if widen == nil {
							widen = func(p *Person) { p.WidenTables(nil) }
						}
						widen(p)
						for _, look := range []struct {
							w, h   int
							glyphs ui.Level
						}{{80, 24, ui.LevelLines}, {80, 24, ui.LevelPlain}, {120, 40, ui.LevelLines}, {80, 24, ui.LevelRich}, {120, 40, ui.LevelRich}, {200, 60, ui.LevelRich}} {
							p.LookAs(look.w, look.h, look.glyphs)
							for _, problem := range p.Problems() {
								t.Errorf("%dx%d %s: %s", look.w, look.h, glyphNames[look.glyphs], problem)
							}
						}
						if t.Failed() {
							p.LookAs(80, 24, ui.LevelLines)
							t.Log("\n" + p.Canvas.Plain(ui.LevelLines))
						}
					})
				})
			}
		}
	}
}

// WidenTables sets the widest values on tables: ratings of four digits with their mark, clocks of hours,
// many watchers; view, nil for none, does the same with the game's view.
func (p *Person) WidenTables(view func(any) any) {
	for _, s := range p.Stack {
		t, ok := s.(*play.Table)
		if !ok || t.Snap == nil {
			continue
		}
		snap := t.Snap
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
		t.Scene.Follow(snap, p.App)
	}
}
