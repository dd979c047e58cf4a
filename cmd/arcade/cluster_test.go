package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"arcade/cluster/natstest"
	"arcade/internal/freeport"
	"arcade/server"
	"arcade/store/postgres/pgtest"
)

// until polls until a condition without a signal is true.
func until(t *testing.T, what string, so func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !so(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("not seen:", what)
		}
	}
}

// served is a running node.
type served struct {
	t             *testing.T
	data          string
	address, http string // for players, for metrics
	front         string // for games' own clients
	stop          context.CancelFunc
	done          chan error
}

// admin runs arcade admin at the node.
func (s *served) admin(words ...string) (string, error) {
	s.t.Helper()
	root := newRoot()
	var b bytes.Buffer
	root.SetOut(&b)
	root.SetErr(&b)
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SetArgs(append(append([]string{"admin"}, words...), "--data", s.data))
	err := root.ExecuteContext(s.t.Context())
	return b.String(), err
}

// says runs arcade admin, and checks that the output matches.
func (s *served) says(want string, words ...string) {
	s.t.Helper()
	if out, err := s.admin(words...); err != nil || !regexp.MustCompile(want).MatchString(out) {
		s.t.Errorf("admin %q: %v %q, want %s", words, err, out, want)
	}
}

// get sends a GET request.
func (s *served) get(path string) (string, int) {
	resp, err := http.Get(strings.Replace(s.http, "/metrics", path, 1))
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return string(body), resp.StatusCode
}

// ask posts a request of a game's own client.
func (s *served) ask(path, body string) (code int, answer []byte) {
	s.t.Helper()
	resp, err := http.Post(s.front+path, "application/json", strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	if answer, err = io.ReadAll(resp.Body); err != nil {
		s.t.Fatal(err)
	}
	return resp.StatusCode, answer
}

// screen opens the arcade with the key of name. ended is closed when its session ends.
func (s *served) screen(name string) (out *lines, ended chan struct{}) {
	s.t.Helper()
	c, err := gossh.Dial("tcp", s.address, &gossh.ClientConfig{
		User: name, Auth: []gossh.AuthMethod{gossh.PublicKeys(keyOf(name))}, HostKeyCallback: gossh.InsecureIgnoreHostKey(),
	})
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { c.Close() })
	x, err := c.NewSession()
	if err != nil {
		s.t.Fatal(err)
	}
	out = newLines()
	x.Stdout = out
	if _, err := x.StdinPipe(); err != nil {
		s.t.Fatal(err)
	}
	if err := x.RequestPty("xterm-256color", 24, 80, nil); err != nil {
		s.t.Fatal(err)
	}
	if err := x.Shell(); err != nil {
		s.t.Fatal(err)
	}
	ended = make(chan struct{})
	go func() { _ = x.Wait(); close(ended) }()
	return out, ended
}

func awaitEnd(t *testing.T, ended chan struct{}) {
	t.Helper()
	select {
	case <-ended:
	case <-time.After(time.Minute):
		t.Fatal("the session goes on")
	}
}

