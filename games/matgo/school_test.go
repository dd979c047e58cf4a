package matgo

import (
	"strconv"
	"testing"

	"arcade/games/rng"
)

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
	for i := range 30 {
		l = p.Play("b/"+strconv.Itoa(i), l)
	}
	b.ReportMetric(float64(len(l))/30, "lessons/round")
	i := 0
	for b.Loop() {
		l[i%len(l)].Teach(n, 0.0001)
		i++
	}
}
