package exec

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// maxCommand limits a command line in bytes, maxWords its words.
	maxCommand, maxWords = 4096, 64
)

// Split splits a command line into words as a shell would: blanks separate words, '…' is literal, "…" and
// bare words may have backslashes. No other character has a meaning.
func Split(line string) ([]string, error) {
	if len(line) > maxCommand {
		return nil, errTooLong
	}
	if !utf8.ValidString(line) || strings.ContainsFunc(line, func(r rune) bool { return r != '\t' && !unicode.IsPrint(r) }) {
		return nil, errCharacters
	}
	var (
		words  []string
		word   strings.Builder
		inWord bool
		quote  rune
		escape bool
	)
	for _, r := range line {
		switch {
		case escape:
			word.WriteRune(r)
			escape = false
		case r == '\\' && quote != '\'':
			escape, inWord = true, true
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			quote, inWord = r, true
		case quote == 0 && (r == ' ' || r == '\t'):
			if inWord {
				words = append(words, word.String())
				word.Reset()
				inWord = false
			}
		default:
			word.WriteRune(r)
			inWord = true
		}
	}
	if quote != 0 || escape {
		return nil, errQuote
	}
	if inWord {
		words = append(words, word.String())
	}
	if len(words) > maxWords {
		return nil, errTooLong
	}
	return words, nil
}
