package sessions

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/lobby"
	"arcade/lobby/ledger"
	"arcade/sessions/ui"
	"arcade/store"
)

// alonely tells that the table is for one seat.
func (t *table) alonely() bool { return len(t.snap.Seats) == 1 }

// hint shows or hides what the best play is. The first look of a run takes it off
// the boards, and asks before it does.
func (t *table) hint(a *App) tea.Cmd {
	s := t.snap
	switch {
	case s.You == games.Nobody || s.Looked:
		t.scene.Best = !t.scene.Best
	case s.Seeded:
		t.look(a)
	default:
		return a.push(newLook(t, func(a *App) tea.Cmd { t.look(a); return nil }))
	}
	return nil
}

// look notes that the player saw the best play, then shows it.
func (t *table) look(a *App) {
	if err := a.visit.Look(t.id); err != nil {
		a.fail(err)
		return
	}
	t.scene.Best = true
	t.refresh(a)
	a.say(a.T("solo.looked.done"))
}

// newLook asks before a run that would count is looked at, and then does look.
func newLook(t *table, look func(*App) tea.Cmd) screen {
	return &lazyAsk{build: func(a *App, q *ask) {
		q.title, q.low = t.T(a, "solo.look.title"), true
		q.lines = []string{a.T("solo.look.text"), a.T("solo.look.text2")}
		switch {
		case t.snap.Daily != "":
			q.lines[1] = a.T("solo.giveup.daily")
		case len(t.snap.Plies) > 0 && !a.visit.Me().Guest: // else one could look only where a run goes badly
			q.lines[1] = t.T(a, "solo.giveup.ranked")
		}
		q.answers = []answer{
			{"esc", a.T("solo.look.no"), nil},
			{"y", a.T("solo.look.go"), look},
		}
	}}
}

// another begins one more run of the same kind; a day has one only, and its board instead.
func (t *table) another(a *App) tea.Cmd {
	s := t.snap
	if s.Daily != "" {
		return a.push(a.house.Places.Scores(a, s.Game, gameOf(s.Game).on(s), s.Daily))
	}
	id, err := a.visit.Create(gameOf(s.Game).again(s))
	if err != nil {
		cmd := a.push(t.resultSheet())
		a.fail(err)
		return cmd
	}
	return a.swap(newTable(id))
}

// soloResult writes the result sheet of a run.
func (r *result) soloResult(a *App) {
	s := r.t.snap
	r.title, r.low, r.width = a.T("res.title"), true, 0
	r.lines = []string{a.T("res.aborted")}
	if s.Result.Reason != games.Aborted {
		r.lines = []string{a.reason(s)}
		if v, ok := r.t.view.(interface {
			headline(*App, *scene) string
		}); ok {
			r.lines[0] = v.headline(a, &r.t.scene)
		}
		r.lines = append(append(r.lines, ""), r.t.view.result(a, &r.t.scene)...)
		if s.You != games.Nobody {
			r.lines = append(r.lines, a.standing(s))
		}
	}
	var more []answer
	if v, ok := r.t.view.(epilogued); ok && s.Result.Reason != games.Aborted {
		var lines []string
		lines, more = v.epilogue(a, r.t)
		r.lines = append(slices.Delete(r.lines, 1, 2), lines...) // all has to fit below the cards
	}
	r.answers = nil
	if s.You != games.Nobody {
		label := a.T("solo.another")
		if s.Daily != "" && s.Result.Reason != games.Aborted {
			label = a.T("key.board")
		}
		r.answers = append(r.answers, answer{"enter", label, r.t.another})
	}
	if r.t.kept() {
		r.answers = append(r.answers, answer{"v", a.T("key.replay"), func(a *App) tea.Cmd { return a.push(newReplay(s.ID)) }})
	}
	if v, ok := r.t.view.(encored); ok && s.You != games.Nobody {
		r.answers = append(r.answers, v.encore(a, r.t)...)
		r.width = 60 // the answers in two rows
	}
	r.answers = append(r.answers,
		answer{"esc", a.T("res.board"), nil},
		answer{"q", a.T("key.home"), func(a *App) tea.Cmd { return a.home() }},
	)
	if len(more) > 0 {
		r.answers, r.width = append(r.answers, more...), 76
	}
}

// epilogued is a view with more to say and to do once a run is over.
type epilogued interface {
	epilogue(a *App, t *table) (lines []string, answers []answer)
}

// standing is what a run counts for, and the player's place where it has one.
func (a *App) standing(s *lobby.Snapshot) string {
	if f := gameOf(s.Game).standing; f != nil {
		if own := f(a, s); own != "" {
			return own
		}
	}
	class := a.class(s.Daily, s.Seeded, s.Looked)
	switch {
	case a.visit.Me().Guest:
		return a.T("solo.guest")
	case s.Looked && s.Daily != "":
		return a.T("solo.uncounted", "class", class)
	case s.Seeded || s.Looked:
		if s.Seeded && s.Seed != "" {
			return a.T("solo.seed", "seed", s.Seed)
		}
		return a.T("solo.uncounted", "class", class)
	}
	board := ledger.BoardName(s.Game, gameOf(s.Game).on(s), s.Daily)
	if row, place, of, err := a.house.Lobby.ScoreOf(board, a.visit.Me().ID); err == nil && place > 0 && row.Match == s.ID {
		return a.T("solo.place", "class", class, "n", place, "of", of)
	}
	return a.T("solo.counted", "class", class)
}

