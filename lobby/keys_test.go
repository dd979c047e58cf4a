package lobby

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"arcade/lobby/account"
	"arcade/lobby/clock"
	"arcade/lobby/directory"
	"arcade/lobby/names"
	"arcade/lobby/pairing"
	"arcade/lobby/records"
	"arcade/store"
)

// code returns a new code for another key of a visitor.
func (h *house) code(v *Visit) string {
	h.t.Helper()
	code, _, err := v.NewKeyCode()
	h.must(err)
	return code
}

// keys returns a player's keys without their common start.
func (h *house) keys(v *Visit) (list []string) {
	h.t.Helper()
	p, err := h.Player(context.Background(), v.Me().ID)
	h.must(err)
	for _, k := range account.KeysOf(p) {
		list = append(list, strings.TrimPrefix(k.Fingerprint, "SHA256:"))
	}
	return list
}

func (h *house) wantKeys(v *Visit, want ...string) {
	h.t.Helper()
	if got := h.keys(v); fmt.Sprint(got) != fmt.Sprint(want) {
		h.t.Errorf("keys %v, want %v", got, want)
	}
}

func TestAddKey(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		h.pass(time.Hour)
		code, until, err := kim.NewKeyCode()
		h.must(err)
		if len(code) != 8 || names.Normal(code) != code || until != clock.MS()+10*60*1000 {
			t.Errorf("code %q until %d", code, until)
		}
		drain(kim)
		p, err := h.AddKey("SHA256:laptop", "192.0.2.1", strings.ToLower(names.ShowKeyCode(code)))
		h.must(err)
		if p.ID != kim.Me().ID || !woken(kim) {
			t.Errorf("added to %s", p.Name)
		}
		list := account.KeysOf(p)
		if len(list) != 2 || list[0].Added != p.Created || list[1] != (account.Key{Fingerprint: "SHA256:laptop", Added: clock.MS()}) {
			t.Errorf("keys %v", list)
		}
		_, err = h.AddKey("SHA256:third", "192.0.2.1", code)
		h.refused(err, account.ErrNoKeyCode) // a code works once

		v, err := h.Enter(directory.Identity{Fingerprint: "SHA256:laptop", Login: "someone"})
		h.must(err)
		h.must(v.GoOn())
		if v.First() || v.Me() != kim.Me() || !kim.Superseded() || v.Key() != "SHA256:laptop" {
			t.Errorf("by the new key: %v, superseded %v", v.Me(), kim.Superseded())
		}
		_, _, err = kim.NewKeyCode()
		h.refused(err, directory.ErrSuperseded)
		h = h.kill()
		h.wantKeys(h.enter("laptop"), "kim", "laptop")
	})
}

func TestKeyCodes(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, guest := h.enter("kim"), h.guest()
		_, _, err := guest.NewKeyCode()
		h.refused(err, account.ErrGuestKey)
		_, _, err = h.NewKeyCode("SHA256:nobody")
		h.refused(err, records.ErrNoPlayer)
		_, err = h.AddKey("", "a", h.code(kim))
		h.refused(err, account.ErrGuestKey)

		add := func(code string) error {
			_, err := h.AddKey("SHA256:new", "a", code)
			return err
		}
		old := h.code(kim)
		next := h.code(kim)
		h.refused(add(old), account.ErrNoKeyCode) // the newer one replaces it
		_, err = h.AddKey("SHA256:kim", "a", next)
		h.refused(err, account.ErrOwnKey)
		h.pass(account.KeyCodeTime - time.Millisecond)
		h.refused(add("nonsense"), account.ErrNoKeyCode)
		h.pass(time.Millisecond)
		h.refused(add(next), account.ErrNoKeyCode) // older than ten minutes
		h.wantKeys(kim, "kim")

		// A code from a key stops with that key, and with the player.
		h.must(add(h.code(kim)))
		code := h.code(kim)
		_, err = kim.RemoveKey("new")
		h.must(err)
		h.refused(add(code), account.ErrNoKeyCode)
		code = h.code(kim)
		h.must(kim.Forget("kim"))
		h.refused(add(code), account.ErrNoKeyCode)

		lee := h.enter("lee")
		code = h.code(lee)
		h = h.kill()
		_, err = h.AddKey("SHA256:new", "b", code)
		h.must(err) // it outlives a restart
	})
}

func TestKeyCodesCannotBeGuessed(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		code := h.code(kim)
		guess := func(key, from, code string) error {
			_, err := h.AddKey("SHA256:"+key, from, code)
			return err
		}
		for i := range account.WrongBurst { // new keys from one address
			h.refused(guess(fmt.Sprint("k", i), "a", "WRONG"), account.ErrNoKeyCode)
		}
		h.refused(guess("another", "a", code), account.ErrGuessing) // even the right one
		for i := range account.WrongBurst {                         // one key from many addresses
			h.refused(guess("same", fmt.Sprint("from", i), "WRONG"), account.ErrNoKeyCode)
		}
		h.refused(guess("same", "elsewhere", code), account.ErrGuessing)
		h.must(guess("honest", "elsewhere", code))
		h.pass(account.KeyCodeTime)
		h.must(guess("another", "a", h.code(kim)))
	})
}

func TestAddKeyThatHasAPlayer(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee, park := h.enter("kim"), h.enter("lee"), h.enter("park")
		id := h.start(lee, park, pairing.Offer{})
		_, err := h.AddKey("SHA256:lee", "a", h.code(kim))
		h.refused(err, account.ErrKeyPlayed) // the key's player has a match in play
		h.playOut(id, lee, park)
		_, err = h.AddKey("SHA256:lee", "b", h.code(kim))
		h.refused(err, account.ErrKeyPlayed)
		h.wantKeys(lee, "lee")

		// Puzzles count, too.
		han := h.enter("han")
		h.must(h.store.PutNotes(t.Context(), "othello/puzzles", store.Note{Key: "a/" + han.Me().ID + "/x", Value: []byte(`{}`)}))
		_, err = h.AddKey("SHA256:han", "d", h.code(kim))
		h.refused(err, account.ErrKeyPlayed)

		// A player with only an open seat has not played.
		choi := h.enter("choi")
		seat := h.create(choi, pairing.Offer{})
		p, err := h.AddKey("SHA256:choi", "c", h.code(kim))
		h.must(err)
		h.wantKeys(kim, "kim", "choi")
		if p.ID != kim.Me().ID || choi.Ended() != account.ErrKeyMoved || choi.Over() != directory.ErrLeft {
			t.Errorf("%v, %v", choi.Ended(), choi.Over())
		}
		if _, err := h.PlayerByName(t.Context(), "choi"); err != records.ErrNoPlayer {
			t.Errorf("the player that was given up: %v", err)
		}
		h.nothingLeft(seat)
		h.must(park.Rename("choi"))
		for _, guests := range []string{"Guest-12", "손님-4821"} {
			h.refused(park.Rename(guests), store.ErrNameTaken)
		}
	})
}

func TestKeysAreBounded(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		for i := 1; i < account.MaxKeys; i++ {
			_, err := h.AddKey(fmt.Sprint("SHA256:k", i), "a", h.code(kim))
			h.must(err)
		}
		_, _, err := kim.NewKeyCode()
		h.refused(err, account.ErrManyKeys)
	})
}

