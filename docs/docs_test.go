package docs

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// pages returns the project's documents, by their paths from here.
func pages(t *testing.T) map[string]string {
	t.Helper()
	list := map[string]string{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && strings.HasPrefix(d.Name(), ".") && d.Name() != "..":
			return fs.SkipDir
		case filepath.Ext(path) == ".md":
			text, err := os.ReadFile(path)
			list[filepath.ToSlash(path)] = string(text)
			return err
		}
		return nil
	})
	if err != nil || len(list) < 30 {
		t.Fatalf("%d documents: %v", len(list), err)
	}
	return list
}

var (
	fenced = regexp.MustCompile("(?s)```.*?```")
	target = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	head   = regexp.MustCompile(`(?m)^#+ (.*)$`)
)

// anchors returns the names by which links reach the headings of a page.
func anchors(page string) (list []string) {
	for _, m := range head.FindAllStringSubmatch(fenced.ReplaceAllString(page, ""), -1) {
		name := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, Plain(m[1]))
		list = append(list, name)
	}
	return list
}

// TestLinks follows every link between documents: to a file, to a heading, to a picture. Links to other sites
// are not followed, because tests need no network.
func TestLinks(t *testing.T) {
	all, shown := pages(t), map[string]bool{}
	for path, text := range all {
		for _, m := range target.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			name, anchor, _ := strings.Cut(m[1], "#")
			file := path
			if name != "" {
				file = filepath.ToSlash(filepath.Join(filepath.Dir(path), name))
			}
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s: %v", path, err)
			} else if anchor != "" && !slices.Contains(anchors(all[file]), anchor) {
				t.Errorf("%s: %s has no heading %q", path, file, anchor)
			}
			shown[file] = true
		}
	}
	pictures, err := filepath.Glob("pictures/rules/*.svg")
	if err != nil || len(pictures) == 0 {
		t.Fatal("no pictures of rules", err)
	}
	for _, p := range pictures {
		if !shown["../docs/"+filepath.ToSlash(p)] {
			t.Errorf("no page shows %s", p)
		}
	}
}

// TestNamesOfCode looks for each exported name that a document has, such as store.Again or Match.Epoch, in the
// Go sources: documents keep up with names that have changed.
func TestNamesOfCode(t *testing.T) {
	known := map[string]bool{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" {
			return err
		}
		text, err := os.ReadFile(path)
		for _, name := range regexp.MustCompile(`\b[A-Z]\w*`).FindAllString(string(text), -1) {
			known[name] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for path, text := range pages(t) {
		for _, m := range regexp.MustCompile("`\\w+\\.([A-Z]\\w*)`").FindAllStringSubmatch(text, -1) {
			if seen++; !known[m[1]] {
				t.Errorf("%s: the code has no %s", path, m[0])
			}
		}
	}
	if seen < 50 {
		t.Errorf("only %d names are seen", seen)
	}
}

// TestRulesInBothLanguages compares the shapes of the rules in Korean and English: the same sections, with
// as many steps, rows of tables and pictures in each.
func TestRulesInBothLanguages(t *testing.T) {
	for _, game := range RulePages() {
		shape := func(lang string) (list []Kind) {
			for _, b := range Rules(game, lang) {
				list = append(list, b.Kind)
				switch b.Kind {
				case Steps, Table:
					for range len(b.List) + len(b.Rows) {
						list = append(list, b.Kind)
					}
				case Picture:
					if _, err := Pictures.Open("pictures/rules/" + b.File); err != nil {
						t.Errorf("%s, %s: %v", game, lang, err)
					}
				}
			}
			return list
		}
		count := func(list []Kind, kind Kind) (n int) {
			for _, k := range list {
				if k == kind {
					n++
				}
			}
			return n
		}
		ko, en := shape("ko"), shape("en")
		for _, kind := range []Kind{Heading, Steps, Picture} {
			if count(ko, kind) != count(en, kind) {
				t.Errorf("%s: %d of kind %d in Korean, %d in English", game, count(ko, kind), kind, count(en, kind))
			}
		}
	}
	if n := len(RulePages()); n < 7 {
		t.Errorf("%d pages of rules", n)
	}
}

// TestQuestions follows each question to its page, and looks in its section for the words that answer.
func TestQuestions(t *testing.T) {
	all := pages(t)
	row := regexp.MustCompile(`(?m)^\| (\d+) \| (.*) \| \[[^\]]*\]\(([^)#]*)#?([^)]*)\) \| (.*) \|$`)
	found := row.FindAllStringSubmatch(all["../docs/questions.md"], -1)
	for _, m := range found {
		page, section := all["../docs/"+m[3]], m[4]
		if section != "" {
			page = sectionOf(page, section)
		}
		if !strings.Contains(Plain(page), Plain(m[5])) {
			t.Errorf("question %s, %q: %s#%s does not say %q", m[1], m[2], m[3], section, m[5])
		}
	}
	if len(found) != 20 {
		t.Errorf("%d questions", len(found))
	}
}

// sectionOf returns a page from a heading to the next one of its level or above.
func sectionOf(page, anchor string) string {
	level, kept := 0, []string(nil)
	for line := range strings.SplitSeq(page, "\n") {
		marks := len(line) - len(strings.TrimLeft(line, "#"))
		switch heading := marks > 0 && head.MatchString(line); {
		case heading && level == 0 && slices.Equal(anchors(line), []string{anchor}):
			level = marks
		case heading && level > 0 && marks <= level:
			return strings.Join(kept, "\n")
		case level > 0:
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}

func TestHTML(t *testing.T) {
	page := parse("# A <b>\n\nSee [Two](two.ko.md), [else](../x.md) and **this** `key`.\n\n1. one\n2. two\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n![a \"board\"](../pictures/rules/x.svg)\n\n- x\n- y\n")
	want := `<h1>A &lt;b&gt;</h1>
<p>See <a href="/rules/two">Two</a>, else and <b>this</b> <code>key</code>.</p>
<ol start="1"><li>one</li>
<li>two</li>
</ol>
<div class="wide"><table><thead><tr><th scope="col">a</th><th scope="col">b</th></tr>
</thead>
<tbody><tr><td>1</td><td>2</td></tr>
</tbody></table></div>
<p><img src="/rules/pictures/x.svg" alt="a &#34;board&#34;"></p>
<ul><li>x</li>
<li>y</li>
</ul>
`
	if got := HTML(page); got != want {
		t.Errorf("%s", got)
	}
}
