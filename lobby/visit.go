package lobby

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"time"

	"arcade/lobby/account"
	"arcade/lobby/analysis"
	"arcade/lobby/clock"
	"arcade/lobby/directory"
	"arcade/lobby/limit"
	"arcade/lobby/names"
	"arcade/lobby/pairing"
	"arcade/lobby/records"
	"arcade/lobby/room"
	"arcade/lobby/table"
	"arcade/store"
)

// visitOf returns the visit of a presence, nil for none.
func visitOf(p *directory.Presence) *Visit {
	if v := room.ParticipantOf(p); v != nil {
		return v.Value.(*Visit)
	}
	return nil
}

// Visit is one connection's presence, a window of its person.
type Visit struct {
	*pairing.Visitor
	l     *Lobby
	first bool
	// newBot makes the account a bot's if it is not one yet.
	newBot bool
	left   *store.Left // places on boards at the end of the last visit, nil for none
	came   time.Time
	shelf  *records.Shelf // the replays open on its screen

	mu       sync.Mutex // guards the rest; taken before the directory's
	settings json.RawMessage
	stored   json.RawMessage // the settings as they were read, or last written here
	unsaved  bool            // the settings have changed since the last write
	saved    limit.Moments   // when they were last written
	analysis *analysis.Reader
}

// savedRate limits the frequency of writes of settings, for example while a key that changes one is
// held. Later changes are written with the next write, or when the visit ends.
var savedRate = limit.Rate{Burst: 10, In: 10 * time.Second}

// Enter lets a connection in. A new key becomes a player with a name. A person's other windows stay as they
// are: see windows.go.
func (l *Lobby) Enter(id directory.Identity) (*Visit, error) { return l.enter(id, false, false) }

// enter is Enter with the kind of connection.
func (l *Lobby) enter(id directory.Identity, program, newBot bool) (*Visit, error) {
	v := &Visit{l: l, newBot: newBot, came: clock.Now(), shelf: l.shelves.Shelf(id.From)}
	v.Visitor = pairing.NewVisitor(l.Desk, l.NewParticipant(id, program, v))
	if err := v.admit(); err != nil {
		return nil, err
	}
	if err := l.fair.NoteNetwork(id.Fingerprint, id.From); err != nil {
		l.log.Error("networks of a key", "err", err)
	}
	if err := v.activateOnEntry(); err != nil {
		v.Leave()
		return nil, err
	}
	v.FindOwn()
	return v, nil
}

// admit identifies the visitor. It is atomic with the removal of a key and the deletion of a player.
func (v *Visit) admit() error {
	id := v.Identity
	if id.Fingerprint == "" {
		v.first = true
		v.Be(table.Person{ID: names.GuestID(), Name: names.GuestName(id.Lang), Guest: true})
		return v.appear()
	}
	return v.l.Admit(account.Login{Key: id.Fingerprint, Name: id.Login, Lang: id.Lang, Program: v.Program, NewBot: v.newBot},
		func(p store.Player, first bool) error {
			v.first, v.settings, v.stored, v.left = first, p.Settings, p.Settings, p.Left
			v.Be(table.Person{ID: p.ID, Name: p.Name, Remote: p.Bot})
			return v.appear()
		})
}

// appear adds the visit to the house, aside.
func (v *Visit) appear() error {
	others, err := v.l.dir.Appear(v.Presence)
	for _, p := range others {
		other := visitOf(p)
		v.ShareCounters(other.Participant)
		other.mu.Lock()
		stored, settings := other.stored, other.settings
		other.mu.Unlock()
		v.mu.Lock()
		v.settings = merged(v.settings, stored, settings) // the other may not have written them yet
		v.mu.Unlock()
	}
	return err
}

// First reports whether this is the visitor's first visit.
func (v *Visit) First() bool { return v.first }

// Settings returns the visitor's settings as the screens last saved them; nil at first.
func (v *Visit) Settings() json.RawMessage {
	v.mu.Lock()
	defer v.mu.Unlock()
	return slices.Clone(v.settings)
}

// Seen marks a result as shown to the visitor.
func (v *Visit) Seen(match string) error {
	if me := v.Me(); !me.Guest {
		return v.l.cfg.Store.Seen(v.l.tasks.Work(), me.ID, match)
	}
	return nil
}

// SaveSettings stores the settings: a player's for good, a guest's until the visit ends.
func (v *Visit) SaveSettings(s json.RawMessage) error {
	guest := v.Me().Guest
	v.mu.Lock()
	v.settings, v.unsaved = slices.Clone(s), !guest
	now := v.saved.Allow(clock.MS(), savedRate)
	v.mu.Unlock()
	if !now {
		return nil
	}
	return v.writeSettings()
}

