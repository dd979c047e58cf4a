package export

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/games/matgo/matgotest"
	"arcade/games/rng"
)

// playedOut plays random actions and returns the round as an export gets it.
func playedOut(t interface{ Fatal(...any) }, seed string, options string) (games.Record, matgo.View) {
	setup := games.Setup{Game: matgo.Name, Seed: seed, Options: json.RawMessage(options)}
	p, err := Game{}.Start(setup)
	if err != nil {
		t.Fatal(err)
	}
	r := games.Record{Setup: setup, Started: 1_700_000_000_000, Names: []string{"김", "lee"}}
	chance := rng.Derive(seed, "test")
	for at := r.Started; p.Result() == nil; at += 1000 {
		legal := p.Legal()
		ply := games.Ply{Seat: p.ToAct(), Action: legal[chance.Intn(len(legal))], At: at}
		if ply.Events, err = p.Apply(ply.Action); err != nil {
			t.Fatal(err)
		}
		r.Plies = append(r.Plies, ply)
	}
	r.Result = p.Result()
	return r, *p.View(games.Everything).(*matgo.View)
}

// exported reads an export as other people's tools do.
func exported(t interface{ Fatal(...any) }, r games.Record) map[string]any {
	text, err := Game{}.Export("matgo", r)
	if err != nil {
		t.Fatal(err)
	}
	var list []map[string]any
	if err := json.Unmarshal([]byte(text), &list); err != nil || len(list) != 1 {
		t.Fatal(len(list), " records, ", err)
	}
	return list[0]
}

func idsIn(list any) (out []string) {
	for _, c := range list.([]any) {
		out = append(out, c.(map[string]any)["id"].(string))
	}
	return out
}

// Every turn appears once, the last turn leaves the round's final deck but for what bonus cards drew after it, and
// an entry captures every captured card.
func TestExport(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, last := playedOut(t, rapid.StringMatching("[a-z]{1,8}").Draw(t, "seed"), rapid.SampledFrom([]string{`{}`, `{"rules":"standard"}`}).Draw(t, "options"))
		f := exported(t, r)
		won := map[string]bool{}
		for i := range last.Opening.HandBonus {
			for _, c := range last.Opening.HandBonus[i] {
				won[c.String()] = true
			}
		}
		for _, c := range last.Opening.FloorBonus {
			won[c.String()] = true
		}
		turns, drawn := 0, 0 // drawn for bonus cards since the last turn
		var final map[string]any
		kibo := f["kibo"].([]any)
		for i, e := range kibo {
			e := e.(map[string]any)
			if e["no"] != float64(i+1) {
				t.Fatalf("entry %d has the number %v", i+1, e["no"])
			}
			switch e["type"] {
			case "initial_deal":
				if i != 0 || len(idsIn(e["deck"])) != 22-len(won) || len(idsIn(e["board"])) != 8 {
					t.Fatalf("deal %v", e)
				}
			case "turn_end":
				turns++
				if e["turnNo"] != float64(turns) {
					t.Fatalf("turn %v after %d", e["turnNo"], turns-1)
				}
				action := e["action"].(map[string]any)
				by := action["captureBySource"].(map[string]any)
				for _, id := range append(idsIn(by["hand"]), idsIn(by["flip"])...) {
					won[id] = true
				}
				final, drawn = e, 0
			case "bonus_use":
				drawn++
				won[e["card"].(map[string]any)["id"].(string)] = true
			case "kung_use":
				for _, letter := range "kytpqd" {
					if c, ok := matgo.ParseCard(fmt.Sprintf("%02.0f%c", e["month"], letter)); ok {
						won[c.String()] = true
					}
				}
			case "round_end":
				if i != len(kibo)-1 {
					t.Fatal("the round ends twice")
				}
			}
		}
		if final != nil && final["deckCount"] != float64(last.StockCount+drawn) {
			t.Fatalf("deck of %v and %d drawn, the round left %d", final["deckCount"], drawn, last.StockCount)
		}
		var want int
		for _, side := range last.Sides {
			for _, list := range [][]matgo.Card{side.Captured.Kwang, side.Captured.Yeol, side.Captured.Tti, side.Captured.Pi} {
				for _, c := range list {
					want++
					if !won[c.String()] {
						t.Fatalf("%v was won, and no entry says how", c)
					}
				}
			}
		}
		held := len(last.Sides[0].Held) + len(last.Sides[1].Held)
		if len(won) != want && held == 0 {
			t.Fatalf("%d cards captured, %d won", len(won), want)
		}
	})
}

func TestExportOfTheVectors(t *testing.T) {
	seen := map[string]int{}
	for _, v := range matgotest.VectorRounds(t) {
		setup := games.Setup{Game: matgo.Name, Options: v.Options}
		p, err := Game{}.Start(setup)
		if err != nil {
			t.Fatal(err)
		}
		r := games.Record{Setup: setup, Names: []string{"a", "b"}}
		for _, a := range v.Actions {
			var seat games.Seat
			fmt.Sscan(a[:1], &seat)
			r.Plies = append(r.Plies, games.Ply{Seat: seat, Action: games.Action(a[2:])})
			if _, err := p.Apply(games.Action(a[2:])); err != nil {
				t.Fatal(err)
			}
		}
		r.Result = p.Result()
		f := exported(t, r)
		totals := f["totals"].(map[string]any)
		if !reflect.DeepEqual([]any{totals["human"], totals["ai"]}, v.Result["total"]) || f["nagari"] != v.Result["nagari"] {
			t.Errorf("round %d: totals %v, nagari %v", v.N, totals, f["nagari"])
		}
		for _, e := range f["kibo"].([]any) {
			e := e.(map[string]any)
			seen[e["type"].(string)]++
			if e["type"] == "turn_end" {
				seen["action "+e["action"].(map[string]any)["type"].(string)]++
			}
		}
	}
	for _, want := range []string{
		"initial_deal", "turn_end", "go", "stop", "shaking_declare", "kung_use", "kung_pass", "president_hold", "president_stop",
		"gukjin_mode", "round_end", "action play", "action declare_bomb", "action flip-select", "action pass",
	} {
		if seen[want] == 0 {
			t.Errorf("no %s in all rounds", want)
		}
	}
}

func TestExportRefuses(t *testing.T) {
	r, _ := playedOut(t, "s", `{}`)
	if _, err := (Game{}).Export("ggf", r); err == nil {
		t.Error("a format of another game")
	}
	r.Plies[0].Action = "play b2"
	if _, err := (Game{}).Export("matgo", r); err == nil {
		t.Error("a ply that is not legal")
	}
}
