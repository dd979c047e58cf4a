package sim

import (
	"encoding/json"

	"arcade/games/matgo"
	"arcade/games/matgo/export"
)

// million is the unit of summed ratios: whole millionths, so that the order of the rounds does not change
// the sum.
const million = 1_000_000

// share returns a/b in millionths, rounded, 0 for b = 0. Neither is negative.
func share(a, b int) int {
	if b == 0 {
		return 0
	}
	return (a*million + b/2) / b
}

// Sums sums the results of a simulation's rounds in whole numbers, so that the order of adding does not
// change the report. Each figure of the report has its own sum, and the sums are stored beside a log: hence
// the many fields.
type Sums struct {
	Rounds int    `json:"rounds"`
	Won    [2]int `json:"won"` // by seat
	Nagari int    `json:"nagari"`
	// FirstWon, SecondWon and Score are indexed by the seat that began.
	FirstWon  int    `json:"first_won"`
	SecondWon int    `json:"second_won"`
	Score     [2]int `json:"score"`
	// Events has both seats' counters.
	Events matgo.Counters `json:"events"`
	// GoRounds counts rounds with a go, GoCalls the go calls, GoWon the calls by winner. GoEfficiency sums
	// the rounds' efficiency, in millionths.
	GoRounds     int `json:"go_rounds"`
	GoCalls      int `json:"go_calls"`
	GoWon        int `json:"go_won"`
	GoEfficiency int `json:"go_efficiency"`
	// Steals counts pi. Gold sums the payments for ppuk.
	Steals int `json:"steals"`
	Gold   int `json:"gold"`
	// Matches counts match events other than NORMAL, Captures the weights of captured cards; from the hand,
	// by the flip.
	Matches  [2]int `json:"matches"`
	Captures [2]int `json:"captures"`
	// Bak counts the losers' baks. Escaped counts losers without one, Double losers with two or more.
	Losers   int `json:"losers"`
	Escaped  int `json:"escaped"`
	PiBak    int `json:"pi_bak"`
	GwangBak int `json:"gwang_bak"`
	MongBak  int `json:"mong_bak"`
	Double   int `json:"double_bak"`
}

// MaxRounds limits the rounds of a simulation, far from an overflow of any sum.
const MaxRounds = 1_000_000_000

// simEnd has the facts about a finished round that both the line and the sums use.
type simEnd struct {
	winner       int // -1 for nobody
	goCalls      int // of both seats
	goWon        int // by winner
	goEfficiency int // in millionths
	events       matgo.Counters
	captures     [2]int // weights, from the hand and by the flip
	// The loser's baks, and their number.
	gwang, pi, mong bool
	baks, bakFactor int
}

func endOf(s *matgo.State) simEnd {
	e := simEnd{winner: int(s.End.Winner), bakFactor: 1}
	for i := range s.Sides {
		d := &s.Sides[i]
		e.goCalls += d.Goes
		e.events.Add(d.Counters)
		e.captures[i] = weigh(s.Trace.Took[i])
	}
	if e.winner < 0 {
		return e
	}
	e.goWon = s.Sides[e.winner].Goes
	if e.goWon > 0 {
		e.goEfficiency = share(s.End.Total[e.winner], e.goCalls)
	}
	m := s.End.Multiplier[e.winner]
	e.gwang, e.pi, e.mong = m.Gwang > 1, m.Pi > 1, m.Meong > 1
	e.bakFactor = m.Gwang * m.Pi * m.Meong
	for _, bak := range [...]bool{e.gwang, e.pi, e.mong} {
		e.baks += matgo.BoolInt(bak)
	}
	return e
}

// count adds a finished round.
func (m *Sums) count(s *matgo.State, e *simEnd) {
	first := int(s.First)
	m.Rounds++
	m.Score[0] += s.End.Total[first]
	m.Score[1] += s.End.Total[1-first]
	m.Events.Add(e.events)
	m.GoRounds += matgo.BoolInt(e.goCalls > 0)
	m.GoCalls += e.goCalls
	m.GoWon += e.goWon
	m.GoEfficiency += e.goEfficiency
	m.Steals += s.Trace.Steals
	m.Gold += s.Trace.Gold
	for i := range m.Matches {
		m.Matches[i] += s.Trace.Events[i]
		m.Captures[i] += e.captures[i]
	}
	if e.winner < 0 {
		m.Nagari++
		return
	}
	m.Won[e.winner]++
	m.FirstWon += matgo.BoolInt(e.winner == first)
	m.SecondWon += matgo.BoolInt(e.winner != first)
	m.Losers++
	m.Escaped += matgo.BoolInt(e.baks == 0)
	m.PiBak += matgo.BoolInt(e.pi)
	m.GwangBak += matgo.BoolInt(e.gwang)
	m.MongBak += matgo.BoolInt(e.mong)
	m.Double += matgo.BoolInt(e.baks > 1)
}

