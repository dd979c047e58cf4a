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
	// Code is the session's name in the server's log, "" for none. Its player can tell it to the operator.
	Code string
	// Came is the time at which the visitor came, perhaps a while ago on a busy machine; zero means now.
	Came time.Time
}

// Presence is one connection in the house, or a stand-in for one on another node. Each window of a person is
// a presence. One of them is active in the whole cluster: it is listed, called, and sits at tables. The others
// are aside: they read, until they sit down and become the active one.
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
	// Value is the lobby's value for the connection.
	Value any

	wake   chan struct{}
	woken  atomic.Uint64 // number of wakes
	onWake atomic.Pointer[func()]
	chosen atomic.Bool // the person has sat down in this window, or has chosen it

	guarded
}

// guarded is the part of a presence that the directory's lock guards.
type guarded struct {
	me         table.Person
	name       string    // the visit's name for other nodes, "" until one knows it
	shown      int64     // ms: when its node last showed the visit of this stand-in
	took       time.Time // when it became active; for a program, when it came
	superseded time.Time // when another window took over from this one, zero if none has
	gone       bool
	ended      error    // the reason why the lobby ended it
	claim      string   // the claim by which other nodes know it; "" for none
	calls      []string // tables that have begun with this person, not yet entered
	at         string   // the table being watched
	touched    []Table  // where the visit has acted or watched
	sight      Sight    // the lists that the visit shows, if sighted is set
	sighted    bool
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
	// WindowsKept limits a person's windows on a node. The longest aside makes room for a new one.
	WindowsKept = 4
	// GoOnTime is the time within which a window that was taken over goes on by itself when the newer one
	// ends.
	GoOnTime = time.Minute
)

// New makes a presence that is not in the house yet; see [Directory.Appear].
func (d *Directory) New(id Identity, program bool, owner any) *Presence {
	p := &Presence{d: d, Identity: id, Program: program, Since: id.Came, Value: owner, wake: make(chan struct{}, 1)}
	if p.Since.IsZero() {
		p.Since = time.Now()
	}
	return p
}

// Be sets the person of a presence, before it appears.
func (p *Presence) Be(me table.Person) { p.ID, p.me = me.ID, me }

// Appear adds a presence aside, and returns the other windows of its person here; ErrClosing.
func (d *Directory) Appear(p *Presence) (others []*Presence, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.draining {
		return nil, ErrClosing
	}
	if len(d.windows(p.ID)) >= WindowsKept {
		old := d.aside[p.ID][0]
		old.ended = ErrCrowded
		d.drop(old)
		old.Poke()
	}
	others = slices.Clone(d.windows(p.ID))
	d.aside[p.ID] = append(d.aside[p.ID], p)
	return others, nil
}

// windows returns a person's presences here, the active one last; the lock is held.
func (d *Directory) windows(person string) []*Presence {
	list, p := d.aside[person], d.visits[person]
	if p == nil {
		return list
	}
	return append(slices.Clip(list), p)
}

// drop removes a presence from the ones aside; the lock is held.
func (d *Directory) drop(p *Presence) {
	list := slices.DeleteFunc(d.aside[p.ID], func(o *Presence) bool { return o == p })
	if len(list) == 0 {
		delete(d.aside, p.ID)
	} else {
		d.aside[p.ID] = list
	}
}

// Activate makes a presence its person's active one here, unless it has ended, and returns the one that it
// takes the place of, which is aside then. Neither notices before Supersede or Resume, and other nodes do not before
// Show. vacant makes it do nothing if another one is active.
func (d *Directory) Activate(p *Presence, vacant bool) (old *Presence, active bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	old = d.visits[p.ID]
	switch {
	case p.gone || p.ended != nil || vacant && old != nil && old != p:
		return nil, false
	case old == p:
		return nil, true
	}
	if p.took = time.Now(); p.Program {
		p.took = p.Since
	}
	d.activate(p)
	return old, true
}

// Show shows a person's active presence here to other nodes, if there is one.
func (d *Directory) Show(person string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.showVisit(person)
}

// activate puts p in the place of the active presence; the lock is held.
func (d *Directory) activate(p *Presence) {
	d.drop(p)
	if old := d.visits[p.ID]; old != nil {
		d.setAside(old)
		p.calls, old.calls = old.calls, nil
	}
	d.visits[p.ID] = p
	d.count(p, 1)
	d.listsChanged(Sight{Changes: Counts})
}

// setAside makes the active presence one aside; the lock is held.
func (d *Directory) setAside(p *Presence) {
	delete(d.visits, p.ID)
	d.aside[p.ID] = append(d.aside[p.ID], p)
	d.count(p, -1)
	d.showVisit(p.ID)
	d.listsChanged(Sight{Changes: Counts})
}

// UndoActivate undoes Activate: p is aside, and old is active again if it is still here.
func (d *Directory) UndoActivate(p, old *Presence) {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.visits[p.ID] != p:
	case old != nil && !old.gone && old.ended == nil && old.superseded.IsZero():
		d.activate(old)
		d.showVisit(old.ID)
	case old == nil || !old.superseded.IsZero(): // its person has taken over at another node meanwhile
		d.setAside(p)
	}
}

