package words

import (
	"regexp"
	"strings"
	"testing"
)

// offPhone are keys that a phone does not have.
var offPhone = regexp.MustCompile(`\b([Aa]rrows|Left/Right|Left and right|Tab|Esc)\b|방향키|좌우`)

// keyNames are texts that name a key as a label.
var keyNames = regexp.MustCompile(`^(help|name|key)\.|^home\.key|^wait\.button|^kl\.corner`)

// A sentence that names such a key has a form for narrow screens without it.
func TestTouch(t *testing.T) {
	for key, e := range catalogue {
		if keyNames.MatchString(key) {
			continue
		}
		if names := offPhone.MatchString(e.EN) || offPhone.MatchString(e.KO); names && !Has(key+Touch) {
			t.Errorf("%s: %q, %q", key, e.EN, e.KO)
		} else if names && strings.HasSuffix(key, Touch) {
			t.Errorf("%s names a key that a phone does not have", key)
		}
	}
}
