// Package bare is a program like the examples of wish: the stock middleware with one list on the
// alternate screen. `arcade load --compare` measures it beside the arcade. The difference separates the
// arcade's cost from the cost of wish and Bubble Tea.
package bare

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/ssh"
	"charm.land/wish/v2"
	"charm.land/wish/v2/activeterm"
	"charm.land/wish/v2/bubbletea"
	"charm.land/wish/v2/logging"
)

// Serve serves until ctx ends. It prints its address on stdout like `arcade serve`. hostKey is the path
// of the host key. Serve makes a missing key.
func Serve(ctx context.Context, listen, hostKey string, stdout io.Writer) error {
	ln, err := net.Listen("tcp", listen)
	if err != nil {
		return fmt.Errorf("cannot listen: %w", err)
	}
	srv, err := wish.NewServer(
		wish.WithHostKeyPath(hostKey),
		wish.WithPublicKeyAuth(func(ssh.Context, ssh.PublicKey) bool { return true }),
		wish.WithMiddleware(
			bubbletea.Middleware(func(s ssh.Session) (tea.Model, []tea.ProgramOption) {
				return model{user: s.User()}, nil
			}),
			activeterm.Middleware(),
			logging.Middleware(),
		),
	)
	if err != nil {
		_ = ln.Close()
		return fmt.Errorf("bare: %w", err)
	}
	defer context.AfterFunc(ctx, func() { _ = srv.Close() })()
	fmt.Fprintf(stdout, "bare\n  address   %s\n", ln.Addr())
	if err := srv.Serve(ln); !errors.Is(err, ssh.ErrServerClosed) {
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}

// rows is the length of the list.
const rows = 18

// model is a list with a cursor.
type model struct {
	user          string
	width, height int
	at, keys      int
}

func (m model) Init() tea.Cmd { return nil }

func (m model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.KeyPressMsg:
		m.keys++
		switch msg.String() {
		case "up", "k":
			m.at = (m.at + rows - 1) % rows
		case "down", "j":
			m.at = (m.at + 1) % rows
		case "q", "ctrl+c":
			return m, tea.Quit
		}
	}
	return m, nil
}

func (m model) View() tea.View {
	var b strings.Builder
	fmt.Fprintf(&b, "Hello %s, your terminal is %d by %d.\n%d keys so far.\n\n", m.user, m.width, m.height, m.keys)
	for i := range rows {
		line := fmt.Sprintf("Entry %2d of the list, the %s of its year", i+1, time.Month(1+i%12))
		if i == m.at {
			fmt.Fprintf(&b, "\x1b[1;35m> %s\x1b[m\n", line)
		} else {
			fmt.Fprintf(&b, "  %s\n", line)
		}
	}
	b.WriteString("\n\x1b[2mup/k, down/j: move   q: quit\x1b[m")
	v := tea.NewView(b.String())
	v.AltScreen = true
	return v
}
