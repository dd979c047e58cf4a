// Package text makes text that people typed safe to show to others, and measures its terminal cells.
// Screens measure and cut with it, and the lobby cleans names, talk and announcements with it. So screens
// can draw everything that the lobby accepts.
package text

import _ "arcade/lobby/text/plainwidth" // before the packages that measure text
