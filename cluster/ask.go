package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/nats-io/nats.go"
)

// Reasons why a request has no answer. [Node.Ask] wraps them.
var (
	// ErrNoNode means that no node has that name. Nothing has happened.
	ErrNoNode = errors.New("no such node")
	// ErrCut means that this node cannot reach NATS. Nothing has happened.
	ErrCut = errors.New("this node is cut off")
	// ErrNoAnswer means that no answer came in time. The other node may have carried out the request.
	ErrNoAnswer = errors.New("no answer")
	// ErrUnknown means that the other node, which is older or newer, does not know the request. Nothing
	// has happened.
	ErrUnknown = errors.New("the other node does not know this request")
)

// Errors are errors that [Node.Ask] can return from the other side, for errors.Is, by names that never change.
type Errors interface {
	// NamesOf returns the names of all errors that err wraps, the one that counts most first.
	NamesOf(err error) []string
	// Named returns an error with a text that wraps the errors with these names, nil if there are none.
	Named(text string, names []string) error
}

// questionForm is a request in version 1.
type questionForm struct {
	V    int             `json:"v"`
	From string          `json:"from"`
	Kind string          `json:"kind"`
	Body json.RawMessage `json:"body,omitempty"`
}

type answerForm struct {
	V    int             `json:"v"`
	Body json.RawMessage `json:"body,omitempty"`
	// Error is the name of an error, Text its message. The name "unknown" belongs to the cluster itself. Also has
	// the names of the further errors that it wraps; a node of an older version reads Error only.
	Error string   `json:"error,omitempty"`
	Also  []string `json:"also,omitempty"`
	Text  string   `json:"text,omitempty"`
}

const unknown, unnamed = "unknown", "unnamed"

// Answer registers f for requests of one kind. Each request runs in its own goroutine. The result is sent as
// JSON, an error as its text, with its names in [Config.Errors].
func (n *Node) Answer(kind string, f func(ctx context.Context, from string, body json.RawMessage) (any, error)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.answers[kind] = f
}

// Ask sends a request to a node, which may be this one. It decodes the answer into the value that into
// points to, unless into is nil. Ask returns when ctx ends, and after a lease at the latest.
func (n *Node) Ask(ctx context.Context, node, kind string, body, into any) error {
	data, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("ask %s: %w", kind, err)
	}
	ctx, cancel := context.WithTimeout(ctx, n.cfg.Lease)
	defer cancel()
	defer context.AfterFunc(n.ctx, cancel)()
	m, err := n.conn.RequestWithContext(ctx, subjectNode+node, encode(questionForm{version, n.cfg.Name, kind, data}))
	switch {
	case err != nil && n.ctx.Err() != nil:
		return fmt.Errorf("ask %s of %s: %w", kind, node, ErrCut)
	case errors.Is(err, nats.ErrNoResponders):
		return fmt.Errorf("ask %s of %s: %w", kind, node, ErrNoNode)
	case errors.Is(err, nats.ErrReconnectBufExceeded), errors.Is(err, nats.ErrConnectionClosed), errors.Is(err, nats.ErrConnectionReconnecting):
		return fmt.Errorf("ask %s of %s: %w", kind, node, ErrCut)
	case err != nil:
		return fmt.Errorf("ask %s of %s: %w: %w", kind, node, ErrNoAnswer, err)
	}
	var a answerForm
	if err := decode(m.Data, &a); err != nil {
		return fmt.Errorf("ask %s of %s: %w: %w", kind, node, ErrNoAnswer, err)
	}
	switch {
	case a.Error == unknown:
		return fmt.Errorf("ask %s of %s: %w", kind, node, ErrUnknown)
	case a.Error != "":
		if n.cfg.Errors != nil {
			if err := n.cfg.Errors.Named(a.Text, append([]string{a.Error}, a.Also...)); err != nil {
				return err
			}
		}
		return fmt.Errorf("ask %s of %s: the other node says: %s", kind, node, a.Text)
	case into == nil:
		return nil
	}
	if err := json.Unmarshal(a.Body, into); err != nil {
		return fmt.Errorf("ask %s of %s: %w", kind, node, err)
	}
	return nil
}

// asked answers a request, unless another node has this node's name.
func (n *Node) asked(m *nats.Msg) {
	if n.nameless() {
		return
	}
	n.spawn(func() {
		if err := m.Respond(encode(n.answer(m.Data))); err != nil && n.ctx.Err() == nil {
			n.cfg.Log.Warn("the answer to a request could not be sent", "err", err)
		}
	})
}

// nameless reports whether another node has this node's name and gets its messages.
func (n *Node) nameless() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.taken
}

// guard turns a panic in a request into an error, so that the node survives the panic.
func (n *Node) guard(kind string, then func()) {
	if v := recover(); v != nil {
		n.cfg.Log.Error("panic", "in", kind, "value", v, "stack", string(debug.Stack()))
		then()
	}
}

func (n *Node) answer(data []byte) (a answerForm) {
	a.V = version
	var q questionForm
	if err := decode(data, &q); err != nil {
		a.Error = unknown
		return a
	}
	n.mu.Lock()
	f := n.answers[q.Kind]
	n.mu.Unlock()
	if f == nil {
		a.Error = unknown
		return a
	}
	defer n.guard("answer "+q.Kind, func() { a = answerForm{V: version, Error: unnamed, Text: "a fault"} })
	body, err := f(n.ctx, q.From, q.Body)
	if err == nil {
		a.Body, err = json.Marshal(body)
	}
	if err != nil {
		a.Error, a.Text = unnamed, err.Error()
		if n.cfg.Errors != nil {
			if names := n.cfg.Errors.NamesOf(err); len(names) > 0 {
				a.Error, a.Also = names[0], names[1:]
			}
		}
	}
	return a
}
