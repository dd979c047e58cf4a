// Package ranks has the screens of the boards: by rating, by points, of a day, of a week and of
// a seed.
package ranks

import (
	"net/url"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/lobby/ledger"
	"arcade/lobby/records"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play"
	"arcade/sessions/play/replays"
	"arcade/sessions/play/sheets"
	"arcade/sessions/play/solo"
	"arcade/sessions/ui"
	"arcade/store"
)

// Scores shows the boards of a game with points: ranked, today's and yesterday's.
type Scores struct {
	ofGame
	Tabs   []scoreTab
	weeks  bool   // the boards of this week and the last one
	Seed   string // typed; its board is the last tab
	Tab    int
	Rows   []store.Score
	ranked int // so many of them have a place
	Mine   store.Score
	Place  int
	of     int
	daily  daily
	today  string // the day
	scroll ui.Scroll
}

// ofGame is a page of one game; the other games stand in a row above it.
type ofGame struct{ game string }

// gameHit is a click on a game's name.
type gameHit int

// index returns the game's place among the games.
func (o ofGame) index(a *app.App) int {
	return slices.IndexFunc(a.House.Lobby.Games(), func(g games.Game) bool { return g.Info().Name == o.game })
}

// toGame goes to the ranks of another game, turnGame to the neighbouring game's.
func (o ofGame) toGame(a *app.App, i int) {
	name := a.House.Lobby.Games()[i].Info().Name
	if name == o.game {
		return
	}
	a.Swap(a.House.Places.Ranks(a, name))
}

func (o ofGame) turnGame(a *app.App, by int) {
	n := len(a.House.Lobby.Games())
	o.toGame(a, (o.index(a)+n+by)%n)
}

// games returns the names of the games.
func (o ofGame) games(a *app.App) kit.Tabs {
	t := kit.Tabs{Open: o.index(a), Hit: func(i int) any { return gameHit(i) }}
	for _, game := range a.House.Lobby.Games() {
		t.Labels = append(t.Labels, a.T("game."+game.Info().Name))
	}
	return t
}

// scoreTab is one of the boards: one by rating, whose name is that of the ratings, or one by points. Day is "" for
// the ranked one.
type scoreTab struct {
	Board, Day, group, label string
	rating                   bool
}

// New shows a game's boards: for a game for two those by rating, else those by points.
func New(a *app.App, game string) app.Screen {
	if play.GameOf(game).Alone() {
		return newScores(a, game)
	}
	return newBoard(a, game, game)
}

func newScores(a *app.App, game string) *Scores {
	s := &Scores{ofGame: ofGame{game}}
	s.Refresh(a)
	return s
}

// At shows a board in front, the ranked one if day is ""; if there is no such board, another of that day.
func At(a *app.App, game, board, day string) *Scores {
	s := &Scores{ofGame: ofGame{game}}
	tabs := scoreTabs(a, game)
	if s.Tab = slices.IndexFunc(tabs, func(t scoreTab) bool { return t.Day == day && t.Board == board }); s.Tab < 0 {
		s.Tab = max(slices.IndexFunc(tabs, func(t scoreTab) bool { return t.Day == day }), 0)
	}
	s.Refresh(a)
	return s
}

// OfSeed shows the board of a typed seed in front.
func OfSeed(a *app.App, game, seed string) *Scores {
	s := newScores(a, game)
	s.show(a, seed)
	return s
}

// show brings the board of a seed to the front.
func (s *Scores) show(a *app.App, seed string) {
	s.Seed, s.scroll.Focus = seed, 0
	s.Tab = len(s.Tabs) // refresh keeps it on the last one
	s.Refresh(a)
}

func (s *Scores) Topic() string { return app.If(s.two(), "board", "scores") }

// hasDays reports whether the board in front belongs to a game with daily runs.
func (s *Scores) hasDays() bool {
	return !s.two() && !s.weeks && (s.Seed == "" || s.Tab < len(s.Tabs)-1)
}

// two reports whether the game is for two.
func (s *Scores) two() bool { return !play.GameOf(s.game).Alone() }

