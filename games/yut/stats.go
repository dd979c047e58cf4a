package yut

import (
	"encoding/json"
	"fmt"
	"slices"

	"arcade/games"
)

// Board is the game's only board: the fewest turns.
const Board = "turns"

// maxRecent limits the runs that the statistics list.
const maxRecent = 50

// Stats are a player's statistics.
type Stats struct {
	// Runs counts the runs of every class, including the ones given up. Finished counts the completed runs.
	Runs     int `json:"runs"`
	Finished int `json:"finished"`
	// Classes counts the runs by class.
	Classes map[games.Class]int `json:"classes"`
	// Turns counts the finished runs by their turns.
	Turns map[int]int `json:"turns"`
	// Throws is the sum of the throws of the finished runs.
	Throws int `json:"throws"`
	// Best is the best finished run of any class, RankedBest the best ranked one;
	// nil before the first.
	Best       *Best `json:"best"`
	RankedBest *Best `json:"ranked_best"`
	// Relics has every relic ever taken, by id.
	Relics map[string]RelicStats `json:"relics"`
	// Recent has the last 50 runs, latest first.
	Recent []Recent `json:"recent"`
}

// Best is a best run.
type Best struct {
	Turns  int `json:"turns"`
	Throws int `json:"throws"`
	// At is its end, ms since 1970.
	At int64 `json:"at"`
}

// beatenBy reports whether a run is better: fewer turns, or equal turns with fewer throws.
func (b *Best) beatenBy(o outcome) bool {
	return b == nil || o.Turns < b.Turns || o.Turns == b.Turns && o.Throws < b.Throws
}

// RelicStats has the results of runs with a relic.
type RelicStats struct {
	// Taken counts the runs that took it, Finished the completed ones among them. Turns is the sum of the
	// completed runs' turns.
	Taken    int `json:"taken"`
	Finished int `json:"finished"`
	Turns    int `json:"turns"`
}

// Mean returns the mean number of turns of the finished runs, 0 without one.
func (r RelicStats) Mean() float64 {
	if r.Finished == 0 {
		return 0
	}
	return float64(r.Turns) / float64(r.Finished)
}

// Recent is one run of the history.
type Recent struct {
	// At is its end, ms since 1970.
	At     int64 `json:"at"`
	Turns  int   `json:"turns"`
	Throws int   `json:"throws"`
	// Finished is the number of finished pieces, 4 for a whole run.
	Finished int         `json:"finished"`
	Class    games.Class `json:"class"`
}

// TurnCount is the number of runs with a number of turns.
type TurnCount struct{ Turns, Runs int }

// Distribution returns the finished runs by turns, fewest turns first. It includes numbers in between with
// no runs, for a drawing.
func (s Stats) Distribution() []TurnCount {
	if len(s.Turns) == 0 {
		return nil
	}
	least, most := 0, 0
	for turns := range s.Turns {
		if least == 0 || turns < least {
			least = turns
		}
		most = max(most, turns)
	}
	list := make([]TurnCount, 0, most-least+1)
	for turns := least; turns <= most; turns++ {
		list = append(list, TurnCount{turns, s.Turns[turns]})
	}
	return list
}

// Mean returns the mean number of turns of the finished runs, 0 without one.
func (s Stats) Mean() float64 {
	sum, n := 0, 0
	for turns, runs := range s.Turns {
		sum += turns * runs
		n += runs
	}
	if n == 0 {
		return 0
	}
	return float64(sum) / float64(n)
}

// Detail is the Detail of a row on a board.
type Detail struct {
	Turns  int      `json:"turns"`
	Throws int      `json:"throws"`
	Relics []string `json:"relics"`
}

// outcome has the facts of a run's result; see [position.Standing].
type outcome struct {
	Reason string `json:"reason"`
	facts
}

// facts are a result's fields beside reason and winner.
type facts struct {
	Turns    int      `json:"turns"`
	Throws   int      `json:"throws"`
	Finished int      `json:"finished"`
	Relics   []string `json:"relics"`
	Sticks   []string `json:"sticks"`
}

