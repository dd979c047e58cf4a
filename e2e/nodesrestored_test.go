package e2e

import (
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"arcade/e2e/door"
	"arcade/internal/race"
	"arcade/store/postgres/pgtest"
)

// A cluster loses its database and all data of NATS while two people play. The backup made with the
// guide's commands is restored with the guide's commands, and the match continues from the backup.
//
// The test is not parallel, because it runs several processes.
func TestNodesRestored(t *testing.T) {
	if race.On {
		t.Skip("the race detector does not see the servers; run without it")
	}
	oneProcess(t)
	pg := pgtest.Start(t, false)
	at, err := url.Parse(pg.URL("public"))
	if err != nil {
		t.Fatal(err)
	}
	database := func(name string) string {
		u := *at
		u.Path, u.RawQuery = "/"+name, "sslmode=disable"
		return u.String()
	}
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	guide, err := os.ReadFile("../docs/cluster-guide.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(guide), "\n## Backup and restore\n")
	blocks := regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllStringSubmatch(section, 2)
	if len(blocks) != 2 {
		t.Fatalf("the guide has %d blocks of commands for this", len(blocks))
	}
	backups, hostKey := t.TempDir(), ""
	run := func(commands string) string {
		t.Helper()
		commands = strings.NewReplacer(
			"/etc/arcade/host_ed25519", hostKey, "/backups", backups, "postgres://arcade@db/arcade2", "'"+database("arcade2")+"'",
		).Replace(commands)
		cmd := exec.Command("bash", "-euc", commands)
		cmd.Env = append(os.Environ(), "ARCADE_STORE="+database("arcade"), "PATH="+filepath.Dir(path)+":"+pgtest.Bin()+":"+os.Getenv("PATH"),
			"PGHOST="+at.Hostname(), "PGPORT="+at.Port(), "PGUSER=arcade", "PGPASSWORD="+pgtest.Password)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", commands, err, out)
		}
		return string(out)
	}
	run("createdb arcade")
	c := openNodesOn(t, pg, database("arcade"), 2, unhurried...)
	hostKey = c.hostKey
	all := states(t, longGame)
	sides := inOrder(friends(t, c.all[0], c.all[1]))
	const kept = 6
	follow(sides, longGame[:kept], all, 0)
	run(blocks[0][1])
	follow(sides, longGame[kept:kept+2], all, kept)

	for _, n := range c.all {
		n.kill()
	}
	run("dropdb arcade")
	c.nats.kill()
	if c.nats != nil {
		if err := os.RemoveAll(c.nats.dir); err != nil {
			t.Fatal(err)
		}
	}
	if out := run(blocks[1][1]); !strings.Contains(out, "everything agrees") {
		t.Errorf("arcade check: %s", out)
	}
	c.nats.start()
	c.url, c.hostKey = database("arcade2"), filepath.Join(backups, filepath.Base(hostKey))
	for _, n := range c.all {
		c.start(n)
		n.awaitReady(t)
	}
	for i, n := range c.all { // side by side, because resume.back stays only for a moment
		one := sides[i].again(n.Addr, "")
		if one.Await(`(<resume.back>)|<home.resume>`)[1] == "" { // before the match is back: by the list
			one.Keys("Enter")
		}
		one.awaitBoard(all[kept])
		sides[i] = one
	}
	time.Sleep(door.Calm)
	follow(sides, longGame[kept:kept+4], all, kept)
}
