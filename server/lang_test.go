package server

import (
	"context"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"
)

// A command is answered in the language of the login name, else in the player's chosen language, else in
// the language of the client's locale.
func TestCommandLanguage(t *testing.T) {
	key := newKey(t)
	chosen := map[string]string{gossh.FingerprintSHA256(key.PublicKey()): "ko"}
	d := open(t, Config{Commands: commands, Lang: "en", Chosen: func(_ context.Context, fingerprint string) string { return chosen[fingerprint] }})
	const ko, en = "오락실로 들어가기", "enter the arcade"
	for _, c := range []struct {
		name, login, locale, want string
		auth                      gossh.AuthMethod
	}{
		{"a guest whose client names none", "kim", "", en, asGuest},
		{"a guest's locale", "kim", "ko_KR.UTF-8", ko, asGuest},
		{"a Korean terminal of another encoding", "kim", "ko_KR.eucKR", en, asGuest},
		{"the same of a player who has chosen Korean", "kim", "ko_KR.CP949", en, gossh.PublicKeys(key)},
		{"the same with a login name", "ko", "ko_KR.eucKR", ko, asGuest},
		{"a guest's login name", "ko", "en_US.UTF-8", ko, asGuest},
		{"the language that the player has chosen", "kim", "", ko, gossh.PublicKeys(key)},
		{"the same against the locale", "kim", "en_US.UTF-8", ko, gossh.PublicKeys(key)},
		{"the login name against both", "EN", "ko_KR.UTF-8", en, gossh.PublicKeys(key)},
		{"a key whose player has chosen none", "kim", "ko_KR.UTF-8", ko, gossh.PublicKeys(newKey(t))},
	} {
		client, err := gossh.Dial("tcp", d.addr, &gossh.ClientConfig{
			User: c.login, Auth: []gossh.AuthMethod{c.auth}, HostKeyCallback: gossh.InsecureIgnoreHostKey(), Timeout: patience,
		})
		if err != nil {
			t.Fatal(err)
		}
		out, _, _ := run(t, client, "help", func(s *gossh.Session) {
			if c.locale != "" {
				_ = s.Setenv("LANG", c.locale)
			}
		})
		if !strings.Contains(out, c.want) {
			t.Errorf("%s: no %q in\n%s", c.name, c.want, out)
		}
		_ = client.Close()
	}
}
