package klondike

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"arcade/games"
)

// Outcome is the end of a try.
type Outcome string

// The outcomes.
const (
	Win       Outcome = "win"
	GaveUp    Outcome = "resign"
	TimedOut  Outcome = "timeout"
	Abandoned Outcome = "abandoned"
)

// outcomes has the outcomes by a result's reason.
var outcomes = map[string]Outcome{
	games.Finished: Win, games.Resigned: GaveUp, games.TimedOut: TimedOut,
	games.Abandoned: Abandoned, games.Aborted: Abandoned,
}

// SolveStats is one finished try, as the owner's clients store it. Absent values are "" or nil.
type SolveStats struct {
	DealID string `json:"dealId"`
	// Seed is absent if the setup gave the deck.
	Seed    string `json:"seed,omitempty"`
	Draw    int    `json:"draw"`
	Redeals int    `json:"redeals"`
	Recycle string `json:"recycle"`
	F2T     bool   `json:"f2t"`
	// Started is the time of the first action and Finished of the end, ms since 1970. Dur is the time
	// between them in ms. A try without an action has no Started and no Dur.
	Started  *int64  `json:"started"`
	Finished *int64  `json:"finished"`
	Dur      *int64  `json:"dur"`
	Moves    int     `json:"moves"`
	Outcome  Outcome `json:"outcome"`
	LayoutID string  `json:"layoutId"`
	// Client and Plat are the program and its platform.
	Client string `json:"client,omitempty"`
	Plat   string `json:"plat,omitempty"`
	// Solution has the actions, if a line has them; a line of [Game.Line] has none.
	Solution []games.Action `json:"-"`
}

// unfinished is the end of an unfinished try in a line: the owner's reader fails on an empty one.
const unfinished = "0"

// SV1 writes the try as one line without its end. It drops semicolons and control characters in a value,
// which the format cannot express.
func (s SolveStats) SV1() string {
	ms := func(v *int64) string {
		if v == nil {
			return ""
		}
		return strconv.FormatInt(*v, 10)
	}
	finished := ms(s.Finished)
	if s.Finished == nil {
		finished = unfinished
	}
	var b strings.Builder
	b.WriteString("SV1")
	for _, field := range [...]struct{ key, value string }{
		{"dealId", s.DealID}, {"seed", s.Seed}, {"draw", strconv.Itoa(s.Draw)}, {"redeals", strconv.Itoa(s.Redeals)},
		{"recycle", s.Recycle}, {"f2t", strconv.FormatBool(s.F2T)}, {"started", ms(s.Started)},
		{"finished", finished}, {"dur", ms(s.Dur)}, {"moves", strconv.Itoa(s.Moves)},
		{"outcome", string(s.Outcome)}, {"layoutId", s.LayoutID}, {"client", s.Client}, {"plat", s.Plat},
	} {
		b.WriteString(";" + field.key + "=" + strings.Map(sv1Rune, field.value))
	}
	if len(s.Solution) > 0 {
		b.WriteString(";solution=")
		for i, a := range s.Solution {
			if i > 0 {
				b.WriteString(",")
			}
			b.WriteString(strings.Map(sv1Rune, string(a)))
		}
	}
	return b.String()
}

// ReadSV1 reads a line that SV1 or another program of the same format wrote. It ignores unknown fields.
// Absent values are as in SolveStats.
func ReadSV1(line string) (s SolveStats, err error) {
	fields, ok := strings.CutPrefix(strings.TrimSpace(line), "SV1;")
	if !ok {
		return s, errors.New("klondike: not an SV1 line")
	}
	s.Redeals, s.Recycle, s.F2T = Unlimited, Reverse, true
	for field := range strings.SplitSeq(fields, ";") {
		key, value, _ := strings.Cut(field, "=")
		if value == "" {
			continue
		}
		ms := func() *int64 {
			var n int64
			n, err = strconv.ParseInt(value, 10, 64)
			return &n
		}
		switch key {
		case "dealId":
			s.DealID = value
		case "seed":
			s.Seed = value
		case "draw":
			s.Draw, err = strconv.Atoi(value)
		case "redeals":
			s.Redeals, err = strconv.Atoi(value)
		case "recycle":
			s.Recycle = value
		case "f2t":
			s.F2T, err = strconv.ParseBool(value)
		case "started":
			s.Started = ms()
		case "finished":
			if value != unfinished {
				s.Finished = ms()
			}
		case "dur":
			s.Dur = ms()
		case "moves":
			s.Moves, err = strconv.Atoi(value)
		case "outcome":
			s.Outcome = Outcome(value)
		case "layoutId":
			s.LayoutID = value
		case "client":
			s.Client = value
		case "plat":
			s.Plat = value
		case "solution":
			for a := range strings.SplitSeq(value, ",") {
				s.Solution = append(s.Solution, games.Action(a))
			}
		}
		if err != nil {
			return s, fmt.Errorf("klondike: SV1: %.40q: %w", key, err)
		}
	}
	if !(Game{}).IsDealID(s.DealID) {
		return s, fmt.Errorf("klondike: SV1: %.60q is no Deal ID", s.DealID)
	}
	return s, nil
}

func sv1Rune(r rune) rune {
	if r == ';' || r < ' ' || r == 0x7f {
		return -1
	}
	return r
}

// SolveOf returns the try of a finished run. The caller sets Client and Plat. The caller must also remove
// the seed of a day that is not over, which is secret.
func SolveOf(run games.Run) (SolveStats, error) {
	_, _, s, err := readTry(run)
	return s, err
}

// readTry does SolveOf's work and also returns the setup and the result.
func readTry(run games.Run) (start Start, f Facts, s SolveStats, err error) {
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
	s = SolveStats{
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

// began returns the time of the first action. Resigning does not count, whether it is an action of the log
// or the table's entry.
func began(plies []games.Ply) (first int64, ok bool) {
	if len(plies) == 0 || plies[0].Action == (Move{Kind: Resign}).Action() {
		return 0, false
	}
	return plies[0].At, true
}
