package yut

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"arcade/games"
)

// The content has the required numbers of entries, and the owner's own names.
func TestContent(t *testing.T) {
	if n := len(library.Sticks) - 1; n < 12 {
		t.Errorf("%d special sticks", n)
	}
	if n := len(library.Relics); n < 12 {
		t.Errorf("%d relics", n)
	}
	var names []string
	for _, e := range library.Sticks {
		names = append(names, e.Name.In("ko"))
		if got, ok := FindStick(e.ID); !ok || got.Text != e.Text {
			t.Errorf("stick %s is not found", e.ID)
		}
	}
	for _, e := range library.Relics {
		names = append(names, e.Name.In("ko"))
		if got, ok := FindRelic(e.ID); !ok || got.Text != e.Text {
			t.Errorf("relic %s is not found", e.ID)
		}
	}
	for _, name := range []string{"기본 윷가락", "행운 윷가락", "신속의 부적", "행운의 말발굽", "중앙 지름길"} {
		if !slices.Contains(names, name) {
			t.Errorf("there is no %s", name)
		}
	}
	slices.Sort(names)
	if n := len(slices.Compact(slices.Clone(names))); n != len(names) {
		t.Errorf("two of %q have the same name", names)
	}
	if _, ok := FindStick("no-such"); ok {
		t.Error("finds what there is not")
	}
	if _, ok := FindRelic("plain"); ok {
		t.Error("a stick is no relic")
	}
	if got := library.Sticks[0].Name; got.In("en") != "Plain Stick" || got.In("fr") != "Plain Stick" || library.Sticks[0].Back != 50 {
		t.Errorf("a run starts with %+v", library.Sticks[0])
	}
}

// No four sticks with all relics throw for ever: effects without a limit in a turn add less than one throw
// per throw on average.
func TestThrowsEnd(t *testing.T) {
	s := begin(t, "").state
	worst, at := 0.0, [Slots]uint8{}
	n := uint8(len(library.Sticks))
	for a := range n {
		for b := a; b < n; b++ {
			for c := b; c < n; c++ {
				for d := c; d < n; d++ {
					s.sticks = [Slots]held{{index: a}, {index: b}, {index: c}, {index: d}}
					s.derive()
					if v := againOnAverage(s); v > worst {
						worst, at = v, [Slots]uint8{a, b, c, d}
					}
				}
			}
		}
	}
	// The relics add their most; none may give throws without a limit.
	for i, r := range library.relicRules {
		for _, e := range r.list[:r.n] {
			if e.when == OnThrow && e.throws > 0 && e.limit == 0 {
				t.Errorf("relic %s throws again without a limit", library.Relics[i].ID)
			}
		}
	}
	if worst >= 0.8 {
		t.Errorf("sticks %v: %.2f more throws by each", at, worst)
	}
	if worst < 0.125 {
		t.Errorf("%.3f is less than with plain sticks", worst)
	}
}

// againOnAverage returns the average number of further throws per throw, by its token and by effects
// without a limit, with every relic's raise of the chances added.
func againOnAverage(s state) (sum float64) {
	more := 0
	for _, r := range library.relicRules {
		for _, e := range r.list[:r.n] {
			more += int(e.back)
		}
	}
	for i := range s.back {
		s.back[i] = min(s.back[i]+more, maxBack)
	}
	s.falls(func(backs [Slots]bool, thrown Token, p float64) {
		s.last.Backs = backs
		if s.raised(thrown).again() {
			sum += p
		}
		m := s.throwMoment(thrown)
		s.each(&m, func(_, _ int, r *rule) {
			if r.limit == 0 {
				sum += p * float64(r.throws)
			}
		})
	})
	return sum
}

// minimal is the smallest valid file. Tests damage it.
const minimal = `{"sticks":[` +
	`{"id":"plain","back":50,"name":{"ko":"기본","en":"Plain"},"text":{"ko":"말","en":"text"}},` +
	`{"id":"s","back":60,"name":{"ko":"가락","en":"S"},"text":{"ko":"말","en":"text"},"effects":[{"when":"throw","face":"back","tokens":["do"],"throws":1,"limit":1}]}],"relics":[` +
	`{"id":"r1","name":{"ko":"유물","en":"R"},"text":{"ko":"말","en":"text"},"effects":[{"when":"land","at":["C"],"token":"do"}]},` +
	`{"id":"r2","name":{"ko":"유물","en":"R"},"text":{"ko":"말","en":"text"},"effects":[{"when":"turn","every":3,"offers":1}]},` +
	`{"id":"r3","name":{"ko":"유물","en":"R"},"text":{"ko":"말","en":"text"},"effects":[{"when":"move","from":["home"],"steps":1}]},` +
	`{"id":"r4","name":{"ko":"유물","en":"R"},"text":{"ko":"말","en":"text"},"effects":[{"when":"always","back":5}]},` +
	`{"id":"r5","name":{"ko":"유물","en":"R"},"text":{"ko":"말","en":"text"},"effects":[{"when":"take","token":"mo"},{"when":"finish","throws":1}]}]}`

