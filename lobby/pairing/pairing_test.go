package pairing

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/othello"
	"arcade/games/stones"
	"arcade/lobby/account"
	"arcade/lobby/config"
	"arcade/lobby/directory"
	"arcade/lobby/room"
	"arcade/lobby/roomtest"
	"arcade/lobby/solo"
	"arcade/lobby/table"
	"arcade/store"
)

// hall has the desk of one node and its visitors.
type hall struct {
	roomtest.T
	*Desk
	store store.Store
}

// inHall runs a test in fake time.
func inHall(t *testing.T, f func(h *hall)) {
	roomtest.Run(t, func(t roomtest.T) {
		h := &hall{T: t, store: roomtest.Store(t.T, "kim", "lee", "park")}
		d := roomtest.New(t.T, config.Config{Store: h.store, Games: games.NewRegistry(othello.Game{}, stones.Game{})})
		ts := room.NewTables(room.Deps(d))
		t.Cleanup(func() { d.End(ts.StopTables) })
		var err error
		h.Desk, err = NewDesk(ts)
		h.Must(err)
		f(h)
	})
}

// enter lets a person in from an address of the person's own.
func (h *hall) enter(me table.Person) *Visitor {
	h.Helper()
	p := h.NewParticipant(directory.Identity{Fingerprint: "SHA256:" + me.ID, From: me.ID}, false, nil)
	roomtest.Enter(h.T.T, h.Directory, p.Presence, me)
	return NewVisitor(h.Desk, p)
}

// player lets a player of the store in, guest somebody else.
func (h *hall) player(name string) *Visitor { return h.enter(roomtest.Player(name)) }
func (h *hall) guest(name string) *Visitor {
	return h.enter(table.Person{ID: "guest:" + name, Name: name, Guest: true})
}

// open opens a seat for anybody.
func (h *hall) open(v *Visitor, change func(o *Offer)) string {
	h.Helper()
	o := Offer{Game: othello.Name, Control: "5+3"}
	if change != nil {
		change(&o)
	}
	id, err := v.Create(o)
	h.Must(err)
	return id
}

