package spoken

import (
	"cmp"
	"strings"
)

// The commands that have a meaning anywhere, at a table, and in a replay, by their English names.
var commands, tableCommands, replayCommands map[string]func(s *Session, rest string)

func init() { // they and what they call name each other
	plain := func(do func(*Session)) func(*Session, string) { return func(s *Session, _ string) { do(s) } }
	commands = map[string]func(*Session, string){
		"help": plain((*Session).help), "again": plain((*Session).again), "stop": (*Session).stop,
		"yes": (*Session).accept, "no": (*Session).decline, "w": plain((*Session).people),
		"play": (*Session).playGame, "join": (*Session).join, "watch": (*Session).watch, "replay": (*Session).open,
		"challenge": (*Session).challenge, "profile": (*Session).profile, "leaderboard": (*Session).leaderboard, "arena": (*Session).arenaPage, "leave": plain((*Session).backToHall), "list": plain((*Session).backToHall),
	}
	tableCommands = map[string]func(*Session, string){
		"b": (*Session).board, "r": (*Session).row, "c": (*Session).column,
		"l": (*Session).lastMove, "m": (*Session).choices, "t": (*Session).clocks, "s": (*Session).score,
		"w": (*Session).who, "say": (*Session).speak, "undo": (*Session).takeback, "draw": (*Session).draw,
		"resign": (*Session).resign, "yes": (*Session).yes, "no": (*Session).no, "claim": (*Session).claim,
		"rematch": (*Session).rematch, "ready": (*Session).ready, "hint": (*Session).hint, "finish": (*Session).finish, "leave": (*Session).goHome,
	}
	page := func(to func(r *replay) int) func(*Session, string) {
		return func(s *Session, _ string) { s.page(to(s.back)) }
	}
	replayCommands = map[string]func(*Session, string){
		"n": page(func(r *replay) int { return r.at + 1 }), "p": page(func(r *replay) int { return r.at - 1 }),
		"first": page(func(*replay) int { return 0 }), "last": page(func(r *replay) int { return len(r.data.Plies) }),
		"l": page(func(r *replay) int { return r.at }),
		"b": (*Session).boardThen, "r": (*Session).rowThen, "c": (*Session).columnThen, "s": (*Session).scoreThen,
		"m": plain((*Session).options), "analyse": plain((*Session).analyse), "miss": plain((*Session).miss), "swing": plain((*Session).swing),
	}
}

// aliases are the Korean names of commands, and other English ones.
var aliases = map[string]string{
	"판": "b", "줄": "r", "칸": "c", "마지막": "l", "수": "m", "시계": "t", "점수": "s", "누구": "w", "말": "say",
	"무르기": "undo", "비기기": "draw", "기권": "resign", "네": "yes", "예": "yes", "아니요": "no", "아니오": "no",
	"시간승": "claim", "힌트": "hint", "준비": "ready", "끝내기": "finish", "한판더": "rematch",
	"다시": "again", "도움말": "help", "그만": "stop", "나가기": "leave", "목록": "list", "하기": "play", "구경": "watch",
	"들어가기": "join", "도전": "challenge", "복기": "replay", "프로필": "profile", "아레나": "arena",
	"순위표": "leaderboard",
	"다음":  "n", "이전": "p", "처음": "first", "끝": "last", "분석": "analyse", "놓친수": "miss", "전환점": "swing",
	"board": "b", "row": "r", "column": "c", "moves": "m", "time": "t", "score": "s", "who": "w", "next": "n", "previous": "p", "analyze": "analyse",
	"?": "help", "quit": "stop", "exit": "stop", "bye": "stop", "home": "leave", "back": "leave", "repeat": "again",
}

// houseAliases are the Korean names of the house's commands.
var houseAliases = map[string]string{"오늘": "today", "문제": "puzzle", "통계": "stats", "기보": "kibo"}

// alias is a command's English name.
func alias(word string) string {
	word = strings.ToLower(word)
	if name, ok := aliases[word]; ok {
		return name
	}
	return cmp.Or(houseAliases[word], word)
}

// anywhere does the commands that have a meaning wherever the player is. The name of a game is one
// in the hall.
func (s *Session) anywhere(typed string) bool {
	word, rest, _ := strings.Cut(typed, " ")
	if do, ok := commands[alias(word)]; ok {
		do(s, strings.TrimSpace(rest))
		return true
	}
	name, more, ok := s.cutGame(typed)
	if ok = ok && more == "" && s.at == nil; ok {
		s.game(name)
	}
	return ok
}
