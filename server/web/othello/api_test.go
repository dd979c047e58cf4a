package othello

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/othello"
	"arcade/lobby"
	"arcade/lobby/config"
	"arcade/server/web"
	"arcade/server/web/webtest"
	"arcade/store/bolt"
)

// house is a lobby on a file, with a front for tests and a real server for clients.
type house struct {
	*webtest.Front
	lobby *lobby.Lobby
	t     testing.TB
	url   string
	path  string
	stop  func()
}

func open(t testing.TB, path string) *house {
	t.Helper()
	s, err := bolt.Open(path, bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	l, err := lobby.New(config.Config{Store: s, Games: games.NewRegistry(othello.Game{}), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	cfg := web.Config{APIs: []func(*http.ServeMux){New(l).Add}, Burst: 1 << 20, Log: slog.New(slog.DiscardHandler)}
	server := httptest.NewServer(web.Handler(cfg))
	h := &house{Front: webtest.New(t, cfg), lobby: l, t: t, url: server.URL, path: path}
	h.stop = sync.OnceFunc(func() { server.Close(); l.Close(); _ = s.Close() })
	t.Cleanup(h.stop)
	return h
}

func newHouse(t testing.TB) *house { return open(t, filepath.Join(t.TempDir(), "db")) }

// kill opens another house on the file as it is now, as after kill -9.
func (h *house) kill() *house {
	h.t.Helper()
	raw, err := os.ReadFile(h.path)
	if err != nil {
		h.t.Fatal(err)
	}
	path := filepath.Join(h.t.TempDir(), "db")
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		h.t.Fatal(err)
	}
	h.stop()
	return open(h.t, path)
}

// game begins a game and returns its path.
func (h *house) game(body any) string {
	h.t.Helper()
	a := h.Ask("POST", "/api/game/new", body)
	id, _ := a.JSON()["game_id"].(string)
	if a.Status != 200 || !regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`).MatchString(id) {
		h.t.Fatalf("new game %v: %d %s", body, a.Status, a.Body)
	}
	return "/api/game/" + id
}

// must sends a request that must succeed with 200, and returns the response.
func (h *house) must(method, path string, body any) map[string]any {
	h.t.Helper()
	a := h.Ask(method, path, body)
	if a.Status != 200 {
		h.t.Fatalf("%s %s %v: %d %s", method, path, body, a.Status, a.Body)
	}
	return a.JSON()
}

// refused sends a request that must be refused with this status and detail.
func (h *house) refused(path string, body any, status int, detail string) {
	h.t.Helper()
	a := h.Ask("POST", path, body)
	if a.Status != status || a.JSON()["detail"] != detail {
		h.t.Errorf("%s %v: %d %s, want %d %s", path, body, a.Status, a.Body, status, detail)
	}
}

// move plays a square in the game's notation.
func (h *house) move(game, square string) map[string]any {
	h.t.Helper()
	return h.must("POST", game+"/move", at(square))
}

func at(square string) map[string]int {
	return map[string]int{"row": int(square[1] - '1'), "col": int(square[0] - 'a')}
}

// is compares fields of a response with their expected values, written as JSON.
func is(t *testing.T, got map[string]any, want string) {
	t.Helper()
	var fields map[string]any
	if err := json.Unmarshal([]byte(want), &fields); err != nil {
		t.Fatal(err)
	}
	for k, v := range fields {
		if !reflect.DeepEqual(got[k], v) {
			t.Errorf("%s is %v, want %v", k, got[k], v)
		}
		if s, ok := got["state"].(map[string]any); ok && !reflect.DeepEqual(s[k], v) {
			t.Errorf("%s of the state is %v, want %v", k, s[k], v)
		}
	}
}

// short is a list of nine moves after which white has no disc left.
var short = []string{"e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"}

func TestTwoPeople(t *testing.T) {
	h := newHouse(t)
	g := h.game(map[string]any{"mode": "human_vs_human", "player1_name": "민수", "player2_name": ""})
	is(t, h.must("GET", g+"/state", nil), `{"current_player": 1, "valid_moves": [[2,3],[3,2],[4,5],[5,4]], "black_count": 2, "white_count": 2,
		"winner": null, "game_over": false, "can_undo": false, "history_length": 1, "mode": "human_vs_human", "game_mode": "human_vs_human",
		"player1_name": "민수", "player2_name": "Player 2", "ai_player": null, "human_player": null, "first_move": 1, "last_action": "move",
		"status_message": "민수 차례예요"}`)
	is(t, h.must("GET", g+"/valid-moves", nil), `{"valid_moves": [[2,3],[3,2],[4,5],[5,4]]}`)
	is(t, h.must("GET", g+"/check-pass", nil), `{"should_pass": false, "current_player": 1, "valid_moves": [[2,3],[3,2],[4,5],[5,4]]}`)
	is(t, h.must("GET", g+"/current-player", nil), `{"current_player": 1, "mode": "human_vs_human", "player1_name": "민수", "player2_name": "Player 2"}`)
	h.refused(g+"/undo", nil, 400, "Cannot undo - no moves to undo")
	h.refused(g+"/pass", nil, 400, "Cannot pass when valid moves are available")
	h.refused(g+"/ai-move", nil, 400, "AI move is only available in AI mode")
	h.refused(g+"/move", map[string]any{"row": 0, "col": 0}, 400, "Invalid move")
	h.refused(g+"/move", map[string]any{"row": 2, "col": 3, "player": 2}, 400, "Not your turn")
	is(t, h.must("POST", g+"/move", map[string]any{"row": 2, "col": 3, "player": 1}), `{"success": true, "current_player": 2, "last_action": "move",
		"last_move": [2,3], "pass_count": 0, "black_count": 4, "white_count": 1, "game_over": false, "winner": null, "can_undo": true, "history_length": 2,
		"valid_moves": [[2,2],[2,4],[4,2]]}`)
	is(t, h.must("POST", g+"/undo", nil), `{"success": true, "current_player": 1, "last_move": null, "last_action": "move", "history_length": 1}`)
	for _, s := range short {
		h.move(g, s)
	}
	is(t, h.must("GET", g+"/state", nil), `{"game_over": true, "winner": 1, "end_reason": "no_white_stones", "current_player": 1, "valid_moves": [],
		"can_pass": false, "can_undo": true, "history_length": 10, "white_count": 0, "status_message": "민수 승리, 13 대 0"}`)
	h.refused(g+"/move", at("a1"), 400, "Game is over")
	h.refused(g+"/pass", nil, 400, "Game is over")
	is(t, h.must("POST", g+"/undo", nil), `{"game_over": false, "winner": null, "end_reason": null, "current_player": 1, "history_length": 9}`)
	is(t, h.move(g, "c5"), `{"game_over": true, "history_length": 10}`)

	for _, body := range []any{nil, "x", "[]", map[string]any{"row": 1}, map[string]any{"row": 8, "col": 0}, map[string]any{"row": 0, "col": -1},
		map[string]any{"row": 0, "col": 0, "player": 3}, map[string]any{"row": "a", "col": 0}} {
		h.refused(g+"/move", body, 422, "Ill-formed request")
	}
	for _, body := range []any{"{", map[string]any{"mode": "ai_vs_ai"}, map[string]any{"human_color": 3}, map[string]any{"human_color": 1, "ai_color": 1},
		map[string]any{"ai_level": "god"}, map[string]any{"player1_name": string(bytes.Repeat([]byte("x"), 41))}} {
		h.refused("/api/game/new", body, 422, "Ill-formed request")
	}
	for _, id := range []string{"x", "00000000-0000-4000-8000-000000000000"} {
		h.refused("/api/game/"+id+"/undo", nil, 404, "Game not found")
	}
}

// toPass plays both sides until a side must pass while the other has moves. It returns the response to
// the move before that.
func (h *house) toPass(g string) map[string]any {
	h.t.Helper()
	for seed := range 40 { // selects the squares
		for n := 0; ; n++ {
			s := h.must("GET", g+"/state", nil)
			moves := s["valid_moves"].([]any)
			if s["pass_count"] == 1.0 || s["can_pass"] == true {
				return s
			}
			if s["game_over"] == true {
				break
			}
			sq := moves[(seed*7+n)%len(moves)].([]any)
			h.must("POST", g+"/move", map[string]any{"row": sq[0], "col": sq[1]})
		}
		for h.must("GET", g+"/state", nil)["can_undo"] == true {
			h.must("POST", g+"/undo", nil)
		}
	}
	h.t.Fatal("nobody had to pass")
	return nil
}

func TestPasses(t *testing.T) {
	h := newHouse(t)
	g := h.game(map[string]any{"mode": "human_vs_human"})
	s := h.toPass(g)
	player := s["current_player"].(float64)
	is(t, s, fmt.Sprintf(`{"pass_count": 1, "last_action": "pass", "pass_player": %v, "game_over": false, "can_pass": false}`, 3-player))
	u := h.must("POST", g+"/undo", nil)
	is(t, u, fmt.Sprintf(`{"history_length": %v, "current_player": %v, "pass_count": 0}`, s["history_length"].(float64)-2, player))

	g = h.game(map[string]any{"mode": "human_vs_human", "auto_pass": false})
	s = h.toPass(g)
	player = s["current_player"].(float64)
	is(t, s, `{"pass_count": 0, "can_pass": true, "last_action": "move", "valid_moves": []}`)
	is(t, h.must("GET", g+"/check-pass", nil), fmt.Sprintf(`{"should_pass": true, "current_player": %v, "valid_moves": []}`, player))
	h.refused(g+"/move", at("a1"), 400, "Invalid move")
	p := h.must("POST", g+"/pass", nil)
	is(t, p, fmt.Sprintf(`{"success": true, "current_player": %v, "pass_count": 1, "last_action": "pass", "pass_player": %v}`, 3-player, player))
	h.refused(g+"/pass", nil, 400, "Cannot pass when valid moves are available")
	is(t, h.must("POST", g+"/undo", nil), fmt.Sprintf(`{"can_pass": true, "current_player": %v}`, player))
}

func TestAI(t *testing.T) {
	h := newHouse(t)
	g := h.game(map[string]any{"game_mode": "human_vs_ai", "ai_color": 1})
	is(t, h.must("GET", g+"/state", nil), `{"mode": "human_vs_ai", "human_player": 2, "ai_player": 1, "ai_color": 1, "player1_name": "Player", "player2_name": "AI",
		"status_message": "AI 차례예요"}`)
	h.refused(g+"/move", at("d3"), 400, "Not your turn")
	is(t, h.must("POST", g+"/ai-move", nil), `{"success": true, "current_player": 2, "history_length": 2}`)
	is(t, h.must("POST", g+"/ai-move", nil), `{"current_player": 2, "history_length": 2}`)
	for _, body := range []any{nil, map[string]any{}, map[string]any{"human_color": 0}, map[string]any{"mode": "human_vs_ai", "human_color": 1, "ai_color": 2, "ai_level": "greedy"}} {
		is(t, h.must("GET", h.game(body)+"/state", nil), `{"mode": "human_vs_ai", "human_player": 1, "ai_player": 2}`)
	}
	if most := h.playAI(map[string]any{"mode": "human_vs_ai", "human_color": 2}); most > time.Second {
		t.Logf("the default took up to %v on this machine", most)
	}
	h.playAI(map[string]any{"mode": "human_vs_ai", "human_color": 1, "auto_pass": false, "ai_level": "greedy"})
}

// The status is in the client's preferred language, Korean if it names none.
func TestLanguage(t *testing.T) {
	h := newHouse(t)
	g := h.game(map[string]any{"mode": "human_vs_human", "player1_name": "민수"})
	for accept, want := range map[string]string{
		"": "민수 차례예요", "ko-KR,ko;q=0.9,en;q=0.8": "민수 차례예요", "?": "민수 차례예요",
		"en": "민수's turn", "en-US,en;q=0.9,ko;q=0.8": "민수's turn", "fr": "민수's turn", "fr, en;q=0.5": "민수's turn",
	} {
		r := h.Request("GET", g+"/state", nil)
		r.Header.Set("Accept-Language", accept)
		if got := h.Do(r).JSON()["status_message"]; got != want {
			t.Errorf("for %q: %v, want %s", accept, got, want)
		}
	}
}

// Every state of a game has its sentence, in both languages.
func TestStatus(t *testing.T) {
	for _, c := range []struct {
		state  answer
		view   othello.View
		ko, en string
	}{
		{answer{"current_player": 1}, othello.View{}, "가 차례예요", "가's turn"},
		{answer{"current_player": 2}, othello.View{MustPass: true}, "b 패스: 둘 곳이 없어서 차례를 넘겨요", "b has no valid moves and passes"},
		{answer{"current_player": 2, "pass_player": 1}, othello.View{}, "가 패스: 둘 곳이 없었어요. b 차례예요", "가 passed, b's turn"},
		{answer{"winner": 0, "game_over": true}, othello.View{Counts: [2]int{32, 32}}, "무승부, 32 대 32", "Draw, 32 to 32"},
		{answer{"winner": 2, "game_over": true, "ai_player": 2}, othello.View{Counts: [2]int{30, 34}}, "AI 승리, 30 대 34", "AI wins, 30 to 34"},
		{answer{"current_player": 1, "ai_player": 2}, othello.View{}, "플레이어 차례예요", "Player's turn"},
	} {
		c.state["player1_name"], c.state["player2_name"] = "가", "b"
		for lang, want := range map[string]string{"ko": c.ko, "en": c.en} {
			if got := status(c.state, c.view, lang); got != want {
				t.Errorf("%v in %s: %q, want %q", c.state, lang, got, want)
			}
		}
	}
}

// playAI plays a whole game against the AI as a client does, and returns the longest time of a move.
func (h *house) playAI(body any) (most time.Duration) {
	h.t.Helper()
	g := h.game(body)
	for range 200 {
		s := h.must("GET", g+"/state", nil)
		switch {
		case s["game_over"] == true:
			return most
		case s["current_player"] == s["ai_player"]:
			began := time.Now()
			h.must("POST", g+"/ai-move", nil)
			most = max(most, time.Since(began))
		case s["can_pass"] == true:
			h.must("POST", g+"/pass", nil)
		default:
			sq := s["valid_moves"].([]any)[0].([]any)
			h.must("POST", g+"/move", map[string]any{"row": sq[0], "col": sq[1]})
		}
	}
	h.t.Fatal("the game does not end")
	return 0
}

// Confirmed changes survive kill -9, including the end and the moves that may be undone.
func TestKill(t *testing.T) {
	h := newHouse(t)
	g, a := h.game(map[string]any{"mode": "human_vs_human"}), h.game(nil)
	h.must("POST", a+"/move", map[string]any{"row": 2, "col": 3})
	for _, s := range short {
		h.move(g, s)
		h = h.kill()
	}
	is(t, h.must("GET", g+"/state", nil), `{"game_over": true, "winner": 1, "history_length": 10}`)
	h.must("POST", g+"/undo", nil)
	h = h.kill()
	is(t, h.must("GET", g+"/state", nil), `{"game_over": false, "history_length": 9}`)
	is(t, h.must("POST", a+"/ai-move", nil), `{"current_player": 1, "history_length": 3}`)
	m := h.must("GET", g+"/state", nil)["match_id"].(string)
	h.refused("/api/game/"+m+"/undo", nil, 404, "Game not found")
	f, err := h.lobby.Kibo(t.Context(), "", m)
	if err != nil || len(f.Entries) != 10 || f.Shared != games.Client {
		t.Errorf("kibo: %+v, %v", f, err)
	}
}

// An address may have a limited number of games. A finished one makes room.
func TestTooMany(t *testing.T) {
	h := newHouse(t)
	first := h.game(map[string]any{"mode": "human_vs_human"})
	for range 99 {
		h.game(nil)
	}
	h.refused("/api/game/new", nil, 429, "Too many games from your address")
	h.From = "192.0.2.2:1"
	h.game(nil)
	h.From = "192.0.2.1:2"
	for _, s := range short {
		h.move(first, s)
	}
	h.game(nil)
	h.refused(first+"/undo", nil, 404, "Game not found")
}

// Fifty clients play the same game through a real server: each move is made once.
func TestCrowd(t *testing.T) {
	h := newHouse(t)
	for _, body := range []any{map[string]any{"mode": "human_vs_human"}, map[string]any{"mode": "human_vs_ai", "human_color": 2, "ai_level": "careful"}} {
		g := h.game(body)
		var all sync.WaitGroup
		for i := range 50 {
			all.Go(func() {
				ask := func(method, what string, body any) (int, map[string]any) {
					raw, _ := json.Marshal(body)
					r, _ := http.NewRequest(method, h.url+g+what, bytes.NewReader(raw))
					resp, err := http.DefaultClient.Do(r)
					if err != nil {
						t.Error(err)
						return 0, nil
					}
					defer resp.Body.Close()
					var v map[string]any
					out, _ := io.ReadAll(resp.Body)
					_ = json.Unmarshal(out, &v)
					return resp.StatusCode, v
				}
				for n := range 6 {
					_, s := ask("GET", "/state", nil)
					if s["game_over"] == true {
						return
					}
					if s["current_player"] == s["ai_player"] {
						status, v := ask("POST", "/ai-move", nil)
						if _, now := ask("GET", "/state", nil); status != 200 && now["game_over"] != true { // another client ended it meanwhile
							t.Errorf("ai-move: %d %v", status, v)
						}
						continue
					}
					moves, ok := s["valid_moves"].([]any)
					if !ok || len(moves) == 0 {
						t.Errorf("%v", s)
						return
					}
					sq := moves[(i+n)%len(moves)].([]any)
					if status, v := ask("POST", "/move", map[string]any{"row": sq[0], "col": sq[1], "player": s["current_player"]}); status != 200 && status != 400 {
						t.Errorf("move: %d %v", status, v)
					}
				}
			})
		}
		all.Wait()
		m := h.must("GET", g+"/state", nil)["match_id"].(string)
		r, err := h.lobby.Replay(t.Context(), "", m)
		if err != nil || len(r.Plies) == 0 {
			t.Errorf("after the crowd: %v", err)
		}
	}
}

// Any client request succeeds, or is refused as the description says.
func FuzzRequests(f *testing.F) {
	h := newHouse(f)
	game := h.game(map[string]any{"mode": "human_vs_ai", "ai_level": "greedy"})
	known := [][3]string{{"POST", "/api/game/new", `{"mode":"human_vs_human","player1_name":"a","player2_name":"b","auto_pass":false}`}, {"POST", game + "/move", `{"row":2,"col":3,"player":1}`}}
	for what := range questions {
		method, path, _ := strings.Cut(what, " ")
		known = append(known, [3]string{method, strings.Replace(path, "/api/game/{id}", game, 1), ""})
	}
	webtest.Fuzz(f, h.Front, known...)
}
