package sessions_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/games/klondike/solver"
	"arcade/sessions/screentest"
	"arcade/sessions/words"
)

// "finish" is announced once all cards can go home without thought, and plays them. Before that it plays
// nothing.
func TestFinish(t *testing.T) {
	moves := solver.Solve(klondike.Deck(42), klondike.Standard(), games.Limit{}).Moves
	for _, lang := range []words.Lang{words.KO, words.EN} {
		screentest.In(t, lang, func(t *testing.T, h *screentest.Hall) {
			l := listen(t, h, lang, h.Name(0))
			defer l.stop()
			l.say("play klondike 42")
			if got := l.say("finish"); got != words.T(lang, "wd.finish.none")+"\n" {
				t.Errorf("at the beginning: %q", got)
			}
			for _, m := range moves {
				if strings.Contains(l.say(string(m)), words.T(lang, "wd.finish")) {
					break
				}
			}
			heard := l.say("finish")
			var n int
			if _, err := fmt.Sscanf(strings.TrimPrefix(heard, "저절로 둔 수 "), "%d", &n); err != nil || n < 2 || strings.Count(heard, "\n") > 8 {
				t.Errorf("%v: %q", err, heard)
			}
			if score := l.say("s"); strings.Contains(score, words.T(lang, "kl.said.none")) || !strings.Contains(heard, words.T(lang, "wd.another")) {
				t.Errorf("it is not won: %q, %q", heard, score)
			}
		})
	}
}

// A run is resigned only by an answer, never by one number or word.
func TestGivingUp(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		l := listen(t, h, words.EN, h.Name(0))
		defer l.stop()
		l.say("play klondike 42")
		question := "Do you want to resign?\n1. Play on\n2. Resign\n"
		for _, typed := range []string{"4", "resign", "give the run up"} {
			if got := l.say(typed); got != question {
				t.Errorf("%s: %q", typed, got)
			}
			if got := l.say("1"); got != "0 moves have been played\n" {
				t.Errorf("%s: %q", typed, got)
			}
		}
		l.say("4")
		if got := l.say("2"); !strings.HasPrefix(got, "The run was given up\n") || strings.Count(got, "given up") != 1 {
			t.Error(got)
		}
	})
}

// Talk is answered where no person hears it: at a run, or with bots and no spectator.
func TestTalkToNobody(t *testing.T) {
	for lang, want := range map[words.Lang]string{words.EN: "Nobody else is here to hear that", words.KO: "지금은 들을 사람이 없어요"} {
		screentest.In(t, lang, func(t *testing.T, h *screentest.Hall) {
			l := listen(t, h, lang, h.Name(0))
			defer l.stop()
			l.say("play klondike 42")
			if got := l.say("say hello"); !strings.Contains(got, want) {
				t.Errorf("at a run: %q", got)
			}
			spectator := h.Other()
			h.Must(spectator.Visit.Watch(l.visit.Home().Resume[0].ID))
			if got := l.say("say hello"); got != "" {
				t.Errorf("with a spectator: %q", got)
			}
		})
	}
}

// "no" and "yes" answer the question before a shake is lost: play the card, or shake.
func TestShakeQuestion(t *testing.T) {
	screentest.In(t, words.KO, func(t *testing.T, h *screentest.Hall) {
		l := listen(t, h, words.KO, h.Name(0))
		defer l.stop()
		for typed, answered := range map[string]string{"아니요": "나: %d월 띠", "네": "나: %d월 흔들기 2배"} {
			h.Dealt.Next = shaking(t)
			l.say("list")
			l.say("matgo")
			for range 4 { // a bot, the first one, the house rules, without a clock
				l.say("1")
			}
			month := 3
			moves := l.say("m")
			if !strings.Contains(moves, "흔들기") { // the bot begins just now
				moves = l.say("m")
			}
			if strings.Contains(moves, "4월 흔들기") { // the bot has begun
				month = 4
			}
			if got := l.say(fmt.Sprint(month, "띠")); !strings.HasPrefix(got, words.T(words.KO, "mg.shake.ask")+"\n1. ") {
				t.Fatalf("asked: %q, of\n%s", got, moves)
			}
			if got := l.say(typed); !strings.HasPrefix(got, fmt.Sprintf(answered, month)) {
				t.Errorf("%s: %q", typed, got)
			}
		}
	})
}

// shaking returns the options of a round of Matgo in which seat 0 has three cards of month 3, and seat 1
// three of month 4.
func shaking(t *testing.T) string {
	t.Helper()
	var dealt struct{ Deck []string }
	if err := json.Unmarshal(screentest.MatgoRounds()[0].Options, &dealt); err != nil {
		t.Fatal(err)
	}
	var first, second, rest, last []string
	for _, c := range slices.Sorted(slices.Values(dealt.Deck)) {
		switch {
		case c == "03q" || c == "04q" || c[0] == 'b':
			last = append(last, c)
		case c[:2] == "03":
			first = append(first, c)
		case c[:2] == "04":
			second = append(second, c)
		default:
			rest = append(rest, c)
		}
	}
	slices.SortStableFunc(rest, func(x, y string) int { return strings.Compare(x[2:], y[2:]) }) // the months in turn
	raw, err := json.Marshal(map[string]any{"first": 0, "deck": slices.Concat(first, rest[:7], second, rest[7:], last)})
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
