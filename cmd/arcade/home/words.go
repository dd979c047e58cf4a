package home

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"arcade/games"
	"arcade/lobby"
	"arcade/server"
	"arcade/sessions"
	"arcade/sessions/spoken"
)

// playWords holds a conversation on a store of a person's own; see package spoken.
func playWords(cmd *cobra.Command, data string, reg *games.Registry, args []string) (err error) {
	o, err := openOwn(data, reg)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, o.close()) }()
	if len(args) > 0 {
		args = append([]string{"play"}, args...)
	}
	house := sessions.House{Lobby: o.lobby, SSH: o.line, Log: o.log, Alone: true, Sending: sending{o}}
	return house.Converse(cmd.Context(), spoken.Config{
		In: cmd.InOrStdin(), Out: cmd.OutOrStdout(), Place: args,
		Command: func(ctx context.Context, words []string) (bool, error) {
			return o.command(ctx, cmd.OutOrStdout(), reg, words)
		},
	}, lobby.Identity{Fingerprint: ownKey, Login: os.Getenv("USER"), Lang: o.lang.String()})
}

// command runs a command in the midst of a conversation. It returns false for a word that is none.
func (o *own) command(ctx context.Context, out io.Writer, reg *games.Registry, words []string) (known bool, err error) {
	call := &server.Call{
		Stdin: strings.NewReader(""), Stdout: out, Stderr: out,
		Identity: server.Identity{Fingerprint: ownKey}, Lang: o.lang.String(), SSH: o.line,
	}
	for _, c := range ownCommands(o.lobby, reg)(call) {
		known = known || len(words) > 0 && c.Name() == words[0]
	}
	if !known {
		return false, nil
	}
	if err := server.Here(ctx, call, ownCommands(o.lobby, reg), words); err != nil {
		_, err = io.WriteString(out, err.Error()+"\n")
		return true, err
	}
	return true, nil
}
