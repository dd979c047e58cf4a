package server

import "time"

// Wait is something for which a player waits.
type Wait int

// What players wait for.
const (
	WaitLogin  Wait = iota // from a connection to the end of its login, which also takes the client's time
	WaitScreen             // from a connection over SSH, or a page's socket, to its first frame
	WaitKey                // from a key or click to the frame that answers it
)

// waited reports how long a player waited.
func (srv *Server) waited(of Wait, took time.Duration) {
	if srv.cfg.Waited != nil {
		srv.cfg.Waited(of, took)
	}
}

// shown reports how long a player waited for a frame.
func (srv *Server) shown(first bool, took time.Duration) {
	if first {
		srv.waited(WaitScreen, took)
	} else {
		srv.waited(WaitKey, took)
	}
}
