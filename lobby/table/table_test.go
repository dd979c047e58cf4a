package table

import (
	"errors"
	"slices"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/othello"
	"arcade/lobby/clock"
	"arcade/lobby/ledger"
	"arcade/lobby/limit"
	"arcade/store"
)

var (
	kim = store.Seat{Player: "kim", Name: "kim"}
	lee = store.Seat{Player: "lee", Name: "lee"}
)

// live starts a match of kim and lee just now, with some actions played.
func live(t *testing.T, control string, plies int) *Table {
	t.Helper()
	now := clock.MS()
	v := New(store.Match{
		ID: "M", Game: "othello", Rules: 1, Seed: "s", Control: control, Status: store.Live, Created: now, Started: now,
		Seats: []store.Seat{kim, lee}, Winner: -1,
	}, terms())
	must(t, v.Fold(nil))
	for range plies {
		e, due, err := v.Apply(&Act{Ply: len(v.M.Plies()), Action: v.M.Legal()[0]}, v.M.ToAct())
		if must(t, err); !due {
			t.Fatal("an action adds nothing")
		}
		_, err = v.M.Add(e)
		must(t, err)
	}
	return &v
}

// open makes kim's open seat.
func open(rec store.Match) *Table {
	rec.ID, rec.Game, rec.Control, rec.Status, rec.Seats, rec.Winner = "M", "othello", "5+0", store.Open, []store.Seat{kim, {}}, -1
	v := New(rec, terms())
	return &v
}

