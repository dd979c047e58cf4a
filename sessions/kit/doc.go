// Package kit arranges what a screen shows, in any size.
//
// A screen says what it shows once, as a [Block] made of blocks: numbers, panels, lists, lines of them. The kit
// decides where, for any size, with or without pictures ([Look].Rich), for a finger or a mouse ([Look].Touch).
// It does so in two steps, of which neither keeps anything:
//
//   - A block tells its least size in a width: the smallest in which nothing is cut. And it tells the height that
//     it would take there.
//   - A [Line] gives each of its blocks its least, omits what may be omitted if that is too much, and gives what is
//     left to gaps, to wishes and to those that fill. A [Fit] draws the first of several arrangements that fits.
//
// A block that gets less than its least is drawn cut, and a strict canvas records it: the property test over all
// screens and sizes fails (screentest.HoldSizes). Only people's names may be cut.
package kit
