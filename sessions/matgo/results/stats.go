package results

import (
	"encoding/json"
	"fmt"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/lobby"
	"arcade/sessions/app"
	"arcade/sessions/matgo/round"
	"arcade/sessions/play"
	"arcade/sessions/play/sheets"
	"arcade/sessions/ui"
	"arcade/sessions/words"
	"arcade/store"
)

// BoardName names a board by points.
func BoardName(a *app.App, name string) string { return a.T("mp.board." + name) }

// Score returns the value of a row on a board by points.
func Score(a *app.App, name string, _ bool, s store.Score) string {
	switch name {
	case matgo.BoardGold:
		return round.GoldWords(a, int(s.Value), false)
	case matgo.BoardStreak:
		return a.T("mp.streak", "n", int(s.Value))
	}
	return a.T("mp.pt", "n", int(s.Value))
}

// Purse returns a player's gold, for the profile.
func Purse(a *app.App, player string) string {
	s := readStats(a, player)
	line := a.T("mp.purse", "a", round.GoldText(s.Rated.Gold), "b", round.GoldText(s.Practice.Gold), "n", s.Rated.Best, "s", s.Rated.BestStreak)
	if s.StandardRated.Rounds > 0 {
		r := a.House.Lobby.Rating(a.Ctx, matgo.PoolStandard, player)
		line += "   " + a.T("mp.purse.standard", "r", a.Rating(r.Rating.Rating, r.Provisional), "n", s.StandardRated.Rounds)
	}
	return line
}

// readStats reads a player's statistics; new ones if there are none to read.
func readStats(a *app.App, player string) matgo.Stats {
	return sheets.Of(a, matgo.Name, player, matgo.ReadStats)
}

// percentOf returns part of whole in percent, "-" for an empty whole.
func percentOf(part, whole int) string {
	if whole == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f%%", 100*float64(part)/float64(whole))
}

// mean returns sum over n with one decimal, "-" for n = 0.
func mean(sum, n int) string {
	if n == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f", float64(sum)/float64(n))
}

// tallyFacts returns the lines of a tally: the catalogue key of each fact, and its value.
func tallyFacts(t matgo.Tally) [][2]string {
	return [][2]string{
		{"mp.stat.gold", round.GoldText(t.Gold)},
		{"mp.stat.rounds", app.Itoa(t.Rounds)},
		{"mp.stat.record", fmt.Sprintf("%d-%d-%d", t.Won, t.Lost, t.Nagari)},
		{"mp.stat.rate", percentOf(t.Won, t.Rounds)},
		{"mp.stat.won", mean(t.PointsWon, t.Won)},
		{"mp.stat.lost", mean(t.PointsLost, t.Lost)},
		{"mp.stat.go", fmt.Sprintf("%d / %d", t.GoWon, t.GoRounds)},
		{"mp.stat.gorate", percentOf(t.GoWon, t.GoRounds)},
		{"mp.stat.best", app.Itoa(t.Best)},
		{"mp.stat.streak", fmt.Sprintf("%d / %d", t.Streak, t.BestStreak)},
	}
}

// eventCounts returns the counters of a tally, by their catalogue keys.
func eventCounts(c matgo.Counters) []struct {
	key string
	n   int
} {
	return []struct {
		key string
		n   int
	}{
		{"mp.event.shaking", c.Shaking}, {"mp.event.bomb", c.Bomb}, {"mp.event.kung", c.Kung}, {"mp.event.jjob", c.Jjob}, {"mp.event.ddadak", c.Ddadak},
		{"mp.event.ssul", c.Ssul}, {"mp.event.ttak", c.Ttak}, {"mp.event.ppuk", c.Ppuk}, {"mp.event.yeonppuk", c.YeonPpuk}, {"mp.event.jabbeok", c.Jabbeok},
	}
}

// perRound returns the frequency of an event per round, "-" without rounds.
func perRound(n, rounds int) string {
	if rounds == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", float64(n)/float64(rounds))
}

// StatsRows returns statistics as rows of text: rated rounds, then the others.
func StatsRows(lang words.Lang, raw json.RawMessage) ([][]string, error) {
	s, err := matgo.ReadStats(raw)
	if err != nil {
		return nil, err
	}
	rows := statsRows(lang, s, "")
	if played(s) {
		rows = append(rows, statsRows(lang, standard(s), words.T(lang, "mp.stat.rules.standard"))...)
	}
	return rows, nil
}

// played reports whether there are rounds under the standard rules.
func played(s matgo.Stats) bool { return s.StandardRated.Rounds+s.StandardPractice.Rounds > 0 }

