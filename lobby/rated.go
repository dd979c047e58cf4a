package lobby

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/netip"
	"strings"

	"arcade/lobby/clock"
	"arcade/lobby/ledger"
	"arcade/store"
)

// What counts for ratings and boards is decided when a match begins, kept in its record
// and worked out at its end by the ledger: see [ledger.Rules].

// neighbourhood is the network that one household, school or machine room has: an IPv4
// /24 or an IPv6 /48.
func neighbourhood(ip netip.Addr) netip.Prefix {
	bits := 24
	if ip.Is6() {
		bits = 48
	}
	p, _ := ip.Prefix(bits)
	return p
}

// codeOf is a code of the network that an address, or a network, is in; "" where nobody
// knows and where strangers may share it. It is kept with open seats, so it is no
// address: only who has the store's secret can try which one it is of.
func (l *Lobby) codeOf(from string) string {
	p, err := netip.ParsePrefix(from)
	ip := p.Addr()
	if err != nil {
		if ip, err = netip.ParseAddr(from); err != nil {
			return ""
		}
	}
	ip = ip.WithZone("").Unmap()
	for _, shared := range l.cfg.Shared {
		if shared.Contains(ip) {
			return ""
		}
	}
	return l.secretCode("network " + neighbourhood(ip).String())
}

// secretCode is a code of what nobody is to read.
func (l *Lobby) secretCode(what string) string {
	mac := hmac.New(sha256.New, l.secret)
	mac.Write([]byte(what))
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

// uncounted is why a match that is offered as rated would be casual between its host, who
// offered it from the network with a code ("": the one where it is now), and another
// player; "" where it would count.
func (l *Lobby) uncounted(game, host, from, other string) string {
	if from == "" {
		from = l.dir.NetworkOf(host)
	}
	if from != "" && from == l.dir.NetworkOf(other) {
		return ledger.OneNetwork
	}
	v, err := l.cfg.Store.VersusOne(game, host, other)
	if err != nil {
		l.log.Error("matches of a pair", "game", game, "err", err)
		return ""
	}
	n := 0
	if v.Day == ledger.Day(clock.MS()) {
		n = v.Today
	}
	for _, s := range l.dir.Lists().All {
		if s.Rated && s.Status == store.Live && s.Game == game && s.SeatOf(host) >= 0 && s.SeatOf(other) >= 0 {
			n++
		}
	}
	if n >= ledger.PairPerDay {
		return ledger.TooOften
	}
	return ""
}

// terms settles whether a match that is about to begin is rated, as it was offered, and
// by which rules.
func (l *Lobby) terms(rec *store.Match, host, other string) {
	if rec.Rated {
		rec.Casual = l.uncounted(rec.Game, host, rec.From, other)
	}
	if rec.Rated = rec.Rated && rec.Casual == ""; rec.Rated {
		rec.Ledger = ledger.Rules
	}
	rec.From = ""
}

// again is terms for the match that follows another one: it is offered as that was, and
// stays casual where one network was why, wherever its players have gone since.
func (l *Lobby) again(rec *store.Match, old store.Match) {
	if old.Casual == ledger.OneNetwork {
		rec.Casual = old.Casual
	} else if rec.Rated = rec.Rated || old.Casual == ledger.TooOften; rec.Rated {
		l.terms(rec, rec.Seats[0].Player, rec.Seats[1].Player)
	}
}

// Uncounted is why an open seat's match would be casual though it is offered as rated:
// with the visitor, or with whom it has challenged. "" where it would count, or nobody
// knows yet.
func (v *Visit) Uncounted(s *Summary) string { return v.l.foretold(s, v.Me().ID) }

// foretold is Uncounted for a person.
func (l *Lobby) foretold(s *Summary, me string) string {
	other := me
	switch {
	case s.Meets:
		other = s.Seats[s.Came].ID
	case s.SeatOf(me) >= 0:
		other = s.Invited
	}
	if !s.Rated || s.Status != store.Open || other == "" || strings.HasPrefix(other, "guest:") {
		return ""
	}
	return l.uncounted(s.Game, s.HostSeat().ID, s.From, other)
}
