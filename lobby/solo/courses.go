package solo

import (
	"strings"

	"arcade/games"
	"arcade/lobby/ledger"
	"arcade/store"
	"arcade/store/notes"
)

// The deal of a day is the same for all, so a run could repeat another one's moves. Of each finished run of a
// day the store has notes of some stretches of its choices until the day is over, in codes. A run half of whose
// stretches were first played in one other run is a copy of it. Two players who think alike share the beginning
// and the end of a run, not the half of it.

// courses are the notes of the matches in which stretches were first played, by the day and the stretch's code.
var courses = notes.New[string]("courses", "DAY CODE").PerDay().In()

const (
	// stretch is the number of choices in a row that are compared. A choice is an action with an alternative.
	stretch = 12
	// leastStretches is the number of stretches below which a run is too short to be a copy: a good player of
	// Yut or Stones has few choices, and another good player the same. mostStretches bounds the notes of a run.
	leastStretches, mostStretches = 12, 64
	// oneIn is the share of all stretches that are noted and compared, chosen by their codes.
	oneIn = 4
)

// Course returns the keys of the notes of a run's stretches; nil for a run of no day, or of too few choices.
func (rs *Runs) Course(rec store.Match, m *games.Match) (keys []string, err error) {
	if rec.Daily == "" || len(rec.Seats) != 1 {
		return nil, nil
	}
	run, err := rs.dayRun(rec)
	if err != nil {
		return nil, err
	}
	pos, err := m.Game.Start(m.Setup)
	if err != nil {
		return nil, err
	}
	var choices []string
	for _, p := range m.Plies() {
		if len(pos.Legal()) > 1 {
			choices = append(choices, string(p.Action))
		}
		if _, err := pos.Apply(p.Action); err != nil {
			return nil, err
		}
	}
	seen := map[string]bool{}
	for i := 0; i+stretch <= len(choices) && len(keys) < mostStretches; i++ {
		code := rs.Code("course " + rec.Daily + " " + run + " " + strings.Join(choices[i:i+stretch], "\n"))
		if key := rec.Daily + " " + code; strings.IndexByte("0123456789abcdef", code[0])%oneIn == 0 && !seen[key] {
			seen[key] = true
			keys = append(keys, key)
		}
	}
	if len(keys) < leastStretches {
		return nil, nil
	}
	return keys, nil
}

// Mark returns ledger.Copied if a run that has ended repeats another one, else "".
func (rs *Runs) Mark(match string, course []string) (string, error) {
	shared := map[string]int{}
	for _, key := range course {
		by, _, err := courses.Get(rs.Context, rs.Store, key)
		if err != nil {
			return "", err
		}
		if shared[by]++; by != "" && by != match && 2*shared[by] >= len(course) {
			return ledger.Copied, nil
		}
	}
	return "", nil
}

// StoreCourse notes the course of a run that has ended.
func (rs *Runs) StoreCourse(match string, course []string) error {
	return store.Again(func() error {
		var fresh []store.Note
		for _, key := range course {
			known, err := courses.Has(rs.Context, rs.Store, key)
			if err != nil {
				return err
			}
			if known {
				continue
			}
			n, err := courses.Note(key, match, store.Absent)
			if err != nil {
				return err
			}
			fresh = append(fresh, n)
		}
		if len(fresh) == 0 {
			return nil
		}
		return rs.Store.PutNotes(rs.Context, courses.Name, fresh...)
	})
}
