package klondike

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"arcade/games"
)

// Limits of the statistics.
const (
	maxSets    = 32  // sets of rules; the one played longest ago is dropped first
	maxHistory = 500 // tries
)

// keepRanked is a time in ms since 1970, 29 November 2026. Tries from then on never drop a set with a ranked
// win. Earlier tries did, and "arcade check" must count them as before.
const keepRanked = 1795910400000

// Helped is the class of a try that took a hint, whatever else applies. Other games call it [games.Hinted].
const Helped games.Class = "helped"

// Imported is the class of a try in another program, of which there is no log. It counts as practice.
const Imported games.Class = "imported"

// classOf returns the class of a run that was dealt from s. A deck counts as the player's own choice of
// deal.
func classOf(run games.Run, s Start) games.Class {
	class := run.Class()
	switch {
	case class == games.Hinted:
		return Helped
	case class == games.Ranked && s.HasDeck && !s.Secret:
		return games.Practice
	}
	return class
}

// Stats are a player's statistics.
type Stats struct {
	// Sets has the statistics by rules, the last played rules first; at most 32.
	Sets []Set `json:"sets"`
	// History has the last 500 tries, latest first.
	History []Try `json:"history"`
}

// Set has a player's tries under one set of rules, of every class. Bests and sums cover the won tries.
type Set struct {
	Rules  Rules `json:"rules"`
	Games  int   `json:"games"`
	Won    int   `json:"won"`
	Streak int   `json:"streak"` // present row of wins
	// BestStreak is the longest row of wins.
	BestStreak int `json:"best_streak"`
	// Times are in ms, from the first action to the end of the try; a win ends with its last action.
	BestTime  int64 `json:"best_time"`
	TimeSum   int64 `json:"time_sum"`
	BestMoves int   `json:"best_moves"`
	MoveSum   int   `json:"move_sum"`
	BestScore int   `json:"best_score"`
	// Ranked is the best ranked win, nil before the first: the player's row on the board.
	Ranked *Row `json:"ranked,omitempty"`
}

// Own returns the statistics of the tries without a hint, Helped of the others. They are counted from the
// history, so they reach back to its first try. A best ranked win stays for good.
func (s Stats) Own() Stats {
	own := s.part(func(t Try) bool { return t.Class != Helped })
	for i, set := range own.Sets {
		at := slices.IndexFunc(s.Sets, func(o Set) bool { return o.Rules == set.Rules })
		if at < 0 || s.Sets[at].Ranked == nil {
			continue
		}
		best := s.Sets[at].Ranked
		own.Sets[i].Ranked = best
		if set.Won == 0 || best.Moves < set.BestMoves {
			own.Sets[i].BestMoves = best.Moves
		}
	}
	return own
}

// Helped returns the statistics of the tries that took a hint.
func (s Stats) Helped() Stats { return s.part(func(t Try) bool { return t.Class == Helped }) }

// part counts the tries of the history that keep accepts.
func (s Stats) part(keep func(Try) bool) (p Stats) {
	for _, t := range slices.Backward(s.History) {
		if r, ok := ParseRules(t.Rules); ok && keep(t) {
			p.sum(r, t)
		}
	}
	return p
}

// Of returns the statistics under a set of rules, the zero Set if there are none.
func (s Stats) Of(r Rules) Set {
	if i := slices.IndexFunc(s.Sets, func(o Set) bool { return o.Rules == r }); i >= 0 {
		return s.Sets[i]
	}
	return Set{Rules: r}
}

// WinRate returns the share of tries that were won, 0 to 1; 0 without tries.
func (s Set) WinRate() float64 { return ratio(s.Won, s.Games) }

// MeanTime returns the average time of a win in ms, MeanMoves its moves; 0 before the first.
func (s Set) MeanTime() float64  { return ratio(s.TimeSum, s.Won) }
func (s Set) MeanMoves() float64 { return ratio(s.MoveSum, s.Won) }

func ratio[T int | int64](a T, b int) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

// Row is the Detail of a row on a board.
type Row struct {
	Moves int   `json:"moves"`
	Time  int64 `json:"time"` // ms
	Score int   `json:"score"`
	Undos int   `json:"undos"`
	// Guessable rows are marked; see [games.Run].
	Guessable bool `json:"guessable,omitempty"`
}

// better reports whether r ranks above other on a board: fewer moves, then less time.
func (r Row) better(other Row) bool {
	return r.Moves < other.Moves || r.Moves == other.Moves && r.Time < other.Time
}

// Try is one try of the history.
type Try struct {
	// Match is the id of the match's log, for its replay.
	Match string `json:"match,omitempty"`
	// At is its end, ms since 1970.
	At      int64       `json:"at"`
	DealID  string      `json:"deal_id"`
	Rules   string      `json:"rules"` // as Rules.String
	Class   games.Class `json:"class"`
	Outcome Outcome     `json:"outcome"`
	Moves   int         `json:"moves"`
	Time    int64       `json:"time"` // ms
	Score   int         `json:"score"`
	// Home is the number of cards on the foundations at the end.
	Home int `json:"home"`
}

// Won reports whether the try was won.
func (t Try) Won() bool { return t.Outcome == Win }

