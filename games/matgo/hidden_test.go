package matgo

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"arcade/games"
	"arcade/games/rng"
)

// all is every action of the notation.
func allActions() []games.Action {
	var list []games.Action
	for v := range verbs {
		switch verb := Verb(v); verb {
		case UseKung, Shake, Bomb:
			for m := range uint8(12) {
				list = append(list, Move{verb, m + 1}.Action())
			}
		case Play, Take:
			for c := range uint8(Cards) {
				list = append(list, Move{verb, c}.Action())
			}
		default:
			list = append(list, Move{Verb: verb}.Action())
		}
	}
	return list
}

// random starts a round with a random setup: with and without a president, and so on.
func random(t testing.TB, n int) (*position, *rng.Source) {
	t.Helper()
	options := []string{
		fmt.Sprintf(`{"hour":%d}`, n%24),
		fmt.Sprintf(`{"first":%d,"carry":%d,"gold":[%d,700]}`, n%2, 1+n%5, 1+n%900),
	}[n%2]
	if n%5 == 0 { // four of a month in a hand, and a kung
		text, _ := json.Marshal(deckOf(t, "01k 01p 01q 01t 02p 02q 02t", "", "02y", "")[:])
		options = `{"first":0,"deck":` + string(text) + `}`
	}
	pos, err := Game{}.Start(games.Setup{Game: Name, Seed: fmt.Sprint(n), Options: json.RawMessage(options)})
	if err != nil {
		t.Fatal(err)
	}
	return pos.(*position), rng.Derive(fmt.Sprint(n), "play")
}

// hiddenFrom is what a viewer may not know: the other hand but for what was shown,
// and the stock.
func hiddenFrom(p *position, viewer games.Seat) Set {
	hidden := SetOf(p.deck[p.next:]...)
	for i := range p.sides {
		if games.Seat(i) != viewer {
			hidden |= p.sides[i].hand &^ p.sides[i].shown
		}
	}
	return hidden
}

// No view, of the other seat or of a spectator, and no event names a card that the
// viewer may not know; both hands are open at the end.
func TestViewsHide(t *testing.T) {
	views, events := 0, 0
	for n := range 150 {
		p, r := random(t, n)
		for step := 0; ; step++ {
			over := p.phase == Over
			for _, viewer := range []games.Seat{0, 1, games.Spectator} {
				text, err := json.Marshal(p.View(viewer))
				if err != nil {
					t.Fatal(err)
				}
				views++
				if over {
					continue
				}
				for c := range hiddenFrom(p, viewer).All() {
					if strings.Contains(string(text), c.String()) {
						t.Fatalf("round %d, step %d: seat %d sees %s\n%s", n, step, viewer, c, text)
					}
				}
			}
			checkView(t, p)
			if over {
				break
			}
			list := p.Legal()
			hidden := hiddenFrom(p, games.Spectator)
			e, err := p.Apply(list[r.Intn(len(list))])
			if err != nil {
				t.Fatal(err)
			}
			// What the action itself brought into the open is no secret any more.
			hidden &= hiddenFrom(p, games.Spectator)
			text, _ := json.Marshal(e)
			for c := range hidden.All() {
				if p.phase != Over && strings.Contains(string(text), c.String()) {
					t.Fatalf("round %d, step %d: an event names %s\n%s", n, step, c, text)
				}
			}
			events += len(e)
		}
	}
	if views < 5000 || events < 5000 {
		t.Errorf("only %d views and %d events were looked at", views, events)
	}
}

// checkView checks what is and what is not in the views of a position.
func checkView(t *testing.T, p *position) {
	t.Helper()
	over := p.phase == Over
	for _, viewer := range []games.Seat{0, 1, games.Spectator, games.Everything} {
		v := p.View(viewer).(View)
		all := over || viewer == games.Everything
		for i := range v.Hands {
			if open := v.Hands[i] != nil; open != (all || viewer == games.Seat(i)) {
				t.Fatalf("seat %d sees hand %d: %v", viewer, i, open)
			}
			if v.Hands[i] != nil && len(v.Hands[i]) != v.HandCounts[i] {
				t.Fatalf("hand %d has %d cards, counted %d", i, len(v.Hands[i]), v.HandCounts[i])
			}
		}
		if (v.Stock != nil) != all {
			t.Fatalf("seat %d sees the stock: %v", viewer, v.Stock != nil)
		}
		mine := viewer == games.Everything || viewer == v.ToAct && !over
		if (v.Legal != nil) != (mine && !over) {
			t.Fatalf("seat %d sees what is legal: %v, to act %d", viewer, v.Legal, v.ToAct)
		}
		if secret := v.Phase == AskKung || v.Phase == AskPresident; secret && (v.Ask != nil) != mine {
			t.Fatalf("seat %d sees the months asked for", viewer)
		}
		if (v.Outcome != nil) != over {
			t.Fatalf("an outcome: %v", v.Outcome)
		}
		if all {
			n := len(v.Stock) + len(v.Floor) + len(v.Aside) + len(v.Hands[0]) + len(v.Hands[1])
			for _, d := range v.Sides {
				n += len(d.Captured.Kwang) + len(d.Captured.Yeol) + len(d.Captured.Tti) + len(d.Captured.Pi) + len(d.Held)
			}
			if v.Phase == AskTake {
				n++
			}
			if n != Cards {
				t.Fatalf("%d cards in the view of everything", n)
			}
		}
	}
}

