package e2e

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
	gossh "golang.org/x/crypto/ssh"

	"arcade/e2e/door"
	"arcade/server/admin"
)

// asks keeps no connections, because they would be goroutines of the server.
var asks = &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}

// metric reads a server's metrics as Prometheus does, and returns a function that finds a value. The
// value of a histogram is its number of samples.
func (p *process) metric(t testing.TB) func(name, label, value string) float64 {
	t.Helper()
	resp, err := asks.Get(p.metrics + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	parser := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parser.TextToMetricFamilies(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return func(name, label, value string) float64 {
		t.Helper()
		sum, found := 0.0, false
		if families[name] == nil {
			t.Fatalf("no %s", name)
		}
		for _, m := range families[name].Metric {
			ok := label == ""
			for _, l := range m.Label {
				ok = ok || l.GetName() == label && l.GetValue() == value
			}
			if ok {
				found = true
				sum += m.GetGauge().GetValue() + m.GetCounter().GetValue() + float64(m.GetHistogram().GetSampleCount())
			}
		}
		if !found {
			t.Fatalf("no %s with %s=%q", name, label, value)
		}
		return sum
	}
}

// ask gets a path whose response is one word.
func (p *process) ask(path string) (code int, word string) {
	resp, err := asks.Get(p.metrics + path)
	if err != nil {
		return 0, ""
	}
	defer resp.Body.Close()
	b, _ := io.ReadAll(resp.Body)
	return resp.StatusCode, strings.TrimSpace(string(b))
}

// awaitReadyz waits for an answer of /readyz.
func (p *process) awaitReadyz(t testing.TB, code int, word string) {
	t.Helper()
	for late := time.Now().Add(door.Patience); ; time.Sleep(20 * time.Millisecond) {
		gotCode, gotWord := p.ask("/readyz")
		if gotCode == code && gotWord == word {
			return
		}
		if time.Now().After(late) {
			t.Fatalf("ready: %d %s, want %d %s\n%s", gotCode, gotWord, code, word, p.log)
		}
	}
}

// Two people play. The operator lists them, sends them a message, renames one, closes their table, kicks
// one, bans the other, and stops the server. The log does not identify them.
func TestOperator(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	p := spawn(t, data, "--metrics", "127.0.0.1:0", "--log-level", "info", "--log-format", "json", "--grace", "30s")
	op := admin.NewClient(data)
	defer op.Close()
	do := func(request admin.Request) admin.Done {
		t.Helper()
		done, err := op.Do(t.Context(), request)
		if err != nil {
			t.Fatalf("%T: %v", request, err)
		}
		return done
	}
	if info, err := os.Stat(filepath.Join(data, admin.SocketName)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the socket is %v, %v", info, err)
	}
	if code, word := p.ask("/readyz"); code != 200 || word != "ok" {
		t.Errorf("ready: %d %s", code, word)
	}

	kimKey, leeKey := door.NewKey(t), door.NewKey(t)
	kim := visit(t, p.Addr, kimKey, door.Opts{Lang: door.Korean, User: "kim"})
	lee := visit(t, p.Addr, leeKey, door.Opts{Lang: door.English, User: "lee"})
	sides := pair(kim, lee)
	all := states(t, longGame)
	follow(sides, longGame[:4], all, 0)

	// The operator lists the sessions and their tables.
	who, err := op.Who(t.Context())
	if err != nil || len(who) != 2 {
		t.Fatalf("who: %+v, %v", who, err)
	}
	for i, want := range []string{"kim", "lee"} {
		key := []gossh.Signer{kimKey, leeKey}[i].PublicKey()
		if w := who[i]; w.Name != want || w.Guest || w.Key != gossh.FingerprintSHA256(key) || w.Kind != "screen" ||
			!strings.HasPrefix(w.Address, "127.0.0.1:") || w.Table == "" || w.Since == 0 || w.Input < w.Since {
			t.Errorf("who: %+v", w)
		}
	}
	costs, err := op.Costs(t.Context())
	if err != nil || len(costs) != 2 {
		t.Fatalf("costs: %+v, %v", costs, err)
	}
	for _, c := range costs {
		if c.Name != "kim" && c.Name != "lee" || c.Address != "127.0.0.1/32" || c.Sessions != 1 || c.Sent == 0 || c.Work["frame"] <= 0 ||
			c.Seconds != c.Work["frame"] || c.AddressSeconds <= c.Seconds || c.Last == 0 {
			t.Errorf("costs: %+v", c)
		}
	}
	tables, err := op.Tables(t.Context())
	if err != nil || len(tables) != 1 || tables[0].ID != who[0].Table || tables[0].Status != "live" || tables[0].Plies != 4 || !tables[0].Rated {
		t.Fatalf("tables: %+v, %v", tables, err)
	}
	value := p.metric(t)
	for _, tt := range []struct {
		name, label, value string
		want               float64
	}{
		{"arcade_visits", "", "", 2},
		{"arcade_connections", "state", "serving", 2},
		{"arcade_connections_total", "", "", 2},
		{"arcade_logins_total", "kind", "key", 2},
		{"arcade_logins_total", "kind", "guest", 0},
		{"arcade_sessions", "kind", "screen", 2},
		{"arcade_tables", "game", "othello", 1},
		{"arcade_tables", "status", "live", 1},
		{"arcade_actions_total", "by", "person", 4},
		{"arcade_action_seconds", "game", "othello", 4},
		{"arcade_store_errors_total", "", "", 0},
		{"arcade_refused_total", "", "", 0},
		{"arcade_draining", "", "", 0},
		{"arcade_work_waiting", "", "", 0},
		{"arcade_sessions_ended_total", "", "", 0},
	} {
		if got := value(tt.name, tt.label, tt.value); got != tt.want {
			t.Errorf("%s %s=%q: %v, want %v", tt.name, tt.label, tt.value, got, tt.want)
		}
	}
	if value("arcade_store_seconds", "op", "append") < 4 || value("arcade_rendered_bytes_total", "", "") < 1000 {
		t.Error("too little was stored or drawn")
	}

	// Everybody gets a message in their own language, and plays on.
	if done := do(admin.Broadcast{KO: "곧 쉬어요 \x1b[31m", EN: "a break soon \u202e"}); done.People != 2 {
		t.Errorf("%d were told", done.People)
	}
	kim.Await(`\[ 알림: 곧 쉬어요 \[31m \]`)
	lee.Await(`\[ Notice: a break soon \]`)
	follow(sides, longGame[4:6], all, 4)

	do(admin.Rename{Old: "Kim", New: "달빛"})
	kim.Await(`<sh.renamed p=달빛>`)
	do(admin.Close{Table: strings.ToLower(tables[0].ID), Reason: "점검"})
	// Before anything else, for a notice stays for seconds only; first Lee's, which waits for one notice less.
	lee.Await(`<sh.shut.why x=점검>`)
	kim.Await(`<sh.shut.why x=점검>`)
	for _, c := range sides {
		c.Await(`<res.aborted>`)
		c.Decide(`<key.home>`, "q")
		c.Await(atHome)
	}
	kim.Await(`달빛`)
	if tables, err := op.Tables(t.Context()); err != nil || len(tables) != 0 {
		t.Errorf("tables: %+v, %v", tables, err)
	}

	// One of two people at an address is kicked. The other is banned until the ban is lifted.
	if done := do(admin.Kick{Target: who[1].Address, Reason: "be nice"}); done.Sessions != 1 {
		t.Errorf("kicked: %+v", done)
	}
	if code := lee.Wait(); code != 1 {
		t.Errorf("the kicked session ends with %d", code)
	}
	if got := string(lee.Bytes()); !strings.Contains(got, "the operator has ended your session. Reason: be nice") || !strings.Contains(got, "\x1b[?1049l") {
		t.Errorf("told %q", got[max(0, len(got)-400):])
	} else if _, after, _ := strings.Cut(got, "\x1b[?1049l"); strings.Contains(after, "localhost") {
		t.Errorf("a goodbye besides: %q", after)
	}
	if done := do(admin.Ban{Target: "달빛", For: time.Hour.Milliseconds(), Reason: "spam"}); done.Sessions != 1 || len(done.Bans) != 1 || done.Bans[0].Name != "달빛" {
		t.Errorf("banned: %+v", done)
	}
	kim.Wait()
	again := enter(t, p.Addr, kimKey, door.Opts{Lang: door.Korean, User: "kim"})
	again.Wait()
	for _, c := range []*client{kim, again} {
		if got := string(c.Bytes()); !strings.Contains(got, "운영자가 이 접속을 막았어요.") || !strings.Contains(got, "이유: spam") {
			t.Errorf("told %q", got[max(0, len(got)-400):])
		}
	}
	do(admin.Unban{Target: "달빛"})
	again = visit(t, p.Addr, kimKey, door.Opts{Lang: door.Korean, User: "kim"})
	do(admin.Ban{Target: "127.0.0.1", For: time.Hour.Milliseconds()})
	again.Wait()
	if c, err := net.Dial("tcp", p.Addr); err != nil {
		t.Error(err)
	} else {
		_ = c.SetDeadline(time.Now().Add(door.Patience))
		line := make([]byte, 200)
		n, _ := c.Read(line)
		c.Close()
		if got := string(line[:n]); !strings.HasPrefix(got, "arcade: your network is banned until 20") {
			t.Errorf("at the door: %q", got)
		}
	}
	do(admin.Unban{Target: "127.0.0.1"})
	value = p.metric(t)
	for reason, want := range map[string]float64{"banned_key": 1, "banned_network": 1, "full": 0} {
		if got := value("arcade_refused_total", "reason", reason); got != want {
			t.Errorf("refused for %s: %v, want %v", reason, got, want)
		}
	}

	// While the server stops, it is alive and not ready. Then the socket is gone.
	slow := enter(t, p.Addr, door.NewKey(t), door.Opts{Command: "kibo verify", NoPTY: true, User: "secretname"}) // the command waits for a file
	late := time.Now().Add(door.Patience)
	for who, _ := op.Who(t.Context()); len(who) != 1 || who[0].Command != "kibo"; who, _ = op.Who(t.Context()) {
		if time.Now().After(late) {
			t.Fatalf("who: %+v", who)
		}
		time.Sleep(10 * time.Millisecond)
	}
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	for code, word := p.ask("/readyz"); code != 503 || word != "draining"; code, word = p.ask("/readyz") {
		if code == 0 || time.Now().After(late) {
			t.Fatalf("ready while it stops: %d %s", code, word)
		}
		time.Sleep(time.Millisecond)
	}
	if code, word := p.ask("/healthz"); code != 200 || word != "ok" {
		t.Errorf("healthy while it stops: %d %s", code, word)
	}
	if v, err := op.Version(t.Context()); err != nil || !v.Draining {
		t.Errorf("version while it stops: %+v, %v", v, err)
	}
	slow.Close()
	if err := p.cmd.Wait(); err != nil {
		t.Errorf("stopped with %v", err)
	}
	if _, err := os.Lstat(filepath.Join(data, admin.SocketName)); err == nil {
		t.Error("the socket is still there")
	}

	// The log is JSON. It has the actions with the names that the operator typed, and identifies nobody else.
	log := regexp.MustCompile(`"target":"[^"]*"`).ReplaceAllString(p.log.String(), `"target":""`)
	for _, secret := range []string{"kim", "lee", "달빛", "secretname", "127.0.0.1", "SHA256:", "spam", "be nice", "점검", "쉬어요"} {
		if i := strings.Index(log, secret); i >= 0 {
			t.Errorf("%q is in the log: %s", secret, log[max(0, i-200):min(len(log), i+100)])
		}
	}
	actions := map[string]int{}
	for line := range strings.Lines(p.log.String()) {
		var l struct{ Time, Level, Msg, Action, Target string }
		if err := json.Unmarshal([]byte(line), &l); err != nil || l.Time == "" || l.Level != "INFO" {
			t.Errorf("%v: %s", err, line)
		}
		if l.Msg == "admin" {
			actions[l.Action]++
			if has := l.Target != ""; has != (l.Action != "broadcast") || strings.Contains(l.Target, "127.0.0.1") || strings.Contains(l.Target, "SHA256:") {
				t.Errorf("the target of %s: %q", l.Action, l.Target)
			}
		}
	}
	for action, n := range map[string]int{"broadcast": 1, "rename": 1, "close": 1, "kick": 1, "ban": 2, "unban": 2} {
		if actions[action] != n {
			t.Errorf("%s is logged %d times, want %d", action, actions[action], n)
		}
	}
}
