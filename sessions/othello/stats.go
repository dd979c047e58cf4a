package othello

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"arcade/games"
	"arcade/games/othello"
	"arcade/lobby"
	"arcade/sessions/app"
	"arcade/sessions/play/sheets"
	"arcade/sessions/ui"
	"arcade/sessions/words"
	"arcade/store"
)

// The statistics are computed from the latest matches when a player opens them, and not stored.
const statsOver = 100 // matches

// apart is the rating difference from which an opponent counts as weaker or stronger.
const apart = 100

// stats has the counts of a player's latest matches, and the misses in the analysed ones.
type stats struct {
	Games    int   `json:"games"`
	Analysed int   `json:"analysed"`
	Misses   int   `json:"misses"`
	Colour   group `json:"colour"`
	Opening  group `json:"opening"`
	Opponent group `json:"opponent"`
}

// tally counts the results of the matches of one kind.
type tally struct {
	Name  kind `json:"name"`
	Games int  `json:"games"`
	Won   int  `json:"won"`
	Lost  int  `json:"lost"`
}

// kind is the catalogue's key of a property of matches; JSON has the part after its point.
type kind string

func (k kind) MarshalText() ([]byte, error) {
	_, id, _ := strings.Cut(string(k), ".")
	return []byte(id), nil
}

// group has tallies in display order.
type group []tally

// newGroup returns empty tallies.
func newGroup(names ...kind) (g group) {
	for _, name := range names {
		g = append(g, tally{Name: name})
	}
	return g
}

// add counts a match from a seat's side.
func (g *group) add(name kind, m store.Match, seat int) {
	i := slices.IndexFunc(*g, func(t tally) bool { return t.Name == name })
	if i < 0 {
		i, *g = len(*g), append(*g, tally{Name: name})
	}
	t := &(*g)[i]
	t.Games++
	switch m.Winner {
	case seat:
		t.Won++
	case 1 - seat:
		t.Lost++
	}
}

// rows returns the nonempty tallies: their names, in words, and the numbers.
func (g group) rows(lang words.Lang) (rows [][]string) {
	for _, t := range g {
		if t.Games > 0 {
			rate := fmt.Sprintf("%d%%", app.Percent(float64(t.Won)/float64(t.Games)))
			rows = append(rows, []string{words.T(lang, string(t.Name)), app.Itoa(t.Games), app.Itoa(t.Won), app.Itoa(t.Lost), rate})
		}
	}
	return rows
}

// count counts a player's latest matches, as far as viewer may see them.
func count(ctx context.Context, l *lobby.Lobby, viewer, player string) (*stats, error) {
	s := &stats{
		Colour:   newGroup("ot.black", "ot.white"),
		Opening:  newGroup("os.diagonal", "os.perpendicular", "os.parallel"),
		Opponent: newGroup("os.weaker", "os.even", "os.stronger", "os.casual"),
	}
	for after := ""; ; {
		page, err := l.Matches(ctx, player, after, app.MatchPage)
		if err != nil {
			return s, err
		}
		for _, m := range page {
			if m.Game != othello.Name || m.Status != store.Done || !counts(m) || m.SeatOf(player) < 0 {
				continue
			}
			if s.add(ctx, l, viewer, m, m.SeatOf(player)); s.Games == statsOver {
				return s, nil
			}
		}
		if len(page) < app.MatchPage {
			return s, nil
		}
		after = page[len(page)-1].ID
	}
}

// add counts a match from a seat's side.
func (s *stats) add(ctx context.Context, l *lobby.Lobby, viewer string, m store.Match, seat int) {
	s.Games++
	s.Colour.add([]kind{"ot.black", "ot.white"}[seat], m, seat)
	s.Opponent.add(opponentKind(m, seat), m, seat)
	r, err := l.Replay(ctx, viewer, m.ID)
	if err != nil {
		return // a private match of others
	}
	if name := opening(r.Plies); name != "" {
		s.Opening.add(name, m, seat)
	}
	if judged := l.Judged(r); judged != nil {
		s.Analysed++
		for _, j := range judged {
			if j.Missed && int(j.Seat) == seat {
				s.Misses++
			}
		}
	}
}

// misses returns the number of misses per match, in words.
func (s *stats) misses(lang words.Lang) string {
	if s.Analysed == 0 {
		return words.T(lang, "os.misses.none")
	}
	return words.T(lang, "os.misses", "m", fmt.Sprintf("%.1f", float64(s.Misses)/float64(s.Analysed)), "n", s.Analysed)
}

// Rows returns the statistics as text.
func (s *stats) Rows(lang words.Lang) [][]string {
	if s.Games == 0 {
		return [][]string{{words.T(lang, "os.none")}}
	}
	rows := [][]string{{words.T(lang, "os.games", "n", s.Games)}, {s.misses(lang)}}
	for i, g := range []group{s.Colour, s.Opening, s.Opponent} {
		rows = append(append(rows, headings(lang, i)), g.rows(lang)...)
	}
	return rows
}