// Add adds other rounds.
func (m *Sums) Add(o Sums) {
	m.Rounds += o.Rounds
	m.Nagari += o.Nagari
	m.FirstWon += o.FirstWon
	m.SecondWon += o.SecondWon
	m.Events.Add(o.Events)
	m.GoRounds += o.GoRounds
	m.GoCalls += o.GoCalls
	m.GoWon += o.GoWon
	m.GoEfficiency += o.GoEfficiency
	m.Steals += o.Steals
	m.Gold += o.Gold
	for i := range 2 {
		m.Won[i] += o.Won[i]
		m.Score[i] += o.Score[i]
		m.Matches[i] += o.Matches[i]
		m.Captures[i] += o.Captures[i]
	}
	m.Losers += o.Losers
	m.Escaped += o.Escaped
	m.PiBak += o.PiBak
	m.GwangBak += o.GwangBak
	m.MongBak += o.MongBak
	m.Double += o.Double
}

// captureWeights has the weight of a captured card by kind: 광 6, 열 4, 띠 2, 피 1.
var captureWeights = [...]int{matgo.Kwang: 6, matgo.Yeol: 4, matgo.Tti: 2, matgo.Pi: 1}

func weigh(cards matgo.Set) (sum int) {
	for kind, weight := range captureWeights {
		sum += cards.Of(matgo.Kind(kind)).Len() * weight
	}
	return sum
}

// Report is the result of a simulation, with the owner's names. Rates are shares of all rounds unless a
// field says otherwise. A share of nothing is 0.
type Report struct {
	LogMode     string `json:"logMode"`
	Rules       string `json:"rules,omitempty"` // "" for the document's
	CatalogPath string `json:"catalogPath"`     // "" without a log
	Games       int    `json:"games"`           // to be played
	Completed   int    `json:"completed"`       // played
	Winners     struct {
		Human   int `json:"human"`
		AI      int `json:"ai"`
		Draw    int `json:"draw"`
		Unknown int `json:"unknown"` // not completed
	} `json:"winners"`
	TurnOrder struct {
		FirstWinRate       float64 `json:"firstWinRate"`
		SecondWinRate      float64 `json:"secondWinRate"`
		DrawRate           float64 `json:"drawRate"`
		AverageScoreFirst  float64 `json:"averageScoreFirst"`
		AverageScoreSecond float64 `json:"averageScoreSecond"`
	} `json:"turnOrder"`
	NagariRate            float64         `json:"nagariRate"`
	EventFrequencyPerGame Events[float64] `json:"eventFrequencyPerGame"`
	// GoStopEfficiencyAvg is the mean over the rounds with a go.
	GoStopEfficiencyAvg float64 `json:"goStopEfficiencyAvg"`
	GoDecision          struct {
		Declared    int     `json:"declared"`
		Success     int     `json:"success"`
		SuccessRate float64 `json:"successRate"` // of Declared
	} `json:"goDecision"`
	StealEfficiency struct {
		AveragePi   float64 `json:"averagePiStealPerGame"`
		AverageGold float64 `json:"averageGoldStealPerGame"`
	} `json:"stealEfficiency"`
	BakEscapeRate float64 `json:"bakEscapeRate"` // of the losers
	BakBreakdown  struct {
		TotalLoserCount int `json:"totalLoserCount"`
		PiBak           int `json:"piBak"`
		GwangBak        int `json:"gwangBak"`
		MongBak         int `json:"mongBak"`
		DoubleBak       int `json:"doubleBak"` // two or three of them
	} `json:"bakBreakdown"`
	LuckSkillIndex SimLuck `json:"luckSkillIndex"`

	// Besides the owner's fields: the bots that played as human and as ai, and the seed.
	Bots [2]string `json:"bots"`
	Seed string    `json:"seed"`
}

