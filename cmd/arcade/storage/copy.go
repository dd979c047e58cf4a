package storage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"arcade/sessions/ui"
	"arcade/store"
	"arcade/store/bolt"
	"arcade/store/postgres"
)

// NewCopy returns the command that copies all records from one store into another.
func NewCopy() *cobra.Command {
	var from, to string
	cmd := &cobra.Command{
		Use:   "copy --from STORE --to STORE",
		Short: "Copy all records from one store into another, empty one, and compare them",
		Long: "Copy all records from one store into another: a file (which must not exist yet), or a PostgreSQL database\n" +
			"(which must have no records). Both are read again afterwards and compared. A server may run on a\n" +
			"database that is copied, but not on a file. Copy the host key yourself: it is not a record.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := copyRecords(cmd.Context(), cmd.OutOrStdout(), from, to); err != nil {
				return fmt.Errorf("copy: %w", err)
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&from, "from", "", "the store to copy: a file, or postgres://...")
	cmd.Flags().StringVar(&to, "to", "", "the store to fill: a file, or postgres://...")
	for _, name := range []string{"from", "to"} {
		_ = cmd.MarkFlagRequired(name)
	}
	return cmd
}

// copyRecords copies a store into another one, and compares them.
func copyRecords(ctx context.Context, out io.Writer, from, to string) error {
	if err := CheckFlag(to); err != nil {
		return err
	}
	a, err := openArchive(from)
	if errors.Is(err, store.ErrInUse) {
		return fmt.Errorf("stop the server first: %w", err)
	} else if err != nil {
		return err
	}
	defer a.Close()
	if err := sound(a, from); err != nil {
		return err
	}
	sums, err := store.Sums(ctx, a)
	if err != nil {
		return err
	}
	if IsPostgres(to) {
		err = postgres.Load(ctx, to, a)
		if err == nil {
			err = holds(ctx, to, sums)
		}
	} else {
		err = copyIntoFile(ctx, to, a, sums)
	}
	if err != nil {
		return err
	}
	var rows [][]string
	for _, s := range sums[:len(sums)-1] { // the last one is the secret
		rows = append(rows, []string{s.Kind, fmt.Sprint(s.Count)})
	}
	fmt.Fprintf(out, "%scopied to %s, read again: both are the same\n", ui.Columns(rows), Redacted(to))
	return nil
}

// copyIntoFile makes a file with all records of an archive. The file is complete and compared, or does
// not exist.
func copyIntoFile(ctx context.Context, path string, a store.Archive, sums []store.Sum) error {
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("%s exists already", path)
	}
	sweepCopies(filepath.Dir(path))
	dir, err := os.MkdirTemp(filepath.Dir(path), copyPrefix)
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	part := filepath.Join(dir, DatabaseFile)
	if err := bolt.Load(ctx, part, a); err != nil {
		return err
	}
	if err := holds(ctx, part, sums); err != nil {
		return err
	}
	if err := os.Link(part, path); err != nil { // fails if the file has appeared meanwhile
		return err
	}
	return syncFolder(filepath.Dir(path))
}

// copyPrefix begins the names of folders with incomplete copies.
const copyPrefix = ".arcade-copy-"

// sweepCopies removes incomplete copies of killed runs from a folder. A running copy keeps its file open.
func sweepCopies(dir string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if !e.IsDir() || !strings.HasPrefix(e.Name(), copyPrefix) {
			continue
		}
		left := filepath.Join(dir, e.Name())
		f, err := bolt.OpenFile(filepath.Join(left, DatabaseFile))
		if err == nil {
			_ = f.Close()
		}
		info, known := e.Info()
		if errors.Is(err, store.ErrInUse) || known != nil || time.Since(info.ModTime()) < time.Minute { // another run may be about to open it
			continue
		}
		_ = os.RemoveAll(left)
	}
}

// holds checks that a store is sound and has records with these sums.
func holds(ctx context.Context, at string, sums []store.Sum) error {
	a, err := openArchive(at)
	if err != nil {
		return err
	}
	defer a.Close()
	if err := sound(a, at); err != nil {
		return err
	}
	has, err := store.Sums(ctx, a)
	if err != nil {
		return err
	}
	for i, s := range sums {
		if s != has[i] {
			return fmt.Errorf("the copy has other %s than the original (%d, not %d, or different ones): do not use it", s.Kind, has[i].Count, s.Count)
		}
	}
	return nil
}

// sound refuses a store with contradictions.
func sound(a archive, at string) error {
	var first *store.Finding
	whole, err := a.Check(func(f store.Finding) {
		if first == nil {
			first = &f
		}
	})
	switch {
	case errors.Is(err, store.ErrOlder):
		return fmt.Errorf("%w: the server upgrades it when it starts; it can be copied after that", err)
	case err != nil:
		return err
	case first != nil || !whole:
		return fmt.Errorf("%s is not sound: %v; see arcade check", Redacted(at), first)
	}
	return nil
}
