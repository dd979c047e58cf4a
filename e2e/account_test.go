package e2e

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"arcade/e2e/door"
	"arcade/lobby/export"
	"arcade/lobby/records"
	"arcade/sessions/words"
)

// done runs a command that must succeed, and returns its output.
func done(t *testing.T, addr string, key gossh.Signer, line string) string {
	t.Helper()
	out, errs, code := door.Command(t, addr, key, line)
	if code != 0 {
		t.Fatalf("%s: %d %s", line, code, errs)
	}
	return out
}

// codeOf returns the code for another key from the line that the player is to type.
func codeOf(t *testing.T, out string) string {
	t.Helper()
	_, code, ok := strings.Cut(strings.TrimSpace(out[strings.LastIndex(strings.TrimSpace(out), "\n")+1:]), "keys add ")
	if !ok {
		t.Fatalf("no line to type in %q", out)
	}
	return code
}

// farewell waits for the session's end, and checks that its output gives the reason.
func (c *client) farewell(key string) {
	c.T.Helper()
	c.Wait()
	said := string(c.Bytes())
	if !strings.Contains(said, words.T(words.KO, key)) && !strings.Contains(said, words.T(words.EN, key)) {
		c.Fatalf("no word of farewell")
	}
}

// A code makes two keys one player. Removing a key ends its session.
func TestTwoKeysAreOnePlayer(t *testing.T) {
	t.Parallel()
	h := open(t, door.Quick)
	desk, laptop := door.NewKey(t), door.NewKey(t)
	one := visit(t, h.Addr, desk, door.Opts{User: "kim"})
	code := codeOf(t, done(t, h.Addr, desk, "keys add"))
	if _, errs, rc := door.Command(t, h.Addr, nil, "keys add "+code); rc != 1 || !strings.Contains(errs, words.T(words.EN, "err.guest_key")) {
		t.Errorf("a guest: %d %s", rc, errs)
	}
	if out := done(t, h.Addr, laptop, "keys add "+strings.ToLower(code)); !strings.Contains(out, "kim") {
		t.Errorf("added: %s", out)
	}
	if _, _, rc := door.Command(t, h.Addr, door.NewKey(t), "keys add "+code); rc != 1 {
		t.Error("a code works twice")
	}

	two := enter(t, h.Addr, laptop, door.Opts{User: "someone"})
	two.Await(`kim .*<sh.online n=1>`)
	two.Await(`<sh.beside>`)
	one.Leave()

	var list []struct {
		Key     string
		Current bool
	}
	if err := json.Unmarshal([]byte(done(t, h.Addr, desk, "keys list --json")), &list); err != nil || len(list) != 2 || !list[0].Current || list[1].Current {
		t.Fatalf("keys %v, %v", list, err)
	}
	done(t, h.Addr, desk, "keys remove "+gossh.FingerprintSHA256(laptop.PublicKey()))
	two.farewell("acc.bye.removed")
	if out := done(t, h.Addr, laptop, "whoami"); !strings.Contains(out, "never been in") {
		t.Errorf("by the removed key: %s", out)
	}
	if _, errs, rc := door.Command(t, h.Addr, desk, "keys remove SHA256:"); rc != 1 || !strings.Contains(errs, words.T(words.EN, "err.no_key")) {
		t.Errorf("none named: %d %s", rc, errs)
	}
	if _, errs, rc := door.Command(t, h.Addr, desk, "keys remove "+gossh.FingerprintSHA256(desk.PublicKey())); rc != 1 || !strings.Contains(errs, words.T(words.EN, "err.last_key")) {
		t.Errorf("the last: %d %s", rc, errs)
	}
}

// A newcomer's empty account is dropped for another player's code. An account with games is not.
func TestKeyWithAnAccountIsAdded(t *testing.T) {
	t.Parallel()
	h := open(t, door.Quick)
	kim, lee, played := door.NewKey(t), door.NewKey(t), door.NewKey(t)
	enter(t, h.Addr, kim, door.Opts{User: "kim"}).Await(atHome)
	empty := visit(t, h.Addr, lee, door.Opts{User: "lee"})
	full := visit(t, h.Addr, played, door.Opts{User: "park"})
	full.Keys("Enter")
	full.Await(focused)

	if _, errs, rc := door.Command(t, h.Addr, played, "keys add "+codeOf(t, done(t, h.Addr, kim, "keys add"))); rc != 1 || !strings.Contains(errs, words.T(words.EN, "err.key_played")) {
		t.Errorf("with games: %d %s", rc, errs)
	}
	full.Await(focused)
	done(t, h.Addr, lee, "keys add "+codeOf(t, done(t, h.Addr, kim, "keys add")))
	empty.farewell("acc.bye.moved")
	if out := done(t, h.Addr, lee, "whoami"); !strings.HasPrefix(out, "kim ") {
		t.Errorf("now %s", out)
	}
}

