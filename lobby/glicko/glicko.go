// Package glicko implements Glicko-2: ratings with a deviation that measures their uncertainty. It is
// written from Mark E. Glickman, "Example of the Glicko-2 system" (2013, revised 2022), whose step numbers
// the comments name.
//
// The paper collects the games of a rating period and rates them together. Here, as on lichess, nobody
// waits for a period to end: every rated match is a period of its own, and time without matches widens the
// deviation by [Decay]. Before a match each rating is brought up to date, then both are updated from the
// two ratings before it:
//
//	a = glicko.Decay(a, glicko.Periods(now-lastA))
//	b = glicko.Decay(b, glicko.Periods(now-lastB))
//	newA := glicko.Update(a, []glicko.Result{{Opponent: b, Score: 1}}, glicko.DefaultTau)
//	newB := glicko.Update(b, []glicko.Result{{Opponent: a, Score: 0}}, glicko.DefaultTau)
//
// The volatility that each match adds keeps the deviation of an active player near 60, so that a rating
// never stops moving.
package glicko

import (
	"math"
	"time"
)

const (
	// DefaultTau limits the change of the volatility. The paper calls 0.3 to 1.2 reasonable and uses this
	// value in its example.
	DefaultTau = 0.5
	// period is the time without matches that widens a deviation by one period's
	// volatility. With the default volatility, a settled player (deviation 60) is
	// provisional again after a year of it, as on lichess.
	period = 112 * time.Hour
	// ProvisionalAbove is the deviation over which a rating is provisional.
	ProvisionalAbove = 110.0

	maxDeviation  = 350.0
	minVolatility = 1e-6
	maxVolatility = 1.0
	minTau        = 0.01
	maxTau        = 10.0

	// scale and 1500 turn a Glicko rating into the scale of the formulas (step 2).
	scale = 173.7178
	// epsilon is the precision of the volatility, in ln(sigma²) (step 5.1).
	epsilon = 1e-6
	// maxSteps limits the search for the volatility, which needs about ten.
	maxSteps = 200
	// maxEdge bounds the rating difference in the logistic function, so that the
	// variance of a foregone result stays finite: one chance in 10^13.
	maxEdge = 30.0
)

// Rating is a player's strength, on the Glicko scale.
type Rating struct {
	// Rating is 1500 for a newcomer; any finite number.
	Rating float64
	// Deviation is the standard deviation of Rating, in (0, 350].
	Deviation float64
	// Volatility measures how erratic the player's results are, about 0.06.
	Volatility float64
}

// Default is the rating of a player without rated matches.
var Default = Rating{Rating: 1500, Deviation: maxDeviation, Volatility: 0.06}

// Provisional reports whether the rating is too uncertain to be compared: its deviation is over 110.
func (r Rating) Provisional() bool { return r.Deviation > ProvisionalAbove }

// Result is one match from the player's side.
type Result struct {
	// Opponent is the opponent's rating before the match.
	Opponent Rating
	// Score is 1 for a win, 0.5 for a draw, 0 for a loss.
	Score float64
}

// Update returns r after a rating period with the given results, all against ratings from before the
// period. Without results it is Decay by one period.
//
// It never fails. A field that is not a sensible number counts as [Default]'s, a score outside 0..1 as the
// nearer end, and tau outside 0.01..10 likewise (0 and NaN as DefaultTau). A result without a score does
// not count.
func Update(r Rating, results []Result, tau float64) Rating {
	r, tau = clean(r), cleanTau(tau)
	phi := r.Deviation / scale
	information, surprise := 0.0, 0.0 // 1/v of step 3, and the sum of step 4
	for _, res := range results {
		if math.IsNaN(res.Score) {
			continue
		}
		o, score := clean(res.Opponent), min(max(res.Score, 0), 1)
		g := impact(o.Deviation / scale)
		edge := min(max(g*(r.Rating-o.Rating)/scale, -maxEdge), maxEdge)
		win, loss := logistic(edge), logistic(-edge)
		information += g * g * win * loss
		surprise += g * (score*loss - (1-score)*win) // g·(score − win), exact near 0 and 1
	}
	if information == 0 {
		return Decay(r, 1)
	}
	v := 1 / information
	r.Volatility = volatility(phi, v, v*surprise, r.Volatility, tau)
	before := math.Hypot(phi, r.Volatility)                  // step 6
	after := 1 / math.Sqrt(1/(before*before)+1/v)            // step 7
	r.Rating = finite(r.Rating + scale*after*after*surprise) // steps 7 and 8
	r.Deviation = min(after*scale, maxDeviation)
	return r
}

// Decay returns r after a number of rating periods without results: only the deviation grows, up to 350
// (step 6). A negative number changes nothing.
func Decay(r Rating, periods float64) Rating {
	r = clean(r)
	if periods > 0 {
		r.Deviation = min(scale*math.Hypot(r.Deviation/scale, r.Volatility*math.Sqrt(periods)), maxDeviation)
	}
	return r
}

// Periods returns the number of rating periods in a time without matches, for Decay.
func Periods(idle time.Duration) float64 { return float64(idle) / float64(period) }

// impact is g of step 3: the weight of a result by the opponent's deviation.
func impact(phi float64) float64 { return 1 / math.Sqrt(1+3*phi*phi/(math.Pi*math.Pi)) }

// logistic is the expected score of a player who is x stronger, E of step 3.
func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// volatility is step 5, by the Illinois algorithm, a safe form of false position.
func volatility(phi, v, delta, sigma, tau float64) float64 {
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		e := math.Exp(x)
		d := phi*phi + v + e
		return e*(delta*delta-d)/(2*d*d) - (x-a)/(tau*tau)
	}
	low, high := a, 0.0
	if over := delta*delta - phi*phi - v; over > 0 {
		high = math.Log(over)
	} else {
		high = a - tau
		for range maxSteps {
			if f(high) >= 0 {
				break
			}
			high -= tau
		}
	}
	fLow, fHigh := f(low), f(high)
	for range maxSteps {
		if math.Abs(high-low) <= epsilon || fHigh == fLow {
			break
		}
		mid := low + (low-high)*fLow/(fHigh-fLow)
		fMid := f(mid)
		if fMid*fHigh <= 0 {
			low, fLow = high, fHigh
		} else {
			fLow /= 2
		}
		high, fHigh = mid, fMid
	}
	return cleanVolatility(math.Exp(low / 2))
}

// clean replaces values that are not sensible numbers, so the formulas return sensible ones.
func clean(r Rating) Rating {
	if math.IsNaN(r.Rating) || math.IsInf(r.Rating, 0) {
		r.Rating = Default.Rating
	}
	if !(r.Deviation > 0) || r.Deviation > maxDeviation {
		r.Deviation = maxDeviation
	}
	r.Deviation = max(r.Deviation, 1e-3) // its square must not vanish
	r.Volatility = cleanVolatility(r.Volatility)
	return r
}

func cleanVolatility(sigma float64) float64 {
	if !(sigma > 0) {
		return Default.Volatility
	}
	return min(max(sigma, minVolatility), maxVolatility)
}

func cleanTau(tau float64) float64 {
	if !(tau > 0) {
		return DefaultTau
	}
	return min(max(tau, minTau), maxTau)
}

// finite keeps a rating at the end of the number range from leaving it.
func finite(x float64) float64 { return min(max(x, -math.MaxFloat64), math.MaxFloat64) }
