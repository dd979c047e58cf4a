package fair

import (
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"arcade/games"
	"arcade/games/othello"
	"arcade/lobby/directory"
	"arcade/lobby/ledger"
	"arcade/lobby/table"
	"arcade/store"
	"arcade/store/bolt"
)

// here is a directory of people by network, without tables.
type here map[string]string

func (h here) NetworkOf(person string) string { return h[person] }
func (here) Lists() *directory.Lists          { return &directory.Lists{} }

// withRules runs a test with rules over an empty store, in fake time.
func withRules(t *testing.T, f func(t *testing.T, rules *Rules, s store.Store)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s, err := bolt.Open(filepath.Join(t.TempDir(), "arcade.db"), bolt.Options{NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		}()
		f(t, &Rules{
			Context: t.Context(), Store: s, Games: games.NewRegistry(othello.Game{}), Log: slog.New(slog.DiscardHandler),
			Directory: here{}, Secret: []byte("secret"), Shared: []netip.Prefix{netip.MustParsePrefix("198.51.100.0/24")},
		}, s)
	})
}

// A network is a household, whichever of its addresses somebody comes from. Networks of strangers are none.
func TestNetwork(t *testing.T) {
	withRules(t, func(t *testing.T, rules *Rules, _ store.Store) {
		for _, c := range []struct {
			a, b string
			one  bool
		}{
			{"192.0.2.1", "192.0.2.200", true},
			{"192.0.2.1", "::ffff:192.0.2.9", true},
			{"192.0.2.1", "192.0.2.0/24", true},
			{"192.0.2.1", "192.0.3.1", false},
			{"2001:db8:1:2::3", "2001:db8:1:9::1%eth0", true},
			{"2001:db8:1:2::3", "2001:db8:2:2::3", false},
		} {
			if a, b := rules.Network(c.a), rules.Network(c.b); a == "" || (a == b) != c.one {
				t.Errorf("%s and %s: %q, %q", c.a, c.b, a, b)
			}
		}
		for _, none := range []string{"", "somewhere", "198.51.100.7"} {
			if got := rules.Network(none); got != "" {
				t.Errorf("%q is of network %s", none, got)
			}
		}
	})
}

// Networks on which one key was seen count as one, on that day and over midnight.
func TestNetworksOfOneKey(t *testing.T) {
	withRules(t, func(t *testing.T, rules *Rules, _ store.Store) {
		four, six, other := rules.Network("192.0.2.1"), rules.Network("2001:db8::1"), rules.Network("203.0.113.1")
		see := func(key, from string) {
			t.Helper()
			if err := rules.NoteNetwork(key, from); err != nil {
				t.Fatal(err)
			}
		}
		see("kim", "192.0.2.1")
		see("lee", "203.0.113.1")
		if rules.oneNetwork(four, six) {
			t.Error("networks of nobody are one")
		}
		see("kim", "2001:db8::1")
		see("kim", "2001:db8::2") // the same again
		for day := range 2 {
			if !rules.oneNetwork(four, six) || !rules.oneNetwork(six, four) || rules.oneNetwork(four, other) || rules.oneNetwork("", "") {
				t.Errorf("day %d: one %v, other way round %v, a stranger's %v", day, rules.oneNetwork(four, six), rules.oneNetwork(six, four), rules.oneNetwork(four, other))
			}
			time.Sleep(24 * time.Hour)
		}
		if rules.oneNetwork(four, six) {
			t.Error("they are one two days later")
		}
		for i := range 2 * MaxNetworks {
			see("park", fmt.Sprintf("192.0.%d.1", 100+i))
		}
		if codes, err := rules.NetworksOf([]string{"park", "kim"}); err != nil || len(codes) != MaxNetworks {
			t.Errorf("%d networks, %v", len(codes), err)
		}
	})
}