func TestContentRefuses(t *testing.T) {
	if _, err := readContent([]byte(minimal)); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ old, new, want string }{
		{`{"sticks"`, `["sticks"`, "not JSON"},
		{`"back":60`, `"back":60,"weight":3`, "unknown field"},
		{`"back":60`, `"back":60,"back":60`, `"back" is given twice`},
		{`"back":60`, `"back":9`, `stick 2 ("s"): back is 9`},
		{`"back":60`, `"back":91`, `stick 2 ("s"): back is 91`},
		{`"id":"s"`, `"id":"plain"`, `stick 2 ("plain"): the id is given twice`},
		{`"id":"r1"`, `"id":"s"`, `relic 1 ("s"): the id is given twice`},
		{`"id":"s"`, `"id":"S"`, `stick 2 ("S"): the id is not`},
		{`"id":"s"`, `"id":"s-"`, `stick 2 ("s-"): the id is not`},
		{`"id":"s"`, `"id":""`, `stick 2 (""): the id is not`},
		{`"ko":"가락"`, `"ko":""`, `stick 2 ("s"): name.ko has 0`},
		{`"en":"S"`, `"en":"` + strings.Repeat("x", 25) + `"`, `stick 2 ("s"): name.en has 25`},
		{`"en":"Plain"},"text":{"ko":"말"`, `"en":"Plain"},"text":{"ko":"` + strings.Repeat("말", 81) + `"`, `stick 1 ("plain"): text.ko has 81`},
		{`"back":50`, `"back":50,"effects":[{"when":"always","back":5}]`, "the plain one"},
		{`[{"when":"land","at":["C"],"token":"do"}]`, `[]`, `relic 1 ("r1"): it has no effect`},
		{`"when":"land"`, `"when":"landing"`, "is no moment"},
		{`"at":["C"]`, `"at":["O21"]`, "is no node"},
		{`"at":["C"]`, `"at":["home"]`, `relic 1 ("r1"): effect 1: at: "home"`},
		{`"from":["home"]`, `"from":["finished"]`, `relic 3 ("r3"): effect 1: from: no move`},
		{`"tokens":["do"]`, `"tokens":["back-do"]`, "is no token"},
		{`"face":"back"`, `"face":"edge"`, `stick 2 ("s"): effect 1: face is "edge"`},
		{`"at":["C"]`, `"face":"back"`, `relic 1 ("r1"): effect 1: face does not go with "land"`},
		{`{"when":"land","at":["C"],"token":"do"}`, `{"when":"throw","face":"back","throws":1}`, `relic 1 ("r1"): effect 1: face is for sticks`},
		{`"every":3`, `"every":1`, `relic 2 ("r2"): effect 1: every is 1`},
		{`"every":3`, `"every":-3`, `relic 2 ("r2"): effect 1: every is -3`},
		{`"every":3`, `"limit":3`, `limit does not go with "turn"`},
		{`"steps":1`, `"steps":4`, `relic 3 ("r3"): effect 1: steps is 4`},
		{`"steps":1`, `"steps":-1`, `steps is -1`},
		{`"steps":1`, `"throws":1`, `throws does not go with "move"`},
		{`"steps":1`, `"limit":1`, `relic 3 ("r3"): effect 1: it does nothing`},
		{`"throws":1,"limit":1`, `"throws":1,"limit":300`, `limit is 300`},
		{`"back":5}`, `"back":50}`, `relic 4 ("r4"): effect 1: back is 50`},
		{`{"when":"take","token":"mo"}`, `{"when":"take","token":"mo"},{"when":"take","token":"do"}`, `relic 5 ("r5"): 3 effects`},
		{`{"id":"r4"`, `{"id":"r4","name":{"ko":"유물","en":"R"},"text":{"ko":"말","en":"text"},"effects":[{"when":"finish","stack":1,"throws":1}]},{"id":"r6"`, `stack is 1`},
	} {
		data := strings.Replace(minimal, tt.old, tt.new, 1)
		if data == minimal {
			t.Fatalf("%q is not in the file", tt.old)
		}
		if _, err := readContent([]byte(data)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s for %s: %v, want %s", tt.new, tt.old, err, tt.want)
		}
	}
	var file struct{ Sticks, Relics []json.RawMessage }
	if err := json.Unmarshal([]byte(minimal), &file); err != nil {
		t.Fatal(err)
	}
	file.Relics = file.Relics[:4]
	few, _ := json.Marshal(map[string]any{"sticks": file.Sticks, "relics": file.Relics})
	if _, err := readContent(few); err == nil || !strings.Contains(err.Error(), "4 relics") {
		t.Errorf("four relics: %v", err)
	}
	few, _ = json.Marshal(map[string]any{"sticks": file.Sticks[:1], "relics": file.Relics})
	if _, err := readContent(few); err == nil || !strings.Contains(err.Error(), "1 sticks") {
		t.Errorf("one stick: %v", err)
	}
}

