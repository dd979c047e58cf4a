package say

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"arcade/lobby/room"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/words"
	"arcade/store"
)

// A refusal of the lobby is a sentence in both languages; any other error stays what it is, for the log.
func TestRefusal(t *testing.T) {
	got := Refusal(fmt.Errorf("at a table: %w", table.ErrFull))
	if !Known(got) || Sentence(got, "en") != app.Sentence(words.EN, table.ErrFull) || Sentence(got, "ko") != app.Sentence(words.KO, table.ErrFull) {
		t.Errorf("%q, %q", Sentence(got, "en"), Sentence(got, "ko"))
	}
	if err := Refusal(io.ErrUnexpectedEOF); err != io.ErrUnexpectedEOF || Known(err) {
		t.Errorf("an error of the machine: %v", err)
	}
	if Refusal(nil) != nil {
		t.Error("no error is one")
	}
}

// What is shown of an error is one line of signs that can be shown, in the player's language, and has an end.
func TestSentence(t *testing.T) {
	both := Both("안 돼요\n지금은", "not\tnow\x1b[31m")
	for lang, want := range map[string]string{"ko": "안 돼요 지금은", "en": "not now[31m"} {
		if got := Sentence(fmt.Errorf("wrapped: %w", both), lang); got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
	}
	if got := Sentence(errors.New(strings.Repeat("가", 2*maxSentence)), "ko"); got != strings.Repeat("가", maxSentence) {
		t.Errorf("%d bytes are left", len(got))
	}
	if got := both.Because("").EN; got != both.EN {
		t.Errorf("no reason is %q", got)
	}
	if got := Both("아니요.", "no.").Because("late"); got.KO != "아니요. 이유: late" || got.EN != "no. Reason: late" {
		t.Errorf("%+v", got)
	}
}

// A mistyped command has a sentence of its own, and an exit status of its own.
func TestUsage(t *testing.T) {
	err := fmt.Errorf("card: %w", Usage("%s는 없어요", "no %s", "x"))
	if !IsUsage(err) || !Known(err) || Sentence(err, "ko") != "x는 없어요" || Sentence(err, "en") != "no x" {
		t.Errorf("%v, %q", IsUsage(err), Sentence(err, "ko"))
	}
	if IsUsage(Both("a", "b")) || IsUsage(nil) {
		t.Error("any sentence is of a mistyped command")
	}
}

// Players and programs wait when nothing can be saved or read; after any other refusal they do not.
func TestUnsaved(t *testing.T) {
	for err, want := range map[error]bool{store.ErrUnwritten: true, store.ErrAway: true, room.ErrBroken: true, table.ErrFull: false, store.ErrNotFound: false} {
		if got := Unsaved(fmt.Errorf("a: %w", err)); got != want {
			t.Errorf("%v: %v", err, got)
		}
	}
}
