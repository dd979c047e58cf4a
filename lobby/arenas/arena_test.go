package arenas

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"arcade/games"
	"arcade/internal/chance"
	"arcade/internal/race"
)

// town is a house in which everybody is present, except the players in away.
type town struct {
	away    map[string]bool
	nets    map[string]string
	ratings map[string]float64
	next    int
}

func (h *town) Here(id string) bool      { return !h.away[id] }
func (h *town) Network(id string) string { return h.nets[id] }
func (h *town) Rating(id string) float64 { return h.ratings[id] }
func (h *town) NewMatch() string         { h.next++; return fmt.Sprintf("m%05d", h.next) }
func (h *town) Uncounted(a, b string) string {
	if h.nets[a] != "" && h.nets[a] == h.nets[b] {
		return OneNetwork
	}
	return ""
}

// hall has an arena with its log.
type hall struct {
	t    testing.TB
	s    *State
	log  []Entry
	town *town
	now  int64
}

var hour = Terms{ID: "20260105-2000-othello", Game: "othello", Control: "3+2", Start: 1_000_000, End: 1_000_000 + 3_600_000, Quick: 30}

func newHall(t testing.TB, terms Terms) *hall {
	return &hall{t: t, s: New(terms), town: &town{away: map[string]bool{}, nets: map[string]string{}, ratings: map[string]float64{}}, now: terms.Start}
}

func (h *hall) do(c Command) []Entry {
	h.t.Helper()
	list, err := h.s.Apply(c, h.now)
	if err != nil {
		h.t.Fatalf("%T: %v", c, err)
	}
	for _, e := range list {
		if err := h.s.Add(e); err != nil {
			h.t.Fatal(err)
		}
		h.log = append(h.log, e)
	}
	return list
}

func (h *hall) enter(ids ...string) {
	for _, id := range ids {
		h.do(Enter{Who{ID: id}})
	}
}

// beat lets ms pass and runs a beat.
func (h *hall) beat(ms int64) []Entry {
	h.now += ms
	return h.do(Beat{h.town})
}

// sits seats all players and begins all matches.
func (h *hall) sits() {
	for _, g := range h.s.games() {
		for _, id := range g.Seats {
			if !g.Live && !g.Sat[g.SeatOf(id)] {
				h.do(SitDown{id})
			}
		}
	}
	for _, g := range h.s.Ready() {
		h.do(Begun{g.Match})
	}
}

// wins ends the match of a player, who wins it.
func (h *hall) wins(id string) {
	h.t.Helper()
	g := h.s.gameOf(id)
	if g == nil {
		h.t.Fatalf("%s plays nobody", id)
	}
	h.do(Finished{Match: g.Match, Winner: g.SeatOf(id), Reason: "no_moves", Plies: 60})
}

// duel plays one match of two players and lets winner win.
func (h *hall) duel(winner string) {
	h.t.Helper()
	h.beat(1000)
	h.sits()
	h.wins(winner)
}

func TestPoints(t *testing.T) {
	h := newHall(t, hour)
	h.enter("a", "b")
	for range 4 {
		h.duel("a")
	}
	h.beat(1000)
	h.sits()
	h.do(Finished{Match: h.s.gameOf("a").Match, Winner: -1, Reason: "no_moves", Plies: 60})
	a, b := h.s.Players["a"], h.s.Players["b"]
	if !reflect.DeepEqual(a.Marks, []int{2, 2, 4, 4, 1}) || a.Points != 13 || b.Points != 1 {
		t.Errorf("a %v, b %v", a.Marks, b.Marks)
	}
	if h.s.Place("a") != 1 || h.s.Place("b") != 2 {
		t.Error("places")
	}
	h.duel("b") // they have met too often
	if b.Points != 1 || b.Row != 0 {
		t.Errorf("after the sixth meeting b has %d points", b.Points)
	}
}

func TestQuickDrawsScoreNothing(t *testing.T) {
	for _, c := range []struct {
		reason string
		plies  int
		points int
	}{{games.Agreed, 29, 0}, {games.Agreed, 30, 1}, {"no_moves", 12, 1}} {
		h := newHall(t, hour)
		h.enter("a", "b")
		h.beat(1000)
		h.sits()
		h.do(Finished{Match: h.s.gameOf("a").Match, Winner: -1, Reason: c.reason, Plies: c.plies})
		if got := h.s.Players["a"].Points; got != c.points {
			t.Errorf("%s after %d: %d points, want %d", c.reason, c.plies, got, c.points)
		}
	}
}

