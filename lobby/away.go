package lobby

import (
	"errors"
	"time"

	"arcade/games"
	"arcade/lobby/clock"
	"arcade/lobby/streak"
	"arcade/lobby/table"
	"arcade/store"
)

const (
	// awayLeast is the shortest absence with a summary.
	awayLeast = 10 * time.Minute
	// passedRows limits the rows above the visitor's that are searched, passedMost the names.
	passedRows = 20
	passedMost = 3
)

// Away lists the events of a visitor's absence.
type Away struct {
	// Since is the end of the previous visit.
	Since int64
	// Moves are the tables played over days at which the opponent has moved, most urgent first.
	Moves []*table.Summary
	// Results are finished matches whose result has not been shown.
	Results []store.Match
	// Ranks are the boards on which the visitor's place has changed.
	Ranks []RankChange
	// Invites are the open challenges.
	Invites []*table.Summary
	Streak  streak.News
}

// Empty reports whether the summary has nothing to show.
func (a Away) Empty() bool {
	return len(a.Moves)+len(a.Results)+len(a.Ranks)+len(a.Invites) == 0 && a.Streak == (streak.News{})
}

// RankChange is a change of a place on a game's board.
type RankChange struct {
	Game string
	// Was and Is are the old and the new place, from 1.
	Was, Is int
	// Passed are the nearest players who were below the visitor and are above now.
	Passed []string
}

// Away returns the summary since the last visit ended. It is empty for guests, new players and
// short absences.
func (v *Visit) Away() (out Away, err error) {
	left, me := v.left, v.Me()
	if me.Guest || left == nil || v.came.Sub(time.UnixMilli(left.At)) < awayLeast {
		return out, nil
	}
	home := v.Home()
	out = Away{Since: left.At, Results: home.Unseen, Invites: home.Invites}
	for _, s := range home.Turn {
		if movedAt(s) > left.At {
			out.Moves = append(out.Moves, s)
		}
	}
	for _, g := range v.l.Games() {
		was, ok := left.Ranks[g.Info().Name]
		if !ok {
			continue
		}
		change, err := v.l.rankChange(g.Info().Name, me.ID, *left, was)
		if err != nil {
			return out, err
		}
		if change.Is > 0 && change.Is != change.Was {
			out.Ranks = append(out.Ranks, change)
		}
	}
	s, err := v.l.Streak(v.l.tasks.Work(), me.ID)
	out.Streak = s.News(time.UnixMilli(left.At))
	return out, err
}

// movedAt returns when the current turn of a table played over days began.
func movedAt(s *table.Summary) int64 {
	c, err := games.ParseControl(s.Control)
	if err != nil || s.Deadline == 0 {
		return s.LastAt
	}
	return max(s.LastAt, s.Deadline-c.PerMove)
}

// rankChange compares a player's place with its place at the end of the last visit.
func (l *Lobby) rankChange(game, player string, left store.Left, was store.LeftRank) (RankChange, error) {
	change := RankChange{Game: game, Was: was.Place}
	var err error
	if change.Is, _, err = l.Rank(l.tasks.Work(), game, player); err != nil || change.Is <= was.Place {
		return change, err
	}
	from := max(change.Is-1-passedRows, 0)
	rows, err := l.Board(l.tasks.Work(), game, from, change.Is-1-from)
	for i := len(rows) - 1; i >= 0 && err == nil && len(change.Passed) < passedMost; i-- {
		if rows[i].At <= left.At {
			continue
		}
		var below bool
		if below, err = l.wasBelow(game, rows[i].Player, left.At, was.Rating); below {
			change.Passed = append(change.Passed, rows[i].Name)
		}
	}
	return change, err
}

// wasBelow reports whether a player's rating at a moment was below another. The first rated match
// that ended later holds that rating.
func (l *Lobby) wasBelow(game, player string, at int64, rating float64) (below bool, err error) {
	n := 0
	for m, err := range l.MatchesOf(l.tasks.Work(), player) {
		if n++; err != nil || n > 200 || m.Created < at-int64(24*time.Hour/time.Millisecond) {
			return below, err
		}
		if m.Game == game && m.Rated && m.Status == store.Done && m.Ended > at {
			if seat := m.SeatOf(player); seat >= 0 {
				below = m.Seats[seat].Rating < rating
			}
		}
	}
	return below, nil
}

// storeLeft stores the visitor's places and ratings at the end of the visit.
func (v *Visit) storeLeft() error {
	me := v.Me()
	if me.Guest {
		return nil
	}
	left := store.Left{At: clock.MS()}
	for _, g := range v.l.Games() {
		name := g.Info().Name
		if g.Info().Seats < 2 {
			continue
		}
		r, err := v.l.cfg.Store.Rating(v.l.tasks.Work(), name, me.ID)
		if errors.Is(err, store.ErrNotFound) || err == nil && r.Unlisted {
			continue
		} else if err != nil {
			return err
		}
		place, _, err := v.l.Rank(v.l.tasks.Work(), name, me.ID)
		if err != nil {
			return err
		}
		if place > 0 {
			if left.Ranks == nil {
				left.Ranks = map[string]store.LeftRank{}
			}
			left.Ranks[name] = store.LeftRank{Place: place, Rating: r.Rating}
		}
	}
	return v.l.Edit(me.ID, func(p *store.Player) { p.Left = &left })
}
