// Package nodestest has nodes in one process, for tests of several lobbies. It works in a bubble of
// testing/synctest: it waits only for clocks, and none of its goroutines stays.
package nodestest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"arcade/lobby/nodes"
)

// The errors of a request without an answer, as [Node.Ask] wraps them.
var (
	ErrNoNode   = errors.New("no such node")
	ErrCut      = errors.New("this node is cut off")
	ErrNoAnswer = errors.New("no answer")
	ErrUnknown  = errors.New("the other node does not know this request")
)

// Hub connects the nodes.
type Hub struct {
	// Lease is the time for which an unreachable node counts as alive.
	Lease time.Duration
	// Errors are the errors that [Node.Ask] can return from the other side.
	Errors nodes.Errors

	mu     sync.Mutex
	hangs  time.Time // since when the store does not answer; zero if it does
	fated  func(from, to, kind string) (copies int, late time.Duration)
	nodes  map[string]*Node
	starts int64
	claims map[string]claim // by player
	holds  map[string]*Node // by name
	news   []item
}

type claim struct {
	node     *Node
	visit    string
	since    int64
	stepBack func()
}

type item struct {
	kind string
	body json.RawMessage
}

// New returns a hub with a lease.
func New(lease time.Duration, errs nodes.Errors) *Hub {
	return &Hub{Lease: lease, Errors: errs, nodes: map[string]*Node{}, claims: map[string]claim{}, holds: map[string]*Node{}}
}

// Node is one of the nodes of a hub.
type Node struct {
	h           *Hub
	name        string
	incarnation int64
	since       time.Time

	// guarded by h.mu
	changed, shown chan struct{}
	answers        map[string]func(context.Context, string, json.RawMessage) (any, error)
	receives       map[string]func(string, json.RawMessage)
	in             []func() // messages that have come and are not handled yet, in order
	handling       bool
	cut            time.Time // time of the cut; zero if connected
	blind          bool      // it does not notice that it is cut off
	newer          bool
	over           bool // its lease has ended, or it has left
	rows, out      map[string]json.RawMessage
	showing        bool
	hear           func(kind string, body json.RawMessage)
	heard          int
}

// Join starts a node. An older node of that name is over.
func (h *Hub) Join(name string) *Node {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.starts++
	n := &Node{
		h: h, name: name, incarnation: h.starts, since: time.Now(),
		changed: make(chan struct{}), shown: make(chan struct{}),
		answers:  map[string]func(context.Context, string, json.RawMessage) (any, error){},
		receives: map[string]func(string, json.RawMessage){},
		rows:     map[string]json.RawMessage{}, out: map[string]json.RawMessage{},
	}
	if old := h.nodes[name]; old != nil {
		old.over, old.blind = true, false
	}
	h.nodes[name] = n
	h.tell()
	return n
}

// Newer makes the node speak the next version: all its messages have that version and an unknown field.
func (n *Node) Newer() {
	n.h.mu.Lock()
	defer n.h.mu.Unlock()
	n.newer = true
}

// says returns a message as the node's version writes it.
func (n *Node) says(data json.RawMessage) json.RawMessage {
	var fields map[string]any
	if !n.newer || json.Unmarshal(data, &fields) != nil || fields == nil {
		return data
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber() // keeps numbers as written
	clear(fields)
	if err := d.Decode(&fields); err != nil {
		panic(err)
	}
	if fields["v"] != nil {
		fields["v"] = 2
	}
	fields["of the next version"] = map[string]any{"x": []int{1}}
	data, err := json.Marshal(fields)
	if err != nil {
		panic(err)
	}
	return data
}

// Leave ends the node like a shutdown: all see it at once.
func (n *Node) Leave() {
	n.h.mu.Lock()
	defer n.h.mu.Unlock()
	n.cut, n.blind, n.over = time.Now(), false, true
	n.h.tell()
}

// Cut cuts the node off: messages from it and to it are lost. After half a lease it notices that it may
// not keep matches; after a whole one the others notice that it is gone. For a killed node, never call
// Back.
func (n *Node) Cut() { n.away(false) }

// Stop cuts the node off without its noticing, like a stopped process.
func (n *Node) Stop() { n.away(true) }

func (n *Node) away(blind bool) {
	h := n.h
	h.mu.Lock()
	defer h.mu.Unlock()
	since := time.Now()
	n.cut, n.blind = since, blind
	time.AfterFunc(h.Lease/2, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.tell()
	})
	time.AfterFunc(h.Lease, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		if n.cut.Equal(since) {
			n.over = true
			h.tell()
		}
	})
}

