package puzzles_test
import ("testing";"fmt";"arcade/games";"arcade/games/klondike/solver";"arcade/games/puzzles")
func TestTmp(t *testing.T){
 g:=solver.Game{}
 found:=0
 for n:=range 60 {
  setup,plies,err:=puzzles.BotMatch(g,fmt.Sprintf("%032x",n+1),nil)
  if err!=nil {t.Fatal(err)}
  at,err:=g.PuzzlePlies(setup,plies,games.Limit{})
  if err!=nil {t.Fatal(err)}
  k:=0
  for _,p:=range at { z,err:=g.Puzzle(setup,plies[:p],games.Limit{}); if err!=nil {t.Fatal(err)}; if z!=nil {k++; if k==1 {t.Log(n,p,z.Line[0].Action,z.Line[0].Way,len(z.Line[0].Options))}} }
  if k>0 {found++}
  t.Log(n,len(plies),plies[len(plies)-1],len(at),k)
 }
 t.Log(found)
}
