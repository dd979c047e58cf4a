package directory

import (
	"slices"
	"sync/atomic"
	"time"

	"arcade/lobby/names"
	"arcade/lobby/table"
)

// Identity is the claim of a connection. Only Fingerprint is proven.
type Identity struct {
	// Fingerprint is the key that signed, "" for a guest.
	Fingerprint string
	// Login is the SSH user name, a suggestion for a newcomer's name.
	Login string
	// Lang is the language, "ko" or "en", in which a newcomer is named.
	Lang string
	// From is the origin of the connection, an address or its network; "" if unknown.
	From string
	// Session is the number of the session in the server; 0 for none.
	Session uint64
	// Came is the time at which the visitor came, perhaps a while ago on a busy machine; zero means now.
	Came time.Time
}

// Presence is one connection in the house, or a stand-in for one on another node. A person has one in the
// house at a time: the newest.
type Presence struct {
	d *Directory
	// ID is the person's, which never changes, so watchers can be walked without a lock.
	ID       string
	Identity Identity
	// Program reports whether a bot's program plays; all others are screens.
	Program bool
	Since   time.Time
	// Node is the node of the visit for which this one stands in, "" for a visit of this node; Start is
	// the node's incarnation.
	Node  string
	Start int64
	// Owner is the lobby's value for the connection.
	Owner any

	wake   chan struct{}
	woken  atomic.Uint64 // number of wakes
	onWake atomic.Pointer[func()]

	guarded
}

// guarded is the part of a presence that the directory's lock guards.
type guarded struct {
	me         table.Person
	name       string // the visit's name for other nodes, "" until one knows it
	shown      int64  // ms: when its node last showed the visit of this stand-in
	superseded bool
	gone       bool
	ended      error    // the reason why the lobby ended it
	claim      string   // the claim by which other nodes know it; "" for none
	calls      []string // tables that have begun with this person, not yet entered
	at         string   // the table being watched
	touched    []Table  // where the visit has acted or watched
	sight      Sight    // the lists that the visit shows, if looks is set
	looks      bool
	notices    []Notice // from the house, not yet taken
}

// Notice is a message of the house to a visitor, whatever screen is open.
type Notice struct {
	Kind NoticeKind
	// KO and EN are the text in each language: an announcement, the name, the reason or "".
	KO, EN string
}

// NoticeKind is the kind of a notice.
type NoticeKind uint8

// The kinds of notices.
const (
	Announced NoticeKind = iota // a message to everybody
	Renamed                     // the visitor has another name
	TableShut                   // the operator has closed the visitor's table
)

const (
	// CallsKept limits the calls that wait for a visit, the latest: the first screen has all tables that
	// have begun.
	CallsKept = 64
	// NoticesKept limits the notices that wait for a visitor.
	NoticesKept = 4
)

// New makes a presence that is not in the house yet; see [Directory.Appear].
func (d *Directory) New(id Identity, program bool, owner any) *Presence {
	p := &Presence{d: d, Identity: id, Program: program, Since: id.Came, Owner: owner, wake: make(chan struct{}, 1)}
	if p.Since.IsZero() {
		p.Since = time.Now()
	}
	return p
}

// Be sets the person of a presence, before it appears.
func (p *Presence) Be(me table.Person) { p.ID, p.me = me.ID, me }

// Appear adds a presence, and returns the one that it replaces.
// ErrClosing, ErrSuperseded.
func (d *Directory) Appear(p *Presence) (old *Presence, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.draining {
		return nil, ErrClosing
	}
	if old = d.visits[p.ID]; old != nil {
		if old.Since.After(p.Since) { // its person has given up waiting for this one
			return nil, ErrSuperseded
		}
		old.superseded = true
		p.calls, old.calls = old.calls, nil
		d.count(old, -1)
		old.Poke()
	}
	d.visits[p.ID] = p
	d.count(p, 1)
	d.showVisit(p.ID)
	d.touch(Sight{Changes: Counts})
	return old, nil
}

// count records an arrival or a departure; the lock is held.
func (d *Directory) count(p *Presence, n int) {
	if !p.Program {
		d.people += n
	}
}

// StepBack ends a presence because its person has come in at another node, and returns its pending calls;
// false if it has ended before.
func (d *Directory) StepBack(p *Presence) (calls []string, here bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.visits[p.ID] != p {
		return nil, false
	}
	p.superseded = true
	delete(d.visits, p.ID)
	d.count(p, -1)
	d.showVisit(p.ID)
	calls, p.calls = p.calls, nil
	p.Poke()
	d.touch(Sight{Changes: Counts})
	return calls, true
}

// Leave ends a presence; last reports whether its person has no other one here. It returns false if it has
// ended before.
func (d *Directory) Leave(p *Presence) (last, left bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if p.gone {
		return false, false
	}
	p.gone = true
	last = d.visits[p.ID] == p
	if last {
		delete(d.visits, p.ID)
		d.count(p, -1)
		d.showVisit(p.ID)
	}
	d.touch(Sight{Changes: Counts})
	return last, true
}

