package door

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/coder/websocket"

	"arcade/sessions/page"
)

// conn is a page's socket.
type conn struct {
	wire   *wire // below the library
	mu     sync.Mutex
	ws     *websocket.Conn
	closed bool
	seat   *seat // the session that uses this socket's place among the connections
}

// sayTime limits the time to send a message outside the stream of lines.
const sayTime = 8 * time.Second

// open is called when the socket is open.
func (c *conn) open(ws *websocket.Conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ws = ws; c.closed {
		_ = ws.CloseNow()
	}
}

// give makes the session s the user of this socket's place among the connections.
func (c *conn) give(s *seat) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.seat = s
}

// end ends the session that uses this socket's place among the connections. Without a session it closes
// the socket.
func (c *conn) end() {
	c.mu.Lock()
	seat := c.seat
	c.mu.Unlock()
	if seat != nil {
		seat.end()
		return
	}
	c.hangup()
}

// hangup closes the socket.
func (c *conn) hangup() {
	c.mu.Lock()
	ws := c.ws
	c.closed = true
	c.mu.Unlock()
	if ws != nil {
		_ = ws.CloseNow()
	}
}

// Send sends bytes of the session's stream of lines.
func (c *conn) Send(ctx context.Context, p []byte) error {
	return c.ws.Write(ctx, websocket.MessageBinary, p)
}

// say sends a message outside that stream.
func (c *conn) say(v any) {
	b, err := json.Marshal(v)
	if err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), sayTime)
	defer cancel()
	_ = c.ws.Write(ctx, websocket.MessageText, b)
}

// Drop closes the socket with a reason, and does not wait for the page.
func (c *conn) Drop(reason string) { go c.drop(statuses[reason], reason) }

// statuses maps reasons to the status codes with which a socket closes. The page reads them.
var statuses = map[string]websocket.StatusCode{page.Moved: 4001, page.Ended: 4000, page.Slow: 4002, page.Stops: websocket.StatusServiceRestart}

// drop closes the socket with a status and a reason. It waits a limited time for the page to receive
// them.
func (c *conn) drop(code websocket.StatusCode, reason string) { _ = c.ws.Close(code, reason) }

// pings sends pings to the page until stop is called. A page that does not reply is dropped.
func (c *conn) pings(ctx context.Context) (stop func()) {
	var timer *time.Timer
	timer = time.AfterFunc(pingTime, func() {
		late, cancel := context.WithTimeout(ctx, pongTime)
		defer cancel()
		if c.ws.Ping(late) != nil {
			_ = c.ws.CloseNow()
			return
		}
		timer.Reset(pingTime)
	})
	return func() { timer.Stop() }
}
