package exec

import (
	"fmt"
	"strings"

	"arcade/sessions/words"
)

// wordsHelp explains how to play in words.
func wordsHelp(call *Call) error {
	lang, _ := words.ParseLang(call.Lang)
	for _, key := range []string{
		"wd.help.how", "wd.help.hall", "wd.help.lists", "wd.help.table", "wd.help.moves", "wd.help.match", "wd.help.replay", "wd.help.review", "wd.help.any",
	} {
		if _, err := fmt.Fprintf(call.Stdout, "  %s\n", words.T(lang, key, "ssh", strings.Replace(call.SSH, "ssh ", "ssh -T ", 1))); err != nil {
			return err
		}
	}
	return nil
}