func TestWhoDoesNotSitDownIsOut(t *testing.T) {
	h := newHall(t, hour)
	h.enter("a", "b", "c")
	h.beat(1000)
	g := h.s.games()[0]
	h.do(SitDown{g.Seats[0]})
	h.beat(SitTime - 1)
	if !h.s.Players[g.Seats[1]].In {
		t.Fatal("out before its time")
	}
	h.beat(1)
	if h.s.Players[g.Seats[1]].In || !h.s.Players[g.Seats[0]].In {
		t.Error("the one who sat is out, or the other is not")
	}
	h.enter(g.Seats[1])
	if !h.s.Players[g.Seats[1]].In {
		t.Error("it cannot come back")
	}
}

func TestLeavingAPairingFreesTheOther(t *testing.T) {
	h := newHall(t, hour)
	h.enter("a", "b")
	h.beat(1000)
	h.do(Quit{"a"})
	if h.s.Players["b"].Match != "" || h.s.Players["a"].In || !h.s.Players["b"].In {
		t.Error("b waits for a, who has left")
	}
}

func TestNobodyMeetsTwiceInARow(t *testing.T) {
	h := newHall(t, hour)
	h.enter("a", "b", "c", "d")
	h.beat(1000)
	h.sits()
	first := h.s.gameOf("a")
	other := first.Seats[1-first.SeatOf("a")]
	h.wins("a")
	h.beat(10_000)
	if h.s.Players["a"].Match != "" {
		t.Fatal("a plays again at once")
	}
	for _, g := range h.s.Live() {
		h.do(Finished{Match: g.Match, Winner: 0, Plies: 60})
	}
	h.beat(1000)
	if g := h.s.gameOf("a"); g == nil || g.SeatOf(other) >= 0 {
		t.Error("a plays nobody, or the same")
	}
}

func TestOneNetworkScoresNothing(t *testing.T) {
	h := newHall(t, hour)
	for _, id := range []string{"a", "b", "c", "d"} {
		h.town.nets[id] = map[bool]string{true: "home", false: ""}[id < "c"]
	}
	h.enter("a", "b", "c", "d")
	h.beat(1000)
	if g := h.s.gameOf("a"); g == nil || g.SeatOf("b") >= 0 {
		t.Fatal("two of one network are paired though others are there")
	}
	h = newHall(t, hour)
	h.town.nets["a"], h.town.nets["b"] = "home", "home"
	h.enter("a", "b")
	h.duel("a")
	if p := h.s.Players["a"]; p.Points != 0 || len(p.Marks) != 0 {
		t.Errorf("%d points against oneself", p.Points)
	}
}

func TestABotFillsOddNumbers(t *testing.T) {
	terms := hour
	terms.Bots = []Bot{{"owl", 1500}, {"fox", 1200}}
	h := newHall(t, terms)
	h.town.ratings["a"] = 1230
	h.enter("a")
	h.beat(BotTime - 1)
	if h.s.Players["a"].Match != "" {
		t.Fatal("a bot came at once")
	}
	h.beat(1)
	h.sits()
	if g := h.s.gameOf("a"); g == nil || g.SeatOf(BotID("owl")) < 0 && g.SeatOf(BotID("fox")) < 0 {
		t.Fatal("no bot came")
	}
	h.wins("a")
	if h.s.Players["a"].Points != 2 || h.s.Active() != 1 {
		t.Errorf("%d points, %d active", h.s.Players["a"].Points, h.s.Active())
	}
	h.beat(BotTime)
	if g := h.s.gameOf("a"); g == nil || g.SeatOf(h.s.Players["a"].Last) < 0 {
		t.Fatal("no second bot")
	}
	if len(h.s.Players) != 3 {
		t.Error("the same bot twice in a row")
	}
}

