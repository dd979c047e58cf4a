package yut

import (
	"math"
	"slices"
	"strings"
	"testing"

	"arcade/games"
	"arcade/games/gametest"
	"arcade/games/rng"
)

func begin(t testing.TB, seed string) *position {
	t.Helper()
	return gametest.Start(t, Game{}, seed, "").(*position)
}

// rig returns a run during its moves with the given pieces and hand, and no special nodes. Other pieces are
// at home.
func rig(t testing.TB, hand []Token, pieces ...Node) *position {
	t.Helper()
	p := begin(t, "rig")
	copy(p.pieces[:], pieces)
	p.hand, p.throwsLeft, p.moving, p.kinds = slices.Clone(hand), 0, true, [places]Kind{}
	return p
}

func do(t testing.TB, p *position, actions ...string) (events []games.Event) {
	t.Helper()
	for _, a := range actions {
		events = append(events, gametest.Play(t, p, games.Action(a))...)
	}
	return events
}

// kindsOf returns the kinds of events in order.
func kindsOf(events []games.Event) string {
	var list []string
	for _, e := range events {
		list = append(list, e.Fact.Kind())
	}
	return strings.Join(list, " ")
}

func view(p *position) View { return p.View(0).(View) }

func wantPieces(t testing.TB, p *position, want ...Node) {
	t.Helper()
	got, full := p.pieces, [Pieces]Node{}
	copy(full[:], want)
	slices.Sort(got[:])
	slices.Sort(full[:])
	if got != full {
		t.Errorf("pieces %v, want %v", got, full)
	}
}

func wantMoves(t testing.TB, p *position, want ...string) {
	t.Helper()
	var got []string
	for _, m := range view(p).Moves {
		got = append(got, string(m.Action)+" > "+m.To.String())
	}
	if !slices.Equal(got, want) {
		t.Errorf("moves %q, want %q", got, want)
	}
}

