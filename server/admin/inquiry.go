package admin

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"

	"arcade/lobby/account"
	"arcade/lobby/names"
	"arcade/lobby/records"
	"arcade/lobby/room"
	"arcade/lobby/table"
	"arcade/server"
	"arcade/store"
)

// Player is what the arcade knows of one player, as /player answers.
type Player struct {
	// ID, Name and Keys are the record's; a guest has none but the name. Bot reports an account that a program plays.
	ID   string   `json:"id,omitempty"`
	Name string   `json:"name,omitempty"`
	Keys []string `json:"keys"`
	Bot  bool     `json:"bot,omitempty"`
	// Created and Seen are the first and the last visit, in ms since 1970; 0 for a guest.
	Created int64        `json:"created,omitempty"`
	Seen    int64        `json:"seen,omitempty"`
	Bans    []server.Ban `json:"bans"`
	// Matches are the player's unfinished matches.
	Matches []Playing `json:"matches"`
	// Visits are the sessions of the last day by their start, Refused the refused commands by their time.
	Visits  []Visit   `json:"visits"`
	Refused []Refused `json:"refused"`
}

// Playing is an unfinished match of a player.
type Playing struct {
	ID     string `json:"id"`
	Game   string `json:"game"`
	Status string `json:"status"`
	Owner  string `json:"owner,omitempty"` // the node, "" for a single server
}

// Visit is a session of the last day, with its end.
type Visit struct {
	// Node is the node that has or had the session, "" for a single server.
	Node string `json:"node,omitempty"`
	// Session is the code that the log, the list of sessions and the player's own page show.
	Session string `json:"session"`
	Kind    string `json:"kind"`
	Command string `json:"command,omitempty"`
	Key     string `json:"key,omitempty"`
	// Network is a code, equal for the sessions from one network at one node until the node starts again.
	Network string `json:"network"`
	// Since is the start, Until the end or 0, in ms since 1970. Ended is why it ended, "" while it runs.
	Since int64  `json:"since"`
	Until int64  `json:"until,omitempty"`
	Ended string `json:"ended,omitempty"`
	// Input is the time of the client's last input, in ms since 1970.
	Input int64 `json:"input"`
}

// Refused is a command at a table that was not carried out.
type Refused struct {
	Node   string `json:"node,omitempty"`
	At     int64  `json:"at"` // ms since 1970
	Player string `json:"player"`
	Match  string `json:"match"`
	What   string `json:"what"`
	Why    string `json:"why"`
}

// Match is what the arcade knows of one match, as /match answers.
type Match struct {
	ID      string `json:"id"`
	Game    string `json:"game"`
	Status  string `json:"status"`
	Control string `json:"control"`
	Rated   bool   `json:"rated,omitempty"`
	// Owner is the node that writes to the match, "" for a single server. Epoch counts the take-overs.
	Owner string `json:"owner,omitempty"`
	Epoch uint64 `json:"epoch,omitempty"`
	// Created, Started and Ended are ms since 1970, 0 for not yet.
	Created int64  `json:"created"`
	Started int64  `json:"started,omitempty"`
	Ended   int64  `json:"ended,omitempty"`
	Reason  string `json:"reason,omitempty"` // why it ended
	Winner  int    `json:"winner"`           // the seat, -1 for none
	Seats   []Seat `json:"seats"`
	// Log has the stored entries in order.
	Log []store.Entry `json:"log"`
	// Refused are the commands of the last day at its table that were not carried out.
	Refused []Refused `json:"refused"`
}

// Seat is a seat of a match, with its player's sessions of the last day that ended after the match's start. Where
// none of them lasts, the player was away.
type Seat struct {
	Player string  `json:"player,omitempty"` // the id
	Name   string  `json:"name"`             // "bot" and its name for a bot, "" for an empty seat
	Visits []Visit `json:"visits"`
}

// inquiry asks a node for its visits and refusals. Empty fields match nothing.
type inquiry struct {
	Keys    []string `json:"keys,omitempty"`
	Session string   `json:"session,omitempty"`
	Player  string   `json:"player,omitempty"`
	Match   string   `json:"match,omitempty"`
}

// findings is a node's answer.
type findings struct {
	Visits  []Visit   `json:"visits"`
	Refused []Refused `json:"refused"`
}

// inquire answers for this node.
func (h House) inquire(q inquiry) (f findings) {
	for _, v := range h.Server.VisitsOf(func(p server.Present) bool {
		return slices.Contains(q.Keys, p.Identity.Fingerprint) || q.Session != "" && strings.EqualFold(p.Code, q.Session)
	}) {
		one := Visit{
			Node: h.here(), Session: v.Code, Kind: v.Kind.String(), Command: v.Command, Key: v.Identity.Fingerprint, Network: v.Network,
			Since: v.Since.UnixMilli(), Input: v.Input.UnixMilli(), Ended: string(v.Ending),
		}
		if !v.Until.IsZero() {
			one.Until = v.Until.UnixMilli()
		}
		f.Visits = append(f.Visits, one)
	}
	for _, r := range h.Lobby.Refused(func(r room.Refused) bool {
		return q.Player != "" && r.Player == q.Player || q.Match != "" && r.Match == q.Match
	}) {
		f.Refused = append(f.Refused, Refused{h.here(), r.At.UnixMilli(), r.Player, r.Match, r.What, r.Why})
	}
	return f
}

