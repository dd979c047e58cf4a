// Package text says how text that people typed is made safe to show to others, and
// how many cells of a terminal it takes. Screens measure and cut by it, and the lobby
// holds names, talk and announcements to it, so that what the one lets in the other
// can draw.
package text

import _ "arcade/lobby/text/plainwidth" // before the packages that measure text
