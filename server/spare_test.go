package server

import (
	"context"
	"io"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"
)

// A spare comes with the server's own host key, and ends last, when the players have gone. For every other key its command
// does not exist.
func TestSpare(t *testing.T) {
	players := make(chan struct{})
	d := open(t, Config{
		Commands: commands,
		Screen: func(ctx context.Context, s *session) error {
			defer close(players)
			return screen(ctx, s)
		},
		Spare: func(ctx context.Context, conn io.ReadWriter) error {
			_, _ = io.WriteString(conn, "first\n")
			<-ctx.Done()
			select {
			case <-players:
			default:
				t.Error("a player is still there")
			}
			_, err := io.WriteString(conn, "last\n")
			return err
		},
	})
	dial := func(key gossh.Signer) *gossh.Client {
		t.Helper()
		c, err := d.dialAs(gossh.PublicKeys(key))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		return c
	}
	own := dial(d.cfg.HostKey)
	for _, x := range []struct {
		c       *gossh.Client
		command string
	}{{d.dial(t), "spare"}, {dial(newKey(t)), "spare"}, {own, "spare now"}} {
		s := openScreen(t, x.c, x.command)
		if err := s.wait(t); err == nil || s.out.String() != "" || !strings.HasPrefix(s.errs.String(), `arcade: unknown command "spare`) {
			t.Errorf("%s: %v, %q %q", x.command, err, s.out, s.errs)
		}
	}
	player := openScreen(t, d.dial(t), "", withPTY("xterm", 80, 24))
	player.out.await(t, "size=80x24")
	spare := openScreen(t, own, "spare")
	spare.out.await(t, "first\n")
	d.stop()
	if err := <-d.done; err != nil {
		t.Error(err)
	}
	if err := spare.wait(t); err != nil || spare.out.String() != "first\nlast\n" {
		t.Errorf("%v: %q", err, spare.out)
	}
}
