package storage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"arcade/server/admin"
	"arcade/store"
	"arcade/store/bolt"
)

// NewBackup returns the command that writes a backup.
func NewBackup() *cobra.Command {
	var data, at string
	var force bool
	cmd := &cobra.Command{
		Use:   "backup FILE",
		Short: "Copy the database and the host key into one file, even while the server runs",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if IsPostgres(at) {
				return fmt.Errorf("backup: %w", ErrPgDump)
			}
			n, err := backup(cmd.Context(), cmd.ErrOrStderr(), args[0], data, at, force)
			if err != nil {
				return fmt.Errorf("backup: %w", err)
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s  %s\n", args[0], size(n))
			return nil
		},
	}
	dataFlag(cmd, &data)
	StoreFlag(cmd.Flags(), &at)
	cmd.Flags().BoolVar(&force, "force", false, "replace FILE if it exists")
	return cmd
}

// backup makes a backup of a data folder, with the database at a place (StoreAt), and returns its size.
func backup(ctx context.Context, stderr io.Writer, file, data, at string, force bool) (n int64, err error) {
	if err := notTheDataItself(file, data, StoreAt(at, data)); err != nil {
		return 0, err
	}
	key, err := readHostKey(data)
	if err != nil {
		return 0, err
	}
	if key == nil {
		fmt.Fprintf(stderr, "warning: there is no %s in %s; the backup has none\n", HostKeyFile, data)
	}
	return writeBackup(file, key, force, func(w io.Writer) error { return copyStore(ctx, data, at, w) })
}

// notTheDataItself refuses to replace the database or the files of the data folder: a running server would
// continue with an unlinked file.
func notTheDataItself(path, data, database string) error {
	there, err := os.Stat(filepath.Dir(path))
	if err != nil {
		return err
	}
	here, err := os.Stat(data)
	if err != nil {
		return fmt.Errorf("data folder: %w", err)
	}
	if name := filepath.Base(path); os.SameFile(there, here) && slices.Contains([]string{DatabaseFile, HostKeyFile, admin.SocketName}, name) {
		return fmt.Errorf("%s is a file of the data folder itself", path)
	}
	file, err := os.Stat(path)
	if err != nil {
		return nil // nothing to replace
	}
	if of, err := os.Stat(database); err == nil && os.SameFile(file, of) {
		return fmt.Errorf("%s is the database itself", path)
	}
	return nil
}

// dataFlag adds the flag of the data folder to a command.
func dataFlag(cmd *cobra.Command, data *string) {
	cmd.Flags().StringVar(data, "data", "./data", "folder of the database and the host key")
}

// readHostKey returns the content of a data folder's host key file, nil if there is none.
func readHostKey(data string) ([]byte, error) {
	key, err := os.ReadFile(filepath.Join(data, HostKeyFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("host key: %w", err)
	}
	return key, nil
}

// errExists means that the file already exists.
var errExists = errors.New("the file exists already; --force replaces it")

// writeBackup makes a backup at path from the output of copyTo, with the host key in it. The backup is
// complete and checked, or does not exist. writeBackup returns its size.
func writeBackup(path string, hostKey []byte, force bool, copyTo func(io.Writer) error) (n int64, err error) {
	there := func() error {
		if _, err := os.Lstat(path); err == nil && !force {
			return fmt.Errorf("%s: %w", path, errExists)
		} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	if err := there(); err != nil {
		return 0, err
	}
	sweepParts(path, partIdle) // another run may be writing
	part, err := writeWhole(path, hostKey, copyTo)
	if err != nil {
		return 0, err
	}
	defer os.Remove(part)
	info, err := os.Stat(part)
	if err == nil {
		err = there()
	}
	if err == nil {
		err = moveTo(part, path)
	}
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// writeWhole writes a database, the output of copyTo, and the host key to a new file beside path, without free space:
// see writeCompact. It checks the output before changing it, and returns the name of the new file, which is checked.
func writeWhole(path string, hostKey []byte, copyTo func(io.Writer) error) (name string, err error) {
	part, err := writePart(path, copyTo)
	if err != nil {
		return "", err
	}
	defer os.Remove(part)
	if err := bolt.Verify(part); err != nil {
		return "", fmt.Errorf("the copy is incomplete; \"arcade check\" checks the data: %w", err)
	}
	if hostKey != nil {
		if err := bolt.Attach(part, HostKeyFile, hostKey); err != nil {
			return "", err
		}
	}
	f, err := bolt.OpenFile(part)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return writeCompact(path, f)
}

// partSuffix ends the names of incomplete files.
const partSuffix = ".part"

// partIdle is the time after which an unchanged part file counts as left by a killed run.
const partIdle = time.Hour

// writePart writes the output of copyTo to a new file of mode 0600 beside path, syncs it and returns its
// name. After an error there is no such file.
func writePart(path string, copyTo func(io.Writer) error) (name string, err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*"+partSuffix)
	if err != nil {
		return "", err
	}
	err = copyTo(f)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return "", errors.Join(err, os.Remove(f.Name()))
	}
	return f.Name(), nil
}

// moveTo moves a file over another one, and syncs the folder.
func moveTo(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(to))
}

// syncFolder syncs a folder, so that its file names are durable.
func syncFolder(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// copyStore writes a copy of the database at a place (StoreAt). If at names a file that no server has open,
// copyStore reads the file. Otherwise the data folder's server makes the copy, if one runs.
func copyStore(ctx context.Context, data, at string, w io.Writer) error {
	database := StoreAt(at, data)
	if at != "" {
		if err := copyFile(database, w); !errors.Is(err, store.ErrInUse) {
			return err
		}
	}
	err := fetchCopy(ctx, data, w)
	if !errors.Is(err, admin.ErrNoServer) {
		return err
	}
	if err = copyFile(database, w); errors.Is(err, store.ErrInUse) {
		return fmt.Errorf("%w, and no server answers at %s", err, filepath.Join(data, admin.SocketName))
	}
	return err
}

// copyFile writes a copy of a database that no server has open. Error: store.ErrInUse.
func copyFile(database string, w io.Writer) error {
	f, err := bolt.OpenFile(database)
	if err != nil {
		return err
	}
	_, err = f.Copy(w)
	return errors.Join(err, f.Close())
}

// fetchCopy makes the server of a data folder write a copy of its database. Error: admin.ErrNoServer.
func fetchCopy(ctx context.Context, data string, w io.Writer) error {
	c := admin.NewClient(data)
	defer c.Close()
	r, size, err := c.Backup(ctx)
	if err != nil {
		return err
	}
	defer r.Close()
	if size <= 0 {
		return errors.New("the server does not say how long the copy is")
	}
	if n, err := io.Copy(w, r); err != nil {
		return fmt.Errorf("the server's copy, after %d of %d bytes: %w", n, size, err)
	}
	return nil
}

// BackupStore makes a backup of an open store, with the host key of the data folder.
func BackupStore(ctx context.Context, st *bolt.Store, data, file string) error {
	key, err := readHostKey(data)
	if err != nil {
		return err
	}
	_, err = writeBackup(file, key, false, func(w io.Writer) error { _, err := st.Backup(&copyWriter{ctx, w}); return err })
	return err
}

// copyWriter writes until ctx ends.
type copyWriter struct {
	ctx context.Context
	w   io.Writer
}

func (c *copyWriter) Write(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.w.Write(p)
}

// size returns a number of bytes for people.
func size(n int64) string {
	if n < 1_000_000 {
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}
