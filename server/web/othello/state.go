package othello

import (
	"fmt"

	"arcade/games"
	"arcade/games/othello"
)

// stateOf returns a game's state in JSON, with a superset of the fields of both of the owner's clients.
// The status is in the given language. The owner's document has only two last actions, so a game without
// a move has "move", too.
func stateOf(g game, lang string) answer {
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
		"history_length": len(m.Plies()) + 1, "first_move": 1, "last_action": "move", "last_move": nil,
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
		s["current_player"] = int(m.Plies()[len(m.Plies())-1].Seat) + 1 // the side that moved last
		s["winner"], s["end_reason"] = int(r.Winner)+1, r.Reason        // 0 for a draw
	}
	s["status_message"] = status(s, v, lang)
	return s
}

// sentence is a status in both languages, as a format for [fmt].
type sentence struct{ ko, en string }

// Statuses of a game. In Korean no particle follows a name, because it would depend on the name's end.
var (
	drawn  = sentence{"무승부, %d 대 %d", "Draw, %d to %d"}
	won    = sentence{"%v 승리, %d 대 %d", "%v wins, %d to %d"}
	stuck  = sentence{"%v 패스: 둘 곳이 없어서 차례를 넘겨요", "%v has no valid moves and passes"}
	passed = sentence{"%v 패스: 둘 곳이 없었어요. %v 차례예요", "%v passed, %v's turn"}
	onTurn = sentence{"%v 차례예요", "%v's turn"}
)

// say formats a sentence in a language, "ko" or "en".
func (s sentence) say(lang string, args ...any) string {
	if lang == "en" {
		return fmt.Sprintf(s.en, args...)
	}
	return fmt.Sprintf(s.ko, args...)
}

// status returns the sentence for the game's state.
func status(s answer, v othello.View, lang string) string {
	name := func(player any) any {
		switch {
		case s["ai_player"] == nil:
			return s[fmt.Sprintf("player%d_name", player)]
		case player == s["ai_player"]:
			return "AI"
		case lang == "en":
			return "Player"
		}
		return "플레이어"
	}
	switch {
	case s["winner"] == 0:
		return drawn.say(lang, v.Counts[0], v.Counts[1])
	case s["game_over"] == true:
		return won.say(lang, name(s["winner"]), v.Counts[0], v.Counts[1])
	case v.MustPass:
		return stuck.say(lang, name(s["current_player"]))
	case s["pass_player"] != nil:
		return passed.say(lang, name(s["pass_player"]), name(s["current_player"]))
	}
	return onTurn.say(lang, name(s["current_player"]))
}
