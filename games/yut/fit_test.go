package yut

import (
	"bytes"
	"encoding/json"
	"testing"
)

// The program's network has weights for everything that can be carried, and its file reads back unchanged.
func TestNetworkFile(t *testing.T) {
	var file networkFile
	if err := json.Unmarshal(valueJSON, &file); err != nil {
		t.Fatal(err)
	}
	for i := range inputs {
		name := inputName(i)
		if name == "" || name == "stick/"+library.Sticks[0].ID {
			continue
		}
		if len(file.In[name]) != hidden {
			t.Errorf("%d weights for %s", len(file.In[name]), name)
		}
	}
	w, err := readNetwork(valueJSON)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(w.file())
	if err != nil || !bytes.Equal(bytes.TrimSpace(valueJSON), raw) {
		t.Errorf("another file comes out: %v", err)
	}
	if _, err := readNetwork([]byte("{")); err == nil {
		t.Error("half a file is read")
	}
}

// A new network predicts runs better after each round, and the same way each time.
func TestFit(t *testing.T) {
	fit := func() (raw []byte, wrong []float64) {
		raw, err := Fit([]byte("{}"), 2, 300, 3, "fit", func(_ int, _, _, w float64) { wrong = append(wrong, w) })
		if err != nil {
			t.Fatal(err)
		}
		return raw, wrong
	}
	raw, wrong := fit()
	if wrong[1] >= wrong[0] || wrong[1] > 8 {
		t.Errorf("mean square errors %v", wrong)
	}
	if again, _ := fit(); !bytes.Equal(raw, again) {
		t.Error("another network from the same seed")
	}
}
