package door

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"
)

// frame is a masked frame as a browser sends it: its first byte, and a payload of a size.
func frame(first byte, size int) []byte {
	b := []byte{first}
	switch {
	case size < 126:
		b = append(b, 0x80|byte(size))
	case size < 1<<16:
		b = binary.BigEndian.AppendUint16(append(b, 0x80|126), uint16(size))
	default:
		b = binary.BigEndian.AppendUint64(append(b, 0x80|127), uint64(size))
	}
	return append(append(b, 1, 2, 3, 4), make([]byte, size)...)
}

// First bytes of frames.
const (
	aText, aPing, aPong, anEmpty = 0x81, 0x89, 0x8a, 0x00
)

// Frames are counted however a stream of them is cut.
func TestFrames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var stream []byte
		messages, others := 0, 0
		for range rapid.IntRange(0, 20).Draw(t, "frames") {
			first := rapid.SampledFrom([]byte{aText, 0x82, 0x01, anEmpty, 0x80, 0x88, aPing, aPong}).Draw(t, "first")
			if op := first & 0x0f; op == 1 || op == 2 {
				messages++
			} else {
				others++
			}
			stream = append(stream, frame(first, rapid.SampledFrom([]int{0, 1, 125, 126, 127, 4000, 1 << 16}).Draw(t, "size"))...)
		}
		var f frames
		for rest := stream; len(rest) > 0; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "read")
			m, o := f.take(rest[:n])
			messages, others, rest = messages-m, others-o, rest[n:]
		}
		if messages != 0 || others != 0 || f.got != 0 || f.left != 0 {
			t.Fatalf("%d messages and %d others were missed, %+v is left", messages, others, f)
		}
	})
}

// account is a payer that notes what it is billed.
type account struct {
	billed, hold time.Duration
	loud         int
}

func (a *account) Received(took time.Duration) time.Duration { a.billed += took; return a.hold }
func (a *account) TooLoud()                                  { a.loud++ }

// sent lets a page send bytes in pieces as the library reads them. It returns how many were read, in what
// time, and the error.
func sent(a *account, stream []byte) (n int64, took time.Duration, err error) {
	near, far := net.Pipe()
	w := newWire(a)
	w.Conn = near
	go func() {
		_, _ = far.Write(stream)
		_ = far.Close()
	}()
	began := time.Now()
	n, err = io.CopyBuffer(struct{ io.Writer }{io.Discard}, struct{ io.Reader }{w}, make([]byte, 4096))
	_ = w.Close()
	return n, time.Since(began), err
}

// A browser never meets a limit: an hour of pongs, a fast typist, and a mouse that moves all the time.
func TestBrowsersAreNotLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &account{}
		w := newWire(a)
		for second := range 3600 {
			began := time.Now()
			if second%25 == 0 {
				if err := w.count(frame(aPong, 8)); err != nil {
					t.Fatal(err)
				}
			}
			if second%60 == 0 { // a paste
				_ = w.count(frame(aText, 8000))
			}
			for range 30 { // keys, each of which sends the text of a field
				_ = w.count(frame(aText, 300))
			}
			for range 240 { // the mouse, and acknowledged lines
				_ = w.count(frame(aText, 40))
			}
			if waited := time.Since(began); waited > 0 {
				t.Fatalf("second %d: the page waits for %v", second, waited)
			}
			time.Sleep(time.Second)
		}
		if a.loud > 0 {
			t.Error("the page is disconnected")
		}
	})
}

// Frames that are no messages end the socket, before the library has answered many.
func TestLoudPages(t *testing.T) {
	for name, one := range map[string][]byte{
		"pings": frame(aPing, 0), "long pings": frame(aPing, 125), "pongs": frame(aPong, 0), "empty continuations": frame(anEmpty, 0),
		"continuations of a byte": frame(anEmpty, 1),
	} {
		synctest.Test(t, func(t *testing.T) {
			a := &account{}
			n, _, err := sent(a, bytes.Repeat(one, 100_000))
			if !errors.Is(err, errLoud) || a.loud != 1 || n > int64(noiseBurst*len(one)) {
				t.Errorf("%s: %d frames were read, counted %d times, %v", name, n/int64(len(one)), a.loud, err)
			}
		})
	}
}

// Messages wait beyond their rates, in number and in bytes, and all of them are billed.
func TestMessagesWaitAndAreBilled(t *testing.T) {
	for name, x := range map[string]struct {
		one   []byte
		n     int
		least time.Duration
	}{
		"many":  {frame(aText, 20), 8000, (8000 - messageBurst) / messageRate * time.Second},
		"large": {frame(aText, 8000), 200, (200*8008 - byteBurst) / byteRate * time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			a := &account{}
			n, took, err := sent(a, bytes.Repeat(x.one, x.n))
			if err != nil || n != int64(len(x.one)*x.n) || took < x.least {
				t.Errorf("%s: %d bytes in %v, want at least %v, %v", name, n, took, x.least, err)
			}
			if want := time.Duration(x.n)*frameCost + time.Duration(len(x.one)*x.n)*byteCost - billed; a.billed < want {
				t.Errorf("%s: %v are billed, want %v", name, a.billed, want)
			}
		})
	}
	synctest.Test(t, func(t *testing.T) { // of an address that owes too much
		a := &account{hold: time.Second}
		_, took, err := sent(a, bytes.Repeat(frame(aText, 20), 1000))
		if bills := time.Duration(1000*frameCost/billed) * time.Second / 4; err != nil || took < bills {
			t.Errorf("it is read in %v, %v", took, err)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		a, w := &account{}, newWire(nil)
		w.payer = a
		w.parsed(time.Hour) // most of it was spent waiting for a processor
		_ = w.count(frame(aText, 1))
		if a.billed < maxParse || a.billed > 2*maxParse {
			t.Errorf("%v are billed for parsing", a.billed)
		}
	})
}

// Closing a socket ends its wait.
func TestClosedWhileItWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		near, far := net.Pipe()
		defer far.Close()
		w := newWire(&account{hold: time.Hour})
		w.Conn = near
		w.parsed(time.Second)
		time.AfterFunc(time.Second, func() { _ = w.Close() })
		if err := w.count(frame(aText, 1)); !errors.Is(err, net.ErrClosed) {
			t.Error(err)
		}
	})
}