// standard returns the statistics under the standard rules, with the purses, which are the same.
func standard(s matgo.Stats) matgo.Stats {
	s.StandardRated.Gold, s.StandardPractice.Gold = s.Rated.Gold, s.Practice.Gold
	return matgo.Stats{Rated: s.StandardRated, Practice: s.StandardPractice}
}

// statsRows returns the rows of rated rounds and the others under one set of rules.
func statsRows(lang words.Lang, s matgo.Stats, head string) [][]string {
	rows := [][]string{{head, words.T(lang, "mp.stat.rated"), words.T(lang, "mp.stat.practice")}}
	facts, others := tallyFacts(s.Rated), tallyFacts(s.Practice)
	for i, f := range facts {
		rows = append(rows, []string{words.T(lang, f[0]), f[1], others[i][1]})
	}
	events, more := eventCounts(s.Rated.Events), eventCounts(s.Practice.Events)
	for i, e := range events {
		rows = append(rows, []string{
			words.T(lang, e.key),
			fmt.Sprintf("%d (%s)", e.n, perRound(e.n, s.Rated.Rounds)),
			fmt.Sprintf("%d (%s)", more[i].n, perRound(more[i].n, s.Practice.Rounds)),
		})
	}
	return rows
}

// pastRound has a finished round's facts from a result or its record.
type pastRound struct {
	Base      [2]int `json:"base"`
	Total     [2]int `json:"total"`
	Gold      [2]int `json:"gold"`
	NextCarry int    `json:"next_carry"`
}

// readPast reads a record's result and the seats' gold at the start; false if there is none.
func readPast(m store.Match) (r pastRound, began [2]int, ok bool) {
	var o struct {
		Gold *[2]int `json:"gold"`
	}
	if len(m.Result) == 0 || json.Unmarshal(m.Result, &r) != nil || r.NextCarry == 0 {
		return r, began, false
	}
	began = [2]int{matgo.InitialGold, matgo.InitialGold}
	if len(m.Options) > 0 && json.Unmarshal(m.Options, &o) == nil && o.Gold != nil {
		began = *o.Gold
	}
	return r, began, true
}

// StatsView shows a player's tallies of rated rounds and of the others, and the latest rounds.
type StatsView struct {
	sheets.Owner
	Stats  matgo.Stats
	rounds sheets.Played
	// standard shows the tallies under the standard rules.
	standard bool
}

// NewStats opens a player's statistics.
func NewStats(player string) *StatsView {
	v := &StatsView{Owner: sheets.Owner{Player: player}}
	v.Stats, _ = matgo.ReadStats(nil) // a guest's
	v.rounds = sheets.Played{Game: matgo.Name, Player: player, Keep: func(m store.Match) bool {
		_, _, ok := readPast(m)
		return ok
	}}
	return v
}

// Topic returns the screen's topic in the help.
func (v *StatsView) Topic() string { return "matgostats" }

// Commands lists the commands of its keys.
func (v *StatsView) Commands(*app.App) []app.Command {
	own := []app.Command{sheets.Ranks(matgo.Name)}
	if played(v.Stats) {
		own = append(own, app.Command{Key: "s", Bar: app.Either(v.standard, "mp.stat.rules.document", "mp.stat.rules.standard"), Do: func(*app.App) { v.standard = !v.standard }})
	}
	return v.rounds.Commands(own...)
}

// shown returns the statistics to show.
func (v *StatsView) shown() matgo.Stats {
	if v.standard {
		return standard(v.Stats)
	}
	return v.Stats
}

// title returns the game, with the rules of the tallies.
func (v *StatsView) title(a *app.App) string {
	return a.T(app.Either(v.standard, "game.matgo.standard", "game.matgo"))
}

// List returns the list for the arrow keys.
func (v *StatsView) List(*app.App) app.List { return v.rounds.List(6) }

// Open reads the screen's data.
func (v *StatsView) Open(a *app.App) { v.Begin(a, v.Refresh) }

// Refresh reads the data again if there is a new round.
func (v *StatsView) Refresh(a *app.App) {
	if v.Guest(a) {
		return
	}
	stats := readStats(a, v.Player)
	v.rounds.Refresh(a, stats != v.Stats)
	v.Stats = stats
}

