//go:build !unix

package main

import "os"

// notifyResize does nothing on a system without a signal for it.
func notifyResize(chan<- os.Signal) {}
