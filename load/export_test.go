package load

import "io"

// Until is a run whose screens a test sees, and whose end it says.
func (c Config) Until(tap func(i int) io.Writer, enough <-chan struct{}) Config {
	c.tap, c.enough = tap, enough
	return c
}
