package matgo

import (
	"strconv"
	"testing"

	"arcade/games/rng"
)

// What a choice ends for certain is worth what the rules say; the sight of the others
// has an input in each slot that is in range, and the two seats see different things.
func TestSight(t *testing.T) {
	last := len(sightAt) - 1
	for n := range 60 {
		p, r := random(t, n)
		for p.phase != Over {
			var buf [32]Move
			legal := p.State.Legal(buf[:0])
			for _, m := range legal {
				s := p.State
				after, worth, ends := s.after(m)
				if ends {
					if want := p.View(p.ToAct()).(*View).Sides[p.seat].WinsNow / p.carry; m.Verb == Stop && worth != want {
						t.Fatalf("a stop is worth %d, want %d", worth, want)
					}
					continue
				}
				var x sight
				x.look(&s, int(p.seat), after)
				x.lag(0)
				for slot, in := range x {
					end := sightInputs
					if slot < last {
						end = sightAt[slot+1]
					}
					if in != 0 && (int(in) < sightAt[slot] || int(in) >= end) {
						t.Fatalf("slot %d has input %d, want %d to %d", slot, in, sightAt[slot], end)
					}
				}
			}
			if _, err := p.Apply(p.Legal()[r.Intn(len(legal))]); err != nil {
				t.Fatal(err)
			}
		}
	}
	if last+1 != sightSlots {
		t.Errorf("%d slots, want %d", last+1, sightSlots)
	}
}

// Rounds that a pupil learns from, and lessons that a net learns, a second.
func BenchmarkPupil(b *testing.B) {
	p := NewPupil(NewNet(rng.New("x")), 16, 0.75)
	var l []Lesson
	i := 0
	for b.Loop() {
		l = p.Play("b/"+strconv.Itoa(i), l[:0])
		i++
	}
}

func BenchmarkTeach(b *testing.B) {
	n := NewNet(rng.New("x"))
	p := NewPupil(n, 16, 0.75)
	var l []Lesson
	for i := range 100 {
		l = p.Play("b/"+strconv.Itoa(i), l)
	}
	b.ReportMetric(float64(len(l))/100, "lessons/round")
	i := 0
	for b.Loop() {
		l[i%len(l)].Teach(n, 0.0001)
		i++
	}
}
