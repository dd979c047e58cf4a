// Package exec finds and runs the command that a player types after `ssh host`.
package exec

import (
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

	"arcade/lobby/text"
	"arcade/server/say"
)

// Identity identifies a connection. Only the fingerprint is proven.
type Identity struct {
	// Fingerprint is the fingerprint of the key that signed, as "SHA256:…", "" for a guest.
	Fingerprint string
	// Login is the user name that the client sent: printable, up to 32 runes.
	Login string
}

// Guest reports whether the connection came without a key.
func (i Identity) Guest() bool { return i.Fingerprint == "" }

// Call is one command typed after `ssh host`. A command reads Stdin, writes to Stdout, and returns its
// error. The router writes the error to stderr in one line.
type Call struct {
	// Stdin returns an error after 4 MiB, except for a bot.
	Stdin io.Reader
	// Stdout and Stderr take lines that end in \n, with or without a terminal.
	Stdout, Stderr io.Writer
	Identity       Identity
	// Session is the session's number.
	Session uint64
	// Came is the start of the session. Zero means now.
	Came time.Time
	// From is the client's address: an IPv4 address, or a /64 of IPv6.
	From string
	// Lang is "ko" or "en".
	Lang string
	// SSH is the start of a command line, such as "ssh -p 2222 arcade.example". Screen is the same for a
	// command with a screen, such as "ssh -t …". "" means that there is none.
	SSH, Screen string
	// Web is the address of the page for browsers, such as "https://arcade.example"; "" if there is none.
	Web string
	// Platform is the platform of the command, which texts about matches show: SSH or Web.
	Platform string
	// Draining is closed when the server begins to stop.
	Draining <-chan struct{}
	// Received bills the work of reading input, and waits while the client's address owes too much; nil
	// bills nobody.
	Received func(took time.Duration)
	// Spoken requests sentences instead of columns, for a player who hears them in a conversation.
	Spoken bool
	// Asks is set by a command that has asked a question: the words before an answer, which is one word more.
	Asks []string
}

// Platforms of commands.
const (
	SSH = "ssh"
	Web = "web" // a page in a browser
)

// Bot is the name of the command for programs that play. It has neither the time limit nor the input
// limit of the other commands.
const Bot = "bot"

// Spare is the name of the command with which another machine of the operator's follows the database.
const Spare = "spare"

// Screen is a command that opens a screen.
type Screen struct {
	// Args names the words that follow. Min and Max limit their number.
	Args     string
	Min, Max int
	// Short describes the command.
	Short say.Message
}

// Screens are the commands that open a screen.
var Screens = map[string]Screen{
	"join":  {"CODE", 1, 1, say.Both("초대 번호로 들어가기", "take the seat of an invitation")},
	"watch": {"ID", 1, 1, say.Both("진행 중인 판 구경하기, 끝난 판 다시 보기", "watch a live table, or replay a finished match")},
	"play":  {"GAME [DEAL]", 1, 2, say.Both("그 게임의 로비로, 딜을 적으면 그 딜로", "go to a game's lobby, or to a deal of it")},
}

// Route finds and runs the command that the words name, among the arcade's own commands and the commands
// that the argument makes. It makes them anew for each call, because cobra's tree keeps what it has
// parsed.
func Route(ctx context.Context, call *Call, commands func(*Call) []*cobra.Command, words []string) (name string, err error) {
	root := &cobra.Command{
		Use:           "arcade",
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE:          func(*cobra.Command, []string) error { return nil }, // makes the command runnable, so that strict names the unknown word
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
				if c, ok := Screens[args[0]]; ok {
					_, err := fmt.Fprintf(call.Stdout, "  %s %s %s  %s\n", call.Screen, args[0], c.Args, c.Short.Say(call.Lang))
					if args[0] == "play" && err == nil {
						err = wordsHelp(call)
					}
					return err
				}
			}
			about, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return Unknown(strings.Join(args, " "))
			}
			return printHelp(call, about)
		},
	}
	root.SetHelpCommand(help)
	root.AddCommand(help)
	root.SetHelpFunc(func(c *cobra.Command, _ []string) { _ = printHelp(call, c) })
	strict(root)
	if strings.HasPrefix(words[0], "__") { // cobra's own
		return "", Unknown(words[0])
	}
	// This comes before cobra reads flags, which belong to a command that may not exist.
	if c, _, err := root.Find(words); !strings.HasPrefix(words[0], "-") && (err != nil || c == root) {
		if like := root.SuggestionsFor(words[0]); len(like) == 1 {
			return "", say.Usage("모르는 명령이에요: %.40q (%s? 목록은 help)", "unknown command %.40q; did you mean %s? try help", words[0], like[0])
		}
		return "", Unknown(words[0])
	}
	root.SetArgs(words)
	ran, err := root.ExecuteContextC(ctx)
	return strings.TrimPrefix(strings.TrimPrefix(ran.CommandPath(), "arcade"), " "), err
}

