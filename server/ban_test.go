package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"arcade/internal/logtest"
	"arcade/store"
	"arcade/store/bolt"
)

func openStore(t testing.TB, path string) store.Store {
	t.Helper()
	st, err := bolt.Open(path, bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	return st
}

func openBans(t testing.TB, st store.Store) *Bans {
	t.Helper()
	b, err := OpenBans(t.Context(), st)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

var someKey = "SHA256:" + strings.Repeat("k", 43)

func TestParseTarget(t *testing.T) {
	for _, tt := range []struct {
		in, want string
		err      error
	}{
		{someKey, someKey, nil},
		{"203.0.113.9", "203.0.113.9/32", nil},
		{"203.0.113.9/24", "203.0.113.0/24", nil},
		{"203.0.113.9:5022", "203.0.113.9/32", nil},
		{"[2001:db8:1:2:3::4]:5022", "2001:db8:1:2::/64", nil},
		{"::ffff:203.0.113.9", "203.0.113.9/32", nil},
		{"::ffff:203.0.113.9/120", "203.0.113.0/24", nil},
		{"2001:db8:1:2:3::4", "2001:db8:1:2::/64", nil},
		{"fe80::1%eth0", "fe80::/64", nil},
		{"2001:db8::/32", "2001:db8::/32", nil},
		{"10.0.0.0/8", "10.0.0.0/8", nil},
		{"10.0.0.0/7", "", ErrWide},
		{"0.0.0.0/0", "", ErrWide},
		{"2000::/15", "", ErrWide},
		{"::/0", "", ErrWide},
		{"::ffff:0:0/96", "", ErrWide},
		{"kim", "", ErrBadTarget},
		{"", "", ErrBadTarget},
		{"SHA256:short", "", ErrBadTarget},
		{"203.0.113.9/99", "", ErrBadTarget},
	} {
		if got, err := ParseTarget(tt.in); got != tt.want || !errors.Is(err, tt.err) {
			t.Errorf("%q: %q, %v, want %q, %v", tt.in, got, err, tt.want, tt.err)
		}
	}
}

// A ban lasts for its time, even over a restart, and then ends by itself.
func TestBansExpire(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arcade.db")
	synctest.Test(t, func(t *testing.T) {
		st := openStore(t, path)
		b := openBans(t, st)
		must := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		must(b.add(t.Context(), time.Hour, Ban{Target: someKey, Name: "kim", Reason: "spam"}))
		must(b.add(t.Context(), 2*time.Hour, Ban{Target: "203.0.113.0/24"}))
		must(b.add(t.Context(), 30*time.Minute, Ban{Target: "203.0.113.7/32"}))
		in, out := netip.MustParseAddr("203.0.113.7"), netip.MustParseAddr("203.0.114.7")
		check := func(key, net bool, listed int) {
			t.Helper()
			if _, ok := b.key(someKey); ok != key {
				t.Errorf("the key is banned: %v", ok)
			}
			if _, ok := b.Address(in); ok != net {
				t.Errorf("the network is banned: %v", ok)
			}
			if _, ok := b.Address(netip.AddrFrom16(in.As16())); ok != net {
				t.Errorf("the network in IPv6 form is banned: %v", ok)
			}
			if _, ok := b.Address(out); ok {
				t.Error("another network is banned")
			}
			if n := len(b.List()); n != listed {
				t.Errorf("%d bans are listed, want %d", n, listed)
			}
		}
		check(true, true, 3)
		if ban, _ := b.Address(in); ban.Target != "203.0.113.0/24" {
			t.Errorf("found %s: not the one that ends last", ban.Target)
		}
		time.Sleep(time.Hour - time.Millisecond)
		check(true, true, 2)
		b = openBans(t, st) // another start
		check(true, true, 2)
		time.Sleep(time.Millisecond)
		check(false, true, 1)
		time.Sleep(time.Hour)
		check(false, false, 0)
		// An expired ban leaves the store with the next change.
		must(b.add(t.Context(), time.Minute, Ban{Target: "198.51.100.0/24"}))
		notes, err := st.Notes(t.Context(), banNotes.Name, "", 99)
		must(err)
		if len(notes) != 1 {
			t.Errorf("%d notes are kept", len(notes))
		}
		lifted, err := b.Lift(t.Context(), func(x Ban) bool { return x.Target == "198.51.100.0/24" })
		if err != nil || len(lifted) != 1 {
			t.Errorf("lifted %v, %v", lifted, err)
		}
		if _, err := b.Lift(t.Context(), func(Ban) bool { return true }); !errors.Is(err, ErrNoBan) {
			t.Errorf("lifted what was not there: %v", err)
		}
		check(false, false, 0)
		if n := len(openBans(t, st).List()); n != 0 {
			t.Errorf("%d bans after another start", n)
		}
	})
}

func TestBansAreBounded(t *testing.T) {
	b := openBans(t, openStore(t, filepath.Join(t.TempDir(), "arcade.db")))
	var list []Ban
	for i := range mostBans {
		list = append(list, Ban{Target: fmt.Sprintf("10.%d.%d.0/24", i/256, i%256)})
	}
	if err := b.add(t.Context(), time.Hour, list...); err != nil {
		t.Fatal(err)
	}
	if err := b.add(t.Context(), time.Hour, list[0]); err != nil {
		t.Errorf("a ban cannot be made longer: %v", err)
	}
	for _, tt := range []struct {
		d    time.Duration
		ban  Ban
		want error
	}{
		{time.Hour, Ban{Target: someKey}, ErrTooManyBans},
		{time.Millisecond, list[0], ErrBanTime},
		{-time.Hour, list[0], ErrBanTime},
		{maxBan + 1, list[0], ErrBanTime},
		{time.Hour, Ban{Target: "10.0.0.1/24"}, ErrBadTarget},
		{time.Hour, Ban{Target: "kim"}, ErrBadTarget},
	} {
		if err := b.add(t.Context(), tt.d, tt.ban); !errors.Is(err, tt.want) {
			t.Errorf("%v %v: %v, want %v", tt.d, tt.ban, err, tt.want)
		}
	}
	var none *Bans
	if _, ok := none.key(someKey); ok || none.List() != nil {
		t.Error("no bans are some")
	}
}

// refusedLine returns the line before the SSH greeting.
func refusedLine(t *testing.T, addr string) string {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(patience))
	buf := make([]byte, 256)
	n, _ := c.Read(buf)
	return string(buf[:n])
}

func TestBanAtTheDoor(t *testing.T) {
	b := openBans(t, openStore(t, filepath.Join(t.TempDir(), "arcade.db")))
	d := open(t, Config{Bans: b, Limits: Limits{Handshake: time.Hour}}) // no connection ends by itself
	key := newKey(t)
	fingerprint := gossh.FingerprintSHA256(key.PublicKey())
	in := func() *gossh.Client {
		c, err := d.dialAs(gossh.PublicKeys(key))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		return c
	}
	// A connected player is disconnected with a reason; the connection ends, too.
	here := in()
	s, err := here.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	withPTY("xterm-256color", 80, 24)(s)
	var errs, out logtest.Buffer
	s.Stderr, s.Stdout = &errs, &out
	in1, err := s.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in1.Close()
	if err := s.Shell(); err != nil {
		t.Fatal(err)
	}
	for out.String() == "" {
		time.Sleep(time.Millisecond)
	}
	p := d.Sessions()[0]
	if p.Kind != KindScreen || p.Identity.Fingerprint != fingerprint || !p.Address.IsValid() || p.Since.IsZero() {
		t.Errorf("listed as %+v", p)
	}
	n, err := d.Ban(t.Context(), time.Hour, Ban{Target: fingerprint, Reason: "spam"})
	if n != 1 || err != nil {
		t.Errorf("ended %d sessions, %v", n, err)
	}
	_ = s.Wait()
	if got := errs.String(); !strings.Contains(got, "the operator has banned you until ") || !strings.Contains(got, "Reason: spam") {
		t.Errorf("told %q", got)
	}
	gone := make(chan error, 1)
	go func() { gone <- here.Wait() }()
	select {
	case <-gone:
	case <-time.After(patience):
		t.Error("the connection is still there")
	}
	// The banned key is refused in its player's language; others come in.
	if _, told, code := run(t, in(), "whoami", func(s *gossh.Session) { _ = s.Setenv("LANG", "ko_KR.UTF-8") }); code != exitError || !strings.Contains(told, "막았어요") || !strings.Contains(told, "UTC까지예요") {
		t.Errorf("exit %d, told %q", code, told)
	}
	if _, told, code := run(t, d.dial(t), "whoami"); code != exitOK {
		t.Errorf("a guest: exit %d, %s", code, told)
	}
	if _, err := b.Lift(t.Context(), func(Ban) bool { return true }); err != nil {
		t.Fatal(err)
	}
	if _, told, code := run(t, in(), "whoami"); code != exitOK {
		t.Errorf("after the ban: exit %d, %s", code, told)
	}
	// A banned network is refused before the greeting.
	inAnHour := func() string { return time.Now().Add(time.Hour).UTC().Format(time.DateOnly) }
	before := inAnHour()
	if _, err := d.Ban(t.Context(), time.Hour, Ban{Target: "127.0.0.0/8"}); err != nil {
		t.Fatal(err)
	}
	until := regexp.MustCompile("^arcade: your network is banned until (" + before + "|" + inAnHour() + ") ")
	if got := refusedLine(t, d.addr); !until.MatchString(got) || !strings.HasSuffix(got, " UTC\r\n") {
		t.Errorf("told %q", got)
	}
	if _, err := b.Lift(t.Context(), func(Ban) bool { return true }); err != nil {
		t.Fatal(err)
	}
	if got := refusedLine(t, d.addr); !strings.HasPrefix(got, "SSH-2.0-") {
		t.Errorf("after the ban: %q", got)
	}
	st := d.Stats()
	if st.Refused[bannedNetwork] != 1 || st.Refused[bannedKey] != 1 || st.Keys != 3 || st.Guests != 1 || st.Opened[KindScreen] != 1 || st.Opened[KindCommand] != 2 || st.Written == 0 {
		t.Errorf("counted %+v", st)
	}
}

// A conversation reads until the client closes its end. So it ends the session itself, which is then
// ended once.
func TestEndOfAConversation(t *testing.T) {
	d := open(t, Config{Screen: func(ctx context.Context, s *session) error {
		defer context.AfterFunc(ctx, func() { s.end(context.Cause(ctx)) })()
		_, _ = io.Copy(io.Discard, s.reader())
		return context.Cause(ctx)
	}})
	s, err := d.dial(t).NewSession()
	if err != nil {
		t.Fatal(err)
	}
	var told logtest.Buffer
	s.Stderr = &told
	in, err := s.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if err := s.Shell(); err != nil {
		t.Fatal(err)
	}
	for d.Kick(func(Present) bool { return true }, Kicked("")) == 0 {
		time.Sleep(time.Millisecond)
	}
	if exit := (*gossh.ExitError)(nil); !errors.As(s.Wait(), &exit) || exit.ExitStatus() != exitError {
		t.Errorf("it ends with %v", exit)
	}
	if n := strings.Count(told.String(), "the operator has ended your session."); n != 1 {
		t.Errorf("told %d times: %q", n, told.String())
	}
	for len(d.Sessions()) > 0 {
		time.Sleep(time.Millisecond)
	}
	if n := strings.Count(d.log.String(), "msg=session"); n != 1 {
		t.Errorf("logged %d times:\n%s", n, d.log.String())
	}
}

// Kick ends only the sessions for which match is true.
func TestKick(t *testing.T) {
	d := open(t, Config{Lang: "ko"})
	begin := func() (*gossh.Session, *logtest.Buffer) {
		s, err := d.dial(t).NewSession()
		if err != nil {
			t.Fatal(err)
		}
		withPTY("xterm-256color", 80, 24)(s)
		told := &logtest.Buffer{}
		s.Stderr = told
		in, err := s.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { in.Close() })
		if err := s.Shell(); err != nil {
			t.Fatal(err)
		}
		return s, told
	}
	here := func(n int) {
		for len(d.Sessions()) != n {
			time.Sleep(time.Millisecond)
		}
	}
	a, told := begin()
	here(1)
	b, _ := begin()
	here(2)
	list := d.Sessions()
	if !slices.IsSortedFunc(list, func(a, b Present) int { return int(a.ID) - int(b.ID) }) {
		t.Errorf("not in order: %+v", list)
	}
	if n := d.Kick(func(p Present) bool { return p.ID == list[0].ID }, Kicked("쉬세요")); n != 1 {
		t.Errorf("ended %d", n)
	}
	_ = a.Wait()
	here(1)
	if left := d.Sessions(); len(left) != 1 || left[0].ID != list[1].ID {
		t.Errorf("left: %+v", left)
	}
	if got := told.String(); !strings.Contains(got, "운영자가 접속을 끊었어요. 이유: 쉬세요") {
		t.Errorf("told %q", got)
	}
	if n := d.Kick(func(Present) bool { return true }, Kicked("")); n != 1 {
		t.Errorf("ended %d", n)
	}
	_ = b.Wait()
}

