// Command arcade is the SSH arcade: the server and the tools around it.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"charm.land/fang/v2"
	"github.com/spf13/cobra"

	"arcade/cmd/arcade/admin"
	_ "arcade/cmd/arcade/cleanenv"
	"arcade/cmd/arcade/cli"
	"arcade/cmd/arcade/home"
	"arcade/cmd/arcade/lab"
	"arcade/cmd/arcade/loadtest"
	"arcade/cmd/arcade/serve"
	"arcade/cmd/arcade/storage"
)

// version is stamped by the build: -ldflags "-X main.version=v1.2.3".
var version string

func main() {
	cli.Stamp = version
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal kills the process
	if err := fang.Execute(ctx, newRoot(), fang.WithVersion(cli.VersionLine()), fang.WithErrorHandler(tellError)); err != nil {
		os.Exit(1)
	}
}

// tellError writes an error unchanged on one line. Errors contain paths and flags that people copy, and
// go into logs.
func tellError(w io.Writer, _ fang.Styles, err error) {
	if errors.Is(err, home.ErrTold) {
		return
	}
	lines := strings.FieldsFunc(err.Error(), func(r rune) bool { return r == '\n' || r == '\t' })
	fmt.Fprintln(w, "arcade: "+strings.Join(lines, "; "))
}

// newRoot returns the root command. The packages in this folder have its subcommands.
func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "arcade",
		Short: "An SSH games arcade",
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			for _, line := range cli.Unknown(cmd.Root(), os.Environ()) {
				fmt.Fprintln(cmd.ErrOrStderr(), "arcade: "+line)
			}
			return cli.FromEnvironment(cmd.Flags(), os.LookupEnv)
		},
	}
	reg := registry()
	root.AddCommand(serve.New(serve.House{Games: played(), APIs: apis(), Arenas: arenaRules()}), admin.New(), admin.NewHealth(), lab.NewEngine(reg), lab.NewPuzzles(reg), lab.NewArt(), loadtest.New(), cli.NewVersion())
	root.AddCommand(lab.New(tools())...)
	root.AddCommand(storage.NewBackup(), storage.NewRestore(), storage.NewCheck(reg), storage.NewCompact(), storage.NewCopy(), storage.NewSpare(), storage.NewPromote(reg))
	root.AddCommand(home.NewPlay(reg), home.NewSync(reg), home.NewDaily())
	return root
}
