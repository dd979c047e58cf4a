package sessions

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/games/othello"
	"arcade/lobby"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// widest are names of twelve cells in both scripts.
var widest = [][]string{
	{"가나다라마바", "뷁뷁뷁뷁뷁뷁", "훌륭한상대방", "꼬리긴여우님", "보름달토끼님"},
	{"wwwwwwwwwwww", "MMMMMMMMMMMM", "Backpie-2026", "0123456789_-", "Quizzical_42"},
}

// extreme makes what a table shows as wide as it becomes: the discs of a full
// board, ratings of four digits with their mark, clocks of hours, many watchers.
func extreme(s *lobby.Snapshot) {
	s.Watchers = 200
	if v, ok := s.View.(othello.View); ok {
		v.Counts = [2]int{64, 64}
		s.View = v
	}
	if v, ok := s.View.(matgo.View); ok {
		s.View = widestRound(v)
	}
	for i := range s.Seats {
		if s.Seats[i].Bot == "" {
			s.Seats[i].Rating, s.Seats[i].Provisional = 2999, true
		}
		s.Seats[i].Left, s.Seats[i].Running = (23*3600+59*60)*1000, games.Seat(i) == s.ToAct
	}
}

// Every screen holds with the widest names and numbers, in both layouts,
// languages and sets of symbols, whatever script the names are in.
func TestWidest(t *testing.T) {
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

// widen puts extreme values into what the screens on the stack have read.
func widen(p *person) {
	for _, s := range p.stack {
		switch s := s.(type) {
		case *table:
			if s.snap != nil {
				extreme(s.snap)
				s.scene.follow(s.snap, p.App)
			}
		case *matgoSheet:
			widestEnd(s.t)
		case *matgoStatsView:
			widestStats(&s.stats)
		case *scores:
			for i := range s.list {
				if s.game == matgo.Name {
					s.list[i].Value = 999_999_999
				}
			}
		case *lobbyView:
			for i, v := range s.tables {
				w := *v
				w.Seats = append([]lobby.SeatInfo(nil), v.Seats...)
				for k := range w.Seats {
					if w.Seats[k].ID != "" && w.Seats[k].Bot == "" {
						w.Seats[k].Rating, w.Seats[k].Provisional = 2999, true
					}
				}
				w.Watchers, w.Created = 200, time.Now().Add(-3599*time.Second).UnixMilli()
				s.tables[i] = &w
			}
		case *matches:
			for i := range s.list {
				s.list[i].Plies = 128
				for k := range s.list[i].Seats {
					s.list[i].Seats[k].Rating, s.list[i].Seats[k].Change = 2500, -349.6
				}
			}
		case *board:
			for i := range s.list {
				s.list[i].Rating.Rating, s.list[i].Deviation, s.list[i].Provisional, s.list[i].Games = 2999, 350, true, 99999
			}
		}
	}
}
