package matgo

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/matgo/hwatu"
	"arcade/sessions/matgo/results"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// wonRound returns the result of a round that seat 0 won: parts of random points, with random cards.
func wonRound(r *rand.Rand) (*matgo.View, *games.Result) {
	v := &matgo.View{Carry: 1}
	side := &v.Sides[0]
	for _, card := range r.Perm(matgo.Cards)[:10+r.IntN(30)] {
		c := matgo.Card(card)
		switch tag := hwatu.Tags[c]; {
		case strings.HasPrefix(tag, "bird"):
			side.Captured.Yeol = append(side.Captured.Yeol, c)
		case r.IntN(2) == 0:
			side.Captured.Tti = append(side.Captured.Tti, c)
		default:
			side.Captured.Pi = append(side.Captured.Pi, c)
		}
	}
	p := &side.Points
	for _, n := range []*int{&p.Kwang, &p.Yeol, &p.Tti, &p.Pi, &p.Hongdan, &p.Cheongdan, &p.Chodan, &p.Godori, &p.Events} {
		if r.IntN(2) == 0 {
			*n = 1 + r.IntN(12)
			p.Total += *n
		}
	}
	side.Go = r.IntN(5)
	one := matgo.Multiplier{Carry: 1, Shake: 1, Bomb: 1, Go: 1, Pi: 1 + r.IntN(2), Gwang: 1, Meong: 1, GoBak: 1, President: 1}
	one.Total = one.Pi
	base := p.Total + side.Go
	reason := matgo.EndStop
	if r.IntN(3) == 0 {
		base, reason = max(base, matgo.Document.ForfeitBase), matgo.EndForfeit
	}
	v.Outcome = &matgo.Outcome{
		Reason: reason, Base: [2]int{base}, Multiplier: [2]matgo.Multiplier{one, one}, Total: [2]int{base * one.Total},
		Due: base * one.Total * 100, Paid: base * one.Total * 100, GoldBefore: [2]int{10000, 1000000}, NextCarry: 1,
	}
	return v, &games.Result{Reason: games.Finished}
}

// gains are the lines of a sum on a sheet.
var gains = regexp.MustCompile(`\+(\d+)\b`)

// The shown parts of a win add up to its base points, on every sheet.
func TestSumAddsUp(t *testing.T) {
	for _, lang := range []words.Lang{words.KO, words.EN} {
		a := &app.App{Lang: lang}
		for seed := range uint64(300) {
			view, result := wonRound(rand.New(rand.NewPCG(49, seed)))
			scene := &play.Scene{Game: matgo.Name, View: view, Result: result, You: 0, Seats: []table.SeatInfo{
				{Person: table.Person{ID: "a", Name: "baekpai"}}, {Person: table.Person{ID: "b", Name: "somebody12345"}},
			}}
			for _, rich := range []bool{false, true} {
				c := ui.New(80, 24)
				c.Rich, c.Strict = rich, true
				over, _ := results.Panel(a, scene, kit.Text{})
				kit.Draw(over, kit.Look{Rich: rich}, ui.Body(c))
				sum, shown := 0, false
				lines := strings.Split(c.Plain(app.If(rich, ui.LevelRich, ui.LevelLines)), "\n")
				if rich { // above are the seal and the gold
					lines = lines[11:17]
				}
				for _, line := range lines {
					if strings.Contains(line, a.T("mp.sheet.final", "n", view.Outcome.Base[0], "k", view.Outcome.Multiplier[0].Total)) {
						break
					}
					for _, m := range gains.FindAllStringSubmatch(line, -1) {
						n, _ := strconv.Atoi(m[1])
						sum, shown = sum+n, true
					}
				}
				if sum != view.Outcome.Base[0] || !shown || len(c.Errors) > 0 {
					t.Fatalf("seed %d, language %v, rich %v: the lines add up to %d, want %d %v\n%s", seed, lang, rich, sum, view.Outcome.Base[0], c.Errors, c.Plain(ui.LevelRich))
				}
			}
		}
	}
}
