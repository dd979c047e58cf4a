package door

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"net/netip"
	"strings"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
	gossh "golang.org/x/crypto/ssh"
	"golang.org/x/time/rate"

	"arcade/server"
	"arcade/server/exec"
	"arcade/server/say"
	"arcade/server/web"
	"arcade/sessions"
	"arcade/sessions/client"
	"arcade/sessions/page"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

const (
	// pingTime is the interval of pings to a page, and pongTime limits the time of its reply.
	pingTime, pongTime = 25 * time.Second, 20 * time.Second
	// commandTime is the minimum time between two commands of a page, after commandBurst.
	commandTime, commandBurst = 2 * time.Second, 5
	// refusedTime is the time after which a page that was refused asks again.
	refusedTime = 10 * time.Second
)

// hello is what a page says of itself at first: its identity, its size and its preferences.
type hello struct {
	T    string
	Key  []byte // the page's Ed25519 public key; none for a guest
	Sign []byte // the signature of [Signed]
	// Challenge is what it signs, if the request for the socket brings the hello.
	Challenge string
	Back      string // the token of the session that it resumes, "" for none
	X, Y      int    // the page's size in cells
	Lang      string
	Lit       bool   // the user prefers a light ground
	More      bool   // the user prefers high contrast
	Soft      bool   // the user points with a finger
	Path      string // the page's path, such as /watch/ID
}

// Signed returns the text that a page signs. It binds the proof to this origin and this socket.
func Signed(origin, challenge string) []byte {
	return []byte("arcade page 1\n" + origin + "\n" + challenge + "\n")
}

// socket handles a page's socket from its start to its end.
func (d *Door) socket(w http.ResponseWriter, r *http.Request) {
	origin := r.Header.Get("Origin")
	if !isOrigin(origin, r.Host) {
		http.Error(w, "foreign origin", http.StatusForbidden)
		return
	}
	conn := &conn{}
	caller, err := d.Server.Knock(address(r), conn.end)
	if err != nil {
		refuse(w, r, d.Server.Sentence(err, d.lang(r).String()))
		return
	}
	seated := false
	defer func() {
		if !seated {
			caller.Leave()
		}
	}()
	conn.wire = newWire(caller)
	ws, err := websocket.Accept(taking{w, conn.wire}, r, accepting(websocket.CompressionNoContextTakeover))
	if err != nil {
		return
	}
	web.Upgrading(r) // not before: a request that fails to upgrade leaves an HTTP connection, which counts
	ws.SetReadLimit(page.MaxMessage)
	conn.open(ws)
	defer conn.hangup()
	h, id, err := d.greet(conn, r, origin)
	if err != nil {
		conn.drop(websocket.StatusPolicyViolation, "bad hello")
		return
	}
	// The token comes before the first line, as docs/page.md says. If the session ends between the two,
	// the page has a token without a session, and the next token replaces it.
	if s := d.back(h.Back, id.Fingerprint); s != nil {
		conn.say(map[string]any{"token": h.Back})
		if s.link.Attach(conn) {
			seated = d.resume(caller, s, conn)
			defer s.leave(conn, caller)
			s.resize(conn, h)
			d.read(caller, conn, s)
			return
		}
	}
	s := d.newSeat(caller, conn, h, id, d.lang(r))
	conn.give(s)
	seated = true
	conn.say(map[string]any{"token": s.token})
	go d.sit(caller, s, address(r))
	defer s.leave(conn, caller)
	d.read(caller, conn, s)
}

// refuse tells a page why it is not let in and when it may ask again. No script can read the answer to a
// request for a socket, so the socket opens to say it. Nothing is read from it.
func refuse(w http.ResponseWriter, r *http.Request, why string) {
	if r.Header.Get("Upgrade") == "" {
		http.Error(w, why, http.StatusServiceUnavailable)
		return
	}
	ws, err := websocket.Accept(w, r, accepting(websocket.CompressionDisabled))
	if err != nil {
		return
	}
	c := &conn{ws: ws}
	c.say(map[string]any{"refused": why, "after": int(refusedTime / time.Second)})
	c.hangup()
}

// subprotocol is what a page names before the hello that it brings. Browsers let a script add nothing else to a
// request for a socket but an address, which proxies log.
const subprotocol = "arcade"

