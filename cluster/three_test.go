package cluster

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	natsserver "github.com/nats-io/nats-server/v2/server"

	"arcade/cluster/natstest"
	"arcade/internal/freeport"
)

// threeServers returns a function that starts each of three clustered NATS servers.
func threeServers(t *testing.T) (start func(i int) *natsserver.Server) {
	t.Helper()
	var routes []*url.URL
	for range 3 {
		addr, err := freeport.Addr()
		if err != nil {
			t.Fatal(err)
		}
		routes = append(routes, &url.URL{Scheme: "nats", Host: addr})
	}
	return func(i int) *natsserver.Server {
		t.Helper()
		at, err := net.ResolveTCPAddr("tcp", routes[i].Host)
		if err != nil {
			t.Fatal(err)
		}
		s, err := natsserver.NewServer(&natsserver.Options{
			ServerName: fmt.Sprint("nats-", i), Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true,
			Cluster: natsserver.ClusterOpts{Name: "test", Host: "127.0.0.1", Port: at.Port}, Routes: routes,
		})
		if err != nil {
			t.Fatal(err)
		}
		s.Start()
		t.Cleanup(func() { natstest.Stop(s) })
		if !s.ReadyForConnections(long) {
			t.Fatal("NATS does not start")
		}
		return s
	}
}

// With three NATS servers all data is on each of them. One may die, and all nodes go on.
func TestThreeServers(t *testing.T) {
	noLeaks(t)
	start := threeServers(t)
	servers := map[string]*natsserver.Server{}
	var urls []string
	for i := range 3 {
		s := start(i)
		servers[s.Name()] = s
	}
	await(t, "a leader of the servers", ticks(t), func() bool {
		for _, s := range servers {
			if s.JetStreamIsLeader() && len(s.JetStreamClusterPeers()) == 3 {
				return true
			}
		}
		return false
	})
	for _, s := range servers {
		urls = append(urls, s.ClientURL())
	}
	a, b := join(t, strings.Join(urls, ","), "a"), join(t, strings.Join(urls, ","), "b")
	sees(t, a, "a b")
	for _, cfg := range a.buckets() {
		s, err := a.js.Stream(t.Context(), "KV_"+cfg.Bucket)
		if err != nil {
			t.Fatal(err)
		}
		if r := s.CachedInfo().Config.Replicas; r != 3 {
			t.Errorf("%s is on %d servers", cfg.Bucket, r)
		}
	}
	// The second node gets another error code than from a single server.
	if _, err := tryJoin(t, urls[0], "a"); !errors.Is(err, ErrNameTaken) {
		t.Error("a second node of one name:", err)
	}
	const visits = 8
	back := make(chan int, visits)
	var all sync.WaitGroup
	for i := range visits {
		all.Go(func() {
			if _, err := []*Node{a, b}[i%2].Claim(t.Context(), "Q", fmt.Sprint(i), 0, false, func() { back <- i }); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for range visits - 1 {
		select {
		case <-back:
		case <-time.After(long):
			t.Fatal("a visit has not stepped back")
		}
	}
	if err := a.nodes.Delete(t.Context(), "a"); err != nil { // the node creates its lost lease again
		t.Fatal(err)
	}
	await(t, "a has a lease again", ticks(t), func() bool { return names(b) == "a b" && a.LeaseAge() < lease()/2 && a.MayOwn() })
	natstest.Stop(servers[a.conn.ConnectedServerName()])
	if _, err := a.Claim(t.Context(), "P", "v", 0, false, func() {}); err != nil {
		t.Log("while a server dies:", err) // the new node tries this again
		await(t, "a visit", ticks(t), func() bool { _, err := a.Claim(t.Context(), "P", "v", 0, false, func() {}); return err == nil })
	}
	await(t, "a keeps", a.Changed, a.MayOwn)
	await(t, "b keeps", b.Changed, b.MayOwn)
	sees(t, a, "a b")
	sees(t, b, "a b")
	await(t, "where the visit is", ticks(t), func() bool { // a server that answers may lag behind the leader
		node, _, err := b.Where(t.Context(), "P")
		return err == nil && node == "a"
	})
}
