package pages

import (
	"cmp"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/lobby"
	"arcade/lobby/arenas"
	"arcade/lobby/directory"
	"arcade/lobby/ledger"
	"arcade/lobby/pairing"
	"arcade/lobby/puzzles"
	"arcade/lobby/records"
	"arcade/lobby/streak"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/play/replays"
	"arcade/sessions/play/solo"
	"arcade/sessions/play/tell"
	"arcade/sessions/today"
	"arcade/sessions/ui"
	"arcade/sessions/words"
	"arcade/store"
)

// Home is the first screen: waiting things on top, then the games.
type Home struct {
	data    lobby.Home
	leaders []records.RatingInfo // of the focused game, if it is for two
	points  []store.Score        // the best of the day, if the focused game is for one
	today   map[string]string    // the day's results, by game for one seat
	streak  streak.State         // the visitor's, at the last read
	puzzle  *puzzles.Sitting     // of the day, with the visitor's progress; nil for none
	people  []directory.Present
	arena   arenas.Terms       // the running or next one, without an ID for none; at the last read
	views   map[string]any     // public views of live tables by id, since the last read
	mine    records.RatingInfo // the visitor's rating in the first game for two
	more    more
	Focus   int
	count   int // number of rows at the last read
	// opposite is the name of the person whose seat Enter takes, "" for nobody; at the last read.
	opposite string
}

// newHome makes the first screen. It exists before any key.
func newHome(a *app.App) *Home {
	h := &Home{}
	h.Refresh(a)
	return h
}

func (h *Home) Topic() string { return "home" }

// mostCommands is how many commands home has at most.
const mostCommands = 24

// Commands lists the commands of the keys. Draw picks the ones that fit into the key bar.
func (h *Home) Commands(a *app.App) []app.Command {
	enter := app.If(h.onDuel(a) || a.Newcomer(), "key.start", "key.open")
	list := append(make([]app.Command, 0, mostCommands), []app.Command{
		{Key: "arrows", Bar: app.TextIf(a.Newcomer(), "key.choose")},
		{Key: "enter", Bar: enter, Do: func(a *app.App) { h.rows(a)[h.Focus].do(a) }},
		{Key: "updown", Turn: func(a *app.App, by int) {
			h.turn(a, (h.Focus+h.count+by)%h.count)
		}},
		{Key: "f", Bar: "key.quick", Menu: "menu.quick", Do: func(a *app.App) { find(a, h.game(a)) }},
		{Key: "m", Also: []ui.Key{"w"}, Menu: "menu.lobby", Do: func(a *app.App) { a.Push(newLobby("", h.game(a))) }},
		{Key: "n", Bar: "key.new", Menu: "menu.new", Do: func(a *app.App) { a.Push(a.House.Places.Form(a, h.game(a))) }},
		{Key: "u", Bar: app.TextIf(a.Newcomer(), "key.name"), Menu: app.TextIf(a.Newcomer(), "name.title"), Do: app.To(newRename)},
		{Key: "a", Menu: "menu.code", Do: app.To(newJoin)},
		{Key: "v", Bar: "key.games", Menu: "key.games", Do: app.To(newMatches)},
		{Key: "b", Bar: "key.board", Menu: "key.board", Do: func(a *app.App) { a.Push(a.House.Places.Ranks(a, h.game(a))) }},
		{Key: "g", Menu: "ladder.key", Do: func(a *app.App) { toLadder(a, h.game(a)) }},
		{Key: "t", Menu: "today.key", Do: func(a *app.App) { a.Push(a.House.Places.Today(a)) }},
		{Key: "x", Menu: "puzzle.key", Do: h.puzzles},
		{Key: "p", Menu: "key.profile", Do: func(a *app.App) { a.Push(newProfile(a.Visit.Me().ID)) }},
		{Key: "s", Bar: "key.settings", Menu: "key.settings", Do: app.To(newSettingsScreen)},
		{Key: "e", Bar: "key.lang", Menu: "key.lang", Do: h.otherLang},
		{Key: "0", Do: func(a *app.App) { a.Key("f2") }},
		app.MenuKey,
		app.HelpKey,
		{Key: "esc", Also: []ui.Key{"q"}, Bar: "key.quit", Do: func(a *app.App) { a.Push(&app.Leave{}) }},
	}...)
	if len(h.data.Invites) > 0 { // without an invitation in view its keys apply to these
		answer := func(key ui.Key, do func(*app.App, *table.Summary)) app.Command {
			return app.Command{Key: key, Do: func(a *app.App) {
				s := h.rows(a)[h.Focus].invite
				if s == nil && len(h.data.Invites) > 1 {
					a.Warn(a.T("inv.which"))
					return
				}
				do(a, cmp.Or(s, h.data.Invites[0]))
			}}
		}
		list = append(list, answer(ui.YesKey, func(a *app.App, s *table.Summary) { a.Push(play.NewInvite(s)) }), answer(ui.NoKey, play.Decline))
	}
	if a.Visit.DeclinesAll() {
		list = append(list, app.Command{Key: ui.YesKey, Menu: "inv.take", Do: func(a *app.App) {
			a.Visit.AcceptChallenges()
			a.Say(a.T("inv.taken"))
		}})
	}
	if len(h.more.recent) > 0 {
		list = append(list, app.Command{Key: "d", Menu: "home.ended", Do: func(a *app.App) { a.Push(newEnded(h.more.recent)) }})
	}
	list = append(list, h.arenaKey())
	if a.House.Alone {
		list = slices.DeleteFunc(list, func(c app.Command) bool { return slices.Contains([]ui.Key{"f", "m", "a", "r"}, c.Key) })
	}
	return list
}

