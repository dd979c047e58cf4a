package lab

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"arcade/cmd/arcade/cli"
	"arcade/games/matgo/train"
)

// matgoLogs are the logs that a step of the training reads, once for each pass. They may be packed with
// gzip.
type matgoLogs struct {
	ctx    context.Context
	files  []string
	stderr io.Writer // gets the progress of a pass
	size   int64     // total size of the files in bytes
}

// openMatgoLogs checks that the files exist.
func openMatgoLogs(ctx context.Context, files []string, stderr io.Writer) (*matgoLogs, error) {
	if len(files) == 0 {
		return nil, errors.New("no --input: want logs of arcade sim matgo")
	}
	l := &matgoLogs{ctx: ctx, files: files, stderr: stderr}
	for _, name := range files {
		info, err := os.Stat(name)
		if err != nil {
			return nil, err
		}
		if info.IsDir() {
			return nil, fmt.Errorf("%s is a folder, want a log", name)
		}
		l.size += info.Size()
	}
	return l, nil
}

// megabyte is the unit of progress.
const megabyte = 1_000_000

// Each passes the samples of every line of every file to take.
func (l *matgoLogs) Each(take func([]train.Sample) error) error {
	p := newProgress(l.stderr, max(int(l.size/megabyte), 1), "MB")
	defer p.start()()
	read := &meter{progress: p}
	for _, name := range l.files {
		if err := l.file(name, read, take); err != nil {
			return err
		}
	}
	return nil
}

func (l *matgoLogs) file(name string, read *meter, take func([]train.Sample) error) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	in, err := unpacked(bufio.NewReaderSize(io.TeeReader(file, read), 1<<16))
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	lines := bufio.NewReaderSize(in, 1<<20)
	var buf []byte
	for n := 1; ; n++ {
		if l.ctx.Err() != nil {
			return cli.Interrupted(l.ctx)
		}
		line, err := wholeLine(lines, buf[:0])
		if err != nil && err != io.EOF {
			return fmt.Errorf("%s:%d: %w", name, n, err)
		}
		if len(bytes.TrimSpace(line)) > 0 {
			list, wrong := train.ReadLine(line)
			if wrong == nil {
				wrong = take(list)
			}
			if wrong != nil {
				return fmt.Errorf("%s:%d: %w", name, n, wrong)
			}
		}
		if err == io.EOF {
			return nil
		}
		buf = line
	}
}

// unpacked returns a reader that unpacks gzip, or reads plain text.
func unpacked(r *bufio.Reader) (io.Reader, error) {
	head, _ := r.Peek(2)
	if !bytes.Equal(head, []byte{0x1f, 0x8b}) {
		return r, nil
	}
	return gzip.NewReader(r)
}

// longestLine is far longer than any line of a log. It limits the memory for a file that is not a log.
const longestLine = 16 << 20

// wholeLine appends the next line to buf.
func wholeLine(r *bufio.Reader, buf []byte) ([]byte, error) {
	for {
		part, err := r.ReadSlice('\n')
		buf = append(buf, part...)
		if err != bufio.ErrBufferFull {
			return buf, err
		}
		if len(buf) > longestLine {
			return buf, fmt.Errorf("the line has more than %d bytes", longestLine)
		}
	}
}

// meter reports the progress of reading in megabytes.
type meter struct {
	progress *progress
	bytes    int
}

func (m *meter) Write(b []byte) (int, error) {
	before := m.bytes / megabyte
	m.bytes += len(b)
	m.progress.add(m.bytes/megabyte - before)
	return len(b), nil
}
