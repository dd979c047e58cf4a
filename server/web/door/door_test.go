package door_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	gossh "golang.org/x/crypto/ssh"

	"arcade/e2e/door"
	"arcade/games"
	"arcade/games/othello"
	"arcade/games/yut"
	"arcade/lobby"
	"arcade/lobby/directory"
	"arcade/lobby/pairing"
	"arcade/lobby/turns"
	"arcade/server"
	page "arcade/server/web/door"
)

// open starts an arcade with pages, and returns their URL.
func open(t *testing.T, hosts ...string) (*door.House, string) {
	t.Helper()
	cfg := door.Quick
	cfg.Games = games.NewRegistry(othello.Game{})
	h := door.Open(t, cfg)
	return h, h.Pages(t, hosts...)
}

// socket is a page's socket in a test.
type socket struct {
	*websocket.Conn
	t         *testing.T
	origin    string
	challenge string
	token     string
	rest      []byte
}

// dial opens a socket as a page of the given origin does without a hello, and reads the challenge.
func dial(t *testing.T, at, origin string) (*socket, error) {
	t.Helper()
	return dialBy(t, nil, at, origin)
}

// dialBy is dial with an HTTP client, nil for the usual one, and with subprotocols, which may bring a hello.
func dialBy(t *testing.T, by *http.Client, at, origin string, protocols ...string) (*socket, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), door.Patience)
	defer cancel()
	ws, _, err := websocket.Dial(ctx, strings.Replace(at, "http", "ws", 1)+"/socket", &websocket.DialOptions{HTTPClient: by, HTTPHeader: http.Header{"Origin": {origin}}, Subprotocols: protocols})
	if err != nil {
		return nil, err
	}
	if len(protocols) > 0 && ws.Subprotocol() != protocols[0] {
		t.Fatalf("the answer has the subprotocol %q: a browser closes the socket", ws.Subprotocol())
	}
	ws.SetReadLimit(1 << 20)
	s := &socket{Conn: ws, t: t, origin: origin}
	t.Cleanup(func() { _ = ws.CloseNow() })
	var m struct{ Challenge, Token, Refused string }
	if err := json.Unmarshal(s.next(websocket.MessageText), &m); err != nil || m.Challenge+m.Token+m.Refused == "" {
		t.Fatalf("first message: %v", err)
	}
	if m.Refused != "" {
		return nil, errors.New(m.Refused)
	}
	s.challenge, s.token = m.Challenge, m.Token
	return s, nil
}

// next returns the next message of a kind.
func (s *socket) next(kind websocket.MessageType) []byte {
	s.t.Helper()
	for {
		ctx, cancel := context.WithTimeout(s.t.Context(), door.Patience)
		got, b, err := s.Read(ctx)
		cancel()
		if err != nil {
			s.t.Fatal(err)
		}
		if got == kind {
			return b
		}
	}
}

// say sends a message.
func (s *socket) say(m map[string]any) {
	b, _ := json.Marshal(m)
	_ = s.Write(s.t.Context(), websocket.MessageText, b)
}

// enter identifies the page and waits for its session. A nil key means a guest.
func (s *socket) enter(key ed25519.PrivateKey, more map[string]any) {
	s.t.Helper()
	m := map[string]any{"t": "h", "x": 80, "y": 24, "lang": "en"}
	if key != nil {
		m["key"], m["sign"] = []byte(key.Public().(ed25519.PublicKey)), ed25519.Sign(key, page.Signed(s.origin, s.challenge))
	}
	for k, v := range more {
		m[k] = v
	}
	s.say(m)
	var got struct{ Token string }
	ctx, cancel := context.WithTimeout(s.t.Context(), door.Patience)
	defer cancel()
	kind, b, err := s.Read(ctx)
	if err != nil || kind != websocket.MessageText {
		s.t.Fatalf("the token is not first: %v, %v, %.80q", err, kind, b)
	}
	if err := json.Unmarshal(b, &got); err != nil || got.Token == "" {
		s.t.Fatalf("no session: %v", err)
	}
	s.token = got.Token
}

// visit opens the page of a new player, at the home screen.
func visit(t *testing.T, at string) *socket {
	t.Helper()
	s, err := dial(t, at, at)
	if err != nil {
		t.Fatal(err)
	}
	s.enter(door.NewSecret(t), nil)
	s.until("ARCADE")
	return s
}

// helped presses keys that open or close the help, and waits for the bar of keys after each. It does not
// wait for rows, which also change when other players come and go.
func (s *socket) helped(keys ...string) {
	s.t.Helper()
	for _, key := range keys {
		s.say(map[string]any{"t": "k", "k": key})
		s.until(`"keys":`)
	}
}

// until reads and acknowledges frames until one frame has all the texts.
func (s *socket) until(texts ...string) string {
	s.t.Helper()
	for {
		s.rest = append(s.rest, s.next(websocket.MessageBinary)...)
		for {
			line, rest, ok := strings.Cut(string(s.rest), "\n")
			if !ok {
				break
			}
			s.rest = []byte(rest)
			s.say(map[string]any{"t": "a", "n": 1})
			if !slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(line, text) }) {
				return line
			}
		}
	}
}

