// Package app is one session on a screen: the router, the stack of screens, notices, settings and forms.
//
// # Questions
//
// There are two kinds of questions, each with one grammar.
//
// A question over the screen is an [Ask]. Digits choose an answer. Enter gives the one in focus, which is first a
// mild one: nothing is lost by it. Esc is no, and changes nothing. Letters answer nothing, because the key bar below
// gives them other meanings; only the answers of menus and results, which are commands, keep their letters. What
// cannot be undone is asked by [Ask.Confirm], whose second answer stands apart and is never first in focus. In the
// first [GuardTime], and [EndTime] at the end of a game, an Ask ignores keys and clicks: they were for what came
// before. At the end of a run Enter leads to its replay or its board, never to another run.
//
// A question beside the screen leaves the keys to what the visitor does: an invitation in row 0, an offer of the
// opponent or a claim in the message row. [ui.YesKey] and [ui.NoKey] answer it, and mean nothing else on any screen; they are
// on its buttons, too. An offer of the opponent comes before an invitation, which is hidden meanwhile. A yes that cannot
// be undone, such as accepting a draw, opens an Ask.
package app
