package train

import "math/bits"

// twister is the generator of Python's random.Random with an integer seed: the Mersenne Twister MT19937
// (Matsumoto and Nishimura, 1998). The owner's steps shuffle with it, and so must these.
type twister struct {
	state [624]uint32
	next  int
}

// newTwister returns random.Random(seed) for a seed that is not negative.
func newTwister(seed uint64) *twister {
	t := &twister{next: 624}
	key := []uint32{uint32(seed)}
	if high := uint32(seed >> 32); high != 0 {
		key = append(key, high)
	}
	t.state[0] = 19650218
	for i := 1; i < 624; i++ {
		t.state[i] = 1812433253*(t.state[i-1]^t.state[i-1]>>30) + uint32(i)
	}
	i, j := 1, 0
	step := func(factor uint32) uint32 { return t.state[i] ^ (t.state[i-1]^t.state[i-1]>>30)*factor }
	wrap := func() {
		if i++; i == 624 {
			t.state[0], i = t.state[623], 1
		}
	}
	for range 624 {
		t.state[i] = step(1664525) + key[j] + uint32(j)
		wrap()
		j = (j + 1) % len(key)
	}
	for range 623 {
		t.state[i] = step(1566083941) - uint32(i)
		wrap()
	}
	t.state[0] = 1 << 31
	return t
}

func (t *twister) uint32() uint32 {
	if t.next == 624 {
		for i := range t.state {
			y := t.state[i]&(1<<31) | t.state[(i+1)%624]&(1<<31-1)
			v := t.state[(i+397)%624] ^ y>>1
			if y&1 != 0 {
				v ^= 0x9908b0df
			}
			t.state[i] = v
		}
		t.next = 0
	}
	y := t.state[t.next]
	t.next++
	y ^= y >> 11
	y ^= y << 7 & 0x9d2c5680
	y ^= y << 15 & 0xefc60000
	return y ^ y>>18
}

// below draws a number below n, at least 1 and below 2^32. It draws as many bits as n has, again and again
// until they are below n.
func (t *twister) below(n int) int {
	shift := 32 - bits.Len32(uint32(n))
	for {
		if v := int(t.uint32() >> shift); v < n {
			return v
		}
	}
}

// shuffle shuffles a list like random.shuffle.
func shuffle[T any](t *twister, list []T) {
	for i := len(list) - 1; i > 0; i-- {
		j := t.below(i + 1)
		list[i], list[j] = list[j], list[i]
	}
}
