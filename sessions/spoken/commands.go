package spoken

import (
	"strings"

	"arcade/sessions/play"
)

// The commands that have a meaning anywhere, at a table, and in a replay, by their English names.
var commands, tableCommands, replayCommands map[string]func(s *session, rest string)

func init() { // they and what they call name each other
	plain := func(do func(*session)) func(*session, string) { return func(s *session, _ string) { do(s) } }
	commands = map[string]func(*session, string){
		"help": plain((*session).help), "again": plain((*session).again), "stop": func(s *session, _ string) { s.over = true },
		"yes": plain((*session).accept), "no": plain((*session).decline), "w": plain((*session).people),
		"play": (*session).playGame, "join": (*session).join, "watch": (*session).watch, "replay": (*session).open,
		"challenge": (*session).challenge, "profile": (*session).profile, "leave": plain((*session).backToHall), "list": plain((*session).backToHall),
	}
	tableCommands = map[string]func(*session, string){
		"b": (*session).board, "r": (*session).row, "c": (*session).column,
		"l": (*session).lastMove, "m": (*session).choices, "t": (*session).clocks, "s": (*session).score,
		"w": (*session).who, "say": (*session).speak, "undo": (*session).takeback, "draw": (*session).draw,
		"resign": (*session).resign, "yes": (*session).yes, "no": (*session).no, "claim": (*session).claim,
		"rematch": (*session).rematch, "ready": (*session).ready, "hint": (*session).hint, "leave": (*session).goHome,
	}
	page := func(to func(r *replay) int) func(*session, string) {
		return func(s *session, _ string) { s.page(to(s.back)) }
	}
	replayCommands = map[string]func(*session, string){
		"n": page(func(r *replay) int { return r.at + 1 }), "p": page(func(r *replay) int { return r.at - 1 }),
		"first": page(func(*replay) int { return 0 }), "last": page(func(r *replay) int { return len(r.data.Plies) }),
		"l": page(func(r *replay) int { return r.at }),
		"b": (*session).boardThen, "r": (*session).rowThen, "c": (*session).columnThen, "s": (*session).scoreThen,
		"m": plain((*session).options), "analyse": plain((*session).analyse), "miss": plain((*session).miss), "swing": plain((*session).swing),
	}
}

// aliases are the Korean names of commands, and other English ones.
var aliases = map[string]string{
	"판": "b", "줄": "r", "칸": "c", "마지막": "l", "수": "m", "시계": "t", "점수": "s", "누구": "w", "말": "say",
	"무르기": "undo", "비기기": "draw", "기권": "resign", "네": "yes", "예": "yes", "아니요": "no", "아니오": "no",
	"시간승": "claim", "힌트": "hint", "준비": "ready", "한판더": "rematch",
	"다시": "again", "도움말": "help", "그만": "stop", "나가기": "leave", "목록": "list", "하기": "play", "구경": "watch",
	"들어가기": "join", "도전": "challenge", "복기": "replay", "프로필": "profile",
	"다음": "n", "이전": "p", "처음": "first", "끝": "last", "분석": "analyse", "놓친수": "miss", "전환점": "swing",
	"board": "b", "row": "r", "column": "c", "moves": "m", "time": "t", "score": "s", "who": "w", "next": "n", "previous": "p", "analyze": "analyse",
	"?": "help", "quit": "stop", "exit": "stop", "bye": "stop", "home": "leave", "back": "leave", "repeat": "again",
}

// alias is a command's English name.
func alias(word string) string {
	word = strings.ToLower(word)
	if name, ok := aliases[word]; ok {
		return name
	}
	return word
}

// anywhere does the commands that have a meaning wherever the player is. The name of a game is one
// in the hall.
func (s *session) anywhere(word, rest string) bool {
	if do, ok := commands[word]; ok {
		do(s, rest)
		return true
	}
	return s.at == nil && play.All[word] != nil && s.game(word)
}
