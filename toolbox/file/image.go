package file

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"os"

	"golang.org/x/image/bmp"
	"golang.org/x/image/draw"
	"golang.org/x/image/tiff"
	"golang.org/x/image/webp"

	"jig/tool"
)

const (
	maxImageFile = 20 << 20     // bytes of an image that is opened
	maxPixels    = 64 << 20     // of an image that is decoded
	maxEdge      = 1568         // pixels; models see no more
	maxImageSent = 3_750 * 1000 // bytes; more does not fit into a request after encoding
)

const (
	mimePNG  = "image/png"
	mimeJPEG = "image/jpeg"
	mimeGIF  = "image/gif"
	mimeWebP = "image/webp"
	mimeBMP  = "image/bmp"
	mimeTIFF = "image/tiff"
)

// imageDetails tell programs which image was read.
type imageDetails struct {
	Path   string `json:"path"`
	MIME   string `json:"mime"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Size   int    `json:"size"`
	// Resized is set when what the model gets is not the file itself.
	Resized bool `json:"resized"`
}

// readImage shows an image as models take it.
func readImage(f *os.File, shown string) (*tool.Result, error) {
	data, err := io.ReadAll(io.NewSectionReader(f, 0, maxImageFile+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxImageFile {
		return nil, tool.Errorf(tool.CodeInvalidArgs, "%s is an image of more than %d MB: make a smaller copy of it first", shown, maxImageFile>>20)
	}
	fit, err := fitImage(data)
	if err != nil {
		return nil, tool.Errorf(tool.CodeInvalidArgs, "%s cannot be shown as an image: %w", shown, err)
	}
	about := fmt.Sprintf("%s: %s, %d×%d pixels, %d bytes", shown, fit.from, fit.width, fit.height, len(data))
	if fit.changed {
		about += fmt.Sprintf("; shown at %d×%d", fit.shown.X, fit.shown.Y)
	}
	return &tool.Result{
		Content: []tool.Block{tool.Text(about), tool.Image(fit.mime, fit.data)},
		Details: imageDetails{Path: f.Name(), MIME: fit.from, Width: fit.width, Height: fit.height, Size: len(data), Resized: fit.changed},
	}, nil
}

// fitted is an image in a form that models take.
type fitted struct {
	from          string // the format of the file
	width, height int    // of the file, the right way up
	mime          string
	data          []byte
	shown         image.Point
	changed       bool
}

// fitImage makes an image small enough, and turns it the right way up. One that
// already is so stays as it is.
func fitImage(data []byte) (*fitted, error) {
	mime := imageFormat(data[:min(len(data), headSize)])
	size, decode, err := decoder(mime, data)
	if err != nil {
		return nil, fmt.Errorf("it is damaged, or no image of the kind %s: %w", mime, err)
	}
	if size.Width <= 0 || size.Height <= 0 || size.Width > maxPixels/size.Height {
		return nil, fmt.Errorf("it says that it has %d×%d pixels, and %d million are the most", size.Width, size.Height, maxPixels>>20)
	}
	turn := turnNone
	if mime == mimeJPEG {
		turn = orientation(data)
	}
	fit := &fitted{from: mime, mime: mime, data: data, width: size.Width, height: size.Height}
	if turn.swaps() {
		fit.width, fit.height = fit.height, fit.width
	}
	fit.shown = image.Pt(fit.width, fit.height)
	sent := mime != mimeBMP && mime != mimeTIFF
	if sent && turn == turnNone && max(size.Width, size.Height) <= maxEdge && len(data) <= maxImageSent {
		return fit, nil
	}
	img, err := decode()
	if err != nil {
		return nil, fmt.Errorf("it is damaged: %w", err)
	}
	fit.changed = true
	return fit, fit.encode(turn.apply(shrink(img, maxEdge)))
}

// decoder finds out the size of an image before anything is decoded: a small file
// may claim to be an enormous picture.
func decoder(mime string, data []byte) (image.Config, func() (image.Image, error), error) {
	config, decode := png.DecodeConfig, png.Decode
	switch mime {
	case mimePNG:
	case mimeJPEG:
		config, decode = jpeg.DecodeConfig, jpeg.Decode
	case mimeGIF:
		config, decode = gif.DecodeConfig, gif.Decode
	case mimeWebP:
		config, decode = webp.DecodeConfig, webp.Decode
	case mimeBMP:
		config, decode = bmp.DecodeConfig, bmp.Decode
	case mimeTIFF:
		config, decode = tiff.DecodeConfig, tiff.Decode
	default:
		return image.Config{}, nil, errors.New("the format is not known")
	}
	size, err := config(bytes.NewReader(data))
	return size, func() (image.Image, error) { return decode(bytes.NewReader(data)) }, err
}

// shrink makes the longer edge at most that long.
func shrink(img image.Image, edge int) image.Image {
	b := img.Bounds()
	if max(b.Dx(), b.Dy()) <= edge {
		return img
	}
	w, h := edge, max(1, b.Dy()*edge/b.Dx())
	if b.Dy() > b.Dx() {
		w, h = max(1, b.Dx()*edge/b.Dy()), edge
	}
	small := image.NewNRGBA(image.Rect(0, 0, w, h))
	draw.CatmullRom.Scale(small, small.Bounds(), img, b, draw.Src, nil)
	return small
}

// encode writes the image: photographs as JPEG and the rest as PNG, unless that
// takes too many bytes.
func (fit *fitted) encode(img image.Image) error {
	fit.shown = img.Bounds().Size()
	var b bytes.Buffer
	if fit.from != mimeJPEG {
		// Somebody waits, and nobody keeps the file.
		quick := png.Encoder{CompressionLevel: png.BestSpeed}
		if err := quick.Encode(&b, img); err != nil {
			return err
		}
		if b.Len() <= maxImageSent {
			fit.mime, fit.data = mimePNG, b.Bytes()
			return nil
		}
	}
	// JPEG has no transparency: what shows through is white, as on a page.
	page := image.NewRGBA(image.Rectangle{Max: fit.shown})
	draw.Draw(page, page.Bounds(), image.White, image.Point{}, draw.Src)
	draw.Draw(page, page.Bounds(), img, img.Bounds().Min, draw.Over)
	for _, quality := range []int{85, 60, 30} {
		b.Reset()
		if err := jpeg.Encode(&b, page, &jpeg.Options{Quality: quality}); err != nil {
			return err
		}
		if b.Len() <= maxImageSent {
			break // the last is below it for any picture of this size
		}
	}
	fit.mime, fit.data = mimeJPEG, b.Bytes()
	return nil
}
