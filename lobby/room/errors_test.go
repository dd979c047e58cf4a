package room

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The names of errors between nodes never change, either.
func TestErrorNames(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join("..", "testdata", "nodes", "errors.v1.json"))
	if err != nil {
		t.Fatal(err)
	}
	var old []string
	if err := json.Unmarshal(raw, &old); err != nil {
		t.Fatal(err)
	}
	for _, name := range old {
		if WireErrors.Errors[name] == nil {
			t.Errorf("no error is called %q any more", name)
		}
	}
	for name, err := range WireErrors.Errors {
		if got := WireErrors.Error(WireErrors.Of(fmt.Errorf("match x: %w", err))); !errors.Is(got, err) {
			t.Errorf("%s comes as %v", name, got)
		}
		if got := WireErrors.Error(WireErrors.Of(err)); strings.Count(got.Error(), err.Error()) != 1 {
			t.Errorf("%s repeats itself: %v", name, got)
		}
	}
}

// An error that wraps others is all of them at the other node too, whatever their names. A node of an older
// version, which reads one name, learns what to do about the match.
func TestRefusalsKeepTheirReasons(t *testing.T) {
	all := WireErrors.Errors
	for one, outer := range all {
		for other, inner := range all {
			err := fmt.Errorf("match: %w: %w", outer, inner)
			r := WireErrors.Of(err)
			got := WireErrors.Error(r)
			if !errors.Is(got, outer) || !errors.Is(got, inner) || got.Error() != err.Error() {
				t.Errorf("%s and %s become %v", one, other, got)
			}
			for _, first := range WireErrors.First {
				if errors.Is(err, all[first]) {
					if r.Name != first {
						t.Errorf("%s and %s go by %s", one, other, r.Name)
					}
					break
				}
			}
		}
	}
}
