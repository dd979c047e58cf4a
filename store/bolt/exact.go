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

// exact reads a record strictly, as [put] wrote it. [json.Unmarshal] accepts names in any case, ignores
// unknown fields and takes the last of two. So a flipped bit in a name would silently drop a field.
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

// names reads one value of valid syntax. It returns an error for a name that is not a field of type t, or
// that occurs twice.
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

var rawMessage = reflect.TypeFor[json.RawMessage]()

// fieldsOf returns the fields of a struct by their JSON names, or the element type of a list or map. Both
// are nil for types that decode JSON themselves.
func fieldsOf(t reflect.Type) (known map[string]reflect.Type, elem reflect.Type) {
	if t == nil || t == rawMessage {
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
