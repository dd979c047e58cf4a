package names

import (
	"strings"
	"testing"

	"arcade/lobby/text"
)

// A name that Clean accepts is accepted again unchanged, and fits. IDs and codes that people type have
// one form.
func FuzzNames(f *testing.F) {
	for _, s := range []string{"kim", "달빛여우", "ｋｉｍ", " a-b_c ", "é", "\xff", "각", "K7Q-2M8", "il o", "\u1100\u1161"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if name, err := Clean(s); err == nil {
			if again, err := Clean(name); err != nil || again != name {
				t.Errorf("%q is %q, which is %q: %v", s, name, again, err)
			}
			if w := text.Width(name); w < 2 || w > 12 || Key(name) != Key(strings.ToUpper(name)) {
				t.Errorf("%q of %d cells", name, w)
			}
		}
		if name, err := Clean(Suggest(s, "en", func(string) bool { return false })); err != nil {
			t.Errorf("for a login %q: %q: %v", s, name, err)
		}
		id := Normal(s)
		if Normal(id) != id {
			t.Errorf("%q is %q, which is %q", s, id, Normal(id))
		}
		// The shown form has one sign more, so a text that fills the limit has no other form.
		if ascii := len(id) < 64 && !strings.ContainsFunc(id, func(r rune) bool { return r >= 0x80 }); ascii && (Normal(ShowCode(id)) != id || Normal(ShowKeyCode(id)) != id) {
			t.Errorf("%q is shown as %q and %q", id, ShowCode(id), ShowKeyCode(id))
		}
	})
}
