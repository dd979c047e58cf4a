package exec

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// maxCommand is the longest command line, in bytes, and maxWords how many words it may have.
	maxCommand, maxWords = 4096, 64
)

// Split takes a command line apart into words as a shell would: blanks between
// words, '…' as it is, "…" and bare words with backslash. No other character
// means anything.
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
