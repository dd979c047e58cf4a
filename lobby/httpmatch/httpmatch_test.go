package httpmatch

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/othello"
	"arcade/lobby/config"
	"arcade/lobby/directory"
	"arcade/lobby/room"
	"arcade/lobby/roomtest"
	"arcade/lobby/solo"
	"arcade/lobby/table"
	"arcade/lobby/text"
	"arcade/store"
)

// desk has the programs' matches of one node.
type desk struct {
	roomtest.T
	*Programs
	store store.Store
	most  int
	end   func()
}

// atDesk runs a test in fake time, with a limit on all matches; 0 for the usual one.
func atDesk(t *testing.T, most int, f func(d *desk)) {
	roomtest.Run(t, func(t roomtest.T) {
		d := &desk{T: t, store: roomtest.Store(t.T, "kim"), most: most}
		d.start()
		f(d)
	})
}

// start starts the node.
func (d *desk) start() {
	deps := roomtest.New(d.T.T, config.Config{Store: d.store, Games: games.NewRegistry(othello.Game{}), MaxShared: d.most, Reserved: []string{"master"}})
	d.Programs = New(room.NewTables(room.Deps(deps)))
	d.end = sync.OnceFunc(func() { deps.End(d.StopTables) })
	d.Cleanup(d.end)
}

// restart ends the node and starts it again: its matches are parked or adopted.
func (d *desk) restart() {
	d.Helper()
	d.end()
	d.start()
	list, err := d.store.Unfinished(d.Context())
	d.Must(err)
	for _, rec := range list {
		d.Must(d.Adopt(rec))
	}
}

// offer is a program's offer that nothing is wrong with.
var offer = SharedOffer{Game: othello.Name, How: games.Client, Names: []string{"a", "b"}, BotSeat: games.Nobody}

// share begins a match for a program.
func (d *desk) share(from string) string {
	d.Helper()
	key, err := d.Share(offer, from)
	d.Must(err)
	return key
}

// play plays actions at a match.
func (d *desk) play(key string, actions ...games.Action) {
	d.Helper()
	d.Must(d.Shared(key, func(m *SharedMatch) error {
		for _, a := range actions {
			if err := m.Act(a); err != nil {
				return err
			}
		}
		return nil
	}))
}

// there reports which matches can be played on.
func (d *desk) there(keys ...string) (list []bool) {
	for _, key := range keys {
		list = append(list, d.Shared(key, func(*SharedMatch) error { return nil }) == nil)
	}
	return list
}

// blackWins has moves after which white has no disc left.
var blackWins = []games.Action{"e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"}

// Nothing but a match of two for a program can be begun here.
func TestShareRefuses(t *testing.T) {
	atDesk(t, 0, func(d *desk) {
		for name, c := range map[string]struct {
			change func(o *SharedOffer)
			want   error
		}{
			"no such game": {func(o *SharedOffer) { o.Game = "chess" }, games.ErrUnknownGame},
			"one name":     {func(o *SharedOffer) { o.Names = o.Names[:1] }, solo.ErrBadOffer},
			"at a screen":  {func(o *SharedOffer) { o.How = games.Screen }, solo.ErrBadOffer},
			"no such bot":  {func(o *SharedOffer) { o.Bot, o.BotSeat = "deep blue", 1 }, solo.ErrBadOffer},
		} {
			o := offer
			c.change(&o)
			if key, err := d.Share(o, ""); !errors.Is(err, c.want) || key != "" {
				t.Errorf("%s: %q, %v, want %v", name, key, err, c.want)
			}
		}
		d.Drain()
		_, err := d.Share(offer, "")
		d.Refused(err, directory.ErrClosing)
	})
}

// The number of matches is limited. The one that has been over for longest makes room.
func TestSharedBounds(t *testing.T) {
	atDesk(t, 3, func(d *desk) {
		var keys []string
		for i := range 3 {
			keys = append(keys, d.share(fmt.Sprint("192.0.2.", i)))
			time.Sleep(time.Second)
		}
		_, err := d.Share(offer, "")
		d.Refused(err, room.ErrTooMany)
		for _, i := range []int{1, 0} {
			d.play(keys[i], blackWins...)
			time.Sleep(time.Second)
		}
		d.share("")
		if got := d.there(keys...); !slices.Equal(got, []bool{true, false, true}) {
			d.Errorf("still there: %v", got)
		}
	})
}

// A few addresses that begin as many games as possible keep nobody out: the idlest game of the address with
// the most games goes, and never the last one of an address.
func TestSharedFlood(t *testing.T) {
	atDesk(t, 12, func(d *desk) {
		share := func(from string) string {
			time.Sleep(time.Second)
			return d.share(from)
		}
		honest := share("192.0.2.1")
		d.play(honest, blackWins[:4]...)
		var flood []string
		for i := range 11 {
			flood = append(flood, share(fmt.Sprint("203.0.113.", i%2)))
		}
		d.play(flood[0], blackWins[0])
		for i := range 8 { // newcomers from different addresses
			key := share(fmt.Sprint("198.51.100.", i))
			d.play(key, blackWins[0])
			if got := d.there(key, honest); slices.Contains(got, false) {
				d.Errorf("newcomer %d: it and the one in play are there: %v", i, got)
			}
		}
		left := d.there(flood...)
		if n := len(slices.DeleteFunc(slices.Clone(left), func(there bool) bool { return !there })); n != 3 || !left[0] {
			d.Errorf("%d of the flood are left, the one in play among them: %v", n, left[0])
		}
		share("198.51.100.99")
		_, err := d.Share(offer, "203.0.113.1")
		if time.Sleep(time.Second); err == nil { // it has one, like others
			_, err = d.Share(offer, "203.0.113.1")
		}
		d.Refused(err, room.ErrTooMany)
	})
}