// Back ends what Cut or Stop began.
func (n *Node) Back() {
	h := n.h
	h.mu.Lock()
	defer h.mu.Unlock()
	n.cut, n.blind = time.Time{}, false
	n.over = h.nodes[n.name] != n // another node may have its name
	n.listen()
	h.tell()
}

// tell tells all nodes that the members may have changed. The caller holds the lock.
func (h *Hub) tell() {
	for _, n := range h.nodes {
		closeAnew(&n.changed)
		closeAnew(&n.shown)
	}
}

func closeAnew(c *chan struct{}) {
	close(*c)
	*c = make(chan struct{})
}

// Hang says that the nodes' store does not answer from now on, or (false) that it does again: no node may own
// matches after half a lease.
func (h *Hub) Hang(hangs bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.hangs = time.Time{}
	if hangs {
		h.hangs = time.Now()
		time.AfterFunc(h.Lease/2, func() {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.tell()
		})
	}
	h.tell()
}

// StoreAnswers reports whether the store has answered lately; see [Hub.Hang].
func (n *Node) StoreAnswers() bool {
	n.h.mu.Lock()
	defer n.h.mu.Unlock()
	return n.h.hangs.IsZero() || time.Since(n.h.hangs) < n.h.Lease*3/10
}

// mayOwn reports whether the node may own matches. The caller holds the lock.
func (n *Node) mayOwn() bool {
	if !n.h.hangs.IsZero() && time.Since(n.h.hangs) >= n.h.Lease/2 {
		return false
	}
	return !n.over && (n.cut.IsZero() || time.Since(n.cut) < n.h.Lease/2) || n.blind
}

// reaches reports whether messages pass between two nodes.
func (n *Node) reaches(o *Node) bool {
	return n == o || n.cut.IsZero() && o.cut.IsZero() && !n.over && !o.over
}

func (n *Node) Name() string { return n.name }

func (n *Node) MayOwn() bool {
	n.h.mu.Lock()
	defer n.h.mu.Unlock()
	return n.mayOwn()
}

