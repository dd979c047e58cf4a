package home

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"arcade/cmd/arcade/cli"
	"arcade/games"
	"arcade/games/klondike"
	"arcade/sessions/app"
	"arcade/sessions/words"
	"arcade/upload"
)

// NewSync returns the command that uploads runs played without a server.
func NewSync(reg *games.Registry) *cobra.Command {
	var data, server string
	var simulate bool
	cmd := &cobra.Command{
		Use:   "sync",
		Short: "Send your own runs of Klondike to a server",
		Long: "Send your own runs of Klondike to a server, once you have agreed in \"arcade play klondike\" with the key u.\n" +
			"\"arcade play\" also sends them by itself: when it opens, after each game, and every 12 hours.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			o, err := openOwn(cmd.Context(), data, reg)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, o.close()) }()
			if server != "" {
				if err := o.sender.SetServer(server); err != nil {
					return fmt.Errorf("bad --server %q: %w", server, err)
				}
			}
			if err := o.collect(cmd.Context(), true); err != nil {
				o.log.Error("runs were not queued", "err", err)
			}
			out := cmd.OutOrStdout()
			if simulate {
				lines, err := o.sender.Preview()
				for _, l := range lines {
					fmt.Fprintln(out, l)
				}
				return err
			}
			ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGHUP)
			defer stop()
			sent, refused, err := o.sender.Sync(ctx)
			if errors.Is(err, upload.ErrNotAgreed) {
				return errors.New(words.T(o.lang, "own.sync.agree", "line", o.line))
			} else if errors.Is(err, upload.ErrNoServer) {
				return errors.New(words.T(o.lang, "own.sync.server"))
			}
			fmt.Fprintln(out, words.T(o.lang, "own.sync.done", "n", sent, "r", refused))
			return err
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&data, "data", "", "folder of your own store, as for arcade play")
	flags.StringVar(&server, "server", "", "address of the server, such as https://arcade.example; it is stored")
	flags.BoolVar(&simulate, "simulate", false, "print what would be sent, a JSON object a line, and send nothing")
	return cmd
}

// uploadFolder is the queue in the data folder.
const uploadFolder = "upload"

// newSender returns the sender of a data folder, which it makes if necessary.
func newSender(o *own) (*upload.Sender, error) {
	dir := filepath.Join(o.dir, uploadFolder)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("queue: %w", err)
	}
	return upload.NewSender(dir, o.log), nil
}

// collect queues the runs that are not queued yet.
func (o *own) collect(ctx context.Context, all bool) error {
	p, err := o.lobby.PlayerByKey(ctx, ownKey)
	if err != nil {
		return nil // nobody has played yet
	}
	return o.sender.Collect(o.runs(ctx, p.ID), "arcade "+cmp.Or(cli.Stamp, "(devel)"), runtime.GOOS, all)
}

// runs returns the player's runs, latest first.
func (o *own) runs(ctx context.Context, player string) iter.Seq2[games.Run, error] {
	return func(yield func(games.Run, error) bool) {
		for run, err := range o.lobby.Runs(ctx, player, klondike.Name) {
			if !yield(run.Run, err) {
				return
			}
		}
	}
}

// background queues finished runs and sends them, until ctx ends.
func (o *own) background(ctx context.Context) {
	queue := func(all bool) {
		if err := o.collect(ctx, all); err != nil {
			o.log.Error("runs were not queued", "err", err)
		}
	}
	queue(true)
	wake, done := make(chan struct{}, 1), make(chan struct{})
	go func() { o.sender.Run(ctx, wake); close(done) }()
	for {
		select {
		case <-o.finished:
			queue(false)
			select {
			case wake <- struct{}{}:
			default:
			}
		case <-ctx.Done():
			<-done
			return
		}
	}
}

// sending implements the screen of consent with the sender.
type sending struct{ o *own }

func (s sending) State() (app.SendState, error) {
	set, err := s.o.sender.Settings()
	if err != nil {
		return app.SendState{}, err
	}
	st := app.SendState{
		On: set.Agreed, Moves: set.Moves, Server: set.Server, Name: set.Client.UserID,
		Leaving: len(set.Leaving) > 0, Failed: s.failed(),
	}
	st.Waiting, st.Sent, st.Refused, err = s.o.sender.Counts()
	return st, err
}

// failed reports whether the server failed at the last upload.
func (s sending) failed() bool {
	var trouble *upload.Trouble
	return errors.As(s.o.sender.Last(), &trouble)
}

func (s sending) Agree(on, moves bool) error {
	return s.o.sender.Change(func(set *upload.Settings) { set.Agreed, set.Moves = on, on && moves })
}

func (s sending) SetServer(address string) error { return s.o.sender.SetServer(address) }

func (s sending) Send(ctx context.Context) error {
	_, _, err := s.o.sender.Sync(ctx)
	return err
}

func (s sending) Preview() ([]string, error) { return s.o.sender.Preview() }

func (s sending) Delete(ctx context.Context) error { return s.o.sender.Forget(ctx, time.Now()) }

// deleteTime limits the time that the deletion of an account waits for a server.
const deleteTime = 5 * time.Second

// elsewhere represents the uploaded runs as a part of the player's data.
type elsewhere struct{ o *own }

func (e elsewhere) Export(_ context.Context, _ string, row func(any) error) error {
	set, err := e.o.sender.Settings()
	if err != nil {
		return err
	}
	lines, err := e.o.sender.Lines()
	if err != nil {
		return err
	}
	if set.Client.UserID == "" && len(lines) == 0 {
		return nil
	}
	set.Client.Token = "" // people share this file with others
	return row(struct {
		upload.Client
		Lines []string `json:"lines"`
	}{set.Client, lines})
}

// Forget makes the servers delete the runs. If a server cannot be reached, the request is sent again
// later.
func (e elsewhere) Forget(ctx context.Context, _ string) error {
	ctx, cancel := context.WithTimeout(ctx, deleteTime)
	defer cancel()
	err := e.o.sender.Forget(ctx, time.Now())
	if errors.As(err, new(*upload.Trouble)) {
		return nil
	}
	return err
}
