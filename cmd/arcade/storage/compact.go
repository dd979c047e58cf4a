package storage

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"arcade/store"
	"arcade/store/bolt"
)

// NewCompact returns the command that makes a database smaller.
func NewCompact() *cobra.Command {
	var data, at string
	cmd := &cobra.Command{
		Use:   "compact",
		Short: "Make the database as small as its records allow, while the server is stopped",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := compact(cmd.OutOrStdout(), data, at); err != nil {
				return fmt.Errorf("compact: %w", err)
			}
			return nil
		},
	}
	dataFlag(cmd, &data)
	StoreFlag(cmd.Flags(), &at)
	return cmd
}

// compact rewrites the database without its free space, and replaces the old file once the new one is
// complete.
func compact(out io.Writer, data, at string) error {
	database, err := databaseAt(at, data)
	if err != nil {
		return err
	}
	f, err := bolt.OpenFile(database)
	if errors.Is(err, store.ErrInUse) {
		err = fmt.Errorf("stop the server first: %w", err)
	}
	if err != nil {
		return err
	}
	defer f.Close() // keeps servers away until the files are exchanged
	if err := bolt.Verify(database); err != nil {
		return err
	}
	sweepParts(database, 0)
	part, err := writeCompact(database, f)
	if err != nil {
		return err
	}
	defer os.Remove(part)
	before, err := os.Stat(database)
	if err != nil {
		return err
	}
	after, err := os.Stat(part)
	if err == nil {
		err = giveTo(part, database)
	}
	if err == nil {
		err = moveTo(part, database)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s  %s before, %s after\n", database, size(before.Size()), size(after.Size()))
	return nil
}

// writeCompact writes the records of a file to a new one beside path. It leaves out free space, in which deleted
// records still stand. It checks the new file and returns its name. After an error there is no such file.
func writeCompact(path string, f *bolt.File) (name string, err error) {
	name, err = writePart(path, func(io.Writer) error { return nil })
	if err != nil {
		return "", err
	}
	if err = f.Compact(name); err == nil {
		err = bolt.Verify(name)
	}
	if err != nil {
		return "", errors.Join(err, os.Remove(name))
	}
	return name, nil
}
