package embed

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"arcade/cluster/natstest"
	"arcade/internal/freeport"
)

// long limits how long a test waits.
const long = time.Minute

// member is a node with a client.
type member struct {
	*NATS
	note *natstest.Note
	conn *nats.Conn
}

var secret = []byte(strings.Repeat("s", 32))

func config(t *testing.T, name string, n Note) Config {
	t.Helper()
	addr, err := freeport.Addr()
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelDebug})).With("of", name)
	return Config{Node: name, Addr: addr, Dir: t.TempDir() + "/nats", Secret: secret, Note: n, Log: log}
}

// open starts n nodes with a common note.
func open(t *testing.T, n int) (all []*member, notes *natstest.Notes) {
	t.Helper()
	notes = &natstest.Notes{}
	for i := range n {
		m := &member{note: notes.Note()}
		var err error
		if m.NATS, err = Start(config(t, fmt.Sprint("n", i), m.note)); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(m.NATS.Close)
		m.conn, err = nats.Connect("", nats.InProcessServer(m.NATS), nats.MaxReconnects(-1), nats.ReconnectWait(50*time.Millisecond), nats.ReconnectJitter(0, 0))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(m.conn.Close)
		all = append(all, m)
	}
	return all, notes
}

// together waits until a value that one node puts is read by all, and returns who serves.
func together(t *testing.T, all []*member, key string) *member {
	t.Helper()
	until(t, "all have "+key, func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		for _, m := range all {
			js, err := jetstream.New(m.conn)
			if err != nil {
				t.Fatal(err)
			}
			b, err := js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: "b", LimitMarkerTTL: time.Minute})
			if err != nil {
				return false
			}
			if m == all[0] {
				if _, err := b.PutString(ctx, key, "is here"); err != nil {
					return false
				}
			}
			if e, err := b.Get(ctx, key); err != nil || string(e.Value()) != "is here" {
				return false
			}
		}
		return true
	})
	var serving []*member
	for _, m := range all {
		if m.serves() != "" {
			serving = append(serving, m)
		}
	}
	if len(serving) != 1 {
		t.Fatalf("%d nodes serve", len(serving))
	}
	return serving[0]
}

func until(t *testing.T, what string, so func() bool) {
	t.Helper()
	for end := time.Now().Add(long); !so(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("not seen:", what)
		}
	}
}

// without returns the nodes but one.
func without(all []*member, one *member) (rest []*member) {
	for _, m := range all {
		if m != one {
			rest = append(rest, m)
		}
	}
	return rest
}

// One of three nodes serves. When it leaves, it says so, and another one does at once; when that one dies, the last one
// does, but not before the note has been silent.
func TestServes(t *testing.T) {
	all, notes := open(t, 3)
	first := together(t, all, "one")
	all = without(all, first)
	first.conn.Close()
	first.Close()
	var left form
	if err := json.Unmarshal(notes.Raw(), &left); err != nil || left.Node == first.cfg.Node {
		t.Errorf("it has left, and the note says %s, %v", notes.Raw(), err)
	}
	second := together(t, all, "two")
	second.note.Away.Store(true) // so it cannot say that it leaves
	beats := len(notes.Times())
	second.conn.Close()
	all = without(all, second)
	second.Close()
	together(t, all, "three")
	if times := notes.Times(); times[beats].Sub(times[beats-1]) < silence {
		t.Errorf("it served %v after the last beat", times[beats].Sub(times[beats-1]))
	}
}

// While the store is away the node that serves goes on. If the store is away for that node alone, another one serves,
// and the first one follows as soon as it knows. If only some others do not reach the store, nothing changes.
func TestStoreAway(t *testing.T) {
	all, _ := open(t, 2)
	first := together(t, all, "one")
	other := without(all, first)[0]
	term := first.serves()
	for _, m := range all {
		m.note.Away.Store(true)
	}
	time.Sleep(2 * silence) // that nothing happens has no event
	for _, m := range all {
		if m.Current() == nil {
			t.Error("a node without the store trusts its NATS")
		}
		m.note.Away.Store(false)
		if err := m.Current(); err != nil {
			t.Error(err)
		}
	}
	together(t, all, "two")
	other.note.Away.Store(true)
	time.Sleep(2 * silence)
	other.note.Away.Store(false)
	if together(t, all, "three"); first.serves() != term {
		t.Error("the node that serves has changed")
	}
	first.note.Away.Store(true)
	until(t, "the other serves", func() bool { return other.serves() != "" })
	first.note.Away.Store(false)
	if err := first.Current(); err != nil || first.serves() != "" {
		t.Errorf("the first one still serves: %v", err)
	}
	if together(t, all, "four") != other {
		t.Error("the first one serves again")
	}
}

// A note of an earlier time is silent, even of the same name, and a damaged one is written again.
func TestOldNote(t *testing.T) {
	for _, raw := range []string{`{"v":1,"node":"a","addr":"127.0.0.1:1","term":"T","beat":7}`, `{"v":1,"node":"b","addr":"127.0.0.1:1","term":"T","beat":7}`, `"?"`} {
		t.Run(raw, func(t *testing.T) {
			t.Parallel()
			notes := &natstest.Notes{}
			notes.Set(json.RawMessage(raw))
			n, err := Start(config(t, "a", notes.Note()))
			if err != nil {
				t.Fatal(err)
			}
			defer n.Close()
			until(t, "it serves", func() bool { return n.serves() != "" })
		})
	}
}

// Who has another secret, or none, gets nothing, and neither does a node trust somebody at another's address.
func TestSecret(t *testing.T) {
	all, _ := open(t, 1)
	m := all[0]
	other, err := pinned([]byte(strings.Repeat("o", 32)))
	if err != nil {
		t.Fatal(err)
	}
	for name, cfg := range map[string]*tls.Config{"another": other, "none": {InsecureSkipVerify: true}} {
		c, err := tls.Dial("tcp", m.cfg.Addr, cfg)
		if err == nil {
			_ = c.SetReadDeadline(time.Now().Add(long))
			_, err = c.Read(make([]byte, 1)) // with TLS 1.3 the refusal comes here
			_ = c.Close()
		}
		if err == nil || !strings.Contains(err.Error(), "another secret") && !strings.Contains(err.Error(), "remote error: tls") {
			t.Errorf("%s: %v", name, err)
		}
	}
	cfg := config(t, "b", m.note)
	cfg.Secret = []byte(strings.Repeat("o", 32))
	b, err := Start(cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if c, err := b.InProcessConn(); err == nil {
		_ = c.Close()
		t.Error("a node trusts a stranger")
	}
	cfg.Secret = nil
	if _, err := Start(cfg); err == nil {
		t.Error("a node starts without a secret")
	}
}

func TestCheckAddr(t *testing.T) {
	for addr, ok := range map[string]bool{"10.0.0.1:4222": true, "db:4222": true, "[fd00::1]:4222": true, ":4222": false, "0.0.0.0:4222": false, "[::]:4222": false, "db": false, "db:0": false, "db:nats": false, "": false} {
		if err := CheckAddr(addr); (err == nil) != ok {
			t.Errorf("%q: %v", addr, err)
		}
	}
}
