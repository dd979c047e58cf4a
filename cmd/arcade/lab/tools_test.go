package lab

import (
	"bytes"
	"io"
	"testing"

	"github.com/spf13/cobra"
)

// commands has the commands of every game.
func commands() *cobra.Command {
	root := &cobra.Command{Use: "arcade"}
	root.AddCommand(New([]Tools{Othello, Matgo, Stones, Klondike, Yut})...)
	return root
}

// output runs a command of this package and returns its stdout.
func output(t *testing.T, args ...string) (string, error) {
	t.Helper()
	root := commands()
	var out bytes.Buffer
	root.SetOut(&out)
	root.SetErr(io.Discard)
	root.SetArgs(args)
	err := root.ExecuteContext(t.Context())
	return out.String(), err
}