// closed waits until the server closes the socket, and returns the status.
func (s *socket) closed() websocket.StatusCode {
	s.t.Helper()
	for {
		ctx, cancel := context.WithTimeout(s.t.Context(), door.Patience)
		_, _, err := s.Read(ctx)
		cancel()
		if err != nil {
			if ctx.Err() == context.DeadlineExceeded {
				s.t.Fatal("the socket is open")
			}
			return websocket.CloseStatus(err)
		}
	}
}

// A page's key is a normal key: its session belongs to the player whom SSH knows by this key.
func TestKeyIsAPlayer(t *testing.T) {
	h, at := open(t)
	secret := door.NewSecret(t)
	signer, err := gossh.NewSignerFromKey(secret)
	if err != nil {
		t.Fatal(err)
	}
	s, err := dial(t, at, at)
	if err != nil {
		t.Fatal(err)
	}
	s.enter(secret, nil)
	s.until("ARCADE")
	out, _, code := door.Command(t, h.Addr, signer, "whoami")
	if code != 0 || !strings.Contains(out, gossh.FingerprintSHA256(signer.PublicKey())) {
		t.Fatalf("whoami: %s", out)
	}
	s.say(map[string]any{"t": "x", "v": "keys list"})
	var answer struct{ Answer, Text, Failed string }
	if err := json.Unmarshal(s.next(websocket.MessageText), &answer); err != nil || !strings.Contains(answer.Text, gossh.FingerprintSHA256(signer.PublicKey())) {
		t.Errorf("keys list: %+v %v", answer, err)
	}
	s.say(map[string]any{"t": "x", "v": "bot play"})
	if err := json.Unmarshal(s.next(websocket.MessageText), &answer); err != nil || answer.Failed == "" {
		t.Errorf("another command: %+v %v", answer, err)
	}
}

// command runs a command as the page, and returns the reply.
func (s *socket) command(line string) (a struct{ Answer, Text, Failed string }) {
	s.t.Helper()
	s.say(map[string]any{"t": "x", "v": line})
	if err := json.Unmarshal(s.next(websocket.MessageText), &a); err != nil || a.Answer != line {
		s.t.Fatalf("%s: %+v %v", line, a, err)
	}
	return a
}

// A page's key is added to another player by a code. The page can then export and delete that player's
// account. A guest can do none of this.
func TestAccount(t *testing.T) {
	h, at := open(t)
	desk := door.NewKey(t)
	door.Enter(t, h.Addr, desk, door.Opts{Lang: door.English, User: "kim"}).Await(`kim .*<sh.online n=1>`)
	out, _, _ := door.Command(t, h.Addr, desk, "keys add")
	guest, err := dial(t, at, at)
	if err != nil {
		t.Fatal(err)
	}
	guest.enter(nil, nil)
	guest.until("ARCADE")
	code := strings.Fields(out)[1]
	for _, line := range []string{"keys add " + code, "keys list", "me export", "me delete"} {
		if a := guest.command(line); !strings.Contains(a.Failed, "guest") {
			t.Errorf("a guest's %s: %+v", line, a)
		}
	}
	secret := door.NewSecret(t)
	s, err := dial(t, at, at)
	if err != nil {
		t.Fatal(err)
	}
	s.enter(secret, nil)
	s.until("ARCADE")
	s.say(map[string]any{"t": "x", "v": "keys add " + code}) // its session ends, because its own player is gone
	s.closed()
	if s, err = dial(t, at, at); err != nil {
		t.Fatal(err)
	}
	s.enter(secret, nil)
	s.until("ARCADE")
	if a := s.command("me export"); !strings.Contains(a.Text, `"kim"`) {
		t.Errorf("me export: %+v", a)
	}
	if a := s.command("me delete"); !strings.Contains(a.Text, "me delete --name kim") {
		t.Errorf("me delete: %+v", a)
	}
	s.say(map[string]any{"t": "x", "v": "me delete --name kim"})
	s.until(`"bye"`, "deleted")
	if _, err := h.Lobby.PlayerByName(t.Context(), "kim"); err == nil {
		t.Error("kim is there")
	}
}

// A page's commands are limited in rate. A page that exceeds it gets a reply that says so.
func TestCommandsHaveARate(t *testing.T) {
	_, at := open(t)
	s := visit(t, at)
	refused := 0
	for range 30 {
		if a := s.command("keys list"); strings.Contains(a.Failed, "too many commands") {
			refused++
		}
	}
	if refused == 0 {
		t.Error("30 commands in a row")
	}
}

