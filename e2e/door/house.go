// Package door runs a whole arcade for tests: a server on a loopback port, with the games that a test
// names, and SSH clients, each with a terminal emulator. The tests of package e2e use it, and a game's
// tests use it to play the game as players do.
package door

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"arcade/internal/chance"
	"arcade/lobby"
	"arcade/lobby/config"
	"arcade/lobby/nodestest"
	"arcade/lobby/room"
	"arcade/lobby/turns"
	"arcade/server"
	"arcade/server/commands"
	"arcade/server/web"
	page "arcade/server/web/door"
	"arcade/sessions/app"
	"arcade/sessions/client"
	"arcade/sessions/pages"
	"arcade/sessions/play"
	"arcade/store/bolt"
)

// House is a running arcade.
type House struct {
	Addr  string
	Lobby *lobby.Lobby // the last node's lobby; nil if the server is a separate process
	Stop  func()       // stops the server; nil for a separate process
	Pipes *pipes       // another way in; nil for a separate process
	// Pages opens the door for browsers at the first node until the test ends, and returns its URL. hosts
	// are the allowed host names. Nil for a separate process.
	Pages func(t testing.TB, hosts ...string) string
	// Nodes are the nodes. Nil for a separate process.
	Nodes []Node
}

// Node is a node of a house.
type Node struct {
	Server *server.Server
	// House is what its screens know of the house, to be changed before somebody comes.
	House *app.House
	// Pages is House.Pages for this node.
	Pages func(t testing.TB, hosts ...string) string
	// Proxied is Pages for visitors who come through a proxy on this machine, with PROXY headers.
	Proxied func(t testing.TB, hosts ...string) string
	// Secured is Pages over https, with the files of a certificate and its key.
	Secured func(t testing.TB, cert, key string, hosts ...string) string
	// Cut disconnects the node from the others for good, like a kill. It is nil for a single node.
	Cut func()
}

// Quick makes bots and notices fast. A test about a delay sets its own.
var Quick = config.Config{BotPause: 20 * time.Millisecond, PassNotice: 200 * time.Millisecond}

// Loopback is the network of all clients in tests. It counts as a network that strangers share, because
// otherwise none of their games could be rated.
var Loopback = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}

// Nodes is the number of nodes of every arcade that a test opens. Clients are spread over them in turn,
// so the second of two clients is on another node:
//
//	go test ./e2e -nodes 2
var Nodes = flag.Int("nodes", 1, "how many nodes an arcade has that a test opens; clients come to one after the other")

// late matches the warning that an answer came later than a lease. On a busy machine some do.
var late = regexp.MustCompile(`(?m)^.* msg=keeper .*: no answer"\n`)

// painters paint for all arcades of a test, as for all sessions of a server.
var painters = client.NewPainters()

// Open starts an arcade with the games of cfg in this process, which ends with the test. It fills in the
// store, the log and the source of chance.
func Open(t *testing.T, cfg config.Config) *House {
	t.Helper()
	return OpenNodes(t, cfg, *Nodes)
}

// OpenNodes is Open with a number of nodes.
func OpenNodes(t *testing.T, cfg config.Config, nodes int) *House {
	t.Helper()
	st, err := bolt.Open(filepath.Join(t.TempDir(), "arcade.db"), bolt.Options{NoSync: true}) // no test waits for the disk
	if err != nil {
		t.Fatal(err)
	}
	log := &LogBuffer{}
	logger := slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelWarn}))
	cfg.Shared, cfg.Reserved = Loopback, play.BotNames(cfg.Games)
	cfg.Random = chance.Reader(t)
	cfg.Store, cfg.Log, cfg.Turns = st, logger, turns.New(turns.Limits{Share: -1}) // the whole test is one address
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	house := &House{Addr: ln.Addr().String(), Pipes: newPipes(ln, nodes)}
	hub, key := nodestest.New(time.Second, room.WireErrors), NewKey(t)
	var shutdowns, ends []func()
	for i := range nodes {
		var cut func()
		if nodes > 1 {
			n := hub.Join(fmt.Sprintf("n%d", i+1))
			cfg.Nodes, cut = n, n.Cut
		}
		l, err := lobby.New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		house.Lobby = l
		h := &app.House{Lobby: l, Places: pages.Rooms{}, Way: app.Way{SSH: "ssh -t arcade.example"}, Log: logger, Lang: "en", Painters: painters}
		bans, err := server.OpenBans(t.Context(), st)
		if err != nil {
			t.Fatal(err)
		}
		srv, err := server.New(server.Config{
			HostKey: key, Bans: bans, Log: logger, SSH: h.SSH, Grace: 50 * time.Millisecond, Commands: commands.All(l, cfg.Games, nil),
			Screen: server.Screen(h), Chosen: h.Chosen, Turns: cfg.Turns,
		})
		if err != nil {
			t.Fatal(err)
		}
		pages := func(t testing.TB, front web.Config, hosts []string) string {
			front.Log, front.Turns, front.PerMinute, front.Burst = logger, cfg.Turns, 1e6, 1e6
			return openPages(t, front, page.Config{Server: srv, House: h, Hosts: hosts})
		}
		house.Nodes = append(house.Nodes, Node{
			Server: srv, House: h, Cut: cut,
			Pages:   func(t testing.TB, hosts ...string) string { return pages(t, web.Config{}, hosts) },
			Proxied: func(t testing.TB, hosts ...string) string { return pages(t, web.Config{Proxies: Loopback}, hosts) },
			Secured: func(t testing.TB, cert, key string, hosts ...string) string {
				return strings.Replace(pages(t, web.Config{Cert: cert, Key: key}, hosts), "http:", "https:", 1)
			},
		})
		served := make(chan error, 1)
		go func() {
			served <- srv.Serve(context.Background(), &pipe{pipes: house.Pipes, node: i, over: make(chan struct{})})
		}()
		shutdowns = append(shutdowns, srv.Shutdown)
		ends = append(ends, func() {
			if err := <-served; err != nil {
				t.Errorf("serve: %v", err)
			}
			l.Close()
		})
	}
	house.Pages = house.Nodes[0].Pages
	house.Stop = func() {
		var all sync.WaitGroup
		for _, shutdown := range shutdowns {
			all.Go(shutdown)
		}
		all.Wait()
	}
	t.Cleanup(func() {
		said := log.String
		if nodes > 1 { // nodes that stop together do not reach each other
			before := said()
			said = func() string { return before }
		}
		house.Stop()
		for _, end := range ends {
			end()
		}
		if err := st.Close(); err != nil {
			t.Errorf("close the store: %v", err)
		}
		if s := late.ReplaceAllString(said(), ""); s != "" {
			t.Errorf("the server's log has warnings:\n%s", s)
		}
	})
	return house
}

// openPages opens a door for browsers until the test ends.
func openPages(t testing.TB, cfg web.Config, pages page.Config) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	cfg.APIs = append(cfg.APIs, page.New(pages).Add)
	front := web.New(cfg)
	go func() {
		if err := front.Serve(ln, cfg.Proxies); err != nil {
			t.Error(err)
		}
	}()
	t.Cleanup(front.Stop)
	return "http://" + ln.Addr().String()
}

// NewKey returns a new key pair.
func NewKey(t testing.TB) gossh.Signer {
	t.Helper()
	signer, err := gossh.NewSignerFromKey(NewSecret(t))
	if err != nil {
		t.Fatal(err)
	}
	return signer
}

// NewSecret returns a new private key.
func NewSecret(t testing.TB) ed25519.PrivateKey {
	t.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// LogBuffer is a log that can be read while it is written.
type LogBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *LogBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *LogBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}
