//go:build unix

package home

import (
	"os"
	"os/signal"
	"syscall"
)

// notifyResize sends a signal to c when the terminal's size changes.
func notifyResize(c chan<- os.Signal) { signal.Notify(c, syscall.SIGWINCH) }
