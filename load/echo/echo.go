// Package echo is a bare SSH server. It accepts any public key, like the arcade, and echoes each key.
// `arcade load --compare` measures it beside the arcade, because no SSH server can cost less.
package echo

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"golang.org/x/crypto/ssh"
)

// greeting replaces a first screen.
var greeting = strings.Repeat("all that is typed comes back. ", 20)

// Serve serves until ctx ends. It prints its address on stdout like `arcade serve`. It makes a new host
// key each time, of the same kind as the arcade's.
func Serve(ctx context.Context, listen string, stdout io.Writer) error {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return fmt.Errorf("host key: %w", err)
	}
	hostKey, err := ssh.NewSignerFromKey(private)
	if err != nil {
		return fmt.Errorf("host key: %w", err)
	}
	c := &ssh.ServerConfig{PublicKeyCallback: func(ssh.ConnMetadata, ssh.PublicKey) (*ssh.Permissions, error) { return nil, nil }}
	c.AddHostKey(hostKey)
	ln, err := net.Listen("tcp", listen)
	if err != nil {
		return fmt.Errorf("cannot listen: %w", err)
	}
	defer context.AfterFunc(ctx, func() { _ = ln.Close() })()
	fmt.Fprintf(stdout, "echo\n  address   %s\n", ln.Addr())
	for {
		conn, err := ln.Accept()
		switch {
		case errors.Is(err, net.ErrClosed) && ctx.Err() != nil:
			return nil
		case err != nil:
			return fmt.Errorf("serve: %w", err)
		}
		go serve(ctx, conn, c)
	}
}

func serve(ctx context.Context, conn net.Conn, c *ssh.ServerConfig) {
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	defer conn.Close()
	_, chans, reqs, err := ssh.NewServerConn(conn, c)
	if err != nil {
		return
	}
	go ssh.DiscardRequests(reqs)
	for n := range chans {
		if n.ChannelType() != "session" {
			_ = n.Reject(ssh.UnknownChannelType, "sessions only")
			continue
		}
		if ch, reqs, err := n.Accept(); err == nil {
			go session(ch, reqs)
		}
	}
}

// session accepts every request, and echoes after the request for a shell.
func session(ch ssh.Channel, reqs <-chan *ssh.Request) {
	begun := false
	for r := range reqs {
		_ = r.Reply(true, nil)
		if !begun && (r.Type == "shell" || r.Type == "exec") {
			begun = true
			go echo(ch)
		}
	}
}

func echo(ch ssh.Channel) {
	defer ch.Close()
	if _, err := io.WriteString(ch, greeting); err != nil {
		return
	}
	p := make([]byte, 1<<10)
	for {
		n, err := ch.Read(p)
		if err != nil {
			return
		}
		if _, err := ch.Write(p[:n]); err != nil {
			return
		}
	}
}
