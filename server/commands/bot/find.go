package bot

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"arcade/games"
	"arcade/lobby/account"
	"arcade/lobby/names"
	"arcade/lobby/pairing"
	"arcade/lobby/room"
	"arcade/lobby/table"
	"arcade/server/say"
	"arcade/store"
)

// joinAny is the word for a bot that plays any other bot with an open seat.
const joinAny = "any"

// find waits for a match and returns its id: the bot's own unfinished match, a challenge to it, or a
// match by its plan.
func (b *botPlayer) find(ctx context.Context) (string, error) {
	var announced string // the open seat that the bot was last notified of, and when
	var at time.Time
	b.opened, b.leaving = "", false
	for met := false; ; {
		if live := b.visit.Mine(b.game, store.Live); len(live) > 0 {
			b.cancel()
			return live[0].ID, nil
		}
		if id := b.called(); id != "" {
			b.cancel()
			return id, nil
		}
		if b.meets() {
			met = true // the bot is ready and waits for the opponent
			if err := b.idle(0); err != nil {
				return "", err
			}
			continue
		}
		if b.join != "" && b.join != joinAny {
			if met {
				return "", byeDeclined
			}
			if id, err := b.sitByPlan(); id != "" || err != nil {
				return id, err
			}
			continue
		}
		id, err := b.accept()
		if id != "" || err != nil {
			return id, err
		}
		if b.meets() {
			continue
		}
		var again time.Duration
		if id, again, err = b.offer(ctx); id != "" || err != nil {
			return id, err
		}
		if b.opened != "" && (b.opened != announced || time.Since(at) >= botAlive) {
			announced, at = b.opened, time.Now()
			if err := b.waiting(); err != nil {
				return "", err
			}
		}
		opened := b.opened
		if err := b.idle(again); err != nil {
			return "", err
		}
		if opened != "" && !b.open(opened) {
			b.opened = ""
			if b.against != "" && len(b.visit.Mine(b.game, store.Live)) == 0 {
				return "", byeDeclined
			}
		}
	}
}

// called returns a match of the bot's game that it has been called to and that is over already, as one that its deal
// has ended; "" for none. It is told of it, and may play the next round.
func (b *botPlayer) called() string {
	for id := b.visit.Call(); id != ""; id = b.visit.Call() {
		if id != b.begun.Load() && b.ended(id) {
			return id
		}
	}
	return ""
}

// ended reports whether a match of the bot's game, at a table that is still there, is over.
func (b *botPlayer) ended(id string) bool {
	s, err := b.visit.Table(id)
	return err == nil && s.Game == b.game && s.Status == store.Done
}

// meets reports whether the bot and an opponent have sat down, and the opponent must still confirm.
func (b *botPlayer) meets() bool {
	return slices.ContainsFunc(b.visit.Mine(b.game, store.Open), func(own *table.Summary) bool { return own.Meets })
}

// idle waits for an event, or for the time in. Requests are refused meanwhile.
func (b *botPlayer) idle(in time.Duration) error {
	r, err := b.wait(in)
	if err == nil && r != nil {
		err = b.done(refusal("no match: wait for a start"))
	}
	return err
}

// open reports whether the bot's open seat still waits.
func (b *botPlayer) open(id string) bool {
	return slices.ContainsFunc(b.visit.Mine(b.game, store.Open), func(own *table.Summary) bool { return own.ID == id })
}

// older reports whether one open seat is older than another.
func older(a, b *table.Summary) bool {
	return cmp.Or(cmp.Compare(a.Created, b.Created), cmp.Compare(a.ID, b.ID)) < 0
}

// waiting sends the bot its open seat.
func (b *botPlayer) waiting() error {
	s, err := b.visit.Table(b.opened)
	if err != nil {
		return b.gone(err)
	}
	return b.say(struct {
		Op      string `json:"op"`
		ID      string `json:"id"`
		Code    string `json:"code"`
		Control string `json:"control"`
		Rated   bool   `json:"rated"`
	}{"waiting", s.ID, s.Code, s.Control.String(), s.Rated})
}

// accept accepts a challenge that fits the plan, and declines the others. The bot plays one game under the rules of
// its plan, only live, and rated only if the plan says so.
func (b *botPlayer) accept() (string, error) {
	for _, s := range b.visit.Invites() {
		if s.Game != b.game || !b.plays(s) || s.Days || s.Rated && !b.rated {
			_ = b.visit.Cancel(s.ID) // the host may have withdrawn it
			continue
		}
		if b.against != "" && b.sameSeat(s) {
			continue // the two challenged each other: the younger challenge gives way
		}
		if id, err := b.sit(s.ID); id != "" || err != nil {
			return id, err
		}
	}
	return "", nil
}

