package admin

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"arcade/lobby/names"
)

// The node that gets an operator's query sends it to all other nodes. Each query has its request as its
// body, and each node replies for itself. Lists are joined.
const (
	askWho    = "admin.who"
	askCosts  = "admin.costs"
	askTables = "admin.tables"
	askKick   = "admin.kick"
	askBans   = "admin.bans"
	askClose  = "admin.close"
	askDrain  = "admin.drain"
	// askInquiry asks for visits and refusals, see [inquiry].
	askInquiry = "admin.inquiry"
	// eventBans announces that the bans in the store have changed.
	eventBans = "bans"
)

// bansTime limits the time of one read of the bans, and bansAgain is the pause after a read that failed.
const bansTime, bansAgain = 5 * time.Second, time.Second

// Errors returns the errors, besides the lobby's, with which a node may reply to another node's operator.
// Their names never change.
func Errors() map[string]error { return map[string]error{"admin nobody": errNobody} }

// Join answers the other nodes' operators, and applies the changes that other nodes announce until ctx
// ends.
func (h House) Join(ctx context.Context) {
	answerList(h, askWho, h.who)
	answerList(h, askCosts, h.costs)
	answerList(h, askTables, h.tables)
	h.answerInquiries()
	answerDo(h, askKick, h.kickHere)
	answerDo(h, askBans, func(ctx context.Context, _ struct{}) (Done, error) {
		n, err := h.Server.ReadBans(ctx)
		return Done{Sessions: n}, err
	})
	answerDo(h, askClose, h.closeHere)
	answerDo(h, askDrain, func(context.Context, Drain) (Done, error) { h.Drain(); return Done{}, nil })
	changed := make(chan struct{}, 1)
	h.Lobby.Subscribe(eventBans, func(json.RawMessage) {
		select {
		case changed <- struct{}{}:
		default: // a read is to come
		}
	})
	go h.readBans(ctx, changed)
}

// readBans reads the bans from the store after each change, until ctx ends. It tries again until the
// store replies, because each change is announced once.
func (h House) readBans(ctx context.Context, changed <-chan struct{}) {
	for {
		select {
		case <-changed:
		case <-ctx.Done():
			return
		}
		for tries := 0; ; tries++ {
			try, cancel := context.WithTimeout(ctx, bansTime)
			_, err := h.Server.ReadBans(try)
			cancel()
			if err == nil || ctx.Err() != nil {
				break
			}
			if tries == 0 {
				h.Log.Error("the bans cannot be read, and will be read again", "err", err)
			}
			select {
			case <-time.After(bansAgain):
			case <-ctx.Done():
				return
			}
		}
	}
}

func answerList[T any](h House, kind string, f func(context.Context) []T) {
	h.Nodes.Answer(kind, func(ctx context.Context, _ string, _ json.RawMessage) (any, error) { return f(ctx), nil })
}

func answerDo[R any](h House, kind string, f func(context.Context, R) (Done, error)) {
	h.Nodes.Answer(kind, func(ctx context.Context, from string, body json.RawMessage) (any, error) {
		var req R
		if err := json.Unmarshal(body, &req); err != nil {
			return nil, err
		}
		done, err := f(ctx, req)
		h.Log.Info("admin", "action", kind, "of", from, "done", err == nil)
		return done, err
	})
}

// heard is a node's reply.
type heard[T any] struct {
	node string
	what T
	err  error
}

// others asks all other nodes at once and returns their replies by name; a single server has none.
// missing are the nodes that did not reply.
func others[T any](ctx context.Context, h House, kind string, body any) (answers []heard[T], missing []string) {
	if h.Nodes == nil {
		return nil, nil
	}
	c, n := make(chan heard[T]), 0
	for _, m := range h.Nodes.Members() {
		if m.Name == h.Nodes.Name() {
			continue
		}
		n++
		go func() {
			a := heard[T]{node: m.Name}
			a.err = h.Nodes.Ask(ctx, m.Name, kind, body, &a.what)
			c <- a
		}()
	}
	for range n {
		if a := <-c; a.err == nil || refusal(a.err) {
			answers = append(answers, a)
		} else {
			h.Log.Warn("admin", "node", a.node, "err", a.err)
			missing = append(missing, a.node)
		}
	}
	slices.SortFunc(answers, func(a, b heard[T]) int { return cmp.Compare(a.node, b.node) })
	slices.Sort(missing)
	return answers, missing
}

