// Package othello serves the owner's Othello clients over HTTP (othello.md, "API"): a client program
// plays a match for two people, or for one person against a bot.
package othello

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"net/http"
	"net/netip"
	"time"
	"unicode/utf8"

	"arcade/games"
	"arcade/games/othello"
	"arcade/lobby"
	"arcade/lobby/directory"
	"arcade/lobby/httpmatch"
	"arcade/lobby/network"
	"arcade/lobby/room"
	"arcade/lobby/table"
	"arcade/lobby/turns"
	"arcade/server/web"
	"arcade/store"
)

// API serves the Othello paths.
type API struct {
	tables *lobby.Lobby
	games  *web.Budget // budget of new games
}

// An address may begin newGames at once, then newGamesPerMinute a minute.
const newGames, newGamesPerMinute = 200, 10

// New returns the API on the tables of a lobby.
func New(l *lobby.Lobby) *API {
	a := &API{l, web.NewBudget(newGamesPerMinute, newGames, 0)}
	if n := l.Nodes(); n != nil {
		n.Answer(askGame, a.asked)
	}
	return a
}

// thinking is the request that makes a bot think.
const thinking = "POST /api/game/{id}/ai-move"

// questions maps requests about a game to their handlers.
var questions = map[string]func(context.Context, game, request) (answer, error){
	"GET /api/game/{id}/state":          state,
	"POST /api/game/{id}/move":          move,
	thinking:                            aiMove,
	"POST /api/game/{id}/pass":          pass,
	"POST /api/game/{id}/undo":          undo,
	"GET /api/game/{id}/valid-moves":    part("valid_moves"),
	"GET /api/game/{id}/check-pass":     part("should_pass", "current_player", "valid_moves"),
	"GET /api/game/{id}/current-player": part("current_player", "mode", "player1_name", "player2_name"),
}

// Add registers the API's paths.
func (a *API) Add(mux *http.ServeMux) {
	mux.HandleFunc("POST /api/game/new", web.Answering(http.StatusOK, web.Work(turns.Light, a.create)))
	for what := range questions {
		ask := a.on(what)
		if what != thinking { // the bot takes its own place for work
			ask = web.Work(turns.Light, ask)
		}
		mux.HandleFunc(what, web.Answering(http.StatusOK, ask))
	}
}

// game is a game with its id in the API and the language of the request.
type game struct {
	*httpmatch.SharedMatch
	id, lang string
}

// state returns the game's state in JSON for the client.
func (g game) state() answer { return stateOf(g, g.lang) }

// answer is a JSON object.
type answer map[string]any

// request holds the fields of all requests.
type request struct {
	Row    *int `json:"row"`
	Col    *int `json:"col"`
	Player *int `json:"player"`
	// Lang is "ko" or "en", from the request's header.
	Lang string `json:"lang"`
}

// Refusals, in the owner's words.
var (
	errNoGame  = web.Refuse(http.StatusNotFound, "Game not found")
	errTurn    = web.Refuse(http.StatusBadRequest, "Not your turn")
	errMove    = web.Refuse(http.StatusBadRequest, "Invalid move")
	errNoAI    = web.Refuse(http.StatusBadRequest, "AI move is only available in AI mode")
	errOver    = web.Refuse(http.StatusBadRequest, "Game is over")
	errPass    = web.Refuse(http.StatusBadRequest, "Cannot pass when valid moves are available")
	errUndo    = web.Refuse(http.StatusBadRequest, "Cannot undo - no moves to undo")
	errForm    = web.Refuse(http.StatusUnprocessableEntity, "Ill-formed request")
	errTooMany = web.Refusal{Status: http.StatusTooManyRequests, Detail: "Too many games from your address", After: time.Minute}
	errLong    = web.Refuse(http.StatusBadRequest, "Too many moves and undos in this game")
	errBusy    = web.Refusal{Status: http.StatusServiceUnavailable, Detail: "The arcade has no time now, ask again", After: 2 * time.Second}
)

// refused converts an error of the lobby to the client's refusal. Other errors are internal.
func refused(err error) error {
	switch {
	case errors.Is(err, table.ErrNoTable):
		return errNoGame
	case errors.Is(err, room.ErrTooMany):
		return errTooMany
	case errors.Is(err, table.ErrLogEnds):
		return errLong
	case store.ErrIs(err, store.ErrUnwritten, store.ErrAway, room.ErrBroken): // the reason, whatever follows from it
		return err
	case store.ErrIs(err, context.DeadlineExceeded, context.Canceled, directory.ErrClosing, room.ErrMoving, table.ErrStale):
		return errBusy
	}
	return err
}

// on returns the handler of a request about a game.
func (a *API) on(what string) func(*http.Request) (any, error) {
	return func(r *http.Request) (any, error) {
		var in request
		if r.Method == http.MethodPost && r.ContentLength != 0 {
			if err := web.Body(r, &in); err != nil {
				return nil, errForm
			}
		}
		in.Lang = web.Lang(r, "ko")
		out, err := a.ask(r.Context(), what, r.PathValue("id"), in)
		return out, refused(err)
	}
}

// ask handles a request about a game, whichever node owns it.
func (a *API) ask(ctx context.Context, what, id string, in request) (any, error) {
	if node, err := a.tables.SharedAt(id); err != nil {
		return nil, err
	} else if node != "" {
		return a.forward(ctx, node, question{1, what, id, in})
	}
	return a.here(ctx, what, id, in)
}

