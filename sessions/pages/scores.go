package pages

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/lobby"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/store"
)

// Scores are the boards of a game that has points: ranked, today's and yesterday's.
type Scores struct {
	game   string
	Tabs   []scoreTab
	Seed   string // typed: its board is the last tab
	Tab    int
	List   []store.Score
	Mine   store.Score
	Place  int
	of     int
	scroll ui.Scroll
}

// scoreTab is one of the boards; day is "" for the ranked one.
type scoreTab struct{ Board, Day, group, label string }

func newScores(a *app.App, game string) *Scores {
	s := &Scores{game: game}
	s.Refresh(a)
	return s
}

// newScoresAt is a board in front, the ranked one where day is ""; where there is no
// such board another of that day.
func newScoresAt(a *app.App, game, board, day string) *Scores {
	s := &Scores{game: game}
	tabs := scoreTabs(a, game)
	if s.Tab = slices.IndexFunc(tabs, func(t scoreTab) bool { return t.Day == day && t.Board == board }); s.Tab < 0 {
		s.Tab = max(slices.IndexFunc(tabs, func(t scoreTab) bool { return t.Day == day }), 0)
	}
	s.Refresh(a)
	return s
}

// newScoresOf is the board of a typed seed in front.
func newScoresOf(a *app.App, game, seed string) *Scores {
	s := newScores(a, game)
	s.show(a, seed)
	return s
}

// show brings the board of a seed to the front.
func (s *Scores) show(a *app.App, seed string) tea.Cmd {
	s.Seed, s.scroll.Focus = seed, 0
	s.Tab = len(s.Tabs) // refresh keeps it on the last one
	return s.Refresh(a)
}

func (s *Scores) Topic() string { return "scores" }

func (s *Scores) Menu(*app.App) []string {
	list := []string{"v", "key.replay", "t", "solo.stats", "n", "solo.new"}
	if play.GameOf(s.game).Seed != nil {
		list = append(list, "s", "solo.seedboard")
	}
	return list
}

func (s *Scores) Refresh(a *app.App) tea.Cmd {
	l := a.House.Lobby
	s.Tabs = scoreTabs(a, s.game)
	if s.Seed != "" {
		s.Tabs = append(s.Tabs, scoreTab{l.Boards(s.game)[0], play.SeedBoard(s.Seed), a.T("solo.tab.seed"), s.Seed})
	}
	s.Tab = min(s.Tab, len(s.Tabs)-1)
	if s.Tab == 0 && s.Tabs[0].Board == ratingBoard {
		s.Tab = 1
	}
	t := s.Tabs[s.Tab]
	name := lobby.BoardName(s.game, t.Board, t.Day)
	list, err := l.Scores(name, 0, app.BoardPage)
	if err == nil {
		s.Mine, s.Place, s.of, err = l.ScoreOf(name, a.Visit.Me().ID)
	}
	if err != nil {
		a.Fail(err)
		return nil
	}
	s.List = list
	s.scroll.Clamp(len(list))
	return nil
}

// ratingBoard is the tab of a game for two that is not by points.
const ratingBoard = "rating"

// scoreTabs are the boards of a game: of one for two the ratings and those by
// points, of one for one seat the ranked ones, today's and yesterday's.
func scoreTabs(a *app.App, game string) (tabs []scoreTab) {
	l := a.House.Lobby
	if g := play.GameOf(game); !g.Alone() {
		for _, b := range append([]string{ratingBoard}, l.Boards(game)...) {
			tabs = append(tabs, scoreTab{Board: b, label: g.Board(a, b)})
		}
		return tabs
	}
	today := l.Today()
	for _, d := range []struct{ day, key string }{{"", "solo.tab.ranked"}, {today, "solo.tab.today"}, {lobby.DayBefore(today), "solo.tab.yesterday"}} {
		for _, b := range l.Boards(game) {
			tabs = append(tabs, scoreTab{b, d.day, a.T(d.key), play.GameOf(game).Board(a, b)})
		}
	}
	return tabs
}

// drawScoreTabs draws the boards, a group for the ranks and for each day.
func drawScoreTabs(g ui.Region, tabs []scoreTab, open int) {
	x := 1
	for i := 0; i < len(tabs); {
		from := i
		var labels []string
		for ; i < len(tabs) && tabs[i].Day == tabs[from].Day; i++ {
			labels = append(labels, tabs[i].label)
		}
		if tabs[from].group != "" {
			x += g.Text(x, 2, ui.Muted, tabs[from].group) + 1
		}
		x += ui.Tabs(g, x, 2, labels, open-from, func(k int) any { return ui.TabHit(from + k) }) + 2
	}
}

// scoreText is a row's value in words.
func (s *Scores) scoreText(a *app.App, r store.Score) string {
	t := s.Tabs[s.Tab]
	return play.GameOf(s.game).Score(a, t.Board, t.Day != "", r)
}

