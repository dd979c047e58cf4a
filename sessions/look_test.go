package sessions

import (
	"io"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arcade/games"
	"arcade/games/othello"
	"arcade/internal/logtest"
	"arcade/lobby"
	"arcade/lobby/config"
	"arcade/lobby/directory"
	"arcade/sessions/app"
	"arcade/sessions/pages"
	"arcade/sessions/term"
	"arcade/sessions/ui"
	"arcade/store/bolt"
)

// A terminal has the colours of its type and environment, and 24-bit colours if it answers so, whatever its
// name. A terminal inside another proves nothing by its answer.
func TestLook(t *testing.T) {
	const widths, fence = "\x1b[2;2R\x1b[2;2R\x1b[2;2R\x1b[2;2R\x1b[2;3R", "\x1b[?62c"
	const exact = "\x1bP1$r0;48:2::1:2:3m\x1b\\"
	for name, c := range map[string]struct {
		term, env, answer string
		want              ui.Colours
	}{
		"xterm":                 {"xterm", "", "", ui.Colours16},
		"xterm that answers":    {"xterm", "", exact, ui.TrueColours},
		"256":                   {"xterm-256color", "", "", ui.Colours256},
		"256 that answers":      {"xterm-256color", "", exact, ui.TrueColours},
		"COLORTERM":             {"xterm-256color", "COLORTERM=truecolor", "", ui.TrueColours},
		"direct":                {"xterm-direct", "", "", ui.TrueColours},
		"screen that answers":   {"screen-256color", "", exact, ui.Colours256},
		"no colours are wanted": {"xterm-256color", "NO_COLOR=1", exact, ui.NoColours},
	} {
		t.Run(name, func(t *testing.T) {
			in := term.NewInput(io.NopCloser(strings.NewReader(widths + c.answer + fence)))
			defer in.Close()
			look, err := probe(t.Context(), in, &term.Terminal{Term: c.term, Env: []string{c.env}, Out: io.Discard, Close: func() error { return nil }})
			if err != nil || look.Colours != c.want || !look.Blocks {
				t.Errorf("%+v, %v, want colours %v and blocks", look, err, c.want)
			}
		})
	}
}

// late is a terminal's answer that comes after a delay.
type late struct {
	io.Reader
	after time.Duration
}

func (l *late) Read(p []byte) (int, error) {
	time.Sleep(l.after)
	l.after = 0
	return l.Reader.Read(p)
}

// A terminal whose answers take long is far away and gets no motion.
func TestFar(t *testing.T) {
	for after, want := range map[time.Duration]bool{200 * time.Millisecond: false, 300 * time.Millisecond: true} {
		synctest.Test(t, func(t *testing.T) {
			in := term.NewInput(io.NopCloser(&late{strings.NewReader("\x1b[2;2R\x1b[2;2R\x1b[2;2R\x1b[2;2R\x1b[2;3R\x1b[?62c"), after}))
			defer in.Close()
			look, err := probe(t.Context(), in, &term.Terminal{Term: "xterm-256color", Out: io.Discard, Close: func() error { return nil }})
			if err != nil || look.Far != want {
				t.Errorf("answers after %v: %+v, %v", after, look, err)
			}
		})
	}
}

// A terminal that is not UTF-8, by its locale or because it draws a syllable in other than two cells, gets
// English in ASCII and a sentence that says why, also a player who has chosen Korean; the login name ko
// gets Korean.
func TestNoUTF8(t *testing.T) {
	const utf8, other = "\x1b[2;2R\x1b[2;2R\x1b[2;2R\x1b[2;2R\x1b[2;3R\x1b[?62c", "\x1b[2;4R\x1b[2;4R\x1b[2;4R\x1b[2;4R\x1b[2;4R\x1b[?62c"
	for _, c := range []struct {
		login, env, answer string
		ascii              bool
	}{
		{"kim", "LANG=ko_KR.eucKR", "\x1b[?62c", true},
		{"kim", "LANG=ko_KR.UTF-8", other, true},
		{"kim", "LANG=ko_KR.UTF-8", utf8, false},
		{"ko", "LANG=ko_KR.eucKR", other, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			st, err := bolt.Open(filepath.Join(t.TempDir(), "arcade.db"), bolt.Options{NoSync: true})
			if err != nil {
				t.Fatal(err)
			}
			defer st.Close()
			l, err := lobby.New(config.Config{Store: st, Games: games.NewRegistry(othello.Game{})})
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			var out logtest.Buffer
			keys, typed := io.Pipe()
			h := &app.House{Lobby: l, Places: pages.Rooms{}, Way: app.Way{SSH: "ssh host"}, Lang: "ko"}
			s, err := Open(t.Context(), h, term.Terminal{
				In: struct {
					io.Reader
					io.Closer
				}{io.MultiReader(strings.NewReader(c.answer), keys), keys}, Out: &out, Close: func() error { return nil },
				Term: "xterm-256color", Env: []string{c.env}, Width: 80, Height: 24,
			}, directory.Identity{Login: c.login, Lang: "ko"}, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			ended := make(chan error, 1)
			go func() { ended <- s.Run() }()
			time.Sleep(time.Second)
			synctest.Wait()
			_, shown, _ := strings.Cut(out.String(), "\x1b[?62c")
			if _, after, ok := strings.Cut(out.String(), "\x1b[?1049l"); ok { // after the question
				shown = after
			}
			ascii := !strings.ContainsFunc(shown, func(r rune) bool { return r >= 0x80 })
			if ascii != c.ascii || strings.Contains(shown, "not UTF-8") != c.ascii {
				t.Errorf("%s, %s: ASCII %v:\n%q", c.login, c.env, ascii, shown)
			}
			_ = typed.Close()
			<-ended
			_ = s.Close()
			time.Sleep(time.Second)
		})
	}
}
