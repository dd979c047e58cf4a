package account

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"log/slog"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"arcade/games"
	"arcade/lobby/clock"
	"arcade/lobby/records"
	"arcade/store"
	"arcade/store/bolt"
)

// quiet is a house without visits or tables.
type quiet struct{}

func (quiet) EndVisit(_, _ string, _ error) {}
func (quiet) Nudge(string)                  {}
func (quiet) KeyRemoved(_, _ string)        {}
func (quiet) EndTables(string) error        { return nil }
func (quiet) DropTableless(string) error    { return nil }
func (quiet) Deleted(string, error)         {}

// accounts returns the accounts of n nodes that share one store.
func accounts(t *testing.T, n int) (list []*Accounts) {
	t.Helper()
	s, err := bolt.Open(filepath.Join(t.TempDir(), "arcade.db"), bolt.Options{NoSync: true})
	must(t, err)
	t.Cleanup(func() { must(t, s.Close()) })
	log := slog.New(slog.DiscardHandler)
	for range n {
		all := games.NewRegistry()
		list = append(list, New(Config{
			Context: t.Context(),
			Store:   s, Games: all, House: quiet{}, Code: func(what string) string { return "code of " + what },
			Records: records.New(records.Config{Store: s, Games: all, Log: log}),
		}))
	}
	return list
}

// enter logs a key in and returns its player.
func enter(t *testing.T, a *Accounts, key string) (p store.Player) {
	t.Helper()
	must(t, a.Admit(Login{Key: key, Name: key, Lang: "en"}, func(in store.Player, _ bool) error {
		p = in
		return nil
	}))
	return p
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func refused(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%v, want %v", err, want)
	}
}

// The number of stored codes is bounded: a new one replaces the oldest.
func TestKeyCodesAreBounded(t *testing.T) {
	a := accounts(t, 1)[0]
	var notes []store.Note
	for i := range maxKeyCodes {
		notes = append(notes, store.Note{Key: fmt.Sprint("p", i), Value: json.RawMessage(`{"code":"x","until":` + fmt.Sprint(clock.MS()+60_000+int64(i)) + `}`)})
	}
	must(t, a.cfg.Store.PutNotes(t.Context(), keyCodes.Name, notes...))
	for i := range 10 {
		_, _, err := a.issueKeyCode(fmt.Sprint("q", i), clock.MS())
		must(t, err)
	}
	list, err := a.keyCodeNotes()
	must(t, err)
	if len(list) != maxKeyCodes {
		t.Errorf("%d codes are remembered", len(list))
	}
	for _, c := range list {
		if c.Key == "p0" {
			t.Error("the oldest has made no room")
		}
	}
}

// A code that two nodes find at once adds one key.
func TestKeyCodeIsUsedOnce(t *testing.T) {
	both := accounts(t, 2)
	p := enter(t, both[0], "SHA256:kim")
	code, _, err := both[0].issueKeyCode(p.ID, clock.MS())
	must(t, err)
	mine, err := both[0].findKeyCode(code, clock.MS())
	must(t, err)
	yours, err := both[1].findKeyCode(code, clock.MS())
	must(t, err)
	must(t, both[0].useKeyCode(mine))
	refused(t, both[1].useKeyCode(yours), ErrNoKeyCode)
}

// hooked is a store that calls before ahead of each write of key codes.
type hooked struct {
	store.Store
	before func() error
}

func (h *hooked) PutNotes(ctx context.Context, space string, list ...store.Note) error {
	if before := h.before; space == keyCodes.Name && before != nil {
		if err := before(); err != nil {
			return err
		}
	}
	return h.Store.PutNotes(ctx, space, list...)
}

// A new code removes old codes of other players, but not a code that one of them gets at the same time at
// another node.
func TestNewKeyCodeSparesNewerCodes(t *testing.T) {
	both := accounts(t, 2)
	kim, lee := enter(t, both[0], "SHA256:kim"), enter(t, both[0], "SHA256:lee")
	now := clock.MS()
	_, _, err := both[0].issueKeyCode(lee.ID, now-KeyCodeTime.Milliseconds())
	must(t, err)
	var fresh string
	disk := &hooked{Store: both[0].cfg.Store}
	disk.before = func() (err error) {
		disk.before = nil
		fresh, _, err = both[1].issueKeyCode(lee.ID, now)
		return err
	}
	both[0].cfg.Store = disk
	code, _, err := both[0].issueKeyCode(kim.ID, now)
	must(t, err)
	for _, code := range []string{code, fresh} {
		if _, err := both[0].findKeyCode(code, now); err != nil {
			t.Errorf("a new code: %v", err)
		}
	}
}