// Supersede tells a window aside that another one has taken over.
func (d *Directory) Supersede(p *Presence) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.visits[p.ID] == p {
		return
	}
	p.superseded, p.claim = time.Now(), ""
	if p.Program { // it ends
		d.drop(p)
	}
	p.Poke()
}

// Resume ends what Supersede began, for a window that is active again.
func (d *Directory) Resume(p *Presence) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if p.superseded = (time.Time{}); d.visits[p.ID] == p {
		p.Poke()
	}
}

// Next returns the window that goes on for a person without an active one: the one last taken over, within
// GoOnTime; else the newest that was never taken over. It returns nil for none.
func (d *Directory) Next(person string) *Presence {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.next(person)
}

// next is Next; the lock is held.
func (d *Directory) next(person string) (next *Presence) {
	if d.visits[person] != nil || d.draining {
		return nil
	}
	for _, p := range d.aside[person] {
		if over := !p.superseded.IsZero(); p.ended == nil && !(over && time.Since(p.superseded) > GoOnTime) &&
			(next == nil || !p.superseded.Before(next.superseded)) {
			next = p
		}
	}
	return next
}

// Waiting lists people who have a window here that could go on, and are active on no node that shows them.
func (d *Directory) Waiting() (list []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for person := range d.aside {
		if d.far.visits[person] == nil && d.next(person) != nil {
			list = append(list, person)
		}
	}
	slices.Sort(list)
	return list
}

// count records an arrival or a departure; the lock is held.
func (d *Directory) count(p *Presence, n int) {
	if !p.Program {
		d.people += n
	}
}

// StepBack sets the presence with a claim aside, because its person has taken over at another node. It returns its
// pending calls; false if it has lost the claim, or has ended, before.
func (d *Directory) StepBack(p *Presence, claim string) (calls []string, here bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if p.claim != claim || p.gone {
		return nil, false
	}
	if d.visits[p.ID] == p {
		d.setAside(p)
	}
	p.superseded, p.claim = time.Now(), ""
	if p.Program { // it ends
		d.drop(p)
	}
	calls, p.calls = p.calls, nil
	p.Poke()
	return calls, true
}

// Leave ends a presence; active reports whether it was its person's active one. It returns false if it has
// ended before.
func (d *Directory) Leave(p *Presence) (active, left bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if p.gone {
		return false, false
	}
	p.gone = true
	if active = d.visits[p.ID] == p; active {
		d.setAside(p)
	}
	d.drop(p)
	if next := d.next(p.ID); next != nil {
		next.calls, p.calls = p.calls, nil
	}
	d.listsChanged(Sight{Changes: Counts})
	return active, true
}

// End ends a player's windows by a key, or all with the key "".
func (d *Directory) End(player, key string, why error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, p := range d.windows(player) {
		if key == "" || p.Identity.Fingerprint == key {
			p.ended = why
			p.Poke()
		}
	}
}

// Over returns ErrLeft if the visit has ended, ErrSuperseded while another window has taken over from it, else
// nil.
func (p *Presence) Over() error {
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	return p.over()
}

// over is Over; the lock is held.
func (p *Presence) over() error {
	switch {
	case p.gone || p.ended != nil:
		return ErrLeft
	case !p.superseded.IsZero():
		return ErrSuperseded
	}
	return nil
}

// Ended returns the reason why the lobby ended the visit, nil before.
func (p *Presence) Ended() error {
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	return p.ended
}

// Superseded reports whether another window has taken over from this one, and this one has not gone on since.
func (p *Presence) Superseded() bool {
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	return !p.superseded.IsZero()
}

// Active reports whether this is its person's active window here.
func (p *Presence) Active() bool {
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	return p.d.visits[p.ID] == p
}

// Took returns when the presence became active.
func (p *Presence) Took() time.Time {
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	return p.took
}

// Choose records whether the person has sat down in this window, or has chosen it. Chosen reports it.
func (p *Presence) Choose(on bool) { p.chosen.Store(on) }
func (p *Presence) Chosen() bool   { return p.chosen.Load() }

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

// addNotice adds a notice for the visitor; the lock is held.
func (p *Presence) addNotice(n Notice) {
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
// matches any. A call to that table is answered.
func (p *Presence) SetAt(id, was string) {
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	if was == "" || p.at == was {
		p.at = id
		p.calls = slices.DeleteFunc(p.calls, func(call string) bool { return call == id })
		if p.d.visits[p.ID] == p {
			p.d.showVisit(p.ID)
		}
	}
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
		id, _ := t.Identity()
		return p.d.tables[id] != t && p.d.followers[id] != t
	})
}

// Tables returns the tables that concern the visit: its person's own, and the ones where it acted.
func (p *Presence) Tables() []Table {
	list := p.d.TablesOf(p.ID)
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

// Due reports whether the visit must still be claimed: it is active, and other nodes do not know it.
func (p *Presence) Due() bool {
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	return p.d.visits[p.ID] == p && p.claim == ""
}

// Unclaimed returns the active presences that other nodes do not know.
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
