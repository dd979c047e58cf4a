package othello

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/games/othello"
	"arcade/lobby"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/store"
)

// The statistics are made of the latest matches when they are looked at: nothing is kept of
// them.
const statsOver = 100 // matches

// apart is by how many points of rating an opponent is weaker or stronger.
const apart = 100

// tally counts results.
type tally struct{ games, won, lost int }

// count adds a match from a seat's side.
func (t *tally) count(m store.Match, seat int) {
	t.games++
	switch m.Winner {
	case seat:
		t.won++
	case 1 - seat:
		t.lost++
	}
}

// group are tallies by what they are about, in the order of their words.
type group struct {
	heading string
	names   []string
	tallies map[string]*tally
}

// of is the tally of a name.
func (g *group) of(name string) *tally {
	if g.tallies == nil {
		g.tallies = map[string]*tally{}
	}
	if g.tallies[name] == nil {
		g.tallies[name] = &tally{}
		if !slices.Contains(g.names, name) {
			g.names = append(g.names, name)
		}
	}
	return g.tallies[name]
}

// statsView shows a player's latest matches: by colour, opening and opponent, and how many
// misses there are in those that were analysed.
type statsView struct {
	play.Owner
	list     play.Played
	n        int
	groups   [3]group // by colour, opening and opponent
	analysed int
	misses   int
}

func newStats(player string) *statsView {
	return &statsView{Owner: play.Owner{Player: player}, groups: newGroups(), list: play.Played{Game: othello.Name, Player: player, Keep: counts}}
}

// newGroups are the groups before anything is counted.
func newGroups() [3]group {
	return [3]group{
		{heading: "os.colour", names: []string{"ot.black", "ot.white"}},
		{heading: "os.opening", names: []string{"os.diagonal", "os.perpendicular", "os.parallel"}},
		{heading: "os.opponent", names: []string{"os.weaker", "os.even", "os.stronger", "os.casual"}},
	}
}

// counts tells that a match came to a result.
func counts(m store.Match) bool { return m.Reason != games.Aborted && len(m.Seats) == 2 }

func (v *statsView) Topic() string { return "othellostats" }

func (v *statsView) Commands(*app.App) []app.Command {
	return v.list.Commands(play.Ranks(othello.Name))
}

func (v *statsView) List(*app.App) app.List { return v.list.List(8) }

func (v *statsView) Open(a *app.App) tea.Cmd { return v.Begin(a, v.read) }

// read reads the latest matches, and counts them.
func (v *statsView) read(a *app.App) tea.Cmd {
	if v.Guest(a) {
		return nil
	}
	v.list.Refresh(a, true)
	v.n, v.analysed, v.misses, v.groups = 0, 0, 0, newGroups()
	for after := ""; ; {
		page, err := a.House.Lobby.Matches(v.Player, after, app.MatchPage)
		if err != nil {
			return a.Fail(err)
		}
		for _, m := range page {
			if m.Game != othello.Name || m.Status != store.Done || !counts(m) {
				continue
			}
			if v.count(a, m); v.n == statsOver {
				return nil
			}
		}
		if len(page) < app.MatchPage {
			return nil
		}
		after = page[len(page)-1].ID
	}
}

// count counts a match.
func (v *statsView) count(a *app.App, m store.Match) {
	seat := m.SeatOf(v.Player)
	if seat < 0 {
		return
	}
	v.n++
	v.groups[0].of([]string{"ot.black", "ot.white"}[seat]).count(m, seat)
	v.groups[2].of(opponentKind(m, seat)).count(m, seat)
	r, err := a.House.Lobby.Replay(a.Ctx, a.Visit.Me().ID, m.ID)
	if err != nil {
		return // a private one of others
	}
	if name := opening(r.Plies); name != "" {
		v.groups[1].of(name).count(m, seat)
	}
	if judged := a.House.Lobby.Judged(r); judged != nil {
		v.analysed++
		for _, j := range judged {
			if j.Missed && int(j.Seat) == seat {
				v.misses++
			}
		}
	}
}

