// Package othello answers the owner's Othello clients over HTTP (othello.md, "API"): a
// match that a program plays for two people, or for one against a bot.
package othello

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"net/http"
	"net/netip"
	"unicode/utf8"

	"arcade/games"
	"arcade/games/othello"
	"arcade/lobby"
	"arcade/server"
	"arcade/server/web"
)

// API answers what its package says.
type API struct{ tables *lobby.Lobby }

// New makes the API on the tables of a lobby.
func New(l *lobby.Lobby) *API {
	a := &API{l}
	if n := l.Nodes(); n != nil {
		n.Answer(askGame, a.asked)
	}
	return a
}

// questions are those about a game.
var questions = map[string]func(context.Context, game, request) (answer, error){
	"GET /api/game/{id}/state":          state,
	"POST /api/game/{id}/move":          move,
	"POST /api/game/{id}/ai-move":       aiMove,
	"POST /api/game/{id}/pass":          pass,
	"POST /api/game/{id}/undo":          undo,
	"GET /api/game/{id}/valid-moves":    part("valid_moves"),
	"GET /api/game/{id}/check-pass":     part("should_pass", "current_player", "valid_moves"),
	"GET /api/game/{id}/current-player": part("current_player", "mode", "player1_name", "player2_name"),
}

// Add adds what the API answers.
func (a *API) Add(mux *http.ServeMux) {
	mux.HandleFunc("POST /api/game/new", a.create)
	for what := range questions {
		mux.HandleFunc(what, a.on(what))
	}
}

// game is a game and the id by which it is asked for.
type game struct {
	*lobby.SharedMatch
	id string
}

// answer is a JSON object.
type answer map[string]any

// request is what any of the questions may bring.
type request struct {
	Row    *int `json:"row"`
	Col    *int `json:"col"`
	Player *int `json:"player"`
}

// refusal is what is refused, with the owner's words for it.
type refusal struct {
	status int
	detail string
}

func (r refusal) Error() string { return r.detail }

// What is refused.
var (
	errNoGame  = refusal{http.StatusNotFound, "Game not found"}
	errTurn    = refusal{http.StatusBadRequest, "Not your turn"}
	errMove    = refusal{http.StatusBadRequest, "Invalid move"}
	errNoAI    = refusal{http.StatusBadRequest, "AI move is only available in AI mode"}
	errOver    = refusal{http.StatusBadRequest, "Game is over"}
	errPass    = refusal{http.StatusBadRequest, "Cannot pass when valid moves are available"}
	errUndo    = refusal{http.StatusBadRequest, "Cannot undo - no moves to undo"}
	errForm    = refusal{http.StatusUnprocessableEntity, "Ill-formed request"}
	errTooMany = refusal{http.StatusTooManyRequests, "Too many games from your address"}
	errLong    = refusal{http.StatusBadRequest, "Too many moves and undos in this game"}
	errBusy    = refusal{http.StatusServiceUnavailable, "The arcade has no time now, ask again"}
)

// refusalOf is how an error of the lobby's or our own is refused; false for a fault of the house.
func refusalOf(err error) (r refusal, ok bool) {
	switch {
	case errors.As(err, &r):
	case errors.Is(err, lobby.ErrNoTable):
		r = errNoGame
	case errors.Is(err, lobby.ErrTooMany):
		r = errTooMany
	case errors.Is(err, lobby.ErrLogEnds):
		r = errLong
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled), errors.Is(err, lobby.ErrClosing),
		errors.Is(err, lobby.ErrMoving), errors.Is(err, lobby.ErrStale):
		r = errBusy
	default:
		return r, false
	}
	return r, true
}

// refuse answers for an error.
func refuse(w http.ResponseWriter, err error) {
	if r, ok := refusalOf(err); ok {
		web.Refuse(w, r.status, r.detail)
	} else {
		web.Fail(w, err)
	}
}

// on answers a question about a game.
func (a *API) on(what string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var in request
		if r.Method == http.MethodPost && r.ContentLength != 0 {
			if err := web.Body(r, &in); err != nil {
				refuse(w, errForm)
				return
			}
		}
		out, err := a.ask(r.Context(), what, r.PathValue("id"), in)
		if err != nil {
			refuse(w, err)
			return
		}
		web.Answer(w, http.StatusOK, out)
	}
}

// ask answers a question about a game, wherever it is kept.
func (a *API) ask(ctx context.Context, what, id string, in request) (any, error) {
	if node, err := a.tables.SharedAt(id); err != nil {
		return nil, err
	} else if node != "" {
		return a.there(ctx, node, question{1, what, id, in})
	}
	return a.here(ctx, what, id, in)
}

// here answers a question about a game that this node keeps.
func (a *API) here(ctx context.Context, what, id string, in request) (out answer, err error) {
	err = a.tables.Shared(id, func(m *lobby.SharedMatch) (err error) {
		out, err = questions[what](ctx, game{m, id}, in)
		return err
	})
	return out, err
}

// maxName is the longest name of a player, in characters.
const maxName = 40

// defaultBot plays where no ai_level is named: the strongest that answers within a second.
const defaultBot = "expert"

// create makes a game.
func (a *API) create(w http.ResponseWriter, r *http.Request) {
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
			refuse(w, errForm)
			return
		}
	}
	if in.Mode == "" {
		in.Mode = in.Mode2
	}
	offer := lobby.SharedOffer{Game: othello.Name, How: games.Client, Names: []string{in.Name1, in.Name2}, BotSeat: games.Nobody}
	if in.AutoOff != nil && !*in.AutoOff {
		offer.How = games.ClientPasses
	}
	if max(utf8.RuneCountInString(in.Name1), utf8.RuneCountInString(in.Name2)) > maxName {
		refuse(w, errForm)
		return
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
			refuse(w, errForm)
			return
		}
		offer.Names, offer.BotSeat = []string{"Player", "Player"}, games.Seat(2-in.Human)
		if offer.Bot = cmp.Or(in.Level, defaultBot); games.FindBot(othello.Game{}, offer.Bot) == nil {
			refuse(w, errForm)
			return
		}
	default:
		refuse(w, errForm)
		return
	}
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		web.Fail(w, err)
		return
	}
	id, err := a.tables.Share(offer, server.Network(from.Addr()).String())
	var out answer
	if err == nil {
		err = a.tables.Shared(id, func(m *lobby.SharedMatch) error { out = stateOf(game{m, id}).whole(); return nil })
	}
	if err != nil {
		refuse(w, err)
		return
	}
	web.Answer(w, http.StatusOK, out)
}

// whole are the state's fields flat, and once more under "state".
func (s answer) whole() answer {
	out := maps.Clone(s)
	out["state"] = s
	return out
}

// changed is the state after what was asked for.
func changed(g game) answer {
	s := stateOf(g)
	s["success"] = true
	return s.whole()
}

// state is the game as it stands.
func state(_ context.Context, g game, _ request) (answer, error) { return stateOf(g).whole(), nil }

// part is some fields of the state.
func part(fields ...string) func(context.Context, game, request) (answer, error) {
	return func(_ context.Context, g game, _ request) (answer, error) {
		s, out := stateOf(g), answer{}
		s["should_pass"] = s["can_pass"]
		for _, f := range fields {
			out[f] = s[f]
		}
		return out, nil
	}
}

// move plays a square for whoever is on turn, and what is forced behind it.
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
	if ill := (*games.IllegalError)(nil); errors.As(err, &ill) {
		return nil, errMove
	} else if err != nil {
		return nil, err
	}
	return changed(g), nil
}

// aiMove has the bot move; on the human's turn nothing changes.
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

// pass passes for whoever has no square.
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
