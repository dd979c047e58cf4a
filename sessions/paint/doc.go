// Package paint is what a screen is made of, cells on a canvas, and the way from
// there to a terminal: a Screen keeps what its terminal shows, packed, and gives the
// bytes that make it show the next canvas.
//
// It knows nothing of what is drawn. A cell has an ink on a surface, two numbers; a
// Palette says how these look.
package paint