// A ban of a key ends its page and keeps it out. A ban of an address refuses the socket.
func TestBans(t *testing.T) {
	h, at := open(t)
	secret := door.NewSecret(t)
	signer, err := gossh.NewSignerFromKey(secret)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // connected at the ban, and again later
		s, err := dial(t, at, at)
		if err != nil {
			t.Fatal(err)
		}
		s.enter(secret, nil)
		if len(h.Nodes[0].Server.Bans().List()) == 0 {
			s.until("ARCADE")
			if n, err := h.Nodes[0].Server.Ban(t.Context(), time.Hour, server.Ban{Target: gossh.FingerprintSHA256(signer.PublicKey()), Reason: "spam"}); n != 1 || err != nil {
				t.Fatalf("banned %d, %v", n, err)
			}
		}
		s.until(`"bye"`, "spam")
		if code := s.closed(); code != 4000 {
			t.Errorf("closed with %d", code)
		}
	}
	if _, err := h.Nodes[0].Server.Ban(t.Context(), time.Hour, server.Ban{Target: "127.0.0.1/32"}); err != nil {
		t.Fatal(err)
	}
	if _, err := dial(t, at, at); err == nil {
		t.Error("a banned address has a socket")
	}
}

// A challenge is for one socket and one origin. A page that cannot prove its key gets no session.
func TestForgedProofs(t *testing.T) {
	_, at := open(t)
	key := door.NewSecret(t)
	first, err := dial(t, at, at)
	if err != nil {
		t.Fatal(err)
	}
	old := ed25519.Sign(key, page.Signed(first.origin, first.challenge))
	public := []byte(key.Public().(ed25519.PublicKey))
	for name, m := range map[string]func(s *socket) map[string]any{
		"a replayed signature": func(*socket) map[string]any { return map[string]any{"key": public, "sign": old} },
		"another origin": func(s *socket) map[string]any {
			return map[string]any{"key": public, "sign": ed25519.Sign(key, page.Signed("https://evil.example", s.challenge))}
		},
		"another's key": func(s *socket) map[string]any {
			return map[string]any{"key": []byte(door.NewSecret(t).Public().(ed25519.PublicKey)), "sign": ed25519.Sign(key, page.Signed(s.origin, s.challenge))}
		},
		"no signature":           func(*socket) map[string]any { return map[string]any{"key": public} },
		"half a key":             func(*socket) map[string]any { return map[string]any{"key": public[:16], "sign": old} },
		"a key before the hello": func(*socket) map[string]any { return map[string]any{"t": "k", "k": "q"} },
		"no JSON":                nil,
	} {
		s, err := dial(t, at, at)
		if err != nil {
			t.Fatal(err)
		}
		if m == nil {
			_ = s.Write(t.Context(), websocket.MessageText, []byte("}{"))
		} else {
			all := map[string]any{"t": "h", "x": 80, "y": 24}
			for k, v := range m(s) {
				all[k] = v
			}
			s.say(all)
		}
		if code := s.closed(); code != websocket.StatusPolicyViolation {
			t.Errorf("%s: closed with %v", name, code)
		}
	}
}

