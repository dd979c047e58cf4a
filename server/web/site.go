package web

import (
	"mime"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// IsHost reports whether a Host header is one of names, localhost or an IP address. A foreign page can
// make its own name lead to this machine to read the responses; it cannot do so with an IP address.
func IsHost(host string, names []string) bool {
	u, err := url.Parse("//" + host)
	if err != nil || u.Host != host || strings.ContainsAny(host, "'\"; ,") {
		return false
	}
	name := u.Hostname()
	if _, err := netip.ParseAddr(name); err == nil {
		return true
	}
	return name == "localhost" || slices.ContainsFunc(names, func(n string) bool { return n != "" && strings.EqualFold(n, name) })
}

// foreign returns a function that reports whether another site's page made a request. Named origins are
// allowed. Clients that are not browsers are never foreign.
func foreign(origins []string) func(*http.Request) bool {
	check := http.NewCrossOriginProtection()
	for _, o := range origins {
		_ = check.AddTrustedOrigin(o) // the operator's flag was checked at the start
	}
	return func(r *http.Request) bool { return check.Check(r) != nil }
}

// isJSON reports whether a request declares a JSON body. A browser asks before a page of another site may
// send that. See allow.
func isJSON(r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && kind == "application/json"
}
