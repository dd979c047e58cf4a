package klondike

import (
	"fmt"
	"strconv"
	"strings"

	"arcade/games"
)

// Outcome is how a try ended.
type Outcome string

// The outcomes.
const (
	Win       Outcome = "win"
	GaveUp    Outcome = "resign"
	TimedOut  Outcome = "timeout"
	Abandoned Outcome = "abandoned"
)

// outcomes are the outcomes by the reason of a result.
var outcomes = map[string]Outcome{
	games.Finished: Win, games.Resigned: GaveUp, games.TimedOut: TimedOut,
	games.Abandoned: Abandoned, games.Aborted: Abandoned,
}

// solveStats is one finished try. What is absent is "" or nil.
type solveStats struct {
	DealID string `json:"dealId"`
	// Seed is absent where the deal was given by its deck.
	Seed    string `json:"seed,omitempty"`
	Draw    int    `json:"draw"`
	Redeals int    `json:"redeals"`
	Recycle string `json:"recycle"`
	F2T     bool   `json:"f2t"`
	// Started is the first action and Finished the end, ms since 1970; Dur is the time
	// from the one to the other in ms. A try without an action has no Started and no Dur.
	Started  *int64  `json:"started"`
	Finished *int64  `json:"finished"`
	Dur      *int64  `json:"dur"`
	Moves    int     `json:"moves"`
	Outcome  Outcome `json:"outcome"`
	LayoutID string  `json:"layoutId"`
	// Client and Plat are the program and where it ran.
	Client string `json:"client,omitempty"`
	Plat   string `json:"plat,omitempty"`
}

// sv1 writes the try as one line without its end. The format has no way to write
// a semicolon or a control character in a value: they are left out.
func (s solveStats) sv1() string {
	ms := func(v *int64) string {
		if v == nil {
			return ""
		}
		return strconv.FormatInt(*v, 10)
	}
	var b strings.Builder
	b.WriteString("SV1")
	for _, field := range [...]struct{ key, value string }{
		{"dealId", s.DealID}, {"seed", s.Seed}, {"draw", strconv.Itoa(s.Draw)}, {"redeals", strconv.Itoa(s.Redeals)},
		{"recycle", s.Recycle}, {"f2t", strconv.FormatBool(s.F2T)}, {"started", ms(s.Started)},
		{"finished", ms(s.Finished)}, {"dur", ms(s.Dur)}, {"moves", strconv.Itoa(s.Moves)},
		{"outcome", string(s.Outcome)}, {"layoutId", s.LayoutID}, {"client", s.Client}, {"plat", s.Plat},
	} {
		b.WriteString(";" + field.key + "=" + strings.Map(sv1Rune, field.value))
	}
	return b.String()
}

func sv1Rune(r rune) rune {
	if r == ';' || r < ' ' || r == 0x7f {
		return -1
	}
	return r
}

// solveOf is what a finished run gives. Client and Plat are left to the caller; so
// is the seed of a day that is not over, which nobody is to be told.
func solveOf(run games.Run) (solveStats, error) {
	_, _, s, err := readTry(run)
	return s, err
}

// readTry is solveOf with the setup and the result that it is made of.
func readTry(run games.Run) (start Start, f facts, s solveStats, err error) {
	if start, err = ReadSetup(run.Setup); err != nil {
		return start, f, s, err
	}
	if f, err = readFacts(run.Result); err != nil {
		return start, f, s, err
	}
	outcome, ok := outcomes[run.Result.Reason]
	if !ok {
		return start, f, s, fmt.Errorf("klondike: a run that ended with %.40q", run.Result.Reason)
	}
	r := start.Rules
	s = solveStats{
		DealID: start.DealID(), Draw: r.Draw, Redeals: r.Redeals, Recycle: r.Recycle, F2T: r.F2T,
		Finished: &run.At, Moves: f.Moves, Outcome: outcome, LayoutID: LayoutID(start.Deck),
	}
	if !start.HasDeck {
		s.Seed = strconv.FormatUint(start.Seed, 10)
	}
	if first, ok := began(run.Plies); ok {
		end := run.At - run.Rested
		if outcome == Win {
			end = run.Plies[len(run.Plies)-1].At
		}
		took := max(end-first, 0)
		s.Started, s.Dur = &first, &took
	}
	return start, f, s, nil
}

// began is when the first action was played. To give up is none, whether it is an
// action of the log or an entry of the table's.
func began(plies []games.Ply) (first int64, ok bool) {
	if len(plies) == 0 || plies[0].Action == (Move{Kind: Resign}).Action() {
		return 0, false
	}
	return plies[0].At, true
}
