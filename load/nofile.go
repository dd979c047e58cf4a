//go:build linux || darwin

package load

import (
	"fmt"
	"syscall"
)

// spareFiles is the number of files that a process has open besides its connections.
const spareFiles = 100

// RaiseFiles raises the limit of open files to n connections, for this process and its children. It
// returns an error that names the missing number if the system does not allow that.
func RaiseFiles(n int) error {
	need := uint64(n + spareFiles)
	var have syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &have); err != nil {
		return fmt.Errorf("limit of open files: %w", err)
	}
	if have.Cur >= need {
		return nil
	}
	want := have
	want.Cur = max(want.Cur, need)
	want.Max = max(want.Max, need) // only root may raise it
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &want); err != nil {
		return fmt.Errorf("%d sessions need %d open files, %d are allowed: raise it with ulimit -n %d: %w", n, need, have.Max, need, err)
	}
	return nil
}
