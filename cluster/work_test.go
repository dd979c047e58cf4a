package cluster

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"arcade/lobby/replica"
)

// One node at a time does a job for a single node. Another node takes over when the first leaves, dies or
// is cut off.
func TestHold(t *testing.T) {
	noLeaks(t)
	url := natsURL(t)
	w := newWire(t, url)
	var at atomic.Int32
	who := make(chan string, 100)
	hold := func(ctx context.Context, n *Node) {
		n.Hold(ctx, "pairing of a/5+3", func(ctx context.Context) {
			if at.Add(1) > 1 {
				t.Error("two nodes do it")
			}
			who <- n.Name()
			<-ctx.Done()
			at.Add(-1)
		})
	}
	next := func(but string) string {
		t.Helper()
		select {
		case name := <-who:
			if name == but {
				t.Fatal("again", name)
			}
			return name
		case <-time.After(long):
			t.Fatal("nobody does it")
			return ""
		}
	}
	var all sync.WaitGroup
	t.Cleanup(all.Wait) // after the nodes are closed
	nodes := map[string]*Node{}
	for name, url := range map[string]string{"a": url, "b": url, "c": w.url()} {
		nodes[name] = join(t, url, name)
	}
	first, cancel := context.WithCancel(t.Context())
	all.Go(func() { hold(first, nodes["c"]) })
	next("")
	if h := nodes["c"].Holds(); len(h) != 1 {
		t.Error("c holds", h)
	}
	for _, name := range []string{"a", "b"} {
		all.Go(func() { hold(t.Context(), nodes[name]) })
	}
	w.gate.Lock() // c stops before another begins
	second := next("c")
	w.gate.Unlock()
	cancel()
	third := map[string]string{"a": "b", "b": "a"}[second]
	crash(nodes[second])
	if got := next(second); got != third {
		t.Error("now it is", got)
	}
	if err := nodes[third].Close(); err != nil { // no Hold goes on after Close
		t.Error(err)
	}
}

// A player who comes to many nodes at once has one visit. All other visits step back.
func TestVisits(t *testing.T) {
	noLeaks(t)
	url := natsURL(t)
	nodes := []*Node{join(t, url, "a"), join(t, url, "b"), join(t, url, "c")}
	for _, n := range nodes {
		sees(t, n, "a b c")
	}
	const visits = 12
	back := make(chan int, visits)
	var all sync.WaitGroup
	for i := range visits {
		all.Go(func() {
			if _, err := nodes[i%3].Claim(t.Context(), "guest:P", fmt.Sprint(i), 0, false, func() { back <- i }); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	stays := map[int]bool{}
	for i := range visits {
		stays[i] = true
	}
	for range visits - 1 {
		select {
		case i := <-back:
			if !stays[i] {
				t.Error("told twice:", i)
			}
			delete(stays, i)
		case <-time.After(long):
			t.Fatal(len(stays), "visits stay")
		}
	}
	node, id, err := nodes[0].Where(t.Context(), "guest:P")
	for i := range stays {
		if err != nil || id != fmt.Sprint(i) || node != nodes[i%3].Name() {
			t.Errorf("visit %d stays, and it is said to be %s at %s: %v", i, id, node, err)
		}
		for _, n := range nodes { // visits that stepped back release nothing
			for j := range visits {
				if j != i {
					if err := n.Release(t.Context(), "guest:P", fmt.Sprint(j)); err != nil {
						t.Error(err)
					}
				}
			}
		}
		if _, got, _ := nodes[0].Where(t.Context(), "guest:P"); got != id {
			t.Error("an old visit has ended the new one")
		}
		if err := nodes[i%3].Release(t.Context(), "guest:P", id); err != nil {
			t.Error(err)
		}
	}
	if node, _, err := nodes[0].Where(t.Context(), "guest:P"); node != "" || err != nil {
		t.Errorf("nobody is there, and it is said to be at %q: %v", node, err)
	}
	told := make(chan struct{})
	if _, err := nodes[2].Claim(t.Context(), "guest:P", "again", 0, false, func() { close(told) }); err != nil {
		t.Error("after the end:", err)
	}
	if _, err := nodes[1].Claim(t.Context(), "guest:P", "last", 0, false, func() {}); err != nil {
		t.Error(err)
	}
	select {
	case <-told:
	case <-time.After(long):
		t.Error("the older visit was not told")
	}
	crash(nodes[1])
	sees(t, nodes[0], "a c")
	await(t, "that its visit is over", ticks(t), func() bool { // it takes a lease longer if a itself was cut off
		node, _, err := nodes[0].Where(t.Context(), "guest:P")
		return node == "" && err == nil
	})
}

// A node that is cut off when a newer visit comes notices it after the reconnection.
func TestVisitWhileCutOff(t *testing.T) {
	noLeaks(t)
	url := natsURL(t)
	w := newWire(t, url)
	a, b := join(t, url, "a"), join(t, w.url(), "b")
	back := make(chan struct{})
	if _, err := b.Claim(t.Context(), "P", "old", 0, false, func() { close(back) }); err != nil {
		t.Fatal(err)
	}
	w.gate.Lock()
	sees(t, a, "a")
	if _, err := a.Claim(t.Context(), "P", "new", 0, false, func() { t.Error("the newest steps back") }); err != nil {
		t.Error(err)
	}
	w.gate.Unlock()
	select {
	case <-back:
	case <-time.After(long):
		t.Error("the older visit was not told")
	}
}

// A visit that is older but claims later is refused at once. It is not if the other visit's time is in the
// future, because a claimed visit has already begun.
func TestLateVisit(t *testing.T) {
	noLeaks(t)
	url := natsURL(t)
	a, b := join(t, url, "a"), join(t, url, "b")
	now := time.Now().UnixMilli()
	back := make(chan string, 9)
	claim := func(n *Node, id string, since int64) {
		t.Helper()
		newest, err := n.Claim(t.Context(), "P", id, since, false, func() { back <- id })
		if err != nil {
			t.Fatal(err)
		}
		if !newest {
			back <- id
		}
	}
	wants := func(node, visit, gone string) {
		t.Helper()
		select {
		case id := <-back:
			if id != gone {
				t.Errorf("%s steps back, not %s", id, gone)
			}
		case <-time.After(long):
			t.Fatal(gone, "stays")
		}
		if at, id, err := a.Where(t.Context(), "P"); at != node || id != visit || err != nil {
			t.Errorf("it is %s at %s, not %s at %s: %v", id, at, visit, node, err)
		}
	}
	claim(a, "second", now-1000)
	claim(b, "first", now-4000)
	wants("a", "second", "first")
	claim(a, "first", now-4000)
	wants("a", "second", "first")
	claim(b, "third", now-500)
	wants("b", "third", "second")
	claim(b, "ahead", now+time.Hour.Milliseconds())
	wants("b", "ahead", "third")
	claim(a, "fourth", now)
	wants("a", "fourth", "ahead")
	if err := a.Release(t.Context(), "P", "fourth"); err != nil {
		t.Error(err)
	}
	if node, _, err := a.Where(t.Context(), "P"); node != "" || err != nil {
		t.Errorf("it is at %q: %v", node, err)
	}
}

// A visit that NATS has lost is written again, and continues.
func TestVisitLost(t *testing.T) {
	noLeaks(t)
	a := join(t, natsURL(t), "a")
	back := make(chan string, 2)
	claim := func(id string) {
		t.Helper()
		if _, err := a.Claim(t.Context(), "P", id, 0, false, func() { back <- id }); err != nil {
			t.Fatal(err)
		}
	}
	claim("one")
	if err := a.here.Purge(t.Context(), keyOf("P")); err != nil {
		t.Fatal(err)
	}
	a.checkVisits()
	if node, id, err := a.Where(t.Context(), "P"); node != "a" || id != "one" || err != nil {
		t.Errorf("it is at %q, %q, %v", node, id, err)
	}
	claim("two")
	if id := <-back; id != "one" || len(back) > 0 {
		t.Errorf("%s steps back, and %d more", id, len(back))
	}
}

// NATS that has lost everything counts revisions from 1 again. A visit from before is still older than the next
// one, wherever that comes, and its end is still noticed.
func TestVisitAfterLostBucket(t *testing.T) {
	for name, c := range map[string]struct {
		checked bool   // before the next visit
		next    string // the node of the next visit, "" for none
	}{
		"the visit ends":                        {true, ""},
		"the next one at another node":          {true, "b"},
		"the next one at another node is first": {false, "b"},
		"the next one at this node is first":    {false, "a"},
	} {
		t.Run(name, func(t *testing.T) {
			noLeaks(t)
			url := natsURL(t)
			nodes := map[string]*Node{"a": join(t, url, "a"), "b": join(t, url, "b")}
			a := nodes["a"]
			back := make(chan string, 9)
			claim := func(n *Node, player, id string) {
				t.Helper()
				if newest, err := n.Claim(t.Context(), player, id, 0, false, func() { back <- id }); err != nil || !newest {
					t.Fatal(newest, err)
				}
			}
			for i := range 9 {
				claim(nodes["b"], fmt.Sprint(i), "other")
			}
			claim(a, "P", "one")
			if err := a.js.DeleteKeyValue(t.Context(), "here"); err != nil {
				t.Fatal(err)
			}
			a.mend(t.Context())
			if c.checked {
				a.checkVisits()
			}
			if c.next == "" {
				if err := a.Release(t.Context(), "P", "one"); err != nil {
					t.Error(err)
				}
				if node, id, err := a.Where(t.Context(), "P"); node != "" || err != nil {
					t.Errorf("it is %s at %s: %v", id, node, err)
				}
				return
			}
			claim(nodes[c.next], "P", "two")
			a.checkVisits()
			select {
			case id := <-back:
				if id != "one" {
					t.Errorf("%s steps back", id)
				}
			case <-time.After(long):
				t.Fatal("the older visit stays")
			}
			if node, id, err := a.Where(t.Context(), "P"); node != c.next || id != "two" || err != nil {
				t.Errorf("it is %s at %s: %v", id, node, err)
			}
			if err := nodes[c.next].Release(t.Context(), "P", "two"); err != nil {
				t.Error(err)
			}
			if node, id, err := a.Where(t.Context(), "P"); node != "" || err != nil {
				t.Errorf("after its end it is %s at %s: %v", id, node, err)
			}
		})
	}
}

// rows returns a node's copy of the directory.
func rows(n *Node) map[string]string {
	got := map[string]string{}
	n.Rows(func(node, key string, value json.RawMessage) bool {
		got[node+" "+key] = string(value)
		return true
	})
	return got
}

// All nodes see the rows of a node, including nodes that join later or have missed a beat. Rows of a dead
// node disappear.
func TestDirectory(t *testing.T) {
	noLeaks(t)
	url := natsURL(t)
	w := newWire(t, url)
	a, b := join(t, url, "a"), join(t, w.url(), "b")
	shows := func(n *Node, want map[string]string) {
		t.Helper()
		await(t, fmt.Sprintf("what %s is shown", n.Name()), n.Shown, func() bool { return maps.Equal(rows(n), want) })
	}
	want := map[string]string{"a seat 1": `{"game":"x"}`, "b who P": `"kim"`}
	a.Show("seat 1", json.RawMessage(want["a seat 1"]))
	b.Show("who P", json.RawMessage(want["b who P"]))
	shows(a, want)
	shows(b, want)
	big := json.RawMessage(`"` + strings.Repeat("x", 1000) + `"`)
	for i := range 600 { // three messages
		key := fmt.Sprintf("table %d", i)
		a.Show(key, big)
		want["a "+key] = string(big)
	}
	shows(b, want)
	c := join(t, url, "c")
	shows(c, want)

	w.gate.Lock()
	sees(t, a, "a c") // b's part disappears with it
	a.Show("seat 1", nil)
	delete(want, "a seat 1")
	delete(want, "b who P")
	shows(a, want)
	shows(c, want)
	w.gate.Unlock()
	want["b who P"] = `"kim"`
	for _, n := range []*Node{a, b, c} {
		shows(n, want)
	}
	crash(a)
	for _, n := range []*Node{b, c} {
		shows(n, map[string]string{"b who P": `"kim"`})
	}
}

// A lost beat is noticed, and its rows are fetched.
func TestLostBeat(t *testing.T) {
	noLeaks(t)
	url := natsURL(t)
	a, b := join(t, url, "a"), join(t, url, "b")
	sees(t, b, "a b")
	a.Show("one", json.RawMessage("1"))
	await(t, "one", b.Shown, func() bool { return rows(b)["a one"] == "1" })
	b.mu.Lock()
	b.parts["a"].rows, b.parts["a"].seq = map[string]json.RawMessage{}, 0 // as if the beat had never come
	b.parts["a"].whole = time.Now().Add(-time.Hour)
	b.mu.Unlock()
	if b.Lag() < time.Hour {
		t.Error("nothing can have been missed for longer than", b.Lag())
	}
	a.Show("two", json.RawMessage("2"))
	await(t, "both", b.Shown, func() bool { return maps.Equal(rows(b), map[string]string{"a one": "1", "a two": "2"}) })
	if b.Gaps() == 0 {
		t.Error("no gap was counted")
	}
	if b.Lag() > long {
		t.Error("all was had again, and the directory is", b.Lag(), "behind")
	}
}

// memory is a book of events in memory.
type memory struct {
	mu     sync.Mutex
	items  []Item
	broken bool
}

func (m *memory) Write(_ context.Context, kind string, body json.RawMessage) (uint64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.broken {
		return 0, errors.New("the disk is full")
	}
	m.items = append(m.items, Item{uint64(len(m.items) + 1), kind, body})
	return uint64(len(m.items)), nil
}

func (m *memory) Since(_ context.Context, number uint64) ([]Item, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.broken {
		return nil, errors.New("the disk is full")
	}
	return slices.Clone(m.items[number:min(int(number)+3, len(m.items))]), nil
}

func (m *memory) set(broken bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.broken = broken
}

// All nodes receive all events in order, also after a disconnection and after a late start. An event that
// could not be written reaches no node.
func TestEvents(t *testing.T) {
	noLeaks(t)
	url := natsURL(t)
	w := newWire(t, url)
	var book memory
	type ear struct {
		signal
		mu    sync.Mutex
		heard []string
	}
	listen := func(n *Node, after uint64) (*Events, *ear) {
		e := &ear{}
		return n.Subscribe(&book, after, func(i Item) {
			e.mu.Lock()
			e.heard = append(e.heard, string(i.Body))
			e.mu.Unlock()
			e.tell()
		}), e
	}
	hears := func(e *ear, n int) {
		t.Helper()
		await(t, fmt.Sprint(n, " items"), e.next, func() bool {
			e.mu.Lock()
			defer e.mu.Unlock()
			for i, s := range e.heard {
				if s != fmt.Sprint(i) {
					t.Fatal("heard", e.heard)
				}
			}
			return len(e.heard) == n
		})
	}
	a, b := join(t, url, "a"), join(t, w.url(), "b")
	events, atA := listen(a, 0)
	_, atB := listen(b, 0)
	tell := func(from, to int) {
		t.Helper()
		for i := from; i < to; i++ {
			if err := events.Publish(t.Context(), "ban", i); err != nil {
				t.Fatal(err)
			}
		}
	}
	tell(0, 5)
	hears(atA, 5)
	hears(atB, 5)
	w.gate.Lock()
	tell(5, 8)
	hears(atA, 8)
	book.set(true)
	if err := events.Publish(t.Context(), "ban", 99); err == nil {
		t.Error("what was not written is told")
	}
	w.gate.Unlock()
	await(t, "b is back", b.Changed, b.MayOwn)
	book.set(false)
	hears(atB, 8)
	c := join(t, url, "c")
	_, atC := listen(c, 0)
	hears(atC, 8)
}

// A request gets an answer, an error of the other node, or the reason why there is no answer.
func TestAsk(t *testing.T) {
	noLeaks(t)
	url := natsURL(t)
	stale, moving := errors.New("stale"), errors.New("moving")
	with := func(c *Config) {
		c.Errors = replica.Names{Errors: map[string]error{"stale": stale, "moving": moving, "also": errors.New("another")}, First: []string{"stale"}}
	}
	a, b := join(t, url, "a", with), join(t, url, "b", with)
	ask := func(node, kind string, body any, for_ time.Duration) (string, error) {
		ctx, cancel := context.WithTimeout(t.Context(), for_)
		defer cancel()
		var got string
		err := a.Ask(ctx, node, kind, body, &got)
		return got, err
	}
	entered, leave := make(chan struct{}), make(chan struct{})
	b.Answer("hello", func(_ context.Context, from string, body json.RawMessage) (any, error) {
		return from + " says " + string(body), nil
	})
	b.Answer("stale", func(context.Context, string, json.RawMessage) (any, error) {
		return nil, fmt.Errorf("ply 3: %w", stale)
	})
	b.Answer("both", func(context.Context, string, json.RawMessage) (any, error) {
		return nil, fmt.Errorf("ply 3: %w: %w", moving, stale)
	})
	b.Answer("other", func(context.Context, string, json.RawMessage) (any, error) { return nil, errors.New("no luck") })
	b.Answer("fault", func(context.Context, string, json.RawMessage) (any, error) { panic("of one question") })
	b.Answer("slow", func(ctx context.Context, _ string, _ json.RawMessage) (any, error) {
		close(entered)
		<-leave
		return "late", nil
	})
	if got, err := ask("b", "hello", 1, long); got != "a says 1" || err != nil {
		t.Error(got, err)
	}
	if _, err := ask("b", "stale", 1, long); !errors.Is(err, stale) {
		t.Error(err)
	}
	if _, err := ask("b", "both", 1, long); !errors.Is(err, stale) || !errors.Is(err, moving) || err.Error() != "ply 3: moving: stale" {
		t.Error(err)
	}
	if a := b.answer(encode(questionForm{version, "a", "both", nil})); a.Error != "stale" || !slices.Equal(a.Also, []string{"moving"}) {
		t.Errorf("an older node reads %q, and this version also %q", a.Error, a.Also)
	}
	if _, err := ask("b", "other", 1, long); err == nil || !strings.Contains(err.Error(), "no luck") {
		t.Error(err)
	}
	if _, err := ask("b", "fault", 1, long); err == nil || !strings.Contains(err.Error(), "a fault") {
		t.Error(err)
	}
	if _, err := ask("b", "unheard of", 1, long); !errors.Is(err, ErrUnknown) {
		t.Error(err)
	}
	if _, err := ask("nobody", "hello", 1, long); !errors.Is(err, ErrNoNode) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-entered; cancel() }()
	if err := a.Ask(ctx, "b", "slow", 1, nil); !errors.Is(err, ErrNoAnswer) {
		t.Error(err)
	}
	if got, err := ask("b", "hello", 2, long); got != "a says 2" || err != nil {
		t.Error("while another is answered:", got, err)
	}
	close(leave)
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	if _, err := ask("b", "hello", 3, long); !errors.Is(err, ErrCut) {
		t.Error("after the end:", err)
	}
}

// This program writes and reads the forms of version 1, for all time.
func TestForms(t *testing.T) {
	for _, c := range []struct {
		golden string
		form   any
		into   any
	}{
		{`{"v":1,"incarnation":1795330000000,"version":"v1 abc","since":1795330000000,"at":1795330001000000,"keeps":true}`,
			&leaseForm{1, 1795330000000, "v1 abc", 1795330000000, 1795330001000000, true, ""}, &leaseForm{}},
		{`{"v":1,"incarnation":7,"since":8,"at":9,"keeps":true,"host_key":"SHA256:x"}`, &leaseForm{1, 7, "", 8, 9, true, "SHA256:x"}, &leaseForm{}},
		{`{"v":1,"node":"seoul-1","incarnation":7}`, &holderForm{1, "seoul-1", 7}, &holderForm{}},
		{`{"v":1,"node":"seoul-1","incarnation":7,"visit":"x"}`, &visitForm{1, "seoul-1", 7, "x", 0}, &visitForm{}},
		{`{"v":1,"node":"seoul-1","incarnation":7,"visit":"x","since":8}`, &visitForm{1, "seoul-1", 7, "x", 8}, &visitForm{}},
		{`{"v":1,"player":"P","revision":9}`, &stepBackForm{1, "P", 9}, &stepBackForm{}},
		{`{"v":1,"from":"a","kind":"k","body":{"x":1}}`, &questionForm{1, "a", "k", json.RawMessage(`{"x":1}`)}, &questionForm{}},
		{`{"v":1,"body":[1]}`, &answerForm{V: 1, Body: json.RawMessage(`[1]`)}, &answerForm{}},
		{`{"v":1,"error":"stale","text":"ply 3: stale"}`, &answerForm{V: 1, Error: "stale", Text: "ply 3: stale"}, &answerForm{}},
		{`{"v":1,"error":"moving","also":["stale"],"text":"moving: stale"}`, &answerForm{V: 1, Error: "moving", Also: []string{"stale"}, Text: "moving: stale"}, &answerForm{}},
		{`{"v":1,"from":"a","kind":"k","body":{"x":1}}`, &sentForm{1, "a", "k", json.RawMessage(`{"x":1}`)}, &sentForm{}},
		{`{"v":1,"node":"a","incarnation":7,"seq":4,"changed":{"k":{"x":1},"l":null},"news":3}`,
			&beatForm{1, "a", 7, 4, map[string]json.RawMessage{"k": json.RawMessage(`{"x":1}`), "l": json.RawMessage("null")}, 3}, &beatForm{}},
		{`{"v":1,"after":"k"}`, &pageForm{1, "k"}, &pageForm{}},
		{`{"v":1,"incarnation":7,"seq":4,"rows":{"k":1},"more":true}`,
			&rowsForm{1, 7, 4, map[string]json.RawMessage{"k": json.RawMessage("1")}, true}, &rowsForm{}},
	} {
		if got := encode(c.form); string(got) != c.golden {
			t.Errorf("%T is written as\n%s, was\n%s", c.form, got, c.golden)
		}
		if err := decode([]byte(c.golden), c.into); err != nil || !bytes.Equal(encode(c.into), encode(c.form)) {
			t.Errorf("%T is read as %+v: %v", c.form, c.into, err)
		}
		later := strings.Replace(c.golden, `{"v":1,`, `{"v":2,"later":true,`, 1)
		if err := decode([]byte(later), c.into); err != nil {
			t.Errorf("%T of the next version: %v", c.form, err)
		}
	}
	if err := decode([]byte(`{"v":0}`), &beatForm{}); !errors.Is(err, errVersion) {
		t.Error("version 0:", err)
	}
}

// Messages arrive in order at the receiver of their kind. Messages that cannot be sent are dropped and
// counted, and no sender waits.
func TestSend(t *testing.T) {
	noLeaks(t)
	url := natsURL(t)
	w := newWire(t, url)
	a, b := join(t, w.url(), "a"), join(t, url, "b")
	got := make(chan string, 10_000)
	for _, n := range []*Node{a, b} {
		n.Receive("n", func(from string, body json.RawMessage) { got <- from + " to " + n.Name() + " " + string(body) })
	}
	next := func() string {
		t.Helper()
		select {
		case s := <-got:
			return s
		case <-time.After(long):
			t.Fatal("nothing comes")
			return ""
		}
	}
	for i := range 5000 {
		a.Send("b", "n", i)
		a.Send("b", "unheard of", i)
		a.Send("nobody", "n", i)
	}
	for i := range 5000 {
		if s := next(); s != fmt.Sprint("a to b ", i) {
			t.Fatal("out of order: ", s)
		}
	}
	a.Send("a", "n", 1)
	if s := next(); s != "a to a 1" {
		t.Error(s)
	}
	if d := a.Dropped(); d > 0 {
		t.Error(d, "dropped")
	}
	b.Receive("fault", func(string, json.RawMessage) { panic("of one message") })
	a.Send("b", "fault", nil)
	a.Send("b", "n", strings.Repeat("x", payload))
	a.Send("b", "n", "behind it")
	if s := next(); s != `a to b "behind it"` || a.Dropped() != 1 {
		t.Errorf("%.20s after what NATS has no room for, %d dropped", s, a.Dropped())
	}
	w.gate.Lock()
	big := strings.Repeat("x", 100_000)
	began := time.Now()
	for n := 0; a.Dropped() < 2 && n < 10*outboxSize; n += len(big) { // messages in transit also take room
		a.Send("b", "n", big)
	}
	if took := time.Since(began); took > long/2 {
		t.Error("sending waits:", took)
	}
	if a.Dropped() < 2 {
		t.Error("nothing was dropped")
	}
	w.gate.Unlock()
	await(t, "a sends again", ticks(t), func() bool {
		a.Send("b", "n", "last")
		for {
			select {
			case s := <-got:
				if s == `a to b "last"` {
					return true
				}
			default:
				return false
			}
		}
	})
}
