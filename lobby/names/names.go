// Package names makes and reads people's names, and the IDs and codes of matches.
package names

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"arcade/lobby/text"
)

// ErrBad says that a name is not allowed.
var ErrBad = errors.New("name: 2 to 12 cells of Hangul, letters, digits, - and _")

// Clean returns a name in the form in which it is stored, or ErrBad. It replaces width forms of letters
// by the plain ones. A name has Hangul syllables (two cells each), ASCII letters and digits, - and _,
// from 2 to 12 cells.
func Clean(s string) (string, error) {
	if len(s) > 200 {
		return "", ErrBad
	}
	s = norm.NFKC.String(strings.TrimSpace(s))
	for _, r := range s {
		if !(r >= '가' && r <= '힣' || r < 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r)) || r == '-' || r == '_') {
			return "", ErrBad
		}
	}
	if cells := text.Width(s); cells < 2 || cells > 12 {
		return "", ErrBad
	}
	return s, nil
}

// Key returns the form in which names must be unique; s is a clean name.
func Key(s string) string { return strings.ToLower(s) }

// generic are login names that say nothing about a person.
var generic = map[string]bool{
	"root": true, "admin": true, "ubuntu": true, "debian": true, "user": true, "guest": true,
	"pi": true, "ec2-user": true, "git": true, "arcade": true, "play": true, "game": true,
	"games": true, "test": true, "ko": true, "en": true, "you": true, "me": true, "bot": true,
	"anonymous": true, "nobody": true, "runner": true, "vagrant": true, "ssh": true,
}

var (
	koFirst  = strings.Fields("달빛 바람 새벽 구름 별빛 노을 이슬 단풍 봄날 은빛 푸른 붉은 작은 큰 빠른 느린 웃는 졸린")
	koSecond = strings.Fields("여우 토끼 호랑이 고래 까치 거북 사슴 다람쥐 수달 매 두루미 나비 너구리 고양이 참새 올빼미")
	enFirst  = strings.Fields("moon wind dawn star dew maple sunny silver blue red tiny quick calm merry sleepy lucky")
	enSecond = strings.Fields("fox hare tiger whale magpie deer otter crane moth cat owl crow bear wren seal lynx")
)

func pick(list []string) string { return list[Roll(rand.Reader, len(list))] }

// Roll returns a random number from 0 to n-1.
func Roll(random io.Reader, n int) int {
	v, err := rand.Int(random, big.NewInt(int64(n)))
	if err != nil {
		panic(err) // crypto/rand does not fail on a working system
	}
	return int(v.Int64())
}

// Suggest returns a free name for a newcomer; taken reports whether a name is not free. It tries the
// login name if that says anything, then friendly inventions in the language.
func Suggest(login, lang string, taken func(name string) bool) string {
	if name, err := Clean(login); err == nil && !generic[Key(name)] && !LikeGuest(name) && !taken(name) {
		return name
	}
	first, second := koFirst, koSecond
	if lang != "ko" {
		first, second = enFirst, enSecond
	}
	for i := 0; ; i++ {
		name := pick(first) + pick(second)
		if i >= 3 {
			name = pick(second) + fmt.Sprint(Roll(rand.Reader, 10_000))
		}
		if i >= 50 {
			name = "p" + strings.ToLower(ID(10))
		}
		// After that many taken names the store must be failing; writing the name will report that.
		if name, err := Clean(name); err == nil && (i >= 60 || !taken(name)) {
			return name
		}
	}
}

// guestKO and guestEN begin the names of guests; players with keys cannot have such names.
const guestKO, guestEN = "손님-", "guest-"

// GuestName returns a name for a visitor without a key.
func GuestName(lang string) string {
	first := guestEN
	if lang == "ko" {
		first = guestKO
	}
	return fmt.Sprintf("%s%04d", first, Roll(rand.Reader, 10_000))
}

// Invented reports whether a name is one that Suggest or GuestName may have invented.
func Invented(name string) bool {
	for _, list := range [][2][]string{{koFirst, koSecond}, {enFirst, enSecond}} {
		for _, second := range list[1] {
			if first, ok := strings.CutSuffix(name, second); ok && slices.Contains(list[0], first) {
				return true
			}
			if n, ok := strings.CutPrefix(name, second); ok && n != "" && strings.Trim(n, "0123456789") == "" {
				return true
			}
		}
	}
	return LikeGuest(name)
}

// Lang returns the language of an invented name, "ko" or "en".
func Lang(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return r >= 0x80 }) {
		return "ko"
	}
	return "en"
}

// LikeGuest reports whether a clean name looks like a guest's.
func LikeGuest(name string) bool {
	key := Key(name)
	return strings.HasPrefix(key, guestKO) || strings.HasPrefix(key, guestEN)
}

// Same reports whether two names differ at most in how they are written.
func Same(a, b string) bool {
	a, errA := Clean(a)
	b, errB := Clean(b)
	return errA == nil && errB == nil && Key(a) == Key(b)
}
