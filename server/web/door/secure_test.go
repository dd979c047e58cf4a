package door_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"image/png"
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"arcade/e2e/door"
	"arcade/games"
	"arcade/games/othello"
	"arcade/internal/testcert"
	"arcade/lobby"
	"arcade/lobby/directory"
	"arcade/lobby/pairing"
	"arcade/lobby/turns"
	"arcade/server"
)

// With its own certificate the door serves https: the page comes, the addresses of links and pictures
// begin with https, and a player's keys are handled on its socket.
func TestCertificate(t *testing.T) {
	cfg := door.Quick
	cfg.Games = games.NewRegistry(othello.Game{})
	h := door.Open(t, cfg)
	cert, key, roots := testcert.Write(t)
	at, err := url.Parse(h.Nodes[0].Secured(t, cert, key, testcert.Host))
	if err != nil {
		t.Fatal(err)
	}
	by := from(net.IPv4(127, 0, 0, 1), at.Host, roots)
	a, err := by.Get("https://" + testcert.Host + "/play/othello")
	if err != nil {
		t.Fatal(err)
	}
	b, _ := io.ReadAll(a.Body)
	_ = a.Body.Close()
	if a.StatusCode != http.StatusOK || !strings.Contains(string(b), `content="https://`+testcert.Host+`/og/play/othello?lang=`) {
		t.Errorf("%d %.300s", a.StatusCode, b)
	}
	s, err := dialBy(t, by, "https://"+testcert.Host, "https://"+testcert.Host)
	if err != nil {
		t.Fatal(err)
	}
	s.enter(door.NewSecret(t), nil)
	s.until("ARCADE")
	s.helped("?", "Escape")
	if plain, err := http.Get("http://" + at.Host + "/"); err == nil {
		_ = plain.Body.Close()
		if plain.StatusCode != http.StatusBadRequest {
			t.Errorf("by plain http it answers %d", plain.StatusCode)
		}
	}
}

// The pictures of links have the size that their pages name. A finished match has its own picture.
func TestPreviews(t *testing.T) {
	h, at := open(t)
	id := resigned(t, h.Lobby)
	drawn := map[string][]byte{}
	for _, path := range []string{"/og.png", "/og/play/othello", "/og/match/" + id} {
		a, err := http.Get(at + path)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := io.ReadAll(a.Body)
		_ = a.Body.Close()
		img, err := png.Decode(bytes.NewReader(b))
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if size := img.Bounds().Size(); size.X != 1200 || size.Y != 630 {
			t.Errorf("%s is %v", path, size)
		}
		drawn[path] = b
	}
	for _, path := range []string{"/og/play/othello", "/og/match/" + id} {
		if bytes.Equal(drawn["/og.png"], drawn[path]) {
			t.Errorf("%s is the picture of the house", path)
		}
	}
	both := map[string][]byte{}
	for _, lang := range []string{"ko", "en"} {
		a, err := http.Get(at + "/og/match/" + id + "?lang=" + lang)
		if err != nil {
			t.Fatal(err)
		}
		both[lang], _ = io.ReadAll(a.Body)
		_ = a.Body.Close()
	}
	if bytes.Equal(both["ko"], both["en"]) {
		t.Error("a match's picture is the same in both languages")
	}
	if a, err := http.Get(at + "/replay/" + id); err != nil {
		t.Fatal(err)
	} else {
		b, _ := io.ReadAll(a.Body)
		_ = a.Body.Close()
		for _, want := range []string{`og:image" content="` + at + `/og/match/` + id, `og:image:width" content="1200"`, `og:image:height" content="630"`} {
			if !strings.Contains(string(b), want) {
				t.Errorf("the replay's page has no %s", want)
			}
		}
	}
}

