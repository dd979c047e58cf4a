package bot

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"arcade/games"
	"arcade/lobby/table"
)

// botName is a person in the bot's protocol.
type botName struct {
	Name string `json:"name"`
	Bot  bool   `json:"bot"`
}

// botStart announces a match that begins, or resumes at a ply.
type botStart struct {
	Op       string          `json:"op"`
	ID       string          `json:"id"`
	Game     string          `json:"game"`
	Rules    int             `json:"rules"`
	Options  json.RawMessage `json:"options"`
	Seat     games.Seat      `json:"seat"`
	Opponent botName         `json:"opponent"`
	Control  string          `json:"control"`
	Rated    bool            `json:"rated"`
	Casual   string          `json:"casual,omitempty"`
	Round    int             `json:"round"`
	Ply      int             `json:"ply"`
}

// botEvent announces an action that was played, by any seat.
type botEvent struct {
	Op     string        `json:"op"`
	Ply    int           `json:"ply"` // number of actions up to this one
	Seat   games.Seat    `json:"seat"`
	Action games.Action  `json:"action"`
	Forced bool          `json:"forced"` // the table played the default move
	Events []games.Event `json:"events"`
}

// botTurn requests an action.
type botTurn struct {
	Op    string         `json:"op"`
	Ply   int            `json:"ply"`
	ToAct games.Seat     `json:"to_act"`
	Legal []games.Action `json:"legal"`
	View  any            `json:"view"`
	Left  []int64        `json:"left"` // ms by seat, null without a clock
}

// botOver announces the end of a match.
type botOver struct {
	Op     string        `json:"op"`
	ID     string        `json:"id"`
	Result *games.Result `json:"result"`
	Rating *botRating    `json:"rating"` // the bot's own rating; null if the match was not rated
}

type botRating struct {
	Before float64 `json:"before"`
	After  float64 `json:"after"`
}

// match plays one match and returns the next round's id, "" if there is none.
func (b *botPlayer) match(id string) (next string, err error) {
	b.asked = -1
	if err := b.visit.Watch(id); b.passes(err) {
		return "", b.idle(botReady) // afterwards find looks again
	} else if err != nil {
		return "", b.gone(err)
	}
	defer func() {
		if err == nil || b.quits { // else the visit ends, and takes the bot away from its tables
			b.visit.Unwatch(id)
		}
	}()
	shown, over := -1, time.Time{} // number of plies that the bot has received, and the time of the end
	for {
		s, err := b.visit.Table(id)
		if b.passes(err) {
			if err := b.idle(botReady); err != nil {
				return "", err
			}
			continue
		} else if err != nil {
			return "", b.gone(err)
		}
		if shown < 0 {
			shown = len(s.Plies)
			if err := b.begin(s); err != nil {
				return "", err
			}
		}
		for ; shown < len(s.Plies); shown++ {
			p := s.Plies[shown]
			events := p.Events
			if events == nil {
				events = []games.Event{}
			}
			if err := b.say(botEvent{"event", shown + 1, p.Seat, p.Action, p.Forced, events}); err != nil {
				return "", err
			}
		}
		var in time.Duration
		if s.Result == nil {
			in, err = b.turn(s)
		} else {
			if over.IsZero() {
				over = time.Now()
				if err := b.over(s); err != nil {
					return "", err
				}
			}
			if s.Next != "" {
				return s.Next, nil
			}
			var stay bool
			if stay, in = b.again(s, over); !stay {
				return "", nil
			}
			if in <= 0 {
				err := b.visit.Rematch(id)
				if err != nil && !errors.Is(err, games.ErrNotAllowed) && !b.passes(err) {
					return "", b.gone(err)
				}
				if !b.passes(err) {
					continue
				}
				in = botReady // it asks again
			}
		}
		if err != nil {
			return "", err
		}
		r, err := b.wait(in)
		if err == nil && r != nil {
			err = b.obey(r, s)
		}
		if err != nil {
			return "", err
		}
	}
}

