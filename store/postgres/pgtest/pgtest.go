// Package pgtest starts a PostgreSQL server for tests, from the machine's binaries, in a temporary
// folder, on a free port of 127.0.0.1. Without binaries the tests are skipped.
package pgtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"arcade/internal/freeport"
)

// Password is the password of the user arcade on every server.
const Password = "pgtest"

// Server is a PostgreSQL server of a test.
type Server struct {
	bin, dir string
	addr     string
	fsync    bool

	child   *os.Process
	ended   chan struct{} // closed when the child has ended
	schemas atomic.Int64
}

// shared is the server for all tests of a package that need no separate server.
var shared struct {
	once sync.Once
	*Server
	err error
}

// Main runs a package's tests and stops their shared server. TestMain calls it.
func Main(m *testing.M) int {
	defer func() {
		if shared.Server != nil {
			shared.remove()
		}
	}()
	return m.Run()
}

// URL returns the URL of an empty schema on the package's shared server, which does not wait for the
// disk. The package needs a TestMain that calls [Main].
func URL(t testing.TB) string {
	t.Helper()
	bin := binaries(t)
	shared.once.Do(func() { shared.Server, shared.err = start(bin, false) })
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	return shared.Schema(t)
}

// Start starts a server for one test, which may stop and start it. With fsync the server waits for the
// disk. Without it a killed server loses nothing either, because it writes whole pages to its journal first.
func Start(t testing.TB, fsync bool) *Server {
	t.Helper()
	s, err := start(binaries(t), fsync)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.remove)
	return s
}

// Bin returns the folder of PostgreSQL's binaries, "" if it is not installed.
func Bin() string {
	if path, err := exec.LookPath("initdb"); err == nil {
		return filepath.Dir(path)
	}
	if list, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb"); len(list) > 0 {
		return filepath.Dir(slices.Max(list))
	}
	return ""
}

func binaries(t testing.TB) string {
	t.Helper()
	bin := Bin()
	if bin == "" {
		t.Skip("PostgreSQL is not installed: there is no initdb in the PATH, nor below /usr/lib/postgresql")
	}
	return bin
}

// start makes a database cluster and runs a server on it.
func start(bin string, fsync bool) (s *Server, err error) {
	dir, err := os.MkdirTemp("", "arcade-pg-")
	if err != nil {
		return nil, err
	}
	s = &Server{bin: bin, dir: dir, fsync: fsync}
	defer func() {
		if err != nil {
			s.remove()
		}
	}()
	if err := own(dir); err != nil {
		return nil, err
	}
	password := filepath.Join(dir, "password")
	if err := errors.Join(os.WriteFile(password, []byte(Password), 0o600), own(password)); err != nil {
		return nil, err
	}
	cmd := s.command("initdb", "-D", s.data(), "-U", "arcade", "-A", "scram-sha-256", "--pwfile", password,
		"-E", "UTF8", "--no-locale", "--no-sync", "--no-instructions")
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w\n%s", err, out)
	}
	if s.addr, err = freeport.Addr(); err != nil {
		return nil, err
	}
	return s, s.run()
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

// command returns a command that runs a binary as the server's user.
func (s *Server) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(s.bin, name), args...)
	cmd.Dir = s.dir
	cmd.SysProcAttr = asUser()
	return cmd
}

// Up starts the server again after Stop or Kill.
func (s *Server) Up(t testing.TB) {
	t.Helper()
	if err := s.run(); err != nil {
		t.Fatal(err)
	}
}

// Stop ends the server as an operator does, and notifies its clients.
func (s *Server) Stop() { s.signal(syscall.SIGINT) }

// Kill ends the server at once.
func (s *Server) Kill() { s.signal(syscall.SIGQUIT) }

func (s *Server) signal(sig os.Signal) {
	if s.child == nil {
		return
	}
	_ = s.child.Signal(sig)
	<-s.ended
	s.child = nil
}

// run starts the server and waits until it accepts connections.
func (s *Server) run() error {
	onOff := map[bool]string{true: "on", false: "off"}[s.fsync]
	_, at, err := net.SplitHostPort(s.addr)
	if err != nil {
		return err
	}
	cmd := s.command("postgres", "-D", s.data(), "-p", at, "-c", "listen_addresses=127.0.0.1",
		"-c", "unix_socket_directories=", "-c", "max_connections=300", "-c", "fsync="+onOff)
	log := &lockedBuffer{}
	cmd.Stderr = log
	begun, ended := make(chan error, 1), make(chan struct{})
	go func() {
		// The server ends with the thread that started it, so the thread must not end.
		runtime.LockOSThread()
		err := cmd.Start()
		begun <- err
		if err == nil {
			_ = cmd.Wait()
		}
		close(ended)
	}()
	if err := <-begun; err != nil {
		return err
	}
	s.child, s.ended = cmd.Process, ended
	var last error
	for until := time.Now().Add(time.Minute); time.Now().Before(until); {
		select {
		case <-ended:
			s.child = nil
			return fmt.Errorf("postgres has ended: %s", log.String())
		case <-time.After(20 * time.Millisecond):
		}
		if last = s.exec("select"); last == nil {
			return nil
		}
	}
	s.Kill()
	return fmt.Errorf("postgres did not get ready: %w\n%s", last, log.String())
}

// remove ends the server and deletes its files.
func (s *Server) remove() {
	s.Kill()
	_ = os.RemoveAll(s.dir)
}

// Addr returns the server's address.
func (s *Server) Addr() string { return s.addr }

// Schema returns the URL of an empty schema, which is dropped when the test ends.
func (s *Server) Schema(t testing.TB) string {
	t.Helper()
	name := fmt.Sprintf("s%d", s.schemas.Add(1))
	if err := s.exec("create schema " + name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.exec("drop schema if exists " + name + " cascade") }) // a stopped server keeps the schema
	return s.URL(name)
}

// URL returns the URL of a schema, which need not exist.
func (s *Server) URL(schema string) string {
	u := url.URL{
		Scheme: "postgres", User: url.UserPassword("arcade", Password), Host: s.Addr(), Path: "/postgres",
		RawQuery: url.Values{"sslmode": {"disable"}, "search_path": {schema}}.Encode(),
	}
	return u.String()
}

// exec runs a statement.
func (s *Server) exec(sql string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	c, err := pgx.Connect(ctx, s.URL("public"))
	if err != nil {
		return err
	}
	_, err = c.Exec(ctx, sql)
	return errors.Join(err, c.Close(ctx))
}

// lockedBuffer holds a server's output while a test reads it.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}