// whole reports whether the run was completed.
func (o outcome) whole() bool { return o.Reason == games.Finished }

// maxCounted exceeds the turns and throws of any run that a person plays.
const maxCounted = 1_000_000

func readOutcome(r games.Result) (o outcome, err error) {
	if err := r.Read(&o); err != nil {
		return o, fmt.Errorf("yut: result: %w", err)
	}
	if o.Turns < 1 || o.Turns > maxCounted || o.Throws < 0 || o.Throws > maxCounted ||
		o.Finished < 0 || o.Finished > Pieces || o.whole() != (o.Finished == Pieces) || len(o.Relics) >= Pieces {
		return o, fmt.Errorf("yut: a result %q of %d turns, %d throws, %d pieces finished, %d relics", o.Reason, o.Turns, o.Throws, o.Finished, len(o.Relics))
	}
	for _, id := range o.Relics {
		if library.relic(id) < 0 {
			return o, fmt.Errorf("yut: a result with a relic %.40q", id)
		}
	}
	return o, nil
}

// Boards lists the board of the fewest turns.
func (Game) Boards() []string { return []string{Board} }

// ReadStats reads a player's statistics; nil before the first run.
func ReadStats(data json.RawMessage) (s Stats, err error) {
	err = games.ReadStats(Name, data, &s)
	return s, err
}

// Record counts a run in a player's [Stats]. A finished run earns a row. A ranked run earns it if it is the
// player's best, a daily one always. A run with a typed seed earns one on the seed's board, which is named
// "=SEED" and keeps each player's best. A run that was given up earns none.
func (Game) Record(stats json.RawMessage, run games.Run) (json.RawMessage, []games.Score, error) {
	s, err := ReadStats(stats)
	if err != nil {
		return nil, nil, err
	}
	o, err := readOutcome(run.Result)
	if err != nil {
		return nil, nil, err
	}
	class := run.Class()
	s.count(o, class, run.At)
	var scores []games.Score
	if o.whole() {
		detail, err := json.Marshal(Detail{o.Turns, o.Throws, append([]string{}, o.Relics...)})
		if err != nil {
			return nil, nil, err
		}
		row := games.Score{Board: Board, Value: -float64(o.Turns), Tie: -float64(o.Throws), Detail: detail}
		switch {
		case class == games.Ranked && s.RankedBest.beatenBy(o):
			s.RankedBest = &Best{o.Turns, o.Throws, run.At}
			scores = append(scores, row)
		case class == games.Daily:
			scores = append(scores, row)
		case class == games.Practice && (Game{}).SeedName(run.Setup.Seed) != "":
			row.Of = "=" + (Game{}).SeedName(run.Setup.Seed)
			scores = append(scores, row)
		}
	}
	out, err := json.Marshal(s)
	return out, scores, err
}

// count adds a run to everything except the best ranked run.
func (s *Stats) count(o outcome, class games.Class, at int64) {
	if s.Classes == nil {
		s.Classes = map[games.Class]int{}
	}
	if s.Turns == nil {
		s.Turns = map[int]int{}
	}
	if s.Relics == nil {
		s.Relics = map[string]RelicStats{}
	}
	s.Runs++
	s.Classes[class]++
	for _, id := range o.Relics {
		r := s.Relics[id]
		r.Taken++
		if o.whole() {
			r.Finished++
			r.Turns += o.Turns
		}
		s.Relics[id] = r
	}
	if o.whole() {
		s.Finished++
		s.Turns[o.Turns]++
		s.Throws += o.Throws
		if s.Best.beatenBy(o) {
			s.Best = &Best{o.Turns, o.Throws, at}
		}
	}
	s.Recent = slices.Insert(s.Recent, 0, Recent{at, o.Turns, o.Throws, o.Finished, class})
	s.Recent = s.Recent[:min(len(s.Recent), maxRecent)]
}