// plays reports whether a table of the bot's game has the rules of its plan.
func (b *botPlayer) plays(s *table.Summary) bool {
	g, err := b.lobby.Game(b.game)
	return err == nil && games.PoolOf(g, s.Options) == games.PoolOf(g, b.options)
}

// sameSeat reports whether the bot's own open challenge to a challenger is the older one.
func (b *botPlayer) sameSeat(s *table.Summary) bool {
	return slices.ContainsFunc(b.visit.Mine(b.game, store.Open), func(own *table.Summary) bool {
		return own.Invited == s.Host().ID && older(own, s)
	})
}

// sit takes a seat in place of the bot's own open seat. It returns the id of the match that begins. It
// returns "" if the seat is gone, or if the opponent must confirm first.
func (b *botPlayer) sit(id string) (string, error) {
	b.cancel()
	if live := b.visit.Mine(b.game, store.Live); len(live) > 0 {
		return live[0].ID, nil // somebody took the bot's own seat first
	}
	switch err := b.visit.SitDown(id); {
	case err == nil:
		return b.begins(id), nil
	case errors.Is(err, table.ErrFull), errors.Is(err, table.ErrPrivate):
		return "", nil // somebody else was faster, or the seat was withdrawn
	default:
		return "", b.gone(err)
	}
}

// begins returns the match that begins with the seat that the bot has taken; "" if the opponent must confirm first.
func (b *botPlayer) begins(seat string) string {
	if live := b.visit.Mine(b.game, store.Live); len(live) > 0 {
		return live[0].ID
	}
	if b.ended(seat) { // its deal has ended it
		return seat
	}
	return ""
}

// sitByPlan takes the seat that the plan names, by a code or an id. It returns what begins does.
func (b *botPlayer) sitByPlan() (string, error) {
	id, err := b.visit.FindCode(b.ctx, b.join)
	if errors.Is(err, account.ErrGuessing) {
		return "", say.Refusal(err)
	}
	byCode := err == nil
	if !byCode {
		id = names.Normal(b.join)
	}
	if slices.ContainsFunc(b.lobby.AllTables(), func(s *table.Summary) bool { return s.ID == id && s.Game != b.game }) {
		return "", say.Usage("다른 게임의 자리예요", "that seat is of another game")
	}
	if byCode {
		_, err = b.visit.JoinCode(b.ctx, b.join)
	} else {
		err = b.visit.SitDown(id)
	}
	if err != nil {
		return "", say.Refusal(err)
	}
	return b.begins(id), nil
}

// offer makes the bot wait where its plan says. It returns the id of a match that begins, or the time
// after which to try again.
func (b *botPlayer) offer(ctx context.Context) (id string, again time.Duration, err error) {
	if b.join == joinAny {
		for _, s := range b.visit.BotSeats(b.game) {
			if s.Rated != b.rated || s.Days || !b.plays(s) {
				continue
			}
			if b.opened != "" && b.yields(s) {
				again = botYield // the opponent may be about to come
				continue
			}
			if id, err = b.sit(s.ID); id != "" || err != nil {
				return id, 0, err
			}
		}
	}
	if b.opened != "" {
		return "", again, nil
	}
	o := pairing.Offer{Game: b.game, Options: b.options, Seat: b.seat, Control: b.control, Rated: b.rated, Bot: b.house}
	if b.against != "" {
		p, err := b.lobby.PlayerByName(ctx, b.against)
		if err != nil {
			return "", 0, say.Refusal(err)
		}
		o.Player = p.ID
	}
	id, err = b.visit.Create(o)
	switch {
	case errors.Is(err, table.ErrTooFast), errors.Is(err, room.ErrTooMany):
		return "", botYield, nil
	case err != nil:
		if gone := b.gone(err); gone != nil {
			return "", 0, gone
		}
		return "", botYield, nil
	case b.house != "":
		return id, 0, nil
	}
	b.opened = id
	return "", again, nil
}

// yields reports whether the bot leaves seat s alone for now. Of two bots that join any, the younger has
// botYield to take the older one's seat.
func (b *botPlayer) yields(s *table.Summary) bool {
	return time.Now().UnixMilli()-s.Created < botYield.Milliseconds() &&
		slices.ContainsFunc(b.visit.Mine(b.game, store.Open), func(own *table.Summary) bool {
			return own.ID == b.opened && older(own, s)
		})
}