// A page that signs the challenge it came with brings its hello, and gets its session without a question: a new
// player, a player who comes back, a guest. A hello that proves nothing is asked for again.
func TestBroughtHellos(t *testing.T) {
	h, at := open(t)
	key := door.NewSecret(t)
	public := []byte(key.Public().(ed25519.PublicKey))
	given := func() string {
		a, _ := got(t, at+"/")
		for _, c := range a.Cookies() {
			if c.Name == "challenge" && c.Path == "/" && c.MaxAge > 0 && c.SameSite == http.SameSiteStrictMode {
				return c.Value
			}
		}
		t.Fatalf("the page comes with %q", a.Header["Set-Cookie"])
		return ""
	}
	signed := func(challenge, origin string, more map[string]any) map[string]any {
		m := map[string]any{"t": "h", "x": 80, "y": 24, "lang": "en", "key": public, "challenge": challenge, "sign": ed25519.Sign(key, page.Signed(origin, challenge))}
		maps.Copy(m, more)
		return m
	}
	bring := func(m map[string]any) (*socket, error) {
		b, _ := json.Marshal(m)
		return dialBy(t, nil, at, at, "arcade", base64.RawURLEncoding.EncodeToString(b))
	}
	must := func(m map[string]any) *socket {
		s, err := bring(m)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	first := signed(given(), at, map[string]any{"path": "/play/othello"})
	s := must(first)
	if s.token == "" {
		t.Fatal("a new player's hello was asked for again")
	}
	s.until("Othello")
	_ = s.CloseNow()
	if back := must(signed(given(), at, map[string]any{"back": s.token})); back.token != s.token {
		t.Errorf("the page that comes back gets the token %q", back.token)
	}
	if guest := must(map[string]any{"t": "h", "x": 80, "y": 24}); guest.token == "" {
		t.Error("a guest's hello was asked for again")
	}
	other := signed(given(), at, nil)
	other["key"] = []byte(door.NewSecret(t).Public().(ed25519.PublicKey))
	for name, m := range map[string]map[string]any{
		"a used challenge": first, "another's challenge": signed("bm9uZQ", at, nil), "none": signed("", at, nil),
		"another origin": signed(given(), "https://evil.example", nil), "another's key": other, "a message that is no hello": {"t": "k", "k": "q"},
	} {
		s := must(m)
		if s.token != "" {
			t.Errorf("%s: it has a session", name)
			continue
		}
		s.enter(key, nil)
		_ = s.CloseNow()
	}
	if s, err := dialBy(t, nil, at, at, "arcade", "no-hello"); err != nil || s.challenge == "" {
		t.Errorf("no hello: %v", err)
	}
	if _, err := h.Nodes[0].Server.Ban(t.Context(), time.Hour, server.Ban{Target: "127.0.0.1/32"}); err != nil {
		t.Fatal(err)
	}
	if _, err := bring(signed(given(), at, nil)); err == nil || !strings.Contains(err.Error(), "ban") {
		t.Errorf("a banned address hears %v", err)
	}
}

// A foreign page opens no socket, and no other host name leads to the door.
func TestForeignPages(t *testing.T) {
	_, at := open(t, "arcade.example")
	u, _ := url.Parse(at)
	for _, origin := range []string{"", "null", "https://evil.example", "http://127.0.0.1:1", at + "/", strings.Replace(at, "http", "file", 1)} {
		if s, err := dial(t, at, origin); err == nil {
			t.Errorf("a page of %q has socket %v", origin, s.challenge)
		}
	}
	for host, want := range map[string]int{
		u.Host: 200, "localhost:" + u.Port(): 200, "arcade.example": 200, "ARCADE.example:8022": 200,
		"10.0.0.1:8022": 200, "evil.example": 421, "arcade.example.evil.example": 421, "arcade.example, evil.example": 400, "": 400,
	} {
		nc, err := net.Dial("tcp", u.Host)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(nc, "GET / HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", host)
		b, _ := io.ReadAll(nc)
		_ = nc.Close()
		var status int
		_, _ = fmt.Sscanf(string(b), "HTTP/1.1 %d", &status)
		if status != want && (want != 400 || status == 200) {
			t.Errorf("host %q: %d, want %d", host, status, want)
		}
		if policy := string(b); status == 200 && (!strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe")) {
			t.Errorf("host %q: policy %.300s", host, policy)
		}
	}
}

// A message that no page sends disconnects its sender, and nobody else.
func TestHostileMessages(t *testing.T) {
	_, at := open(t)
	bystander := visit(t, at)
	for name, attack := range map[string]func(*socket){
		"an unknown message": func(s *socket) { s.say(map[string]any{"t": "?"}) },
		"a second hello":     func(s *socket) { s.say(map[string]any{"t": "h"}) },
		"a negative place":   func(s *socket) { s.say(map[string]any{"t": "d", "x": -1 << 40}) },
		"no JSON":            func(s *socket) { _ = s.Write(t.Context(), websocket.MessageBinary, []byte{0xff, 0}) },
		"a megabyte at once": func(s *socket) { s.say(map[string]any{"t": "k", "k": strings.Repeat("a", 1<<20)}) },
	} {
		s, err := dial(t, at, at)
		if err != nil {
			t.Fatal(err)
		}
		s.enter(nil, nil)
		attack(s)
		if code := s.closed(); code != websocket.StatusPolicyViolation && code != websocket.StatusMessageTooBig {
			t.Errorf("%s: closed with %v", name, code)
		}
		bystander.helped("?", "Escape") // the server would drop a reader that is three lines behind
	}
	// Odd but harmless values are clamped, and the session goes on.
	s, err := dial(t, at, at)
	if err != nil {
		t.Fatal(err)
	}
	s.enter(nil, map[string]any{"x": 10000, "y": 10000})
	if got := s.until(`"rows"`); !strings.HasPrefix(got, `{"w":500,"h":200,`) {
		t.Errorf("a huge page: %.60s", got)
	}
	s.say(map[string]any{"t": "s", "x": 80, "y": 24})
	s.until(`{"w":80,"h":24,`)
	for range 50 {
		s.say(map[string]any{"t": "r", "x": 1 << 30, "y": 3})
		s.say(map[string]any{"t": "i", "v": "x", "f": 99, "n": 1})
		s.say(map[string]any{"t": "a", "n": -1 << 40})
		s.say(map[string]any{"t": "u", "k": "x"})
	}
	s.helped("?")
	bystander.helped("?")
}

// A page that returns resumes its session, with everything on the screen. No other page can.
func TestComingBack(t *testing.T) {
	_, at := open(t)
	key := door.NewSecret(t)
	s, err := dial(t, at, at)
	if err != nil {
		t.Fatal(err)
	}
	s.enter(key, map[string]any{"path": "/play/othello"})
	s.until("Othello")
	_ = s.CloseNow()
	for _, other := range []ed25519.PrivateKey{nil, door.NewSecret(t)} {
		thief, err := dial(t, at, at)
		if err != nil {
			t.Fatal(err)
		}
		thief.enter(other, map[string]any{"back": s.token})
		if thief.token == s.token {
			t.Fatal("somebody else has the session")
		}
	}
	back, err := dial(t, at, at)
	if err != nil {
		t.Fatal(err)
	}
	back.enter(key, map[string]any{"back": s.token, "x": 90, "y": 30})
	if back.token != s.token {
		t.Fatal("another session")
	}
	// There may be one frame or two: the session may draw between the arrival of the page and of its
	// size.
	back.until("Othello", `{"w":90,"h":30,`)
	second, err := dial(t, at, at)
	if err != nil {
		t.Fatal(err)
	}
	second.enter(key, map[string]any{"back": s.token})
	if code := back.closed(); code != 4001 {
		t.Errorf("the page before is closed with %v", code)
	}
}

// A page that resumes its session has logged in, and takes the place of the page before: the session counts
// as one connection, at the new page's address. The place is free when the session ends.
func TestResumedPagesHaveOnePlace(t *testing.T) {
	h, at := open(t)
	srv := h.Nodes[0].Server
	counts := func() string {
		st := srv.Stats()
		return fmt.Sprint(st.Handshakes, st.Sessionless, st.Serving)
	}
	await := func(want string) {
		t.Helper()
		for end := time.Now().Add(door.Patience); counts() != want; time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("connections before the login, without a session and with one: %s, want %s", counts(), want)
			}
		}
	}
	key, token := door.NewSecret(t), ""
	var last *socket
	for i := range 3 {
		from := net.IPv4(127, 1, 0, byte(1+i))
		by := http.Transport{DialContext: (&net.Dialer{LocalAddr: &net.TCPAddr{IP: from}}).DialContext}
		s, err := dialBy(t, &http.Client{Transport: &by}, at, at)
		if err != nil {
			t.Fatal(err)
		}
		s.enter(key, map[string]any{"back": token})
		if token != "" && s.token != token {
			t.Fatal("another session")
		}
		s.until("ARCADE")
		await("0 0 1")
		if all := srv.Sessions(); len(all) != 1 || all[0].Address.Addr().String() != from.String() {
			t.Errorf("sessions %+v, want one at %v", all, from)
		}
		token, last = s.token, s
	}
	srv.Kick(func(server.Present) bool { return true }, server.Kicked(""))
	if code := last.closed(); code != 4000 {
		t.Errorf("closed with %v", code)
	}
	await("0 0 0")
}

