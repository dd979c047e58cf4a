package e2e

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"arcade/lobby"
	"arcade/sessions/words"
)

// command runs a command by a key, nil for a guest, on a connection of its own.
func command(t *testing.T, addr string, key gossh.Signer, line string) (stdout, stderr string, code int) {
	t.Helper()
	c, err := dial(addr, "someone", by(key))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	s, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Setenv("LANG", english); err != nil {
		t.Fatal(err)
	}
	var out, errs strings.Builder
	s.Stdout, s.Stderr = &out, &errs
	var exit *gossh.ExitError
	if err := s.Run(line); errors.As(err, &exit) {
		code = exit.ExitStatus()
	} else if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return out.String(), errs.String(), code
}

// done is command of what must work.
func done(t *testing.T, addr string, key gossh.Signer, line string) string {
	t.Helper()
	out, errs, code := command(t, addr, key, line)
	if code != 0 {
		t.Fatalf("%s: %d %s", line, code, errs)
	}
	return out
}

// codeOf is a code for another key, from the line that is to be typed.
func codeOf(t *testing.T, out string) string {
	t.Helper()
	_, code, ok := strings.Cut(strings.TrimSpace(out[strings.LastIndex(strings.TrimSpace(out), "\n")+1:]), "keys add ")
	if !ok {
		t.Fatalf("no line to type in %q", out)
	}
	return code
}

// The words by which a session ends are the last that its screen shows.
func (c *client) farewell(key string) {
	c.t.Helper()
	c.wait()
	said := string(c.bytes())
	if !strings.Contains(said, words.T(words.KO, key)) && !strings.Contains(said, words.T(words.EN, key)) {
		c.fatalf("no word of farewell")
	}
}

// Two keys become one player by a code; whichever comes last takes over; a key
// that is removed takes its session with it.
func TestTwoKeysAreOnePlayer(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	desk, laptop := newKey(t), newKey(t)
	one := visit(t, h.addr, desk, opts{user: "kim"})
	code := codeOf(t, done(t, h.addr, desk, "keys add"))
	if _, errs, rc := command(t, h.addr, nil, "keys add "+code); rc != 1 || !strings.Contains(errs, words.T(words.EN, "err.guest_key")) {
		t.Errorf("a guest: %d %s", rc, errs)
	}
	if out := done(t, h.addr, laptop, "keys add "+strings.ToLower(code)); !strings.Contains(out, "kim") {
		t.Errorf("added: %s", out)
	}
	if _, _, rc := command(t, h.addr, newKey(t), "keys add "+code); rc != 1 {
		t.Error("a code works twice")
	}

	two := enter(t, h.addr, laptop, opts{user: "someone"})
	two.await(`kim .*<sh.online n=1>`)
	one.decide(`<sh.moved>`, "Enter")
	one.wait()

	var list []struct {
		Key     string
		Current bool
	}
	if err := json.Unmarshal([]byte(done(t, h.addr, desk, "keys list --json")), &list); err != nil || len(list) != 2 || !list[0].Current || list[1].Current {
		t.Fatalf("keys %v, %v", list, err)
	}
	done(t, h.addr, desk, "keys remove "+gossh.FingerprintSHA256(laptop.PublicKey()))
	two.farewell("acc.bye.removed")
	if out := done(t, h.addr, laptop, "whoami"); !strings.Contains(out, "never been in") {
		t.Errorf("by the removed key: %s", out)
	}
	if _, errs, rc := command(t, h.addr, desk, "keys remove SHA256:"); rc != 1 || !strings.Contains(errs, words.T(words.EN, "err.no_key")) {
		t.Errorf("none named: %d %s", rc, errs)
	}
	if _, errs, rc := command(t, h.addr, desk, "keys remove "+gossh.FingerprintSHA256(desk.PublicKey())); rc != 1 || !strings.Contains(errs, words.T(words.EN, "err.last_key")) {
		t.Errorf("the last: %d %s", rc, errs)
	}
}

