/** The kinds of pictures that may be attached. A file is taken for what its first bytes are, whatever it is called. */

export interface PictureType {
  readonly mime: string;
  readonly extension: string;
  readonly matches: (bytes: Buffer) => boolean;
}

export const pictureTypes: readonly PictureType[] = [
  { mime: 'image/png', extension: 'png', matches: (bytes) => hasBytesAt(bytes, 0, '89504e470d0a1a0a') },
  { mime: 'image/jpeg', extension: 'jpg', matches: (bytes) => hasBytesAt(bytes, 0, 'ffd8ff') },
  {
    mime: 'image/webp',
    extension: 'webp',
    matches: (bytes) => hasBytesAt(bytes, 0, '52494646') && hasBytesAt(bytes, 8, '57454250'),
  },
];

function hasBytesAt(bytes: Buffer, at: number, hex: string): boolean {
  return bytes.subarray(at, at + hex.length / 2).toString('hex') === hex;
}
