package lobby

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"arcade/lobby/account"
	"arcade/lobby/analysis"
	"arcade/lobby/clock"
	"arcade/lobby/directory"
	"arcade/lobby/limit"
	"arcade/lobby/names"
	"arcade/lobby/records"
	"arcade/lobby/table"
	"arcade/store"
)

// A connection's presence, as the directory has it.
type (
	Identity = directory.Identity
	Visitor  = directory.Visitor
	Notice   = directory.Notice
)

// Visit is one connection's presence. A person has one at a time: the newest.
type Visit struct {
	*directory.Presence
	l     *Lobby
	first bool
	// newBot tells that the key's account shall become a bot's if it is none yet.
	newBot bool
	shelf  *records.Shelf // of the replays that its screen keeps open

	mu       sync.Mutex // guards the rest; taken before the directory's
	made     *made
	settings json.RawMessage
	unsaved  bool          // the settings have changed since they were written
	saved    limit.Moments // when they were lately written
	analysis *analysis.Reader
}

// made is when a person lately made a table or changed its name, in whichever window.
type made struct {
	mu   sync.Mutex
	last limit.Moments
}

// visitOf is the visit of a presence, nil for none.
func visitOf(p *directory.Presence) *Visit {
	if p == nil {
		return nil
	}
	return p.Owner.(*Visit)
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
func (l *Lobby) Enter(id Identity) (*Visit, error) { return l.enter(id, false, false) }

// enter is Enter for one that says how it comes.
func (l *Lobby) enter(id Identity, program, newBot bool) (*Visit, error) {
	v := &Visit{l: l, newBot: newBot, shelf: l.shelves.Shelf(id.From), made: &made{}}
	v.Presence = l.dir.New(id, program, v)
	old, err := v.admit()
	if err != nil {
		return nil, err
	}
	if old != nil {
		l.handOver(old)
	}
	v.claimPlace()
	v.findOwn()
	l.arrive(v.ID)
	return v, nil
}

// admit finds out who the visitor is and gives the visit that this one takes over.
// A key that is removed, or a player who is deleted, at the same time is so before or after it.
func (v *Visit) admit() (old *Visit, err error) {
	id := v.Identity
	if id.Fingerprint == "" {
		v.first = true
		v.Be(Person{ID: names.GuestID(), Name: names.GuestName(id.Lang), Guest: true})
		return v.appear()
	}
	err = v.l.Admit(account.Login{Key: id.Fingerprint, Name: id.Login, Lang: id.Lang, Program: v.Program, NewBot: v.newBot},
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
	v.Be(Person{ID: p.ID, Name: p.Name, Remote: p.Bot})
	return v.appear()
}

// appear puts the visit among those who are here, and gives the one that it takes over.
func (v *Visit) appear() (old *Visit, err error) {
	was, err := v.l.dir.Appear(v.Presence)
	if old = visitOf(was); old != nil {
		old.stopAnalysis()
		lately := old.makes()
		v.mu.Lock()
		v.made = lately
		v.mu.Unlock()
	}
	return old, err
}

// lock finds a table for a visit that may still act, and locks it: the caller unlocks.
func (v *Visit) lock(id string) (*room, error) {
	t, err := v.l.table(id)
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	err = v.Presence.Act(t, t.keeper == "")
	if err == nil && t.keeper != "" {
		err = errElsewhere
	}
	if err != nil {
		t.mu.Unlock()
		return nil, err
	}
	return t, nil
}

// mayMake is Over and the limit on what a visit makes; ErrTooFast.
func (v *Visit) mayMake() error {
	if err := v.Over(); err != nil {
		return err
	}
	made := v.makes()
	made.mu.Lock()
	defer made.mu.Unlock()
	if !made.last.Take(clock.MS(), madeRate) {
		return ErrTooFast
	}
	return nil
}

// makes is what the visitor lately made.
func (v *Visit) makes() *made {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.made
}

// First reports whether the visitor has never been here before.
func (v *Visit) First() bool { return v.first }

// call brings a person to a table that has begun; a person who is not here finds it on the home screen.
func (l *Lobby) call(person, table string) { l.reach(message{Person: person, Call: table}) }

// Settings are the visitor's own, as the screens last saved them; nil at first.
func (v *Visit) Settings() json.RawMessage {
	v.mu.Lock()
	defer v.mu.Unlock()
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
	guest := v.Me().Guest
	v.mu.Lock()
	v.settings, v.unsaved = slices.Clone(s), !guest
	now := v.saved.Take(clock.MS(), savedRate)
	v.mu.Unlock()
	if !now {
		return nil
	}
	return v.writeSettings()
}

// writeSettings writes what is not written yet of the settings.
func (v *Visit) writeSettings() error {
	v.mu.Lock()
	s, id, due := v.settings, v.ID, v.unsaved
	v.unsaved = false
	v.mu.Unlock()
	if !due {
		return nil
	}
	err := v.l.Edit(id, func(p *store.Player) { p.Settings = s })
	if err != nil { // with the next, then
		v.mu.Lock()
		v.unsaved = true
		v.mu.Unlock()
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
	if err := l.dir.TakeName(who, name); err != nil {
		return err
	}
	err := l.renameSeats(who.ID, name)
	l.spreadOr(newsRenamed, newsForm{Person: who.ID, Name: name})
	return err
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
	last, left := l.dir.Leave(v.Presence)
	if !left {
		return
	}
	v.stopAnalysis()
	v.shelf.Shut()
	v.releasePlace()
	for _, t := range v.Concern() {
		roomOf(t).visitLeft(v, last)
	}
	if last {
		if err := v.writeSettings(); err != nil && !errors.Is(err, store.ErrNotFound) { // its player may be deleted
			l.log.Error("save settings", "err", err)
		}
	}
}