// Within one network, and too often on a day, a match is casual.
func TestUncounted(t *testing.T) {
	withRules(t, func(t *testing.T, rules *Rules, _ store.Store) {
		at := here{"kim": rules.Network("192.0.2.1"), "lee": rules.Network("192.0.2.2"), "park": rules.Network("203.0.113.1")}
		rules.Directory = at
		for _, c := range []struct{ host, from, other, want string }{
			{"kim", "", "lee", ledger.OneNetwork},
			{"kim", "", "park", ""},
			{"park", at["kim"], "lee", ledger.OneNetwork}, // where the host was when it offered the seat counts
			{"kim", at["park"], "lee", ""},
		} {
			if got := rules.Uncounted(othello.Name, c.host, c.from, c.other); got != c.want {
				t.Errorf("%s from %.4s with %s: %q, want %q", c.host, c.from, c.other, got, c.want)
			}
			rec := store.Match{Game: othello.Name, Rated: true, From: c.from}
			if rules.Terms(&rec, c.host, c.other); rec.Rated != (c.want == "") || rec.Casual != c.want || rec.From != "" || (rec.Ledger != 0) != rec.Rated {
				t.Errorf("%s with %s: terms %+v", c.host, c.other, rec)
			}
		}
		seats := []table.SeatInfo{{Person: table.Person{ID: "kim"}}, {}}
		s := &table.Summary{Game: othello.Name, Status: store.Open, Rated: true, Seats: seats, GuestSeat: games.Nobody}
		for me, want := range map[string]string{"lee": ledger.OneNetwork, "park": "", "kim": "", "guest:1": ""} {
			if got := rules.Foretold(s, me); got != want {
				t.Errorf("foretold to %s: %q, want %q", me, got, want)
			}
		}
	})
}

// Who has called off too many rated matches waits, longer each time, and not for ever.
func TestMayRate(t *testing.T) {
	withRules(t, func(t *testing.T, rules *Rules, s store.Store) {
		n := 0
		callOff := func(by int) {
			t.Helper()
			n++
			now := time.Now().UnixMilli()
			rec := store.Match{
				ID: fmt.Sprintf("M%07d", n), Game: othello.Name, Rules: 1, Seed: "s", Control: "5+3", Status: store.Live, Rated: true, Winner: -1, Created: now,
				Seats: []store.Seat{{Player: "kim", Name: "kim"}, {Player: "lee", Name: "lee"}},
			}
			err := s.CreateMatch(t.Context(), rec)
			rec.Status, rec.Ended, rec.Reason, rec.Entries = store.Done, now, games.Aborted, 1
			rec.Result = []byte(`{"winner":-1,"reason":"aborted"}`)
			if err == nil {
				err = s.Finish(t.Context(), store.Finish{Match: rec, Entries: []store.Entry{{Kind: string(games.Abort), Seat: by, At: now}}})
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		wait := func(player string) time.Duration {
			t.Helper()
			err := rules.MayRate(player)
			var w *WaitError
			if err != nil && !errors.As(err, &w) {
				t.Fatal(err)
			}
			if w == nil {
				return 0
			}
			return time.Until(w.Until).Round(time.Second)
		}
		for _, id := range []string{"kim", "lee"} {
			if err := s.PutPlayer(t.Context(), store.Player{ID: id, Name: id, NameKey: id, Keys: []string{id}}); err != nil {
				t.Fatal(err)
			}
		}
		for i, want := range []time.Duration{0, 0, time.Minute, 2 * time.Minute, 4 * time.Minute} {
			if callOff(0); wait("kim") != want || wait("lee") != 0 {
				t.Errorf("after %d: kim waits %v, want %v; lee waits %v", i+1, wait("kim"), want, wait("lee"))
			}
		}
		if time.Sleep(4 * time.Minute); wait("kim") != 0 {
			t.Errorf("after the wait: %v", wait("kim"))
		}
		time.Sleep(time.Hour)
		if callOff(0); wait("kim") != 0 {
			t.Errorf("an hour later all is forgotten, but it waits %v", wait("kim"))
		}
	})
}