// here handles a request about a game that this node owns.
func (a *API) here(ctx context.Context, what, id string, in request) (out answer, err error) {
	err = a.tables.Shared(id, func(m *httpmatch.SharedMatch) (err error) {
		out, err = questions[what](ctx, game{m, id, in.Lang}, in)
		return err
	})
	return out, err
}

// maxName limits the name of a player, in characters.
const maxName = 40

// defaultBot plays if ai_level is not set. It is the strongest bot that moves within a second.
const defaultBot = "expert"

// create makes a game.
func (a *API) create(r *http.Request) (any, error) {
	var in struct {
		Mode    string `json:"mode"`
		Mode2   string `json:"game_mode"`
		Human   int    `json:"human_color"`
		AI      int    `json:"ai_color"`
		Name1   string `json:"player1_name"`
		Name2   string `json:"player2_name"`
		Level   string `json:"ai_level"`
		AutoOff *bool  `json:"auto_pass"`
	}
	if r.ContentLength != 0 {
		if err := web.Body(r, &in); err != nil {
			return nil, errForm
		}
	}
	if in.Mode == "" {
		in.Mode = in.Mode2
	}
	offer := httpmatch.SharedOffer{Game: othello.Name, How: games.Client, Names: []string{in.Name1, in.Name2}, BotSeat: games.Nobody}
	if in.AutoOff != nil && !*in.AutoOff {
		offer.How = games.ClientPasses
	}
	if max(utf8.RuneCountInString(in.Name1), utf8.RuneCountInString(in.Name2)) > maxName {
		return nil, errForm
	}
	switch in.Mode {
	case "human_vs_human":
	case "human_vs_ai", "":
		if in.Human == 0 {
			in.Human = 1
			if in.AI == 1 {
				in.Human = 2
			}
		}
		if in.Human != 1 && in.Human != 2 || in.AI != 0 && in.AI != 3-in.Human {
			return nil, errForm
		}
		offer.Names, offer.BotSeat = []string{"Player", "Player"}, games.Seat(2-in.Human)
		if offer.Bot = cmp.Or(in.Level, defaultBot); games.FindBot(othello.Game{}, offer.Bot) == nil {
			return nil, errForm
		}
	default:
		return nil, errForm
	}
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return nil, err
	}
	if err := a.games.Pay(r, time.Now(), "Too many games from your address"); err != nil {
		return nil, err
	}
	id, err := a.tables.Share(offer, network.Of(from.Addr())[network.Address].String())
	var out answer
	if err == nil {
		err = a.tables.Shared(id, func(m *httpmatch.SharedMatch) error { out = game{m, id, web.Lang(r, "ko")}.state().whole(); return nil })
	}
	return out, refused(err)
}

// whole returns the state's fields flat, and once more under "state".
func (s answer) whole() answer {
	out := maps.Clone(s)
	out["state"] = s
	return out
}

// changed returns the state after a change.
func changed(g game) answer {
	s := g.state()
	s["success"] = true
	return s.whole()
}

// state returns the present state of the game.
func state(_ context.Context, g game, _ request) (answer, error) { return g.state().whole(), nil }

// part returns a handler for some fields of the state.
func part(fields ...string) func(context.Context, game, request) (answer, error) {
	return func(_ context.Context, g game, _ request) (answer, error) {
		s, out := g.state(), answer{}
		s["should_pass"] = s["can_pass"]
		for _, f := range fields {
			out[f] = s[f]
		}
		return out, nil
	}
}

// move plays a square for the side on turn, and the forced moves after it.
func move(_ context.Context, g game, in request) (answer, error) {
	m := g.Match()
	switch {
	case in.Row == nil || in.Col == nil || *in.Row < 0 || *in.Row > 7 || *in.Col < 0 || *in.Col > 7 ||
		in.Player != nil && *in.Player != 1 && *in.Player != 2:
		return nil, errForm
	case m.Over():
		return nil, errOver
	case g.Bot(m.ToAct()) != "" || in.Player != nil && *in.Player != int(m.ToAct())+1:
		return nil, errTurn
	}
	err := g.Act(games.Action([]byte{'a' + byte(*in.Col), '1' + byte(*in.Row)}))
	if games.ReasonOf(err) != "" {
		return nil, errMove
	} else if err != nil {
		return nil, err
	}
	return changed(g), nil
}

// aiMove makes the bot move. On the human's turn it changes nothing.
func aiMove(ctx context.Context, g game, _ request) (answer, error) {
	m := g.Match()
	switch {
	case g.Bot(0) == "" && g.Bot(1) == "":
		return nil, errNoAI
	case m.Over():
		return nil, errOver
	case g.Bot(m.ToAct()) == "":
		return state(ctx, g, request{})
	}
	if err := g.Think(ctx); err != nil {
		return nil, err
	}
	return changed(g), nil
}

// pass passes for a side without a legal move.
func pass(_ context.Context, g game, _ request) (answer, error) {
	m := g.Match()
	switch {
	case m.Over():
		return nil, errOver
	case !m.ForcedNow():
		return nil, errPass
	}
	if err := g.Act(othello.Pass); err != nil {
		return nil, err
	}
	return changed(g), nil
}

// undo takes the last move back.
func undo(_ context.Context, g game, _ request) (answer, error) {
	if !g.Match().CanUndo() {
		return nil, errUndo
	}
	if err := g.Undo(); err != nil {
		return nil, err
	}
	return changed(g), nil
}
