package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"arcade/lobby/network"
	"arcade/server/say"
	"arcade/store"
	"arcade/store/notes"
)

// Ban keeps a key or a network out until a fixed time.
type Ban struct {
	// Target is a key's fingerprint, or a network as "203.0.113.0/24".
	Target string `json:"target"`
	// Name is the player name that the operator typed to ban a key, "" for other bans.
	Name string `json:"name,omitempty"`
	// Reason is shown to banned clients. It may be empty.
	Reason string `json:"reason,omitempty"`
	// Since and Until are ms since 1970.
	Since int64 `json:"since"`
	Until int64 `json:"until"`
}

// over reports whether the ban has expired.
func (b Ban) over(now time.Time) bool { return now.UnixMilli() >= b.Until }

// End returns the end of the ban for people, in UTC.
func (b Ban) End() string { return time.UnixMilli(b.Until).UTC().Format("2006-01-02 15:04 UTC") }

// line returns the refusal for a client of a banned network.
func (b Ban) line() string { return "your network is banned until " + b.End() }

// message returns the refusal for a banned key.
func (b Ban) message() say.Message {
	return say.Both("운영자가 이 접속을 막았어요. "+b.End()+"까지예요.",
		"the operator has banned you until "+b.End()+".").Because(b.Reason)
}

// Errors of [Server.Ban].
var (
	ErrTooManyBans = errors.New("too many bans")
	ErrBadTarget   = errors.New("not a key's fingerprint, an address or a network")
	ErrWide        = errors.New("the network is too wide to be banned")
	ErrBanTime     = errors.New("a ban takes from a second to ten years")
	ErrNoBan       = errors.New("no such ban")
)

const (
	// mostBans limits the number of bans.
	mostBans = 10_000
	// maxBan is the longest ban.
	maxBan = 10 * 365 * 24 * time.Hour
	// widest4 and widest6 are the shortest prefixes that can be banned.
	widest4, widest6 = 8, 16
)

// banNotes are the notes of the store that hold bans, by target.
var banNotes = notes.New[Ban]("ban", "TARGET").In()

// Bans holds the bans, which are kept in the store. All methods may be called from any goroutine. The
// queries may be called on nil, which has no bans. Every new connection queries the bans, so a query
// never waits for the store: a change is written to the store first, and then a new list replaces the old
// one.
type Bans struct {
	store   store.Notes
	writing sync.Mutex // held while bans are read from or written to the store
	now     atomic.Pointer[banList]
}

// banList is an immutable list of bans.
type banList struct {
	all  map[string]Ban          // by target
	nets map[netip.Prefix]string // the targets of the banned networks
}

func listOf(bans []Ban) *banList {
	l := &banList{map[string]Ban{}, map[netip.Prefix]string{}}
	for _, ban := range bans {
		l.put(ban)
	}
	return l
}

// put adds a ban to a list that is not published yet, in place of a ban of the same target.
func (l *banList) put(ban Ban) {
	l.all[ban.Target] = ban
	if p, err := netip.ParsePrefix(ban.Target); err == nil {
		l.nets[p] = ban.Target
	}
}

// live returns the bans that have not expired.
func (l *banList) live(now time.Time) []Ban {
	return slices.DeleteFunc(slices.Collect(maps.Values(l.all)), func(ban Ban) bool { return ban.over(now) })
}

// stale returns notes that delete expired bans from the store.
func (l *banList) stale(now time.Time) (old []store.Note) {
	for target, ban := range l.all {
		if ban.over(now) {
			old = append(old, banNotes.Gone(target))
		}
	}
	return old
}

// OpenBans reads the bans from a store.
func OpenBans(ctx context.Context, st store.Notes) (*Bans, error) {
	b := &Bans{store: st}
	b.now.Store(listOf(nil))
	_, err := b.read(ctx)
	return b, err
}

