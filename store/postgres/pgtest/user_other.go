//go:build !linux

package pgtest

import "syscall"

func asUser() *syscall.SysProcAttr { return nil }

func own(string) error { return nil }
