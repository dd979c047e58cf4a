package door

import (
	"math"
	"net/http"
	"slices"
	"strconv"

	"arcade/lobby/ledger"
	"arcade/sessions/words"
)

// mostRows is how many places a board's page has.
const mostRows = 100

// link is a link on a page.
type link struct{ URL, Text string }

// table is a board as a page has it.
type table struct {
	Name   string
	Others []link
	Value  string // what its numbers are
	Rows   []row
}

// row is a place on a board.
type row struct {
	Place       int
	Name, Value string
	Match       string // "" for none
}

// boards lists the boards of all games.
func (d *Door) boards(w http.ResponseWriter, r *http.Request) {
	s := d.shown(r)
	lang := d.lang(r)
	var list []table
	for _, g := range d.Lobby.Games() {
		name := g.Info().Name
		list = append(list, table{Name: words.T(lang, "game."+name), Others: d.others(name)})
	}
	s.Title, s.More = s.W("boards"), list
	d.show(w, "boards.html", s)
}

// others are the links to the boards of a game.
func (d *Door) others(game string) (list []link) {
	g, err := d.Lobby.Game(game)
	if err != nil {
		return nil
	}
	if g.Info().Seats > 1 {
		list = append(list, link{"/boards/" + game, "rating"})
	}
	for _, b := range d.Lobby.Boards(game) {
		list = append(list, link{"/boards/" + game + "?board=" + b, b})
		if g.Info().Seats < 2 {
			list = append(list, link{"/boards/" + game + "?board=" + b + "&day=today", b + " " + d.Lobby.Today()})
		}
	}
	return list
}

// board is the page of one board.
func (d *Door) board(w http.ResponseWriter, r *http.Request) {
	game := r.PathValue("game")
	g, err := d.Lobby.Game(game)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	s := d.shown(r)
	t := table{Name: words.T(d.lang(r), "game."+game), Others: d.others(game)}
	board, day := r.URL.Query().Get("board"), ""
	if r.URL.Query().Get("day") == "today" {
		day = d.Lobby.Today()
	}
	if board == "" && g.Info().Seats > 1 {
		t.Value = s.W("board.rating")
		list, err := d.Lobby.Board(game, 0, mostRows)
		if err != nil {
			d.broken(w, err)
			return
		}
		for i, p := range list {
			t.Rows = append(t.Rows, row{i + 1, p.Name, strconv.Itoa(int(math.Round(p.Rating.Rating))), p.Match})
		}
	} else {
		known := d.Lobby.Boards(game)
		if board == "" && len(known) > 0 {
			board = known[0]
		}
		if !slices.Contains(known, board) {
			http.NotFound(w, r)
			return
		}
		t.Value = s.W("board.value")
		list, err := d.Lobby.Scores(ledger.BoardName(game, board, day), 0, mostRows)
		if err != nil {
			d.broken(w, err)
			return
		}
		for i, p := range list {
			t.Rows = append(t.Rows, row{i + 1, p.Name, strconv.FormatFloat(p.Value, 'f', -1, 64), p.Match})
		}
	}
	s.Title, s.More = t.Name, t
	d.show(w, "board.html", s)
}

// broken says that the store does not answer.
func (d *Door) broken(w http.ResponseWriter, err error) {
	d.Log.Error("boards", "err", err)
	http.Error(w, "not now", http.StatusServiceUnavailable)
}
