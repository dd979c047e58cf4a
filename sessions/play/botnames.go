package play

import (
	"arcade/games"
	"arcade/sessions/words"
)

// BotNames returns the names under which the screens show the bots of games, in both languages, for
// lobby.Config.Reserved.
func BotNames(all *games.Registry) (list []string) {
	for _, lang := range []words.Lang{words.KO, words.EN} {
		list = append(list, words.T(lang, "bot.house"))
		for _, g := range all.Games() {
			for _, name := range games.BotNames(g) {
				list = append(list, words.T(lang, "bot."+name))
			}
		}
	}
	return list
}
