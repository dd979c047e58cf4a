package admin

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Socket is a unix socket that only the user of this process can open.
type Socket struct {
	ln   net.Listener
	path string
	made os.FileInfo
	once sync.Once
}

// Listen makes the socket at path. It replaces a socket that another process left behind. If a server
// answers at the socket, it returns errRunning.
func Listen(path string) (*Socket, error) {
	if c, err := net.DialTimeout("unix", path, time.Second); err == nil {
		_ = c.Close()
		return nil, errRunning
	} else if info, err := os.Lstat(path); err == nil && info.Mode().Type() != fs.ModeSocket {
		return nil, fmt.Errorf("%s is there and no socket", path)
	}
	// The socket gets its mode in a folder that nobody else can enter, and only then moves to its place.
	dir, err := os.MkdirTemp(filepath.Dir(path), ".a")
	if err != nil {
		return nil, fmt.Errorf("admin socket: %w", err)
	}
	defer os.RemoveAll(dir)
	hidden := filepath.Join(dir, "s")
	ln, err := net.Listen("unix", hidden)
	if err != nil {
		return nil, fmt.Errorf("admin socket: %w", err)
	}
	ln.(*net.UnixListener).SetUnlinkOnClose(false)
	s := &Socket{ln: ln, path: path}
	err = os.Chmod(hidden, 0o600)
	if err == nil {
		s.made, err = os.Lstat(hidden)
	}
	if err == nil {
		err = os.Rename(hidden, path)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("admin socket: %w", err), ln.Close())
	}
	return s, nil
}

// Close closes the socket and removes it, unless another process has replaced it.
func (s *Socket) Close() error {
	var err error
	s.once.Do(func() {
		_ = s.ln.Close()
		if now, e := os.Lstat(s.path); e == nil && os.SameFile(now, s.made) {
			err = os.Remove(s.path)
		}
	})
	return err
}
