package words

import (
	"regexp"
	"strings"
	"testing"

	"arcade/internal/keynames"
)

// keyNames are texts that name a key as a label, or are never shown to a finger: the help's part on keys, in words, on
// the page around the screen.
var keyNames = regexp.MustCompile(`^(name|key|wd|web|own)\.|^help\..*\.keys|\.said\.|^home\.key|^wait\.button|^kl\.k\.|^set\.mouse$`)

// A sentence that names a key has a form for a finger without it.
func TestTouch(t *testing.T) {
	for key, e := range catalogue {
		names := keynames.In(e.EN) + keynames.In(e.KO)
		switch {
		case keyNames.MatchString(key) || names == "" || Has(key+Touch):
		case strings.HasSuffix(key, Touch):
			t.Errorf("%s names a key, %q, for a finger: %q, %q", key, names, e.EN, e.KO)
		default:
			t.Errorf("%s names a key, %q, and has no form for a finger: %q, %q", key, names, e.EN, e.KO)
		}
	}
}
