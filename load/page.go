package load

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/coder/websocket"
	"golang.org/x/crypto/ssh"
)

// Door is a way into the arcade.
type Door string

// SSH is the door for terminals, Page the door for browsers.
const (
	SSH  Door = "ssh"
	Page Door = "page"
)

// maxLines limits a message that a page accepts, in bytes.
const maxLines = 1 << 20

// enterPage opens the socket of a page and sends its key.
func (cl *client) enterPage(ctx context.Context, c Config, key ssh.Signer) error {
	origin := "http://" + c.Target
	ws, _, err := websocket.Dial(ctx, "ws://"+c.Target+"/socket", &websocket.DialOptions{
		HTTPHeader: http.Header{"Origin": {origin}},
		HTTPClient: &http.Client{Transport: &http.Transport{
			DisableKeepAlives: true,
			DialContext:       func(context.Context, string, string) (net.Conn, error) { return cl.conn, nil },
		}},
	})
	if err != nil {
		return failure{"socket: " + reason(err)}
	}
	ws.SetReadLimit(maxLines)
	p := &pageScreen{ws: ws}
	var hello struct{ Challenge string }
	if err := p.aside(ctx, &hello); err != nil {
		return failure{"hello: " + reason(err)}
	}
	signed, err := key.Sign(rand.Reader, []byte("arcade page 1\n"+origin+"\n"+hello.Challenge+"\n"))
	if err != nil {
		return failure{"signature: " + reason(err)}
	}
	public, _ := key.PublicKey().(ssh.CryptoPublicKey).CryptoPublicKey().(ed25519.PublicKey)
	err = p.say(ctx, map[string]any{
		"t": "h", "key": []byte(public), "sign": signed.Blob, "x": c.Columns, "y": c.Rows, "lang": "en",
		"path": "/" + strings.ReplaceAll(cl.play.command, " ", "/"),
	})
	if err != nil {
		return failure{"hello: " + reason(err)}
	}
	var token struct{ Token string }
	if err := p.aside(ctx, &token); err != nil {
		return failure{"token: " + reason(err)}
	}
	cl.screen = p
	return nil
}

// pageScreen is a page that acknowledges each line at once, and draws nothing.
type pageScreen struct {
	ws   *websocket.Conn
	rest []byte // rest of a message that was longer than the buffer
}

// aside reads a message other than lines.
func (p *pageScreen) aside(ctx context.Context, v any) error {
	_, b, err := p.ws.Read(ctx)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(b, v); err != nil {
		return fmt.Errorf("no JSON: %w", err)
	}
	return nil
}

func (p *pageScreen) say(ctx context.Context, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return p.ws.Write(ctx, websocket.MessageText, b)
}

// Read returns the bytes of the lines.
func (p *pageScreen) Read(b []byte) (int, error) {
	if len(p.rest) == 0 {
		kind, got, err := p.ws.Read(context.Background())
		if err != nil {
			return 0, io.EOF
		}
		if kind == websocket.MessageBinary {
			if lines := bytes.Count(got, []byte("\n")); lines > 0 {
				if err := p.say(context.Background(), map[string]any{"t": "a", "n": lines}); err != nil {
					return 0, err
				}
			}
		}
		p.rest = got
	}
	n := copy(b, p.rest)
	p.rest = p.rest[n:]
	return n, nil
}

// pageKeys maps the bytes that a terminal sends for keys to a browser's names.
var pageKeys = map[string]string{
	up: "ArrowUp", down: "ArrowDown", left: "ArrowLeft", right: "ArrowRight", homeKey: "Home", backspace: "Backspace", "\r": "Enter", "\t": "Tab", "\x1b": "Escape",
}

// Write presses keys, given as the bytes of a terminal.
func (p *pageScreen) Write(b []byte) (int, error) {
	for rest := string(b); rest != ""; {
		_, n := utf8.DecodeRuneInString(rest)
		if strings.HasPrefix(rest, "\x1b[") {
			n = min(len(rest), 3)
		}
		name, ok := pageKeys[rest[:n]]
		if !ok {
			name = rest[:n]
		}
		if err := p.say(context.Background(), map[string]any{"t": "k", "k": name}); err != nil {
			return 0, err
		}
		rest = rest[n:]
	}
	return len(b), nil
}
