// Package say has the server's sentences for players, in both languages.
package say

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"arcade/lobby/room"
	"arcade/sessions/app"
	"arcade/sessions/words"
	"arcade/store"
)

// Message is a sentence to a player in both languages. As an error its text is the English one.
type Message struct{ KO, EN string }

// Error returns the English sentence, for logs.
func (m Message) Error() string { return m.EN }

// Say returns the sentence in a language, "ko" or "en".
func (m Message) Say(lang string) string {
	if lang == "ko" {
		return m.KO
	}
	return m.EN
}

// Both returns a message with a Korean and an English text.
func Both(ko, en string) Message { return Message{ko, en} }

// usageError is the error of a mistyped command: exit status 2.
type usageError struct{ Message }

// speaker is an error with a sentence in the player's language. A command may return any such error.
type speaker interface{ Say(lang string) string }

// Known reports whether an error has a sentence for players.
func Known(err error) bool { return errors.As(err, new(speaker)) }

// Usage returns the error of a mistyped command.
func Usage(ko, en string, args ...any) error {
	return usageError{Both(fmt.Sprintf(ko, args...), fmt.Sprintf(en, args...))}
}

// IsUsage reports whether an error is one of [Usage].
func IsUsage(err error) bool { return errors.As(err, new(usageError)) }

// Because adds a reason, which the caller has cleaned, unless it is "".
func (m Message) Because(reason string) Message {
	if reason == "" {
		return m
	}
	return Both(m.KO+" 이유: "+reason, m.EN+" Reason: "+reason)
}

// Refusal converts a refusal of the lobby to a sentence. It returns any other error unchanged, for the log.
func Refusal(err error) error {
	if err == nil {
		return nil
	}
	if s := app.Sentence(words.EN, err); s != words.T(words.EN, "sh.failed") {
		return Both(app.Sentence(words.KO, err), s)
	}
	return err
}

// Unsaved reports whether an error means that the store cannot save or read.
func Unsaved(err error) bool {
	return store.ErrIs(err, store.ErrUnwritten, store.ErrAway, room.ErrBroken)
}

// Sentence returns an error's text in a language, as one line that is safe to show.
func Sentence(err error, lang string) string {
	text := err.Error()
	var sp speaker
	if errors.As(err, &sp) {
		text = sp.Say(lang)
	}
	text = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, text)
	if r := []rune(text); len(r) > maxSentence {
		text = string(r[:maxSentence])
	}
	return text
}

// maxSentence limits the text of an error, in runes.
const maxSentence = 300