// here returns this node's name, "" for a single server.
func (h House) here() string {
	if h.Nodes == nil {
		return ""
	}
	return h.Nodes.Name()
}

// list returns a handler that responds with the joined lists of all nodes, in order.
func list[T any](h House, kind string, f func(context.Context) []T, order func(a, b T) int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		all := f(r.Context())
		answers, missing := others[[]T](r.Context(), h, kind, nil)
		for _, a := range answers {
			all = append(all, a.what...)
		}
		if len(answers) > 0 {
			slices.SortStableFunc(all, order)
		}
		lacking(w, missing)
		answer(w, http.StatusOK, all)
	}
}

// lacking names the nodes without whose answers a response is.
func lacking(w http.ResponseWriter, missing []string) {
	if len(missing) > 0 {
		w.Header().Set(missingHeader, strings.Join(missing, " "))
	}
}

func bySince(a, b Person) int { return cmp.Compare(a.Since, b.Since) }
func byAge(a, b Table) int    { return cmp.Compare(a.Created, b.Created) }

// nodes lists the nodes.
func (h House) nodes(w http.ResponseWriter, _ *http.Request) {
	if h.Nodes == nil {
		answer(w, http.StatusConflict, failure{errAlone.Error()})
		return
	}
	list := []Node{}
	for _, m := range h.Nodes.Members() {
		list = append(list, Node{m.Name, m.Incarnation, m.Version, m.Since.UnixMilli(), m.Skew.Milliseconds(), m.MayOwn})
	}
	answer(w, http.StatusOK, list)
}

func (h House) kick(ctx context.Context, r Kick) (Done, error) {
	done, err := h.kickHere(ctx, r)
	if err != nil {
		return done, err
	}
	answers, missing := others[Done](ctx, h, askKick, r)
	for _, a := range answers {
		done.Sessions += a.what.Sessions
	}
	switch done.Missing = missing; {
	case done.Sessions > 0 || len(missing) > 0:
		return done, nil
	case h.Nodes == nil:
		return done, errNobody
	}
	return done, errNobodyReached
}

// bansChanged notifies the other nodes that the bans in the store have changed: at once, and by an event
// for nodes that are cut off.
func (h House) bansChanged(ctx context.Context, done Done) (Done, error) {
	if h.Nodes == nil {
		return done, nil
	}
	if err := h.Lobby.Publish(eventBans, nil); err != nil {
		return done, fmt.Errorf("the ban stands here, and other nodes may not hear of it: %w", err)
	}
	answers, missing := others[Done](ctx, h, askBans, struct{}{})
	for _, a := range answers {
		done.Sessions += a.what.Sessions
	}
	done.Missing = missing
	return done, nil
}

func (h House) closeHere(_ context.Context, c Close) (Done, error) {
	return Done{}, h.Lobby.CloseTable(c.Table, c.Reason)
}

// close closes a table at its owner.
func (h House) close(ctx context.Context, c Close) (done Done, err error) {
	owner := h.Lobby.OwnerOf(names.Normal(c.Table))
	if h.Nodes == nil || owner == "" || owner == h.Nodes.Name() {
		return h.closeHere(ctx, c)
	}
	err = h.Nodes.Ask(ctx, owner, askClose, c, &done)
	return done, err
}

// drain makes a node transfer its matches and stop, this one if none is named.
func (h House) drain(ctx context.Context, d Drain) (done Done, err error) {
	switch {
	case d.Node == "":
		h.Drain()
		return done, nil
	case h.Nodes == nil:
		return done, errAlone
	}
	for _, m := range h.Nodes.Members() {
		switch {
		case m.Name != d.Node:
		case m.Name == h.Nodes.Name():
			h.Drain()
			return done, nil
		default:
			err = h.Nodes.Ask(ctx, d.Node, askDrain, d, &done)
			return done, err
		}
	}
	return done, errNoNode
}
