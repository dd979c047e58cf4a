package matgo

import (
	"arcade/games/matgo/net"
	"arcade/games/rng"
)

// Lesson is what a position taught: what each choice brought when the round was played
// on from there.
type Lesson struct {
	sights []sight
	want   []float32 // in units of the net
}

// level is how much of what all choices of a position have in common is learnt: it is
// mostly chance, and choosing does not need it.
const level = 0.25

// Teach lets a net learn a lesson. It gives by how much it was wrong about the choices
// against each other, in points, squared and added up.
func (l *Lesson) Teach(n *net.Net, rate float32) (wrong float64) {
	miss := make([]float32, len(l.sights))
	mean := float32(0)
	for i := range l.sights {
		miss[i] = n.Worth(l.sights[i][:]) - l.want[i]
		mean += miss[i] / float32(len(miss))
	}
	drop := (1 - level) * mean
	if len(miss) == 1 {
		drop = 0 // go against stop, which is known
	}
	for i := range miss {
		d := valueUnit * float64(miss[i]-mean)
		wrong += d * d
		n.Step(l.sights[i][:], miss[i]-drop, rate)
	}
	return wrong
}

// Choices is how many choices the lesson is about.
func (l *Lesson) Choices() int { return len(l.sights) }

// Pupil plays rounds, and in some of their positions tries every choice in worlds that
// the view allows, playing on to the end as the sensible bot does, but for go and stop,
// which the net decides. It belongs to one goroutine.
type Pupil struct {
	search *searcher
	net    player // nil before there is one
	mind   *mind
	worlds int
	stray  int
	buf    [32]Move
	after  State
}

// NewPupil makes a pupil that plays by the net as far as it goes; where that is nil, as
// the sensible bot does. It tries choices in so many worlds; one choice in so many is
// any legal one.
func NewPupil(n *net.Net, worlds, stray int) *Pupil {
	p := &Pupil{search: newSearcher(nil, worlds, 0, 0), mind: &mind{net: n}, worlds: worlds, stray: stray}
	if n != nil {
		p.net = newLearnt(n)
		p.search.plays = func(s *State, legal []Move, r *rng.Source) (int, float64) {
			if s.phase == AskGo {
				return p.net(s, legal, r)
			}
			return sensible(s, legal, r)
		}
	}
	return p
}

// NewNet makes a net for what the bot sees that knows nothing yet.
func NewNet(r *rng.Source) *net.Net { return net.New(sightInputs, r) }

// Play plays the round of a seed and appends what it taught.
func (p *Pupil) Play(seed string, lessons []Lesson) []Lesson {
	s := dealt(&Standard, seed, usual())
	r := rng.Derive(seed, "school")
	plays := player(sensible)
	if p.net != nil && r.Intn(2) == 0 {
		plays = p.net
	}
	for s.phase != Over {
		legal := s.Legal(p.buf[:0])
		n := 0
		if len(legal) > 1 {
			if r.Intn(2) == 0 {
				lessons = p.study(&s, legal, r, lessons)
			}
			if n = r.Intn(len(legal)); p.stray == 0 || r.Intn(p.stray) > 0 {
				n, _ = plays(&s, legal, r)
			}
		}
		if reason := s.Apply(legal[n]); reason != "" {
			panic("matgo: a pupil broke the rules: " + reason)
		}
	}
	return lessons
}

// study tries the choices of a position.
func (p *Pupil) study(s *State, legal []Move, r *rng.Source, lessons []Lesson) []Lesson {
	var l Lesson
	var open []int // choices that do not end the round
	p.mind.liking(s, legal)
	for i, m := range legal {
		p.after = *s
		pending, _, ends := p.after.after(m)
		if ends {
			continue
		}
		var x sight
		x.look(&p.after, int(s.seat), pending)
		x.lag(p.mind.likes[i])
		open = append(open, i)
		l.sights = append(l.sights, x)
	}
	x := p.search
	x.base = *s
	x.base.veil()
	x.chance = forked(r)
	l.want = make([]float32, len(open))
	for range p.worlds {
		x.base.imagine(&x.chance)
		same := x.chance
		for k, i := range open {
			x.chance = same
			l.want[k] += float32(x.try(legal[i])) / float32(valueUnit*p.worlds)
		}
	}
	return append(lessons, l)
}
