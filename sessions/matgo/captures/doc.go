// Package captures has the table's display of a seat's captured cards: the groups of the capture area with
// the seat's progress, and the same in words.
package captures
