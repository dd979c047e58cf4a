package sessions_test

import (
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode"
	"unicode/utf8"

	"arcade/sessions/screentest"
	"arcade/sessions/words"
)

// Any input, in the hall, at a table and in a replay, gets a clean answer, and the conversation goes on.
func TestHostileWords(t *testing.T) {
	nasty := []string{
		"", " ", "\x00", "\xff\xfe", "\x1b[2J\x1b]52;c;ZXZpbA==\x07", "\u202eabc", "0", "-1", "999999999999999999999", "1e9", "r", "r 99", "c \x1b", "say", "say \x1b[31m",
		"play", "play x", "play klondike \x00\xff", "join", "join ../../..", "watch '", "replay %s%n", "challenge", "challenge  ", "profile \xff", "leaderboard",
		"yes", "no", "claim", "rematch", "ready", "undo", "n", "p", "analyse", strings.Repeat("가", 170), strings.Repeat("x", 511), strings.Repeat("1 ", 200),
	}
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		h.First(h.Name(0)).End()
		l := listen(t, h, words.EN, h.Name(0))
		defer l.stop()
		for _, place := range []string{"leave", "play klondike 42", "play othello", "leave"} {
			l.say(place)
			for _, line := range nasty {
				for said := range strings.Lines(l.say(line)) {
					said, ended := strings.CutSuffix(said, "\n")
					if !ended || !utf8.ValidString(said) || strings.ContainsFunc(said, func(r rune) bool { return !unicode.IsPrint(r) }) {
						t.Errorf("%q is answered by %q", line, said)
					}
				}
			}
		}
		if said := l.say("help"); !strings.Contains(said, "Anywhere:") {
			t.Errorf("after all that help is %q", said)
		}
	})
}

// Megabytes without an end of line count as one long line, and a flood of lines is read at a limited pace.
func TestFloodOfWords(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		h.First(h.Name(0)).End()
		l := listen(t, h, words.EN, h.Name(0))
		defer l.stop()
		l.hear()
		if said := l.say(strings.Repeat("x", 4<<20)); said != "That line is too long\n" {
			t.Errorf("a line of megabytes is answered by %.200q", said)
		}
		began := time.Now()
		if _, err := io.WriteString(l.typed, strings.Repeat("again\n", 1000)); err != nil {
			t.Fatal(err)
		}
		h.Pass(time.Second)
		if took := time.Since(began); took < 90*time.Second {
			t.Errorf("1000 lines were taken within %v", took)
		}
		if n := strings.Count(l.hear(), "too long"); n < 900 {
			t.Errorf("%d lines were answered", n)
		}
	})
}

// unread accepts output until it is closed, and then only errors come.
type unread struct{ closed chan struct{} }

func (u unread) Write([]byte) (int, error) { <-u.closed; return 0, io.ErrClosedPipe }

// A player who reads nothing delays nobody else, and the end of the connection ends the conversation.
func TestNothingRead(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		h.First(h.Name(0)).End()
		deaf := unread{make(chan struct{})}
		l := listenOn(t, h, words.EN, h.Name(0), deaf)
		other := listen(t, h, words.EN, h.Name(1))
		defer other.stop()
		if said := other.say("help"); said == "" {
			t.Error("another player gets no answer")
		}
		close(deaf.closed)
		defer l.typed.Close()
		synctest.Wait()
		select {
		case err := <-l.ended:
			if err == nil {
				t.Error("it ended as if all had been said")
			}
		default:
			t.Error("the conversation goes on after its end")
		}
	})
}
