package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
)

// Answer prints the result of a command, as one JSON object or for people.
func Answer(out io.Writer, asJSON bool, f Found) error {
	if asJSON {
		return json.NewEncoder(out).Encode(f)
	}
	w := bufio.NewWriter(out)
	f.Print(w)
	return w.Flush()
}

// Found is the result of a job. It can be encoded as one JSON object or printed for people.
type Found interface{ Print(w io.Writer) }

// Interrupted returns the error of a job that ctx has ended.
func Interrupted(ctx context.Context) error {
	return fmt.Errorf("interrupted: %w", context.Cause(ctx))
}

// IsTerminal returns true for a character device, which is near enough for a line of progress.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