// A newcomer's empty account is given up for the code of another player; one with
// games is not.
func TestKeyWithAnAccountIsAdded(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	kim, lee, played := newKey(t), newKey(t), newKey(t)
	enter(t, h.addr, kim, opts{user: "kim"}).await(atHome)
	empty := visit(t, h.addr, lee, opts{user: "lee"})
	full := visit(t, h.addr, played, opts{user: "park"})
	full.keys("Enter")
	full.await(focused)

	if _, errs, rc := command(t, h.addr, played, "keys add "+codeOf(t, done(t, h.addr, kim, "keys add"))); rc != 1 || !strings.Contains(errs, words.T(words.EN, "err.key_played")) {
		t.Errorf("with games: %d %s", rc, errs)
	}
	full.await(focused)
	done(t, h.addr, lee, "keys add "+codeOf(t, done(t, h.addr, kim, "keys add")))
	empty.farewell("acc.bye.moved")
	if out := done(t, h.addr, lee, "whoami"); !strings.HasPrefix(out, "kim ") {
		t.Errorf("now %s", out)
	}
}

// Everything can be had as a file and be deleted; who comes again is a newcomer,
// and the opponent keeps the game.
func TestExportAndDelete(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	a, b := newKey(t), newKey(t)
	kim := visit(t, h.addr, a, opts{user: "kim"})
	lee := visit(t, h.addr, b, opts{user: "lee"})
	v, err := h.lobby.PlayerByName("kim")
	if err != nil {
		t.Fatal(err)
	}
	kim.keys("Enter") // a game with a bot, and an open seat
	kim.await(focused)
	out := done(t, h.addr, a, "me export")
	var doc struct {
		Format  string
		Player  struct{ Name string }
		Matches []struct {
			ID, Status string
			Kibo       struct{ Format, ID string }
		}
	}
	if err := json.Unmarshal([]byte(out), &doc); err != nil || doc.Format != lobby.PlayerFormat || doc.Player.Name != "kim" || len(doc.Matches) != 2 || doc.Matches[0].Kibo.ID != doc.Matches[0].ID || doc.Matches[1].Status != "open" {
		t.Errorf("export: %v\n%s", err, out)
	}
	if _, errs, rc := command(t, h.addr, nil, "me export"); rc != 1 || !strings.Contains(errs, words.T(words.EN, "err.guest_key")) {
		t.Errorf("of a guest: %d %s", rc, errs)
	}

	if out := done(t, h.addr, a, "me delete"); !strings.Contains(out, "me delete --name kim") {
		t.Errorf("asked: %s", out)
	}
	for _, name := range []string{"lee", "KIM", "''", "'kim\\'", "$(kim)", strings.Repeat("k", 3000)} {
		if _, _, rc := command(t, h.addr, a, "me delete --name "+name); rc == 0 && name != "''" {
			t.Errorf("deleted by %.20q", name)
		}
	}
	kim.await(focused)
	done(t, h.addr, a, "me delete --name kim")
	kim.farewell("acc.deleted")
	if _, err := h.lobby.Player(v.ID); !errors.Is(err, lobby.ErrNoPlayer) {
		t.Errorf("after it: %v", err)
	}
	again := enter(t, h.addr, a, opts{user: "kim"})
	again.await(`<home.welcome>`)
	if p, err := h.lobby.PlayerByName("kim"); err != nil || p.ID == v.ID {
		t.Errorf("who came again: %+v, %v", p, err)
	}
	lee.leave()
	again.leave()
}

// Hostile input is answered, and nothing of it reaches a terminal.
func TestHostileAccountCommands(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	key := newKey(t)
	enter(t, h.addr, key, opts{user: "kim"}).await(atHome)
	for _, line := range []string{
		"keys", "keys add a b", "keys add " + strings.Repeat("A", 3000), "keys add ''", "keys add '../../x'", "keys remove", "keys remove ''",
		"keys remove '*'", "keys remove \u202ex", "keys list x", "me", "me export x", "me delete kim", "me delete --nom kim", "keys add --json=x",
	} {
		out, errs, rc := command(t, h.addr, key, line)
		if rc == 0 || out != "" || strings.ContainsFunc(errs[:len(errs)-1], func(r rune) bool { return r < ' ' || r == '\u202e' }) {
			t.Errorf("%.40q: %d %q %q", line, rc, out, errs)
		}
	}
	for range 10 { // guessing from here ends
		command(t, h.addr, newKey(t), "keys add AAAA-AAAA")
	}
	code := codeOf(t, done(t, h.addr, key, "keys add"))
	if _, errs, rc := command(t, h.addr, newKey(t), "keys add "+code); rc != 1 || !strings.Contains(errs, words.T(words.EN, "err.guessing")) {
		t.Errorf("after guessing: %d %s", rc, errs)
	}
}
