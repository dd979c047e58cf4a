package web

import (
	"net/http"

	"golang.org/x/text/language"
)

// languages are the arcade's languages.
var languages = language.NewMatcher([]language.Tag{language.Korean, language.English})

// Lang returns the language that a request's Accept-Language prefers, "ko" or "en": English for a client
// that prefers other languages, usual for a client that names none.
func Lang(r *http.Request, usual string) string {
	wanted, _, err := language.ParseAcceptLanguage(r.Header.Get("Accept-Language"))
	if err != nil || len(wanted) == 0 {
		return usual
	}
	if _, i, sure := languages.Match(wanted...); sure > language.No && i == 0 {
		return "ko"
	}
	return "en"
}
