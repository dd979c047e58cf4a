// Package e2e tests the arcade from outside: a server on a loopback port, real SSH clients, keys and
// clicks as a terminal sends them, and a terminal emulator that shows the output. Tests check the
// contents of screens (a board, a clock, a name, a key fact), not whole frames. The packages of the
// screens have golden frames.
//
// Tests wait for output, never for time, except where a test must outwait a delay of the product itself,
// such as the 300 ms for which a question ignores keys. Tests that kill the server need the binary, which
// the first of them builds.
package e2e
