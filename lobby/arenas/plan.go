package arenas

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"arcade/games"
)

// Plan is a line of the schedule: an arena each week, or each day.
type Plan struct {
	// Day is the day of the week, -1 for each day. At is the time of the start, after midnight UTC.
	Day time.Weekday
	At  time.Duration
	// For is the length of the arena.
	For     time.Duration
	Game    string
	Control string
	// Rules choose among the game's rules, "" for the usual ones.
	Rules string
	// Bots says that bots may play players who are left over.
	Bots bool
	// Line is the plan as the operator wrote it.
	Line string
}

// ErrTerms means that an arena cannot take place with the given terms.
var ErrTerms = errors.New("no such arena")

// everyDay is the day of a daily plan.
const everyDay = time.Weekday(-1)

// DefaultFor is the length of an arena without one in its plan.
const DefaultFor = time.Hour

// The bounds of an arena's length.
const (
	LeastFor = 10 * time.Minute
	MostFor  = 12 * time.Hour
)

// days are the words for days in a plan.
var days = map[string]time.Weekday{
	"daily": everyDay, "sun": time.Sunday, "mon": time.Monday, "tue": time.Tuesday, "wed": time.Wednesday,
	"thu": time.Thursday, "fri": time.Friday, "sat": time.Saturday,
}

// ParsePlan reads a plan such as "mon 20:00 othello". It may add a time control, a length such as "45m",
// the rules and "bots" or "nobots". Whether the game has such rules shows in [Service.Check].
func ParsePlan(line string) (p Plan, err error) {
	words := strings.Fields(strings.ToLower(line))
	if len(words) < 3 {
		return p, fmt.Errorf("arena %q: want DAY HH:MM GAME [RULES] [CONTROL] [LENGTH] [nobots]", line)
	}
	day, ok := days[words[0]]
	if !ok {
		return p, fmt.Errorf("arena %q: no day %q: want daily, mon, tue, wed, thu, fri, sat or sun", line, words[0])
	}
	hour, minute, ok := strings.Cut(words[1], ":")
	h, err1 := strconv.Atoi(hour)
	m, err2 := strconv.Atoi(minute)
	if !ok || err1 != nil || err2 != nil || h < 0 || h > 23 || m < 0 || m > 59 {
		return p, fmt.Errorf("arena %q: no time %q: want HH:MM, in UTC", line, words[1])
	}
	p = Plan{Day: day, At: time.Duration(h)*time.Hour + time.Duration(m)*time.Minute, For: DefaultFor, Game: words[2], Bots: true, Line: strings.Join(words, " ")}
	for _, w := range words[3:] {
		if w == "bots" || w == "nobots" {
			p.Bots = w == "bots"
		} else if c, ok := control(w); ok { // before the length: "30s" is a time for each decision
			p.Control = c
		} else if d, err := time.ParseDuration(w); err == nil {
			p.For = d
		} else if rulesWord.MatchString(w) && p.Rules == "" {
			p.Rules = w
		} else {
			return p, fmt.Errorf("arena %q: what is %q?", line, w)
		}
	}
	if p.For < LeastFor || p.For > MostFor {
		return p, fmt.Errorf("arena %q: want a length of %v to %v", line, LeastFor, MostFor)
	}
	return p, nil
}

// rulesWord matches the names of rules.
var rulesWord = regexp.MustCompile(`^[a-z]+$`)

// control reads a time control: as it is stored, "1+0", or as screens show it, "1m+0s".
func control(s string) (string, bool) {
	if m, inc, ok := strings.Cut(s, "m+"); ok {
		s = m + "+" + strings.TrimSuffix(inc, "s")
	}
	_, err := games.ParseControl(s)
	return s, err == nil
}

// Next returns the start, in ms, of the plan's first arena that is not over at time now.
func (plan Plan) Next(now int64) int64 {
	t := time.UnixMilli(now).UTC()
	midnight := time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC).AddDate(0, 0, -1)
	for i := range 9 {
		day := midnight.AddDate(0, 0, i)
		if start := day.Add(plan.At); (plan.Day == everyDay || day.Weekday() == plan.Day) && start.Add(plan.For).UnixMilli() > now {
			return start.UnixMilli()
		}
	}
	panic("a week without the day of " + plan.Line)
}

// Rules are the common rules of a game's arenas.
type Rules struct {
	// Control is the usual time control. Quick is as in [Terms].
	Control string
	Quick   int
	// Bots may play players who are left over.
	Bots []Bot
}

// terms returns the terms of an arena that starts at the given time.
func (s *Service) terms(p Plan, start int64) (Terms, error) {
	g, err := s.Games.Game(p.Game)
	if err != nil {
		return Terms{}, fmt.Errorf("%w: %w", ErrTerms, err)
	}
	if g.Info().Seats != 2 {
		return Terms{}, fmt.Errorf("%s: %w", p.Game, ErrBadSeat)
	}
	options, err := games.RulesOptions(g, p.Rules)
	if err != nil {
		return Terms{}, fmt.Errorf("%w: rules %q: %w", ErrTerms, p.Rules, err)
	}
	r, known := s.Rules[p.Game]
	if p.Control == "" {
		p.Control = r.Control
	}
	if p.Control == "" {
		return Terms{}, fmt.Errorf("%w: %s wants a time control", ErrTerms, p.Game)
	}
	c, err := games.ParseControl(p.Control)
	if err != nil {
		return Terms{}, fmt.Errorf("%w: %w", ErrTerms, err)
	}
	if c.Untimed() || c.Correspondence() {
		return Terms{}, fmt.Errorf("%w: %s is no control for an hour", ErrTerms, p.Control)
	}
	t := Terms{ID: IDAt(start, games.PoolOf(g, options)), Game: p.Game, Options: options, Control: p.Control, Start: start, End: start + p.For.Milliseconds(), Plan: p.Line, Quick: r.Quick}
	if p.Bots && known {
		t.Bots = slices.Clone(r.Bots)
	}
	return t, nil
}

// Check returns an error if the schedule cannot take place.
func (s *Service) Check() error {
	for _, p := range s.Plans {
		if _, err := s.terms(p, p.Next(0)); err != nil {
			return err
		}
	}
	return nil
}
