package lobby

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"arcade/lobby/account"
	"arcade/lobby/analysis"
	"arcade/lobby/clock"
	"arcade/lobby/limit"
	"arcade/lobby/names"
	"arcade/lobby/records"
	"arcade/lobby/table"
	"arcade/store"
)

// Identity is what a connection says of itself. Only Fingerprint is proven.
type Identity struct {
	// Fingerprint is the key that signed, "" for a guest.
	Fingerprint string
	// Login is the SSH user name, a suggestion for a newcomer's name.
	Login string
	// Lang is the language, "ko" or "en", in which a newcomer is named.
	Lang string
	// From is where the connection comes from, an address or its network; "" where nobody knows.
	From string
	// Session is the number by which the front knows the session; 0 for none.
	Session uint64
	// Came is when the visitor came, which may be a while ago where the machine was busy; now
	// if it is zero.
	Came time.Time
}

// Visit is one connection's presence. A person has one at a time: the newest.
type Visit struct {
	l     *Lobby
	first bool
	// program is a bot's own, all other visits are screens.
	program bool
	// newBot tells that the key's account shall become a bot's if it is none yet.
	newBot bool
	id     Identity
	since  time.Time
	// home is the node of the visit that this one stands in for, "" for one of this node's;
	// start its incarnation, name that by which other nodes know the visit, "" until one does.
	home, name string
	start      int64
	shown      int64 // ms: when that node last showed the visit that this one stands in for
	wake       chan struct{}
	shelf      *records.Shelf // of the replays that its screen keeps open
	woken      atomic.Uint64  // how often

	// guarded by l.mu, but for the person's id, which stays: whatever happens at a table
	// goes through all of its watchers
	me         Person
	settings   json.RawMessage
	superseded bool
	gone       bool
	ended      error    // why the lobby has ended it
	claim      string   // by which other nodes know it; "" where they do not
	calls      []string // tables that have begun with this person, not yet entered
	at         string   // the table being looked at
	touched    []*room  // where the visit has done something, looking on among it
	sight      Sight    // what of the lists is, where looks says that the visit has told
	looks      bool
	made       limit.Moments // when the visitor lately made a table or changed its name
	saved      limit.Moments // when the visitor's settings were lately kept
	unsaved    bool          // the settings have changed since
	notices    []Notice      // what the house has told the visitor, not yet taken
	analysis   *analysis.Reader
}

var (
	// madeRate is how often a visit may make a table, sit down or take a name: each is a
	// write to the store and may wake somebody else.
	madeRate = limit.Rate{Burst: 30, In: time.Minute}
	// savedRate is how often settings are written: somebody may lean on a key that changes
	// one. What comes oftener is written with the next, or when the visit ends.
	savedRate = limit.Rate{Burst: 10, In: 10 * time.Second}
)

// Enter lets a connection in. A key that is new becomes a player with a name; a
// person who is here already is taken over from the older visit, which is told
// and keeps nothing; ErrSuperseded where the one that is here is the newer.
func (l *Lobby) Enter(id Identity) (*Visit, error) { return l.enter(&Visit{id: id}) }

// enter is Enter for a visit that says who comes, and how.
func (l *Lobby) enter(v *Visit) (*Visit, error) {
	v.l, v.since, v.wake, v.shelf = l, v.id.Came, make(chan struct{}, 1), l.shelves.Shelf(v.id.From)
	if v.since.IsZero() {
		v.since = time.Now()
	}
	old, err := v.admit()
	if err != nil {
		return nil, err
	}
	if old != nil {
		l.handOver(old)
	}
	v.claimPlace()
	v.findOwn()
	l.arrive(v.me.ID)
	return v, nil
}

// admit finds out who the visitor is and gives the visit that this one takes over.
// A key that is removed, or a player who is deleted, at the same time is so before or after it.
func (v *Visit) admit() (old *Visit, err error) {
	id := v.id
	if id.Fingerprint == "" {
		v.first = true
		v.me = Person{ID: names.GuestID(), Name: names.GuestName(id.Lang), Guest: true}
		return v.appear()
	}
	err = v.l.Admit(account.Login{Key: id.Fingerprint, Name: id.Login, Lang: id.Lang, Program: v.program, NewBot: v.newBot},
		func(p store.Player, first bool) error {
			v.first = first
			old, err = v.appearAs(p)
			return err
		})
	return old, err
}