func (s *Scores) Commands(a *app.App) []app.Command {
	none := !s.List(a).In()
	list := []app.Command{
		{Key: "leftright", Bar: "solo.key.board", Turn: func(a *app.App, by int) {
			s.turn(a, (s.Tab+len(s.Tabs)+by)%len(s.Tabs))
		}},
		{Key: "enter", Bar: "key.profile", Off: none, Do: s.enter},
		{Key: "v", Bar: "key.replay", Menu: "key.replay", Off: none, Do: s.replay},
	}
	list = append(list, play.StatisticsKey(s.game, "", "solo.stats")...)
	list = append(list,
		app.Command{Key: "w", Menu: app.If(s.weeks, "week.key.days", "week.key"), Do: s.turnWeeks},
		app.Command{Key: "n", Menu: "solo.new", Do: func(a *app.App) { a.Push(a.House.Places.Form(a, s.game)) }},
		app.Command{Key: "tab", Bar: "solo.key.game", Turn: s.turnGame},
		app.HelpKey, app.BackKey)
	if s.daily.text != "" && s.hasDays() {
		list = append(list, app.Command{Key: "y", Menu: "key.copy", Do: func(a *app.App) { a.CopyHere(s.daily.text) }})
	}
	if f := play.GameOf(s.game).Seed; f != nil {
		list = append(list, app.Command{Key: "s", Menu: "solo.seedboard", Do: func(a *app.App) { a.Push(f(a, s.show)) }})
	}
	return list
}

// Address returns the address on a page: of the game's boards, or of the one in front if it has one.
func (s *Scores) Address() string {
	if s.Tab >= len(s.Tabs) || s.weeks {
		return address(s.game)
	}
	board := "&board=" + url.QueryEscape(s.Tabs[s.Tab].Board)
	switch s.Tabs[s.Tab].Day {
	case "":
		return address(s.game) + board
	case s.today:
		return address(s.game) + board + "&day=" + ofToday
	}
	return address(s.game)
}

// address returns the address of a game's boards on a page, as a screen: without the query it is a page to read.
func address(game string) string { return "/boards/" + game + "?screen" }

// ofToday is the day of today's boards in an address.
const ofToday = "today"

// Of returns the boards of a game with the one of an address in front, or the game's first if there is none like it.
func Of(a *app.App, game, board, when string) app.Screen {
	if pool, ok := a.House.Lobby.RatingBoard(game, board); ok {
		return newBoard(a, game, pool)
	}
	if slices.Contains(a.House.Lobby.Boards(game), board) {
		return At(a, game, board, app.If(when == ofToday, a.House.Lobby.Today(), ""))
	}
	return New(a, game)
}

func (s *Scores) List(*app.App) app.List {
	return app.List{Scroll: &s.scroll, N: len(s.Rows), Page: 10}
}

func (s *Scores) Refresh(a *app.App) {
	l := a.House.Lobby
	s.today = l.Today()
	s.Tabs = app.If(s.weeks, weekTabs, scoreTabs)(a, s.game)
	if s.Seed != "" && !s.weeks {
		s.Tabs = append(s.Tabs, scoreTab{Board: l.Boards(s.game)[0], Day: solo.SeedBoard(s.Seed), group: a.T("solo.tab.seed"), label: s.Seed})
	}
	s.Tab = min(s.Tab, len(s.Tabs)-1)
	for s.Tabs[s.Tab].rating { // these have a page of their own
		s.Tab++
	}
	t := s.Tabs[s.Tab]
	name := ledger.BoardName(s.game, t.Board, t.Day)
	list, err := l.Scores(a.Ctx, name, 0, app.BoardPage)
	if err == nil {
		s.Mine, s.Place, s.of, err = l.ScoreOf(a.Ctx, name, a.Visit.Me().ID)
	}
	if err != nil {
		a.Fail(err)
		return
	}
	s.Rows, s.ranked = list, len(list)
	if s.hasDays() && t.Day != "" {
		marked, err := l.Marked(a.Ctx, name, app.BoardPage)
		if err != nil {
			a.Fail(err)
		}
		s.Rows = append(s.Rows, marked...)
	}
	if t.Day == "" && !s.two() {
		s.Rows = append(s.Rows, unplaced(a, s.game, t.Board, list)...)
	}
	s.scroll.Clamp(len(s.Rows))
	if s.hasDays() {
		s.daily.read(a, s.game, t.Board)
	}
}

