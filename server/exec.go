package server

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"arcade/games/kibo"
	"arcade/lobby/text"
	"arcade/lobby/turns"
)

const (
	// maxStdin is how much input a command may read, in bytes: what `kibo export` writes.
	maxStdin = kibo.MaxSize
	// maxExec is how long a command may take.
	maxExec = 2 * time.Minute
)

// Call is one command typed after `ssh host`. A command reads Stdin, writes to
// Stdout, and returns its error: the router shows it in one line on stderr.
type Call struct {
	// Stdin gives an error after 4 MiB, but to a bot.
	Stdin io.Reader
	// Stdout and Stderr take lines that end in \n, with or without a terminal.
	Stdout, Stderr io.Writer
	Identity       Identity
	// Session is the session's number.
	Session uint64
	// Came is when the session was opened; zero: now.
	Came time.Time
	// From is where the connection comes from: an IPv4 address, or a /64 of IPv6.
	From string
	// Lang is "ko" or "en".
	Lang string
	// SSH is what stands before a command in a shell, such as "ssh -p 2222 arcade.example",
	// and Screen the same for a command with a screen, such as "ssh -t …"; "" where there is none.
	SSH, Screen string
	// Web is where browsers find the page, such as "https://arcade.example"; "" where nobody says.
	Web string
	// Platform is where it is played, as lines about matches say it: "ssh".
	Platform string
	// Draining is closed when the server begins to stop.
	Draining <-chan struct{}
}

// exec runs a command without a screen and gives its known name for the log.
func (s *session) exec(words []string) (name string, err error) {
	ctx, cancel := s.ctx, context.CancelFunc(func() {})
	if words[0] != botCommand { // which has bounds of its own
		ctx, cancel = context.WithTimeoutCause(s.ctx, maxExec, errTime)
	}
	defer cancel()
	in, closeIn := s.stdin()
	defer closeIn(nil)
	defer context.AfterFunc(ctx, func() { closeIn(context.Cause(ctx)) })()
	if s.pty {
		in = keyboard{in}
	}
	if words[0] != botCommand {
		in = &boundedReader{r: in, left: maxStdin}
	}
	call := &Call{
		Stdin:    in,
		Stdout:   s.stdout(),
		Stderr:   s.stderr(),
		Identity: s.id,
		Session:  s.ID(),
		Came:     s.listed.Since,
		From:     s.from.String(),
		Lang:     s.Lang(),
		SSH:      strings.Replace(s.srv.cfg.SSH, "ssh -t ", "ssh ", 1),
		Screen:   s.srv.cfg.SSH,
		Web:      s.srv.cfg.Web,
		Platform: "ssh",
		Draining: s.Draining(),
	}
	name, err = s.work(ctx, call, words)
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return name, err
}

// light are the commands that take no place for their work.
var light = map[string]bool{"help": true, "whoami": true, "games": true, "keys": true}

// outBuffer is how much of a command's output is kept before it has to wait for its client.
const outBuffer = 64 << 10

// work runs a command at a place for work; see [turns.Turns]. What it writes waits for the
// client beside the place. A bot, which stays, has none.
func (s *session) work(ctx context.Context, call *Call, words []string) (name string, err error) {
	if words[0] == botCommand {
		return route(ctx, call, s.srv.cfg.Commands, words)
	}
	kind := turns.Command
	if light[words[0]] {
		kind = turns.Light
	}
	to := &awayWriter{w: call.Stdout}
	out := bufio.NewWriterSize(to, outBuffer)
	call.Stdout = out
	err = s.srv.cfg.Turns.Do(ctx, kind, func(ctx context.Context) error {
		to.ctx = ctx
		name, err = route(ctx, call, s.srv.cfg.Commands, words)
		return err
	})
	to.ctx = nil
	return name, cmp.Or(err, out.Flush())
}

// awayWriter writes while the work in ctx, as long as there is any, is away from its place.
type awayWriter struct {
	ctx context.Context
	w   io.Writer
}

func (a *awayWriter) Write(p []byte) (n int, err error) {
	if a.ctx == nil {
		return a.w.Write(p)
	}
	gone := turns.Away(a.ctx, func() { n, err = a.w.Write(p) })
	return n, cmp.Or(err, gone)
}

