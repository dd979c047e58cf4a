package postgres

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"arcade/store"
	"arcade/store/postgres/pgtest"
)

// pooler stands in for a PgBouncer. It refuses the startup parameters that a PgBouncer refuses. By session,
// each client has a connection of its own to the database; by transaction, all share one.
type pooler struct {
	t             *testing.T
	database      string
	byTransaction bool

	mu     sync.Mutex // held while a client has the shared connection
	shared net.Conn
}

// through returns a database's URL through a pooler.
func through(t *testing.T, database string, byTransaction bool) string {
	t.Helper()
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	direct := *u
	direct.RawQuery = "sslmode=disable"
	p := &pooler{t: t, database: direct.String(), byTransaction: byTransaction}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if byTransaction {
		p.shared = p.dial()
	}
	t.Cleanup(func() { ln.Close() })
	go func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			t.Cleanup(func() { c.Close() })
			go p.serve(c)
		}
	}()
	u.Host = ln.Addr().String()
	return u.String()
}

// dial opens a connection to the database.
func (p *pooler) dial() net.Conn {
	c, err := pgconn.Connect(context.Background(), p.database)
	if err != nil {
		p.t.Error(err)
		return nil
	}
	raw, err := c.Hijack()
	if err != nil {
		p.t.Error(err)
		return nil
	}
	p.t.Cleanup(func() { raw.Conn.Close() })
	return raw.Conn
}

func (p *pooler) serve(c net.Conn) {
	defer c.Close()
	b := pgproto3.NewBackend(c, c)
	start, err := b.ReceiveStartupMessage()
	if err != nil {
		return
	}
	tracked := []string{"user", "database", "application_name", "client_encoding", "DateStyle", "TimeZone", "standard_conforming_strings"}
	for name := range start.(*pgproto3.StartupMessage).Parameters {
		if !strings.Contains(strings.Join(tracked, " "), name) {
			b.Send(&pgproto3.ErrorResponse{Severity: "FATAL", Code: "08P01", Message: "unsupported startup parameter: " + name})
			_ = b.Flush()
			return
		}
	}
	b.Send(&pgproto3.AuthenticationOk{})
	b.Send(&pgproto3.ParameterStatus{Name: "client_encoding", Value: "UTF8"})
	b.Send(&pgproto3.ParameterStatus{Name: "standard_conforming_strings", Value: "on"})
	b.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
	if b.Flush() != nil {
		return
	}
	if !p.byTransaction {
		to := p.dial()
		defer to.Close()
		go func() { _, _ = io.Copy(c, to); c.Close() }()
		_, _ = io.Copy(to, c)
		return
	}
	for {
		m, err := message(c)
		if err != nil || m[0] == 'X' || !p.transaction(c, m) {
			return
		}
	}
}

// transaction passes messages on until a transaction is over.
func (p *pooler) transaction(c net.Conn, m []byte) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for {
		if _, err := p.shared.Write(m); err != nil {
			return false
		}
		for over := m[0] == 'Q' || m[0] == 'S'; over; { // the answers end with a Z
			answer, err := message(p.shared)
			if err != nil {
				return false
			}
			if _, err := c.Write(answer); err != nil {
				return false
			}
			if over = answer[0] != 'Z'; !over && answer[5] == 'I' {
				return true
			}
		}
		var err error
		if m, err = message(c); err != nil {
			return false
		}
	}
}

// message reads a message of the protocol.
func message(r io.Reader) ([]byte, error) {
	head := make([]byte, 5)
	if _, err := io.ReadFull(r, head); err != nil {
		return nil, err
	}
	n := int(head[1])<<24 | int(head[2])<<16 | int(head[3])<<8 | int(head[4])
	m := append(head, make([]byte, n-4)...)
	_, err := io.ReadFull(r, m[5:])
	return m, err
}

// Through a pooler by session all works as without one.
func TestPoolerBySession(t *testing.T) {
	at := pgtest.URL(t)
	u, _ := url.Parse(at)
	for name, s := range map[string]*Store{"pooled": openURL(t, through(t, at, false)), "direct": openURL(t, at)} {
		var timeout, schema, app string
		err := s.query(t.Context(), func(ctx context.Context, q asked) error {
			return q.QueryRow(ctx, `select current_setting('idle_in_transaction_session_timeout'), current_schema(), current_setting('application_name')`).Scan(&timeout, &schema, &app)
		})
		if err != nil || timeout != "3s" || schema != u.Query().Get("search_path") || name == "direct" && app != "arcade" {
			t.Errorf("%s: timeout %q, schema %q, name %q, %v", name, timeout, schema, app, err)
		}
	}
	log := slog.New(slog.DiscardHandler)
	if err := openURL(t, through(t, at, false)).Hold(true, log); err != nil {
		t.Error(err)
	}
	if err := openURL(t, through(t, at, false)).Hold(true, log); !errors.Is(err, store.ErrInUse) {
		t.Errorf("a second server: %v", err)
	}
}

// A pooler by transaction is refused at the start: it would lose locks and settings.
func TestPoolerByTransaction(t *testing.T) {
	s, err := Open(through(t, pgtest.URL(t), true))
	if err == nil {
		s.Close()
	}
	if err == nil || errors.Is(err, store.ErrAway) || !strings.Contains(err.Error(), "pool_mode = session") {
		t.Errorf("opened: %v", err)
	}
}
