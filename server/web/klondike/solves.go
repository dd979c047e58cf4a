package klondike

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"regexp"
	"slices"
	"sync"
	"time"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/lobby/turns"
	"arcade/server/web"
	"arcade/store"
	"arcade/store/notes"
)

// solve is a solve that a client sends.
type solve struct {
	DealID   string   `json:"dealId"`
	UserID   string   `json:"userId"`
	Ruleset  *ruleset `json:"ruleset"`
	Duration *int64   `json:"durationMs"`
	Moves    *int     `json:"moveCount"`
	Started  *moment  `json:"startedAt"`
	Finished *moment  `json:"finishedAt"`
	Client   string   `json:"clientVersion"`
	Platform string   `json:"platform"`
	Trace    string   `json:"moveTraceHash"`
	// Solution holds the moves in the arcade's notation, with the seed or the deck of the deal.
	Solution []games.Action `json:"solution"`
	Seed     string         `json:"seed"`
	Deck     string         `json:"deck"`
}

// moment is a time in ms since 1970. Clients send it so, or as ISO 8601.
type moment int64

// UnmarshalJSON reads either form.
func (m *moment) UnmarshalJSON(data []byte) error {
	var ms int64
	if err := json.Unmarshal(data, &ms); err == nil {
		*m = moment(ms)
		return nil
	}
	var t time.Time
	if err := json.Unmarshal(data, &t); err != nil {
		return err
	}
	*m = moment(t.UnixMilli())
	return nil
}