// inquireAll asks all nodes, this one too, and joins their answers.
func (h House) inquireAll(ctx context.Context, q inquiry) (f findings, missing []string) {
	f = h.inquire(q)
	answers, missing := others[findings](ctx, h, askInquiry, q)
	for _, a := range answers {
		f.Visits = append(f.Visits, a.what.Visits...)
		f.Refused = append(f.Refused, a.what.Refused...)
	}
	slices.SortStableFunc(f.Visits, func(a, b Visit) int { return cmp.Compare(a.Since, b.Since) })
	slices.SortStableFunc(f.Refused, func(a, b Refused) int { return cmp.Compare(a.At, b.At) })
	f.Visits, f.Refused = some(f.Visits), some(f.Refused)
	return f, missing
}

// Visits returns the visits of the last day as a part of a player's data.
func (h House) Visits() account.Elsewhere {
	return remembered[Visit]{h, func(f findings) []Visit { return f.Visits }}
}

// Refusals returns the refused commands of the last day as a part of a player's data.
func (h House) Refusals() account.Elsewhere {
	return remembered[Refused]{h, func(f findings) []Refused { return f.Refused }}
}

// remembered is what all nodes remember of a player. Nodes that do not answer are missing in an export.
type remembered[T any] struct {
	h  House
	of func(findings) []T
}

// Export passes each thing to row.
func (r remembered[T]) Export(ctx context.Context, player string, row func(any) error) error {
	rec, err := r.h.Lobby.Player(ctx, player)
	if err != nil {
		return err
	}
	f, _ := r.h.inquireAll(ctx, inquiry{Keys: rec.Keys, Player: rec.ID})
	for _, one := range r.of(f) {
		if err := row(one); err != nil {
			return err
		}
	}
	return nil
}

// Forget does nothing: the nodes forget by themselves after a day, and no file has what they remember.
func (remembered[T]) Forget(context.Context, string) error { return nil }

// player answers what is known of a player by name, key or the code of a session.
func (h House) player(ctx context.Context, target string) (p Player, missing []string, err error) {
	rec, err := h.Lobby.PlayerByName(ctx, target)
	if errors.Is(err, records.ErrNoPlayer) && strings.HasPrefix(target, "SHA256:") {
		rec, err = h.Lobby.PlayerByKey(ctx, target)
	}
	q := inquiry{Keys: rec.Keys, Player: rec.ID}
	switch {
	case errors.Is(err, records.ErrNoPlayer), errors.Is(err, store.ErrNotFound): // the code of a session, perhaps a guest's
		q = inquiry{Session: target}
	case err != nil:
		return p, nil, err
	}
	f, missing := h.inquireAll(ctx, q)
	if q.Session != "" {
		if len(f.Visits) == 0 {
			return p, missing, records.ErrNoPlayer
		}
		if key := f.Visits[0].Key; key != "" {
			return h.player(ctx, key)
		}
	}
	p = Player{
		ID: rec.ID, Name: rec.Name, Keys: some(rec.Keys), Bot: rec.Bot, Created: rec.Created, Seen: rec.Seen,
		Bans: []server.Ban{}, Matches: []Playing{}, Visits: f.Visits, Refused: f.Refused,
	}
	for _, b := range h.Server.Bans().List() {
		if slices.Contains(rec.Keys, b.Target) {
			p.Bans = append(p.Bans, b)
		}
	}
	for _, s := range h.Lobby.AllTables() {
		if rec.ID == "" || s.Status == store.Done || !slices.ContainsFunc(s.Seats, func(seat table.SeatInfo) bool { return seat.ID == rec.ID }) {
			continue
		}
		p.Matches = append(p.Matches, Playing{s.ID, s.Game, string(s.Status), h.Lobby.OwnerOf(s.ID)})
	}
	return p, missing, nil
}

// matchOf answers what is known of a match.
func (h House) matchOf(ctx context.Context, id string) (m Match, missing []string, err error) {
	rec, log, err := h.Lobby.Record(ctx, names.Normal(id))
	if err != nil {
		return m, nil, err
	}
	m = Match{
		ID: rec.ID, Game: rec.Game, Status: string(rec.Status), Control: rec.Control, Rated: rec.Rated, Owner: rec.Owner, Epoch: rec.Epoch,
		Created: rec.Created, Started: rec.Started, Ended: rec.Ended, Reason: rec.Reason, Winner: rec.Winner, Log: some(log),
	}
	f, missing := h.inquireAll(ctx, inquiry{Match: rec.ID})
	m.Refused = f.Refused
	for _, seat := range rec.Seats {
		one := Seat{Player: seat.Player, Name: seat.Name, Visits: []Visit{}}
		if seat.Bot != "" {
			one.Name = "bot " + seat.Bot
		}
		if seat.Player != "" {
			p, err := h.Lobby.Player(ctx, seat.Player)
			if err != nil && !errors.Is(err, records.ErrNoPlayer) && !errors.Is(err, store.ErrNotFound) {
				return m, missing, err
			}
			f, _ := h.inquireAll(ctx, inquiry{Keys: p.Keys})
			for _, v := range f.Visits {
				if (v.Until == 0 || v.Until >= rec.Started) && (rec.Ended == 0 || v.Since <= rec.Ended) {
					one.Visits = append(one.Visits, v)
				}
			}
		}
		m.Seats = append(m.Seats, one)
	}
	return m, missing, nil
}

// asked returns the handler of a query about one thing, which the parameter "of" names.
func asked[T any](h House, f func(ctx context.Context, of string) (T, []string, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v, missing, err := f(r.Context(), r.URL.Query().Get("of"))
		lacking(w, missing)
		h.respond(w, r.URL.Path, v, err)
	}
}

// answerInquiries answers other nodes' operators.
func (h House) answerInquiries() {
	h.Nodes.Answer(askInquiry, func(_ context.Context, _ string, body json.RawMessage) (any, error) {
		var q inquiry
		if err := json.Unmarshal(body, &q); err != nil {
			return nil, err
		}
		return h.inquire(q), nil
	})
}
