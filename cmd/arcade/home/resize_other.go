//go:build !unix

package main

import "os"

// notifyResize does nothing where no signal tells of a new size.
func notifyResize(chan<- os.Signal) {}
