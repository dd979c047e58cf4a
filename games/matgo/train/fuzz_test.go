package train

import (
	"encoding/json"
	"testing"
)

// A line of a log gives samples or is refused. A file gives a model that answers about them, or is refused.
func FuzzRead(f *testing.F) {
	policy, err := json.Marshal(NewPolicy(1))
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(`{"log_mode":"compact","final_score":[3,0],"decision_trace":[{"actor":"ai","candidates":["a","b"],"chosen":"a"}]}`), policy)
	f.Add([]byte(`{"decision_trace":[]}`), []byte(`{"weights":[]}`))
	f.Add([]byte(`{"log_mode":"delta"}`), []byte("null"))
	f.Fuzz(func(t *testing.T, line, model []byte) {
		list, _ := ReadLine(line)
		p, v := new(Policy), new(Value)
		isPolicy := json.Unmarshal(model, p) == nil && p.Check() == nil
		isValue := json.Unmarshal(model, v) == nil && v.Check() == nil
		for i := range list {
			if isPolicy {
				_ = p.probabilities(&list[i], nil)
			}
			if isValue {
				_ = v.Predictor()(&list[i])
			}
		}
	})
}
