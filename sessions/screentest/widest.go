package screentest

import (
	"arcade/games"
	"arcade/sessions/play"
)

// widest are names of twelve cells in both scripts.
var widest = [][]string{
	{"가나다라마바", "뷁뷁뷁뷁뷁뷁", "훌륭한상대방", "꼬리긴여우님", "보름달토끼님"},
	{"wwwwwwwwwwww", "MMMMMMMMMMMM", "Backpie-2026", "0123456789_-", "Quizzical_42"},
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