// read reads the bans from the store and returns the bans that it did not know.
func (b *Bans) read(ctx context.Context) (fresh []Ban, err error) {
	b.writing.Lock()
	defer b.writing.Unlock()
	list, err := banNotes.First(ctx, b.store, "", mostBans)
	if err != nil {
		return nil, fmt.Errorf("bans: %w", err)
	}
	bans, old := make([]Ban, len(list)), b.now.Load()
	for i, n := range list {
		if bans[i] = n.Value; old.all[bans[i].Target] != bans[i] {
			fresh = append(fresh, bans[i])
		}
	}
	b.now.Store(listOf(bans))
	return fresh, nil
}

// ParseTarget returns the ban target for an operator's input: a key's fingerprint unchanged, or an
// address or network in the form of [ParseNetwork]. An IPv6 address becomes its /64, as in the limits.
// Errors: ErrBadTarget, ErrWide.
func ParseTarget(s string) (string, error) {
	if key, ok := strings.CutPrefix(s, "SHA256:"); ok {
		if len(key) != 43 {
			return "", ErrBadTarget
		}
		return s, nil
	}
	p, err := ParseNetwork(s)
	if err != nil {
		return "", err
	}
	if !strings.Contains(s, "/") {
		p = network.Of(p.Addr())[network.Address]
	}
	if p.Addr().Is4() && p.Bits() < widest4 || p.Addr().Is6() && p.Bits() < widest6 {
		return "", ErrWide
	}
	return p.String(), nil
}

// ParseNetwork reads a network, or an address with or without a port, as a prefix in its shortest form.
// An address becomes a prefix with a single address. Error: ErrBadTarget.
func ParseNetwork(s string) (netip.Prefix, error) {
	if ap, err := netip.ParseAddrPort(s); err == nil { // the form of a list of sessions
		s = ap.Addr().String()
	}
	p, err := netip.ParsePrefix(s)
	if err != nil {
		ip, err := netip.ParseAddr(s)
		if err != nil {
			return p, ErrBadTarget
		}
		p = netip.PrefixFrom(ip, ip.BitLen())
	}
	if a := p.Addr(); a.Is4In6() && p.Bits() >= 96 {
		p = netip.PrefixFrom(a.Unmap(), p.Bits()-96)
	}
	return p.Masked(), nil
}

// add starts bans that last for d, in place of bans of the same targets. Each Target comes from
// [ParseTarget]; add sets Since and Until in the list. Errors: ErrTooManyBans, ErrBanTime, ErrBadTarget.
func (b *Bans) add(ctx context.Context, d time.Duration, list ...Ban) error {
	if d < time.Second || d > maxBan {
		return ErrBanTime
	}
	b.writing.Lock()
	defer b.writing.Unlock()
	now, old := time.Now(), b.now.Load()
	write, next := old.stale(now), listOf(old.live(now))
	for i := range list {
		ban := &list[i]
		if t, err := ParseTarget(ban.Target); err != nil {
			return err
		} else if t != ban.Target {
			return ErrBadTarget
		}
		ban.Since, ban.Until = now.UnixMilli(), now.Add(d).UnixMilli()
		n, err := banNotes.Note(ban.Target, *ban, nil)
		if err != nil {
			return fmt.Errorf("ban: %w", err)
		}
		write = append(write, n)
		next.put(*ban)
	}
	if len(next.all) > mostBans {
		return ErrTooManyBans
	}
	if err := b.store.PutNotes(ctx, banNotes.Name, write...); err != nil {
		return fmt.Errorf("ban: %w", err)
	}
	b.now.Store(next)
	return nil
}

// Lift ends and returns the bans for which match is true. Error: ErrNoBan.
func (b *Bans) Lift(ctx context.Context, match func(Ban) bool) ([]Ban, error) {
	b.writing.Lock()
	defer b.writing.Unlock()
	now, old := time.Now(), b.now.Load()
	write := old.stale(now)
	var lifted, left []Ban
	for _, ban := range old.live(now) {
		if match(ban) {
			lifted = append(lifted, ban)
			write = append(write, banNotes.Gone(ban.Target))
		} else {
			left = append(left, ban)
		}
	}
	if len(lifted) == 0 {
		return nil, ErrNoBan
	}
	if err := b.store.PutNotes(ctx, banNotes.Name, write...); err != nil {
		return nil, fmt.Errorf("unban: %w", err)
	}
	b.now.Store(listOf(left))
	return lifted, nil
}