// The scenarios of section 11 of the spec, in its words.
func TestScenarios(t *testing.T) {
	type tokens = []Token
	for _, s := range []struct {
		name string
		run  func(t *testing.T)
	}{
		{"HOME에서 도(1) 사용 → O1", func(t *testing.T) {
			p := rig(t, tokens{Do, Do})
			do(t, p, "move do home")
			wantPieces(t, p, O1)
		}},
		{"HOME에서 모(5) 사용 → O5 (분기 선택 없음, 다음 이동에서 O5 출발 시 분기 가능)", func(t *testing.T) {
			p := rig(t, tokens{Mo, Do})
			wantMoves(t, p, "move do home > O1", "move mo home > O5")
			do(t, p, "move mo home")
			wantPieces(t, p, O5)
			wantMoves(t, p, "move do home > O1", "move do O5 O6 > O6", "move do O5 A1 > A1")
		}},
		{"O5에서 도(1) 사용 시: 바깥길 선택 → O6", func(t *testing.T) {
			p := rig(t, tokens{Do, Do}, O5)
			do(t, p, "move do O5 O6")
			wantPieces(t, p, 6)
		}},
		{"O5에서 도(1) 사용 시: 대각선 선택 → A1", func(t *testing.T) {
			p := rig(t, tokens{Do, Do}, O5)
			do(t, p, "move do O5 A1")
			wantPieces(t, p, A1)
		}},
		{"C에서 도(1) 사용 시: A3 선택 → A3", func(t *testing.T) {
			p := rig(t, tokens{Do, Do}, C)
			do(t, p, "move do C A3")
			wantPieces(t, p, A3)
		}},
		{"C에서 도(1) 사용 시: B3 선택 → B3", func(t *testing.T) {
			p := rig(t, tokens{Do, Do}, C)
			do(t, p, "move do C B3")
			wantPieces(t, p, B3)
		}},
		{"업기: 스택 X가 어떤 노드에 도착했을 때 다른 스택 Y가 있으면 자동 병합", func(t *testing.T) {
			p := rig(t, tokens{Gae, Do}, 6, 6, 8)
			if got := kindsOf(do(t, p, "move gae O6")); got != "move merge" {
				t.Errorf("events %s", got)
			}
			wantPieces(t, p, 8, 8, 8)
			do(t, p, "move do O8")
			wantPieces(t, p, 9, 9, 9)
		}},
		{"완주: O19에서 도(1) 사용 → O20 도착, 아직 완주 아님", func(t *testing.T) {
			p := rig(t, tokens{Do, Do}, 19)
			do(t, p, "move do O19")
			wantPieces(t, p, O20)
			if v := view(p); v.Finished != 0 || v.Ask != AskMove {
				t.Errorf("%+v", v)
			}
		}},
		{"완주: O20에 있고 도(1)을 사용해 한 칸 더 가려 하면 FINISHED (오버슛)", func(t *testing.T) {
			p := rig(t, tokens{Do, Do}, O20)
			do(t, p, "move do O20")
			wantPieces(t, p, Finished)
		}},
		{"완주: O19에서 개(2) 사용 → O20을 지나므로 즉시 FINISHED (오버슛)", func(t *testing.T) {
			p := rig(t, tokens{Gae, Do}, 19)
			do(t, p, "move gae O19")
			wantPieces(t, p, Finished)
		}},
		{"보상 후보 수: k=1 완주 → 3개 후보", func(t *testing.T) { reward(t, 1, 3) }},
		{"보상 후보 수: k=2 완주 → 2개 후보", func(t *testing.T) { reward(t, 2, 2) }},
		{"보상 후보 수: k=3 완주 → 1개 후보", func(t *testing.T) { reward(t, 3, 1) }},
		{"4-stick 샘플링: 4개 윷가락을 던져 backCount 계산 → 결과 매핑 확인", func(t *testing.T) {
			want := [Slots + 1]Token{0: Mo, 1: Do, 2: Gae, 3: Geol, 4: Yut}
			seen := map[Token]bool{}
			p := begin(t, "sampling")
			for range 500 {
				p.throwsLeft = 1
				do(t, p, "throw")
				backs := 0
				for _, b := range p.last.Backs {
					if b {
						backs++
					}
				}
				token := p.hand[len(p.hand)-1]
				if token != want[backs] || token.Steps() != map[int]int{0: 5, 1: 1, 2: 2, 3: 3, 4: 4}[backs] {
					t.Fatalf("%d backs are %v of %d steps", backs, token, token.Steps())
				}
				seen[token] = true
			}
			if len(seen) != Tokens {
				t.Errorf("only %v seen", seen)
			}
		}},
		{"4-stick 샘플링: 윷/모 결과 시 throwsRemaining 증가 확인", func(t *testing.T) {
			p := begin(t, "sampling")
			seen := map[Token]bool{}
			for range 500 {
				p.throwsLeft = 1
				do(t, p, "throw")
				again := 0
				if p.last.Token == Yut || p.last.Token == Mo {
					again = 1
				}
				if p.throwsLeft != again {
					t.Fatalf("%d throws left after a %v", p.throwsLeft, p.last.Token)
				}
				seen[p.last.Token] = true
			}
			if !seen[Yut] || !seen[Mo] {
				t.Errorf("only %v seen", seen)
			}
		}},
		{"특수 노드: STICK 노드 도착 → 새 윷가락 후보 1개 제공 → 교체", func(t *testing.T) {
			p := rig(t, tokens{Do, Do})
			p.kinds[O1] = Stick
			if got := kindsOf(do(t, p, "move do home")); got != "move stick_offer" {
				t.Errorf("events %s", got)
			}
			v := view(p)
			if v.Ask != AskStick || v.Offer == nil || v.Offer.ID == "plain" {
				t.Fatalf("%+v", v)
			}
			if got := kindsOf(do(t, p, "stick 3")); got != "stick_take" {
				t.Errorf("events %s", got)
			}
			after := view(p)
			if after.Ask != AskMove || after.Sticks[2].ID != v.Offer.ID || !after.Sticks[2].Special || after.Sticks[0].ID != "plain" || after.Odds != v.Offer.Odds[2] {
				t.Errorf("%+v", after)
			}
		}},
		{"특수 노드: STICK 노드 도착 → 새 윷가락 후보 1개 제공 → 폐기", func(t *testing.T) {
			p := rig(t, tokens{Do, Do})
			p.kinds[O1] = Stick
			before := view(p).Sticks
			do(t, p, "move do home", "stick discard")
			if v := view(p); v.Ask != AskMove || !slices.EqualFunc(v.Sticks[:], before[:], func(a, b Carried) bool { return a.ID == b.ID }) {
				t.Errorf("%+v", v)
			}
		}},
		{"특수 노드: REFRESH 노드 도착 → 특수 노드 재배치 즉시 적용", func(t *testing.T) {
			p := begin(t, "refresh")
			at := view(p).Special[slices.IndexFunc(view(p).Special, func(s Special) bool { return s.Kind == Refresh })].Node
			before := view(p).Special
			p.throwsLeft, p.moving, p.hand = 0, true, tokens{Do, Do}
			from := at - 1
			if at == A1 || at == B1 {
				t.Fatal("another seed, please")
			}
			p.pieces[0] = from
			events := do(t, p, string(act{verb: doMove, token: Do, from: from}.action()))
			if kindsOf(events) != "move refresh" || slices.Equal(view(p).Special, before) || !slices.Equal(events[1].Fact.(EventRefresh).After, view(p).Special) {
				t.Errorf("%v from %v to %v", events, before, view(p).Special)
			}
		}},
		{"특수 노드: 이동 도중 특수 노드 \"지나가기\"는 트리거 안 됨", func(t *testing.T) {
			p := rig(t, tokens{Geol, Do})
			p.kinds[1], p.kinds[2], p.kinds[4] = Stick, Refresh, Stick
			kinds := p.kinds
			if got := kindsOf(do(t, p, "move geol home")); got != "move" || p.kinds != kinds || p.ask() != AskMove {
				t.Errorf("events %s", got)
			}
		}},
		{"특수 노드: REFRESH 후 이미 서 있던 말은 특수 노드가 되어도 트리거 안 됨", func(t *testing.T) {
			under := 0
			for i := range 40 {
				p := rig(t, tokens{Do, Do}, 2, 8, 12)
				p.boardSource = *rng.Derive("under "+string(rune('a'+i)), "yut/board")
				p.kinds[3] = Refresh
				if got := kindsOf(do(t, p, "move do O2")); got != "move refresh" || p.ask() != AskMove {
					t.Fatalf("events %s, asks %s", got, p.ask())
				}
				for _, n := range []Node{3, 8, 12} {
					if p.kinds[n] != Normal {
						under++
					}
				}
			}
			if under == 0 {
				t.Error("no special node ever came under a piece")
			}
		}},
	} {
		t.Run(s.name, s.run)
	}
}

