package lobby

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"arcade/lobby/config"
	"arcade/lobby/directory"
	"arcade/lobby/names"
	"arcade/lobby/pairing"
	"arcade/lobby/records"
	"arcade/store"
)

func TestNamesAreUnique(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		for _, name := range []string{"kim", "KIM", "Ｋｉｍ", " kim "} {
			h.refused(lee.Rename(name), store.ErrNameTaken)
		}
		h.refused(lee.Rename("l"), names.ErrBad)
		if lee.Me().Name != "lee" {
			t.Error("a refused name is worn")
		}
		h.must(kim.Rename("Kim")) // the own name in another case
		h.must(kim.Rename("갈색곰"))
		h.must(lee.Rename("KIM")) // free now
		if p, err := h.PlayerByName(t.Context(), "kim"); err != nil || p.ID != lee.Me().ID {
			t.Errorf("kim is %+v, %v", p, err)
		}
		lee.Leave()
		if again := h.enter("lee"); again.Me().Name != "KIM" || again.First() {
			t.Errorf("back as %+v", again.Me())
		}
		for _, name := range []string{"nobody", "", "\x00", strings.Repeat("x", 1<<20)} {
			if _, err := h.PlayerByName(t.Context(), name); err != records.ErrNoPlayer {
				t.Errorf("%.10q: %v", name, err)
			}
		}
	})
}

// Nobody gets a name of the arcade or of a bot, also not at the first login. Who has one already keeps it
// until the next change.
func TestReservedNames(t *testing.T) {
	inBubbleWith(t, config.Config{Reserved: []string{"Rookie bot", "꼬마봇"}}, func(t *testing.T, h *house) {
		kim, guest := h.enter("kim"), h.guest()
		for _, name := range []string{"operator", "0perator", "운영자", "system", "House", "help", "greedy", "Greedy-", "rookie-bot", "꼬마봇"} {
			h.refused(kim.Rename(name), names.ErrReserved)
			h.refused(guest.Rename(name), names.ErrReserved)
		}
		for _, login := range []string{"operator", "greedy", "rookiebot"} {
			if got := h.enter(login).Me().Name; got == login {
				t.Errorf("a newcomer gets %s", got)
			}
		}
		h.must(h.Edit(kim.Me().ID, func(p *store.Player) { p.Name, p.NameKey = "operator", "operator" }))
		kim.Leave()
		if again := h.enter("kim"); again.Me().Name != "operator" {
			t.Errorf("an operator of earlier days is %s", again.Me().Name)
		} else {
			h.must(again.Rename("kim"))
			h.refused(again.Rename("operator"), names.ErrReserved)
		}
	})
}

func TestGuestsNames(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		h.enter("kim").Leave()
		a, b := h.guest(), h.guest()
		h.refused(a.Rename("KIM"), store.ErrNameTaken) // a player's, present or not
		h.must(a.Rename("fox"))
		h.refused(b.Rename("Fox"), store.ErrNameTaken) // another guest's
		h.must(a.Rename("FOX"))
		a.Leave()
		h.must(b.Rename("fox"))
	})
}

func TestNamesOfNewcomers(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		enter := func(key, login, lang string) string {
			v, err := h.Enter(directory.Identity{Fingerprint: key, Login: login, Lang: lang})
			h.must(err)
			if !v.First() {
				t.Errorf("%s is no newcomer", key)
			}
			return v.Me().Name
		}
		if got := enter("k1", "Mina", "ko"); got != "Mina" {
			t.Errorf("named %q", got)
		}
		if got := enter("k2", "mina", "ko"); names.Key(got) == "mina" {
			t.Errorf("named %q, which is taken", got)
		}
		for i, login := range []string{"root", "\x1b[31m", strings.Repeat("x", 1<<20), "", "a"} {
			for _, lang := range []string{"ko", "en", "??"} {
				got := enter(fmt.Sprint("key", i, lang), login, lang)
				if clean, err := names.Clean(got); err != nil || clean != got || got == login {
					t.Errorf("%.10q is named %q: %v", login, got, err)
				}
			}
		}
	})
}

func TestRenameShowsInTheNextMatch(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.create(kim, pairing.Offer{Rated: true})
		h.must(kim.Rename("gim"))
		h.sit(id, lee, kim)
		if got := h.see(lee, id).Seats[0].Name; got != "gim" {
			t.Errorf("the host is called %q", got)
		}
	})
}

