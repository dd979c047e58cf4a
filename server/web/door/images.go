package door

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"net/http"
	"sync"

	"arcade/games"
	"arcade/lobby"
	"arcade/lobby/keyed"
	"arcade/sessions/play/tell"
	"arcade/sessions/share"
	"arcade/sessions/words"
)

// The size of a link's picture in pixels, as previews expect it.
const previewW, previewH = 1200, 630

// maxImages limits the cached pictures of links.
const maxImages = 64

// images caches pictures of links by their keys.
type images struct {
	making keyed.Mutex // each picture is made once
	mu     sync.Mutex  // guards made
	made   map[string][]byte
}

// get returns the picture of a key. It makes a missing picture.
func (i *images) get(key string, make func() ([]byte, error)) ([]byte, error) {
	if b := i.cached(key); b != nil {
		return b, nil
	}
	defer i.making.Lock(key)()
	if b := i.cached(key); b != nil {
		return b, nil
	}
	b, err := make()
	if err != nil {
		return nil, err
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	if len(i.made) >= maxImages || i.made == nil {
		i.made = map[string][]byte{}
	}
	i.made[key] = b
	return b, nil
}

// cached returns the picture of a key, nil if it has not been made.
func (i *images) cached(key string) []byte {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.made[key]
}

// preview serves the picture of a link for previews on other sites.
func (d *Door) preview(w http.ResponseWriter, r *http.Request) {
	kind, arg := r.PathValue("kind"), r.PathValue("arg")
	key := kind + "/" + arg
	var rep *lobby.Replay
	if kind == "match" {
		var err error
		if rep, err = d.Lobby.Replay(r.Context(), "", arg); err != nil || rep.Result == nil {
			key, kind = "/", "" // a match that is not over has no picture yet
		} else {
			for _, s := range rep.Match.Seats { // names may change, and go with their accounts
				key += "/" + s.Name
			}
		}
	}
	b, err := d.images.get(key, func() ([]byte, error) { return d.picture(kind, arg, rep) })
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("Cache-Control", "max-age=3600")
	w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
	_, _ = w.Write(b)
}

// picture draws the card of a finished match, of a game, or of the house.
func (d *Door) picture(kind, arg string, rep *lobby.Replay) ([]byte, error) {
	var b bytes.Buffer
	way := tell.Way{SSH: d.House.SSH, Web: d.House.Web}
	switch kind {
	case "match":
		if err := share.Write(&b, "png", words.EN, rep, way); err != nil {
			return nil, err
		}
	case "play":
		g, err := d.Lobby.Game(arg)
		if err == nil {
			err = share.WriteGame(&b, "png", words.EN, g, way)
		}
		if err != nil {
			return nil, err
		}
	case "":
		if err := share.WriteHouse(&b, "png", words.EN, d.Lobby.Games(), way); err != nil {
			return nil, err
		}
	default:
		return nil, games.ErrUnknownGame
	}
	card, err := png.Decode(&b)
	if err != nil {
		return nil, err
	}
	return encode(card)
}

// encode centres a picture in a preview's size, and shrinks a larger picture.
func encode(src image.Image) ([]byte, error) {
	dst := image.NewRGBA(image.Rect(0, 0, previewW, previewH))
	draw.Draw(dst, dst.Bounds(), image.NewUniform(ground), image.Point{}, draw.Src)
	from := src.Bounds()
	scale := min(1, min(float64(previewW)/float64(from.Dx()), float64(previewH)/float64(from.Dy())))
	w, h := int(float64(from.Dx())*scale), int(float64(from.Dy())*scale)
	at := image.Pt((previewW-w)/2, (previewH-h)/2)
	for y := range h {
		for x := range w {
			dst.Set(at.X+x, at.Y+y, src.At(from.Min.X+int(float64(x)/scale), from.Min.Y+int(float64(y)/scale)))
		}
	}
	var b bytes.Buffer
	err := png.Encode(&b, dst)
	return b.Bytes(), err
}

// The colours of the icon.
var (
	ground = color.RGBA{0x0e, 0x11, 0x16, 0xff}
	gold   = color.RGBA{0xe8, 0xb9, 0x4a, 0xff}
	pale   = color.RGBA{0xf2, 0xef, 0xe6, 0xff}
)

// emblem draws the icon: four discs on a dark ground, as in the middle of an Othello board.
func emblem(size int) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, size, size))
	s := float64(size)
	for y := range size {
		for x := range size {
			fx, fy := (float64(x)+0.5)/s*2, (float64(y)+0.5)/s*2
			c := ground
			i, j := int(fx), int(fy)
			dx, dy := fx-float64(i)-0.5, fy-float64(j)-0.5
			dx, dy = dx*1.25+(float64(1-i)-0.5)*0.1, dy*1.25+(float64(1-j)-0.5)*0.1
			if dx*dx+dy*dy < 0.16 {
				c = [2]color.RGBA{gold, pale}[(i+j)%2]
			}
			img.SetRGBA(x, y, c)
		}
	}
	return img
}
