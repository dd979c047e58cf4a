package matgo

import (
	"strings"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/lobby/pairing"
	"arcade/sessions/screentest"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// A standard round for two from the deal to its end, one in Korean in 80x24 and on a phone, the other in English in
// 120x40: bombs and their pass cards, piles that the other eats, and a fourth go. Each is told to both, and no screen
// has a fault at any ply.
func TestStandardRoundOfTwo(t *testing.T) {
	screentest.In(t, words.KO, func(t *testing.T, h *screentest.Hall) {
		p, o := h.Me(), h.Other()
		o.Lang = words.EN
		looks := func(ply int) {
			t.Helper()
			for _, x := range []struct {
				who   *screentest.Person
				w, h  int
				level ui.Level
			}{{p, 80, 24, ui.LevelLines}, {p, 48, 36, ui.LevelLines}, {o, 120, 40, ui.LevelRich}} {
				x.who.LookAs(x.w, x.h, x.level)
				if list := x.who.Problems(); len(list) > 0 {
					t.Errorf("ply %d, %dx%d: %v", ply, x.w, x.h, list)
				}
			}
		}
		reads := func(ply int, x *screentest.Person, texts []string) {
			t.Helper()
			for _, text := range texts {
				if !strings.Contains(x.Text(), text) {
					t.Errorf("ply %d, %dx%d: no %q in\n%s", ply, x.W, x.H, text, x.Text())
				}
			}
		}
		// By the plies that stand: what the Korean reads in 80x24 and on the phone, and what the other reads.
		moments := map[int]struct{ ko, phone, en []string }{
			1:  {[]string{"3월 4장 공개", "최종 배수 x2"}, []string{"3월 4장 공개"}, []string{"You: bomb!"}},
			2:  {nil, nil, []string{"2 passes", "p pass"}},                                           // due at the next turn
			3:  {[]string{"뒤집기 11광 놓음"}, nil, []string{"You pass and only flip"}},                    // with cards left
			4:  {nil, nil, []string{"백파이 plays a bonus card"}},                                       // steals, and goes on
			6:  {[]string{"뻑상3", "뻑1!", "뒤집기 9열 뻑"}, []string{"뻑상3"}, []string{"9An ppuk", "Pp me"}}, // whose pile it is
			8:  {[]string{"뻑2!"}, []string{"패스", "x2"}, []string{"month 2 piles up"}},
			15: {[]string{"9피>3장"}, nil, []string{"백파이 eats your ppuk"}}, // the other's pile
			18: {[]string{"고3", "x8"}, []string{"고3"}, []string{"3 Go!"}},
			22: {[]string{"패스 1장"}, []string{"x1"}, []string{"백파이 passes and only"}},
			25: {[]string{"고4 폭2 피박2", "x16", "384점"}, []string{"고4"}, []string{"4 Go!", "Go4 bomb1"}},
			27: {[]string{"고 배수 x4", "25점 x 16", "400점", "+40,000골드"}, []string{"400점"}, []string{"Go bonus   4 Go", "25 pt x 16", "-40,000 gold"}},
		}
		r := screentest.MatgoRounds()[1085]
		h.Dealt.Next = string(r.Options)
		id := h.Duel(p, o, pairing.Offer{Game: matgo.Name, Control: "30s", Seat: 0, Options: Game.Variants[1]}, "")
		looks(0)
		for i, action := range r.Actions {
			h.Act(id, action, games.Seat(0), p, o)
			looks(i + 1)
			h.Pass(500 * time.Millisecond)
			if i > 0 { // the first bomb is still being shown to everybody
				h.Pass(4 * time.Second)
			}
			looks(i + 1)
			m := moments[i+1]
			o.LookAs(120, 40, ui.LevelRich)
			reads(i+1, o, m.en)
			p.LookAs(48, 36, ui.LevelLines)
			reads(i+1, p, m.phone)
			p.LookAs(80, 24, ui.LevelLines)
			reads(i+1, p, m.ko)
		}
	})
}
