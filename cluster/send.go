package cluster

import (
	"encoding/json"
	"errors"
	"log/slog"
	"sync"

	"github.com/nats-io/nats.go"
)

// sentForm is a message without an answer, in version 1.
type sentForm struct {
	V    int             `json:"v"`
	From string          `json:"from"`
	Kind string          `json:"kind"`
	Body json.RawMessage `json:"body,omitempty"`
}

// outboxSize limits the bytes that wait to be sent. Beyond it all of them are dropped. The receiver sees
// a gap and requests them again.
const outboxSize = 16 << 20

// outbox holds the waiting messages in order.
type outbox struct {
	mu      sync.Mutex
	waiting []*nats.Msg
	size    int
	dropped uint64
	wake    chan struct{} // one token is enough
}

// put adds a message. Without room it drops all waiting messages.
func (o *outbox) put(m *nats.Msg) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.waiting, o.size = append(o.waiting, m), o.size+len(m.Data)
	if o.size > outboxSize {
		o.dropped += uint64(len(o.waiting))
		o.waiting, o.size = nil, 0
	}
	poke(o.wake)
}

func (o *outbox) take() (list []*nats.Msg) {
	o.mu.Lock()
	defer o.mu.Unlock()
	list, o.waiting, o.size = o.waiting, nil, 0
	return list
}

// Send sends a message to a node, which may be this one, in order and without an answer. It does not
// wait, and the message may be lost.
func (n *Node) Send(node, kind string, body any) {
	data, err := json.Marshal(body)
	if err != nil {
		n.cfg.Log.Error("a message could not be encoded", "kind", kind, "err", err)
		return
	}
	n.out.put(&nats.Msg{Subject: subjectSent + node, Data: encode(sentForm{version, n.cfg.Name, kind, data})})
}

// Receive registers f for messages of one kind. f is called in order and for one message at a time; all
// other messages wait meanwhile.
func (n *Node) Receive(kind string, f func(from string, body json.RawMessage)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.receives[kind] = f
}

// Dropped returns the number of dropped messages.
func (n *Node) Dropped() uint64 {
	n.out.mu.Lock()
	defer n.out.mu.Unlock()
	return n.out.dropped
}

// sends sends waiting messages until the node ends.
func (n *Node) sends() {
	for {
		select {
		case <-n.out.wake:
		case <-n.ctx.Done():
			return
		}
		list := n.out.take()
		for i, m := range list {
			err := n.conn.PublishMsg(m)
			if err == nil {
				continue
			}
			lost, level := len(list)-i, slog.LevelDebug
			large := errors.Is(err, nats.ErrMaxPayload)
			if large { // the next messages may be small enough
				lost, level = 1, slog.LevelWarn
			}
			n.out.mu.Lock()
			n.out.dropped += uint64(lost)
			n.out.mu.Unlock()
			n.cfg.Log.Log(n.ctx, level, "messages to other nodes are dropped", "messages", lost, "bytes", len(m.Data), "err", err)
			if !large {
				break
			}
		}
	}
}

// received receives a message of another node.
func (n *Node) received(m *nats.Msg) {
	var s sentForm
	if err := decode(m.Data, &s); err != nil {
		n.cfg.Log.Warn("bad message", "err", err)
		return
	}
	n.mu.Lock()
	f := n.receives[s.Kind]
	n.mu.Unlock()
	if f == nil || n.nameless() { // the other node is newer, or another node has this node's name
		return
	}
	defer n.guard("receive "+s.Kind, func() {})
	f(s.From, s.Body)
}