func TestDiscreet(t *testing.T) {
	for in, want := range map[string]string{
		"write tcp 127.0.0.1:22->203.0.113.9:51234: broken pipe":     "write tcp (hidden)->(hidden): broken pipe",
		"read tcp [2001:db8::1]:22->[fe80::1%eth0]:9: reset":         "read tcp (hidden)->(hidden): reset",
		`player "` + someKey + `": not found`:                        `player "(hidden)": not found`,
		"entries[12] of 3.5 s at 10:30":                              "entries[12] of 3.5 s at 10:30",
		"[31] went wrong in match 9CK7T9HH with v1.2.3 of [a b] map": "[31] went wrong in match 9CK7T9HH with v1.2.3 of [a b] map",
	} {
		if got := veil(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// slowBans is a store that calls a function while bans are read or written.
type slowBans struct {
	store.Store
	meanwhile func()
}

func (s *slowBans) PutNotes(ctx context.Context, space string, notes ...store.Note) error {
	if s.meanwhile != nil {
		s.meanwhile()
	}
	return s.Store.PutNotes(ctx, space, notes...)
}

func (s *slowBans) Notes(ctx context.Context, space, after string, n int) ([]store.Note, error) {
	if s.meanwhile != nil {
		s.meanwhile()
	}
	return s.Store.Notes(ctx, space, after, n)
}

// A new connection does not wait while bans are read from or written to the store. It sees the previous
// bans.
func TestBansAreAskedWhileTheStoreIsBusy(t *testing.T) {
	st := &slowBans{Store: openStore(t, filepath.Join(t.TempDir(), "arcade.db"))}
	b := openBans(t, st)
	other, gone := "198.51.100.0/24", "203.0.113.0/24"
	// busy calls f, and checks that other callers see the previous bans while f waits for the store.
	busy := func(what string, f func() error) {
		t.Helper()
		before, asked := b.List(), false
		st.meanwhile = func() {
			asked = true
			done := make(chan struct{})
			go func() {
				defer close(done)
				if list := b.List(); !slices.Equal(list, before) {
					t.Errorf("%s: the bans are %v while the store is busy", what, list)
				}
				for _, ban := range before {
					if p, err := netip.ParsePrefix(ban.Target); err == nil {
						if _, ok := b.Address(p.Addr().Next()); !ok {
							t.Errorf("%s: %s is not banned", what, p)
						}
					} else if _, ok := b.key(ban.Target); !ok {
						t.Errorf("%s: the key is not banned", what)
					}
				}
			}()
			select {
			case <-done:
			case <-time.After(5 * time.Second): // the test fails
				t.Errorf("%s: a connection waits for the store", what)
			}
		}
		if err := f(); err != nil || !asked {
			t.Errorf("%s: %v, the store was asked: %v", what, err, asked)
		}
		st.meanwhile = nil
	}
	busy("ban", func() error { return b.add(t.Context(), time.Hour, Ban{Target: gone}) })
	busy("ban more", func() error { return b.add(t.Context(), time.Hour, Ban{Target: other}, Ban{Target: someKey}) })
	busy("lift", func() error { _, err := b.Lift(t.Context(), func(b Ban) bool { return b.Target == gone }); return err })
	busy("read", func() error { _, err := b.read(t.Context()); return err })
	if list := b.List(); len(list) != 2 {
		t.Errorf("in the end the bans are %v", list)
	}
}
