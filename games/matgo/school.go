package matgo

import (
	"arcade/games/matgo/net"
	"arcade/games/rng"
)

// Lesson is what a round taught: the sight of a choice, and what came of it.
type Lesson struct {
	sight sight
	want  float32
}

// Teach lets a net learn a lesson, and gives by how much it was wrong, in points.
func (l *Lesson) Teach(n *net.Net, rate float32) float32 {
	return valueUnit * (n.Learn(l.sight[:], l.want, rate) - l.want)
}

// Pupil plays rounds to learn from them. It belongs to one goroutine.
type Pupil struct {
	mind    mind
	stray   int // one choice in so many is any
	trace   float32
	teacher player
	notes   [2][]note
	buf     [32]Move
	list    [32]judgement
}

// note is a choice of a round in play.
type note struct {
	sight  sight
	value  float32 // of the best choice
	sure   bool    // the choice ended the round
	strays bool    // it was not the best one
}

// NewPupil makes a pupil that plays by the net; where that is nil, as the sensible bot
// does. One choice in so many is any legal one; trace is how much later values count
// (the lambda of TD(lambda)).
func NewPupil(n *net.Net, stray int, trace float32) *Pupil {
	p := &Pupil{stray: stray, trace: trace}
	p.mind.net = n
	if n == nil {
		p.teacher = sensible
	}
	return p
}

// NewNet makes a net for what the bot sees that knows nothing yet.
func NewNet(r *rng.Source) *net.Net { return net.New(sightInputs, r) }

// Play plays the round of a seed and appends what it taught.
func (p *Pupil) Play(seed string, lessons []Lesson) []Lesson {
	s := dealt(&Standard, seed, usual())
	r := rng.Derive(seed, "school")
	p.notes[0], p.notes[1] = p.notes[0][:0], p.notes[1][:0]
	for s.phase != Over {
		legal := s.Legal(p.buf[:0])
		n := 0
		if len(legal) > 1 {
			n = p.choose(&s, legal, r)
		}
		if reason := s.Apply(legal[n]); reason != "" {
			panic("matgo: a pupil broke the rules: " + reason)
		}
	}
	for seat := range p.notes {
		lessons = p.learn(p.notes[seat], float32(s.net(seat))/valueUnit, lessons)
	}
	return lessons
}

// choose chooses and takes a note of it.
func (p *Pupil) choose(s *State, legal []Move, r *rng.Source) int {
	var x note
	var n int
	if p.teacher != nil {
		n, _ = p.teacher(s, legal, r)
	} else {
		p.mind.judge(s, legal, p.list[:])
		n = bestOf(p.list[:len(legal)])
		x.value = p.list[n].points / valueUnit
	}
	if p.stray > 0 && r.Intn(p.stray) == 0 {
		b := n
		n = r.Intn(len(legal))
		x.strays = n != b
	}
	copied := *s
	after, _, ends := copied.after(legal[n])
	x.sure = ends
	if !ends {
		p.mind.liking(s, legal)
		x.sight.look(&copied, int(s.seat), after)
		x.sight.lag(p.mind.likes[n])
	}
	p.notes[s.seat] = append(p.notes[s.seat], x)
	return n
}

// learn goes back from the end: what a choice was worth is what came of it, and in part
// what the later choices were thought to be worth.
func (p *Pupil) learn(notes []note, came float32, lessons []Lesson) []Lesson {
	for i := len(notes) - 1; i >= 0; i-- {
		x := &notes[i]
		if !x.sure {
			lessons = append(lessons, Lesson{x.sight, came})
		}
		if p.teacher != nil {
			continue
		}
		if x.strays {
			came = x.value
		} else {
			came = p.trace*came + (1-p.trace)*x.value
		}
	}
	return lessons
}
