package lobby

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"arcade/games"
)

// heard are the texts that a visitor can read at a table.
func (h *house) heard(v *Visit, id string) (list []string) {
	h.t.Helper()
	for _, l := range h.see(v, id).Chat {
		if l.Phrase != 0 {
			list = append(list, fmt.Sprint("#", l.Phrase))
			continue
		}
		list = append(list, l.Text)
	}
	return list
}

func TestWhoHearsWhom(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		id, kim, lee := h.midgame(Offer{})
		park := h.enter("park")
		h.must(park.Watch(id))
		h.must(kim.Say(id, 0, "안녕"))
		h.must(lee.Say(id, 3, ""))
		drain(kim)
		drain(park)
		h.must(park.Say(id, 0, "play c4"))
		for v, want := range map[*Visit]string{kim: "[안녕 #3]", lee: "[안녕 #3]", park: "[안녕 #3 play c4]"} {
			if got := fmt.Sprint(h.heard(v, id)); got != want {
				t.Errorf("%s hears %s, want %s", v.Me().Name, got, want)
			}
		}
		if l := h.see(park, id).Chat; l[0].Seat != 0 || l[1].Seat != 1 || l[2].Seat != games.Nobody || l[0].From.Name != "kim" {
			t.Errorf("lines %+v", l)
		}
		if !woken(park) {
			t.Error("who hears it is not woken")
		}
		h.must(lee.Do(id, games.Resign))
		if got := fmt.Sprint(h.heard(kim, id)); got != "[안녕 #3 play c4]" {
			t.Errorf("after the end kim hears %s", got)
		}
	})
}

func TestChatRefuses(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		id, kim, _ := h.midgame(Offer{})
		park := h.enter("park")
		h.refused(park.Say(id, 1, ""), ErrNotSeated) // not at the table
		h.refused(kim.Say(id, -1, ""), games.ErrNotAllowed)
		h.refused(kim.Say(id, Phrases+1, ""), games.ErrNotAllowed)
		h.refused(kim.Say("NONE", 1, ""), ErrNoTable)
		h.must(kim.Say(id, 0, " \x1b\u200b ")) // nothing is left of it, and nothing said
		if list := h.heard(kim, id); len(list) != 0 {
			t.Errorf("heard %q", list)
		}
		h.must(kim.Say(id, Phrases, "x"))
		if list := h.see(kim, id).Chat; len(list) != 1 || list[0].Text != "" {
			t.Errorf("a phrase with text: %+v", list)
		}
	})
}

// What the lobby allows by default.
const chatBurst, chatWindow = 4, 8_000

func TestChatLimitsAreConfigured(t *testing.T) {
	inBubbleWith(t, Config{ChatLines: 2, ChatTime: time.Minute}, func(t *testing.T, h *house) {
		id, kim, _ := h.midgame(Offer{})
		h.must(kim.Say(id, 1, ""))
		h.must(kim.Say(id, 1, ""))
		h.pass(time.Minute - time.Millisecond)
		h.refused(kim.Say(id, 1, ""), ErrTooFast)
		h.pass(time.Millisecond)
		h.must(kim.Say(id, 1, ""))
	})
}

func TestChatIsSlow(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		id, kim, lee := h.midgame(Offer{})
		for range chatBurst {
			h.must(kim.Say(id, 1, ""))
			h.pass(time.Second)
		}
		h.refused(kim.Say(id, 0, "more"), ErrTooFast)
		h.must(lee.Say(id, 1, "")) // the other one may
		kim = h.enter("kim")       // another window does not help
		h.must(kim.Watch(id))
		h.refused(kim.Say(id, 1, ""), ErrTooFast)
		h.pass(chatWindow*time.Millisecond - chatBurst*time.Second)
		h.must(kim.Say(id, 1, ""))
		h.refused(kim.Say(id, 1, ""), ErrTooFast) // only the first of the four is long enough ago
	})
}

