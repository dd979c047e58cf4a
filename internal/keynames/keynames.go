// Package keynames finds sentences that are wrong for a finger, which has no keys and no mouse. It is for tests.
package keynames

import (
	"regexp"
	"strings"
)

// named finds a key or the mouse by its name, and a key by its letter where a sentence says what that does.
var named = regexp.MustCompile(`\b(Enter|Space|Tab|Esc|Backspace|Shift|Ctrl\S*|F2|[Aa]rrows|[Aa] digit|or digits|[Pp]ress(es)?|[Cc]licks?|wheel|mouse|Left/Right|Up/Down|[Ll]eft and right|[Uu]p and down|[Aa]ny key)\b` +
	`|(^|[\s(])[a-z?](: | = )[a-zA-Z가-힣]|(^|[\s(])[a-z?]( (shows|hides|copies|asks|explains|opens|deletes|sends|takes|plays|replays|removes|keeps|changes|turns|begins|starts|goes|gives|watches|joins|lists|once)\b)|\b[0-9] copies\b` +
	`|(^|[\s(])[a-z?](로|으로|를|을|는|은|나) |방향키|좌우|위아래|클릭|휠|마우스(로|를)|아무 키|숫자(로|나)|\([a-z]\)` +
	`|^ *[a-z] [a-z가-힣].{2,40}   [a-z] [a-z가-힣]`) // several keys with what they do

// In returns what a text names of keys and the mouse, "" for nothing.
func In(text string) string { return strings.TrimSpace(named.FindString(text)) }