// headings returns the headings of the i-th group.
func headings(lang words.Lang, i int) (list []string) {
	for _, key := range []string{[]string{"os.colour", "os.opening", "os.opponent"}[i], "os.col.games", "os.col.won", "os.col.lost", "os.col.rate"} {
		list = append(list, words.T(lang, key))
	}
	return list
}

// statsView shows the statistics, and the matches.
type statsView struct {
	sheets.Owner
	list sheets.Played
	*stats
}

func newStats(player string) *statsView {
	return &statsView{Owner: sheets.Owner{Player: player}, stats: &stats{}, list: sheets.Played{Game: othello.Name, Player: player, Keep: counts}}
}

// counts reports whether a match has a result.
func counts(m store.Match) bool { return m.Reason != games.Aborted && len(m.Seats) == 2 }

func (v *statsView) Topic() string { return "othellostats" }

func (v *statsView) Commands(*app.App) []app.Command {
	return v.list.Commands(sheets.Ranks(othello.Name))
}

func (v *statsView) List(*app.App) app.List { return v.list.List(8) }

func (v *statsView) Open(a *app.App) { v.Begin(a, v.read) }

// read reads the latest matches, and counts them.
func (v *statsView) read(a *app.App) {
	if v.Guest(a) {
		return
	}
	v.list.Refresh(a, true)
	var err error
	v.stats, err = count(a.Ctx, a.House.Lobby, a.Visit.Me().ID, v.Player)
	a.Fail(err)
}

// opponentKind returns the strength of a match's opponent: a bot by its name, a person by the difference of
// the ratings.
func opponentKind(m store.Match, seat int) kind {
	me, other := m.Seats[seat], m.Seats[1-seat]
	switch {
	case other.Bot != "":
		return kind("bot." + other.Bot)
	case !m.Rated:
		return "os.casual"
	case other.Rating >= me.Rating+apart:
		return "os.stronger"
	case other.Rating <= me.Rating-apart:
		return "os.weaker"
	}
	return "os.even"
}

// opening returns the relation of White's first disc to Black's, "" before there are two.
func opening(plies []games.Ply) kind {
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
	usual := app.Either(v.Games > 0, "os.msg", "os.msg.none")
	if v.Guest(a) {
		usual = "err.guest_record"
	}
	g := a.LongPage(c, v.Commands(a), a.T(usual), a.T("game."+othello.Name), a.T("solo.stats"), v.Name)
	if g.Rich() {
		v.drawRich(a, g)
		return
	}
	half := g.W() / 2
	if v.Games > 0 {
		g.Text(2, 0, ui.Strong, a.T("os.games", "n", v.Games))
		g.Text(half, 0, ui.Text, v.misses(a.Lang))
	}
	left, right := g.Sub(ui.Rect{X: 2, Y: 1, W: half - 4, H: 10}), g.Sub(ui.Rect{X: half, Y: 1, W: half - 2, H: 10})
	y := v.Colour.draw(a, left, 0, 0)
	v.Opening.draw(a, left, 1, y+1)
	v.Opponent.draw(a, right, 2, 0)
	g.HLine(0, 11, g.W(), ui.Muted)
	v.drawList(a, g, 12, g.H()-14)
}

// drawList draws the matches from row y on.
func (v *statsView) drawList(a *app.App, g ui.Region, y, rows int) {
	cols := []ui.Column{
		{X: 3, W: 9, Heading: "mt.col.id"}, {X: 14, W: 15, Heading: "mt.col.opponent"}, {X: 31, W: 22, Heading: "mt.col.result"},
		{X: 54, W: 6, Heading: "mt.col.plies", Right: true}, {X: 68, W: 10, Heading: "mt.col.when"},
	}
	if g.Rich() && g.W() >= 120 {
		for i, x := range []int{4, 20, 48, 80, 102} {
			cols[i].X = x
		}
	}
	v.List(a).Draw(a, g, y, rows, cols, func(i int) []string {
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

// draw draws the i-th group from row y on and returns the row below it.
func (g group) draw(a *app.App, r ui.Region, i, y int) int {
	edges := [4]int{r.W() - 21, r.W() - 14, r.W() - 7, r.W()}
	for n, row := range append([][]string{headings(a.Lang, i)}, g.rows(a.Lang)...) {
		if n > 0 {
			if y++; y >= r.H() {
				break
			}
		}
		tok := app.Either(n == 0, ui.Muted, ui.Text)
		r.Text(0, y, tok, row[0])
		for i, text := range row[1:] {
			r.TextRight(edges[i], y, tok, text)
		}
	}
	return y + 1
}
