package klondike

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"arcade/games"
)

// importVersion is the version of the export of the owner's client.
const importVersion = "1.0"

// ReadImport reads the statistics that the owner's client exports as JSON: "version", and in "stats" the
// tries. It ignores unknown fields.
func (Game) ReadImport(file []byte, latest int64, pace func() error) ([]games.Imported, error) {
	r := importReader{file: file, latest: latest}
	all := r.object(r.whole(), "")
	var version string
	r.read(all, "version", true, &version, func() bool { return version == importVersion }, strconv.Quote(importVersion))
	var tries []json.RawMessage
	r.read(all, "stats", true, &tries, always, "[…]")
	var list []games.Imported
	for at := range r.elements(all.fields["stats"]) {
		r.try++
		if err := pace(); err != nil {
			return nil, err
		}
		list = append(list, r.readTry(at))
	}
	if r.err != nil {
		return nil, r.err
	}
	return list, nil
}

// importReader reads a file. It keeps the first error, and afterwards only returns zero values.
type importReader struct {
	file   []byte
	latest int64
	try    int // the try that is being read, from 1
	err    error
}

// jsonValue is a JSON value of the file, at an offset.
type jsonValue struct {
	raw json.RawMessage
	at  int
}

// jsonObject is an object of the file, at an offset.
type jsonObject struct {
	at     int
	fields map[string]jsonValue
}

// field returns a field, unless it is missing or null.
func (o jsonObject) field(name string) (v jsonValue, ok bool) {
	v, ok = o.fields[name]
	return v, ok && string(v.raw) != "null"
}

func (r *importReader) fail(at int, field string, reason games.ImportReason, want string) {
	if r.err == nil {
		at = min(max(at, 0), len(r.file))
		r.err = &games.ImportError{Line: 1 + bytes.Count(r.file[:at], []byte("\n")), Try: r.try, Field: field, Reason: reason, Want: want}
	}
}

// whole returns the file as one value.
func (r *importReader) whole() jsonValue {
	var raw json.RawMessage
	if err := json.Unmarshal(r.file, &raw); err != nil {
		at := len(r.file)
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			at = int(syntax.Offset) - 1
		}
		r.fail(at, "", games.ImportNotJSON, "")
	}
	return jsonValue{raw, bytes.Index(r.file, raw)}
}

// elements walks through the elements of an array.
func (r *importReader) elements(v jsonValue) func(yield func(jsonValue) bool) {
	return func(yield func(jsonValue) bool) {
		d := json.NewDecoder(bytes.NewReader(v.raw))
		if _, err := d.Token(); err != nil {
			return
		}
		for r.err == nil && d.More() {
			if !yield(r.next(d, v.at)) {
				return
			}
		}
	}
}

// next reads the next value of a decoder that began at an offset.
func (r *importReader) next(d *json.Decoder, began int) (v jsonValue) {
	if err := d.Decode(&v.raw); err != nil {
		r.fail(began, "", games.ImportNotJSON, "") // whole has read it
	}
	v.at = began + int(d.InputOffset()) - len(v.raw)
	return v
}

// object reads a value that has to be an object.
func (r *importReader) object(v jsonValue, name string) jsonObject {
	o := jsonObject{v.at, map[string]jsonValue{}}
	d := json.NewDecoder(bytes.NewReader(v.raw))
	if tok, err := d.Token(); err != nil || tok != json.Delim('{') {
		r.fail(v.at, name, games.ImportValue, "{…}")
	}
	for r.err == nil && d.More() {
		if key, _ := d.Token(); key != nil {
			o.fields[fmt.Sprint(key)] = r.next(d, v.at)
		}
	}
	return o
}

// read reads a field into to. A field that is missing or null leaves it as it is, unless it must be there.
func (r *importReader) read(o jsonObject, name string, must bool, to any, possible func() bool, want string) {
	v, has := o.field(name)
	switch {
	case r.err != nil:
	case !has && must:
		r.fail(o.at, name, games.ImportMissing, "")
	case !has:
	case json.Unmarshal(v.raw, to) != nil || !possible():
		r.fail(v.at, name, games.ImportValue, want)
	}
}