// A request for a socket that fails to upgrade leaves an HTTP connection, which counts as one.
func TestFailedUpgradesCount(t *testing.T) {
	_, at := open(t)
	u, _ := url.Parse(at)
	type line struct {
		net.Conn
		r *bufio.Reader
	}
	ask := func(l line, path string) bool {
		_ = l.SetDeadline(time.Now().Add(door.Patience))
		fmt.Fprintf(l, "GET %s HTTP/1.1\r\nHost: %s\r\nOrigin: %s\r\n\r\n", path, u.Host, at)
		a, err := http.ReadResponse(l.r, nil)
		if err != nil {
			return false
		}
		_, err = io.Copy(io.Discard, a.Body)
		return err == nil
	}
	const most = 50 // connections of one address
	var all []line
	for range most + 20 {
		nc, err := net.Dial("tcp", u.Host)
		if err != nil {
			t.Fatal(err)
		}
		defer nc.Close()
		l := line{nc, bufio.NewReader(nc)}
		if !ask(l, "/socket") {
			t.Fatal("no answer")
		}
		all = append(all, l)
	}
	n := 0
	for _, l := range all {
		if ask(l, "/manifest.webmanifest") {
			n++
		}
	}
	if n > most {
		t.Errorf("%d connections of one address are open, %d are allowed", n, most)
	}
}

// A command that waits for its place delays neither keys nor acknowledgements. A second command meanwhile
// is refused.
func TestKeysBesideACommand(t *testing.T) {
	h, at := open(t)
	work := h.Nodes[0].Server.Turns()
	s := visit(t, at)
	var taken []*turns.Turn
	for range work.Places() {
		one, err := work.Begin(t.Context(), turns.Payer{From: "198.51.100.1"}, turns.Command)
		if err != nil {
			t.Fatal(err)
		}
		taken = append(taken, one)
	}
	s.say(map[string]any{"t": "x", "v": "keys list"})
	s.helped("?", "Escape", "?", "Escape", "?", "Escape")
	if a := s.command("me export"); a.Failed == "" {
		t.Error("a second command runs")
	}
	gone := visit(t, at) // the log must not complain that its command has failed
	gone.say(map[string]any{"t": "x", "v": "keys list"})
	for end := time.Now().Add(door.Patience); work.Counts()[turns.Command].Waiting < 2; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("its command does not wait")
		}
	}
	_ = gone.CloseNow()
	for end := time.Now().Add(door.Patience); work.Counts()[turns.Command].Gone == 0; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("its command goes on")
		}
	}
	for _, one := range taken {
		one.End()
	}
	var a struct{ Answer, Text, Failed string }
	if err := json.Unmarshal(s.next(websocket.MessageText), &a); err != nil || a.Answer != "keys list" || a.Failed != "" {
		t.Errorf("the first command: %+v %v", a, err)
	}
	if a := s.command("me export"); a.Failed != "" {
		t.Errorf("the next command: %+v", a)
	}
}

