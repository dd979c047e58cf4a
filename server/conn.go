package server

import (
	"crypto/rand"
	"errors"
	"net"
	"time"

	"arcade/lobby/turns"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// connKey is the key of a connection's *conn in its context.
type connKey struct{}

// connOf returns the connection of a context.
func connOf(ctx ssh.Context) *conn { return ctx.Value(connKey{}).(*conn) }

// hears records the time of a session's input, and returns it in ms since 1970.
func (c *conn) hears() int64 {
	now := c.gate.now().UnixMilli()
	c.heard.Store(now)
	return now
}

// greet is wish's connection callback: it admits a connection, or sends the reason and returns nil.
func (srv *Server) greet(ctx ssh.Context, nc net.Conn) net.Conn {
	c, why := srv.letIn(nc)
	if ban, ok := srv.bannedFrom(c); ok {
		srv.counts.refuseAs(bannedNetwork)
		srv.log.Debug("refused", "why", bannedNetwork, "from", c.RemoteAddr().String())
		refuse(nc, refusalLine(ban.line()), srv.linger)
		_ = c.Close()
		return nil
	}
	if c == nil {
		srv.counts.refuse(why)
		srv.log.Debug("refused", "why", why, "from", nc.RemoteAddr().String())
		refuse(nc, refusalLine(why), srv.linger)
		return nil
	}
	srv.counts.accepted.Add(1)
	c.noise = newNoise(func() { srv.counts.refuseAs(tooMuchNoise) }, func(took time.Duration) { srv.received(c, took) })
	c.late = func(why string) {
		srv.counts.refuse(why)
		srv.log.Debug("refused", "why", why, "from", c.RemoteAddr().String())
		refuse(nc, refusalPacket(why), srv.linger)
	}
	ctx.SetValue(connKey{}, c)
	return c
}

// received bills the work of reading what a connection's client sends. It returns the time for which the
// server should read no more.
func (srv *Server) received(c *conn, took time.Duration) (hold time.Duration) {
	who := turns.Payer{From: c.address().String()}
	if key := c.key.Load(); key != nil {
		who.Key = *key
	}
	return srv.cfg.Turns.Received(who, took)
}

// config is wish's server config callback: it sets how a connection logs in. wish's own handlers for keys
// cannot send a banner with a refusal, and cannot distinguish an offered key from a key that signed.
func (srv *Server) config(ctx ssh.Context) *gossh.ServerConfig {
	c := connOf(ctx)
	config := &gossh.ServerConfig{}
	algorithms(config)
	config.Rand = exchanging{rand.Reader, c}
	config.PreAuthConnCallback = c.begun
	srv.auth(config, c)
	return config
}

// failed is wish's callback for a connection that did not log in.
func (srv *Server) failed(nc net.Conn, err error) {
	if errors.As(err, new(*gossh.AlgorithmNegotiationError)) {
		srv.counts.refuseAs(oldAlgorithms)
	}
	srv.log.Debug("no login", "from", nc.RemoteAddr().String(), "err", err)
}

// refuse refuses every channel that is not a session, so there is no forwarding.
func (srv *Server) refuse(_ *ssh.Server, _ *gossh.ServerConn, ch gossh.NewChannel, ctx ssh.Context) {
	connOf(ctx).message()
	_ = ch.Reject(gossh.UnknownChannelType, "unsupported channel type")
}

// ignore refuses all global requests, such as keepalives.
func (srv *Server) ignore(ctx ssh.Context, _ *ssh.Server, _ *gossh.Request) (bool, []byte) {
	connOf(ctx).message()
	return false, nil
}
