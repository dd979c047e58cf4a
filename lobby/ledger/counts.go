package ledger

import (
	"path"
	"strings"
	"time"

	"arcade/games"
	"arcade/store"
)

// Rules is the version of the rules by which a rated match or a run that begins now counts, as stored in
// [store.Match.Ledger]. Matches of version 0 count in full for all players, and put both on the boards.
// Runs keep a streak from dayRules on, matches stand on the boards of their week from weekRules on, and
// ratings stay within their reach from reachRules on.
const Rules = 4

// dayRules is the first version under which the end of a daily run keeps its day.
const dayRules = 2

// weekRules is the first version under which a match counts for its week.
const weekRules = 3

// reachRules is the first version under which a rating stays within its reach. Before, a match against the
// n-th provisional opponent of a day counted 1/n².
const reachRules = 4

// Reasons why a match that was offered as rated is casual, as stored in [store.Match.Casual].
const (
	// OneNetwork says that its players come from one network.
	OneNetwork = "network"
	// TooOften says that its players have had their rated matches of the day.
	TooOften = "often"
)

// Copied is a mark of a day's run, as stored in [store.Match.Casual]: it repeats another player's moves. The
// other mark is OneNetwork: another player has begun the run from the same network. A marked run is shown
// below the day's board, and has a place on no board.
const Copied = "copied"

// MarkedBoards returns the boards of the marked runs of a day's board, by their marks; nil for a board that is
// not a day's.
func MarkedBoards(board string) []string {
	if _, err := time.Parse(time.DateOnly, board[strings.LastIndexByte(board, '/')+1:]); err != nil {
		return nil
	}
	return []string{board + "/" + OneNetwork, board + "/" + Copied}
}

// MarkOf returns the mark of the runs on a board, "" if it is no board of marked runs.
func MarkOf(board string) string {
	switch of, mark := path.Split(board); {
	case mark != OneNetwork && mark != Copied, MarkedBoards(strings.TrimSuffix(of, "/")) == nil:
		return ""
	default:
		return mark
	}
}

const (
	// PairPerDay limits the rated matches of a game between two players in a day.
	PairPerDay = 5
	// BoardOpponents is the number of opponents that a player needs to be on a board.
	BoardOpponents = 5
	// earlyPlies is the number of actions after which giving up counts.
	earlyPlies = 10
)

// Early reports whether a match was given up, by resignation, time or absence, before its tenth action.
func Early(reason string, plies int) bool {
	switch reason {
	case games.Resigned, games.TimedOut, games.Abandoned:
		return plies < earlyPlies
	}
	return false
}

// share returns the part of a rated match that counts for a player, from 0 to 1, by a version of the rules.
// It also counts the match in e, the encounters with the opponent, and returns the rating with the opponent
// counted. void reports whether the match counts nothing for the player because it was given up early.
func share(rules int, void bool, mine, theirs store.Rating, e *store.Encounters, ended int64) (float64, store.Rating) {
	if rules == 0 {
		return 1, mine
	}
	if day := Day(ended); e.Day != day {
		*e = store.Encounters{Day: day, Met: e.Met}
	}
	e.Today++
	if void {
		return 0, mine
	}
	if !e.Met {
		mine.Opponents++
	}
	e.Met = true
	if rules >= reachRules || !Provisional(theirs) {
		return 1, mine
	}
	if e.Nth == 0 {
		if e.Nth = 1; mine.NewDay == e.Day {
			e.Nth += mine.New
		}
	}
	return 1 / float64(e.Nth*e.Nth), MetNew(mine, e.Day, e.Nth)
}

// void reports whether a match that was given up early counts nothing for a seat. It counts for nobody; only
// if hands are hidden it counts for the loser, who otherwise could choose hands.
func void(m *games.Match, seat int) bool {
	return Early(m.Result().Reason, len(m.Plies())) && (!m.Game.Info().Hidden || m.Result().Winner == games.Seat(seat))
}

// MetNew notes the n-th provisional opponent of a day in a rating, for matches under rules before reachRules.
func MetNew(r store.Rating, day string, n int) store.Rating {
	if r.NewDay != day {
		r.NewDay, r.New = day, 0
	}
	r.New = max(r.New, n)
	return r
}
