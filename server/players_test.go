package server

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// waiting is a screen that shows one text and stays until its client goes.
func waiting(ctx context.Context, s *session) error {
	_, _ = s.channel.Write([]byte("here\r\n"))
	<-ctx.Done()
	return context.Cause(ctx)
}

// A player's sessions are counted over all its connections, screens and commands alike. Beyond the limit
// the player is refused in the player's language.
func TestSessionsPerPlayer(t *testing.T) {
	d := open(t, Config{Limits: Limits{PerPlayer: 3, PerAddress: 4}, Screen: waiting, Commands: commands})
	key := newKey(t)
	dial := func(auth gossh.AuthMethod) *gossh.Client {
		c, err := d.dialAs(auth)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		return c
	}
	enter := func(c *gossh.Client) *screenOf {
		s := openScreen(t, c, "", withPTY("xterm", 80, 24))
		s.out.await(t, "here")
		return s
	}
	one, two := dial(gossh.PublicKeys(key)), dial(gossh.PublicKeys(key))
	enter(one)
	last := enter(one)
	enter(two)
	for _, lang := range []string{"ko", "en"} {
		_, errs, code := run(t, two, "whoami", func(s *gossh.Session) { _ = s.Setenv("LANG", lang+"_XX.UTF-8") })
		if want := "arcade: " + errSessions.Say(lang) + "\n"; errs != want || code != exitError {
			t.Errorf("a fourth: %d %q, want %q", code, errs, want)
		}
	}
	guest := dial(asGuest) // another player
	for range 4 {
		enter(guest)
	}
	if _, errs, _ := run(t, dial(asGuest), "whoami"); !strings.Contains(errs, errSessions.EN) {
		t.Errorf("a fifth of the guests of an address: %q", errs)
	}

	last.Close()
	for start := time.Now(); ; { // until the server notices
		if _, _, code := run(t, two, "whoami"); code == exitOK {
			break
		}
		if time.Since(start) > patience {
			t.Fatal("no room after one has ended")
		}
	}
}

// The counter keeps nothing about players who have gone.
func TestPlayersAreForgotten(t *testing.T) {
	p := players{n: map[string]int{}}
	var wg sync.WaitGroup
	for range 100 {
		wg.Go(func() {
			for _, who := range []string{"kim", "lee"} {
				if p.enter(who, 3) {
					p.leave(who)
				}
			}
		})
	}
	wg.Wait()
	if len(p.n) != 0 {
		t.Errorf("%v", p.n)
	}
}

// Once the server has begun to stop, an existing session starts no command and no screen, and a new
// connection gets the reason for the refusal.
func TestDrainingRefuses(t *testing.T) {
	entered := make(chan struct{}, 1)
	d := open(t, Config{Grace: patience, Commands: commands, Screen: func(ctx context.Context, s *session) error {
		entered <- struct{}{}
		return waiting(ctx, s)
	}})
	c := d.dial(t)
	openScreen(t, c, "", withPTY("xterm", 80, 24))
	<-entered
	before, err := c.NewSession() // opened before, used after
	if err != nil {
		t.Fatal(err)
	}
	var errs strings.Builder
	before.Stderr = &errs
	d.stop()
	<-d.draining.Done()
	if err := before.Run("whoami"); err == nil || errs.String() != "arcade: "+errStopping.EN+"\n" {
		t.Errorf("%v, told %q", err, errs.String())
	}
	if _, err := c.NewSession(); err == nil || !strings.Contains(err.Error(), refusedDraining) {
		t.Errorf("a new session: %v", err)
	}
	shut := func() bool { // right after the wake
		d.gate.mu.Lock()
		defer d.gate.mu.Unlock()
		return d.gate.closed
	}
	for start := time.Now(); !shut() && time.Since(start) < patience; {
		time.Sleep(time.Millisecond)
	}
	if _, line := knock(t, d.addr); line != "arcade: "+refusedDraining {
		t.Errorf("a new connection: %q", line)
	}
}