// awayReader reads while the work in ctx is away from its place: a little at first, then ever
// larger pieces, as a place is waited for after each.
type awayReader struct {
	ctx  context.Context
	r    io.Reader
	rest []byte // of the piece
	err  error  // behind it
	buf  []byte
}

// minPiece and maxPiece are the first and the largest piece of a command's input.
const minPiece, maxPiece = 4 << 10, 256 << 10

func (a *awayReader) Read(p []byte) (n int, err error) {
	if len(a.rest) == 0 && a.err == nil {
		if n := max(minPiece, min(2*len(a.buf), maxPiece)); n > len(a.buf) {
			a.buf = make([]byte, n)
		}
		gone := turns.Away(a.ctx, func() {
			for n < len(a.buf) && a.err == nil {
				var more int
				more, a.err = a.r.Read(a.buf[n:])
				n += more
			}
		})
		a.rest, a.err = a.buf[:n], cmp.Or(a.err, gone)
	}
	if len(a.rest) == 0 {
		return 0, a.err
	}
	n = copy(p, a.rest)
	a.rest = a.rest[n:]
	return n, nil
}

// route finds the command that the words name among the arcade's own and those
// that commands makes, and runs it. Cobra's tree keeps what it has parsed, so
// there is a new one for each call.
func route(ctx context.Context, call *Call, commands func(*Call) []*cobra.Command, words []string) (name string, err error) {
	root := &cobra.Command{
		Use:           "arcade",
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE:          func(*cobra.Command, []string) error { return nil }, // made to name what is unknown by strict
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetIn(call.Stdin)
	root.SetOut(call.Stdout)
	root.SetErr(call.Stderr)
	if commands != nil {
		root.AddCommand(commands(call)...)
	}
	if !slices.ContainsFunc(root.Commands(), func(c *cobra.Command) bool { return c.Name() == "whoami" }) {
		root.AddCommand(whoami(call))
	}
	help := &cobra.Command{
		Use: "help [COMMAND]", Short: helpHelp.Say(call.Lang), Args: cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 1 {
				if c, ok := interactive[args[0]]; ok {
					_, err := fmt.Fprintf(call.Stdout, "  %s %s %s  %s\n", call.Screen, args[0], c.args, c.short.Say(call.Lang))
					return err
				}
			}
			about, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return unknown(strings.Join(args, " "))
			}
			return printHelp(call, about)
		},
	}
	root.SetHelpCommand(help)
	root.AddCommand(help)
	root.SetHelpFunc(func(c *cobra.Command, _ []string) { _ = printHelp(call, c) })
	strict(root)
	if strings.HasPrefix(words[0], "__") { // cobra's own
		return "", unknown(words[0])
	}
	// Before cobra looks at flags, which belong to a command that may not exist.
	if c, _, err := root.Find(words); !strings.HasPrefix(words[0], "-") && (err != nil || c == root) {
		if like := root.SuggestionsFor(words[0]); len(like) == 1 {
			return "", usage("모르는 명령이에요: %.40q (%s? 목록은 help)", "unknown command %.40q; did you mean %s? try help", words[0], like[0])
		}
		return "", unknown(words[0])
	}
	root.SetArgs(words)
	ran, err := root.ExecuteContextC(ctx)
	return strings.TrimPrefix(strings.TrimPrefix(ran.CommandPath(), "arcade"), " "), err
}

// strict makes every command of a tree answer what is typed wrongly with a
// usage error in the player's language, where cobra would print its help or
// speak English.
func strict(c *cobra.Command) {
	c.DisableFlagsInUseLine = true
	c.DisableSuggestions = true
	c.SetFlagErrorFunc(func(c *cobra.Command, _ error) error { return misused(c) })
	if c.HasSubCommands() {
		c.Args = cobra.ArbitraryArgs
		c.RunE = func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return misused(c)
			}
			return unknown(strings.TrimSpace(useLine(c) + " " + args[0]))
		}
	} else if args := c.Args; args != nil {
		c.Args = func(c *cobra.Command, words []string) error {
			if args(c, words) != nil {
				return misused(c)
			}
			return nil
		}
	}
	for _, sub := range c.Commands() {
		strict(sub)
	}
}

// useLine is how a command is typed after `ssh host`.
func useLine(c *cobra.Command) string {
	return strings.TrimSpace(strings.TrimPrefix(c.UseLine(), c.Root().Name()))
}

