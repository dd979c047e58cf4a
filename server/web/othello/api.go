// Package othello answers the owner's Othello clients over HTTP (othello.md, "API"): a
// match that a program plays for two people, or for one against a bot.
package othello

import (
	"context"
	"errors"
	"net/http"
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
func New(l *lobby.Lobby) *API { return &API{l} }

// Add adds what the API answers.
func (a *API) Add(mux *http.ServeMux) {
	mux.HandleFunc("POST /api/game/new", a.create)
	mux.HandleFunc("GET /api/game/{id}/state", a.on(func(_ context.Context, m *lobby.SharedMatch, _ request) (answer, error) {
		return stateOf(m), nil
	}))
	mux.HandleFunc("POST /api/game/{id}/move", a.on(move))
	mux.HandleFunc("POST /api/game/{id}/ai-move", a.on(aiMove))
	mux.HandleFunc("POST /api/game/{id}/pass", a.on(pass))
	mux.HandleFunc("POST /api/game/{id}/undo", a.on(undo))
	mux.HandleFunc("GET /api/game/{id}/valid-moves", a.on(func(_ context.Context, m *lobby.SharedMatch, _ request) (answer, error) {
		return answer{"valid_moves": stateOf(m)["valid_moves"]}, nil
	}))
	mux.HandleFunc("GET /api/game/{id}/check-pass", a.on(func(_ context.Context, m *lobby.SharedMatch, _ request) (answer, error) {
		s := stateOf(m)
		return answer{"should_pass": s["can_pass"], "current_player": s["current_player"], "valid_moves": s["valid_moves"]}, nil
	}))
	mux.HandleFunc("GET /api/game/{id}/current-player", a.on(func(_ context.Context, m *lobby.SharedMatch, _ request) (answer, error) {
		s := stateOf(m)
		return answer{"current_player": s["current_player"], "mode": s["mode"], "player1_name": s["player1_name"], "player2_name": s["player2_name"]}, nil
	}))
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
	errNoGame   = refusal{http.StatusNotFound, "Game not found"}
	errTurn     = refusal{http.StatusBadRequest, "Not your turn"}
	errMove     = refusal{http.StatusBadRequest, "Invalid move"}
	errNoAI     = refusal{http.StatusBadRequest, "AI move is only available in AI mode"}
	errOver     = refusal{http.StatusBadRequest, "Game is over"}
	errPass     = refusal{http.StatusBadRequest, "Cannot pass when valid moves are available"}
	errUndo     = refusal{http.StatusBadRequest, "Cannot undo - no moves to undo"}
	errForm     = refusal{http.StatusUnprocessableEntity, "Ill-formed request"}
	errTooMany  = refusal{http.StatusTooManyRequests, "Too many games from your address"}
	errThinking = refusal{http.StatusServiceUnavailable, "The AI has no time now, ask again"}
)

// refuse answers for an error of the lobby's or our own.
func refuse(w http.ResponseWriter, err error) {
	var r refusal
	switch {
	case errors.As(err, &r):
	case errors.Is(err, lobby.ErrNoTable):
		r = errNoGame
	case errors.Is(err, lobby.ErrTooMany):
		r = errTooMany
	case errors.Is(err, games.ErrOver):
		r = errOver
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		r = errThinking
	default:
		web.Fail(w, err)
		return
	}
	web.Refuse(w, r.status, r.detail)
}

// on answers a question about a game.
func (a *API) on(do func(context.Context, *lobby.SharedMatch, request) (answer, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var in request
		if r.Method == http.MethodPost && r.ContentLength != 0 {
			if err := web.Body(r, &in); err != nil {
				refuse(w, errForm)
				return
			}
		}
		var out answer
		err := a.tables.Shared(r.PathValue("id"), func(m *lobby.SharedMatch) (err error) {
			out, err = do(r.Context(), m, in)
			return err
		})
		if err != nil {
			refuse(w, err)
			return
		}
		web.Answer(w, http.StatusOK, out)
	}
}

// maxName is the longest name of a player, in characters.
const maxName = 40

// aiLevels are the bots by ai_level, and the one that plays where none is named: it
// answers within a second.
const defaultBot = "level3"

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
		for i, def := range []string{"Player 1", "Player 2"} {
			if offer.Names[i] == "" {
				offer.Names[i] = def
			}
		}
	case "human_vs_ai", "":
		human := in.Human
		if human == 0 {
			human = 1
			if in.AI == 1 {
				human = 2
			}
		}
		if human != 1 && human != 2 || in.AI != 0 && in.AI != 3-human {
			refuse(w, errForm)
			return
		}
		offer.Names = []string{"Player", "Player"}
		offer.BotSeat, offer.Bot = games.Seat(2-human), defaultBot
		if in.Level != "" {
			offer.Bot = in.Level
		}
		if games.FindBot(othello.Game{}, offer.Bot) == nil {
			refuse(w, errForm)
			return
		}
	default:
		refuse(w, errForm)
		return
	}
	id, err := a.tables.Share(offer, server.AddressOf(r.RemoteAddr))
	var out answer
	if err == nil {
		err = a.tables.Shared(id, func(m *lobby.SharedMatch) error { out = stateOf(m); return nil })
	}
	if err != nil {
		refuse(w, err)
		return
	}
	web.Answer(w, http.StatusOK, out.and("game_id", id))
}

