package deploy

import (
	"bufio"
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var debian = flag.String("package", "", "the Debian package that TestPackage installs")

// The Debian package is installed in an empty root and started: the program, its unit, its manual and its
// completions are where they should be, and players can come in. .ci/release runs it.
func TestPackage(t *testing.T) {
	if *debian == "" {
		t.Skip("no -package: .ci/release makes one")
	}
	dpkg, err := exec.LookPath("dpkg")
	if err != nil || os.Getuid() != 0 {
		t.Skip("no dpkg, or not root")
	}
	file, err := filepath.Abs(*debian)
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	for _, dir := range []string{"var/lib/dpkg/updates", "var/lib/dpkg/info"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(root, "var/lib/dpkg/status"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	// The scripts would make the user on this machine; they are read instead.
	if out, err := exec.Command(dpkg, "--root="+root, "--unpack", file).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, path := range []string{
		"usr/bin/arcade", "usr/lib/systemd/system/arcade.service", "usr/lib/systemd/system/arcade-spare.service", "usr/share/man/man1/arcade.1.gz", "usr/share/bash-completion/completions/arcade",
		"usr/share/doc/arcade/runbook.md", "var/lib/dpkg/info/arcade.postinst", "var/lib/dpkg/info/arcade.prerm",
	} {
		if _, err := os.Stat(filepath.Join(root, path)); err != nil {
			t.Error(err)
		}
	}
	for _, script := range []string{"postinst", "prerm"} {
		if out, err := exec.Command("sh", "-n", filepath.Join(root, "var/lib/dpkg/info/arcade."+script)).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", script, err, out)
		}
	}
	unit, err := os.ReadFile(filepath.Join(root, "usr/lib/systemd/system/arcade.service"))
	if err != nil || !strings.Contains(string(unit), "ExecStart=/usr/bin/arcade serve") {
		t.Errorf("the unit: %v\n%s", err, unit)
	}

	program, data := filepath.Join(root, "usr/bin/arcade"), filepath.Join(root, "var/lib/arcade")
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	serve := exec.CommandContext(ctx, program, "serve", "--data", data, "--listen", "127.0.0.1:0", "--http", "off")
	serve.Cancel = func() error { return serve.Process.Signal(os.Interrupt) }
	out, err := serve.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := serve.Start(); err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(out); lines.Scan() && !strings.Contains(lines.Text(), "enter "); {
		t.Log(lines.Text())
	}
	within, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if said, err := exec.CommandContext(within, program, "health", "--data", data).CombinedOutput(); err != nil {
		t.Errorf("health: %v\n%s", err, said)
	}
	stop()
	_ = serve.Wait()
}