func (n *Node) Members() (list []nodes.Member) {
	n.h.mu.Lock()
	defer n.h.mu.Unlock()
	for _, o := range n.h.nodes {
		if !o.over {
			list = append(list, nodes.Member{Name: o.name, Incarnation: o.incarnation, Since: o.since, MayOwn: o.mayOwn()})
		}
	}
	slices.SortFunc(list, func(a, b nodes.Member) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

func (n *Node) Gone(name string, incarnation int64) bool {
	n.h.mu.Lock()
	defer n.h.mu.Unlock()
	if !n.cut.IsZero() {
		return false // it cannot know
	}
	o := n.h.nodes[name]
	return o == nil || o.over || o.incarnation > incarnation
}

func (n *Node) Changed() <-chan struct{} {
	n.h.mu.Lock()
	defer n.h.mu.Unlock()
	return n.changed
}

// SetFate makes f decide how many copies of a message arrive, and how late. Answers have the kind
// "answer". Calls of f do not overlap. Without f each message arrives once, and at once.
func (h *Hub) SetFate(f func(from, to, kind string) (copies int, late time.Duration)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.fated = f
}

func (h *Hub) fate(from, to, kind string) (int, time.Duration) {
	if h.fated == nil || from == to {
		return 1, 0
	}
	return h.fated(from, to, kind)
}

type answered struct {
	body json.RawMessage
	err  error
}

func (n *Node) Ask(ctx context.Context, node, kind string, body, into any) error {
	h := n.h
	data, err := json.Marshal(body)
	if err != nil {
		return err
	}
	fail := func(err error) error { return fmt.Errorf("ask %s of %s: %w", kind, node, err) }
	ctx, cancel := context.WithTimeout(ctx, h.Lease)
	defer cancel()
	answers := make(chan answered, 2)
	h.mu.Lock()
	o := h.nodes[node]
	if !n.cut.IsZero() && node != n.name {
		h.mu.Unlock()
		return fail(ErrCut)
	} else if o == nil || o.over {
		h.mu.Unlock()
		return fail(ErrNoNode)
	}
	copies, late := h.fate(n.name, node, kind)
	if !n.reaches(o) {
		copies = 0
	}
	data = n.says(data)
	h.mu.Unlock()
	for range copies {
		go h.question(ctx, n, o, kind, data, late, answers)
	}
	select {
	case a := <-answers:
		if a.err != nil {
			return fail(a.err)
		}
		if into == nil {
			return nil
		}
		return json.Unmarshal(a.body, into)
	case <-ctx.Done():
		return fail(ErrNoAnswer)
	}
}

// question delivers a question to a node, and brings the answer back.
func (h *Hub) question(ctx context.Context, n, o *Node, kind string, data json.RawMessage, late time.Duration, answers chan<- answered) {
	time.Sleep(late)
	h.mu.Lock()
	f, reached := o.answers[kind], n.reaches(o)
	h.mu.Unlock()
	if !reached {
		return
	}
	a := answered{err: ErrUnknown}
	if f != nil {
		a.body, a.err = h.answer(f, n.name, data)
	}
	h.mu.Lock()
	a.body = o.says(a.body)
	copies, late := h.fate(o.name, n.name, "answer")
	reached = n.reaches(o)
	h.mu.Unlock()
	if copies > 0 && reached {
		time.Sleep(late)
		select {
		case answers <- a:
		default:
		}
	}
}

// answer calls f. An error comes back with the named ones that it wraps.
func (h *Hub) answer(f func(context.Context, string, json.RawMessage) (any, error), from string, data json.RawMessage) (json.RawMessage, error) {
	ctx, cancel := context.WithTimeout(context.Background(), h.Lease)
	defer cancel()
	v, err := f(ctx, from, data)
	if err != nil {
		if named := h.Errors.Named(err.Error(), h.Errors.NamesOf(err)); named != nil {
			return nil, named
		}
		return nil, errors.New(err.Error())
	}
	return json.Marshal(v)
}

func (n *Node) Answer(kind string, f func(ctx context.Context, from string, body json.RawMessage) (any, error)) {
	n.h.mu.Lock()
	defer n.h.mu.Unlock()
	n.answers[kind] = f
}

func (n *Node) Send(node, kind string, body any) {
	data, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	h := n.h
	h.mu.Lock()
	defer h.mu.Unlock()
	o := h.nodes[node]
	if o == nil || !n.reaches(o) {
		return
	}
	copies, late := h.fate(n.name, node, kind)
	data = n.says(data)
	for range copies {
		due := time.Now().Add(late)
		o.enqueue(func() {
			time.Sleep(time.Until(due))
			h.mu.Lock()
			f := o.receives[kind]
			h.mu.Unlock()
			if f != nil {
				f(n.name, bytes.Clone(data))
			}
		})
	}
}

// enqueue queues f at a node, behind all that has come before.
func (n *Node) enqueue(f func()) {
	n.in = append(n.in, f)
	if n.handling {
		return
	}
	n.handling = true
	go func() {
		for {
			n.h.mu.Lock()
			if len(n.in) == 0 {
				n.handling = false
				n.h.mu.Unlock()
				return
			}
			f := n.in[0]
			n.in = n.in[1:]
			n.h.mu.Unlock()
			f()
		}
	}()
}

func (n *Node) Receive(kind string, f func(from string, body json.RawMessage)) {
	n.h.mu.Lock()
	defer n.h.mu.Unlock()
	n.receives[kind] = f
}

func (n *Node) Show(key string, row json.RawMessage) {
	h := n.h
	h.mu.Lock()
	defer h.mu.Unlock()
	if row == nil {
		delete(n.rows, key)
	} else {
		n.rows[key] = n.says(bytes.Clone(row))
	}
	if n.showing {
		return
	}
	n.showing = true
	time.AfterFunc(time.Second, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		n.showing, n.out = false, maps.Clone(n.rows)
		h.tell()
	})
}

func (n *Node) Rows(f func(node, key string, row json.RawMessage) bool) {
	type shown struct {
		node, key string
		row       json.RawMessage
	}
	var list []shown
	n.h.mu.Lock()
	for name, o := range n.h.nodes {
		rows := o.out
		if o == n {
			rows = o.rows
		}
		if o.over || !n.reaches(o) {
			continue
		}
		for key, row := range rows {
			list = append(list, shown{name, key, row})
		}
	}
	n.h.mu.Unlock()
	slices.SortFunc(list, func(a, b shown) int { return cmp.Or(cmp.Compare(a.node, b.node), cmp.Compare(a.key, b.key)) })
	for _, s := range list {
		if !f(s.node, s.key, s.row) {
			return
		}
	}
}

func (n *Node) Shown() <-chan struct{} {
	n.h.mu.Lock()
	defer n.h.mu.Unlock()
	return n.shown
}

func (n *Node) Claim(_ context.Context, player, visit string, since int64, vacant bool, stepBack func()) (active bool, err error) {
	h := n.h
	h.mu.Lock()
	defer h.mu.Unlock()
	if !n.cut.IsZero() {
		return false, ErrCut
	}
	old, ok := h.claims[player]
	if ok && vacant && !old.node.over || ok && since < old.since && old.since <= time.Now().UnixMilli() {
		return false, nil
	}
	if ok && old.node.cut.IsZero() {
		go old.stepBack()
	}
	h.claims[player] = claim{n, visit, since, stepBack}
	return true, nil
}

func (n *Node) Release(_ context.Context, player, visit string) error {
	h := n.h
	h.mu.Lock()
	defer h.mu.Unlock()
	if !n.cut.IsZero() {
		return ErrCut
	}
	if c := h.claims[player]; c.node == n && c.visit == visit {
		delete(h.claims, player)
	}
	return nil
}

func (n *Node) Where(_ context.Context, player string) (node, visit string, err error) {
	h := n.h
	h.mu.Lock()
	defer h.mu.Unlock()
	if !n.cut.IsZero() {
		return "", "", ErrCut
	}
	if c, ok := h.claims[player]; ok && !c.node.over {
		return c.node.name, c.visit, nil
	}
	return "", "", nil
}

func (n *Node) Hold(ctx context.Context, name string, f func(ctx context.Context)) {
	h := n.h
	for ctx.Err() == nil {
		h.mu.Lock()
		changed := n.changed
		holder := h.holds[name]
		mine := n.mayOwn() && (holder == nil || holder == n || holder.over)
		if mine {
			h.holds[name] = n
		}
		h.mu.Unlock()
		if !mine {
			select {
			case <-ctx.Done():
			case <-changed:
			}
			continue
		}
		n.hold(ctx, name, f)
	}
}

// hold runs f while the node has the lease of a name.
func (n *Node) hold(ctx context.Context, name string, f func(context.Context)) {
	h := n.h
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for {
			h.mu.Lock()
			changed, mine := n.changed, n.mayOwn() && h.holds[name] == n
			h.mu.Unlock()
			if !mine {
				cancel()
				return
			}
			select {
			case <-ctx.Done():
				return
			case <-changed:
			}
		}
	}()
	f(ctx)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.holds[name] == n {
		delete(h.holds, name)
		h.tell()
	}
}

func (n *Node) Publish(_ context.Context, kind string, body any) error {
	data, err := json.Marshal(body)
	if err != nil {
		return err
	}
	h := n.h
	h.mu.Lock()
	defer h.mu.Unlock()
	h.news = append(h.news, item{kind, data}) // it is in the store, which a cut-off node may still reach
	for _, o := range h.nodes {
		o.listen()
	}
	return nil
}

func (n *Node) Subscribe(f func(kind string, body json.RawMessage)) {
	n.h.mu.Lock()
	defer n.h.mu.Unlock()
	n.hear, n.heard = f, len(n.h.news)
}

// listen passes a node the events that it has missed, if it is reached.
func (n *Node) listen() {
	if n.hear == nil || !n.cut.IsZero() || n.over {
		return
	}
	for _, i := range n.h.news[n.heard:] {
		n.enqueue(func() { n.hear(i.kind, bytes.Clone(i.body)) })
	}
	n.heard = len(n.h.news)
}
