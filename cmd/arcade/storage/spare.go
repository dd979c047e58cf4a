package storage

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"charm.land/log/v2"
	"github.com/spf13/cobra"
	gossh "golang.org/x/crypto/ssh"

	"arcade/server"
	"arcade/server/exec"
	"arcade/store/bolt/spare"
)

// NewSpare returns the command that keeps a copy of another machine's database.
func NewSpare() *cobra.Command {
	var s spareFlags
	cmd := &cobra.Command{
		Use:   "spare --from HOST:PORT",
		Short: "Keep a copy of a running server's database, some seconds old, for arcade promote",
		Long: "Follow the server at HOST:PORT, its address for players, and keep a copy of its database in the data folder,\n" +
			"which needs the server's host key. When the server is lost, stop this and type arcade promote.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := s.follow(cmd.Context(), cmd.ErrOrStderr()); err != nil {
				return fmt.Errorf("spare: %w", err)
			}
			return nil
		},
	}
	dataFlag(cmd, &s.data)
	cmd.Flags().StringVar(&s.from, "from", "", "address of the server to follow, HOST:PORT")
	hostKeyFlag(cmd, &s.keyFile)
	return cmd
}

// hostKeyFlag adds the flag of the host key's file to a command.
func hostKeyFlag(cmd *cobra.Command, file *string) {
	cmd.Flags().StringVar(file, "host-key", "", "file of the server's host key; empty: "+HostKeyFile+" in the data folder")
}

// spareFlags are the flags of spare.
type spareFlags struct {
	data, from, keyFile string
}

// Unpromoted returns an error if there is no database, but a spare's copy of one. A server would begin an empty arcade
// beside it.
func Unpromoted(data, database string) error {
	if _, err := os.Stat(database); !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if _, err := os.Stat(filepath.Join(data, spare.File)); err != nil {
		return nil
	}
	return fmt.Errorf("%s has the copy of a spare, and no database: arcade promote --data %s makes the copy the database", data, data)
}

// follow follows a server until ctx ends.
func (s *spareFlags) follow(ctx context.Context, stderr io.Writer) error {
	if _, _, err := net.SplitHostPort(s.from); err != nil {
		return fmt.Errorf("bad --from %q: want HOST:PORT", s.from)
	}
	key, err := s.hostKey()
	if err != nil {
		return err
	}
	if database := filepath.Join(s.data, DatabaseFile); exists(database) {
		return fmt.Errorf("%s is there, so a server has run in this folder: move it away first", database)
	}
	c, err := spare.Open(s.data)
	if err != nil {
		return err
	}
	f := follower{Copy: c, from: s.from, key: key, log: slog.New(log.NewWithOptions(stderr, log.Options{ReportTimestamp: true, TimeFormat: time.RFC3339}))}
	f.run(ctx)
	return c.Close()
}

// hostKey reads the server's host key.
func (s *spareFlags) hostKey() (gossh.Signer, error) {
	key, err := server.ReadHostKey(cmp.Or(s.keyFile, filepath.Join(s.data, HostKeyFile)))
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w; a spare needs the server's host key: copy the file from there", err)
	}
	return key, err
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// follower keeps a copy up to date.
type follower struct {
	*spare.Copy
	from string
	key  gossh.Signer
	log  *slog.Logger
	said string // the failure that the log has; "" while the copy is up to date, broken until the next attempt
}

// broken stands for the end of a connection. The next attempt says why, if it fails too.
const broken = "broken"

// minBack and maxBack limit the time until a follower tries again to reach its server.
const minBack, maxBack = time.Second, 30 * time.Second

// run follows the server until ctx ends. It logs once that the server is away, and that it is back.
func (f *follower) run(ctx context.Context) {
	f.log.Info("spare of", "server", f.from, "copy", f.age())
	f.said = broken
	for wait := minBack; ; wait = min(2*wait, maxBack) {
		err := f.once(ctx, func() {
			wait = minBack
			if f.said != "" {
				f.said = ""
				f.log.Info("the copy has everything", "age", f.age())
			}
		})
		if ctx.Err() != nil {
			f.log.Info("stopped", "copy", f.age())
			return
		}
		if said := err.Error(); f.said == "" {
			f.said = broken
		} else if said != f.said {
			f.said = said
			f.log.Error("cannot follow the server", "server", f.from, "copy", f.age(), "err", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
	}
}

// age says how old the copy is.
func (f *follower) age() string {
	s := f.Status()
	if s.Until.IsZero() {
		return "none"
	}
	return time.Since(s.Since).Round(time.Second / 10).String()
}

// once follows the server until the connection ends.
func (f *follower) once(ctx context.Context, received func()) error {
	client, err := dialServer(ctx, f.from, f.key)
	if err != nil {
		return err
	}
	defer client.Close()
	defer context.AfterFunc(ctx, func() { _ = client.Close() })()
	session, err := client.NewSession()
	if err != nil {
		return err
	}
	in, err := session.StdinPipe()
	if err != nil {
		return err
	}
	out, err := session.StdoutPipe()
	if err != nil {
		return err
	}
	var said bytes.Buffer
	session.Stderr = &said
	if err := session.Start(exec.Spare); err != nil {
		return err
	}
	err = f.Follow(f.from, struct {
		io.Reader
		io.Writer
	}{out, in}, received)
	if errors.Is(err, io.EOF) {
		_ = session.Wait() // then all that the server said is here
		err = errors.New(cmp.Or(strings.TrimSpace(said.String()), "the server has ended the connection"))
	}
	return err
}

// errOtherKey means that a server has another host key.
var errOtherKey = errors.New("the server has another host key")

const (
	// dialTime limits the time to reach a server, and again the time to log in.
	dialTime = 10 * time.Second
	// silence is the time without a byte after which a connection counts as broken. A server is silent while
	// it waits for the copy to store a generation.
	silence = 2 * time.Minute
)

// dialServer logs in to a server with its own host key. Error: errOtherKey.
func dialServer(ctx context.Context, at string, key gossh.Signer) (*gossh.Client, error) {
	d := net.Dialer{Timeout: dialTime, KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 5 * time.Second, Interval: 5 * time.Second, Count: 4}}
	conn, err := d.DialContext(ctx, "tcp", at)
	if err != nil {
		return nil, err
	}
	other := false
	late := time.AfterFunc(dialTime, func() { _ = conn.Close() })
	defer late.Stop()
	ssh, channels, requests, err := gossh.NewClientConn(lively{conn}, at, &gossh.ClientConfig{
		User: exec.Spare,
		Auth: []gossh.AuthMethod{gossh.PublicKeys(key)},
		HostKeyCallback: func(_ string, _ net.Addr, is gossh.PublicKey) error {
			if other = !bytes.Equal(is.Marshal(), key.PublicKey().Marshal()); other {
				return errOtherKey
			}
			return nil
		},
	})
	if err != nil {
		_ = conn.Close()
		if other {
			return nil, errOtherKey
		}
		return nil, err
	}
	return gossh.NewClient(ssh, channels, requests), nil
}

// lively is a connection that breaks after a silence.
type lively struct{ net.Conn }

func (l lively) Read(p []byte) (int, error) {
	if err := l.SetReadDeadline(time.Now().Add(silence)); err != nil {
		return 0, err
	}
	return l.Conn.Read(p)
}
