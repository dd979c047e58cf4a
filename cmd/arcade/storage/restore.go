package storage

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"arcade/store"
	"arcade/store/bolt"
)

// NewRestore returns the command that restores a backup.
func NewRestore() *cobra.Command {
	var data, at string
	var force bool
	cmd := &cobra.Command{
		Use:   "restore FILE",
		Short: "Put a backup into the data folder, while the server is stopped",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := restore(cmd.OutOrStdout(), args[0], data, at, force); err != nil {
				return fmt.Errorf("restore: %w", err)
			}
			return nil
		},
	}
	dataFlag(cmd, &data)
	StoreFlag(cmd.Flags(), &at)
	cmd.Flags().BoolVar(&force, "force", false, "replace the existing database, which is kept under another name")
	return cmd
}

// restore puts the database of a backup at a place, and the host key into a data folder. Replaced files stay
// there under a dated name. There is a complete database at every moment.
func restore(out io.Writer, file, data, at string, force bool) error {
	if err := bolt.Verify(file); err != nil {
		return err
	}
	if err := os.MkdirAll(data, 0o700); err != nil {
		return fmt.Errorf("data folder: %w", err)
	}
	database, err := databaseAt(at, data)
	if err != nil {
		return err
	}
	keyPath := filepath.Join(data, HostKeyFile)
	release, err := hold(database)
	if err != nil {
		return err
	}
	defer release()

	f, err := bolt.OpenFile(file)
	if err != nil {
		return err
	}
	defer f.Close()
	key := f.Attached(HostKeyFile)
	keyThere, err := readHostKey(data)
	if err != nil {
		return err
	}
	otherKey := key != nil && keyThere != nil && !bytes.Equal(key, keyThere)
	if err := mayReplace(file, database, force, otherKey); err != nil {
		return err
	}

	sweepParts(database, 0)
	sweepParts(keyPath, 0)
	part, err := writePart(database, func(w io.Writer) error { _, err := f.Copy(w); return err })
	if err != nil {
		return err
	}
	defer os.Remove(part)
	if err := bolt.Detach(part); err != nil {
		return err
	}
	if err := errors.Join(bolt.Verify(part), giveTo(part, data)); err != nil {
		return err
	}
	if key != nil && !bytes.Equal(key, keyThere) { // the key first: a database without its key cannot be served
		if err := putKey(out, key, keyPath, data); err != nil {
			return fmt.Errorf("host key: %w", err)
		}
	}
	if err := exchange(out, part, database); err != nil {
		return err
	}
	fmt.Fprintf(out, "restored %s from %s\n", database, file)
	if key == nil && keyThere == nil {
		fmt.Fprintf(out, "the backup has no host key: put the old one at %s before the server starts\n", keyPath)
	}
	return nil
}

// putKey puts a host key into a data folder.
func putKey(out io.Writer, key []byte, path, data string) error {
	part, err := writePart(path, func(w io.Writer) error { _, err := w.Write(key); return err })
	if err != nil {
		return err
	}
	defer os.Remove(part)
	if err := giveTo(part, data); err != nil {
		return err
	}
	return exchange(out, part, path)
}

// databaseAt returns the path of the database file at a place (StoreAt), with links resolved.
func databaseAt(at, data string) (string, error) {
	if IsPostgres(at) {
		return "", ErrPgDump
	}
	path := StoreAt(at, data)
	if file, err := filepath.EvalSymlinks(path); err == nil {
		return file, nil
	}
	return path, nil
}

// mayReplace refuses to replace files in the data folder without --force.
func mayReplace(file, database string, force, otherKey bool) error {
	there, err := os.Stat(database)
	if errors.Is(err, fs.ErrNotExist) {
		if otherKey && !force {
			return fmt.Errorf("%s has another host key than the backup; --force takes the backup's", filepath.Dir(database))
		}
		return nil
	} else if err != nil {
		return err
	}
	if from, err := os.Stat(file); err != nil {
		return err
	} else if os.SameFile(from, there) {
		return fmt.Errorf("%s is the database itself", file)
	}
	if !force {
		return fmt.Errorf("there is a database at %s; --force replaces it and keeps it under another name", database)
	}
	return nil
}

// hold keeps servers away from a database, which may be absent or damaged. It returns [store.ErrInUse] if
// a server has the database open.
func hold(database string) (release func(), err error) {
	f, err := bolt.OpenFile(database)
	if errors.Is(err, store.ErrInUse) {
		return nil, fmt.Errorf("stop the server first: %w", err)
	} else if err != nil {
		return func() {}, nil // no server can have a missing file open
	}
	return func() { _ = f.Close() }, nil
}

// exchange replaces or creates a file. A replaced file gets a dated name.
func exchange(out io.Writer, from, to string) error {
	if _, err := os.Lstat(to); errors.Is(err, fs.ErrNotExist) {
		if err := os.Link(from, to); err != nil { // fails if the file has appeared meanwhile
			return err
		}
		return syncFolder(filepath.Dir(to))
	}
	aside, err := keepAside(to)
	if err != nil {
		return err
	}
	if err := moveTo(from, to); err != nil {
		return err
	}
	fmt.Fprintf(out, "kept the old %s as %s\n", filepath.Base(to), aside)
	return nil
}

// keepAside gives a file a second, dated name.
func keepAside(path string) (aside string, err error) {
	dated := path + "." + time.Now().UTC().Format("20060102T150405Z")
	aside = dated
	for n := 2; ; n++ {
		if err = os.Link(path, aside); !errors.Is(err, fs.ErrExist) {
			return aside, err
		}
		aside = dated + "-" + strconv.Itoa(n)
	}
}

// sweepParts removes the part files of killed runs beside a file that have not changed for the time idle.
func sweepParts(path string, idle time.Duration) {
	dir, base := filepath.Split(path)
	entries, _ := os.ReadDir(filepath.Clean(dir))
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), "."+base+"-") || !strings.HasSuffix(e.Name(), partSuffix) {
			continue
		}
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()) >= idle {
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}