// appearAs is appear, as a player.
func (v *Visit) appearAs(p store.Player) (old *Visit, err error) {
	v.settings = p.Settings
	v.me = Person{ID: p.ID, Name: p.Name, Remote: p.Bot}
	return v.appear()
}

// appear puts the visit among those who are here, and gives the one that it takes over.
func (v *Visit) appear() (old *Visit, err error) {
	l := v.l
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.draining {
		return nil, ErrClosing
	}
	if old = l.visits[v.me.ID]; old != nil {
		if old.since.After(v.since) { // its person has given up waiting for this one
			return nil, ErrSuperseded
		}
		old.superseded = true
		old.stopAnalysis()
		v.calls, old.calls = old.calls, nil
		v.made = old.made
		l.counted(old, -1)
		old.poke()
	}
	l.visits[v.me.ID] = v
	l.counted(v, 1)
	l.showVisit(v.me.ID)
	l.touchLocked(Sight{News: Counts})
	return old, nil
}

// counted notes that a visit has come, or gone; the lobby's lock is held.
func (l *Lobby) counted(v *Visit, n int) {
	if !v.program {
		l.people += n
	}
}

// Over tells why the visit can do nothing more: ErrSuperseded, ErrLeft or nil.
func (v *Visit) Over() error {
	v.l.mu.Lock()
	defer v.l.mu.Unlock()
	return v.over()
}

// over is Over; the lobby's lock is held.
func (v *Visit) over() error {
	switch {
	case v.superseded:
		return ErrSuperseded
	case v.gone || v.ended != nil:
		return ErrLeft
	}
	return nil
}

// lock finds a table for a visit that may still act, and locks it: the caller unlocks.
func (v *Visit) lock(id string) (*room, error) {
	t, err := v.l.table(id)
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	v.l.mu.Lock()
	defer v.l.mu.Unlock()
	err = v.over()
	if err == nil && t.keeper != "" {
		err = errElsewhere
	}
	if err != nil {
		t.mu.Unlock()
		return nil, err
	}
	v.touch(t)
	return t, nil
}

// mayMake is Over and the limit on what a visit makes; ErrTooFast.
func (v *Visit) mayMake() error {
	if err := v.Over(); err != nil {
		return err
	}
	v.l.mu.Lock()
	defer v.l.mu.Unlock()
	if !v.made.Take(clock.MS(), madeRate) {
		return ErrTooFast
	}
	return nil
}

// Wake delivers a token when something the visit looks at has changed; it holds
// at most one, so a slow reader misses steps and never falls behind.
func (v *Visit) Wake() <-chan struct{} { return v.wake }

// Woken counts how often the visitor has been woken: whoever has looked around since it
// was the same has seen all that there is.
func (v *Visit) Woken() uint64 { return v.woken.Load() }

// poke leaves a token in the wake channel.
func (v *Visit) poke() {
	v.woken.Add(1)
	select {
	case v.wake <- struct{}{}:
	default:
	}
}

// Me is the visitor.
func (v *Visit) Me() Person {
	v.l.mu.Lock()
	defer v.l.mu.Unlock()
	return v.me
}

// First tells that the visitor has never been here before.
func (v *Visit) First() bool { return v.first }

// Superseded tells that the same key has connected again: this visit is over.
func (v *Visit) Superseded() bool {
	v.l.mu.Lock()
	defer v.l.mu.Unlock()
	return v.superseded
}

// Call takes the next table that began with this person's seat, "" for none.
func (v *Visit) Call() string {
	v.l.mu.Lock()
	defer v.l.mu.Unlock()
	if len(v.calls) == 0 {
		return ""
	}
	id := v.calls[0]
	v.calls = v.calls[1:]
	return id
}

// call brings a person to a table that has begun; a person who is not here finds it on the home screen.
func (l *Lobby) call(person, table string) { l.reach(message{Person: person, Call: table}) }

// Settings are the visitor's own, as the screens last saved them; nil at first.
func (v *Visit) Settings() json.RawMessage {
	v.l.mu.Lock()
	defer v.l.mu.Unlock()
	return slices.Clone(v.settings)
}

// Seen strikes a result off those that the visitor has still to be shown.
func (v *Visit) Seen(match string) error {
	if me := v.Me(); !me.Guest {
		return v.l.cfg.Store.Seen(me.ID, match)
	}
	return nil
}

// SaveSettings keeps the settings: for a player for good, for a guest until the visit ends.
func (v *Visit) SaveSettings(s json.RawMessage) error {
	v.l.mu.Lock()
	v.settings, v.unsaved = slices.Clone(s), !v.me.Guest
	now := v.saved.Take(clock.MS(), savedRate)
	v.l.mu.Unlock()
	if !now {
		return nil
	}
	return v.writeSettings()
}

