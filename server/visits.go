package server

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"log/slog"
	"net/netip"
	"sync"
	"time"

	"arcade/lobby/turns"
)

// Visit is a session with its end.
type Visit struct {
	Present
	// Until is the end of the session, zero while it runs. Ending says why it ended.
	Until  time.Time
	Ending Ending
	// Network is a code of the client's network: equal for the sessions of one, and without meaning elsewhere.
	Network string
}

// Ended sessions are kept in memory for visitsTime, and visitsMost of them at most.
const (
	visitsTime = 24 * time.Hour
	visitsMost = 20_000
)

// visits are the sessions that have ended, in the order of their ends.
type visits struct {
	salt [16]byte // of the codes of networks

	mu   sync.Mutex
	list []Visit
}

func newVisits() *visits {
	v := &visits{}
	_, _ = rand.Read(v.salt[:]) // never fails
	return v
}

// add keeps a visit, without its address.
func (vs *visits) add(v Visit) {
	v.Network = vs.network(v.Work.From)
	v.Address, v.Work = netip.AddrPort{}, turns.Payer{}
	vs.mu.Lock()
	defer vs.mu.Unlock()
	old := v.Until.Add(-visitsTime)
	n := max(0, len(vs.list)+1-visitsMost)
	for n < len(vs.list) && vs.list[n].Until.Before(old) {
		n++
	}
	vs.list = append(vs.list[n:], v)
}

// letters are digits and capitals that nobody confuses.
var letters = base32.NewEncoding("0123456789ABCDEFGHJKMNPQRSTVWXYZ").WithPadding(base32.NoPadding)

// network returns the code of a network.
func (vs *visits) network(from string) string {
	m := hmac.New(sha256.New, vs.salt[:])
	m.Write([]byte(from))
	return letters.EncodeToString(m.Sum(nil)[:3])[:codeLength]
}

// codeLength is the length of a session's code.
const codeLength = 4

// newCode returns the code of a new session. A million of them are enough for the sessions of a day, which
// their times tell apart.
func newCode() string {
	var b [3]byte
	_, _ = rand.Read(b[:])
	return letters.EncodeToString(b[:])[:codeLength]
}

// over logs, counts and records the end of a session that has left the list. The line has the kind and the name of
// what was asked for, which is a known command. Only at the debug level it has the person: the key, the login name and
// the address.
func (srv *Server) over(l *listed, as Ending, began time.Time, kind, name string, more ...slog.Attr) {
	attrs := append([]slog.Attr{
		slog.String("session", l.Code), slog.String("ended", string(as)), slog.String("kind", kind), slog.String("name", name), slog.Bool("guest", l.Identity.Guest()),
	}, more...)
	if srv.log.Enabled(context.Background(), slog.LevelDebug) {
		attrs = append(attrs, slog.String("key", l.Identity.Fingerprint), slog.String("login", l.Identity.Login), slog.String("from", l.Address.String()))
	}
	srv.log.LogAttrs(context.Background(), slog.LevelInfo, "session", append(attrs, slog.Duration("took", time.Since(began).Round(time.Millisecond)))...)
	srv.counts.end(as)
	if l.ID == 0 { // it never was in the list
		return
	}
	v := Visit{Present: l.Present, Until: time.Now(), Ending: as}
	v.Input, v.Sent = time.UnixMilli(l.input.Load()), l.sent.Load()
	srv.visits.add(v)
}

// VisitsOf returns the sessions of the last day for which match is true, those that run last.
func (srv *Server) VisitsOf(match func(Present) bool) (list []Visit) {
	srv.visits.mu.Lock()
	for _, v := range srv.visits.list {
		if match(v.Present) && time.Since(v.Until) < visitsTime {
			list = append(list, v)
		}
	}
	srv.visits.mu.Unlock()
	for _, p := range srv.Sessions() {
		if match(p) {
			list = append(list, Visit{Present: p, Network: srv.visits.network(p.Work.From)})
		}
	}
	return list
}
