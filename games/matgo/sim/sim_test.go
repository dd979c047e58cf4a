package sim

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/games/matgo/bots"
	"arcade/games/matgo/export"
	"arcade/games/matgo/matgotest"
	"arcade/games/rng"
)

// simLine is a line of a log as its readers see it.
type simLine struct {
	Game             int      `json:"game"`
	Seed             string   `json:"seed"`
	Steps            int      `json:"steps"`
	Completed        bool     `json:"completed"`
	LogMode          string   `json:"logMode"`
	FirstTurn        string   `json:"firstTurn"`
	SecondTurn       string   `json:"secondTurn"`
	Winner           string   `json:"winner"`
	WinnerTurnOrder  string   `json:"winnerTurnOrder"`
	Nagari           bool     `json:"nagari"`
	NagariReasons    []string `json:"nagariReasons"`
	Score            simScore `json:"score"`
	GoCalls          int      `json:"goCalls"`
	GoStopEfficiency float64  `json:"goStopEfficiency"`
	GoDecision       struct {
		Declared int `json:"declared"`
		Success  int `json:"success"`
	} `json:"goDecision"`
	Steals struct {
		Pi   int `json:"piTotal"`
		Gold int `json:"goldTotal"`
	} `json:"steals"`
	LuckSkill      SimLuck     `json:"luckSkill"`
	EventFrequency Events[int] `json:"eventFrequency"`
	BakEscape      *simEscape  `json:"bakEscape"`
	Bak            export.Bak  `json:"bak"`
	CatalogPath    string      `json:"catalogPath"`
	Initial        struct {
		FirstTurn string                  `json:"firstTurn"`
		Hands     export.BySeat[[]string] `json:"hands"`
		Board     []string                `json:"board"`
		DeckCount int                     `json:"deckCount"`
		Bonus     export.BySeat[[]string] `json:"bonus"`
		Carry     int                     `json:"carry"`
	} `json:"initial"`
	Trace []simDecision `json:"decision_trace"`
}

type simEscape struct {
	Loser   string `json:"loser"`
	Escaped bool   `json:"escaped"`
}

type simScore struct {
	Human  int `json:"human"`
	AI     int `json:"ai"`
	First  int `json:"first"`
	Second int `json:"second"`
}

// simDecision has pointers for fields that a mode omits.
type simDecision struct {
	T         int         `json:"t"`
	A         string      `json:"a"`
	O         string      `json:"o"`
	At        string      `json:"at"`
	C         any         `json:"c"`
	S         *string     `json:"s"`
	IR        *int        `json:"ir"`
	TR        int         `json:"tr"`
	DC        *simContext `json:"dc"`
	SP        *simSpace   `json:"sp"`
	Reasoning struct {
		Policy string   `json:"policy"`
		Value  *float64 `json:"value"`
	} `json:"reasoning"`
	Cap *struct {
		Hand []string `json:"hand"`
		Flip []string `json:"flip"`
	} `json:"cap"`
	FV    *simOutcome `json:"fv"`
	Delta *simDelta   `json:"delta"`
}

type simContext struct {
	Phase         string `json:"phase"`
	TurnNoBefore  int    `json:"turnNoBefore"`
	DeckCount     int    `json:"deckCount"`
	HandCountSelf int    `json:"handCountSelf"`
	HandCountOpp  int    `json:"handCountOpp"`
	GoCountSelf   int    `json:"goCountSelf"`
	GoCountOpp    int    `json:"goCountOpp"`
	GoldSelf      int    `json:"goldSelf"`
	GoldOpp       int    `json:"goldOpp"`
}

type simSpace struct {
	Cards         []string `json:"cards"`
	BombMonths    []int    `json:"bombMonths"`
	ShakingMonths []int    `json:"shakingMonths"`
	BoardCardIDs  []string `json:"boardCardIds"`
	Options       []string `json:"options"`
}

type simOutcome struct {
	Hand   []string       `json:"hand"`
	Flip   []string       `json:"flip"`
	Flips  []string       `json:"flips"`
	Events map[string]int `json:"events"`
	Steals export.Steals  `json:"steals"`
}

