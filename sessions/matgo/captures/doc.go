// Package captures is what the table shows of the cards that a seat has captured: the groups of
// the capture area with how far a seat is, and the same in words.
package captures
