package notes

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"arcade/store"
)

// Kind is a kind of notes with values of type T.
type Kind[T any] struct{ *Info }

// Info is what is known about a kind without the type of its values.
type Info struct {
	// Space and Key are patterns: words in capitals stand for a part that differs, as in "GAME/fav/PLAYER".
	// A key that begins with small letters shares its space with other kinds.
	Space, Key string

	space, key []string // the texts between the words in capitals
	whole      *regexp.Regexp
	value      reflect.Type
	read       func(json.RawMessage) error
	perMatch   bool
	perDay     bool
	exported   string
	row        func(args []string, value json.RawMessage) (any, error)
}

// kinds are all kinds of the program. They are added while it starts.
var kinds []*Info

var word = regexp.MustCompile(`[A-Z]{2,}`)

// separator is between a space and a key in whole; no text of the store has it.
const separator = "\x00"

// New declares a kind of notes. It is called for variables of packages, once for each kind.
func New[T any](space, key string) Kind[T] {
	i := &Info{Space: space, Key: key, space: word.Split(space, -1), key: word.Split(key, -1)}
	whole := word.ReplaceAllLiteralString(regexp.QuoteMeta(space+separator+key), `(.+?)`)
	i.whole = regexp.MustCompile(`(?s)^` + whole + `$`)
	i.read = func(raw json.RawMessage) error { return json.Unmarshal(raw, new(T)) }
	i.value = reflect.TypeFor[T]()
	kinds = append(kinds, i)
	return Kind[T]{i}
}

// PerMatch says that the keys are matches: a note is deleted with its match.
func (k Kind[T]) PerMatch() Kind[T] { k.perMatch = true; return k }

// PerDay says that the keys begin with a day: a note is deleted when its day is over.
func (k Kind[T]) PerDay() Kind[T] { k.perDay = true; return k }

// Export says under which name a player's notes stand in an export, and what it says about one. args are the
// parts of the space and of the key that differ.
func (k Kind[T]) Export(name string, row func(args []string, v T) any) Kind[T] {
	k.exported = name
	k.row = func(args []string, value json.RawMessage) (any, error) {
		var v T
		err := json.Unmarshal(value, &v)
		return row(args, v), err
	}
	return k
}

// In returns a space of the kind. args take the place of the words in capitals: all of the space's, and as
// many of the key's as are given, from the first on.
func (k Kind[T]) In(args ...string) Space[T] {
	if len(args) < len(k.space)-1 {
		panic(fmt.Sprintf("space %s with %q", k.Space, args))
	}
	n := len(k.space) - 1
	return Space[T]{fill(k.space, args[:n]), fill(k.key, args[n:])}
}

func fill(texts, args []string) string {
	if len(args) == 0 {
		return texts[0]
	}
	var b strings.Builder
	b.WriteString(texts[0])
	for i, a := range args {
		b.WriteString(a)
		b.WriteString(texts[i+1])
	}
	return b.String()
}

// Match reports whether a note is of the kind, and returns the parts of its space and key that differ.
func (i *Info) Match(space, key string) (args []string, ok bool) {
	if !strings.HasPrefix(space, i.space[0]) {
		return nil, false
	}
	list := i.whole.FindStringSubmatch(space + separator + key)
	if list == nil {
		return nil, false
	}
	return list[1:], true
}

// Find returns the kind of a note, nil for none of this program's.
func Find(space, key string) *Info {
	var found *Info
	for _, i := range kinds {
		// Of two patterns the one that says more is meant: "days/PLAYER" before "GAME/seeds".
		if found == nil || len(i.space[0]) > len(found.space[0]) {
			if _, ok := i.Match(space, key); ok {
				found = i
			}
		}
	}
	return found
}

// Kinds returns all kinds of the program.
func Kinds() []*Info { return slices.Clone(kinds) }

// Value returns the type of the values.
func (i *Info) Value() reflect.Type { return i.value }

// Check returns an error if the value of a note of the kind cannot be read.
func (i *Info) Check(value json.RawMessage) error { return i.read(value) }

// String returns the patterns of the space and the key.
func (i *Info) String() string { return i.Space + " " + i.Key }

// Private reports whether the spaces of the kind belong to one player each.
func (i *Info) Private() bool { return slices.Contains(word.FindAllString(i.Space, -1), "PLAYER") }

// Exported returns the name under which a player's notes of the kind stand in an export, "" for none.
func (i *Info) Exported() string { return i.exported }

// OfPlayer returns all spaces that belong to a player.
func OfPlayer(games []string, player string) (spaces []string) {
	for _, i := range kinds {
		if i.Private() {
			spaces = append(spaces, i.spaces(games, player)...)
		}
	}
	return spaces
}

// OfMatches returns all spaces whose keys are matches.
func OfMatches(games []string) (spaces []string) {
	for _, i := range kinds {
		if i.perMatch {
			spaces = append(spaces, i.spaces(games, "")...)
		}
	}
	return spaces
}

// spaces returns the spaces of a kind for a player, one for each game if its pattern has one.
func (i *Info) spaces(games []string, player string) (list []string) {
	if !strings.Contains(i.Space, "GAME") {
		games = []string{""}
	}
	for _, game := range games {
		list = append(list, strings.NewReplacer("GAME", game, "PLAYER", player).Replace(i.Space))
	}
	return list
}

// Export calls row with everything that an export says under a name about a player.
func Export(ctx context.Context, l Lister, name string, games []string, player string, row func(any) error) error {
	for _, i := range kinds {
		if i.exported != name {
			continue
		}
		for _, space := range i.spaces(games, player) {
			for n, err := range (Space[json.RawMessage]{Name: space}).All(ctx, l) {
				if err != nil {
					return err
				}
				args, _ := i.Match(space, n.Key)
				v, err := i.row(args, n.Raw)
				if err == nil {
					err = row(v)
				}
				if err != nil {
					return fmt.Errorf("note %s %s: %w", space, n.Key, err)
				}
			}
		}
	}
	return nil
}

// EndDays deletes the notes of all days before the given one, YYYY-MM-DD.
func EndDays(ctx context.Context, st store.Notes, day string) (err error) {
	for _, i := range kinds {
		if i.perDay {
			err = errors.Join(err, i.endDays(ctx, st, day))
		}
	}
	return err
}

func (i *Info) endDays(ctx context.Context, st store.Notes, day string) error {
	for {
		list, err := st.Notes(ctx, i.Space, "", pageSize)
		if err != nil {
			return err
		}
		var old []store.Note
		for _, n := range list {
			if n.Key < day {
				old = append(old, store.Note{Key: n.Key})
			}
		}
		if len(old) > 0 {
			if err := st.PutNotes(ctx, i.Space, old...); err != nil {
				return err
			}
		}
		if len(old) < pageSize {
			return nil
		}
	}
}
