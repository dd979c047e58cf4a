package screentest

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"arcade/sessions/app"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// letters are the meanings with one letter on all screens: the key, and its labels. No other label has the
// key, except keys that mark a part of a board or answer a question. A game adds its own labels with
// [Labels] and [Marks].
var letters = map[ui.Key]*letter{
	"i": {meaning: "a hint", labels: []string{"puzzle.key.hint", "key.hints", "menu.hints.on", "menu.hints.off"}},
	"z": {meaning: "the best play", labels: []string{"key.bestplay", "solo.menu.best", "solo.menu.nobest"}},
	"b": {meaning: "the ranks", labels: []string{"key.board"}},
	"g": {meaning: "a bot", labels: []string{"key.bot", "lobby.bot", "wait.button.bot", "ladder.key"}},
	"c": {meaning: "what lies on the table"},
}

// Labels adds a game's labels, keys of its catalogue, for the common meaning of a letter.
func Labels(key ui.Key, labels ...string) {
	letters[key].labels = append(letters[key].labels, labels...)
}

// Marks adds a game's labels with which a letter marks a part of its board, or answers a question.
func Marks(key ui.Key, labels ...string) { letters[key].marks = append(letters[key].marks, labels...) }

// letter is a meaning with a letter.
type letter struct {
	meaning       string
	labels, marks []string
}

// misspelt returns the commands of the top screen, its key bar or its question that break the rule.
func (p *Person) misspelt() (list []string) {
	said := func(letter ui.Key, keys []string, label string) bool {
		return slices.ContainsFunc(keys, func(key string) bool {
			return words.Has(key) && strings.TrimPrefix(words.T(words.KO, key), string(letter)+" ") == label
		})
	}
	for _, c := range p.labelled() {
		for key, l := range letters {
			// The key that opens a menu also closes it, under another label.
			closes := said(key, []string{"key.close"}, c.label)
			if key == c.key && !said(key, l.labels, c.label) && !said(key, l.marks, c.label) && !closes || key != c.key && said(key, l.labels, c.label) && !c.first {
				list = append(list, fmt.Sprintf("%q is on %s; %s is %s", c.label, c.key, key, l.meaning))
			}
		}
	}
	return list
}

// labelled is a key with its label; first means Enter on the focus, or an answer that Enter chooses.
type labelled struct {
	key   ui.Key
	label string
	first bool
}

// labelled returns all labelled keys on the screen.
func (p *Person) labelled() (list []labelled) {
	p.LookAs(80, 24, ui.LevelLines)
	add := func(key ui.Key, label string) {
		_, err := strconv.Atoi(string(key)) // the number of an answer
		if label != "" {
			list = append(list, labelled{key, label, key == "enter" || err == nil})
		}
	}
	if top, ok := p.Top().(interface {
		Commands(a *app.App) []app.Command
	}); ok {
		for _, c := range top.Commands(p.App) {
			for _, key := range []string{c.Bar, c.Menu} {
				if key != "" {
					add(c.Key, words.T(words.KO, key))
				}
			}
		}
	}
	if v := reflect.Indirect(reflect.ValueOf(p.Top())); v.Kind() == reflect.Struct && v.FieldByName("Answers").IsValid() {
		if answers, ok := v.FieldByName("Answers").Interface().([]app.Answer); ok {
			for _, b := range answers {
				add(b.Key, b.Label)
			}
		}
	}
	for y, row := range Grid(p.Canvas().Plain(ui.LevelLines)) {
		from, was := 0, ui.Key("")
		for x := range p.W + 1 {
			hit, _ := p.Canvas().HitAt(x, y)
			press, _ := hit.(ui.Press)
			if key := ui.Key(press); key != was {
				text := strings.ReplaceAll(string(row[from:min(x, len(row))]), "\x00", "")
				name, label, _ := strings.Cut(strings.Trim(text, "[ >]"), " ")
				label = strings.TrimSpace(label)
				if was != "" && name == string(was) && !strings.HasPrefix(label, "DL1_") { // a puzzle or deal is its own label
					add(was, label)
				}
				from, was = min(x, len(row)), key
			}
		}
	}
	return list
}
