package results

import (
	"encoding/json"
	"fmt"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/matgo/hwatu"
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
	return a.T("mp.purse", "a", round.GoldText(s.Rated.Gold), "b", round.GoldText(s.Practice.Gold), "n", s.Rated.Best, "s", s.Rated.BestStreak)
}

// readStats reads a player's statistics; new ones if there are none to read.
func readStats(a *app.App, player string) matgo.Stats {
	return sheets.ReadStats(a, matgo.Name, player, matgo.ReadStats)
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

// sheet returns statistics for the page and for words: the sums, rated rounds beside the others, and the events.
func sheet(lang words.Lang, s matgo.Stats) kit.Stats {
	t := func(key string) string { return words.T(lang, key) }
	all := sum(s)
	v := kit.Stats{Title: t("solo.stats"), Numbers: []kit.Number{
		{Value: app.Itoa(all.Rounds), Label: t("mp.stat.rounds")},
		{Value: app.Itoa(all.Won) + "-" + app.Itoa(all.Lost) + "-" + app.Itoa(all.Nagari), Label: t("mp.stat.record")},
		{Value: sheets.Rate(all.Won, all.Rounds), Label: t("mp.stat.rate")}, {Value: app.Itoa(all.Best), Label: t("mp.stat.best"), Best: true},
	}}
	table := kit.Table{Head: []string{"", t("mp.stat.rated"), t("mp.stat.practice")}}
	others := tallyFacts(s.Practice)
	for i, f := range tallyFacts(s.Rated) {
		if f[0] == "mp.stat.rounds" || f[0] == "mp.stat.best" || f[0] == "mp.stat.gorate" { // the numbers tell their sums
			table.Spare = append(table.Spare, i)
		}
		table.List = append(table.List, []string{t(f[0]), f[1], others[i][1]})
	}
	events := kit.Shares{Ink: hwatu.Face.Accent}
	more := eventCounts(s.Practice.Events)
	for i, e := range eventCounts(s.Rated.Events) {
		n := e.n + more[i].n
		events.List = append(events.List, kit.Share{
			Label: t(e.key), Part: n, Whole: max(all.Rounds, n), Number: fmt.Sprintf("%d %5s", n, perRound(n, all.Rounds)),
		})
	}
	v.Parts = []kit.Part{{Title: t("mp.stat.tallies"), Body: table}, {Title: t("mp.stat.events"), Note: t("mp.stat.each"), Body: events}}
	return v
}

// sum returns the sum of rated rounds and the others.
func sum(s matgo.Stats) (t matgo.Tally) {
	for _, x := range []matgo.Tally{s.Rated, s.Practice} {
		t.Rounds, t.Won, t.Lost, t.Nagari = t.Rounds+x.Rounds, t.Won+x.Won, t.Lost+x.Lost, t.Nagari+x.Nagari
		t.Best = max(t.Best, x.Best)
	}
	return t
}

// StatsRows returns statistics as rows of text; below them those under the standard rules, if there are any.
func StatsRows(lang words.Lang, raw json.RawMessage) ([][]string, error) {
	s, err := matgo.ReadStats(raw)
	if err != nil {
		return nil, err
	}
	rows := sheet(lang, s).Rows()
	if played(s) {
		rows = append(append(rows, []string{words.T(lang, "mp.stat.rules.standard")}), sheet(lang, standard(s)).Rows()...)
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
	sheets.Pages
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
	own := []app.Command{sheets.Ranks(matgo.Name), v.Leaf()}
	if played(v.Stats) {
		own = append(own, app.Command{Key: "s", Bar: app.If(v.standard, "mp.stat.rules.document", "mp.stat.rules.standard"), Do: func(*app.App) { v.standard = !v.standard }})
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
func (v *StatsView) Draw(a *app.App, c *ui.Canvas) { a.Compose(c, v) }

// View shows the tallies and the latest rounds.
func (v *StatsView) View(a *app.App) app.View {
	return app.View{
		Place: []string{a.T(app.If(v.standard, "game.matgo.standard", "game.matgo")), a.T("solo.stats"), v.Name},
		Usual: a.T(app.If(v.Guest(a), "err.guest_record", "mp.msg.stats")),
		Body: sheet(a.Lang, v.shown()).Page(a.T("solo.past"), v.List(a).Block([]kit.Column{
			{Head: a.T("mt.col.id"), W: 9, Drop: 3}, {Head: a.T("mt.col.opponent"), W: 24, Name: true}, {Head: a.T("mt.col.result"), W: 16},
			{Head: a.T("mp.col.gold"), W: 13, Right: true, Drop: 1}, {Head: a.T("mp.col.kind"), W: 6, Drop: 4}, {Head: a.T("mt.col.when"), W: 10, Drop: 2},
		}, a.T("mp.stats.none"), func(i int) []string { return v.row(a, v.rounds.Matches[i]) }), v.Pages.Open),
	}
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
	if seats := table.SeatsOf(m); len(seats) > 1 {
		other = a.SeatName(seats[1-seat])
	}
	change := r.Gold[seat] - began[seat]
	sign := app.TextIf(change > 0, "+")
	kind := app.If(m.Rated, "mp.kind.rated", "mp.kind.practice")
	return []string{m.ID, other, Outcome(a, m, seat), sign + round.GoldText(change), a.T(kind), a.Ago(m.Ended)}
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