// scoreTabs returns the boards of a game: for a game for two the ratings and those by points, for one seat
// the ranked ones, today's and yesterday's.
func scoreTabs(a *app.App, game string) (tabs []scoreTab) {
	l := a.House.Lobby
	if g := play.GameOf(game); !g.Alone() {
		for _, pool := range l.Pools(game) {
			tabs = append(tabs, scoreTab{Board: pool, label: g.Board(a, app.If(pool == game, "rating", pool)), rating: true})
		}
		for _, b := range l.Boards(game) {
			tabs = append(tabs, scoreTab{Board: b, label: g.Board(a, b)})
		}
		return tabs
	}
	today := l.Today()
	for _, d := range []struct{ day, key string }{{"", "solo.tab.ranked"}, {today, "solo.tab.today"}, {records.DayBefore(today), "solo.tab.yesterday"}} {
		for _, b := range l.Boards(game) {
			tabs = append(tabs, scoreTab{Board: b, Day: d.day, group: a.T(d.key), label: play.GameOf(game).Board(a, b)})
		}
	}
	return tabs
}

// weekTabs returns a game's boards of this week and of the last one.
func weekTabs(a *app.App, game string) (tabs []scoreTab) {
	l := a.House.Lobby
	for _, w := range []struct{ week, key string }{{l.ThisWeek(), "week.this"}, {l.LastWeek(), "week.last"}} {
		for _, b := range l.WeekBoards(game) {
			label := a.T("week.gain")
			if b != ledger.GainBoard {
				label = play.GameOf(game).Board(a, b)
			}
			tabs = append(tabs, scoreTab{Board: b, Day: w.week, group: a.T(w.key), label: label})
		}
	}
	return tabs
}

// newWeeks shows the boards of a game's weeks.
func newWeeks(a *app.App, game string) *Scores {
	s := &Scores{ofGame: ofGame{game}, weeks: true}
	s.Refresh(a)
	return s
}

// turnWeeks goes to the boards of the weeks, or back from them.
func (s *Scores) turnWeeks(a *app.App) {
	if s.weeks && s.two() {
		a.Swap(newBoard(a, s.game, s.game))
		return
	}
	s.weeks, s.Tab, s.scroll.Focus = !s.weeks, 0, 0
	s.Refresh(a)
}

// boards returns the boards, a group for the ranks and for each day; without room for a row of groups each board
// has its group's name.
func boards(tabs []scoreTab, open int) kit.Block {
	row, all := kit.Row(2), kit.Tabs{Open: open}
	for i := 0; i < len(tabs); {
		from := i
		group := kit.Tabs{Lead: tabs[i].group, Open: open - from, Hit: func(k int) any { return ui.TabHit(from + k) }}
		for ; i < len(tabs) && tabs[i].Day == tabs[from].Day; i++ {
			group.Labels = append(group.Labels, tabs[i].label)
			all.Labels = append(all.Labels, strings.TrimLeft(tabs[i].group+" "+tabs[i].label, " "))
		}
		row.Items = append(row.Items, kit.Item{Block: kit.From{Block: group, W: group.Least(kit.Look{}, 1<<16).W}}) // in one row
	}
	return kit.Fit{row, all}
}

// scoreText returns a row's value in words.
func (s *Scores) scoreText(a *app.App, r store.Score) string {
	t := s.Tabs[s.Tab]
	return play.ScoreText(a, s.game, t.Board, t.Day != "", r)
}

func (s *Scores) Handle(a *app.App, msg tea.Msg) {
	switch msg := msg.(type) {
	case ui.TabHit:
		s.turn(a, int(msg))
		return
	case gameHit:
		s.toGame(a, int(msg))
		return
	}
}

// replay shows the run in focus; other players' runs of today are still hidden.
func (s *Scores) replay(a *app.App) {
	if !s.List(a).In() {
		return
	}
	row := s.Rows[s.scroll.Focus]
	if s.Tabs[s.Tab].Day == a.House.Lobby.Today() && row.Player != a.Visit.Me().ID {
		a.Warn(a.T("solo.hidden"))
		return
	}
	a.Push(replays.New(row.Match))
}

