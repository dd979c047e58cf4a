package load

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// Process has the kernel's figures of a process.
type Process struct {
	// RSS is the memory that the process holds, Peak the most that it has held, in bytes.
	RSS  int64 `json:"rss_bytes"`
	Peak int64 `json:"peak_bytes"`
	// CPU is the processor time of the process, in user and kernel mode.
	CPU time.Duration `json:"cpu_ns"`
}

// ErrNoProcess means that the system has no /proc, or no such process in it.
var ErrNoProcess = errors.New("no such process in /proc")

// ReadProcess reads /proc/PID (Linux).
func ReadProcess(pid int) (Process, error) {
	dir := "/proc/" + strconv.Itoa(pid)
	status, err := os.ReadFile(dir + "/status")
	if err != nil {
		return Process{}, fmt.Errorf("%w: %w", ErrNoProcess, err)
	}
	stat, err := os.ReadFile(dir + "/stat")
	if err != nil {
		return Process{}, fmt.Errorf("%w: %w", ErrNoProcess, err)
	}
	var p Process
	if p.RSS, p.Peak, err = parseStatus(string(status)); err != nil {
		return Process{}, fmt.Errorf("%s/status: %w", dir, err)
	}
	if p.CPU, err = parseStat(string(stat)); err != nil {
		return Process{}, fmt.Errorf("%s/stat: %w", dir, err)
	}
	return p, nil
}

// parseStatus reads VmRSS and VmHWM.
func parseStatus(status string) (rss, peak int64, err error) {
	for line := range strings.Lines(status) {
		name, value, _ := strings.Cut(line, ":")
		var to *int64
		switch name {
		case "VmRSS":
			to = &rss
		case "VmHWM":
			to = &peak
		default:
			continue
		}
		number, unit, _ := strings.Cut(strings.TrimSpace(value), " ")
		n, err := strconv.ParseInt(number, 10, 64)
		if err != nil || unit != "kB" {
			return 0, 0, fmt.Errorf("bad line %q", line)
		}
		*to = n << 10
	}
	if rss == 0 {
		return 0, 0, errors.New("no VmRSS") // a zombie has no memory
	}
	return rss, peak, nil
}

// tick is the kernel's unit of processor time in /proc: USER_HZ is 100 on every architecture of Go.
const tick = time.Second / 100

// parseStat reads utime and stime, the 14th and 15th field. The second field is the program's name in
// parentheses, which may contain anything.
func parseStat(stat string) (time.Duration, error) {
	end := strings.LastIndexByte(stat, ')')
	if end < 0 {
		return 0, fmt.Errorf("no name in %q", stat)
	}
	fields := strings.Fields(stat[end+1:]) // fields from the third on
	if len(fields) < 13 {
		return 0, fmt.Errorf("only %d fields in %q", len(fields), stat)
	}
	var sum time.Duration
	for _, f := range fields[11:13] {
		n, err := strconv.ParseInt(f, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("bad time %q", f)
		}
		sum += time.Duration(n) * tick
	}
	return sum, nil
}

// Machine describes the machine of a measurement. Unknown values are "".
type Machine struct {
	CPU    string `json:"cpu"`
	Cores  int    `json:"cores"`
	Memory int64  `json:"memory_bytes"`
	Kernel string `json:"kernel"`
	// Load is the load average of the last minute before the measurement, 1 for one busy core.
	Load string `json:"load"`
	// Sync is the time of a durable write to the machine's disk, see trySync.
	Sync Quantiles `json:"disk_sync"`
}

// ThisMachine describes the present machine, with the disk of temporary files.
func ThisMachine() (Machine, error) {
	m := Machine{Cores: runtime.NumCPU()}
	m.CPU = field("/proc/cpuinfo", "model name")
	kb, _, _ := strings.Cut(field("/proc/meminfo", "MemTotal"), " ")
	if n, err := strconv.ParseInt(kb, 10, 64); err == nil {
		m.Memory = n << 10
	}
	if b, err := os.ReadFile("/proc/sys/kernel/osrelease"); err == nil {
		m.Kernel = strings.TrimSpace(string(b))
	}
	if b, err := os.ReadFile("/proc/loadavg"); err == nil {
		m.Load, _, _ = strings.Cut(string(b), " ")
	}
	var err error
	m.Sync, err = trySync("")
	return m, err
}

// field returns the first value of a name in a file of "name: value" lines.
func field(path, name string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if key, value, ok := strings.Cut(lines.Text(), ":"); ok && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