// puzzles goes to the puzzle of the day if it is open, else to the stream of the focused game.
func (h *Home) puzzles(a *app.App) {
	today.ToPuzzle(a, app.If(h.puzzle != nil && h.puzzle.State == puzzles.Asked, "", h.game(a)))
}

// otherLang changes the language.
func (h *Home) otherLang(a *app.App) {
	lang := app.If(a.Lang == words.EN, "ko", "en")
	a.Change(func(s *app.Settings) { s.Lang = lang })
	h.read(a)
}

// Watches returns the sight of the number of open seats and of the people here.
func (h *Home) Watches() directory.Sight {
	return directory.Sight{Changes: directory.Openings | directory.Counts | directory.Arenas}
}

func (h *Home) Refresh(a *app.App) {
	h.data = a.Visit.Home()
	rows := h.rows(a)
	h.Focus = min(h.Focus, len(rows)-1)
	if len(rows) != h.count { // something new waits, or something is done: focus the most urgent
		h.Focus, h.count = 0, len(rows)
	}
	h.read(a)
}

// read reads the data of all games, and of the focused one, from the records.
func (h *Home) read(a *app.App) {
	h.today, h.streak, h.puzzle = map[string]string{}, streak.State{}, today.PuzzleOf(a)
	if me := a.Visit.Me(); !me.Guest {
		var err error
		if h.streak, err = a.House.Lobby.Streak(a.Ctx, me.ID); err != nil {
			a.Report("home", err)
		}
	}
	for _, g := range a.House.Lobby.Games() {
		if name := g.Info().Name; play.GameOf(name).Alone() {
			h.today[name] = solo.Today(a, name)
		}
	}
	l := a.House.Lobby
	h.arena, _ = l.NextArena()
	h.people, h.views, h.mine = l.People(), map[string]any{}, records.RatingInfo{}
	for _, g := range l.Games() {
		if name := g.Info().Name; !play.GameOf(name).Alone() {
			h.mine = l.Rating(a.Ctx, name, a.Visit.Me().ID)
			break
		}
	}
	h.more.read(a)
	h.turn(a, h.Focus)
}

// Sized reads what only a large window shows.
func (h *Home) Sized(a *app.App) {
	h.more.read(a)
	h.readRanks(a)
}

// Aim returns the row in focus.
func (h *Home) Aim(*app.App) any { return ui.RowHit(h.Focus) }

// turn focuses a row, and reads only its game's data.
func (h *Home) turn(a *app.App, to int) {
	h.Focus, h.opposite = to, ""
	if p, _, ok := play.Opposite(a, h.game(a)); ok {
		h.opposite = a.PersonName(p)
	}
	h.readRanks(a)
}

// readRanks reads the first places of the game in focus, or nothing in a window that does not show them.
func (h *Home) readRanks(a *app.App) {
	if h.points, h.leaders = nil, nil; a.W < homeTables {
		return
	}
	l, game := a.House.Lobby, h.game(a)
	var err error
	if !play.GameOf(game).Alone() {
		h.leaders, err = l.Board(a.Ctx, game, 0, 10)
	} else if boards := l.Boards(game); len(boards) > 0 {
		h.points, err = l.Scores(a.Ctx, ledger.BoardName(game, boards[0], l.Today()), 0, 10)
	}
	if err != nil {
		a.Report("home", err)
	}
}

// row is a row of the home screen with its action for Enter.
type row struct {
	title, detail, right string
	tok                  ui.Token
	do                   func(*app.App)
	invite               *table.Summary // the row's challenge, nil for other rows
}