type simDelta struct {
	Deck      int            `json:"deck"`
	HandSelf  int            `json:"handSelf"`
	HandOpp   int            `json:"handOpp"`
	PiSteal   int            `json:"piSteal"`
	GoldSteal int            `json:"goldSteal"`
	CapHand   int            `json:"capHand"`
	CapFlip   int            `json:"capFlip"`
	Events    map[string]int `json:"events"`
}

// readSimLine reads a line and allows no unknown fields.
func readSimLine(t testing.TB, text []byte) (l simLine) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&l); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return l
}

func readSimLines(t testing.TB, text []byte) (list []simLine) {
	t.Helper()
	if len(text) == 0 || text[len(text)-1] != '\n' {
		t.Fatalf("no line end at the end of %d bytes", len(text))
	}
	for line := range bytes.Lines(text) {
		list = append(list, readSimLine(t, line))
	}
	return list
}

func simulation(t testing.TB, seed, bot0, bot1, mode string) *Simulation {
	t.Helper()
	m, err := NewSimulation(seed, [2]string{bot0, bot1}, mode)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// quickBots are the bots that do not look ahead.
var quickBots = []string{"random", "sensible", "learnt"}

// The lines match a match of the registered bots on the same seed, by its views, its events and its result.
func TestSimulationIsTheEngine(t *testing.T) {
	kinds := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		bots := [2]string{
			rapid.SampledFrom(quickBots).Draw(t, "bot 0"),
			rapid.SampledFrom(quickBots).Draw(t, "bot 1"),
		}
		seed := rapid.StringN(0, 20, maxSimSeed).Draw(t, "seed")
		n := rapid.IntRange(0, 1_000_000).Draw(t, "round")
		for _, mode := range LogModes() {
			m, err := NewSimulation(seed, bots, mode)
			if err != nil {
				t.Fatal(err)
			}
			text, sums := m.Play(n, n+1, nil)
			var got simLine
			d := json.NewDecoder(bytes.NewReader(text))
			d.DisallowUnknownFields()
			if err := d.Decode(&got); err != nil || bytes.Count(text, []byte("\n")) != 1 {
				t.Fatalf("%v in %s", err, text)
			}
			want := expectSimLine(t, m, n+1)
			for i := range got.Trace {
				if i >= len(want.Trace) {
					t.Fatalf("%d decisions, want %d", len(got.Trace), len(want.Trace))
				}
				// The value of a choice is the bot's own and is not compared.
				g := &got.Trace[i]
				if judges := g.Reasoning.Policy != "random"; judges != (g.Reasoning.Value != nil) {
					t.Fatalf("decision %d of %s: value %v", i, g.Reasoning.Policy, g.Reasoning.Value)
				}
				g.Reasoning.Value = nil
				kinds[g.At]++
				if !reflect.DeepEqual(*g, want.Trace[i]) {
					t.Fatalf("decision %d\n got %s\nwant %s", i, asJSON(*g), asJSON(want.Trace[i]))
				}
			}
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("\n got %s\nwant %s", asJSON(got), asJSON(want))
			}
			if _, quiet := simulationOf(m, LogNone).Play(n, n+1, nil); quiet != sums {
				t.Fatalf("with a log %+v, without %+v", sums, quiet)
			}
		}
	})
	t.Log(kinds)
	for _, at := range []string{"play", "hand-select", "flip-select", "shaking_declare", "declare_bomb", "gukjin_five", "gukjin_junk", "go", "stop"} {
		if kinds[at] == 0 {
			t.Errorf("no decision of %s was seen", at)
		}
	}
}

func simulationOf(m *Simulation, mode string) *Simulation {
	other := *m
	other.mode = mode
	return &other
}

func asJSON(v any) string {
	text, _ := json.Marshal(v)
	return string(text)
}

