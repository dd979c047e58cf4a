package ranks

import (
	"net/url"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"arcade/lobby/ledger"
	"arcade/lobby/records"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play"
	"arcade/sessions/play/replays"
	"arcade/sessions/ui"
)

// Board is a leaderboard of a game by rating, with the visitor's place below it.
type Board struct {
	ofGame
	pool      string               // the name of the ratings
	tabs      []scoreTab           // the boards of a game that also has boards by points
	Rated     []records.RatingInfo // the best first
	Ranked    int                  // so many of them have a place; the others are provisional
	bots      []records.RatingInfo // below the players while the board is not full
	place, of int
	mine      records.RatingInfo
	scroll    ui.Scroll
}

func newBoard(a *app.App, game, pool string) *Board {
	b := &Board{ofGame: ofGame{game}, pool: pool}
	if hasBoards(a, game) {
		b.tabs = scoreTabs(a, game)
	}
	b.Refresh(a)
	return b
}

func (b *Board) Topic() string { return "board" }

// Address returns the board's address on a page.
func (b *Board) Address() string {
	return address(b.game) + app.TextIf(b.pool != b.game, "&board="+url.QueryEscape(b.pool))
}

// tab returns the board's place among the game's.
func (b *Board) tab() int {
	return slices.IndexFunc(b.tabs, func(t scoreTab) bool { return t.Board == b.pool })
}

func (b *Board) Commands(a *app.App) []app.Command {
	several, none := b.tabs != nil, !b.List(a).In()
	list := []app.Command{{Key: "updown", Bar: app.TextIf(!several, "key.choose"), Off: none}, {Key: "leftright", Turn: b.turnGame}}
	if several {
		list = []app.Command{{Key: "leftright", Bar: "solo.key.board", Turn: func(a *app.App, by int) {
			b.to(a, (b.tab()+by+len(b.tabs))%len(b.tabs))
		}}}
	}
	list = append(list,
		app.Command{Key: "enter", Bar: "key.profile", Off: none, Do: b.enter},
		app.Command{Key: "v", Bar: "key.lastgame", Menu: "key.lastgame", Off: none, Do: func(a *app.App) {
			if none || b.rows()[b.scroll.Focus].Match == "" {
				return
			}
			a.Push(replays.New(b.rows()[b.scroll.Focus].Match))
		}})
	list = append(list, play.StatisticsKey(b.game, "", app.TextIf(several, "solo.stats"))...)
	return append(list,
		app.Command{Key: "w", Menu: "week.key", Do: func(a *app.App) { a.Swap(newWeeks(a, b.game)) }},
		app.Command{Key: "tab", Bar: "solo.key.game", Turn: b.turnGame},
		app.HelpKey, app.BackKey)
}

func (b *Board) List(*app.App) app.List {
	return app.List{Scroll: &b.scroll, N: len(b.rows()), Page: 10}
}

// rows returns the players, and below them the bots.
func (b *Board) rows() []records.RatingInfo { return slices.Concat(b.Rated, b.bots) }

func (b *Board) Refresh(a *app.App) {
	list, err := a.House.Lobby.Board(a.Ctx, b.pool, 0, app.BoardPage)
	if err == nil {
		b.place, b.of, err = a.House.Lobby.Rank(a.Ctx, b.pool, a.Visit.Me().ID)
	}
	if err != nil {
		a.Fail(err)
		return
	}
	b.Ranked = len(list)
	b.Rated, b.mine = append(list, provisional(a, b.game, b.pool, list)...), a.House.Lobby.Rating(a.Ctx, b.pool, a.Visit.Me().ID)
	if b.pool == b.game { // the bots are measured under these rules
		b.bots = bots(a, b.game, len(b.Rated))
	}
	b.scroll.Clamp(len(b.rows()))
}

func (b *Board) Handle(a *app.App, msg tea.Msg) {
	switch msg := msg.(type) {
	case gameHit:
		b.toGame(a, int(msg))
		return
	case ui.TabHit:
		b.to(a, int(msg))
		return
	}
}

