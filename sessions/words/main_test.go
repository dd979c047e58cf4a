package words

import (
	"os"
	"path/filepath"
)

// The words of the games are checked with the shell's.
func init() {
	files, err := filepath.Glob("../*/words.json")
	if err != nil || len(files) == 0 {
		panic("no game's words beside this folder")
	}
	examples, err := filepath.Glob("../../examples/*/*/words.json")
	if err != nil {
		panic(err)
	}
	files = append(files, examples...)
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			panic(err)
		}
		Add(f, data)
	}
}