// In every phase each action that is not legal is refused with a reason and changes
// nothing; what is legal is not refused.
func TestIllegalChangesNothing(t *testing.T) {
	notation := allActions()
	phases := map[Phase]int{}
	reasons := map[string]bool{}
	for n := range 60 {
		p, r := random(t, n)
		for {
			phases[p.phase]++
			legal := map[games.Action]bool{}
			for _, a := range p.Legal() {
				legal[a] = true
			}
			before, view := p.State, encoded(t, p)
			for _, a := range notation {
				if legal[a] {
					continue
				}
				events, err := p.Apply(a)
				illegal, ok := err.(*games.IllegalError)
				if !ok || illegal.Reason == "" || illegal.Action != a || events != nil {
					t.Fatalf("%s in phase %s: events %v, error %v", a, p.phase, events, err)
				}
				reasons[illegal.Reason] = true
			}
			if p.State != before || encoded(t, p) != view {
				t.Fatalf("refused actions changed the position in phase %s", p.phase)
			}
			if p.phase == Over {
				break
			}
			for a := range legal {
				q := *p
				if _, err := q.Apply(a); err != nil {
					t.Fatalf("%s is legal and refused: %v", a, err)
				}
			}
			list := p.Legal()
			if _, err := p.Apply(list[r.Intn(len(list))]); err != nil {
				t.Fatal(err)
			}
		}
	}
	for phase := AskPlay; phase <= Over; phase++ {
		if phases[phase] == 0 {
			t.Errorf("phase %s never came", phase)
		}
	}
	for _, reason := range []string{
		games.ReasonOver, ReasonNotAsked, ReasonNotInHand, ReasonNotOffered, ReasonNoThree, ReasonOnFloor,
		ReasonNotOneOnFloor, ReasonShaken, ReasonMayNotPass, ReasonMustPass,
		ReasonAsked + "president", ReasonAsked + "kung", ReasonAsked + "take", ReasonAsked + "gukjin", ReasonAsked + "go",
	} {
		if !reasons[reason] {
			t.Errorf("nothing was refused as %s", reason)
		}
		delete(reasons, reason)
	}
	if len(reasons) > 0 {
		t.Errorf("unknown reasons %v", reasons)
	}
}

// encoded is all that can be seen of a position, as JSON.
func encoded(t *testing.T, p *position) string {
	t.Helper()
	var all []any
	for viewer := games.Everything; viewer <= 1; viewer++ {
		all = append(all, p.View(viewer))
	}
	text, err := json.Marshal(append(all, p.Result(), p.Legal()))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A president or kung is a secret until it is declared, and a hold keeps it.
func TestPresidentHidden(t *testing.T) {
	p := start(t, deckOf(t, "01k 01p 01q 01t 02p 02q 02t", "", "02y", ""), `"first":0`)
	seen := func(viewer games.Seat) *Ask { return p.View(viewer).(View).Ask }
	equal(t, "own", seen(0).Months, []int{1})
	if seen(1) != nil || seen(games.Spectator) != nil {
		t.Error("the president's month is seen")
	}
	events := do(t, p, "0 president hold")
	equal(t, "hold", find(t, events, EventPresident, 0), `{"choice":"hold"}`)
	equal(t, "own kung", seen(0).Months, []int{2})
	if seen(1) != nil || seen(games.Spectator) != nil {
		t.Error("the kung's month is seen")
	}
}

// What is not the notation is refused as that, and what is comes back the same.
func FuzzNotation(f *testing.F) {
	for _, a := range allActions() {
		f.Add(string(a))
	}
	for _, text := range []string{"", " ", "play", "play ", "play  01k", "play 01k ", "PLAY 01k", "play 1k", "shake 0", "shake 13",
		"shake 01", "shake +1", "bomb -1", "kung", "kung  1", "go\n", "président hold", "gukjin", "take b4", "pass pass"} {
		f.Add(text)
	}
	known := map[string]bool{}
	for _, a := range allActions() {
		known[string(a)] = true
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, ok := ParseMove(games.Action(text))
		if ok != known[text] {
			t.Fatalf("%q: read %v, known %v", text, ok, known[text])
		}
		if ok && string(m.Action()) != text {
			t.Fatalf("%q comes back as %q", text, m.Action())
		}
		p := table{hand: "01p 02p", other: "03p", floor: "01k 01t"}.position(t)
		before := p.State
		_, err := p.Apply(games.Action(text))
		if !ok && (err == nil || err.(*games.IllegalError).Reason != games.ReasonNotation) || err != nil && p.State != before {
			t.Fatalf("%q: %v", text, err)
		}
	})
}