// Events has the events that a simulation counts.
type Events[T any] struct {
	Ppuk   T `json:"ppuk"`
	Ddadak T `json:"ddadak"`
	Jjob   T `json:"jjob"`
	Ssul   T `json:"ssul"`
	Ttak   T `json:"ttak"`
}

// SimLuck has the two indices of luck: the flip's share of the match events other than NORMAL, and of the
// weight of captured cards (광 6, 열 4, 띠 2, 피 1).
type SimLuck struct {
	FlipEvents      int     `json:"flipEvents"`
	HandEvents      int     `json:"handEvents"`
	FlipRatio       float64 `json:"flipRatio"`
	WeightedCapture struct {
		FlipValue int     `json:"flipValue"`
		HandValue int     `json:"handValue"`
		FlipRatio float64 `json:"flipRatio"`
	} `json:"weightedCapture"`
}

// Report returns the report of m's rounds so far. rounds is the number of rounds planned.
func (m *Simulation) Report(sums Sums, rounds int) Report {
	of := func(a, b int) float64 {
		if b == 0 {
			return 0
		}
		return float64(a) / float64(b)
	}
	each := func(a int) float64 { return of(a, sums.Rounds) }
	r := Report{LogMode: m.mode, Rules: m.ruleName(), Games: rounds, Completed: sums.Rounds, Bots: m.bots, Seed: m.seed}
	if m.mode != LogNone {
		r.CatalogPath = CatalogPath
	}
	r.Winners.Human, r.Winners.AI, r.Winners.Draw = sums.Won[0], sums.Won[1], sums.Nagari
	r.Winners.Unknown = rounds - sums.Rounds
	r.TurnOrder.FirstWinRate, r.TurnOrder.SecondWinRate = each(sums.FirstWon), each(sums.SecondWon)
	r.TurnOrder.DrawRate = each(sums.Nagari)
	r.TurnOrder.AverageScoreFirst, r.TurnOrder.AverageScoreSecond = each(sums.Score[0]), each(sums.Score[1])
	r.NagariRate = each(sums.Nagari)
	e := sums.Events
	r.EventFrequencyPerGame = Events[float64]{each(e.Ppuk), each(e.Ddadak), each(e.Jjob), each(e.Ssul), each(e.Ttak)}
	r.GoStopEfficiencyAvg = of(sums.GoEfficiency, sums.GoRounds*million)
	r.GoDecision.Declared, r.GoDecision.Success = sums.GoCalls, sums.GoWon
	r.GoDecision.SuccessRate = of(sums.GoWon, sums.GoCalls)
	r.StealEfficiency.AveragePi, r.StealEfficiency.AverageGold = each(sums.Steals), each(sums.Gold)
	r.BakEscapeRate = of(sums.Escaped, sums.Losers)
	r.BakBreakdown.TotalLoserCount, r.BakBreakdown.DoubleBak = sums.Losers, sums.Double
	r.BakBreakdown.PiBak, r.BakBreakdown.GwangBak, r.BakBreakdown.MongBak = sums.PiBak, sums.GwangBak, sums.MongBak
	l := &r.LuckSkillIndex
	l.FlipEvents, l.HandEvents = sums.Matches[matgo.FromFlip], sums.Matches[matgo.FromHand]
	l.FlipRatio = of(l.FlipEvents, l.FlipEvents+l.HandEvents)
	w := &l.WeightedCapture
	w.FlipValue, w.HandValue = sums.Captures[matgo.FromFlip], sums.Captures[matgo.FromHand]
	w.FlipRatio = of(w.FlipValue, w.FlipValue+w.HandValue)
	return r
}

// Catalog returns the owner's card catalogue, a JSON object of all cards by id, with the card for a pass.
func Catalog() ([]byte, error) {
	cards := map[string]export.Card{export.PassCard.ID: export.PassCard}
	for c := range matgo.Card(matgo.Cards) {
		card := export.CardOf(c)
		switch c {
		case matgo.BonusDouble:
			card.Name = "Bonus Double"
		case matgo.BonusTriple:
			card.Name = "Bonus Triple"
		}
		cards[c.String()] = card
	}
	raw, err := json.MarshalIndent(cards, "", "  ")
	return append(raw, '\n'), err
}
