package exec

import (
	"fmt"
	"strings"

	"arcade/sessions/words"
)

// wordsHelp explains how to play in words.
func wordsHelp(call *Call) error {
	lang, _ := words.ParseLang(call.Lang)
	samples := []string{words.T(lang, "wd.sample.othello"), words.T(lang, "wd.sample.matgo"), words.T(lang, "wd.sample.klondike")}
	ssh := strings.Replace(call.SSH, "ssh ", "ssh -T ", 1)
	for _, key := range []string{
		"wd.help.how", "wd.help.hall", "wd.help.lists", "wd.help.table", "wd.help.moves", "wd.help.match", "wd.help.replay", "wd.help.review", "wd.help.any",
	} {
		if _, err := fmt.Fprintf(call.Stdout, "  %s\n", words.T(lang, key, "ssh", ssh, "m", strings.Join(samples, ", "))); err != nil {
			return err
		}
	}
	return nil
}