// userID matches the valid ids of a client: "usr_" and 16 hex digits, or a UUID.
var userID = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.:-]{0,47}$`)

// shape returns the error in the form of a solve, "" for none.
func (s *solve) shape() string {
	switch {
	case !(klondike.Game{}).IsDealID(s.DealID):
		return "dealId: not a Deal ID"
	case !userID.MatchString(s.UserID):
		return "userId: want 1 to 48 letters, digits and _.:-"
	case s.Ruleset == nil:
		return "ruleset is missing"
	case s.Duration == nil || s.Moves == nil || s.Started == nil:
		return "durationMs, moveCount or startedAt is missing"
	case max(len(s.Client), len(s.Platform), len(s.Trace)) > 128:
		return "clientVersion, platform or moveTraceHash is too long"
	}
	if _, ok := s.Ruleset.rules(); !ok {
		return "ruleset: no such rules"
	}
	return ""
}

// clockSlack limits how far a client's clock may be ahead.
const clockSlack = 5 * time.Minute

// refusal returns the reason why a well-formed solve does not count, "" if it counts.
func (s *solve) refusal(now time.Time) string {
	latest := moment(now.Add(clockSlack).UnixMilli())
	switch {
	case *s.Started <= 0 || *s.Duration < 0:
		return "a time before 1970"
	case *s.Started > latest || s.Finished != nil && *s.Finished > latest:
		return "a time in the future"
	case max(*s.Duration, int64(*s.Moves)) > math.MaxInt32: // of a lost game, too
		return "durationMs or moveCount is too large"
	case s.Finished == nil:
		return notFinished
	case *s.Finished < *s.Started || *s.Duration > int64(*s.Finished-*s.Started):
		return "longer than from start to finish"
	}
	if _, err := (klondike.Game{}).SentScore(*s.Moves, *s.Duration); err != nil {
		return err.Error()
	}
	return ""
}

// notFinished is the reason of a lost game, which counts as a try.
const notFinished = "not finished"

// fitting returns the result, or nil if an older version took it though nobody can have solved a deal so.
func (r *result) fitting() *result {
	if r == nil {
		return nil
	}
	if _, err := (klondike.Game{}).SentScore(r.Moves, r.Duration); err != nil {
		return nil
	}
	return r
}

// verify replays the solution. The error is the reason why it is wrong.
func (s *solve) verify() error {
	rules, _ := s.Ruleset.rules()
	setup, err := setup(rules, s.Seed, s.Deck)
	if err != nil {
		return err
	}
	if deal, err := (klondike.Game{}).Deal(setup); err != nil {
		return err
	} else if deal.ID != s.DealID {
		return errors.New("the seed or the deck is another deal's")
	}
	pos, err := klondike.Game{}.Start(setup)
	if err != nil {
		return err
	}
	if len(s.Solution) != *s.Moves {
		return fmt.Errorf("%d moves, and moveCount is %d", len(s.Solution), *s.Moves)
	}
	for i, m := range s.Solution {
		if _, err := pos.Apply(m); err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	if r := pos.Result(); r == nil || r.Reason != games.Finished {
		return errors.New("the solution does not end with all cards home")
	}
	return nil
}

// solve handles a solve. It refuses an invalid one with a reason and status 200, because the owner's
// client resends forever after a 4xx.
func (a *API) solve(r *http.Request) (any, error) {
	var s solve
	if err := web.Body(r, &s); err != nil {
		return nil, web.Bad("Not a solve in JSON")
	}
	if wrong := s.shape(); wrong != "" {
		return nil, web.Bad(wrong)
	}
	reason := s.refusal(a.now())
	if reason == "" {
		rules, _ := s.Ruleset.rules()
		least, err := a.lobby.Deals().Least(klondike.Name, s.DealID, rules.String())
		if err != nil {
			return nil, err
		}
		if *s.Moves < least {
			reason = fmt.Sprintf("fewer moves than the %d that it takes", least)
		}
	}
	verified := false
	if reason == "" && len(s.Solution) > 0 {
		if err := s.verify(); err != nil {
			reason = "solution: " + err.Error()
		}
		verified = reason == ""
	}
	refused := map[string]any{"accepted": false, "reason": reason}
	if reason != "" && reason != notFinished {
		return refused, nil
	}
	rank, best, err := a.keep(r, s, reason == "", verified)
	if err != nil || reason != "" {
		return refused, err
	}
	answer := map[string]any{"accepted": true, "personalBest": best}
	if rank > 0 {
		answer["rank"] = rank
	}
	return answer, nil
}

// row is the stored record of a user's tries of a deal.
type row struct {
	// Best is the fastest solve, Proved the fastest replayed solve; nil for none.
	Best   *result `json:"best,omitempty"`
	Proved *result `json:"proved,omitempty"`
	// Seen holds the starts of the last tries, to recognize a try that is sent again.
	Seen []moment `json:"seen,omitempty"`
}

type result struct {
	Duration int64  `json:"durationMs"`
	Moves    int    `json:"moveCount"`
	Started  moment `json:"startedAt"`
	Finished moment `json:"finishedAt"`
	At       int64  `json:"at"` // time of arrival
	Client   string `json:"clientVersion,omitempty"`
	Platform string `json:"platform,omitempty"`
	Trace    string `json:"moveTraceHash,omitempty"`
}

// tally counts a deal's tries over all users.
type tally struct {
	Tries int   `json:"tries"`
	Won   int   `json:"won"`
	Sum   int64 `json:"sumMs"` // of won runs
	Best  int64 `json:"bestMs"`
	// Rules are the rules of the first run that named them, or of a replayed run.
	Rules *ruleset `json:"ruleset,omitempty"`
}

const (
	// maxRows limits the stored rows of a deal, one per user. Slower solves are accepted, and not stored.
	// sideRows of them are reserved for replayed rows, and as many for the others.
	maxRows, sideRows = 1000, 500
	// maxSeen limits the remembered tries of a user.
	maxSeen = 16
	// tallyKey is the key of the tally among a deal's rows. No user can have this name.
	tallyKey = "#"
)

// The notes of deals' rows by user, and of users' deals.
var (
	solves    = notes.New[row]("solves/DEAL", "USER")
	dealsSent = notes.New[struct{}]("solver/USER", "DEAL")
)

// tallyOf returns the space of a deal's rows as that of its tally, which is under tallyKey.
func tallyOf(deal string) notes.Space[tally] { return notes.Space[tally]{Name: solves.In(deal).Name} }

// keep stores a try. It returns the place on the deal's board from 1, or 0 without a place, and whether
// the try is the user's best.
func (a *API) keep(r *http.Request, s solve, won, verified bool) (rank int, best bool, err error) {
	defer a.writing.Lock(s.DealID, s.UserID)()
	defer a.boards.changed(s.DealID)
	mayAdd := sync.OnceValue(func() error {
		return a.rows.Pay(r, a.now(), "Too many new rows from your address today")
	})
	err = store.Again(func() (err error) { // another server may write the deal's rows
		rank, best, err = a.keepOnce(r.Context(), mayAdd, s, won, verified)
		return err
	})
	return rank, best, err
}

func (a *API) keepOnce(ctx context.Context, mayAdd func() error, s solve, won, verified bool) (rank int, best bool, err error) {
	rows, t, was, err := a.rowsOf(ctx, s.DealID)
	if err != nil {
		return 0, false, err
	}
	board, err := a.readBoard(ctx, s.DealID)
	if err != nil {
		return 0, false, err
	}
	mine, known := rows[s.UserID]
	if slices.Contains(mine.Seen, *s.Started) { // sent again, or now sent with a proof
		if !verified || mine.Proved != nil && mine.Proved.Started == *s.Started {
			return board.place(s.UserID, mine), false, nil
		}
	} else {
		t.Tries++
		if t.Rules == nil || verified {
			rules, _ := s.Ruleset.rules()
			known := rulesetOf(rules)
			t.Rules = &known
		}
		if won {
			t.Won++
			t.Sum += *s.Duration
			if t.Best == 0 || *s.Duration < t.Best {
				t.Best = *s.Duration
			}
		}
		mine.Seen = append(mine.Seen, *s.Started)
		mine.Seen = mine.Seen[max(0, len(mine.Seen)-maxSeen):]
	}
	if won {
		result := &result{
			Duration: *s.Duration, Moves: *s.Moves, Started: *s.Started, Finished: *s.Finished,
			At: a.now().UnixMilli(), Client: s.Client, Platform: s.Platform, Trace: s.Trace,
		}
		best = mine.Best == nil || result.before(mine.Best)
		if best {
			mine.Best = result
		}
		if verified && (mine.Proved == nil || result.before(mine.Proved)) {
			mine.Proved = result
		}
	}
	if !known {
		if err := mayAdd(); err != nil {
			return 0, false, err
		}
	}
	rows[s.UserID] = mine
	rank = board.place(s.UserID, mine)
	write, kept, err := newRow(s, rows, t, was)
	if err != nil {
		return 0, false, err
	}
	turns.Leave(ctx)    // the rest waits for the disk
	if !known && kept { // first, so that a deletion of the user finds the row
		if err := dealsSent.In(s.UserID).Put(ctx, a.store, s.DealID, struct{}{}); err != nil {
			return 0, false, err
		}
	}
	if err := a.store.PutNotes(ctx, solves.In(s.DealID).Name, write...); err != nil {
		return 0, false, err
	}
	if mine.Best == nil || !kept {
		rank = 0
	}
	return rank, best, nil
}

// newRow makes the notes of a deal's tally and of the solve's row, for which a full deal loses one. kept is false
// if that is the new row itself.
func newRow(s solve, rows map[string]row, t tally, was values) (write []store.Note, kept bool, err error) {
	total, err := tallyOf(s.DealID).Note(tallyKey, t, was.of(tallyKey))
	if err != nil {
		return nil, false, err
	}
	write = []store.Note{total}
	if len(rows) > maxRows {
		out := last(rows)
		if out == s.UserID {
			return write, false, nil
		}
		write = append(write, solves.In(s.DealID).Gone(out))
	}
	n, err := solves.In(s.DealID).Note(s.UserID, rows[s.UserID], was.of(s.UserID))
	return append(write, n), true, err
}

// last returns the user whose row makes room in a full deal: the last row of the kind, replayed or not,
// that exceeds its reserve.
func last(rows map[string]row) string {
	var proved, others []userRow
	for _, r := range ranked(rows) {
		if r.Proved != nil {
			proved = append(proved, r)
		} else {
			others = append(others, r)
		}
	}
	if len(others) > maxRows-min(len(proved), sideRows) {
		return others[len(others)-1].user
	}
	slices.SortStableFunc(proved, func(x, y userRow) int { return x.Proved.compare(y.Proved) })
	return proved[len(proved)-1].user
}

// values holds notes by key, as they were read.
type values map[string]json.RawMessage

// of returns the value that was read, for a note in its place.
func (was values) of(key string) json.RawMessage {
	if from := was[key]; from != nil {
		return from
	}
	return store.Absent
}

func (r *result) compare(o *result) int {
	return cmp.Or(cmp.Compare(r.Duration, o.Duration), cmp.Compare(r.Moves, o.Moves))
}

func (r *result) before(o *result) bool { return r.compare(o) < 0 }

// rowsOf reads a deal's rows by user, and its tally. was holds both as stored.
func (a *API) rowsOf(ctx context.Context, deal string) (rows map[string]row, t tally, was values, err error) {
	list, err := a.store.Notes(ctx, solves.In(deal).Name, "", maxRows+2)
	if err != nil {
		return nil, t, nil, err
	}
	rows, was = map[string]row{}, values{}
	for _, n := range list {
		was[n.Key] = n.Value
		if n.Key == tallyKey {
			err = json.Unmarshal(n.Value, &t)
		} else {
			var r row
			err = json.Unmarshal(n.Value, &r)
			r.Best, r.Proved = r.Best.fitting(), r.Proved.fitting()
			rows[n.Key] = r
		}
		if err != nil {
			return nil, t, nil, fmt.Errorf("solves of %s, %s: %w", deal, n.Key, err)
		}
	}
	return rows, t, was, nil
}

type userRow struct {
	user string
	row
}

// ranked returns the rows in the board's order, rows without a solve last.
func ranked(rows map[string]row) []userRow {
	var list []userRow
	for user, r := range rows {
		list = append(list, userRow{user, r})
	}
	slices.SortFunc(list, func(x, y userRow) int {
		switch {
		case x.Best != nil && y.Best != nil:
			return cmp.Or(x.Best.compare(y.Best), cmp.Compare(x.Best.At, y.Best.At), cmp.Compare(x.user, y.user))
		case x.Best != nil:
			return -1
		case y.Best != nil:
			return 1
		}
		return cmp.Compare(x.user, y.user)
	})
	return list
}
