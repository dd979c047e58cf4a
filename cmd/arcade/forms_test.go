package main

import (
	"encoding"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"arcade/store"
	"arcade/store/bolt"
	"arcade/store/notes"
)

var updateForms = flag.Bool("update-forms", false, "write testdata/forms.txt")

// TestStoredForms compares the forms of all stored records with testdata/forms.txt. A change of a form needs a new
// version of the file, so that an older program refuses what it would lose.
func TestStoredForms(t *testing.T) {
	lines := []string{}
	for _, v := range []any{store.Player{}, store.Match{}, store.Entry{}, store.Rating{}, store.Tally{}, store.Versus{}, store.Score{}, store.Event{}} {
		lines = append(lines, fmt.Sprintf("%T %s", v, form(reflect.TypeOf(v), nil)))
	}
	for _, k := range notes.Kinds() {
		lines = append(lines, fmt.Sprintf("note %s: %s %s", k.Space, k.Key, form(k.Value(), nil)))
	}
	slices.Sort(lines)
	head := fmt.Sprintf("# The stored forms of version %d; go test ./cmd/arcade -run TestStoredForms -update-forms writes this.\n", bolt.Version())
	now := head + strings.Join(lines, "\n") + "\n"
	old, err := os.ReadFile("testdata/forms.txt")
	if string(old) == now && err == nil {
		return
	}
	if *updateForms {
		if strings.HasPrefix(string(old), head) {
			t.Fatalf("a stored form has changed: add a step to the upgrades of store/bolt/schema.go first")
		}
		if err := os.WriteFile("testdata/forms.txt", []byte(now), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	for _, line := range lines {
		if !strings.Contains(string(old), line+"\n") {
			t.Errorf("new or changed: %s", line)
		}
	}
	t.Fatalf("the stored forms are not those of testdata/forms.txt: add a step to the upgrades of store/bolt/schema.go, and write the file with -update-forms (%v)", err)
}

// form describes how a type is stored: the names of its fields with theirs.
func form(t reflect.Type, within []reflect.Type) string {
	switch {
	case slices.Contains(within, t):
		return t.String()
	case t == reflect.TypeFor[json.RawMessage]():
		return "json"
	case t.Implements(reflect.TypeFor[json.Marshaler]()), t.Implements(reflect.TypeFor[encoding.TextMarshaler]()):
		return t.String()
	}
	within = append(within, t)
	switch t.Kind() {
	case reflect.Pointer:
		return form(t.Elem(), within)
	case reflect.Slice, reflect.Array:
		return "[" + form(t.Elem(), within) + "]"
	case reflect.Map:
		return form(t.Key(), within) + "=>" + form(t.Elem(), within)
	case reflect.Struct:
		var fields []string
		for _, f := range reflect.VisibleFields(t) {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name == "-" || !f.IsExported() || f.Anonymous {
				continue
			}
			if name == "" {
				name = f.Name
			}
			fields = append(fields, name+" "+form(f.Type, within))
		}
		slices.Sort(fields)
		return "{" + strings.Join(fields, ", ") + "}"
	}
	return t.Kind().String()
}
