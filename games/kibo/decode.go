package kibo

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"arcade/games"
)

const (
	// maxValue limits the bytes in memory at a time: an entry, or a field besides the entries.
	maxValue = 4 * maxObject
	// maxFields is above the number of a file's fields.
	maxFields = 32
)

// Decode reads one file and nothing after it, entry by entry as it arrives. It refuses anything outside the
// format or its bounds. [Verify] checks whether the log folds.
func Decode(r io.Reader) (File, error) {
	in := &input{r: r, left: MaxSize, value: maxValue}
	d := &decoder{in: in, json: json.NewDecoder(in), known: map[string]bool{}}
	err := d.file()
	if d.wrong != nil {
		err = d.wrong
	}
	if in.err != nil {
		return File{}, fmt.Errorf("read kibo: %w", in.err)
	}
	if err == nil {
		d.f.Options, d.f.Result = compact(d.f.Options), compact(d.f.Result)
		err = d.f.check()
	}
	if err != nil {
		return File{}, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	return d.f, nil
}

// decoder reads a file.
type decoder struct {
	in    *input
	json  *json.Decoder
	f     File
	raw   json.RawMessage
	known map[string]bool // the fields read so far, by case-folded name
	// wrong is the first violation of the format. Before the file's version is known, decoding continues
	// for a while: another version may have other fields.
	wrong error
}

// file reads the whole file.
func (d *decoder) file() error {
	if tok, err := d.token(); err != nil {
		return err
	} else if tok != json.Delim('{') {
		return errors.New("want an object")
	}
	for d.json.More() {
		tok, err := d.token()
		if err != nil {
			return err
		}
		if err := d.field(tok.(string)); err != nil {
			return err
		}
		if d.enough() {
			return d.wrong
		}
	}
	if _, err := d.token(); err != nil { // the end of the object
		return err
	}
	if d.version(); d.wrong != nil {
		return d.wrong
	}
	d.in.value = maxValue
	if _, err := d.json.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the JSON value")
	}
	return nil
}

// enough reports whether decoding can stop: there is a violation, and the version is known.
func (d *decoder) enough() bool { return d.wrong != nil && d.known["format"] }

// version refuses a file of another version, whatever else is wrong with it.
func (d *decoder) version() {
	if d.f.Format != Format {
		d.wrong = fmt.Errorf("format %.40q, want %q", d.f.Format, Format)
	}
}

// field reads the value of a field.
func (d *decoder) field(name string) error {
	folded := strings.ToLower(strings.ToUpper(name)) // encoding/json accepts a name in any case
	if d.known[folded] {
		return fmt.Errorf("field %.40q is given twice", name)
	}
	if len(d.known) == maxFields {
		return errors.New("too many fields")
	}
	d.known[folded] = true
	if folded == "entries" {
		return d.entries()
	}
	value, err := d.value()
	if err != nil {
		return err
	}
	quoted, err := json.Marshal(name)
	if err != nil {
		return err
	}
	d.refuse(games.DecodeStrict(fmt.Appendf(nil, "{%s:%s}", quoted, value), &d.f))
	if folded == "format" {
		d.version()
	}
	return nil
}

// entries reads the log.
func (d *decoder) entries() error {
	switch tok, err := d.token(); {
	case err != nil || tok == nil:
		return err
	case tok != json.Delim('['):
		return errors.New(`field "entries": want a list`)
	}
	d.f.Entries = []games.Entry{}
	for i := 0; d.json.More(); i++ {
		value, err := d.value()
		if err != nil {
			return err
		}
		var e games.Entry
		switch err := games.DecodeStrict(value, &e); {
		case i == MaxEntries:
			return outOfBounds("entries")
		case err != nil:
			d.refuse(fmt.Errorf("entries[%d]: %w", i, err))
		case !allowed(e, maxSeats):
			d.refuse(outOfBounds(fmt.Sprintf("entries[%d]", i)))
		case d.wrong == nil:
			d.f.Entries = append(d.f.Entries, e)
		}
		if d.enough() {
			return d.wrong
		}
	}
	_, err := d.token() // the end of the list
	return err
}

// refuse notes a violation of the format. nil is none.
func (d *decoder) refuse(err error) {
	if d.wrong == nil && err != nil {
		d.wrong, d.in.left = err, min(d.in.left, maxValue)
	}
}

// token reads one token. value reads one value, which is valid until the next read.
func (d *decoder) token() (json.Token, error) {
	d.in.value = maxValue
	tok, err := d.json.Token()
	return tok, games.PlainError(tooEarly(err))
}

func (d *decoder) value() (json.RawMessage, error) {
	d.in.value = maxValue
	err := d.json.Decode(&d.raw)
	return d.raw, games.PlainError(tooEarly(err))
}

// tooEarly returns the error of a file that ends too early.
func tooEarly(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// input limits the bytes of a file, and of one value.
type input struct {
	r           io.Reader
	left, value int
	err         error // of r
}

// Read reads from the file within both limits.
func (in *input) Read(p []byte) (n int, err error) {
	switch {
	case in.left < 0:
		return 0, fmt.Errorf("longer than %d bytes", MaxSize)
	case in.value <= 0:
		return 0, fmt.Errorf("more than %d bytes in one value", maxValue)
	}
	n, err = in.r.Read(p[:min(len(p), in.left+1, in.value)])
	if in.left, in.value = in.left-n, in.value-n; in.left < 0 {
		return 0, fmt.Errorf("longer than %d bytes", MaxSize)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		in.err = err
	}
	return n, err
}