func always() bool { return true }

// number reads a field with a number within bounds.
func number[T int | int64](r *importReader, o jsonObject, name string, must bool, to *T, least, most T) {
	r.read(o, name, must, to, func() bool { return least <= *to && *to <= most }, fmt.Sprintf("%d … %d", least, most))
}

// word reads a field with one of some words, in letters of any case.
func (r *importReader) word(o jsonObject, name string, must bool, to *string, words ...string) {
	r.read(o, name, must, to, func() bool {
		*to = strings.ToLower(*to)
		return slices.Contains(words, *to)
	}, strings.Join(words, " | "))
}

// readTry reads one try. Rules that are missing are the standard ones: a client may leave out what is usual.
func (r *importReader) readTry(v jsonValue) (t games.Imported) {
	o := r.object(v, "")
	rules, seed := Standard(), ""
	r.read(o, "seed", true, &seed, func() bool { _, err := ParseSeed(seed); return err == nil }, `"0" … "18446744073709551615"`)
	if of, has := o.field("rules"); has && r.err == nil {
		given := r.object(of, "rules")
		r.read(given, "draw", false, &rules.Draw, func() bool { return rules.Draw == 1 || rules.Draw == 3 }, "1 | 3")
		number(r, given, "redeals", false, &rules.Redeals, Unlimited, maxRedeals)
		r.word(given, "recycle", false, &rules.Recycle, Reverse, Keep)
		r.read(given, "allowFoundationToTableau", false, &rules.F2T, always, "true | false")
	}
	r.read(o, "dealId", true, &t.Deal, func() bool { return Game{}.IsDealID(t.Deal) }, "DL1_…")
	number(r, o, "startedAt", true, &t.Started, 1, r.latest)
	number(r, o, "finishedAt", true, &t.At, t.Started, r.latest)
	number(r, o, "durationMs", true, &t.Time, 0, r.latest)
	number(r, o, "moveCount", true, &t.Moves, 0, maxSentMoves)
	r.word(o, "outcome", true, &t.Outcome, string(Win), string(GaveUp), string(TimedOut), string(Abandoned))
	r.read(o, "isFavorite", false, &t.Favourite, always, "true | false")
	if r.err != nil {
		return games.Imported{}
	}
	n, err := ParseSeed(seed)
	if err != nil || DealID(n, rules) != t.Deal {
		r.fail(o.fields["dealId"].at, "dealId", games.ImportDeal, "")
	}
	t.Rules = rules.String()
	options, err := json.Marshal(rules)
	if err != nil {
		panic(err) // two numbers, a word and a boolean always encode
	}
	t.Setup = games.Setup{Game: Name, Seed: strconv.FormatUint(n, 10), Options: options}
	return t
}

// WithImported adds tries in another program to statistics: to the history, and to the sums as practice. The rows
// of wins and the ranked bests stay.
func (Game) WithImported(stats json.RawMessage, tries []games.ImportedTry) (json.RawMessage, error) {
	s, err := ReadStats(stats)
	if err != nil {
		return nil, err
	}
	for _, t := range tries {
		try := Try{At: t.At, DealID: t.Deal, Rules: t.Rules, Class: Imported, Outcome: Outcome(t.Outcome), Moves: t.Moves, Time: t.Time}
		r, ok := ParseRules(t.Rules)
		if !ok {
			return nil, fmt.Errorf("klondike: an imported try has the rules %.40q", t.Rules)
		}
		at := slices.IndexFunc(s.Sets, func(o Set) bool { return o.Rules == r })
		if at < 0 {
			at, s.Sets = len(s.Sets), append(s.Sets, Set{Rules: r})
		}
		set := &s.Sets[at]
		set.Games++
		if try.Won() {
			streak, best := set.Streak, set.BestStreak
			set.win(try)
			set.Streak, set.BestStreak = streak, best
		}
		s.History = append(s.History, try)
	}
	slices.SortStableFunc(s.History, func(a, b Try) int { return cmp.Compare(b.At, a.At) })
	return json.Marshal(s)
}