// reward finishes k pieces at once and wants n relics offered.
func reward(t *testing.T, k, n int) {
	t.Helper()
	p := rig(t, []Token{Do, Do}, slices.Repeat([]Node{O20}, k)...)
	events := do(t, p, "move do O20")
	v := view(p)
	if kindsOf(events) != "move finish relic_offer" || v.Ask != AskRelic || len(v.Reward.Relics) != n || v.Reward.Pieces != k || len(p.Legal()) != n {
		t.Fatalf("%v: %+v", events, v)
	}
	ids := slices.Clone(v.Reward.Relics)
	slices.Sort(ids)
	if len(slices.Compact(ids)) != n {
		t.Errorf("twice the same among %v", v.Reward.Relics)
	}
	do(t, p, "relic 1")
	if after := view(p); len(after.Relics) != 1 || after.Relics[0].ID != v.Reward.Relics[0] || after.Reward != nil {
		t.Errorf("%+v", after)
	}
}

// A piece that passes C goes straight on, from either side. A piece that passes O5 or O10 stays outside.
// O15 is not a fork. A and B end at their last nodes.
func TestWays(t *testing.T) {
	for _, tt := range []struct {
		from, first string
		steps       int
		path        string
	}{
		{"A1", "", 5, "A2 C A3 A4 O15"},
		{"A2", "", 2, "C A3"},
		{"B2", "", 2, "C B3"},
		{"B1", "", 5, "B2 C B3 B4 O20"},
		{"B1", "", 6, "B2 C B3 B4 O20 finished"},
		{"O5", "A1", 5, "A1 A2 C A3 A4"},
		{"O10", "B1", 5, "B1 B2 C B3 B4"},
		{"O5", "O6", 5, "O6 O7 O8 O9 O10"},
		{"O10", "O11", 1, "O11"},
		{"C", "A3", 5, "A3 A4 O15 O16 O17"},
		{"C", "B3", 5, "B3 B4 O20 finished"},
		{"O4", "", 3, "O5 O6 O7"},
		{"O9", "", 3, "O10 O11 O12"},
		{"A2", "", 1, "C"},
		{"B2", "", 1, "C"},
		{"A4", "", 2, "O15 O16"},
		{"O15", "", 2, "O16 O17"},
		{"home", "", 5, "O1 O2 O3 O4 O5"},
		{"O20", "", 1, "finished"},
		{"O20", "", 5, "finished"},
	} {
		from, _ := parseNode(tt.from)
		first := Home
		if tt.first != "" {
			first, _ = parseNode(tt.first)
		}
		var path []string
		for _, n := range walk(nil, from, way(from, first), tt.steps) {
			path = append(path, n.String())
		}
		if got := strings.Join(path, " "); got != tt.path {
			t.Errorf("%d from %s by %q: %s, want %s", tt.steps, tt.from, tt.first, got, tt.path)
		}
		if got := landing(from, way(from, first), tt.steps).String(); got != path[len(path)-1] {
			t.Errorf("%d from %s by %q ends at %s", tt.steps, tt.from, tt.first, got)
		}
	}
}

