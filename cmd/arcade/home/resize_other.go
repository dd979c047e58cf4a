//go:build !unix

package main

import "os"

// notifyResize does nothing, because the system has no signal for a resize.
func notifyResize(chan<- os.Signal) {}