// An offer whose parts contradict each other is refused, with the reason that the person can do something about.
func TestOfferCheck(t *testing.T) {
	me, guest := roomtest.Player("kim"), table.Person{ID: "guest:1", Guest: true}
	for name, c := range map[string]struct {
		me   table.Person
		o    Offer
		want error
	}{
		"for anybody":            {me, Offer{Control: "5+3", Rated: true}, nil},
		"of a bot":               {me, Offer{Control: "none", Bot: "greedy"}, nil},
		"no control":             {me, Offer{Control: "soon"}, solo.ErrBadOffer},
		"a guest over days":      {guest, Offer{Control: room.OneDay}, table.ErrGuestDays},
		"a guest's rated one":    {guest, Offer{Control: "5+3", Rated: true}, table.ErrGuestRated},
		"a bot's rated one":      {me, Offer{Control: "5+3", Rated: true, Bot: "greedy"}, solo.ErrBadOffer},
		"a private rated one":    {me, Offer{Control: "5+3", Rated: true, Private: true}, solo.ErrBadOffer},
		"no such bot":            {me, Offer{Control: "5+3", Bot: "deep blue"}, solo.ErrBadOffer},
		"a bot and a player":     {me, Offer{Control: "5+3", Bot: "greedy", Player: "lee"}, solo.ErrBadOffer},
		"a search for a player":  {me, Offer{Control: "5+3", Player: "lee", Quick: true}, solo.ErrBadOffer},
		"no such seat":           {me, Offer{Control: "5+3", Seat: 2}, solo.ErrBadOffer},
		"at a screen":            {me, Offer{Control: "none", Second: "lee"}, nil},
		"at a screen by a clock": {me, Offer{Control: "5+3", Second: "lee"}, solo.ErrBadOffer},
	} {
		if err := c.o.check(c.me, othello.Game{}); !errors.Is(err, c.want) || c.want == nil && err != nil {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

// A game alone has no clock and nobody else in it, and the day's is not for guests, who could try it again and again.
func TestOfferAlone(t *testing.T) {
	me := roomtest.Player("kim")
	for name, c := range map[string]struct {
		me    table.Person
		o     Offer
		seats int
		want  error
	}{
		"ranked":             {me, Offer{}, 1, nil},
		"a seed of its own":  {me, Offer{Seed: " 17 "}, 1, nil},
		"the day's":          {me, Offer{Daily: true}, 1, nil},
		"a guest's day":      {table.Person{Guest: true}, Offer{Daily: true}, 1, room.ErrGuestRecord},
		"a day's other seed": {me, Offer{Daily: true, Seed: "17"}, 1, solo.ErrBadOffer},
		"a seed to hide":     {me, Offer{Seed: "\x1b"}, 1, solo.ErrBadOffer},
		"by a clock":         {me, Offer{Control: "5+3"}, 1, solo.ErrBadOffer},
		"with a bot":         {me, Offer{Bot: "greedy"}, 1, solo.ErrBadOffer},
		"a seed for two":     {me, Offer{Seed: "17"}, 2, solo.ErrBadOffer},
		"two":                {me, Offer{Control: "5+3"}, 2, nil},
	} {
		o, err := c.o.alone(c.me, c.seats)
		if !errors.Is(err, c.want) || c.want == nil && err != nil {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
		if err == nil && c.seats == 1 && (o.Control != noClock || o.Seed != map[bool]string{true: "17"}[c.o.Seed != ""]) {
			t.Errorf("%s: %+v", name, o)
		}
	}
}

// Two who look for an opponent meet; looking again is the same search; who sits down elsewhere looks no more.
func TestQuick(t *testing.T) {
	inHall(t, func(h *hall) {
		kim, lee, park := h.player("kim"), h.player("lee"), h.player("park")
		id, found, err := kim.Quick(othello.Name, nil, "5+3")
		h.Must(err)
		if again, foundAgain, err := kim.Quick(othello.Name, nil, "5+3"); found || foundAgain || again != id || err != nil {
			h.Errorf("a second search is %s, %v, %v; the first was %s, %v", again, foundAgain, err, id, found)
		}
		other, _, err := kim.Quick(othello.Name, nil, "1+0")
		h.Must(err)
		if other == id || h.Directory.Summary(id) != nil {
			h.Error("a person has two searches")
		}
		if met, found, err := lee.Quick(othello.Name, nil, "1+0"); err != nil || !found || met != other {
			h.Errorf("the other player finds %s, %v, %v, want %s", met, found, err, other)
		}
		if s := h.Directory.Summary(other); !s.Meets || !s.Comes {
			h.Errorf("they meet: %+v", s)
		}
		if met, found, err := kim.Quick(othello.Name, nil, "5+3"); err != nil || !found || met != other {
			h.Errorf("who is met looks on: %s, %v, %v", met, found, err)
		}
		seat := h.open(park, nil)
		searching := h.guest("a")
		mine, _, err := searching.Quick(stones.Name, nil, "5+3")
		if err == nil {
			h.Errorf("a search for a game alone: %s", mine)
		}
		mine, found, err = searching.Quick(othello.Name, nil, "5+3")
		if err != nil || !found || mine != seat {
			h.Errorf("an open seat is not found: %s, %v, %v", mine, found, err)
		}
		robot := h.enter(table.Person{ID: "bot", Name: "bot", Remote: true})
		_, _, err = robot.Quick(othello.Name, nil, "5+3")
		h.Refused(err, table.ErrUnasked)
	})
}

// Of the seats that suit a person, those of people of near rating come first if the match would count, then those on
// the same control; of these and of the others those that would count, then the longest open. A seat whose host has left, or that the person has declined, does not suit.
func TestWaiting(t *testing.T) {
	inHall(t, func(h *hall) {
		rated := h.open(h.player("kim"), func(o *Offer) { o.Rated = true })
		var ids []string
		for i, control := range []string{"1+0", "5+3", "5+3"} {
			time.Sleep(time.Second)
			ids = append(ids, h.open(h.guest(string(rune('a'+i))), func(o *Offer) { o.Control = control }))
		}
		gone := h.guest("gone")
		h.open(gone, nil)
		h.Directory.Leave(gone.Presence)
		lee := h.player("lee")
		h.open(lee, func(o *Offer) { o.Control = room.OneDay })
		short := h.open(lee, func(o *Offer) { o.Control, o.Rated = "1+0", true })
		park := h.player("park")
		order := func(me table.Person, rated bool) (list []string) {
			for _, s := range h.waiting(me, rated, othello.Name, nil, "5+3") {
				list = append(list, s.ID)
			}
			return list
		}
		if got, want := order(park.Me(), true), []string{rated, ids[1], ids[2], short, ids[0]}; !slices.Equal(got, want) {
			h.Errorf("%q, want %q", got, want)
		}
		if got, want := order(h.guest("d").Me(), false), []string{ids[1], ids[2], ids[0]}; !slices.Equal(got, want) {
			h.Errorf("for a guest %q, want %q", got, want)
		}
		h.Must(park.Route(ids[1], &table.Refuse{}))
		if got, want := order(park.Me(), true), []string{rated, ids[2], short, ids[0]}; !slices.Equal(got, want) {
			h.Errorf("after one was declined %q, want %q", got, want)
		}
	})
}

// A code is a private seat's, in any way of writing. It cannot be guessed: wrong ones are counted for the visitor and
// for the address, and what cannot be a code is not one of them.
func TestFindCode(t *testing.T) {
	inHall(t, func(h *hall) {
		id := h.open(h.player("kim"), func(o *Offer) { o.Private = true })
		own, _ := h.Directory.Table(id)
		code := room.RoomOf(own).Rec.Code
		ctx := context.Background()
		lee := h.player("lee")
		for range WrongCodes + 1 {
			_, err := lee.FindCode(ctx, "AB")
			h.Refused(err, room.ErrNoCode)
		}
		for range WrongCodes - 1 {
			_, err := lee.FindCode(ctx, "000000")
			h.Refused(err, room.ErrNoCode)
		}
		if got, err := lee.FindCode(ctx, " "+code[:3]+"-"+code[3:]); err != nil || got != id {
			h.Errorf("%q is %s, %v", code, got, err)
		}
		_, err := lee.FindCode(ctx, "000000")
		h.Refused(err, room.ErrNoCode)
		_, err = lee.FindCode(ctx, code)
		h.Refused(err, account.ErrGuessing)
		if n := h.WrongSeatCodes(); n != WrongCodes {
			h.Errorf("%d wrong codes were counted", n)
		}
		if got, err := h.player("park").JoinCode(ctx, code); err != nil || got != id {
			h.Errorf("another visitor: %s, %v", got, err)
		}
	})
}

// A challenge waits for its player for a minute. Declining all ends those that come later, too.
func TestInvitations(t *testing.T) {
	inHall(t, func(h *hall) {
		kim, lee := h.player("kim"), h.player("lee")
		challenge := func() string { return h.open(kim, func(o *Offer) { o.Player = "lee" }) }
		id := challenge()
		if list := lee.Invitations(); len(list) != 1 || list[0].Why != Challenged || list[0].ID != id || list[0].From.Name != "kim" {
			h.Fatalf("%+v", list)
		}
		if list := h.player("park").Invitations(); len(list) > 0 {
			h.Errorf("others are invited: %+v", list)
		}
		time.Sleep(InviteTime * time.Millisecond)
		if list := lee.Invitations(); len(list) > 0 {
			h.Errorf("after its time: %+v", list)
		}
		h.Must(kim.Cancel(id))
		id = challenge()
		if got, err := lee.Accept(lee.Invitations()[0]); err != nil || got != id {
			h.Errorf("accepted: %s, %v", got, err)
		}
		if list := kim.Invitations(); len(list) != 1 || list[0].Why != Found {
			h.Errorf("who is met: %+v", list)
		}
		h.Must(kim.Cancel(id))
		challenge()
		if n, err := lee.DeclineAll(); n != 1 || err != nil {
			h.Errorf("declined %d, %v", n, err)
		}
		id = challenge()
		if list := lee.Invitations(); len(list) > 0 || h.Directory.Summary(id) != nil {
			h.Errorf("a later challenge: %+v", list)
		}
		lee.AcceptChallenges()
		challenge()
		if list := lee.Invitations(); len(list) != 1 {
			h.Errorf("challenges are welcome again: %+v", list)
		}
	})
}

// A game with a bot that nobody has played yet is not begun twice, nor is today's run, nor a ranked one.
func TestCreateFindsWhatHasBegun(t *testing.T) {
	inHall(t, func(h *hall) {
		kim := h.player("kim")
		for name, o := range map[string]Offer{
			"a bot's": {Game: othello.Name, Control: "none", Bot: "greedy"},
			"a run":   {Game: stones.Name},
			"the day": {Game: stones.Name, Daily: true},
		} {
			first, err := kim.Create(o)
			h.Must(err)
			if again, err := kim.Create(o); err != nil || again != first {
				h.Errorf("%s: %s, %v, and was %s", name, again, err, first)
			}
			o.Game, o.Seed, o.Daily = stones.Name, "17", false // practice begins anew
			if o.Bot, o.Control = "", ""; name == "a run" {
				one, err := kim.Create(o)
				h.Must(err)
				if other, err := kim.Create(o); err != nil || other == one {
					h.Errorf("practice: %s and %s, %v", one, other, err)
				}
			}
		}
	})
}
