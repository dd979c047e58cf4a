package server

import (
	"fmt"
	"io"
	"slices"

	gossh "golang.org/x/crypto/ssh"

	"arcade/server/exec"
	"arcade/sessions/client"
)

// isSpare reports whether the words are the command of a spare, and the session's key is this server's own host key. For
// everybody else the command does not exist.
func (s *session) isSpare(words []string) bool {
	return s.srv.cfg.Spare != nil && slices.Equal(words, []string{exec.Spare}) &&
		s.id.Fingerprint == gossh.FingerprintSHA256(s.srv.cfg.HostKey.PublicKey())
}

// followed sends the database to a spare until it goes. A shutdown does not wait for a spare as for a player, and
// ends it last. The limits of what a client may send are not for it: while it reads a large database at the speed of the
// local network, its acknowledgements alone would exceed them.
func (s *session) followed() error {
	if !s.srv.follow() {
		return errStopping
	}
	s.spare = true
	s.wire.noise.own.Store(true)
	err := s.srv.cfg.Spare(s.srv.sparing, struct {
		io.Reader
		io.Writer
	}{s.reader(), s.stdout()})
	if err != nil {
		return fmt.Errorf("%w: %w", client.ErrHangup, err)
	}
	return nil
}

// follow counts a session as a spare's, and no longer as a player's. It returns false once a shutdown has begun.
func (srv *Server) follow() bool {
	srv.mu.Lock()
	defer srv.mu.Unlock()
	if srv.stopping {
		return false
	}
	srv.spares.Add(1)
	srv.sessions.Done()
	return true
}