// expectSimLine plays round n, from 1, as a table does.
func expectSimLine(t *rapid.T, m *Simulation, n int) (l simLine) {
	seed := m.seed + "/" + strconv.Itoa(n)
	pos, err := matgo.Game{}.Start(games.Setup{Game: matgo.Name, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	r := rng.Derive(seed, "bots")
	v := pos.View(games.Everything).(*matgo.View)
	names := func(cards []matgo.Card) []string {
		list := []string{}
		for _, c := range cards {
			list = append(list, c.String())
		}
		return list
	}
	order := map[games.Seat]string{v.First: "first", 1 - v.First: "second", games.Nobody: "draw"}
	l.Game, l.Seed, l.Completed, l.LogMode = n, seed, true, m.mode
	l.FirstTurn, l.SecondTurn = export.SeatKey(v.First), export.SeatKey(1-v.First)
	l.CatalogPath = "catalog/cards-catalog.json"
	l.Initial.FirstTurn, l.Initial.Board, l.Initial.DeckCount = l.FirstTurn, names(v.Floor), len(v.Stock)
	l.Initial.Hands = export.BySeat[[]string]{Human: names(v.Hands[0]), AI: names(v.Hands[1])}
	won := [2][]string{names(v.Sides[0].Captured.Pi), names(v.Sides[1].Captured.Pi)}
	l.Initial.Bonus, l.Initial.Carry = export.BySeat[[]string]{Human: won[0], AI: won[1]}, v.Carry
	l.Trace = []simDecision{}
	weights := map[string]int{"k": 6, "y": 4, "t": 2}
	for pos.Result() == nil {
		seat := pos.ToAct()
		bot := games.FindBot(bots.Game{}, m.bots[seat])
		action := bot.Choose(pos.View(seat), r)
		events, err := pos.Apply(action)
		if err != nil {
			t.Fatal(err)
		}
		after := pos.View(games.Everything).(*matgo.View)
		d := simDecision{T: v.Turn, A: export.SeatKey(seat), O: order[seat]}
		d.choice(v, string(action))
		d.Reasoning.Policy = bot.Name()
		fv := &simOutcome{}
		hand, flip := []matgo.Card{}, []matgo.Card{}
		for _, e := range events {
			switch f := e.Fact.(type) {
			case matgo.EventMatch:
				match := []string{strings.ToUpper(f.Tag), export.MatchTypes[f.Matches]}
				if f.Source == "flip" {
					fv.Flip = match
					flip = append(flip, f.Captured...)
					l.LuckSkill.FlipEvents += matgo.BoolInt(match[0] != "NORMAL")
				} else {
					fv.Hand = match
					hand = append(hand, f.Captured...)
					l.LuckSkill.HandEvents += matgo.BoolInt(match[0] != "NORMAL")
				}
			case matgo.EventBomb:
				hand = append(hand, f.Cards...)
			case matgo.EventKung:
				hand = append(hand, f.Cards...)
			case matgo.EventBonus:
				flip = append(flip, f.Cards...)
			case matgo.EventRelease:
				flip = append(flip, f.Cards...)
			case matgo.EventFlip:
				fv.Flips = append(fv.Flips, f.Card.String())
			case matgo.EventSteal:
				fv.Steals.Pi++
			case matgo.EventGold:
				fv.Steals.Gold += f.Amount
			}
		}
		l.Steals.Pi += fv.Steals.Pi
		l.Steals.Gold += fv.Steals.Gold
		slices.Sort(hand)
		slices.Sort(flip)
		weigh := func(cards []matgo.Card) (sum int) {
			for _, c := range cards {
				id := c.String()
				sum += max(1, weights[id[len(id)-1:]])
			}
			return sum
		}
		l.LuckSkill.WeightedCapture.HandValue += weigh(hand)
		l.LuckSkill.WeightedCapture.FlipValue += weigh(flip)
		events10 := risen(v.Sides[seat].Events, after.Sides[seat].Events)
		lead := func(v *matgo.View) int {
			return v.Sides[seat].Points.Total + v.Sides[seat].Go - v.Sides[1-seat].Points.Total - v.Sides[1-seat].Go
		}
		if m.mode == LogDelta {
			d.SP = nil
			d.Delta = &simDelta{
				Deck: after.StockCount - v.StockCount, HandSelf: after.HandCounts[seat] - v.HandCounts[seat],
				HandOpp: after.HandCounts[1-seat] - v.HandCounts[1-seat], PiSteal: fv.Steals.Pi, GoldSteal: fv.Steals.Gold,
				CapHand: len(hand), CapFlip: len(flip), Events: events10,
			}
		} else {
			ir := lead(after) - lead(v)
			d.IR = &ir
			d.DC = &simContext{
				Phase: map[matgo.Phase]string{matgo.AskPlay: "playing", matgo.AskPresident: "president-choice", matgo.AskKung: "kung-choice",
					matgo.AskTake: "select-match", matgo.AskGukjin: "gukjin-choice", matgo.AskGo: "go-stop"}[v.Phase],
				TurnNoBefore: v.Turn, DeckCount: v.StockCount,
				HandCountSelf: v.HandCounts[seat], HandCountOpp: v.HandCounts[1-seat],
				GoCountSelf: v.Sides[seat].Go, GoCountOpp: v.Sides[1-seat].Go,
				GoldSelf: v.Sides[seat].Gold, GoldOpp: v.Sides[1-seat].Gold,
			}
			d.Cap = &struct {
				Hand []string `json:"hand"`
				Flip []string `json:"flip"`
			}{names(hand), names(flip)}
			if len(events10) > 0 {
				fv.Events = events10
			}
			d.FV = fv
		}
		l.Trace = append(l.Trace, d)
		v = after
	}
	l.Steps = len(l.Trace)
	l.end(v, order)
	return l
}

// risen returns the counters that rose, by name.
func risen(before, after matgo.Counters) map[string]int {
	m := map[string]int{}
	b, a := reflect.ValueOf(before), reflect.ValueOf(after)
	for i := range a.NumField() {
		if n := a.Field(i).Int() - b.Field(i).Int(); n != 0 {
			m[a.Type().Field(i).Tag.Get("json")] = int(n)
		}
	}
	return m
}

// choice sets the candidates and the choice.
func (d *simDecision) choice(v *matgo.View, action string) {
	d.SP = &simSpace{}
	months := map[string][]int{}
	var cards []string
	var options []string
	for _, a := range v.Legal {
		verb, arg, _ := strings.Cut(string(a), " ")
		month, _ := strconv.Atoi(arg)
		switch verb {
		case "play", "take":
			cards = append(cards, arg)
		case "pass":
			cards = []string{"pass"}
		case "bomb", "shake", "kung":
			months[verb] = append(months[verb], month)
		default:
			options = append(options, map[string]string{
				"president stop": "president_stop", "president hold": "president_hold", "kung-pass": "kung_pass",
				"gukjin yeol": "gukjin_five", "gukjin pi": "gukjin_junk", "go": "go", "stop": "stop",
			}[string(a)])
		}
	}
	word := func(verb string, month int) string {
		name := map[string]string{"bomb": "declare_bomb", "shake": "shaking_declare", "kung": "kung_use"}[verb]
		if len(months[verb]) > 1 {
			name += " " + strconv.Itoa(month)
		}
		return name
	}
	var declared []string
	for _, verb := range []string{"kung", "shake", "bomb"} {
		for _, m := range months[verb] {
			declared = append(declared, word(verb, m))
		}
	}
	if v.Phase == matgo.AskPlay {
		d.SP.BombMonths, d.SP.ShakingMonths = append([]int{}, months["bomb"]...), append([]int{}, months["shake"]...)
	}
	verb, arg, _ := strings.Cut(action, " ")
	month, _ := strconv.Atoi(arg)
	switch verb {
	case "play":
		d.At, d.C, d.SP.Cards = "play", arg, cards
		return
	case "pass":
		d.At, d.C, d.SP.Cards = "pass", "pass", cards
		return
	case "take":
		d.At, d.C, d.S, d.SP.BoardCardIDs = v.Ask.Source+"-select", v.Ask.Card.String(), &arg, cards
		return
	}
	d.SP.Cards, d.SP.BoardCardIDs = []string{}, []string{}
	if v.Phase == matgo.AskPlay {
		options = append(options, "play")
	}
	d.SP.Options = append(declared, options...)
	switch verb {
	case "bomb", "shake", "kung":
		d.At, d.C = word(verb, month), float64(month)
	case "gukjin":
		d.C = map[string]string{"yeol": "five", "pi": "junk"}[arg]
		d.At = "gukjin_" + d.C.(string)
	default:
		d.At = strings.ReplaceAll(strings.ReplaceAll(action, " ", "_"), "-", "_")
		d.C = d.At
	}
	if !slices.Contains(d.SP.Options, d.At) {
		panic(fmt.Sprintf("%s is not among %v", d.At, d.SP.Options))
	}
}

// end sets the fields of the round's end.
func (l *simLine) end(v *matgo.View, order map[games.Seat]string) {
	o := v.Outcome
	l.Winner, l.WinnerTurnOrder = export.SeatKey(o.Winner), order[o.Winner]
	l.Nagari, l.NagariReasons = o.Nagari, o.NagariReasons
	l.Score = simScore{o.Total[0], o.Total[1], o.Total[v.First], o.Total[1-v.First]}
	l.GoCalls = v.Sides[0].Go + v.Sides[1].Go
	l.GoDecision.Declared = l.GoCalls
	l.Bak.Multiplier = 1
	for i := range l.Trace {
		l.Trace[i].TR = 0
	}
	if w := o.Winner; w >= 0 {
		m := o.Multiplier[w]
		l.Bak = export.Bak{Gwang: m.Gwang > 1, Pi: m.Pi > 1, MongBak: m.Meong > 1, Multiplier: m.Gwang * m.Pi * m.Meong}
		l.BakEscape = &simEscape{export.SeatKey(1 - w), m.Gwang*m.Pi*m.Meong == 1}
		l.GoDecision.Success = v.Sides[w].Go
		if v.Sides[w].Go > 0 {
			l.GoStopEfficiency = millionth(float64(o.Total[w]) / float64(l.GoCalls))
		}
		for i := range l.Trace {
			l.Trace[i].TR = o.Total[w]
			if l.Trace[i].A != l.Winner {
				l.Trace[i].TR = -o.Total[w]
			}
		}
	}
	both := v.Sides[0].Events
	both.Add(v.Sides[1].Events)
	l.EventFrequency = Events[int]{both.Ppuk, both.Ddadak, both.Jjob, both.Ssul, both.Ttak}
	ratio := func(flip, hand int) float64 {
		if flip+hand == 0 {
			return 0
		}
		return millionth(float64(flip) / float64(flip+hand))
	}
	k := &l.LuckSkill
	k.FlipRatio = ratio(k.FlipEvents, k.HandEvents)
	k.WeightedCapture.FlipRatio = ratio(k.WeightedCapture.FlipValue, k.WeightedCapture.HandValue)
}

// millionth rounds to six digits, like a reader of the text.
func millionth(x float64) float64 {
	x, _ = strconv.ParseFloat(strconv.FormatFloat(math.Floor(x*million+0.5)/million, 'f', 6, 64), 64)
	return x
}

// The report agrees with figures counted from the text of its lines.
func TestSimReport(t *testing.T) {
	for _, bots := range [][2]string{{"random", "random"}, {"sensible", "random"}} {
		const rounds = 1500
		m := simulation(t, "report", bots[0], bots[1], LogCompact)
		text, sums := m.Play(0, rounds, nil)
		got := m.Report(sums, rounds)
		want := recount(t, readSimLines(t, text))
		if d := math.Abs(got.GoStopEfficiencyAvg - want.GoStopEfficiencyAvg); d > 1e-9 {
			t.Errorf("go efficiency %v, want %v", got.GoStopEfficiencyAvg, want.GoStopEfficiencyAvg)
		}
		want.GoStopEfficiencyAvg = got.GoStopEfficiencyAvg
		want.Bots, want.Seed = m.Bots(), "report"
		if got != want {
			t.Errorf("%v\n got %s\nwant %s", bots, asJSON(got), asJSON(want))
		}
		for name, n := range map[string]float64{
			"nagari": got.NagariRate, "go": got.GoStopEfficiencyAvg, "success": got.GoDecision.SuccessRate,
			"ppuk": got.EventFrequencyPerGame.Ppuk, "ttak": got.EventFrequencyPerGame.Ttak,
			"pi": got.StealEfficiency.AveragePi, "gold": got.StealEfficiency.AverageGold, "bak": float64(got.BakBreakdown.PiBak),
		} {
			if n <= 0 {
				t.Errorf("%v: %s is %v", bots, name, n)
			}
		}
	}
}

// recount makes a report from the lines alone.
func recount(t *testing.T, lines []simLine) (r Report) {
	n := float64(len(lines))
	r.LogMode, r.CatalogPath, r.Games, r.Completed = LogCompact, "catalog/cards-catalog.json", len(lines), len(lines)
	var scores [2]int
	var wins = map[string]int{}
	var e Events[int]
	var pi, gold, goRounds, escaped int
	for _, l := range lines {
		wins[l.Winner]++
		wins[l.WinnerTurnOrder+" turn"]++
		scores[0] += l.Score.First
		scores[1] += l.Score.Second
		e.Ppuk += l.EventFrequency.Ppuk
		e.Ddadak += l.EventFrequency.Ddadak
		e.Jjob += l.EventFrequency.Jjob
		e.Ssul += l.EventFrequency.Ssul
		e.Ttak += l.EventFrequency.Ttak
		if l.GoCalls > 0 {
			goRounds++
			r.GoStopEfficiencyAvg += l.GoStopEfficiency
		}
		r.GoDecision.Declared += l.GoDecision.Declared
		r.GoDecision.Success += l.GoDecision.Success
		pi += l.Steals.Pi
		gold += l.Steals.Gold
		if l.Nagari != (l.Winner == "draw") || l.Nagari != (len(l.NagariReasons) > 0) {
			t.Errorf("round %d: winner %s, nagari %v for %v", l.Game, l.Winner, l.Nagari, l.NagariReasons)
		}
		if !l.Nagari {
			b := &r.BakBreakdown
			b.TotalLoserCount++
			b.PiBak += matgo.BoolInt(l.Bak.Pi)
			b.GwangBak += matgo.BoolInt(l.Bak.Gwang)
			b.MongBak += matgo.BoolInt(l.Bak.MongBak)
			b.DoubleBak += matgo.BoolInt(matgo.BoolInt(l.Bak.Pi)+matgo.BoolInt(l.Bak.Gwang)+matgo.BoolInt(l.Bak.MongBak) >= 2)
		}
		if l.Nagari != (l.BakEscape == nil) || !l.Nagari && l.BakEscape.Loser == l.Winner {
			t.Errorf("round %d: escaped %+v, winner %s", l.Game, l.BakEscape, l.Winner)
		}
		escaped += matgo.BoolInt(!l.Nagari && l.BakEscape.Escaped)
		k := &r.LuckSkillIndex
		for _, d := range l.Trace {
			k.FlipEvents += matgo.BoolInt(d.FV.Flip != nil && d.FV.Flip[0] != "NORMAL")
			k.HandEvents += matgo.BoolInt(d.FV.Hand != nil && d.FV.Hand[0] != "NORMAL")
		}
		k.WeightedCapture.FlipValue += l.LuckSkill.WeightedCapture.FlipValue
		k.WeightedCapture.HandValue += l.LuckSkill.WeightedCapture.HandValue
	}
	r.Winners.Human, r.Winners.AI, r.Winners.Draw = wins["human"], wins["ai"], wins["draw"]
	r.TurnOrder.FirstWinRate, r.TurnOrder.SecondWinRate = float64(wins["first turn"])/n, float64(wins["second turn"])/n
	r.TurnOrder.DrawRate, r.NagariRate = float64(wins["draw turn"])/n, float64(wins["draw"])/n
	r.TurnOrder.AverageScoreFirst, r.TurnOrder.AverageScoreSecond = float64(scores[0])/n, float64(scores[1])/n
	r.EventFrequencyPerGame = Events[float64]{float64(e.Ppuk) / n, float64(e.Ddadak) / n, float64(e.Jjob) / n, float64(e.Ssul) / n, float64(e.Ttak) / n}
	r.GoStopEfficiencyAvg /= float64(goRounds)
	r.GoDecision.SuccessRate = float64(r.GoDecision.Success) / float64(r.GoDecision.Declared)
	r.StealEfficiency.AveragePi, r.StealEfficiency.AverageGold = float64(pi)/n, float64(gold)/n
	r.BakEscapeRate = float64(escaped) / float64(r.BakBreakdown.TotalLoserCount)
	k := &r.LuckSkillIndex
	k.FlipRatio = float64(k.FlipEvents) / float64(k.FlipEvents+k.HandEvents)
	w := &k.WeightedCapture
	w.FlipRatio = float64(w.FlipValue) / float64(w.FlipValue+w.HandValue)
	return r
}

// Sums do not depend on how the rounds are divided into calls.
func TestSimSums(t *testing.T) {
	m := simulation(t, "sums", "sensible", "random", LogDelta)
	text, whole := m.Play(0, 300, nil)
	var sums Sums
	var pieces []byte
	for _, piece := range [][2]int{{0, 1}, {1, 1}, {1, 70}, {70, 299}, {299, 300}} {
		lines, s := m.Play(piece[0], piece[1], nil)
		pieces = append(pieces, lines...)
		sums.Add(s)
	}
	if sums != whole || !bytes.Equal(pieces, text) {
		t.Errorf("in pieces\n%+v, whole\n%+v; the same lines: %v", sums, whole, bytes.Equal(pieces, text))
	}
	// Every field is summed. A mong bak is rare.
	m = simulationOf(m, LogNone)
	_, sums = m.Play(0, 5000, nil)
	var twice Sums
	twice.Add(sums)
	twice.Add(sums)
	once, double := reflect.ValueOf(sums), reflect.ValueOf(twice)
	for i := range once.NumField() {
		name := once.Type().Field(i).Name
		if once.Field(i).IsZero() {
			t.Errorf("%s is zero after 5000 rounds", name)
		}
		if n := once.Field(i); n.CanInt() && double.Field(i).Int() != 2*n.Int() {
			t.Errorf("%s: twice %d is %d", name, n.Int(), double.Field(i).Int())
		}
	}
	for i := range 2 {
		if twice.Won[i] != 2*sums.Won[i] || twice.Score[i] != 2*sums.Score[i] ||
			twice.Matches[i] != 2*sums.Matches[i] || twice.Captures[i] != 2*sums.Captures[i] {
			t.Errorf("twice %+v is %+v", sums, twice)
		}
	}
	if empty := m.Report(Sums{}, 5); empty.Winners.Unknown != 5 || empty.BakEscapeRate != 0 || empty.GoStopEfficiencyAvg != 0 {
		t.Errorf("of no rounds: %+v", empty)
	}
}

// The rounds of another implementation have the same result in a simulation's line.
func TestSimVectors(t *testing.T) {
	passes := 0
	for _, round := range matgotest.VectorRounds(t) {
		o, err := matgo.ParseOptions(round.Options)
		if err != nil {
			t.Fatal(err)
		}
		r := &simRound{state: matgo.Deal(&matgo.Document, "", o)}
		for i := range r.players {
			r.players[i] = func(s *matgo.State, legal []matgo.Move, _ *rng.Source) (int, float64) {
				want := round.Actions[len(r.decisions)]
				for n, m := range legal {
					if fmt.Sprint(s.Seat)+" "+string(m.Action()) == want {
						return n, 0
					}
				}
				t.Fatalf("round %d: %q is not legal: %v", round.N, want, legal)
				return 0, 0
			}
		}
		r.play(true)
		end := endOf(&r.state)
		l := readSimLine(t, simulation(t, "vector", "random", "random", LogCompact).line(nil, 1, r, &end))
		var want struct {
			Winner *int             `json:"winner"`
			Nagari bool             `json:"nagari"`
			Total  [2]int           `json:"total"`
			Go     [2]int           `json:"go"`
			Events []matgo.Counters `json:"events"`
		}
		if err := json.Unmarshal([]byte(asJSON(round.Result)), &want); err != nil {
			t.Fatal(err)
		}
		winner := "draw"
		if want.Winner != nil && *want.Winner >= 0 {
			winner = export.SeatKeys[*want.Winner]
		}
		e := want.Events[0]
		e.Add(want.Events[1])
		var traced matgo.Counters
		if err := json.Unmarshal([]byte(asJSON(l.countEvents())), &traced); err != nil {
			t.Fatal(err)
		}
		if l.Winner != winner || l.Nagari != want.Nagari || l.Score.Human != want.Total[0] || l.Score.AI != want.Total[1] ||
			l.GoCalls != want.Go[0]+want.Go[1] || l.Steps != len(round.Actions) || traced != e ||
			l.EventFrequency != (Events[int]{e.Ppuk, e.Ddadak, e.Jjob, e.Ssul, e.Ttak}) {
			t.Errorf("round %d\n got %s\nwant %s", round.N, asJSON(l), asJSON(want))
		}
		for _, d := range l.Trace {
			passes += matgo.BoolInt(d.At == "pass")
		}
	}
	t.Logf("%d passes", passes)
}

// countEvents sums the events of the decisions.
func (l simLine) countEvents() map[string]int {
	m := map[string]int{}
	for _, d := range l.Trace {
		for name, n := range d.FV.Events {
			m[name] += n
		}
	}
	return m
}

// updateSim writes the golden logs anew, after an intended change:
//
//	go test ./games/matgo -run SimGolden -update-sim
var updateSim = flag.Bool("update-sim", false, "write testdata/sim-*.jsonl")

// Small logs stay the same.
func TestSimGolden(t *testing.T) {
	for _, mode := range LogModes() {
		file := "testdata/sim-" + mode + ".jsonl"
		got, _ := simulation(t, simGoldenSeed, "sensible", "random", mode).Play(0, 3, nil)
		if *updateSim {
			if err := os.WriteFile(file, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s\n got %s\nwant %s", file, got, want)
		}
	}
}

const simGoldenSeed = "golden 1603"

// The catalogue has every id that a line can have.
func TestCatalog(t *testing.T) {
	text, err := Catalog()
	if err != nil {
		t.Fatal(err)
	}
	var cards map[string]export.Card
	if err := json.Unmarshal(text, &cards); err != nil || len(cards) != matgo.Cards+1 {
		t.Fatalf("%v, %d cards", err, len(cards))
	}
	for c := range matgo.Card(matgo.Cards) {
		want := export.CardOf(c)
		if c.Bonus() {
			want.Name = map[matgo.Card]string{matgo.BonusDouble: "Bonus Double", matgo.BonusTriple: "Bonus Triple"}[c]
		}
		if cards[c.String()] != want {
			t.Errorf("%s is %+v", c, cards[c.String()])
		}
	}
	if p := cards["pass"]; !p.PassCard {
		t.Errorf("the pass is %+v", p)
	}
}

func TestNewSimulationRefuses(t *testing.T) {
	for _, c := range []struct{ seed, bot0, bot1, mode string }{
		{strings.Repeat("x", maxSimSeed+1), "random", "random", LogCompact},
		{"\xff", "random", "random", LogCompact},
		{"", "random", "random", "full"},
		{"", "random", "random", ""},
		{"", "nobody", "random", LogNone},
		{"", "random", "", LogNone},
	} {
		if m, err := NewSimulation(c.seed, [2]string{c.bot0, c.bot1}, c.mode); err == nil {
			t.Errorf("%+v: %+v", c, m)
		}
	}
	if m := simulation(t, strings.Repeat("x", maxSimSeed), "sensible", "random", LogNone); m.Bots() != [2]string{"sensible", "random"} {
		t.Errorf("the bots are %v", m.Bots())
	}
}

// A round allocates its three sources of chance and its seed, and nothing else.
func TestSimAllocates(t *testing.T) {
	m := simulation(t, "allocations", "sensible", "sensible", LogCompact)
	lines, _ := m.Play(0, 100, nil)
	if n := testing.AllocsPerRun(5, func() { m.Play(0, 100, lines[:0]) }); n > 100*4+20 {
		t.Errorf("%v allocations in 100 rounds", n)
	}
}
