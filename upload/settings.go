package upload

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// settingsFile has the settings, in the queue's folder.
const settingsFile = "sync.json"

// Settings are what a player has agreed to, and who it is to a server. The zero value is
// the choice of a player who has agreed to nothing.
type Settings struct {
	// Agreed lets tries be sent, Moves the moves of each, too.
	Agreed bool `json:"agreed"`
	Moves  bool `json:"moves"`
	// Server is where they go, such as https://arcade.example.
	Server string `json:"server,omitempty"`
	// Client is who sends them to that server; nobody before the first time.
	Client Client `json:"client,omitzero"`
	// Others are the settings of servers used before, Leaving the ones whose deletion the
	// server has not confirmed.
	Others  []Client `json:"others,omitempty"`
	Leaving []Client `json:"leaving,omitempty"`
	// Since is when the data were deleted last, ms since 1970: tries before it are not queued.
	Since int64 `json:"since,omitempty"`
}

// Client is an anonymous name at a server, with the token that may delete it.
type Client struct {
	Server string `json:"server"`
	UserID string `json:"user_id"`
	Token  string `json:"token,omitempty"`
}

// Settings reads the settings.
func (q Queue) Settings() (s Settings, err error) {
	data, err := os.ReadFile(filepath.Join(q.Dir, settingsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	} else if err != nil {
		return s, err
	}
	if err := json.Unmarshal(data, &s); err != nil {
		return Settings{}, fmt.Errorf("%s: %w", settingsFile, err)
	}
	return s, nil
}

// keep writes the settings.
func (q Queue) keep(s Settings) error {
	data, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	return writeWhole(filepath.Join(q.Dir, settingsFile), append(data, '\n'))
}

// errServer: a text is not a server's address.
var errServer = errors.New("want http://HOST or https://HOST, with a port where it has one")

// server is an address as it is kept.
func server(text string) (string, error) {
	text = strings.TrimRight(strings.TrimSpace(text), "/")
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return "", errServer
	}
	return text, nil
}

// at makes a server the one to which tries go. Who one is to another stays known, so that
// its rows can be deleted.
func (s *Settings) at(address string) {
	if s.Server == address {
		return
	}
	if s.Client.Token != "" {
		s.Others = append(s.Others, s.Client)
	}
	s.Server, s.Client = address, Client{}
	for i, c := range s.Others {
		if c.Server == address {
			s.Client, s.Others = c, append(s.Others[:i:i], s.Others[i+1:]...)
			break
		}
	}
}