// Sockets that send nothing, never finish their request, or never read leave room for others: a player's
// keys are handled and a newcomer gets in while all of them are open.
func TestHalfOpenSockets(t *testing.T) {
	_, at := open(t)
	u, _ := url.Parse(at)
	player := visit(t, at)
	upgrade := fmt.Sprintf("GET /socket HTTP/1.1\r\nHost: %s\r\nOrigin: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", u.Host, at)
	for i := range 2000 {
		// They come from a hundred addresses of another network. A single address would only take its own
		// places.
		from := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 1, 0, byte(1+i%100))}}
		nc, err := from.DialContext(t.Context(), "tcp", u.Host)
		if err != nil {
			t.Fatal(err)
		}
		defer nc.Close()
		half := upgrade
		if i%2 == 1 {
			half = half[:len(half)/2]
		}
		_, _ = io.WriteString(nc, half) // the server may have refused it already
		if i%100 == 99 {                // the server would drop a reader that waits for so long
			player.helped("?", "Escape")
		}
	}
	player.helped("?")
	newcomer, err := dial(t, at, at)
	if err != nil {
		t.Fatalf("there is no room for a newcomer: %v", err)
	}
	newcomer.enter(nil, nil)
	newcomer.until("ARCADE")
}

// A page that never reads is at most a few lines behind, and delays nobody: other players' keys are
// handled.
func TestNeverReads(t *testing.T) {
	_, at := open(t)
	player := visit(t, at)
	for range 15 {
		s, err := dial(t, at, at)
		if err != nil {
			t.Fatal(err)
		}
		s.enter(nil, map[string]any{"x": 500, "y": 200})
		for range 100 { // each requests a frame that is never acknowledged
			s.say(map[string]any{"t": "s", "x": 499, "y": 200})
			s.say(map[string]any{"t": "s", "x": 500, "y": 200})
		}
		// The player reads meanwhile. Every newcomer changes rows at home. The server drops a page that
		// acknowledges none of them for a while, as these pages do.
		player.helped("?", "Escape")
	}
}

// A megabyte of keys in many messages is handled at a session's rate, or disconnects its sender. Other
// players' keys are handled meanwhile.
func TestMegabyteOfKeys(t *testing.T) {
	_, at := open(t)
	player := visit(t, at)
	flood, err := dial(t, at, at)
	if err != nil {
		t.Fatal(err)
	}
	flood.enter(nil, nil)
	ctx, cancel := context.WithCancel(t.Context())
	sent := make(chan int)
	go func() {
		n, message := 0, []byte(`{"t":"k","k":"ArrowDown","c":"ArrowDown","m":0}`)
		for n < 1<<20 && flood.Write(ctx, websocket.MessageText, message) == nil {
			n += len(message)
		}
		sent <- n
	}()
	for range 10 {
		player.helped("?", "Escape")
	}
	cancel()
	if n := <-sent; n == 0 {
		t.Error("nothing was sent")
	}
}