func TestTheEnd(t *testing.T) {
	h := newHall(t, hour)
	h.enter("a", "b")
	h.beat(1000)
	h.sits()
	h.now = hour.End - LastPairs
	h.enter("c", "d")
	if list := h.beat(0); len(list) != 0 {
		t.Errorf("paired in the last minute: %v", list)
	}
	h.now = hour.End
	h.beat(0)
	if !h.s.Closed {
		t.Fatal("not over")
	}
	if _, err := h.s.Apply(Finished{Match: h.s.Live()[0].Match}, h.now); !errors.Is(err, ErrNotNow) {
		t.Errorf("a match that ends late: %v", err)
	}
}

// A match can end before the log has its begin: the write failed, or the leader died before it.
func TestMatchEndsBeforeItsBeginIsStored(t *testing.T) {
	h := newHall(t, hour)
	h.enter("a", "b")
	h.beat(1000)
	for _, id := range []string{"a", "b"} {
		h.do(SitDown{id})
	}
	h.wins("a")
	if a, b := h.s.Players["a"], h.s.Players["b"]; a.Points != 2 || a.Match != "" || b.Match != "" || len(h.s.Games) != 0 {
		t.Errorf("a %+v, b %+v", a, b)
	}
	held(t, h)
}

// Every entry that a command causes folds, whatever the commands and their order.
func TestEveryEntryFolds(t *testing.T) {
	terms := hour
	terms.Bots = []Bot{{"owl", 1500}, {"fox", 1200}}
	rapid.Check(t, func(r *rapid.T) {
		h := newHall(t, terms)
		people := []string{"a", "b", "c", "d", ""}
		person, player := rapid.SampledFrom(people), rapid.SampledFrom(append(people, BotID("owl"), "nobody"))
		match := rapid.Custom(func(r *rapid.T) string { return fmt.Sprintf("m%05d", rapid.IntRange(0, h.town.next).Draw(r, "number")) })
		command := rapid.Custom(func(r *rapid.T) Command {
			switch rapid.IntRange(0, 29).Draw(r, "kind") {
			case 0:
				return Shut{}
			case 1, 2:
				return CallOff{match.Draw(r, "match"), rapid.SliceOfN(player, 0, 2).Draw(r, "out")}
			case 3, 4, 5:
				return Quit{player.Draw(r, "player")}
			case 6, 7, 8, 9:
				return Finished{Match: match.Draw(r, "match"), Winner: rapid.IntRange(-2, 2).Draw(r, "winner")}
			case 10, 11, 12, 13:
				return Begun{match.Draw(r, "match")}
			case 14, 15, 16, 17:
				return SitDown{player.Draw(r, "player")}
			case 18, 19, 20, 21, 22:
				return Enter{Who{ID: person.Draw(r, "person")}}
			}
			return Beat{h.town}
		})
		for range rapid.IntRange(1, 100).Draw(r, "length") {
			h.now += rapid.SampledFrom([]int64{0, 1000, WaveTime, BotTime, SitTime, RepeatTime}).Draw(r, "ms")
			c := command.Draw(r, "command")
			list, _ := h.s.Apply(c, h.now)
			for _, e := range list {
				if err := h.s.Add(e); err != nil {
					r.Fatalf("%T: %v", c, err)
				}
			}
		}
	})
}

// play simulates an hour with n people of known strength, some of whom come and go.
func play(t testing.TB, n int, seed uint64) *hall {
	r := rand.New(rand.NewPCG(seed, 1))
	h := newHall(t, hour)
	ends := map[string]int64{}
	for i := range n {
		id := fmt.Sprintf("p%04d", i)
		h.town.ratings[id] = 1500 + 300*r.NormFloat64()
		h.enter(id)
	}
	for {
		if h.beat(1000); h.s.Closed {
			break
		}
		h.sits()
		for _, g := range h.s.Live() {
			if ends[g.Match] == 0 {
				ends[g.Match] = h.now + 120_000 + r.Int64N(360_000)
			}
			if h.now < ends[g.Match] {
				continue
			}
			d := h.town.ratings[g.Seats[1]] - h.town.ratings[g.Seats[0]]
			winner := 0
			if x := r.Float64(); x < 0.04 {
				winner = -1
			} else if r.Float64() > 1/(1+math.Pow(10, d/400)) {
				winner = 1
			}
			h.do(Finished{Match: g.Match, Winner: winner, Reason: "no_moves", Plies: 60})
		}
		if r.IntN(5) == 0 {
			id := fmt.Sprintf("p%04d", r.IntN(n))
			if h.town.away[id] = !h.town.away[id]; r.IntN(2) == 0 {
				if h.s.Players[id].In {
					h.do(Quit{id})
				} else {
					h.do(Enter{Who{ID: id}})
				}
			}
		}
	}
	return h
}

