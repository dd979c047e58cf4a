package commands

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"arcade/games"
	matgobots "arcade/games/matgo/bots"
	"arcade/games/othello"
	"arcade/lobby"
	"arcade/lobby/config"
	"arcade/lobby/directory"
	"arcade/lobby/pairing"
	"arcade/server/exec"
	"arcade/server/say"
	_ "arcade/sessions" // registers the games' screens, whose words the commands use
	"arcade/sessions/words"
	"arcade/store/bolt"
)

// openLobby returns a lobby with its own store.
func openLobby(t testing.TB, reg *games.Registry) *lobby.Lobby {
	t.Helper()
	st, err := bolt.Open(filepath.Join(t.TempDir(), "arcade.db"), bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	l, err := lobby.New(config.Config{Store: st, Games: reg})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	return l
}

// Any command line with any input succeeds or is refused in a sentence.
func FuzzCommands(f *testing.F) {
	reg := games.NewRegistry(othello.Game{}, matgobots.Game{})
	l := openLobby(f, reg)
	const key = "SHA256:0123456789012345678901234567890123456789012"
	kim, err := l.Enter(directory.Identity{Fingerprint: key, Login: "kim", Lang: "ko"})
	if err != nil {
		f.Fatal(err)
	}
	id, err := kim.Create(pairing.Offer{Game: "othello", Bot: "greedy", Control: "5+3"})
	if err != nil {
		f.Fatal(err)
	}
	for _, line := range []string{
		"whoami --json", "games", "boards", "leaderboard othello --from 2 --count 3", "leaderboard othello --board rating --json", "stats matgo --format x", "stats othello",
		"kibo list --count 5", "kibo show " + id, "kibo export " + id + " --format ggf", "kibo export " + id + " --format cast", "card " + id, "card " + id + " --format png", "kibo verify", "keys list", "keys add AAAA-AAAA", "keys remove SHA256:x",
		"me export", "me delete --name lee", "help kibo", "help me", "bot", "kibo", "--help", "-h", "__complete x",
	} {
		f.Add(line, `{"format":"arcade-kibo/1"}`, true)
		f.Add(line, "", false)
	}
	all := All(l, reg, nil)
	f.Fuzz(func(t *testing.T, line, input string, known bool) {
		words, err := exec.Split(line)
		if err != nil || len(words) == 0 || words[0] == exec.Bot {
			return
		}
		var out, errs strings.Builder
		call := &exec.Call{Stdin: strings.NewReader(input), Stdout: &out, Stderr: &errs, Lang: "ko", SSH: "ssh arcade.example", Screen: "ssh -t arcade.example"}
		if known {
			call.Identity.Fingerprint = key
		}
		_, err = exec.Route(context.Background(), call, all, words)
		if err != nil && !say.Known(err) && !say.Known(say.Refusal(err)) {
			t.Errorf("an internal error: %v", err)
		}
		if text := say.Sentence(errOr(err), "ko"); !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) && r != ' ' }) {
			t.Errorf("it says %q", text)
		}
		if strings.ContainsFunc(out.String()+errs.String(), func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r == 0x7F || r == utf8.RuneError }) {
			t.Errorf("it prints %q %q", out.String(), errs.String())
		}
	})
}

// errOr returns err, or an error with an empty text.
func errOr(err error) error {
	if err == nil {
		return say.Message{}
	}
	return err
}

func TestPlyColumns(t *testing.T) {
	for _, x := range []struct {
		longest    games.Action
		width, per int
	}{{"e6", 5, 10}, {"play 12k", 10, 7}, {games.Action(strings.Repeat("x", 90)), 92, 1}} {
		width, per := plyColumns([]games.Ply{{Action: "p"}, {Action: x.longest}})
		if width != x.width || per != x.per {
			t.Errorf("%s: %d cells, %d a row; want %d and %d", x.longest, width, per, x.width, x.per)
		}
	}
}

// A rating under other rules is named in words, not by its board.
func TestPoolNames(t *testing.T) {
	g := matgobots.Game{}
	for _, pool := range games.PoolsOf(g)[1:] {
		for _, lang := range []words.Lang{words.KO, words.EN} {
			if got := poolName(lang, g.Info().Name, pool); got == words.Game(lang, g.Info().Name, "") || strings.Contains(got, pool) {
				t.Errorf("%s, %s is called %q", lang, pool, got)
			}
		}
	}
}