// List returns the bans that have not expired, soonest expiry first.
func (b *Bans) List() []Ban {
	if b == nil {
		return nil
	}
	list := b.now.Load().live(time.Now())
	slices.SortFunc(list, func(a, b Ban) int {
		return cmp.Or(cmp.Compare(a.Until, b.Until), cmp.Compare(a.Target, b.Target))
	})
	return list
}

// key returns the ban of a key, and whether there is one.
func (b *Bans) key(fingerprint string) (Ban, bool) {
	if b == nil || fingerprint == "" {
		return Ban{}, false
	}
	ban, ok := b.now.Load().all[fingerprint]
	return ban, ok && !ban.over(time.Now())
}

// Address returns the ban of the network that contains an address, and whether there is one. Of several
// bans it returns the one that ends last.
func (b *Bans) Address(a netip.Addr) (found Ban, ok bool) {
	if b == nil || !a.IsValid() {
		return Ban{}, false
	}
	a = a.Unmap().WithZone("")
	list, now := b.now.Load(), time.Now()
	if len(list.nets) == 0 {
		return Ban{}, false
	}
	for bits := a.BitLen(); bits >= 0; bits-- {
		p, err := a.Prefix(bits)
		if err != nil {
			break
		}
		if target, banned := list.nets[p]; banned {
			if ban := list.all[target]; !ban.over(now) && ban.Until > found.Until {
				found, ok = ban, true
			}
		}
	}
	return found, ok
}

// covers reports whether the ban keeps a session out.
func (b Ban) covers(p Present) bool {
	if p.Identity.Fingerprint == b.Target {
		return true
	}
	prefix, err := netip.ParsePrefix(b.Target)
	return err == nil && prefix.Contains(p.Address.Addr())
}

// bannedFrom returns the ban of the network from which an admitted connection comes. The connection has
// the client's address, even behind a proxy.
func (srv *Server) bannedFrom(c *conn) (Ban, bool) {
	if c == nil {
		return Ban{}, false
	}
	return srv.cfg.Bans.Address(addrPort(c.RemoteAddr()).Addr())
}

// Bans returns the server's bans; nil if it has none.
func (srv *Server) Bans() *Bans { return srv.cfg.Bans }

// Ban bans targets for a time, and ends their present sessions and connections. It returns the number of
// sessions that it ended. See [Bans.add].
func (srv *Server) Ban(ctx context.Context, d time.Duration, list ...Ban) (int, error) {
	if srv.cfg.Bans == nil {
		return 0, errors.New("this server keeps no bans")
	}
	if err := srv.cfg.Bans.add(ctx, d, list...); err != nil {
		return 0, err
	}
	return srv.enforce(list), nil
}

// ReadBans reads the bans from the store, which another server may have changed, and ends sessions under
// new bans. It returns the number of sessions that it ended.
func (srv *Server) ReadBans(ctx context.Context) (int, error) {
	if srv.cfg.Bans == nil {
		return 0, nil
	}
	fresh, err := srv.cfg.Bans.read(ctx)
	return srv.enforce(fresh), err
}

// enforce ends the sessions and connections that bans keep out.
func (srv *Server) enforce(list []Ban) (ended int) {
	for _, ban := range list {
		if ban.over(time.Now()) {
			continue
		}
		ended += srv.eject(ban.covers, ejected{ban.message(), EndBanned})
		if prefix, err := netip.ParsePrefix(ban.Target); err == nil {
			time.AfterFunc(kickTime, func() {
				srv.gate.close(func(c *conn) bool { return prefix.Contains(addrPort(c.RemoteAddr()).Addr()) })
			})
		}
	}
	return ended
}