// The drawing has exactly the ways' steps as edges.
func TestEdges(t *testing.T) {
	walked := map[Edge]bool{}
	for from := Home; from <= Nodes; from++ {
		for way := range 2 {
			prev := from
			for _, n := range walk(nil, from, way, longest) {
				if prev.onBoard() && n.onBoard() {
					walked[Edge{prev, n}] = true
				}
				prev = n
			}
			if prev != Finished {
				t.Errorf("%v does not lead to the end in %d steps", from, longest)
			}
		}
	}
	edges := Edges()
	for _, e := range edges {
		if !walked[e] {
			t.Errorf("nobody walks %v", e)
		}
	}
	if len(edges) != 31 || len(walked) != len(edges) {
		t.Errorf("%d edges, %d are walked", len(edges), len(walked))
	}
	for n := Home; n <= Finished; n++ {
		if back, ok := parseNode(n.String()); !ok || back != n {
			t.Errorf("%d is %s is %d", n, n, back)
		}
		if want := map[Node][2]Node{O5: {6, A1}, O10: {11, B1}, C: {A3, B3}}[n]; fork[n] != want {
			t.Errorf("ways of %v: %v", n, fork[n])
		}
	}
}

// Only landing triggers a node: a stack that merges on a STICK node gets one offer.
func TestMergeOnSpecial(t *testing.T) {
	p := rig(t, []Token{Gae, Gae}, 1, 1, 3)
	p.kinds[3] = Stick
	if got := kindsOf(do(t, p, "move gae O1")); got != "move merge stick_offer" {
		t.Errorf("events %s", got)
	}
	if got := kindsOf(do(t, p, "stick discard")); got != "stick_discard" || p.ask() != AskMove {
		t.Errorf("events %s, then asks %s", got, p.ask())
	}
	wantPieces(t, p, 3, 3, 3)
	// The fork under it never becomes special.
	for i := range 200 {
		p.boardSource = *rng.Derive(string(rune('0'+i)), "")
		p.dealBoard()
		counts := map[Kind]int{}
		for _, s := range p.special() {
			counts[s.Kind]++
		}
		if p.kinds[O5]+p.kinds[O10]+p.kinds[C]+p.kinds[Home]+p.kinds[Finished] != 0 || counts[Stick] != 8 || counts[Refresh] != 2 {
			t.Fatalf("%v", p.special())
		}
	}
}

