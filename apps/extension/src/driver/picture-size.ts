/** Reads the size of a picture from the first bytes of its file. */
import { fromBase64 } from '@annotate-mcp/core';

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** More than the parts of a JPEG take that Chrome writes before its size; a multiple of 4, so that it can be decoded. */
const headerChars = 8_000;

/** `base64` is a PNG or a JPEG. `null` if it is none, or if its size is too far behind. */
export function pictureSize(base64: string): PictureSize | null {
  const bytes = fromBase64(base64.slice(0, headerChars));
  const view = new DataView(bytes.buffer);
  if (view.byteLength >= 24 && view.getUint32(0) === pngSignature) return sizeOfPng(view);
  if (view.byteLength >= 4 && view.getUint16(0) === startOfImage) return sizeOfJpeg(view);
  return null;
}

const pngSignature = 0x89_50_4e_47;
const startOfImage = 0xff_d8;

/** The signature has 8 bytes; the part IHDR begins with its length, its name, the width and the height. */
function sizeOfPng(view: DataView): PictureSize {
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** A part has a marker of 2 bytes, its length without the marker, and in a frame header a byte, the height and the width. */
function sizeOfJpeg(view: DataView): PictureSize | null {
  for (let at = 2; at + 9 <= view.byteLength; at += 2 + view.getUint16(at + 2)) {
    if (view.getUint8(at) !== 0xff) return null;
    if (isFrameHeader(view.getUint8(at + 1)))
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
  }
  return null;
}

/** SOF0 to SOF15, without the three markers among them that mean something else: DHT, JPG and DAC. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}