// A key is not removed while the code that it may have asked for stays valid.
func TestRemovedKeyLeavesNoCode(t *testing.T) {
	a := accounts(t, 1)[0]
	enter(t, a, "SHA256:kimkimkim")
	code, _, err := a.NewKeyCode("SHA256:kimkimkim")
	must(t, err)
	_, err = a.AddKey("SHA256:leeleelee", "a", code)
	must(t, err)
	code, _, err = a.NewKeyCode("SHA256:leeleelee")
	must(t, err)
	errDisk := errors.New("no space left on device")
	disk := &hooked{Store: a.cfg.Store, before: func() error { return errDisk }}
	a.cfg.Store = disk
	_, err = a.RemoveKey("SHA256:kimkimkim", "leeleelee")
	refused(t, err, errDisk)
	disk.before = nil
	_, err = a.RemoveKey("SHA256:kimkimkim", "leeleelee")
	must(t, err)
	_, err = a.AddKey("SHA256:leeleelee", "a", code)
	refused(t, err, ErrNoKeyCode)
}

// A player with the most keys allowed gets no other one, not even by an older code.
func TestKeysAreBounded(t *testing.T) {
	a := accounts(t, 1)[0]
	p := enter(t, a, "SHA256:kim")
	for i := 1; i < MaxKeys; i++ {
		code, _, err := a.NewKeyCode("SHA256:kim")
		must(t, err)
		_, err = a.AddKey(fmt.Sprint("SHA256:k", i), "a", code)
		must(t, err)
	}
	_, _, err := a.NewKeyCode("SHA256:kim")
	refused(t, err, ErrManyKeys)
	code, _, err := a.issueKeyCode(p.ID, clock.MS())
	must(t, err)
	_, err = a.AddKey("SHA256:one-more", "a", code)
	refused(t, err, ErrManyKeys)
}

// waits is a store in which writes of some players wait.
type waits struct {
	store.Store
	player string
	begun  chan struct{}
	goOn   chan struct{}
}

func (w *waits) PutPlayer(ctx context.Context, p store.Player) error {
	if p.Name == w.player {
		w.begun <- struct{}{}
		<-w.goOn
	}
	return w.Store.PutPlayer(ctx, p)
}

// While one player's settings wait for the disk, another's are written, and newcomers log in.
func TestEditHoldsUpNobodyElse(t *testing.T) {
	a := accounts(t, 1)[0]
	stripe := func(id string) uint32 { return crc32.ChecksumIEEE([]byte(id)) % uint32(len(a.editing)) }
	kim, lee := enter(t, a, "kim"), enter(t, a, "lee")
	for i := 0; stripe(kim.ID) == stripe(lee.ID); i++ {
		lee = enter(t, a, fmt.Sprint("lee", i))
	}
	disk := &waits{Store: a.cfg.Store, player: "kim", begun: make(chan struct{}), goOn: make(chan struct{})}
	a.cfg.Store = disk
	wrote := make(chan error)
	settings := func(id, s string) error {
		return a.Edit(id, func(p *store.Player) { p.Settings = json.RawMessage(s) })
	}
	go func() { wrote <- settings(kim.ID, `1`) }()
	<-disk.begun
	others := make(chan error, 2)
	go func() { others <- settings(lee.ID, `2`) }()
	go func() {
		others <- a.Admit(Login{Key: "park", Name: "park", Lang: "en"}, func(store.Player, bool) error { return nil })
	}()
	for range 2 {
		select {
		case err := <-others:
			must(t, err)
		case <-time.After(2 * time.Second): // a lock is no event that a bubble could await
			close(disk.goOn)
			t.Fatal("an edit or a login waits for another player's disk write")
		}
	}
	if a.Busy() {
		t.Error("a login would wait")
	}
	close(disk.goOn)
	must(t, <-wrote)
	for id, want := range map[string]string{kim.ID: `1`, lee.ID: `2`} {
		p, err := a.cfg.Store.Player(t.Context(), id)
		if must(t, err); string(p.Settings) != want {
			t.Errorf("settings %s, want %s", p.Settings, want)
		}
	}
}

// Edits of one record at the same time are all made.
func TestEditsOfOneRecord(t *testing.T) {
	a := accounts(t, 2)
	kim := enter(t, a[0], "kim")
	var wg sync.WaitGroup
	for i := range 40 {
		wg.Go(func() {
			if err := a[0].Edit(kim.ID, func(p *store.Player) { p.Seen++ }); err != nil {
				t.Error(i, err)
			}
		})
	}
	wg.Wait()
	p, err := a[1].cfg.Store.Player(t.Context(), kim.ID)
	if must(t, err); p.Seen != kim.Seen+40 {
		t.Errorf("%d edits", p.Seen-kim.Seen)
	}
}
