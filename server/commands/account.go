package commands

import (
	"errors"
	"time"

	"github.com/spf13/cobra"

	"arcade/lobby/account"
	"arcade/lobby/names"
	"arcade/lobby/records"
	"arcade/server/say"
	"arcade/store"
)

// Commands with which players manage their own account: its keys and its data.

// account returns the commands "keys" and "me".
func (c *cli) account() []*cobra.Command {
	keys := &cobra.Command{Use: "keys", Short: c.say("내 키", "your keys")}
	keys.AddCommand(c.keysList(), c.keysAdd(), c.keysRemove())
	me := &cobra.Command{Use: "me", Short: c.say("내 기록", "your data")}
	me.AddCommand(c.meExport(), c.meImport(), c.meDelete())
	if c.clients != nil {
		me.AddCommand(c.meLink())
	}
	return []*cobra.Command{keys, me}
}

// mine returns an error about the caller's own account as a sentence for the player.
func mine(err error) error {
	if errors.Is(err, records.ErrNoPlayer) {
		return say.Both("이 키로는 아직 들어온 적이 없어요.", "this key has never been in")
	}
	return say.Refusal(err)
}

// nameOn returns the name on a seat as the screens show it. A house bot has its name in the game.
func (c *cli) nameOn(s store.Seat) string {
	switch {
	case s.Gone:
		return c.word("acc.gone")
	case s.Bot != "":
		return c.word("bot." + s.Bot)
	}
	return c.marked(s.Name, s.Remote)
}

func (c *cli) keysList() *cobra.Command {
	cmd := &cobra.Command{Use: "list [--json]", Short: c.say("내 키 목록", "your keys"), Args: cobra.NoArgs}
	asJSON := cmd.Flags().Bool("json", false, "")
	cmd.RunE = func(*cobra.Command, []string) error {
		p, known, err := c.player(cmd.Context())
		if err != nil {
			return err
		}
		if c.Identity.Guest() {
			return mine(account.ErrGuestKey)
		}
		type key struct {
			Key     string `json:"key"`
			Added   int64  `json:"added"`
			Current bool   `json:"current"`
		}
		out := []key{}
		if known {
			for _, k := range account.KeysOf(p) {
				out = append(out, key{k.Fingerprint, k.Added, k.Fingerprint == c.Identity.Fingerprint})
			}
		}
		if !known && !*asJSON {
			return mine(records.ErrNoPlayer)
		}
		return list(c, *asJSON, out, func(k key) []string {
			mark := ""
			if k.Current {
				mark = c.say("지금 쓰는 키", "in use now")
			}
			return []string{k.Key, stamp(k.Added), mark}
		})
	}
	return cmd
}

func (c *cli) keysAdd() *cobra.Command {
	cmd := &cobra.Command{
		Use: "add [CODE] [--json]", Short: c.say("키 추가: 코드 받기, 또는 새 키에서 코드 쓰기", "get a code, or use it from the new key"), Args: cobra.MaximumNArgs(1),
	}
	asJSON := cmd.Flags().Bool("json", false, "")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		if len(args) == 1 {
			return c.useKeyCode(args[0], *asJSON)
		}
		code, until, err := c.lobby.NewKeyCode(c.Identity.Fingerprint)
		if err != nil {
			return mine(err)
		}
		code = names.ShowKeyCode(code)
		line := c.SSH + " keys add " + code
		if *asJSON {
			return c.json(struct {
				Code  string `json:"code"`
				Until int64  `json:"until"`
				Line  string `json:"line"`
			}{code, until, line})
		}
		return c.print(c.say(
			"코드 %s (%d분 안에 한 번만 쓸 수 있어요)\n새 키가 있는 기기에서 이렇게 입력하세요:\n\n  %s\n",
			"code %s (good once, for %d minutes)\nOn the machine with the other key, type:\n\n  %s\n",
		), code, account.KeyCodeTime/time.Minute, line)
	}
	return cmd
}

// useKeyCode adds the caller's key to the account of the player who requested the code.
func (c *cli) useKeyCode(code string, asJSON bool) error {
	p, err := c.lobby.AddKey(c.Identity.Fingerprint, c.From, code)
	if err != nil {
		return mine(err)
	}
	if asJSON {
		return c.json(struct {
			Name string `json:"name"`
			Key  string `json:"key"`
		}{p.Name, c.Identity.Fingerprint})
	}
	return c.print(c.say("이제 이 키로도 %s 계정에 들어와요.\n  %s\n", "this key is now one of %s's.\n  %s\n"), p.Name, c.Identity.Fingerprint)
}

func (c *cli) keysRemove() *cobra.Command {
	cmd := &cobra.Command{
		Use: "remove KEY", Short: c.say("키 삭제 (지문, 또는 그 앞부분)", "take a key off (its fingerprint, or its beginning)"), Args: cobra.ExactArgs(1),
	}
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		key, err := c.lobby.RemoveKey(c.Identity.Fingerprint, args[0])
		if err != nil {
			return mine(err)
		}
		return c.print(c.say("키를 뺐어요: %s\n", "removed %s\n"), key)
	}
	return cmd
}

func (c *cli) meExport() *cobra.Command {
	cmd := &cobra.Command{Use: "export", Short: c.say("내 기록 모두 받기 (JSON)", "all that is kept of you, as JSON"), Args: cobra.NoArgs}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		return mine(c.lobby.ExportPlayer(cmd.Context(), c.Stdout, c.Identity.Fingerprint))
	}
	return cmd
}

func (c *cli) meDelete() *cobra.Command {
	cmd := &cobra.Command{Use: "delete [--name NAME]", Short: c.say("계정과 내 기록 지우기", "delete your account and data"), Args: cobra.NoArgs}
	name := cmd.Flags().String("name", "", "")
	cmd.RunE = func(*cobra.Command, []string) error {
		if *name != "" {
			if err := c.lobby.Forget(c.Identity.Fingerprint, *name); err != nil {
				return mine(err)
			}
			return c.print("%s\n", c.word("acc.deleted"))
		}
		p, err := c.own(cmd.Context())
		if err != nil {
			return err
		}
		return c.print("%s\n%s\n%s\n\n  %s me delete --name %s\n", c.word("acc.delete.goes"), c.word("acc.delete.stays"), c.word("acc.delete.undo"), c.SSH, p.Name)
	}
	return cmd
}

// meLink adds data that came over HTTP under a name to the caller's account, to export and to delete.
func (c *cli) meLink() *cobra.Command {
	cmd := &cobra.Command{
		Use: "link NAME TOKEN", Short: c.say("HTTP로 보낸 기록을 내 것으로 하기", "make what was sent over HTTP under a name yours"),
		Args: cobra.ExactArgs(2),
	}
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		p, err := c.own(cmd.Context())
		if err != nil {
			return err
		}
		ok, err := c.clients.Link(cmd.Context(), p.ID, args[0], args[1])
		if err != nil {
			return err
		}
		if !ok {
			return say.Both("그 이름의 토큰이 아니에요.", "that is not the token of this name")
		}
		return c.print(c.say("이제 %s의 기록은 내 것이에요.\n", "%s is yours now.\n"), args[0])
	}
	return cmd
}
