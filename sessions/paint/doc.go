// Package paint draws cells on a canvas and sends them to a terminal: a Screen keeps a packed copy of the
// terminal's cells and returns the bytes that make the terminal show the next canvas.
//
// A packed row is its text in UTF-8 with codes for styles, wide characters and repeats. A usual frame of
// 80x24 takes some 2.6 KB. The next canvas is packed too: rows with the same bytes have not changed, and
// the others are unpacked and compared cell by cell. Each row is written in the fewest bytes that the
// package finds: it writes unchanged cells again if that is shorter than a move, erases ends of lines and
// long blanks, and moves lines or ends of lines that have only moved. It does not rely on anything in which
// terminals differ: the column after writing the last one or a character of uncertain width, the cells that
// come in with a scroll, halves of wide characters, and the background of erased cells (ErasesAs).
//
// It knows no games and no pages. A cell has an ink on a surface, two numbers; a Palette has their styles.
package paint