// A browser's messages and the server's are compressed. A message is as large as it is unpacked.
func TestPackedMessages(t *testing.T) {
	_, at := open(t)
	ctx, cancel := context.WithTimeout(t.Context(), door.Patience)
	defer cancel()
	ws, a, err := websocket.Dial(ctx, strings.Replace(at, "http", "ws", 1)+"/socket", &websocket.DialOptions{
		HTTPHeader: http.Header{"Origin": {at}}, CompressionMode: websocket.CompressionNoContextTakeover, CompressionThreshold: 1,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = ws.CloseNow() }()
	if packs := a.Header.Get("Sec-WebSocket-Extensions"); !strings.Contains(packs, "permessage-deflate") || !strings.Contains(packs, "server_no_context_takeover") {
		t.Fatalf("extensions %q", packs)
	}
	ws.SetReadLimit(1 << 20)
	s := &socket{Conn: ws, t: t, origin: at}
	_ = s.next(websocket.MessageText)
	s.enter(nil, nil)
	s.until("ARCADE")
	s.helped("?")
	_ = ws.Write(ctx, websocket.MessageText, []byte(`{"t":"i","v":"`+strings.Repeat(" ", 1<<20)+`"}`)) // some kilobytes packed
	if code := s.closed(); code != websocket.StatusMessageTooBig {
		t.Errorf("after a message of a megabyte it closes with %d", code)
	}
}

// Pages without scripts show the boards, and links describe their targets.
func TestPlainPages(t *testing.T) {
	_, at := open(t)
	for path, want := range map[string]string{
		"/": "<title>ARCADE</title>", "/boards": "/boards/othello", "/boards/othello": "No entries yet", "/boards/chess": "", "/boards/chess?screen": "", "/boards/othello?screen": "<title>Othello · Leaderboards", "/play/othello": "<title>Othello",
		"/play/chess": "", "/daily/chess": "", "/daily/othello": "<title>Today", "/boards/othello?board=draw1": "", "/watch/%3Cscript%3E": "", "/watch/free%20coins%20at%20evil.example": "", "/replay/%E2%80%AEABCDEFGH": "", "/replay/ABCDEFGH": "", "/join/%E2%80%AEabc": "An invitation", "/join/ABC-DEF": "An invitation", "/manifest.webmanifest": `"display":"standalone"`, "/offline": "You are offline",
	} {
		r, err := http.NewRequestWithContext(t.Context(), "GET", at+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Accept-Language", "en-GB,en;q=0.9")
		a, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := io.ReadAll(a.Body)
		_ = a.Body.Close()
		if want == "" {
			if a.StatusCode != http.StatusNotFound || !strings.Contains(string(b), "No such page") || !strings.HasPrefix(a.Header.Get("Content-Type"), "text/html") {
				t.Errorf("%s: %d %s %.300s", path, a.StatusCode, a.Header.Get("Content-Type"), b)
			}
			continue
		}
		if a.StatusCode != http.StatusOK || !strings.Contains(string(b), want) || strings.Contains(string(within.ReplaceAll(b, nil)), "<script>") || strings.Contains(string(b), "\u202e") {
			t.Errorf("%s: %d %.300s", path, a.StatusCode, b)
		}
	}
	for _, path := range []string{"/og.png", "/og/play/othello", "/icon-192.png"} {
		a, err := http.Get(at + path)
		if err != nil {
			t.Fatal(err)
		}
		_ = a.Body.Close()
		if a.StatusCode != http.StatusOK || a.Header.Get("Content-Type") != "image/png" {
			t.Errorf("%s: %d %s", path, a.StatusCode, a.Header.Get("Content-Type"))
		}
	}
}

// A path that leads nowhere is a page in the reader's language: the link's, else the screens', else the
// browser's. Programs get the APIs' refusal.
func TestNothing(t *testing.T) {
	_, at := open(t)
	for _, one := range []struct{ path, accept, cookie, lang, want string }{
		{"/nothing", "text/html", "", "ko", "없는 곳이에요"},
		{"/nothing/at/all", "text/html,*/*", "", "en", "No such page"},
		{"/nothing", "text/html", "lang=ko", "en", `<html lang="ko">`},
		{"/nothing?lang=en", "text/html", "lang=ko", "ko", `<html lang="en">`},
		{"/nothing", "text/html", "lang=<xx>", "en", `<html lang="en">`},
		{"/nothing", "application/json", "", "ko", `{"detail":"Not found"}`},
		{"/nothing", "*/*", "", "ko", `{"detail":"Not found"}`},
	} {
		r, err := http.NewRequestWithContext(t.Context(), "GET", at+one.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		for name, value := range map[string]string{"Accept": one.accept, "Cookie": one.cookie, "Accept-Language": one.lang} {
			r.Header.Set(name, value)
		}
		a, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := io.ReadAll(a.Body)
		_ = a.Body.Close()
		if a.StatusCode != http.StatusNotFound || !strings.Contains(string(b), one.want) {
			t.Errorf("%+v: %d %.200s", one, a.StatusCode, b)
		}
	}
}

// A board without scripts names players, values and boards as the screens do.
func TestBoardHasWords(t *testing.T) {
	cfg := door.Quick
	cfg.Games = games.NewRegistry(yut.Game{})
	h := door.Open(t, cfg)
	at := h.Pages(t)
	name := ran(t, h.Lobby, "yut")
	a, err := http.Get(at + "/boards/yut")
	if err != nil {
		t.Fatal(err)
	}
	b, _ := io.ReadAll(a.Body)
	_ = a.Body.Close()
	for _, want := range []string{`<td>1</td><td>` + name + `</td><td>\d+ turns`, `href="/boards/yut\?board=turns" aria-current="page">turns<`, `day=today">turns today<`} {
		if !regexp.MustCompile(want).Match(b) {
			t.Errorf("the board has no %s:\n%s", want, b)
		}
	}
}

// ran plays a run of a game to its end, and returns the player's name.
func ran(t *testing.T, l *lobby.Lobby, game string) string {
	t.Helper()
	v, err := l.Enter(directory.Identity{Fingerprint: "SHA256:kim", Login: "kim", Lang: "en"})
	if err != nil {
		t.Fatal(err)
	}
	id, err := v.Create(pairing.Offer{Game: game, Control: "none"})
	if err == nil {
		err = v.Watch(id)
	}
	for err == nil {
		s, lost := v.Table(id)
		switch {
		case lost != nil:
			t.Fatal(lost)
		case s.Result != nil:
			return v.Me().Name
		}
		err = v.Act(id, len(s.Plies), s.Legal[0])
	}
	t.Fatal(err)
	return ""
}

// got returns the answer to a request with headers, and its body as it was sent.
func got(t *testing.T, url string, headers ...string) (*http.Response, []byte) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "GET", url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept-Encoding", "identity") // otherwise the client would unpack by itself
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	b, err := io.ReadAll(a.Body)
	if err != nil {
		t.Fatal(err)
	}
	return a, b
}

// The page is small, loads only the door's own files, and is sent packed. A browser that has it already gets the
// headers alone.
func TestPageIsSmall(t *testing.T) {
	_, at := open(t)
	sum := 0
	for _, path := range []string{"/", "/app.css", "/icon.svg", "/sw.js", "/manifest.webmanifest"} {
		_, b := got(t, at+path)
		sum += len(b)
		if text := string(b); path != "/" && strings.Contains(strings.ReplaceAll(text, "http://www.w3.org/2000/svg", ""), "https://") {
			t.Errorf("%s leads elsewhere", path)
		}
	}
	if sum > 70_000 {
		t.Errorf("the page has %d bytes", sum)
	}
	a, b := got(t, at+"/", "Accept-Encoding", "br;q=0, gzip")
	if a.Header.Get("Content-Encoding") != "gzip" || len(b) > 17_000 {
		t.Errorf("packed as %q it has %d bytes", a.Header.Get("Content-Encoding"), len(b))
	}
	t.Logf("%d bytes, packed %d", sum, len(b))
	unpacked, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	if whole, err := io.ReadAll(unpacked); err != nil || !strings.HasSuffix(string(whole), "</html>\n") {
		t.Errorf("unpacked: %v, %.100q", err, whole)
	}
	if a, _ := got(t, at+"/", "Accept-Encoding", "gzip;q=0"); a.Header.Get("Content-Encoding") != "" {
		t.Error("it is packed for a client that does not read that")
	}
	a, _ = got(t, at+"/?lang=ko")
	again, rest := got(t, at+"/?lang=ko", "Accept-Encoding", "gzip", "If-None-Match", a.Header.Get("ETag"))
	if again.StatusCode != http.StatusNotModified || len(rest) > 0 {
		t.Errorf("again: %d with %d bytes", again.StatusCode, len(rest))
	}
	if other, _ := got(t, at+"/?lang=en", "If-None-Match", a.Header.Get("ETag")); other.StatusCode != http.StatusOK {
		t.Errorf("in another language: %d", other.StatusCode)
	}
}

// A file that a page names with its version is kept, and any other asked for again.
func TestVersions(t *testing.T) {
	_, at := open(t)
	_, b := got(t, at+"/boards")
	named := regexp.MustCompile(`href="(/app\.css\?[^"]+)"`).FindSubmatch(b)
	if named == nil {
		t.Fatalf("no style in %s", b)
	}
	for path, want := range map[string]string{string(named[1]): "max-age=31536000, immutable", "/app.css": "no-cache", "/app.css?old": "no-cache", "/sw.js": "no-cache"} {
		if a, _ := got(t, at+path); a.Header.Get("Cache-Control") != want || a.Header.Get("ETag") == "" {
			t.Errorf("%s: %q, ETag %q", path, a.Header.Get("Cache-Control"), a.Header.Get("ETag"))
		}
	}
}

// A page that sends control frames or empty continuations is disconnected and counted. The library would
// answer them forever.
func TestFramesThatNobodyReads(t *testing.T) {
	for name, one := range map[string]string{"pings": "\x89\x80\x01\x02\x03\x04", "pongs": "\x8a\x80\x01\x02\x03\x04", "continuations": "\x00\x80\x01\x02\x03\x04"} {
		h, at := open(t)
		var wire net.Conn
		by := &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			nc, err := new(net.Dialer).DialContext(ctx, network, addr)
			wire = nc
			return nc, err
		}}}
		s, err := dialBy(t, by, at, at)
		if err != nil {
			t.Fatal(err)
		}
		s.enter(nil, nil)
		s.until("ARCADE")
		_ = wire.SetWriteDeadline(time.Now().Add(door.Patience))
		if name == "continuations" { // of a message that has begun
			_, _ = io.WriteString(wire, "\x01\x80\x01\x02\x03\x04")
		}
		for err = nil; err == nil; {
			_, err = io.WriteString(wire, strings.Repeat(one, 1000))
		}
		if netErr, ok := err.(net.Error); ok && netErr.Timeout() {
			t.Errorf("%s are taken for ever", name)
		}
		if n := h.Nodes[0].Server.Stats().Refused["noise"]; n != 1 {
			t.Errorf("%s: %d are counted as too loud", name, n)
		}
	}
}
