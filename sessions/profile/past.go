package profile

import (
	"slices"
	"time"

	"arcade/games"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/store"
)

// A profile shows a player's lookedBack latest matches. It reads at most mostRead records to find them.
const (
	lookedBack = 500
	mostRead   = 2000
)

// past has the data of a player's latest matches, oldest first.
type past struct {
	last   string // the latest match read
	list   []played
	capped bool // there may be older matches
}

// played is one finished match.
type played struct {
	game   string
	pool   string // the name of its ratings
	ended  int64
	rated  bool
	before float64 // the rating, and after the match
	after  float64
	won    bool
	lost   bool
	bot    string // the beaten bot, "" for none
}

// read reads the matches if another has ended since, and reports whether it did.
func (p *past) read(a *app.App, id string) bool {
	mine := id == a.Visit.Me().ID
	newest, err := a.House.Lobby.Matches(a.Ctx, id, "", 1)
	if err != nil || len(newest) == 0 || newest[0].ID+string(newest[0].Status) == p.last {
		return false
	}
	*p = past{last: newest[0].ID + string(newest[0].Status)}
	n := 0
	for m, err := range a.House.Lobby.MatchesOf(a.Ctx, id) {
		if err != nil {
			a.Report("profile", err)
			break
		}
		one, ok := playedOf(m, id)
		ok = ok && (mine || !m.Private)
		if g, err := a.House.Lobby.Game(m.Game); err == nil {
			one.pool = games.PoolOf(g, m.Options)
		}
		if n++; n > mostRead || ok && len(p.list) == lookedBack {
			p.capped = true
			break
		}
		if ok {
			p.list = append(p.list, one)
		}
	}
	slices.Reverse(p.list)
	return true
}

// playedOf returns a match from its player's side, without the name of its ratings; false for one that is not over or
// does not count.
func playedOf(m store.Match, id string) (played, bool) {
	seat := m.SeatOf(id)
	if seat < 0 || m.Status != store.Done || m.Reason == games.Aborted {
		return played{}, false
	}
	s := m.Seats[seat]
	one := played{game: m.Game, ended: m.Ended, rated: m.Rated && !m.Private, before: s.Rating, after: s.Rating + s.Change}
	if len(m.Seats) == 2 {
		one.won, one.lost = m.Winner == seat, m.Winner == 1-seat
		if one.won {
			one.bot = m.Seats[1-seat].Bot
		}
	}
	return one, true
}

// spans are the numbers of days for the graph of ratings; 0 for all.
var spans = []int{30, 90, 0}

// line is the course of a rating.
type line struct {
	game     string
	values   []float64 // before the first match, and after each
	from, to int64     // when the first and the last of them ended
}

// line returns the line of a rating over the rated matches of the last days.
func (p *past) line(pool string, days int) (l line) {
	since := int64(0)
	if days > 0 {
		since = time.Now().AddDate(0, 0, -days).UnixMilli()
	}
	for _, m := range p.list {
		if m.pool != pool || !m.rated || m.ended < since {
			continue
		}
		if l.values == nil {
			l.game, l.values, l.from = m.game, []float64{m.before}, m.ended
		}
		l.values, l.to = append(l.values, m.after), m.ended
	}
	return l
}

// best returns the highest value of a rating after a match, 0 for none.
func (p *past) best(pool string) (best float64) {
	for _, m := range p.list {
		if m.pool == pool && m.rated {
			best = max(best, m.after)
		}
	}
	return best
}

// counts returns the number of matches of each game, by name.
func (p *past) counts() map[string]int {
	n := map[string]int{}
	for _, m := range p.list {
		n[m.game]++
	}
	return n
}

// days returns the number of days, in UTC, with a match.
func (p *past) days() int {
	seen := map[string]bool{}
	for _, m := range p.list {
		seen[app.Day(m.ended)] = true
	}
	return len(seen)
}

// share returns the percentage of decided matches that this player has won, -1 if there are none.
func (p *past) share() int {
	won, all := 0, 0
	for _, m := range p.list {
		won += app.If(m.won, 1, 0)
		all += app.If(m.won || m.lost, 1, 0)
	}
	if all == 0 {
		return -1
	}
	return 100 * won / all
}

// hours returns the number of matches that ended in each hour of the day, in UTC, and the largest of these.
func (p *past) hours() (list []int, most int) {
	list = make([]int, 24)
	for _, m := range p.list {
		list[time.UnixMilli(m.ended).UTC().Hour()]++
	}
	return list, slices.Index(list, slices.Max(list))
}

// change returns the gain of the rating over the line.
func (l line) change() int {
	return int(l.values[len(l.values)-1]+0.5) - int(l.values[0]+0.5)
}

// drawn reports whether the line has two values or more.
func (l line) drawn() bool { return len(l.values) > 1 }

// span returns the range of the axis: whole tens, at least forty points.
func (l line) span() (lo, hi int) {
	lo, hi = int(slices.Min(l.values))/10*10, (int(slices.Max(l.values))/10+1)*10
	if few := 40 - (hi - lo); few > 0 {
		lo, hi = lo-few/20*10, hi+(few-few/20*10)
	}
	return lo, hi
}

// block returns the line with its range and its days.
func (l line) block(a *app.App) kit.Curve {
	lo, hi := l.span()
	face := play.GameOf(l.game).Face
	return kit.Curve{Values: l.values, Lo: lo, Hi: hi, From: a.Ago(l.from), To: a.Ago(l.to), Ink: play.Accent(l.game), Shade: app.If(face.Shade != 0, face.Shade, ui.Panel)}
}

// usual returns the index of a profile's first standing: the one with the most rated matches among the latest, or else
// in the first game played.
func (p *past) usual(list []standing) (at int) {
	counts, most := p.counts(), -1
	for i, s := range list {
		if n := 1000*len(p.line(s.rating.Game, 0).values) + counts[s.Game]; n > most && (n > 0 || !play.GameOf(s.Game).Alone()) {
			at, most = i, n
		}
	}
	return at
}