// The lowest piece leaves home first, and one at a time.
func TestHome(t *testing.T) {
	p := rig(t, []Token{Do, Gae, Geol})
	do(t, p, "move gae home")
	if p.pieces != [Pieces]Node{2} {
		t.Errorf("%v", p.pieces)
	}
	do(t, p, "move do home")
	if p.pieces != [Pieces]Node{2, 1} {
		t.Errorf("%v", p.pieces)
	}
	if v := view(p); v.Home != 2 || len(v.Stacks) != 2 || v.Stacks[0] != (Stack{1, 1}) || v.Stacks[1] != (Stack{2, 1}) {
		t.Errorf("%+v", v)
	}
}

// A turn: throws first, start only after them, then the hand, then the next turn.
func TestTurn(t *testing.T) {
	p := begin(t, "turn")
	refused := func(a, reason string) {
		t.Helper()
		if _, err := p.Apply(games.Action(a)); err == nil || !strings.HasSuffix(err.Error(), ": "+reason) {
			t.Errorf("%s: %v, want %s", a, err, reason)
		}
	}
	refused("start", ReasonThrowsLeft)
	refused("move do home", ReasonNotAsked)
	for p.throwsLeft > 0 {
		do(t, p, "throw")
	}
	refused("throw", ReasonNoThrow)
	refused("move "+p.hand[0].String()+" home", ReasonNotAsked)
	if got := kindsOf(do(t, p, "start")); got != "start" {
		t.Errorf("events %s", got)
	}
	refused("start", ReasonNotAsked)
	refused("throw", ReasonNoThrow)
	p.hand, p.kinds = []Token{Gae, Do}, [places]Kind{}
	refused("move mo home", ReasonNoToken)
	refused("move do O7", ReasonNoPiece)
	refused("move do home O1", ReasonWay)
	refused("stick 1", ReasonNotAsked)
	refused("stick discard", ReasonNotAsked)
	refused("relic 1", ReasonNotAsked)
	p.pieces[0] = O5
	refused("move do O5", ReasonWay)
	refused("move do O5 B1", ReasonWay)
	if got := kindsOf(do(t, p, "move do home", "move gae home")); got != "move move turn" {
		t.Errorf("events %s", got)
	}
	if v := view(p); v.Turn != 2 || v.ThrowsLeft != 1 || len(v.Hand) != 0 || v.Ask != AskThrow || v.Moving {
		t.Errorf("%+v", v)
	}
}

// A reward interrupts the moves. The rest of the hand follows.
func TestReward(t *testing.T) {
	p := rig(t, []Token{Do, Do}, O20, O20)
	do(t, p, "move do O20")
	for _, a := range []string{"move do home", "throw", "start", "stick 1"} {
		if _, err := p.Apply(games.Action(a)); err == nil {
			t.Errorf("%s while a reward is asked", a)
		}
	}
	if _, err := p.Apply("relic 3"); err == nil || !strings.HasSuffix(err.Error(), ReasonNoRelic) {
		t.Errorf("relic 3 of 2: %v", err)
	}
	p.reward[0] = uint8(plainRelic(t))
	do(t, p, "relic 1")
	if v := view(p); v.Ask != AskMove || len(v.Hand) != 1 {
		t.Errorf("%+v", v)
	}
	// A relic that the run has is never offered.
	for i := range 200 {
		p.relicSource = *rng.Derive(string(rune('0'+i)), "")
		p.offerRelics(1)
		if slices.Contains(p.reward[:p.rewards], p.relics[0].index) {
			t.Fatal("offers what the run has")
		}
	}
}

