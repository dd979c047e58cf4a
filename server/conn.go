package server

import (
	"crypto/rand"
	"errors"
	"net"
	"runtime/debug"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// accept serves the connections that come, until the listener fails.
func (s *Server) accept(ln net.Listener) error {
	defer ln.Close()
	wait := time.Duration(0)
	for {
		nc, err := ln.Accept()
		if temporary, ok := errors.AsType[interface {
			error
			Temporary() bool
		}](err); ok && temporary.Temporary() { // such as no more files: others will be closed
			wait = min(max(2*wait, 5*time.Millisecond), time.Second)
			time.Sleep(wait)
			continue
		}
		if err != nil {
			return err
		}
		wait = 0
		go s.serveConn(nc)
	}
}

// serveConn serves a connection until it is closed. One goroutine takes all that it asks
// for, and the requests of its first session, for most have no other.
func (s *Server) serveConn(nc net.Conn) {
	defer s.contain(nc)
	c := s.greet(nc)
	if c == nil {
		_ = nc.Close()
		return
	}
	defer c.Close()
	sc, channels, globals, err := gossh.NewServerConn(c, s.config(c))
	if err != nil {
		if errors.As(err, new(*gossh.AlgorithmNegotiationError)) {
			s.counts.refuseAs(oldAlgorithms)
		}
		s.log.Debug("no login", "from", c.RemoteAddr().String(), "err", err)
		return
	}
	c.loggedIn()
	var first *session
	var requests <-chan *gossh.Request
	defer func() {
		if requests != nil { // after a panic
			first.hungUp()
		}
	}()
	for channels != nil || globals != nil || requests != nil {
		select {
		case ch, ok := <-channels:
			switch {
			case !ok:
				channels = nil
			case ch.ChannelType() != "session":
				c.message()
				_ = ch.Reject(gossh.UnknownChannelType, "unsupported channel type")
			case requests == nil:
				first, requests = s.open(c, sc, ch)
			default:
				go s.serveMore(c, sc, ch)
			}
		case req, ok := <-globals:
			if !ok {
				globals = nil
				break
			}
			c.message()
			_ = req.Reply(false, nil)
		case req, ok := <-requests:
			if !ok {
				requests = nil
				go first.hungUp()
				break
			}
			first.request(req)
		}
	}
}

// serveMore serves a session beside the first of its connection.
func (s *Server) serveMore(c *conn, sc *gossh.ServerConn, ch gossh.NewChannel) {
	defer s.contain(c)
	sess, requests := s.open(c, sc, ch)
	if sess == nil {
		return
	}
	defer sess.hungUp()
	for req := range requests {
		sess.request(req)
	}
}

// contain keeps a panic to the connection in which it was: deferred.
func (s *Server) contain(nc net.Conn) {
	if r := recover(); r != nil {
		s.log.Error("panic in a connection", "panic", r, "stack", string(debug.Stack()))
		_ = nc.Close()
	}
}

// greet lets a connection in, or tells it why not: nil.
func (s *Server) greet(nc net.Conn) *conn {
	c, why := s.letIn(nc)
	if ban, ok := s.bannedFrom(c); ok {
		s.counts.refuseAs(bannedNetwork)
		s.log.Debug("refused", "why", bannedNetwork, "from", c.RemoteAddr().String())
		refuse(nc, ban.line(), s.linger)
		_ = c.Close()
		return nil
	}
	if c == nil {
		s.counts.refuse(why)
		s.log.Debug("refused", "why", why, "from", nc.RemoteAddr().String())
		refuse(nc, why, s.linger)
		return nil
	}
	s.counts.accepted.Add(1)
	c.noise = newNoise(func() { s.counts.refuseAs(tooMuchNoise) })
	c.idle, c.late = s.cfg.Limits.Idle, time.Now().Add(s.cfg.Limits.Handshake)
	return c
}

// config is how a connection logs in. It leaves it nothing but sessions of our own kind:
// no forwarding of any sort, no subsystems, no agent.
func (s *Server) config(c *conn) *gossh.ServerConfig {
	config := &gossh.ServerConfig{ServerVersion: "SSH-2.0-arcade"}
	config.AddHostKey(countedKey{s.cfg.HostKey})
	algorithms(config)
	config.Rand = exchanging{rand.Reader, c}
	auth(config)
	config.AuthLogCallback = func(_ gossh.ConnMetadata, method string, err error) {
		if errors.Is(err, errWeakKey) {
			s.counts.refuseAs(weakKey)
		}
		if err != nil {
			return
		}
		c.authenticated()
		if method == "publickey" {
			s.counts.keys.Add(1)
		} else {
			s.counts.guests.Add(1)
		}
	}
	return config
}
