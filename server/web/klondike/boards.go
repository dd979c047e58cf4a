package klondike

import (
	"cmp"
	"context"
	"maps"
	"math"
	"net/http"
	"slices"
	"sync"
	"time"

	"arcade/games/klondike"
	"arcade/lobby/tasks"
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
	reading tasks.Locks // one caller reads a board while others wait for it

	mu     sync.Mutex
	of     map[string]*board
	writes int // writes of rows since the start
}

// board is the cached board of a deal, or of all deals of a layout.
type board struct {
	at    time.Time
	deals []string
	// rows are its first rows; the replayed ones come before the others.
	rows  []line
	tally tally
}

// line is a row of a board in JSON. UserID is a client's name or, of a player, the player's.
type line struct {
	UserID   string `json:"userId"`
	Duration int64  `json:"durationMs"`
	Moves    int    `json:"moveCount"`
	Verified bool   `json:"verified"`
	Source   string `json:"source"`
}

// The sources of lines: where they were played.
const (
	ofArcade = "arcade"
	ofApp    = "app"
)

// known returns a cached board, nil for none, and the number of writes so far.
func (b *boards) known(id string, now time.Time) (*board, int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if known := b.of[id]; known != nil && now.Sub(known.at) < boardTime {
		return known, b.writes
	}
	return nil, b.writes
}

// cache caches a board, unless a row was written since it was read.
func (b *boards) cache(id string, read *board, writes int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.writes != writes || read.tally.Tries == 0 && len(read.rows) == 0 { // an empty board is read quickly
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
		read.rows = read.rows[:min(len(read.rows), maxLines)]
		a.boards.cache(id, read, writes)
	}
	return read, err
}

func (a *API) readBoard(ctx context.Context, id string) (*board, error) {
	b := &board{at: a.now(), rows: []line{}}
	list, _, err := a.lobby.DealScores(ctx, klondike.Name, id, "")
	if err != nil {
		return nil, err
	}
	for _, r := range list {
		// The owner's clients have numbers of 32 bits, and refuse a whole board because of a larger one.
		time := min(max(-int64(r.Tie), 1), math.MaxInt32)
		l := line{UserID: r.Name, Duration: time, Moves: -int(r.Value), Verified: r.Replayed, Source: ofArcade}
		if r.Sent {
			l.Source = ofApp
		}
		b.rows = append(b.rows, l)
	}
	if b.deals, err = a.lobby.Deals().Alike(klondike.Name, id); err != nil {
		return nil, err
	}
	for _, deal := range b.deals {
		t, _, err := tallyOf(deal).Get(ctx, a.store, tallyKey)
		if err != nil {
			return nil, err
		}
		b.tally.Tries, b.tally.Won, b.tally.Sum = b.tally.Tries+t.Tries, b.tally.Won+t.Won, b.tally.Sum+t.Sum
		b.tally.Rules = cmp.Or(b.tally.Rules, t.Rules)
		if t.Won > 0 && (b.tally.Best == 0 || t.Best < b.tally.Best) {
			b.tally.Best = t.Best
		}
	}
	return b, nil
}

// place returns the place of a client's row on a board without it, from 1; 0 for none.
func (b *board) place(user string, r row) int {
	own := r.Proved
	if own == nil {
		own = r.Best
	}
	if own == nil {
		return 0
	}
	place := 1
	for _, l := range b.rows {
		theirs := result{Duration: l.Duration, Moves: l.Moves}
		switch {
		case l.Source == ofApp && l.UserID == user, !l.Verified && r.Proved != nil:
		case l.Verified && r.Proved == nil, !own.before(&theirs):
			place++
		}
	}
	return place
}

// board lists the rows of a deal, or of all deals of a layout: replayed rows, then those that an app sent, each
// by time. A deal that nobody has solved has none. With verified=true it lists only replayed rows.
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
	top := b.rows
	if claim := slices.IndexFunc(top, func(l line) bool { return !l.Verified }); verified == "true" && claim >= 0 {
		top = top[:claim]
	}
	return map[string]any{"dealId": id, "top": top[:min(n, len(top))]}, nil
}