// The limit of an address includes its matches from before a restart and matches that begin at the same moment. An
// idle match makes room, and can be played on.
func TestSharedCount(t *testing.T) {
	atDesk(t, 0, func(d *desk) {
		const from = "192.0.2.1"
		idle := d.share(from)
		time.Sleep(time.Second)
		for range sharedPerAddress*3/5 - 1 {
			d.share(from)
		}
		d.restart()
		for range sharedPerAddress * 2 / 5 {
			d.share(from)
		}
		_, err := d.Share(offer, from)
		d.Refused(err, room.ErrTooMany)
		d.share("192.0.2.2")
		time.Sleep(table.SharedIdle + time.Second)
		d.share(from)
		if d.Directory.ByCode(idle) != nil {
			d.Error("the idlest match is still in memory")
		}
		d.play(idle, blackWins[0])
	})
}

// A page cannot show a match under the name of a player here, of a bot or of the house. Names fit the
// lists.
func TestSharedNames(t *testing.T) {
	atDesk(t, 0, func(d *desk) {
		for name, want := range map[string]string{
			"민수": "민수", "": "Player 1", "KIM": "KIM (web)", "master": "master (web)", "guest-1234": "gues.. (web)", "손님-12": "손님.. (web)", "Random bot": "Rand.. (web)", "아무봇": "아무봇 (web)",
			"오락실": "오락실 (web)", "a very long name of somebody": "a very lon..", "가나다라마바사": "가나다라마..", "ｋｉｍ": "kim (web)",
		} {
			o := offer
			o.Names = []string{name, "b"}
			key, err := d.Share(o, "192.0.2.1")
			d.Must(err)
			d.Must(d.Shared(key, func(m *SharedMatch) error {
				if got := m.Name(0); got != want || text.Width(got) > maxSharedName {
					d.Errorf("%q is called %q, want %q", name, got, want)
				}
				return nil
			}))
		}
	})
}

// forced plays until a seat must pass, and returns the line.
func forced(t *testing.T) (line []games.Action) {
	t.Helper()
	for seed := range uint64(300) {
		pos, err := othello.Game{}.Start(games.Setup{Game: othello.Name})
		if err != nil {
			t.Fatal(err)
		}
		line = line[:0]
		for next := seed; pos.Result() == nil; next = next*6364136223846793005 + 1442695040888963407 {
			if _, ok := pos.(games.Forcer).Forced(); ok {
				return line
			}
			legal := pos.Legal()
			a := legal[next>>33%uint64(len(legal))]
			if _, err := pos.Apply(a); err != nil {
				t.Fatal(err)
			}
			line = append(line, a)
		}
	}
	t.Fatal("no seat must pass")
	return nil
}

// The table passes for a program that does not pass itself, and takes back what it passed together with the action
// before it. The other kind of program passes itself.
func TestSharedPasses(t *testing.T) {
	line := forced(t)
	atDesk(t, 0, func(d *desk) {
		for how, want := range map[games.Shared]int{games.Client: len(line) + 1, games.ClientPasses: len(line)} {
			o := offer
			o.How = how
			key, err := d.Share(o, "")
			d.Must(err)
			d.play(key, line...)
			d.Must(d.Shared(key, func(m *SharedMatch) error {
				if n := len(m.Match().Plies()); n != want {
					d.Errorf("%s: %d actions after %d of the program, want %d", how, n, len(line), want)
				}
				if err := m.Undo(); err != nil {
					return err
				}
				if n := len(m.Match().Plies()); n != len(line)-1 {
					d.Errorf("%s: %d actions after one was taken back, want %d", how, n, len(line)-1)
				}
				return nil
			}))
		}
	})
}

// A key is a program's secret: it finds the match in any case of letters, and nothing else does.
func TestSharedByKey(t *testing.T) {
	atDesk(t, 0, func(d *desk) {
		key := d.share("")
		if got := d.there(key, strings.ToUpper(key), "", "00000000-0000-4000-8000-000000000000"); !slices.Equal(got, []bool{true, true, false, false}) {
			d.Errorf("found: %v", got)
		}
		var id string
		d.Must(d.Shared(key, func(m *SharedMatch) error { id = m.ID(); return nil }))
		d.Refused(d.Shared(id, func(*SharedMatch) error { return nil }), table.ErrNoTable)
	})
}

// The parked matches of an address are limited, and each has an end: the oldest go.
func TestSweepParked(t *testing.T) {
	atDesk(t, 0, func(d *desk) {
		park := func(from string) (key string) {
			key = d.share(from)
			t := room.RoomOf(d.Directory.ByCode(key))
			t.Locked(func() { d.Must(t.Park()) })
			return key
		}
		old := park("192.0.2.1")
		time.Sleep(table.SharedTime - time.Hour)
		var keys []string
		for range parkedPerAddress + 1 {
			time.Sleep(time.Second)
			keys = append(keys, park("192.0.2.2"))
		}
		d.Must(d.sweepParked())
		if got := d.there(old, keys[0], keys[1]); !slices.Equal(got, []bool{true, false, true}) {
			d.Errorf("the old one, the first and the second of too many: %v", got)
		}
		time.Sleep(table.SharedTime)
		d.Must(d.sweepParked())
		if left, err := d.store.Unfinished(d.Context()); err != nil || len(left) > 0 {
			d.Errorf("after a week %d are left, %v", len(left), err)
		}
	})
}
