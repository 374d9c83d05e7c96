package file_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"strings"
	"testing"

	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"

	"jig/engine"
	"jig/tool"
	"jig/toolbox/file"
)

// picture is white, with a red corner at the top left.
func picture(w, h int) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			c := color.RGBA{255, 255, 255, 255}
			if x < w/2 && y < h/2 {
				c = color.RGBA{255, 0, 0, 255}
			}
			img.Set(x, y, c)
		}
	}
	return img
}

// noise is a picture that no format makes small.
func noise(w, h int) image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	random := rand.New(rand.NewPCG(1, 2))
	for i := range img.Pix {
		img.Pix[i] = byte(random.Uint32())
	}
	return img
}

func encoded(t *testing.T, encode func(*bytes.Buffer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := encode(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func asPNG(t *testing.T, img image.Image) string {
	t.Helper()
	plain := png.Encoder{CompressionLevel: png.NoCompression} // it is quick
	return encoded(t, func(b *bytes.Buffer) error { return plain.Encode(b, img) })
}

func asJPEG(t *testing.T, img image.Image) string {
	t.Helper()
	return encoded(t, func(b *bytes.Buffer) error { return jpeg.Encode(b, img, nil) })
}

// turned is a JPEG that says that it lies on its side.
func turned(t *testing.T, img image.Image, orientation byte) string {
	t.Helper()
	exif := "Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00" + string(orientation) + "\x00\x00\x00\x00\x00\x00"
	size := binary.BigEndian.AppendUint16(nil, uint16(len(exif)+2))
	plain := asJPEG(t, img)
	return plain[:2] + "\xff\xe1" + string(size) + exif + plain[2:]
}

// bomb is a small PNG that claims to be an enormous one.
func bomb(t *testing.T) string {
	t.Helper()
	data := []byte(asPNG(t, picture(1, 1)))
	binary.BigEndian.PutUint32(data[16:], 100_000)
	binary.BigEndian.PutUint32(data[20:], 100_000)
	binary.BigEndian.PutUint32(data[29:], crc32.ChecksumIEEE(data[12:29]))
	return string(data)
}

func imageOf(t *testing.T, out engine.Outcome) (tool.Block, image.Image) {
	t.Helper()
	for _, b := range out.Result.Content {
		if b.Type == tool.ImageBlock {
			img, _, err := image.Decode(bytes.NewReader(b.Data))
			if err != nil {
				t.Fatal(err)
			}
			return b, img
		}
	}
	t.Fatalf("there is no image in %s", out.Result.Text())
	return tool.Block{}, nil
}

func TestImagesAreMadeFit(t *testing.T) {
	r := newRoom(t, file.ReadOptions{})
	small := picture(40, 30)
	for _, c := range []struct {
		name, data, mime, about string
		width, height           int
		same                    bool
	}{
		{"a small PNG stays as it is", asPNG(t, small), "image/png", "image/png, 40×30 pixels", 40, 30, true},
		{"a small JPEG stays as it is", asJPEG(t, small), "image/jpeg", "40×30", 40, 30, true},
		{"a small GIF stays as it is", encoded(t, func(b *bytes.Buffer) error { return gif.Encode(b, small, nil) }), "image/gif", "image/gif", 40, 30, true},
		{"a BMP becomes a PNG", encoded(t, func(b *bytes.Buffer) error { return bmp.Encode(b, small) }), "image/png", "image/bmp", 40, 30, false},
		{"a TIFF becomes a PNG", encoded(t, func(b *bytes.Buffer) error { return tiff.Encode(b, small, nil) }), "image/png", "image/tiff", 40, 30, false},
		{"a wide PNG is made smaller", asPNG(t, picture(3136, 20)), "image/png", "3136×20 pixels", 1568, 10, false},
		{"a high JPEG is made smaller", asJPEG(t, picture(20, 3136)), "image/jpeg", "shown at 10×1568", 10, 1568, false},
		{"a turned JPEG is set upright", turned(t, small, 6), "image/jpeg", "30×40 pixels", 30, 40, false},
		{"a PNG of noise becomes a JPEG", asPNG(t, noise(980, 980)), "image/jpeg", "shown at 980×980", 980, 980, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r.put(t, "picture", c.data)
			out := r.call(t, "read", `{"path":"picture"}`)
			if out.Status != engine.OK || !strings.Contains(out.Result.Text(), c.about) {
				t.Fatalf("%s: %s", out.Status, out.Result.Text())
			}
			block, img := imageOf(t, out)
			if size := img.Bounds().Size(); block.MIME != c.mime || size.X != c.width || size.Y != c.height {
				t.Errorf("%s, %v", block.MIME, size)
			}
			if same := string(block.Data) == c.data; same != c.same || len(block.Data) > 3_750_000 {
				t.Errorf("the same: %t, %d bytes", same, len(block.Data))
			}
		})
	}
}

func TestTheCornerEndsUpWhereTheCameraSays(t *testing.T) {
	r := newRoom(t, file.ReadOptions{})
	// Where the corner at the top left of the file belongs: right, bottom.
	for orientation, want := range map[byte][2]bool{
		1: {false, false}, 2: {true, false}, 3: {true, true}, 4: {false, true},
		5: {false, false}, 6: {true, false}, 7: {true, true}, 8: {false, true},
	} {
		r.put(t, "p.jpg", turned(t, picture(64, 32), orientation))
		_, img := imageOf(t, r.call(t, "read", `{"path":"p.jpg"}`))
		b := img.Bounds()
		x, y := b.Dx()/4, b.Dy()/4
		if want[0] {
			x = b.Dx() * 3 / 4
		}
		if want[1] {
			y = b.Dy() * 3 / 4
		}
		if _, green, _, _ := img.At(x, y).RGBA(); green > 0x4000 {
			t.Errorf("orientation %d: the corner is not at %d,%d of %v", orientation, x, y, b)
		}
	}
}

func TestImagesThatCannotBeShownAreExplained(t *testing.T) {
	r := newRoom(t, file.ReadOptions{})
	whole := asPNG(t, noise(1700, 30))
	for name, c := range map[string]struct{ data, want string }{
		"enormous":  {bomb(t), "100000×100000 pixels"},
		"damaged":   {whole[:len(whole)/2], "damaged"},
		"cut short": {whole[:12], "damaged"},
		"too large": {whole + strings.Repeat("\x00", 20<<20), "more than 20 MB"},
	} {
		r.put(t, "p.png", c.data)
		out := r.call(t, "read", `{"path":"p.png"}`)
		if got := out.Result.Text(); out.Result.Error == nil || out.Result.Error.Code != tool.CodeInvalidArgs || !strings.Contains(got, c.want) {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestImagesOfAnOperation(t *testing.T) {
	r := newRoom(t, file.ReadOptions{})
	r.put(t, "a.png", asPNG(t, picture(10, 10)))
	r.put(t, "b.png", asPNG(t, picture(20, 10)))
	for name, args := range map[string]string{
		"fs_read":   `{"operations":[{"mode":"Image","image_paths":["a.png","b.png"]}]}`,
		"imageRead": `{"image_paths":["a.png","b.png"]}`,
	} {
		out := r.call(t, name, args)
		n := 0
		for _, b := range out.Result.Content {
			if b.Type == tool.ImageBlock {
				n++
			}
		}
		if n != 2 || len(out.Intent.Reads) != 2 {
			t.Errorf("%s: %d images of %v: %s", name, n, out.Intent.Reads, out.Result.Text())
		}
	}
}