// begin announces the match that the bot joins.
func (b *botPlayer) begin(s *table.Snapshot) error {
	if s.You == games.Nobody || len(s.Seats) != 2 {
		return fmt.Errorf("match %s: a bot without a seat", s.ID)
	}
	other := s.Seats[1-s.You]
	b.begun.Store(s.ID) // before the line, which the bot may answer at once
	return b.say(botStart{
		Op: "start", ID: s.ID, Game: s.Game, Rules: s.Rules, Options: s.Options, Seat: s.You,
		Opponent: botName{other.Name, other.Bot != "" || other.Remote},
		Control:  s.Control.String(), Rated: s.Rated, Casual: s.Casual, Round: s.Round, Ply: len(s.Plies),
	})
}

// over announces the end.
func (b *botPlayer) over(s *table.Snapshot) error {
	end := botOver{Op: "over", ID: s.ID, Result: s.Result}
	if s.Result.Reason != games.Aborted {
		if b.matches > 0 {
			b.matches--
		}
		if s.Rated {
			me := s.Seats[s.You]
			end.Rating = &botRating{round(me.Rating), round(me.Rating + me.Change)}
		}
	}
	return b.say(end)
}

// again reports whether the bot stays at a table whose match ended at the time over, for the next round
// or a rematch. in is its wait before it is ready. A person must request a rematch.
func (b *botPlayer) again(s *table.Snapshot, over time.Time) (stay bool, in time.Duration) {
	other := s.Seats[1-s.You]
	switch {
	case b.leaving || b.matches == 0 || s.Result.Reason == games.Aborted:
		return false, 0
	case s.Waits && s.ReadyBy > 0 && time.Since(time.UnixMilli(s.ReadyBy)) > botLate: // whoever ends the wait is not heard
		return false, 0
	case s.Round > 0 && s.Seats[s.You].Rematch:
		return s.Waits, botPulse
	case s.Round > 0:
		return s.Waits, time.Until(over.Add(botReady))
	case b.once || other.Bot != "" || other.Remote || !other.Here:
		return false, 0
	case other.Rematch:
		return true, 0
	}
	left := time.Until(over.Add(botRematch))
	return left > 0, left
}

// turn handles a live match once, and returns when to handle it again (0: at the next event). It declines
// offers, so that a program only chooses actions.
func (b *botPlayer) turn(s *table.Snapshot) (again time.Duration, err error) {
	do := games.Kind("")
	other := s.Seats[1-s.You]
	switch {
	case s.DrawOffer != games.Nobody && s.DrawOffer != s.You:
		do = games.DeclineDraw
	case s.Takeback != games.Nobody && s.Takeback != s.You:
		do = games.DeclineTakeback
	case s.CanClaim && other.Away != 0 && s.Now-other.Away >= botPatience.Milliseconds():
		do = games.ClaimWin
	}
	if do != "" {
		if err := b.visit.Do(s.ID, do); b.passes(err) {
			return botReady, nil
		} else if err != nil && !errors.Is(err, games.ErrNotAllowed) {
			return 0, b.gone(err)
		}
	}
	if s.ToAct != s.You || s.ForcedAt != 0 || b.asked == len(s.Plies) {
		return 0, nil
	}
	if held := time.Duration(s.HeldUntil-s.Now) * time.Millisecond; held > 0 {
		return held, nil
	}
	b.asked = len(s.Plies)
	turn := botTurn{Op: "act", Ply: b.asked, ToAct: s.ToAct, Legal: s.Legal, View: s.View}
	if !s.Control.Untimed() {
		for _, seat := range s.Seats {
			turn.Left = append(turn.Left, seat.Left)
		}
	}
	return 0, b.say(turn)
}

// obey carries out the bot's request at a table. s is the state that the bot last received.
func (b *botPlayer) obey(r *botRequest, s *table.Snapshot) error {
	if r.ID != s.ID && (r.ID != "" || r.Op != "leave") {
		return b.done(table.ErrStale)
	}
	switch r.Op {
	case "apply":
		ply := b.asked
		if r.Ply != nil {
			ply = *r.Ply
		}
		return b.done(b.visit.Act(s.ID, ply, games.Action(*r.Action)))
	case "resign":
		kind := games.Resign
		if s.CanAbort {
			kind = games.Abort
		}
		return b.done(b.visit.Do(s.ID, kind))
	}
	b.leaving = true
	return b.done(nil)
}

// round rounds a rating to one decimal, so that JSON is short and stable.
func round(x float64) float64 { return float64(int(x*10+0.5)) / 10 }
