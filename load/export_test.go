package load

import "io"

// Until returns a config for a test that reads the screens and ends the run.
func (c Config) Until(tap func(i int) io.Writer, enough <-chan struct{}) Config {
	c.tap, c.enough = tap, enough
	return c
}
