package docs

import (
	"html"
	"path"
	"regexp"
	"strings"
)

// Kind is a kind of block.
type Kind uint8

// The kinds of block. Rules are written with these alone, and without hard line breaks: a paragraph, an
// item and a row of a table are one line each.
const (
	Title   Kind = iota // "# ", the page's name
	Heading             // "## "
	Paragraph
	Bullets // "- "
	Steps   // "1. "
	Table
	Picture // "![what it shows](file)" alone on a line
)

// Block is a part of a page.
type Block struct {
	Kind Kind
	Text string     // of a title, a heading or a paragraph; what a picture shows
	List []string   // the items of a list
	Rows [][]string // of a table, its head first
	File string     // of a picture, without its folder
}

var (
	pictureLine = regexp.MustCompile(`^!\[([^\]]*)\]\(([^)]*)\)$`)
	stepLine    = regexp.MustCompile(`^\d+\. `)
	ruleLine    = regexp.MustCompile(`^\|( ?-+ ?\|)+$`)
	link        = regexp.MustCompile(`\[([^\]]*)\]\(([^)]*)\)`)
	strong      = regexp.MustCompile(`\*\*([^*]+)\*\*`)
	emphasis    = regexp.MustCompile(`\*([^*]+)\*`)
	code        = regexp.MustCompile("`([^`]+)`")
)

// parse reads the Markdown of a page of rules.
func parse(page string) (list []Block) {
	joined := false // the last block goes on
	item := func(kind Kind, text string) {
		if last := len(list) - 1; joined && list[last].Kind == kind {
			list[last].List = append(list[last].List, text)
			return
		}
		list = append(list, Block{Kind: kind, List: []string{text}})
	}
	for line := range strings.SplitSeq(page, "\n") {
		switch {
		case line == "":
			joined = false
			continue
		case strings.HasPrefix(line, "# "):
			list = append(list, Block{Kind: Title, Text: line[2:]})
		case strings.HasPrefix(line, "## "):
			list = append(list, Block{Kind: Heading, Text: line[3:]})
		case strings.HasPrefix(line, "- "):
			item(Bullets, line[2:])
		case stepLine.MatchString(line):
			item(Steps, line)
		case ruleLine.MatchString(line):
		case strings.HasPrefix(line, "|"):
			row := strings.Split(strings.Trim(line, "|"), "|")
			for i := range row {
				row[i] = strings.TrimSpace(row[i])
			}
			if last := len(list) - 1; joined && list[last].Kind == Table {
				list[last].Rows = append(list[last].Rows, row)
			} else {
				list = append(list, Block{Kind: Table, Rows: [][]string{row}})
			}
		case pictureLine.MatchString(line):
			m := pictureLine.FindStringSubmatch(line)
			list = append(list, Block{Kind: Picture, Text: m[1], File: path.Base(m[2])})
		default:
			list = append(list, Block{Kind: Paragraph, Text: line})
		}
		joined = true
	}
	return list
}

// Plain returns a text of a block without its marks.
func Plain(text string) string {
	for _, mark := range []*regexp.Regexp{link, strong, emphasis, code} {
		text = mark.ReplaceAllString(text, "$1")
	}
	return text
}

// HTML returns blocks as HTML. Links to other rules lead to their pages; the words of other links stand
// without one, for the server has no other documents.
func HTML(list []Block) string {
	var b strings.Builder
	for _, x := range list {
		switch x.Kind {
		case Title:
			b.WriteString("<h1>" + marked(x.Text) + "</h1>\n")
		case Heading:
			b.WriteString("<h2>" + marked(x.Text) + "</h2>\n")
		case Paragraph:
			b.WriteString("<p>" + marked(x.Text) + "</p>\n")
		case Bullets, Steps:
			tag := "ul"
			if x.Kind == Steps {
				first, _, _ := strings.Cut(x.List[0], ".")
				tag = `ol start="` + first + `"`
			}
			b.WriteString("<" + tag + ">")
			for _, item := range x.List {
				b.WriteString("<li>" + marked(stepLine.ReplaceAllString(item, "")) + "</li>\n")
			}
			b.WriteString("</" + tag[:2] + ">\n")
		case Table:
			b.WriteString(`<div class="wide"><table><thead>` + row(x.Rows[0], `th scope="col"`) + "</thead>\n<tbody>")
			for _, cells := range x.Rows[1:] {
				b.WriteString(row(cells, "td"))
			}
			b.WriteString("</tbody></table></div>\n")
		case Picture:
			b.WriteString(`<p><img src="/rules/pictures/` + html.EscapeString(x.File) + `" alt="` + html.EscapeString(x.Text) + `"></p>` + "\n")
		}
	}
	return b.String()
}

// row returns the cells of a table's row.
func row(cells []string, tag string) string {
	name, _, _ := strings.Cut(tag, " ")
	var b strings.Builder
	for _, c := range cells {
		b.WriteString("<" + tag + ">" + marked(c) + "</" + name + ">")
	}
	return "<tr>" + b.String() + "</tr>\n"
}

// marked returns a text with its marks as HTML.
func marked(text string) string {
	text = html.EscapeString(text)
	text = link.ReplaceAllStringFunc(text, func(all string) string {
		m := link.FindStringSubmatch(all)
		if name, ok := strings.CutSuffix(m[2], ".md"); ok && !strings.Contains(name, "/") {
			return `<a href="/rules/` + strings.TrimSuffix(name, ".ko") + `">` + m[1] + "</a>"
		}
		return m[1]
	})
	text = strong.ReplaceAllString(text, "<b>$1</b>")
	text = emphasis.ReplaceAllString(text, "<em>$1</em>")
	return code.ReplaceAllString(text, "<code>$1</code>")
}
