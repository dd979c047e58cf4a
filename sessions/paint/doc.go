// Package paint is what a screen is made of, cells on a canvas, and the way from
// there to a terminal: a Screen keeps what its terminal shows, packed, and gives the
// bytes that make it show the next canvas.
//
// A packed row is its text in UTF-8 with codes for styles, wide characters and
// repeats, some 2.6 KB for a usual frame of 80x24. The next canvas is packed too:
// rows that are the same bytes are as they were, the others are unpacked and compared
// cell by cell. Each row is written in the fewest bytes that are found: cells that
// stay may be written again where that is shorter than a move, ends of lines and long
// blanks are erased, and what has only moved, lines or the end of one, is moved. What
// terminals differ in is avoided or never relied on: the column after the last one
// has been written or a character of uncertain width, what comes in with a scroll,
// halves of wide characters, the background of what is erased (ErasesAs).
//
// It knows nothing of what is drawn. A cell has an ink on a surface, two numbers; a
// Palette says how these look.
package paint
