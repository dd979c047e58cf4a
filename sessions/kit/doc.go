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
//
// The kinds of blocks:
//
//   - Arrangements: [Line] ([Col], [Row], [Equal]), [Fit], [Flow], [Gallery], [Reel] and [Rows] around a focus, [Book]
//     of pages, [Stage] for a board, [Over] for a block over another. Around one block: [Pad], [Middle], [Snug], [Low],
//     [Only], [Tap]; [Once] for one that stands in several arrangements, [Later] for one
//     that is perhaps not needed.
//   - Sheets: [Sheet], alone or of several, and [Panel] with a title.
//   - Texts: [Text], [Word], [Code], [Ends], [Heading], [Points], [Legend], [Facts], [Paper], [Names], [Chips], [Note].
//   - Keys: [Cap], [Keys], [Push] with a message of its own, [Answers] of a question, [Tabs].
//   - Rows of a form: [Choice], [Field], [Slider].
//   - Lists: [List] with columns, [Table], [Places] of a ranking, [Tasks] that wait, [Cards] to choose from.
//   - Numbers: [Numbers], [Figure], [Shares], [Bar], [Chart], [Curve], [Marks], [Stats] of all these.
//   - Pictures: [Picture], [Portrait], [Wordmark], [Glimpse], [Masthead], [Notice]. A board is a [Grid], a [Sized] or
//     another [Board]; [Yields] is one that goes if the rest has no room.
package kit
