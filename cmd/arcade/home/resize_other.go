//go:build !unix

package home

import "os"

// notifyResize does nothing, because the system has no signal for a resize.
func notifyResize(chan<- os.Signal) {}
