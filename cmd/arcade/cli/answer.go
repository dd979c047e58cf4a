package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
)

// Answer prints what a command found out, as one JSON object or for people.
func Answer(out io.Writer, asJSON bool, f Found) error {
	if asJSON {
		return json.NewEncoder(out).Encode(f)
	}
	w := bufio.NewWriter(out)
	f.Print(w)
	return w.Flush()
}

// Found is what came of a job: encoded as one JSON object, or printed for people.
type Found interface{ Print(w io.Writer) }

// Interrupted is the error of what ctx has ended.
func Interrupted(ctx context.Context) error {
	return fmt.Errorf("interrupted: %w", context.Cause(ctx))
}

// IsTerminal is true for a character device, which is near enough for a line of progress.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
