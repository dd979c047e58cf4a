package bot

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"arcade/lobby"
	"arcade/lobby/names"
	"arcade/server/say"
	"arcade/store"
)

// joinAny is the word for a bot that plays whatever other bot offers a seat.
const joinAny = "any"

// find waits for a match and gives its id: the bot's own unfinished one, a challenge
// to it, or what its plan says.
func (b *botPlayer) find() (string, error) {
	var announced string // the open seat that the bot was told of, and when
	var at time.Time
	b.opened, b.leaving = "", false
	for met := false; ; {
		if live := b.visit.Mine(b.game, store.Live); len(live) > 0 {
			b.cancel()
			return live[0].ID, nil
		}
		if b.meets() {
			met = true // a bot is ready: it waits for the other to be
			if err := b.idle(0); err != nil {
				return "", err
			}
			continue
		}
		if b.join != "" && b.join != joinAny {
			if met {
				return "", byeDeclined
			}
			if err := b.take(); err != nil {
				return "", err
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
		if id, again, err = b.offer(); id != "" || err != nil {
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

// meets reports whether the bot and somebody else have sat down, and the other has still to
// say that it is ready.
func (b *botPlayer) meets() bool {
	return slices.ContainsFunc(b.visit.Mine(b.game, store.Open), func(own *lobby.Summary) bool { return own.Meets })
}

// idle waits for something to happen, or that time; nothing can be done meanwhile.
func (b *botPlayer) idle(in time.Duration) error {
	r, err := b.wait(in)
	if err == nil && r != nil {
		err = b.done(refusal("no match: wait for a start"))
	}
	return err
}

// open reports whether the bot's open seat still waits.
func (b *botPlayer) open(id string) bool {
	return slices.ContainsFunc(b.visit.Mine(b.game, store.Open), func(own *lobby.Summary) bool { return own.ID == id })
}

// older reports whether one open seat is older than another.
func older(a, b *lobby.Summary) bool {
	return cmp.Or(cmp.Compare(a.Created, b.Created), cmp.Compare(a.ID, b.ID)) < 0
}

// waiting tells the bot of its open seat.
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

// accept takes a challenge that fits the plan and declines the others: the
// bot plays one game, for now and not over days, and for ratings if it was told to.
func (b *botPlayer) accept() (string, error) {
	for _, s := range b.visit.Invites() {
		if s.Game != b.game || s.Days || s.Rated && !b.rated {
			_ = b.visit.Cancel(s.ID) // its host may have withdrawn it
			continue
		}
		if b.against != "" && b.sameSeat(s) {
			continue // each has challenged the other: the younger challenge gives way
		}
		if id, err := b.sit(s.ID); id != "" || err != nil {
			return id, err
		}
	}
	return "", nil
}

// sameSeat reports whether the bot's own open challenge to a challenger is the older one.
func (b *botPlayer) sameSeat(s *lobby.Summary) bool {
	return slices.ContainsFunc(b.visit.Mine(b.game, store.Open), func(own *lobby.Summary) bool {
		return own.Invited == s.Host().ID && older(own, s)
	})
}

// sit takes a seat instead of the bot's own open one, and gives the match that has begun
// by it, "" where it could not be had, or the other is asked first.
func (b *botPlayer) sit(id string) (string, error) {
	b.cancel()
	if live := b.visit.Mine(b.game, store.Live); len(live) > 0 {
		return live[0].ID, nil // somebody has sat down on it before
	}
	switch err := b.visit.Take(id); {
	case err == nil:
		if live := b.visit.Mine(b.game, store.Live); len(live) > 0 {
			return live[0].ID, nil
		}
		return "", nil
	case errors.Is(err, lobby.ErrFull), errors.Is(err, lobby.ErrPrivate):
		return "", nil // another was faster, or it has been withdrawn
	default:
		return "", b.gone(err)
	}
}

// take sits down where the plan says, by a code or an id.
func (b *botPlayer) take() error {
	id, err := b.visit.FindCode(b.ctx, b.join)
	if errors.Is(err, lobby.ErrGuessing) {
		return say.Told(err)
	}
	byCode := err == nil
	if !byCode {
		id = names.Normal(b.join)
	}
	if slices.ContainsFunc(b.lobby.AllTables(), func(s *lobby.Summary) bool { return s.ID == id && s.Game != b.game }) {
		return say.Usage("다른 게임의 자리예요", "that seat is of another game")
	}
	if byCode {
		_, err = b.visit.JoinCode(b.ctx, b.join)
	} else {
		err = b.visit.Take(id)
	}
	if err != nil {
		return say.Told(err)
	}
	return nil
}

// offer sees to it that the bot waits where its plan says, and gives the id of a match
// that has begun by it, or after what time to try again.
func (b *botPlayer) offer() (id string, again time.Duration, err error) {
	if b.join == joinAny {
		for _, s := range b.visit.BotSeats(b.game) {
			if s.Rated != b.rated || s.Days {
				continue
			}
			if b.opened != "" && b.yields(s) {
				again = botYield // it may be about to come
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
	o := lobby.Offer{Game: b.game, Seat: b.seat, Control: b.control, Rated: b.rated, Bot: b.house}
	if b.against != "" {
		p, err := b.lobby.PlayerByName(b.against)
		if err != nil {
			return "", 0, say.Told(err)
		}
		o.Player = p.ID
	}
	id, err = b.visit.Create(o)
	switch {
	case errors.Is(err, lobby.ErrTooFast), errors.Is(err, lobby.ErrTooMany):
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

// yields reports whether a seat is another's to leave for the bot's own: the bot's own is
// older, and not much time has passed. Of two that join any, the younger comes.
func (b *botPlayer) yields(s *lobby.Summary) bool {
	return time.Now().UnixMilli()-s.Created < botYield.Milliseconds() &&
		slices.ContainsFunc(b.visit.Mine(b.game, store.Open), func(own *lobby.Summary) bool {
			return own.ID == b.opened && older(own, s)
		})
}
