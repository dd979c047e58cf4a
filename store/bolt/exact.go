package bolt

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"unicode/utf8"
)

// exact reads a record as [put] wrote it, strictly: [json.Unmarshal] takes names in any
// case, leaves out the fields that it does not know and takes the last of two. A bit
// that has flipped in a name would take a field away without anybody noticing.
func exact(data []byte, v any) error {
	if !utf8.Valid(data) {
		return errors.New("it is not UTF-8")
	}
	if err := json.Unmarshal(data, v); err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	return names(d, reflect.TypeOf(v).Elem())
}

// names reads one value, whose syntax is known to be right, and tells of a name that a
// value of type t does not have, or has twice.
func names(d *json.Decoder, t reflect.Type) error {
	tok, err := d.Token()
	if err != nil {
		return err
	}
	delim, ok := tok.(json.Delim)
	if !ok {
		return nil
	}
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	known, elem := fieldsOf(t)
	seen := map[string]bool{}
	for d.More() {
		in := elem
		if delim == '{' {
			tok, err := d.Token()
			if err != nil {
				return err
			}
			name, _ := tok.(string)
			if seen[name] {
				return fmt.Errorf("field %.40q is given twice", name)
			}
			seen[name] = true
			if known != nil {
				if in, ok = known[name]; !ok {
					return fmt.Errorf("unknown field %.40q", name)
				}
			}
		}
		if err := names(d, in); err != nil {
			return err
		}
	}
	if _, err := d.Token(); err != nil && err != io.EOF {
		return err
	}
	return nil
}

var raw = reflect.TypeFor[json.RawMessage]()

// fieldsOf are the fields of a struct by their names in JSON, or of anything else with
// parts the type of these. Both are nil for what is JSON of others.
func fieldsOf(t reflect.Type) (known map[string]reflect.Type, elem reflect.Type) {
	if t == nil || t == raw {
		return nil, nil
	}
	switch t.Kind() {
	case reflect.Slice, reflect.Array, reflect.Map:
		return nil, t.Elem()
	case reflect.Struct:
		known = map[string]reflect.Type{}
		for _, f := range reflect.VisibleFields(t) {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name != "" && name != "-" {
				known[name] = f.Type
			}
		}
		return known, nil
	}
	return nil, nil
}
