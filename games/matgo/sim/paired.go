package sim

import (
	"math"
	"strconv"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/games/matgo/bots"
	"arcade/games/rng"
)

// EvaluationDeals is the number of deals in the evaluation set. Its decks come from a separate stream, from
// which no seed's rounds are dealt: no training can have seen them, whatever its seed.
const EvaluationDeals = 100_000

// evaluationDeal returns a deal of the evaluation set, counted from 0.
func evaluationDeal(rules *matgo.Rules, n int) matgo.State {
	seed := "evaluation/" + strconv.Itoa(n+1)
	return matgo.NewState(rules, matgo.DefaultOptions(), rng.Derive(seed, "matgo/evaluation deck"), rng.Derive(seed, "matgo/evaluation first"))
}

// Pairs sums the results of deals that were each played twice, with the seats exchanged, for the first bot.
// The sums are whole numbers, so that the order of adding does not change the report.
type Pairs struct {
	Deals int `json:"deals"`
	// Points and Gold are the net results of both rounds of each deal. Won counts the rounds that the bot
	// won, among Decided.
	Points, PointsSquared int
	Gold, GoldSquared     int
	Won, WonSquared       int
	Decided, DecidedSquared,
	WonDecided int
}

func (p *Pairs) add(points, gold, won, decided int) {
	p.Deals++
	p.Points += points
	p.PointsSquared += points * points
	p.Gold += gold
	p.GoldSquared += gold * gold
	p.Won += won
	p.WonSquared += won * won
	p.Decided += decided
	p.DecidedSquared += decided * decided
	p.WonDecided += won * decided
}

// Add adds other deals.
func (p *Pairs) Add(o Pairs) {
	p.Deals += o.Deals
	p.Points += o.Points
	p.PointsSquared += o.PointsSquared
	p.Gold += o.Gold
	p.GoldSquared += o.GoldSquared
	p.Won += o.Won
	p.WonSquared += o.WonSquared
	p.Decided += o.Decided
	p.DecidedSquared += o.DecidedSquared
	p.WonDecided += o.WonDecided
}

// PairedReport is the first bot's result over such deals.
type PairedReport struct {
	Bots  [2]string `json:"bots"`
	Deals int       `json:"deals"` // each played twice
	Seed  string    `json:"seed"`  // "" for the evaluation set
	// Rules names the rules, "" for the document's.
	Rules string `json:"rules,omitempty"`
	// PointsPerRound is the winner's total, negative if the other bot wins, 0 for a nagari. GoldPerRound is
	// the change of the purse. RoundsWon is a share of the rounds with a winner.
	PointsPerRound bots.Measure `json:"pointsPerRound"`
	GoldPerRound   bots.Measure `json:"goldPerRound"`
	RoundsWon      bots.Measure `json:"roundsWon"`
	Won            int          `json:"won"`
	Lost           int          `json:"lost"`
	Nagari         int          `json:"nagari"`
}

// Report summarises the deals. The errors are errors over deals, because the two rounds of a deal depend on
// each other.
func (p Pairs) Report(m *Simulation) PairedReport {
	n := float64(p.Deals)
	perRound := func(sum, squares int) bots.Measure {
		mean := float64(sum) / n
		spread := max(float64(squares)/n-mean*mean, 0) / max(n-1, 1)
		return bots.Measure{Mean: mean / 2, SE: math.Sqrt(spread) / 2}
	}
	r := PairedReport{
		Bots: m.bots, Deals: p.Deals, Seed: m.seed, Rules: m.ruleName(),
		PointsPerRound: perRound(p.Points, p.PointsSquared),
		GoldPerRound:   perRound(p.Gold, p.GoldSquared),
		Won:            p.Won, Lost: p.Decided - p.Won, Nagari: 2*p.Deals - p.Decided,
	}
	if p.Decided > 0 {
		share := float64(p.Won) / float64(p.Decided)
		spread := float64(p.WonSquared) - 2*share*float64(p.WonDecided) + share*share*float64(p.DecidedSquared)
		r.RoundsWon = bots.Measure{Mean: share, SE: math.Sqrt(max(spread, 0)*n/max(n-1, 1)) / float64(p.Decided)}
	}
	return r
}

// PlayPairs plays the deals from to to-1, counted from 0: the deals of the simulation's seed, or of the
// evaluation set if the seed is "".
func (m *Simulation) PlayPairs(from, to int) (sums Pairs) {
	r := m.round()
	players := r.players
	for i := from; i < to; i++ {
		deal, seed := evaluationDeal, "evaluation/"+strconv.Itoa(i+1)
		if m.seed != "" {
			seed = m.seed + "/" + strconv.Itoa(i+1)
			deal = func(rules *matgo.Rules, _ int) matgo.State { return matgo.Deal(rules, seed, matgo.DefaultOptions()) }
		}
		var points, gold, won, decided int
		for seat := range 2 {
			r.state = deal(m.rules, i)
			r.players = [2]bots.Player{players[seat], players[1-seat]}
			r.chance = rng.Derive(seed, "bots "+strconv.Itoa(seat))
			r.play(false)
			points += r.state.Net(seat)
			gold += r.state.Gold[seat] - matgo.InitialGold
			won += matgo.BoolInt(r.state.Winner() == games.Seat(seat))
			decided += matgo.BoolInt(r.state.Winner() >= 0)
		}
		sums.add(points, gold, won, decided)
	}
	return sums
}