// turn goes to another board.
func (s *Scores) turn(a *app.App, i int) {
	if s.Tabs[i].rating {
		a.Swap(newBoard(a, s.game, s.Tabs[i].Board))
		return
	}
	s.Tab, s.scroll.Focus = i, 0
	s.Refresh(a)
}

func (s *Scores) enter(a *app.App) {
	if !s.List(a).In() {
		return
	}
	a.Push(a.House.Places.Profile(a, s.Rows[s.scroll.Focus].Player))
}

func (s *Scores) Draw(a *app.App, c *ui.Canvas) { a.Compose(c, s) }

// View shows the board in front.
func (s *Scores) View(a *app.App) app.View {
	t := s.Tabs[s.Tab]
	usual := a.T("solo.msg.ranked." + s.game)
	switch {
	case s.weeks:
		usual = a.T(app.If(s.two(), "week.msg.two", "week.msg"))
	case t.Day == "":
	case t.Day == a.House.Lobby.Today() || len(s.Rows) == 0:
		usual = a.T("solo.msg.today")
	default:
		usual = a.T("solo.msg.day")
	}
	me := a.Visit.Me().ID
	r := ranking{
		n: len(s.Rows), unranked: len(s.Rows) - s.ranked, focus: s.scroll.Focus, empty: s.empty(a), rule: s.rule(a),
		mine:   slices.IndexFunc(s.Rows, func(r store.Score) bool { return r.Player == me }),
		pinned: app.If(s.Place > 0, a.T("board.mine", "n", s.Place, "of", s.of), s.none(a)),
		cols: []kit.Column{
			{Head: a.T("solo.col.score"), W: 18, Right: true}, {Head: a.T("mt.col.id"), W: 8, Drop: 2}, {Head: a.T("mt.col.when"), W: 9, Right: true, Drop: 1},
		},
		value: func(i int) float64 { return s.Rows[i].Value },
		row: func(i int) standing {
			row := s.Rows[i]
			return standing{sheets.Scorer(a, row), row.Name, []string{s.scoreText(a, row), row.Match, a.Ago(row.At)}, shareOf(row.Value, s.Rows[0].Value), markSign(row)}
		},
		tabs: kit.Col(0, 0, kit.Item{Block: s.games(a)}, kit.Item{Block: boards(s.Tabs, s.Tab)}),
	}
	if s.hasDays() {
		r.beside = kit.Picture{Size: kit.Size{W: fieldWidth, H: 5}, More: 7, Paint: func(_ kit.Look, g ui.Region) { s.daily.draw(a, g, s.game, t.Board) }}
		if s.daily.line != nil && t.Day == s.daily.today {
			r.below = kit.Picture{Size: kit.Size{W: rankPodium, H: len(s.daily.line) + 2}, Paint: func(_ kit.Look, g ui.Region) { s.daily.paste(g) }}
		}
	}
	return app.View{Place: []string{a.T("board.place"), a.T("game." + s.game)}, Usual: usual, Body: r.page(a)}
}

// markSign returns the sign of a marked run's row on a day's board, "" for a row with a place.
func markSign(r store.Score) string {
	return map[string]string{ledger.OneNetwork: "+", ledger.Copied: "="}[ledger.MarkOf(r.Board)]
}

// rule returns the rule of the board in view, "" for none: who is listed, or what the marks below it mean.
func (s *Scores) rule(a *app.App) string {
	switch {
	case s.two():
		return a.T("board.rule")
	case len(s.Rows) > s.ranked && markSign(s.Rows[len(s.Rows)-1]) != "":
		return a.T("board.marks")
	}
	return ""
}

// empty returns the text of an empty board.
func (s *Scores) empty(a *app.App) string {
	return app.If(s.Tabs[s.Tab].Day == "", a.T("solo.empty."+s.game), a.T("solo.empty.day"))
}

// none returns the reason why the visitor is not on the board.
func (s *Scores) none(a *app.App) string {
	t := s.Tabs[s.Tab]
	if s.two() {
		return fewOpponents(a, a.House.Lobby.Rating(a.Ctx, s.game, a.Visit.Me().ID))
	}
	if f := play.GameOf(s.game).Toward; f != nil && t.Day == "" {
		return f(a, a.Visit.Me().ID, t.Board)
	}
	return a.T("solo.none")
}
