// Package streak folds the days on which a player has finished a daily run into a streak. It reads no
// clock and no store: the same days and the same today give the same streak.
package streak

import (
	"slices"
	"time"

	"arcade/store/notes"
)

const (
	// Freezes is the number of missed days a month that a streak survives.
	Freezes = 2
	// Comeback is the number of days in a row that bring a lost streak back. A shorter streak is not worth
	// bringing back.
	Comeback = 3
	// ComebackDays is the number of days after its loss in which a streak can come back.
	ComebackDays = 30
)

// Done is the stored record of a day with the match or puzzle that kept the streak. Exactly one field is
// set.
type Done struct {
	// Match is the ID of the player's last daily run that ended on the day.
	Match string `json:"match,omitempty"`
	// Puzzle names the puzzle of the day that the player tried.
	Puzzle string `json:"puzzle,omitempty"`
}

// Days are the notes of the days, YYYY-MM-DD, that count for players' streaks.
var Days = notes.New[Done]("days/PLAYER", "DAY").Export("days", func(args []string, d Done) any {
	return struct {
		Day string `json:"day"`
		Done
	}{args[1], d}
})

// Mark describes a day in a streak.
type Mark byte

// The marks of days.
const (
	Missed Mark = iota
	Played      // in an earlier streak
	Kept        // in the running streak
	Frozen      // missed, and a freeze kept the streak
	Open        // today, while nothing is finished yet
)

// State is a player's streak on a day.
type State struct {
	// Today is the day, YYYY-MM-DD in UTC. Played reports whether the player has finished something on
	// it.
	Today  string
	Played bool
	// Length counts the days of the running streak, without frozen ones. Longest is the longest streak so
	// far.
	Length, Longest int
	// Left is the number of freezes left in the month of Today. Spent has the days on which one was spent,
	// oldest first.
	Left  int
	Spent []string
	// Lost is the length of the streak that can still come back, 0 for none. LostOn is the day on which it
	// was lost, and Need is the number of further days in a row that bring it back.
	Lost   int
	LostOn string
	Need   int
	// Returned is the day on which a lost streak last came back, "" for never.
	Returned string

	days  []string // the days with something finished, oldest first
	since string   // the first day of the running streak
}

// Fold returns the streak on a day of a player with these days, in any order. Days after today do not
// count.
func Fold(days []string, today string) State {
	s := State{Today: today, Left: Freezes}
	last, err := time.Parse(time.DateOnly, today)
	if err != nil {
		return s
	}
	for _, d := range days {
		if _, err := time.Parse(time.DateOnly, d); err == nil && d <= today {
			s.days = append(s.days, d)
		}
	}
	slices.Sort(s.days)
	s.days = slices.Compact(s.days)
	if len(s.days) == 0 {
		return s
	}
	day, _ := time.Parse(time.DateOnly, s.days[0]) // parsed above
	row, month, next := 0, "", 0
	for ; !day.After(last); day = day.AddDate(0, 0, 1) {
		name := day.Format(time.DateOnly)
		if name[:7] != month {
			month, s.Left = name[:7], Freezes
		}
		var back time.Time // the first day on which a lost streak can come back
		switch {
		case next < len(s.days) && s.days[next] == name:
			next++
			row++
			s.played(name, row)
			back = day.AddDate(0, 0, Comeback-row)
		case name != today:
			row = 0
			s.missed(name)
			back = day.AddDate(0, 0, Comeback)
		default: // the player can still play today
			back = day.AddDate(0, 0, Comeback-row-1)
		}
		if s.Lost > 0 && back.After(dayOf(s.LostOn).AddDate(0, 0, ComebackDays)) {
			s.Lost, s.LostOn = 0, ""
		}
	}
	s.Played = s.days[len(s.days)-1] == today
	if s.Lost > 0 {
		s.Need = Comeback - row
	}
	return s
}

func dayOf(day string) time.Time {
	t, _ := time.Parse(time.DateOnly, day) // the days that come here were formatted
	return t
}

// played counts a day on which something is finished, as day number row in a row.
func (s *State) played(day string, row int) {
	if s.Length == 0 {
		s.since = day
	}
	s.Length++
	if s.Lost > 0 && row >= Comeback {
		s.Length += s.Lost
		s.Lost, s.LostOn, s.Returned = 0, "", day
	}
	s.Longest = max(s.Longest, s.Length)
}

// missed counts a day on which nothing is finished.
func (s *State) missed(day string) {
	switch {
	case s.Length == 0:
	case s.Left > 0:
		s.Left--
		s.Spent = append(s.Spent, day)
	default:
		if s.Length >= Comeback && s.Length >= s.Lost {
			s.Lost, s.LostOn = s.Length, day
		}
		s.Length, s.since = 0, ""
	}
}

// News describes how days without a finish changed a streak.
type News struct {
	// Freezes is the number of freezes that kept the running streak, and Length its length.
	Freezes, Length int
	// Lost is the length of a streak that ended and can come back, Need the number of days in a row that
	// bring it back.
	Lost, Need int
}

// News returns the changes of the streak by missed days since a moment.
func (s State) News(since time.Time) (n News) {
	day := since.UTC().Format(time.DateOnly)
	for _, spent := range s.Spent {
		if s.Length > 0 && spent >= day && spent > s.since {
			n.Freezes, n.Length = n.Freezes+1, s.Length
		}
	}
	if s.Lost > 0 && s.LostOn >= day {
		n.Lost, n.Need = s.Lost, s.Need
	}
	return n
}

// Mark returns the mark of a day.
func (s State) Mark(day string) Mark {
	_, played := slices.BinarySearch(s.days, day)
	switch _, frozen := slices.BinarySearch(s.Spent, day); {
	case played && s.Length > 0 && day >= s.since:
		return Kept
	case played:
		return Played
	case frozen:
		return Frozen
	case day == s.Today:
		return Open
	}
	return Missed
}

// Last returns the marks of the last n days up to today, oldest first.
func (s State) Last(n int) []Mark {
	marks := make([]Mark, n)
	today, err := time.Parse(time.DateOnly, s.Today)
	if err != nil {
		return marks
	}
	for i := range marks {
		marks[i] = s.Mark(today.AddDate(0, 0, i+1-n).Format(time.DateOnly))
	}
	return marks
}