// accepting returns the options of a socket whose origin has been checked.
func accepting(mode websocket.CompressionMode) *websocket.AcceptOptions {
	return &websocket.AcceptOptions{InsecureSkipVerify: true, CompressionMode: mode, Subprotocols: []string{subprotocol}}
}

// greet returns a page's hello, and identifies the page. If the request has not brought a hello that holds here, it
// sends a challenge and waits for the page's answer.
func (d *Door) greet(c *conn, r *http.Request, origin string) (h hello, id exec.Identity, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), d.Server.Handshake())
	defer cancel()
	began := time.Now()
	h, id, ok := d.brought(r, origin)
	c.wire.parsed(time.Since(began))
	if ok {
		return h, id, nil
	}
	challenge := token()
	w, least := ui.Least()
	c.say(map[string]any{ // pages of before 30 November 2026 need least
		"challenge": challenge, "least": [2]int{w, least}, "away": int(page.Away / time.Second),
	})
	_, b, err := c.ws.Read(ctx)
	if err != nil {
		return h, id, err
	}
	began = time.Now()
	defer func() { c.wire.parsed(time.Since(began)) }()
	if h, err = parseHello(b); err == nil {
		id, err = h.identify(origin, challenge)
	}
	return h, id, err
}

// brought returns the hello that a request for a socket has brought, and whether it holds here. Another node's
// challenge, or one whose time is up, proves nothing.
func (d *Door) brought(r *http.Request, origin string) (h hello, id exec.Identity, ok bool) {
	name, packed, _ := strings.Cut(strings.Join(r.Header.Values("Sec-WebSocket-Protocol"), ","), ",")
	b, err := base64.RawURLEncoding.DecodeString(strings.TrimSpace(packed))
	if name != subprotocol || err != nil || len(b) > page.MaxMessage {
		return h, id, false
	}
	if h, err = parseHello(b); err == nil {
		id, err = h.identify(origin, h.Challenge)
	}
	return h, id, err == nil && (id.Fingerprint == "" || d.challenges.spend(h.Challenge, time.Now()))
}

// parseHello parses a hello.
func parseHello(b []byte) (h hello, err error) {
	if json.Unmarshal(b, &h) != nil || h.T != "h" {
		return hello{}, errHello
	}
	return h, nil
}

// identify returns who says hello, by its signature of a challenge.
func (h hello) identify(origin, challenge string) (id exec.Identity, err error) {
	if len(h.Key) == 0 {
		return id, nil
	}
	if len(h.Key) != ed25519.PublicKeySize || !ed25519.Verify(h.Key, Signed(origin, challenge), h.Sign) {
		return id, errHello
	}
	key, err := gossh.NewPublicKey(ed25519.PublicKey(h.Key))
	if err != nil {
		return id, errHello
	}
	id.Fingerprint = gossh.FingerprintSHA256(key)
	return id, nil
}

// errHello means a malformed first message or a bad signature.
var errHello = errors.New("bad hello")

// read handles the messages of a page, which came as a caller, until the page is gone.
func (d *Door) read(by *server.Caller, c *conn, s *seat) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	stop := c.pings(ctx)
	defer stop()
	var running atomic.Bool // a command runs
	commands := rate.NewLimiter(rate.Every(commandTime), commandBurst)
	for {
		_, b, err := c.ws.Read(ctx)
		if err != nil {
			return
		}
		began := time.Now()
		m, err := page.Parse(b)
		c.wire.parsed(time.Since(began))
		if err != nil {
			c.drop(websocket.StatusPolicyViolation, "bad message")
			return
		}
		if called := s.called.Load(); called != nil {
			called.Heard(by)
		}
		if line := m.V; m.T == "x" {
			called, lang := s.called.Load(), cmp.Or(m.K, s.lang)
			if called == nil || !commands.Allow() || !running.CompareAndSwap(false, true) {
				d.answer(c, lang, line, nil, errOften)
				continue
			}
			go func() { // keys, acknowledgements and pongs do not wait for a command
				out, err := called.Command(ctx, lang, line)
				running.Store(false)  // before the answer: the page may send the next command at once
				if ctx.Err() == nil { // the page is there
					d.answer(c, lang, line, out, err)
				}
			}()
			continue
		}
		if s.link.Receive(c, m) != nil {
			c.drop(websocket.StatusPolicyViolation, "bad message")
			return
		}
	}
}

