package othello

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"arcade/games"
	"arcade/games/othello"
	"arcade/lobby"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/kit"
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

// shares returns the nonempty tallies as shares of won games.
func (g group) shares(lang words.Lang) kit.Shares {
	list := kit.Shares{Ink: face.Accent}
	for _, t := range g {
		if t.Games > 0 {
			list.List = append(list.List, kit.Share{
				Label: words.T(lang, string(t.Name)), Part: t.Won, Whole: t.Games,
				Number: fmt.Sprintf("%d/%d %4s", t.Won, t.Games, sheets.Rate(t.Won, t.Games)),
			})
		}
	}
	return list
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

// sheet returns the statistics for the page and for words.
func (s *stats) sheet(lang words.Lang) kit.Stats {
	won, lost := 0, 0
	for _, t := range s.Colour {
		won, lost = won+t.Won, lost+t.Lost
	}
	t := func(key string) string { return words.T(lang, key) }
	v := kit.Stats{Title: t("solo.stats"), Numbers: []kit.Number{
		{Value: app.Itoa(s.Games), Label: t("os.col.games")}, {Value: app.Itoa(won), Label: t("os.col.won")},
		{Value: app.Itoa(lost), Label: t("os.col.lost")}, {Value: sheets.Rate(won, s.Games), Label: t("os.col.rate"), Best: true},
	}}
	if s.Games == 0 {
		return v
	}
	v.Remarks = []string{words.T(lang, "os.games", "n", s.Games) + ", " + s.misses(lang)}
	for i, g := range []group{s.Colour, s.Opening, s.Opponent} {
		v.Parts = append(v.Parts, kit.Part{Title: t([]string{"os.colour", "os.opening", "os.opponent"}[i]), Body: g.shares(lang)})
	}
	return v
}

// Rows returns the statistics as text.
func (s *stats) Rows(lang words.Lang) [][]string {
	if s.Games == 0 {
		return [][]string{{words.T(lang, "os.none")}}
	}
	return s.sheet(lang).Rows()
}

// statsView shows the statistics, and the matches.
type statsView struct {
	sheets.Owner
	sheets.Pages
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
	return v.list.Commands(sheets.Ranks(othello.Name), v.Leaf())
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

func (v *statsView) Draw(a *app.App, c *ui.Canvas) { a.Compose(c, v) }

// View shows the statistics and the matches.
func (v *statsView) View(a *app.App) app.View {
	usual := app.If(v.Games > 0, "os.msg", "os.msg.none")
	if v.Guest(a) {
		usual = "err.guest_record"
	}
	return app.View{
		Place: []string{a.T("game." + othello.Name), a.T("solo.stats"), v.Name}, Usual: a.T(usual),
		Body: v.sheet(a.Lang).Page(a.T("solo.past"), v.matches(a), v.Pages.Open),
	}
}

// matches returns the list of the matches.
func (v *statsView) matches(a *app.App) kit.List {
	return v.List(a).Block([]kit.Column{
		{Head: a.T("mt.col.id"), W: 9, Drop: 2}, {Head: a.T("mt.col.opponent"), W: 24, Name: true}, {Head: a.T("mt.col.result"), W: 18},
		{Head: a.T("mt.col.plies"), W: 6, Right: true, Drop: 3}, {Head: a.T("mt.col.when"), W: 10, Drop: 1},
	}, a.T("os.none"), func(i int) []string {
		m := v.list.Matches[i]
		seat := max(m.SeatOf(v.Player), 0)
		key := "os.drawn"
		switch m.Winner {
		case 1 - seat:
			key = "os.lost"
		case seat:
			key = "os.won"
		}
		other := a.SeatName(table.SeatsOf(m)[1-seat])
		return []string{m.ID, other, color(a, games.Seat(seat)) + "  " + a.T(key), app.Itoa(m.Plies), a.Ago(m.Ended)}
	})
}