// Draw draws the screen.
func (v *StatsView) Draw(a *app.App, c *ui.Canvas) {
	usual := app.Either(v.Guest(a), "err.guest_record", "mp.msg.stats")
	g := a.LongPage(c, v.Commands(a), a.T(usual), v.title(a), a.T("solo.stats"), v.Name)
	if c.Rich {
		v.drawRich(a, g)
		return
	}
	wide := g.W() > ui.MinWidth
	one, two, split := 27, 41, 43 // right edges of columns, and the start of the events
	edges := [4]int{61, 67, 73, 79}
	if wide {
		one, two, split = 36, 54, 62
		edges = [4]int{86, 96, 108, 118}
	}
	s := v.shown()
	g.TextRight(one, 0, ui.Muted, a.T("mp.stat.rated"))
	g.TextRight(two, 0, ui.Muted, a.T("mp.stat.practice"))
	others := tallyFacts(s.Practice)
	for i, f := range tallyFacts(s.Rated) {
		g.Text(1, 1+i, ui.Text, a.T(f[0]))
		g.TextRight(one, 1+i, ui.Strong, f[1])
		g.TextRight(two, 1+i, ui.Text, others[i][1])
	}
	g.VLine(split-2, 0, 11, ui.Muted)
	g.Text(split, 0, ui.Muted, a.T("mp.stat.events"))
	for i, key := range []string{"mp.kind.rated", "mp.stat.each", "mp.kind.practice", "mp.stat.each"} {
		g.TextRight(edges[i], 0, ui.Muted, a.T(key))
	}
	more := eventCounts(s.Practice.Events)
	for i, e := range eventCounts(s.Rated.Events) {
		g.Text(split, 1+i, ui.Text, a.T(e.key))
		g.TextRight(edges[0], 1+i, ui.Strong, app.Itoa(e.n))
		g.TextRight(edges[1], 1+i, ui.Muted, perRound(e.n, s.Rated.Rounds))
		g.TextRight(edges[2], 1+i, ui.Text, app.Itoa(more[i].n))
		g.TextRight(edges[3], 1+i, ui.Muted, perRound(more[i].n, s.Practice.Rounds))
	}
	g.HLine(0, 11, g.W(), ui.Muted)
	cols := []ui.Column{
		{X: 3, W: 9, Heading: "mt.col.id"}, {X: 14, W: 14, Heading: "mt.col.opponent"}, {X: 30, W: 16, Heading: "mt.col.result"},
		{X: 47, W: 13, Heading: "mp.col.gold", Right: true}, {X: 62, W: 6, Heading: "mp.col.kind"}, {X: 69, W: 10, Heading: "mt.col.when"},
	}
	v.List(a).Draw(a, g, 12, g.H()-14, cols, func(i int) []string { return v.row(a, v.rounds.Matches[i]) },
		"", a.T("mp.stats.none"))
}

// Outcome returns a finished round from a seat's side: won or lost, with the winner's points.
func Outcome(a *app.App, m store.Match, seat int) string {
	r, _, ok := readPast(m)
	switch {
	case !ok, m.Reason == games.Aborted:
		return a.T("end.short." + m.Reason)
	case m.Winner < 0:
		return a.T("mp.sheet.nagari")
	case m.Winner == seat:
		return a.T("mp.r.won", "n", r.Total[m.Winner])
	}
	return a.T("mp.r.lost", "n", r.Total[m.Winner])
}

// row returns a finished round from the player's side.
func (v *StatsView) row(a *app.App, m store.Match) []string {
	r, began, _ := readPast(m)
	seat := max(m.SeatOf(v.Player), 0)
	other := ""
	if seats := lobby.SeatsOf(m); len(seats) > 1 {
		other = ui.Cut(a.SeatName(seats[1-seat]), 14)
	}
	change := r.Gold[seat] - began[seat]
	sign := app.When(change > 0, "+")
	kind := app.Either(m.Rated, "mp.kind.rated", "mp.kind.practice")
	return []string{m.ID, other, Outcome(a, m, seat), sign + round.GoldText(change), a.T(kind), a.When(m.Ended)}
}

// Marks returns the milestones of successful rounds, none for unreadable statistics.
func Marks(raw json.RawMessage) []play.Milestone {
	s, _ := matgo.ReadStats(raw)
	return []play.Milestone{
		{Word: "mp.mark.go", Done: s.Rated.GoWon+s.Practice.GoWon > 0},
		{Word: "mp.mark.bomb", Done: s.Rated.Events.Bomb+s.Practice.Events.Bomb > 0},
		{Word: "mp.mark.points", Done: max(s.Rated.Best, s.Practice.Best) >= manyPoints},
	}
}

// manyPoints is a high number of points for one round.
const manyPoints = 30
