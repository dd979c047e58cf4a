package othello

import (
	"fmt"

	"arcade/games"
	"arcade/games/othello"
)

// stateOf is a game as both of the owner's clients read it: a superset of their fields.
func stateOf(g game) answer {
	m := g.Match()
	v := m.View(games.Spectator).(othello.View)
	board := [8][8]int{}
	for i, c := range v.Board {
		board[i/8][i%8] = map[rune]int{'X': 1, 'O': 2}[c]
	}
	moves := [][2]int{}
	for _, sq := range v.Legal {
		text := sq.String()
		moves = append(moves, [2]int{int(text[1] - '1'), int(text[0] - 'a')})
	}
	s := answer{
		"game_id": g.id, "match_id": g.ID(), "board": board, "valid_moves": moves, "current_player": int(m.ToAct()) + 1,
		"game_over": m.Over(), "winner": nil, "end_reason": nil,
		"black_count": v.Counts[0], "white_count": v.Counts[1],
		"pass_count": v.Passes, "pass_player": nil, "can_pass": v.MustPass, "can_undo": m.CanUndo(),
		"history_length": len(m.Plies()) + 1, "first_move": 1, "last_action": nil, "last_move": nil,
		"human_player": nil, "ai_player": nil, "human_color": nil, "ai_color": nil,
		"mode": "human_vs_human", "player1_name": g.Name(0), "player2_name": g.Name(1),
	}
	for seat := range games.Seat(2) {
		if g.Bot(seat) != "" {
			ai := int(seat) + 1
			s["mode"], s["ai_player"], s["ai_color"], s["human_player"], s["human_color"] = "human_vs_ai", ai, ai, 3-ai, 3-ai
			s["player1_name"], s["player2_name"] = "Player", "AI"
		}
	}
	s["game_mode"] = s["mode"]
	for _, p := range m.Plies() {
		if p.Action == othello.Pass {
			s["last_action"], s["pass_player"] = "pass", int(p.Seat)+1
			continue
		}
		s["last_action"], s["last_move"] = "move", [2]int{int(p.Action[1] - '1'), int(p.Action[0] - 'a')}
		s["pass_player"] = nil
	}
	if r := m.Result(); r != nil {
		s["current_player"] = int(m.Plies()[len(m.Plies())-1].Seat) + 1 // who moved last
		s["winner"], s["end_reason"] = int(r.Winner)+1, r.Reason        // 0 is a draw
	}
	s["status_message"] = status(s, v)
	return s
}

// status says how the game stands.
func status(s answer, v othello.View) string {
	name := func(player int) any { return s[fmt.Sprintf("player%d_name", player)] }
	if human, ai := s["human_player"], s["ai_player"]; ai != nil {
		name = func(player int) any { return map[any]string{human: "Player", ai: "AI"}[player] }
	}
	switch {
	case s["winner"] == 0:
		return fmt.Sprintf("Draw, %d to %d", v.Counts[0], v.Counts[1])
	case s["game_over"] == true:
		return fmt.Sprintf("%v wins, %d to %d", name(s["winner"].(int)), v.Counts[0], v.Counts[1])
	case v.MustPass:
		return fmt.Sprintf("%v has no valid moves and passes", name(s["current_player"].(int)))
	case s["pass_player"] != nil:
		return fmt.Sprintf("%v passed, %v's turn", name(s["pass_player"].(int)), name(s["current_player"].(int)))
	}
	return fmt.Sprintf("%v's turn", name(s["current_player"].(int)))
}
