// Package pgtest gives tests a PostgreSQL of their own: the binaries that the machine has,
// in a temporary folder, on a free port of 127.0.0.1. Tests skip where there are none.
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

// Password is the password of the user arcade, whom every server has.
const Password = "pgtest"

// Server is a PostgreSQL of a test.
type Server struct {
	bin, dir string
	addr     string
	fsync    bool

	child   *os.Process
	ended   chan struct{} // closed when the child is gone
	schemas atomic.Int64
}

// shared is the server of all tests of a package that need none of their own.
var shared struct {
	once sync.Once
	*Server
	err error
}

// Main runs a package's tests and stops their shared server: for TestMain.
func Main(m *testing.M) int {
	defer func() {
		if shared.Server != nil {
			shared.remove()
		}
	}()
	return m.Run()
}

// URL is an empty schema of the package's shared server, which does not wait for the
// disk. The package has a TestMain that calls [Main].
func URL(t testing.TB) string {
	t.Helper()
	bin := binaries(t)
	shared.once.Do(func() { shared.Server, shared.err = start(bin, false) })
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	return shared.Schema(t)
}

// Start is a server of the test's own, which it may stop and start; fsync tells whether
// it waits for the disk.
func Start(t testing.TB, fsync bool) *Server {
	t.Helper()
	s, err := start(binaries(t), fsync)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.remove)
	return s
}

// Bin is the folder of PostgreSQL's binaries, "" where it is not installed.
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

// start makes a cluster of databases and runs a server on it.
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

// command is a binary as the user who may run a server.
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

// Stop ends the server as an operator does: its clients are told.
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

// run starts the server and waits until it takes connections.
func (s *Server) run() error {
	onOff := map[bool]string{true: "on", false: "off"}[s.fsync]
	_, at, err := net.SplitHostPort(s.addr)
	if err != nil {
		return err
	}
	cmd := s.command("postgres", "-D", s.data(), "-p", at, "-c", "listen_addresses=127.0.0.1",
		"-c", "unix_socket_directories=", "-c", "max_connections=300", "-c", "fsync="+onOff, "-c", "full_page_writes="+onOff)
	log := &lockedBuffer{}
	cmd.Stderr = log
	begun, ended := make(chan error, 1), make(chan struct{})
	go func() {
		// The server ends with the thread that started it, which is therefore kept.
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

// remove ends the server and deletes all that it had.
func (s *Server) remove() {
	s.Kill()
	_ = os.RemoveAll(s.dir)
}

// Addr is where the server listens.
func (s *Server) Addr() string { return s.addr }

// Schema is the URL of an empty schema of the server's, which is dropped at the end of the test.
func (s *Server) Schema(t testing.TB) string {
	t.Helper()
	name := fmt.Sprintf("s%d", s.schemas.Add(1))
	if err := s.exec("create schema " + name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.exec("drop schema if exists " + name + " cascade") }) // a server that has been stopped has it still
	return s.URL(name)
}

// URL is the URL of a schema, whether it is there or not.
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

// lockedBuffer is what a server writes while a test reads it.
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
