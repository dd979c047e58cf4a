package klondike

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"

	"arcade/games/klondike"
	"arcade/lobby/keyed"
	"arcade/lobby/turns"
	"arcade/server/web"
)

const (
	// boardTime is the lifetime of a cached board. Another server may have added to the board meanwhile.
	boardTime = 2 * time.Second
	// maxBoards limits the cached boards, and maxLines the rows of each.
	maxBoards, maxLines = 256, 100
)

// boards caches recently read boards. Reading a board takes milliseconds, and everybody requests the
// board of a day.
type boards struct {
	reading keyed.Mutex // one caller reads a board while others wait for it

	mu     sync.Mutex
	of     map[string]*board
	writes int // writes of rows since the start
}

// board is the cached board of a deal, or of all deals of a layout.
type board struct {
	at    time.Time
	deals []string
	// all holds its first rows, proved the first replayed rows.
	all, proved []line
	tally       tally
}

// line is a row of a board in JSON.
type line struct {
	UserID   string `json:"userId"`
	Duration int64  `json:"durationMs"`
	Moves    int    `json:"moveCount"`
	Verified bool   `json:"verified"`
}

// known returns a cached board, nil for none, and the number of writes so far.
func (b *boards) known(id string, now time.Time) (*board, int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if known := b.of[id]; known != nil && now.Sub(known.at) < boardTime {
		return known, b.writes
	}
	return nil, b.writes
}

// keep caches a board, unless a row was written since it was read.
func (b *boards) keep(id string, read *board, writes int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.writes != writes || read.tally.Tries == 0 && len(read.all) == 0 { // an empty board is read quickly
		return
	}
	if b.of == nil {
		b.of = map[string]*board{}
	}
	if len(b.of) >= maxBoards {
		maps.DeleteFunc(b.of, func(_ string, o *board) bool { return read.at.Sub(o.at) >= boardTime })
	}
	for other := range b.of {
		if len(b.of) < maxBoards {
			break
		}
		delete(b.of, other)
	}
	b.of[id] = read
}

// changed deletes the cached boards of a deal whose rows have changed.
func (b *boards) changed(deal string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.writes++
	for id, known := range b.of {
		if slices.Contains(known.deals, deal) {
			delete(b.of, id)
		}
	}
}

// reading wraps f, which responds with data of a deal's board. It runs f as light work while the board is
// cached, else as work that may read the board.
func (a *API) reading(f func(*http.Request) (any, error)) func(*http.Request) (any, error) {
	return func(r *http.Request) (any, error) {
		if known, _ := a.boards.known(r.PathValue("dealId"), a.now()); known != nil {
			return web.Work(turns.Light, f)(r)
		}
		return web.Work(turns.Command, f)(r)
	}
}

// boardOf returns the board of a deal, or of all deals of a layout, with the best row of each user.
func (a *API) boardOf(ctx context.Context, id string) (*board, error) {
	if known, _ := a.boards.known(id, a.now()); known != nil {
		return known, nil
	}
	defer a.boards.reading.Lock(id)()
	known, writes := a.boards.known(id, a.now())
	if known != nil {
		return known, nil
	}
	read, err := a.readBoard(ctx, id)
	if err == nil {
		a.boards.keep(id, read, writes)
	}
	return read, err
}

func (a *API) readBoard(ctx context.Context, id string) (*board, error) {
	b := &board{at: a.now(), all: []line{}, proved: []line{}}
	var err error
	if b.deals, err = a.lobby.Deals().Alike(klondike.Name, id); err != nil {
		return nil, err
	}
	rows, proved := map[string]row{}, map[string]row{}
	for _, deal := range b.deals {
		part, t, _, err := a.rowsOf(ctx, deal)
		if err != nil {
			return nil, err
		}
		for user, r := range part {
			if have := rows[user]; r.Best != nil && (have.Best == nil || r.Best.before(have.Best)) {
				rows[user] = r
			}
			if have := proved[user]; r.Proved != nil && (have.Best == nil || r.Proved.before(have.Best)) {
				proved[user] = row{Best: r.Proved, Proved: r.Proved}
			}
		}
		b.tally.Tries, b.tally.Won, b.tally.Sum = b.tally.Tries+t.Tries, b.tally.Won+t.Won, b.tally.Sum+t.Sum
		b.tally.Rules = cmp.Or(b.tally.Rules, t.Rules)
		if t.Won > 0 && (b.tally.Best == 0 || t.Best < b.tally.Best) {
			b.tally.Best = t.Best
		}
	}
	b.all, b.proved = lines(rows), lines(proved)
	return b, nil
}

// lines returns the first rows of a board.
func lines(rows map[string]row) []line {
	list := []line{}
	for _, r := range ranked(rows) {
		if r.Best == nil || len(list) == maxLines {
			break
		}
		verified := r.Proved != nil && r.Proved.Started == r.Best.Started
		list = append(list, line{r.user, r.Best.Duration, r.Best.Moves, verified})
	}
	return list
}

// board lists the rows of a deal, or of all deals of a layout, fastest first. A deal that no client has
// solved has none. With verified=true it lists only replayed rows.
func (a *API) board(r *http.Request) (any, error) {
	id := r.PathValue("dealId")
	n, err := limit(r)
	if err := cmp.Or(err, isDeal(id)); err != nil {
		return nil, err
	}
	verified := cmp.Or(r.URL.Query().Get("verified"), "false")
	if verified != "true" && verified != "false" {
		return nil, web.Bad("verified: want true or false")
	}
	b, err := a.boardOf(r.Context(), id)
	if err != nil {
		return nil, err
	}
	top := b.all
	if verified == "true" {
		top = b.proved
	}
	return map[string]any{"dealId": id, "top": top[:min(n, len(top))]}, nil
}
