package storage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"arcade/games"
	"arcade/store"
	"arcade/store/bolt"
	"arcade/store/bolt/spare"
)

// NewPromote returns the command that makes a spare's copy the database; reg has the games of its matches.
func NewPromote(reg *games.Registry) *cobra.Command {
	var s spareFlags
	var off bool
	cmd := &cobra.Command{
		Use:   "promote",
		Short: "Make a spare's copy the database, when its server is lost",
		Long: "Make the copy that arcade spare has kept in the data folder its database, check it, and say what it lacks.\n" +
			"The old server must never write again: two servers would be two histories. So promote refuses while that\n" +
			"server still answers.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			p := promotion{spareFlags: s, off: off, reg: reg, out: cmd.OutOrStdout(), progress: checkProgress(cmd.ErrOrStderr())}
			if err := p.run(cmd.Context()); err != nil {
				return fmt.Errorf("promote: %w", err)
			}
			return nil
		},
	}
	dataFlag(cmd, &s.data)
	hostKeyFlag(cmd, &s.keyFile)
	cmd.Flags().BoolVar(&off, "server-is-off", false, "promote though something answers at the server's address: you know that the server never writes again")
	return cmd
}

// promotion makes a copy the database.
type promotion struct {
	spareFlags
	off      bool
	reg      *games.Registry
	out      io.Writer
	progress func(done, of int)
}

func (p *promotion) run(ctx context.Context) error {
	database := filepath.Join(p.data, DatabaseFile)
	if exists(database) {
		return fmt.Errorf("%s is there already: this folder is a server's", database)
	}
	c, err := spare.Open(p.data)
	if errors.Is(err, spare.ErrLocked) {
		err = fmt.Errorf("stop arcade spare first: %w", err)
	}
	if err != nil {
		return err
	}
	defer c.Close()
	if !exists(c.Path()) {
		return fmt.Errorf("there is no copy in %s: arcade spare has not received one", p.data)
	}
	if _, err := p.hostKey(); err != nil {
		return err
	}
	if !p.off {
		if err := p.silent(ctx, c.Status().From); err != nil {
			return err
		}
	}
	if err := p.check(ctx, c.Path()); err != nil {
		return err
	}
	if err := c.Promote(DatabaseFile); err != nil {
		return err
	}
	fmt.Fprint(p.out, lacks(c.Status()))
	key := ""
	if p.keyFile != "" {
		key = " --host-key " + p.keyFile
	}
	fmt.Fprintf(p.out, "%s is the database now. The old server must stay off.\nNext: arcade serve --data %s%s, with the flags of the old server\n", database, p.data, key)
	return nil
}

// silent returns an error if the server at an address answers.
func (p *promotion) silent(ctx context.Context, at string) error {
	key, err := p.hostKey()
	if err != nil {
		return err
	}
	if at == "" {
		return errors.New("it is not known which server this was the spare of; --server-is-off promotes all the same")
	}
	client, err := dialServer(ctx, at, key)
	var unreached *net.OpError
	switch {
	case err == nil:
		_ = client.Close()
		return fmt.Errorf("the server at %s answers: stop it for good first (systemctl disable --now arcade)", at)
	case errors.Is(err, errOtherKey), errors.As(err, &unreached) && unreached.Op == "dial":
		return nil
	}
	return fmt.Errorf("something answers at %s (%w): stop the server there for good; if it is off, --server-is-off promotes all the same", at, err)
}

// check refuses a copy with damaged pages. What else does not agree was so on the server, and is only printed.
func (p *promotion) check(ctx context.Context, path string) error {
	if err := bolt.Verify(path); err != nil {
		return fmt.Errorf("%w; restore the newest backup instead", err)
	}
	r := checkReport{File: path, out: p.out}
	if err := r.run(ctx, p.reg, path, p.progress); err != nil && !errors.Is(err, store.ErrOlder) {
		return err
	}
	fmt.Fprintf(p.out, "%d players, %d finished matches, %d unfinished: %s\n", r.Players, r.Done, r.Unfinished, r.verdict())
	return nil
}

// lacks says what a copy has, and what is lost.
func lacks(s spare.Status) string {
	if s.Until.IsZero() {
		return "The copy is whole, but how old it is was not kept.\n"
	}
	until := s.Until.UTC().Format("2006-01-02T15:04:05.000Z")
	if s.Broke.IsZero() {
		return fmt.Sprintf("The copy has everything that the server stored before %s. What it stored later is lost.\n", until)
	}
	n := (s.Broke.Sub(s.Since) + 99*time.Millisecond).Truncate(100 * time.Millisecond).Seconds()
	return fmt.Sprintf("The copy has everything that the server stored before %s. The connection ended within %.1f s after that: what the server stored in these %.1f s is lost, and what it stored later, if it went on.\n", until, n, n)
}