// writeSettings writes what is not written yet of the settings.
func (v *Visit) writeSettings() error {
	v.l.mu.Lock()
	s, id, due := v.settings, v.me.ID, v.unsaved
	v.unsaved = false
	v.l.mu.Unlock()
	if !due {
		return nil
	}
	err := v.l.Edit(id, func(p *store.Player) { p.Settings = s })
	if err != nil { // with the next, then
		v.l.mu.Lock()
		v.unsaved = true
		v.l.mu.Unlock()
	}
	return err
}

// Rename gives the visitor another name; ErrNameBad, store.ErrNameTaken,
// ErrTooFast. A guest's name is held only while the guest is here.
func (v *Visit) Rename(name string) error {
	name, err := names.Clean(name)
	if err != nil {
		return err
	}
	me := v.Me()
	if !me.Guest && names.LikeGuest(name) {
		return store.ErrNameTaken
	}
	if err := v.mayMake(); err != nil {
		return err
	}
	return v.l.rename(me, name)
}

// rename gives a person a clean name: in its record, among those who are here and at
// the tables that are up; store.ErrNameTaken.
func (l *Lobby) rename(who Person, name string) error {
	if who.Guest {
		if _, err := l.PlayerByName(name); err == nil {
			return store.ErrNameTaken
		} else if !errors.Is(err, ErrNoPlayer) {
			return err
		}
	} else if err := l.Edit(who.ID, func(p *store.Player) { p.Name, p.NameKey = name, names.Key(name) }); err != nil {
		return err
	}
	if err := l.takeName(who, name); err != nil {
		return err
	}
	err := l.renameSeats(who.ID, name)
	l.spreadOr(newsRenamed, newsForm{Person: who.ID, Name: name})
	return err
}

// takeName gives a person a name among those who are here; ErrNameTaken for a guest
// where another has it.
func (l *Lobby) takeName(who Person, name string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for id, v := range l.visits {
		if who.Guest && id != who.ID && names.Key(v.me.Name) == names.Key(name) {
			return store.ErrNameTaken
		}
	}
	for id, v := range l.far.visits {
		if who.Guest && id != who.ID && names.Key(v.Name) == names.Key(name) {
			return store.ErrNameTaken
		}
	}
	if v := l.visits[who.ID]; v != nil {
		v.me.Name = name
		l.showVisit(who.ID)
	}
	l.touchLocked(Sight{News: Counts})
	return nil
}

// renameSeats puts a new name on somebody's seats at the tables that are up. What is
// over keeps the name under which it was played.
func (l *Lobby) renameSeats(person, name string) error {
	for _, t := range l.allTables() {
		if err := t.rename(person, name); err != nil {
			return err
		}
	}
	return nil
}

func (t *room) rename(person, name string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	rec := t.Rec
	rec.Seats = slices.Clone(rec.Seats)
	found := false
	for i, s := range rec.Seats {
		if s.Bot == "" && !s.Empty() && table.PersonIn(s).ID == person && s.Name != name {
			rec.Seats[i].Name, found = name, true
		}
	}
	if !found || t.Gone || t.keeper != "" || rec.Status == store.Done {
		return nil
	}
	if err := t.update(t.Stored(rec)); errors.Is(err, ErrStale) {
		return nil // who keeps it now is to know of the name
	} else if err != nil {
		return fmt.Errorf("rename at %s: %w", t.ID, err)
	}
	t.Rec = rec
	t.changed()
	return nil
}

// Leave ends the visit. Seats at live tables stay: their opponents see that the
// player is gone. Open seats for now are taken down.
func (v *Visit) Leave() {
	l := v.l
	l.mu.Lock()
	if v.gone {
		l.mu.Unlock()
		return
	}
	v.gone = true
	v.stopAnalysis()
	v.shelf.Shut()
	last := l.visits[v.me.ID] == v
	if last {
		delete(l.visits, v.me.ID)
		l.counted(v, -1)
		l.showVisit(v.me.ID)
	}
	l.touchLocked(Sight{News: Counts})
	l.mu.Unlock()
	v.releasePlace()
	for _, t := range v.concern() {
		t.visitLeft(v, last)
	}
	if last {
		if err := v.writeSettings(); err != nil && !errors.Is(err, store.ErrNotFound) { // its player may be deleted
			l.log.Error("save settings", "err", err)
		}
	}
}
