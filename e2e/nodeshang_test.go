package e2e

import (
	"testing"
	"time"
)

// While PostgreSQL hangs, a player's move is refused because nothing can be saved, at the owner's node and at
// another; nobody reads that the match is being moved. It goes on when PostgreSQL answers again.
func TestNodesStoreHangs(t *testing.T) {
	x := openNodes(t, 2, "--lease", "2s")
	sides := inOrder(friends(t, x.all[0], x.all[1]))
	moving := `<err.moving>`
	all := states(t, longGame)
	for ply, m := range longGame[:2] {
		for _, c := range sides {
			c.Forbid(moving)
		}
		for _, n := range x.all {
			n.pg.cut()
		}
		sides[ply].move(m)
		sides[ply].Await(`<err.unwritten>|<tb.unsaved>`)
		sides[1-ply].Await(`<tb.unsaved>`)
		for _, n := range x.all {
			n.pg.mend(false)
		}
		for _, c := range sides {
			c.Gone(`<tb.unsaved>`)
			c.Allow()
		}
		for i := 0; !sides[ply].Comes(time.Second, all[ply+1].on); i++ {
			if i == 20 {
				sides[ply].Fatalf("ply %d is refused for ever", ply)
			}
			sides[ply].Keys("Enter") // it was refused, or is played as soon as it can be stored
		}
		sides[1-ply].awaitBoard(all[ply+1])
	}
}
