package othello

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"arcade/lobby"
	"arcade/server/web"
)

// A question about a game that another node keeps is asked there, once, as the client has
// asked it here: the game's own node says what may be done and does it, as for its own
// clients. Taking the game over instead would move it with every request of a client that
// a balancer sends to one node after another.

// askGame is the kind of such a question.
const askGame = "web.othello"

// question is one, and told its answer, in version 1.
type question struct {
	V    int     `json:"v"`
	What string  `json:"what"` // its method and path
	ID   string  `json:"id"`
	In   request `json:"in"`
}

type told struct {
	V int `json:"v"`
	// Out is what the client gets, or Status and Detail why not, and After when it may ask again.
	Out    json.RawMessage `json:"out,omitempty"`
	Status int             `json:"status,omitempty"`
	Detail string          `json:"detail,omitempty"`
	After  time.Duration   `json:"after,omitempty"`
}

// there answers a question about a game that a node keeps.
func (a *API) there(ctx context.Context, node string, q question) (any, error) {
	var t told
	if err := a.tables.Nodes().Ask(ctx, node, askGame, q, &t); err != nil {
		return nil, errBusy // it may have been done: the game's state tells
	}
	if t.Status != 0 {
		return nil, web.Refusal{Status: t.Status, Detail: t.Detail, After: t.After}
	}
	return t.Out, nil
}

// asked answers another node's question.
func (a *API) asked(ctx context.Context, _ string, body json.RawMessage) (any, error) {
	var q question
	if err := json.Unmarshal(body, &q); err != nil {
		return nil, err
	}
	if questions[q.What] == nil {
		return nil, lobby.ErrMoving // that node is newer than this one
	}
	out, err := a.here(ctx, q.What, q.ID, q.In)
	if err == nil {
		t := told{V: 1}
		t.Out, err = json.Marshal(out)
		return t, err
	}
	err = refused(err)
	if err == errNoGame { // it is on its way to another node
		err = errBusy
	}
	var r web.Refusal
	if !errors.As(err, &r) {
		return nil, err
	}
	return told{V: 1, Status: r.Status, Detail: r.Detail, After: r.After}, nil
}