// opponentKind is how strong the opponent of a match was: a bot by its name, a person by the
// difference of the ratings.
func opponentKind(m store.Match, seat int) string {
	me, other := m.Seats[seat], m.Seats[1-seat]
	switch {
	case other.Bot != "":
		return "bot." + other.Bot
	case !m.Rated:
		return "os.casual"
	case other.Rating >= me.Rating+apart:
		return "os.stronger"
	case other.Rating <= me.Rating-apart:
		return "os.weaker"
	}
	return "os.even"
}

// opening is how White's first disc lies to Black's, "" before there are two.
func opening(plies []games.Ply) string {
	if len(plies) < 2 {
		return ""
	}
	first, ok := othello.ParseSquare(string(plies[0].Action))
	second, also := othello.ParseSquare(string(plies[1].Action))
	if !ok || !also {
		return ""
	}
	col, row := int(second%8), int(second/8)
	switch {
	case col == row || col+row == 7:
		return "os.diagonal"
	case col != int(first%8) && row != int(first/8):
		return "os.perpendicular"
	}
	return "os.parallel"
}

func (v *statsView) Draw(a *app.App, c *ui.Canvas) {
	usual := app.Either(v.n > 0, "os.msg", "os.msg.none")
	if v.Guest(a) {
		usual = "err.guest_record"
	}
	g := a.Page(c, v.Commands(a), a.T(usual), a.T("game."+othello.Name), a.T("solo.stats"), v.Name)
	half := g.W() / 2
	misses := a.T("os.misses.none")
	if v.analysed > 0 {
		misses = a.T("os.misses", "m", fmt.Sprintf("%.1f", float64(v.misses)/float64(v.analysed)), "n", v.analysed)
	}
	if v.n > 0 {
		g.Text(2, 0, ui.Strong, a.T("os.games", "n", v.n))
		g.Text(half, 0, ui.Text, misses)
	}
	left, right := g.Sub(ui.Rect{X: 2, Y: 1, W: half - 4, H: 10}), g.Sub(ui.Rect{X: half, Y: 1, W: half - 2, H: 10})
	y := v.groups[0].draw(a, left, 0)
	v.groups[1].draw(a, left, y+1)
	v.groups[2].draw(a, right, 0)
	g.HLine(0, 11, g.W(), ui.Muted)
	cols := []ui.Column{
		{X: 3, W: 9, Heading: "mt.col.id"}, {X: 14, W: 15, Heading: "mt.col.opponent"}, {X: 31, W: 22, Heading: "mt.col.result"},
		{X: 54, W: 6, Heading: "mt.col.plies", Right: true}, {X: 68, W: 10, Heading: "mt.col.when"},
	}
	v.List(a).Draw(a, g, 12, g.H()-14, cols, func(i int) []string {
		m := v.list.Matches[i]
		seat := max(m.SeatOf(v.Player), 0)
		key := "os.drawn"
		switch m.Winner {
		case 1 - seat:
			key = "os.lost"
		case seat:
			key = "os.won"
		}
		other := a.SeatName(lobby.SeatsOf(m)[1-seat])
		return []string{m.ID, ui.Cut(other, 15), color(a, games.Seat(seat)) + "  " + a.T(key), app.Itoa(m.Plies), a.When(m.Ended)}
	}, "", a.T("os.none"))
}

// draw draws a group from row y on and gives the row below it.
func (g *group) draw(a *app.App, r ui.Region, y int) int {
	edges := [4]int{r.W() - 21, r.W() - 14, r.W() - 7, r.W()}
	r.Text(0, y, ui.Muted, a.T(g.heading))
	for i, key := range []string{"os.col.games", "os.col.won", "os.col.lost", "os.col.rate"} {
		r.TextRight(edges[i], y, ui.Muted, a.T(key))
	}
	for _, name := range g.names {
		t := g.tallies[name]
		if t == nil {
			continue // nobody of that kind
		}
		if y++; y >= r.H() {
			break
		}
		r.Text(0, y, ui.Text, a.T(name))
		for i, text := range []string{app.Itoa(t.games), app.Itoa(t.won), app.Itoa(t.lost), fmt.Sprintf("%d%%", app.Percent(float64(t.won)/float64(t.games)))} {
			r.TextRight(edges[i], y, ui.Text, text)
		}
	}
	return y + 1
}
