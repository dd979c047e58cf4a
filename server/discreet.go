package server

import (
	"context"
	"fmt"
	"log/slog"
	"regexp"
)

// Discreet limits a log handler's output to a level. Unless that is debug, it keeps addresses and key fingerprints
// out of it: errors of the network and the store contain them.
func Discreet(h slog.Handler, level slog.Leveler) slog.Handler { return discreet{h, h, level} }

// Place is the address of one of the operator's servers, such as the database. [Discreet] keeps it,
// because it is not a person's address.
type Place string

// OfOperator marks the values that [Discreet] keeps.
func (Place) OfOperator() {}

type discreet struct {
	open, veiled slog.Handler // with the attributes of WithAttrs as they are, and veiled
	level        slog.Leveler
}

func (d discreet) Enabled(_ context.Context, l slog.Level) bool { return l >= d.level.Level() }

// personal matches IPv4 addresses, IPv6 addresses in network errors, and fingerprints of keys.
var personal = regexp.MustCompile(`\b\d{1,3}(\.\d{1,3}){3}(:\d+)?\b|\[[0-9a-fA-F]*:[0-9a-fA-F:.]*(%\w+)?\](:\d+)?|SHA256:[A-Za-z0-9+/]{43}`)

func veil(s string) string { return personal.ReplaceAllString(s, "(hidden)") }

func (d discreet) Handle(ctx context.Context, r slog.Record) error {
	if d.level.Level() <= slog.LevelDebug {
		return d.open.Handle(ctx, r)
	}
	clean := slog.NewRecord(r.Time, r.Level, veil(r.Message), r.PC)
	r.Attrs(func(a slog.Attr) bool {
		clean.AddAttrs(veilAttr(a))
		return true
	})
	return d.veiled.Handle(ctx, clean)
}

func veilAttr(a slog.Attr) slog.Attr {
	v := a.Value.Resolve()
	switch v.Kind() {
	case slog.KindString:
		a.Value = slog.StringValue(veil(v.String()))
	case slog.KindAny:
		if _, ok := v.Any().(interface{ OfOperator() }); ok {
			break
		}
		a.Value = slog.StringValue(veil(fmt.Sprint(v.Any())))
	case slog.KindGroup:
		var list []slog.Attr
		for _, b := range v.Group() {
			list = append(list, veilAttr(b))
		}
		a.Value = slog.GroupValue(list...)
	}
	return a
}

func (d discreet) WithAttrs(list []slog.Attr) slog.Handler {
	clean := make([]slog.Attr, len(list))
	for i, a := range list {
		clean[i] = veilAttr(a)
	}
	return discreet{d.open.WithAttrs(list), d.veiled.WithAttrs(clean), d.level}
}

func (d discreet) WithGroup(name string) slog.Handler {
	return discreet{d.open.WithGroup(name), d.veiled.WithGroup(name), d.level}
}
