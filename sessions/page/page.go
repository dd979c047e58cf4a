package page

import (
	"context"
	"log/slog"

	"arcade/sessions/client"
)

// Page is a browser's end of a session.
type Page struct {
	*Link
	// Size is the page's size at the start, in cells.
	Size client.Size
	// Lang is the user's language, "" if unknown.
	Lang string
	// Prefers has the user's preferences at the start.
	Prefers client.Prefers
	// Keys, Meter and Log go to [client.Config].
	Keys  int
	Meter client.Meter
	Log   *slog.Logger
	// Sent receives the size of each write to the page; it may be nil.
	Sent func(n int)
}

// New makes the program of a model on a page; see [client.New].
func New(ctx context.Context, p Page, model client.Model) *client.Program {
	return client.New(ctx, client.Config{
		Display: newDisplay(), Source: source{p.Link}, Out: counted{p.Link, p.Sent}, Close: p.Link.Close,
		Keys: p.Keys, Meter: p.Meter, Log: p.Log,
	}, model)
}

// counted reports the size of each write.
type counted struct {
	*Link
	sent func(n int)
}

func (c counted) Write(p []byte) (int, error) {
	n, err := c.Link.Write(p)
	if c.sent != nil {
		c.sent(n)
	}
	return n, err
}