func terms() *Terms {
	return &Terms{Games: games.NewRegistry(othello.Game{}), GraceLeft: 10 * time.Second, PassNotice: time.Second, ReadyTime: time.Minute}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// A table's own actions depend only on its value and the moment.
func TestDue(t *testing.T) {
	const minute = int64(60_000)
	away := func(v *Table, seat games.Seat) *Table {
		v.Away[seat] = Away{Since: v.Now(), Grace: 40 * time.Second}
		return v
	}
	met := open(store.Match{})
	met.Sit(lee, false)
	for name, c := range map[string]struct {
		v    *Table
		in   int64 // ms from now
		what What
		kind games.Kind
	}{
		"in play":                 {live(t, "5+0", 2), minute, Nothing, ""},
		"flag":                    {live(t, "5+0", 2), 5 * minute, Add, games.Timeout},
		"flag before both moved":  {live(t, "30s", 0), minute / 2, CallOff, games.Abort},
		"away before both moved":  {away(live(t, "5+0", 0), 1), minute, CallOff, games.Abort},
		"away in play":            {away(live(t, "5+0", 2), 1), minute, Nothing, ""},
		"open seat":               {open(store.Match{}), 60 * minute, Nothing, ""},
		"open seat without host":  {away(open(store.Match{}), 0), minute, Delete, ""},
		"host looks away shortly": {away(open(store.Match{}), 0), minute / 2, Nothing, ""},
		"meeting":                 {met, minute / 2, Nothing, ""},
		"meeting that is late":    {met, minute, EndTheMeeting, ""},
	} {
		t.Run(name, func(t *testing.T) {
			now := c.v.Now()
			if due := c.v.Due(now + c.in); due.What != c.what || due.Entry.Kind != c.kind {
				t.Errorf("due is %+v", due)
			}
			next := c.v.NextAt(now)
			if c.what != Nothing && (next == 0 || next > now+c.in) {
				t.Errorf("it would look in %d ms, when something is due in %d", next-now, c.in)
			}
		})
	}
}

// The seat and the person decide who may sit down.
func TestTakes(t *testing.T) {
	person, guest, bot := Person{ID: "lee"}, Person{ID: "guest:1", Guest: true}, Person{ID: "hal", Remote: true}
	met := open(store.Match{})
	met.Sit(lee, true)
	days := open(store.Match{})
	days.Control, _ = games.ParseControl("1d")
	for name, c := range map[string]struct {
		v    *Table
		who  Person
		code bool
		want error
	}{
		"anybody":            {open(store.Match{}), person, false, nil},
		"host":               {open(store.Match{}), Person{ID: "kim"}, false, ErrOwnSeat},
		"taken":              {met, Person{ID: "park"}, false, ErrFull},
		"begun":              {live(t, "5+0", 0), Person{ID: "park"}, false, ErrFull},
		"challenge":          {open(store.Match{Invited: "park"}), person, false, ErrPrivate},
		"challenged":         {open(store.Match{Invited: "lee", Private: true}), person, false, nil},
		"private":            {open(store.Match{Private: true}), person, false, ErrPrivate},
		"private, with code": {open(store.Match{Private: true}), person, true, nil},
		"guest, rated":       {open(store.Match{Rated: true}), guest, false, ErrGuestRated},
		"guest, days":        {days, guest, false, ErrGuestDays},
		"bot":                {open(store.Match{}), bot, false, ErrUnasked},
		"bot, with code":     {open(store.Match{}), bot, true, nil},
	} {
		if err := c.v.MaySit(c.who, c.code, false); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	if err := open(store.Match{}).MaySit(person, false, true); !errors.Is(err, ErrFull) {
		t.Errorf("a host who sits down elsewhere: %v", err)
	}
}

// A meeting that ends reopens the seat unchanged.
func TestSitAndFree(t *testing.T) {
	v := open(store.Match{})
	v.Sit(lee, true)
	if !v.Meets() || v.GuestSeat != 1 || v.Host() != "kim" || len(v.Unready()) != 1 || !v.Stored(v.Rec).Seats[1].Empty() {
		t.Errorf("%+v", v.Meeting)
	}
	v.FreeSeat()
	if v.Meets() || !v.Rec.Seats[1].Empty() || len(v.Unready()) != 2 {
		t.Errorf("%+v", v.Meeting)
	}
}

// Lines of chat reach their audience, not too often, and not without end.
func TestTalk(t *testing.T) {
	v := live(t, "5+0", 0)
	rate := limit.Rate{Burst: 2, In: time.Second}
	say := func(id string, seat games.Seat, at int64) error {
		return v.Say(Line{From: Person{ID: id}, Seat: seat, Phrase: 1, At: at}, rate)
	}
	must(t, say("kim", 0, 0))
	must(t, say("kim", 0, 1))
	if err := say("kim", 0, 2); !errors.Is(err, ErrTooFast) {
		t.Error(err)
	}
	must(t, say("park", games.Nobody, 2))
	if got := len(v.VisibleChat(1)); got != 2 {
		t.Errorf("who plays hears %d lines", got)
	}
	if got := len(v.VisibleChat(games.Nobody)); got != 3 {
		t.Errorf("who looks on hears %d lines", got)
	}
	for i := range int64(2 * ChatKept) {
		must(t, say("lee", 1, 10_000*(i+1)))
	}
	if len(v.Chat) != ChatKept || v.ChatTotal != 2*ChatKept+3 || len(v.ChatTimes) != 1 {
		t.Errorf("%d lines of %d, %d speakers", len(v.Chat), v.ChatTotal, len(v.ChatTimes))
	}
	v.Silence("lee")
	if len(v.Chat) != 0 {
		t.Errorf("%d lines of who was deleted", len(v.Chat))
	}
}

// A table's published states give another node the same table: the newest one is enough, whatever came before,
// but for entries that are in the store.
func TestFollow(t *testing.T) {
	here, there := live(t, "5+0", 3), live(t, "5+0", 0)
	store := func() { // what the room does
		for _, p := range here.M.Plies()[len(here.Log):] {
			here.Log = append(here.Log, ledger.ToStore(games.Entry{Kind: games.Act, Seat: p.Seat, Action: p.Action, At: p.At}))
		}
	}
	play := func(n int) {
		for range n {
			e, _, err := here.Apply(&Act{Ply: len(here.M.Plies()), Action: here.M.Legal()[0]}, here.M.ToAct())
			must(t, err)
			_, err = here.M.Add(e)
			must(t, err)
		}
		store()
	}
	shows := func(s State, rev uint64, wantOK, wantChanged bool) {
		t.Helper()
		ok, changed, err := there.Replace(s, rev)
		if must(t, err); ok != wantOK || changed != wantChanged {
			t.Errorf("revision %d after %d: enough %v, new %v", s.Rev, rev, ok, changed)
		}
		if changed && len(there.M.Plies()) != len(here.M.Plies()) {
			t.Errorf("%d plies of %d", len(there.M.Plies()), len(here.M.Plies()))
		}
	}
	store()
	here.Rec.Epoch, here.Next, here.Lifted = 2, "N", 1
	shows(here.Whole(7), 0, true, true)
	if there.Next != "N" || there.Lifted != 1 {
		t.Errorf("next %q, lifted %d", there.Next, there.Lifted)
	}
	shows(here.Whole(7), 7, true, false)
	older := func(s State) State { s.Rec = nil; return s } // as an owner of an older version leaves it out
	shows(older(here.Newest(9)), 7, false, false)
	play(1)
	shows(older(here.Newest(8)), 7, true, true)
	play(StateEntries)
	shows(here.Newest(12), 8, true, true)
	play(StateEntries + 2)
	s := here.Newest(20)
	shows(s, 12, false, false)
	from, to := there.Missing(s)
	if from != len(there.Log) || to != from+2 {
		t.Errorf("misses %d to %d of %d entries", from, to, len(here.Log))
	}
	s.At, s.Entries = from, append(slices.Clone(here.Log[from:to]), s.Entries...)
	shows(s, 12, true, true)
	here.Rec.Epoch++ // its owner starts again, and counts anew
	play(1)
	shows(here.Newest(1), 20, true, true)
}