// rows returns the things that wait for the visitor, the most urgent first, then the games.
func (h *Home) rows(a *app.App) (list []row) {
	d := h.data
	me := a.Visit.Me().ID
	met := len(d.Resume) // people wait in these rows
	if i := slices.IndexFunc(d.Resume, func(s *table.Summary) bool { return s.People() < 2 }); i >= 0 {
		met = i
	}
	for _, s := range d.Resume[:met] {
		list = append(list, goOnRow(a, s, me))
	}
	for _, s := range d.Turn {
		list = append(list, row{
			title: a.T("home.turn", "game", a.Game(s.Game, s.Options), "p", other(a, s, me)),
			right: deadline(a, s), tok: ui.Accent, do: today.GoOn(s.ID),
		})
	}
	list = append(list, challenges(a, d.Invites)...)
	for _, s := range d.Resume[met:] {
		list = append(list, goOnRow(a, s, me))
	}
	for _, m := range d.Unseen {
		list = append(list, row{
			title: a.T("home.result", "game", a.Game(m.Game, m.Options), "r", tell.Outcome(a, m, me)),
			right: a.T("end.short." + m.Reason), tok: ui.Info,
			do: func(a *app.App) {
				a.Fail(a.Visit.Seen(m.ID))
				a.Push(replays.New(m.ID))
			},
		})
	}
	for _, s := range d.Seats {
		seat := a.T("home.seat", "game", a.Game(s.Game, s.Options))
		if s.Meets {
			seat = a.T("home.met", "game", a.Game(s.Game, s.Options), "p", other(a, s, me))
		}
		if s.Previous != "" && !s.Meets {
			if p, err := a.House.Lobby.Player(a.Ctx, s.Invited); err == nil {
				seat = a.T("home.asks", "game", a.Game(s.Game, s.Options), "p", a.NameWithMark(p.Name, p.Bot))
			}
		}
		list = append(list, row{
			title: seat,
			right: a.Control(s.Control), tok: ui.Text, do: play.OpenTable(s.ID),
		})
	}
	for _, s := range d.Waiting {
		list = append(list, row{
			title: a.T("home.waiting", "game", a.Game(s.Game, s.Options), "p", other(a, s, me)),
			right: deadline(a, s), tok: ui.Muted, do: play.OpenTable(s.ID),
		})
	}
	for _, g := range a.House.Lobby.Games() {
		list = append(list, h.gameRow(a, g.Info()))
	}
	return list
}

// goOnRow returns the row of an unfinished match.
func goOnRow(a *app.App, s *table.Summary, me string) row {
	resume := a.T("home.resume", "game", a.Game(s.Game, s.Options), "p", other(a, s, me))
	if len(s.Seats) == 1 {
		resume = a.T("home.resume.solo", "game", a.Game(s.Game, s.Options))
	}
	right := deadline(a, s)
	if right == "" {
		if right = progress(a, s); runsOn(s) {
			right = a.T("home.time", "t", passed(a, since(s)))
		}
	} else if s.ToAct == s.SeatOf(me) {
		right = a.T("tb.turn.me") + " " + right
	}
	return row{title: resume, right: right, tok: ui.Accent, do: today.GoOn(s.ID)}
}

// gameRow returns the row of a game.
func (h *Home) gameRow(a *app.App, info games.Info) row {
	name, one, n := info.Name, info.Seats == 1, h.data.Counts[info.Name]
	right := a.T("home.counts", "open", n.Open, "live", n.Live)
	if one {
		right = h.today[name]
	} else if a.House.Alone {
		right = ""
	}
	about := "game." + name + ".about"
	if a.House.Alone && words.Has(about+".alone") {
		about += ".alone"
	}
	return row{
		title: a.T("game." + name), detail: a.T(about), right: right, tok: ui.Strong,
		do: func(a *app.App) {
			switch {
			case one:
				a.Push(a.House.Places.Form(a, name))
			case a.House.Alone:
				StartBot(a, name)
			default:
				play.Search{Game: name, Options: play.EnterRules(a, name), Bot: true}.Begin(a, h.opposite)
			}
		},
	}
}

// progress returns the progress of a match, or the class of a run, whose actions are not plies.
func progress(a *app.App, s *table.Summary) string {
	if len(s.Seats) == 1 {
		return a.Class(s.Daily, s.Seeded, s.Hinted)
	}
	if s.Client {
		return a.T("ctl.web") + ", " + a.Plies(s.Plies)
	}
	return a.Plies(s.Plies)
}

// runsOn reports whether a run's time counts and passes while its player is away.
func runsOn(s *table.Summary) bool { return s.Since > 0 && play.GameOf(s.Game).Timed }

// since returns that time.
func since(s *table.Summary) time.Duration { return time.Since(time.UnixMilli(s.Since)) }

// passed returns a time in minutes or hours.
func passed(a *app.App, d time.Duration) string {
	if d < time.Hour {
		return a.T("home.minutes", "n", max(int(d.Minutes()), 1))
	}
	return a.T("home.hours", "n", int(d.Hours()))
}

// Tick returns the time until a running time shows another minute.
func (h *Home) Tick(*app.App) time.Duration {
	for _, s := range h.data.Resume {
		if runsOn(s) {
			return time.Minute - since(s)%time.Minute
		}
	}
	return 0
}

