package pages

import (
	"testing"
	"time"

	"arcade/games/othello"
	"arcade/lobby/table"
	"arcade/sessions/ranks"
	"arcade/sessions/screentest"
)

func TestFrames(t *testing.T) { screentest.Hold(t, frames, widen) }

// widen puts extreme values into the data of the screens on the stack.
func widen(p *screentest.Person) {
	p.WidenTables(func(view any) any { // the discs of a full board
		if v, ok := view.(othello.View); ok {
			v.Counts = [2]int{64, 64}
			return v
		}
		return view
	})
	for _, s := range p.Stack {
		switch s := s.(type) {
		case *lobbyView:
			for i, v := range s.tables {
				w := *v
				w.Seats = append([]table.SeatInfo(nil), v.Seats...)
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
		case *ranks.Board:
			for i := range s.Rated {
				s.Rated[i].Rating.Rating, s.Rated[i].Deviation, s.Rated[i].Provisional, s.Rated[i].Games = 2999, 350, true, 99999
			}
		}
	}
}
