package e2e

import (
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"arcade/e2e/door"
)

// The disk is full. Players and newcomers read that nothing can be saved, and the readiness probe reports
// it. Refused actions do not count, and everything continues once there is room.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	p := spawn(t, t.TempDir(), "--metrics", "127.0.0.1:0")
	most := func(size string) {
		t.Helper()
		if out, err := exec.Command("prlimit", "--pid", strconv.Itoa(p.cmd.Process.Pid), "--fsize="+size+":unlimited").CombinedOutput(); err != nil {
			t.Skipf("%v: %s", err, out)
		}
	}
	kim := visit(t, p.Addr, door.NewKey(t), door.Opts{Lang: door.Korean, User: "kim"})
	lee := visit(t, p.Addr, door.NewKey(t), door.Opts{Lang: door.English, User: "lee"})
	sides := pair(kim, lee)
	all := states(t, longGame)
	follow(sides, longGame[:4], all, 0)

	most("4096")
	mover := sides[all[4].toAct]
	mover.move(longGame[4])
	mover.Await(`<err.unwritten>`)
	p.awaitReadyz(t, 503, "writes")
	newcomer := door.Enter(t, p.Addr, door.NewKey(t), door.Opts{Lang: door.English, User: "park"})
	if code := newcomer.Wait(); code != 1 || !strings.Contains(string(newcomer.Bytes()), "Nothing can be saved now") {
		t.Errorf("a newcomer is told %q, status %d", newcomer.Bytes(), code)
	}
	sides[1].awaitBoard(all[4])

	most("unlimited")
	p.awaitReadyz(t, 200, "ok")
	follow(sides, longGame[4:8], all, 4)
	if log := p.log.String(); !strings.Contains(log, "could not be written") {
		t.Errorf("the log has %q", log)
	}
}
