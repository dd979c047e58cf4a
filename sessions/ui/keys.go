package ui

import (
	"strings"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
)

// Key is a key for the screens: "up", "down", "left", "right", "enter", "space", "esc", "tab",
// "shift+tab", "backspace", "delete", "pgup", "pgdn", "home", "end", "f2", "ctrl+c" (and l, u, y, z), or
// one printable character, in lower case. F1 is "?". "" is a key without a meaning.
type Key string

// YesKey and NoKey answer what waits beside a screen: an invitation, a question of the opponent. No screen
// uses them for anything else.
const YesKey, NoKey Key = "+", "-"

// Press is the message of an area that stands for a key.
type Press Key

var named = map[rune]Key{
	tea.KeyUp: "up", tea.KeyDown: "down", tea.KeyLeft: "left", tea.KeyRight: "right",
	tea.KeyKpUp: "up", tea.KeyKpDown: "down", tea.KeyKpLeft: "left", tea.KeyKpRight: "right",
	tea.KeyEnter: "enter", tea.KeyKpEnter: "enter", tea.KeySpace: "space", tea.KeyEscape: "esc", tea.KeyTab: "tab",
	tea.KeyBackspace: "backspace", tea.KeyDelete: "delete", tea.KeyKpDelete: "delete",
	tea.KeyPgUp: "pgup", tea.KeyPgDown: "pgdn", tea.KeyHome: "home", tea.KeyEnd: "end",
	tea.KeyKpPgUp: "pgup", tea.KeyKpPgDown: "pgdn", tea.KeyKpHome: "home", tea.KeyKpEnd: "end",
	tea.KeyF1: "?", tea.KeyF2: "f2",
	tea.KeyKp0: "0", tea.KeyKp1: "1", tea.KeyKp2: "2", tea.KeyKp3: "3", tea.KeyKp4: "4",
	tea.KeyKp5: "5", tea.KeyKp6: "6", tea.KeyKp7: "7", tea.KeyKp8: "8", tea.KeyKp9: "9",
	tea.KeyKpDivide: "/", tea.KeyKpMinus: "-", tea.KeyKpPlus: "+",
}

// moves maps h j k l to the arrows on every screen.
var moves = map[rune]Key{'h': "left", 'j': "down", 'k': "up", 'l': "right"}

// FromPress returns the key of a press. hangul reports that the keyboard was in Hangul mode: then the key
// is the one under the jamo on the two-set layout, for a composed syllable under its first jamo. Text
// fields use msg.Text instead.
func FromPress(msg tea.KeyPressMsg) (key Key, hangul bool) {
	k := tea.Key(msg)
	if k.Mod&(tea.ModAlt|tea.ModMeta|tea.ModSuper|tea.ModHyper) != 0 {
		return "", false
	}
	if name, ok := named[k.Code]; ok && k.Mod&tea.ModCtrl == 0 {
		if name == "tab" && k.Mod&tea.ModShift != 0 {
			name = "shift+tab"
		}
		return name, false
	}
	r := k.Code
	if k.Text != "" {
		r, _ = utf8.DecodeRuneInString(k.Text)
	}
	if r >= 0xFF01 && r <= 0xFF5E { // full-width forms
		r += '!' - 0xFF01
	}
	if latin := under(r); latin != 0 {
		r, hangul = latin, true
	}
	switch r = unicode.ToLower(r); r { // no two actions differ by Shift alone
	case '=':
		r = '+'
	case '_':
		r = '-'
	}
	if r <= ' ' || r >= 0x7F {
		return "", false
	}
	if k.Mod&tea.ModCtrl != 0 {
		switch r {
		case 'c', 'l', 'u', 'y', 'z':
			return "ctrl+" + Key(r), hangul
		case 'h': // the Backspace key of some terminals sends it
			return "backspace", false
		case 'j': // a line feed
			return "enter", false
		}
		return "", false
	}
	if move, ok := moves[r]; ok {
		return move, hangul
	}
	return Key(r), hangul
}

// The two-set layout: the key of each jamo, in Unicode's order; of a compound the first key, of a double
// consonant its plain key.
var (
	// initialKeys: ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ
	initialKeys = [...]byte{'r', 'r', 's', 'e', 'e', 'f', 'a', 'q', 'q', 't', 't', 'd', 'w', 'w', 'c', 'z', 'x', 'v', 'g'}
	// medialKeys: ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ
	medialKeys = [...]byte{'k', 'o', 'i', 'o', 'j', 'p', 'u', 'p', 'h', 'h', 'h', 'h', 'y', 'n', 'n', 'n', 'n', 'b', 'm', 'm', 'l'}
	// finalKeys: ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ
	finalKeys = [...]byte{'r', 'r', 'r', 's', 's', 's', 'e', 'f', 'f', 'f', 'f', 'f', 'f', 'f', 'f', 'a', 'q', 'q', 't', 't', 'd', 'w', 'c', 'z', 'x', 'v', 'g'}
	// compatKeys: the consonants of the compatibility block ㄱ..ㅎ, U+3131..314E
	compatKeys = [...]byte{'r', 'r', 'r', 's', 's', 's', 'e', 'e', 'f', 'f', 'f', 'f', 'f', 'f', 'f', 'f', 'a', 'q', 'q', 'q', 't', 't', 'd', 'w', 'w', 'c', 'z', 'x', 'v', 'g'}
)

// Latin returns text typed in Hangul mode as the Latin letters under it: under each jamo, and for a
// syllable under its first. Other characters stay.
func Latin(s string) string {
	return strings.Map(func(r rune) rune {
		if key := under(r); key != 0 {
			return key
		}
		return r
	}, s)
}

// under returns the key under a jamo, or under a syllable's first jamo; 0 for other characters. Shift is
// ignored: no two actions differ by it.
func under(r rune) rune {
	switch {
	case r >= 0xAC00 && r <= 0xD7A3: // a syllable: 588 of them with each initial
		return rune(initialKeys[(r-0xAC00)/588])
	case r >= 0x3131 && r <= 0x314E:
		return rune(compatKeys[r-0x3131])
	case r >= 0x314F && r <= 0x3163:
		return rune(medialKeys[r-0x314F])
	case r >= 0x1100 && r <= 0x1112:
		return rune(initialKeys[r-0x1100])
	case r >= 0x1161 && r <= 0x1175:
		return rune(medialKeys[r-0x1161])
	case r >= 0x11A8 && r <= 0x11C2:
		return rune(finalKeys[r-0x11A8])
	}
	return 0
}
