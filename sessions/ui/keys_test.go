package ui

import (
	"testing"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"golang.org/x/text/unicode/norm"
)

// press returns the message for a terminal's bytes.
func press(t *testing.T, bytes string) tea.KeyPressMsg {
	t.Helper()
	var d uv.EventDecoder
	n, event := d.Decode([]byte(bytes))
	key, ok := event.(uv.KeyPressEvent)
	if !ok || n != len(bytes) {
		t.Fatalf("%q is %T of %d bytes", bytes, event, n)
	}
	return tea.KeyPressMsg(key)
}

func TestFromPress(t *testing.T) {
	for bytes, want := range map[string]Key{
		"a": "a", "A": "a", "?": "?", "/": "/", "0": "0", " ": "space", "\r": "enter", "\n": "enter", "\x1b": "esc", "\t": "tab", "\x1b[Z": "shift+tab",
		"\x7f": "backspace", "\b": "backspace", "\x1b[3~": "delete",
		"\x1b[A": "up", "\x1b[B": "down", "\x1b[C": "right", "\x1b[D": "left", "\x1bOA": "up", "\x1b[1;2A": "up",
		"h": "left", "j": "down", "k": "up", "l": "right", "H": "left", "L": "right",
		"\x1b[5~": "pgup", "\x1b[6~": "pgdn", "\x1b[H": "home", "\x1b[F": "end", "\x1b[1~": "home", "\x1b[4~": "end",
		"\x1bOP": "?", "\x1bOQ": "f2", "\x1bOR": "",
		"\x03": "ctrl+c", "\x0c": "ctrl+l", "\x1a": "ctrl+z", "\x19": "ctrl+y", "\x15": "ctrl+u", "\x01": "", "\x1ba": "", "\x1b[1;5A": "",
		"Ｄ": "d", "５": "5", "é": "", "中": "", "😀": "",
		"\x1b[99;5u": "ctrl+c", "\x1b[97;2u": "a", "\x1b[57414u": "enter", "\x1bOj": "", "\x1b[57400u": "1",
	} {
		if got, hangul := FromPress(press(t, bytes)); got != want || hangul {
			t.Errorf("%q is %q, %v, want %q", bytes, got, hangul, want)
		}
	}
}

func TestHangulKeys(t *testing.T) {
	const jamo = "ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡ"
	const keys = "qwertyuiopasdfghjklzxcvbnm"
	table := map[string]string{"ㅃ": "q", "ㅉ": "w", "ㄸ": "e", "ㄲ": "r", "ㅆ": "t", "ㅒ": "o", "ㅖ": "p",
		"ㅘ": "h", "ㅙ": "h", "ㅚ": "h", "ㅝ": "n", "ㅞ": "n", "ㅟ": "n", "ㅢ": "m", "ㄳ": "r", "ㄵ": "s", "ㄶ": "s", "ㄺ": "f", "ㅀ": "f", "ㅄ": "q",
		"초": "c", "안": "d", "힣": "g", "각": "r", "쓰": "t", "하": "g",
		"ᄎ": "c", "ᄒ": "g", "ᅡ": "k", "ᅵ": "l", "ᆨ": "r", "ᇂ": "g"}
	for i, r := range []rune(jamo) {
		table[string(r)] = string(keys[i])
	}
	for s, key := range table {
		want := Key(key)
		if move, ok := moves[rune(key[0])]; ok {
			want = move
		}
		if got, hangul := FromPress(tea.KeyPressMsg{Code: []rune(s)[0], Text: s}); got != want || !hangul {
			t.Errorf("%q is %q, %v, want %q", s, got, hangul, want)
		}
	}
	// As terminals send them.
	for s, want := range map[string]Key{"ㅗ": "left", "초": "c", norm.NFD.String("초"): "c", "ㅎ": "g"} {
		if got, hangul := FromPress(press(t, s)); got != want || !hangul {
			t.Errorf("%q is %q, %v, want %q", s, got, hangul, want)
		}
	}
	if got, _ := FromPress(tea.KeyPressMsg{Code: 'ㅊ', Mod: tea.ModCtrl}); got != "ctrl+c" {
		t.Errorf("ctrl with ㅊ is %q", got)
	}
	// Every syllable is the key of its first consonant, by its decomposition.
	for r := rune(0xAC00); r <= 0xD7A3; r++ {
		first := []rune(norm.NFD.String(string(r)))[0]
		if under(r) != under(first) || under(r) == 0 {
			t.Fatalf("%c is %c, %c is %c", r, under(r), first, under(first))
		}
	}
	// And a jamo of either block is the same key.
	for r := rune(0x3131); r <= 0x3163; r++ {
		d := []rune(norm.NFKD.String(string(r)))[0]
		if under(r) == 0 || under(d) != 0 && under(r) != under(d) {
			t.Errorf("%c is %c, %U is %c", r, under(r), d, under(d))
		}
	}
	for _, r := range []rune{'a', '가' - 1, 0xD7A4, 0x3130, 0x3164, 0x1113, 0x1160, 0x1176, 0x11A7, 0x11C3} {
		if under(r) != 0 {
			t.Errorf("%U is %c", r, under(r))
		}
	}
}

