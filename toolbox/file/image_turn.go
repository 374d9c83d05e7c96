package file

import (
	"bytes"
	"encoding/binary"
	"image"
)

// turn is how a picture has to be turned to stand upright: the number that
// cameras write into it. From 5 on, width and height change places.
type turn uint16

const turnNone turn = 1

func (t turn) swaps() bool { return t >= 5 }

// apply turns a picture.
func (t turn) apply(img image.Image) image.Image {
	if t <= turnNone || t > 8 {
		return img
	}
	b := img.Bounds()
	w, h := b.Dx(), b.Dy()
	size := image.Rect(0, 0, w, h)
	if t.swaps() {
		size = image.Rect(0, 0, h, w)
	}
	out := image.NewNRGBA(size)
	for y := range h {
		for x := range w {
			tx, ty := x, y
			switch t {
			case 2:
				tx = w - 1 - x
			case 3:
				tx, ty = w-1-x, h-1-y
			case 4:
				ty = h - 1 - y
			case 5:
				tx, ty = y, x
			case 6:
				tx, ty = h-1-y, x
			case 7:
				tx, ty = h-1-y, w-1-x
			case 8:
				tx, ty = y, w-1-x
			}
			out.Set(tx, ty, img.At(b.Min.X+x, b.Min.Y+y))
		}
	}
	return out
}

// orientation finds the number in a JPEG. What is damaged or missing means that
// the picture stands upright.
func orientation(data []byte) turn {
	for at := 2; at+4 <= len(data) && data[at] == 0xff; {
		kind, size := data[at+1], int(binary.BigEndian.Uint16(data[at+2:]))
		if kind == 0xda || size < 2 || at+2+size > len(data) { // the picture itself begins
			return turnNone
		}
		segment := data[at+4 : at+2+size]
		if exif, ok := bytes.CutPrefix(segment, []byte("Exif\x00\x00")); ok && kind == 0xe1 {
			return exifTurn(exif)
		}
		at += 2 + size
	}
	return turnNone
}

// exifTurn looks for the entry in the first table of what is a small TIFF file.
func exifTurn(exif []byte) turn {
	if len(exif) < 8 {
		return turnNone
	}
	var order binary.ByteOrder = binary.BigEndian
	if exif[0] == 'I' {
		order = binary.LittleEndian
	}
	const orientationTag, entrySize = 0x0112, 12
	table := int64(order.Uint32(exif[4:]))
	if table+2 > int64(len(exif)) {
		return turnNone
	}
	entries := exif[table+2:]
	for range order.Uint16(exif[table:]) {
		if len(entries) < entrySize {
			break
		}
		if order.Uint16(entries) == orientationTag {
			if t := turn(order.Uint16(entries[8:])); t >= turnNone && t <= 8 {
				return t
			}
			break
		}
		entries = entries[entrySize:]
	}
	return turnNone
}