// End ends a player's presence by a key, or any presence with the key "".
func (d *Directory) End(player, key string, why error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if p := d.visits[player]; p != nil && (key == "" || p.Identity.Fingerprint == key) {
		p.ended = why
		p.Poke()
	}
}

// Over returns ErrSuperseded or ErrLeft if the visit has ended, else nil.
func (p *Presence) Over() error {
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	return p.over()
}

// over is Over; the lock is held.
func (p *Presence) over() error {
	switch {
	case p.superseded:
		return ErrSuperseded
	case p.gone || p.ended != nil:
		return ErrLeft
	}
	return nil
}

// Ended returns the reason why the lobby ended the visit, nil before.
func (p *Presence) Ended() error {
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	return p.ended
}

// Superseded reports whether the same key has connected again, which ends this visit.
func (p *Presence) Superseded() bool {
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	return p.superseded
}

// Me returns the visitor.
func (p *Presence) Me() table.Person {
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	return p.me
}

// Wake delivers a token when something the visit looks at has changed; it holds
// at most one, so a slow reader misses steps and never falls behind.
func (p *Presence) Wake() <-chan struct{} { return p.wake }

// OnWake sets f, which is called in a goroutine of its own for each token in Wake's channel. f takes the
// token; until then it is not called again.
func (p *Presence) OnWake(f func()) {
	p.onWake.Store(&f)
	if len(p.wake) > 0 {
		go f()
	}
}

// Woken counts the visitor's wakes. A visitor that refreshed at the same count has seen everything.
func (p *Presence) Woken() uint64 { return p.woken.Load() }

// Poke puts a token into the wake channel.
func (p *Presence) Poke() {
	p.woken.Add(1)
	select {
	case p.wake <- struct{}{}:
		if f := p.onWake.Load(); f != nil {
			go (*f)()
		}
	default:
	}
}

// Call takes the next table that began with this person's seat, "" for none.
func (p *Presence) Call() string {
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	if len(p.calls) == 0 {
		return ""
	}
	id := p.calls[0]
	p.calls = p.calls[1:]
	return id
}

// Notices takes the notices since the last call, oldest first.
func (p *Presence) Notices() []Notice {
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	list := p.notices
	p.notices = nil
	return list
}

// tell adds a notice for the visitor; the lock is held.
func (p *Presence) tell(n Notice) {
	p.notices = append(p.notices, n)
	if len(p.notices) > NoticesKept {
		p.notices = slices.Clone(p.notices[1:])
	}
	p.Poke()
}

// At returns the table that the visitor watches, "" for none.
func (p *Presence) At() string {
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	return p.at
}

// SetAt records the table that the visitor watches, if the visitor is still at was; an empty was
// matches any.
func (p *Presence) SetAt(id, was string) {
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	if was == "" || p.at == was {
		p.at = id
		if p.d.visits[p.ID] == p {
			p.d.showVisit(p.ID)
		}
	}
}

// Forsake records that the visitor watches no table, and publishes nothing.
func (p *Presence) Forsake() {
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	p.at = ""
}

// Touch records that the visit acts at a table or watches it.
func (p *Presence) Touch(t Table) {
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	p.touch(t)
}

// Act is Touch for a visit that may still act; ErrSuperseded, ErrLeft. It does not touch a table
// that another node owns.
func (p *Presence) Act(t Table, here bool) error {
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	err := p.over()
	if err == nil && here {
		p.touch(t)
	}
	return err
}

// touch is Touch; the lock is held.
func (p *Presence) touch(t Table) {
	if !slices.Contains(p.touched, t) {
		p.prune()
		p.touched = append(p.touched, t)
	}
}

// prune drops tables that have gone; the lock is held.
func (p *Presence) prune() {
	p.touched = slices.DeleteFunc(p.touched, func(t Table) bool {
		id, _ := t.Is()
		return p.d.tables[id] != t && p.d.followers[id] != t
	})
}

// Concern returns the tables that concern the visit: its person's own, and the ones where it acted.
func (p *Presence) Concern() []Table {
	list := p.d.Own(p.ID)
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	for _, t := range p.touched {
		if !slices.Contains(list, t) {
			list = append(list, t)
		}
	}
	return list
}

// Name returns the visit's name for other nodes, and its person.
func (p *Presence) Name() (name string, me table.Person) {
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	if p.name == "" {
		p.name = names.ID(12)
	}
	return p.name, p.me
}

// Called returns the name of the other node's visit that this stand-in represents.
func (p *Presence) Called() string { return p.name }

// Claimed records the claim by which other nodes know the visit.
func (p *Presence) Claimed(claim string) {
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	p.claim = claim
}

// Unclaim removes the visit's claim, and returns it.
func (p *Presence) Unclaim() (claim string) {
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	claim, p.claim = p.claim, ""
	return claim
}

// Due reports whether the visit must still be claimed. If a newer one is here, that one claims.
func (p *Presence) Due() bool {
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	return p.over() == nil && p.claim == ""
}

// Unclaimed returns the presences that other nodes do not know.
func (d *Directory) Unclaimed() (list []*Presence) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, p := range d.visits {
		if p.claim == "" {
			list = append(list, p)
		}
	}
	return list
}