func TestSettingsStay(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		if kim.Settings() != nil {
			t.Error("settings before the first")
		}
		h.must(kim.SaveSettings([]byte(`{"lang":"en"}`)))
		h.must(kim.Rename("gim")) // keeps the settings
		h = h.kill()
		kim = h.enter("kim")
		if got := string(kim.Settings()); got != `{"lang":"en"}` || kim.Me().Name != "gim" {
			t.Errorf("settings %s, name %s", got, kim.Me().Name)
		}
	})
}

// Holding a key that changes a setting does not write every change, but the last value is stored.
func TestSettingsChangedAllTheTime(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		rev := func() uint64 {
			p, err := h.Player(t.Context(), kim.Me().ID)
			h.must(err)
			return p.Rev
		}
		before := rev()
		for i := range 1000 {
			h.must(kim.SaveSettings(fmt.Appendf(nil, `{"n":%d}`, i)))
		}
		if wrote := rev() - before; wrote > uint64(savedRate.Burst) {
			t.Errorf("%d writes at once", wrote)
		}
		if got := string(kim.Settings()); got != `{"n":999}` {
			t.Errorf("the visit has %s", got)
		}
		time.Sleep(savedRate.In)
		h.must(kim.SaveSettings([]byte(`{"n":1000}`)))
		if p, err := h.Player(t.Context(), kim.Me().ID); err != nil || string(p.Settings) != `{"n":1000}` {
			t.Errorf("later: %s, %v", p.Settings, err)
		}
		for range savedRate.Burst {
			h.must(kim.SaveSettings([]byte(`{"n":1001}`)))
		}
		h.must(kim.SaveSettings([]byte(`{"n":1002}`)))
		kim.Leave()
		if got := string(h.enter("kim").Settings()); got != `{"n":1002}` {
			t.Errorf("after the visit %s", got)
		}
	})
}

// Settings that a full disk refused are written later, at the latest when the visit ends.
func TestSettingsOnAFullDisk(t *testing.T) {
	var disk *failing
	inBubbleWith(t, config.Config{}, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		disk.writes.Store(true)
		if err := kim.SaveSettings([]byte(`{"n":1}`)); !errors.Is(err, errDisk) {
			t.Errorf("a full disk: %v", err)
		}
		disk.writes.Store(false)
		kim.Leave()
		if got := string(h.enter("kim").Settings()); got != `{"n":1}` {
			t.Errorf("after the visit %s", got)
		}
	}, func(s store.Store) store.Store {
		disk = &failing{Store: s}
		return disk
	})
}

// Concurrent changes of one player's record are all stored.
func TestChangesOfOnePlayerAtOnce(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		for i := range 20 {
			var both sync.WaitGroup
			settings, name := fmt.Sprintf(`{"n":%d}`, i), fmt.Sprint("kim", i)
			both.Go(func() { fails(t, kim.SaveSettings([]byte(settings))) })
			both.Go(func() { fails(t, kim.Rename(name)) })
			both.Wait()
			time.Sleep(savedRate.In / time.Duration(savedRate.Burst)) // slowly enough that each is written
			p, err := h.Player(t.Context(), kim.Me().ID)
			h.must(err)
			if string(p.Settings) != settings || p.Name != name {
				t.Fatalf("%s with %s, want %s with %s", p.Name, p.Settings, name, settings)
			}
		}
	})
}

// fails is must for another goroutine.
func fails(t *testing.T, err error) {
	if err != nil {
		t.Error(err)
	}
}

// Many visitors who enter at once under one login name get different names. One key that enters many times
// at once is one player.
func TestManyLoginsAtOnce(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		var all sync.WaitGroup
		for i := range 40 {
			all.Go(func() {
				if _, err := h.Enter(directory.Identity{Fingerprint: fmt.Sprintf("SHA256:%d", i/2), Login: "maple"}); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		ids, called := map[string]bool{}, map[string]bool{}
		for i := range 20 {
			p, err := h.PlayerByKey(t.Context(), fmt.Sprintf("SHA256:%d", i))
			h.must(err)
			ids[p.ID], called[p.Name] = true, true
		}
		if len(ids) != 20 || len(called) != 20 || len(h.People()) != 20 {
			t.Errorf("%d players, %d names, %d people", len(ids), len(called), len(h.People()))
		}
	})
}
