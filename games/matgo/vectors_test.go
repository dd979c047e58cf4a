package matgo

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"arcade/games"
	"arcade/games/protocol"
)

// sharedVectors finds a file of ../shared/vectors beside the repository, from
// wherever its checkout or worktree lies.
func sharedVectors(t *testing.T, name string) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		path := filepath.Join(dir, "shared", "vectors", name)
		if _, err := os.Stat(path); err == nil {
			return path
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Skipf("no shared/vectors/%s beside the repository: nothing to compare with", name)
		}
		dir = up
	}
}

// vectorRound is a round that another implementation of these rules has played.
type vectorRound struct {
	N       int
	Options json.RawMessage
	Actions []string
	Result  map[string]any
}

func vectorRounds(t *testing.T) (list []vectorRound) {
	t.Helper()
	text, err := os.ReadFile(sharedVectors(t, "matgo-rounds.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range bytes.Split(bytes.TrimSpace(text), []byte("\n")) {
		var round vectorRound
		if err := json.Unmarshal(line, &round); err != nil {
			t.Fatal(err)
		}
		list = append(list, round)
	}
	if len(list) < 150 {
		t.Fatalf("%d rounds, want 150", len(list))
	}
	return list
}

// Rounds of another implementation of these rules come out the same, played
// through the engine protocol.
func TestVectors(t *testing.T) {
	for _, round := range vectorRounds(t) {
		replay(t, round.N, round.Options, round.Actions, round.Result)
	}
}

type reply struct {
	OK     bool
	Error  string
	ToAct  int `json:"to_act"`
	Legal  []string
	Result map[string]any
}

func replay(t *testing.T, n int, options json.RawMessage, actions []string, want map[string]any) {
	t.Helper()
	var in, out bytes.Buffer
	in.WriteString(`{"op":"new","setup":{"game":"matgo","seed":"","options":` + string(options) + "}}\n")
	for _, a := range actions {
		in.WriteString(`{"op":"apply","action":"` + a[2:] + `"}` + "\n")
	}
	if err := protocol.Serve(games.NewRegistry(Game{}), &in, &out); err != nil {
		t.Fatal(err)
	}
	var last reply
	answers := bufio.NewScanner(&out)
	answers.Buffer(nil, protocol.MaxLine)
	for i := 0; answers.Scan(); i++ {
		last = reply{}
		if err := json.Unmarshal(answers.Bytes(), &last); err != nil {
			t.Fatal(err)
		}
		if !last.OK {
			t.Errorf("round %d, answer %d of %q: %s", n, i, strings.Join(actions, ", "), last.Error)
			return
		}
		if i < len(actions) && last.ToAct != int(actions[i][0]-'0') {
			t.Errorf("round %d: seat %d is to act before %q; legal %v", n, last.ToAct, actions[i], last.Legal)
			return
		}
	}
	if last.Result == nil {
		t.Errorf("round %d is not over", n)
		return
	}
	if last.Result["reason"] != "finished" {
		t.Errorf("round %d: reason %v", n, last.Result["reason"])
	}
	delete(last.Result, "reason")
	for field := range want {
		if !reflect.DeepEqual(last.Result[field], want[field]) {
			t.Errorf("round %d: %s\n got %v\nwant %v", n, field, last.Result[field], want[field])
		}
	}
	if len(last.Result) != len(want) {
		t.Errorf("round %d: %d fields in the result, want %d", n, len(last.Result), len(want))
	}
}
