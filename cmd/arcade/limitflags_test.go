package main

import (
	"bufio"
	"io"
	"net"
	"testing"
	"time"
)

// The flags reach the server: the second connection, or the first one without a proxy, gets the reason
// for its refusal.
func TestServeLimits(t *testing.T) {
	const welcome = "SSH-2.0-arcade\r\n"
	for _, x := range []struct {
		args          []string
		first, second string
	}{
		{[]string{"--connect-rate", "1"}, welcome, "arcade: too many connections from your address, try again in a minute\r\n"},
		{[]string{"--connect-rate", "0", "--login-rate", "0"}, welcome, welcome},
		{[]string{"--max-per-address", "1"}, welcome, "arcade: too many connections from your address\r\n"},
		{[]string{"--proxy-protocol", "10.0.0.0/8"}, "arcade: come in by the arcade's own address\r\n", "arcade: come in by the arcade's own address\r\n"},
		{[]string{"--proxy-protocol", "127.0.0.1"}, "arcade: the proxy did not say whose connection this is\r\n", "arcade: the proxy did not say whose connection this is\r\n"},
	} {
		out, stop, done := start(t, append([]string{"--data", t.TempDir(), "--grace", "100ms"}, x.args...)...)
		addr := out.await(t, done, `address +(\S+)\n`)
		for i, want := range []string{x.first, x.second} {
			c, err := net.Dial("tcp", addr)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			_ = c.SetDeadline(time.Now().Add(20 * time.Second))
			_, _ = io.WriteString(c, "SSH-2.0-test\r\n")
			if line, err := bufio.NewReader(c).ReadString('\n'); line != want {
				t.Errorf("%q: connection %d: %q, %v", x.args, i+1, line, err)
			}
		}
		stop()
		if err := <-done; err != nil {
			t.Errorf("%q: %v", x.args, err)
		}
	}
}