// A match's picture does not name a player whose account has been deleted since.
func TestPreviewAfterDeletion(t *testing.T) {
	h, at := open(t)
	kim, lee := enter(t, h.Lobby, "kim"), enter(t, h.Lobby, "lee")
	id, err := kim.Create(pairing.Offer{Game: "othello", Control: "none"})
	for _, step := range []func() error{func() error { return kim.Watch(id) }, func() error { return lee.SitDown(id) }, func() error { return lee.Watch(id) }, func() error { return kim.Ready(id) }} {
		if err == nil {
			err = step()
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	resign(t, id, kim, lee)
	get := func(path string) []byte {
		t.Helper()
		a, err := http.Get(at + path)
		if err != nil {
			t.Fatal(err)
		}
		defer a.Body.Close()
		b, err := io.ReadAll(a.Body)
		if err != nil || a.StatusCode != http.StatusOK {
			t.Fatalf("%d, %v", a.StatusCode, err)
		}
		return b
	}
	before := get("/og/match/" + id)
	if again := get("/og/match/" + id); !bytes.Equal(before, again) {
		t.Error("the picture changes by itself")
	}
	if err := h.Lobby.Forget("SHA256:kim", "kim"); err != nil {
		t.Fatal(err)
	}
	after := get("/og/match/" + id)
	if bytes.Equal(after, before) {
		t.Error("the picture is as before")
	}
	if bytes.Equal(after, get("/og.png")) {
		t.Error("the match has no picture")
	}
}

// enter opens a visit of a player.
func enter(t *testing.T, l *lobby.Lobby, name string) *lobby.Visit {
	t.Helper()
	v, err := l.Enter(directory.Identity{Fingerprint: "SHA256:" + name, Login: name, Lang: "en"})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// resigned plays a match against a bot, in which the player resigns after some moves. It returns the
// match's id.
func resigned(t *testing.T, l *lobby.Lobby) string {
	t.Helper()
	v := enter(t, l, "kim")
	id, err := v.Create(pairing.Offer{Game: "othello", Control: "none", Bot: othello.Game{}.Bots()[0].Name()})
	if err == nil {
		err = v.Watch(id)
	}
	if err != nil {
		t.Fatal(err)
	}
	resign(t, id, v)
	return id
}

// resign plays some moves of a match for people at its table. Then one of them resigns.
func resign(t *testing.T, id string, people ...*lobby.Visit) {
	t.Helper()
	for ; ; time.Sleep(time.Millisecond) { // a bot and a held move take their time
		var err error
		for _, v := range people {
			s, lost := v.Table(id)
			switch {
			case lost != nil:
				t.Fatal(lost)
			case s.Result != nil:
				return
			case s.ToAct != s.You:
				continue
			case len(s.Plies) > 3:
				err = v.Do(id, games.Resign)
			default:
				err = v.Act(id, len(s.Plies), s.Legal[0])
			}
			if err != nil && !errors.Is(err, games.ErrHeld) {
				t.Fatal(err)
			}
		}
	}
}

// within matches the page's own scripts and its style, and inline other code within a page: a script with a
// text, a handler, a style.
var (
	within = regexp.MustCompile(`(?s)<(?:script|script type="module"|style)>(.*?)</(?:script|style)>`)
	inline = regexp.MustCompile(`(?i)<script(?:\s+type="[a-z]+")?>|<style|\son[a-z]+=|\sstyle=|javascript:`)
)

// No page contains code or a style except those that each page's policy names by their hashes. The policy
// forbids others, and everything that is not the door's own. e2e/browser checks that a browser enforces it.
func TestPolicy(t *testing.T) {
	_, at := open(t)
	for _, path := range []string{"/", "/play/othello", "/watch/X", "/replay/X", "/join/ABC-DEF", "/daily", "/boards", "/boards/othello", "/boards/othello?screen", "/offline"} {
		a, err := http.Get(at + path)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := io.ReadAll(a.Body)
		_ = a.Body.Close()
		if found := inline.Find(within.ReplaceAll(b, nil)); found != nil {
			t.Errorf("%s has %s", path, found)
		}
		policy := a.Header.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'none'", "script-src 'sha256-", "style-src 'self' 'sha256-", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"} {
			if !strings.Contains(policy, want) {
				t.Errorf("%s: no %s in %q", path, want, policy)
			}
		}
		for _, one := range within.FindAllSubmatch(b, -1) {
			sum := sha256.Sum256(one[1])
			if source := "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; !strings.Contains(policy, source) {
				t.Errorf("%s: its policy does not allow %.80s", path, one[0])
			}
		}
		if strings.Contains(policy, "unsafe") || strings.Contains(policy, "*") {
			t.Errorf("%s: %q", path, policy)
		}
	}
}

// A session on a page is counted as a page, separately from sessions over SSH.
func TestCountedByDoor(t *testing.T) {
	h, at := open(t)
	srv := h.Nodes[0].Server
	visit(t, at)
	c := door.Enter(t, h.Addr, door.NewKey(t), door.Opts{Lang: door.English})
	c.Await(`ARCADE`)
	s := srv.Stats()
	if s.Sessions[server.KindPage] != 1 || s.Opened[server.KindPage] != 1 || s.Sessions[server.KindScreen] != 1 || s.Opened[server.KindScreen] != 1 {
		t.Errorf("sessions %v of %v", s.Sessions, s.Opened)
	}
}

// Both doors share one set of limits: pages and SSH clients at one address are counted together, and a
// socket that drops keeps its place.
func TestOneLimit(t *testing.T) {
	h, at := open(t)
	const most = 20 // the value of --max-per-address
	var pages []*socket
	for range most / 2 {
		pages = append(pages, visit(t, at))
	}
	for range most - most/2 {
		door.Enter(t, h.Addr, door.NewKey(t), door.Opts{Lang: door.English}).Await(`ARCADE`)
	}
	_ = pages[0].CloseNow()
	if s, err := dial(t, at, at); err == nil {
		t.Errorf("a page more is there: %s", s.challenge)
	}
	if _, err := door.Connect(t, h.Addr, door.NewKey(t), door.Opts{Lang: door.English}); err == nil {
		t.Error("a client of SSH more is let in")
	}
}

// However a link spells a match, its picture is made once, at a place for work, and its page names it in one
// form. The work is billed to the reader's neighbourhood.
func TestPicturesHaveOneSpelling(t *testing.T) {
	h, at := open(t)
	id, work := resigned(t, h.Lobby), h.Nodes[0].Server.Turns()
	before := work.Counts()[turns.Command].Begun
	var first []byte
	for _, as := range []string{id, strings.ToLower(id), id[:4] + "-" + id[4:], id[:2] + "%20" + id[2:], strings.ReplaceAll(id, "0", "O"), strings.ReplaceAll(id, "1", "l")} {
		a, err := http.Get(at + "/og/match/" + as)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := io.ReadAll(a.Body)
		_ = a.Body.Close()
		if first == nil {
			first = b
		}
		if a.StatusCode != http.StatusOK || !bytes.Equal(b, first) {
			t.Errorf("%s: %d", as, a.StatusCode)
		}
		if a, err = http.Get(at + "/replay/" + as); err != nil {
			t.Fatal(err)
		}
		b, _ = io.ReadAll(a.Body)
		_ = a.Body.Close()
		if want := `og:url" content="` + at + `/replay/` + id + `"`; !strings.Contains(string(b), want) || !strings.Contains(string(b), "/og/match/"+id+`?lang=`) {
			t.Errorf("the page of %s has no %s", as, want)
		}
	}
	if n := work.Counts()[turns.Command].Begun - before; n != 1 {
		t.Errorf("%d pictures were made", n)
	}
	costs := work.Costs()
	if i := slices.IndexFunc(costs, func(c turns.Cost) bool { return c.From == "127.0.0.0/24" }); i < 0 || costs[i].Work[turns.Command] == 0 {
		t.Errorf("the costs are %+v", costs)
	}
}
