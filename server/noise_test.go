package server

import (
	"testing"
	"testing/synctest"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// A connection that sends too many SSH messages of its own is closed, whatever their kind. Reasonable
// numbers do not close it.
func TestOwnMessages(t *testing.T) {
	global := func(c *gossh.Client) error {
		_, _, err := c.SendRequest("keepalive@openssh.com", false, nil)
		return err
	}
	question := func(c *gossh.Client) error { // waits for the reply, so that each key exchange happens
		_, _, err := c.SendRequest("keepalive@openssh.com", true, make([]byte, 100))
		return err
	}
	channel := func(c *gossh.Client) error {
		if _, _, err := c.OpenChannel("x11", nil); err != nil {
			if _, ok := err.(*gossh.OpenChannelError); !ok {
				return err
			}
		}
		return nil
	}
	onSession := func(send func(*gossh.Session) error) func(*testing.T, *gossh.Client) func(*gossh.Client) error {
		return func(t *testing.T, c *gossh.Client) func(*gossh.Client) error {
			s := openScreen(t, c, "", withPTY("xterm", 80, 24))
			return func(*gossh.Client) error { return send(s.Session) }
		}
	}
	plain := func(f func(*gossh.Client) error) func(*testing.T, *gossh.Client) func(*gossh.Client) error {
		return func(*testing.T, *gossh.Client) func(*gossh.Client) error { return f }
	}
	for _, tt := range []struct {
		name  string
		rekey uint64 // bytes
		well  int    // this many messages are accepted
		most  int    // the connection closes within this many more
		begin func(*testing.T, *gossh.Client) func(*gossh.Client) error
	}{
		{"global requests", 0, 1900, 20_000, plain(global)},
		{"channels", 0, 1900, 20_000, plain(channel)},
		{"window changes", 0, 1900, 20_000, onSession(func(s *gossh.Session) error { return s.WindowChange(24, 80) })},
		{"signals", 0, 1900, 20_000, onSession(func(s *gossh.Session) error { return s.Signal(gossh.SIGUSR1) })},
		{"key exchanges", 256, 0, 1500, plain(question)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := open(t, Config{Limits: Limits{Handshake: time.Hour}}) // no session is opened
			c, err := gossh.Dial("tcp", d.addr, &gossh.ClientConfig{
				Config: gossh.Config{RekeyThreshold: tt.rekey},
				User:   "x", Auth: []gossh.AuthMethod{asGuest}, HostKeyCallback: gossh.InsecureIgnoreHostKey(), Timeout: patience,
			})
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			send := tt.begin(t, c)
			for i := range tt.well {
				if err := send(c); err != nil {
					t.Fatalf("message %d: %v", i, err)
				}
			}
			if tt.well > 0 { // a request with a reply
				if _, _, err := c.SendRequest("keepalive@openssh.com", true, nil); err != nil {
					t.Fatal(err)
				}
			}
			gone := make(chan struct{})
			go func() { _ = c.Wait(); close(gone) }()
			go func() {
				for i := 0; i < tt.most && send(c) == nil; i++ {
				}
			}()
			select {
			case <-gone:
			case <-time.After(patience):
				t.Fatal("it is listened to for ever")
			}
			if n := d.Stats().Refused[tooMuchNoise]; n != 1 {
				t.Errorf("counted %d times", n)
			}
		})
	}
}

// Unread bytes come at a limited rate, and a client that goes on is disconnected. Bytes that sessions
// read are not limited here, nor is OpenSSH's chaff.
func TestUnreadBytes(t *testing.T) {
	const chunk = 4 << 10
	begin := func(t *testing.T) (*conn, *time.Duration) {
		c, why := newGate(Limits{}.withDefaults()).admit(&line{from: "192.0.2.1"})
		if c == nil {
			t.Fatal(why)
		}
		billed := new(time.Duration)
		c.noise = newNoise(func() {}, func(d time.Duration) { *billed += d })
		return c, billed
	}
	synctest.Test(t, func(t *testing.T) {
		c, billed := begin(t)
		start, n := time.Now(), 0
		for ; !c.loud.Load() && n < 100<<20; n += chunk {
			c.countReceived(chunk)
			if most := calmBytes + chunk + int(pacedBytes*time.Since(start).Seconds()); n > most {
				t.Fatalf("%d bytes were taken in %v, want at most %d", n, time.Since(start), most)
			}
		}
		// The client uses up idleBurst, of which idleBytes a second come back.
		paced := time.Duration(idleBurst-calmBytes) * time.Second / (pacedBytes - idleBytes)
		took := time.Since(start)
		if took < floodTime || took > floodTime+paced+time.Second {
			t.Errorf("disconnected after %v", took)
		}
		if most := idleBurst + int(idleBytes*(floodTime+paced+time.Second).Seconds()); n > most {
			t.Errorf("%d bytes were taken, want at most %d", n, most)
		}
		if want := time.Duration(n-billedBytes) * byteCost; *billed < want {
			t.Errorf("%v were billed for %d bytes", *billed, n)
		}
		if !c.Conn.(*line).closed {
			t.Error("still connected")
		}
	})
	synctest.Test(t, func(t *testing.T) {
		c, billed := begin(t)
		start := time.Now()
		for range 10_000 { // an upload in packets of 32 KiB
			c.countReceived(chunk)
			c.used(chunk - 8)
		}
		for range 3600 { // an hour of typing, with chaff
			time.Sleep(time.Second)
			c.countReceived(50*60 + 10*60)
			c.used(10)
		}
		// The upload takes no fake time; 80 kB of it are packet overhead.
		if took := time.Since(start); took > time.Hour+5*time.Second || c.loud.Load() {
			t.Errorf("took %v, disconnected: %v", took, c.loud.Load())
		}
		if *billed > 3*time.Second {
			t.Errorf("%v were billed", *billed)
		}
	})
}

// A client that sends more than calmBytes, and of them to its standard error, is disconnected, because
// nobody reads that. So is one that sends to the standard error of a session which it opens later.
func TestStandardErrorEnds(t *testing.T) {
	t.Run("small packets", func(t *testing.T) {
		standardErrorEnds(t, func(ch gossh.Channel, _ *gossh.Client) {
			for n := 0; n < calmBytes; n++ {
				if _, err := ch.Stderr().Write([]byte("x")); err != nil {
					break
				}
			}
		})
	})
	t.Run("a later session", func(t *testing.T) {
		standardErrorEnds(t, func(_ gossh.Channel, c *gossh.Client) {
			for range 2 { // with an answer: the server has read it
				if _, _, err := c.SendRequest("x", true, make([]byte, calmBytes/2)); err != nil {
					t.Error(err)
				}
			}
			ch, requests, err := c.OpenChannel("session", nil)
			if err != nil {
				t.Fatal(err)
			}
			go gossh.DiscardRequests(requests)
			_, _ = ch.Stderr().Write([]byte("x"))
		})
	})
}

func standardErrorEnds(t *testing.T, send func(gossh.Channel, *gossh.Client)) {
	d := open(t, Config{})
	c := d.dial(t)
	ch, requests, err := c.OpenChannel("session", nil)
	if err != nil {
		t.Fatal(err)
	}
	go gossh.DiscardRequests(requests)
	gone := make(chan struct{})
	go func() { _ = c.Wait(); close(gone) }()
	send(ch, c)
	select {
	case <-gone:
	case <-time.After(patience):
		t.Fatal("still connected")
	}
	if n := d.Stats().Refused[tooMuchNoise]; n != 1 {
		t.Errorf("counted %d times", n)
	}
}