// errOften refuses a command that comes too soon after others, or before the session.
var errOften = say.Both("명령이 너무 잦아요. 잠시 뒤 다시 해 주세요.", "too many commands, try again in a moment")

// answer sends a page a command's output, or the reason why it failed.
func (d *Door) answer(c *conn, lang, line string, out []byte, err error) {
	if err != nil {
		c.say(map[string]any{"answer": line, "failed": d.Server.Sentence(err, lang)})
		return
	}
	c.say(map[string]any{"answer": line, "text": string(out)})
}

// seat is a session that a page may resume while it lasts.
type seat struct {
	token  string
	key    string // the fingerprint of the person's key, "" for a guest
	lang   string
	hello  hello
	link   *page.Link
	called atomic.Pointer[server.Called]
	id     exec.Identity
	caller *server.Caller // has the session's place among the connections; Door.mu guards it
}

// newSeat makes the seat of a page after its hello.
func (d *Door) newSeat(caller *server.Caller, c *conn, h hello, id exec.Identity, lang words.Lang) *seat {
	if l, ok := words.ParseLang(h.Lang); ok {
		lang = l
	}
	s := &seat{token: token(), key: id.Fingerprint, lang: lang.String(), hello: h, link: page.NewLink(c), id: id, caller: caller}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.seats[s.token] = s
	return s
}

// back returns the seat of a token. It returns nil if there is none, if its session has not begun, or if
// the seat has another key.
func (d *Door) back(token, key string) *seat {
	d.mu.Lock()
	defer d.mu.Unlock()
	if s := d.seats[token]; s != nil && s.key == key && s.called.Load() != nil && !s.link.Ended() {
		return s
	}
	return nil
}

// resume makes a caller's place among the connections the session's, in place of the previous page's. It
// returns false if the session has ended.
func (d *Door) resume(caller *server.Caller, s *seat, c *conn) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.seats[s.token] != s {
		return false
	}
	c.give(s)
	s.called.Load().Resume(caller)
	s.caller = caller
	return true
}

// sit runs a seat's session to its end.
func (d *Door) sit(caller *server.Caller, s *seat, from netip.AddrPort) {
	defer func() {
		d.mu.Lock()
		delete(d.seats, s.token)
		last := s.caller
		d.mu.Unlock()
		s.end()
		last.Leave()
	}()
	words := page.Place(s.hello.Path)
	err := caller.Visit(s.id, strings.Join(words[:min(len(words), 1)], ""), func(ctx context.Context, called *server.Called) error {
		s.called.Store(called)
		size, ok := client.Size{Width: s.hello.X, Height: s.hello.Y}.Clamp()
		if !ok {
			size.Width, size.Height = ui.Least()
		}
		in, err := sessions.OpenPage(ctx, d.House, page.Page{
			Link: s.link, Size: size, Lang: s.lang, Prefers: client.Prefers{Light: s.hello.Lit, Clear: s.hello.More, Finger: s.hello.Soft}, Meter: called, Sent: called.Sent, Log: d.House.Log,
		}, called.Who(s.lang), words, called.Draining())
		if err != nil {
			return err
		}
		err = in.Run()
		if closed := in.Close(); closed != nil {
			err = closed
		}
		return err
	})
	if text := d.Server.Sentence(err, s.lang); text != "" {
		_, _ = s.link.Write([]byte(page.Bye(text)))
	}
	d.House.Log.Debug("page", "from", from.String(), "err", err)
}

// end closes the link between the session and its page. When the server stops, the page reconnects.
func (s *seat) end() {
	reason := page.Ended
	if called := s.called.Load(); called != nil {
		select {
		case <-called.Draining():
			reason = page.Stops
		default:
		}
	}
	s.link.End(reason)
}

// leave notes that the page's socket, of a caller, is gone.
func (s *seat) leave(c *conn, of *server.Caller) {
	of.Lost()
	s.link.Detach(c)
}

// resize gives the session the size of the page that resumes it.
func (s *seat) resize(c *conn, h hello) {
	_ = s.link.Receive(c, page.Message{T: "s", X: h.X, Y: h.Y})
}

// token returns a random secret.
func token() string {
	b := make([]byte, 24)
	_, _ = rand.Read(b)
	return base64.RawURLEncoding.EncodeToString(b)
}