// writeSettings writes the unsaved settings.
func (v *Visit) writeSettings() error {
	v.mu.Lock()
	s, was, due := v.settings, v.stored, v.unsaved
	v.stored, v.unsaved = s, false
	v.mu.Unlock()
	if !due {
		return nil
	}
	err := v.l.Edit(v.ID, func(p *store.Player) { p.Settings = merged(p.Settings, was, s) })
	if err != nil { // the next write tries again
		v.mu.Lock()
		v.stored, v.unsaved = was, true
		v.mu.Unlock()
	}
	return err
}

// storeSettings is writeSettings at the end of a visit's turn.
func (v *Visit) storeSettings() {
	if err := v.writeSettings(); err != nil && !errors.Is(err, store.ErrNotFound) { // its player may be deleted
		v.l.log.Error("save settings", "err", err)
	}
}

// merged returns the stored settings with the changes that a window has made to the ones that it had read:
// another window of the same person may have changed others.
func merged(stored, was, is json.RawMessage) json.RawMessage {
	if bytes.Equal(stored, was) {
		return is
	}
	var all, before, after map[string]json.RawMessage
	for _, one := range []struct {
		raw  json.RawMessage
		into *map[string]json.RawMessage
	}{{stored, &all}, {was, &before}, {is, &after}} {
		if len(one.raw) > 0 && json.Unmarshal(one.raw, one.into) != nil {
			return is // it is no object, whose parts could be told apart
		}
	}
	if all == nil {
		all = map[string]json.RawMessage{}
	}
	for name := range before {
		if _, still := after[name]; !still {
			delete(all, name)
		}
	}
	for name, value := range after {
		if !bytes.Equal(value, before[name]) {
			all[name] = value
		}
	}
	raw, err := json.Marshal(all)
	if err != nil {
		return is
	}
	return raw
}

// Rename gives the visitor another name. It returns ErrNameBad, ErrNameReserved, store.ErrNameTaken or
// ErrTooFast if the name cannot be had. A guest's name is held only while the guest is here.
func (v *Visit) Rename(name string) error {
	name, err := names.Clean(name)
	if err != nil {
		return err
	}
	me := v.Me()
	if v.l.reserved.Has(name) {
		return names.ErrReserved
	}
	if !me.Guest && names.LikeGuest(name) {
		return store.ErrNameTaken
	}
	if err := v.MayMake(); err != nil {
		return err
	}
	return v.l.rename(me, name)
}

// DrawName returns a free invented name in a language, "ko" or "en".
func (v *Visit) DrawName(lang string) string {
	if v.Me().Guest {
		return names.GuestName(lang)
	}
	return names.Suggest("", lang, func(name string) bool {
		_, err := v.l.PlayerByName(v.l.tasks.Work(), name)
		return !errors.Is(err, records.ErrNoPlayer)
	})
}

// RenameIn replaces an invented name by one in a language. A chosen name stays.
func (v *Visit) RenameIn(lang string) error {
	if name := v.Me().Name; !names.Invented(name) || names.Lang(name) == lang {
		return nil
	}
	return v.Rename(v.DrawName(lang))
}

// rename changes a person's name, already cleaned, in its record, in the house and at its tables. It returns
// store.ErrNameTaken if somebody else has it.
func (l *Lobby) rename(who table.Person, name string) error {
	if who.Guest {
		if _, err := l.PlayerByName(l.tasks.Work(), name); err == nil {
			return store.ErrNameTaken
		} else if !errors.Is(err, records.ErrNoPlayer) {
			return err
		}
	} else if err := l.Edit(who.ID, func(p *store.Player) { p.Name, p.NameKey = name, names.Key(name) }); err != nil {
		return err
	}
	if err := l.dir.Rename(who, name); err != nil {
		return err
	}
	err := l.RenameSeats(who.ID, name)
	l.spreadOr(eventRenamed, eventForm{Person: who.ID, Name: name})
	return err
}

// Leave ends the visit. Seats at live tables stay, and the opponents see that the player is gone.
// Open seats for now are closed. Another window may go on: see windows.go.
func (v *Visit) Leave() {
	l := v.l
	active, left := l.dir.Leave(v.Presence)
	if !left {
		return
	}
	v.stopAnalysis()
	v.shelf.Shut()
	next, last := active && l.dir.Next(v.ID) != nil, active
	if next { // it needs the place
		v.releasePlace()
		last = !l.goOn(v.ID)
	}
	for _, t := range v.Tables() {
		room.LocalOf(t).VisitLeft(v.Participant, last)
	}
	v.storeSettings()
	if last {
		if err := v.storeLeft(); err != nil && !errors.Is(err, store.ErrNotFound) {
			l.log.Error("end of a visit", "err", err)
		}
	}
	if !next {
		l.tasks.Afterwards("end of a visit", v.releasePlace) // it waits for NATS, and nobody waits for it
	}
}