// Facts are a result's fields beside reason and winner.
type Facts struct {
	Won      bool   `json:"won"`
	Score    int    `json:"score"`
	Moves    int    `json:"moves"`
	Undos    int    `json:"undos"`
	Home     int    `json:"home"`
	DealID   string `json:"deal_id"`
	LayoutID string `json:"layout_id"`
}

func readFacts(r games.Result) (f Facts, err error) {
	if err := r.Read(&f); err != nil {
		return f, fmt.Errorf("klondike: result: %w", err)
	}
	return f, nil
}

// Boards lists the boards of the two ways to draw, otherwise under the rules of [Standard].
func (Game) Boards() []string { return []string{"draw1", "draw3"} }

// ReadStats reads a player's statistics; nil before the first run.
func ReadStats(data json.RawMessage) (s Stats, err error) {
	err = games.ReadStats(Name, data, &s)
	return s, err
}

// Record counts a run in [Stats]. A win without help earns a row on the deal's own board, and under the
// board's rules on the ranked or the day's board: fewest moves, then the shortest time. Resigning loses
// nothing on a board.
func (g Game) Record(stats json.RawMessage, run games.Run) (json.RawMessage, []games.Score, error) {
	s, err := ReadStats(stats)
	if err != nil {
		return nil, nil, err
	}
	start, f, solve, err := readTry(run)
	if err != nil {
		return nil, nil, err
	}
	row := Row{Moves: f.Moves, Score: f.Score, Undos: f.Undos, Guessable: run.Guessable}
	if solve.Dur != nil {
		row.Time = *solve.Dur
	}
	try := Try{
		Match: run.Match, At: run.At, DealID: solve.DealID, Rules: start.Rules.String(), Class: classOf(run, start),
		Outcome: solve.Outcome, Moves: row.Moves, Time: row.Time, Score: row.Score, Home: f.Home,
	}
	set := s.count(start.Rules, try)

	var scores []games.Score
	add := func(board, of string) { scores = append(scores, row.on(board, of)) }
	if try.Won() && try.Class != Helped {
		add(games.DealBoard, try.DealID)
		switch board := try.Rules; {
		case !slices.Contains(g.Boards(), board):
		case try.Class == games.Daily && !run.Seeded && (start.Secret || !start.HasDeck):
			add(board, "")
		case try.Class == games.Ranked && (set.Ranked == nil || row.better(*set.Ranked)):
			set.Ranked = &row
			add(board, "")
		}
	}
	out, err := json.Marshal(s)
	return out, scores, err
}

// on returns the row on a board.
func (r Row) on(board, of string) games.Score {
	detail, err := json.Marshal(r)
	if err != nil {
		panic(err) // numbers always encode
	}
	return games.Score{Board: board, Of: of, Value: -float64(r.Moves), Tie: -float64(r.Time), Detail: detail}
}

// The bounds of a solve that a client sends: the number of moves, and the mean time of one in ms.
const (
	maxSentMoves = 20_000
	minMoveTime  = 100
	maxSentTime  = math.MaxInt32
)

// SentScore returns the row of a solve that a client sent, or an error that says why it cannot be one.
func (Game) SentScore(moves int, ms int64) (games.Score, error) {
	switch {
	case moves < Cards:
		return games.Score{}, errors.New("fewer moves than cards")
	case moves > maxSentMoves:
		return games.Score{}, fmt.Errorf("more than %d moves", maxSentMoves)
	case ms < int64(moves)*minMoveTime:
		return games.Score{}, fmt.Errorf("less than %d ms a move", minMoveTime)
	case ms > maxSentTime:
		return games.Score{}, errors.New("durationMs is too large")
	}
	return Row{Moves: moves, Time: ms}.on(games.DealBoard, ""), nil
}

// count adds a try, and returns the statistics of its rules, the first of Sets.
func (s *Stats) count(r Rules, t Try) *Set {
	s.sum(r, t)
	for last := len(s.Sets) - 1; len(s.Sets) > maxSets; last-- {
		if s.Sets[last].Ranked == nil || t.At < keepRanked {
			s.Sets = slices.Delete(s.Sets, last, last+1)
		}
	}
	s.History = slices.Insert(s.History, 0, t)
	s.History = s.History[:min(len(s.History), maxHistory)]
	return &s.Sets[0]
}

// sum adds a try to the statistics of its rules, which become the first of Sets.
func (s *Stats) sum(r Rules, t Try) {
	set := s.Of(r)
	s.Sets = slices.DeleteFunc(s.Sets, func(o Set) bool { return o.Rules == r })
	set.Games++
	if t.Won() {
		set.win(t)
	} else {
		set.Streak = 0
	}
	s.Sets = slices.Insert(s.Sets, 0, set)
}

// win adds a won try.
func (s *Set) win(t Try) {
	if s.Won == 0 {
		s.BestTime, s.BestMoves = t.Time, t.Moves
	}
	s.Won++
	s.Streak++
	s.BestStreak = max(s.BestStreak, s.Streak)
	s.BestTime = min(s.BestTime, t.Time)
	s.BestMoves = min(s.BestMoves, t.Moves)
	s.BestScore = max(s.BestScore, t.Score)
	s.TimeSum += t.Time
	s.MoveSum += t.Moves
}
