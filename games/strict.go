package games

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxDepth limits the nesting of JSON in DecodeStrict.
const maxDepth = 64

// DecodeStrict reads one JSON value into v from untrusted input. Unlike [json.Unmarshal] it refuses
// invalid UTF-8, fields that v does not have, names given twice (in any case), and anything after the
// value. Errors are one line.
func DecodeStrict(data []byte, v any) error {
	if !utf8.Valid(data) {
		return errors.New("not valid UTF-8")
	}
	if err := checkNames(data); err != nil {
		return PlainError(err)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	return PlainError(d.Decode(v))
}

// DecodeOptions reads a setup's options into v, a pointer to a struct with the defaults. Missing options,
// null and {} leave it unchanged.
func DecodeOptions(raw json.RawMessage, v any) error {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 {
		return nil
	}
	if raw[0] != '{' && string(raw) != "null" {
		return errors.New("options: want an object")
	}
	if err := DecodeStrict(raw, v); err != nil {
		return fmt.Errorf("options: %w", err)
	}
	return nil
}

// checkNames reads data as one JSON value in which no object has a name twice. Names that differ only by
// case count as one, since encoding/json takes either.
func checkNames(data []byte) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	type level struct {
		names map[string]bool // nil in an array
		name  bool            // a name comes next
	}
	var open []level
	for {
		tok, err := d.Token()
		if err != nil {
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return err
		}
		switch tok {
		case json.Delim('{'):
			open = append(open, level{map[string]bool{}, true})
		case json.Delim('['):
			open = append(open, level{})
		case json.Delim('}'), json.Delim(']'):
			open = open[:len(open)-1]
		default:
			if top := len(open) - 1; top >= 0 && open[top].name {
				name := tok.(string)
				folded := strings.ToLower(strings.ToUpper(name))
				if open[top].names[folded] {
					return fmt.Errorf("field %.40q is given twice", name)
				}
				open[top].names[folded] = true
				open[top].name = false
				continue
			}
		}
		if len(open) > maxDepth {
			return errors.New("nested too deep")
		}
		if len(open) == 0 {
			break
		}
		// After a value, an object's next token is a name. That also holds for an object just opened.
		open[len(open)-1].name = open[len(open)-1].names != nil
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("something follows the JSON value")
	}
	return nil
}

// PlainError describes an error of JSON without the names of Go types.
func PlainError(err error) error {
	var syntax *json.SyntaxError
	var wrong *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("not JSON: it ends too early")
	case errors.As(err, &syntax):
		return fmt.Errorf("not JSON: %v (byte %d)", syntax, syntax.Offset)
	case errors.As(err, &wrong):
		what := "value"
		if wrong.Field != "" {
			what = fmt.Sprintf("field %.60q", wrong.Field)
		}
		return fmt.Errorf("%s: %.60s does not belong there, want %s", what, wrong.Value, jsonKind(wrong))
	}
	text := strings.TrimPrefix(err.Error(), "json: ")
	if name, err := strconv.Unquote(strings.TrimPrefix(text, "unknown field ")); err == nil { // it may be as long as the input
		return fmt.Errorf("unknown field %.40q", name)
	}
	return errors.New(text)
}

// jsonKind returns the JSON type that the field requires.
func jsonKind(e *json.UnmarshalTypeError) string {
	switch e.Type.Kind().String() {
	case "string":
		return "a string"
	case "bool":
		return "true or false"
	case "slice", "array":
		return "a list"
	case "struct", "map":
		return "an object"
	case "float64", "float32":
		return "a number"
	default:
		return "a whole number"
	}
}