// with returns a run whose content has one relic (or, in slot 1, one stick) with the given effects, at the
// start of its moves.
func with(t *testing.T, effects string, stick bool, hand []Token, pieces ...Node) *position {
	t.Helper()
	file := minimal
	old := `{"id":"r5"`
	if stick {
		old = `{"id":"s"`
	}
	entry := `{"id":"x","name":{"ko":"가","en":"X"},"text":{"ko":"가","en":"X"},"effects":` + effects
	if stick {
		entry += `,"back":50`
	}
	lib, err := readContent([]byte(strings.Replace(file, old, entry+`},`+old, 1)))
	if err != nil {
		t.Fatal(err)
	}
	p := &position{newRun(lib, "effects")}
	copy(p.pieces[:], pieces)
	p.hand, p.throwsLeft, p.moving, p.kinds = slices.Clone(hand), 0, true, [places]Kind{}
	if stick {
		p.put(1, uint8(lib.stick("x")))
	} else {
		p.give(uint8(lib.relic("x")))
	}
	return p
}

// Every result of effects, under every condition.
func TestEffects(t *testing.T) {
	type tokens = []Token
	t.Run("steps by token and limit", func(t *testing.T) {
		p := with(t, `[{"when":"move","tokens":["do"],"limit":1,"steps":2}]`, false, tokens{Do, Do, Gae})
		wantMoves(t, p, "move do home > O3", "move gae home > O2")
		events := do(t, p, "move do home")
		if kindsOf(events) != "effect move" || events[0].Fact != (EventEffect{ID: "x", Source: "relic", Steps: 2}) || events[1].Fact.(EventMove).Steps != 3 {
			t.Errorf("%v", events)
		}
		wantPieces(t, p, 3)
		wantMoves(t, p, "move do home > O1", "move do O3 > O4", "move gae home > O2", "move gae O3 > O5")
		if got := view(p).Relics[0].Used; !slices.Equal(got, []int{1}) {
			t.Errorf("used %v", got)
		}
		do(t, p, "move do home", "move gae home")
		if got := view(p).Relics[0].Used; !slices.Equal(got, []int{0}) {
			t.Errorf("used in the next turn: %v", got)
		}
	})
	t.Run("steps by place and stack", func(t *testing.T) {
		p := with(t, `[{"when":"move","from":["O2"],"stack":2,"steps":1}]`, false, tokens{Do, Do}, 2)
		wantMoves(t, p, "move do home > O1", "move do O2 > O3")
		p.pieces[1] = 2
		wantMoves(t, p, "move do home > O1", "move do O2 > O4")
	})
	t.Run("a merge throws while moving", func(t *testing.T) {
		p := with(t, `[{"when":"land","merged":true,"throws":1}]`, false, tokens{Do, Do}, 1)
		if got := kindsOf(do(t, p, "move do home")); got != "move merge effect" {
			t.Errorf("events %s", got)
		}
		if v := view(p); v.Ask != AskThrow || !v.Moving || v.ThrowsLeft != 1 {
			t.Fatalf("%+v", v)
		}
		if _, err := p.Apply("start"); err == nil {
			t.Error("starts twice")
		}
		for p.throwsLeft > 0 {
			do(t, p, "throw")
		}
		if v := view(p); v.Ask != AskMove || len(v.Hand) < 2 {
			t.Errorf("%+v", v)
		}
	})
	t.Run("the last token wins a throw", func(t *testing.T) {
		p := with(t, `[{"when":"land","at":["O1"],"throws":1}]`, false, tokens{Do})
		do(t, p, "move do home")
		if v := view(p); v.Ask != AskThrow || v.Turn != 1 {
			t.Errorf("%+v", v)
		}
	})
	t.Run("a token on a kind of node, offers first", func(t *testing.T) {
		p := with(t, `[{"when":"land","on":["stick"],"token":"mo","offers":1}]`, false, tokens{Do})
		p.kinds[1] = Stick
		if got := kindsOf(do(t, p, "move do home")); got != "move effect stick_offer" {
			t.Errorf("events %s", got)
		}
		if got := kindsOf(do(t, p, "stick discard")); got != "stick_discard stick_offer" {
			t.Errorf("the second offer: %s", got)
		}
		do(t, p, "stick 4")
		if v := view(p); v.Ask != AskMove || !slices.Equal(v.Hand, tokens{Mo}) || v.Turn != 1 {
			t.Errorf("%+v", v)
		}
	})
	t.Run("a finish throws, after the reward", func(t *testing.T) {
		p := with(t, `[{"when":"finish","throws":1}]`, false, tokens{Do}, O20)
		if got := kindsOf(do(t, p, "move do O20")); got != "move finish effect relic_offer" {
			t.Errorf("events %s", got)
		}
		p.reward[0] = uint8(p.lib.relic("r1"))
		do(t, p, "relic 1")
		if v := view(p); v.Ask != AskThrow || v.Turn != 1 {
			t.Errorf("%+v", v)
		}
	})
	t.Run("every third turn", func(t *testing.T) {
		p := with(t, `[{"when":"turn","every":3,"throws":1,"token":"gae"}]`, false, tokens{Do})
		do(t, p, "move do home")
		if p.turn != 2 || p.throwsLeft != 1 || len(p.hand) != 0 {
			t.Errorf("turn %d, %d throws, hand %v", p.turn, p.throwsLeft, p.hand)
		}
		p.throwsLeft, p.moving, p.hand, p.kinds = 0, true, tokens{Do}, [places]Kind{}
		if got := kindsOf(do(t, p, "move do home")); got != "move merge turn effect" {
			t.Errorf("events %s", got)
		}
		if p.turn != 3 || p.throwsLeft != 2 || !slices.Equal(p.hand, tokens{Gae}) {
			t.Errorf("turn %d, %d throws, hand %v", p.turn, p.throwsLeft, p.hand)
		}
	})
	t.Run("once, when taken", func(t *testing.T) {
		p := with(t, `[{"when":"take","token":"mo","throws":2,"offers":1}]`, false, tokens{Do})
		p.settle()
		if v := view(p); v.Ask != AskStick || v.ThrowsLeft != 2 || !slices.Equal(v.Hand, tokens{Do, Mo}) {
			t.Errorf("%+v", v)
		}
	})
	t.Run("chances of all sticks", func(t *testing.T) {
		p := with(t, `[{"when":"always","back":20}]`, false, tokens{Do})
		for _, s := range view(p).Sticks {
			if s.Back != 70 {
				t.Errorf("%+v", s)
			}
		}
	})
	t.Run("raise, and the raised token throws again", func(t *testing.T) {
		p := with(t, `[{"when":"throw","tokens":["do","gae","geol"],"raise":3}]`, false, nil)
		if o := view(p).Odds; o[Do-1]+o[Gae-1]+o[Geol-1] != 0 || o[Yut-1] != 5./16 {
			t.Errorf("odds %v", o)
		}
		p.throwsLeft = 1
		events := do(t, p, "throw")
		if p.last.Thrown > Geol || kindsOf(events) != "throw effect" {
			t.Fatalf("%v: another seed, please", events)
		}
		if want := min(p.last.Thrown+3, Mo); p.last.Token != want || p.throwsLeft != 1 || !slices.Equal(p.hand, tokens{want}) {
			t.Errorf("%+v, %d throws left", p.last, p.throwsLeft)
		}
	})
	t.Run("a stick looks at its own face", func(t *testing.T) {
		for _, face := range []string{"back", "front"} {
			p := with(t, `[{"when":"throw","face":"`+face+`","token":"mo"}]`, true, nil)
			seen := 0
			for range 200 {
				p.throwsLeft, p.hand = 1, nil
				p.throw()
				acted := len(p.hand) == 2
				if acted != (p.last.Backs[0] == (face == "back")) {
					t.Fatalf("%s: %+v, hand %v", face, p.last, p.hand)
				}
				if acted {
					seen++
				}
			}
			if seen < 50 || seen > 150 {
				t.Errorf("%s acted %d times", face, seen)
			}
		}
	})
}

// A relic held from the start changes the thoughtful policy's mean number of turns by 0.1 to 2.0;
// docs/notation/yut.md has the figures of 100,000 runs. A stick must help, too.
func TestEveryEntryMatters(t *testing.T) {
	const n = 1000
	sim, err := NewSimulation(Thoughtful, "matters")
	if err != nil {
		t.Fatal(err)
	}
	ids := Carriables()
	_, changes := sim.Compare(ids, 0, n)
	for i, id := range ids {
		mean, stdErr := changes[i].Mean()
		if changes[i].Games != n || mean > -0.1+4*stdErr || mean < -2-4*stdErr || mean > -stdErr {
			t.Errorf("%s changes the mean by %+.3f ± %.3f turns", id, mean, stdErr)
		}
	}
}

var _ games.Recorder = Game{}
