package pgtest

import (
	"os"
	"os/user"
	"strconv"
	"syscall"
)

// asUser returns the attributes of a child process. PostgreSQL refuses to run as root, so under root it
// runs as postgres or nobody. The child ends with its test, even if the test is killed.
func asUser() *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Pdeathsig: syscall.SIGQUIT}
	if uid, gid, other := another(); other {
		attr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	}
	return attr
}

// own makes the server's user the owner of a path.
func own(path string) error {
	if uid, gid, other := another(); other {
		return os.Chown(path, uid, gid)
	}
	return nil
}

// another returns the user of the server when the tests run as root.
func another() (uid, gid int, other bool) {
	if os.Getuid() != 0 {
		return 0, 0, false
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err1 := strconv.Atoi(u.Uid)
		gid, err2 := strconv.Atoi(u.Gid)
		if err1 == nil && err2 == nil {
			return uid, gid, true
		}
	}
	return 65534, 65534, true
}
