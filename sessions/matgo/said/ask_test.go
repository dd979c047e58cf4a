package said

import (
	"os"
	"slices"
	"testing"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/words"
)

func init() {
	catalogue, err := os.ReadFile("../words.json")
	if err != nil {
		panic(err)
	}
	words.Add(matgo.Name, catalogue)
}

// A play that would lose a shake or a bomb of its month needs a second answer. Other plays do not.
func TestInstead(t *testing.T) {
	a := &app.App{Lang: words.EN}
	s := &play.Scene{Legal: []games.Action{"shake 3", "bomb 5", "play 03k", "play 05y", "play 08k"}}
	for act, want := range map[games.Action][]games.Action{"play 03k": {"shake 3"}, "play 05y": {"bomb 5"}, "play 08k": nil, "shake 3": nil} {
		question, others := instead(a, s, act)
		if !slices.Equal(others, want) {
			t.Errorf("%s: %v, want %v", act, others, want)
		}
		if key := map[games.Action]string{"play 03k": "mg.shake.ask", "play 05y": "mg.bomb.ask"}[act]; key != "" && question != a.T(key) {
			t.Errorf("%s: %q", act, question)
		}
	}
}

// A question of the round comes with the facts for its answer. A card to play comes without a question.
func TestAsk(t *testing.T) {
	a := &app.App{Lang: words.EN}
	for phase, lines := range map[matgo.Phase]int{matgo.AskGo: 3, matgo.AskTake: 1, matgo.AskGukjin: 1, matgo.AskPlay: 0} {
		view := &matgo.View{Phase: phase}
		if said := spokenAsk(a, &play.Scene{View: view, Seats: nil}); len(said) != lines {
			t.Errorf("phase %v: %q", phase, said)
		}
	}
}

// A declaration is said in whole words.
func TestDeclarationInWords(t *testing.T) {
	for act, want := range map[games.Action][2]string{"shake 3": {"3월 흔들기", "Shake month 3"}, "bomb 12": {"12월 폭탄", "Bomb month 12"}, "kung 1": {"1월 쿵", "Kung month 1"}} {
		for i, said := range want {
			a := &app.App{Lang: []words.Lang{words.KO, words.EN}[i]}
			if got := spokenChoice(a, &play.Scene{}, act); got != said {
				t.Errorf("%s: %q, want %q", act, got, said)
			}
		}
	}
}
