package admin

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"arcade/server"
)

// Client sends requests to the server that runs on a data folder.
type Client struct {
	http http.Client
	// Missing are the nodes of the cluster that did not reply to the last query.
	Missing []string
}

// NewClient returns a client for a data folder. It connects at the first request.
func NewClient(data string) *Client {
	path := filepath.Join(data, SocketName)
	return &Client{http: http.Client{Transport: &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return (&net.Dialer{Timeout: 5 * time.Second}).DialContext(ctx, "unix", path)
		},
	}}}
}

// Close closes idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// do sends a request and returns the response unless it is an error. Error: ErrNoServer.
func (c *Client) do(ctx context.Context, method, path string, body any) (*http.Response, error) {
	var r io.Reader
	if body != nil {
		raw, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		r = bytes.NewReader(raw)
	}
	req, err := http.NewRequestWithContext(ctx, method, "http://arcade"+path, r)
	if err != nil {
		return nil, err
	}
	resp, err := c.http.Do(req)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ECONNREFUSED) {
		return nil, ErrNoServer
	} else if err != nil {
		return nil, fmt.Errorf("admin socket: %w", err)
	}
	if resp.StatusCode == http.StatusOK {
		return resp, nil
	}
	defer resp.Body.Close()
	var f failure
	if err := json.NewDecoder(io.LimitReader(resp.Body, 1<<16)).Decode(&f); err != nil || f.Error == "" {
		return nil, fmt.Errorf("admin socket: %s", resp.Status)
	}
	return nil, errors.New(f.Error)
}

// ask sends a request with do and decodes its JSON response.
func ask[T any](ctx context.Context, c *Client, method, path string, body any) (v T, err error) {
	resp, err := c.do(ctx, method, path, body)
	if err != nil {
		return v, err
	}
	defer resp.Body.Close()
	c.Missing = strings.Fields(resp.Header.Get(missingHeader))
	if err := json.NewDecoder(resp.Body).Decode(&v); err != nil {
		return v, fmt.Errorf("admin socket: %w", err)
	}
	return v, nil
}

// Costs lists the processor time of keys and guests, the addresses with the most recent cost first.
func (c *Client) Costs(ctx context.Context) ([]Cost, error) {
	return ask[[]Cost](ctx, c, "GET", "/costs", nil)
}

// Version returns the running version and its start.
func (c *Client) Version(ctx context.Context) (Version, error) {
	return ask[Version](ctx, c, "GET", "/version", nil)
}

// Who lists the sessions, oldest first.
func (c *Client) Who(ctx context.Context) ([]Person, error) {
	return ask[[]Person](ctx, c, "GET", "/who", nil)
}

// Player returns what is known of a player by name, key or the code of a session.
func (c *Client) Player(ctx context.Context, of string) (Player, error) {
	return ask[Player](ctx, c, "GET", "/player?of="+url.QueryEscape(of), nil)
}

// Match returns what is known of a match by id.
func (c *Client) Match(ctx context.Context, id string) (Match, error) {
	return ask[Match](ctx, c, "GET", "/match?of="+url.QueryEscape(id), nil)
}

// Tables lists the tables, oldest first.
func (c *Client) Tables(ctx context.Context) ([]Table, error) {
	return ask[[]Table](ctx, c, "GET", "/tables", nil)
}

// Nodes lists the nodes of the cluster, by name.
func (c *Client) Nodes(ctx context.Context) ([]Node, error) {
	return ask[[]Node](ctx, c, "GET", "/nodes", nil)
}

// Bans lists the bans that have not expired, soonest expiry first.
func (c *Client) Bans(ctx context.Context) ([]server.Ban, error) {
	return ask[[]server.Ban](ctx, c, "GET", "/bans", nil)
}

// Request is a request of an operator.
type Request interface{ path() string }

func (Kick) path() string       { return "/kick" }
func (Ban) path() string        { return "/ban" }
func (Unban) path() string      { return "/unban" }
func (Rename) path() string     { return "/rename" }
func (Broadcast) path() string  { return "/broadcast" }
func (Close) path() string      { return "/close" }
func (Drain) path() string      { return "/drain" }
func (OpenArena) path() string  { return "/arena/open" }
func (CloseArena) path() string { return "/arena/close" }
func (LogLevel) path() string   { return "/loglevel" }

// Health returns "" if players can come in, else the reason in one word.
func (c *Client) Health(ctx context.Context) (string, error) {
	h, err := ask[Health](ctx, c, "GET", "/health", nil)
	return h.Why, err
}

// Do carries out a request.
func (c *Client) Do(ctx context.Context, request Request) (Done, error) {
	done, err := ask[Done](ctx, c, "POST", request.path(), request)
	c.Missing = done.Missing
	return done, err
}

// Backup opens a consistent copy of the database of size bytes. The caller closes it. Reading returns an
// error if the copy breaks off.
func (c *Client) Backup(ctx context.Context) (r io.ReadCloser, size int64, err error) {
	resp, err := c.do(ctx, "GET", "/backup", nil)
	if err != nil {
		return nil, 0, err
	}
	return resp.Body, resp.ContentLength, nil
}
