package bots

import (
	"errors"
	"testing"

	"arcade/games/matgo"
	"arcade/games/matgo/matgotest"
	"arcade/games/rng"
)

// A choice that ends the round is worth what the rules say. The sight of every other choice has an input
// within range in each slot.
func TestSight(t *testing.T) {
	for n := range 60 {
		p, r := matgotest.Random(t, n)
		for p.Phase != matgo.Over {
			var buf [32]matgo.Move
			legal := p.State.Legal(buf[:0])
			for _, m := range legal {
				s := p.State
				after, worth, ends := after(&s, m)
				if ends {
					if want := p.View(p.ToAct()).(*matgo.View).Sides[p.Seat].WinsNow / p.Carry; m.Verb == matgo.Stop && worth != want {
						t.Fatalf("a stop is worth %d, want %d", worth, want)
					}
					continue
				}
				var x sight
				x.look(&s, int(p.Seat), after)
				x.lag(0)
				for slot, in := range x {
					from, to := whereAt, sightInputs
					switch {
					case slot < sightOne-1:
						from, to = sightAt[slot], sightAt[slot+1]
					case slot == sightOne-1:
						from, to = sightAt[slot], whereAt
					}
					if in != 0 && (int(in) < from || int(in) >= to) {
						t.Fatalf("slot %d has input %d, want %d to %d", slot, in, from, to)
					}
				}
			}
			if _, err := p.Apply(p.Legal()[r.Intn(len(legal))]); err != nil {
				t.Fatal(err)
			}
		}
	}
	if len(sightAt) != sightOne {
		t.Errorf("%d slots, want %d", len(sightAt), sightOne)
	}
}

// Rounds of a worker read back unchanged, a sample has the results of its choices, and other data is
// refused.
func TestLessons(t *testing.T) {
	school := School{&matgo.Document, "lessons/"}
	p := NewWorker(school)
	var data []byte
	for n := range 6 {
		data = p.Play(n+1, data)
	}
	rounds, rest := SplitSamples(data)
	if len(rounds) != 6 || len(rest) != 0 {
		t.Fatalf("%d rounds, and %d bytes more", len(rounds), len(rest))
	}
	if err := school.CheckSamples(rounds); err != nil {
		t.Error(err)
	}
	phases, goes := map[matgo.Phase]int{}, 0
	for _, round := range rounds {
		err := school.eachSample(round, func(s *matgo.State, l triedSample) {
			phases[s.Phase]++
			for i, at := range l.at {
				if l.legal[at].Verb == matgo.Stop {
					goes++
					if want := float32((s.Score(int(s.Seat)) + s.Sides[s.Seat].Goes) * s.Multiplier(int(s.Seat), true).Total / s.Carry); l.brought[i] != want {
						t.Errorf("a stop brought %v, want %v", l.brought[i], want)
					}
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if phases[matgo.AskPlay] < 10 || goes == 0 {
		t.Errorf("lessons by phase %v, %d with a stop", phases, goes)
	}
	if whole, rest := SplitSamples(data[:len(data)-1]); len(whole) != 5 || len(rest) != len(rounds[5])-1 {
		t.Errorf("cut off, there are %d rounds and %d bytes", len(whole), len(rest))
	}
	for _, other := range []School{{&matgo.Document, "other/"}, {&matgo.Standard, school.Seed}} {
		if err := other.CheckSamples(rounds); !errors.Is(err, ErrSamples) {
			t.Errorf("in the school %s of %q: %v", other.Rules.Name, other.Seed, err)
		}
	}
}

// A net that learns the same rounds again and again chooses what the samples say.
func TestTeach(t *testing.T) {
	school := School{&matgo.Document, "teach/"}
	p := NewWorker(school)
	var data []byte
	for n := range 8 {
		data = p.Play(n, data)
	}
	rounds, _ := SplitSamples(data)
	trainer := NewTrainer(NewNet(rng.New("net")), school)
	var before, after Exam
	exam := func(e *Exam) {
		for _, round := range rounds {
			if err := trainer.Examine(round, e); err != nil {
				t.Fatal(err)
			}
		}
	}
	exam(&before)
	for range 60 {
		for _, round := range rounds {
			if err := trainer.Train(round, 0.004); err != nil {
				t.Fatal(err)
			}
		}
	}
	exam(&after)
	if gain := after.All.PerRound(after.Rounds).Mean; gain < 5 || gain <= before.All.PerRound(before.Rounds).Mean {
		t.Errorf("it gains %v points a round on what it learnt, %+v", gain, after)
	}
}