func TestChatKeepsTheLastLines(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		id, kim, _ := h.midgame(Offer{Control: "none"})
		for i := range 3 * chatKept {
			h.must(kim.Say(id, 0, fmt.Sprint(i)))
			h.pass(chatWindow * time.Millisecond)
		}
		list := h.heard(kim, id)
		if len(list) != chatKept || list[chatKept-1] != fmt.Sprint(3*chatKept-1) {
			t.Errorf("%d lines, the last %q", len(list), list[len(list)-1])
		}
		// Nor is it remembered for ever who has spoken.
		for range 20 {
			g := h.guest()
			h.must(g.Watch(id))
			h.must(g.Say(id, 1, ""))
			g.Leave()
			h.pass(chatWindow * time.Millisecond)
		}
		if n := len(h.Lobby.tables[id].said); n > 1 {
			t.Errorf("%d speakers are remembered", n)
		}
	})
}

func TestCleanText(t *testing.T) {
	for name, c := range map[string][2]string{
		"plain":             {"good game!", "good game!"},
		"Korean":            {"좋은 판이었어요 ㅋㅋ", "좋은 판이었어요 ㅋㅋ"},
		"accents":           {"cafe\u0301 Zoë", "cafe Zoë"},
		"letters apart":     {"\u1112\u1161\u11ab", "한"},
		"escape":            {"\x1b[31mred\x1b[0m\x07", "[31mred[0m"},
		"OSC":               {"\x1b]52;c;aGk=\x07x\u009b2J\u009d0;t\u009c", "]52;c;aGk=x2J0;t"},
		"lines":             {"a\r\nb\tc\u2028d\u0085e", "a b c d e"},
		"blanks":            {"  a \u00a0\u3000 b  ", "a b"},
		"right to left":     {"\u202eabc\u202c \u2066x\u2069\u200f\u061c", "abc x"},
		"Hebrew and Arabic": {"a שלום سلام b", "a b"},
		"zero width":        {"a\u200b\u200c\u200d\u2060\ufeff\u00adb", "ab"},
		"fillers":           {"\u3164\u115f\u1160\uffa0\u2800a", "a"},
		"joining jamo":      {"a\u1161\u11a8\ud7b0", "a"},
		"combining":         {"z\u0335\u0336\u0489\u0300\u20dd!", "z!"},
		"selectors":         {"a\ufe0f\U000e0101\U000e0041", "a"},
		"emoji":             {"gg😀👍🏽🇰🇷⚡☺❤⌚⭐x", "ggx"},
		"private use":       {"a\ue0b0\U000f0000b", "ab"},
		"not a character":   {"a\xff\xc3\ufffeb", "ab"},
		"ambiguous width":   {"a→①★※±αж", "a"},
		"quotes and dashes": {"\u201cit\u2019s\u201d \u2014 so\u2026", `"it's" - so...`},
		"nothing":           {" \u200b\x00 ", ""},
	} {
		if got := CleanText(c[0], MaxChat); got != c[1] {
			t.Errorf("%s: %q, want %q", name, got, c[1])
		}
	}
	if got := CleanText(strings.Repeat("가", 100), MaxChat); got != strings.Repeat("가", MaxChat) {
		t.Errorf("cut to %d runes", utf8.RuneCountInString(got))
	}
	if got := CleanText(strings.Repeat("\u0301", 1<<20)+"a", MaxChat); got != "" {
		t.Errorf("a megabyte of marks: %q", got)
	}
}

func TestCleanTextOfAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })).Draw(t, "text")
		got := CleanText(in, MaxChat)
		if !utf8.ValidString(got) || utf8.RuneCountInString(got) > MaxChat || strings.TrimSpace(got) != got {
			t.Fatalf("%q gives %q", in, got)
		}
		for _, r := range got {
			if r != ' ' && !printable(r) {
				t.Fatalf("%q lets %U through", in, r)
			}
		}
		if again := CleanText(got, MaxChat); again != got {
			t.Fatalf("cleaned twice: %q, once: %q", again, got)
		}
	})
}
