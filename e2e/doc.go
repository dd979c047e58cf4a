// Package e2e tests the arcade through its own door: a server on a loopback
// port, real SSH clients, keys and clicks as a terminal sends them, and what a
// terminal emulator makes of the answer. The screens are asserted on by what
// they say (a board, a clock, a name, a key fact), not frame by frame; golden
// frames live with the screens.
//
// Tests wait for output, never for time, except where a test has to outwait a
// delay of the product itself, such as the 300 ms for which a question takes no
// answer. Killing the server for real needs the binary: it is built once, on
// first use.
package e2e
