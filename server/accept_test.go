package server

import (
	"errors"
	"log/slog"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"arcade/internal/logtest"
)

// refusing is a listener that returns an error, or a connection while the error is nil.
type refusing struct {
	net.Listener
	err error
}

func (*refusing) Addr() net.Addr { return &net.TCPAddr{Port: 2222} }

func (r *refusing) Accept() (net.Conn, error) {
	if r.err != nil {
		return nil, r.err
	}
	c, _ := net.Pipe()
	return c, nil
}

// A server that cannot accept connections says so once a minute, with what to do, and when it can again.
func TestAcceptIsLogged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var said logtest.Buffer
		from := &refusing{err: &net.OpError{Op: "accept", Net: "tcp", Err: os.NewSyscallError("accept4", syscall.EMFILE)}}
		ln := LogAccepts(from, slog.New(slog.NewTextHandler(&said, nil)))
		accept := func(want error) {
			t.Helper()
			if _, err := ln.Accept(); !errors.Is(err, want) {
				t.Fatal(err)
			}
		}
		count := func(text string) int { return strings.Count(said.String(), text) }
		for range 100 {
			accept(syscall.EMFILE)
			time.Sleep(time.Second)
		}
		if count("\n") != 2 || count("level=ERROR") != 2 || count("ulimit -n") != 2 || count("too many open files") != 2 {
			t.Errorf("said %s", said.String())
		}
		from.err = nil
		for range 3 {
			accept(nil)
		}
		if count("\n") != 3 || count("level=INFO") != 1 {
			t.Errorf("afterwards said %s", said.String())
		}
		from.err = net.ErrClosed
		accept(net.ErrClosed)
		from.err = syscall.ECONNABORTED
		accept(syscall.ECONNABORTED)
		if count("\n") != 4 || count("ulimit -n") != 2 {
			t.Errorf("at last said %s", said.String())
		}
	})
}