// to goes to another board of the game.
func (b *Board) to(a *app.App, tab int) {
	switch t := b.tabs[tab]; {
	case t.Board == b.pool:
	case t.rating:
		a.Swap(newBoard(a, b.game, t.Board))
	default:
		s := newScores(a, b.game)
		s.turn(a, tab)
		a.Swap(s)
	}
}

func (b *Board) enter(a *app.App) {
	if !b.List(a).In() {
		return
	}
	id := b.rows()[b.scroll.Focus].Player
	if strings.HasPrefix(id, botID) {
		a.Push(a.House.Places.Ladder(a, b.game))
		return
	}
	a.Push(a.House.Places.Profile(a, id))
}

func (b *Board) Draw(a *app.App, c *ui.Canvas) { a.Compose(c, b) }

// View shows the board.
func (b *Board) View(a *app.App) app.View {
	message := app.If(len(b.Rated) > b.Ranked, "board.msg.few", "board.msg")
	if len(b.Rated) == 0 {
		message = "board.empty"
	}
	me, lo, hi, rows := a.Visit.Me().ID, 0.0, 0.0, b.rows()
	for i, r := range rows {
		if i == 0 {
			lo, hi = r.Rating.Rating-100, r.Rating.Rating
		}
		lo, hi = min(lo, r.Rating.Rating-100), max(hi, r.Rating.Rating)
	}
	r := ranking{
		n: len(rows), unranked: len(rows) - b.Ranked, focus: b.scroll.Focus, rule: a.T("board.rule"), empty: a.T("board.empty"),
		mine:   slices.IndexFunc(rows, func(r records.RatingInfo) bool { return r.Player == me }),
		pinned: app.If(b.place > 0, a.T("board.mine", "n", b.place, "of", b.of), fewOpponents(a, b.mine)),
		cols: []kit.Column{
			{Head: a.T("board.col.rating"), W: 8, Right: true}, {Head: a.T("board.col.deviation"), W: 5, Right: true, Drop: 3},
			{Head: a.T("board.col.games"), W: 6, Right: true, Drop: 2}, {Head: a.T("board.col.last"), W: 9, Right: true, Drop: 1},
		},
		value: func(i int) float64 { return rows[i].Rating.Rating },
		row: func(i int) standing {
			row := b.row(a, rows[i], me)
			return standing{row[0], rows[i].Name, row[1:], int(100 * (rows[i].Rating.Rating - lo) / max(hi-lo, 1)), b.mark(i, rows[i])}
		},
		tabs: b.games(a),
	}
	if b.tabs != nil {
		r.tabs = kit.Col(0, 0, kit.Item{Block: b.games(a)}, kit.Item{Block: boards(b.tabs, b.tab())})
	}
	return app.View{Place: []string{a.T("board.place")}, Usual: a.T(message), Body: r.page(a)}
}

// mark returns the sign in place of a place, "" for a player who has one or has played enough.
func (b *Board) mark(i int, r records.RatingInfo) string {
	return app.TextIf(i >= b.Ranked && r.Opponents < ledger.BoardOpponents, noPlaceShown)
}

// fewOpponents returns the reason why a player is on no board of a game for two.
func fewOpponents(a *app.App, mine records.RatingInfo) string {
	return a.T("board.few", "n", mine.Opponents, "of", ledger.BoardOpponents)
}

// row returns a player's name and columns.
func (b *Board) row(a *app.App, r records.RatingInfo, me string) []string {
	name := a.WholeName(r.Name, r.ByBot)
	if r.Player == me {
		name = a.PersonName(a.Visit.Me()) + " " + a.T("tb.me")
	}
	return []string{
		name, a.Rating(r.Rating.Rating, r.Provisional), app.Itoa(int(r.Deviation + 0.5)), app.Itoa(r.Games), app.TextIf(r.At > 0, a.Ago(r.At)),
	}
}

// hasBoards reports whether a game for two has boards by points besides its ratings.
func hasBoards(a *app.App, game string) bool {
	g := play.GameOf(game)
	return !g.Alone() && g.Board != nil && len(a.House.Lobby.Boards(game)) > 0
}