// A server joins before it accepts players, and names the reason if it cannot. It is not ready while it
// may not own matches. Every node can manage all of them.
func TestServeInCluster(t *testing.T) {
	pg := pgtest.Start(t, false)
	dir := t.TempDir()
	nats := natstest.Start(t, dir, "")
	db, url := pg.Schema(t), nats.ClientURL()
	key := filepath.Join(t.TempDir(), "key")
	if _, err := server.HostKey(key, filepath.Join(dir, "none")); err != nil {
		t.Fatal(err)
	}
	otherKey := filepath.Join(t.TempDir(), "key")
	if _, err := server.HostKey(otherKey, filepath.Join(dir, "none")); err != nil {
		t.Fatal(err)
	}
	const lease, another = 3 * time.Second, 4 * time.Second // a stall of half a lease makes a node refuse what the test asks once
	with := func(name string, more ...string) []string {
		return append([]string{"--data", t.TempDir(), "--store", db, "--host-key", key, "--node", name, "--cluster", url, "--lease", lease.String(),
			"--metrics", "127.0.0.1:0", "--http", "127.0.0.1:0", "--solver-share", "0", "--puzzle-share", "0", "--grace", "10ms"}, more...)
	}
	run := func(name string, more ...string) *served {
		args := with(name, more...)
		s := &served{t: t, data: args[1]}
		var out *lines
		out, s.stop, s.done = start(t, args...)
		s.http = out.await(t, s.done, `metrics +(\S+)\n`)
		s.front = out.await(t, s.done, `http +(http://127\S+)/docs`)
		s.address = out.await(t, s.done, `address +(\S+)\n`)
		return s
	}
	a, b := run("a"), run("b")
	until(t, "two nodes in the metrics", func() bool {
		body, _ := a.get("/metrics")
		return strings.Contains(body, "\narcade_cluster_nodes 2\n") && strings.Contains(body, "\narcade_cluster_may_own 1\n") && strings.Contains(body, "\narcade_cluster_keeping 1\n")
	})
	until(t, "both in admin nodes", func() bool {
		out, err := a.admin("nodes")
		lines := strings.Split(strings.TrimSpace(out), "\n")
		return err == nil && len(lines) == 3 && strings.HasPrefix(lines[1], "a ") && strings.HasPrefix(lines[2], "b ") && strings.Contains(lines[2], "yes")
	})

	t.Run("refused", func(t *testing.T) {
		plain := natstest.Start(t, "", "").ClientURL()
		for _, c := range []struct {
			args []string
			want string
		}{
			{with("a"), "cannot join the cluster: another node has this name: a"},
			{with("c", "--lease", another.String()), "cannot join the cluster: the cluster has another lease: " + lease.String()},
			{with("c", "--cluster", plain), "cannot join the cluster: NATS has no JetStream"},
			{with("c", "--store", strings.Replace(db, pgtest.Password, "secret", 1)), "open store: "},
			{with("c", "--store", filepath.Join(dir, "a.db")), "bad --cluster: the nodes share their records"},
			{with("c", "--host-key", filepath.Join(dir, "none")), "host key: "},
			{with("c", "--host-key", otherKey), "cannot join the cluster: another node has another host key: "},
			{[]string{"--data", t.TempDir(), "--store", db}, "open store: in use by another process: other servers work on this database, and this one has no --cluster"},
			{with("c", "--listen", b.address), "cannot listen: "},
		} {
			_, stop, done := start(t, c.args...)
			defer time.AfterFunc(time.Minute, stop).Stop() // a server that is not refused serves on
			err := <-done
			stop()
			if err == nil || !strings.HasPrefix(err.Error(), c.want) || strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "\n") {
				t.Errorf("%v, want %q", err, c.want)
			}
		}
		until(t, "no half-started node", func() bool {
			out, err := a.admin("nodes")
			return err == nil && !strings.Contains(out, "\nc ")
		})
	})

	t.Run("without NATS", func(t *testing.T) {
		away, err := freeport.Addr()
		if err != nil {
			t.Fatal(err)
		}
		root, log, done := newRoot(), newLines(), make(chan error, 1)
		root.SetOut(io.Discard)
		root.SetErr(log)
		root.SetArgs(append([]string{"serve", "--listen", "127.0.0.1:0"}, with("c", "--cluster", "nats://"+away)...))
		ctx, stop := context.WithCancel(t.Context())
		go func() { done <- root.ExecuteContext(ctx) }()
		log.await(t, done, `waiting for NATS at=(`+regexp.QuoteMeta(away)+`) `)
		stop()
		<-done
	})

	t.Run("admin", func(t *testing.T) {
		alice, aliceEnded := a.screen("alice")
		bob, bobEnded := b.screen("bob")
		for _, s := range []*served{a, b} { // on every node
			until(t, "both in admin who", func() bool {
				out, err := s.admin("who")
				return err == nil && regexp.MustCompile(`(?m)^a +alice `).MatchString(out) && regexp.MustCompile(`(?m)^b +bob `).MatchString(out)
			})
			s.says(`ADDRESS +LATELY +ITS TIME`, "costs")
		}
		until(t, "whom a broadcast reaches", func() bool {
			out, err := a.admin("broadcast", "rainy")
			return err == nil && out == "2 visitors told\n"
		})
		alice.await(t, nil, `(rainy)`)
		bob.await(t, nil, `(rainy)`)
		a.says(`^renamed\n$`, "rename", "bob", "robert")
		until(t, "another name", func() bool {
			out, _ := b.admin("who")
			return strings.Contains(out, "robert")
		})
		a.says(`^1 session ended\n$`, "kick", "robert")
		awaitEnd(t, bobEnded)
		if _, err := a.admin("kick", "robert"); err == nil || err.Error() != "nobody by that name, key or address is at a node that answers; a node that is cut off never hears of a kick: ban instead" {
			t.Error("somebody who is nowhere was kicked:", err)
		}
		b.says(`[01] sessions? ended\n$`, "ban", "alice") // the node of the session may read the ban before the request
		awaitEnd(t, aliceEnded)
		a.says(`alice`, "bans")
		a.says(`^1 ban ended\n$`, "unban", "alice")
		until(t, "no ban", func() bool { out, err := b.admin("bans"); return err == nil && !strings.Contains(out, "alice") })
	})

	t.Run("metrics", func(t *testing.T) {
		guide, err := os.ReadFile("../../docs/operator-reference.md")
		if err != nil {
			t.Fatal(err)
		}
		body, _ := a.get("/metrics")
		var served, told []string
		for _, m := range regexp.MustCompile(`(?m)^# TYPE (arcade_cluster_\w+)`).FindAllStringSubmatch(body, -1) {
			served = append(served, m[1])
		}
		for _, m := range regexp.MustCompile("(?m)^\\| `(arcade_cluster_\\w+)` ").FindAllSubmatch(guide, -1) {
			told = append(told, string(m[1]))
		}
		slices.Sort(told)
		slices.Sort(served)
		if !slices.Equal(served, slices.Compact(told)) {
			t.Errorf("served:\n%v, in the guide\n%v", served, told)
		}
		if !strings.Contains(body, `arcade_cluster_request_seconds_count{kind="admin.who"}`) {
			t.Error("questions to other nodes are not counted")
		}
	})

	whole := t
	t.Run("NATS comes back", func(t *testing.T) {
		addr := nats.Addr().String()
		natstest.Stop(nats)
		until(t, "not ready without NATS", func() bool {
			body, code := a.get("/readyz")
			return code == http.StatusServiceUnavailable && body == "cluster\n"
		})
		natstest.Start(whole, dir, addr)
		until(t, "ready again", func() bool { _, code := a.get("/readyz"); return code == http.StatusOK })
	})

	t.Run("drain", func(t *testing.T) {
		var game struct {
			ID string `json:"game_id"`
		}
		until(t, "b keeps again", func() bool {
			code, body := b.ask("/api/game/new", `{"mode":"human_vs_human"}`)
			return code == http.StatusOK && json.Unmarshal(body, &game) == nil
		})
		move := func(s *served, row, col int) string {
			code, body := s.ask("/api/game/"+game.ID+"/move", fmt.Sprintf(`{"row":%d,"col":%d}`, row, col))
			return fmt.Sprintf("%d %.60s", code, body)
		}
		id := func() string {
			out, err := a.admin("tables")
			if m := regexp.MustCompile(`(?m)^b +(\w+) +othello `).FindStringSubmatch(out); err == nil && m != nil {
				return m[1]
			}
			return ""
		}
		open := ""
		until(t, "a table of the other node's", func() bool { open = id(); return open != "" })
		a.says(`^closed\n$`, "close", open)
		if id() != "" {
			t.Error("it is not closed")
		}
		until(t, "a closed game is not found", func() bool {
			code, _ := a.ask("/api/game/"+game.ID+"/move", `{"row":2,"col":3}`)
			return code == http.StatusNotFound
		})
		until(t, "another game at b", func() bool {
			code, body := b.ask("/api/game/new", `{"mode":"human_vs_human"}`)
			return code == http.StatusOK && json.Unmarshal(body, &game) == nil
		})
		until(t, "a move at the other node", func() bool { return strings.HasPrefix(move(a, 2, 3), "200") })
		until(t, "two nodes", func() bool { out, _ := a.admin("nodes"); return strings.Contains(out, "\nb ") })
		if _, err := a.admin("drain", "nobody"); err == nil || err.Error() != "no node of that name is there" {
			t.Error(err)
		}
		until(t, "b drains", func() bool { out, err := a.admin("drain", "b"); return err == nil && out == "b drains\n" }) // b has just come back
		select {
		case err := <-b.done:
			if err != nil {
				t.Error(err)
			}
		case <-time.After(time.Minute):
			t.Fatal("b does not end")
		}
		until(t, "a move after the drain", func() bool { return strings.HasPrefix(move(a, 2, 2), "200") }) // b has transferred the match
		a.says(`(?m)^a +\w+ +othello `, "tables")
		until(t, "b has left", func() bool { out, _ := a.admin("nodes"); return !strings.Contains(out, "\nb ") })
	})
	a.stop()
	if err := <-a.done; err != nil {
		t.Error(err)
	}
}