func TestRemoveKey(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		_, err := kim.RemoveKey("kim")
		h.refused(err, account.ErrLastKey)
		for _, k := range []string{"kilo", "alpha", "kilogram-1", "kilogram-2"} {
			_, err := h.AddKey("SHA256:"+k, "a", h.code(kim))
			h.must(err)
		}
		for which, want := range map[string]error{
			"": account.ErrNoKey, "SHA256:": account.ErrNoKey, "ki": account.ErrShortKey, "a": account.ErrShortKey, "SHA256:kilogra": account.ErrShortKey, "kilogram": account.ErrWhichKey, "lee": account.ErrNoKey, "kimm": account.ErrNoKey, "\x00": account.ErrNoKey, strings.Repeat("k", 1<<16): account.ErrNoKey,
		} {
			_, err := kim.RemoveKey(which)
			h.refused(err, want)
		}
		_, err = h.guest().RemoveKey("kim")
		h.refused(err, account.ErrGuestKey)
		h.enter("lee")
		_, err = h.RemoveKey("SHA256:lee", "kim") // another player's
		h.refused(err, account.ErrNoKey)

		_, err = kim.RemoveKey("kilogram-1")
		h.must(err)
		removed, err := kim.RemoveKey("SHA256:kilogram") // only one begins so now
		h.must(err)
		if removed != "SHA256:kilogram-2" {
			t.Errorf("removed %s", removed)
		}
		removed, err = kim.RemoveKey("SHA256:alpha")
		h.must(err)
		if removed != "SHA256:alpha" || kim.Ended() != nil {
			t.Errorf("removed %s, ended %v", removed, kim.Ended())
		}
		h.wantKeys(kim, "kim", "kilo")
		v := h.enter("alpha")
		if !v.First() || v.Me().ID == kim.Me().ID {
			t.Error("the removed key is still the player's")
		}

		// The visit by a removed key ends; a match stays where it is.
		lee := h.enter("lee")
		id := h.start(kim, lee, pairing.Offer{})
		h.play(id, 4, kim, lee)
		_, err = h.RemoveKey("SHA256:kilo", "kim")
		h.must(err)
		if kim.Ended() != account.ErrKeyRemoved || kim.Act(id, 4, "d3") != directory.ErrLeft {
			t.Errorf("ended %v", kim.Ended())
		}
		kim.Leave()
		again := h.enter("kilo")
		if again.Me().ID != kim.Me().ID || h.see(again, id).You != 0 {
			t.Error("the match is lost with the key")
		}
	})
}

// After any concurrent changes each key belongs to at most one player, and every player has a key.
func TestKeysRace(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		for i := range 3 {
			_, err := h.AddKey(fmt.Sprint("SHA256:k", i), "a", h.code(kim))
			h.must(err)
		}
		keys := []string{"kim", "k0", "k1", "k2"}
		visits := make([]*Visit, len(keys))
		var wg sync.WaitGroup
		for i, key := range keys {
			wg.Go(func() {
				_, err := h.RemoveKey("SHA256:"+key, key)
				if err != nil && !errors.Is(err, account.ErrLastKey) {
					t.Error(err)
				}
			})
			wg.Go(func() {
				v, err := h.Enter(directory.Identity{Fingerprint: "SHA256:" + key, Login: "someone", Lang: "en"})
				if err != nil {
					t.Error(err)
				}
				visits[i] = v
			})
		}
		wg.Wait()
		for i, v := range visits {
			p, err := h.PlayerByKey(t.Context(), "SHA256:"+keys[i])
			if v.Ended() == nil && !v.Superseded() && (err != nil || p.ID != v.Me().ID) {
				t.Errorf("%s is in as another player", keys[i])
			}
		}
		if p, err := h.Player(t.Context(), kim.Me().ID); err != nil || len(p.Keys) != 1 {
			t.Errorf("keys %v, %v", p.Keys, err)
		}
	})
}

// A record from before keys had times can be read.
func TestKeysWithoutTimes(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		h.must(h.store.PutPlayer(t.Context(), store.Player{ID: "old", Name: "old", NameKey: "old", Keys: []string{"SHA256:old"}, Created: 7}))
		p, err := h.PlayerByKey(t.Context(), "SHA256:old")
		h.must(err)
		if list := account.KeysOf(p); len(list) != 1 || list[0] != (account.Key{Fingerprint: "SHA256:old", Added: 7}) {
			t.Errorf("%v", list)
		}
	})
}