// gameHit is a click on another game's name.
type gameHit int

func (s *Scores) Handle(a *app.App, msg tea.Msg) tea.Cmd {
	list := a.House.Lobby.Games()
	at := slices.IndexFunc(list, func(g games.Game) bool { return g.Info().Name == s.game })
	switch msg := msg.(type) {
	case ui.RowHit:
		if s.scroll.Focus == int(msg) {
			return s.Enter(a)
		}
		s.scroll.Focus = int(msg)
	case ui.TabHit:
		return s.turn(a, int(msg))
	case gameHit:
		if int(msg) != at {
			return a.Swap(a.House.Places.Ranks(a, list[msg].Info().Name))
		}
	case ui.Key:
		if s.scroll.Key(msg, len(s.List), 10) {
			return nil
		}
		switch msg {
		case "left":
			return s.turn(a, (s.Tab+len(s.Tabs)-1)%len(s.Tabs))
		case "right":
			return s.turn(a, (s.Tab+1)%len(s.Tabs))
		case "tab":
			return a.Swap(a.House.Places.Ranks(a, list[(at+1)%len(list)].Info().Name))
		case "shift+tab":
			return a.Swap(a.House.Places.Ranks(a, list[(at+len(list)-1)%len(list)].Info().Name))
		case "enter":
			return s.Enter(a)
		case "v":
			if s.scroll.Focus >= len(s.List) {
				return nil
			}
			row := s.List[s.scroll.Focus]
			if s.Tabs[s.Tab].Day == a.House.Lobby.Today() && row.Player != a.Visit.Me().ID {
				a.Warn(a.T("solo.hidden"))
				return nil
			}
			return a.Push(play.NewReplay(row.Match))
		case "t":
			return a.Push(play.Statistics(a, s.game, a.Visit.Me().ID))
		case "n":
			return a.Push(a.House.Places.Form(a, s.game))
		case "s":
			if f := play.GameOf(s.game).Seed; f != nil {
				return a.Push(f(a, s.show))
			}
		case "esc", "q", "backspace":
			return a.Pop()
		}
	}
	return nil
}

// turn goes to another board.
func (s *Scores) turn(a *app.App, i int) tea.Cmd {
	if s.Tabs[i].Board == ratingBoard {
		return a.Swap(newBoard(a, s.game))
	}
	s.Tab, s.scroll.Focus = i, 0
	return s.Refresh(a)
}

func (s *Scores) Enter(a *app.App) tea.Cmd {
	if s.scroll.Focus >= len(s.List) {
		return nil
	}
	return a.Push(newProfile(a, s.List[s.scroll.Focus].Player))
}

func (s *Scores) Draw(a *app.App, c *ui.Canvas) {
	f := ui.FrameSpec{Place: a.Place(a.T("board.place"), a.T("game."+s.game)), Facts: a.Facts()}
	t := s.Tabs[s.Tab]
	usual := a.T("solo.msg.ranked." + s.game)
	switch t.Day {
	case "":
	case a.House.Lobby.Today():
		usual = a.T("solo.msg.today")
	default:
		usual = a.T("solo.msg.day")
	}
	f.Message, f.MessageInk = a.Said(usual)
	f.Keys = a.Items("leftright", "solo.key.board", "enter", "key.profile", "v", "key.replay", "tab", "solo.key.game", "?", "key.help", "esc", "key.back")
	ui.Frame(c, f)
	g := ui.Body(c)
	var names []string
	at := 0
	for i, game := range a.House.Lobby.Games() {
		if game.Info().Name == s.game {
			at = i
		}
		names = append(names, a.T("game."+game.Info().Name))
	}
	ui.Tabs(g, 1, 0, names, at, func(i int) any { return gameHit(i) })
	drawScoreTabs(g, s.Tabs, s.Tab)
	cols := []ui.Column{
		{X: 3, W: 5, Heading: "board.col.place", Right: true}, {X: 10, W: 20, Heading: "board.col.name", Right: false}, {X: 32, W: 22, Heading: "solo.col.score", Right: false},
		{X: 56, W: 9, Heading: "mt.col.id", Right: false}, {X: 67, W: 10, Heading: "mt.col.when", Right: false},
	}
	a.Grid(g, 4, cols, len(s.List), s.scroll.Focus, g.H()-10, func(i int) []string { return s.row(a, i+1, s.List[i]) })
	if len(s.List) == 0 {
		key := "solo.empty." + s.game
		if t.Day != "" {
			key = "solo.empty.day"
		}
		g.Text(3, 7, ui.Text, a.T(key))
	}
	a.Pinned(g, cols, s.Place, s.of, a.T("solo.none"), func() []string { return s.row(a, s.Place, s.Mine) })
}

func (s *Scores) row(a *app.App, place int, r store.Score) []string {
	return []string{app.Itoa(place), play.Scorer(a, r), s.scoreText(a, r), r.Match, a.When(r.At)}
}