// A player can export and delete everything. With the same key the player is then a newcomer, and the
// opponent keeps the game.
func TestExportAndDelete(t *testing.T) {
	t.Parallel()
	h := open(t, door.Quick)
	a, b := door.NewKey(t), door.NewKey(t)
	kim := visit(t, h.Addr, a, door.Opts{User: "kim"})
	lee := visit(t, h.Addr, b, door.Opts{User: "lee"})
	v, err := h.Lobby.PlayerByName(t.Context(), "kim")
	if err != nil {
		t.Fatal(err)
	}
	kim.Keys("Enter") // a game with a bot, and an open seat
	kim.Await(focused)
	out := done(t, h.Addr, a, "me export")
	var doc struct {
		Format  string
		Player  struct{ Name string }
		Matches []struct {
			ID, Status string
			Kibo       struct{ Format, ID string }
		}
	}
	if err := json.Unmarshal([]byte(out), &doc); err != nil || doc.Format != export.Format || doc.Player.Name != "kim" || len(doc.Matches) != 2 {
		t.Fatalf("export: %v\n%s", err, out)
	}
	live, seat := doc.Matches[0], doc.Matches[1]
	if live.Status == "open" { // both are made at almost the same time
		live, seat = seat, live
	}
	if live.Kibo.ID != live.ID || seat.Status != "open" {
		t.Errorf("exported %+v and %+v", live, seat)
	}
	if _, errs, rc := door.Command(t, h.Addr, nil, "me export"); rc != 1 || !strings.Contains(errs, words.T(words.EN, "err.guest_key")) {
		t.Errorf("of a guest: %d %s", rc, errs)
	}

	if out := done(t, h.Addr, a, "me delete"); !strings.Contains(out, "me delete --name kim") {
		t.Errorf("asked: %s", out)
	}
	for _, name := range []string{"lee", "KIM", "''", "'kim\\'", "$(kim)", strings.Repeat("k", 3000)} {
		if _, _, rc := door.Command(t, h.Addr, a, "me delete --name "+name); rc == 0 && name != "''" {
			t.Errorf("deleted by %.20q", name)
		}
	}
	kim.Await(focused)
	done(t, h.Addr, a, "me delete --name kim")
	kim.farewell("acc.deleted")
	if _, err := h.Lobby.Player(t.Context(), v.ID); !errors.Is(err, records.ErrNoPlayer) {
		t.Errorf("after it: %v", err)
	}
	again := enter(t, h.Addr, a, door.Opts{User: "kim"})
	again.Await(`<home.welcome>`)
	if p, err := h.Lobby.PlayerByName(t.Context(), "kim"); err != nil || p.ID == v.ID {
		t.Errorf("who came again: %+v, %v", p, err)
	}
	lee.Leave()
	again.Leave()
}

// Hostile input gets a reply, and none of it reaches a terminal.
func TestHostileAccountCommands(t *testing.T) {
	t.Parallel()
	h := open(t, door.Quick)
	key := door.NewKey(t)
	enter(t, h.Addr, key, door.Opts{User: "kim"}).Await(atHome)
	for _, line := range []string{
		"keys", "keys add a b", "keys add " + strings.Repeat("A", 3000), "keys add ''", "keys add '../../x'", "keys remove", "keys remove ''",
		"keys remove '*'", "keys remove \u202ex", "keys list x", "me", "me export x", "me delete kim", "me delete --nom kim", "keys add --json=x",
	} {
		out, errs, rc := door.Command(t, h.Addr, key, line)
		if rc == 0 || out != "" || strings.ContainsFunc(errs[:len(errs)-1], func(r rune) bool { return r < ' ' || r == '\u202e' }) {
			t.Errorf("%.40q: %d %q %q", line, rc, out, errs)
		}
	}
	for range 10 { // this address may guess no more
		door.Command(t, h.Addr, door.NewKey(t), "keys add AAAA-AAAA")
	}
	code := codeOf(t, done(t, h.Addr, key, "keys add"))
	if _, errs, rc := door.Command(t, h.Addr, door.NewKey(t), "keys add "+code); rc != 1 || !strings.Contains(errs, words.T(words.EN, "err.guessing")) {
		t.Errorf("after guessing: %d %s", rc, errs)
	}
}