// and is the state's fields flat, and once more under "state"; more is put beside them.
func (s answer) and(pairs ...any) answer {
	out := answer{"state": s}
	for k, v := range s {
		out[k] = v
	}
	for i := 0; i < len(pairs); i += 2 {
		out[pairs[i].(string)] = pairs[i+1]
		s[pairs[i].(string)] = pairs[i+1]
	}
	return out
}

// move plays a square for whoever is on turn, and what is forced behind it.
func move(_ context.Context, m *lobby.SharedMatch, in request) (answer, error) {
	switch {
	case in.Row == nil || in.Col == nil || *in.Row < 0 || *in.Row > 7 || *in.Col < 0 || *in.Col > 7 ||
		in.Player != nil && *in.Player != 1 && *in.Player != 2:
		return nil, errForm
	case m.Over():
		return nil, errOver
	case m.Bot(m.ToAct()) != "" || in.Player != nil && *in.Player != int(m.ToAct())+1:
		return nil, errTurn
	}
	square := games.Action([]byte{'a' + byte(*in.Col), '1' + byte(*in.Row)})
	if err := m.Act(square); err != nil {
		if ill := (*games.IllegalError)(nil); errors.As(err, &ill) {
			return nil, errMove
		}
		return nil, err
	}
	return stateOf(m).and("success", true), nil
}

// aiMove has the bot move; on the human's turn nothing changes.
func aiMove(ctx context.Context, m *lobby.SharedMatch, _ request) (answer, error) {
	ai := m.Bot(0) != "" || m.Bot(1) != ""
	switch {
	case !ai:
		return nil, errNoAI
	case m.Over() || m.Bot(m.ToAct()) == "":
		return stateOf(m).and("success", true), nil
	}
	if err := m.Think(ctx); err != nil {
		return nil, err
	}
	return stateOf(m).and("success", true), nil
}

// pass passes for whoever has no square.
func pass(_ context.Context, m *lobby.SharedMatch, _ request) (answer, error) {
	switch {
	case m.Over():
		return nil, errOver
	case !m.ForcedNow():
		return nil, errPass
	}
	if err := m.Act(othello.Pass); err != nil {
		return nil, err
	}
	return stateOf(m).and("success", true), nil
}

// undo takes the last move back.
func undo(_ context.Context, m *lobby.SharedMatch, _ request) (answer, error) {
	if !m.CanUndo() {
		return nil, errUndo
	}
	if err := m.Undo(); err != nil {
		return nil, err
	}
	return stateOf(m).and("success", true), nil
}
