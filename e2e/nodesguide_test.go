package e2e

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"arcade/e2e/door"
	"arcade/internal/race"
	"arcade/store/postgres/pgtest"
)

// Two nodes and a balancer come up by the guide's four commands, typed as they stand there. Both nodes take players,
// and when the one that serves NATS dies, players come in and the other node's go on.
//
// What is not there is a fresh machine: sudo and apt-get are stand-ins, which run what they are given as
// PostgreSQL's administrator, and see that the packages are there.
//
// The test is not parallel, because it runs several processes at the guide's ports.
func TestNodesGuide(t *testing.T) {
	if race.On {
		t.Skip("the race detector does not see the servers; run without it")
	}
	oneProcess(t)
	const haproxy = "/usr/sbin/haproxy"
	if _, err := os.Stat(haproxy); err != nil {
		t.Skip("haproxy is not installed")
	}
	for _, port := range []int{2222, 2301, 2302, 4241, 4242, 9461, 9462} {
		ln, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", port))
		if err != nil {
			t.Skip("another program has a port of the guide:", err)
		}
		ln.Close()
	}
	guide, err := os.ReadFile("../docs/cluster-guide.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(guide), "\n## Two nodes, in four commands\n")
	block := regexp.MustCompile("(?s)```sh\n(.*?)```").FindStringSubmatch(section)
	if block == nil || strings.Count(block[1], "\n") != 4 {
		t.Fatalf("the guide's commands are %q", block)
	}
	pg := pgtest.Start(t, false)
	host, port, err := net.SplitHostPort(pg.Addr())
	if err != nil {
		t.Fatal(err)
	}
	local, err := filepath.Abs("../deploy/cluster/local")
	if err != nil {
		t.Fatal(err)
	}
	dir, tools := t.TempDir(), t.TempDir()
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	write := func(file, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(tools, file), []byte("#!/bin/sh\n"+text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	write("sudo", `case $1 in -u) shift 2; export PGUSER=postgres PGPASSWORD=`+pgtest.Password+`;; esac; exec "$@"`)
	write("apt-get", `[ "$*" = "install -y postgresql haproxy" ] && command -v psql && [ -x `+haproxy+` ]`)
	run := func(in, commands string) string {
		t.Helper()
		out, err := bash(t.Context(), in, commands, "PATH="+tools+":"+pgtest.Bin()+":"+os.Getenv("PATH"), "PGHOST="+host, "PGPORT="+port)
		if err != nil {
			t.Fatalf("%s: %v\n%s", commands, err, out)
		}
		return out
	}
	// The test's server has the administrator arcade, and a fresh one has postgres.
	run(dir, `export PGDATABASE=postgres PGPASSWORD=`+pgtest.Password+`
		psql -U arcade -c "create role postgres superuser login password '$PGPASSWORD'"
		psql -U postgres -c "alter role arcade rename to before"
		cp `+path+` arcade; cp `+local+`/* .`)

	began := time.Now()
	t.Cleanup(func() {
		for pid := range processes(dir) {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	})
	run(dir, block[1])
	nodes := func(at string) string {
		out, _ := exec.Command(path, "admin", "nodes", "--data", filepath.Join(dir, at)).Output()
		return string(out)
	}
	both := regexp.MustCompile(`(?m)^node-1 .*\byes\b(.*\n)+node-2 .*\byes\b`)
	until := func(what string, so func() bool) {
		t.Helper()
		for late := time.Now().Add(door.Patience); !so(); time.Sleep(50 * time.Millisecond) {
			if time.Now().After(late) {
				logs, _ := exec.Command("sh", "-c", "tail -n 30 "+dir+"/*.log").CombinedOutput()
				t.Fatalf("not seen: %s\n%s\n%s", what, nodes("node-1"), logs)
			}
		}
	}
	until("both nodes own matches", func() bool { return both.MatchString(nodes("node-1")) })
	enters := func() { // through the balancer, which needs two seconds to know that a node is dead
		t.Helper()
		until("a player's connection", func() bool {
			c, err := connect(t, "127.0.0.1:2222", door.NewKey(t), door.Opts{})
			if err == nil {
				c.Close()
			}
			return err == nil
		})
		visit(t, "127.0.0.1:2222", door.NewKey(t), door.Opts{}).Close()
	}
	enters()
	t.Logf("after the first command it took %v until a player was in", time.Since(began).Round(time.Second/10))

	query := func(sql string) string {
		t.Helper()
		return strings.TrimSpace(run(dir, `sudo -u postgres psql -At -d arcade -c "`+sql+`"`))
	}
	serving := query(`select record->>'node' from notes where space = 'nats'`)
	other := map[string]string{"node-1": "node-2", "node-2": "node-1"}[serving]
	balancer := &node{process: &process{house: house{House: door.House{Addr: "127.0.0.1:2222"}}}}
	owned := `select count(*) from matches where status = 'live' and keeper = '` + serving + `'`
	for i := 0; query(owned) == "0"; i++ { // it gives each node as many people
		if i == 4 {
			t.Fatal("no match is at the node that serves NATS")
		}
		friends(t, balancer, balancer)
		visit(t, balancer.Addr, door.NewKey(t), door.Opts{}) // the next pair begins at the other node
	}
	for pid, line := range processes(dir) {
		if strings.Contains(line, "--node "+serving+" ") {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	}
	died := time.Now()
	until("its matches go on", func() bool { return query(owned) == "0" })
	took := time.Since(died)
	if took > goesOn+busy {
		t.Errorf("its matches went on after %v, and the guide says ten seconds", took)
	}
	t.Logf("%s, which served NATS, died; its matches went on after %v", serving, took.Round(time.Second/10))
	alone := regexp.MustCompile(`(?m)^` + other + ` .*\byes\b`)
	until("the other node owns matches alone", func() bool {
		out := nodes(other)
		return alone.MatchString(out) && !strings.Contains(out, serving)
	})
	enters()
}

// bash runs commands in a folder. Those in the background go on.
func bash(ctx context.Context, dir, commands string, env ...string) (string, error) {
	out, err := os.CreateTemp(dir, "out")
	if err != nil {
		return "", err
	}
	defer out.Close()
	cmd := exec.CommandContext(ctx, "bash", "-euc", commands)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = dir, append(os.Environ(), env...), out, out // a pipe would wait for those in the background
	err = cmd.Run()
	text, _ := os.ReadFile(out.Name())
	return string(text), err
}

// processes returns the command lines of the processes that work in a folder.
func processes(dir string) map[int]string {
	found := map[int]string{}
	list, _ := filepath.Glob("/proc/[0-9]*")
	for _, p := range list {
		if at, err := os.Readlink(p + "/cwd"); err != nil || at != dir {
			continue
		}
		line, _ := os.ReadFile(p + "/cmdline")
		pid := 0
		if _, err := fmt.Sscan(filepath.Base(p), &pid); err == nil {
			found[pid] = strings.ReplaceAll(string(line), "\x00", " ")
		}
	}
	return found
}
