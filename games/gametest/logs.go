package gametest

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"

	"arcade/games"
	"arcade/games/kibo"
	"arcade/games/rng"
)

// updateLogs writes the logs anew, after an intended change.
var updateLogs = flag.Bool("update-logs", false, "write events and results in "+logFile+" as they now are")

const logFile = "testdata/logs.jsonl"

// Log is a match that must keep its events and result in every version of the program: a line of
// testdata/logs.jsonl. For a new one write name and setup, and run
//
//	go test ./games/NAME -run Game/Logs -update-logs
//
// which plays a match for each line without entries.
type Log struct {
	Name    string        `json:"name"`
	Setup   games.Setup   `json:"setup"`
	Entries []games.Entry `json:"entries"`
	// Events has the events of each action that was not taken back, Result the match's result and View the
	// last one, as [games.Everything] sees it.
	Events []json.RawMessage `json:"events"`
	Result json.RawMessage   `json:"result"`
	View   json.RawMessage   `json:"view"`
}

// Actions returns the players' actions of a log, without the table's entries.
func (l Log) Actions() (list []games.Action) {
	for _, e := range l.Entries {
		if e.Kind == games.Act {
			list = append(list, e.Action)
		}
	}
	return list
}

// Logs reads the logs of the package's testdata.
func Logs(t testing.TB) (list []Log) {
	t.Helper()
	data, err := os.ReadFile(logFile)
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(data) {
		var l Log
		if err := games.DecodeStrict(line, &l); err != nil {
			t.Fatal(err)
		}
		list = append(list, l)
	}
	return list
}

// fold folds a log until an entry fails.
func (g Game) fold(l Log) (*games.Match, error) {
	started := int64(0)
	if len(l.Entries) > 0 {
		started = l.Entries[0].At
	}
	return games.FoldMatch(g.Engine, l.Setup, games.Terms{}, started, l.Entries, nil)
}

// logs folds the logs, also from the middle and as a kibo, and checks events and result. Every version of
// the rules and every end has a log.
func (g Game) logs(t *testing.T) {
	list := Logs(t)
	if *updateLogs {
		g.writeLogs(t, list)
	}
	rules, ends := map[int]bool{}, map[string]bool{}
	for _, l := range list {
		m, err := g.fold(l)
		if err != nil {
			t.Errorf("%s: %v", l.Name, err)
			continue
		}
		if !m.Over() {
			t.Errorf("%s: it is not over", l.Name)
			continue
		}
		if len(m.Plies()) != len(l.Events) {
			t.Errorf("%s: events of %d actions, want %d", l.Name, len(m.Plies()), len(l.Events))
			continue
		}
		for i, p := range m.Plies() {
			if got := JSON(t, p.Events); got != string(l.Events[i]) {
				t.Errorf("%s: action %d, %s: events\n%s, want\n%s", l.Name, i+1, p.Action, got, l.Events[i])
				break
			}
		}
		if got := JSON(t, m.Result()); got != string(l.Result) {
			t.Errorf("%s: result\n%s, want\n%s", l.Name, got, l.Result)
		}
		if got := JSON(t, m.View(games.Everything)); got != string(l.View) {
			t.Errorf("%s: the last view\n%s, want\n%s", l.Name, got, l.View)
		}
		g.resume(t, l)
		g.verify(t, l.Setup, l.Entries, m)
		rules[l.Setup.Rules] = true
		ends[m.Result().Reason] = true
	}
	for version := 1; version <= g.Engine.Info().Rules; version++ {
		if !rules[version] {
			t.Errorf("no log of rules version %d", version)
		}
	}
	for _, reason := range g.Ends {
		if !ends[reason] {
			t.Errorf("no log ends by %s", reason)
		}
	}
}

