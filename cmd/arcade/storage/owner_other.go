//go:build !unix

package main

// giveTo does nothing where files have no numbered owner.
func giveTo(path, like string) error { return nil }
