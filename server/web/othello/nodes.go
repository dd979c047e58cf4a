package othello

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"arcade/lobby/room"
	"arcade/server/web"
)

// A request about a game of another node is forwarded to that node, once and unchanged. The game's owner
// decides and acts, as for its own clients. Taking over the game instead would move it with every request
// of a client that a balancer sends to one node after another.

// askGame is the kind of a forwarded request.
const askGame = "web.othello"

// question is a forwarded request, and reply what comes back, in version 1.
type question struct {
	V    int     `json:"v"`
	What string  `json:"what"` // the method and path
	ID   string  `json:"id"`
	In   request `json:"in"`
}

type reply struct {
	V int `json:"v"`
	// Out is the client's response. Otherwise Status and Detail are the refusal, and After is the time
	// after which the client may ask again.
	Out    json.RawMessage `json:"out,omitempty"`
	Status int             `json:"status,omitempty"`
	Detail string          `json:"detail,omitempty"`
	After  time.Duration   `json:"after,omitempty"`
}

// forward sends a request to the node that owns the game.
func (a *API) forward(ctx context.Context, node string, q question) (any, error) {
	var t reply
	if err := a.tables.Nodes().Ask(ctx, node, askGame, q, &t); err != nil {
		return nil, errBusy // the request may have been carried out: the game's state shows it
	}
	if t.Status != 0 {
		return nil, web.Refusal{Status: t.Status, Detail: t.Detail, After: t.After}
	}
	return t.Out, nil
}

// asked handles another node's request.
func (a *API) asked(ctx context.Context, _ string, body json.RawMessage) (any, error) {
	var q question
	if err := json.Unmarshal(body, &q); err != nil {
		return nil, err
	}
	if questions[q.What] == nil {
		return nil, room.ErrMoving // the other node is newer than this one
	}
	out, err := a.here(ctx, q.What, q.ID, q.In)
	if err == nil {
		t := reply{V: 1}
		t.Out, err = json.Marshal(out)
		return t, err
	}
	err = refused(err)
	if err == errNoGame { // the game is moving to another node
		err = errBusy
	}
	var r web.Refusal
	if !errors.As(err, &r) {
		return nil, err
	}
	return reply{V: 1, Status: r.Status, Detail: r.Detail, After: r.After}, nil
}
