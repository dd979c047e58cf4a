package matgo_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/games/matgo/bots"
	"arcade/games/matgo/matgotest"
	"arcade/games/protocol"
)

// Rounds of another implementation of these rules give the same results through the engine protocol, under
// every version that has the rules that they need, and otherwise under the versions before.
func TestVectors(t *testing.T) {
	for _, round := range matgotest.VectorRounds(t) {
		for version := 1; version <= len(matgo.Versions); version++ {
			wrong := replay(t, version, round)
			if version < round.Since && len(wrong) == 0 {
				t.Errorf("round %d is the same under version %d", round.N, version)
			}
			for _, w := range wrong {
				if version >= round.Since {
					t.Errorf("round %d, version %d: %s", round.N, version, w)
				}
			}
		}
	}
}

// Rounds of two other implementations of the standard rules give the same results, with as many legal actions
// before each action. A president that lay on the floor ends a round before its first action.
func TestStandardVectors(t *testing.T) {
	for _, round := range matgotest.StandardRounds(t) {
		for _, w := range replay(t, 3, round) {
			t.Errorf("round %d, %s: %s", round.N, round.End, w)
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

// replay plays a round under a version of the rules and returns the differences.
func replay(t *testing.T, version int, round matgotest.VectorRound) (wrong []string) {
	t.Helper()
	var in, out bytes.Buffer
	fmt.Fprintf(&in, `{"op":"new","setup":{"game":"matgo","rules":%d,"seed":"","options":%s}}`+"\n", version, round.Options)
	for _, a := range round.Actions {
		in.WriteString(`{"op":"apply","action":"` + a[2:] + `"}` + "\n")
	}
	if err := protocol.Serve(games.NewRegistry(bots.Game{}), &in, &out); err != nil {
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
		if len(round.Legal) > 0 && i < len(round.Actions) && len(last.Legal) != round.Legal[i] {
			return []string{fmt.Sprintf("before %q %d are legal, want %d: %v", round.Actions[i], len(last.Legal), round.Legal[i], last.Legal)}
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
