package matgo

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
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
	since   int // the first version of the rules under which it comes out so
}

// vectorFiles are the files of rounds, with how many there are and the version of the
// rules from which on they come out so.
var vectorFiles = []struct {
	name         string
	count, since int
}{{"matgo-rounds.jsonl", 150, 1}, {"matgo-corners.jsonl", 7, 2}}

func vectorRounds(t *testing.T) (list []vectorRound) {
	t.Helper()
	for _, file := range vectorFiles {
		text, err := os.ReadFile(sharedVectors(t, file.name))
		if err != nil {
			t.Fatal(err)
		}
		lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
		if len(lines) < file.count {
			t.Fatalf("%d rounds in %s, want %d", len(lines), file.name, file.count)
		}
		for _, line := range lines {
			round := vectorRound{since: file.since}
			if err := json.Unmarshal(line, &round); err != nil {
				t.Fatal(err)
			}
			list = append(list, round)
		}
	}
	return list
}

// Rounds of another implementation of these rules come out the same, played through
// the engine protocol, under every version that has the rules which they need, and
// otherwise under those before.
func TestVectors(t *testing.T) {
	for _, round := range vectorRounds(t) {
		for version := 1; version <= len(versions); version++ {
			wrong := replay(t, version, round)
			if version < round.since && len(wrong) == 0 {
				t.Errorf("round %d is the same under version %d", round.N, version)
			}
			for _, w := range wrong {
				if version >= round.since {
					t.Errorf("round %d, version %d: %s", round.N, version, w)
				}
			}
		}
	}
}

type reply struct {
	OK     bool
	Error  string
	ToAct  int `json:"to_act"`
	Legal  []string
	Result map[string]any
}

// replay plays a round under a version of the rules and gives what comes out otherwise.
func replay(t *testing.T, version int, round vectorRound) (wrong []string) {
	t.Helper()
	var in, out bytes.Buffer
	fmt.Fprintf(&in, `{"op":"new","setup":{"game":"matgo","rules":%d,"seed":"","options":%s}}`+"\n", version, round.Options)
	for _, a := range round.Actions {
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
			return []string{fmt.Sprintf("answer %d of %q: %s", i, strings.Join(round.Actions, ", "), last.Error)}
		}
		if i < len(round.Actions) && last.ToAct != int(round.Actions[i][0]-'0') {
			return []string{fmt.Sprintf("seat %d is to act before %q; legal %v", last.ToAct, round.Actions[i], last.Legal)}
		}
	}
	if last.Result == nil {
		return []string{"it is not over"}
	}
	if last.Result["reason"] != "finished" {
		wrong = append(wrong, fmt.Sprintf("reason %v", last.Result["reason"]))
	}
	delete(last.Result, "reason")
	for field, want := range round.Result {
		if got := last.Result[field]; !reflect.DeepEqual(got, want) {
			wrong = append(wrong, fmt.Sprintf("%s\n got %v\nwant %v", field, got, want))
		}
	}
	if len(last.Result) != len(round.Result) {
		wrong = append(wrong, fmt.Sprintf("%d fields in the result, want %d", len(last.Result), len(round.Result)))
	}
	return wrong
}
