// Package board draws the board of Yut, small and large, in lines and as a picture, with its pieces and
// marks: a [Scene]. It knows no table. It also has the colours and small pictures of the game.
package board
