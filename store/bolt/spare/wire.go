// Package spare copies a store's file to a second machine while the store is in use.
//
// The server's half is a [Sender], the second machine's a [Copy]. They talk over one connection in both
// directions. First the copy says what it has: a sum of each of its blocks. Then the sender sends
// generations, and the copy acknowledges each. A generation is the file at one moment: the blocks that the
// copy lacks, the file's size, the time, and a SHA-256. While nothing is stored, generations without blocks
// move the time on.
//
// The package knows nothing about what is in the file. A block is a piece of the file, and need not be one
// of bbolt's pages.
package spare

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io"
	"time"
)

// blockSize is the size of a block in bytes. The last block of a file may be shorter.
const blockSize = 4 << 10

// greeting begins what a copy sends. Its number is the version of what follows.
const greeting = "arcade spare 1\n"

// sum identifies the content of a block: the first half of its SHA-256.
type sum [16]byte

func sumOf(block []byte) sum {
	all := sha256.Sum256(block)
	return sum(all[:])
}

// maxBlocks limits the blocks of a file, so that no position in it overflows.
const maxBlocks = 1 << 40

// writeSums writes what a copy has.
func writeSums(w io.Writer, sums []sum) error {
	b := bufio.NewWriter(w)
	_, _ = b.WriteString(greeting) // b remembers the first error
	_ = binary.Write(b, binary.BigEndian, uint64(len(sums)))
	for i := range sums {
		_, _ = b.Write(sums[i][:])
	}
	return b.Flush()
}

// readSums reads what a copy has.
func readSums(r io.Reader) (sums []sum, err error) {
	head := make([]byte, len(greeting)+8)
	if _, err := io.ReadFull(r, head); err != nil {
		return nil, err
	}
	n := binary.BigEndian.Uint64(head[len(greeting):])
	if !bytes.HasPrefix(head, []byte(greeting)) || n > maxBlocks {
		return nil, errors.New("the spare is of another version")
	}
	for range n {
		var s sum
		if _, err := io.ReadFull(r, s[:]); err != nil {
			return nil, err
		}
		sums = append(sums, s)
	}
	return sums, nil
}

// generation describes the file at one moment.
type generation struct {
	size   int64         // of the file, in bytes
	until  time.Time     // everything that was stored before is in it; by the server's clock
	after  time.Duration // from the acknowledgement before this generation to that time
	blocks int           // the number of its blocks
}

// Kinds of frames.
const (
	frameBlock byte = 'b' // a block: its number, its length, and its bytes
	frameEnd   byte = 'e' // the rest of a generation, and the SHA-256 of all that came before
)

// endSize is the size of the end of a generation without its kind and its SHA-256.
const endSize = 3 * 8

// frames writes generations.
type frames struct {
	w   *bufio.Writer
	sum hash.Hash
}

func newFrames(w io.Writer) *frames { return &frames{bufio.NewWriterSize(w, 64<<10), sha256.New()} }

func (f *frames) write(p []byte) {
	_, _ = f.w.Write(p) // f.w remembers the first error
	f.sum.Write(p)
}

// block writes the block with a number.
func (f *frames) block(number int, p []byte) {
	head := binary.BigEndian.AppendUint64([]byte{frameBlock}, uint64(number))
	f.write(binary.BigEndian.AppendUint16(head, uint16(len(p))))
	f.write(p)
}

// end ends a generation. It returns the first error of all writes.
func (f *frames) end(g generation) error {
	p := binary.BigEndian.AppendUint64([]byte{frameEnd}, uint64(g.size))
	p = binary.BigEndian.AppendUint64(p, uint64(g.until.UnixMilli()))
	f.write(binary.BigEndian.AppendUint64(p, uint64(g.after.Milliseconds())))
	_, _ = f.w.Write(f.sum.Sum(nil))
	f.sum.Reset()
	return f.w.Flush()
}

// errDamaged means that a generation is not what was sent.
var errDamaged = errors.New("the generation is damaged")

// readGeneration reads a generation, and calls block with each of its blocks. Only without an error is the
// generation complete.
func readGeneration(r io.Reader, block func(at int64, p []byte) error) (g generation, err error) {
	check := sha256.New()
	in := io.TeeReader(r, check)
	var buf [blockSize]byte
	for {
		if _, err := io.ReadFull(in, buf[:1]); err != nil {
			return g, err
		}
		if buf[0] == frameEnd {
			break
		}
		if buf[0] != frameBlock {
			return g, errDamaged
		}
		if _, err := io.ReadFull(in, buf[:10]); err != nil {
			return g, cut(err)
		}
		number, n := binary.BigEndian.Uint64(buf[:]), binary.BigEndian.Uint16(buf[8:])
		if number >= maxBlocks || n > blockSize {
			return g, errDamaged
		}
		if _, err := io.ReadFull(in, buf[:n]); err != nil {
			return g, cut(err)
		}
		if err := block(int64(number)*blockSize, buf[:n]); err != nil {
			return g, err
		}
		g.blocks++
	}
	if _, err := io.ReadFull(in, buf[:endSize]); err != nil {
		return g, cut(err)
	}
	g.size = int64(binary.BigEndian.Uint64(buf[:]))
	g.until = time.UnixMilli(int64(binary.BigEndian.Uint64(buf[8:])))
	g.after = time.Duration(binary.BigEndian.Uint64(buf[16:])) * time.Millisecond
	want := check.Sum(nil)
	if _, err := io.ReadFull(r, buf[:len(want)]); err != nil {
		return g, cut(err)
	}
	if !bytes.Equal(want, buf[:len(want)]) || g.size < 0 {
		return g, errDamaged
	}
	return g, nil
}

// cut words the end of the input within a generation.
func cut(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("the generation is cut off: %w", io.ErrUnexpectedEOF)
	}
	return err
}
