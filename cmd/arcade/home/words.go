package home

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"arcade/games"
	"arcade/lobby/directory"
	command "arcade/server/exec"
	"arcade/sessions"
	"arcade/sessions/spoken"
)

// playWords holds a conversation on the person's own store; see package spoken.
func playWords(cmd *cobra.Command, data string, reg *games.Registry, args []string) (err error) {
	o, err := openOwn(cmd.Context(), data, reg)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, o.close()) }()
	if len(args) > 0 {
		args = append([]string{"play"}, args...)
	}
	in, typed := io.Pipe() // a waiting Read of the standard input itself would not end
	go func() {
		_, err := io.Copy(typed, cmd.InOrStdin())
		_ = typed.CloseWithError(err)
	}()
	talk := sessions.Converse(spoken.Config{
		House: o.house(), In: in, Out: cmd.OutOrStdout(), End: func(error) { _ = in.Close() }, Place: args,
		Command: func(ctx context.Context, words []string) (bool, []string, error) {
			return o.aside(ctx, cmd.OutOrStdout(), reg, words)
		},
	}, directory.Identity{Fingerprint: ownKey, Login: os.Getenv("USER"), Lang: localeName()})
	return talk.Run(cmd.Context())
}

// aside runs a command within a conversation. It returns false if the typed words are not a command, and the words
// before an answer if the command asks; see [spoken.Config].
func (o *own) aside(ctx context.Context, out io.Writer, reg *games.Registry, typed []string) (known bool, asks []string, err error) {
	for _, c := range o.commands(reg)(&command.Call{Lang: o.lang.String()}) {
		known = known || len(typed) > 0 && c.Name() == typed[0]
	}
	if !known {
		return false, nil, nil
	}
	call := o.call(o.lang.String(), strings.NewReader(""), out, out)
	call.Spoken = true
	if err := command.Here(ctx, call, o.commands(reg), typed); err != nil {
		_, err = io.WriteString(out, err.Error()+"\n")
		return true, call.Asks, err
	}
	return true, call.Asks, nil
}