func TestField(t *testing.T) {
	f := Field{MaxCells: 12, MaxRunes: 10}
	keys := func(seqs ...string) {
		for _, s := range seqs {
			if !f.Press(press(t, s)) {
				t.Errorf("%q means nothing", s)
			}
		}
	}
	is := func(want string, at int) {
		t.Helper()
		if f.String() != want || f.at != at {
			t.Errorf("%q at %d, want %q at %d", f.String(), f.at, want, at)
		}
	}
	keys("한", "h", "q", " ", "글")
	is("한hq 글", 5)
	keys("\x1b[D", "\x1b[D", "\x7f")
	is("한h 글", 2)
	keys("\x1b[H", "x", "\x1b[3~")
	is("xh 글", 1)
	keys("\x1b[F", "\x1b[3~", "\x1b[C")
	is("xh 글", 4)
	for _, s := range []string{"\r", "\x1b", "\t", "\x1b[A", "\x03", "\x1bOP"} {
		if f.Press(press(t, s)) {
			t.Errorf("the field took %q", s)
		}
	}
	f.Paste(tea.PasteMsg{Content: "\x1b[31m한\r\n\u202e글\u200b…긴 글\n"})
	is("xh 글[31m한 ", 10)
	if f.insert("x") != LostEnd {
		t.Error("a full field took something")
	}
	f.set("가나다라마바사")
	is("가나다라마바", 6)
	f.set("")
	is("", 0)
	keys("\x7f", "\x1b[D", "\x1b[3~")
	is("", 0)
	for typed, want := range map[string]Loss{"a": LostNothing, "é": LostNothing, "좋아 👍️": LostSigns, "\u200b": LostNothing} {
		f := Field{MaxCells: 12, MaxRunes: 10}
		f.Paste(tea.PasteMsg{Content: typed})
		if f.Lost != want {
			t.Errorf("%q: lost %d, want %d", typed, f.Lost, want)
		}
	}
	if (&Field{}).insert("a") != LostEnd {
		t.Error("a field without limits took something")
	}
}

func (f *Field) set(s string) {
	f.text, f.at = nil, 0
	f.insert(s)
}

func TestFieldClear(t *testing.T) {
	for _, at := range []int{0, 2, 5} {
		f := Field{MaxCells: 12, MaxRunes: 10}
		f.set("한글 ab")
		f.at = at
		if !f.Press(press(t, "\x15")) || f.String() != "" || f.at != 0 {
			t.Errorf("Ctrl+U left %q with the cursor at %d", f.String(), f.at)
		}
		if f.insert("x"); f.String() != "x" {
			t.Errorf("then typed: %q", f.String())
		}
	}
}

func TestFieldDraw(t *testing.T) {
	f := Field{MaxCells: 40, MaxRunes: 40}
	for _, tc := range []struct {
		text  string
		at, w int
		plain string
		x     int
	}{
		{"", 0, 5, "_", 0}, {"abc", 3, 5, "abc_", 3}, {"abcd", 4, 5, "abcd_", 4}, {"abcde", 5, 5, "bcde_", 4}, {"abcdefgh", 2, 5, "abcde", 2},
		{"가나다라", 4, 6, "다라_", 4}, {"가나다라", 0, 6, "가나다", 0}, {"가나다라", 2, 6, "가나다", 4},
	} {
		f.set(tc.text)
		f.at = tc.at
		c := strict(t, 10, 1)
		f.Draw(c.Region, 2, 0, tc.w)
		x, _, ok := c.cells.Cursor()
		if got := c.Plain(LevelLines); got != "  "+tc.plain || !ok || x != 2+tc.x {
			t.Errorf("%+v: %q, cursor %d", tc, got, x)
		}
		if at := c.cells.At(2+tc.x, 0); at.Surface != surface(Focus) {
			t.Errorf("%+v: the cursor does not show", tc)
		}
	}
}

func TestLatin(t *testing.T) {
	for in, want := range map[string]string{"d3": "d3", "ㅇ3": "d3", "ㅁ1": "a1", "가8": "r8", "": "", "D 4": "D 4"} {
		if got := Latin(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
