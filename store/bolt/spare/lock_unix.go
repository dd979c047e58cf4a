//go:build unix && !solaris && !illumos && !aix

package spare

import (
	"os"
	"syscall"
)

// hold locks a file until it is closed, or returns an error if another process has locked it.
func hold(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }
