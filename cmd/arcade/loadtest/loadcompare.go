package loadtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"arcade/cmd/arcade/cli"
	"arcade/internal/freeport"
	"arcade/load"
)

// Unlimited returns the flags of serve for n sessions from one address, each with its own player.
func Unlimited(n int) []string {
	room := strconv.Itoa(2*n + 100)
	return []string{
		"--max-connections", room, "--max-per-address", room, "--max-handshakes", room, "--handshake-time", "1m",
		"--connect-rate", "0", "--login-rate", "0", "--work-share", "0", // 0 means no limit
		"--solver-share", "0", "--puzzle-share", "0", // sessions do not cause background searches
	}
}

// comparison has the flags of load --compare.
type comparison struct {
	steps []int
	plays []string
	out   string
}

func (f *comparison) flags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.IntSliceVar(&f.steps, "steps", []int{1000, 3000, 10000}, "sessions of each step of --compare")
	flags.StringSliceVar(&f.plays, "plays", load.Busy(), "plays of the arcade's sessions in --compare, one after another; idle comes before the first")
	flags.StringVar(&f.out, "out", "", "document in which --compare writes its tables, between the lines that mark their place; empty: standard output")
}

// run measures the other servers, and this arcade.
func (f *comparison) run(cmd *cobra.Command, c load.Config, asJSON bool) error {
	for _, play := range f.plays {
		if _, ok := load.PlayOf(play, 0); !ok {
			return fmt.Errorf("bad --plays %q: want %s", play, plays())
		}
	}
	if len(f.steps) == 0 || slices.Min(f.steps) < 1 || len(f.plays) == 0 {
		return fmt.Errorf("bad --steps or --plays: want one or more of each")
	}
	most := slices.Max(f.steps)
	if err := load.RaiseFiles(most); err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("this program: %w", err)
	}
	metrics, err := freeport.Addr()
	if err != nil {
		return fmt.Errorf("metrics: %w", err)
	}
	// The environment's variables belong to a real server, such as its backups and its proxies.
	env := slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, cli.Variable("")) })
	subjects := []load.Subject{
		{Name: "echo", Plays: []string{"keys"}, Env: env, Command: func(string) []string {
			return []string{self, "load", "echo"}
		}},
		{Name: "bare", Plays: []string{"keys"}, Env: env, Command: func(data string) []string {
			return []string{self, "load", "bare", "--data", data}
		}},
		{Name: "arcade", Plays: f.plays, Remembers: true, Env: env, Metrics: "http://" + metrics + "/metrics", Command: func(data string) []string {
			argv := []string{self, "serve", "--data", data, "--listen", "127.0.0.1:0", "--http", "off", "--log-level", "warn", "--metrics", metrics}
			return append(argv, Unlimited(most)...)
		}},
	}
	machine, err := load.ThisMachine()
	if err != nil {
		return err
	}
	all := load.Comparison{Machine: machine, Version: "arcade " + cli.VersionLine(), At: time.Now()}
	if all.Runs, err = load.Compare(cmd.Context(), c, f.steps, subjects, cmd.ErrOrStderr()); err != nil {
		return err
	}
	if asJSON {
		return json.NewEncoder(cmd.OutOrStdout()).Encode(all)
	}
	var out bytes.Buffer
	if err := all.Markdown(&out); err != nil {
		return err
	}
	if f.out != "" {
		return load.WriteFigures(f.out, out.Bytes())
	}
	_, err = io.Copy(cmd.OutOrStdout(), &out)
	return err
}