// plainRelic returns a relic without an effect on taking it.
func plainRelic(t testing.TB) int {
	i := slices.IndexFunc(library.relicRules, func(r rules) bool { return r.when>>OnTake&1 == 0 })
	if i < 0 {
		t.Fatal("every relic acts when it is taken")
	}
	return i
}

// The fourth piece ends the run at once, whatever is in the hand, and without an offer.
func TestEnd(t *testing.T) {
	p := rig(t, []Token{Do, Mo, Gae}, Finished, Finished, O20, O20)
	p.turn, p.throws = 9, 14
	if got := kindsOf(do(t, p, "move do O20")); got != "move finish end" {
		t.Errorf("events %s", got)
	}
	v := view(p)
	if v.Ask != Over || v.Turn != 9 || len(v.Hand) != 0 || p.ToAct() != games.Nobody || len(p.Legal()) != 0 || v.Reward != nil {
		t.Errorf("%+v", v)
	}
	r := p.Result()
	if r.Reason != games.Finished || r.Winner != games.Nobody || r.Fields.(facts).Turns != 9 || r.Fields.(facts).Throws != 14 || r.Fields.(facts).Finished != 4 {
		t.Errorf("%+v", r)
	}
	for _, a := range []games.Action{"throw", "start", "move mo home", "x"} {
		if _, err := p.Apply(a); err == nil || !strings.HasSuffix(err.Error(), games.ReasonOver) {
			t.Errorf("%s after the end: %v", a, err)
		}
	}
}

// A million throws of plain sticks follow the binomial law, and each draws one number. Stick i has its own
// 16 bits of it.
func TestThrowFrequencies(t *testing.T) {
	const n = 1_000_000
	p := begin(t, "frequencies")
	src := rng.Derive("frequencies", "yut/throws")
	var counts [Tokens + 1]int
	for range n {
		p.throwsLeft, p.hand = 1, p.hand[:0]
		p.throw()
		counts[p.last.Token]++
		v := src.Uint64()
		for i, back := range p.last.Backs {
			if back != (uint16(v>>(16*i)) < 1<<15) {
				t.Fatalf("stick %d of %x: back %v", i, v, back)
			}
		}
	}
	for token, parts := range []float64{Do: 4, Gae: 6, Geol: 4, Yut: 1, Mo: 1} {
		share := parts / 16
		if away := (float64(counts[token]) - n*share) / math.Sqrt(n*share*(1-share)); math.Abs(away) > 4 {
			t.Errorf("%v came %d times, %.1f standard errors away", Token(token), counts[token], away)
		}
	}
	if got := view(p).Odds; got != plainOdds {
		t.Errorf("odds %v", got)
	}
}

// The shown odds are the odds of the throws, with chances and raises of effects.
func TestOdds(t *testing.T) {
	const n = 200_000
	for _, id := range []string{"steady", "lucky", "thunder"} {
		p := begin(t, "odds")
		p.put(2, uint8(library.stick(id)))
		odds := view(p).Odds
		sum, counts := 0.0, [Tokens]int{}
		for range n {
			for i := range p.sticks {
				p.sticks[i].used = [maxEffects]uint8{}
			}
			p.throwsLeft, p.hand = 1, p.hand[:0]
			p.throw()
			counts[p.last.Token-1]++
		}
		for i, share := range odds {
			sum += share
			if away := math.Abs(float64(counts[i]) - n*share); away > 5*math.Sqrt(n*share*(1-share)) {
				t.Errorf("%s: %v came %d times of %d, odds %v", id, Token(i+1), counts[i], n, share)
			}
		}
		if math.Abs(sum-1) > 1e-12 || odds == plainOdds {
			t.Errorf("%s: odds %v", id, odds)
		}
	}
}