// today is the best run of the day in a game for one seat; the zero Score where there is none.
func (a *App) today(game string) (best store.Score) {
	for _, b := range a.house.Lobby.Boards(game) {
		list, err := a.house.Lobby.Scores(ledger.BoardName(game, b, a.house.Lobby.Today()), 0, 1)
		if err != nil {
			a.log.Error("today", "err", err)
			continue
		}
		if len(list) > 0 && (best.Player == "" || list[0].Value > best.Value) {
			best = list[0]
		}
	}
	return best
}

// todayText is what the list of games says of the day: the best run, but where a game has more to say.
func (a *App) todayText(game string) string {
	if f := gameOf(game).daily; f != nil {
		if own := f(a); own != "" {
			return own
		}
	}
	best := a.today(game)
	if best.Player == "" {
		return a.T("solo.today.none")
	}
	return a.T("solo.today", "s", gameOf(game).score(a, "", true, best))
}

// scores are the boards of a game that has points: ranked, today's and yesterday's.
type scores struct {
	game   string
	tabs   []scoreTab
	seed   string // typed: its board is the last tab
	tab    int
	list   []store.Score
	mine   store.Score
	place  int
	of     int
	scroll scroll
}

// scoreTab is one of the boards; day is "" for the ranked one.
type scoreTab struct{ board, day, group, label string }

func newScores(a *App, game string) *scores {
	s := &scores{game: game}
	s.refresh(a)
	return s
}

// newScoresAt is a board in front, the ranked one where day is ""; where there is no
// such board another of that day.
func newScoresAt(a *App, game, board, day string) *scores {
	s := &scores{game: game}
	tabs := a.scoreTabs(game)
	if s.tab = slices.IndexFunc(tabs, func(t scoreTab) bool { return t.day == day && t.board == board }); s.tab < 0 {
		s.tab = max(slices.IndexFunc(tabs, func(t scoreTab) bool { return t.day == day }), 0)
	}
	s.refresh(a)
	return s
}

// newScoresOf is the board of a typed seed in front.
func newScoresOf(a *App, game, seed string) *scores {
	s := newScores(a, game)
	s.show(a, seed)
	return s
}

// show brings the board of a seed to the front.
func (s *scores) show(a *App, seed string) tea.Cmd {
	s.seed, s.scroll.focus = seed, 0
	s.tab = len(s.tabs) // refresh keeps it on the last one
	return s.refresh(a)
}

func (s *scores) topic() string { return "scores" }

func (s *scores) menu(*App) []string {
	list := []string{"v", "key.replay", "t", "solo.stats", "n", "solo.new"}
	if gameOf(s.game).seed != nil {
		list = append(list, "s", "solo.seedboard")
	}
	return list
}

func (s *scores) refresh(a *App) tea.Cmd {
	l := a.house.Lobby
	s.tabs = a.scoreTabs(s.game)
	if s.seed != "" {
		s.tabs = append(s.tabs, scoreTab{l.Boards(s.game)[0], seedBoard(s.seed), a.T("solo.tab.seed"), s.seed})
	}
	s.tab = min(s.tab, len(s.tabs)-1)
	if s.tab == 0 && s.tabs[0].board == ratingBoard {
		s.tab = 1
	}
	t := s.tabs[s.tab]
	name := ledger.BoardName(s.game, t.board, t.day)
	list, err := l.Scores(name, 0, boardPage)
	if err == nil {
		s.mine, s.place, s.of, err = l.ScoreOf(name, a.visit.Me().ID)
	}
	if err != nil {
		a.fail(err)
		return nil
	}
	s.list = list
	s.scroll.clamp(len(list))
	return nil
}

// ratingBoard is the tab of a game for two that is not by points.
const ratingBoard = "rating"

