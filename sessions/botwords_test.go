package sessions_test

import (
	"strings"
	"testing"

	"arcade/sessions/screentest"
	"arcade/sessions/words"
)

// A lost match is reported in the second person, and a bot plays again at once.
func TestBotAgain(t *testing.T) {
	for lang, want := range map[words.Lang][3]string{
		words.EN: {"You lost. Newbie bot wins\n", "You resigned\n", "You are at a table of Othello\n"},
		words.KO: {"졌어요. 새내기봇 승리\n", "내가 기권했어요\n", "오델로 판이에요\n"},
	} {
		t.Run(lang.String(), func(t *testing.T) {
			screentest.In(t, lang, func(t *testing.T, h *screentest.Hall) {
				h.First(h.Name(0)).End()
				l := listen(t, h, lang, h.Name(0))
				defer l.stop()
				for _, line := range []string{"1", "1", "1", "1", "1", "1", "resign"} {
					l.say(line)
				}
				if said := l.say("2"); !strings.HasPrefix(said, want[0]) || !strings.Contains(said, want[1]) {
					t.Errorf("resigned: %q", said)
				}
				if said := l.say("rematch"); !strings.HasPrefix(said, want[2]) {
					t.Errorf("again: %q", said)
				}
			})
		})
	}
}

// Before the first hint of a ranked run the player is asked, because the run then no longer ranks.
func TestHintAsks(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		h.First(h.Name(0)).End()
		l := listen(t, h, words.EN, h.Name(0))
		defer l.stop()
		l.say("play klondike")
		l.say("1")
		asks := "A hint takes this run off the ranks. Do you want it?\n1. Play on\n2. Hear the hint\n"
		if said := l.say("hint"); said != asks {
			t.Errorf("hint: %q", said)
		}
		if said := l.say("no"); !strings.HasSuffix(said, " choices\n") {
			t.Errorf("play on: %q", said)
		}
		l.say("hint")
		for i, line := range []string{"yes", "hint"} {
			if said := l.say(line); said == asks {
				t.Errorf("%d: it asks again", i)
			}
		}
	})
}