// strict makes every command of a tree return a usage error in the player's language for a mistyped line.
// cobra would print its help or an English error.
func strict(c *cobra.Command) {
	c.DisableFlagsInUseLine = true
	c.DisableSuggestions = true
	c.SetFlagErrorFunc(func(c *cobra.Command, _ error) error { return Misused(c) })
	if c.HasSubCommands() {
		c.Args = cobra.ArbitraryArgs
		c.RunE = func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return Misused(c)
			}
			return Unknown(strings.TrimSpace(useLine(c) + " " + args[0]))
		}
	} else if args := c.Args; args != nil {
		c.Args = func(c *cobra.Command, words []string) error {
			if args(c, words) != nil {
				return Misused(c)
			}
			return nil
		}
	}
	for _, sub := range c.Commands() {
		strict(sub)
	}
}

// useLine returns the usage line of a command after `ssh host`.
func useLine(c *cobra.Command) string {
	return strings.TrimSpace(strings.TrimPrefix(c.UseLine(), c.Root().Name()))
}

// Misused returns the usage error of a mistyped command.
func Misused(c *cobra.Command) error {
	line := useLine(c)
	if c.HasSubCommands() {
		var names []string
		for _, sub := range c.Commands() {
			names = append(names, sub.Name())
		}
		line = strings.TrimSpace(line + " " + strings.Join(names, "|"))
	}
	return say.Usage("이렇게 써 주세요: %s", "usage: %s", line)
}

// Unknown returns the error for a command that does not exist.
func Unknown(name string) error {
	return say.Usage("모르는 명령이에요: %.40q (목록은 help)", "unknown command %.40q; try help", name)
}

// printHelp lists the commands below c, or prints the usage of c.
func printHelp(call *Call, c *cobra.Command) error {
	type row struct{ use, short string }
	var screens, rest []row
	all := !c.HasParent()
	if !c.HasParent() && call.Screen != "" {
		screens = append(screens, row{helpNone.Say(call.Lang), helpDoor.Say(call.Lang)})
		for name, s := range Screens {
			screens = append(screens, row{name + " " + s.Args, s.Short.Say(call.Lang)})
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
	list := func(head say.Message, ssh string, rows []row) {
		if all { // the flags would make the lines too long
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
	if len(screens) > 0 {
		fmt.Fprintf(&b, "\n%s: %s play GAME\n%s: %s help\n", helpWords.Say(call.Lang), strings.Replace(call.SSH, "ssh ", "ssh -T ", 1),
			helpLang.Say(call.Lang), otherLang(call.SSH, call.Lang))
	}
	_, err := io.WriteString(call.Stdout, b.String())
	return err
}

// otherLang returns the ssh line with the login name that chooses the other language.
func otherLang(ssh, lang string) string {
	login := "en@"
	if lang == "en" {
		login = "ko@"
	}
	at := strings.LastIndexByte(ssh, ' ') + 1
	return ssh[:at] + login + ssh[at:]
}

// whoami prints the identity of the connection, by its key alone.
func whoami(call *Call) *cobra.Command {
	c := &cobra.Command{Use: "whoami [--json]", Short: HelpWhoami.Say(call.Lang), Args: cobra.NoArgs}
	asJSON := c.Flags().Bool("json", false, "")
	c.RunE = func(*cobra.Command, []string) error {
		if *asJSON {
			return json.NewEncoder(call.Stdout).Encode(struct {
				Guest bool   `json:"guest"`
				Key   string `json:"key"`
			}{call.Identity.Guest(), call.Identity.Fingerprint})
		}
		_, err := fmt.Fprintln(call.Stdout, cmp.Or(call.Identity.Fingerprint, WhoamiGuest.Say(call.Lang)))
		return err
	}
	return c
}

// Here runs a command without a session, for a person at this machine. Its error is a sentence for that
// person.
func Here(ctx context.Context, call *Call, commands func(*Call) []*cobra.Command, words []string) error {
	_, err := Route(ctx, call, commands, words)
	if err = say.Refusal(err); err != nil {
		return errors.New(say.Sentence(err, call.Lang))
	}
	return nil
}