// scoreTabs are the boards of a game: of one for two the ratings and those by
// points, of one for one seat the ranked ones, today's and yesterday's.
func (a *App) scoreTabs(game string) (tabs []scoreTab) {
	l := a.house.Lobby
	if g := gameOf(game); !g.alone() {
		for _, b := range append([]string{ratingBoard}, l.Boards(game)...) {
			tabs = append(tabs, scoreTab{board: b, label: g.board(a, b)})
		}
		return tabs
	}
	today := l.Today()
	for _, d := range []struct{ day, key string }{{"", "solo.tab.ranked"}, {today, "solo.tab.today"}, {lobby.DayBefore(today), "solo.tab.yesterday"}} {
		for _, b := range l.Boards(game) {
			tabs = append(tabs, scoreTab{b, d.day, a.T(d.key), gameOf(game).board(a, b)})
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
		for ; i < len(tabs) && tabs[i].day == tabs[from].day; i++ {
			labels = append(labels, tabs[i].label)
		}
		if tabs[from].group != "" {
			x += g.Text(x, 2, ui.Muted, tabs[from].group) + 1
		}
		x += ui.Tabs(g, x, 2, labels, open-from, func(k int) any { return tabHit(from + k) }) + 2
	}
}

// scoreText is a row's value in words.
func (s *scores) scoreText(a *App, r store.Score) string {
	t := s.tabs[s.tab]
	return gameOf(s.game).score(a, t.board, t.day != "", r)
}

// gameHit is a click on another game's name.
type gameHit int

func (s *scores) handle(a *App, msg tea.Msg) tea.Cmd {
	list := a.house.Lobby.Games()
	at := slices.IndexFunc(list, func(g games.Game) bool { return g.Info().Name == s.game })
	switch msg := msg.(type) {
	case rowHit:
		if s.scroll.focus == int(msg) {
			return s.enter(a)
		}
		s.scroll.focus = int(msg)
	case tabHit:
		return s.turn(a, int(msg))
	case gameHit:
		if int(msg) != at {
			return a.swap(a.house.Places.Ranks(a, list[msg].Info().Name))
		}
	case ui.Key:
		if s.scroll.key(msg, len(s.list), 10) {
			return nil
		}
		switch msg {
		case "left":
			return s.turn(a, (s.tab+len(s.tabs)-1)%len(s.tabs))
		case "right":
			return s.turn(a, (s.tab+1)%len(s.tabs))
		case "tab":
			return a.swap(a.house.Places.Ranks(a, list[(at+1)%len(list)].Info().Name))
		case "shift+tab":
			return a.swap(a.house.Places.Ranks(a, list[(at+len(list)-1)%len(list)].Info().Name))
		case "enter":
			return s.enter(a)
		case "v":
			if s.scroll.focus >= len(s.list) {
				return nil
			}
			row := s.list[s.scroll.focus]
			if s.tabs[s.tab].day == a.house.Lobby.Today() && row.Player != a.visit.Me().ID {
				a.warn(a.T("solo.hidden"))
				return nil
			}
			return a.push(newReplay(row.Match))
		case "t":
			return a.push(a.statistics(s.game, a.visit.Me().ID))
		case "n":
			return a.push(a.house.Places.Form(a, s.game))
		case "s":
			if f := gameOf(s.game).seed; f != nil {
				return a.push(f(a, s.show))
			}
		case "esc", "q", "backspace":
			return a.pop()
		}
	}
	return nil
}

// turn goes to another board.
func (s *scores) turn(a *App, i int) tea.Cmd {
	if s.tabs[i].board == ratingBoard {
		return a.swap(newBoard(a, s.game))
	}
	s.tab, s.scroll.focus = i, 0
	return s.refresh(a)
}

func (s *scores) enter(a *App) tea.Cmd {
	if s.scroll.focus >= len(s.list) {
		return nil
	}
	return a.push(newProfile(a, s.list[s.scroll.focus].Player))
}

func (s *scores) draw(a *App, c *ui.Canvas) {
	f := ui.FrameSpec{Place: a.place(a.T("board.place"), a.T("game."+s.game)), Facts: a.facts()}
	t := s.tabs[s.tab]
	usual := a.T("solo.msg.ranked." + s.game)
	switch t.day {
	case "":
	case a.house.Lobby.Today():
		usual = a.T("solo.msg.today")
	default:
		usual = a.T("solo.msg.day")
	}
	f.Message, f.MessageInk = a.said(usual)
	f.Keys = a.items("leftright", "solo.key.board", "enter", "key.profile", "v", "key.replay", "tab", "solo.key.game", "?", "key.help", "esc", "key.back")
	ui.Frame(c, f)
	g := body(c)
	var names []string
	at := 0
	for i, game := range a.house.Lobby.Games() {
		if game.Info().Name == s.game {
			at = i
		}
		names = append(names, a.T("game."+game.Info().Name))
	}
	ui.Tabs(g, 1, 0, names, at, func(i int) any { return gameHit(i) })
	drawScoreTabs(g, s.tabs, s.tab)
	cols := []column{
		{3, 5, "board.col.place", true}, {10, 20, "board.col.name", false}, {32, 22, "solo.col.score", false},
		{56, 9, "mt.col.id", false}, {67, 10, "mt.col.when", false},
	}
	a.grid(g, 4, cols, len(s.list), s.scroll.focus, g.H()-10, func(i int) []string { return s.row(a, i+1, s.list[i]) })
	if len(s.list) == 0 {
		key := "solo.empty." + s.game
		if t.day != "" {
			key = "solo.empty.day"
		}
		g.Text(3, 7, ui.Text, a.T(key))
	}
	a.pinned(g, cols, s.place, s.of, a.T("solo.none"), func() []string { return s.row(a, s.place, s.mine) })
}

// scorer is whose row on a board by points it is.
func (a *App) scorer(r store.Score) string {
	if r.Player == a.visit.Me().ID {
		return a.personName(a.visit.Me()) + " " + a.T("tb.me")
	}
	return a.marked(r.Name, r.ByBot)
}

func (s *scores) row(a *App, place int, r store.Score) []string {
	return []string{itoa(place), a.scorer(r), s.scoreText(a, r), r.Match, a.when(r.At)}
}
