package door

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"arcade/docs"
	"arcade/lobby/ledger"
	"arcade/server/web"
	"arcade/sessions/app"
	"arcade/sessions/play"
)

// mostRows limits the places on a board's page.
const mostRows = 100

// link is a link on a page; Here marks the page itself.
type link struct {
	URL, Text string
	Here      bool
}

// boardPage is the data of a board's page.
type boardPage struct {
	Name   string
	Others []link
	Why    string // what it shows, and how to get on it
	Play   link   // to the game
	Value  string // heading of the values
	Rows   []row
}

// row is a place on a board.
type row struct {
	Place       int
	Name, Value string
	Match       string // "" for none
}

// boardAge is the time for which the page of a board is not made anew.
const boardAge = 2 * time.Second

// boardList finds the page that lists the boards of all games.
func (d *Door) boardList(r *http.Request) (key string, make func(context.Context) (web.Page, error), err error) {
	s, lang := d.shown(r), d.lang(r)
	return s.Lang + " " + s.URL, func(ctx context.Context) (web.Page, error) {
		a := &app.App{Lang: lang, Ctx: ctx}
		var list []boardPage
		for _, g := range d.House.Lobby.Games() {
			name := g.Info().Name
			t := boardPage{Name: a.T("game." + name), Others: d.others(a, name, "", "")}
			if docs.Rules(name, s.Lang) != nil {
				t.Others = append(t.Others, link{URL: "/rules/" + name, Text: s.W("rules")})
			}
			list = append(list, t)
		}
		s.Title, s.More = s.W("boards"), list
		return d.show(http.StatusOK, "boards.html", s)
	}, nil
}

// today is the day's name in a link to a board of today.
const today = "today"

// others returns the links to the boards of a game: by rating, by points, and today's. It marks the link
// to the board in view.
func (d *Door) others(a *app.App, game, board, day string) (list []link) {
	at, g := "/boards/"+game, play.GameOf(game)
	if !g.Alone() {
		list = append(list, link{at, a.T("web.board.rating"), board == ""})
		for _, pool := range d.House.Lobby.Pools(game)[1:] {
			list = append(list, link{at + "?board=" + url.QueryEscape(pool), g.Board(a, pool), board == pool})
		}
	}
	for _, b := range d.House.Lobby.Boards(game) {
		name, to := g.Board(a, b), at+"?board="+url.QueryEscape(b)
		list = append(list, link{to, name, board == b && day == ""})
		if g.Alone() {
			list = append(list, link{to + "&day=" + today, name + " " + a.T("web.board.today"), board == b && day == today})
		}
	}
	return list
}

// board finds the page of one board: the requested board, or else the game's first.
func (d *Door) board(r *http.Request) (key string, make func(context.Context) (web.Page, error), err error) {
	game, board, day := r.PathValue("arg"), r.URL.Query().Get("board"), r.URL.Query().Get("day")
	if !d.has(game) {
		return "", nil, errMissing
	}
	known, alone := d.House.Lobby.Boards(game), play.GameOf(game).Alone()
	if board == "" && alone && len(known) > 0 {
		board = known[0]
	}
	pool, rating := d.House.Lobby.RatingBoard(game, board)
	if !rating && !slices.Contains(known, board) {
		return "", nil, errMissing
	}
	if day != today || rating {
		day = ""
	}
	s, lang := d.shown(r), d.lang(r)
	return strings.Join([]string{s.Lang, s.URL, board, day}, " "), func(ctx context.Context) (web.Page, error) {
		a := &app.App{Lang: lang, Ctx: ctx}
		name := a.T("game." + game)
		why := app.If(day == today, "today", app.If(alone, "runs", app.If(rating, "rating", "points")))
		t := boardPage{
			Name: name, Others: d.others(a, game, board, day), Value: s.W("board.value"), Why: s.W("board.why." + why),
			Play: link{URL: "/play/" + game, Text: a.T("web.play", "game", name)},
		}
		var err error
		if rating {
			t.Value = s.W("board.rating")
			t.Rows, err = d.ratings(a, pool)
		} else {
			t.Rows, err = d.scores(a, game, board, app.If(day == today, d.House.Lobby.Today(), ""))
		}
		if err != nil {
			return web.Page{}, err
		}
		s.Title, s.About, s.Image, s.More = t.Name+" · "+s.W("boards"), t.Why, d.image(r, "/og/play/"+game), t
		return d.show(http.StatusOK, "board.html", s)
	}, nil
}

// ratings returns the places by the ratings of a name.
func (d *Door) ratings(a *app.App, pool string) (rows []row, err error) {
	list, err := d.House.Lobby.Board(a.Ctx, pool, 0, mostRows)
	for i, p := range list {
		rows = append(rows, row{i + 1, a.WholeName(p.Name, p.ByBot), a.Rating(p.Rating.Rating, p.Provisional), p.Match})
	}
	return rows, err
}

// scores returns the places of a board by points, of a day or, for "", of all time.
func (d *Door) scores(a *app.App, game, board, day string) (rows []row, err error) {
	list, err := d.House.Lobby.Scores(a.Ctx, ledger.BoardName(game, board, day), 0, mostRows)
	for i, p := range list {
		rows = append(rows, row{i + 1, a.WholeName(p.Name, p.ByBot), play.GameOf(game).Score(a, board, day != "", p), p.Match})
	}
	return rows, err
}