// held checks the rules of every arena: nobody plays two matches at once, and no two meet twice in a row
// unless they were alone or both had waited.
func held(t *testing.T, h *hall) {
	t.Helper()
	var log []Entry
	for _, e := range h.log {
		raw, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		var back Entry
		if err := json.Unmarshal(raw, &back); err != nil {
			t.Fatal(err)
		}
		log = append(log, back)
	}
	again, err := Fold(hour, log)
	if err != nil {
		t.Fatal(err)
	}
	again.Ranked()
	h.s.Ranked()
	if !reflect.DeepEqual(again, h.s) {
		t.Error("the log folds to something else")
	}
	total, marks := 0, 0
	for _, p := range again.Players {
		total += len(p.Marks)
		sum := 0
		for _, m := range p.Marks {
			sum += m
		}
		if sum != p.Points {
			t.Errorf("%s has %d points from %v", p.ID, p.Points, p.Marks)
		}
		marks += sum
	}
	if total != 2*again.Done {
		t.Errorf("%d marks for %d matches", total, again.Done)
	}
	s := New(hour)
	for _, e := range log {
		if e.Kind == Pair {
			a, b := s.Players[e.Seats[0]], s.Players[e.Seats[1]]
			if again := a.Last == b.ID || b.Last == a.ID; again && s.Active() > 2 && e.At-max(a.Free, b.Free) < RepeatTime {
				t.Errorf("%s and %s meet again at once", a.ID, b.ID)
			}
		}
		if err := s.Add(e); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTwoPlayADayOfArenas(t *testing.T) {
	seed := chance.Seed(t)
	for hourOfDay := range uint64(24) {
		h := play(t, 2, seed+hourOfDay)
		held(t, h)
	}
}

func TestSeventeenPlay(t *testing.T) {
	h := play(t, 17, chance.Seed(t))
	held(t, h)
	if h.s.Done < 40 {
		t.Errorf("%d matches in an hour", h.s.Done)
	}
}

func TestAThousandPlay(t *testing.T) {
	if race.On {
		t.Skip("one goroutine that computes")
	}
	if testing.Short() {
		t.Skip("a thousand people")
	}
	h := play(t, 1000, chance.Seed(t))
	held(t, h)
	var strong, weak float64
	for i, p := range h.s.Ranked() {
		if i < 100 {
			strong += h.town.ratings[p.ID] / 100
		} else if i >= 900 {
			weak += h.town.ratings[p.ID] / 100
		}
	}
	gap, n := 0.0, 0.0
	for _, e := range h.log {
		if e.Kind == Pair && e.At > hour.Start+1_800_000 {
			gap += math.Abs(h.town.ratings[e.Seats[0]] - h.town.ratings[e.Seats[1]])
			n++
		}
	}
	t.Logf("%d matches; the first hundred are of %.0f, the last of %.0f; the mean gap of a pair in the second half hour is %.0f", h.s.Done, strong, weak, gap/n)
	if strong < weak+100 {
		t.Error("the strong are not above the weak")
	}
}

// BenchmarkPair1000 pairs 1,000 players who are free at once, in the middle of an arena.
func BenchmarkPair1000(b *testing.B) {
	h := newHall(b, hour)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 1000 {
		id := fmt.Sprintf("p%04d", i)
		h.town.ratings[id] = 1500 + 300*r.NormFloat64()
		h.enter(id)
	}
	for range 3 {
		h.beat(60_000)
		h.sits()
		for _, g := range h.s.Live() {
			h.do(Finished{Match: g.Match, Winner: r.IntN(2), Plies: 60})
		}
	}
	h.now += 60_000
	for b.Loop() {
		if list, err := h.s.Apply(Beat{h.town}, h.now); err != nil || len(list) < 490 {
			b.Fatal(len(list), err)
		}
	}
}
