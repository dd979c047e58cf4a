package names

import (
	"errors"
	"strings"
)

// ErrReserved says that a name is the arcade's own.
var ErrReserved = errors.New("name: the arcade's own")

// own are names with which a person would pass for the arcade or for whoever runs it.
var own = strings.Fields("arcade house system operator sysop admin moderator mod staff support official help server root ai bot notice " +
	"오락실 아케이드 하우스 시스템 운영자 운영진 운영팀 관리자 관리팀 도움말 서버 공식 공지 봇")

// Reserved holds the names that no person may have, by [Alike].
type Reserved map[string]bool

// Reserve returns the arcade's own names and others.
func Reserve(others ...string) Reserved {
	r := Reserved{}
	for _, name := range own {
		r[Alike(name)] = true
	}
	for _, name := range others {
		r[Alike(name)] = true
	}
	return r
}

// Has reports whether a name is reserved, looks like a reserved one, or is one with a number or 님 behind it.
func (r Reserved) Has(name string) bool {
	return r[Alike(name)] || r[Alike(strings.TrimRight(strings.TrimSuffix(name, "님"), "0123456789-_"))]
}

// alike turns signs into the ones that they look like.
var alike = strings.NewReplacer("-", "", "_", "", " ", "", "0", "o", "1", "i", "l", "i", "3", "e", "4", "a", "5", "s", "8", "b", "rn", "m", "vv", "w")

// Alike returns the form in which names that look alike are equal.
func Alike(name string) string { return alike.Replace(Key(name)) }
