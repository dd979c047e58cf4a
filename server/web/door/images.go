package door

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"net/http"

	"arcade/lobby/names"
	"arcade/lobby/turns"
	"arcade/server/web"
	"arcade/sessions/share"
	"arcade/sessions/words"
	"arcade/store"
)

// The size of a link's picture in pixels, as previews expect it.
const previewW, previewH = 1200, 630

// preview finds the picture of a link for previews on other sites, in the language of the link: other sites
// fetch pictures without their reader's preference. Names are part of a match's key, because they may change,
// and go with their accounts.
func (d *Door) preview(r *http.Request) (key string, make func(context.Context) (web.Page, error), err error) {
	kind, arg, lang := r.PathValue("kind"), r.PathValue("arg"), d.lang(r)
	switch kind {
	case "match":
		arg = names.Normal(arg)
		rec, err := d.House.Lobby.Visible(r.Context(), "", arg)
		if err != nil || rec.Status != store.Done {
			kind, arg = "", "" // a match that is not over has no picture yet
			break
		}
		for _, s := range d.House.Lobby.Veiled(rec).Seats {
			key += "/" + s.Name
		}
	case "play":
		if !d.has(arg) {
			return "", nil, errMissing
		}
	case "":
	default:
		return "", nil, errMissing
	}
	return lang.String() + "/" + kind + "/" + arg + key, func(ctx context.Context) (web.Page, error) {
		b, err := d.picture(ctx, lang, kind, arg)
		return web.Page{Status: http.StatusOK, Type: "image/png", Cache: "max-age=3600", Body: b}, err
	}, nil
}

// picture draws the card of a finished match, of a game, or of the house.
func (d *Door) picture(ctx context.Context, lang words.Lang, kind, arg string) ([]byte, error) {
	var b bytes.Buffer
	way := d.House.Way
	switch kind {
	case "match":
		rep, err := d.House.Lobby.Replay(ctx, "", arg)
		if err != nil {
			return nil, err
		}
		if err := turns.Pace(ctx); err != nil {
			return nil, err
		}
		if err := share.WritePreview(&b, lang, rep, way); err != nil {
			return nil, err
		}
	case "play":
		g, err := d.House.Lobby.Game(arg)
		if err == nil {
			err = share.WriteInvitation(&b, lang, g, way)
		}
		if err != nil {
			return nil, err
		}
	default:
		if err := share.WriteHouse(&b, "png", lang, d.House.Lobby.Games(), way); err != nil {
			return nil, err
		}
	}
	if err := turns.Pace(ctx); err != nil {
		return nil, err
	}
	card, err := png.Decode(&b)
	if err != nil {
		return nil, err
	}
	return encode(ctx, card)
}

// encode centres a picture in a preview's size, on the picture's own ground, and shrinks a larger picture.
func encode(ctx context.Context, src image.Image) ([]byte, error) {
	dst := image.NewRGBA(image.Rect(0, 0, previewW, previewH))
	draw.Draw(dst, dst.Bounds(), image.NewUniform(src.At(src.Bounds().Min.X, src.Bounds().Min.Y)), image.Point{}, draw.Src)
	from := src.Bounds()
	scale := min(1, min(float64(previewW)/float64(from.Dx()), float64(previewH)/float64(from.Dy())))
	w, h := int(float64(from.Dx())*scale), int(float64(from.Dy())*scale)
	at := image.Pt((previewW-w)/2, (previewH-h)/2)
	for y := range h {
		if err := turns.Pace(ctx); err != nil {
			return nil, err
		}
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