func misused(c *cobra.Command) error {
	line := useLine(c)
	if c.HasSubCommands() {
		var names []string
		for _, sub := range c.Commands() {
			names = append(names, sub.Name())
		}
		line = strings.TrimSpace(line + " " + strings.Join(names, "|"))
	}
	return usage("이렇게 써 주세요: %s", "usage: %s", line)
}

func unknown(name string) error {
	return usage("모르는 명령이에요: %.40q (목록은 help)", "unknown command %.40q; try help", name)
}

// printHelp lists the commands below c, or says how c is used.
func printHelp(call *Call, c *cobra.Command) error {
	type row struct{ use, short string }
	var screens, rest []row
	all := !c.HasParent()
	if !c.HasParent() && call.Screen != "" {
		screens = append(screens, row{helpNone.Say(call.Lang), helpDoor.Say(call.Lang)})
		for name, s := range interactive {
			screens = append(screens, row{name + " " + s.args, s.short.Say(call.Lang)})
		}
		slices.SortFunc(screens, func(a, b row) int { return cmp.Compare(a.use, b.use) })
	}
	var walk func(*cobra.Command)
	walk = func(c *cobra.Command) {
		if c.HasSubCommands() {
			for _, sub := range c.Commands() {
				walk(sub)
			}
		} else if !c.Hidden {
			use := useLine(c)
			if all { // the options are for "help COMMAND"
				use, _, _ = strings.Cut(use, " [--")
			}
			rest = append(rest, row{use, c.Short})
		}
	}
	walk(c)
	slices.SortFunc(rest, func(a, b row) int { return cmp.Compare(a.use, b.use) })

	width := 0
	for _, r := range slices.Concat(screens, rest) {
		width = max(width, text.Width(r.use))
	}
	var b strings.Builder
	list := func(head message, ssh string, rows []row) {
		if all { // the lines would be too long with it
			fmt.Fprintf(&b, "%s: %s ...\n", head.Say(call.Lang), ssh)
			ssh = ""
		} else {
			ssh += " "
		}
		for _, r := range rows {
			fmt.Fprintf(&b, "  %s%s  %s\n", ssh, text.PadRight(r.use, width), r.short)
		}
	}
	if len(screens) > 0 {
		list(helpHead, call.Screen, screens)
		b.WriteString("\n")
	}
	list(helpRest, call.SSH, rest)
	_, err := io.WriteString(call.Stdout, b.String())
	return err
}

// whoami tells who the connection is, by its key alone.
func whoami(call *Call) *cobra.Command {
	c := &cobra.Command{Use: "whoami [--json]", Short: helpWhoami.Say(call.Lang), Args: cobra.NoArgs}
	asJSON := c.Flags().Bool("json", false, "")
	c.RunE = func(*cobra.Command, []string) error {
		if *asJSON {
			return json.NewEncoder(call.Stdout).Encode(struct {
				Guest bool   `json:"guest"`
				Key   string `json:"key"`
			}{call.Identity.Guest(), call.Identity.Fingerprint})
		}
		_, err := fmt.Fprintln(call.Stdout, cmp.Or(call.Identity.Fingerprint, whoamiGuest.Say(call.Lang)))
		return err
	}
	return c
}

// boundedReader fails, unlike io.LimitReader, where there is more than it gives.
type boundedReader struct {
	r    io.Reader
	left int
}

func (b *boundedReader) Read(p []byte) (int, error) {
	if b.left < 0 {
		return 0, errInput
	}
	n, err := b.r.Read(p[:min(len(p), b.left+1)])
	if b.left -= n; b.left < 0 {
		return n + b.left, errInput
	}
	return n, err
}

// keyboard is what a person types at a command: Ctrl+C and Ctrl+D end it, which
// the client's terminal in raw mode does not do by itself.
type keyboard struct{ r io.Reader }

func (k keyboard) Read(p []byte) (int, error) {
	n, err := k.r.Read(p)
	if i := strings.IndexAny(string(p[:n]), "\x03\x04"); i >= 0 {
		return i, io.EOF
	}
	return n, err
}

// Here runs a command without a session, for the person at the machine; the error
// is a sentence for that person.
func Here(ctx context.Context, call *Call, commands func(*Call) []*cobra.Command, words []string) error {
	_, err := route(ctx, call, commands, words)
	if err = told(err); err != nil {
		return errors.New(sentence(err, call.Lang))
	}
	return nil
}
