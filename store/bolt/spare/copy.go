package spare

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// File is the name of the copy in its folder. A server does not open it: it has another name.
const File = "arcade.spare.db"

// Names of the other files in a copy's folder.
const (
	nextFile   = "arcade.spare.next" // a complete generation that is being applied
	partFile   = "arcade.spare.part" // a generation that is being received
	statusFile = "arcade.spare.json" // a Status
	lockFile   = "arcade.spare.lock"
)

// Status says how old a copy is.
type Status struct {
	// From is the server's address, HOST:PORT.
	From string `json:"from"`
	// Until is the time by the server's clock: the copy has everything that was stored before. Zero means
	// that there is no copy yet.
	Until time.Time `json:"until,omitzero"`
	// Since is the same time by this machine's clock, or earlier: the time on the way of an acknowledgement
	// is not known.
	Since time.Time `json:"since,omitzero"`
	// Broke is the time by this machine's clock when the connection ended. It is zero while there is a
	// connection, and after this machine was stopped during one.
	Broke time.Time `json:"broke,omitzero"`
}

// ErrLocked means that another process uses the copy.
var ErrLocked = errors.New("another process uses the copy")

// Copy is a copy of a server's file, in a folder. It is whole at any moment: a generation is stored beside
// the copy before it is applied, and applied again after a crash.
type Copy struct {
	dir    string
	lock   *os.File
	status Status
	noSync bool // for tests: a crash of the machine may damage the copy
}

// Open opens the copy in a folder, which may have none yet. Error: ErrLocked.
func Open(dir string) (*Copy, error) {
	lock, err := os.OpenFile(filepath.Join(dir, lockFile), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	c := &Copy{dir: dir, lock: lock}
	if err := hold(lock); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w: %w", dir, ErrLocked, err), lock.Close())
	}
	if data, err := os.ReadFile(c.path(statusFile)); err == nil {
		_ = json.Unmarshal(data, &c.status) // a crash of the machine may have spoilt it
	}
	if err := c.recover(); err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	return c, nil
}

// Close releases the copy.
func (c *Copy) Close() error { return c.lock.Close() }

// Status returns how old the copy is.
func (c *Copy) Status() Status { return c.status }

// Path returns the path of the copy.
func (c *Copy) Path() string { return c.path(File) }

func (c *Copy) path(name string) string { return filepath.Join(c.dir, name) }

// recover applies a generation that a crash has left.
func (c *Copy) recover() error {
	f, err := os.Open(c.path(nextFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	defer f.Close()
	g, err := readGeneration(bufio.NewReader(f), func(int64, []byte) error { return nil })
	if err != nil {
		return fmt.Errorf("%s: %w; remove %s from the folder, and let arcade spare make a new copy", f.Name(), err, "arcade.spare.*")
	}
	if err := c.apply(g); err != nil {
		return err
	}
	if g.until.After(c.status.Until) { // the crash came before it was noted
		c.status.Since = g.until.Add(c.status.Since.Sub(c.status.Until))
		c.status.Until = g.until
	}
	return c.note()
}

// apply applies the complete generation beside the copy, and removes it.
func (c *Copy) apply(g generation) (err error) {
	from, err := os.Open(c.path(nextFile))
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := os.OpenFile(c.Path(), os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = readGeneration(bufio.NewReaderSize(from, 64<<10), func(at int64, p []byte) error {
		_, err := to.WriteAt(p, at)
		return err
	})
	if err == nil {
		err = to.Truncate(g.size)
	}
	if err == nil {
		err = c.sync(to)
	}
	if err = errors.Join(err, to.Close(), c.syncDir()); err != nil {
		return err
	}
	return os.Remove(from.Name())
}

// sums returns the sums of the copy's blocks.
func (c *Copy) sums() (list []sum, err error) {
	f, err := os.Open(c.Path())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	defer f.Close()
	r := bufio.NewReaderSize(f, 64*blockSize)
	var block [blockSize]byte
	for {
		n, err := io.ReadFull(r, block[:])
		if n > 0 {
			list = append(list, sumOf(block[:n]))
		}
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return list, nil
		case err != nil:
			return nil, err
		}
	}
}

// Follow receives generations from the server at an address, until the connection ends. It calls received
// after each. Its error is never nil.
func (c *Copy) Follow(from string, conn io.ReadWriter, received func()) (err error) {
	c.status.From, c.status.Broke = from, time.Time{}
	if err := c.note(); err != nil {
		return err
	}
	has, err := c.sums()
	if err != nil {
		return err
	}
	defer func() {
		c.status.Broke = time.Now()
		err = errors.Join(err, c.note())
	}()
	said := time.Now() // before the server can have heard it
	if err := writeSums(conn, has); err != nil {
		return err
	}
	in := bufio.NewReaderSize(conn, 64<<10)
	for n := uint64(1); ; n++ {
		g, err := c.receive(in)
		if err != nil {
			return err
		}
		c.status = Status{From: from, Until: g.until, Since: said.Add(g.after)}
		if err := c.note(); err != nil {
			return err
		}
		received()
		said = time.Now()
		if err := binary.Write(conn, binary.BigEndian, n); err != nil {
			return err
		}
	}
}

// receive receives a generation and applies it.
func (c *Copy) receive(in io.Reader) (g generation, err error) {
	part, err := os.OpenFile(c.path(partFile), os.O_CREATE|os.O_RDWR|os.O_TRUNC, 0o600)
	if err != nil {
		return g, err
	}
	defer part.Close()
	out := bufio.NewWriterSize(part, 64<<10)
	g, err = readGeneration(io.TeeReader(in, out), func(int64, []byte) error { return nil })
	if err != nil {
		return g, err
	}
	if g.blocks == 0 && c.has(g.size) {
		return g, nil
	}
	if err := errors.Join(out.Flush(), c.sync(part), part.Close()); err != nil {
		return g, err
	}
	if err := os.Rename(part.Name(), c.path(nextFile)); err != nil {
		return g, err
	}
	if err := c.syncDir(); err != nil {
		return g, err
	}
	return g, c.apply(g)
}

// has reports whether the copy has a size in bytes.
func (c *Copy) has(size int64) bool {
	info, err := os.Stat(c.Path())
	return err == nil && info.Size() == size
}

// note writes the status. It is not synced: after a crash of the machine an older one is as true.
func (c *Copy) note() error {
	data, err := json.MarshalIndent(c.status, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(c.path(statusFile+".part"), append(data, '\n'), 0o600); err != nil {
		return err
	}
	return os.Rename(c.path(statusFile+".part"), c.path(statusFile))
}

// Promote gives the copy another name in its folder, and removes what belongs to a copy. There must be no
// file of that name.
func (c *Copy) Promote(name string) error {
	if err := os.Link(c.Path(), c.path(name)); err != nil { // unlike a rename it never replaces a file
		return err
	}
	if err := c.syncDir(); err != nil {
		return err
	}
	for _, left := range []string{File, partFile, statusFile, lockFile} {
		if err := os.Remove(c.path(left)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return c.syncDir()
}

// sync makes a file durable.
func (c *Copy) sync(f *os.File) error {
	if c.noSync {
		return nil
	}
	return f.Sync()
}

// syncDir makes the names in the folder durable.
func (c *Copy) syncDir() error {
	d, err := os.Open(c.dir)
	if err != nil {
		return err
	}
	return errors.Join(c.sync(d), d.Close())
}