// onDuel reports whether the focus is on a game for two: Enter plays it at once, with whoever is there.
func (h *Home) onDuel(a *app.App) bool {
	return h.Focus >= h.count-len(a.House.Lobby.Games()) && !play.GameOf(h.game(a)).Alone()
}

// other returns the player's opponents, for a list.
func other(a *app.App, s *table.Summary, me string) string {
	for _, seat := range s.Seats {
		if seat.ID != me {
			return a.SeatName(seat)
		}
	}
	return ""
}

// deadline returns the time left for the seat on turn, for a list.
func deadline(a *app.App, s *table.Summary) string {
	if s.Deadline == 0 {
		return ""
	}
	return a.ClockTo(s.Deadline)
}

// StartBot begins a game with the weakest bot, or a solo game.
func StartBot(a *app.App, game string) {
	if id, ok := withBot(a, game); ok {
		a.Push(play.NewTable(id))
		return
	}
}

// withBot makes the table of a game with the weakest bot, or of a solo game.
func withBot(a *app.App, game string) (id string, ok bool) {
	g, err := a.House.Lobby.Game(game)
	if err == nil {
		o := pairing.Offer{Game: game, Control: "none"}
		if bots := g.Bots(); len(bots) > 0 && g.Info().Seats > 1 {
			o.Bot = bots[0].Name()
		}
		id, err = a.Visit.Create(o)
	}
	a.Fail(err)
	return id, err == nil
}

func (h *Home) Handle(a *app.App, msg tea.Msg) {
	switch hit := msg.(type) {
	case puzzleHit:
		today.ToPuzzle(a, "")
		return
	case watchHit:
		a.Push(play.NewTable(string(hit)))
		return
	case replayHit:
		a.Push(replays.New(string(hit)))
		return
	case moreHit:
		h.turn(a, int(hit))
		return
	case ui.RowHit:
		again, rows := h.Focus == int(hit), h.rows(a)
		if h.turn(a, int(hit)); again || rows[hit].detail == "" || a.Touched() { // a finger's first tap is enough
			rows[hit].do(a)
		}
		return
	}
	if key, ok := msg.(ui.Key); ok && len(key) == 1 && key[0] >= '1' && key[0] <= '9' {
		list := a.House.Lobby.Games()
		if n := int(key[0] - '1'); n < len(list) {
			h.turn(a, h.count-len(list)+n)
		}
	}
}

// game returns the game in focus, the first one if the focus is elsewhere.
func (h *Home) game(a *app.App) string {
	list := a.House.Lobby.Games()
	n := h.Focus - (h.count - len(list))
	return list[max(n, 0)].Info().Name
}

// find looks for an opponent, and waits at an open seat if nobody else does.
func find(a *app.App, game string) {
	if play.GameOf(game).Alone() {
		a.Push(a.House.Places.Form(a, game))
		return
	}
	play.Find(a, game)
}

func (h *Home) message(a *app.App) string {
	me := a.Visit.Me()
	if a.Newcomer() && !a.House.Alone {
		return a.T(app.If(me.Guest, "home.msg.guest", "home.msg.first"))
	}
	if len(h.data.Turn)+len(h.data.Resume) > 0 {
		if a.Beside() {
			return a.T("sh.beside")
		}
		return a.T("home.msg.turn", "n", len(h.data.Turn)+len(h.data.Resume))
	}
	if a.House.Alone {
		return a.T("home.msg.alone")
	}
	if line := h.arenaLine(a); line != "" {
		return line
	}
	switch {
	case !h.onDuel(a):
		return a.T(app.If(play.GameOf(h.game(a)).Alone(), "home.msg.run", "home.enter.row"))
	case h.opposite != "":
		return a.T("home.msg.person", "p", h.opposite)
	}
	return a.T("home.msg.bot")
}

// matchEnded returns a finished match for a list: its game, the winner and the loser.
func matchEnded(a *app.App, m store.Match) string {
	seats := table.SeatsOf(m)
	name := func(seat int) string { return a.SeatName(seats[seat]) }
	text := a.Game(m.Game, m.Options) + "  "
	switch one := play.GameOf(m.Game); {
	case one.Alone():
		return text + name(0) + "  " + one.Outcome(a, m, 0)
	case m.Winner < 0 || m.Winner >= len(seats):
		return text + a.T("home.drew", "p", name(0), "o", name(len(seats)-1))
	}
	return text + a.T("home.beat", "p", name(m.Winner), "o", name(len(seats)-1-m.Winner))
}

// watchHit is a click on a live table in a list, replayHit on a finished match, moreHit on the line for
// rows out of view: it focuses the next of them.
type (
	watchHit  string
	replayHit string
	moreHit   int
)
