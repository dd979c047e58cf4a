// Package fair decides which matches count: none within one network unless both players are established, a few
// a day between the same two players, and none for a while after too many aborts. It writes notes of networks, but no matches. It
// decides when a match begins, and the record keeps the decision. The ledger applies it at the end: see
// [ledger.Rules].
package fair

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"net/netip"
	"strings"

	"arcade/games"
	"arcade/lobby/clock"
	"arcade/lobby/directory"
	"arcade/lobby/ledger"
	"arcade/lobby/table"
	"arcade/store"
)

// Directory reports who is here.
type Directory interface {
	// NetworkOf returns the code of the network from which a person is here, "" if it is unknown.
	NetworkOf(person string) string
	// Lists returns all tables.
	Lists() *directory.Lists
}

// Rules decide which matches count. They are safe for concurrent use.
type Rules struct {
	// Calls of the store use Context.
	Context   context.Context
	Store     store.Store
	Games     *games.Registry
	Log       *slog.Logger
	Directory Directory
	// Secret is the store's; it is the key of the codes.
	Secret []byte
	// Shared lists networks that strangers may share. Coming from one does not identify a person.
	Shared []netip.Prefix
}

// neighbourhood returns the typical network of one household, school or machine room: an IPv4 /24 or an
// IPv6 /48.
func neighbourhood(ip netip.Addr) netip.Prefix {
	bits := 24
	if ip.Is6() {
		bits = 48
	}
	p, _ := ip.Prefix(bits)
	return p
}

// Network returns a code of the network of an address, or of a network; "" if it is unknown or shared by
// strangers. The code is stored with open seats: only a holder of the store's secret can test an address
// against it.
func (f *Rules) Network(from string) string {
	p, err := netip.ParsePrefix(from)
	ip := p.Addr()
	if err != nil {
		if ip, err = netip.ParseAddr(from); err != nil {
			return ""
		}
	}
	ip = ip.WithZone("").Unmap()
	for _, shared := range f.Shared {
		if shared.Contains(ip) {
			return ""
		}
	}
	return f.Code("network " + neighbourhood(ip).String())
}

// Code makes a code from which nobody can read the text.
func (f *Rules) Code(what string) string {
	mac := hmac.New(sha256.New, f.Secret)
	mac.Write([]byte(what))
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

// Uncounted returns the reason why a match offered as rated would be casual between its host and another
// player, "" if it would count. from is the code of the network from which the host offered it, "" for the
// host's present one.
func (f *Rules) Uncounted(game, host, from, other string) string {
	if from == "" {
		from = f.Directory.NetworkOf(host)
	}
	if f.oneNetwork(from, f.Directory.NetworkOf(other)) && !(f.known(game, host) && f.known(game, other)) {
		return ledger.OneNetwork
	}
	v, err := f.Store.VersusOne(f.Context, game, host, other)
	if err != nil {
		f.Log.Error("matches of a pair", "game", game, "err", err)
		return ""
	}
	n := 0
	if v.Day == ledger.Day(clock.MS()) {
		n = v.Today
	}
	for _, s := range f.Directory.Lists().All {
		if s.Rated && s.Status == store.Live && s.Game == game && s.SeatOf(host) >= 0 && s.SeatOf(other) >= 0 {
			n++
		}
	}
	if n >= ledger.PairPerDay {
		return ledger.TooOften
	}
	return ""
}

// known reports whether a player may play rated within one network: the rating is established, and has changed
// in matches against enough opponents. They came from other networks, since within its own the player was not
// rated before.
func (f *Rules) known(game, player string) bool {
	if player == "" || strings.HasPrefix(player, "guest:") {
		return false
	}
	r, err := ledger.Rating(f.Context, f.Store, game, player)
	if err != nil {
		f.Log.Error("rating of a player", "game", game, "err", err)
		return false
	}
	return !ledger.Provisional(r) && r.Opponents >= ledger.BoardOpponents
}

// Terms settles whether a match that is about to begin is rated, and by which rules.
func (f *Rules) Terms(rec *store.Match, host, other string) {
	if rec.Rated {
		rec.Casual = f.Uncounted(rec.Game, host, rec.From, other)
	}
	if rec.Rated = rec.Rated && rec.Casual == ""; rec.Rated {
		rec.Ledger = ledger.Rules
	}
	rec.From = ""
}

// Again is Terms for the match that follows old, and is offered on the same terms. It stays casual if one
// network was the reason, even if the players have changed networks or are established by now.
func (f *Rules) Again(rec *store.Match, old store.Match) {
	if old.Casual == ledger.OneNetwork {
		rec.Casual = old.Casual
	} else if rec.Rated = rec.Rated || old.Casual == ledger.TooOften; rec.Rated {
		f.Terms(rec, rec.Seats[0].Player, rec.Seats[1].Player)
	}
}

// Foretold returns the reason why an open seat's match would be casual though it is offered as rated. The
// opponent is the one who has come or was challenged, or else me. It returns "" if the match would count,
// or if that is not known yet.
func (f *Rules) Foretold(s *table.Summary, me string) string {
	other := me
	switch {
	case s.Meets:
		other = s.Seats[s.GuestSeat].ID
	case s.SeatOf(me) >= 0:
		other = s.Invited
	}
	if !s.Rated || s.Status != store.Open || other == "" || strings.HasPrefix(other, "guest:") {
		return ""
	}
	return f.Uncounted(s.Game, s.HostSeat().ID, s.From, other)
}