// resume folds a match again at a few points and checks that it has the same state and continues with the
// same events.
func (g Game) resume(t *testing.T, l Log) {
	t.Helper()
	whole, err := g.fold(Log{Setup: l.Setup})
	if err != nil {
		t.Fatal(err)
	}
	step := 1 + len(l.Entries)/50
	for i, e := range l.Entries {
		var again *games.Match
		if i%step == 0 {
			if again, err = g.fold(Log{Setup: l.Setup, Entries: l.Entries[:i]}); err != nil {
				t.Fatal(err)
			}
			for _, viewer := range g.viewers() {
				if got, want := JSON(t, again.View(viewer)), JSON(t, whole.View(viewer)); got != want {
					t.Fatalf("%s after %d: viewer %d sees\n%s, want\n%s", l.Name, i, viewer, got, want)
				}
			}
		}
		want, err := whole.Add(e)
		if err != nil {
			t.Fatal(err)
		}
		if again != nil {
			if got, err := again.Add(e); err != nil || JSON(t, got) != JSON(t, want) {
				t.Fatalf("%s after %d: %v, %v, want %v", l.Name, i, got, err, want)
			}
		}
	}
}

// verify writes a match as a kibo, reads it back and verifies it.
func (g Game) verify(t *testing.T, setup games.Setup, entries []games.Entry, m *games.Match) {
	t.Helper()
	info := g.Engine.Info()
	f := kibo.File{
		ID: "log", Game: info.Name, Rules: setup.Rules, Seed: &setup.Seed, SeedHash: kibo.SeedHash(setup.Seed), Options: setup.Options,
		Control: "none", Started: m.Started(), Ended: m.LastAt(), Entries: entries, Result: json.RawMessage(JSON(t, m.Result())),
	}
	if f.Rules == 0 {
		f.Rules = info.Rules
	}
	for range info.Seats {
		f.Seats = append(f.Seats, kibo.Seat{Name: "somebody", Kind: kibo.Player})
	}
	var file bytes.Buffer
	if err := kibo.Encode(&file, f); err != nil {
		t.Fatal(err)
	}
	f, err := kibo.Decode(&file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := kibo.Verify(games.NewRegistry(g.Engine), f, nil); err != nil {
		t.Errorf("seed %q: the kibo: %v", setup.Seed, err)
	}
}

// writeLogs writes list with the present events and results.
func (g Game) writeLogs(t *testing.T, list []Log) {
	var out strings.Builder
	for i := range list {
		l := &list[i]
		if l.Setup.Rules == 0 {
			l.Setup.Rules = g.Engine.Info().Rules
		}
		if l.Entries == nil {
			_, l.Entries = g.match(t, l.Setup, rng.New(l.Name))
		}
		m, err := g.fold(*l)
		if err != nil {
			t.Fatal(err)
		}
		l.Events = nil
		for _, p := range m.Plies() {
			l.Events = append(l.Events, json.RawMessage(JSON(t, p.Events)))
		}
		l.Result = json.RawMessage(JSON(t, m.Result()))
		l.View = json.RawMessage(JSON(t, m.View(games.Everything)))
		out.WriteString(JSON(t, l) + "\n")
	}
	if err := os.WriteFile(logFile, []byte(out.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// match plays a random match at a table, to its end.
func (g Game) match(t testing.TB, setup games.Setup, r *rng.Source) (*games.Match, []games.Entry) {
	t.Helper()
	const began = 1735689600000
	m, err := games.NewMatch(g.Engine, setup, games.Terms{}, began)
	if err != nil {
		t.Fatal(err)
	}
	var entries []games.Entry
	for !m.Over() {
		e := games.Entry{Kind: games.Act, Seat: m.ToAct(), At: max(m.LastAt()+700, m.Held())}
		e.Action = g.pick(m.Legal(), len(entries), r.Intn)
		entries = addEntry(t, m, entries, e)
	}
	return m, entries
}

func addEntry(t testing.TB, m *games.Match, entries []games.Entry, e games.Entry) []games.Entry {
	t.Helper()
	if _, err := m.Add(e); err != nil {
		t.Fatal(err)
	}
	return append(entries, e)
}
