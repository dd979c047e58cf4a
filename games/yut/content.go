package yut

import (
	_ "embed"
	"errors"
	"fmt"
	"regexp"
	"slices"

	"arcade/games"
)

// contentFile holds every stick and relic; docs/notation/yut.md describes its form.
//
//go:embed content.json
var contentFile []byte

// library is the game's content. The file is checked when the program starts.
var library = func() *content {
	c, err := readContent(contentFile)
	if err != nil {
		panic("yut: content.json: " + err.Error())
	}
	return c
}()

// Text is a name or a sentence in both languages.
type Text struct {
	Ko string `json:"ko"`
	En string `json:"en"`
}

// In returns the text in "ko" or "en"; any other language gets the English text.
func (t Text) In(lang string) string {
	if lang == "ko" {
		return t.Ko
	}
	return t.En
}

// StickEntry is a kind of stick.
type StickEntry struct {
	ID   string `json:"id"`
	Name Text   `json:"name"`
	Text Text   `json:"text"`
	// Back is the chance of showing the back in percent, 10 to 90.
	Back int `json:"back"`
	// Effects are active while the player carries the stick.
	Effects []Effect `json:"effects,omitempty"`
}

// RelicEntry is a relic.
type RelicEntry struct {
	ID   string `json:"id"`
	Name Text   `json:"name"`
	Text Text   `json:"text"`
	// Effects are active from taking the relic to the end of the run.
	Effects []Effect `json:"effects"`
}

// FindStick returns the stick with an id, false if there is none.
func FindStick(id string) (StickEntry, bool) {
	if i := library.stick(id); i >= 0 {
		return library.Sticks[i], true
	}
	return StickEntry{}, false
}

// FindRelic returns the relic with an id, false if there is none.
func FindRelic(id string) (RelicEntry, bool) {
	if i := library.relic(id); i >= 0 {
		return library.Relics[i], true
	}
	return RelicEntry{}, false
}

// Relics lists the relics.
func Relics() []RelicEntry { return slices.Clone(library.Relics) }

// content has the file's content and the engine's form of it.
type content struct {
	// Sticks has the sticks. A run starts with the first; the others are offered.
	Sticks []StickEntry `json:"sticks"`
	Relics []RelicEntry `json:"relics"`

	stickRules, relicRules []rules
}

func (c *content) stick(id string) int {
	return slices.IndexFunc(c.Sticks, func(e StickEntry) bool { return e.ID == id })
}

func (c *content) relic(id string) int {
	return slices.IndexFunc(c.Relics, func(e RelicEntry) bool { return e.ID == id })
}

// Limits of the file, which keep a hand, a view and a line of the screen small.
const (
	minBack, maxBack = 10, 90
	maxEffects       = 2
	maxEntries       = 64
	minOffered       = 3 // relics in a reward
	maxNumber        = 3 // throws, steps, raises and offers of one effect
	maxNameRunes     = 24
	maxTextRunes     = 80
)

// readContent reads and checks a file. Its errors name the entry.
func readContent(data []byte) (*content, error) {
	c := new(content)
	if err := games.DecodeStrict(data, c); err != nil {
		return nil, err
	}
	if n := len(c.Sticks); n < 2 || n > maxEntries {
		return nil, fmt.Errorf("%d sticks: want 2 to %d", n, maxEntries)
	}
	// A run takes at most three relics, and each reward offers up to three others.
	if n := len(c.Relics); n < Pieces-2+minOffered || n > maxEntries {
		return nil, fmt.Errorf("%d relics: want %d to %d", n, Pieces-2+minOffered, maxEntries)
	}
	seen := map[string]bool{}
	for i, e := range c.Sticks {
		r, err := readEntry(seen, e.ID, e.Name, e.Text, e.Effects, true)
		switch {
		case err != nil:
		case e.Back < minBack || e.Back > maxBack:
			err = fmt.Errorf("back is %d, want %d to %d", e.Back, minBack, maxBack)
		case i == 0 && len(e.Effects) > 0:
			err = errors.New("the first stick is the plain one and has no effects")
		}
		if err != nil {
			return nil, fmt.Errorf("stick %d (%.40q): %w", i+1, e.ID, err)
		}
		c.stickRules = append(c.stickRules, r)
	}
	for i, e := range c.Relics {
		r, err := readEntry(seen, e.ID, e.Name, e.Text, e.Effects, false)
		if err == nil && len(e.Effects) == 0 {
			err = errors.New("it has no effect")
		}
		if err != nil {
			return nil, fmt.Errorf("relic %d (%.40q): %w", i+1, e.ID, err)
		}
		c.relicRules = append(c.relicRules, r)
	}
	return c, nil
}

// idForm keeps ids fit for logs, statistics and commands.
var idForm = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

// readEntry checks the common fields of sticks and relics and returns the engine's form of the effects.
func readEntry(seen map[string]bool, id string, name, text Text, effects []Effect, stick bool) (rules, error) {
	if !idForm.MatchString(id) || len(id) > 32 {
		return rules{}, errors.New("the id is not lower case words with hyphens, 1 to 32 characters")
	}
	if seen[id] {
		return rules{}, errors.New("the id is given twice")
	}
	seen[id] = true
	for _, t := range []struct {
		what, text string
		max        int
	}{
		{"name.ko", name.Ko, maxNameRunes}, {"name.en", name.En, maxNameRunes},
		{"text.ko", text.Ko, maxTextRunes}, {"text.en", text.En, maxTextRunes},
	} {
		if n := len([]rune(t.text)); n == 0 || n > t.max {
			return rules{}, fmt.Errorf("%s has %d characters, want 1 to %d", t.what, n, t.max)
		}
	}
	if len(effects) > maxEffects {
		return rules{}, fmt.Errorf("%d effects: at most %d are allowed", len(effects), maxEffects)
	}
	var out rules
	for i, e := range effects {
		r, err := e.rule(stick)
		if err != nil {
			return rules{}, fmt.Errorf("effect %d: %w", i+1, err)
		}
		out.list[i] = r
		out.n++
		out.when |= 1 << r.when
	}
	return out, nil
}
